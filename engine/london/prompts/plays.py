"""The uses of the cards in hand as options, card by card.

Some are likely enough for a button: a card's effect, with what usually follows, and the move from
the Guildhall to a tile where the seat is strong, by the card that is most easily spared for it.
"""

from __future__ import annotations

from typing import Final

from engine.london.numbers.asks import EFFECT, RECRUIT
from engine.london.numbers.map import HALL
from engine.london.numbers.packed import TO, kind_of, use_of
from engine.london.prompts import usual
from engine.london.prompts.options import copies_of, drawn, nearest, option, target
from engine.london.prompts.picks import card_id, pick_of
from engine.london.state import State
from engine.london.table.cards import held
from engine.text import Text, text
from engine.values import Option

TILES: Final = 4
"""To which a pawn goes by one press."""


def plays(state: State) -> tuple[Option, ...]:
    """What a seat may do with its cards, and the turn's end."""
    near = _near(state)
    return tuple(
        option(state, move) if move < 0 else _play(state, move, near) for move in state.options
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


def _play(state: State, move: int, near: list[int]) -> Option:
    kind, use = kind_of(move), use_of(move)
    name, shown, group = pick_of(state, move), card_id(state, kind), copies_of(state, kind)
    if use == EFFECT:
        return usual.with_end(state, _effect(state, move, name, shown, group))
    if use >= TO:
        tile = drawn(state, use - TO)
        if move not in near:
            return Option(name, target(state, use - TO, "to"), card=tile, group=group)
        said = target(state, use - TO, "near")
        return usual.with_end(state, Option(name, said, tile, group=group, alone=True))
    return Option(name, _way(state, use), card=shown, group=group)


def _effect(state: State, move: int, name: str, shown: str, group: Text) -> Option:
    """A card's effect; in its menu where all it asks has a usual answer."""
    then, settled = usual.after_effect(state, move)
    said = text("london.pick.effect_choosing" if settled else "london.pick.effect")
    return Option(name, said, card=shown, group=group, alone=not settled, then=then)


def _way(state: State, use: int) -> Text:
    if use == RECRUIT:
        return text("london.pick.recruit")
    return text(
        "london.pick.move_elsewhere" if state.pawns[state.actor][HALL] else "london.pick.move"
    )
