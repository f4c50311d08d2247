"""How a vote came about, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.london.table.state import EMPTY, State, Tally
from engine.london.telling import words
from engine.london.telling.names import place
from engine.parts.values import Event
from engine.text import Seat, Text, text


def voted(state: State, tally: Tally) -> Iterator[Event]:
    """The vote on a tile and what it brings, for who wants to know."""
    _, cell, marker, winner, second, pawns, added, _ = tally
    tile, box = state.tiles[cell], state.box
    first = words.effect(box.steps[box.first[tile]])
    rewards = [
        words.effect(box.steps[program])
        for program in (box.marker_reward[marker], box.second[tile])
        if box.steps[program]
    ]
    said = vote(
        place(state, cell),
        (pawns, added),
        None if winner == EMPTY else (winner, first),
        None if second == EMPTY else (second, both(rewards)),
    )
    yield Event(said, detail=True)


def vote(
    tile: Text,
    votes: tuple[Sequence[int], Sequence[int]],
    first: tuple[int, Text] | None,
    second: tuple[int, Text] | None,
) -> Text:
    """A tile's vote: `votes` are pawns and what a tied seat adds, by seat.

    `first` and `second`: the seat that is rewarded, and with what.
    """
    each = tuple(
        text("london.count.tied", player=Seat(seat), pawns=number, masters=masters)
        if masters
        else text("london.count.pawns", player=Seat(seat), pawns=number)
        for seat, (number, masters) in enumerate(zip(*votes, strict=True))
        if number
    )
    said = text("london.count.vote", place=tile, votes=each)
    if first is None:
        return text("london.count.then", first=said, rest=text("london.count.undecided"))
    for key, one in (("first", first), ("second", second)):
        if one is not None:
            seat, reward = one
            rest = text(f"london.count.{key}", player=Seat(seat), reward=reward)
            said = text("london.count.then", first=said, rest=rest)
    return said


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
