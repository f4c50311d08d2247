"""What the film of a game that is over shows, frame by frame, and for how long."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from bot.sessions.table.table import AnyGame
from engine.log import Step, scenes
from engine.text import text
from images.words import Words

LONGEST = 90_000
"""Milliseconds of a film."""
_FIRST, _LAST = 2_000, 5_000
_LOOK, _WORD, _COUNTED = 500, 200, 60
"""To find what has changed; to read a word of what is said, and of a count."""
_MOST = 6_000
_QUICKEST = 0.5
"""Of the time that a frame takes to read: a film has fewer frames rather than quicker ones."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A step (after the last: the result), what is said above it, and how long it stands."""

    at: int
    said: str
    milliseconds: int


def frames(game: AnyGame, steps: Sequence[Step], words: Words) -> Sequence[Frame]:
    """The beginning, what was done, the last table, and the result; within LONGEST."""
    table = len(steps) - 1
    found = [Frame(0, _headline(game, steps[0], words), _FIRST), *_done(game, steps, words)]
    if found[-1].at < table:
        said = _headline(game, steps[table], words)
        found.append(Frame(table, said, reading(said)))
    found.append(Frame(table + 1, words(text("board.over")), _LAST))
    while _pace(found) < _QUICKEST:
        found = list(fewer(found))
    pace = min(1.0, _pace(found))
    return [found[0], *(_quicker(one, pace) for one in found[1:-1]), found[-1]]


def fewer(shown: Sequence[Frame]) -> Sequence[Frame]:
    """Half of the frames, the beginning, the last table and the result among them."""
    return [*shown[:-2][::2], *shown[-2:]]


def reading(said: str, counted: str = "") -> int:
    """How long a frame stands, by the words to be read; of a count, those in its picture too."""
    return min(_MOST, _LOOK + _WORD * length(said) + _COUNTED * length(counted))


def length(said: str) -> int:
    """How many words it has: signs alone are none."""
    return sum(any(letter.isalnum() for letter in word) for word in said.split())


def _done(game: AnyGame, steps: Sequence[Step], words: Words) -> Iterator[Frame]:
    for at, scene in scenes(game, steps):
        said = words(scene.said)
        yield Frame(at, said, reading(said, " ".join(map(words, scene.shown))))


def _headline(game: AnyGame, step: Step, words: Words) -> str:
    return words(game.view(step.state, None).headline)


def _pace(shown: Sequence[Frame]) -> float:
    """What is left of each frame's time if the film is to be as long as it may be."""
    between = sum(one.milliseconds for one in shown[1:-1])
    return (LONGEST - _FIRST - _LAST) / max(1, between)


def _quicker(one: Frame, pace: float) -> Frame:
    return replace(one, milliseconds=int(one.milliseconds * pace))
