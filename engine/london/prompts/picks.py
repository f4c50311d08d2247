"""The option ids of moves: picks as a move, and a move as picks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.london import negotiation
from engine.london.asks import BACK, END, SKIP, STOP, UNDO, WAYS, Ask
from engine.london.state import State
from engine.london.telling.names import place_id
from engine.london.turn import pack, unpack
from engine.text import text
from engine.values import IllegalMove

SPECIAL: Final = {STOP: "stop", SKIP: "skip", END: "end", BACK: "back", UNDO: "undo"}
"""The ids of the moves that are no choice among things."""


def encode(state: State, seat: int, picks: tuple[str, ...]) -> int:
    """The move that these picks make; raises IllegalMove where they name nothing."""
    if state.ask == Ask.KEEP:
        return mayor_ids(state, state.mayors[seat]).index(picks[0])
    if state.ask == Ask.TAKE:
        return sum(1 << int(pick.removeprefix("part:")) for pick in picks)
    if state.ask == Ask.EXCESS:
        codes = [int(pick.split(":")[1]) for pick in picks]
        return pack(state.box.kind_number[code] for code in codes)
    if state.ask == Ask.LOOK:
        ids = mayor_ids(state, state.looked)
        return sum(1 << ids.index(pick) for pick in picks)
    for move in (*state.options, BACK, UNDO):
        if pick_of(state, move) == picks[0]:
            return move
    raise IllegalMove(text("illegal.not_offered"))


def decode(state: State, seat: int, move: int) -> tuple[str, ...]:
    """The picks that make a move."""
    if state.ask == Ask.KEEP:
        return (mayor_ids(state, state.mayors[seat])[move],)
    if state.ask == Ask.TAKE:
        return tuple(f"part:{part}" for part in range(move.bit_length()) if move >> part & 1)
    if state.ask == Ask.EXCESS:
        return tuple(copy_ids(state, unpack(move)))
    if state.ask == Ask.LOOK:
        ids = mayor_ids(state, state.looked)
        return tuple(name for at, name in enumerate(ids) if move >> at & 1)
    return (pick_of(state, move),)


def pick_of(state: State, move: int) -> str:
    """The id of a move where one thing is chosen."""
    if move in SPECIAL:
        return SPECIAL[move]
    match state.ask:
        case Ask.CARD | Ask.PAY_CARD | Ask.TRADE:
            return card_id(state, move)
        case Ask.USE:
            return WAYS[move]
        case Ask.CHOOSE:
            return f"option:{move + 1}"
        case Ask.ORDER:
            return mayor_ids(state, [move])[0]
        case Ask.NEGOTIATE:
            lost = negotiation.unpack(move, state.seats)
            return ".".join(f"{seat}x{number}" for seat, number in lost.items()) or "none"
        case Ask.REPLACE:
            return str(move)
    return place_id(move)


def card_id(state: State, kind: int) -> str:
    """A kind of action card ("card:31")."""
    return f"card:{state.box.kinds[kind].code}"


def copy_ids(state: State, kinds: Sequence[int]) -> list[str]:
    """Cards one by one: "card:31", its second copy "card:31:2"."""
    ids = []
    for at, kind in enumerate(kinds):
        copy = kinds[:at].count(kind)
        ids.append(f"{card_id(state, kind)}:{copy + 1}" if copy else card_id(state, kind))
    return ids


def mayor_ids(state: State, mayors: Sequence[int]) -> list[str]:
    """Mayor's cards ("mayor:m05")."""
    return [f"mayor:{state.box.components.mayors[mayor].id}" for mayor in mayors]
