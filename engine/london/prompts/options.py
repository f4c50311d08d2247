"""What stands on the options of a prompt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.london import negotiation
from engine.london.activation import members, parts, programs
from engine.london.asks import AT, BACK, END, LEFT, PROGRAM, SKIP, STOP, UNDO, Ask
from engine.london.map import HALL
from engine.london.prompts.picks import SPECIAL, card_id, copy_ids, mayor_ids, pick_of
from engine.london.prompts.questions import next_opponent
from engine.london.state import State
from engine.london.steps import Choose, Step
from engine.london.telling import words
from engine.london.telling.names import card_name, mayor_name, place, tile_card
from engine.london.turn import paid_so_far
from engine.london.verbs import amount
from engine.text import Seat, Text, text
from engine.values import Option

_SPECIAL: Final = {
    SKIP: Option(SPECIAL[SKIP], text("london.pick.skip"), role="pass"),
    END: Option(SPECIAL[END], text("london.pick.end"), role="confirm"),
    BACK: Option(SPECIAL[BACK], text("london.pick.back"), role="back"),
    UNDO: Option(SPECIAL[UNDO], text("london.pick.undo"), role="undo"),
}


def option(state: State, move: int) -> Option:  # noqa: PLR0911 - a line a kind
    """One way to answer where one thing is chosen."""
    if move in _SPECIAL:
        return _SPECIAL[move]
    if move == STOP:
        return Option(SPECIAL[STOP], _stop(state), role="pass")
    name = pick_of(state, move)
    match state.ask:
        case Ask.CARD | Ask.PAY_CARD | Ask.TRADE:
            return Option(name, _held(state, move), card=name)
        case Ask.USE:
            return Option(name, _way(state, name))
        case Ask.CHOOSE:
            return Option(name, words.effect(_choices(state)[move]))
        case Ask.ORDER:
            return mayors(state, [move])[0]
        case Ask.NEGOTIATE | Ask.REPLACE:
            return Option(name, _replacing(state, move), role="choice" if move else "pass")
        case Ask.TARGET | Ask.BEADLE:
            return Option(name, _target(state, move), card=_drawn(state, move))
    return Option(name, _source(state, move), card=_drawn(state, move))


def reward_parts(state: State) -> tuple[Option, ...]:
    """The parts of a reward, all ticked at first."""
    steps = [step for program in programs(state) for step in state.box.steps[program]]
    return tuple(
        Option(f"part:{part}", words.step_words(steps[part]), ticked=True)
        for part in parts(state, state.actor)
    )


def copies(state: State, kinds: Sequence[int]) -> tuple[Option, ...]:
    """Cards one by one, those of a kind too."""
    return tuple(
        Option(name, card_name(state.box, kind), card=card_id(state, kind))
        for kind, name in zip(kinds, copy_ids(state, kinds), strict=True)
    )


def mayors(state: State, cards: Sequence[int]) -> tuple[Option, ...]:
    """Mayor's cards by name; the question says what each is worth."""
    return tuple(
        Option(name, mayor_name(state.box, card), card=name)
        for card, name in zip(cards, mayor_ids(state, cards), strict=True)
    )


def _stop(state: State) -> Text:
    """To leave an offered step: all of it, or what is left after a part of it."""
    frame = state.frames[-1]
    op = state.box.programs[frame[PROGRAM]][frame[AT]]
    begun = frame[LEFT] < amount(state, state.actor, op)
    return text("london.pick.stop" if begun else "london.pick.pass")


def _drawn(state: State, where: int) -> str | None:
    return tile_card(state.box, state.tiles[where]) if where < HALL else None


def _held(state: State, kind: int) -> Text:
    """A kind of card in hand, with how many can still be taken of it."""
    number = state.hands[state.actor].count(kind)
    if state.ask == Ask.PAY_CARD:
        number -= paid_so_far(state)[0].count(kind) + (state.picks[0] == kind)
    name = card_name(state.box, kind)
    return name if number == 1 else text("london.pick.copies", card=name, n=number)


def _way(state: State, way: str) -> Text:
    card = state.box.components.cards[state.picks[0]]
    if way == "effect":
        price = words.cost(card)
        return text("london.pick.effect") if price is None else text("london.pick.paid", cost=price)
    if way == "move":
        colours = tuple(text(f"london.colour.{colour}") for colour in card.colours)
        return text("london.pick.move", colours=colours)
    return text("london.pick.recruit")


def _choices(state: State) -> tuple[tuple[Step, ...], ...]:
    frame = state.frames[-1]
    step = state.box.steps[frame[PROGRAM]][frame[AT]]
    return step.options if isinstance(step, Choose) else ()


def _replacing(state: State, move: int) -> Text:
    lost = negotiation.unpack(move, state.seats)
    if state.ask == Ask.REPLACE:
        lost = {next_opponent(state): move} if move else {}
    if not lost:
        return text("london.pick.replace_none")
    return text(
        "london.pick.replace",
        pawns=tuple(
            text("london.pick.pawns_of", n=number, player=Seat(seat))
            for seat, number in lost.items()
        ),
    )


def _source(state: State, where: int) -> Text:
    """A place of own pawns: whose master leaves, or how many members are there."""
    if where in state.resolved:
        return text("london.pick.master", place=place(state, where))
    number = state.pawns[state.actor][where]
    if state.ask == Ask.PAY_PAWN:
        number -= paid_so_far(state)[1].count(where)
    return text("london.pick.members", place=place(state, where), n=number)


def _target(state: State, cell: int) -> Text:
    return text(
        "london.pick.target",
        place=place(state, cell),
        members=members(state, cell),
        threshold=state.box.threshold[state.tiles[cell]],
    )
