"""Where a finished game was lost: each choice by what its seat could know when it was made."""

from engine.review.reading import THOROUGH, Effort, Owed, owed, reviewed
from engine.review.values import Answer, Choice, Review

__all__ = ["THOROUGH", "Answer", "Choice", "Effort", "Owed", "Review", "owed", "reviewed"]
