"""Where a finished game was lost: each choice by what its seat could know when it was made."""

from engine.review.reading import THOROUGH, Effort, owed, reviewed
from engine.review.values import Answer, Choice, Review

__all__ = ["THOROUGH", "Answer", "Choice", "Effort", "Review", "owed", "reviewed"]
