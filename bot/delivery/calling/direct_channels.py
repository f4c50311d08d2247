"""Where people's direct messages are, as far as they are open to us."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import TypeVar

import discord

from bot.delivery.calling.openings import Openings
from bot.delivery.wire.faults import Remedy, remedy
from bot.people import People
from bot.store.records.people import Person

T = TypeVar("T")

_LOST = frozenset({Remedy.CHANNEL_GONE, Remedy.NO_ACCESS})
"""What comes of a channel that was remembered; Discord gives it back if it is opened again."""


class DirectChannels:
    """Writes to people, and remembers where their direct messages are, and which are open."""

    def __init__(self, people: People, openings: Openings) -> None:
        self._people = people
        self._openings = openings

    async def of(self, user_id: int, *, pressed: bool = False) -> int:
        """The id of the channel of a person's direct messages; raises one of FAILURES.

        `pressed`: that person has just asked for it.
        """
        person = await self._people.find(user_id)
        if person is not None and person.dm_channel_id is not None:
            return person.dm_channel_id
        channel_id = await self._openings.open(user_id, pressed=pressed)
        if person is not None:
            await self._people.save(replace(person, dm_channel_id=channel_id))
        return channel_id

    async def write(
        self, user_id: int, send: Callable[[int], Awaitable[T]], *, pressed: bool = False
    ) -> T:
        """What `send` gives, called with that channel; raises one of FAILURES.

        A channel that is lost is opened again, once.
        """
        try:
            return await self._write(user_id, send, pressed=pressed)
        except discord.HTTPException as error:
            if remedy(error) not in _LOST:
                raise
        return await self._write(user_id, send, pressed=pressed)

    async def _write(
        self, user_id: int, send: Callable[[int], Awaitable[T]], *, pressed: bool
    ) -> T:
        channel_id = await self.of(user_id, pressed=pressed)
        try:
            return await send(channel_id)
        except discord.HTTPException as error:
            await self._openings.refused(error)
            await self.is_lost(user_id, channel_id, error)
            raise

    async def is_lost(self, user_id: int, channel_id: int, error: Exception) -> bool:
        """Whether an error says that the remembered channel is gone, which is forgotten then."""
        person = await self._people.find(user_id)
        if remedy(error) not in _LOST or person is None or person.dm_channel_id != channel_id:
            return False
        await self._people.save(replace(person, dm_channel_id=None))
        return True

    async def close(self, person: Person) -> Person:
        """Remember that a person takes no direct messages; nothing is sent until the next Join."""
        return await self._people.save(replace(person, dm_open=False))
