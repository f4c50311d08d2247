"""Presses about who plays a running game: leaving it, taking a computer's seat, replacing."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.custom_ids.reading import carried
from bot.custom_ids.seats import Change, Holding
from bot.delivery.kept.kept import Whose
from bot.screens import holders as screens
from bot.screens.parts import notice
from bot.services import Services
from bot.sessions.refusals import NoBots, UnknownOption
from bot.sessions.table import Table
from cogs import opening
from cogs.managing import chosen_people
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
    await _placed(services, press)
    changed = await services.holders.leave(press.session, user_id)
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
    table = await services.sessions.table(press.session)
    services.sessions.check_playing(table)
    words = services.answers.words(interaction)
    await services.answers.show(interaction, screens.computers(table.record, words))


async def _take(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    person = await services.people.seen(interaction)
    seat = opening.seat(interaction)
    changed = await services.holders.take_over(press.session, number(press), seat)
    words = services.answers.words(interaction)
    screen = screens.taken(changed.table.record, changed.before, words)
    await services.answers.replace(interaction, screen)
    await opening.welcome(services, interaction, person, press.session)


async def _replace(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    """Ask to whom the chosen seat is to be offered."""
    table = await services.sessions.table(press.session)
    _check_offering(services, interaction, table)
    record = table.record
    chosen = number(Holding(record.id, Change.REPLACE, next(iter(carried(interaction)[1]), None)))
    if chosen >= len(record.seats):
        raise UnknownOption
    words = services.answers.words(interaction)
    screen = screens.to_whom(table, chosen, words)
    await services.answers.replace(interaction, screen)


async def _offer(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    people, bots = chosen_people(interaction)
    if press.change is Change.OFFER and len(people) != 1:
        raise NoBots if bots else UnknownOption
    whom = people[0].user_id if press.change is Change.OFFER else None
    table = await services.holders.offer(
        press.session,
        number(press),
        whom,
        by=interaction.user.id,
        moderator=interaction.permissions.manage_messages,
    )
    words, seat = services.answers.words(interaction), table.record.seats[number(press)]
    await services.answers.replace(interaction, notice(words(text("replace.offered"))))
    by = interaction.user.display_name
    if not await services.delivery.offers.send(table.record, seat, whom, by, interaction.id):
        await services.answers.notice(interaction, text("replace.unseen"))


async def _withdraw(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    await services.holders.withdraw(
        press.session,
        number(press),
        by=interaction.user.id,
        moderator=interaction.permissions.manage_messages,
    )
    await services.delivery.offers.ask_all(press.session)
    words = services.answers.words(interaction)
    await services.answers.replace(interaction, notice(words(text("replace.withdrawn"))))


async def _stand_in(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    await _placed(services, press)
    changed = await services.holders.stand_in(
        press.session,
        number(press),
        by=interaction.user.id,
        moderator=interaction.permissions.manage_messages,
    )
    words = services.answers.words(interaction)
    screen = screens.stands_in(changed.before, changed.after, words)
    await services.answers.replace(interaction, screen)


async def _accept(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    person = await services.people.seen(interaction)
    seat = opening.seat(interaction)
    await _placed(services, press)
    offers, whose = services.delivery.offers, Whose(press.session, person.user_id)
    with offers.answering.under_way(whose):
        changed = await services.holders.accept(press.session, number(press), seat)
        words = services.answers.words(interaction)
        screen = screens.accepted(changed.before, changed.after, words)
        await services.answers.replace(interaction, screen)
        if interaction.message is not None:
            await offers.answered(*whose, interaction.message.id)
    await opening.welcome(services, interaction, person, press.session)
    if changed.before.user_id is not None:
        await services.letters.replaced(
            changed.table.record, changed.before.user_id, changed.after, interaction.id
        )


async def ask_which(services: Services, interaction: discord.Interaction, table: Table) -> None:
    """Ask the host or a moderator which seat is to be offered."""
    _check_offering(services, interaction, table)
    words = services.answers.words(interaction)
    await services.answers.show(interaction, screens.which(table.record, words))


def _check_offering(services: Services, interaction: discord.Interaction, table: Table) -> None:
    moderator = interaction.permissions.manage_messages
    services.holders.check_offering(table, interaction.user.id, moderator=moderator)


async def _placed(services: Services, press: Holding) -> None:
    """Wait for the hands that were sent already.

    A start takes away the hand that is on the disk for who holds the seat no more.
    """
    await services.delivery.placed(press.session)


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
    Change.REPLACE: _replace,
    Change.OFFER: _offer,
    Change.OFFER_ALL: _offer,
    Change.WITHDRAW: _withdraw,
    Change.STAND_IN: _stand_in,
    Change.ACCEPT: _accept,
}
