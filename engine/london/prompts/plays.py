"""The uses of the cards in hand as options, card by card.

Some are likely enough for a button: a card's effect, with what usually follows, and the move from
the Guildhall to a tile where the seat is strong, by the card that is most easily spared for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from engine.london.chapters.flow import apply
from engine.london.numbers.asks import EFFECT, RECRUIT, Ask
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
from engine.london.telling import words
from engine.london.telling.names import card_name
from engine.parts.values import Option, Then
from engine.text import Text, text

TILES: Final = 4
"""To which a pawn goes by one press."""
RECRUITING: Final = text("london.menu.recruit")
MOVING: Final = text("london.menu.move")
EFFECTS: Final = text("london.menu.effect")
"""What cards are used for."""
RANKS: Final = (0, 2, 4, 6)
"""How unlikely the moves are, by their tiles; AGAIN, after each of them another one there."""
AGAIN: Final = (2, 6, 7, 7)
ASKS: Final = 1
"""How unlikely an effect is that asks for more and isn't told at once what."""


def plays(state: State) -> tuple[Option, ...]:
    """What a seat may do with its cards, and the turn's end."""
    near, brings = _near(state), {cell: worth(state, cell) for cell in choosable(state)}
    return tuple(
        option(state, move) if move < 0 else _play(state, move, near, brings)
        for move in state.options
    )


def _near(state: State) -> dict[int, tuple[int, int]]:
    """For each tile that a card moves to its place among them, the nearest first, and the move
    with the card that is most easily spared."""
    spared: dict[int, int] = {}
    for move in state.options:
        cell = use_of(move) - TO
        if move >= 0 and cell >= 0:
            other = spared.setdefault(cell, move)
            spared[cell] = min(other, move, key=lambda one: held(state.box, kind_of(one)))
    order = nearest(state, state.actor, spared)
    return {cell: (at, spared[cell]) for at, cell in enumerate(order)}


def _play(
    state: State, move: int, near: Mapping[int, tuple[int, int]], brings: Mapping[int, Text]
) -> Option:
    kind, use = kind_of(move), use_of(move)
    name, shown, group = pick_of(state, move), card_id(state, kind), copies_of(state, kind)
    if use == EFFECT:
        return usual.with_end(state, _effect(state, move, name, shown, group))
    if use >= TO:
        cell = use - TO
        at, likeliest = near[cell]
        if move == likeliest and at < TILES:
            return usual.with_end(state, _to(state, move, name, group, at, brings[cell]))
        return Option(
            name,
            target(state, cell, "to"),
            drawn(state, cell) or shown,
            group=group,
            menu=MOVING,
            detail=brings[cell],
            brief=_moved(state, kind, LABELS[cell]),
            rank=at,
        )
    menu, brief = MOVING, _moved(state, kind, "…")
    if use == RECRUIT:
        number = text("london.brief.card", number=numbered(state)[kind])
        brief = text("london.brief.more", what=number, more=text("london.brief.recruit"))
        menu = RECRUITING
    return Option(name, _way(state, use), shown, group=group, menu=menu, brief=brief)


def _moved(state: State, kind: int, cell: str) -> Text:
    """A card's number and where it moves somebody."""
    return text("london.brief.move", cards=str(numbered(state)[kind]), cell=cell)


def _to(state: State, move: int, name: str, group: Text, at: int, brings: Text) -> Option:
    """A move to the `at`th of the near tiles, alone and with the card that is most easily spared
    after it."""
    cell = use_of(move) - TO
    near, numbers = target(state, cell, "near"), numbered(state)
    left = state.hands[state.actor][:]
    left.remove(kind_of(move))
    then: tuple[Then, ...] = ()
    more = [other for other in state.options if use_of(other) == use_of(move) and other >= 0]
    more = [other for other in more if kind_of(other) in left]
    other = None
    if more and state.pawns[state.actor][HALL] > 1:
        other = min(more, key=lambda one: held(state.box, kind_of(one)))
    if other is not None and _may_follow(state, move, other):
        both = f"{numbers[kind_of(move)]}+{numbers[kind_of(other)]}"
        then = (
            Then(
                text("london.pick.too", what=near, card=card_name(state.box, kind_of(other))),
                ((pick_of(state, other),),),
                text("london.brief.move", cards=both, cell=LABELS[cell]),
                AGAIN[at],
            ),
        )
    return Option(
        name,
        target(state, cell, "to"),
        drawn(state, cell),
        group=group,
        menu=MOVING,
        alone=True,
        detail=brings,
        then=then,
        brief=_moved(state, kind_of(move), LABELS[cell]),
        rank=RANKS[at],
    )


def _may_follow(state: State, move: int, other: int) -> bool:
    """Whether nothing else is asked first, by an effect that waits for a move."""
    if not state.each:
        return True
    after = state.clone()
    apply(after, state.actor, move)
    return after.ask == Ask.PLAY and other in after.options


def _effect(state: State, move: int, name: str, shown: str, group: Text) -> Option:
    """A card's effect; in its menu where all it asks has a usual answer."""
    then, settled = usual.after_effect(state, move)
    way = "choosing" if settled else "effect"
    return Option(
        name,
        text("london.pick.effect_choosing" if settled else "london.pick.effect"),
        shown,
        group=group,
        menu=EFFECTS,
        alone=not settled,
        detail=words.card(state.box.components.cards[kind_of(move)]),
        then=then,
        brief=text(f"london.brief.{way}", number=numbered(state)[kind_of(move)]),
        rank=ASKS if then else 0,
    )


def _way(state: State, use: int) -> Text:
    if use == RECRUIT:
        return text("london.pick.recruit")
    return text(
        "london.pick.move_elsewhere" if state.pawns[state.actor][HALL] else "london.pick.move"
    )
