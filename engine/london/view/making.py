"""From a state to what one seat may know of it. Nothing else leaves a state."""

from __future__ import annotations

from typing import Final

from engine.london.chapters import final
from engine.london.chapters.flow import asked
from engine.london.chapters.turn import drawn_at_end, hand_limit
from engine.london.numbers.asks import WAYS, Ask, Phase
from engine.london.numbers.map import CELLS, HALL, LABELS, PLANTATION, SUPPLY, extent
from engine.london.prompts import prompts
from engine.london.prompts.options import choosable
from engine.london.table.counts import masters
from engine.london.table.pawns import controller
from engine.london.table.rounds import GREY, ROUNDS
from engine.london.table.state import EMPTY, GUILDHALL, State, Tally
from engine.london.telling import phrase
from engine.london.telling.names import place
from engine.london.view.components import Printed
from engine.london.view.models import (
    LondonView,
    PlayedView,
    PlayerView,
    Progress,
    ScoredMayor,
    TallyView,
    TileView,
)
from engine.london.view.models import Phase as PhaseName
from engine.parts.values import Outcome
from engine.text import Seat, Text, text

PHASES: Final[tuple[PhaseName, ...]] = ("setup", "turns", "activation", "growth", "over")


def view(state: State, printed: Printed, viewer: int | None) -> LondonView:
    """What this seat may know, or the public for None."""
    seats = range(state.seats)
    box = state.box.components
    codes = [card.code for card in box.cards]
    last = ROUNDS[state.seats]
    rounds = range(1, last + 1)
    columns, rows = extent(state.seats)
    acting = viewer is not None and viewer == state.actor
    hand = [] if viewer is None else state.hands[viewer]
    mayors = [] if viewer is None else state.mayors[viewer]
    return LondonView(
        viewer=viewer,
        seats=state.seats,
        headline=headline(state),
        step=state.step + (state.substep if acting else 0),
        awaited=tuple(asked(state)),
        simultaneous=state.ask == Ask.KEEP,
        prompt=None if viewer is None else prompts(state).get(viewer),
        outcome=outcome(state),
        round=state.round,
        rounds=last,
        grey_rounds=tuple(number for number in rounds if number % GREY[state.seats] == 0),
        activation_rounds=tuple(rounds) if state.seats > 2 else tuple(rounds[1::2]),
        phase=PHASES[state.phase],
        order=tuple(state.order),
        live=tuple(state.live),
        on_turn=state.order[state.turn] if state.phase == Phase.TURNS else None,
        columns=tuple(chr(ord("A") + column) for column in range(columns)),
        rows=tuple(str(row + 1) for row in range(rows)),
        guildhall=tuple(
            cell for cell, tile in zip(CELLS, state.tiles, strict=True) if tile == GUILDHALL
        ),
        tiles=tuple(_tile(state, cell) for cell in sorted([*state.open, *state.resolved])),
        side=box.sides[state.side].id,
        players=tuple(_player(state, seat) for seat in seats),
        pool=state.pool,
        aside=state.aside,
        deck=len(state.deck),
        discard=tuple(codes[kind] for kind in state.discard),
        played=tuple(PlayedView(code=codes[kind], way=WAYS[way]) for kind, way in state.played),
        spent=tuple(codes[kind] for kind in state.spent),
        to_draw=drawn_at_end(state) if state.phase == Phase.TURNS else 0,
        stack=len(state.stack),
        boxed=tuple(box.markers[marker].id for marker in state.boxed),
        face_down_markers=len(state.unplaced),
        mayor_deck=len(state.mayor_deck),
        known_mayors=() if viewer is None else _known_mayors(state, viewer),
        looking=len(state.looked),
        choosable=tuple(LABELS[cell] for cell in choosable(state)) if acting else (),
        tallies=tuple(_tally(state, tally) for tally in state.tallies),
        points=state.points,
        story=tuple(phrase(state, deed) for deed in state.deeds),
        hand=tuple(codes[kind] for kind in hand),
        hand_limit=0 if viewer is None else hand_limit(state, viewer),
        mayors=tuple(box.mayors[mayor].id for mayor in mayors),
        looked=tuple(box.mayors[mayor].id for mayor in state.looked) if acting else (),
        progress=_progress(state, viewer, acting=acting),
        printed=printed,
    )


def _tile(state: State, cell: int) -> TileView:
    x, y = CELLS[cell]
    resolved = cell in state.resolved
    master = controller(state, cell) if resolved else EMPTY
    marker = state.markers[cell]
    return TileView(
        id=state.box.tiles[state.tiles[cell]].id,
        x=x,
        y=y,
        cell=LABELS[cell],
        resolved=resolved,
        pawns=tuple(pawns[cell] for pawns in state.pawns),
        master=None if master == EMPTY else master,
        beadle=state.beadle == cell,
        active=state.active == cell,
        marker=None if marker == EMPTY else state.box.components.markers[marker].id,
    )


def _tally(state: State, tally: Tally) -> TallyView:
    number, cell, marker, winner, second, pawns, added, declined = tally
    return TallyView(
        round=number,
        cell=LABELS[cell],
        tile=state.box.tiles[state.tiles[cell]].id,
        marker=None if marker == EMPTY else state.box.components.markers[marker].id,
        pawns=pawns,
        added=added,
        winner=None if winner == EMPTY else winner,
        second=None if second == EMPTY else second,
        declined=declined,
    )


def _player(state: State, seat: int) -> PlayerView:
    box = state.box.components
    pawns = state.pawns[seat]
    over = state.phase == Phase.OVER
    scored = final.score(state, seat) if over else None
    return PlayerView(
        score=state.scores[seat],
        supply=pawns[SUPPLY],
        guildhall=pawns[HALL],
        plantation=pawns[PLANTATION],
        masters=len(masters(state, seat)),
        neutrals=state.neutrals[seat],
        markers=tuple(box.markers[marker].id for marker in state.prizes[seat]),
        hand=len(state.hands[seat]),
        mayors=len(state.mayors[seat]),
        revealed=()
        if scored is None
        else tuple(
            ScoredMayor(card=box.mayors[mayor].id, points=points) for mayor, points in scored.mayors
        ),
        pairs=0 if scored is None else scored.pairs,
    )


def _known_mayors(state: State, viewer: int) -> tuple[str | None, ...]:
    if not any(known >> viewer & 1 for known in state.knows):
        return ()
    cards = state.box.components.mayors
    return tuple(
        cards[mayor].id if known >> viewer & 1 else None
        for mayor, known in zip(state.mayor_deck, state.knows, strict=True)
    )


def _progress(state: State, viewer: int | None, *, acting: bool) -> Progress:
    own = 0 if viewer is None else 1 << viewer
    return Progress(
        stage=state.stage,
        actor=state.actor,
        turn=state.turn,
        moved=state.moved,
        recruited=state.recruited,
        shipped=state.shipped,
        drawn_at_end=state.drawn_at_end,
        each=tuple(tuple(each) for each in state.each),
        frames=tuple(tuple(frame) for frame in state.frames),
        queue=tuple(state.queue),
        vote=tuple(state.vote),
        memo=state.memo,
        picks=tuple(state.picks) if acting else (),
        depths=tuple(state.depths) if acting else (),
        substep=state.substep if acting else 0,
        always=bool(state.always & own),
        ends=bool(state.ends & own),
        never=bool(state.never & own),
        only=bool(state.only & own),
        home=bool(state.home & own),
        spare=bool(state.spare & own),
        deeds=tuple(state.deeds),
    )


def headline(state: State) -> Text:
    """Where the game stands, in one line."""
    phase = PHASES[state.phase]
    key = f"london.headline.{phase}"
    now, last = state.round, ROUNDS[state.seats]
    if phase in ("setup", "over"):
        return text(key)
    if phase == "turns":
        return text(key, round=now, rounds=last, player=Seat(state.order[state.turn]))
    if phase == "activation" and state.active == EMPTY:
        return text("london.headline.activation_begins", round=now, rounds=last)
    if phase == "activation":
        return text(key, round=now, rounds=last, place=place(state, state.active))
    return text(key, round=now, rounds=last)


def outcome(state: State) -> Outcome | None:
    """Places and scores, once the final scoring is done."""
    return final.outcome(state) if state.phase == Phase.OVER else None
