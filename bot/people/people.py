"""Who has played: names, languages, direct messages. The store is the truth."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import replace

import discord

from bot.store.records.people import Person
from bot.store.store import Store

_KEPT = 5_000


def direct_channel(interaction: discord.Interaction) -> int | None:
    """The channel, if these are somebody's direct messages with us: a group's aren't ours."""
    return interaction.channel_id if interaction.context.dm_channel else None


class People:
    """The persons of the store, the latest of them in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[int, Person] = OrderedDict()
        self._dropped = 0

    async def find(self, user_id: int) -> Person | None:
        """A person who has played or pressed anything."""
        held, dropped = self._kept.get(user_id), self._dropped
        if held is not None:
            self._kept.move_to_end(user_id)
            return held
        person = await self._store.person(user_id)
        # What was dropped meanwhile may have been read before it changed.
        return person if person is None or self._dropped != dropped else self._keep(person)

    async def save(self, person: Person) -> Person:
        """Add or replace a person."""
        dropped = self._dropped
        await self._store.save_person(person)
        # What another process has saved after that may have been heard of before this returned.
        return self._keep(person) if self._dropped == dropped else person

    async def seen(self, interaction: discord.Interaction) -> Person:
        """The person who pressed or typed, with the name and language used now."""
        user, locale = interaction.user, interaction.locale.value
        known = await self.find(user.id)
        person = known or Person(user.id, user.display_name, locale, None, dm_open=True)
        # Direct messages know nobody's name in a server.
        name = person.name if interaction.guild_id is None else user.display_name
        dm_channel_id, dm_open = person.dm_channel_id, person.dm_open
        if (direct := direct_channel(interaction)) is not None:
            # Whoever writes to us in direct messages can be written to there.
            dm_channel_id, dm_open = direct, True
        now = (name, locale, dm_channel_id, dm_open)
        if known and now == (known.name, known.locale, known.dm_channel_id, known.dm_open):
            return known
        return await self.save(
            replace(person, name=name, locale=locale, dm_channel_id=dm_channel_id, dm_open=dm_open)
        )

    async def reachable(self, person: Person) -> Person:
        """The person asks for hands again: direct messages are tried anew."""
        return person if person.dm_open else await self.save(replace(person, dm_open=True))

    def forget_all(self) -> None:
        """Drop what is held in memory; the next look reads the store."""
        self._kept.clear()
        self._dropped += 1

    def forget(self, user_id: int) -> None:
        """The same of one person, whom another process knows better."""
        self._kept.pop(user_id, None)
        self._dropped += 1

    def _keep(self, person: Person) -> Person:
        self._kept[person.user_id] = person
        self._kept.move_to_end(person.user_id)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return person
