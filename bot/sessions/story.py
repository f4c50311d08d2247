"""What was told lately: kept beside the snapshot, shown under the board and the hand."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from engine.game import Event
from engine.text import Text

LONGEST = 40
_NAMING = ("told.left", "told.replaced", "told.taken_over")
"""Texts that hold names; all others name seats."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event as told: to everyone (`seat` None) or to one seat."""

    text: Text
    seat: int | None = None


Story = tuple[Entry, ...]

_STORY: TypeAdapter[Story] = TypeAdapter(Story)


def go_on(story: Story, events: Iterable[Event]) -> Story:
    """The story with these events; a chapter drops what was told before it."""
    entries = list(story)
    for event in events:
        if event.chapter:
            entries.clear()
        entries.append(Entry(event.text, event.seat))
    return tuple(entries[-LONGEST:])


def add(story: Story, entry: Entry) -> Story:
    """The story with one thing more that the game knows nothing of."""
    return (*story, entry)[-LONGEST:]


def heard_by(story: Story, viewer: int | None) -> list[Text]:
    """What this seat, or the public, may hear."""
    return [entry.text for entry in story if entry.seat is None or entry.seat == viewer]


def nameless(story: Story) -> Story:
    """The story without what says who came and left by name."""
    return tuple(entry for entry in story if entry.text.key not in _NAMING)


def dumped_nameless(story: str) -> str:
    """The same of a dump; of one that can't be read, nothing is left."""
    try:
        return dump(nameless(load(story)))
    except ValidationError:
        return dump(())


def dump(story: Story) -> str:
    """The story as JSON."""
    return _STORY.dump_json(story).decode()


def load(story: str) -> Story:
    """The story of a dump."""
    return _STORY.validate_json(story)
