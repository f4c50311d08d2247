"""Names of tiles, cards and places as texts.

What the shipped set calls its things is translated; a name that an owner typed in is shown
as it is.
"""

from __future__ import annotations

from functools import lru_cache

from engine.london.components import load
from engine.london.components.box import GUILDS, Box
from engine.london.numbers.map import HALL, LABELS, PLANTATION, SUPPLY
from engine.london.table.state import EMPTY, State
from engine.text import Argument, Text, text


@lru_cache(maxsize=1)
def _shipped() -> dict[str, str]:
    box = load()
    names = {f"london.tile.{tile.id}": tile.name for tile in (*box.guilds, *box.buildings)}
    names |= {f"london.side.{side.id}": side.name for side in box.sides}
    names |= {f"london.card.{card.code}": card.name for card in box.cards}
    return names | {f"london.mayor.{mayor.id}": mayor.name for mayor in box.mayors}


def _name(key: str, name: str) -> Text:
    return text(key) if _shipped().get(key) == name else text("london.name", name=name)


def tile_name(box: Box, tile: int) -> Text:
    return _name(f"london.tile.{box.tiles[tile].id}", box.tiles[tile].name)


def card_name(box: Box, kind: int) -> Text:
    card = box.components.cards[kind]
    return _name(f"london.card.{card.code}", card.name)


def mayor_name(box: Box, mayor: int) -> Text:
    card = box.components.mayors[mayor]
    return _name(f"london.mayor.{card.id}", card.name)


def side_name(box: Box, side: int) -> Text:
    plantation = box.components.sides[side]
    return _name(f"london.side.{plantation.id}", plantation.name)


def place(state: State, where: int) -> Text:
    """A cell with its tile ("Weavers (B3)"), or the place itself."""
    if where == HALL:
        return text("london.place.guildhall")
    if where == PLANTATION:
        return text("london.place.plantation", side=side_name(state.box, state.side))
    if where in (SUPPLY, EMPTY):
        return text("london.place.supply")
    return text(
        "london.place.tile", tile=tile_name(state.box, state.tiles[where]), cell=LABELS[where]
    )


def cell_of(place: Argument) -> str | Text:
    """A tile by its cell alone ("E2"), another place by its name."""
    if not isinstance(place, Text):
        return str(place)
    return str(place.args["cell"]) if "cell" in place.args else place


def place_id(where: int) -> str:
    """A place in option ids: "b3", "guildhall", "plantation"."""
    if where == HALL:
        return "guildhall"
    return "plantation" if where == PLANTATION else LABELS[where].lower()


def tile_card(box: Box, tile: int) -> str:
    """What a screen draws for a tile."""
    return f"{'guild' if tile < GUILDS else 'building'}:{box.tiles[tile].id}"
