"""Presses in a lobby."""

from __future__ import annotations

import discord

from bot.computers import NAMES
from bot.custom_ids import Lobby, carried
from bot.screens import lobby as screens
from bot.services import Services
from bot.sessions.refusals import UnknownOption
from bot.store.records import Person, Seat
from engine.text import text

FIRST_STRENGTH = "normal"


async def open_lobby(services: Services, interaction: discord.Interaction, game: str) -> None:
    """Open a lobby as the answer to a command; raises ChannelBusy."""
    if interaction.channel_id is None:
        return
    person = await services.people.seen(interaction)
    locale = interaction.guild_locale or interaction.locale
    record = await services.lobbies.open(
        game,
        guild_id=interaction.guild_id,
        channel_id=interaction.channel_id,
        locale=locale.value,
        host=_seat(interaction),
    )
    await services.delivery.bring_board(interaction, record.id)
    await welcome(services, interaction, person, record.id)


async def pressed(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Carry out a press of a lobby's button or select."""
    person = await services.people.seen(interaction)
    match press.action:
        case "again":
            await _again(services, interaction, press.session)
        case "options":
            await _show_options(services, interaction, press.session)
        case "set":
            await _set_option(services, interaction, press)
        case "start":
            await _start(services, interaction, press.session)
        case _:
            await _change(services, interaction, press, person)


async def welcome(
    services: Services, interaction: discord.Interaction, person: Person, session_id: int
) -> None:
    """Open the person's direct messages; say kindly if that can't be done."""
    person = await services.delivery.hands.welcome(person, session_id, interaction.id)
    if not person.dm_open:
        await services.answers.notice(interaction, text("hand.dm_closed"))


async def _change(
    services: Services, interaction: discord.Interaction, press: Lobby, person: Person
) -> None:
    session_id, delivery = press.session, services.delivery

    async def act() -> None:
        await _carried_out(services, interaction, press)

    await delivery.answer_on_board(interaction, session_id, act)
    match press.action:
        case "join":
            await welcome(services, interaction, person, session_id)
        case "leave":
            await delivery.hands.remove(session_id, person)
        case "cancel":
            delivery.changed(session_id)


async def _carried_out(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    lobbies, session_id, user_id = services.lobbies, press.session, interaction.user.id
    match press.action:
        case "join":
            await lobbies.join(session_id, _seat(interaction))
        case "leave":
            await lobbies.leave(session_id, user_id)
        case "add":
            await lobbies.add_computer(session_id, user_id, NAMES, FIRST_STRENGTH)
        case "remove":
            await lobbies.remove_computer(session_id, user_id)
        case "strength":
            strength = next(iter(carried(interaction)[1]), "")
            await lobbies.set_strength(session_id, user_id, strength)
        case "party":
            party = int(press.value) if press.value and press.value.isdecimal() else None
            await lobbies.set_party(session_id, user_id, party)
        case "cancel":
            moderator = interaction.permissions.manage_messages
            await lobbies.cancel(session_id, user_id, moderator=moderator)
        case _:
            raise UnknownOption


async def _show_options(
    services: Services, interaction: discord.Interaction, session_id: int
) -> None:
    record = (await services.sessions.table(session_id)).record
    services.lobbies.check_open(record, interaction.user.id)
    words = services.answers.words(interaction, record)
    await services.answers.show(
        interaction, screens.options(record, services.games[record.game], words)
    )


async def _set_option(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    values = carried(interaction)[1]
    if press.value is None or len(values) != 1:
        raise UnknownOption
    record = await services.lobbies.set_option(
        press.session, interaction.user.id, press.value, values[0]
    )
    words = services.answers.words(interaction, record)
    await services.answers.replace(
        interaction, screens.options(record, services.games[record.game], words)
    )
    services.delivery.changed(press.session)


async def _start(services: Services, interaction: discord.Interaction, session_id: int) -> None:
    moderator = interaction.permissions.manage_messages

    async def act() -> None:
        table = await services.lobbies.start(session_id, interaction.user.id, moderator=moderator)
        services.delivery.changed(session_id)
        services.computers.look(table)

    await services.delivery.answer_on_board(interaction, session_id, act)


async def _again(services: Services, interaction: discord.Interaction, session_id: int) -> None:
    record = await services.lobbies.open_again(session_id, _seat(interaction))
    await services.delivery.bring_board(interaction, record.id)
    for seat in record.seats:
        person = None if seat.user_id is None else await services.people.find(seat.user_id)
        if person is not None and person.dm_open:
            await services.delivery.hands.welcome(person, record.id, interaction.id)


def _seat(interaction: discord.Interaction) -> Seat:
    return Seat(0, interaction.user.id, interaction.user.display_name, None, None)
