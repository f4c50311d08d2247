"""What a seat, or the public, may know of a game of Guilds of London."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from pydantic import Field

from engine.london.numbers.asks import Way
from engine.london.numbers.map import DIRECTIONS, NORTH, TILES, WEST, Cell, Direction, places
from engine.london.table import cards
from engine.london.table.way import SOURCES, Source, gained
from engine.london.telling import votes
from engine.london.view.components import Part, Printed
from engine.parts.values import View
from engine.text import Text, frozen, text

Phase = Literal["setup", "turns", "activation", "growth", "over"]


@frozen
class TileView:
    """A tile in play; `cell` is its name on the edge of the map ("B3")."""

    id: str
    x: int
    y: int
    cell: str
    resolved: bool
    pawns: tuple[int, ...]
    """By seat; on a resolved tile, 1 for the master's owner."""
    master: int | None
    """The seat that controls a resolved tile."""
    beadle: bool
    active: bool
    """Being resolved at this moment."""
    marker: str | None
    """Its second-place marker; None once resolved."""


class ScoredMayor(Part):
    """A mayor's card revealed in the final scoring."""

    card: str
    points: int


class PlayedView(Part):
    """A card played in this turn."""

    code: int
    way: Way


class PlayerView(Part):
    """One player as everybody sees them."""

    score: int
    supply: int
    guildhall: int
    plantation: int
    masters: int
    neutrals: int
    markers: tuple[str, ...]
    hand: int
    mayors: int
    revealed: tuple[ScoredMayor, ...]
    """At the end of the game."""
    pairs: int
    """Points for pairs of adjacent masters, at the end of the game."""


class TallyView(Part):
    """A vote of the latest activation; `pawns` and `added` by seat.

    `added`: what counted besides where seats tied: masters beside the tile, and Gog & Magog.
    `declined`: bits of the parts of the first's and the second's reward that they left.
    """

    round: int
    cell: str
    tile: str
    marker: str | None
    pawns: tuple[int, ...]
    added: tuple[int, ...]
    winner: int | None
    second: int | None
    declined: tuple[int, int]


class Progress(Part):
    """Where the rules stand, in the numbers of the core (see `state.State`): what `sample` needs
    besides the rest of the view. The choice under way is the viewer's own or empty."""

    stage: int
    actor: int
    turn: int
    moved: int
    recruited: int
    shipped: int
    drawn_at_end: int
    each: tuple[tuple[int, ...], ...]
    frames: tuple[tuple[int, ...], ...]
    queue: tuple[int, ...]
    vote: tuple[int, ...]
    memo: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int, int, int] | None
    picks: tuple[int, ...]
    depths: tuple[int, ...]
    substep: int
    always: bool
    ends: bool
    never: bool
    only: bool
    home: bool
    spare: bool
    deeds: tuple[tuple[str, tuple[int, ...]], ...]


class LondonView(View):
    """See `View`."""

    round: int
    rounds: int
    grey_rounds: tuple[int, ...]
    """Rounds with growth at their end."""
    activation_rounds: tuple[int, ...]
    phase: Phase
    order: tuple[int, ...]
    """Order of the turns in this round."""
    live: tuple[int, ...]
    """Live order: by score, among equals the latest arrival first."""
    on_turn: int | None
    columns: tuple[str, ...]
    """Names of the grid's columns from west to east; the first is x = -2."""
    rows: tuple[str, ...]
    """Names of the grid's rows from north to south; the first is y = 2."""
    guildhall: tuple[tuple[int, int], ...]
    """Cells (x, y) of the Guildhall."""
    tiles: tuple[TileView, ...]
    """In reading order."""
    side: str
    """Which side of the plantation tile is used."""
    players: tuple[PlayerView, ...]
    pool: int
    """Neutral pawns that nobody holds."""
    aside: int
    """Neutral pawns used in the negotiation under way."""
    deck: int
    discard: tuple[int, ...]
    """The latest last."""
    played: tuple[PlayedView, ...]
    """In this turn, with `spent`: paid or discarded by effects."""
    spent: tuple[int, ...]
    to_draw: int
    """Cards that the player on turn would draw by ending the turn now."""
    stack: int
    """Tiles still to come."""
    boxed: tuple[str, ...]
    """Markers gone to the box, by id."""
    face_down_markers: int
    mayor_deck: int
    known_mayors: tuple[str | None, ...]
    """The mayor's deck from the top, as far as the viewer knows it; empty if not at all."""
    looking: int
    """Mayor's cards that the acting player is looking at."""
    choosable: tuple[str, ...]
    """Cells of the tiles that the viewer can choose at this moment, in reading order."""
    tallies: tuple[TallyView, ...]
    """The votes of the latest activation, this one's included."""
    points: tuple[int, ...]
    """Points gained so far; see `gained`."""
    story: tuple[Text, ...]
    """What happened in this chapter: the turn, the activation, the growth or the end."""
    hand: tuple[int, ...]
    """The viewer's own action cards by code."""
    hand_limit: int
    """The viewer's own at the end of a turn."""
    mayors: tuple[str, ...]
    """The viewer's own; while setting up, the three to choose from."""
    looked: tuple[str, ...]
    """Mayor's cards that the viewer is looking at."""
    progress: Progress
    printed: Printed = Field(exclude=True)
    """The same in every view: what is made of a view's JSON doesn't hold it."""

    def by_cell(self) -> dict[Cell, TileView]:
        """Tiles in play by their cells."""
        return {(tile.x, tile.y): tile for tile in self.tiles}

    def told(self, tally: TallyView) -> Text:
        """How a vote came about, in words."""
        face = self.printed.tiles[tally.tile]
        marker = () if tally.marker is None else self.printed.markers[tally.marker].reward
        first, second = (
            votes.taken([step.text for step in steps], declined)
            for steps, declined in zip(
                ((*face.first, *face.bonus), (*marker, *face.second)), tally.declined, strict=True
            )
        )
        return votes.vote(
            text("london.place.tile", tile=face.name, cell=tally.cell),
            (tally.pawns, tally.added),
            None if tally.winner is None else (tally.winner, first),
            None if tally.second is None else (tally.second, second),
        )

    def numbered(self) -> dict[int, int]:
        """The numbers by which buttons call the viewer's cards, by their codes."""
        if self.on_turn != self.viewer:
            return cards.numbered(self.hand, (), ())
        return cards.numbered(self.hand, [one.code for one in self.played], self.spent)

    def to_draw_played(self) -> int:
        """Cards that ending the turn would draw once one more card is played."""
        if self.played or not self.to_draw:
            return self.to_draw
        return self.to_draw - cards.DRAWN_AFTER_REST + cards.DRAWN_AFTER_PLAY

    def fresh(self) -> bool:
        """See `View.fresh`; votes begin later than turns."""
        return self.round <= (1 if self.phase == "turns" else 5)

    def sources(self) -> Iterable[tuple[Text, Sequence[int]]]:
        """Points by what brought them, the final scoring's apart."""
        for at, source in enumerate(SOURCES):
            each = [
                sum(self.points[seat * len(SOURCES) + at :: self.seats * len(SOURCES)])
                for seat in range(self.seats)
            ]
            yield text(f"london.picture.source.{source}"), each
        mayors = [sum(card.points for card in player.revealed) for player in self.players]
        yield text("london.picture.column.mayors"), mayors
        yield text("london.picture.column.pairs"), [player.pairs for player in self.players]

    def gained(self, number: int, seat: int) -> Mapping[Source, int]:
        """What a seat gained in round `number`, by source; final scoring apart."""
        return dict(zip(SOURCES, gained(self.points, self.seats, number, seat), strict=True))

    def unknown(self, seat: int) -> int:
        """Points of which it wasn't kept yet how they came about."""
        at, size = seat * len(SOURCES), self.seats * len(SOURCES)
        known = sum(
            sum(self.points[start + at : start + at + len(SOURCES)])
            for start in range(0, len(self.points), size)
        )
        player = self.players[seat]
        final = player.pairs + sum(card.points for card in player.revealed)
        return player.score - final - known

    def growth(self) -> tuple[Direction, tuple[Cell, ...]] | None:
        """Where the compass points and the cells of the next new tiles; None if there are none."""
        number = TILES[self.seats]
        coming = [index for index, grey in enumerate(self.grey_rounds[:-1]) if grey >= self.round]
        if not number or not coming or self.stack < number:
            return None
        direction = DIRECTIONS[coming[0]]
        occupied = {*self.by_cell(), *self.guildhall}
        return direction, tuple(places(occupied, direction, number))

    def column(self, x: int) -> str:
        """What a column is called ("B")."""
        return self.columns[x - WEST]

    def row(self, y: int) -> str:
        """What a row is called ("3")."""
        return self.rows[NORTH - y]
