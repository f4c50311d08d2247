"""What a view says of a table: whose it is, who has won, what a tile's reward is."""

from __future__ import annotations

from collections.abc import Sequence

from engine.london.view import Icon, LondonView, TileView
from engine.text import Seat, Text, text
from images.viewed import outcome


def won(view: LondonView) -> Text:
    """Who has won, with how many points; a tie, with the mayor's cards that broke it."""
    ended = outcome(view)
    first = tuple(ended.places[0])
    points = ended.scores[first[0]]
    winners, n = tuple(map(Seat, first)), len(first)
    tied = [seat for seat, score in ended.scores.items() if score == points and seat not in first]
    if not tied:
        return text("london.picture.won", n=n, winners=winners, points=points)
    cards, others = (max(view.players[seat].mayors for seat in seats) for seats in (first, tied))
    said = {"points": points, "cards": cards, "others": others}
    return text("london.picture.won_tie", n=n, winners=winners, **said)


def place(view: LondonView, tile: TileView) -> Text:
    """A tile with its cell: "Weavers (B3)"."""
    return text("london.place.tile", tile=view.printed.tiles[tile.id].name, cell=tile.cell)


def reward(steps: Sequence[Icon]) -> Text:
    """A reward in words."""
    if not steps:
        return text("london.step.nothing")
    if len(steps) == 1:
        return steps[0].text
    return text("london.step.then", first=steps[0].text, rest=reward(steps[1:]))


def count(tile: TileView) -> int:
    """Who counts towards the threshold: liverymen and the beadle."""
    return sum(tile.pawns) + tile.beadle


def points_before(view: LondonView, seat: int) -> int:
    """Points of a finished game that were gained before the final scoring."""
    player = view.players[seat]
    return player.score - player.pairs - sum(card.points for card in player.revealed)
