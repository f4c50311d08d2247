"""Which steps of a game make a film of it, and for how long each is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.sessions.replays import Replay

LONGEST = 120_000
"""Milliseconds of a film."""
_FIRST, _LAST = 2_000, 5_000
_LEAST, _MOST = 450, 1_500
MOST_FRAMES = 2 + (LONGEST - _FIRST - _LAST) // _LEAST


def plans(replay: Replay) -> Iterator[list[int]]:
    """The steps of a film, ever fewer: all, else where each round ends, else some of these."""
    every = list(range(len(replay.steps)))
    if len(every) <= MOST_FRAMES:
        yield every
    ends = [begin - 1 for _, begin in replay.rounds[1:]]
    chosen = sorted({0, *ends, replay.last}) if ends else every
    while True:
        if len(chosen) <= MOST_FRAMES:
            yield chosen
        if len(chosen) <= 2:
            return
        chosen = sorted({*chosen[::2], replay.last})


def durations(frames: int) -> Sequence[int]:
    """Milliseconds for each frame: time to read, and to look at the end."""
    if frames < 2:
        return [_LAST] * frames
    between = frames - 2
    each = min(_MOST, (LONGEST - _FIRST - _LAST) // max(1, between))
    return [_FIRST, *[each] * between, _LAST]
