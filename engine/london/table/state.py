"""A moment of Guilds of London, as data.

Cells and places are those of map.py. Cards, tiles and markers are numbers of the box.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from engine.london.components.box import NEUTRALS_PER_SEAT, Box
from engine.london.numbers.asks import Ask, Phase
from engine.london.numbers.map import CELLS, PLACES
from engine.parts.rng import Rng
from engine.parts.snapshots import cloner
from engine.parts.values import Event, Prompt

EMPTY: Final = -1
GUILDHALL: Final = -2
"""What `tiles` holds where no tile lies, and where the Guildhall does."""

Deed: TypeAlias = tuple[str, tuple[int, ...]]
"""Something that everybody saw: a key of `telling.SIGNATURES` and what it concerns."""

Tally: TypeAlias = tuple[int, int, int, int, int, tuple[int, ...], tuple[int, ...], tuple[int, int]]
"""A vote: round, cell, marker, winner and second (EMPTY if there is none); by seat, pawns and what
a tied seat adds; of the first's and the second's reward, the bits of the steps declined."""

Memo: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int, int]
"""A turn's beginning: own pawns by place, scores, live order, own neutrals, pool, beadle."""


@dataclass(slots=True)
class State:
    """A game of Guilds of London; lists that say nothing else go by seat."""

    box: Box
    seats: int
    rng: Rng
    step: int = 0
    substep: int = 0
    """Answers of which nothing was carried out yet; others don't see them."""

    # where the game stands
    round: int = 1
    phase: Phase = Phase.SETUP
    stage: int = 0
    """Moment within the phase; see the module of the phase."""
    order: list[int] = field(default_factory=list)
    """Seats in the order of this round's turns."""
    turn: int = 0
    """Index in `order` of the player on turn."""
    live: list[int] = field(default_factory=list)
    """Seats by score, among equals the latest arrival first."""
    scores: list[int] = field(default_factory=list)

    # the town
    tiles: list[int] = field(default_factory=list)
    """By cell, like `markers`."""
    open: list[int] = field(default_factory=list)
    """Cells of unresolved tiles, in reading order."""
    resolved: list[int] = field(default_factory=list)
    markers: list[int] = field(default_factory=list)
    pawns: list[list[int]] = field(default_factory=list)
    """Of each seat by place; a pawn on a resolved tile is its master."""
    beadle: int = EMPTY
    side: int = 0
    stack: list[int] = field(default_factory=list)
    unplaced: list[int] = field(default_factory=list)
    """Face-down markers."""
    boxed: list[int] = field(default_factory=list)
    """Markers gone to the box."""
    prizes: list[list[int]] = field(default_factory=list)
    """Markers kept."""

    # neutral pawns
    neutrals: list[int] = field(default_factory=list)
    pool: int = 0
    aside: int = 0
    """Used in this negotiation, not back in the pool yet."""

    # cards
    deck: list[int] = field(default_factory=list)
    """The next card is the last one."""
    discard: list[int] = field(default_factory=list)
    hands: list[list[int]] = field(default_factory=list)
    mayor_deck: list[int] = field(default_factory=list)
    """The next card is the first one."""
    knows: list[int] = field(default_factory=list)
    """For each card of the mayor's deck, the bits of the seats that know it."""
    mayors: list[list[int]] = field(default_factory=list)
    """Mayor's cards held; while setting up, the three dealt."""
    kept: list[int] = field(default_factory=list)
    """Which of the three each player keeps."""
    looked: list[int] = field(default_factory=list)

    # the turn
    played: list[tuple[int, int]] = field(default_factory=list)
    """Kind and way of each card played."""
    spent: list[int] = field(default_factory=list)
    """Cards paid, and discarded by effects."""
    drawn_at_end: int = 0
    moved: int = 0
    recruited: int = 0
    shipped: int = 0
    each: list[list[int]] = field(default_factory=list)
    """Effects that wait, as frames: program and step that began them, times left (-1: no end)."""
    memo: Memo | None = None
    """What "Undo turn" goes back to; None once something hidden was seen."""

    # the activation
    active: int = EMPTY
    queue: list[int] = field(default_factory=list)
    """Seats still to negotiate, or to be rewarded by the plantation."""
    vote: list[int] = field(default_factory=lambda: [EMPTY, EMPTY])
    """Winner and second of the active tile."""

    # how it came about; of no account to the game
    points: tuple[int, ...] = ()
    """Gained before the final scoring, by round, seat and `way.SOURCES`; trailing zeros left out.
    Less than the scores where a game was begun before that was kept."""
    tallies: tuple[Tally, ...] = ()
    """The votes of the latest activation."""

    # the choice
    actor: int = EMPTY
    ask: Ask = Ask.NOTHING
    options: list[int] = field(default_factory=list)
    """The ways forward; taking back comes on top of them."""
    picks: list[int] = field(default_factory=list)
    """Choices made of a play, a pawn's way or a negotiation that isn't complete yet."""
    depths: list[int] = field(default_factory=list)
    """Lengths of `picks` at which the player was asked."""
    frames: list[list[int]] = field(default_factory=list)
    always: int = 0
    """Bits of the seats that take all rewards without being asked."""
    ends: int = 0
    """Bits of the seats whose turn ends without a question once nothing is left to play."""
    never: int = 0
    """Bits of the seats that use no neutral pawn in this activation."""
    only: int = 0
    """Bits of the seats that are asked about neutrals only where these change what they get."""
    home: int = 0
    """Bits of the seats that send no pawn to the plantation as a reward."""
    spare: int = 0
    """Bits of the seats that discard what is most easily spared."""
    deeds: list[Deed] = field(default_factory=list)
    """The story of the present chapter."""

    told: list[Event] | None = field(default=None, compare=False)
    posed: Mapping[int, Prompt] | None = field(default=None, compare=False)
    """The open prompts once they are made."""
    reach: dict[int, list[int]] = field(default_factory=dict, compare=False)
    """By colours, the open cells that show one of them (`pawns.targets`), and by place, which are
    open (`counts.unresolved`); a new dict whenever `open` changes, so that clones share it."""

    @classmethod
    def bare(cls, box: Box, seats: int, rng: Rng) -> State:
        """A table before anything is laid out."""
        return cls(
            box,
            seats,
            rng,
            order=list(range(seats)),
            live=list(range(seats)),
            scores=[0] * seats,
            tiles=[EMPTY] * len(CELLS),
            markers=[EMPTY] * len(CELLS),
            pawns=[[0] * PLACES for _ in range(seats)],
            prizes=[[] for _ in range(seats)],
            neutrals=[0] * seats,
            pool=NEUTRALS_PER_SEAT * seats,
            hands=[[] for _ in range(seats)],
            mayors=[[] for _ in range(seats)],
            kept=[EMPTY] * seats,
        )

    def clone(self) -> State:
        """An independent copy that tells nothing."""
        return _clone(self)


_clone = cloner(State)


def pose(state: State, seat: int, ask: Ask, options: list[int]) -> None:
    """Ask a seat; a single option is taken at once by `flow.run`."""
    state.actor = seat
    state.ask = ask
    state.options = options


def settle(state: State) -> None:
    """What was being chosen is carried out: nothing of it can be taken back."""
    state.step += state.substep
    state.substep = 0
    if state.picks:
        state.picks = []
    if state.depths:
        state.depths = []
