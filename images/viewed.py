"""What the pictures of all games ask of a view: whose it is, how it ended, who is waited for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from engine.game import Outcome, View
from engine.text import Seat, Text, text
from images.words import Words


def viewer(view: View) -> int:
    """The seat whose view this is; raises ValueError for the public's."""
    if view.viewer is None:
        raise ValueError("a hand is drawn for a seat")
    return view.viewer


def outcome(view: View) -> Outcome:
    """How the game ended; raises ValueError while it runs."""
    if view.outcome is None:
        raise ValueError("a result is drawn when the game is over")
    return view.outcome


def stopped(view: View) -> bool:
    """Whether nobody goes on in the middle of the game, as where a lesson ends."""
    return view.outcome is None and not view.awaited


def travel(view: View, seats: int, way: int = 1) -> Text:
    """Where packs travel: the reader's own, else between the first two; `way`: on in seats."""
    return _travel(view, "picture.travel", seats, way)


def travel_brief(view: View, seats: int, way: int = 1) -> Text:
    """The same for one line of a picture's head, where two long names have to fit."""
    return _travel(view, "picture.travel.brief", seats, way)


def _travel(view: View, key: str, seats: int, way: int) -> Text:
    if view.viewer is not None:
        return text("picture.travel.own", to=Seat((view.viewer + way) % seats))
    giver = 0 if way > 0 else -way  # from seat 0 back they would go against the arrow beside this
    return text(key, player=Seat(giver), to=Seat(giver + way))


def sentence(words: Words, said: Text) -> str:
    """With a full stop, unless it ends in a mark of its own."""
    line = words(said)
    return line if line.endswith(("?", "!", ".")) else words(text("picture.sentence", words=said))


def asked_said(view: View, words: Words) -> Iterator[str]:
    """What the viewer is asked and has answered so far, as sentences; none without a question."""
    if view.prompt is not None:
        yield sentence(words, view.prompt.ask)
        chosen = [one.text for one in view.prompt.options if one.id in (view.prompt.answered or ())]
        if chosen:
            yield words(text("picture.say.answered", picks=tuple(chosen)))


def waited_for(view: View, words: Words) -> tuple[int, ...]:
    """The people's seats that owe a choice; where none does, the computers'."""
    people = tuple(seat for seat in view.awaited if words.role(seat) is None)
    return people or view.awaited


def status(view: View, words: Words, seat: int) -> str:
    """A word on what a seat does now: "choosing", "chosen", "playing", or "" for nothing."""
    if seat in waited_for(view, words):
        return "choosing" if view.simultaneous else "playing"
    chosen = view.simultaneous and view.awaited and seat not in view.awaited
    return "chosen" if chosen else ""


def waiting_said(view: View, words: Words) -> Iterator[str]:
    """Who is waited for, as a sentence; none once the game is over."""
    waited = waited_for(view, words)
    if waited:
        yield words(text("picture.say.waiting", players=tuple(map(Seat, waited))))


def others_waited_for(view: View, words: Words) -> Iterator[str]:
    """The same for a viewer who is asked too; whoever isn't reads it beside these words."""
    waited = waited_for(view, words)
    if view.viewer in waited and len(waited) > 1:
        yield from waiting_said(view, words)


def in_lines(lines: Iterable[str], view: View, words: Words) -> tuple[str, ...]:
    """Those that say anything; if none does, who is waited for."""
    return tuple(line for line in lines if line) or tuple(waiting_said(view, words))


def roles_said(words: Words, seats: int) -> Iterator[str]:
    """Who isn't a person but a computer, a sentence for those of a kind."""
    kinds: dict[str, list[Seat]] = {}
    for seat in range(seats):
        if (role := words.role(seat)) is not None:
            kinds.setdefault(role, []).append(Seat(seat))
    for role, players in kinds.items():
        yield words(text("picture.say.roles", players=tuple(players), role=role))
