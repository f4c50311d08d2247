"""The count: what a tableau is worth at each ballot; and who has won at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from engine.guildes.components import BOX, GUILDS, MILICE, NUMBER_OF, RANKS, WIDTH
from engine.guildes.state import OVER, State
from engine.parts.values import Outcome, in_order

BALLOTS: Final = 3

SCORED: Final = tuple(
    tuple(ranks if ballot == BALLOTS else ranks[:ballot] for ballot in range(BALLOTS + 1))
    for ranks in RANKS
)
"""By guild and ballot: the votes of the ranks that score (Guildes, count: one rank in the
first ballot, two in the second, all that the table has in the third)."""

PER_MILICE: Final = BOX.guilds[MILICE].votes[0].value


def count(
    tableaux: Sequence[Mapping[str, int]],
    ballot: int,
    ties_ignored: bool = False,  # noqa: FBT001, FBT002 - one of an event's two states
) -> tuple[dict[str, int], ...]:
    """Votes of each seat by guild, at ballot 1, 2 or 3.

    `tableaux`: for each seat the (effective) number of cards by guild; a guild that no seat
    names is not in play. Raises ValueError for another ballot, KeyError for another guild.
    """
    if not 1 <= ballot <= BALLOTS:
        raise ValueError(f"no ballot {ballot}")
    votes: tuple[dict[str, int], ...] = tuple({} for _ in tableaux)
    named = {NUMBER_OF[guild] for tableau in tableaux for guild in tableau}
    for guild in sorted(named):
        name = GUILDS[guild]
        column = tuple(tableau.get(name, 0) for tableau in tableaux)
        for seat, number in enumerate(guild_votes(guild, ballot, ties_ignored, column)):
            votes[seat][name] = number
    return votes


# Kept: few different columns come up, and every count looks at each guild.
@lru_cache(maxsize=1 << 16)
def guild_votes(
    guild: int,
    ballot: int,
    ties_ignored: bool,  # noqa: FBT001 - lru_cache is quickest by position
    column: tuple[int, ...],
) -> tuple[int, ...]:
    """Votes of each seat for one guild, from its number of cards in each tableau."""
    if guild == MILICE:
        return tuple([PER_MILICE * number for number in column])
    values = SCORED[guild][ballot]
    share: dict[int, int] = {}
    rank = 0
    for number in sorted(column, reverse=True):
        if number > 0 and number not in share:
            tied = column.count(number)
            if tied > 1 and ties_ignored:
                share[number] = 0
            else:
                share[number] = sum(values[rank : rank + tied]) // tied
                rank += tied
    return tuple([share.get(number, 0) for number in column])


def of_seat(numbers: Sequence[int], seat: int) -> Sequence[int]:
    """One seat's part of numbers that lie at ``seat * WIDTH + guild``."""
    return numbers[seat * WIDTH : (seat + 1) * WIDTH]


def totals(state: State) -> list[int]:
    """Votes so far by seat."""
    return [sum(sum(of_seat(votes, seat)) for votes in state.counts) for seat in range(state.seats)]


def places(state: State) -> list[list[int]]:
    """Seats by place (Guildes, end: votes, then by option the Milice laid)."""
    shared = state.options.tie_break == "shared"
    milice = [0] * state.seats if shared else state.laid[MILICE::WIDTH]
    return in_order(dict(enumerate(zip(totals(state), milice, strict=True))))


def outcome(state: State) -> Outcome | None:
    """Places and votes, once the third ballot is counted."""
    if state.phase != OVER:
        return None
    return Outcome(places(state), dict(enumerate(totals(state))))
