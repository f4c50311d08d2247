"""What cards are worth at the counts to come, as computer players see it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import erf, sqrt
from typing import Final

from engine.guildes.components import BOX, MILICE
from engine.guildes.scoring import BALLOTS, PER_MILICE, SCORED

SHARE: Final = tuple(guild.copies / 110 for guild in BOX.guilds)
"""How often a guild's card turns up."""
# Weights found by letting players with different ones play thousands of games.
PER_BALLOT: Final = 16
"""How much a later ballot blurs today's numbers, in laid cards."""
BLUR: Final = 3.4
"""How much less than a card laid at random a card laid on purpose can be foreseen."""
DOUBT: Final = 0.18
"""Even with nothing left to lay a lead is worth a little more than its votes."""
UNSEEN: Final = 2.0
"""A guild's cards among those that somebody has kept, in its share of all cards: who keeps some of
it keeps several, and holds on to what is worth most."""
PER_CARD: Final = 0.65 * PER_MILICE
"""Milice votes: they are sure, but take them from nobody."""


def worth(guild: int, ballot: int, left: int, mine: float, others: tuple[float, ...]) -> float:
    """Votes to expect from a guild at this count and the later ones.

    `left`: cards that everyone still lays before this count; `others`: the numbers of cards of
    the other players, in falling order; what they keep unseen counts in parts of a card.
    """
    if guild == MILICE:
        return PER_CARD * mine * (BALLOTS + 1 - ballot)
    return sum(
        _at_count(guild, count, left + (count - ballot) * PER_BALLOT, mine, others)
        for count in range(ballot, BALLOTS + 1)
    )


def _at_count(guild: int, count: int, left: float, mine: float, others: Sequence[float]) -> float:
    """Everyone's number is taken to spread as cards are laid; so ranks become chances."""
    share = SHARE[guild]
    spread = sqrt(2 * (DOUBT + BLUR * left * share * (1 - share)))
    appears = 1 - (1 - share) ** left
    ranks = [1.0]
    for other in others:
        ahead = (1 + erf((other - mine) / spread)) / 2
        behind = [chance * (1 - ahead) for chance in ranks]
        passed = [chance * ahead for chance in ranks]
        ranks = [one + two for one, two in zip([*behind, 0.0], [0.0, *passed], strict=True)]
    expected = sum(
        chance * votes for chance, votes in zip(ranks, SCORED[guild][count], strict=False)
    )
    return expected if mine else expected * appears


# Kept: the playouts of one choice ask for the same few again and again.
@lru_cache(maxsize=1 << 17)
def gain(guild: int, ballot: int, left: int, mine: int, others: tuple[float, ...]) -> float:
    """What one card more is worth, and what the others lose by it on average."""
    harm = 0.0
    for place, other in enumerate(others):
        rest = (*others[:place], *others[place + 1 :])
        before = worth(guild, ballot, left, other, _falling(*rest, mine))
        harm += before - worth(guild, ballot, left, other, _falling(*rest, mine + 1))
    more = worth(guild, ballot, left, mine + 1, others)
    return more - worth(guild, ballot, left, mine, others) + harm / len(others)


def _falling(*numbers: float) -> tuple[float, ...]:
    return tuple(sorted(numbers, reverse=True))


# Kept: all the ways to play a dirty trick compare the same few columns.
@lru_cache(maxsize=1 << 17)
def edge(guild: int, ballot: int, seat: int, column: tuple[int, ...]) -> float:
    """A seat's worth of a guild over the others' on average, with nothing left to lay now."""
    each = [*worths(guild, ballot, 0, column)]
    own = each.pop(seat)
    return own - sum(each) / len(each)


# Kept: every playout asks for those of a whole table.
@lru_cache(maxsize=1 << 17)
def worths(guild: int, ballot: int, left: int, column: tuple[int, ...]) -> tuple[float, ...]:
    """Each seat's worth of a guild."""
    return tuple(
        worth(guild, ballot, left, mine, _falling(*column[:place], *column[place + 1 :]))
        for place, mine in enumerate(column)
    )
