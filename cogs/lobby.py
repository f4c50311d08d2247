"""A lobby: `/play` opens it; its buttons, on the board and on private screens, do the rest."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.delivery.kept.kept import Whose
from bot.running.client import Guildhall
from bot.running.commands import called, choices_of, with_options
from bot.running.services import Services
from bot.screens import managing as screens
from bot.screens.custom_ids import REMOVE, Action, Lobby, chosen_first, filled_in, number
from bot.screens.managing import joined
from bot.screens.parts import notice, refilled, together
from bot.sessions import seating
from bot.sessions.refusals import NoBots, NoSpeed, NotALobby, NotOffered, TableMoved, UnknownOption
from bot.sessions.servers import OWN, SPEEDS, read_speed
from bot.store.records.people import Person
from bot.store.records.play import Invitation, Seat, Speed
from bot.store.records.sessions import Session
from bot.thinking.computers import NAMES
from cogs import opening
from cogs.presses import handles, moderates
from engine.text import text

_SWITCH = {"on": True, "off": False}

Command: TypeAlias = app_commands.Command[Any, ..., None]
Handler = Callable[[Services, discord.Interaction, Lobby], Awaitable[None]]


def play(services: Services) -> Command:
    """`/play`, with a choice of the games that are there."""

    @app_commands.command(**called("play"))
    @with_options("play", "game")
    @app_commands.choices(game=choices_of(services.games, services.languages))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def play(interaction: discord.Interaction, game: app_commands.Choice[str]) -> None:
        """Open a lobby; in a channel with a live session, show the way to it."""
        await opening.open_here(services, interaction, game.value)

    return play


@handles(Lobby)
async def pressed(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Carry out a press of a lobby's button or select."""
    try:
        if press.action not in opening.FROM_ELSEWHERE and not _by_letter(interaction, press):
            await _check_here(services, interaction, press)
        await HANDLERS[press.action](services, interaction, press)
    except (NotALobby, TableMoved):
        # On a screen of one person alone the answer stands in its place.
        if not await services.delivery.private.end(interaction, press.session):
            raise


async def _check_here(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Raise TableMoved where the table has left the channel of the pressed message."""
    record = (await services.sessions.table(press.session)).record
    if record.channel_id != interaction.channel_id:
        raise TableMoved(record)


def _by_letter(interaction: discord.Interaction, press: Lobby) -> bool:
    """Whether this is the answer to a direct message that a seat is kept."""
    return press.action is Action.IN and interaction.guild_id is None


async def _join(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    person = await services.people.seen(interaction)
    if _by_letter(interaction, press):
        await _join_by_letter(services, interaction, press, person)
        return
    async with services.pressed.on_board(interaction, press.session):
        await services.lobbies.join(press.session, opening.seat(interaction))
    await opening.welcome(services, interaction, person, press.session)


async def _join_by_letter(
    services: Services, interaction: discord.Interaction, press: Lobby, person: Person
) -> None:
    """Take the seat that is kept; the message then says so itself."""
    record = (await services.sessions.table(press.session)).record
    kept = next((one for one in record.kept if one.user_id == person.user_id), None)
    if kept is None or record.status != "lobby":
        raise NotOffered
    offers, whose = services.delivery.offers, Whose(record.id, person.user_id)
    with offers.answering.under_way(whose):
        record = await services.lobbies.join(
            record.id, Seat(0, person.user_id, kept.name, None, None)
        )
        words = services.answers.words(interaction)
        await services.answers.replace(interaction, joined(record, words))
        if interaction.message is not None:
            await offers.answered(*whose, interaction.message.id)
    await opening.welcome(services, interaction, person, record.id)


async def _leave(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Give up a seat; the last person, who closes the table by it, is asked first.

    But where nothing would be lost.
    """
    person = await services.people.seen(interaction)
    record = (await services.sessions.table(press.session)).record
    people = {seat.user_id for seat in record.seats} - {None}
    if people == {person.user_id} and (len(record.seats) > 1 or record.invitations):
        words = services.answers.words(interaction)
        await services.answers.show(interaction, screens.really_cancel(record, 0, words))
        return
    async with services.pressed.on_board(interaction, press.session):
        await services.lobbies.leave(press.session, person.user_id)
    await services.delivery.hands.remove(press.session, person)


async def _choose_party(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    party = number(press.value or "")
    async with services.pressed.on_board(interaction, press.session):
        await services.lobbies.set_party(press.session, interaction.user.id, party)


async def _start(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    moderator = moderates(interaction)
    async with services.pressed.on_board(interaction, press.session):
        await services.lobbies.start(press.session, interaction.user.id, moderator=moderator)


async def _start_alone(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    async with services.pressed.on_board(interaction, press.session):
        await services.lobbies.start_alone(press.session, interaction.user.id, NAMES)


async def _cancel(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Close the lobby, after asking where others sit."""
    record = await _managed(services, interaction, press)
    user_id = interaction.user.id
    others = sum(seat.user_id not in (None, user_id) for seat in record.seats)
    if others:
        words = services.answers.words(interaction)
        await services.answers.show(interaction, screens.really_cancel(record, others, words))
        return
    async with services.pressed.on_board(interaction, press.session):
        await services.lobbies.cancel(press.session, user_id, moderator=moderates(interaction))


async def _close(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Close the lobby, or let it stay open, after it was asked whether really."""
    key = "cancel.kept"
    if press.action is Action.CLOSE:
        user_id, key = interaction.user.id, "cancel.done"
        await services.lobbies.cancel(press.session, user_id, moderator=moderates(interaction))
    screen = notice(services.answers.words(interaction)(text(key)))
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await services.answers.replace(interaction, screen)
    else:
        await services.answers.show(interaction, screen)


async def _computers(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Show the computers to somebody seated; seat one, give it another strength, unseat it."""
    lobbies, user_id, value = services.lobbies, interaction.user.id, press.value or ""
    chosen = chosen_first(interaction)
    if press.action is Action.COMPUTERS:
        seating.seated((await services.sessions.table(press.session)).record, user_id)
    elif press.action is Action.ADD:
        await lobbies.add_computer(press.session, user_id, NAMES, value)
    elif chosen == REMOVE:
        await lobbies.remove_computer(press.session, user_id, value)
    else:
        await lobbies.set_strength(press.session, user_id, value, chosen)
    await services.delivery.private.show(interaction, press.session, "computers")


async def _options(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Show the variants, the pace and the language to the host, or set one of them."""
    lobbies, session_id, user_id = services.lobbies, press.session, interaction.user.id
    chosen = chosen_first(interaction)
    match press.action:
        case Action.OPTIONS:
            seating.hosted((await services.sessions.table(session_id)).record, user_id)
        case Action.SET:
            await lobbies.set_option(session_id, user_id, press.value or "", chosen)
        case Action.LANGUAGE if chosen in services.languages.tags:
            await lobbies.choose(session_id, user_id, locale=chosen)
        case Action.TAKEBACKS if chosen in _SWITCH:
            await lobbies.choose(session_id, user_id, takebacks=_SWITCH[chosen])
        case Action.SUGGESTIONS if chosen in _SWITCH:
            await lobbies.choose(session_id, user_id, suggestions=_SWITCH[chosen])
        case Action.SPEED if chosen == OWN or press.value is not None:
            await _ask_spans(services, interaction, press)
            return
        case Action.SPEED if chosen in SPEEDS:
            await lobbies.choose(session_id, user_id, speed=SPEEDS[chosen])
        case _:
            raise UnknownOption
    await services.delivery.private.show(interaction, session_id, "options")


async def _ask_spans(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    record = (await services.sessions.table(press.session)).record
    seating.hosted(record, interaction.user.id)
    words = services.answers.words(interaction, record)
    await services.answers.ask(interaction, screens.spans(record, words).filled(press.value))


async def _set_spans(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Set the pace of the form; one that makes no sense can be written again."""
    try:
        speed = _spans(interaction)
    except NoSpeed as refused:
        written = together(filled_in(interaction).values())
        again = Lobby(press.session, Action.SPEED, written)
        words = services.answers.words(interaction)
        await services.answers.show(interaction, refilled(refused.reason, again, words))
        return
    await services.lobbies.choose(press.session, interaction.user.id, speed=speed)
    await services.delivery.private.show(interaction, press.session, "options")


def _spans(interaction: discord.Interaction) -> Speed:
    """The speed of the form that was handed in."""
    written = filled_in(interaction)
    speed = read_speed(written.get("nudge", ""), written.get("limit", ""))
    if speed is None:
        raise NoSpeed
    return speed


async def _manage(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Show who is invited, and what else there is, to the host or a moderator."""
    await _managed(services, interaction, press)
    await services.delivery.private.show(interaction, press.session, "manage")


async def _invite(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Invite the people chosen, and tell them."""
    people, bots = chosen_people(interaction)
    if not people:
        raise NoBots if bots else UnknownOption
    record, new = await services.lobbies.invite(
        press.session, interaction.user.id, people, moderator=moderates(interaction)
    )
    await services.delivery.private.show(interaction, record.id, "manage")
    if bots:
        await services.answers.notice(interaction, NoBots().reason)
    by = interaction.user.display_name
    await services.letters.invite(record, new, by, interaction.id)


async def _invited_only(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Let only invited people join, or everybody."""
    await services.lobbies.set_invited_only(
        press.session,
        interaction.user.id,
        invited_only=press.value == "on",
        moderator=moderates(interaction),
    )
    await services.delivery.private.show(interaction, press.session, "manage")


async def _take_back(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Take somebody's seat, kept seat or invitation back, and tell whoever was seated."""
    whose = number(chosen_first(interaction))
    if whose is None:
        raise UnknownOption
    session_id = press.session
    person, before = await services.people.find(whose), await services.sessions.table(session_id)
    record = await services.lobbies.take_back(
        session_id, interaction.user.id, whose, moderator=moderates(interaction)
    )
    await services.delivery.private.show(interaction, record.id, "manage")
    if person is not None:
        await services.delivery.hands.remove(session_id, person)
    if before.seat_of(whose) is not None:
        await services.letters.remove(record, whose, interaction.id)


async def _managed(services: Services, interaction: discord.Interaction, press: Lobby) -> Session:
    record = (await services.sessions.table(press.session)).record
    return seating.managed(record, interaction.user.id, moderator=moderates(interaction))


def chosen_people(interaction: discord.Interaction) -> tuple[list[Invitation], bool]:
    """Those chosen in a select of people, and whether there were bots among them."""
    data: Any = interaction.data or {}
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


HANDLERS: Mapping[Action, Handler] = {
    Action.JOIN: _join,
    Action.IN: _join,
    Action.LEAVE: _leave,
    Action.PARTY: _choose_party,
    Action.START: _start,
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


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    bot.tree.add_command(play(bot.services))
