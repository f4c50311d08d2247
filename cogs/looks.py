"""What only shows something: a hand, words, rules, a card; games in a list, and looking on."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.calling.threads import ArchivedThreads
from bot.delivery.rendering.renderer import Reader
from bot.delivery.rendering.rendering import Rendered
from bot.people import direct_channel, voices
from bot.running.client import Guildhall
from bot.running.commands import called
from bot.running.services import Services
from bot.screens import lobby, reading, records
from bot.screens.custom_ids import Browse, Listed, Show, Watch, chosen_first, number
from bot.screens.play import history as told
from bot.screens.play import looking, ways
from bot.screens.screen import Screen
from bot.sessions.over import saving
from bot.sessions.refusals import NoSuchSession, UnknownOption, Unreadable
from bot.sessions.table.log import history
from bot.sessions.table.table import Table
from bot.store.records.people import Person
from bot.store.records.sessions import Session
from cogs.presses import handles
from images.words import Words

OFFERED = 25
"""Games that a menu holds."""
LOOKED_THROUGH = 100
"""Games of a server, the liveliest, among which some are offered."""


class Games(commands.Cog):
    """The command that lists games."""

    def __init__(self, bot: Guildhall) -> None:
        self.services = bot.services

    @app_commands.command(**called("games"))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def games(self, interaction: discord.Interaction) -> None:
        """The person's live sessions with links, those that wait for the person first.

        In a server, its other games too, to look on at.
        """
        await self.services.people.seen(interaction)
        services, user_id = self.services, interaction.user.id
        words = services.answers.words(interaction)
        lines = []
        for record in await services.store.sessions_of(user_id):
            try:
                table = await services.sessions.table(record.id)
            except Unreadable:
                continue
            words_there = services.answers.words(interaction, table.record)
            obstacle = await services.delivery.boards.obstacle(table)
            lines.append(reading.game_line(table, user_id, obstacle, words_there))
        apart = [
            reading.games_apart(outline, words, installed=outline.game in services.games)
            for outline in await services.store.apart_of(user_id)
        ]
        said = [line for _, line in sorted(lines)] + apart
        others = await to_watch(services, interaction)
        await services.answers.show(interaction, reading.games_running(said, others, words))


@handles(Show)
async def show(services: Services, interaction: discord.Interaction, press: Show) -> None:
    """Answer with what was asked for, for that person alone."""
    person = await services.people.seen(interaction)
    table = await services.sessions.table(press.session)
    if press.what == "rules":
        page = services.rulebook.page(table, person.locale, in_words=person.in_words)
        await services.answers.post(interaction, page, alone=True)
        return
    if press.what == "text":
        screen = _as_text(services, interaction, table, person)
        await services.answers.show(interaction, screen)
        return
    services.sessions.check_started(table)
    match press.what:
        case "history":
            screen = await _history(services, interaction, table, 0)
            await services.answers.show(interaction, screen)
        case "bg_stats" if table.record.status == "over":
            screen = _for_bg_stats(services, interaction, table)
            await services.answers.show(interaction, screen)
        case "topics" | "topic" if table.has_topics:
            chosen = chosen_first(interaction) or None
            screen = _topics(services, interaction, table, chosen)
            await services.answers.show(interaction, screen)
        case "closer" if services.renderer.has_parts(table):
            closer = services.renderer.closer(table, person.locale, None, in_words=person.in_words)
            await services.answers.post(interaction, closer, alone=True)
        case "more":
            await more(services, interaction, table)
        case "why" if (seat := table.seat_of(interaction.user.id)) is not None:
            services.sessions.check_playing(table)
            screen = services.renderer.why(table, seat, interaction.locale.value)
            await services.answers.show(interaction, screen)
        case "hand":
            await services.pressed.whisper_hand(interaction, table, person)
        case _:
            raise UnknownOption


async def more(
    services: Services, interaction: discord.Interaction, table: Table, *, again: bool = False
) -> None:
    """Answer with all else that can be done; `again`: on such a page, as it is now."""
    seat = table.seat_of(interaction.user.id)
    due = None if seat is None else services.renderer.due(table).get(seat)
    words, parts = services.answers.words(interaction), services.renderer.has_parts(table)
    screen = ways.more(table, seat, words, due=due, parts=parts, reader=interaction.user.id)
    message = interaction.message
    if again and message is not None and message.flags.ephemeral:
        await services.answers.replace(interaction, screen)
    else:
        await services.answers.show(interaction, screen)


@handles(Browse)
async def browse(services: Services, interaction: discord.Interaction, press: Browse) -> None:
    """Go on to another topic, place or page in the message that was pressed."""
    person = await services.people.seen(interaction)
    table = await services.sessions.table(press.session)
    if press.what == "rules":
        await _turn_to(services, interaction, table, person, press.part)
        return
    services.sessions.check_started(table)
    chosen = chosen_first(interaction) or None
    match press.what:
        case "closer" if services.renderer.has_parts(table):

            async def render(_: object) -> Rendered:
                return await services.renderer.closer(
                    table, person.locale, chosen, in_words=person.in_words
                )

            async with services.answers.answering(interaction) as answer:
                await answer.show(render)
        case "public" | "own":
            screen = _text(services, interaction, table, person, press)
            await services.answers.replace(interaction, screen)
        case "history":
            screen = await _history(services, interaction, table, press.part)
            await services.answers.replace(interaction, screen)
        case "topic" if table.has_topics:
            screen = _topics(services, interaction, table, chosen)
            await services.answers.replace(interaction, screen)
        case _:
            raise UnknownOption


async def _turn_to(
    services: Services, interaction: discord.Interaction, table: Table, person: Person, page: int
) -> None:
    """Another page of the rules."""

    async def render(_: object) -> Rendered:
        return await services.rulebook.page(table, person.locale, page, in_words=person.in_words)

    async with services.answers.answering(interaction) as answer:
        await answer.show(render)


def _for_bg_stats(services: Services, interaction: discord.Interaction, table: Table) -> Screen:
    language = services.languages.pick(interaction.locale.value)
    spoken = voices(services.languages, language, table.record)
    return records.for_bg_stats(saving.bg_stats_play(table, spoken.picture), spoken.message)


def _topics(
    services: Services, interaction: discord.Interaction, table: Table, chosen: str | None
) -> Screen:
    view = table.view(table.seat_of(interaction.user.id))
    spoken = services.answers.voices(interaction, table.record)
    return looking.topics(table.record.id, table.game.topics(view), chosen, spoken)


async def _history(
    services: Services, interaction: discord.Interaction, table: Table, page: int
) -> Screen:
    happened = await history(services.store, table)
    words = services.answers.words(interaction, table.record)
    return told.history(table, happened, table.seat_of(interaction.user.id), words, page)


def _as_text(
    services: Services, interaction: discord.Interaction, table: Table, person: Person
) -> Screen:
    """What the pressed message shows, in words."""
    if table.record.status == "lobby":
        words = services.answers.words(interaction, table.record)
        return lobby.in_words(table.record, table.game, words)
    services.sessions.check_started(table)
    alone = interaction.message is None or interaction.message.flags.ephemeral
    private = alone or direct_channel(interaction) is not None
    first = Browse(table.record.id, "own" if private else "public", 0)
    return _text(services, interaction, table, person, first)


def _text(
    services: Services, interaction: discord.Interaction, table: Table, person: Person, page: Browse
) -> Screen:
    seat = table.seat_of(interaction.user.id) if page.what == "own" else None
    words = services.answers.words(interaction, table.record)
    described = services.renderer.in_words(table, seat, person.locale)
    return reading.whole_view(table, described, words, page.what, page.part)


@handles(Watch)
async def watch(services: Services, interaction: discord.Interaction, press: Watch) -> None:
    """Show what is public of a game that has begun, for that person alone."""
    table = await services.sessions.table(press.session)
    services.sessions.check_started(table)
    match press.what:
        case "start":
            services.sessions.check_playing(table)
            reader = await reader_of(services, interaction)
            await services.delivery.onlookers.show(interaction, press.session, reader)
        case "renew":
            reader = await reader_of(services, interaction)
            await services.delivery.onlookers.renew(interaction, press.session, reader)
        case "text":
            words = services.answers.words(interaction, table.record)
            described = services.renderer.in_words(table, None, interaction.locale.value)
            screen = reading.whole_view(table, described, words, "public")
            await services.answers.show(interaction, screen)
        case _:
            raise UnknownOption


@handles(Listed)
async def listed(services: Services, interaction: discord.Interaction, press: Listed) -> None:
    """Watch the game that was chosen from the list."""
    chosen = number(chosen_first(interaction))
    if press.what != "watch" or chosen is None:
        raise UnknownOption
    table = await services.sessions.table(chosen)
    if not may_watch(interaction, table.record):
        raise NoSuchSession
    await watch(services, interaction, Watch(table.record.id, "start"))


async def reader_of(services: Services, interaction: discord.Interaction) -> Reader:
    """Who looks on or back; nothing is stored of whoever does no more than that."""
    person = await services.people.find(interaction.user.id)
    return Reader(interaction.locale.value, person is not None and person.in_words)


async def to_watch(
    services: Services, interaction: discord.Interaction
) -> list[tuple[Table, Words]]:
    """The games of this server, but one's own, that somebody can find; with their names."""
    if interaction.guild_id is None:
        return []
    found = []
    for session_id in await services.store.running_in(interaction.guild_id, LOOKED_THROUGH):
        with suppress(Unreadable):
            table = await services.sessions.table(session_id)
            record = table.record
            own = table.seat_of(interaction.user.id) is not None
            if not own and sees(interaction, record.guild_id, record.channel_id):
                found.append((table, services.answers.words(interaction, record)))
        if len(found) == OFFERED:
            break
    return found


def may_watch(interaction: discord.Interaction, record: Session) -> bool:
    """Whether somebody may look on: who has a seat, and who can read the game's channel."""
    user_id = interaction.user.id
    seated = any(seat.user_id == user_id for seat in record.seats)
    return seated or sees(interaction, record.guild_id, record.channel_id)


def sees(interaction: discord.Interaction, guild_id: int | None, channel_id: int) -> bool:
    """Whether a channel or thread of this very server is open to that person.

    Of an archived thread we don't know it: no.
    """
    inside = _inside(interaction, guild_id)
    channel = None if inside is None else inside.guild.get_channel_or_thread(channel_id)
    if inside is None or channel is None:
        return False
    allowed = channel.permissions_for(inside)
    closed = isinstance(channel, discord.Thread) and channel.is_private()
    return allowed.view_channel and (not closed or allowed.manage_threads)


def could_see(
    interaction: discord.Interaction,
    guild_id: int | None,
    channel_id: int,
    archived: ArchivedThreads,
) -> bool:
    """The same, also of an archived thread, once it is known where that stood."""
    inside = _inside(interaction, guild_id)
    if inside is None:
        return False
    guild = inside.guild
    if guild.get_channel_or_thread(channel_id) is not None:
        return sees(interaction, guild_id, channel_id)
    stood = archived.stood(channel_id)
    parent = None if stood is None else guild.get_channel(stood.parent_id)
    if stood is None or parent is None:
        return False
    allowed = parent.permissions_for(inside)
    reads = allowed.view_channel and allowed.read_message_history
    return reads and (not stood.private or allowed.manage_threads)


def _inside(interaction: discord.Interaction, guild_id: int | None) -> discord.Member | None:
    """Who it is as a member of this server, if it happens there."""
    guild, person = interaction.guild, interaction.user
    there = guild is not None and guild.id == guild_id
    return person if there and isinstance(person, discord.Member) else None


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    await bot.add_cog(Games(bot))
