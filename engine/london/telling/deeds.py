"""Deeds: what everybody saw, as small data, and the texts that tell them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.london.numbers.asks import PLANTING
from engine.london.table.state import Deed, State
from engine.london.telling.film import whole_turn
from engine.london.telling.names import card_name, mayor_name, place, side_name
from engine.london.telling.words import effect
from engine.parts.telling import stand
from engine.parts.values import Event
from engine.text import Argument, Seat, Text, text

NEWS: Final = (
    *("wins", "wins_tie", "second", "undecided", "replaces", "removes", "left", "right"),
    *("new_tile", "beadle", "jump", "final", "mayor", "pairs", "elected"),
)
"""All else is small: a turn is told as a whole, and the picture shows the rest."""
BROUGHT: Final = ("gains", "neutral", "draws")
"""What is news where the plantation brings it."""
SIGNATURES: Final = {
    # seats (s, o), numbers (n, r), places (p, q), a kind of card (k), a mayor's card (m), or
    # all that follows as cards (K), seats (S) or steps (E), these by program and position
    "turn": "rs",
    "plays_recruit": "sk",
    "plays_move": "skpq",
    "plays_effect": "sk",
    "pays_cards": "sK",
    "pays_pawn": "sp",
    "recruits": "sn",
    "posts": "sp",
    "moves": "spq",
    "ships": "sp",
    "gains": "sn",
    "draws": "sn",
    "neutral": "sn",
    "moves_beadle": "sp",
    "looks": "sn",
    "keeps": "sn",
    "trades": "sk",
    "discards": "sK",
    "takes_back": "s",
    "activation": "r",
    "calm": "",
    "activates": "pn",
    "activates_beadle": "pn",
    "replaces": "son",
    "wins": "sp",
    "wins_tie": "sp",
    "undecided": "p",
    "declines": "sE",
    "second": "sp",
    "no_second": "p",
    "master": "sp",
    "no_master": "p",
    "beadle": "p",
    "beadle_rests": "",
    "growth": "r",
    "removes": "son",
    "left": "s",
    "right": "s",
    "nobody": "",
    "returns": "sn",
    "new_tile": "p",
    "jump": "r",
    "final": "",
    "mayor": "smn",
    "pairs": "sn",
    "elected": "S",
}
"""The key of each deed ("london.told.moves") and what its numbers are."""

_NAMES: Final = {
    "s": "player",
    "o": "other",
    "n": "n",
    "r": "round",
    "p": "place",
    "q": "target",
    "k": "card",
    "m": "mayor",
    "K": "cards",
    "S": "winners",
    "E": "reward",
}


def note(state: State, what: str, *numbers: int) -> None:
    """Tell everybody, and keep it in the story of the chapter."""
    deed = (what, numbers)
    state.deeds.append(deed)
    if state.told is not None:
        small = what not in NEWS and not (what in BROUGHT and state.phase == PLANTING)
        state.told.append(Event(phrase(state, deed), small=small))


def chapter(state: State, what: str, *numbers: int) -> None:
    """Begin a new chapter of the view's story.

    Screens that keep what was told go on: whoever comes to play reads what the others did.
    """
    state.deeds = []
    note(state, what, *numbers)
    stand(state)


def sum_up(state: State, seat: int) -> None:
    """Tell the others a seat's turn as a whole; what it draws at the end comes after."""
    if state.told is not None:
        deeds = [(deed[0], phrase(state, deed)) for deed in state.deeds]
        state.told.append(Event(whole_turn(deeds), by=seat))


def note_drawn(state: State, seat: int, kinds: list[int]) -> None:
    """Tell how many cards a seat drew, and that seat which."""
    note(state, "draws", seat, len(kinds))
    if state.told is not None:
        state.told[-1] = replace(state.told[-1], but=seat)
        cards = tuple(card_name(state.box, kind) for kind in kinds)
        state.told.append(Event(text("london.told.drew", cards=cards), seat, small=True))


def note_second(state: State, seat: int, cell: int, first: int) -> None:
    """Tell who is second, and to whom: what was won may have been told long before."""
    note(state, "second", seat, cell)
    if state.told is not None:
        seats = {"player": Seat(seat), "other": Seat(first)}
        said = text("london.told.second_to", place=place(state, cell), **seats)
        state.told[-1] = replace(state.told[-1], text=said)


def opening(state: State) -> tuple[Event, ...]:
    """Who begins, and the plantation's side."""
    order = tuple(Seat(seat) for seat in state.order)
    said = text("london.told.opening", order=order, side=side_name(state.box, state.side))
    return (Event(said, chapter=True),)


def phrase(state: State, deed: Deed) -> Text:
    """The words for a deed."""
    what, numbers = deed
    args: dict[str, Argument] = {}
    for at, (letter, number) in enumerate(zip(SIGNATURES[what], numbers, strict=False)):
        if letter in "nr":
            args[_NAMES[letter]] = number
        elif letter in "so":
            args[_NAMES[letter]] = Seat(number)
        elif letter in "pq":
            args[_NAMES[letter]] = place(state, number)
        elif letter == "k":
            args["card"] = card_name(state.box, number)
        elif letter == "m":
            args["mayor"] = mayor_name(state.box, number)
        elif letter == "S":
            args[_NAMES[letter]] = tuple(Seat(seat) for seat in numbers[at:])
        elif letter == "E":
            pairs = zip(numbers[at::2], numbers[at + 1 :: 2], strict=True)
            args[_NAMES[letter]] = effect([state.box.steps[where][step] for where, step in pairs])
        else:
            args["cards"] = tuple(card_name(state.box, kind) for kind in numbers[at:])
    return text(f"london.told.{what}", **args)
