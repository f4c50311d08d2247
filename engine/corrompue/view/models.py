"""What a seat, or the public, may know of a game of La Cité corrompue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from engine.corrompue.count import award
from engine.corrompue.options import CorrompueOptions
from engine.text import Text, text
from engine.values import View

Phase = Literal["discard", "trick", "interrupt", "over"]
PHASES: Final[tuple[Phase, ...]] = ("discard", "trick", "interrupt", "over")


class HandCard(BaseModel):
    """A card of the viewer's hand; `blocked` says why it can't be played now, if it can't."""

    model_config = ConfigDict(frozen=True)

    id: str
    faction: str
    value: int
    blocked: Text | None


class PlayView(BaseModel):
    """A card of a trick; `counts`: its value, 0 for a faction card off the asked one."""

    model_config = ConfigDict(frozen=True)

    seat: int
    id: str
    faction: str
    value: int
    counts: int


class TrickView(BaseModel):
    """A finished trick: cards as played; who won it by value, who took it."""

    model_config = ConfigDict(frozen=True)

    plays: tuple[PlayView, ...]
    asked: str | None
    winner: int
    taker: int
    """Not the winner, if the Milice token named somebody else."""


class CountView(BaseModel):
    """A count held: cards won by faction, then by seat, and the tokens these gave."""

    model_config = ConfigDict(frozen=True)

    won: Mapping[str, tuple[int, ...]]
    noblesse: tuple[int, ...]
    paysan: tuple[int, ...]
    milice: int | None


class PlayerView(BaseModel):
    """One player as everybody sees them."""

    model_config = ConfigDict(frozen=True)

    noblesse: int
    """Tokens."""
    paysan: int
    milice: bool
    """Holds the Milice token; see `milice_spent`."""
    hand: int
    """Cards in hand."""
    handed: int
    """Culte cards handed in this event."""
    discarded: int
    """Cards discarded face down in this event."""
    culte_played: int
    """Culte cards played in this event."""
    void: tuple[str, ...]
    """Factions that this player has shown to be out of in this event."""
    won: Mapping[str, int]
    """Cards won in this event, by faction, Culte included."""
    cards: tuple[str, ...]
    """The cards won in this event."""


class CorrompueView(View):
    """See `View`; card ids are "noblesse:10"."""

    options: CorrompueOptions
    phase: Phase
    event: int
    """Number of the event (évènement), from 1."""
    trick: int
    """Number of the trick (péripétie), from 1; 0 before the first."""
    tricks: int
    """Tricks in an event."""
    factions: tuple[str, ...]
    tokens_to_end: int
    dealer: int
    opener: int
    """Who leads the first trick of this event."""
    leader: int
    asked: str | None
    """The faction that has to be followed."""
    plays: tuple[PlayView, ...]
    """The trick as it lies."""
    winning: int | None
    """Whose card takes the trick as it lies."""
    last_trick: TrickView | None
    players: tuple[PlayerView, ...]
    milice: int | None
    """Who holds the Milice token."""
    milice_spent: bool
    """The token is set aside for the rest of the event."""
    culte_pile: int
    aside: int
    counts: tuple[CountView, ...]
    hand: tuple[HandCard, ...]
    """The viewer's hand."""
    discarded: tuple[str, ...]
    """What the viewer has discarded in this event."""
    quiet: bool
    """The viewer holds the Milice token and doesn't want to be asked again in this event."""

    def sources(self) -> Iterable[tuple[Text, Sequence[int]]]:
        """Tokens that win and those that lose."""
        yield text("corrompue.faction.paysan"), [player.paysan for player in self.players]
        yield text("corrompue.faction.noblesse"), [-player.noblesse for player in self.players]

    def due(self) -> Mapping[str, tuple[int, ...]]:
        """Tokens by faction, then by seat, if the event were counted now."""
        given = award([player.won for player in self.players])
        milice = tuple(int(seat == given.milice) for seat in range(self.seats))
        return {"noblesse": tuple(given.noblesse), "paysan": tuple(given.paysan), "milice": milice}

    def just_counted(self) -> bool:
        """Whether an event was counted last, and no trick was taken since."""
        return bool(self.counts) and self.trick <= 1 and self.outcome is None

    def losers(self) -> tuple[int, ...]:
        """Seats with enough Noblesse tokens to lose."""
        tokens = enumerate(player.noblesse for player in self.players)
        return tuple(seat for seat, held in tokens if held >= self.tokens_to_end)
