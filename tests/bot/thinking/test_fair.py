"""Turns between tables: nobody queues behind another's ten, and all are done when they are due."""

import heapq

import pytest

from bot.thinking.thinkers import FairQueue


def taken(queue):
    return [queue.take() for _ in range(len(queue))]


def test_one_choice_of_a_table_does_not_wait_for_ten_of_another():
    queue = FairQueue()
    queue.add([f"a{number}" for number in range(10)], 0.0, 4.0)
    queue.add(["b"], 0.1, 4.0)
    assert taken(queue)[:3] == ["a0", "b", "a1"]


def test_choices_of_tables_that_came_together_alternate():
    queue = FairQueue()
    for table in "ab":
        queue.add([f"{table}{number}" for number in range(3)], 0.0, 4.0)
    assert taken(queue) == ["a0", "b0", "a1", "b1", "a2", "b2"]


def test_a_table_that_cannot_wait_goes_first_and_costs_the_others_little():
    queue = FairQueue()
    for table in range(5):
        queue.add([table], 0.0, 4.0)
    queue.add(["hurried"], 0.0, 0.1)
    assert queue.share(0.0, 1) == pytest.approx(0.1)
    assert queue.take() == "hurried"
    assert queue.share(0.0, 1) == pytest.approx(4.0 / 5)


def test_the_share_is_what_lets_the_last_of_all_be_in_time():
    queue = FairQueue()
    assert queue.share(0.0, 1) == float("inf")
    for table in range(20):
        queue.add([(table, seat) for seat in range(3)], 0.0, 3.0)
    assert queue.share(0.0, 1) == pytest.approx(3.0 / 60)
    assert queue.share(0.0, 4) == pytest.approx(4 * 3.0 / 60)
    assert queue.share(0.0, 100) == pytest.approx(3.0)
    assert queue.share(2.0, 1) == pytest.approx(1.0 / 60)


def test_nobody_has_less_than_no_time():
    queue = FairQueue()
    queue.add(["late"], 0.0, 1.0)
    assert queue.share(3.0, 1) == 0.0


def test_whoever_comes_later_goes_later():
    queue = FairQueue()
    queue.add(["early"], 0.0, 4.0)
    for number in range(50):
        queue.add([number], 1.0 + number / 10, 4.0)
    assert queue.take() == "early"


@pytest.mark.parametrize("workers", [1, 2, 3])
@pytest.mark.parametrize("tables", [1, 4, 20, 100])
def test_tables_that_think_all_the_time_never_wait_longer_than_they_want(workers, tables):
    """Each comes back at once with three choices; what is in work when it comes takes a second."""
    within, waits = 3.2, []
    queue, open_, came = FairQueue(), {}, {}
    free = [0.0] * workers

    def come(table, now):
        open_[table], came[table] = 3, now
        queue.add([table] * 3, now, within)

    for table in range(tables):
        come(table, table * 0.01)
    finished = []
    for _ in range(tables * 60):
        begun = heapq.heappop(free)
        while finished and finished[0][0] <= begun:
            now, table = heapq.heappop(finished)
            open_[table] -= 1
            if not open_[table]:
                waits.append(now - came[table])
                come(table, now)
        if not len(queue):
            heapq.heappush(free, finished[0][0])
            continue
        seconds = min(1.0, queue.share(begun, workers))
        heapq.heappush(finished, (begun + seconds, queue.take()))
        heapq.heappush(free, begun + seconds)
    assert len(waits) > tables * 3
    assert max(waits) <= within + 1e-6
