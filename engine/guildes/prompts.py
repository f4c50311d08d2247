"""Prompts of Guildes: the choices that a seat owes, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Final

from engine.guildes import tricks
from engine.guildes.components import GUILDS, MARKED, TRICKS
from engine.guildes.moves import BACK, DECLINE, ID_OF, MINUS, NONE, PLUS, SEAT, USE, decode
from engine.guildes.table import DRAFT, LAYING, OVER, TRICK_PHASE
from engine.guildes.telling import GUILD, TRICK
from engine.text import Argument, Seat, Text, text
from engine.values import Option, Prompt

if TYPE_CHECKING:
    from engine.guildes.state import State

COPY: Final = tuple(
    Option(guild, GUILD[number], f"guild:{guild}") for number, guild in enumerate(GUILDS)
)
SECOND_COPY: Final = tuple(
    Option(f"{guild}:2", GUILD[number], f"guild:{guild}") for number, guild in enumerate(GUILDS)
)
OPTION: Final[Mapping[int, Option]] = {
    **dict(enumerate(COPY)),
    **{
        SEAT + seat: Option(ID_OF[SEAT + seat], text("guildes.pick.seat", player=Seat(seat)))
        for seat in range(6)
    },
    PLUS: Option("plus", text("guildes.pick.plus")),
    MINUS: Option("minus", text("guildes.pick.minus")),
    USE: Option("use", text("guildes.pick.use"), role="confirm"),
    DECLINE: Option("decline", text("guildes.pick.decline"), role="pass"),
    BACK: Option("back", text("guildes.pick.back"), role="back"),
}

ASKS: Final = {
    "exchange": ("exchange.one", "exchange.given", "exchange.other", "exchange.taken"),
    "sacrifice": ("sacrifice.own", "sacrifice.victim", "sacrifice.card"),
    "second_thoughts": ("second_thoughts.taken", "second_thoughts.laid"),
}
MARK_ASKS: Final = ("mark.whom", "mark.sign")
"""The question of each small choice of a trick, and the names of what is settled before it."""


def prompts(state: State) -> dict[int, Prompt]:
    """Every open prompt by seat; who has no choice isn't asked."""
    if state.phase == TRICK_PHASE:
        return {seat: _trick_prompt(state, seat) for seat in state.waiting}
    if state.phase == OVER:
        return {}
    if state.phase == DRAFT:
        done, ask = "guildes.done.kept", _ask_draft(len(state.packs[0]))
    elif state.phase == LAYING:
        done, ask = "guildes.done.laid", _ask_lay(state.lay)
    else:
        done, ask = "guildes.done.given_up", text("guildes.ask.redistribution")
    lay, step, opened = state.lay, state.step, {}
    for seat in range(state.seats) if state.simultaneous else state.waiting:
        kinds = state.kinds[seat]
        if len(kinds) == 1:
            continue
        options = _of_each(kinds) if lay == 1 else _with_second_copies(state.hands[seat])
        made = state.choice[seat]
        answered = None if made == NONE else decode(made)
        opened[seat] = Prompt(seat, ask, options, lay, lay, answered, step, done)
    return opened


def answered(state: State, prompt: Prompt) -> Prompt:
    """The prompt of a seat that has just made its choice."""
    seat, lay = prompt.seat, state.lay
    made = decode(state.choice[seat])
    return Prompt(seat, prompt.ask, prompt.options, lay, lay, made, prompt.step, prompt.done)


@cache
def _ask_draft(cards: int) -> Text:
    return text("guildes.ask.draft", n=cards)


@cache
def _ask_lay(cards: int) -> Text:
    return text("guildes.ask.lay", n=cards)


@cache
def _of_each(kinds: bytes) -> tuple[Option, ...]:
    return tuple(COPY[card] for card in kinds)


def _with_second_copies(cards: bytes) -> tuple[Option, ...]:
    options = []
    for card in dict.fromkeys(cards):
        options.append(COPY[card])
        if cards.count(card) > 1:
            options.append(SECOND_COPY[card])
    return tuple(options)


def _trick_prompt(state: State, seat: int) -> Prompt:
    settled, _ = tricks.pending(state)
    options = tuple(OPTION[move] for move in tricks.moves(state))
    ask = _trick_ask(state, seat, settled)
    return Prompt(seat, ask, options, step=state.step + state.substep)


def _trick_ask(state: State, seat: int, settled: Sequence[int]) -> Text:
    trick = state.tricks[seat]
    if state.drawn:
        return text("guildes.ask.salvage.laid")
    if tricks.pending(state)[1] == (USE,):
        return text("guildes.ask.use", trick=TRICK[trick])
    asks = MARK_ASKS if MARKED[trick] >= 0 else ASKS[TRICKS[trick]]
    args: dict[str, Argument] = {
        key.rpartition(".")[2]: Seat(move - SEAT) if SEAT <= move < PLUS else GUILD[move]
        for key, move in zip(asks, settled, strict=False)
    }
    if MARKED[trick] >= 0:
        args["guild"] = GUILD[MARKED[trick]]
    return text(f"guildes.ask.{asks[len(settled)]}", **args)
