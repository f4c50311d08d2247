"""Opening a table: in the channel, or in a thread of its own where the channel is busy."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial

import discord

from bot.delivery.calling.answers import deferred, thinking
from bot.delivery.calling.permissions import missing, timed_out
from bot.delivery.kept.kept import Whose
from bot.delivery.wire.faults import FAILURES
from bot.people import direct_channel
from bot.running.services import Services
from bot.screens import managing as screens
from bot.screens.custom_ids import Action, Lobby
from bot.screens.parts import date
from bot.screens.play import guiding
from bot.sessions import seating
from bot.sessions.play.lobby import Opener
from bot.sessions.refusals import (
    ChannelBusy,
    InTimeOut,
    NoDirectMessages,
    NoPermission,
    ServerOnly,
    TableMoved,
    UnknownOption,
)
from bot.sessions.seating import seat_of
from bot.sessions.servers import check_channel, check_threads, speed_of
from bot.sessions.table.table import Table
from bot.store.records.people import Person, Server
from bot.store.records.play import Seat
from bot.store.records.sessions import Session
from bot.thinking.computers import NAMES
from cogs.presses import moderates
from engine.text import text

FROM_ELSEWHERE = (Action.AGAIN, Action.OPEN, Action.THREAD)
"""What is pressed at a lobby that needn't be in that channel."""
IN_THREAD = "thread"


async def open_lobby(services: Services, interaction: discord.Interaction, game: str) -> None:
    """Open a lobby as the answer to a command, or show the ways where the channel is busy."""
    channel_id = interaction.channel_id
    if channel_id is None:
        return
    server = await check_wanted(services, interaction)
    person = await services.people.seen(interaction)
    fresh = _Fresh(services, interaction, server, game)
    if server.threads == "always" and services.threads.room(channel_id) is not None:
        record = await _in_thread(services, interaction, game, fresh.locale, fresh.open)
    else:
        try:
            with services.delivery.boards.answering.under_way(channel_id):
                record = await fresh.open(channel_id)
                await _show(services, interaction, record)
        except ChannelBusy as busy:
            way = Lobby(busy.session.id, Action.THREAD, game)
            await _show_ways(services, interaction, server, busy, way)
            return
    await welcome(services, interaction, person, record.id)


async def open_here(services: Services, interaction: discord.Interaction, game: str) -> None:
    """Open a lobby as the answer; in direct messages begin against computers."""
    if game not in services.games:
        raise UnknownOption
    if (direct := direct_channel(interaction)) is not None:
        await _alone(services, interaction, game, direct)
        return
    check_permissions(interaction)
    await open_lobby(services, interaction, game)


async def open_beside(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """The same as the answer to a press, beside the pressed message."""
    await open_here(services, interaction, press.value or "")


async def _alone(
    services: Services,
    interaction: discord.Interaction,
    game: str,
    channel_id: int,
    before: int | None = None,
) -> None:
    """Begin against computers in the direct messages where it was asked for."""
    person = await services.people.seen(interaction)
    try:
        opener = Opener(seat(interaction), channel_id, interaction.locale.value)
        table = await services.lobbies.alone(game, opener, NAMES, before)
    except ChannelBusy as busy:
        words = services.answers.words(interaction)
        await services.answers.show(interaction, guiding.busy(busy.session, game, words))
        return
    await begun(services, interaction, person, table.record.id)


async def begun(
    services: Services, interaction: discord.Interaction, person: Person, session_id: int
) -> None:
    """Answer with the board of what has begun, and bring the person's hand."""
    try:
        await services.pressed.bring_board(interaction, session_id)
        await welcome(services, interaction, person, session_id)
    finally:
        await services.sessions.opened(session_id)


async def begun_elsewhere(
    services: Services, interaction: discord.Interaction, begin: Callable[[int], Awaitable[Table]]
) -> Session:
    """Begin in the direct messages of whoever asks, from another channel; `begin` is given theirs.

    Raises NoDirectMessages, and what that does.
    """
    person = await services.people.seen(interaction)
    await thinking(interaction, alone=True)
    try:
        channel_id = await services.direct_channels.of(person.user_id, pressed=True)
    except FAILURES as error:
        raise NoDirectMessages from error
    session_id = (await begin(channel_id)).record.id
    boards = services.delivery.boards
    boards.ask(Whose(session_id))
    await boards.first(Whose(session_id))
    person = await services.delivery.hands.welcome(person, session_id, interaction.id)
    if not services.delivery.hands.reaches(session_id, person):
        await services.sessions.abandon(session_id)
        raise NoDirectMessages
    await services.sessions.opened(session_id)
    return (await services.sessions.table(session_id)).record


async def in_thread(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Open a lobby in a thread beside a busy channel."""
    game = press.value or ""
    if game not in services.games:
        raise UnknownOption
    server = await check_wanted(services, interaction)
    check_threads(server)
    person = await services.people.seen(interaction)
    fresh = _Fresh(services, interaction, server, game)
    record = await _in_thread(services, interaction, game, fresh.locale, fresh.open)
    await welcome(services, interaction, person, record.id)


async def again(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Open a lobby for the people of a game that has ended."""
    channel_id = interaction.channel_id
    if channel_id is None:
        return
    before = (await services.sessions.table(press.session)).record
    direct = direct_channel(interaction)
    if (direct is None) == (before.guild_id is None):
        raise ServerOnly
    if direct is not None:
        await _alone(services, interaction, before.game, direct, before.id)
        return
    server = await check_wanted(services, interaction)
    person = await services.people.seen(interaction)
    host, lobbies = seat(interaction), services.lobbies
    if press.value == IN_THREAD:
        check_threads(server)
        open_again = partial(lobbies.open_again, before.id, host, own_thread=True)
        record = await _in_thread(services, interaction, before.game, before.locale, open_again)
        await services.delivery.offers.keep(record, host.name, interaction.id)
    else:
        own_thread = services.threads.is_own(interaction.channel)
        with services.delivery.boards.answering.under_way(channel_id):
            try:
                record, new = await lobbies.join_again(
                    before.id, host, channel_id, own_thread=own_thread
                )
            except ChannelBusy as busy:
                way = Lobby(before.id, Action.AGAIN, IN_THREAD)
                await _show_ways(services, interaction, server, busy, way)
                return
            if new:
                try:
                    await _show(services, interaction, record)
                finally:
                    await services.delivery.offers.keep(record, host.name, interaction.id)
            else:
                words = services.answers.words(interaction)
                await services.answers.show(interaction, screens.joined(record, words))
    await welcome(services, interaction, person, record.id)


async def move(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Take a lobby from its channel to a thread there."""
    threads, before = services.threads, (await services.sessions.table(press.session)).record
    seating.managed(before, interaction.user.id, moderator=moderates(interaction))
    if before.own_thread:
        raise TableMoved(before)
    check_threads(await services.store.server(before.guild_id))
    host = seat_of(before, before.host_id)
    with threads.opening(before.id):
        await deferred(interaction)
        table = await threads.open(
            threads.room(before.channel_id),
            partial(services.delivery.move, before.id, own_thread=True),
            game=before.game,
            host="" if host is None else host.name,
            locale=before.locale,
        )
        words = services.answers.words(interaction)
        await services.answers.replace(interaction, screens.opened(table.record, words))
    words = services.languages.words(services.languages.pick(before.locale))
    left = screens.opened(table.record, words)
    await threads.leave(before.channel_id, before.board_message_id, left)


def check_permissions(interaction: discord.Interaction) -> None:
    """Raise unless a game can be shown here: ServerOnly, InTimeOut, NoPermission."""
    if interaction.guild_id is None or not interaction.channel_id:
        raise ServerOnly
    me = None if interaction.guild is None else interaction.guild.me
    until = timed_out(me, interaction.created_at.timestamp())
    if until is not None:
        raise InTimeOut(date(until))
    thread = isinstance(interaction.channel, discord.Thread)
    lacking = missing(interaction.app_permissions, thread=thread)
    if lacking:
        raise NoPermission(lacking)


async def check_wanted(services: Services, interaction: discord.Interaction) -> Server:
    """The server's settings; raises ChannelNotWanted where it wants no games."""
    server, channel = await services.store.server(interaction.guild_id), interaction.channel
    place = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    check_channel(server, place or 0)
    return server


async def welcome(
    services: Services, interaction: discord.Interaction, person: Person, session_id: int
) -> None:
    """Open the person's direct messages; say kindly if that can't be done."""
    person = await services.delivery.hands.welcome(person, session_id, interaction.id)
    if not services.delivery.hands.reaches(session_id, person):
        said = text("hand.dm_later" if person.dm_open else "hand.dm_closed")
        await services.answers.notice(interaction, said)


def seat(interaction: discord.Interaction) -> Seat:
    """A seat for whoever pressed or typed."""
    return Seat(0, interaction.user.id, interaction.user.display_name, None, None)


@dataclass(frozen=True, slots=True)
class _Fresh:
    """A lobby that is yet to be opened."""

    services: Services
    interaction: discord.Interaction
    server: Server
    game: str

    @property
    def locale(self) -> str:
        """Of the table."""
        return self.server.locale or self.interaction.locale.value

    async def open(self, channel_id: int) -> Session:
        """Open it in this channel; raises ChannelBusy."""
        interaction, services = self.interaction, self.services
        here = channel_id == interaction.channel_id
        return await services.lobbies.open(
            self.game,
            Opener(seat(interaction), channel_id, self.locale, interaction.guild_id),
            own_thread=not here or services.threads.is_own(interaction.channel),
            speed=speed_of(self.server),
        )


async def _show(services: Services, interaction: discord.Interaction, record: Session) -> None:
    """Answer with the lobby; if that fails it is posted by the bot, for it is stored."""
    try:
        await services.pressed.bring_board(interaction, record.id)
    finally:
        await services.sessions.opened(record.id)


async def _show_ways(
    services: Services,
    interaction: discord.Interaction,
    server: Server,
    busy: ChannelBusy,
    thread: Lobby,
) -> None:
    never = server.threads == "never"
    room = None if never else services.threads.room_beside(interaction.channel_id or 0)
    lacking = () if room is None else services.threads.lacking(room)
    words = services.answers.words(interaction)
    screen = screens.busy(busy.session, words, None if room is None else thread, lacking)
    await services.answers.show(interaction, screen)


async def _in_thread(
    services: Services,
    interaction: discord.Interaction,
    game: str,
    locale: str,
    create: Callable[[int], Awaitable[Session]],
) -> Session:
    """A lobby in a new thread, the way to it as the answer to a press."""
    threads = services.threads
    with threads.opening(None if interaction.message is None else interaction.message.id):
        await deferred(interaction)
        record = await threads.open(
            threads.room_beside(interaction.channel_id or 0),
            create,
            game=game,
            host=interaction.user.display_name,
            locale=locale,
        )
        await services.sessions.opened(record.id)
        words = services.answers.words(interaction)
        await services.answers.replace(interaction, screens.opened(record, words))
    return record
