"""How people have played in a server, and who plays best."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

import discord
import structlog
from discord import app_commands

from bot.delivery.known.posts import Look, digest
from bot.delivery.rendering.rendering import Rendered
from bot.people import leaderboard, most_played, plain, statistics
from bot.running.client import Guildhall
from bot.running.commands import called, choices_of, with_options
from bot.running.services import Services
from bot.screens import records as screens
from bot.screens.custom_ids import Record, chosen_first, number
from bot.screens.screen import Screen
from bot.sessions.refusals import ServerOnly, UnknownOption
from cogs.presses import handles
from images.pictures import Picture
from images.records import Leaderboard, Statistics
from images.words import Words

_log = structlog.get_logger(__name__)

Command = app_commands.Command[Any, ..., None]


def stats(services: Services) -> Command:
    """`/stats`, of oneself or of somebody else."""

    @app_commands.command(**called("stats"))
    @with_options("stats", "player")
    @app_commands.guild_only()
    async def stats(interaction: discord.Interaction, player: discord.User | None = None) -> None:
        """Show the statistics to whoever asks, with a way to show them everybody."""
        who = player or interaction.user
        if not isinstance(who, discord.abc.User):  # an id that Discord said nothing of
            raise UnknownOption
        screen = _statistics(services, interaction, who.id, plain(who.display_name), alone=True)
        await services.answers.post(interaction, _rendered(screen), alone=True)

    return stats


def best(services: Services) -> Command:
    """`/leaderboard`, with a choice of the games that are there."""

    @app_commands.command(**called("leaderboard"))
    @with_options("leaderboard", "game")
    @app_commands.choices(game=choices_of(services.games, services.languages))
    @app_commands.guild_only()
    async def leaderboard(
        interaction: discord.Interaction, game: app_commands.Choice[str] | None = None
    ) -> None:
        """Show who plays best to whoever asks, with a way to show everybody."""
        chosen = None if game is None else game.value
        screen = _leaderboard(services, interaction, chosen, alone=True)
        await services.answers.post(interaction, _rendered(screen), alone=True)

    return leaderboard


@handles(Record)
async def pressed(services: Services, interaction: discord.Interaction, press: Record) -> None:
    """Show everybody, or another game."""
    match press.what, press.value:
        case "stats", str(user) if (user_id := number(user)) is not None:
            name = await _name(services, interaction, user_id)
            screen = _statistics(services, interaction, user_id, name, alone=False)
            await services.answers.post(interaction, _rendered(screen))
        case "board", str(game) if game in services.games:
            screen = _leaderboard(services, interaction, game, alone=False)
            await services.answers.post(interaction, _rendered(screen))
        case "game", None:
            chosen = chosen_first(interaction)
            if chosen not in services.games:
                raise UnknownOption

            async def render(_: object) -> Rendered:
                return await _rendered(_leaderboard(services, interaction, chosen, alone=True))

            async with services.answers.answering(interaction) as answer:
                await answer.show(render)
        case _:
            raise UnknownOption


async def _statistics(
    services: Services, interaction: discord.Interaction, user_id: int, name: str, *, alone: bool
) -> Screen:
    standings = await services.store.standings(_server(interaction), user_id=user_id)
    known = [standing for standing in standings if standing.game in services.games]
    shown, words = statistics(name, known), services.answers.words(interaction)
    picture = await _picture(services, interaction, shown, words) if shown.games else None
    own = alone and user_id == interaction.user.id
    seen = own or await _shows_accuracy(services, user_id)
    reviews = await services.reviewing.latest(user_id) if seen else {}
    share = user_id if alone else None
    return screens.statistics(shown, words, picture, share, reviews, own=own)


async def _shows_accuracy(services: Services, user_id: int) -> bool:
    person = await services.people.find(user_id)
    return person is not None and person.shows_accuracy


async def _leaderboard(
    services: Services, interaction: discord.Interaction, game: str | None, *, alone: bool
) -> Screen:
    standings = await services.store.standings(_server(interaction))
    played = [name for name in most_played(standings) if name in services.games]
    game = game or next(iter(played or services.games))
    of_game = [standing for standing in standings if standing.game == game]
    names = {}
    for user_id in {standing.user_id for standing in of_game}:
        person = await services.people.find(user_id)
        if person is not None:
            names[user_id] = plain(person.name)
    shown, words = leaderboard(game, of_game, names), services.answers.words(interaction)
    picture = await _picture(services, interaction, shown, words) if shown.ranked else None
    games = sorted({game, *played}, key=list(services.games).index)
    return screens.leaderboard(shown, words, picture, games if alone else ())


async def _picture(
    services: Services,
    interaction: discord.Interaction,
    shown: Statistics | Leaderboard,
    words: Words,
) -> Picture | None:
    """None where somebody wants words, and where it couldn't be drawn: the words say it all."""
    person = await services.people.find(interaction.user.id)
    if person is not None and person.in_words:
        return None
    try:
        return await services.drawing.records(shown, words)
    except Exception:  # noqa: BLE001 - a broken picture must not cost the words
        _log.exception("drawing failed", picture="records")
        return None


async def _name(services: Services, interaction: discord.Interaction, user_id: int) -> str:
    if user_id == interaction.user.id:
        return plain(interaction.user.display_name)
    person = await services.people.find(user_id)
    return "?" if person is None else plain(person.name)


async def _rendered(screen: Coroutine[None, None, Screen]) -> Rendered:
    shown = await screen
    return Rendered(shown, Look(digest(shown), None, 0))


def _server(interaction: discord.Interaction) -> int:
    if interaction.guild_id is None:
        raise ServerOnly
    return interaction.guild_id


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    bot.tree.add_command(stats(bot.services))
    bot.tree.add_command(best(bot.services))
