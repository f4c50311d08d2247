"""The option ids of moves: picks as a move, and a move as picks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.london.chapters import negotiation
from engine.london.numbers.asks import (
    ALWAYS,
    ASK,
    BACK,
    EFFECT,
    ELSEWHERE,
    END,
    HOME,
    NEVER,
    ONLY,
    RECRUIT,
    SKIP,
    SPARE,
    STOP,
    UNDO,
    Ask,
)
from engine.london.numbers.packed import TO, kind_of, order_of, pack, unpack, use_of
from engine.london.table.state import State
from engine.london.telling.names import place_id
from engine.parts.values import IllegalMove
from engine.text import text

SPECIAL: Final = {
    STOP: "stop",
    SKIP: "skip",
    END: "end",
    BACK: "back",
    UNDO: "undo",
    ELSEWHERE: "elsewhere",
    ALWAYS: "always",
    NEVER: "never",
    ASK: "ask",
    ONLY: "only",
    HOME: "home",
    SPARE: "spare",
}
"""The ids of the moves that are no choice among things."""


def encode(state: State, seat: int, picks: tuple[str, ...]) -> int:
    """The move that these picks make; raises IllegalMove where they name nothing."""
    if state.ask == Ask.KEEP:
        return mayor_ids(state, state.mayors[seat]).index(picks[0])
    for move in SPECIAL:
        if (SPECIAL[move],) == picks:
            return move
    if state.ask in _SEVERAL:
        return _several(state, picks)
    for move in state.options:
        if pick_of(state, move) == picks[0]:
            return move
    raise IllegalMove(text("illegal.not_offered"))


_SEVERAL: Final = (Ask.TAKE, Ask.EXCESS, Ask.PAY_CARD, Ask.PAY_PAWN, Ask.LOOK)


def _several(state: State, picks: tuple[str, ...]) -> int:
    """The move of picks where several things may be chosen."""
    if state.ask == Ask.TAKE:
        return sum(1 << int(pick.removeprefix("part:")) for pick in picks)
    if state.ask == Ask.LOOK:
        ids = mayor_ids(state, state.looked)
        return sum(1 << ids.index(pick) for pick in picks)
    if state.ask == Ask.PAY_PAWN:
        places = {place_id(place): place for move in state.options for place in unpack(move)}
        return pack(places[pick.split(":")[0]] for pick in picks)
    codes = [int(pick.split(":")[1]) for pick in picks]
    return pack(state.box.kind_number[code] for code in codes)


def decode(state: State, seat: int, move: int) -> tuple[str, ...]:
    """The picks that make a move."""
    if state.ask == Ask.KEEP:
        return (mayor_ids(state, state.mayors[seat])[move],)
    if move in SPECIAL:
        return (SPECIAL[move],)
    if state.ask == Ask.TAKE:
        return tuple(f"part:{part}" for part in range(move.bit_length()) if move >> part & 1)
    if state.ask in (Ask.EXCESS, Ask.PAY_CARD):
        return tuple(copy_ids([card_id(state, kind) for kind in unpack(move)]))
    if state.ask == Ask.PAY_PAWN:
        return tuple(copy_ids([place_id(place) for place in unpack(move)]))
    if state.ask == Ask.LOOK:
        ids = mayor_ids(state, state.looked)
        return tuple(name for at, name in enumerate(ids) if move >> at & 1)
    return (pick_of(state, move),)


def pick_of(state: State, move: int) -> str:  # noqa: PLR0911 - a line a kind of question
    """The id of a move where one thing is chosen."""
    if move in SPECIAL:
        return SPECIAL[move]
    match state.ask:
        case Ask.PLAY:
            return f"{card_id(state, kind_of(move))}.{_use(use_of(move))}"
        case Ask.TRADE:
            return card_id(state, move)
        case Ask.CHOOSE:
            return f"option:{move + 1}"
        case Ask.ORDER:
            return mayor_ids(state, [move])[0]
        case Ask.ARRANGE:
            return "order:" + ".".join(str(at + 1) for at in order_of(move, len(state.looked)))
        case Ask.NEGOTIATE:
            lost = negotiation.unpack(move, state.seats)
            return ".".join(f"{seat}x{number}" for seat, number in lost.items()) or "none"
        case Ask.REPLACE:
            return str(move)
    return place_id(move)


def card_id(state: State, kind: int) -> str:
    """A kind of action card ("card:31")."""
    return f"card:{state.box.kinds[kind].code}"


def _use(use: int) -> str:
    """A use of a card: "recruit", "effect", "elsewhere", or the target of a move ("b3")."""
    if use >= TO:
        return place_id(use - TO)
    return {RECRUIT: "recruit", EFFECT: "effect"}.get(use, "elsewhere")


def copy_ids(ids: Sequence[str]) -> list[str]:
    """Cards or places one by one: "card:31", its second copy "card:31:2"."""
    found = []
    for at, name in enumerate(ids):
        copy = ids[:at].count(name)
        found.append(f"{name}:{copy + 1}" if copy else name)
    return found


def mayor_ids(state: State, mayors: Sequence[int]) -> list[str]:
    """Mayor's cards ("mayor:m05")."""
    return [f"mayor:{state.box.components.mayors[mayor].id}" for mayor in mayors]
