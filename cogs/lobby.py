"""Presses in a lobby: the one place that knows what each of its buttons does."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

import discord

from bot.custom_ids.reading import number
from bot.custom_ids.seats import Action, Lobby
from bot.screens.managing import really_cancel
from bot.services import Services
from bot.sessions import lobby_rights
from bot.sessions.refusals import NotALobby, TableMoved
from cogs import managing, opening

_FROM_ELSEWHERE = (Action.AGAIN, Action.THREAD)

Handler = Callable[[Services, discord.Interaction, Lobby], Awaitable[None]]


async def pressed(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Carry out a press of a lobby's button or select."""
    try:
        if press.action not in _FROM_ELSEWHERE:
            await _here(services, interaction, press)
        await HANDLERS[press.action](services, interaction, press)
    except (NotALobby, TableMoved):
        # On a screen of one person alone the answer stands in its place.
        if not await services.delivery.private.end(interaction, press.session):
            raise


async def _join(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    person = await services.people.seen(interaction)
    seat = opening.seat(interaction)
    async with services.pressed.on_board(interaction, press.session):
        await services.lobbies.join(press.session, seat)
    await opening.welcome(services, interaction, person, press.session)


async def _leave(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    person = await services.people.seen(interaction)
    async with services.pressed.on_board(interaction, press.session):
        await services.lobbies.leave(press.session, person.user_id)
    await services.delivery.hands.remove(press.session, person)


async def _choose_party(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    party = number(press.value or "")
    async with services.pressed.on_board(interaction, press.session):
        await services.lobbies.set_party(press.session, interaction.user.id, party)


async def _start(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    moderator = interaction.permissions.manage_messages
    async with services.pressed.on_board(interaction, press.session):
        await services.lobbies.start(press.session, interaction.user.id, moderator=moderator)


async def _cancel(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Close the lobby, after asking where others sit."""
    record = (await services.sessions.table(press.session)).record
    user_id, moderator = interaction.user.id, interaction.permissions.manage_messages
    lobby_rights.managed(record, user_id, moderator=moderator)
    others = sum(seat.user_id not in (None, user_id) for seat in record.seats)
    if others:
        words = services.answers.words(interaction)
        await services.answers.show(interaction, really_cancel(record, others, words))
        return
    async with services.pressed.on_board(interaction, press.session):
        await services.lobbies.cancel(press.session, user_id, moderator=moderator)


async def _here(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Raise TableMoved where the table has left the channel of the pressed message."""
    record = (await services.sessions.table(press.session)).record
    if record.channel_id != interaction.channel_id:
        raise TableMoved(record)


HANDLERS: Mapping[Action, Handler] = {
    Action.JOIN: _join,
    Action.IN: _join,
    Action.LEAVE: _leave,
    Action.PARTY: _choose_party,
    Action.START: _start,
    Action.CANCEL: _cancel,
    Action.CLOSE: managing.close,
    Action.KEEP: managing.keep,
    Action.COMPUTERS: managing.computers,
    Action.ADD: managing.add,
    Action.COMPUTER: managing.computer,
    Action.OPTIONS: managing.options,
    Action.SPEED: managing.set_speed,
    Action.SPANS: managing.set_spans,
    Action.TAKEBACKS: managing.set_takebacks,
    Action.SUGGESTIONS: managing.set_suggestions,
    Action.SET: managing.set_option,
    Action.LANGUAGE: managing.set_language,
    Action.MANAGE: managing.manage,
    Action.INVITE: managing.invite,
    Action.INVITED_ONLY: managing.invited_only,
    Action.TAKE_BACK: managing.take_back,
    Action.MOVE: opening.move,
    Action.AGAIN: opening.again,
    Action.THREAD: opening.in_thread,
}
