"""Presses about who plays a running game: leaving it, taking a computer's seat."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.custom_ids import Change, Holding
from bot.screens import holders as screens
from bot.screens.parts import notice
from bot.services import Services
from bot.sessions.holders import Changed
from bot.sessions.refusals import NotPlaying, UnknownOption
from cogs import opening
from engine.text import text

Handler = Callable[[Services, discord.Interaction, Holding], Awaitable[None]]


async def pressed(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    """Carry out a press about a seat."""
    await HANDLERS[press.change](services, interaction, press)


async def _leave(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    table = await services.sessions.table(press.session)
    services.holders.check_leaving(table, interaction.user.id)
    words = services.answers.words(interaction)
    await services.answers.show(interaction, screens.really_leave(table, words))


async def _leave_now(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    user_id = interaction.user.id
    changed = await services.holders.leave(press.session, user_id)
    tell(services, changed)
    words = services.answers.words(interaction)
    table = changed.table
    if user_id in table.departed():
        await services.answers.replace(interaction, screens.departed(table, user_id, words))
    else:
        await services.answers.replace(interaction, notice(words(text("abandon.done"))))


async def _stay(services: Services, interaction: discord.Interaction, _: Holding) -> None:
    said = services.answers.words(interaction)(text("abandon.kept"))
    await services.answers.replace(interaction, notice(said))


async def _computers(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    record = (await services.sessions.table(press.session)).record
    if record.status != "playing":
        raise NotPlaying(record.status)
    words = services.answers.words(interaction)
    await services.answers.show(interaction, screens.computers(record, words))


async def _take(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    person = await services.people.seen(interaction)
    seat = opening.seat(interaction)
    changed = await services.holders.take_over(press.session, number(press), seat)
    tell(services, changed)
    words = services.answers.words(interaction)
    screen = screens.taken(changed.table.record, changed.before, words)
    await services.answers.replace(interaction, screen)
    await opening.welcome(services, interaction, person, press.session)


def tell(services: Services, changed: Changed) -> None:
    """Have every message follow a change of seats, and the computers look for their turn."""
    services.delivery.changed(changed.table.record.id)
    services.computers.look(changed.table)
    services.threads.look(changed.table.record)


def number(press: Holding) -> int:
    """The number of the seat that a press carries; raises UnknownOption."""
    value = press.value or ""
    if not (value.isascii() and value.isdecimal() and len(value) < 3):
        raise UnknownOption
    return int(value)


HANDLERS: Mapping[Change, Handler] = {
    Change.LEAVE: _leave,
    Change.LEAVE_NOW: _leave_now,
    Change.STAY: _stay,
    Change.COMPUTERS: _computers,
    Change.TAKE: _take,
}
