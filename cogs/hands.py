"""Presses in a hand: whose seat it is, and the answer in the message that was pressed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import discord

from bot.services import Services
from bot.sessions.table import Table
from bot.store.records.people import Person


@dataclass(frozen=True, slots=True)
class Player:
    """Who pressed, at which seat, and the table as it stood then."""

    person: Person
    table: Table
    seat: int


@asynccontextmanager
async def on_hand(
    services: Services, interaction: discord.Interaction, session_id: int, page: int = 0
) -> AsyncIterator[Player]:
    """What is done inside is answered by the player's hand as it stands then.

    Raises NoSuchSession, Unreadable, NotPlaying, NotSeated, SeatPassedOn.
    """
    person = await services.people.seen(interaction)
    table = await services.sessions.table(session_id)
    seat = services.sessions.seat_at(table, person.user_id)
    async with services.delivery.on_hand(interaction, session_id, person, page):
        yield Player(person, table, seat)
