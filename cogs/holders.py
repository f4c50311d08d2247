"""Who plays a running game: leaving it, taking a computer's seat, `/replace`."""

from __future__ import annotations

from collections.abc import Mapping

from discord import app_commands

from bot.delivery.kept.kept import Whose
from bot.delivery.kept.letters import in_the_channel
from bot.people import bold
from bot.running.commands import called
from bot.screens.custom_ids import Change, Holding, chosen_first, number
from bot.screens.parts import notice
from bot.screens.play import holders as screens
from bot.sessions import holding
from bot.sessions.refusals import NoBots, NotHostNorModerator, UnknownOption
from bot.sessions.table.table import Table
from bot.store.records.play import Offer
from bot.store.records.sessions import Session
from cogs import opening
from cogs.lobby import chosen_people
from cogs.presses import Context, Handler, Interaction, handles, number_of
from engine.text import text


@handles(Holding)
async def pressed(ctx: Context, press: Holding) -> None:
    """Carry out a press about a seat."""
    await HANDLERS[press.change](ctx, press)


async def _leave(ctx: Context, press: Holding) -> None:
    table = await ctx.table(press.session)
    ctx.services.holders.check_leaving(table, ctx.user_id)
    await ctx.show(screens.really_leave(table, ctx.words))


async def _leave_now(ctx: Context, press: Holding) -> None:
    await _placed(ctx, press)
    table = (await ctx.services.holders.leave(press.session, ctx.user_id)).table
    if ctx.user_id in table.departed():
        await ctx.replace(screens.departed(table, ctx.user_id, ctx.words))
    else:
        await ctx.say(text("abandon.done"))


async def _stay(ctx: Context, _: Holding) -> None:
    await ctx.say(text("abandon.kept"))


async def _computers(ctx: Context, press: Holding) -> None:
    table = await ctx.table(press.session)
    ctx.services.sessions.check_playing(table)
    seats = holding.to_take(table.record, ctx.user_id)
    await ctx.show(screens.computers(table.record, seats, ctx.words))


async def _take(ctx: Context, press: Holding) -> None:
    person = await ctx.person()
    changed = await ctx.services.holders.take_over(press.session, number_of(press.value), ctx.seat)
    await ctx.replace(screens.taken(changed.table.record, changed.before, ctx.words))
    await opening.welcome(ctx, person, press.session)


async def _replace(ctx: Context, press: Holding) -> None:
    """Ask to whom the chosen seat is to be offered."""
    table = await ctx.table(press.session)
    _check_offering(ctx, table)
    chosen = number_of(chosen_first(ctx.interaction))
    if chosen >= len(table.record.seats):
        raise UnknownOption
    await ctx.replace(screens.to_whom(table, chosen, ctx.words))


async def _offer(ctx: Context, press: Holding) -> None:
    people, bots = chosen_people(ctx)
    if press.change is Change.OFFER and len(people) != 1:
        raise NoBots if bots else UnknownOption
    whom = people[0].user_id if press.change is Change.OFFER else None
    await _offered(ctx, press, Offer(number_of(press.value), whom))


async def _overrule(ctx: Context, press: Holding) -> None:
    """Offer the seat of the player who was asked first, and of no other."""
    if not ctx.moderates:
        raise NotHostNorModerator
    written, _, holder = (press.value or "").partition("~")
    offer, by = _read(written), ctx.interaction.user.display_name
    table = await ctx.services.holders.overrule(
        *(press.session, offer.seat, offer.user_id), number(holder) or holding.NOBODY
    )
    await _send(ctx, table.record, offer, by)
    await _tell_player(ctx, table.record, offer, "overruled")


async def _offered(ctx: Context, press: Holding, offer: Offer) -> None:
    """Offer a seat, or ask its player first."""
    by, moderator = ctx.interaction.user, ctx.moderates
    table = await ctx.services.holders.offer(
        *(press.session, offer.seat, offer.user_id), by=by.id, moderator=moderator
    )
    record, seat = table.record, table.record.seats[offer.seat]
    if offer in record.offers:
        await _send(ctx, record, offer, by.display_name)
        await _tell_player(ctx, record, offer, "offered")
    else:
        await ctx.replace(
            screens.asked_first(record, seat, offer.user_id, ctx.words, moderator=moderator)
        )
        await _tell_player(ctx, record, offer, "asked")


async def _tell_player(ctx: Context, record: Session, offer: Offer, stage: screens.Stage) -> None:
    """Tell who plays the seat what somebody else does with it."""
    by, seat = ctx.interaction.user, record.seats[offer.seat]
    if seat.user_id not in (None, by.id):
        await ctx.services.letters.own_offer(
            record, seat, offer, by.display_name, stage, ctx.interaction.id
        )


async def _agree(ctx: Context, press: Holding) -> None:
    offer = _read(press.value)
    table = await ctx.services.holders.agree(press.session, offer.seat, offer.user_id, ctx.user_id)
    host = next(seat for seat in table.record.seats if seat.user_id == table.record.host_id)
    await _send(ctx, table.record, offer, host.name, "replace.offered_own")


async def _keep(ctx: Context, press: Holding) -> None:
    seat = number_of(press.value)
    table = await ctx.services.holders.keep(press.session, seat, ctx.user_id)
    await ctx.services.delivery.offers.ask_all(press.session)
    if ctx.direct is None:  # everybody reads it there
        said = text("replace.kept", name=bold(table.record.seats[seat].name))
        await ctx.replace(notice(ctx.shared(table.record)(said)))
    else:
        await ctx.say(text("replace.kept_own"))


async def _send(
    ctx: Context, record: Session, offer: Offer, by: str, key: str = "replace.offered"
) -> None:
    """Bring an offer that was made, and say so in place of the pressed message."""
    await ctx.replace(notice(ctx.shared(record)(text(key))))
    seat, offers = record.seats[offer.seat], ctx.services.delivery.offers
    if not await offers.send(record, seat, offer.user_id, by, ctx.interaction.id):
        await ctx.tell(text("replace.unseen"))


async def _withdraw(ctx: Context, press: Holding) -> None:
    await ctx.services.holders.withdraw(
        press.session, number_of(press.value), by=ctx.user_id, moderator=ctx.moderates
    )
    await ctx.services.delivery.offers.ask_all(press.session)
    await ctx.say(text("replace.withdrawn"))


async def _stand_in(ctx: Context, press: Holding) -> None:
    await _placed(ctx, press)
    changed = await ctx.services.holders.stand_in(
        press.session, number_of(press.value), by=ctx.user_id, moderator=ctx.moderates
    )
    words = ctx.shared(changed.table.record)
    await ctx.replace(screens.passed_on(changed.before, changed.after, words))


async def _accept(ctx: Context, press: Holding) -> None:
    person = await ctx.person()
    await _placed(ctx, press)
    offers, seat = ctx.services.delivery.offers, number_of(press.value)
    offered = [Whose(press.session, one) for one in (person.user_id, in_the_channel(seat))]
    with offers.under_way(*offered):
        changed = await ctx.services.holders.accept(press.session, seat, ctx.seat)
        words = ctx.shared(changed.table.record)
        await ctx.replace(screens.passed_on(changed.before, changed.after, words))
        if ctx.interaction.message is not None:
            await offers.answered(ctx.interaction.message.id, *offered)
    await opening.welcome(ctx, person, press.session)
    if changed.before.user_id is not None:
        await ctx.services.letters.replaced(
            changed.table.record, changed.before.user_id, changed.after, ctx.interaction.id
        )


@app_commands.command(**called("replace"))
@app_commands.guild_only()
async def replace(interaction: Interaction) -> None:
    """Offer a seat of this channel's running game to somebody else."""
    ctx = Context(interaction)
    table = await ctx.table((await ctx.session_here()).id)
    _check_offering(ctx, table)
    await ctx.show(screens.which(table.record, ctx.words))


def _check_offering(ctx: Context, table: Table) -> None:
    ctx.services.holders.check_offering(table, ctx.user_id, moderator=ctx.moderates)


async def _placed(ctx: Context, press: Holding) -> None:
    """Wait for the hands that were sent already.

    A start takes away the hand that is on the disk for who holds the seat no more.
    """
    await ctx.services.posts.placed(press.session)


def _read(value: str | None) -> Offer:
    """The seat and for whom it is, as `screens.written` has them; raises UnknownOption."""
    seat, _, whom = (value or "").partition("-")
    return Offer(number_of(seat), number_of(whom) if whom else None)


HANDLERS: Mapping[Change, Handler[Holding]] = {
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
