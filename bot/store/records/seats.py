"""Who sits at a table, or may."""

from __future__ import annotations

from dataclasses import dataclass

COMPUTER = 0
"""`chosen_by` of a computer's choice."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat with a person, or with a computer of a strength (`user_id` None).

    Without a name, it was that of a person who was forgotten since the game ended.
    `computer_name` and `computer_strength`: who played it before the person, if a computer did.
    """

    seat: int
    user_id: int | None
    name: str
    strength: str | None
    party: int | None
    computer_name: str | None = None
    computer_strength: str | None = None

    @property
    def former(self) -> bool:
        """Whether it was the seat of somebody of whom nothing is stored any more."""
        return self.user_id is None and not self.name


@dataclass(frozen=True, slots=True)
class Departed:
    """Somebody who held a seat of a running game, and has seen its hand.

    Of whom nothing is known any more, `user_id` is nobody's.
    """

    user_id: int
    seat: int

    @classmethod
    def unknown(cls, seat: int) -> Departed:
        """Somebody of whom nothing is known any more."""
        return cls(-1 - seat, seat)

    @property
    def forgotten(self) -> bool:
        """Whether it isn't known any more who it was."""
        return self.user_id < 0


@dataclass(frozen=True, slots=True)
class Offer:
    """A seat of a running game that somebody may take; `user_id` None: whoever presses."""

    seat: int
    user_id: int | None


@dataclass(frozen=True, slots=True)
class Invitation:
    """Somebody asked to a lobby; `kept`: a seat is kept for that person."""

    user_id: int
    name: str
    kept: bool
