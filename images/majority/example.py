"""A debate for the rules, of a game that was played: totals, places, gold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.majority.view import DebateView, MajorityView
from engine.text import Seat, Text, text
from images.furniture import people, sheets
from images.furniture.sheets import HEAD
from images.majority import parts
from images.majority.council import shield
from images.majority.theme import THEME
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.theme import Style
from images.pictures import Picture
from images.words import Words

EXAMPLE_PAGE: Final = "majority.rules.totals"

_LABEL = 260
_ROW = 138
_NAME = Style("heading", (40, 38, 36, 34))


def example(view: MajorityView, words: Words) -> Picture:
    """Everyone's total in each colour, its place, and the gold it earned."""
    debate = view.debates[-1]
    held = view.model_copy(update={"round": len(view.debates), "debates": view.debates[:-1]})
    banners = people.banner_height(words, people.columns(_LABEL, view.seats))
    table = len(view.colours) * _ROW
    canvas, box = parts.sheet(HEAD + banners + table + 12, words)
    title = words(text("majority.example.title", round=len(view.debates)))
    said = words(text("majority.example.read"))
    sheets.said(canvas, parts.head(canvas, box, held), title, said)
    box = box.below(HEAD)
    lanes = box.past(_LABEL)
    people.lanes(canvas, lanes.top(banners + table).below(20), THEME, view.seats)
    for seat, lane in enumerate(lanes.columns(view.seats, people.GAP)):
        cloth = parts.cloth(view, seat)
        people.player(canvas, lane.top(banners - 10), THEME, words, seat, "", cloth)
    lines = box.below(banners).top(table).rows(len(view.colours))
    for colour, line in zip(view.colours, lines, strict=True):
        _colour(canvas, line, words, debate, colour, view.seats)
    return canvas.picture((title, *example_said(view, words)))


def example_said(view: MajorityView, words: Words) -> tuple[str, ...]:
    """The same in words, a line a colour."""
    return tuple(words(_said(view.debates[-1], colour)) for colour in view.colours)


def _said(debate: DebateView, colour: str) -> Text:
    totals, name = debate.totals[colour], text(f"majority.colour.{colour}")
    best, second = _places(totals)
    if not best:
        return text("majority.event.unpaid", colour=name)
    power = totals[best[0]]
    first = text(
        "majority.example.first",
        n=len(best),
        players=tuple(map(Seat, best)),
        power=power,
        gold=text("game.majority.score", n=debate.gold[colour][best[0]]),
    )
    if not second:
        return text(
            "majority.example.colour",
            colour=name,
            first=first,
            second=text("majority.example.none"),
        )
    key = "second" if len(best) == 1 else "second_of_several"
    gold = debate.gold[colour][second[0]]
    behind = text(
        f"majority.example.{key}",
        n=len(second),
        players=tuple(map(Seat, second)),
        own=totals[second[0]],
        power=power,
        among=len(best),
        gold=text("game.majority.score", n=gold),
    )
    return text("majority.example.colour", colour=name, first=first, second=behind)


def _places(totals: tuple[int, ...]) -> tuple[list[int], list[int]]:
    """The seats with the highest and the second-highest total; 0 has no place."""
    powers = sorted({total for total in totals if total}, reverse=True)
    best, second = (*powers, 0, 0)[:2]
    return (
        [seat for seat, total in enumerate(totals) if total and total == best],
        [seat for seat, total in enumerate(totals) if total and total == second],
    )


def _colour(
    canvas: Canvas, line: Box, words: Words, debate: DebateView, colour: str, seats: int
) -> None:
    label = line.left(_LABEL - 12)
    canvas.put(shield(colour, 58), label.x, label.y + (label.h - 58) // 2)
    canvas.write(label.past(72), words(text(f"majority.colour.{colour}")), _NAME)
    lanes = people.ruled(canvas, line.past(_LABEL), THEME, seats)
    for (seat, said, shared), lane in zip(_ranked(debate, colour, words), lanes, strict=True):
        room = lane.inset(10, 10)
        size = (room.w, room.h)
        paid = debate.gold[colour][seat]
        drawn = parts.total(size, THEME.lane, debate.totals[colour][seat], said, paid, shared)
        canvas.place(drawn, room.x, room.y)


def _ranked(
    debate: DebateView, colour: str, words: Words
) -> Iterator[tuple[int, str, bool | None]]:
    """By seat: its place in words, and of the first whether it is shared."""
    totals = debate.totals[colour]
    best, _ = _places(totals)
    for seat, total in enumerate(totals):
        place = 1 + len({other for other in totals if other > total})
        rank = words(text(f"majority.picture.rank.{place}")) if total else ""
        yield seat, rank, len(best) > 1 if seat in best else None
