"""Looking back at games that are over: `/replay` and the presses on a replay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.rendering.pages import Looking
from bot.delivery.rendering.renderer import Reader
from bot.delivery.rendering.rendering import Rendering
from bot.people import direct_channel, voices
from bot.running.client import Guildhall
from bot.running.commands import called, with_options
from bot.running.services import Services
from bot.screens import reading
from bot.screens.custom_ids import PUBLIC, Replaying, Reviewing, Trying, chosen_first
from bot.screens.play import trying
from bot.screens.replay import SCRIPT, TEXT, saved, text_page
from bot.screens.review import explained
from bot.sessions.over.replays import Replay
from bot.sessions.play.lobby import Opener
from bot.sessions.refusals import ChannelBusy, NoReplay, NotPlaying, NotToBeSaved, UnknownOption
from bot.sessions.table.table import Table
from bot.store.records.sessions import PastGame
from bot.thinking.computers import NAMES
from cogs.looks import could_see, reader_of
from cogs.opening import begun, begun_elsewhere, seat
from cogs.presses import handles

OFFERED = 25
"""Games that a completion may offer."""
LOOKED_THROUGH = 300
"""Games of the latest among which a completion looks."""
_LEAFING = ("first", "back", "on", "last", "round", "hand")


class Replays(commands.Cog):
    """The command that shows a game again."""

    def __init__(self, bot: Guildhall) -> None:
        self.services = bot.services

    @app_commands.command(**called("replay"))
    @with_options("replay", "game")
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def replay(self, interaction: discord.Interaction, game: str) -> None:
        """Show a game of one's own, or of this server, from its beginning."""
        # What was typed instead of chosen may be anything.
        offered = await _offered(self.services, interaction)
        chosen = [one for one in offered if str(one.id) == game]
        if not chosen:
            chosen = [one for one, _ in _fitting(self.services, interaction, offered, str(game))]
        if len(chosen) != 1:
            raise NoReplay(len(chosen))
        await _open(self.services, interaction, Replaying(chosen[0].id, "open", 0, None))

    @replay.autocomplete("game")
    async def games(
        self, interaction: discord.Interaction, typed: str
    ) -> list[app_commands.Choice[str]]:
        """The latest games whose names, players or days have what was typed."""
        offered = await _offered(self.services, interaction)
        fitting = _fitting(self.services, interaction, offered, typed)
        found = [app_commands.Choice(name=line, value=str(one.id)) for one, line in fitting]
        return found[:OFFERED]


def _fitting(
    services: Services, interaction: discord.Interaction, offered: Iterable[PastGame], typed: str
) -> Iterator[tuple[PastGame, str]]:
    """The games in whose line all that was typed stands, each with its line."""
    wanted, words = typed.casefold().split(), services.answers.words(interaction)
    for one in offered:
        line = reading.games_ended(one, words, installed=one.game in services.games)
        if all(word in line.casefold() for word in wanted):
            yield one, line


@handles(Reviewing)
async def review(services: Services, interaction: discord.Interaction, press: Reviewing) -> None:
    """Show one's own review of a game, or a part of it."""
    reviews, session = services.reviews, press.session
    match press.what:
        case "open":
            await reviews.open(interaction, session, await reader_of(services, interaction))
        case "tell":
            await reviews.tell(interaction, session, await reader_of(services, interaction))
        case "back":
            await reviews.back(interaction, session, await reader_of(services, interaction))
        case "turn":
            reader = await reader_of(services, interaction)
            await reviews.turn(interaction, session, press.number, reader)
        case "whole":
            reader = await reader_of(services, interaction)
            await reviews.whole(interaction, session, press.number, reader)
        case "help":
            screen = explained(services.answers.words(interaction))
            await services.answers.show(interaction, screen)
        case "share" | "post":
            await reviews.share(interaction, session, posted=press.what == "post")
        case _:
            raise UnknownOption


@handles(Trying)
async def try_it(services: Services, interaction: discord.Interaction, press: Trying) -> None:
    """Begin a turning point as a table in the direct messages of whoever presses."""
    words = services.answers.words(interaction)
    before, own, tried = await services.reviews.moment(interaction, press)

    async def instead(channel_id: int) -> Table:
        opener = Opener(seat(interaction), channel_id, interaction.locale.value)
        begin = partial(services.lobbies.try_out, before, own, tried, opener, NAMES)
        try:
            return await begin()
        except ChannelBusy as busy:
            if press.what == "begin" or busy.session.tried is None:
                raise
            with suppress(NotPlaying):  # it has ended meanwhile
                await services.sessions.abandon(busy.session.id)
            return await begin()

    try:
        direct = direct_channel(interaction)
        if direct is None:
            record = await begun_elsewhere(services, interaction, instead)
            await services.answers.show(interaction, trying.elsewhere(record, words))
        else:
            person, table = await services.people.seen(interaction), await instead(direct)
            await begun(services, interaction, person, table.record.id)
    except ChannelBusy as busy:
        await services.answers.show(interaction, trying.busy(busy.session, press, words))


@handles(Replaying)
async def pressed(services: Services, interaction: discord.Interaction, press: Replaying) -> None:
    """Carry out a press on a replay, or under a result."""
    match press.way:
        case "open":
            await _open(services, interaction, press)
        case "film":
            await _film(services, interaction, press)
        case "save":
            await _save(services, interaction, press)
        case way if way.startswith((TEXT, SCRIPT)):
            await _in_words(services, interaction, press)
        case way if way in _LEAFING:
            await _leaf(services, interaction, press)
        case _:
            raise UnknownOption


async def _open(services: Services, interaction: discord.Interaction, press: Replaying) -> None:
    rendering = await _rendering(services, interaction, press)
    await services.answers.post(interaction, rendering.newest(None), rendering.anew, alone=True)


async def _leaf(services: Services, interaction: discord.Interaction, press: Replaying) -> None:
    rendering = await _rendering(services, interaction, _chosen(interaction, press))
    async with services.answers.answering(interaction) as answer:
        await answer.show(rendering.newest, rendering.anew)


async def _rendering(
    services: Services, interaction: discord.Interaction, press: Replaying
) -> Rendering:
    replay = await services.replays.of(press.session)
    reader = await reader_of(services, interaction)
    return services.replaying.rendering(_looking(replay, press, reader))


async def _film(services: Services, interaction: discord.Interaction, press: Replaying) -> None:
    """The whole game as one picture, or what it says to whoever reads words instead."""
    if (await reader_of(services, interaction)).in_words:
        await _in_words(services, interaction, replace(press, way=SCRIPT))
    else:
        await services.films.begin(interaction, press)


async def _in_words(services: Services, interaction: discord.Interaction, press: Replaying) -> None:
    """A step or a film in words: the first page in a new message, where others are turned to."""
    kind = SCRIPT if press.way.startswith(SCRIPT) else TEXT
    page = press.way.removeprefix(kind)
    if page and not (page.isascii() and page.isdecimal() and len(page) < 3):
        raise UnknownOption
    replay = await services.replays.of(press.session)
    looking = _looking(replay, press, Reader(interaction.locale.value))
    told = services.replaying.script if kind == SCRIPT else services.replaying.in_words
    words = services.answers.words(interaction, replay.record)
    turned = partial(text_page, kind, press.session, looking.at, looking.seat)
    screen = reading.paged(replay.record.game, told(looking), words, turned, int(page or 0))
    if page:
        await services.answers.replace(interaction, screen)
    else:
        await services.answers.show(interaction, screen)


async def _save(services: Services, interaction: discord.Interaction, press: Replaying) -> None:
    """The game as a file: it has every hand, and is for those who may know."""
    replay = await services.replays.of(press.session)
    record = replay.record
    knew = {one.user_id for one in record.seats} | {gone.user_id for gone in record.departed}
    if not (interaction.user.id in knew or replay.open):
        raise NotToBeSaved
    language = services.languages.pick(interaction.locale.value)
    plain = voices(services.languages, language, record).picture
    name, data = await services.replays.save(press.session, plain)
    screen = saved(name, data, services.answers.words(interaction))
    await services.answers.show(interaction, screen)


def _chosen(interaction: discord.Interaction, press: Replaying) -> Replaying:
    """The press with what its select has chosen."""
    value = chosen_first(interaction)
    number = int(value) if value.isascii() and value.isdecimal() and len(value) < 9 else None
    match press.way:
        case "round" if number is not None:
            return replace(press, step=number)
        case "hand" if number is not None or value == PUBLIC:
            return replace(press, seat=number)
        case "round" | "hand":
            raise UnknownOption
    return press


def _looking(replay: Replay, press: Replaying, reader: Reader) -> Looking:
    """What is to be seen; raises UnknownOption for a hand that may not be."""
    seat = press.seat
    if seat is not None and not (replay.open and seat < len(replay.record.seats)):
        raise UnknownOption
    return Looking(replay, min(press.step, replay.last), seat, reader)


async def _offered(services: Services, interaction: discord.Interaction) -> list[PastGame]:
    """The latest games that somebody may see again here."""
    user_id, guild_id = interaction.user.id, interaction.guild_id
    archived = services.archived_threads
    return [
        one
        for one in await services.store.ended_for(user_id, guild_id, LOOKED_THROUGH)
        if one.own or could_see(interaction, one.guild_id, one.channel_id, archived)
    ]


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    await bot.add_cog(Replays(bot))
