"""A lobby: `/play` opens it; its buttons, on the board and on private screens, do the rest."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from discord import app_commands

from bot.delivery.kept.kept import Whose
from bot.running.commands import Command, anywhere, called, choices_of, with_options
from bot.running.services import Services
from bot.screens import lobby as screens
from bot.screens.custom_ids import (
    CALLED,
    REALLY,
    REMOVE,
    Action,
    Lobby,
    chosen_first,
    filled_in,
    number,
)
from bot.screens.lobby import joined
from bot.screens.parts import notice, refilled
from bot.screens.screen import together
from bot.sessions import holding, refusals
from bot.sessions.servers import OWN, SPEEDS, read_speed
from bot.store.records.people import Person
from bot.store.records.play import Invitation, Seat
from bot.store.records.sessions import Session
from bot.thinking.computers import NAMES
from cogs import opening
from cogs.presses import Context, Handler, Interaction, handles, number_of
from engine.text import text

_SWITCH = {"on": True, "off": False}


def play(services: Services) -> Command:
    """`/play`, with a choice of the games that are there."""

    @app_commands.command(**called("play"))
    @with_options("play", "game")
    @app_commands.choices(game=choices_of(services.games, services.languages))
    @anywhere
    async def play(interaction: Interaction, game: app_commands.Choice[str]) -> None:
        """Open a lobby; in a channel with a live session, show the way to it."""
        await opening.open_here(Context(interaction), game.value)

    return play


@handles(Lobby)
async def pressed(ctx: Context, press: Lobby) -> None:
    """Carry out a press of a lobby's button or select."""
    try:
        if press.action not in opening.FROM_ELSEWHERE and not _by_letter(ctx, press):
            await _check_here(ctx, press)
        await HANDLERS[press.action](ctx, press)
    except (refusals.NotALobby, refusals.TableMoved):
        # On a screen of one person alone the answer stands in its place.
        if not await ctx.services.delivery.private.end(ctx.interaction, press.session):
            raise


async def _check_here(ctx: Context, press: Lobby) -> None:
    """Raise TableMoved where the table has left the channel of the pressed message."""
    record = (await ctx.table(press.session)).record
    if record.channel_id != ctx.interaction.channel_id:
        raise refusals.TableMoved(record)


def _by_letter(ctx: Context, press: Lobby) -> bool:
    """Whether this is the answer to a direct message that invites, or that a seat is kept."""
    return press.action is Action.IN and ctx.interaction.guild_id is None


async def _join(ctx: Context, press: Lobby) -> None:
    person = await ctx.person()
    if _by_letter(ctx, press):
        await _join_by_letter(ctx, press, person)
        return
    if press.value == CALLED:
        record = await ctx.services.lobbies.join(press.session, ctx.seat)
        await ctx.show(joined(record, ctx.words))
    else:
        async with ctx.services.pressed.on_board(ctx.interaction, press.session):
            await ctx.services.lobbies.join(press.session, ctx.seat)
    await opening.welcome(ctx, person, press.session)


async def _join_by_letter(ctx: Context, press: Lobby, person: Person) -> None:
    """Take the seat that is kept, or a free one; the message then says so itself."""
    record = (await ctx.table(press.session)).record
    if not record.asks(person.user_id):
        raise refusals.NotOffered
    name = next(one.name for one in record.invitations if one.user_id == person.user_id)
    offers, whose = ctx.services.delivery.offers, Whose(record.id, person.user_id)
    with offers.under_way(whose):
        record = await ctx.services.lobbies.join(
            record.id, Seat(0, person.user_id, name, None, None)
        )
        await ctx.replace(joined(record, ctx.words))
        if ctx.interaction.message is not None:
            await offers.answered(ctx.interaction.message.id, whose)
    await opening.welcome(ctx, person, record.id)


async def _leave(ctx: Context, press: Lobby) -> None:
    """Give up a seat; the last person, who closes the table by it, is asked first.

    But where nothing would be lost. Once somebody else has come, the answer closes nothing.
    """
    person, lobbies = await ctx.person(), ctx.services.lobbies
    record = (await ctx.table(press.session)).record
    people = {seat.user_id for seat in record.seats} - {None}
    if press.value == REALLY:
        record = await lobbies.leave(press.session, person.user_id)
        await _answered(ctx, "cancel.left" if record.live else "cancel.done")
    elif people == {person.user_id} and (len(record.seats) > 1 or record.invitations):
        await ctx.show(screens.really_leave(record, ctx.words))
        return
    else:
        async with ctx.services.pressed.on_board(ctx.interaction, press.session):
            await lobbies.leave(press.session, person.user_id)
    await ctx.services.delivery.hands.remove(press.session, person)


async def _choose_party(ctx: Context, press: Lobby) -> None:
    party = number(press.value or "")
    async with ctx.services.pressed.on_board(ctx.interaction, press.session):
        await ctx.services.lobbies.set_party(press.session, ctx.user_id, party)


async def _start(ctx: Context, press: Lobby) -> None:
    """Begin the game, after asking where somebody who is invited could still come."""
    record = await _managed(ctx, press)
    seats = ctx.services.games[record.game].seats
    if record.awaited and min(seats) <= len(record.seats) < max(seats):
        await ctx.show(screens.really_start(record, ctx.user_id, ctx.words))
        return
    async with ctx.services.pressed.on_board(ctx.interaction, press.session):
        await ctx.services.lobbies.start(press.session, ctx.user_id, moderator=ctx.moderates)


async def _begin(ctx: Context, press: Lobby) -> None:
    """Begin without those who haven't come."""
    await ctx.services.lobbies.start(press.session, ctx.user_id, moderator=ctx.moderates)
    await _answered(ctx, "begin.done")


async def _start_alone(ctx: Context, press: Lobby) -> None:
    async with ctx.services.pressed.on_board(ctx.interaction, press.session):
        await ctx.services.lobbies.start(press.session, ctx.user_id, names=NAMES)


async def _cancel(ctx: Context, press: Lobby) -> None:
    """Close the lobby, after asking where others sit."""
    record = await _managed(ctx, press)
    if others := sum(seat.user_id not in (None, ctx.user_id) for seat in record.seats):
        await ctx.show(screens.really_cancel(record, others, ctx.words))
        return
    async with ctx.services.pressed.on_board(ctx.interaction, press.session):
        await ctx.services.lobbies.cancel(press.session, ctx.user_id, moderator=ctx.moderates)


async def _close(ctx: Context, press: Lobby) -> None:
    """Close the lobby, or let it stay open, after it was asked whether really."""
    key = "cancel.kept"
    if press.action is Action.CLOSE:
        key = "cancel.done"
        await ctx.services.lobbies.cancel(press.session, ctx.user_id, moderator=ctx.moderates)
    await _answered(ctx, key)


async def _answered(ctx: Context, key: str) -> None:
    """What came of a question, in its place."""
    await (ctx.replace if ctx.alone else ctx.show)(notice(ctx.words(text(key))))


async def _computers(ctx: Context, press: Lobby) -> None:
    """Show the computers to somebody seated; seat one, give it another strength, unseat it."""
    lobbies, user_id, value = ctx.services.lobbies, ctx.user_id, press.value or ""
    chosen = chosen_first(ctx.interaction)
    if press.action is Action.COMPUTERS:
        holding.seated((await ctx.table(press.session)).record, user_id)
    elif press.action is Action.ADD:
        await lobbies.add_computer(press.session, user_id, NAMES, value)
    elif chosen == REMOVE:
        await lobbies.remove_computer(press.session, user_id, value)
    else:
        await lobbies.set_strength(press.session, user_id, value, chosen)
    await ctx.services.delivery.private.show(ctx.interaction, press.session, "computers")


async def _options(ctx: Context, press: Lobby) -> None:
    """Show the variants, the pace and the language, or set one of them, which the host does."""
    lobbies, session_id, user_id = ctx.services.lobbies, press.session, ctx.user_id
    chosen = chosen_first(ctx.interaction)
    match press.action:
        case Action.OPTIONS:
            table = await ctx.table(session_id)
            if not holding.may_host(holding.still_open(table.record), user_id):
                await ctx.services.delivery.private.show(ctx.interaction, session_id, "text")
                return
        case Action.SET:
            await lobbies.set_option(session_id, user_id, press.value or "", chosen)
        case Action.LANGUAGE if chosen in ctx.services.languages.tags:
            await lobbies.choose(session_id, user_id, locale=chosen)
        case Action.TAKEBACKS if chosen in _SWITCH:
            await lobbies.choose(session_id, user_id, takebacks=_SWITCH[chosen])
        case Action.SUGGESTIONS if chosen in _SWITCH:
            await lobbies.choose(session_id, user_id, suggestions=_SWITCH[chosen])
        case Action.SPEED if chosen == OWN or press.value is not None:
            await _ask_spans(ctx, press)
            return
        case Action.SPEED if chosen in SPEEDS:
            await lobbies.choose(session_id, user_id, speed=SPEEDS[chosen])
        case _:
            raise refusals.UnknownOption
    await ctx.services.delivery.private.show(ctx.interaction, session_id, "options")


async def _ask_spans(ctx: Context, press: Lobby) -> None:
    record = (await ctx.table(press.session)).record
    holding.hosted(record, ctx.user_id)
    form = screens.spans(record, ctx.words_of(record)).filled(press.value)
    await ctx.services.answers.ask(ctx.interaction, form)


async def _set_spans(ctx: Context, press: Lobby) -> None:
    """Set the pace of the form; one that makes no sense can be written again."""
    written = filled_in(ctx.interaction)
    try:
        speed = read_speed(written.get("nudge", ""), written.get("limit", ""))
    except refusals.Miswritten as refused:
        again = Lobby(press.session, Action.SPEED, together(written.values()))
        await ctx.replace(refilled(refused.reason, again, ctx.words))
        return
    await ctx.services.lobbies.choose(press.session, ctx.user_id, speed=speed)
    await ctx.services.delivery.private.show(ctx.interaction, press.session, "options")


async def _manage(ctx: Context, press: Lobby) -> None:
    await _managed(ctx, press)
    await ctx.services.delivery.private.show(ctx.interaction, press.session, "manage")


async def _invite(ctx: Context, press: Lobby) -> None:
    """Invite the people chosen, and tell them."""
    people, bots = chosen_people(ctx)
    if not people:
        raise refusals.NoBots if bots else refusals.UnknownOption
    record, new = await ctx.services.lobbies.invite(
        press.session, ctx.user_id, people, moderator=ctx.moderates
    )
    await ctx.services.delivery.private.show(ctx.interaction, record.id, "manage")
    if bots:
        await ctx.tell(refusals.NoBots().reason)
    by = ctx.interaction.user.display_name
    await ctx.services.delivery.offers.invite(record, new, by, ctx.interaction.id)


async def _invited_only(ctx: Context, press: Lobby) -> None:
    await ctx.services.lobbies.set_invited_only(
        press.session, ctx.user_id, invited_only=press.value == "on", moderator=ctx.moderates
    )
    await ctx.services.delivery.private.show(ctx.interaction, press.session, "manage")


async def _take_back(ctx: Context, press: Lobby) -> None:
    """Take somebody's seat, kept seat or invitation back, and tell whoever was seated."""
    whose, session_id = number_of(chosen_first(ctx.interaction)), press.session
    person, before = await ctx.services.people.find(whose), await ctx.table(session_id)
    record = await ctx.services.lobbies.take_back(
        session_id, ctx.user_id, whose, moderator=ctx.moderates
    )
    await ctx.services.delivery.private.show(ctx.interaction, record.id, "manage")
    if person is not None:
        await ctx.services.delivery.hands.remove(session_id, person)
    if before.seat_of(whose) is not None:
        await ctx.services.letters.remove(record, whose, ctx.interaction.id)


async def _managed(ctx: Context, press: Lobby) -> Session:
    record = (await ctx.table(press.session)).record
    return holding.managed(record, ctx.user_id, moderator=ctx.moderates)


def chosen_people(ctx: Context) -> tuple[list[Invitation], bool]:
    """Those chosen in a select of people, and whether there were bots among them."""
    data: Any = ctx.interaction.data or {}
    resolved = data.get("resolved") or {}
    users, members = resolved.get("users") or {}, resolved.get("members") or {}
    people, bots = [], False
    for user_id, user in users.items():
        if user.get("bot"):
            bots = True
            continue
        nick = (members.get(user_id) or {}).get("nick")
        name = nick or user.get("global_name") or user["username"]
        people.append(Invitation(int(user_id), str(name), kept=False))
    return people, bots


HANDLERS: Mapping[Action, Handler[Lobby]] = {
    Action.JOIN: _join,
    Action.IN: _join,
    Action.LEAVE: _leave,
    Action.PARTY: _choose_party,
    Action.START: _start,
    Action.BEGIN: _begin,
    Action.ALONE: _start_alone,
    Action.CANCEL: _cancel,
    Action.CLOSE: _close,
    Action.KEEP: _close,
    **dict.fromkeys((Action.COMPUTERS, Action.ADD, Action.COMPUTER), _computers),
    **dict.fromkeys((Action.OPTIONS, Action.SET, Action.LANGUAGE), _options),
    **dict.fromkeys((Action.SPEED, Action.TAKEBACKS, Action.SUGGESTIONS), _options),
    Action.SPANS: _set_spans,
    Action.MANAGE: _manage,
    Action.INVITE: _invite,
    Action.INVITED_ONLY: _invited_only,
    Action.TAKE_BACK: _take_back,
    Action.MOVE: opening.move,
    Action.AGAIN: opening.again,
    Action.OPEN: opening.open_beside,
    Action.THREAD: opening.in_thread,
}
