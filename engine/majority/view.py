"""All that a seat, or the public, may know of a game of The Majority.

Nothing else leaves a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from engine.majority import telling
from engine.majority.components import (
    CARDS,
    COLOUR,
    COLOURS,
    COMPONENTS,
    EFFECT,
    IDS,
    KIND_OF_ID,
    POWER,
    Effect,
    partner,
    turns,
)
from engine.majority.options import MajorityOptions
from engine.majority.prompts import prompts
from engine.majority.rounds import pay, ranks
from engine.majority.state import EXCHANGE, NONE, OPEN, OVER, PARTIES, State, result
from engine.majority.turn import ASSASSINS, BRIBES, Play, explain
from engine.parts.values import NOBODY, Outcome, View
from engine.text import Seat, Text, text

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

    @property
    def told(self) -> tuple[Text, ...]:
        """A line a colour: how its gold came about."""
        columns = zip(self.totals.values(), self.gold.values(), strict=True)
        return tuple(telling.debate_on(colour, *column) for colour, column in enumerate(columns))


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

    def resolved(self) -> LastTurn | None:
        """The turn resolved last in this round; that of a round before is no news any more."""
        began = self.phase in ("draft", "exchange") or self.turn == 1
        return None if began else self.last_turn

    def tally(self, debate: int) -> tuple[Text, ...]:
        """A line a colour: how the gold of a debate held (from 1) came about."""
        return self.debates[debate - 1].told

    def fresh(self) -> bool:
        """See `View.fresh`."""
        return self.phase not in ("draft", "play") or (self.round == 1 and self.turn == 1)

    def shared(self, seat: int, colour: str) -> bool:
        """Whether another seat has the same place in a colour."""
        place = self.players[seat].ranks[colour]
        return sum(player.ranks[colour] == place for player in self.players) > 1

    @property
    def before(self) -> Seat:
        """Who gets the viewer's betrayals."""
        return Seat(((self.viewer or 0) - 1) % self.seats)

    def does(self, card: CardView) -> Text | None:
        """What the viewer's card does when it is played, if anything."""
        return None if card.effect is None else text(card.effect.key, to=self.before)

    def wealth(self, seat: int) -> int:
        """What counts in the end: a seat's gold, or its party's."""
        party = self.players[seat].party
        seats = (seat,) if party is None else self.parties[party]
        return sum(self.players[one].gold for one in seats)

    def richest(self) -> tuple[int, ...]:
        """Seats that are first now, ties unbroken; nobody while there is no gold."""
        each = [self.wealth(seat) for seat in range(self.seats)]
        return tuple(seat for seat, gold in enumerate(each) if gold == max(each) > 0)


def _effect(kind: int) -> Text | None:
    return text(f"majority.effect.{EFFECT[kind]}") if EFFECT[kind] else None


def effect_of(card: str) -> Effect | None:
    """What a card ("red:2") does when it is played, if anything."""
    return EFFECT[KIND_OF_ID[card]]


CARD_VIEWS: Final = tuple(
    CardView(id=IDS[kind], colour=card.colour, power=card.power, effect=_effect(kind))
    for kind, card in enumerate(CARDS)
)


def view(state: State, viewer: int | None) -> MajorityView:
    """See `Game.view`."""
    giver = partner(viewer) if viewer is not None and state.seats == 4 else None
    parties = PARTIES if state.seats == 4 else ()
    return MajorityView(
        viewer=viewer,
        seats=state.seats,
        headline=_headline(state),
        step=state.step,
        awaited=tuple(state.waiting),
        simultaneous=state.phase not in {OPEN, OVER},
        prompt=None if viewer is None else prompts(state).get(viewer),
        outcome=outcome(state),
        options=state.options,
        phase=PHASES[state.phase],
        round=state.round,
        turn=state.turn,
        turns=turns(state.round),
        colours=COLOURS,
        parties=parties,
        spy=state.spy,
        open_order=state.order,
        players=_players(state, parties),
        last_turn=_last_turn(state.last, state.last_spy, state.options),
        debates=tuple(_debate(totals) for totals in state.debates),
        deck=len(state.deck),
        discarded=tuple(IDS[kind] for kind in sorted(state.discarded)),
        hand=_cards([] if viewer is None else sorted(state.hands[viewer])),
        pack=_cards([] if viewer is None else state.packs[viewer]),
        given=None if viewer is None else _known(state.given[viewer]),
        received=None if giver is None else _known(state.given[giver]),
    )


def outcome(state: State) -> Outcome | None:
    """See `Game.outcome`."""
    return result(state.gold, state.spy) if state.phase == OVER else None


def _headline(state: State) -> Text:
    if state.phase == OVER:
        return text("majority.headline.over")
    if state.phase == EXCHANGE:
        return text("majority.headline.exchange", round=state.round)
    key = f"majority.headline.{PHASES[state.phase]}"
    return text(key, round=state.round, turn=state.turn, turns=turns(state.round))


def _cards(kinds: Sequence[int]) -> tuple[CardView, ...]:
    return tuple([CARD_VIEWS[kind] for kind in kinds])


def _known(kind: int) -> str | None:
    return None if kind == NONE else IDS[kind]


def _players(state: State, parties: tuple[tuple[int, ...], ...]) -> tuple[PlayerView, ...]:
    columns = [state.totals[colour :: len(COLOURS)] for colour in range(len(COLOURS))]
    placed = [ranks(column) for column in columns]
    players = []
    for seat in range(state.seats):
        won: list[list[int]] = [[] for _ in COLOURS]
        for kind in sorted(state.won[seat]):
            won[COLOUR[kind]].append(POWER[kind])
        laid = state.chosen[seat] if state.phase == OPEN else NONE
        players.append(
            PlayerView(
                won={name: tuple(powers) for name, powers in zip(COLOURS, won, strict=True)},
                totals={name: c[seat] for name, c in zip(COLOURS, columns, strict=True)},
                ranks={name: r[seat] for name, r in zip(COLOURS, placed, strict=True)},
                gold=state.gold[seat],
                party=next((i for i, party in enumerate(parties) if seat in party), None),
                spy=seat == state.spy,
                hand=len(state.hands[seat]),
                pack=len(state.packs[seat]),
                laid=None if laid == NONE else CARD_VIEWS[laid],
            )
        )
    return tuple(players)


def _last_turn(kinds: Sequence[int], spy: int, options: MajorityOptions) -> LastTurn | None:
    if not kinds:
        return None
    plays = explain(kinds, spy, options)
    return LastTurn(plays=tuple(_play(play, plays) for play in plays), spy_before=spy)


def _play(play: Play, plays: Sequence[Play]) -> PlayView:
    return PlayView(
        seat=play.seat,
        card=CARD_VIEWS[play.kind],
        fate=play.fate,
        owner=None if play.owner == NOBODY else play.owner,
        by=play.by,
        worked=play.worked,
        note=_note(play),
        effect_note=_effect_note(play, plays),
    )


def _effect_note(play: Play, plays: Sequence[Play]) -> Text | None:
    if play.worked is None:
        return None
    how = "worked" if play.worked else "idle"
    struck = any(play.seat in other.by for other in plays)
    if play.worked and not struck and play.kind in BRIBES | ASSASSINS:
        how = "vain"
    return text(f"majority.{how}.{EFFECT[play.kind]}")


def _note(play: Play) -> Text:
    if play.fate == "stolen":
        return text("majority.fate.stolen", by=Seat(play.by[0]))
    if play.fate == "killed":
        return text("majority.fate.killed", by=tuple(Seat(seat) for seat in play.by))
    if play.fate == "betrayed":
        return text("majority.fate.betrayed", to=Seat(play.owner))
    return text("majority.fate.kept")


def _debate(totals: Sequence[int]) -> DebateView:
    columns = {name: totals[colour :: len(COLOURS)] for colour, name in enumerate(COLOURS)}
    return DebateView(
        totals={name: tuple(column) for name, column in columns.items()},
        gold={name: tuple(pay(column)) for name, column in columns.items()},
    )
