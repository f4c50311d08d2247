"""What the signs of the board mean."""

from __future__ import annotations

from images import legend
from images.london import tile
from images.london.emblems import emblems, icon
from images.london.pawns import beadle
from images.london.rewards import chip, coin, second
from images.london.signs import place, turn
from images.words import Words

_SIGN = 32
_ICONS = (
    *("recruit", "move", "plantation", "draw", "draw_end", "neutral", "mayor"),
    *("guildhall", "pawn", "master", "card", "town", "growth"),
)


def entries(words: Words) -> tuple[legend.Entry, ...]:
    """All signs with a word each; the trades last."""
    signs = {
        "vp": coin("", _SIGN),
        "second": second("", _SIGN),
        "cell": tile.plate("B3"),
        "threshold": tile.gated(2, 4),
        "turn": turn(_SIGN + 2, "", now=False),
        **{name: icon(name, _SIGN) for name in _ICONS},
        "beadle": beadle(_SIGN, 38),
    }
    trades = {name: chip(name, _SIGN) for name in emblems().colours}
    said = legend.entries(words, "london.picture.legend", signs)
    return (*said, *legend.entries(words, "london.colour", trades))


def closer_entries(words: Words) -> tuple[legend.Entry, ...]:
    """What the signs on a tile seen from near are."""
    signs = {
        "vp": coin("", _SIGN),
        "second": second("", _SIGN),
        "place.first": place(_SIGN, "1"),
        "place.second": place(_SIGN, "2"),
        "cell": tile.plate("B3"),
        "threshold": tile.gated(2, 4),
    }
    return legend.entries(words, "london.picture.legend", signs)
