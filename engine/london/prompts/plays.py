"""The uses of the cards in hand as options, card by card.

Some are likely enough for a button: a card's effect, with what usually follows, and the move from
the Guildhall to a tile where the seat is strong, by the card that is most easily spared for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.london.numbers.asks import EFFECT, RECRUIT
from engine.london.numbers.map import HALL, LABELS
from engine.london.numbers.packed import TO, kind_of, use_of
from engine.london.prompts import usual
from engine.london.prompts.options import (
    choosable,
    copies_of,
    drawn,
    nearest,
    numbered,
    option,
    target,
    worth,
)
from engine.london.prompts.picks import card_id, pick_of
from engine.london.table.cards import held
from engine.london.table.state import State
from engine.london.telling.names import card_name
from engine.parts.values import Option, Then
from engine.text import Text, text

TILES: Final = 4
"""To which a pawn goes by one press."""
RANKS: Final = {"to": 1, "asks": 2, "too": 3}
"""How unlikely a button is: a move, one of two cards, an effect that asks for more."""


def plays(state: State) -> tuple[Option, ...]:
    """What a seat may do with its cards, and the turn's end."""
    near, brings = _near(state), {cell: worth(state, cell) for cell in choosable(state)}
    return tuple(
        option(state, move) if move < 0 else _play(state, move, near, brings)
        for move in state.options
    )


def _near(state: State) -> list[int]:
    """The moves to the nearest tiles, each with the card that is most easily spared."""
    spared: dict[int, int] = {}
    for move in state.options:
        cell = use_of(move) - TO
        if move >= 0 and cell >= 0:
            other = spared.setdefault(cell, move)
            spared[cell] = min(other, move, key=lambda one: held(state.box, kind_of(one)))
    return [spared[cell] for cell in nearest(state, state.actor, spared)[:TILES]]


def _play(state: State, move: int, near: list[int], brings: Mapping[int, Text]) -> Option:
    kind, use = kind_of(move), use_of(move)
    name, shown, group = pick_of(state, move), card_id(state, kind), copies_of(state, kind)
    if use == EFFECT:
        return usual.with_end(state, _effect(state, move, name, shown, group))
    if use >= TO:
        if move not in near:
            cell = use - TO
            tile, brief = drawn(state, cell), _moved(state, kind, LABELS[cell])
            said = target(state, cell, "to")
            return Option(name, said, tile, group=group, brief=brief, detail=brings[cell])
        return usual.with_end(state, _to(state, move, name, group, near.index(move)))
    brief = _moved(state, kind, "…")
    if use == RECRUIT:
        number = text("london.brief.card", number=numbered(state)[kind])
        brief = text("london.brief.more", what=number, more=text("london.brief.recruit"))
    return Option(name, _way(state, use), card=shown, group=group, brief=brief)


def _moved(state: State, kind: int, cell: str) -> Text:
    """A card's number and where it moves somebody."""
    return text("london.brief.move", cards=str(numbered(state)[kind]), cell=cell)


def _to(state: State, move: int, name: str, group: Text, at: int) -> Option:
    """A move to the `at`th of the near tiles, alone and with the card that is most easily spared
    after it."""
    cell = use_of(move) - TO
    said, numbers = target(state, cell, "near"), numbered(state)
    brief = _moved(state, kind_of(move), LABELS[cell])
    left = state.hands[state.actor][:]
    left.remove(kind_of(move))
    then: tuple[Then, ...] = ()
    more = [other for other in state.options if use_of(other) == use_of(move) and other >= 0]
    more = [other for other in more if kind_of(other) in left]
    if more and state.pawns[state.actor][HALL] > 1:
        other = min(more, key=lambda one: held(state.box, kind_of(one)))
        both = f"{numbers[kind_of(move)]}+{numbers[kind_of(other)]}"
        then = (
            Then(
                text("london.pick.too", what=said, card=card_name(state.box, kind_of(other))),
                ((pick_of(state, other),),),
                text("london.brief.move", cards=both, cell=LABELS[cell]),
                RANKS["too"] + at,
            ),
        )
    rank = RANKS["to"] + at
    return Option(name, said, group=group, alone=True, then=then, brief=brief, rank=rank)


def _effect(state: State, move: int, name: str, shown: str, group: Text) -> Option:
    """A card's effect; in its menu where all it asks has a usual answer."""
    then, settled = usual.after_effect(state, move)
    said = text("london.pick.effect_choosing" if settled else "london.pick.effect")
    number = numbered(state)[kind_of(move)]
    brief = text(f"london.brief.{'choosing' if settled else 'effect'}", number=number)
    alone = not settled
    rank = RANKS["asks"] if then else 0
    return Option(name, said, shown, group=group, alone=alone, then=then, brief=brief, rank=rank)


def _way(state: State, use: int) -> Text:
    if use == RECRUIT:
        return text("london.pick.recruit")
    return text(
        "london.pick.move_elsewhere" if state.pawns[state.actor][HALL] else "london.pick.move"
    )
