"""What becomes of a take-back that is being decided, and whom it concerns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.sessions.table.table import Table
from bot.store.records.play import Retractable, Takeback
from bot.store.records.sessions import Session


def standing(takeback: Takeback | None, retractable: Iterable[Retractable]) -> Takeback | None:
    """What is asked, as long as its choice can be taken back."""
    if takeback is None:
        return None
    own = (takeback.seat, takeback.number)
    return takeback if own in [(choice.seat, choice.number) for choice in retractable] else None


def postponed(takeback: Takeback | None, seconds: float) -> Takeback | None:
    """The same with so much more time."""
    return None if takeback is None else replace(takeback, due_at=takeback.due_at + seconds)


def passed_on(before: Session, after: Session) -> Takeback | None:
    """What is asked, unless the seat that asks has another holder now."""
    takeback = after.takeback
    if takeback is None:
        return None
    seat = takeback.seat
    return takeback if before.seats[seat].user_id == after.seats[seat].user_id else None


def choice_of(table: Table, seat: int) -> Retractable | None:
    """The seat's last choice, if nothing hidden has come out since."""
    for choice in table.record.retractable:
        if choice.seat == seat:
            return choice
    return None


def others(table: Table, seat: int) -> tuple[int, ...]:
    """The ids of those who have a say when this seat asks: people that are there.

    In its own turn those alone of whom it has come out what they hold; nobody else is asked.
    """
    seats, choice = table.record.seats, choice_of(table, seat)
    asker = seats[seat].user_id
    asked = [user_id for user_id in table.voters() if user_id != asker]
    if choice is not None and choice.own_turn:
        exposed = [seats[other].user_id for other in _exposed(table)]
        asked = [user_id for user_id in asked if user_id in exposed]
    return tuple(asked)


def refusing(table: Table, seat: int) -> int | None:
    """A computer's seat that would have to agree when this seat asks: it never does."""
    refused = {*_exposed(table)} & {*table.computers()} - {seat}
    return min(refused, default=None)


def _exposed(table: Table) -> Sequence[int]:
    """The seats that being asked has made known something of."""
    return () if table.state is None else table.game.exposed(table.state)


def missing(table: Table) -> tuple[int, ...]:
    """The ids of those who have yet to decide what somebody asks to take back."""
    takeback = table.record.takeback
    if takeback is None or takeback.refused or table.record.status != "playing":
        return ()
    return tuple(
        user_id for user_id in others(table, takeback.seat) if user_id not in takeback.agreed
    )


def offered(table: Table, seat: int) -> Retractable | None:
    """The choice that this seat may take back, or ask to; a computer may still refuse that."""
    record, choice = table.record, choice_of(table, seat)
    if choice is None or record.status != "playing" or not record.takebacks or table.paused:
        return None
    asked = record.takeback
    if asked is not None and (not asked.refused or asked.number == choice.number):
        return None
    return None if can_change(table, seat) else choice


def can_change(table: Table, seat: int) -> bool:
    """Whether the prompt itself lets the seat choose otherwise."""
    prompt = table.prompt(seat)
    if prompt is None:
        return False
    return prompt.answered is not None or any(option.role == "back" for option in prompt.options)


def unasked(table: Table, seat: int) -> bool:
    """Whether this seat takes its choice back without asking anybody."""
    return not others(table, seat) and refusing(table, seat) is None
