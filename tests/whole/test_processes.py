"""Two processes over one PostgreSQL database, each with a shard of one Discord."""

import asyncio
import contextlib
from dataclasses import dataclass, replace

import pytest
from pydantic import SecretStr

from bot.delivery.wire.caution import Shards
from bot.running.client import Guildhall
from bot.testing.driver import Witness, text_of
from bot.testing.playing import act_for
from tests.postgresql import unused
from tests.whole.house import TABLE, House, connected, local_discord, pick_anything

pytestmark = pytest.mark.timeout(240)

ELSEWHERE = "other-table"
FIRST, SECOND = Shards(0, 0, 2), Shards(1, 1, 2)
PATIENCE = 30.0


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Shards identify without the five seconds that Discord wants between them."""

    async def no_wait(*_, **__):
        return

    monkeypatch.setattr(Guildhall, "before_identify_hook", no_wait)


@dataclass
class Halls:
    """A process with the first shard, to which direct messages come, and one with the second."""

    dsn: SecretStr
    first: House
    second: House

    @property
    def channels(self) -> tuple[str, str]:
        """A table of a server on each shard."""
        on_first = self.first.discord.world.guild.id >> 22 & 1 == 0
        return (TABLE, ELSEWHERE) if on_first else (ELSEWHERE, TABLE)


@contextlib.asynccontextmanager
async def two_servers():
    """A Discord of two shards, with a table on each."""
    async with local_discord(shards=2) as discord:
        world = discord.world
        free = 1 - (world.guild.id >> 22) % 2
        world.add_channel(ELSEWHERE, guild=world.add_guild("Second", shard=(free, 2)))
        yield discord, Witness(world)


@contextlib.asynccontextmanager
async def two_processes():
    dsn = SecretStr(await unused())
    async with (
        two_servers() as (discord, witness),
        connected(discord, dsn, shards=FIRST) as first,
        connected(discord, dsn, shards=SECOND) as second,
    ):
        halls = Halls(dsn, House(discord, first, witness), House(discord, second, witness))
        await shared(first, second)
        yield halls


def shards_of(bot):
    return {shard for shard in range(2) if bot.services.shares.owns(shard << 22)}


async def shared(first, second):
    """Wait until each has its own shard."""
    await until(lambda: (shards_of(first), shards_of(second)) == ({0}, {1}))


async def until(true):
    """Wait for something that a process does by itself."""
    async with asyncio.timeout(PATIENCE):
        while not true():  # noqa: ASYNC110 - whatever it is
            await asyncio.sleep(0)


async def moves_known(hall, party, number):
    """Wait until a process knows of so many moves."""

    def known():
        table = hall.services.sessions.in_memory(party.session_id)
        return table is not None and table.record.moves >= number

    await until(known)
    await hall.quiet()


async def test_a_press_is_about_the_table_as_it_is_though_its_process_has_heard_nothing(
    monkeypatch,
):
    async with two_processes() as halls:
        party = await halls.second.game("Ada", "Farah", "Goro", channel=halls.channels[1])
        for person in party.people:
            await pick_anything(person, party.hand(person))
        await moves_known(halls.second, party, 3)
        await moves_known(halls.first, party, 3)
        monkeypatch.setattr(halls.first.services.hearing, "heard", lambda _: None)
        for seat in range(3):
            table = await halls.second.services.sessions.table(party.session_id)
            prompt = table.prompt(seat)
            picks = [option.id for option in prompt.options[: prompt.least]]
            await act_for(halls.second.services.playing, party.session_id, seat, prompt.step, picks)
        halls.second.services.delivery.changed(party.session_id)
        await halls.second.quiet()
        assert halls.first.services.sessions.in_memory(party.session_id).record.moves == 3
        for number, person in enumerate(party.people, start=7):
            await pick_anything(person, party.hand(person))
            assert len(await party.moves()) == number


async def test_moves_that_come_to_one_process_are_shown_by_the_owner_of_the_table():
    async with two_processes() as halls:
        party = await halls.second.game("Ada", "Farah", "Goro", channel=halls.channels[1])
        assert not halls.first.services.sessions.owns((await party.table()).record)
        shown = text_of(party.board)
        for number in (1, 2, 3):
            for person in party.people:
                await pick_anything(person, party.hand(person))
            await halls.first.quiet()
            await moves_known(halls.second, party, 3 * number)
        assert [len(await party.moves())] == [9]
        await until(lambda: text_of(party.board) != shown)
        tables = [
            await hall.services.sessions.table(party.session_id)
            for hall in (halls.first, halls.second)
        ]
        assert tables[0].state == tables[1].state


async def test_each_process_looks_after_its_own_tables():
    async with two_processes() as halls:
        for hall, channel in zip((halls.first, halls.second), halls.channels, strict=True):
            party = await hall.game("Ada", "Farah", "Goro", channel=channel)
            record = (await party.table()).record
            assert hall.services.sessions.owns(record)
            await party.play_on()
        for hall in (halls.first, halls.second):
            await until(lambda hall=hall: hall.services.shares.living() == 2)


async def test_the_owners_computers_choose_after_a_move_of_another_process():
    async with two_processes() as halls:
        party = await halls.second.game("Ada", "Farah", computers=1, channel=halls.channels[1])
        for person in party.people:
            await pick_anything(person, party.hand(person))
        await moves_known(halls.second, party, 3)
        log = await halls.first.services.store.moves(party.session_id)
        assert len({move.seat for move in log}) == 3
        assert len(log) == len({(move.seat, move.number) for move in log})


async def test_a_table_goes_on_when_its_process_is_gone_and_comes_back_to_it():
    dsn = SecretStr(await unused())
    async with two_servers() as (discord, witness), connected(discord, dsn, shards=FIRST) as first:
        hall = House(discord, first, witness)
        async with connected(discord, dsn, shards=SECOND) as second:
            halls = Halls(dsn, hall, House(discord, second, witness))
            await shared(first, second)
            party = await halls.second.game("Ada", "Farah", computers=1, channel=halls.channels[1])
            await halls.second.quiet()
        await until(lambda: shards_of(first) == {0, 1})
        party = replace(party, house=hall)
        before = len(await party.moves())
        await party.play_on()
        assert len(await party.moves()) == before + 3
        async with connected(discord, dsn, shards=SECOND) as second:
            await shared(first, second)
            again = replace(party, house=House(discord, second, witness))
            await again.finish()
            assert (await again.table()).record.status == "over"
            await until(lambda: "over" in text_of(again.board) or "🏆" in text_of(again.board))


async def test_a_process_that_stops_leaves_its_tables_to_the_other_at_once():
    dsn = SecretStr(await unused())
    async with two_servers() as (discord, _), connected(discord, dsn, shards=FIRST) as first:
        async with connected(discord, dsn, shards=SECOND) as second:
            await shared(first, second)
        await first.services.shares.beat()
        assert shards_of(first) == {0, 1}


async def test_who_was_frozen_past_its_lease_calls_nobody_when_it_wakes(monkeypatch):
    async with two_processes() as halls:
        party = await halls.second.game("Ada", "Farah", computers=1, channel=halls.channels[1])
        await halls.second.quiet()
        woken, calls = halls.second.services, []
        woken.shares._task.cancel()
        await until(lambda: shards_of(halls.first.bot) == {0, 1})
        assert shards_of(halls.second.bot) == set()

        async def request(route, **_):
            calls.append(route)

        monkeypatch.setattr(halls.second.bot.http, "request", request)
        for person in party.people:
            await pick_anything(person, party.hand(person))
        woken.delivery.changed(party.session_id)
        await woken.delivery.show_surely(party.session_id)
        woken.computers.wake(await woken.sessions.table(party.session_id))
        await halls.second.quiet()
        await moves_known(halls.first, party, 3)
        assert len(await party.moves()) == 3
        assert calls == []
        monkeypatch.undo()


async def test_two_players_who_press_at_once_on_two_processes_are_both_heard():
    async with two_processes() as halls:
        party = await halls.second.game("Ada", "Farah", "Goro", channel=halls.channels[1])
        tables = [
            await hall.services.sessions.table(party.session_id)
            for hall in (halls.first, halls.second)
        ]
        pressed = zip((halls.first, halls.second), party.people, tables, strict=False)

        async def act(hall, person, table):
            prompt = table.prompt(table.seat_of(person.id))
            picks = [prompt.options[0].id]
            await hall.services.playing.act(party.session_id, person.id, prompt.step, picks)

        await asyncio.gather(*(act(*one) for one in pressed))
        made = await halls.first.services.store.moves(party.session_id)
        assert sorted(move.chosen_by for move in made) == sorted(p.id for p in party.people[:2])
        await moves_known(halls.first, party, 2)
        await moves_known(halls.second, party, 2)
