"""From a state to what one seat may know of it. Nothing else leaves a state."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engine.corrompue import trick
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
from engine.corrompue.count import militia, tokens
from engine.corrompue.prompts import prompts
from engine.corrompue.result import result
from engine.corrompue.state import DISCARD, OVER, TRICK, State
from engine.corrompue.telling import FACTION_NAME
from engine.corrompue.view.models import (
    PHASES,
    CorrompueView,
    CountView,
    HandCard,
    PlayerView,
    PlayView,
    TrickView,
)
from engine.text import Text, text
from engine.values import NOBODY, Outcome


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
        milice_spent=state.spent,
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
