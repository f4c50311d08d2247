"""What stands on the options of a prompt."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from engine.london.chapters import negotiation
from engine.london.chapters.activation import members, parts, programs
from engine.london.chapters.turn import paid_so_far, payable_pawns
from engine.london.components.steps import Choose, Step
from engine.london.numbers.asks import (
    ALWAYS,
    ASK,
    AT,
    BACK,
    ELSEWHERE,
    END,
    HOME,
    LEFT,
    NEVER,
    ONLY,
    PROGRAM,
    QUIET,
    SKIP,
    SPARE,
    STOP,
    UNDO,
    Ask,
)
from engine.london.numbers.map import HALL, LABELS
from engine.london.numbers.packed import TO, order_of, unpack, use_of
from engine.london.prompts.picks import SPECIAL, card_id, copy_ids, mayor_ids, pick_of
from engine.london.prompts.questions import next_opponent
from engine.london.table import cards
from engine.london.table.cards import cheapest
from engine.london.table.counts import GREAT
from engine.london.table.frames import amount, asking
from engine.london.table.state import State
from engine.london.telling import words
from engine.london.telling.names import card_name, mayor_name, place, place_id, tile_card, tile_name
from engine.parts.values import Option, Then
from engine.text import Seat, Text, text

_SPECIAL: Final = {
    SKIP: Option(SPECIAL[SKIP], text("london.pick.skip"), role="pass"),
    END: Option(SPECIAL[END], text("london.pick.end"), role="confirm"),
    BACK: Option(SPECIAL[BACK], text("london.pick.back"), role="back"),
    UNDO: Option(
        SPECIAL[UNDO], text("london.pick.undo"), role="undo", brief=text("london.brief.undo")
    ),
    ELSEWHERE: Option(SPECIAL[ELSEWHERE], text("london.pick.elsewhere"), role="pass"),
    ALWAYS: Option(SPECIAL[ALWAYS], text("london.pick.always"), role="pass"),
    NEVER: Option(SPECIAL[NEVER], text("london.pick.never"), role="pass"),
    ONLY: Option(SPECIAL[ONLY], text("london.pick.only"), role="pass"),
    HOME: Option(SPECIAL[HOME], text("london.pick.home"), role="pass"),
    SPARE: Option(SPECIAL[SPARE], text("london.pick.spare"), role="pass"),
    ASK: Option(
        SPECIAL[ASK], text("london.pick.ask"), role="pass", menu=text("london.pick.answers")
    ),
}
NEAR: Final = 8
"""Tiles to choose by a button; the others are in a menu."""
_ENDS: Final = Option(SPECIAL[ALWAYS], text("london.pick.ends"), role="pass")


def option(state: State, move: int) -> Option:  # noqa: PLR0911 - a line a kind
    """One way to answer where one thing is chosen."""
    if move == ALWAYS and state.ask == Ask.PLAY:
        return _ENDS
    if move in _SPECIAL:
        return _SPECIAL[move]
    if move == STOP:
        return Option(SPECIAL[STOP], _stop(state), role="pass")
    name = pick_of(state, move)
    match state.ask:
        case Ask.TRADE:
            brief = text("london.brief.card", number=numbered(state)[move])
            return Option(name, copies_of(state, move), card=name, brief=brief)
        case Ask.CHOOSE:
            return Option(name, words.effect(_choices(state)[move]))
        case Ask.ORDER:
            return mayors(state, [move])[0]
        case Ask.ARRANGE:
            return _arranged(state, name, order_of(move, len(state.looked)))
        case Ask.NEGOTIATE | Ask.REPLACE:
            return Option(name, _replacing(state, move), role="choice" if move else "pass")
        case Ask.TARGET | Ask.BEADLE:
            return _tile(state, move, name)
    return _from(state, move, name)


def _from(state: State, where: int, name: str) -> Option:
    """A place of own pawns to choose."""
    number = state.pawns[state.actor][where]
    said, brief = (_source(state, where, number, called(state, where)) for called in (named, short))
    then = _all_there(state, where, name, named(state, where), short(state, where))
    return Option(name, said, card=drawn(state, where), then=then, brief=brief)


def _tile(state: State, cell: int, name: str) -> Option:
    """A tile to choose; those where the seat is strong are no lines of a menu."""
    said, brief = target(state, cell, "target"), short(state, cell)
    near = nearest(state, state.actor, (at for at in state.options if at >= 0))[:NEAR]
    if cell not in near:
        others = text("london.pick.others")
        there = drawn(state, cell)
        return Option(name, said, there, menu=others, detail=worth(state, cell), brief=brief)
    at = near.index(cell)
    then = tuple(replace(each, rank=at + 1) for each in _all_there(state, cell, name, said, brief))
    return Option(name, said, drawn(state, cell), then=then, brief=brief, rank=at)


def _all_there(state: State, move: int, name: str, said: Text, brief: Text) -> tuple[Then, ...]:
    """The same for all pawns that are left to place, where nothing can come between them."""
    if state.ask not in (Ask.TARGET, Ask.SHIP) or not state.frames or state.depths:
        return ()
    source = move if state.ask == Ask.SHIP else state.picks[-1]
    frame = state.frames[-1]
    left, quiet = frame[LEFT], frame[QUIET] or not state.each
    if left < 2 or not quiet or state.pawns[state.actor][source] < left:
        return ()
    if state.ask == Ask.TARGET and source < HALL:
        return ()
    key = f"london.pick.all_{'to' if state.ask == Ask.TARGET else 'from'}"
    whole, brief = (text(key, n=left, place=one) for one in (said, brief))
    return (Then(whole, ((name,),) * (left - 1), brief),)


def numbered(state: State) -> dict[int, int]:
    """The numbers that the actor's kinds of cards have in the hand's picture."""
    played = [kind for kind, _ in state.played]
    return cards.numbered(state.hands[state.actor], played, state.spent)


def nearest(state: State, seat: int, cells: Iterable[int]) -> list[int]:
    """Cells by the seat's own pawns, then by all that count, the most first."""
    own = state.pawns[seat]
    return sorted(cells, key=lambda cell: (-own[cell], -members(state, cell), cell))


def choosable(state: State) -> list[int]:
    """The cells of the tiles that can be chosen at this moment, in reading order."""
    match state.ask:
        case Ask.PLAY:
            cells = [use_of(move) - TO for move in state.options if move >= 0]
        case Ask.PAY_PAWN:
            cells = payable_pawns(state, state.actor)
        case Ask.SOURCE | Ask.TARGET | Ask.SHIP | Ask.BEADLE:
            cells = state.options
        case _:
            cells = []
    return sorted({cell for cell in cells if 0 <= cell < HALL})


def reward_parts(state: State) -> tuple[Option, ...]:
    """The parts of a reward, all ticked at first."""
    steps = [step for program in programs(state) for step in state.box.steps[program]]
    offered = parts(state, state.actor)
    said = _told_apart(words.step_words(steps[part]) for part in offered)
    return tuple(
        Option(f"part:{part}", name, ticked=True) for part, name in zip(offered, said, strict=True)
    )


def copies(state: State, kinds: Sequence[int]) -> tuple[Option, ...]:
    """Cards one by one, those of a kind too; of several to give away the most easily spared are
    ticked at first."""
    names = copy_ids([card_id(state, kind) for kind in kinds])
    said = _told_apart(card_name(state.box, kind) for kind in kinds)
    spared = copy_ids([card_id(state, kind) for kind in unpack(cheapest(state.box, state.options))])
    return tuple(
        Option(name, shown, card=card_id(state, kind), ticked=name in spared, brief=shown)
        for kind, name, shown in zip(kinds, names, said, strict=True)
    )


def _told_apart(texts: Iterable[Text]) -> list[Text]:
    """The same texts, numbered from the second one on where several are equal."""
    told: list[Text] = []
    seen: list[Text] = []
    for one in texts:
        seen.append(one)
        number = seen.count(one)
        told.append(one if number == 1 else text("london.pick.copy", thing=one, number=number))
    return told


def cards_to_pay(state: State, number: int) -> tuple[Option, ...]:
    """Cards in hand that can be paid: one of a kind where one is chosen, else one by one."""
    left = state.hands[state.actor][:]
    for kind in (state.picks[0], *paid_so_far(state)[0]):
        left.remove(kind)
    return copies(state, left) if number > 1 else _kinds(state, left)


def cards_in_excess(state: State, number: int) -> tuple[Option, ...]:
    """Cards in hand that can be discarded, in the same way."""
    hand = state.hands[state.actor]
    return copies(state, hand) if number > 1 else _kinds(state, hand)


def _kinds(state: State, kinds: Sequence[int]) -> tuple[Option, ...]:
    """Cards of which one is chosen, one of a kind, by their numbers."""
    numbers = numbered(state)
    return tuple(
        Option(
            card_id(state, kind),
            _one_of(state, kind, kinds.count(kind)),
            card_id(state, kind),
            brief=text("london.brief.card", number=numbers[kind]),
        )
        for kind in dict.fromkeys(kinds)
    )


def pawns_to_pay(state: State, number: int) -> tuple[Option, ...]:
    """Places of pawns that can be paid: each once where one is chosen, else pawn by pawn."""
    left = payable_pawns(state, state.actor)
    if number > 1:
        names = copy_ids([place_id(where) for where in left])
        return tuple(
            Option(name, named(state, where), card=drawn(state, where))
            for where, name in zip(left, names, strict=True)
        )
    return tuple(
        Option(
            place_id(where),
            _source(state, where, left.count(where), named(state, where)),
            drawn(state, where),
            brief=_source(state, where, left.count(where), short(state, where)),
        )
        for where in dict.fromkeys(left)
    )


def mayors(state: State, cards: Sequence[int]) -> tuple[Option, ...]:
    """Mayor's cards by name, each with what it is worth."""
    return tuple(
        Option(name, mayor_name(state.box, card), card=name, detail=_worth(state, card))
        for card, name in zip(cards, mayor_ids(state, cards), strict=True)
    )


def _worth(state: State, card: int) -> Text:
    mayor = state.box.components.mayors[card]
    if not words.is_for_great(mayor):
        return words.mayor(mayor)
    town = sorted([*state.open, *state.resolved])
    great = [LABELS[cell] for cell in town if state.tiles[cell] < GREAT]
    return words.worth_here(words.mayor(mayor), great)


def _stop(state: State) -> Text:
    """To leave an offered step: all of it, or what is left after a part of it."""
    begun = state.frames[-1][LEFT] < amount(state, state.actor, asking(state))
    return text("london.pick.stop" if begun else "london.pick.pass")


def drawn(state: State, where: int) -> str | None:
    return tile_card(state.box, state.tiles[where]) if where < HALL else None


def copies_of(state: State, kind: int) -> Text:
    """A kind of card in hand, as one of how many there are."""
    return _one_of(state, kind, state.hands[state.actor].count(kind))


def _one_of(state: State, kind: int, number: int) -> Text:
    name = card_name(state.box, kind)
    return name if number == 1 else text("london.pick.one_of", card=name, of=number)


def _arranged(state: State, name: str, order: Sequence[int]) -> Option:
    """Mayor's cards kept, and the others in their order."""
    op = asking(state)
    cards = [mayor_name(state.box, state.looked[at]) for at in order]
    said = text("london.pick.arrange", kept=tuple(cards[: op.keep]), under=tuple(cards[op.keep :]))
    kept, under = (
        ", ".join(str(at + 1) for at in part) for part in (order[: op.keep], order[op.keep :])
    )
    brief = text("london.brief.arrange", kept=kept, under=under)
    return Option(name, said, card=mayor_ids(state, [state.looked[order[0]]])[0], brief=brief)


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


def _source(state: State, where: int, number: int, called: Text) -> Text:
    """A place of own pawns: whose master leaves, or how many members are there."""
    if where in state.resolved:
        return text("london.pick.master", place=called)
    return text("london.pick.members", place=called, n=number)


def short(state: State, where: int) -> Text:
    """A place as the map calls it: a tile by its cell alone."""
    if where >= HALL:
        return place(state, where)
    return text("london.brief.cell", cell=LABELS[where])


def named(state: State, where: int) -> Text:
    """A place; a tile by its cell first, as the map shows it ("B3 Weavers")."""
    if where >= HALL:
        return place(state, where)
    name = tile_name(state.box, state.tiles[where])
    return text("london.picture.place", cell=LABELS[where], tile=name)


def worth(state: State, cell: int) -> Text:
    """What the first and the second on an unresolved tile get."""
    box, tile, marker = state.box, state.tiles[cell], state.markers[cell]
    first = words.reward(box.steps[box.first[tile]])
    second = words.reward((*box.steps[box.marker_reward[marker]], *box.steps[box.second[tile]]))
    return text("london.pick.worth", first=first, second=second)


def target(state: State, cell: int, key: str) -> Text:
    return text(
        f"london.pick.{key}",
        place=named(state, cell),
        cell=LABELS[cell],
        members=members(state, cell),
        threshold=state.box.threshold[state.tiles[cell]],
    )
