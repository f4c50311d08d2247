"""What a player of The Majority may ask about: the effects, the token, the debate."""

from __future__ import annotations

from engine.majority.view import MajorityView
from engine.text import text
from engine.values import Topic

_SUBJECTS = ("bribe", "assassination", "spy", "betrayal", "token", "debate")


def topics(_view: MajorityView) -> tuple[Topic, ...]:
    """The effects in the order in which they are applied, then the rest."""
    return tuple(
        Topic(
            subject,
            text(f"majority.topic.{subject}"),
            (text(f"majority.topic.{subject}.rule"),),
        )
        for subject in _SUBJECTS
    )
