"""What happens next: who is asked, what is legal, what a choice sets going; what can be undone."""

from __future__ import annotations

from collections.abc import Sequence

from engine.majority import rounds
from engine.majority.components import COMPONENTS, deck_of
from engine.majority.options import MajorityOptions
from engine.majority.state import DRAFT, EXCHANGE, NONE, OPEN, OVER, PLAY, State
from engine.parts.posed import reply
from engine.parts.rng import Rng


def begin(seats: int, options: MajorityOptions, seed: int) -> State:
    """The first packs are dealt.

    The whole deck is shuffled here and the token drawn; nothing is drawn after that.
    """
    rng = Rng(seed)
    deck = deck_of(COMPONENTS, seats)
    rng.shuffle(deck)
    state = State.empty(seats, options, deck, rng.below(seats))
    rounds.begin_round(state)
    ask(state)
    return state


def asked(state: State) -> Sequence[int]:
    """Seats whose choice is still missing, in seat order (one alone in open play)."""
    return state.waiting


def moves(state: State, seat: int) -> Sequence[int]:
    """The kinds that this seat may choose from, each once, in rising order."""
    return list(dict.fromkeys(state.packs[seat] if state.phase == DRAFT else state.hands[seat]))


def apply(state: State, seat: int, move: int) -> None:
    """Choose a card for this seat; the last choice of a moment resolves it."""
    if state.phase == OPEN:
        state.waiting = []
        rounds.lay(state, seat, move)
    else:
        if state.chosen[seat] == NONE:
            state.waiting.remove(seat)
        state.chosen[seat] = move
        if state.posed is not None:
            reply(state, seat)
    if not state.waiting:
        _resolve(state)
        ask(state)


def ask(state: State) -> None:
    """Open the next moment in which somebody has a choice; what is no choice is done unasked."""
    while state.phase != OVER:
        state.step += 1
        state.posed = None
        if state.phase == OPEN:
            _ask_next(state)
        else:
            state.chosen, state.waiting = chosen, waiting = [], []
            for seat, held in enumerate(state.packs if state.phase == DRAFT else state.hands):
                if held[0] == held[-1]:
                    chosen.append(held[0])
                else:
                    chosen.append(NONE)
                    waiting.append(seat)
        if state.waiting:
            return
        _resolve(state)


def _ask_next(state: State) -> None:
    """The next seat of the open order; a hand of one kind is laid unasked."""
    seat = state.order[state.seats - state.chosen.count(NONE)]
    hand = state.hands[seat]
    if hand[0] == hand[-1]:
        rounds.lay(state, seat, hand[0])
    else:
        state.waiting = [seat]


def _resolve(state: State) -> None:
    """All choices of a moment are in."""
    if state.phase == DRAFT:
        rounds.pass_packs(state)
    elif state.phase == EXCHANGE:
        rounds.exchange(state)
    elif state.phase == PLAY:
        rounds.leave_hands(state)
        _end_turn(state)
    elif NONE not in state.chosen:
        _end_turn(state)


def _end_turn(state: State) -> None:
    if rounds.reveal(state) and not rounds.hold(state):
        rounds.begin_round(state)


def revealed(before: State, after: State, seat: int) -> bool:
    """Whether packs were passed or dealt, or another player has shown something of the hand.

    Who isn't asked for a secret choice holds but one kind of card.
    """
    begins = _moment(before) != _moment(after)
    if begins and before.phase == DRAFT:
        return True
    if before.deck != after.deck or before.packs != after.packs:
        return True
    others = [other for other in range(before.seats) if other != seat]
    if begins and after.phase == PLAY and any(other not in after.waiting for other in others):
        return True
    return any(before.hands[other] != after.hands[other] for other in others)


def exposed(state: State) -> Sequence[int]:
    """Who has a card to choose for the table holds two kinds."""
    if state.phase == OPEN:
        return state.waiting
    return range(state.seats) if state.phase == PLAY else ()


def _moment(state: State) -> tuple[int, int, int]:
    return state.round, state.phase, state.turn
