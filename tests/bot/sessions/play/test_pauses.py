"""Pauses: by the host alone for 72 hours in all, else by more than half of the people."""

from __future__ import annotations

import pytest

from bot.sessions.play.timing import ends_at, needed, paused, resumed
from bot.sessions.refusals import AlreadyVoted, IsPaused, NotPaused
from bot.store.records.play import Pause

HOUR = 3600.0
ADA, BEN, CLEO, DORA = PEOPLE = (11, 12, 13, 14)


def test_the_host_pauses_alone_and_goes_on_alone() -> None:
    pause = paused(Pause(), ADA, ADA, PEOPLE, now=1000.0)
    assert (pause.at, pause.by_host) == (1000.0, True)
    assert ends_at(pause) == 1000.0 + 72 * HOUR
    assert resumed(pause, ADA, ADA, PEOPLE, now=1000.0 + HOUR) == Pause(host_spent=HOUR)


def test_the_hosts_pauses_are_72_hours_in_sum() -> None:
    pause = paused(Pause(host_spent=70 * HOUR), ADA, ADA, PEOPLE, now=0.0)
    assert ends_at(pause) == 2 * HOUR
    spent = paused(Pause(host_spent=72 * HOUR), ADA, ADA, PEOPLE, now=0.0)
    assert (spent.at, spent.votes) == (None, (ADA,))


@pytest.mark.parametrize(("people", "votes"), [(1, 1), (2, 2), (3, 2), (4, 3), (5, 3), (6, 4)])
def test_more_than_half_must_agree(people: int, votes: int) -> None:
    assert needed(range(people)) == votes


def test_others_pause_by_a_vote_which_the_host_cannot_end_alone() -> None:
    pause = Pause()
    for voter in (BEN, CLEO):
        pause = paused(pause, voter, ADA, PEOPLE, now=5.0)
        assert pause.at is None
    pause = paused(pause, DORA, ADA, PEOPLE, now=5.0)
    assert pause == Pause(at=5.0)
    assert ends_at(pause) is None
    pause = resumed(pause, ADA, ADA, PEOPLE, now=9.0)
    assert (pause.at, pause.votes) == (5.0, (ADA,))
    for voter in (BEN, CLEO):
        pause = resumed(pause, voter, ADA, PEOPLE, now=9.0)
    assert pause == Pause()


def test_the_others_can_end_a_hosts_pause_together_and_it_is_counted() -> None:
    pause = paused(Pause(), ADA, ADA, PEOPLE, now=0.0)
    for voter in (BEN, CLEO, DORA):
        pause = resumed(pause, voter, ADA, PEOPLE, now=HOUR)
    assert pause == Pause(host_spent=HOUR)


def test_a_wish_counts_once_and_only_of_those_who_have_a_say() -> None:
    pause = paused(Pause(), BEN, ADA, PEOPLE, now=0.0)
    with pytest.raises(AlreadyVoted):
        paused(pause, BEN, ADA, PEOPLE, now=0.0)
    # Ben's seat is the computer's by now: his vote is gone, and two of three are needed.
    pause = paused(pause, CLEO, ADA, (ADA, CLEO, DORA), now=0.0)
    assert (pause.at, pause.votes) == (None, (CLEO,))


def test_what_is_so_already_is_refused() -> None:
    with pytest.raises(NotPaused):
        resumed(Pause(), ADA, ADA, PEOPLE, now=0.0)
    with pytest.raises(IsPaused):
        paused(Pause(at=0.0), ADA, ADA, PEOPLE, now=0.0)


def test_a_pause_that_enough_others_have_asked_for_is_the_tables_when_the_host_agrees() -> None:
    asked = paused(Pause(), BEN, ADA, PEOPLE, now=5.0)
    assert paused(asked, ADA, ADA, PEOPLE, now=6.0).by_host
    asked = paused(asked, CLEO, ADA, PEOPLE, now=6.0)
    assert paused(asked, ADA, ADA, PEOPLE, now=7.0) == Pause(at=7.0)
    assert paused(Pause(), ADA, ADA, (ADA,), now=7.0).by_host


def test_a_wish_that_is_enough_by_now_counts_when_it_is_said_again() -> None:
    """Ben's seat is the computer's by now, and Ada alone is more than half."""
    pause = resumed(Pause(at=5.0), ADA, ADA, (ADA, BEN), now=6.0)
    assert pause.at == 5.0
    assert resumed(pause, ADA, ADA, (ADA,), now=7.0) == Pause()
