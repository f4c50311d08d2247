"""How people have played in a server, and who plays best."""

from __future__ import annotations

from collections.abc import Coroutine

import discord
import structlog
from discord import app_commands

from bot.delivery.drawing.drawing import Urgency
from bot.delivery.drawing.orders import Page
from bot.delivery.known.posts import Look, digest
from bot.delivery.rendering.rendering import Rendered
from bot.people import leaderboard, most_played, plain, statistics
from bot.running.commands import Command, called, choices_of, with_options
from bot.running.services import Services
from bot.screens import people as screens
from bot.screens.custom_ids import Record, chosen_first, number
from bot.screens.screen import Screen
from bot.sessions.refusals import ServerOnly, UnknownOption
from cogs.presses import Context, Interaction, handles
from images.pictures import Picture
from images.records import Leaderboard, Statistics
from images.words import Words

_log = structlog.get_logger(__name__)


@app_commands.command(**called("stats"))
@with_options("stats", "player")
@app_commands.guild_only()
async def stats(interaction: Interaction, player: discord.User | None = None) -> None:
    """Show the statistics to whoever asks, with a way to show them everybody."""
    who = player or interaction.user
    if not isinstance(who, discord.abc.User):  # an id that Discord said nothing of
        raise UnknownOption
    ctx = Context(interaction)
    screen = _statistics(ctx, who.id, plain(who.display_name), alone=True)
    await ctx.post(_rendered(screen), alone=True)


def best(services: Services) -> Command:
    """`/leaderboard`, with a choice of the games that are there."""

    @app_commands.command(**called("leaderboard"))
    @with_options("leaderboard", "game")
    @app_commands.choices(game=choices_of(services.games, services.languages))
    @app_commands.guild_only()
    async def leaderboard(
        interaction: Interaction, game: app_commands.Choice[str] | None = None
    ) -> None:
        """Show who plays best to whoever asks, with a way to show everybody."""
        ctx = Context(interaction)
        screen = _leaderboard(ctx, None if game is None else game.value, alone=True)
        await ctx.post(_rendered(screen), alone=True)

    return leaderboard


@handles(Record)
async def pressed(ctx: Context, press: Record) -> None:
    """Show everybody, or another game."""
    match press.what, press.value:
        case "stats", str(user) if (user_id := number(user)) is not None:
            own = user_id == ctx.user_id
            name = plain(ctx.interaction.user.display_name) if own else None
            screen = _statistics(ctx, user_id, name, alone=False)
            await ctx.post(_rendered(screen))
        case "board", str(game) if game in ctx.services.games:
            screen = _leaderboard(ctx, game, alone=False)
            await ctx.post(_rendered(screen))
        case "game", None:
            chosen = chosen_first(ctx.interaction)
            if chosen not in ctx.services.games:
                raise UnknownOption
            await ctx.render(lambda _: _rendered(_leaderboard(ctx, chosen, alone=True)))
        case _:
            raise UnknownOption


async def _statistics(ctx: Context, user_id: int, name: str | None, *, alone: bool) -> Screen:
    """`name` as it is now; None: as it is stored, of those who have played in this server."""
    standings = await ctx.services.store.standings(_server(ctx), user_id=user_id)
    known = [standing for standing in standings if standing.game in ctx.services.games]
    person = await ctx.services.people.find(user_id)
    if name is None:
        name = plain(person.name) if person is not None and standings else "?"
    shown, words = statistics(name, known), ctx.words
    picture = await _picture(ctx, shown, words) if shown.games else None
    own = alone and user_id == ctx.user_id
    seen = own or (person is not None and person.shows_accuracy)
    reviews = await ctx.services.reviewing.latest(user_id) if seen else {}
    reviews = {game: found for game, found in reviews.items() if game in ctx.services.games}
    share = user_id if alone else None
    return screens.statistics(shown, words, picture, share, reviews, own=own)


async def _leaderboard(ctx: Context, game: str | None, *, alone: bool) -> Screen:
    standings = await ctx.services.store.standings(_server(ctx))
    played = [name for name in most_played(standings) if name in ctx.services.games]
    game = game or next(iter(played or ctx.services.games))
    of_game = [standing for standing in standings if standing.game == game]
    names = {}
    for user_id in {standing.user_id for standing in of_game}:
        person = await ctx.services.people.find(user_id)
        if person is not None:
            names[user_id] = plain(person.name)
    shown, words = leaderboard(game, of_game, names), ctx.words
    picture = await _picture(ctx, shown, words) if shown.ranked else None
    games = sorted({game, *played}, key=list(ctx.services.games).index)
    return screens.leaderboard(shown, words, picture, games if alone else ())


async def _picture(ctx: Context, shown: Statistics | Leaderboard, words: Words) -> Picture | None:
    """None where somebody wants words, and where it couldn't be drawn: the words say it all."""
    person = await ctx.services.people.find(ctx.user_id)
    if person is not None and person.in_words:
        return None
    try:
        return await ctx.services.drawing.draw(Page(shown, words), Urgency.ANSWER)
    except Exception:  # noqa: BLE001 - a broken picture must not cost the words
        _log.exception("drawing failed", picture="records")
        return None


async def _rendered(screen: Coroutine[None, None, Screen]) -> Rendered:
    shown = await screen
    return Rendered(shown, Look(digest(shown), None, 0))


def _server(ctx: Context) -> int:
    if ctx.interaction.guild_id is None:
        raise ServerOnly
    return ctx.interaction.guild_id
