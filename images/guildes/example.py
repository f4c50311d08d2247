"""A count for the rules: some guilds of a game that was played, and how their votes came about."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Final

from PIL import Image

from engine.guildes.view import GuildesView, GuildRow
from engine.text import Seat, Text, text
from images.furniture import people, sheets
from images.furniture.ornaments import plate
from images.furniture.sheets import HEAD
from images.guildes import parts
from images.guildes.parts import card
from images.guildes.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.theme import Style
from images.pictures import Picture
from images.words import Words

EXAMPLE_PAGE: Final = "guildes.rules.count"

_LABEL = 376
_ROW = 84
_MOST = 4
_CARD = (40, 52)
_PLATE = (64, 52)
_CARDS = Style("strong", (40, 38, 36))
_VOTES = Style("strong", (38, 36, 34))
_LOST = Style("text", (38, 36), theme.INK_SOFT)

Group = tuple[int, tuple[int, ...], tuple[int, ...]]
"""Players with as many cards: that number, their seats, the votes of the ranks they take up."""


def example(view: GuildesView, words: Words) -> Picture:
    """The votes of a few guilds, each shared another way, then those of the Milice."""
    ballot = len(view.counts)
    rows = _rows(view)
    shown = view.model_copy(update={"guilds": rows, "ballot": ballot})
    banners = people.banner_height(words, people.columns(_LABEL, view.seats))
    table = len(rows) * _ROW
    canvas, box = parts.sheet(HEAD + banners + table + 12, words)
    title = words(text("guildes.picture.say.count", ballot=ballot))
    room = sheets.head(canvas, box, THEME, parts.BALLOTS, ballot - 1, ballot)
    sheets.said(canvas, room, title.rstrip("."), words(text("guildes.example.read")))
    box = box.below(HEAD)
    lanes = box.past(_LABEL)
    people.lanes(canvas, lanes.top(banners + table).below(20), THEME, view.seats)
    for seat, lane in enumerate(lanes.columns(view.seats, people.GAP)):
        people.player(canvas, lane.top(banners - 10), THEME, words, seat, "")
    box, lanes = box.below(banners), lanes.below(banners)
    label = box.left(_LABEL - 12).top(table)
    parts.guild_column(canvas, label, shown, words, values=True)
    for row, line in zip(rows, lanes.top(table).rows(len(rows)), strict=True):
        _guild(canvas, line, view, row)
    return canvas.picture((title, *example_said(view, words)))


def example_said(view: GuildesView, words: Words) -> tuple[str, ...]:
    """The same in words, a line a guild."""
    return tuple(words(_said(view, row)) for row in _rows(view))


def _rows(view: GuildesView) -> tuple[GuildRow, ...]:
    """Guilds whose votes were shared in different ways, most players first; and the Milice."""
    ranked = [row for row in view.guilds if not row.per_card and _groups(view, row)]
    ranked.sort(key=lambda row: -sum(len(seats) for _, seats, _ in _groups(view, row)))
    by_way: dict[tuple[bool, ...], GuildRow] = {}
    for row in ranked:
        by_way.setdefault(tuple(len(seats) > 1 for _, seats, _ in _groups(view, row)[:2]), row)
    # Where there is a second place, there is more to see.
    ways = sorted(by_way, key=lambda way: (-len(way), way))
    chosen = [by_way[way] for way in ways[:_MOST]]
    return tuple(row for row in view.guilds if row in chosen or row.per_card)


def _groups(view: GuildesView, row: GuildRow) -> list[Group]:
    """Who has how many cards of a guild, most first, and which ranks each group takes up."""
    cards = _cards(view, row)
    order = sorted((seat for seat, number in enumerate(cards) if number), key=lambda s: -cards[s])
    scored = row.votes[: len(view.counts)]
    groups: list[Group] = []
    rank = 0
    for number, tied in groupby(order, key=cards.__getitem__):
        seats = tuple(tied)
        groups.append((number, seats, scored[rank : rank + len(seats)]))
        rank += len(seats)
    return groups


def _cards(view: GuildesView, row: GuildRow) -> list[int]:
    return [cards[row.guild] for cards in view.counted[-1]]


def _said(view: GuildesView, row: GuildRow) -> Text:
    name = text(f"guildes.guild.{row.guild}")
    if row.per_card:
        shares = [
            text(
                "guildes.example.per_card",
                player=Seat(seat),
                cards=text("guildes.count.cards", n=number),
                each=row.votes[0],
                votes=_votes(number * row.votes[0]),
            )
            for seat, number in enumerate(_cards(view, row))
            if number
        ]
    else:
        shares = [_share(view, row, group) for group in _groups(view, row)]
    return text("guildes.example.guild", guild=name, shares=_in_a_row(shares))


def _share(view: GuildesView, row: GuildRow, group: Group) -> Text:
    number, seats, ranks = group
    key = "alone" if len(seats) == 1 else "tied"
    return text(
        f"guildes.example.{key if ranks else key + '_none'}",
        players=tuple(map(Seat, seats)),
        cards=text("guildes.count.cards", n=number),
        ranks=_sum(ranks),
        among=len(seats),
        votes=_votes(view.counts[-1][seats[0]].get(row.guild, 0)),
    )


def _votes(number: int) -> Text:
    return text("guildes.count.votes", n=number)


def _sum(ranks: tuple[int, ...]) -> str:
    said = " + ".join(map(str, ranks))
    return f"({said})" if len(ranks) > 1 else said


def _in_a_row(shares: Sequence[Text]) -> Text:
    said = shares[-1]
    for share in reversed(shares[:-1]):
        said = text("guildes.count.then", first=share, rest=said)
    return said


def _guild(canvas: Canvas, line: Box, view: GuildesView, row: GuildRow) -> None:
    """For each player: cards, and votes."""
    votes = [by_guild.get(row.guild, 0) for by_guild in view.counts[-1]]
    for seat, lane in enumerate(people.ruled(canvas, line, THEME, view.seats)):
        number = _cards(view, row)[seat]
        if not number:
            people.nothing(canvas, lane, THEME)
            continue
        middle = lane.y + (lane.h - _CARD[1]) // 2
        canvas.write(Box(lane.x + 2, middle, 34, _CARD[1]), str(number), _CARDS, "right")
        canvas.put(card(row.guild, *_CARD), lane.x + 42, middle)
        leads = votes[seat] > 0
        ground = Box(lane.x + lane.w - _PLATE[0] - 2, middle, *_PLATE)
        if leads:
            canvas.put(_won(), ground.x, ground.y)
        canvas.write(ground, str(votes[seat]), _VOTES if leads else _LOST, "center")


@cached
def _won() -> Image.Image:
    """Where votes stand that were won."""
    return plate(*_PLATE)
