"""The end of an event with two players, solved: it must be what trying every way would find."""

from __future__ import annotations

import pytest

from engine.corrompue import flow
from engine.corrompue.components import ALL, CULTE, IDS
from engine.corrompue.policy.ending import Ending, Won, counted, different, packed
from engine.corrompue.state import State
from engine.parts.rng import Rng
from engine.parts.values import NOBODY
from tests.engine.corrompue.builders import cards, table

LEFT = 3


def worth(won: Won) -> float:
    """To seat 0: any value that differs for every count, not the game's own."""
    nobles, peasants, guards = counted(won)
    return 0.5 + (5 * (peasants[0] - peasants[1]) - 7 * nobles[0] ** 2 + 3 * guards[1]) / 1000


def tried(state: State) -> float:
    """What seat 0 gets if both try every way to the event's end."""
    if state.event > 1 or not state.waiting:
        first = state.counts[0]
        won = [[first[3 * one + faction] for one in range(2)] for faction in range(CULTE)]
        return worth(sum(won[f][s] << 4 * (2 * f + s) for f in range(CULTE) for s in range(2)))
    mover = state.waiting[0]
    ends = []
    for move in flow.moves(state, mover):
        after = state.clone()
        flow.apply(after, mover, move)
        ends.append(tried(after))
    return max(ends) if mover == 0 else min(ends)


def drawn(seed: int, milice: int = NOBODY) -> State:
    """Two hands of three cards, Culte among them, and some cards won, at random."""
    rng = Rng(seed)
    deck = list(ALL)
    rng.shuffle(deck)
    heaps = [deck[at : at + LEFT] for at in range(0, 4 * LEFT, LEFT)]
    hands, won = heaps[:2], heaps[2:]
    return table(
        [" ".join(IDS[card] for card in hand) for hand in hands],
        won=[" ".join(IDS[card] for card in heap) for heap in won],
        leader=seed % 2,
        milice=milice,
    )


@pytest.mark.parametrize("milice", [NOBODY, 0, 1])
def test_it_finds_what_trying_every_way_finds(milice: int) -> None:
    values = set()
    for seed in range(40):
        state = drawn(seed, milice)
        if state.event > 1:
            continue  # nobody had a choice
        value = tried(state)
        assert Ending(0, worth).of(state) == pytest.approx(value), seed
        values.add(value)
    assert len(values) > 10


@pytest.mark.parametrize("milice", [NOBODY, 0, 1])
def test_it_finds_the_same_in_the_middle_of_a_trick(milice: int) -> None:
    seen = set()
    for seed in range(40):
        state = drawn(seed, milice)
        ending = Ending(0, worth)
        while state.event == 1 and state.waiting:
            assert ending.of(state) == pytest.approx(tried(state)), seed
            seen.add((len(state.plays), state.phase))
            moves = flow.moves(state, state.waiting[0])
            flow.apply(state, state.waiting[0], moves[seed % len(moves)])
    assert {laid for laid, _ in seen} == ({0, 1} if milice == NOBODY else {0, 1, 2})


def test_a_token_that_its_holder_will_not_spend_changes_nothing() -> None:
    for seed in range(10):
        quiet, without = drawn(seed, milice=1), drawn(seed)
        if quiet.event == without.event == 1:
            quiet.quiet = True
            assert Ending(0, worth).of(quiet) == Ending(0, worth).of(without), seed


def test_cards_that_do_the_same_are_tried_once() -> None:
    """Nothing of the other's lies between 3 and 5; a Culte 7 and a Paysan 6 lie between 5 and 8."""
    mine = cards("paysan:3 paysan:5 paysan:8")
    assert different(mine, cards("noblesse:4 milice:9")) == [12]
    assert different(mine, cards("paysan:6")) == [12, 17]
    assert different(mine, cards("culte:7")) == [12, 17]
    assert different(cards("culte:3 culte:5"), cards("milice:4")) == [32, 34]


def test_what_is_won_is_counted_by_faction_and_seat() -> None:
    won = packed([cards("noblesse:1 milice:2 milice:9 culte:4"), cards("paysan:1")])
    assert counted(won) == [[1, 0], [0, 1], [2, 0]]
