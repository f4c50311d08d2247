"""What usually follows a use of a card, so that one press chooses it all (`Option.then`).

Found by playing it on copies, as far as nothing hidden comes out: paid with what is most easily
spared, pawns from the Guildhall, to the tiles where the seat is strongest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final, TypeAlias

from engine.london.chapters.flow import apply
from engine.london.components.steps import Draw, DrawAtEnd, Move, Recruit, Step
from engine.london.numbers.asks import END, LEFT, STOP, Ask
from engine.london.numbers.map import HALL, LABELS
from engine.london.numbers.packed import kind_of, pack, unpack
from engine.london.prompts.options import nearest, numbered
from engine.london.prompts.picks import SPECIAL, decode, encode
from engine.london.table.cards import cheapest
from engine.london.table.frames import amount, asking
from engine.london.table.state import State
from engine.london.telling import words
from engine.london.telling.names import card_name
from engine.parts.values import Option, Then
from engine.text import Text, text

TILES: Final = 3
"""To which an effect's pawns go at once."""
ENDS: Final = 4
"""How unlikely a button is that ends the turn too."""
ENDING: Final = 3
"""Of so many kinds of cards or fewer each may be the turn's last."""

Answer: TypeAlias = tuple[Ask, int, int]
"""To which question, what, and of a choice among effects, the program that is chosen."""
NONE: Final = -1
Tiles: TypeAlias = tuple[int, ...] | None
"""Where pawns may still go; the order makes no difference. None: that is not known yet."""


@dataclass(frozen=True, slots=True)
class _Row:
    """Answers one after the other, and where they lead."""

    after: State
    picks: tuple[tuple[str, ...], ...] = ()
    answers: tuple[Answer, ...] = ()
    tiles: Tiles = None


def after_effect(state: State, move: int) -> tuple[tuple[Then, ...], bool]:
    """What may be chosen with a card's effect: each row of usual answers; and whether the first
    thing that it asks has an answer that is as good as certain."""
    first = state.clone()
    apply(first, state.actor, move)
    rows = [row for row in _rows(state, _Row(first)) if row.picks]
    rows.sort(key=lambda row: len(set(row.picks)))  # pawns go together more often than apart
    kind = kind_of(move)
    found = tuple(
        Then(_said(state, row.answers), row.picks, _brief(state, kind, row.answers), at)
        for at, row in enumerate(rows)
    )
    return found, bool(rows) and first.ask not in (Ask.TARGET, Ask.BEADLE)


def with_end(state: State, play: Option) -> Option:
    """The same, and its likeliest row as the last one of the turn, where few cards are left."""
    if len(set(state.hands[state.actor])) > ENDING:
        return play
    for at, then in enumerate((Then(play.text, (), play.brief), *play.then)):
        after = state.clone()
        for picks in ((play.id,), *then.picks):
            apply(after, state.actor, encode(after, state.actor, picks))
        if _unseen(state, after) and after.ask == Ask.PLAY and len(after.options) > 1:
            said = text("london.pick.and_end", what=then.text)
            brief = text("london.brief.and_end", what=then.brief or then.text)
            ends = Then(said, (*then.picks, (SPECIAL[END],)), brief, ENDS + at)
            return replace(play, then=(*play.then[:at], ends, *play.then[at:]))
    return play


def _unseen(state: State, after: State) -> bool:
    """Whether it is still the same turn, and no card was drawn or looked at."""
    drawn = state.deck != after.deck or state.rng.position != after.rng.position
    turns = {(each.round, each.phase, each.turn) for each in (state, after)}
    return len(turns) == 1 and not (drawn or after.looked)


def _rows(state: State, row: _Row) -> Iterator[_Row]:
    """Every row of usual answers from here on."""
    world, seat = row.after, state.actor
    asked = world.ask not in (Ask.PLAY, Ask.NOTHING) and _unseen(state, world)
    answers = list(_usual(world, seat, row.tiles)) if asked else []
    if not answers or (len(answers) > 1 and row.tiles is None):
        yield row
    for answer, tiles in answers:
        after = world.clone()
        apply(after, seat, answer)
        picks = (*row.picks, decode(world, seat, answer))
        program = asking(world).options[answer] if world.ask == Ask.CHOOSE else NONE
        answered = (*row.answers, (world.ask, answer, program))
        yield from _rows(state, _Row(after, picks, answered, tiles))


def _usual(world: State, seat: int, tiles: Tiles) -> Iterator[tuple[int, Tiles]]:
    """The answers to a question that are usual, each with the tiles for what is left."""
    options = world.options
    if world.ask in (Ask.TARGET, Ask.BEADLE):
        yield from _placed(world, seat, tiles)
        return
    match world.ask:
        case Ask.PAY_CARD:
            yield cheapest(world.box, options), tiles
        case Ask.PAY_PAWN:
            hall = pack([HALL] * len(unpack(options[0])))
            if hall in options:
                yield hall, tiles
        case Ask.CHOOSE:
            yield from ((option, tiles) for option in options)
        case Ask.SHIP if HALL in options:
            yield HALL, tiles
        case Ask.TRADE:
            yield STOP, tiles
        case Ask.SOURCE:
            yield from ((place, None) for place in _leaving(world, seat))


def _leaving(world: State, seat: int) -> list[int]:
    """Of a step that takes pawns from tiles: one of the smallest crowd of members, then no more."""
    if not world.frames or STOP not in world.options or HALL in world.options:
        return []
    if world.frames[-1][LEFT] < amount(world, seat, asking(world)):
        return [STOP]
    members = [place for place in world.options if place in world.open]
    return sorted(members, key=world.pawns[seat].__getitem__)[:1]


def _placed(world: State, seat: int, tiles: Tiles) -> Iterator[tuple[int, Tiles]]:
    """The near tiles; the beadle may also stay, and binds no pawn, nor does a pawn bind it.

    No master leaves unasked.
    """
    if world.ask == Ask.TARGET and world.picks[-1] in world.resolved:
        return
    cells = [cell for cell in world.options if cell >= 0]
    near = tuple(nearest(world, seat, cells)[:TILES])
    if world.ask == Ask.BEADLE:
        yield from ((cell, None) for cell in (*near, STOP))
        return
    near = tiles or near
    for at, cell in enumerate(near):
        if cell in cells:
            yield cell, near[at:]


def _said(state: State, answers: Sequence[Answer]) -> Text:
    """A card's effect with the answers; pawns that go the same way are counted."""
    paid, said = None, None
    for each, alike in groupby(answers):
        if each[0] == Ask.PAY_CARD:
            paid = tuple(card_name(state.box, paid) for paid in unpack(each[1]))
            continue
        one = _phrase(state, each, len(list(alike)))
        said = one if said is None else text("london.pick.usual", what=said, more=one)
    if said is None:
        return text("london.pick.effect_paid", cards=paid or ())
    if Ask.CHOOSE not in {ask for ask, _, _ in answers}:  # a choice says that it is the effect
        said = text("london.pick.effect_so", how=said)
    return text("london.pick.paid", what=said, cards=paid) if paid else said


def _brief(state: State, kind: int, answers: Sequence[Answer]) -> Text:
    """The same below a picture in which cards have numbers: "3★ →B4 pay 5+6"."""
    numbers = numbered(state)
    said = text("london.brief.effect", number=numbers[kind])
    paid: tuple[int, ...] = ()
    source: str | None = None
    for each, alike in groupby(answers):
        ask, answer, _ = each
        if ask == Ask.PAY_CARD:
            paid = tuple(numbers[one] for one in unpack(answer))
        elif ask == Ask.SOURCE and answer >= 0:
            source = LABELS[answer]
        elif ask == Ask.TARGET and source is not None:
            way = text("london.brief.way_to", source=source, cell=LABELS[answer])
            said, source = text("london.brief.more", what=said, more=way), None
        elif ask not in (Ask.PAY_PAWN, Ask.SHIP, Ask.SOURCE):
            # from the Guildhall, if not chosen otherwise
            more = _brief_of(state, each, len(list(alike)))
            said = text("london.brief.more", what=said, more=more)
    if source is not None:
        said = text("london.brief.more", what=said, more=text("london.brief.from", cell=source))
    if paid:
        said = text("london.brief.paid", what=said, numbers="+".join(map(str, paid)))
    return said


def _brief_of(state: State, each: Answer, times: int) -> Text:
    ask, answer, program = each
    if ask == Ask.TARGET:
        return text("london.brief.to", cell=LABELS[answer], n=times)
    if ask == Ask.BEADLE and answer >= 0:
        return text("london.brief.beadle", cell=LABELS[answer])
    if ask == Ask.CHOOSE:
        return _chosen(state.box.steps[program], answer)
    if ask == Ask.TRADE:
        return text("london.brief.keeps")
    return _phrase(state, each, times)


def _chosen(steps: Sequence[Step], answer: int) -> Text:
    """Of several effects one, by what it begins with."""
    match steps[0] if steps else None:
        case Recruit():
            return text("london.brief.recruit")
        case Move():
            return text("london.brief.moves")
        case Draw() | DrawAtEnd():
            return text("london.brief.draw")
    return text("london.brief.way", number=answer + 1)


def _phrase(state: State, each: Answer, times: int) -> Text:
    ask, answer, program = each
    match ask:
        case Ask.PAY_PAWN:
            return text("london.pick.usual.pawns", times=len(unpack(answer)))
        case Ask.TARGET:
            return text("london.pick.usual.to", times=times, cell=LABELS[answer])
        case Ask.SHIP:
            return text("london.pick.usual.ship", times=times)
        case Ask.BEADLE if answer >= 0:
            return text("london.pick.usual.beadle", cell=LABELS[answer])
        case Ask.CHOOSE:
            return words.effect(state.box.steps[program])
        case Ask.TRADE:
            return text("london.pick.usual.keeps")
        case Ask.SOURCE if answer >= 0:
            return text("london.pick.usual.from", cell=LABELS[answer])
    return text("london.pick.usual.stays" if ask == Ask.BEADLE else "london.pick.stop")
