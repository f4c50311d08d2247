"""What the ledger takes for a process's own writing, and what it leaves to it."""

from types import SimpleNamespace

import pytest

from bot.local.rest.faults import Seen
from bot.local.world.clock import SystemClock
from bot.local.world.sample import sample_world
from bot.store.postgresql.store import PostgresStore
from tests.postgresql import emptied
from tests.whole.processes import ledger as module
from tests.whole.processes.ledger import Ledger, check_all, watch_leases

PROCESS, NUMBER = "a", 7
MESSAGE = "/channels/100000000000000001/messages/100000000000000002"
WOKEN = 1_000.0


def deleted(at):
    """A process takes a message away."""
    path = "/channels/{channel}/messages/{message}"
    return Seen("DELETE", MESSAGE, path, "bot", agent=f"{PROCESS}/{NUMBER}", begun=at)


def written(*times, woken=None):
    """When what came at these times was written, as the ledger has it."""
    ledger = Ledger(sample_world(SystemClock()))
    if woken is not None:
        ledger.woken[NUMBER] = woken
    for at in times:
        ledger.note(deleted(at))
    return [write.at for write in ledger.writes]


def test_what_is_read_after_a_stall_may_have_been_sent_when_that_began():
    ledger = Ledger(sample_world(SystemClock()), stalls=[(WOKEN, WOKEN + 0.5)])
    for at in (WOKEN + 0.51, WOKEN + 1):
        ledger.note(deleted(at))
    assert [ledger.earliest(write) for write in ledger.writes] == [WOKEN, WOKEN + 1]


def test_every_write_is_noted_at_the_time_at_which_it_began_to_come_in():
    assert written(WOKEN, WOKEN + 1) == [WOKEN, WOKEN + 1]


def test_of_a_process_that_was_woken_the_one_request_is_left_out_that_it_had_been_allowed():
    assert written(WOKEN + 0.01, WOKEN + 0.02, woken=WOKEN) == [WOKEN + 0.02]


def test_what_comes_too_late_after_that_was_allowed_by_nobody():
    assert written(WOKEN + 0.3, WOKEN + 0.4, woken=WOKEN) == [WOKEN + 0.3, WOKEN + 0.4]


def test_what_had_begun_before_it_was_woken_counts_as_ever():
    assert written(WOKEN - 1, WOKEN + 0.01, WOKEN + 0.02, woken=WOKEN) == [WOKEN - 1, WOKEN + 0.02]


async def test_what_comes_in_during_a_check_is_held_against_the_leases_at_the_next(monkeypatch):
    dsn, ledger = await emptied(), Ledger(sample_world(SystemClock()))
    await (await PostgresStore.open(dsn)).close()
    await watch_leases(dsn)
    channel = SimpleNamespace(id=100000000000000001)
    table = SimpleNamespace(channel=channel, shard=0, people=[], answered=[])

    async def meanwhile(*_):
        ledger.note(deleted(WOKEN))

    monkeypatch.setattr(module, "kept_once", meanwhile)
    await check_all(dsn, ledger, [table])
    with pytest.raises(AssertionError, match="DELETE"):
        await check_all(dsn, ledger, [table])
