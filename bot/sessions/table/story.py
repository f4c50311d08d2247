"""What was told lately: kept beside the snapshot, shown under the board and the hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

import orjson
from pydantic import TypeAdapter, ValidationError

from engine.game import Event
from engine.text import Seat, Text, frozen, text

LONGEST = 40
ENDED = "told.ended"
ENDED_BY_MODERATION = "told.ended_by_moderation"
LEFT = "told.left"
OVERRULED = "told.overruled"
CHOSEN_FOR = "hand.chosen_for"
"""What a computer chose for somebody who wasn't there: their hand says it beside that."""
_LASTING = (OVERRULED, CHOSEN_FOR)
"""What stands though a chapter ends."""
_NAMING = (ENDED, LEFT, "told.replaced", "told.taken_over", "told.keeps_seat", OVERRULED)
"""Texts that hold names; all others name seats."""
_HAPPENED = "told."
"""How the keys of texts begin that tell of something else than a choice."""
_OF_A_CHOICE = ("told.takes_back", "told.takeback_")
"""How those begin that are about a choice: no news once there is another."""


def is_beside(said: Text) -> bool:
    """Whether it tells of no choice: of who came or left, say."""
    return said.key.startswith(_HAPPENED)


@frozen
class Entry:
    """One event as told: to everyone (`seat` None) or to one seat, `but` not to this one.

    `opens`: the first of what one choice, or anything else that happened, has told. `begins`: what
    was told before it has ended. `answered`: who has chosen since, before anything else was told.
    `small`: no news where there is any other.
    """

    text: Text
    seat: int | None = None
    opens: bool = False
    begins: bool = False
    answered: tuple[int, ...] = ()
    small: bool = False
    but: int | None = None

    def heard_by(self, viewer: int | None) -> bool:
        """Whether it is told to this seat, or to the public."""
        return self.seat in (None, viewer) and (viewer is None or viewer != self.but)


Story = tuple[Entry, ...]

_STORY: TypeAdapter[Story] = TypeAdapter(Story)


def go_on(story: Story, events: Sequence[Event], seat: int | None = None) -> Story:
    """The story with what a choice of `seat` has told; a chapter drops what was told before it,
    but for what holds longer: a moderator has a player's seat offered, a computer chose for one.

    Details stand in the history alone.
    """
    if not events and (not story or seat is None or seat in story[-1].answered):
        return story
    before, added = list(story), list[Entry]()
    if seat is not None and before and seat not in before[-1].answered:
        before[-1] = replace(before[-1], answered=(*before[-1].answered, seat))
    for event in events:
        if event.detail:
            continue
        if event.chapter:
            before, added = _without(before, lambda told: told.text.key not in _LASTING), []
        answered: tuple[int, ...] = ()
        if event.by is not None:
            before, added = (_without(told, _is_small, event.by) for told in (before, added))
            answered = (event.by,)
        first = not added
        entry = Entry(event.text, event.seat, first, event.begins, answered, event.small, event.but)
        added.append(entry)
    if len(before) + len(added) > LONGEST:
        before = _without(before, _is_small)
    return tuple([*before, *added][-LONGEST:])


def _is_small(entry: Entry) -> bool:
    """Whether it gives way to what sums up a seat's turn, or where there is much."""
    return entry.small


def _without(
    entries: Iterable[Entry], drops: Callable[[Entry], bool], by: int | None = None
) -> list[Entry]:
    """What stays; whoever but `by` had chosen still has heard all that was told until then."""
    kept: list[Entry] = []
    for entry in entries:
        if not drops(entry):
            kept.append(entry)
        elif kept:
            answered = {*kept[-1].answered, *entry.answered} - {by}
            kept[-1] = replace(kept[-1], answered=tuple(sorted(answered)))
    return kept


def add(story: Story, entry: Entry) -> Story:
    """The story with one thing more that the game knows nothing of; told again, it stands once,
    and so does what a computer chose for a seat."""

    def is_old(told: Entry) -> bool:
        if told.text.key == entry.text.key == CHOSEN_FOR:
            return told.seat == entry.seat
        return told.text == entry.text and is_beside(told.text)

    return (*_without(story, is_old), replace(entry, opens=True))[-LONGEST:]


def overruled(story: Story, seat: int) -> bool:
    """Whether a moderator has the seat offered that its player would keep."""
    return any(_overrules(entry) == seat for entry in story)


def offering(story: Story, seats: Collection[int]) -> Story:
    """The story once these seats alone are offered: who was overruled elsewhere isn't any more."""
    return tuple(_without(story, lambda entry: _overrules(entry) not in (None, *seats)))


def _overrules(entry: Entry) -> int | None:
    """The seat whose player that overrules."""
    seat = entry.text.args.get("seat") if entry.text.key == OVERRULED else None
    return seat.number if isinstance(seat, Seat) else None


def ended(by: str, seat: int | None) -> Text:
    """That somebody has ended the game, of this name in bold, who has this seat.

    Without a seat a moderator did, whose name is kept nowhere.
    """
    return text(ENDED_BY_MODERATION) if seat is None else text(ENDED, by=by, seat=Seat(seat))


def heard_by(story: Story, viewer: int | None) -> list[Text]:
    """What this seat, or the public, may hear."""
    return [entry.text for entry in story if entry.heard_by(viewer)]


def nameless(story: Story) -> Story:
    """The story without what says who came and left by name; that somebody left is told still."""
    kept = []
    for entry in story:
        said, seat = entry.text, entry.text.args.get("seat")
        if said.key == LEFT and isinstance(seat, Seat):
            kept.append(replace(entry, text=text("told.left_nameless", seat=seat)))
        elif said.key not in _NAMING:
            kept.append(entry)
    return tuple(kept)


def dumped_nameless(story: str) -> str:
    """The same of a dump; of one that can't be read, nothing is left."""
    try:
        return dump(nameless(load(story)))
    except ValidationError:
        return dump(())


def parted(
    story: Story, viewer: int | None = None, seats: int = 1
) -> tuple[list[Text], list[Text]]:
    """What this seat heard since it chose last, or the public of one choice, and who came or left
    before it: what has ended; and that something begins after it, or what has happened in that
    since. If nothing begins, it all goes on.

    Once all `seats` of the game have made a choice since somebody came or left, or in what begins,
    it is no news to the public; nor is a take-back once anybody has.
    """
    heard = _last(story, viewer, seats)
    if not all(entry.small for entry in heard):
        heard = [entry for entry in heard if not entry.small]
    said = [entry.text for entry in heard]
    begins = [number for number, entry in enumerate(heard) if entry.begins]
    at = begins[-1] if begins else len(heard)
    since = [number for number, entry in enumerate(heard) if number > at and entry.opens]
    if since:
        return said[:at], said[since[0] :]
    if viewer is None and begins:
        began = max(number for number, entry in enumerate(story) if entry.begins)
        if _is_past(story, began, seats):
            return [], []
    return said[:at], said[at : at + 1]


def _is_past(story: Story, at: int, seats: int) -> bool:
    """Whether all have made a choice since that entry: what one seat alone was told says nothing
    to the public, not even that there was something to tell."""
    return len({seat for entry in story[at:] for seat in entry.answered}) >= seats


def _last(story: Story, viewer: int | None, seats: int) -> list[Entry]:
    """With a seat that has chosen, nothing may have been heard since."""
    heard: list[Entry] = []
    since = len(story)
    for entry in reversed(story):
        if viewer is not None and viewer in entry.answered:
            break
        since -= 1
        if entry.heard_by(viewer) and entry.text.key != CHOSEN_FOR:
            heard.append(entry)
        if viewer is None and entry.opens and heard:
            break
    happened = [
        entry
        for at, entry in enumerate(story[:since] if viewer is None else ())
        if is_beside(entry.text)
        and not _is_past(story, at, 1 if entry.text.key.startswith(_OF_A_CHOICE) else seats)
    ]
    return [*happened, *heard[::-1]]


def dump(story: Story) -> str:
    """The story as JSON."""
    return orjson.dumps(story).decode()


def load(story: str) -> Story:
    """The story of a dump."""
    return _STORY.validate_json(story)
