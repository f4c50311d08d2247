"""News in ever fewer words: who has won which tile before all else, then the others' turns."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import filterfalse
from typing import Final

from engine.london.telling.film import by_seat
from engine.london.telling.names import cell_of
from engine.text import Argument, Seat, Text, text

_BROUGHT: Final = {
    "gains": "game.london.score",
    "neutral": "london.news.neutral",
    "draws": "london.news.draws",
}
"""What the plantation brings, as it is counted."""
_TURNS: Final = ("london.film.turn", "london.film.turn_on")


@dataclass
class _Told:
    """What was told, by what it is about; `before`: whole turns that votes or a growth followed."""

    won: dict[int, list[str]] = field(default_factory=dict)
    second: dict[int, list[str]] = field(default_factory=dict)
    undecided: list[str] = field(default_factory=list)
    replaced: list[Text] = field(default_factory=list)
    brought: dict[int, list[Text]] = field(default_factory=dict)
    tiles: int = 0
    beadle: str = ""
    before: list[Text] = field(default_factory=list)
    turns: list[Text] = field(default_factory=list)


def in_brief(told: Sequence[Text], viewer: int | None) -> Iterator[Sequence[Text]]:
    """The same in ever fewer words, to this seat or the public; at first as it was told."""
    yield told
    found = _sorted(told, viewer)
    if not any(vars(found).values()):
        return
    for deeds, earlier in ((None, 2), (2, 2), (2, 1), (1, 1)):
        turns = [_turn(one, deeds) for one in found.turns]
        yield (*_votes(found), *turns, *_before(found, earlier), *_beside(found))
    shown = tuple(_votes(found, viewer, few=True))
    turns = [_turn(one, 1) for one in found.turns]
    yield (*shown, *turns, *_before(found, 1))
    for first in range(len(turns) + bool(shown)):
        yield (*shown, *filterfalse(_is_ours, turns[:first]), *turns[first:])


def _sorted(told: Iterable[Text], viewer: int | None) -> _Told:
    found, rewarded = _Told(), -1
    for said in told:
        key = said.key.removeprefix("london.told.")
        seat = _number(said.args.get("player"))
        if key in ("left", "right"):
            rewarded = seat
            found.brought.setdefault(seat, [])
        elif key in _BROUGHT and seat == rewarded:
            found.brought[seat].append(text(_BROUGHT[key], n=said.args["n"]))
        elif not _voted(found, key, said, seat, viewer):
            found.turns.append(said)
            continue
        found.before += (one for one in found.turns if one.key in _TURNS)
        found.turns = [one for one in found.turns if not _is_ours(one)]
    return found


def _is_ours(said: Text) -> bool:
    """Whether the game tells it: who came or left is told beside."""
    return said.key.startswith("london.")


def _voted(found: _Told, key: str, said: Text, seat: int, viewer: int | None) -> bool:
    """Keep what tells of votes, or of how the city grows; whether it does."""
    cell = cell_of(said.args.get("place", ""))
    match key:
        case "wins" | "wins_tie":
            found.won.setdefault(seat, []).append(str(cell))
        case "second_to" | "second":
            found.second.setdefault(seat, []).append(str(cell))
        case "undecided":
            found.undecided.append(str(cell))
        case "replaces" | "removes":
            found.replaced += [said] * (_number(said.args["other"]) == viewer)
        case "new_tile":
            found.tiles += 1
        case "beadle":
            found.beadle = str(cell)
        case _:
            return False
    return True


def _votes(told: _Told, viewer: int | None = None, *, few: bool = False) -> Iterator[Text]:
    """What votes and the plantation have come to; `few`: of second places the viewer's alone."""
    if told.won:
        yield text("london.film.won", each=by_seat(told.won))
    if told.undecided:
        yield text("london.news.undecided", tiles=" ".join(told.undecided))
    second = {seat: at for seat, at in told.second.items() if not few or seat == viewer}
    if second:
        yield text("london.news.second", each=by_seat(second))
    yield from told.replaced
    if told.brought:
        each = (
            text("london.news.gets", player=Seat(seat), what=tuple(what) or (_REWARD,))
            for seat, what in told.brought.items()
        )
        yield text("london.news.plantation", each=tuple(each))


_REWARD: Final = text("london.news.reward")


def _beside(told: _Told) -> Iterator[Text]:
    """What the picture shows as well."""
    if told.tiles:
        yield text("london.news.tiles", n=told.tiles)
    sent = (each for turn in told.turns for each in _deeds(turn))
    if told.beadle and all(each.key != "london.film.beadle" for each in sent):
        yield text("london.news.beadle", cell=told.beadle)


def _before(told: _Told, most: int) -> Iterator[Text]:
    """The turns that led to the votes, in so many deeds each."""
    turns = tuple(
        text("london.news.turn", player=one.args["player"], deeds=_deeds(one)[:most])
        for one in told.before
    )
    if turns:
        yield text("london.news.before", turns=turns)


def _turn(turn: Text, most: int | None) -> Text:
    """A whole turn in so many deeds, of moves the numbers and places alone."""
    if turn.key not in _TURNS or most is None:
        return turn
    deeds = _deeds(turn)
    cut = len(deeds) > most or turn.key == "london.film.turn_on"
    key = f"london.film.{'turn_cut' if cut else 'turn'}"
    return text(key, player=turn.args["player"], deeds=deeds[:most])


def _deeds(turn: Text) -> tuple[Text, ...]:
    deeds = turn.args.get("deeds", ())
    return tuple(
        text("london.film.also", **each.args) if each.key == "london.film.moves" else each
        for each in (deeds if isinstance(deeds, tuple) else ())
        if isinstance(each, Text)
    )


def _number(player: Argument | None) -> int:
    return player.number if isinstance(player, Seat) else -1
