"""Positions of Guildes, laid out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.game import Event
from engine.guildes import Guildes, ballot, flow
from engine.guildes.components import EVENTS, GUILDS, NUMBER_OF, TRICKS, WIDTH
from engine.guildes.options import GuildesOptions
from engine.guildes.state import DRAFT, HELD, LAYING, REDISTRIBUTION, TRICK_PHASE, State
from engine.text import Text

GAME = Guildes()

Tableau = Mapping[str, int]


def cards(*names: str) -> list[int]:
    """Cards by name; "3 artisans" are three of them."""
    found = []
    for name in names:
        number, _, guild = name.rpartition(" ")
        found += [NUMBER_OF[guild]] * int(number or 1)
    return sorted(found)


def names(held: Sequence[int]) -> list[str]:
    """The guilds of cards, in the table's order."""
    return [GUILDS[card] for card in sorted(held)]


def row(*tableaux: Tableau) -> list[int]:
    """Laid cards of all seats, as the state keeps them."""
    return [tableau.get(guild, 0) for tableau in tableaux for guild in GUILDS]


def tableau(state: State, seat: int) -> dict[str, int]:
    """What lies face up before a seat."""
    laid = state.laid[seat * WIDTH : (seat + 1) * WIDTH]
    return {guild: number for guild, number in zip(GUILDS, laid, strict=True) if number}


def _blank(seats: int, number: int, event: str | None, *, tricks: bool) -> State:
    options = GuildesOptions(events=event is not None, tricks=tricks)
    state = flow.begin(seats, options, seed=1)
    if event is not None:
        state.event = EVENTS.index(event)
        state.revealed = (state.event,)
    state.ballot = number
    state.packs = [[]] * seats
    state.hands = [[]] * seats
    state.posed = None
    state.told = []
    return state


def _ask(state: State) -> None:
    state.lay = ballot.laps(state)[state.turn - 1] if state.phase == LAYING else 1
    ballot.find_kinds(state)
    ballot.ask_all(state)


def drafting(
    packs: Sequence[Sequence[int]], *, direction: str = "left", kept: Sequence[int] = ()
) -> State:
    """Everyone chooses from these packs; `kept`: what each has kept before."""
    event = {"left": "one_card_less", "right": "ties_ignored"}[direction]
    state = _blank(len(packs), 1, None, tricks=False)
    state.revealed = (EVENTS.index(event),)
    state.packs, state.hands = list(packs), [kept] * len(packs)
    state.phase, state.turn = DRAFT, 1 + len(kept)
    _ask(state)
    return state


def laying(hands: Sequence[Sequence[int]], *, event: str | None = None, number: int = 1) -> State:
    """The draft is over: everyone holds these cards, and laying begins."""
    state = _blank(len(hands), number, event, tricks=False)
    state.hands = list(hands)
    if event == "redistribution":
        state.phase, state.turn = REDISTRIBUTION, 1
        _ask(state)
    else:
        ballot.begin_laying(state)
    flow.go_on(state)
    return state


def last_lap(
    hands: Sequence[Sequence[int]],
    tableaux: Sequence[Tableau],
    *,
    number: int,
    event: str | None = None,
) -> State:
    """Everyone lays one more card of these hands, then ballot `number` is counted."""
    state = _blank(len(hands), number, event, tricks=False)
    state.hands, state.laid = list(hands), row(*tableaux)
    state.phase = LAYING
    state.turn = len(ballot.laps(state))
    _ask(state)
    flow.go_on(state)
    return state


def playing_tricks(
    tricks: Sequence[str],
    tableaux: Sequence[Tableau],
    *,
    hands: Sequence[Sequence[int]] = (),
    discard: Sequence[int] = (),
    event: str | None = None,
    number: int = 1,
) -> State:
    """All cards of the ballot are laid, and the dirty tricks begin."""
    seats = len(tricks)
    state = _blank(seats, number, event, tricks=True)
    state.tricks = tuple(map(TRICKS.index, tricks))
    state.trick_states = (HELD,) * seats
    state.hands = list(hands) or [[]] * seats
    state.laid, state.discard = row(*tableaux), discard
    state.phase, state.turn, state.waiting = TRICK_PHASE, 0, []
    flow.go_on(state)
    return state


def play(state: State, seat: int, *picks: str) -> State:
    """The state after a choice."""
    return GAME.play(state, seat, picks)[0]


def play_all(state: State, *picks: str) -> State:
    """Everyone who is asked chooses in seat order, one pick each."""
    for seat, pick in zip(tuple(GAME.asked(state)), picks, strict=True):
        state = play(state, seat, pick)
    return state


def told(state: State, seat: int, *picks: str) -> list[Event]:
    """What is to be told of a choice."""
    return list(GAME.play(state, seat, picks, detailed=True)[1])


def keys(events: Sequence[Event]) -> list[str]:
    """The keys of what is told."""
    return [event.text.key for event in events]


def find(events: Sequence[Event], key: str) -> list[Text]:
    """The texts told with this key."""
    return [event.text for event in events if event.text.key == key]


def options(state: State, seat: int) -> list[str]:
    """The option ids that a seat is offered."""
    return [option.id for option in GAME.prompts(state)[seat].options]
