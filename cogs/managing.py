"""The private screens of a lobby: computers, variants and language, invitations."""

from __future__ import annotations

from typing import Any

import discord

from bot.custom_ids.reading import carried, filled_in, number
from bot.custom_ids.seats import REMOVE, Lobby
from bot.screens import managing as screens
from bot.screens.parts import notice
from bot.screens.screen import Screen
from bot.services import Services
from bot.sessions import lobby_rights, speeds
from bot.sessions.refusals import NoBots, NoSpeed, UnknownOption
from bot.sessions.speeds import OWN, SPEEDS
from bot.store.records.play import Speed
from bot.store.records.seats import Invitation
from bot.thinking.computers import NAMES
from engine.text import text


async def computers(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Show the computers to somebody seated."""
    record = (await services.sessions.table(press.session)).record
    lobby_rights.seated(record, interaction.user.id)
    await services.delivery.private.show(interaction, record.id, "computers")


async def add(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Seat a computer."""
    record = await services.lobbies.add_computer(
        press.session, interaction.user.id, NAMES, press.value or ""
    )
    await services.delivery.private.show(interaction, record.id, "computers")


async def computer(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Give a computer another strength, or unseat it."""
    chosen, name = _chosen(interaction), press.value or ""
    lobbies, user_id = services.lobbies, interaction.user.id
    if chosen == REMOVE:
        record = await lobbies.remove_computer(press.session, user_id, name)
    else:
        record = await lobbies.set_strength(press.session, user_id, name, chosen)
    await services.delivery.private.show(interaction, record.id, "computers")


async def options(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Show the variants and the language to the host."""
    record = (await services.sessions.table(press.session)).record
    lobby_rights.hosted(record, interaction.user.id)
    await services.delivery.private.show(interaction, record.id, "options")


async def set_option(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Choose a variant."""
    record = await services.lobbies.set_option(
        press.session, interaction.user.id, press.value or "", _chosen(interaction)
    )
    await services.delivery.private.show(interaction, record.id, "options")


async def set_speed(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Choose how long a choice may take, or ask for spans of one's own."""
    chosen, user_id = _chosen(interaction), interaction.user.id
    if chosen == OWN:
        record = (await services.sessions.table(press.session)).record
        lobby_rights.hosted(record, user_id)
        words = services.answers.words(interaction, record)
        await services.answers.ask(interaction, screens.spans(record, words))
        return
    if chosen not in SPEEDS:
        raise UnknownOption
    await _speed_is(services, interaction, press, SPEEDS[chosen])


async def set_spans(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """The form with spans of one's own was handed in."""
    written = filled_in(interaction)
    speed = speeds.read(written.get("nudge", ""), written.get("limit", ""))
    if speed is None:
        raise NoSpeed
    await _speed_is(services, interaction, press, speed)


async def _speed_is(
    services: Services, interaction: discord.Interaction, press: Lobby, speed: Speed | None
) -> None:
    record = await services.lobbies.set_speed(press.session, interaction.user.id, speed)
    await services.delivery.private.show(interaction, record.id, "options")


async def set_takebacks(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Choose whether choices may be taken back."""
    chosen = _chosen(interaction)
    if chosen not in ("on", "off"):
        raise UnknownOption
    record = await services.lobbies.set_takebacks(
        press.session, interaction.user.id, allowed=chosen == "on"
    )
    await services.delivery.private.show(interaction, record.id, "options")


async def set_suggestions(
    services: Services, interaction: discord.Interaction, press: Lobby
) -> None:
    """Choose whether players may ask what a computer would choose."""
    chosen = _chosen(interaction)
    if chosen not in ("on", "off"):
        raise UnknownOption
    record = await services.lobbies.set_suggestions(
        press.session, interaction.user.id, allowed=chosen == "on"
    )
    await services.delivery.private.show(interaction, record.id, "options")


async def set_language(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Choose the table's language."""
    language = _chosen(interaction)
    if language not in services.languages.tags:
        raise UnknownOption
    record = await services.lobbies.set_language(press.session, interaction.user.id, language)
    await services.delivery.private.show(interaction, record.id, "options")


async def manage(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Show who is invited, and what else there is, to the host or a moderator."""
    record = (await services.sessions.table(press.session)).record
    lobby_rights.managed(record, interaction.user.id, moderator=_moderator(interaction))
    await services.delivery.private.show(interaction, record.id, "manage")


async def invite(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Invite the people chosen, and tell them."""
    people, bots = chosen_people(interaction)
    if not people:
        raise NoBots if bots else UnknownOption
    record, new = await services.lobbies.invite(
        press.session, interaction.user.id, people, moderator=_moderator(interaction)
    )
    await services.delivery.private.show(interaction, record.id, "manage")
    if bots:
        await services.answers.notice(interaction, NoBots().reason)
    by = interaction.user.display_name
    await services.letters.invite(record, new, by, interaction.id)


async def invited_only(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Let only invited people join, or everybody."""
    record = await services.lobbies.set_invited_only(
        press.session,
        interaction.user.id,
        invited_only=press.value == "on",
        moderator=_moderator(interaction),
    )
    await services.delivery.private.show(interaction, record.id, "manage")


async def take_back(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Take somebody's seat, kept seat or invitation back, and tell whoever was seated."""
    whose = number(_chosen(interaction))
    if whose is None:
        raise UnknownOption
    session_id, hands = press.session, services.delivery.hands
    person = await services.people.find(whose)
    before = await services.sessions.table(session_id)
    record = await services.lobbies.take_back(
        session_id, interaction.user.id, whose, moderator=_moderator(interaction)
    )
    await services.delivery.private.show(interaction, record.id, "manage")
    if person is not None:
        await hands.remove(session_id, person)
    if before.seat_of(whose) is not None:
        await services.letters.remove(record, whose, interaction.id)


async def close(services: Services, interaction: discord.Interaction, press: Lobby) -> None:
    """Close the lobby after all."""
    moderator = _moderator(interaction)
    await services.lobbies.cancel(press.session, interaction.user.id, moderator=moderator)
    said = services.answers.words(interaction)(text("cancel.done"))
    await _private(services, interaction, notice(said))


async def keep(services: Services, interaction: discord.Interaction, _: Lobby) -> None:
    """Let the lobby stay open."""
    said = services.answers.words(interaction)(text("cancel.kept"))
    await _private(services, interaction, notice(said))


async def _private(services: Services, interaction: discord.Interaction, screen: Screen) -> None:
    """Show a screen in the pressed message if it is for that person alone, else in one that is."""
    message = interaction.message
    if message is not None and message.flags.ephemeral:
        await services.answers.replace(interaction, screen)
    else:
        await services.answers.show(interaction, screen)


def _chosen(interaction: discord.Interaction) -> str:
    """The one value of a select; empty if there is none."""
    values = carried(interaction)[1]
    return values[0] if len(values) == 1 else ""


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


def _moderator(interaction: discord.Interaction) -> bool:
    return interaction.permissions.manage_messages
