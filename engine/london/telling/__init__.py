"""What is told of a game: deeds and their words, names, and what effects say."""

from engine.london.telling.deeds import chapter, note, opening, phrase, sum_up, whisper_drawn
from engine.london.telling.votes import voted

__all__ = ["chapter", "note", "opening", "phrase", "sum_up", "voted", "whisper_drawn"]
