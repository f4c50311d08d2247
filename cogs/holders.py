"""Who plays a running game: leaving it, taking a computer's seat, `/replace`."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord
from discord import app_commands

from bot.delivery.kept.kept import Whose
from bot.people import bold
from bot.running.client import Guildhall
from bot.running.commands import called
from bot.running.services import Services
from bot.screens.custom_ids import Change, Holding, chosen_first, number
from bot.screens.parts import notice
from bot.screens.play import holders as screens
from bot.sessions import holding
from bot.sessions.refusals import NoBots, NoSuchSession, UnknownOption
from bot.sessions.table.table import Table
from bot.store.records.play import Offer
from bot.store.records.sessions import Session
from cogs import opening
from cogs.lobby import chosen_people
from cogs.presses import handles, moderates
from engine.text import text

Handler = Callable[[Services, discord.Interaction, Holding], Awaitable[None]]


@handles(Holding)
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
    record, user_id = table.record, interaction.user.id
    seats = holding.to_take(record, user_id)
    words = services.answers.words(interaction)
    await services.answers.show(interaction, screens.computers(record, seats, words))


async def _take(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    person = await services.people.seen(interaction)
    seat = opening.seat(interaction)
    changed = await services.holders.take_over(press.session, _number(press.value), seat)
    words = services.answers.words(interaction)
    screen = screens.taken(changed.table.record, changed.before, words)
    await services.answers.replace(interaction, screen)
    await opening.welcome(services, interaction, person, press.session)


async def _replace(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    """Ask to whom the chosen seat is to be offered."""
    table = await services.sessions.table(press.session)
    _check_offering(services, interaction, table)
    chosen = _number(chosen_first(interaction))
    if chosen >= len(table.record.seats):
        raise UnknownOption
    words = services.answers.words(interaction)
    screen = screens.to_whom(table, chosen, words)
    await services.answers.replace(interaction, screen)


async def _offer(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    people, bots = chosen_people(interaction)
    if press.change is Change.OFFER and len(people) != 1:
        raise NoBots if bots else UnknownOption
    whom = people[0].user_id if press.change is Change.OFFER else None
    offer = Offer(_number(press.value), whom)
    await _offered(services, interaction, press, offer)


async def _overrule(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    by = interaction.user.display_name
    await _offered(services, interaction, press, _read(press.value), overruling=by)


async def _offered(
    services: Services,
    interaction: discord.Interaction,
    press: Holding,
    offer: Offer,
    *,
    overruling: str | None = None,
) -> None:
    """Offer a seat, or ask its player first."""
    by, moderator = interaction.user, moderates(interaction)
    table = await services.holders.offer(
        press.session,
        offer.seat,
        offer.user_id,
        by=by.id,
        moderator=moderator,
        overruling=overruling,
    )
    record, seat = table.record, table.record.seats[offer.seat]
    words = services.answers.words(interaction)
    stage: screens.Stage = "asked"
    if offer in record.offers:
        stage = "offered" if overruling is None else "overruled"
        await _send(services, interaction, record, offer, by.display_name)
    else:
        screen = screens.asked_first(record, seat, offer.user_id, words, moderator=moderator)
        await services.answers.replace(interaction, screen)
    if seat.user_id not in (None, by.id):
        await services.letters.own_offer(
            record, seat, offer, by.display_name, stage, interaction.id
        )


async def _agree(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    offer = _read(press.value)
    table = await services.holders.agree(
        press.session, offer.seat, offer.user_id, interaction.user.id
    )
    host = next(seat for seat in table.record.seats if seat.user_id == table.record.host_id)
    await _send(services, interaction, table.record, offer, host.name)


async def _keep(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    seat = _number(press.value)
    table = await services.holders.keep(press.session, seat, interaction.user.id)
    await services.delivery.offers.ask_all(press.session)
    words = services.answers.words(interaction)
    said = text("replace.kept", name=bold(table.record.seats[seat].name))
    await services.answers.replace(interaction, notice(words(said)))


async def _send(
    services: Services, interaction: discord.Interaction, record: Session, offer: Offer, by: str
) -> None:
    """Bring an offer that was made, and say so in place of the pressed message."""
    words, seat = services.answers.words(interaction), record.seats[offer.seat]
    await services.answers.replace(interaction, notice(words(text("replace.offered"))))
    if not await services.delivery.offers.send(record, seat, offer.user_id, by, interaction.id):
        await services.answers.notice(interaction, text("replace.unseen"))


async def _withdraw(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    await services.holders.withdraw(
        press.session,
        _number(press.value),
        by=interaction.user.id,
        moderator=moderates(interaction),
    )
    await services.delivery.offers.ask_all(press.session)
    words = services.answers.words(interaction)
    await services.answers.replace(interaction, notice(words(text("replace.withdrawn"))))


async def _stand_in(services: Services, interaction: discord.Interaction, press: Holding) -> None:
    await _placed(services, press)
    changed = await services.holders.stand_in(
        press.session,
        _number(press.value),
        by=interaction.user.id,
        moderator=moderates(interaction),
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
        changed = await services.holders.accept(press.session, _number(press.value), seat)
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


@app_commands.command(**called("replace"))
@app_commands.guild_only()
async def replace(interaction: discord.Interaction[Guildhall]) -> None:
    """Offer a seat of this channel's running game to somebody else."""
    services, channel_id = interaction.client.services, interaction.channel_id or 0
    record = await services.store.live_session_in(channel_id)
    if record is None:
        await services.sessions.check_apart(channel_id)
        raise NoSuchSession
    table = await services.sessions.table(record.id)
    _check_offering(services, interaction, table)
    words = services.answers.words(interaction)
    await services.answers.show(interaction, screens.which(table.record, words))


def _check_offering(services: Services, interaction: discord.Interaction, table: Table) -> None:
    services.holders.check_offering(table, interaction.user.id, moderator=moderates(interaction))


async def _placed(services: Services, press: Holding) -> None:
    """Wait for the hands that were sent already.

    A start takes away the hand that is on the disk for who holds the seat no more.
    """
    await services.delivery.placed(press.session)


def _number(value: str | None) -> int:
    """The number of a seat; raises UnknownOption."""
    if value is None or not (value.isascii() and value.isdecimal() and len(value) < 3):
        raise UnknownOption
    return int(value)


def _read(value: str | None) -> Offer:
    """The seat and for whom it is, as `screens.written` has them; raises UnknownOption."""
    seat, _, whom = (value or "").partition("-")
    user_id = number(whom) if whom else None
    if whom and user_id is None:
        raise UnknownOption
    return Offer(_number(seat), user_id)


HANDLERS: Mapping[Change, Handler] = {
    Change.LEAVE: _leave,
    Change.LEAVE_NOW: _leave_now,
    Change.STAY: _stay,
    Change.COMPUTERS: _computers,
    Change.TAKE: _take,
    Change.REPLACE: _replace,
    Change.OFFER: _offer,
    Change.OFFER_ALL: _offer,
    Change.OVERRULE: _overrule,
    Change.AGREE: _agree,
    Change.KEEP: _keep,
    Change.WITHDRAW: _withdraw,
    Change.STAND_IN: _stand_in,
    Change.ACCEPT: _accept,
}


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    bot.tree.add_command(replace)
