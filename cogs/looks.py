"""What only shows something: a hand, words, rules, a card; games in a list, and looking on."""

from __future__ import annotations

from contextlib import suppress
from functools import partial

import discord
from discord import app_commands

from bot.delivery.rendering.renderer import Reader
from bot.running.commands import anywhere, called
from bot.screens import reading, wording
from bot.screens.custom_ids import Browse, Listed, Show, Watch, chosen_first
from bot.screens.play import history as told
from bot.screens.play import ways
from bot.screens.replay import for_bg_stats
from bot.screens.screen import Screen
from bot.sessions.over.replays import bg_stats_play
from bot.sessions.refusals import NoSuchSession, UnknownOption, Unreadable
from bot.sessions.table.log import history
from bot.sessions.table.table import MOST_VALUES, Table
from bot.store.records.people import Person
from cogs.presses import Context, Interaction, handles, number_of
from images.words import Words

LOOKED_THROUGH = 100
"""Games of a server, the liveliest, among which some are offered."""


@app_commands.command(**called("games"))
@anywhere
async def games(interaction: Interaction) -> None:
    """The person's live sessions with links, those that wait for the person first.

    In a server, its other games too, to look on at.
    """
    ctx = Context(interaction)
    await ctx.person()
    await ctx.services.answers.show_in_time(interaction, _running(ctx))


async def _running(ctx: Context) -> Screen:
    user_id, words, lines = ctx.user_id, ctx.words, []
    for record in await ctx.services.store.sessions_of(user_id):
        try:
            table = await ctx.table(record.id)
        except Unreadable:
            continue
        obstacle = await ctx.services.delivery.boards.obstacle(table)
        lines.append(reading.game_line(table, user_id, obstacle, ctx.words_of(table.record)))
    apart = [
        reading.games_apart(outline, words, installed=outline.game in ctx.services.games)
        for outline in await ctx.services.store.apart_of(user_id)
    ]
    said = [line for _, line in sorted(lines)] + apart
    others = await to_watch(ctx)
    return reading.games_running(said, others, words)


@handles(Show)
async def show(ctx: Context, press: Show) -> None:
    """Answer with what was asked for, for that person alone."""
    person = await ctx.person()
    table = await ctx.table(press.session)
    if press.what == "rules":
        page = ctx.services.rulebook.page(table, person.locale, in_words=person.in_words)
        await ctx.post(page, alone=True)
        return
    if press.what == "text":
        await _show_text(ctx, table)
        return
    ctx.services.sessions.check_started(table)
    await _show_begun(ctx, table, press.what, person)


async def _show_begun(ctx: Context, table: Table, what: str, person: Person) -> None:
    """The same of a game that has begun; raises UnknownOption."""
    match what:
        case "history":
            await ctx.show(await _history(ctx, table, 0))
        case "bg_stats" if table.record.status == "over":
            spoken = ctx.voices(table.record)
            play = bg_stats_play(table, spoken.picture)
            await ctx.show(for_bg_stats(play, spoken.message))
        case "topics" | "topic" if table.has_topics:
            chosen = chosen_first(ctx.interaction) or None
            await ctx.show(_topics(ctx, table, chosen))
        case "closer" if ctx.services.renderer.has_parts(table):
            closer = ctx.services.renderer.closer(
                table, person.locale, None, in_words=person.in_words
            )
            await ctx.post(closer, alone=True)
        case "more":
            await more(ctx, table)
        case "why" if (seat := table.seat_of(ctx.user_id)) is not None:
            await ctx.show(ctx.services.renderer.why(table, seat, ctx.interaction.locale.value))
        case "hand":
            await ctx.services.pressed.whisper_hand(ctx.interaction, table, person)
        case _:
            raise UnknownOption


async def more(ctx: Context, table: Table, *, again: bool = False) -> None:
    """Answer with all else that can be done; `again`: on such a page, as it is now."""
    seat = table.seat_of(ctx.user_id)
    due = None if seat is None else (await ctx.services.renderer.due(table)).get(seat)
    words, parts = ctx.words, ctx.services.renderer.has_parts(table)
    screen = ways.more(table, seat, words, due=due, parts=parts, reader=ctx.user_id)
    await (ctx.replace if again and ctx.alone else ctx.show)(screen)


@handles(Browse)
async def browse(ctx: Context, press: Browse) -> None:
    """Go on to another topic, place or page in the message that was pressed."""
    person = await ctx.person()
    table = await ctx.table(press.session)
    locale, in_words = person.locale, person.in_words
    if press.what == "rules":
        book, page = ctx.services.rulebook, press.part
        await ctx.render(lambda _: book.page(table, locale, page, in_words=in_words))
        return
    ctx.services.sessions.check_started(table)
    chosen = chosen_first(ctx.interaction) or None
    match press.what:
        case "closer" if ctx.services.renderer.has_parts(table):
            closer = ctx.services.renderer.closer
            await ctx.render(lambda _: closer(table, locale, chosen, in_words=in_words))
        case "public" | "own":
            await ctx.replace(_text(ctx, table, press))
        case "history":
            await ctx.replace(await _history(ctx, table, press.part))
        case "topic" if table.has_topics:
            await ctx.replace(_topics(ctx, table, chosen))
        case _:
            raise UnknownOption


def _topics(ctx: Context, table: Table, chosen: str | None) -> Screen:
    view = table.view(table.seat_of(ctx.user_id))
    topics, spoken = table.game.topics(view), ctx.voices(table.record).to(view.viewer)
    return wording.topics(table.record.id, topics, chosen, spoken)


async def _history(ctx: Context, table: Table, page: int) -> Screen:
    happened = await history(ctx.services.store, table)
    words = ctx.words_of(table.record)
    return told.history(table, happened, table.seat_of(ctx.user_id), words, page)


async def _show_text(ctx: Context, table: Table) -> None:
    """Answer with what the pressed message shows, in words."""
    if table.record.status == "lobby":
        await ctx.services.delivery.private.show(ctx.interaction, table.record.id, "text")
        return
    ctx.services.sessions.check_started(table)
    first = Browse(table.record.id, "own" if ctx.private else "public", 0)
    await ctx.show(_text(ctx, table, first))


def _text(ctx: Context, table: Table, page: Browse) -> Screen:
    seat = table.seat_of(ctx.user_id) if page.what == "own" else None
    words = ctx.words_of(table.record).to(seat)
    described = ctx.services.renderer.in_words(table, seat, ctx.interaction.locale.value)
    turned = partial(Browse, table.record.id, page.what)
    return reading.paged(table.record.game, described, words, turned, page.part)


@handles(Watch)
async def watch(ctx: Context, press: Watch) -> None:
    """Show what is public of a game that has begun, for that person alone."""
    table = await ctx.table(press.session)
    ctx.services.sessions.check_started(table)
    match press.what:
        case "start":
            ctx.services.sessions.check_playing(table)
            reader = await reader_of(ctx)
            await ctx.services.delivery.onlookers.show(ctx.interaction, press.session, reader)
        case "renew":
            reader = await reader_of(ctx)
            await ctx.services.delivery.onlookers.renew(ctx.interaction, press.session, reader)
        case "text":
            await ctx.show(_text(ctx, table, Browse(table.record.id, "public", 0)))
        case _:
            raise UnknownOption


@handles(Listed)
async def listed(ctx: Context, press: Listed) -> None:
    """Watch the game that was chosen from the list."""
    if press.what != "watch":
        raise UnknownOption
    record = (await ctx.table(number_of(chosen_first(ctx.interaction)))).record
    # Who has a seat may look on, and who can read the game's channel.
    seated = any(seat.user_id == ctx.user_id for seat in record.seats)
    if not seated and not sees(ctx, record.guild_id, record.channel_id):
        raise NoSuchSession
    await watch(ctx, Watch(record.id, "start"))


async def reader_of(ctx: Context) -> Reader:
    """Who looks on or back; nothing is stored of whoever does no more than that."""
    person = await ctx.services.people.find(ctx.user_id)
    return Reader(ctx.interaction.locale.value, person is not None and person.in_words)


async def to_watch(ctx: Context) -> list[tuple[Table, Words]]:
    """The games of this server, but one's own, that somebody can find; with their names."""
    guild_id = ctx.interaction.guild_id
    if guild_id is None:
        return []
    found = []
    for session_id in await ctx.services.store.running_in(guild_id, LOOKED_THROUGH):
        with suppress(Unreadable):
            table = await ctx.table(session_id)
            record = table.record
            own = table.seat_of(ctx.user_id) is not None
            if not own and sees(ctx, record.guild_id, record.channel_id):
                found.append((table, ctx.words_of(record)))
        if len(found) == MOST_VALUES:
            break
    return found


def sees(ctx: Context, guild_id: int | None, channel_id: int) -> bool:
    """Whether a channel or thread of this very server is open to that person.

    Of an archived thread we don't know it: no.
    """
    inside = _inside(ctx, guild_id)
    channel = None if inside is None else inside.guild.get_channel_or_thread(channel_id)
    if inside is None or channel is None:
        return False
    allowed = channel.permissions_for(inside)
    closed = isinstance(channel, discord.Thread) and channel.is_private()
    return allowed.view_channel and (not closed or allowed.manage_threads)


def could_see(ctx: Context, guild_id: int | None, channel_id: int) -> bool:
    """The same, also of an archived thread, once it is known where that stood."""
    inside = _inside(ctx, guild_id)
    if inside is None:
        return False
    guild = inside.guild
    if guild.get_channel_or_thread(channel_id) is not None:
        return sees(ctx, guild_id, channel_id)
    stood = ctx.services.archived_threads.stood(channel_id)
    parent = None if stood is None else guild.get_channel(stood.parent_id)
    if stood is None or parent is None:
        return False
    allowed = parent.permissions_for(inside)
    reads = allowed.view_channel and allowed.read_message_history
    return reads and (not stood.private or allowed.manage_threads)


def _inside(ctx: Context, guild_id: int | None) -> discord.Member | None:
    """Who it is as a member of this server, if it happens there."""
    guild, person = ctx.interaction.guild, ctx.interaction.user
    there = guild is not None and guild.id == guild_id
    return person if there and isinstance(person, discord.Member) else None
