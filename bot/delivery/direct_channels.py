"""Where people's direct messages are, as far as they are open to us."""

from __future__ import annotations

from dataclasses import replace

from bot.delivery.faults import Remedy, remedy
from bot.delivery.messages import Messages
from bot.people import People
from bot.store.records.people import Person


class DirectChannels:
    """Opens direct messages, and remembers which are open."""

    def __init__(self, people: People, messages: Messages) -> None:
        self._people = people
        self._messages = messages

    async def of(self, user_id: int) -> int:
        """The id of the channel of a person's direct messages; raises one of FAILURES."""
        person = await self._people.find(user_id)
        if person is not None and person.dm_channel_id is not None:
            return person.dm_channel_id
        channel_id = await self._messages.open_dm(user_id)
        if person is not None:
            await self._people.save(replace(person, dm_channel_id=channel_id))
        return channel_id

    async def close(self, person: Person, error: Exception) -> Person:
        """Remember that a person takes no direct messages; nothing is sent until the next Join.

        A channel that isn't there for us, as after a change of the bot's account, is forgotten.
        """
        channel_id = person.dm_channel_id if remedy(error) is Remedy.DM_CLOSED else None
        return await self._people.save(replace(person, dm_open=False, dm_channel_id=channel_id))
