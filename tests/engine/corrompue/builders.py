"""Tables set up for one moment of La Cité corrompue."""

from __future__ import annotations

from collections.abc import Sequence

from engine.corrompue import Corrompue, CorrompueOptions
from engine.corrompue.components import ALL, CARD_OF_ID, CULTE, FACTION, Card, set_of
from engine.corrompue.flow import go_on
from engine.corrompue.state import TRICK, State
from engine.game import Event
from engine.parts.rng import Rng
from engine.parts.values import NOBODY

GAME = Corrompue()


def card(name: str) -> Card:
    """A card from its id: "noblesse:10"."""
    faction, value = name.split(":")
    return Card(faction, int(value))


def cards(names: str) -> int:
    """A set of cards from ids: "noblesse:10 culte:4"."""
    return set_of(CARD_OF_ID[name] for name in names.split())


def table(
    hands: Sequence[str],
    *,
    leader: int = 0,
    won: Sequence[str] = (),
    milice: int = NOBODY,
    noblesse: Sequence[int] = (),
    paysan: Sequence[int] = (),
    options: CorrompueOptions | None = None,
) -> State:
    """A game in which this seat is about to lead a trick from these hands."""
    seats = len(hands)
    state = State.empty(seats, options or CorrompueOptions(), Rng(0), dealer=(leader - 1) % seats)
    state.event = 1
    state.trick = 11 - len(hands[0].split())
    state.phase = TRICK
    state.opener = state.leader = leader
    state.hands = [cards(hand) for hand in hands]
    state.won = [cards(heap) for heap in won] or [0] * seats
    state.noblesse = list(noblesse) or [0] * seats
    state.paysan = list(paysan) or [0] * seats
    state.milice = milice
    _hide_the_rest(state)
    go_on(state)
    return state


def _hide_the_rest(state: State) -> None:
    seen = sum(state.hands) | sum(state.won)
    rest = [card for card in ALL if not seen >> card & 1]
    state.culte_pile = set_of(card for card in rest if FACTION[card] == CULTE)
    state.aside = set_of(card for card in rest if FACTION[card] != CULTE)


def play(state: State, *picks: str) -> State:
    """The state after the seats asked, one after another, have chosen these."""
    for pick in picks:
        (seat,) = GAME.prompts(state)
        state, _ = GAME.play(state, seat, [pick])
    return state


def events_of(state: State, *picks: str) -> tuple[Event, ...]:
    """What the last of these choices tells."""
    state = play(state, *picks[:-1])
    (seat,) = GAME.prompts(state)
    _, events = GAME.play(state, seat, [picks[-1]])
    return events


def offered(state: State, seat: int) -> list[str]:
    """The ids that this seat may choose from."""
    return [option.id for option in GAME.prompts(state)[seat].options]
