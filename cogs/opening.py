"""Opening a table: in the channel, or in a thread of its own where the channel is busy."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.custom_ids.seats import Action, Lobby
from bot.delivery.calling.acknowledging import deferred
from bot.screens import opening as screens
from bot.services import Services
from bot.sessions import lobby_rights
from bot.sessions.refusals import ChannelBusy, TableMoved, UnknownOption
from bot.sessions.seating import seat_of
from bot.sessions.servers import check_channel, check_threads, speed_of
from bot.store.records.people import Person, Server
from bot.store.records.seats import Seat
from bot.store.records.sessions import Session
from engine.text import text

IN_THREAD = "thread"


async def open_lobby(services: Services, interaction: discord.Interaction, game: str) -> None:
    """Open a lobby as the answer to a command, or show the ways where the channel is busy."""
    if interaction.channel_id is None:
        return
    server = await check_wanted(services, interaction)
    person = await services.people.seen(interaction)
    if server.threads == "always" and services.threads.room(interaction.channel_id) is not None:
        record = await _fresh_thread(services, interaction, server, game)
        await welcome(services, interaction, person, record.id)
        return
    try:
        with services.delivery.boards.answering.under_way(interaction.channel_id):
            record = await _fresh(services, interaction, server, game, interaction.channel_id)
            await _show(services, interaction, record)
    except ChannelBusy as busy:
        way = Lobby(busy.session.id, Action.THREAD, game)
        await _show_ways(services, interaction, server, busy, way)
        return
    await welcome(services, interaction, person, record.id)


async def in_thread(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Open a lobby in a thread beside a busy channel."""
    game = services.games.get(press.value or "")
    if game is None:
        raise UnknownOption
    server = await check_wanted(services, interaction)
    check_threads(server)
    person = await services.people.seen(interaction)
    record = await _fresh_thread(services, interaction, server, game.name)
    await welcome(services, interaction, person, record.id)


async def again(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Open a lobby for the people of a game that has ended."""
    if interaction.channel_id is None:
        return
    server = await check_wanted(services, interaction)
    person = await services.people.seen(interaction)
    before = (await services.sessions.table(press.session)).record
    host = seat(interaction)

    async def create(thread_id: int) -> Session:
        return await services.lobbies.open_again(before.id, host, thread_id, own_thread=True)

    if press.value == IN_THREAD:
        check_threads(server)
        record = await _in_thread(services, interaction, before.game, before.locale, create)
        await services.letters.keep(record, host.name, interaction.id)
    else:
        own_thread = services.threads.is_own(interaction.channel)
        with services.delivery.boards.answering.under_way(interaction.channel_id):
            try:
                record = await services.lobbies.open_again(
                    before.id, host, interaction.channel_id, own_thread=own_thread
                )
            except ChannelBusy as busy:
                waits = busy.session.status == "lobby"
                if waits and any(kept.user_id == person.user_id for kept in busy.session.kept):
                    await _join_instead(services, interaction, person, busy.session)
                else:
                    way = Lobby(before.id, Action.AGAIN, IN_THREAD)
                    await _show_ways(services, interaction, server, busy, way)
                return
            try:
                await _show(services, interaction, record)
            finally:
                await services.letters.keep(record, host.name, interaction.id)
    await welcome(services, interaction, person, record.id)


async def move(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Take a lobby from its channel to a thread there."""
    threads = services.threads
    before = (await services.sessions.table(press.session)).record
    moderator = interaction.permissions.manage_messages
    lobby_rights.managed(before, interaction.user.id, moderator=moderator)
    if before.own_thread:
        raise TableMoved(before)
    check_threads(await services.store.server(before.guild_id))
    host = seat_of(before, before.host_id)
    name = "" if host is None else host.name
    with threads.opening(before.id):
        await deferred(interaction)
        room = threads.room(before.channel_id)
        thread_id = await threads.open(room, before.game, name, before.locale)
        try:
            table = await services.delivery.move(before.id, thread_id, own_thread=True)
        except BaseException:
            await threads.give_up(thread_id)
            raise
        words = services.answers.words(interaction)
        await services.answers.replace(interaction, screens.opened(table.record, words))
    words = services.languages.words(services.languages.pick(before.locale))
    left = screens.opened(table.record, words)
    await threads.leave(before.channel_id, before.board_message_id, left)


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


async def _join_instead(
    services: Services, interaction: discord.Interaction, person: Person, opened: Session
) -> None:
    """Take the kept seat of somebody who wants to play again, after another one has opened."""
    record = await services.lobbies.join(opened.id, seat(interaction))
    words = services.answers.words(interaction)
    await services.answers.show(interaction, screens.joined(record, words))
    await welcome(services, interaction, person, record.id)


async def _fresh(
    services: Services,
    interaction: discord.Interaction,
    server: Server,
    game: str,
    channel_id: int,
) -> Session:
    here = channel_id == interaction.channel_id
    return await services.lobbies.open(
        game,
        guild_id=interaction.guild_id,
        channel_id=channel_id,
        locale=_locale(interaction, server),
        host=seat(interaction),
        own_thread=not here or services.threads.is_own(interaction.channel),
        speed=speed_of(server),
    )


async def _fresh_thread(
    services: Services, interaction: discord.Interaction, server: Server, game: str
) -> Session:
    async def create(thread_id: int) -> Session:
        return await _fresh(services, interaction, server, game, thread_id)

    return await _in_thread(services, interaction, game, _locale(interaction, server), create)


def _locale(interaction: discord.Interaction, server: Server) -> str:
    return server.locale or interaction.locale.value


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
    pressed = None if interaction.message is None else interaction.message.id
    with threads.opening(pressed):
        await deferred(interaction)
        room = threads.room_beside(interaction.channel_id or 0)
        host = interaction.user.display_name
        thread_id = await threads.open(room, game, host, locale)
        try:
            record = await create(thread_id)
        except BaseException:
            await threads.give_up(thread_id)
            raise
        await services.sessions.opened(record.id)
        words = services.answers.words(interaction)
        await services.answers.replace(interaction, screens.opened(record, words))
    return record
