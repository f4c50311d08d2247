"""What is printed on the components of the box, as views name and show it."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from typing import Literal

from pydantic import BaseModel, ConfigDict

from engine.london.components.vocabulary import Colour
from engine.text import Text


class Part(BaseModel):
    """A part of a view."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Icon(Part):
    """A step of an effect or reward, to be drawn or spelled out.

    `verb` is "vp", "recruit" (to the Guildhall), "post" (recruit straight to a tile), "move",
    "plantation", "draw", "draw_end", "neutral", "mayor", "beadle", "each_time", "choose" or
    "trade"; "mayor" looks at `draw` cards and keeps `keep`.
    """

    verb: str
    n: int
    per: str | None
    """The count that `n` is multiplied by ("masters:red")."""
    cap: int | None
    conditional: bool
    source: Literal["any", "guildhall", "tiles", "plantation"]
    colours: tuple[Colour, ...]
    """Colours that a target must show one of; empty: any tile."""
    draw: int
    keep: int
    event: str
    """What an "each_time" waits for: "move", "recruit" or "plantation"."""
    inner: tuple[tuple[Icon, ...], ...]
    """Steps set off or traded for (one list), or to choose from (several)."""
    text: Text


class TileFace(Part):
    """What is printed on a tile; the `card` of an option is "guild:" or "building:" and its id."""

    id: str
    name: Text
    number: int | None
    """Priority, 1 the oldest; None for a building."""
    colours: tuple[Colour, ...]
    threshold: int
    first: tuple[Icon, ...]
    bonus: tuple[Icon, ...]
    second: tuple[Icon, ...]
    permanent: Text | None
    """What the building gives to the owner of its master."""


class MarkerView(Part):
    """A second-place marker."""

    id: str
    reward: tuple[Icon, ...]
    text: Text


class CardView(Part):
    """A kind of action card; the `card` of an option is "card:" and its code."""

    code: int
    name: Text
    colours: tuple[Colour, ...]
    """The theme first; either serves for a move."""
    cards: int
    """Cards to pay for the effect."""
    pawns: int
    """Pawns to pay for the effect."""
    from_plantation: bool
    """Whether these pawns come from the plantation."""
    needs: Text | None
    effect: tuple[Icon, ...]
    text: Text
    """Condition, cost and effect in words."""


class MayorView(Part):
    """A mayor's card; the `card` of an option is "mayor:" and its id."""

    id: str
    name: Text
    text: Text
    great: bool
    """Whether it counts masters on guilds 1 to 12."""


class SideView(Part):
    """The plantation tile: `left` for the sole winner, `right` for the second or the tied."""

    id: str
    name: Text
    left: tuple[Icon, ...]
    left_return: int
    right: tuple[Icon, ...]
    right_return: int


class Printed(Part):
    """All components of the box; the rest of a view names them by id or code."""

    tiles: Mapping[str, TileFace]
    cards: Mapping[int, CardView]
    mayors: Mapping[str, MayorView]
    markers: Mapping[str, MarkerView]
    sides: Mapping[str, SideView]

    # Most of a view, and always the same: put into bytes once, and made of them once a process.
    def __reduce__(self) -> tuple[Callable[[bytes], Printed], tuple[bytes]]:
        return _unpacked, (self._packed,)

    @cached_property
    def _packed(self) -> bytes:
        fields = {name: getattr(self, name) for name in type(self).model_fields}
        return pickle.dumps(fields, pickle.HIGHEST_PROTOCOL)


@lru_cache(maxsize=4)
def _unpacked(packed: bytes) -> Printed:
    return Printed.model_construct(**pickle.loads(packed))  # noqa: S301 - what `_packed` has made
