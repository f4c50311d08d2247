"""Where a finished game was lost: each choice by what its seat could know when it was made."""

from engine.review.reading import (
    THOROUGH,
    Draft,
    Effort,
    Owed,
    Reading,
    begun,
    following,
    owed,
    read_choice,
    reviewed,
    steps,
    unread,
)
from engine.review.values import Answer, Choice, Review

__all__ = [
    "THOROUGH",
    "Answer",
    "Choice",
    "Draft",
    "Effort",
    "Owed",
    "Reading",
    "Review",
    "begun",
    "following",
    "owed",
    "read_choice",
    "reviewed",
    "steps",
    "unread",
]
