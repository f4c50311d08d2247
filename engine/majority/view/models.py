"""What a seat, or the public, may know of a game of The Majority."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from engine.majority import telling
from engine.majority.components import COMPONENTS
from engine.majority.debate import pay
from engine.majority.options import MajorityOptions
from engine.text import Text, text
from engine.values import View

Phase = Literal["draft", "exchange", "play", "open", "over"]
PHASES: Final[tuple[Phase, ...]] = ("draft", "exchange", "play", "open", "over")


class CardView(BaseModel):
    """A card; `effect` explains its power in a few words, None for a card without one."""

    model_config = ConfigDict(frozen=True)

    id: str
    colour: str
    power: int
    effect: Text | None


class PlayView(BaseModel):
    """A card of the last turn and what became of it.

    `owner`: the seat that won it, None if it was discarded. `by`: the seats whose cards did that.
    `worked`: whether its own effect took place, None for a card without one.
    """

    model_config = ConfigDict(frozen=True)

    seat: int
    card: CardView
    fate: Literal["kept", "stolen", "killed", "betrayed"]
    owner: int | None
    by: tuple[int, ...]
    worked: bool | None
    note: Text
    """What became of the card, in words."""
    effect_note: Text | None
    """What its own effect did, in words; None for a card without one."""


class LastTurn(BaseModel):
    """The turn resolved last, its cards in the order of their effects."""

    model_config = ConfigDict(frozen=True)

    plays: tuple[PlayView, ...]
    spy_before: int
    """Who held the token when the cards were revealed."""


class DebateView(BaseModel):
    """A debate held: total power and gold paid, by colour, then by seat."""

    model_config = ConfigDict(frozen=True)

    totals: Mapping[str, tuple[int, ...]]
    gold: Mapping[str, tuple[int, ...]]


class PlayerView(BaseModel):
    """One player as everybody sees them; columns by colour."""

    model_config = ConfigDict(frozen=True)

    won: Mapping[str, tuple[int, ...]]
    """Powers of the cards won, rising."""
    totals: Mapping[str, int]
    ranks: Mapping[str, int | None]
    """Place of each total as the debate would rank it now, equals sharing it; None for 0."""
    gold: int
    party: int | None
    """0 or 1 with four players; None when everyone is alone."""
    spy: bool
    hand: int
    """Cards in hand, those picked in this draft included."""
    pack: int
    laid: CardView | None
    """The card laid openly in this turn."""


class MajorityView(View):
    """See `View`; card ids are "red:7"."""

    options: MajorityOptions
    phase: Phase
    round: int
    """1 to 4."""
    turn: int
    """Pick of the draft, or card of the round, from 1."""
    turns: int
    """Picks of the draft that are choices, and cards played, in this round."""
    colours: tuple[str, ...]
    parties: tuple[tuple[int, ...], ...]
    spy: int
    open_order: tuple[int, ...]
    """The seats in the order in which they lay a card openly; empty otherwise."""
    players: tuple[PlayerView, ...]
    last_turn: LastTurn | None
    debates: tuple[DebateView, ...]
    deck: int
    discarded: tuple[str, ...]
    hand: tuple[CardView, ...]
    """The viewer's hand: in the draft, what was picked so far."""
    pack: tuple[CardView, ...]
    """The viewer's pack; empty outside the draft."""
    given: str | None
    """What the viewer gave in the exchange, until the partner has played such a card."""
    received: str | None
    """What the partner gave, until the viewer has played such a card."""

    def sources(self) -> Iterable[tuple[Text, Sequence[int]]]:
        """Gold by colour, of all debates held."""
        for colour in self.colours:
            gold = zip(*(debate.gold[colour] for debate in self.debates), strict=True)
            yield text(f"majority.colour.{colour}"), [sum(of_seat) for of_seat in gold]

    @property
    def rounds(self) -> int:
        """How many rounds a game has."""
        return COMPONENTS.rounds.count

    def payable(self) -> Mapping[str, tuple[int, ...]]:
        """Gold by colour, then by seat, if the debate were held now."""
        return {
            colour: tuple(pay([player.totals[colour] for player in self.players]))
            for colour in self.colours
        }

    def just_debated(self) -> bool:
        """Whether a debate was held last, and nobody has seen another card since."""
        return bool(self.debates) and self.phase == "draft" and self.turn == 1

    def tally(self, debate: int) -> tuple[Text, ...]:
        """A line a colour: how the gold of a debate held (from 1) came about."""
        held = self.debates[debate - 1]
        return tuple(
            telling.debate_on(number, held.totals[colour], held.gold[colour])
            for number, colour in enumerate(self.colours)
        )

    def shared(self, seat: int, colour: str) -> bool:
        """Whether another seat has the same place in a colour."""
        place = self.players[seat].ranks[colour]
        return sum(player.ranks[colour] == place for player in self.players) > 1

    def wealth(self, seat: int) -> int:
        """What counts in the end: a seat's gold, or its party's."""
        party = self.players[seat].party
        seats = (seat,) if party is None else self.parties[party]
        return sum(self.players[one].gold for one in seats)

    def richest(self) -> tuple[int, ...]:
        """Seats that are first now, ties unbroken; nobody while there is no gold."""
        each = [self.wealth(seat) for seat in range(self.seats)]
        return tuple(seat for seat, gold in enumerate(each) if gold == max(each) > 0)
