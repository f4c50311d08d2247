"""How a vote came about, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.london.table.state import State, Tally
from engine.london.telling.names import place
from engine.parts.values import Event
from engine.text import Seat, Text, text


def voted(state: State, tally: Tally) -> Iterator[Event]:
    """Who has how many votes, for who wants to know; what these bring is told as it comes."""
    cell, pawns, added = tally[1], *tally[5:7]
    yield Event(_votes(place(state, cell), pawns, added), detail=True)


def vote(
    tile: Text,
    votes: tuple[Sequence[int], Sequence[int]],
    first: tuple[int, Text] | None,
    second: tuple[int, Text] | None,
) -> Text:
    """A tile's vote: `votes` are pawns and what a tied seat adds, by seat.

    `first` and `second`: the seat that is rewarded, and with what.
    """
    said = _votes(tile, *votes)
    if first is None:
        return text("london.count.then", first=said, rest=text("london.count.undecided"))
    for key, one in (("first", first), ("second", second)):
        if one is not None:
            seat, reward = one
            rest = text(f"london.count.{key}", player=Seat(seat), reward=reward)
            said = text("london.count.then", first=said, rest=rest)
    return said


def _votes(tile: Text, pawns: Sequence[int], added: Sequence[int]) -> Text:
    each = tuple(
        text("london.count.tied", player=Seat(seat), pawns=number, masters=masters)
        if masters
        else text("london.count.pawns", player=Seat(seat), pawns=number)
        for seat, (number, masters) in enumerate(zip(pawns, added, strict=True))
        if number
    )
    return text("london.count.vote", place=tile, votes=each)


def taken(steps: Sequence[Text], declined: int) -> Text:
    """A reward of these steps, and what of it was declined, as bits."""
    left = [step for at, step in enumerate(steps) if declined >> at & 1]
    if not left:
        return both(steps)
    took = [step for at, step in enumerate(steps) if not declined >> at & 1]
    rest = text("london.count.declined", reward=both(left))
    return text("london.step.then", first=both(took), rest=rest)


def both(rewards: Sequence[Text]) -> Text:
    """What the second place brings: the marker's reward, then the tile's."""
    if not rewards:
        return text("london.step.nothing")
    if len(rewards) == 1:
        return rewards[0]
    return text("london.step.then", first=rewards[0], rest=both(rewards[1:]))
