"""What a seat is asked, in words."""

from __future__ import annotations

from engine.london.chapters import negotiation
from engine.london.chapters.activation import FIRST
from engine.london.chapters.turn import hand_limit
from engine.london.numbers.asks import END, LEFT, Ask, Phase
from engine.london.numbers.map import PLANTATION, SUPPLY
from engine.london.numbers.packed import unpack
from engine.london.table.frames import asking
from engine.london.table.state import State
from engine.london.telling.names import card_name, cell_of, place, side_name
from engine.text import Seat, Text, text


def question(state: State) -> Text:  # noqa: C901, PLR0911 - a line a kind of question
    """The question, with what it is about."""
    key = f"london.ask.{state.ask.name.lower()}"
    match state.ask:
        case Ask.PLAY if state.options == [END]:
            return text("london.ask.end")
        case Ask.PAY_CARD | Ask.PAY_PAWN:
            number = len(unpack(state.options[0]))
            return text(key, card=card_name(state.box, state.picks[0]), n=number)
        case Ask.SOURCE | Ask.TRADE | Ask.CHOOSE | Ask.BEADLE:
            return text(key, of=_of(state))
        case Ask.TARGET if state.picks[-1] == SUPPLY:
            return text("london.ask.post", of=_of(state))
        case Ask.TARGET:
            of, source = _of(state), place(state, state.picks[-1])
            # What a tile brings is asked by its name, and may lead away from it.
            of = text("london.ask.reward") if of == source else of
            leaves = f"{key}.master" if state.picks[-1] in state.resolved else key
            return text(leaves, of=of, source=source)
        case Ask.SHIP:
            return text(key, of=_of(state), side=side_name(state.box, state.side))
        case Ask.LOOK:
            return text(key, n=state.options[0].bit_count())
        case Ask.EXCESS:
            number = len(unpack(state.options[0]))
            excess = len(state.hands[state.actor]) - hand_limit(state, state.actor)
            if number < excess:
                return text(f"{key}.first", n=number, of=excess)
            return text(key, n=number)
        case Ask.NEGOTIATE:
            held = state.neutrals[state.actor]
            return text(key, place=cell_of(_disputed(state)), n=held, there=_there(state))
        case Ask.REPLACE:
            other = Seat(next_opponent(state))
            return text(key, place=cell_of(_disputed(state)), other=other, there=_there(state))
        case Ask.TAKE:
            which = "first" if state.stage == FIRST else "second"
            return text(f"{key}.{which}", place=place(state, state.active))
    return text(key)


def _of(state: State) -> Text:
    """What asks: a card or a reward, and which of several times."""
    if state.phase == Phase.TURNS:
        kind = state.played[-1][0] if state.frames else state.picks[0]
        asks = card_name(state.box, kind)
    else:
        asks = _disputed(state)
    if not state.frames:
        return asks
    left, op = state.frames[-1][LEFT], asking(state)
    if op.per is None and op.n > 1:
        return text("london.ask.time", of=asks, at=op.n - left + 1, times=op.n)
    return asks if left == 1 else text("london.ask.left", of=asks, left=left)


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
