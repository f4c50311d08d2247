"""All that a seat, or the public, may know of a game of La Cité corrompue.

Nothing else leaves a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict

from engine.corrompue import telling, trick
from engine.corrompue.components import (
    COMPONENTS,
    CULTE,
    FACTION,
    FACTION_CARDS,
    FACTIONS,
    IDS,
    NO_FACTION,
    VALUE,
    cards_in,
    deal_of,
)
from engine.corrompue.count import award, militia, result, tokens
from engine.corrompue.options import CorrompueOptions
from engine.corrompue.prompts import prompts
from engine.corrompue.state import DISCARD, OVER, TRICK, State
from engine.corrompue.telling import FACTION_NAME
from engine.parts.values import NOBODY, Outcome, View
from engine.text import Text, text

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

    @property
    def told(self) -> tuple[Text, ...]:
        """Who gets which token, and why somebody with all the cards doesn't."""
        return telling.tokens_given(self.won, (self.noblesse, self.paysan))

    @property
    def cards_told(self) -> tuple[Text, ...]:
        """How many cards of each faction everybody won."""
        return telling.cards_won(self.won)


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

    def fresh(self) -> bool:
        """See `View.fresh`; one who follows in the first trick may lead the second."""
        if self.phase == "trick":
            return self.event == 1 and self.trick <= 2
        return self.phase != "discard" or self.event == 2

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
        return bool(self.counts) and (self.trick <= 1 or self.outcome is not None)

    def losers(self) -> tuple[int, ...]:
        """Seats with enough Noblesse tokens to lose."""
        tokens = enumerate(player.noblesse for player in self.players)
        return tuple(seat for seat, held in tokens if held >= self.tokens_to_end)


def view(state: State, viewer: int | None) -> CorrompueView:
    """What this seat may know, or the public for None."""
    taker = trick.winning(state)
    return CorrompueView(
        viewer=viewer,
        seats=state.seats,
        headline=_headline(state),
        step=state.step,
        awaited=tuple(state.waiting),
        simultaneous=state.phase == DISCARD,
        prompt=None if viewer is None else prompts(state).get(viewer),
        outcome=outcome(state),
        options=state.options,
        phase=PHASES[state.phase],
        event=state.event,
        trick=state.trick,
        tricks=deal_of(state.seats, state.options).hand,
        factions=FACTIONS,
        tokens_to_end=COMPONENTS.end.tokens,
        dealer=state.dealer,
        opener=state.opener,
        leader=state.leader,
        asked=_faction(state.faction),
        plays=_plays(state.leader, state.plays, state.seats),
        winning=None if taker == NOBODY else taker,
        last_trick=_last_trick(state),
        players=tuple([_player(state, seat) for seat in range(state.seats)]),
        milice=None if state.milice == NOBODY else state.milice,
        milice_spent=state.spent and state.phase != OVER,
        culte_pile=state.culte_pile.bit_count(),
        aside=state.aside.bit_count(),
        counts=tuple([_count(won) for won in state.counts]),
        hand=() if viewer is None else _hand(state, viewer),
        discarded=() if viewer is None else _ids(state.discards[viewer]),
        quiet=state.quiet and state.milice == viewer,
    )


def outcome(state: State) -> Outcome | None:
    """See `Game.outcome`."""
    ended = result(state.noblesse, state.paysan) if state.phase == OVER else None
    if ended is None:
        return None
    return replace(ended, scored={seat: _tokens(state, seat) for seat in range(state.seats)})


def _tokens(state: State, seat: int) -> Text:
    """All tokens of a seat at the end."""
    held = tuple(
        text(f"corrompue.tokens.{faction}", n=tokens[seat])
        for faction, tokens in (("paysan", state.paysan), ("noblesse", state.noblesse))
    )
    if state.milice == seat:
        held = (*held, text("corrompue.tokens.milice"))
    return text("corrompue.tokens", each=held)


def _headline(state: State) -> Text:
    if state.phase == OVER:
        return text("corrompue.headline.over")
    if state.phase == DISCARD:
        return text("corrompue.headline.discard", event=state.event)
    key = f"corrompue.headline.{PHASES[state.phase]}"
    tricks = deal_of(state.seats, state.options).hand
    return text(key, event=state.event, trick=state.trick, tricks=tricks)


def _faction(faction: int) -> str | None:
    return None if faction == NO_FACTION else FACTIONS[faction]


def _ids(cards: int) -> tuple[str, ...]:
    return tuple([IDS[card] for card in cards_in(cards)])


def _plays(leader: int, cards: Sequence[int], seats: int) -> tuple[PlayView, ...]:
    faction = trick.asked(cards)
    return tuple(
        PlayView(
            seat=(leader + place) % seats,
            id=IDS[card],
            faction=FACTIONS[FACTION[card]],
            value=VALUE[card],
            counts=trick.counts(card, faction),
        )
        for place, card in enumerate(cards)
    )


def _last_trick(state: State) -> TrickView | None:
    leader, taker, cards = state.last
    if not cards:
        return None
    return TrickView(
        plays=_plays(leader, cards, state.seats),
        asked=_faction(trick.asked(cards)),
        winner=(leader + trick.best(cards)) % state.seats,
        taker=taker,
    )


def _player(state: State, seat: int) -> PlayerView:
    won = state.won[seat]
    return PlayerView(
        noblesse=state.noblesse[seat],
        paysan=state.paysan[seat],
        milice=seat == state.milice,
        hand=state.hands[seat].bit_count(),
        handed=state.handed[seat],
        discarded=state.discards[seat].bit_count(),
        culte_played=state.culte_played[seat],
        void=tuple(name for bit, name in enumerate(FACTIONS) if state.voids[seat] >> bit & 1),
        won={
            name: (won & cards).bit_count()
            for name, cards in zip(FACTIONS, FACTION_CARDS, strict=True)
        },
        cards=_ids(won),
    )


def _count(flat: Sequence[int]) -> CountView:
    noblesse, paysan, milice = (tuple(flat[faction::CULTE]) for faction in range(CULTE))
    return CountView(
        won=dict(zip(FACTIONS, (noblesse, paysan, milice), strict=False)),
        noblesse=tuple(tokens(noblesse)),
        paysan=tuple(tokens(paysan)),
        milice=militia(milice),
    )


def _hand(state: State, viewer: int) -> tuple[HandCard, ...]:
    hand = state.hands[viewer]
    playable = (
        trick.legal(hand, state.faction)
        if state.phase == TRICK and viewer in state.waiting
        else hand
    )
    return tuple(
        HandCard(
            id=IDS[card],
            faction=FACTIONS[FACTION[card]],
            value=VALUE[card],
            blocked=None if playable >> card & 1 else _blocked(card, state.faction),
        )
        for card in cards_in(hand)
    )


def _blocked(card: int, faction: int) -> Text:
    key = "corrompue.blocked.culte" if FACTION[card] == CULTE else "corrompue.blocked.faction"
    return text(key, faction=FACTION_NAME[faction])
