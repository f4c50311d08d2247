"""Tables set up for one moment of The Majority."""

from __future__ import annotations

from collections.abc import Sequence

from engine.majority import Majority, MajorityOptions
from engine.majority.components import KIND_OF_ID
from engine.majority.flow import ask
from engine.majority.state import EXCHANGE, PLAY, State

GAME = Majority()


def kinds(cards: str) -> list[int]:
    """A hand from its ids: "red:7 blue:0"."""
    return sorted(KIND_OF_ID[card] for card in cards.split())


def table(
    hands: Sequence[str],
    *,
    phase: int = PLAY,
    round_: int = 4,
    spy: int = 0,
    options: MajorityOptions | None = None,
) -> State:
    """A game in which these hands are about to be played (or a card exchanged).

    In the last round, unless told otherwise, so that nothing has to be dealt afterwards.
    """
    state = State.empty(len(hands), options or MajorityOptions(), [], spy)
    state.round, state.turn = round_, 1
    state.hands = [kinds(hand) for hand in hands]
    state.phase = phase
    ask(state)
    return state


def exchange(hands: Sequence[str]) -> State:
    """A game of four in which partners are about to exchange a card."""
    return table(hands, phase=EXCHANGE)


def choose(state: State, *cards: str) -> State:
    """The state after seats 0, 1, ... have chosen these cards; "" for a seat not asked."""
    for seat, card in enumerate(cards):
        if card:
            state, _ = GAME.play(state, seat, [card])
    return state


def totals(state: State, seat: int) -> dict[str, int]:
    """A seat's total power by colour, as everybody sees it."""
    return dict(GAME.view(state, None).players[seat].totals)
