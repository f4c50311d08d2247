"""A vote for the rules, of a game that was played: pawns, masters, first and second."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.london.view import LondonView, TallyView, TileView
from engine.text import Seat, Text, text
from images.furniture import sheets
from images.furniture.sheets import HEAD
from images.london import detail, tile
from images.london.facts import place, reward
from images.london.page import sheet
from images.london.pawns import liveryman, master
from images.london.signs import place as pennon
from images.london.theme import THEME
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.lettering import common_size
from images.paint.theme import Style
from images.pictures import Picture
from images.words import Words

EXAMPLE_PAGE: Final = "london.rules.vote"

_TILE = 360
_GAP = 28
_PAWN = (64, 84)
_PENNON = 56
_NAME = Style("strong", (38, 36, 34, 32, 30))
_NUMBER = Style("strong", (40, 38, 36))
_PLACED = Style("text", (34, 32, 30, 28))
_PLACE_ROOM = 180


def example(view: LondonView, words: Words) -> Picture:
    """The tile as it was voted on; beside it everybody's votes, and who was first and second."""
    tally = _tally(view)
    voted = _voted(view, tally)
    canvas, box = sheet(HEAD + detail.HEIGHT + 12, words)
    title = words(text("london.example.title", place=place(view, voted)))
    sheets.said(
        canvas, sheets.headed(canvas, box, THEME), title, words(text("london.example.read"))
    )
    box = box.below(HEAD)
    printed, standing = detail.detail(view, voted, words), tile.stand(view, voted)
    drawn = detail.closeup((_TILE, detail.HEIGHT), printed, standing, True)
    canvas.place(drawn, box.x, box.y)
    lines = box.past(_TILE + _GAP).top(detail.HEIGHT).rows(view.seats)
    for seat, line in enumerate(lines):
        _votes(canvas, line, words, tally, seat)
    return canvas.picture((title, *example_said(view, words)))


def example_said(view: LondonView, words: Words) -> tuple[str, ...]:
    """The same in words."""
    tally = _tally(view)
    voted = _voted(view, tally)
    printed = view.printed.tiles[tally.tile]
    there = tuple(
        text("london.picture.say.pawns_of", player=Seat(seat), count=number)
        for seat, number in enumerate(tally.pawns)
        if number
    )
    lines = [
        text(
            "london.example.there",
            place=place(view, voted),
            threshold=printed.threshold,
            count=sum(tally.pawns) + voted.beadle,
            players=there,
        ),
        _decided(tally),
    ]
    if tally.winner is not None:
        gain = reward((*printed.first, *printed.bonus))
        lines.append(text("london.count.first", player=Seat(tally.winner), reward=gain))
    if tally.second is not None:
        number = tally.pawns[tally.second]
        lines += [
            text("london.example.second", player=Seat(tally.second), count=number),
            text(
                "london.count.second", player=Seat(tally.second), reward=_consolation(view, tally)
            ),
        ]
    return tuple(map(words, lines))


def _tally(view: LondonView) -> TallyView:
    """The vote that shows most: decided by masters, with a second place."""
    return max(view.tallies, key=lambda one: (any(one.added), one.second is not None))


def _voted(view: LondonView, tally: TallyView) -> TileView:
    """The tile as it stood at its vote."""
    now = next(found for found in view.tiles if found.cell == tally.cell)
    then = replace(now, resolved=False, master=None, pawns=tally.pawns, marker=tally.marker)
    return replace(then, active=True, beadle=False)


def _decided(tally: TallyView) -> Text:
    """Who won the vote, and by what."""
    if tally.winner is None:
        return text("london.count.undecided")
    most = max(tally.pawns)
    if not any(tally.added):
        return text("london.example.most", player=Seat(tally.winner), count=most)
    tied = tuple(Seat(seat) for seat, number in enumerate(tally.pawns) if number == most)
    added = tally.added[tally.winner]
    return text(
        "london.example.masters", tied=tied, count=most, player=Seat(tally.winner), masters=added
    )


def _consolation(view: LondonView, tally: TallyView) -> Text:
    """What the second gets: the marker's reward, then the tile's."""
    marker = () if tally.marker is None else view.printed.markers[tally.marker].reward
    return reward((*marker, *view.printed.tiles[tally.tile].second))


def _votes(canvas: Canvas, line: Box, words: Words, tally: TallyView, seat: int) -> None:
    """One player: name, pawns, what masters add, and the place."""
    canvas.fill(Box(line.x, line.bottom - 2, line.w, 2), THEME.line)
    y = line.y + (line.h - _PAWN[1]) // 2
    number, added = tally.pawns[seat], tally.added[seat]
    shown = liveryman(seat, *_PAWN, str(number))
    canvas.put(shown, line.x, y)
    canvas.write(line.past(82).left(130), words.name(seat), _NAME, lines=2, free=True)
    sums = line.past(214)
    canvas.write(sums.left(36), str(number), _NUMBER, "center")
    if added:
        crowned = master(seat, 54)
        canvas.write(sums.past(40).left(52), f"+ {added}", _NUMBER, "center")
        canvas.put(crowned, sums.x + 96, line.y + (line.h - crowned.height) // 2)
        canvas.write(sums.past(160).left(60), f"= {number + added}", _NUMBER)
    rank = 1 if seat == tally.winner else 2 if seat == tally.second else 0
    if rank:
        ends = line.past(line.w - _PLACE_ROOM)
        canvas.put(pennon(_PENNON, str(rank)), ends.x, ends.y + (ends.h - _PENNON) // 2)
        said = [words(text(f"london.example.place.{place}")) for place in (1, 2)]
        room = ends.past(_PENNON + 8)
        style = _PLACED.at(common_size(said, _PLACED.setting, room.w))
        canvas.write(room, said[rank - 1], style)
