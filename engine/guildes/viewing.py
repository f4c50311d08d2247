"""From a state to what one seat may know of it. Nothing else leaves a state."""

from __future__ import annotations

from functools import cache
from typing import Final, Literal

from engine.guildes.components import BOX, EVENTS, GUILDS, TRICKS, copies
from engine.guildes.moves import ID_OF, NONE
from engine.guildes.state import State
from engine.guildes.table import (
    ARROW,
    DEALT,
    DRAFT,
    IN_PLAY,
    LAYING,
    OVER,
    REDISTRIBUTION,
    TRICK_PHASE,
    WIDTH,
)
from engine.guildes.view import GuildesView, GuildRow, Phase, PlayerView
from engine.text import Text, text
from engine.values import Outcome

PHASES: Final[tuple[Phase, ...]] = ("draft", "redistribution", "laying", "tricks", "over")
TRICK_STATES: Final[tuple[Literal["held", "played", "declined"], ...]] = (
    "held",
    "played",
    "declined",
)


def view(state: State, viewer: int | None) -> GuildesView:
    """What this seat may know, or the public for None."""
    prompt = None if viewer is None else state.prompts().get(viewer)
    acting = viewer is not None and state.waiting == [viewer] and state.phase == TRICK_PHASE
    hand = b"" if viewer is None else bytes(sorted(state.hands[viewer]))
    down = NONE if viewer is None else state.down[viewer]
    return GuildesView(
        viewer=viewer,
        seats=state.seats,
        headline=headline(state),
        step=state.step + state.substep if acting else state.step,
        awaited=tuple(state.waiting),
        simultaneous=state.simultaneous,
        prompt=prompt,
        outcome=outcome(state),
        options=state.options,
        guilds=rows(state.seats),
        ballot=state.ballot,
        phase=PHASES[state.phase],
        turn=state.turn,
        turns=turns(state),
        lay=state.lay if state.phase == LAYING else 0,
        direction=ARROW[state.revealed[-1]],
        event=EVENTS[state.revealed[-1]],
        events_before=tuple(EVENTS[event] for event in state.revealed[:-1]),
        first_seat=None if state.first == NONE else state.first,
        players=tuple(player(state, seat) for seat in range(state.seats)),
        counts=tuple(
            tuple(by_guild(state, votes, seat) for seat in range(state.seats))
            for votes in state.counts
        ),
        discarded=len(state.discard),
        pack=() if viewer is None else names(state.packs[viewer]),
        hand=names(hand),
        own_face_down=() if down == NONE else (GUILDS[down],),
        drawn=names(state.drawn) if acting else (),
        chosen=tuple(ID_OF[move] for move in state.chosen) if acting else (),
    )


def names(cards: bytes) -> tuple[str, ...]:
    """Guild ids of cards."""
    return tuple([GUILDS[card] for card in cards])


def by_guild(state: State, numbers: tuple[int, ...] | list[int], seat: int) -> dict[str, int]:
    """One seat's part of a row of numbers, for the guilds in play."""
    start = seat * WIDTH
    return {GUILDS[guild]: numbers[start + guild] for guild in IN_PLAY[state.seats]}


def player(state: State, seat: int) -> PlayerView:
    """A player as everybody sees them."""
    marks = state.marks[seat * WIDTH : (seat + 1) * WIDTH]
    return PlayerView(
        tableau=by_guild(state, state.laid, seat),
        face_down=int(state.down[seat] != NONE),
        marks={GUILDS[guild]: mark for guild, mark in enumerate(marks) if mark},
        hand=len(state.hands[seat]),
        pack=len(state.packs[seat]),
        votes=tuple(sum(votes[seat * WIDTH : (seat + 1) * WIDTH]) for votes in state.counts),
        trick=TRICKS[state.tricks[seat]] if state.tricks else None,
        trick_state=TRICK_STATES[state.trick_states[seat]] if state.tricks else None,
    )


@cache
def rows(seats: int) -> tuple[GuildRow, ...]:
    """The guilds in play, with the copies in play."""
    number = copies(seats)
    return tuple(
        GuildRow(
            guild=GUILDS[guild],
            copies=number[guild],
            votes=tuple(rank.value for rank in BOX.guilds[guild].votes),
            per_card=BOX.guilds[guild].per_card,
        )
        for guild in IN_PLAY[seats]
    )


def turns(state: State) -> int:
    """How many turns this phase has; the last card of a pack is no choice."""
    return {
        DRAFT: DEALT[state.seats] - 1,
        REDISTRIBUTION: 1,
        LAYING: len(state.laps),
        TRICK_PHASE: state.seats,
        OVER: 0,
    }[state.phase]


def headline(state: State) -> Text:
    """Where the game stands, in one line."""
    return text(
        f"guildes.headline.{PHASES[state.phase]}",
        ballot=state.ballot,
        turn=state.turn,
        turns=turns(state),
    )


def outcome(state: State) -> Outcome | None:
    """Places and votes, once the third ballot is counted."""
    if state.phase != OVER:
        return None
    return Outcome(state.places(), dict(enumerate(state.totals())))
