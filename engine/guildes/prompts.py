"""Prompts of Guildes: the choices that a seat owes, as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.guildes import tricks
from engine.guildes.ballot import simultaneous
from engine.guildes.components import (
    ARROW,
    DEALT,
    GUILDS,
    MARKED,
    NONE,
    NUMBER_OF,
    PROTECTION,
    TRICKS,
    WAY,
    WIDTH,
)
from engine.guildes.state import (
    BACK,
    DECLINE,
    DRAFT,
    LAYING,
    MINUS,
    OVER,
    PAIR,
    PLUS,
    REDISTRIBUTION,
    SEAT,
    TRICK_PHASE,
    USE,
    State,
    cards_of,
    pair,
)
from engine.guildes.telling import GUILD, TRICK
from engine.parts import posed
from engine.parts.values import Option, Prompt
from engine.text import Argument, Seat, Text, text

COPY: Final = tuple(
    Option(guild, GUILD[number], f"guild:{guild}") for number, guild in enumerate(GUILDS)
)
SECOND_COPY: Final = tuple(
    Option(f"{guild}:2", GUILD[number], f"guild:{guild}", detail=text("guildes.pick.second"))
    for number, guild in enumerate(GUILDS)
)
OPTION: Final[Mapping[int, Option]] = {
    **dict(enumerate(COPY)),
    **{
        SEAT + seat: Option(f"seat:{seat}", text("guildes.pick.seat", player=Seat(seat)))
        for seat in range(6)
    },
    PLUS: Option("plus", text("guildes.pick.plus")),
    MINUS: Option("minus", text("guildes.pick.minus")),
    USE: Option("use", text("guildes.pick.use"), role="confirm"),
    DECLINE: Option("decline", text("guildes.pick.decline"), role="pass"),
    BACK: Option("back", text("guildes.pick.back"), role="back"),
}
"""The option of every move that is a single pick."""

ID_OF: Final = {move: option.id for move, option in OPTION.items()}
PICKS_OF: Final = {move: (name,) for move, name in ID_OF.items()}
MOVE_OF: Final = {
    **{name: move for move, name in ID_OF.items()},
    **{f"{guild}:2": number for guild, number in NUMBER_OF.items()},
}
"""The move, or the card, of every option id; "artisans:2" is the second copy."""

ASKS: Final = {
    "exchange": ("exchange.one", "exchange.given", "exchange.other", "exchange.taken"),
    "sacrifice": ("sacrifice.own", "sacrifice.victim", "sacrifice.card"),
    "second_thoughts": ("second_thoughts.taken", "second_thoughts.laid"),
}
MARK_ASKS: Final = ("mark.whom", "mark.sign")
"""The question of each small choice of a trick, and the names of what is settled before it."""


def prompts(state: State) -> Mapping[int, Prompt]:
    """Every open prompt by seat; who has no choice isn't asked."""
    return posed.prompts(state, _opened, _answer)


def encode(_state: State, _seat: int, picks: tuple[str, ...]) -> int:
    """The move of one pick, or of two cards."""
    if len(picks) == 1:
        return MOVE_OF[picks[0]]
    one, other = picks
    return pair(MOVE_OF[one], MOVE_OF[other])


def decode(_state: State, _seat: int, move: int) -> tuple[str, ...]:
    """The picks of a move; of two equal cards the second is "artisans:2"."""
    if move < PAIR:
        return PICKS_OF[move]
    one, other = cards_of(move)
    return (ID_OF[one], f"{ID_OF[other]}:2" if one == other else ID_OF[other])


def _opened(state: State) -> dict[int, Prompt]:
    """Of seats that have a choice; where all choose at once, of those who have made it too."""
    phase, lay, step = state.phase, state.lay, state.step
    if phase == TRICK_PHASE:
        return {seat: _trick_prompt(state, seat) for seat in state.waiting}
    if phase == OVER:
        return {}
    asks = _draft_asks(state) if phase == DRAFT else (_ASK[phase, lay],) * state.seats
    opened = {}
    for seat in range(state.seats) if simultaneous(state) else state.waiting:
        kinds = state.kinds[seat]
        if len(kinds) > 1:
            options = (
                tuple(map(COPY.__getitem__, kinds))
                if lay == 1
                else _with_second_copies(state.hands[seat])
            )
            answered = None if state.choice[seat] == NONE else _answer(state, seat)
            opened[seat] = Prompt(seat, asks[seat], options, lay, lay, answered, step, _DONE[phase])
    return opened


def _draft_asks(state: State) -> tuple[Text, ...]:
    """What each seat is asked, by name of who gets the rest."""
    asks, way = _ASK_DRAFT[len(state.packs[0])], WAY[ARROW[state.revealed[-1]]]
    return tuple([asks[(seat + way) % state.seats] for seat in range(state.seats)])


def _answer(state: State, seat: int) -> tuple[str, ...]:
    return decode(state, seat, state.choice[seat])


def _with_second_copies(cards: Sequence[int]) -> tuple[Option, ...]:
    options = []
    for card in dict.fromkeys(cards):
        options.append(COPY[card])
        if cards.count(card) > 1:
            options.append(SECOND_COPY[card])
    return tuple(options)


_ASK_DRAFT: Final = tuple(
    tuple(text("guildes.ask.draft", n=cards, to=Seat(seat)) for seat in range(max(DEALT)))
    for cards in range(max(DEALT.values()) + 1)
)
"""By the number of cards in a pack, and who gets the rest."""
_ASK: Final = {
    (REDISTRIBUTION, 1): text("guildes.ask.redistribution"),
    (LAYING, 1): text("guildes.ask.lay", n=1),
    (LAYING, 2): text("guildes.ask.lay", n=2),
}
_DONE: Final = ("guildes.done.kept", "guildes.done.given_up", "guildes.done.laid")
"""By phase."""


def _trick_prompt(state: State, seat: int) -> Prompt:
    settled, _ = tricks.pending(state)
    moves = tricks.moves(state)
    options = tuple([_trick_option(state, seat, move) for move in moves])
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
    if not settled:
        args["rule"] = _rule(trick)
        spared = tuple([Seat(one) for one, held in enumerate(state.tricks) if held == PROTECTION])
        if spared and SEAT <= tricks.moves(state)[0] < PLUS:
            args["rule"] = text("guildes.ask.spared", rule=_rule(trick), names=spared)
    return text(f"guildes.ask.{asks[len(settled)]}", **args)


def _counting(state: State, seat: int, guild: int) -> int:
    """Cards of a guild that lie before a seat, with the marks on them."""
    at = seat * WIDTH + guild
    return max(0, state.laid[at] + (state.marks[at] if state.marks else 0))


def _rule(trick: int) -> Text:
    return text(f"guildes.trick.{TRICKS[trick]}.rule")


def _trick_option(state: State, seat: int, move: int) -> Option:
    """What can be pressed; a player with the cards in question, to use it with the trick's rule."""
    option, trick = OPTION[move], state.tricks[seat]
    if move == USE:
        return Option(option.id, option.text, role=option.role, detail=_rule(trick))
    if not SEAT <= move < PLUS:
        return option
    guilds = range(WIDTH) if MARKED[trick] < 0 else (MARKED[trick],)
    laid = [(guild, _counting(state, move - SEAT, guild)) for guild in guilds]
    cards = tuple(text("guildes.ask.laid", guild=GUILD[guild], n=n) for guild, n in laid if n)
    if not cards:
        return option
    return Option(option.id, option.text, detail=text("guildes.ask.tableau", cards=cards))
