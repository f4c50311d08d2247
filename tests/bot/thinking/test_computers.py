"""How long computers let people wait: it depends on who plays and on what others know alone."""

from types import SimpleNamespace

import pytest

from bot.sessions.table.table import Table
from bot.store.errors import StoreFailed
from bot.thinking import computers as module
from bot.thinking.computers import AT_ONCE, DELAY, IN_TURN, LATE, LEAST_DELAY, MOST, WAIT
from engine.bots import players
from tests.whole.house import house


class Clock:
    """Time passes in pauses and thoughts alone."""

    def __init__(self):
        self.now = 0.0
        self.pauses = []

    def monotonic(self):
        return self.now

    async def pause(self, seconds):
        self.pauses.append(seconds)
        self.now += seconds


class Thoughts:
    """Thinks for as long as it may, and chooses by the rule."""

    def __init__(self, clock, games):
        self.clock = clock
        self.games = games
        self.within = []

    def start(self):
        pass

    async def choose(self, orders, within, limit):
        assert within + LATE <= limit <= WAIT + LATE + 1e-9
        self.within.append((len(orders), within))
        self.clock.now += within
        rule = players["normal"].choose
        return [rule(self.games[order.game], order.view, order.seed) for order in orders]


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(module, "time", clock)
    return clock


async def waits(hall, party, clock, rounds):
    """How long the person waits after each choice, and in how many pauses."""
    hall.services.computers._pause = clock.pause
    found = []
    for _ in range(rounds):
        begun, clock.pauses = clock.now, []
        await party.play_on()
        if clock.pauses:
            found.append((clock.now - begun, len(clock.pauses)))
    return found


async def test_computers_that_choose_on_and_on_are_not_waited_for_longer(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", computers=3, game="london")
        found = await waits(hall, party, clock, 12)
        assert max(pauses for _, pauses in found) > 10
        for seconds, pauses in found:
            assert DELAY - 1e-6 <= seconds <= WAIT + LEAST_DELAY * pauses


@pytest.mark.parametrize(
    ("game", "first"),
    [
        ("guildes", (3, pytest.approx(AT_ONCE * WAIT))),
        ("corrompue", (1, pytest.approx(IN_TURN * WAIT / 3))),
    ],
)
async def test_hard_ones_have_most_of_it_where_they_choose_at_once(tmp_path, clock, game, first):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, thoughts = await thoughtful(hall, clock, game)
        for seconds, pauses in await waits(hall, party, clock, 10):
            assert seconds <= WAIT + DELAY + LEAST_DELAY * pauses
        assert first in thoughts.within
        assert all(within >= module.LEAST for _, within in thoughts.within)


async def test_the_more_else_is_to_be_waited_for_the_less_they_think(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, thoughts = await thoughtful(hall, clock, "guildes")
        written = hall.services.playing.act_as_computer

        async def slowly(*choice):
            clock.now += 0.9
            return await written(*choice)

        hall.services.computers._playing = SimpleNamespace(act_as_computer=slowly)
        found = await waits(hall, party, clock, 12)
        (_, first), *_, (_, last) = thoughts.within
        assert first == pytest.approx(AT_ONCE * WAIT)
        rest = 3 * 0.9 + DELAY  # which passes beside thoughts, but not by this clock
        assert last == pytest.approx(AT_ONCE * (MOST - rest), abs=0.1)
        assert all(seconds <= MOST + DELAY for seconds, _ in found[6:])


async def thoughtful(hall, clock, game):
    """A game of hard computers that has begun, and what they are given to think."""
    party = await hall.lobby("Ada", game=game)
    await party.add_computers(3, "hard")
    thoughts = Thoughts(clock, hall.services.games)
    hall.services.computers._thinkers = thoughts
    hall.services.computers._pause = clock.pause
    await party.host.press("Start", party.board)
    await hall.quiet()
    return party, thoughts


async def test_what_is_waited_tells_nothing_of_hands(tmp_path, clock):
    """Two games that differ in what is hidden have the same thoughts and pauses."""
    heard = []
    for number in range(2):
        async with house(tmp_path / f"{number}.sqlite3") as hall:
            hall.services.lobbies._seed = lambda seed=number: seed
            party, thoughts = await thoughtful(hall, clock, "guildes")
            waited = await waits(hall, party, clock, 3)
            heard.append([number for pair in (*thoughts.within, *waited) for number in pair])
    assert heard[0] == pytest.approx(heard[1])


async def test_where_nobody_waits_nothing_is_hurried(tmp_path, clock, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", computers=3, game="london")
        monkeypatch.setattr(Table, "voters", lambda _: ())
        hall.services.computers._pause = clock.pause
        for _ in range(6):
            await party.play_on()
        assert set(clock.pauses) == {DELAY}


async def test_after_an_outage_of_the_store_they_go_on_within_fifteen_seconds(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", computers=3)
        computers, act = hall.services.computers, hall.services.playing.act_as_computer
        outage, tried, chosen = 545.0, [], []

        async def fails_at_first(*choice):
            tried.append(clock.now)
            if clock.now < outage:
                raise StoreFailed("the disk is full")
            acted = await act(*choice)
            chosen.append(clock.now)
            return acted

        computers._pause = clock.pause
        computers._playing = SimpleNamespace(act_as_computer=fails_at_first)
        await party.play_on()
        assert len(tried) > module.MOST_FAILURES
        assert len(chosen) == 3
        assert outage <= chosen[0] <= chosen[-1] <= outage + 15
        assert await party.awaited() == [party.host]


async def test_what_is_wrong_with_the_game_itself_is_not_tried_for_ever(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", computers=3)
        tried = []

        async def fails(*choice):
            tried.append(choice)
            raise ZeroDivisionError

        hall.services.computers._pause = clock.pause
        hall.services.computers._playing = SimpleNamespace(act_as_computer=fails)
        await party.play_on()
        assert len(tried) == module.MOST_FAILURES + 1


async def test_what_was_wrong_with_a_game_is_tried_again_later_by_itself(
    tmp_path, clock, monkeypatch
):
    monkeypatch.setattr(module, "LATER", 0.0)
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", computers=3)
        tried, act = [], hall.services.playing.act_as_computer

        async def fails_at_first(*choice):
            tried.append(choice)
            if len(tried) <= module.MOST_FAILURES + 1:
                raise ZeroDivisionError
            return await act(*choice)

        hall.services.computers._pause = clock.pause
        hall.services.computers._playing = SimpleNamespace(act_as_computer=fails_at_first)
        await party.play_on()
        await hall.quiet()
        assert await party.awaited() == [party.host]
        assert len(await party.moves()) == 4
