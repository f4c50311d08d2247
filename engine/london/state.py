"""The state of a game of Guilds of London, as the contract wants it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.london import flow, prompts
from engine.london.asks import BACK, UNDO, Ask
from engine.london.table import EMPTY, Table
from engine.london.turn import can_undo
from engine.values import Prompt


class State(Table):
    """The table with its choices. A move is an int whose meaning `ask` gives: a place, a card,
    cards packed by `turn.pack`, parts as bits, or one of STOP, SKIP, END, BACK and UNDO."""

    __slots__ = ()

    def clone(self) -> State:
        """An independent copy; its `told` is None."""
        other = State.__new__(State)
        self.copy_to(other)
        return other

    def asked(self) -> Sequence[int]:
        """Seats whose choice is still missing."""
        if self.ask == Ask.KEEP:
            return [seat for seat, kept in enumerate(self.kept) if kept == EMPTY]
        return [] if self.ask == Ask.NOTHING else [self.actor]

    def moves(self, seat: int) -> Sequence[int]:
        """Every move that takes the game forward: Back and Undo turn lead nowhere new."""
        return range(len(self.mayors[seat])) if self.ask == Ask.KEEP else self.options

    def apply(self, seat: int, move: int) -> None:
        """Carry out a legal move; unchecked."""
        self.cache = None
        if self.ask == Ask.KEEP:
            flow.keep(self, seat, move)
        else:
            flow.answer(self, move)

    def ways_back(self) -> list[int]:
        """How the actor may take back: BACK one choice, UNDO the whole turn."""
        return [BACK] * bool(self.depths) + [UNDO] * can_undo(self)

    def prompts(self) -> dict[int, Prompt]:
        """The open prompts, those already answered but still changeable included."""
        if self.cache is None:
            self.cache = prompts.build(self, self.ways_back() if self.ask > Ask.KEEP else [])
        return self.cache

    def encode(self, seat: int, picks: tuple[str, ...]) -> int:
        """The move that picks from this seat's prompt make."""
        return prompts.encode(self, seat, picks)

    def decode(self, seat: int, move: int) -> tuple[str, ...]:
        """The picks that make this move."""
        return prompts.decode(self, seat, move)
