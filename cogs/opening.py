"""Opening a table: in the channel, in a thread of its own where that is busy; `/learn`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import discord
from discord import app_commands

from bot.delivery.calling.answers import deferred, thinking
from bot.delivery.calling.channels import missing, timed_out
from bot.delivery.kept.kept import Whose
from bot.delivery.wire.caution import hears_of
from bot.delivery.wire.faults import FAILURES
from bot.running.commands import Command, anywhere, called, choices_of, said, with_options
from bot.running.services import Services
from bot.screens import lobby as screens
from bot.screens.custom_ids import Action, Learn, Lobby
from bot.screens.parts import date
from bot.screens.play import guiding
from bot.sessions import holding, refusals
from bot.sessions.holding import seat_of
from bot.sessions.play.lobby import Opener
from bot.sessions.servers import check_channel, check_threads, speed_of
from bot.sessions.table.table import Table
from bot.store.records.people import Person, Server
from bot.store.records.sessions import Session
from bot.thinking.computers import NAMES
from cogs.presses import Context, Interaction, handles
from engine.text import text

FROM_ELSEWHERE = (Action.AGAIN, Action.OPEN, Action.THREAD)
"""What is pressed at a lobby that needn't be in that channel."""
IN_THREAD = "thread"


async def open_here(ctx: Context, game: str) -> None:
    """Open a lobby as the answer, or show the ways where the channel is busy.

    In direct messages begin against computers.
    """
    if game not in ctx.services.games:
        raise refusals.UnknownOption
    if ctx.direct is not None:
        await _alone(ctx, game, ctx.direct)
        return
    check_permissions(ctx)
    channel_id = ctx.channel_id
    server = await check_wanted(ctx)
    person = await ctx.person()
    if server.threads == "always" and ctx.services.threads.room(channel_id) is not None:
        record = await _open_in_thread(ctx, server, game)
    else:
        try:
            with ctx.services.delivery.boards.answering.under_way(channel_id):
                record = await _open(ctx, server, game, channel_id)
                await _show(ctx, record)
        except refusals.ChannelBusy as busy:
            way = Lobby(busy.session.id, Action.THREAD, game)
            await _show_ways(ctx, server, busy, way)
            return
    await welcome(ctx, person, record.id)


async def open_beside(ctx: Context, press: Lobby) -> None:
    """The same as the answer to a press, beside the pressed message."""
    await open_here(ctx, press.value or "")


async def _alone(ctx: Context, game: str, channel_id: int, before: int | None = None) -> None:
    """Begin against computers in the direct messages where it was asked for."""
    opener = Opener(ctx.seat, channel_id, ctx.interaction.locale.value)
    await _begin(ctx, game, partial(ctx.services.lobbies.alone, game, opener, NAMES, before))


async def _begin(ctx: Context, game: str, begin: Callable[[], Awaitable[Table]]) -> None:
    """Begin where it was asked for, or show what is played there already."""
    person = await ctx.person()
    try:
        table = await begin()
    except refusals.ChannelBusy as busy:
        await ctx.show(guiding.busy(busy.session, game, ctx.words))
        return
    await begun(ctx, person, table.record.id)


async def begun(ctx: Context, person: Person, session_id: int) -> None:
    """Answer with the board of what has begun, and bring the person's hand."""
    try:
        await ctx.services.pressed.bring_board(ctx.interaction, session_id)
        await welcome(ctx, person, session_id)
    finally:
        await ctx.services.sessions.opened(session_id)


async def begun_elsewhere(ctx: Context, begin: Callable[[int], Awaitable[Table]]) -> Session:
    """Begin in the direct messages of whoever asks, from another channel; `begin` is given theirs.

    Raises NoDirectMessages, and what that does.
    """
    person = await ctx.person()
    await thinking(ctx.interaction, alone=True)
    try:
        channel_id = await ctx.services.direct_channels.of(person.user_id, pressed=True)
    except FAILURES as error:
        raise refusals.NoDirectMessages from error
    session_id = (await begin(channel_id)).record.id
    boards, hands = ctx.services.delivery.boards, ctx.services.delivery.hands
    try:
        boards.ask(Whose(session_id))
        await boards.first(Whose(session_id))
        person = await hands.welcome(person, session_id, ctx.interaction.id)
        if not hands.reaches(session_id, person):
            await ctx.services.sessions.abandon(session_id)
            raise refusals.NoDirectMessages
    finally:
        await ctx.services.sessions.opened(session_id)
    return (await ctx.table(session_id)).record


async def in_thread(ctx: Context, press: Lobby) -> None:
    """Open a lobby in a thread beside a busy channel."""
    game = press.value or ""
    if game not in ctx.services.games:
        raise refusals.UnknownOption
    server = await check_wanted(ctx)
    check_threads(server)
    person = await ctx.person()
    record = await _open_in_thread(ctx, server, game)
    await welcome(ctx, person, record.id)


async def again(ctx: Context, press: Lobby) -> None:
    """Open a lobby for the people of a game that has ended."""
    channel_id = ctx.interaction.channel_id
    if channel_id is None:
        return
    before = (await ctx.table(press.session)).record
    direct = ctx.direct
    if (direct is None) == (before.guild_id is None):
        raise refusals.ServerOnly
    if direct is not None:
        await _alone(ctx, before.game, direct, before.id)
        return
    server = await check_wanted(ctx)
    person = await ctx.person()
    host, lobbies = ctx.seat, ctx.services.lobbies
    if press.value == IN_THREAD:
        check_threads(server)
        open_again = partial(lobbies.open_again, before.id, host, own_thread=True)
        record = await _in_thread(ctx, before.game, before.locale, open_again)
        await ctx.services.delivery.offers.keep(record, host.name, ctx.interaction.id)
    else:
        own_thread = ctx.services.threads.is_own(ctx.interaction.channel)
        with ctx.services.delivery.boards.answering.under_way(channel_id):
            try:
                record, new = await lobbies.join_again(
                    before.id, host, channel_id, own_thread=own_thread
                )
            except refusals.ChannelBusy as busy:
                way = Lobby(before.id, Action.AGAIN, IN_THREAD)
                await _show_ways(ctx, server, busy, way)
                return
            if new:
                try:
                    await _show(ctx, record)
                finally:
                    await ctx.services.delivery.offers.keep(record, host.name, ctx.interaction.id)
            else:
                await ctx.show(screens.joined(record, ctx.words))
    await welcome(ctx, person, record.id)


async def move(ctx: Context, press: Lobby) -> None:
    """Take a lobby from its channel to a thread there."""
    threads, before = ctx.services.threads, (await ctx.table(press.session)).record
    holding.managed(before, ctx.user_id, moderator=ctx.moderates)
    if before.own_thread:
        raise refusals.TableMoved(before)
    check_threads(await ctx.services.store.server(before.guild_id))
    host = seat_of(before, before.host_id)
    with threads.opening(before.id):
        await deferred(ctx.interaction)
        table = await threads.open(
            threads.room(before.channel_id),
            partial(ctx.services.delivery.move, before.id, own_thread=True),
            game=before.game,
            host="" if host is None else host.name,
            locale=before.locale,
        )
        await ctx.replace(screens.opened(table.record, ctx.words))
    left = screens.opened(table.record, ctx.services.languages.words(before.locale))
    await threads.leave(before.channel_id, before.board_message_id, left)


def check_permissions(ctx: Context) -> None:
    """Raise unless a game can be shown here: ServerOnly, InTimeOut, NotInThread, NoPermission."""
    interaction = ctx.interaction
    if interaction.guild_id is None or not interaction.channel_id:
        raise refusals.ServerOnly
    me = None if interaction.guild is None else interaction.guild.me
    until = timed_out(me, interaction.created_at.timestamp())
    if until is not None:
        raise refusals.InTimeOut(until=date(until))
    thread = isinstance(interaction.channel, discord.Thread)
    if _is_outside(interaction):
        raise refusals.NotInThread
    lacking = missing(interaction.app_permissions, thread=thread)
    if lacking:
        raise refusals.NoPermission(lacking)


def _is_outside(interaction: Interaction) -> bool:
    """Whether this is a private thread that we can't see: what we may do below its channel says
    nothing of that, but we hear of each that we are in and that isn't archived."""
    thread, client = interaction.channel, interaction.client
    if not isinstance(thread, discord.Thread) or not thread.is_private() or thread.archived:
        return False
    return hears_of(client, interaction.guild_id) and client.get_channel(thread.id) is None


async def check_wanted(ctx: Context) -> Server:
    """The server's settings; raises ChannelNotWanted where it wants no games."""
    interaction, channel = ctx.interaction, ctx.interaction.channel
    server = await ctx.services.store.server(interaction.guild_id)
    place = channel.parent_id if isinstance(channel, discord.Thread) else interaction.channel_id
    check_channel(server, place or 0)
    return server


async def welcome(ctx: Context, person: Person, session_id: int) -> None:
    """Open the person's direct messages; say kindly if that can't be done."""
    person = await ctx.services.delivery.hands.welcome(person, session_id, ctx.interaction.id)
    if not ctx.services.delivery.hands.reaches(session_id, person):
        await ctx.tell(text("hand.dm_later" if person.dm_open else "hand.dm_closed"))


async def _open(ctx: Context, server: Server, game: str, channel_id: int) -> Session:
    """Open a lobby in this channel; raises ChannelBusy."""
    interaction, locale = ctx.interaction, _locale(ctx, server)
    here = channel_id == interaction.channel_id
    return await ctx.services.lobbies.open(
        game,
        Opener(ctx.seat, channel_id, locale, interaction.guild_id),
        own_thread=not here or ctx.services.threads.is_own(interaction.channel),
        speed=speed_of(server),
    )


def _locale(ctx: Context, server: Server) -> str:
    """A new table's."""
    return server.locale or ctx.interaction.locale.value


async def _open_in_thread(ctx: Context, server: Server, game: str) -> Session:
    return await _in_thread(ctx, game, _locale(ctx, server), partial(_open, ctx, server, game))


async def _show(ctx: Context, record: Session) -> None:
    """Answer with the lobby; if that fails it is posted by the bot, for it is stored."""
    try:
        await ctx.services.pressed.bring_board(ctx.interaction, record.id)
    finally:
        await ctx.services.sessions.opened(record.id)


async def _show_ways(
    ctx: Context, server: Server, busy: refusals.ChannelBusy, thread: Lobby
) -> None:
    never = server.threads == "never"
    room = None if never else ctx.services.threads.room_beside(ctx.channel_id)
    lacking = () if room is None else ctx.services.threads.lacking(room)
    await ctx.show(screens.busy(busy.session, ctx.words, None if room is None else thread, lacking))


async def _in_thread(
    ctx: Context, game: str, locale: str, create: Callable[[int], Awaitable[Session]]
) -> Session:
    """A lobby in a new thread, the way to it as the answer to a press."""
    threads = ctx.services.threads
    message = ctx.interaction.message
    with threads.opening(ctx.interaction.id if message is None else message.id):
        await deferred(ctx.interaction)
        record = await threads.open(
            threads.room_beside(ctx.channel_id),
            create,
            game=game,
            host=ctx.interaction.user.display_name,
            locale=locale,
        )
        await ctx.services.sessions.opened(record.id)
        await ctx.replace(screens.opened(record, ctx.words))
    return record


HERE: Final = "here"
ALONE: Final = "alone"


def learn(services: Services) -> Command:
    """`/learn`, with a choice of the games that have a lesson."""
    taught = [name for name in services.games if name in services.lessons]
    places = [
        app_commands.Choice(name=said(f"command.learn.where.{place}"), value=place)
        for place in (HERE, ALONE)
    ]

    @app_commands.command(**called("learn"))
    @with_options("learn", "game", "where")
    @app_commands.choices(game=choices_of(taught, services.languages), where=places)
    @anywhere
    async def learn(
        interaction: Interaction,
        game: app_commands.Choice[str],
        where: app_commands.Choice[str] | None = None,
    ) -> None:
        """Begin a lesson in this channel, or in direct messages alone."""
        ctx = Context(interaction)
        if interaction.guild_id is None or (where is not None and where.value == ALONE):
            await learn_alone(ctx, Learn(game.value))
        else:
            await _learn_here(ctx, game.value)

    return learn


@handles(Learn)
async def learn_alone(ctx: Context, press: Learn) -> None:
    """Begin a lesson in the direct messages of whoever asks, or say why that can't be."""
    game, words = press.game, ctx.words
    if game not in ctx.services.lessons:
        raise refusals.UnknownOption
    if ctx.direct is not None:
        await _learn_here(ctx, game)
        return
    try:
        record = await begun_elsewhere(ctx, partial(_lesson, ctx, game, None))
    except refusals.ChannelBusy as busy:
        await ctx.show(guiding.busy(busy.session, game, words))
    else:
        await ctx.lead(record, text("lesson.opened"))


async def _learn_here(ctx: Context, game: str) -> None:
    guild_id, channel_id = ctx.interaction.guild_id, ctx.interaction.channel_id
    if channel_id is None:
        return
    if guild_id is not None:
        check_permissions(ctx)
        await check_wanted(ctx)
    await _begin(ctx, game, partial(_lesson, ctx, game, guild_id, channel_id))


async def _lesson(ctx: Context, game: str, guild_id: int | None, channel_id: int) -> Table:
    opener = Opener(ctx.seat, channel_id, ctx.interaction.locale.value, guild_id)
    return await ctx.services.lobbies.learn(game, opener, NAMES)
