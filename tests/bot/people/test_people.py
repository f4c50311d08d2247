"""Who has played: memory is a cache of the store, which other processes change as well."""

import asyncio
from dataclasses import replace
from functools import partial

from discord.app_commands import AppCommandContext

from bot.people import People, direct_channel
from bot.store.records.people import Person
from tests.bot.delivery.calls_noted import Wire
from tests.bot.delivery.presses import Press
from tests.bot.sessions.house import ADA, rooms
from tests.bot.store.slow import Slow
from tests.local.clock import ManualClock

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


async def pressed(people, wire, **where):
    return await people.seen(Press(wire, ADA, **where))


async def test_where_somebody_writes_to_us_we_can_write_too(tmp_path):
    async with rooms(tmp_path) as hall:
        people, wire = People(hall.store), Wire(ManualClock())
        await people.save(replace(KNOWN, dm_channel_id=None, dm_open=False))
        now = await pressed(people, wire, channel_id=8)
        assert (now.dm_channel_id, now.dm_open) == (8, True)


async def test_a_groups_direct_messages_are_not_ours(tmp_path):
    async with rooms(tmp_path) as hall:
        people, wire = People(hall.store), Wire(ManualClock())
        await people.save(KNOWN)
        press = Press(wire, ADA, channel_id=8)
        press.context = AppCommandContext(private_channel=True)
        now = await people.seen(press)
        assert (now.dm_channel_id, now.name) == (KNOWN.dm_channel_id, KNOWN.name)
        assert direct_channel(press) is None


async def test_a_channel_of_a_server_is_nobodys_direct_messages(tmp_path):
    async with rooms(tmp_path) as hall:
        people, wire = People(hall.store), Wire(ManualClock())
        await people.save(KNOWN)
        now = await pressed(people, wire, channel_id=8, guild_id=1)
        assert now.dm_channel_id == KNOWN.dm_channel_id


async def test_a_setting_that_is_chosen_while_somebody_writes_from_elsewhere_holds(
    tmp_path, monkeypatch
):
    async with rooms(tmp_path) as hall:
        people, wire = People(hall.store), Wire(ManualClock())
        await people.save(KNOWN)
        slow = Slow(hall.store.save_person, done=False)
        monkeypatch.setattr(hall.store, "save_person", slow)
        choosing = asyncio.create_task(people.change(KNOWN, partial(replace, confirms=True)))
        await slow.begun.wait()
        writing = asyncio.create_task(pressed(people, wire, channel_id=8))
        await asyncio.sleep(0)
        slow.go_on.set()
        await asyncio.gather(choosing, writing)
        now = await hall.store.person(ADA)
        assert (now.confirms, now.dm_channel_id) == (True, 8)
