"""What a seat has seen of the packs of a ballot: in its own view, and in no other."""

from __future__ import annotations

import json
from random import Random

import pytest

from engine.guildes import Guildes
from engine.guildes.components import EVENTS, GIVERS, NUMBER_OF
from engine.guildes.options import GuildesOptions
from engine.guildes.state import DRAFT, State
from tests.engine.guildes.build import GAME, cards, drafting, names, play_all

NOTHING = ((), (), None, None)


def remembered(state: State, viewer: int | None) -> tuple[object, ...]:
    """What a viewer has seen in this ballot."""
    view = GAME.view(state, viewer)
    return view.kept, view.passed, view.given, view.received


def at_turn_three(direction: str = "left") -> State:
    """Everyone has handed on two packs."""
    packs = [cards("artisans", "nobles", "2 milice"), cards("4 pretres"), cards("4 erudits")]
    state = play_all(drafting(packs, direction=direction), "nobles")
    return play_all(state, "milice")


def test_a_seat_sees_what_it_kept_and_the_packs_as_it_handed_them_on() -> None:
    state = at_turn_three()
    assert remembered(state, 0)[:2] == (
        ("nobles", "erudits"),
        (("artisans", "milice", "milice"), ("erudits", "erudits")),
    )
    assert remembered(state, 1)[:2] == (
        ("pretres", "milice"),
        (("pretres",) * 3, ("artisans", "milice")),
    )


def test_packs_that_went_right_are_told_apart_too() -> None:
    state = at_turn_three("right")
    assert remembered(state, 2)[:2] == (
        ("erudits", "milice"),
        (("erudits",) * 3, ("artisans", "milice")),
    )


def test_nothing_was_seen_before_a_pack_was_handed_on_and_onlookers_see_none() -> None:
    state = drafting([cards("artisans", "nobles")] * 3)
    assert [remembered(state, seat) for seat in range(3)] == [NOTHING] * 3
    assert remembered(at_turn_three(), None) == NOTHING
    assert GAME.view(at_turn_three(), None).tableaux == GAME.view(state, 0).tableaux


def test_it_is_seen_until_the_ballot_is_counted() -> None:
    state, random = GAME.setup(4, GuildesOptions(events=True, tricks=True), 3), Random(3)
    seen: dict[tuple[int, int], set[tuple[object, ...]]] = {}
    while asked := GAME.asked(state):
        for seat in range(4):
            view = GAME.view(state, seat)
            if state.phase == DRAFT:
                assert len(view.kept) == len(view.passed) == state.turn - 1
            else:
                seen.setdefault((state.ballot, seat), set()).add((view.kept, view.passed))
        seat = random.choice(list(asked))
        GAME.apply(state, seat, random.choice(list(GAME.moves(state, seat))))
    assert [len(each) for each in seen.values()] == [1] * 12
    assert {len(kept) for each in seen.values() for kept, _ in each} == {9}
    assert [remembered(state, seat) for seat in range(4)] == [NOTHING] * 4


@pytest.mark.parametrize("seats", Guildes.seats)
def test_a_pack_handed_on_is_the_one_that_the_next_seat_had(seats: int) -> None:
    """As it was seen at each turn, pack by pack, from the table itself."""
    for seed in range(6):
        state, random = GAME.setup(seats, seed=seed), Random(seed)
        packs: list[list[list[str]]] = []
        while state.phase == DRAFT:
            if len(packs) < state.turn:
                packs.append([names(pack) for pack in state.packs])
            seat = random.choice(list(GAME.asked(state)))
            GAME.apply(state, seat, random.choice(list(GAME.moves(state, seat))))
        givers = GIVERS[GAME.view(state, None).direction][seats]
        for seat in range(seats):
            view = GAME.view(state, seat)
            takes = givers.index(seat)
            for turn, pack in enumerate(packs):
                assert sorted([*view.passed[turn], view.kept[turn]]) == sorted(pack[seat])
                if turn + 1 < len(packs):
                    assert list(view.passed[turn]) == packs[turn + 1][takes]


def redistributed() -> State:
    """Everyone has given up the one of two cards that is the better for the others."""
    packs = [cards("artisans", "nobles"), cards("milice", "pretres"), cards("erudits", "paysans")]
    state = drafting(packs)
    state.event = EVENTS.index("redistribution")
    state = play_all(state, "artisans", "milice", "erudits")
    return play_all(state, "artisans", "milice", "erudits")


def test_what_was_given_and_received_in_a_redistribution_is_seen_by_its_seat_alone() -> None:
    state = redistributed()
    given = [remembered(state, seat)[2] for seat in range(3)]
    received = [remembered(state, seat)[3] for seat in range(3)]
    assert given == ["artisans", "milice", "erudits"]
    assert sorted(received) == sorted(given)
    for seat, last in enumerate(("paysans", "nobles", "pretres")):
        assert GAME.view(state, seat).hand == tuple(names(cards(last, received[seat])))
    assert remembered(state, None) == NOTHING


def test_worlds_after_a_redistribution_know_what_was_given_and_received() -> None:
    state = redistributed()
    given, received = remembered(state, 0)[2:]
    owners = set()
    for seed in range(200):
        world = GAME.sample(GAME.view(state, 0), seed)
        gave, got = world.redistributed
        assert (names([gave[0]]), names([got[0]])) == ([given], [received])
        assert sorted(gave) == sorted(got)
        # Nobles went to seat 1 for good, if it hasn't given them up.
        assert NUMBER_OF["nobles"] in {*world.hands[1], gave[1]}
        owners |= {seat for seat in (1, 2) if NUMBER_OF["artisans"] in world.hands[seat]}
    assert owners == {1, 2}


def test_a_game_of_rules_4_knows_the_packs_of_its_draft() -> None:
    """A hand is in the order in which it was kept, as long as the draft lasts."""
    state = at_turn_three()
    loaded = GAME.load(of_rules_4(state))
    assert loaded == state
    assert [remembered(loaded, seat) for seat in range(3)] == [
        remembered(state, seat) for seat in range(3)
    ]


@pytest.mark.parametrize("seed", range(6))
def test_a_game_of_rules_4_plays_on_after_its_draft_and_knows_the_next_one(seed: int) -> None:
    options, random = GuildesOptions(events=True, tricks=True), Random(seed)
    state = GAME.setup(3, options, seed)
    while state.phase == DRAFT:
        any_move(state, random)
    state = GAME.load(of_rules_4(state))
    while state.ballot == 1:
        assert [remembered(state, seat) for seat in range(3)] == [NOTHING] * 3
        for viewer in (0, 1, 2, None):
            view = GAME.view(state, viewer)
            assert view.tableaux == ()
            assert GAME.view(GAME.sample(view, seed), viewer) == view
        any_move(state, random)
    while state.turn == 1:
        any_move(state, random)
    assert [len(GAME.view(state, seat).passed) for seat in range(3)] == [1] * 3


def any_move(state: State, random: Random) -> None:
    """Somebody who is asked chooses at random."""
    seat = random.choice(list(GAME.asked(state)))
    GAME.apply(state, seat, random.choice(list(GAME.moves(state, seat))))


def of_rules_4(state: State) -> str:
    """A dump as those rules made it."""
    fields = json.loads(GAME.dump(state))
    for name in ("kept", "redistributed", "tableaux"):
        del fields[name]
    return json.dumps(fields | {"rules_version": 4})
