"""From a state to what one seat may know of it. Nothing else leaves a state."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.majority.components import (
    CARDS,
    COLOUR,
    COLOURS,
    EFFECT,
    IDS,
    KIND_OF_ID,
    POWER,
    Effect,
    partner,
    turns,
)
from engine.majority.debate import pay, ranks
from engine.majority.options import MajorityOptions
from engine.majority.prompts import prompts
from engine.majority.result import PARTIES, result
from engine.majority.state import EXCHANGE, NONE, OPEN, OVER, State
from engine.majority.turn import ASSASSINS, BRIBES, Play, explain
from engine.majority.view.models import (
    PHASES,
    CardView,
    DebateView,
    LastTurn,
    MajorityView,
    PlayerView,
    PlayView,
)
from engine.text import Seat, Text, text
from engine.values import NOBODY, Outcome


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
