"""What is told of a game: deeds and their words, names, and what effects say."""

from engine.london.telling.deeds import (
    chapter,
    note,
    note_drawn,
    note_second,
    opening,
    phrase,
    sum_up,
)
from engine.london.telling.votes import voted

__all__ = ["chapter", "note", "note_drawn", "note_second", "opening", "phrase", "sum_up", "voted"]
