"""A full state that a viewer can't tell from the real one, from the view alone."""

from __future__ import annotations

from engine.majority.components import COLOURS, COMPONENTS, KIND_OF_ID, deck_of, partner
from engine.majority.flow import moves
from engine.majority.state import NONE, State
from engine.majority.view import PHASES, MajorityView
from engine.parts.rng import Rng


def sample(view: MajorityView, seed: int) -> State:
    """Deal the cards that the viewer doesn't see at random where they may lie.

    Who is asked shows that a seat has two kinds to choose from, so deals are drawn until it has.
    """
    rng = Rng(seed)
    state = _seen(view)
    unseen = _unseen(view, state)
    while True:
        _deal(view, state, rng, unseen)
        if all(_has_choice(state, seat) for seat in view.awaited):
            break
    if view.phase in {"draft", "exchange", "play"}:
        state.chosen = [_choice(view, state, rng, seat) for seat in range(view.seats)]
    return state


def _seen(view: MajorityView) -> State:
    """Everything but the cards of others, the deck and secret choices."""
    state = State.empty(view.seats, view.options, [], view.spy)
    state.round, state.turn, state.step = view.round, view.turn, view.step
    state.phase = PHASES.index(view.phase)
    state.waiting = list(view.awaited)
    state.order = view.open_order
    state.won = [
        [_kind(name, power) for name in COLOURS for power in player.won[name]]
        for player in view.players
    ]
    state.totals = [player.totals[name] for player in view.players for name in COLOURS]
    state.discarded = [KIND_OF_ID[card] for card in view.discarded]
    state.gold = [player.gold for player in view.players]
    if view.last_turn is not None:
        plays = sorted(view.last_turn.plays, key=lambda play: play.seat)
        state.last = tuple(KIND_OF_ID[play.card.id] for play in plays)
        state.last_spy = view.last_turn.spy_before
    state.debates = tuple(
        tuple(debate.totals[name][seat] for seat in range(view.seats) for name in COLOURS)
        for debate in view.debates
    )
    state.chosen = [
        NONE if player.laid is None else KIND_OF_ID[player.laid.id] for player in view.players
    ]
    return state


def _unseen(view: MajorityView, state: State) -> list[int]:
    """What lies in others' hands and packs or in the deck; own cards are put in their place."""
    unseen = deck_of(COMPONENTS, view.seats)
    seen = [*state.discarded, *(kind for kind in state.chosen if kind != NONE)]
    for cards in state.won:
        seen += cards
    if view.viewer is not None:
        state.hands[view.viewer] = [KIND_OF_ID[card.id] for card in view.hand]
        state.packs[view.viewer] = [KIND_OF_ID[card.id] for card in view.pack]
        seen += [*state.hands[view.viewer], *state.packs[view.viewer]]
        if view.given is not None:
            state.given[view.viewer] = KIND_OF_ID[view.given]
            seen.append(state.given[view.viewer])
        if view.received is not None:
            state.given[partner(view.viewer)] = KIND_OF_ID[view.received]
    for kind in seen:
        unseen.remove(kind)
    return unseen


def _deal(view: MajorityView, state: State, rng: Rng, unseen: list[int]) -> None:
    """Deal the unseen cards; what the viewer gave lies with the partner."""
    rng.shuffle(unseen)
    dealt = iter(unseen)
    for seat, player in enumerate(view.players):
        if seat == view.viewer:
            continue
        hand = []
        if view.given is not None and view.viewer == partner(seat):
            hand.append(KIND_OF_ID[view.given])
        hand += [next(dealt) for _ in range(player.hand - len(hand))]
        state.hands[seat] = sorted(hand)
        state.packs[seat] = sorted(next(dealt) for _ in range(player.pack))
    state.deck = list(dealt)


def _has_choice(state: State, seat: int) -> bool:
    return len(moves(state, seat)) > 1


def _choice(view: MajorityView, state: State, rng: Rng, seat: int) -> int:
    """The viewer's own choice; some choice for another seat that has made one."""
    if seat in view.awaited:
        return NONE
    if seat == view.viewer and view.prompt is not None and view.prompt.answered:
        return KIND_OF_ID[view.prompt.answered[0]]
    return rng.choice(moves(state, seat))


def _kind(colour: str, power: int) -> int:
    return KIND_OF_ID[f"{colour}:{power}"]
