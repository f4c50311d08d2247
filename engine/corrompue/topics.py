"""What a player of La Cité corrompue may ask about: the factions and what they bring."""

from __future__ import annotations

from engine.corrompue.view import CorrompueView
from engine.text import text
from engine.values import Topic

_FACTIONS = ("noblesse", "paysan", "milice", "culte")


def topics(_view: CorrompueView) -> tuple[Topic, ...]:
    """The three factions that are counted, and the Culte."""
    return tuple(
        Topic(
            faction,
            text(f"corrompue.faction.{faction}"),
            (text(f"corrompue.topic.{faction}"),),
        )
        for faction in _FACTIONS
    )
