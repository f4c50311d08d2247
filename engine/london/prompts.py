"""Prompts: the present choice in words, and its picks as moves."""

from __future__ import annotations

from typing import Final

from engine.london import negotiation, words
from engine.london.activation import FIRST, members, parts, programs
from engine.london.asks import AT, BACK, END, LEFT, PROGRAM, SKIP, STOP, UNDO, Ask, Phase
from engine.london.map import HALL, PLANTATION, SUPPLY
from engine.london.names import card_name, mayor_name, place, place_id, side_name, tile_card
from engine.london.steps import Choose, Step
from engine.london.table import EMPTY, Table
from engine.london.turn import pack, paid_so_far, unpack
from engine.text import Seat, Text, text
from engine.values import IllegalMove, Option, Prompt

SPECIAL: Final = {
    STOP: Option("stop", text("london.pick.stop"), role="pass"),
    SKIP: Option("skip", text("london.pick.skip"), role="pass"),
    END: Option("end", text("london.pick.end"), role="confirm"),
    BACK: Option("back", text("london.pick.back"), role="back"),
    UNDO: Option("undo", text("london.pick.undo"), role="undo"),
}
_WAYS: Final = ("recruit", "move", "effect")


def build(t: Table, ways_back: list[int]) -> dict[int, Prompt]:
    """The open prompts by seat; `ways_back`: BACK and UNDO as far as they are open."""
    if t.ask == Ask.NOTHING:
        return {}
    if t.ask == Ask.KEEP:
        return {seat: _keep(t, seat) for seat in range(t.seats)}
    least = most = 1
    if t.ask == Ask.TAKE:
        options = _parts(t)
        least, most = 0, len(options)
    elif t.ask == Ask.EXCESS:
        options = _copies(t, t.hands[t.actor])
        least = most = len(decode(t, t.actor, t.options[0]))
    elif t.ask == Ask.LOOK:
        options = tuple(_mayor(t, mayor) for mayor in t.looked)
        least = most = t.options[0].bit_count()
    else:
        options = tuple(_option(t, move) for move in t.options)
    options += tuple(SPECIAL[move] for move in ways_back)
    return {t.actor: Prompt(t.actor, _ask(t), options, least, most, step=t.step + t.substep)}


def encode(t: Table, seat: int, picks: tuple[str, ...]) -> int:
    """The move that these picks make; raises IllegalMove where they name nothing."""
    if t.ask == Ask.KEEP:
        return [_mayor_id(t, mayor) for mayor in t.mayors[seat]].index(picks[0])
    if t.ask == Ask.TAKE:
        return sum(1 << int(pick.removeprefix("part:")) for pick in picks)
    if t.ask == Ask.EXCESS:
        codes = [int(pick.split(":")[1]) for pick in picks]
        return pack(t.box.kind_number[code] for code in codes)
    if t.ask == Ask.LOOK:
        ids = [_mayor_id(t, mayor) for mayor in t.looked]
        return sum(1 << ids.index(pick) for pick in picks)
    for move in (*t.options, BACK, UNDO):
        if _id(t, move) == picks[0]:
            return move
    raise IllegalMove(text("illegal.not_offered"))


def decode(t: Table, seat: int, move: int) -> tuple[str, ...]:
    """The picks that make a move."""
    if t.ask == Ask.KEEP:
        return (_mayor_id(t, t.mayors[seat][move]),)
    if t.ask == Ask.TAKE:
        return tuple(f"part:{part}" for part in range(move.bit_length()) if move >> part & 1)
    if t.ask == Ask.EXCESS:
        return tuple(option.id for option in _copies(t, unpack(move)))
    if t.ask == Ask.LOOK:
        return tuple(_mayor_id(t, m) for at, m in enumerate(t.looked) if move >> at & 1)
    return (_id(t, move),)


def _keep(t: Table, seat: int) -> Prompt:
    kept = t.kept[seat]
    return Prompt(
        seat,
        text("london.ask.keep"),
        tuple(_mayor(t, mayor) for mayor in t.mayors[seat]),
        answered=None if kept == EMPTY else (_mayor_id(t, t.mayors[seat][kept]),),
        step=t.step,
        done="london.done.keep",
    )


def _ask(t: Table) -> Text:  # noqa: C901, PLR0911 - a line a kind of question
    """The question, with what it is about."""
    key = f"london.ask.{t.ask.name.lower()}"
    left = t.frames[-1][LEFT] if t.frames else 1
    match t.ask:
        case Ask.USE:
            card = t.box.components.cards[t.picks[0]]
            return text(key, card=card_name(t.box, t.picks[0]), effect=words.card(card))
        case Ask.PAY_CARD | Ask.PAY_PAWN:
            return text(key, card=card_name(t.box, t.picks[0]))
        case Ask.SOURCE | Ask.TRADE:
            return text(key, n=left)
        case Ask.TARGET if t.picks[-1] == SUPPLY:
            return text("london.ask.post", n=left)
        case Ask.TARGET:
            return text(key, source=place(t, t.picks[-1]))
        case Ask.SHIP:
            return text(key, n=left, side=side_name(t.box, t.side))
        case Ask.LOOK:
            return text(key, n=t.options[0].bit_count())
        case Ask.EXCESS:
            return text(key, n=len(unpack(t.options[0])))
        case Ask.NEGOTIATE:
            return text(key, place=_disputed(t), n=t.neutrals[t.actor], there=_there(t))
        case Ask.REPLACE:
            other = Seat(_next_opponent(t))
            return text(key, place=_disputed(t), other=other, there=_there(t))
        case Ask.TAKE:
            which = "first" if t.stage == FIRST else "second"
            return text(f"{key}.{which}", place=place(t, t.active))
    return text(key)


def _where(t: Table) -> int:
    return PLANTATION if t.phase == Phase.PLANTING else t.active


def _disputed(t: Table) -> Text:
    return place(t, _where(t))


def _there(t: Table) -> tuple[Text, ...]:
    """Whose liverymen negotiation is about."""
    pawns = [mine[_where(t)] for mine in t.pawns]
    return tuple(
        text("london.ask.there", player=Seat(seat), n=number)
        for seat, number in enumerate(pawns)
        if number
    )


def _next_opponent(t: Table) -> int:
    return negotiation.opponents(t, t.actor, _where(t))[len(t.picks)]


def _id(t: Table, move: int) -> str:
    """The option id of a move where one thing is chosen."""
    if move in SPECIAL:
        return SPECIAL[move].id
    match t.ask:
        case Ask.CARD | Ask.PAY_CARD | Ask.TRADE:
            return f"card:{t.box.kinds[move].code}"
        case Ask.USE:
            return _WAYS[move]
        case Ask.CHOOSE:
            return f"option:{move + 1}"
        case Ask.ORDER:
            return _mayor_id(t, move)
        case Ask.NEGOTIATE:
            lost = negotiation.unpack(move, t.seats)
            return ".".join(f"{seat}x{number}" for seat, number in lost.items()) or "none"
        case Ask.REPLACE:
            return str(move)
    return place_id(move)


def _option(t: Table, move: int) -> Option:
    """One way to answer where one thing is chosen."""
    if move in SPECIAL:
        return SPECIAL[move]
    name = _id(t, move)
    match t.ask:
        case Ask.CARD | Ask.PAY_CARD | Ask.TRADE:
            return Option(name, _held(t, move), card=name)
        case Ask.USE:
            return Option(name, _way(t, name))
        case Ask.CHOOSE:
            return Option(name, words.effect(_choices(t)[move]))
        case Ask.ORDER:
            return _mayor(t, move)
        case Ask.NEGOTIATE | Ask.REPLACE:
            return Option(name, _replacing(t, move), role="choice" if move else "pass")
        case Ask.TARGET | Ask.BEADLE:
            return Option(name, _target(t, move), card=tile_card(t.box, t.tiles[move]))
    drawn = tile_card(t.box, t.tiles[move]) if move < HALL else None
    return Option(name, _source(t, move), card=drawn)


def _held(t: Table, kind: int) -> Text:
    """A kind of card in hand, with how many can still be taken of it."""
    number = t.hands[t.actor].count(kind)
    if t.ask == Ask.PAY_CARD:
        number -= paid_so_far(t)[0].count(kind) + (t.picks[0] == kind)
    name = card_name(t.box, kind)
    return name if number == 1 else text("london.pick.copies", card=name, n=number)


def _way(t: Table, way: str) -> Text:
    card = t.box.components.cards[t.picks[0]]
    if way == "effect":
        price = words.cost(card)
        return text("london.pick.effect") if price is None else text("london.pick.paid", cost=price)
    if way == "move":
        colours = tuple(text(f"london.colour.{colour}") for colour in card.colours)
        return text("london.pick.move", colours=colours)
    return text("london.pick.recruit")


def _choices(t: Table) -> tuple[tuple[Step, ...], ...]:
    frame = t.frames[-1]
    step = t.box.steps[frame[PROGRAM]][frame[AT]]
    return step.options if isinstance(step, Choose) else ()


def _replacing(t: Table, move: int) -> Text:
    lost = negotiation.unpack(move, t.seats)
    if t.ask == Ask.REPLACE:
        lost = {_next_opponent(t): move} if move else {}
    if not lost:
        return text("london.pick.replace_none")
    return text(
        "london.pick.replace",
        pawns=tuple(
            text("london.pick.pawns_of", n=number, player=Seat(seat))
            for seat, number in lost.items()
        ),
    )


def _source(t: Table, where: int) -> Text:
    """A place of own pawns: whose master leaves, or how many members are there."""
    if where in t.resolved:
        return text("london.pick.master", place=place(t, where))
    number = t.pawns[t.actor][where]
    if t.ask == Ask.PAY_PAWN:
        number -= paid_so_far(t)[1].count(where)
    return text("london.pick.members", place=place(t, where), n=number)


def _target(t: Table, cell: int) -> Text:
    return text(
        "london.pick.target",
        place=place(t, cell),
        members=members(t, cell),
        threshold=t.box.threshold[t.tiles[cell]],
    )


def _parts(t: Table) -> tuple[Option, ...]:
    """The parts of a reward, all ticked at first."""
    steps = [step for program in programs(t) for step in t.box.steps[program]]
    return tuple(
        Option(f"part:{part}", words.step_words(steps[part]), ticked=True)
        for part in parts(t, t.actor)
    )


def _copies(t: Table, kinds: list[int]) -> tuple[Option, ...]:
    """Cards one by one: "card:31", its second copy "card:31:2"."""
    options = []
    for at, kind in enumerate(kinds):
        copy = kinds[:at].count(kind)
        card = f"card:{t.box.kinds[kind].code}"
        name = f"{card}:{copy + 1}" if copy else card
        options.append(Option(name, card_name(t.box, kind), card=card))
    return tuple(options)


def _mayor_id(t: Table, mayor: int) -> str:
    return f"mayor:{t.box.components.mayors[mayor].id}"


def _mayor(t: Table, mayor: int) -> Option:
    name = _mayor_id(t, mayor)
    counted = words.mayor_in_short(t.box.components.mayors[mayor])
    label = text("london.pick.mayor", mayor=mayor_name(t.box, mayor), counted=counted)
    return Option(name, label, card=name)
