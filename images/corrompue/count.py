"""The count just held, in place of the cards won: none are yet in the event that begins."""

from __future__ import annotations

from collections.abc import Mapping

from engine.corrompue.view import CorrompueView
from engine.text import Text, text
from images import legend
from images.corrompue.factions import token
from images.corrompue.theme import THEME
from images.words import Words


def title(view: CorrompueView) -> Text:
    """What the rows of factions show."""
    if view.just_counted():
        return text("corrompue.picture.count", event=len(view.counts))
    return text("corrompue.picture.won")


def entries(view: CorrompueView, words: Words) -> tuple[legend.Entry, ...]:
    """What a token beside a number means."""
    sign = token("paysan", 30, "held", THEME.paper)
    key = "given" if view.just_counted() else "due"
    return legend.entries(words, "corrompue.picture", {key: sign})


def factions(view: CorrompueView, *, every: bool = False) -> tuple[str, ...]:
    """The factions with a row, those of which anybody has a card: Culte cards count for nobody.

    `every`: of the others too.
    """
    known = view.counts[-1].won if view.just_counted() else view.factions
    return tuple(faction for faction in known if every or any(won(view, faction)))


def won(view: CorrompueView, faction: str) -> tuple[int, ...]:
    """Cards of a faction by seat: as they were counted, or so far in this event."""
    if view.just_counted():
        return view.counts[-1].won[faction]
    return tuple(player.won.get(faction, 0) for player in view.players)


def tokens(view: CorrompueView) -> Mapping[str, tuple[int, ...]]:
    """Tokens by faction, then by seat: those that the count gave, or would give now."""
    if not view.just_counted():
        return view.due()
    held = view.counts[-1]
    milice = tuple(int(seat == held.milice) for seat in range(view.seats))
    return {"noblesse": held.noblesse, "paysan": held.paysan, "milice": milice}
