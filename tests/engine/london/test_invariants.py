"""What holds after every choice, however the game is played."""

from __future__ import annotations

from collections import Counter
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.london.chapters.flow import ways_back
from engine.london.chapters.setup import action_cards, markers
from engine.london.components.box import LIVERYMEN, NEUTRALS_PER_SEAT
from engine.london.components.vocabulary import ALL_COLOURS
from engine.london.numbers.map import CELLS
from engine.london.policy.greedy import choose
from engine.london.table.pawns import targets
from engine.london.table.state import GUILDHALL, State
from tests.engine.london.builders import GAME

TILES = Counter(range(45))


def check(state: State, *, cards: bool = True) -> None:
    """Nothing is lost, nothing is twice."""
    for pawns in state.pawns:
        assert sum(pawns) == LIVERYMEN
        assert min(pawns) >= 0
    assert state.pool + state.aside + sum(state.neutrals) == NEUTRALS_PER_SEAT * state.seats
    assert min(state.pool, state.aside, *state.neutrals) >= 0
    check_town(state)
    if cards:
        check_cards(state)


def check_town(state: State) -> None:
    """Every tile in one place, one master on a resolved one, each marker somewhere."""
    lying = {cell: tile for cell, tile in enumerate(state.tiles) if tile >= 0}
    assert sorted(lying) == sorted([*state.open, *state.resolved])
    assert len(set(lying.values())) == len(lying)
    if state.seats > 2:
        assert Counter(lying.values()) + Counter(state.stack) == TILES
    assert state.tiles.count(GUILDHALL) == (1 if state.seats == 2 else 2)
    for cell in range(len(CELLS)):
        standing = sum(pawns[cell] for pawns in state.pawns)
        assert standing == 0 or cell in state.open or (cell in state.resolved and standing == 1)
    seen = [marker for marker in state.markers if marker >= 0] + state.boxed + state.unplaced
    seen += [marker for prizes in state.prizes for marker in prizes]
    assert Counter(seen) == Counter(markers(state.box.components))
    assert state.beadle < 0 or state.beadle in state.open
    colours = state.box.colours
    for wanted in range(ALL_COLOURS + 1):
        reached = [cell for cell in state.open if colours[state.tiles[cell]] & wanted]
        assert targets(state, wanted) == [cell for cell in reached if cell != state.active]


def check_cards(state: State) -> None:
    """105 action cards and 21 mayor's cards."""
    kinds = [*state.deck, *state.discard, *state.spent, *(kind for kind, _ in state.played)]
    kinds += [kind for hand in state.hands for kind in hand]
    assert Counter(kinds) == Counter(action_cards(state.box))
    mayors = [mayor for held in state.mayors for mayor in held] + state.looked + state.mayor_deck
    assert sorted(mayors) == list(range(21))
    assert len(state.knows) == len(state.mayor_deck)


class Ways:
    """A way of playing that mixes sense, chance and taking back."""

    def __init__(self, seed: int, sense: int, back: int) -> None:
        self.random = Random(seed)
        self.sense, self.back = sense, back

    def move(self, state: State, seat: int) -> int:
        backward = ways_back(state)
        if backward and self.random.randrange(100) < self.back:
            return self.random.choice(backward)
        if self.random.randrange(100) < self.sense:
            return choose(state, seat)
        return self.random.choice(list(GAME.moves(state, seat)))


@settings(max_examples=30, deadline=None, derandomize=True)
@given(
    seats=st.integers(2, 4),
    seed=st.integers(0, 1 << 64),
    sense=st.sampled_from([0, 50, 90, 100]),
    back=st.sampled_from([0, 10]),
)
def test_nothing_is_lost_and_scores_never_fall(
    seats: int, seed: int, sense: int, back: int
) -> None:
    state = GAME.setup(seats, seed=seed)
    ways = Ways(seed, sense, back)
    check(state)
    scores = state.scores[:]
    while asked := GAME.asked(state):
        undo = ways_back(state)
        move = ways.move(state, asked[0])
        GAME.apply(state, asked[0], move)
        check(state)
        if move not in undo:
            assert all(now >= then for now, then in zip(state.scores, scores, strict=True))
        scores = state.scores[:]
        assert sorted(state.live) == sorted(state.order) == list(range(seats))
        ordered = [state.scores[seat] for seat in state.live]
        assert ordered == sorted(ordered, reverse=True)
    assert GAME.outcome(state) is not None


@settings(max_examples=12, deadline=None, derandomize=True)
@given(seats=st.integers(2, 4), seed=st.integers(0, 1 << 64))
def test_a_game_with_turns_taken_back_replays_from_its_picks(seats: int, seed: int) -> None:
    state = GAME.setup(seats, seed=seed)
    ways = Ways(seed, sense=80, back=15)
    log = []
    for _ in range(250):
        asked = GAME.asked(state)
        if not asked:
            break
        picks = GAME.decode(state, asked[0], ways.move(state, asked[0]))
        log.append((asked[0], picks))
        state, _ = GAME.play(state, asked[0], picks)
        state = GAME.load(GAME.dump(state))
    again = GAME.setup(seats, seed=seed)
    for seat, picks in log:
        again, _ = GAME.play(again, seat, picks)
    assert GAME.dump(again) == GAME.dump(state)


@settings(max_examples=8, deadline=None, derandomize=True)
@given(seats=st.integers(2, 4), seed=st.integers(0, 1 << 64))
def test_worlds_sampled_from_sensible_games_look_the_same(seats: int, seed: int) -> None:
    state = GAME.setup(seats, seed=seed)
    ways = Ways(seed, sense=95, back=5)
    number = 0
    while asked := GAME.asked(state):
        number += 1
        if number % 9 == 0:
            for viewer in (*range(seats), None):
                view = GAME.view(state, viewer)
                world = GAME.sample(view, number)
                assert GAME.view(world, viewer) == view
                check(world)
        GAME.apply(state, asked[0], ways.move(state, asked[0]))
