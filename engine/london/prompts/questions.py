"""What a seat is asked, in words."""

from __future__ import annotations

from collections.abc import Sequence

from engine.london import negotiation
from engine.london.activation import FIRST
from engine.london.numbers.asks import END, LEFT, Ask, Phase
from engine.london.numbers.map import PLANTATION, SUPPLY
from engine.london.numbers.packed import unpack
from engine.london.state import State
from engine.london.telling import words
from engine.london.telling.names import card_name, mayor_name, place, side_name
from engine.text import Seat, Text, text


def question(state: State) -> Text:  # noqa: C901, PLR0911 - a line a kind of question
    """The question, with what it is about."""
    key = f"london.ask.{state.ask.name.lower()}"
    left = state.frames[-1][LEFT] if state.frames else 1
    match state.ask:
        case Ask.PLAY if state.options == [END]:
            return text("london.ask.end")
        case Ask.PAY_CARD | Ask.PAY_PAWN:
            number = len(unpack(state.options[0]))
            return text(key, card=card_name(state.box, state.picks[0]), n=number)
        case Ask.SOURCE | Ask.TRADE:
            return text(key, n=left)
        case Ask.TARGET if state.picks[-1] == SUPPLY:
            return text("london.ask.post", n=left)
        case Ask.TARGET:
            return text(key, source=place(state, state.picks[-1]))
        case Ask.SHIP:
            return text(key, n=left, side=side_name(state.box, state.side))
        case Ask.ARRANGE:
            return text(key, mayors=worths(state, state.looked))
        case Ask.LOOK:
            worth = worths(state, state.looked)
            return text(key, n=state.options[0].bit_count(), mayors=worth)
        case Ask.EXCESS:
            return text(key, n=len(unpack(state.options[0])))
        case Ask.NEGOTIATE:
            held = state.neutrals[state.actor]
            return text(key, place=_disputed(state), n=held, there=_there(state))
        case Ask.REPLACE:
            other = Seat(next_opponent(state))
            return text(key, place=_disputed(state), other=other, there=_there(state))
        case Ask.TAKE:
            which = "first" if state.stage == FIRST else "second"
            return text(f"{key}.{which}", place=place(state, state.active))
    return text(key)


def worths(state: State, cards: Sequence[int]) -> Text:
    """What mayor's cards are worth, a line each."""
    *before, last = (
        text(
            "london.ask.mayor",
            mayor=mayor_name(state.box, card),
            worth=words.mayor(state.box.components.mayors[card]),
        )
        for card in cards
    )
    for line in reversed(before):
        last = text("london.ask.mayors", first=line, rest=last)
    return last


def next_opponent(state: State) -> int:
    """Whose pawns are to be replaced, where one opponent after the other is asked about."""
    return negotiation.opponents(state, state.actor, _where(state))[len(state.picks)]


def _where(state: State) -> int:
    return PLANTATION if state.phase == Phase.PLANTING else state.active


def _disputed(state: State) -> Text:
    return place(state, _where(state))


def _there(state: State) -> tuple[Text, ...]:
    """Whose liverymen negotiation is about."""
    where = _where(state)
    return tuple(
        text("london.ask.there", player=Seat(seat), n=pawns[where])
        for seat, pawns in enumerate(state.pawns)
        if pawns[where]
    )
