"""Who has played: memory is a cache of the store, which other processes change as well."""

import asyncio
from dataclasses import replace

from bot.people import People
from bot.store.records.people import Person
from tests.bot.sessions.house import ADA, rooms
from tests.bot.store.slow import Slow

KNOWN = Person(ADA, "Ada", "fr", 7, dm_open=True)


async def test_what_another_process_has_changed_while_a_person_was_saved_holds(
    tmp_path, monkeypatch
):
    async with rooms(tmp_path) as hall:
        people, save = People(hall.store), hall.store.save_person
        slow = Slow(save, done=True)
        monkeypatch.setattr(hall.store, "save_person", slow)
        saving = asyncio.create_task(people.save(KNOWN))
        await slow.begun.wait()
        later = replace(KNOWN, confirms=True)
        await save(later)
        people.forget(ADA)
        slow.go_on.set()
        assert await saving == KNOWN
        assert await people.find(ADA) == later
