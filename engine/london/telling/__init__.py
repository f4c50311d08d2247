"""What is told of a game: deeds and their words, names, and what effects say."""

from engine.london.telling.deeds import chapter, note, opening, phrase, whisper_drawn

__all__ = ["chapter", "note", "opening", "phrase", "whisper_drawn"]
