"""Presses that only show something: hand, text, history, rules, a card, a part of the board."""

from __future__ import annotations

import discord

from bot.custom_ids.looks import Browse, Show
from bot.custom_ids.reading import carried
from bot.delivery.rendering.rendered import Rendered
from bot.people.people import direct_channel
from bot.screens import history as told
from bot.screens import looking, reading, records, ways
from bot.screens.screen import Screen
from bot.screens.voices import voices
from bot.services import Services
from bot.sessions import bg_stats
from bot.sessions.log import history
from bot.sessions.refusals import UnknownOption
from bot.sessions.table import Table
from bot.store.records.people import Person


async def show(services: Services, interaction: discord.Interaction, press: Show) -> None:
    """Answer with what was asked for, for that person alone."""
    person = await services.people.seen(interaction)
    table = await services.sessions.table(press.session)
    if press.what == "rules":
        page = services.rulebook.page(table, person.locale, in_words=person.in_words)
        await services.answers.post(interaction, page, alone=True)
        return
    services.sessions.check_started(table)
    match press.what:
        case "text":
            message = interaction.message
            alone = message is None or message.flags.ephemeral
            private = alone or direct_channel(interaction) is not None
            first = Browse(press.session, "own" if private else "public", 0)
            screen = _text(services, interaction, table, person, first)
            await services.answers.show(interaction, screen)
        case "history":
            screen = await _history(services, interaction, table, 0)
            await services.answers.show(interaction, screen)
        case "more":
            await more(services, interaction, table)
        case "bg_stats" if table.record.status == "over":
            screen = _for_bg_stats(services, interaction, table)
            await services.answers.show(interaction, screen)
        case "topics" if table.has_topics:
            screen = _topics(services, interaction, table, None)
            await services.answers.show(interaction, screen)
        case "topic" if table.has_topics:
            chosen = next(iter(carried(interaction)[1]), None)
            screen = _topics(services, interaction, table, chosen)
            await services.answers.show(interaction, screen)
        case "closer" if services.renderer.has_parts(table):
            closer = services.renderer.closer(table, person.locale, None, in_words=person.in_words)
            await services.answers.post(interaction, closer, alone=True)
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
    screen = ways.more(table, seat, words, due=due, parts=parts)
    message = interaction.message
    if again and message is not None and message.flags.ephemeral:
        await services.answers.replace(interaction, screen)
    else:
        await services.answers.show(interaction, screen)


async def browse(services: Services, interaction: discord.Interaction, press: Browse) -> None:
    """Go on to another topic, place or page in the message that was pressed."""
    person = await services.people.seen(interaction)
    table = await services.sessions.table(press.session)
    if press.what == "rules":
        await _turn_to(services, interaction, table, person, press.part)
        return
    services.sessions.check_started(table)
    chosen = next(iter(carried(interaction)[1]), None)
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
    return records.for_bg_stats(bg_stats.play(table, spoken.picture), spoken.message)


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


def _text(
    services: Services, interaction: discord.Interaction, table: Table, person: Person, page: Browse
) -> Screen:
    seat = table.seat_of(interaction.user.id) if page.what == "own" else None
    words = services.answers.words(interaction, table.record)
    described = services.renderer.in_words(table, seat, person.locale)
    return reading.whole_view(table, described, words, page.what, page.part)
