"""Lessons: short first games, told by data that stand beside each game."""

from bot.lessons.lesson import BrokenLesson, Lesson, Line, Note, read
from bot.lessons.own import OWN

__all__ = ["OWN", "BrokenLesson", "Lesson", "Line", "Note", "read"]
