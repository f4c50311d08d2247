"""What is told of a game of The Majority: as it goes on, in its film, at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.majority.components import CARDS, COLOUR, COLOURS, partner, turns
from engine.majority.state import State, result
from engine.majority.turn import BRIBES, SPIES, TRAITORS, Play, explain
from engine.parts.awards import Award, Feat
from engine.parts.values import Event, Scene
from engine.text import Seat, Text, text

CARD: Final = tuple(text(f"majority.card.{card.colour}", power=card.power) for card in CARDS)
"""Each kind by colour and power ("red 7")."""
COLOUR_NAME: Final = tuple(text(f"majority.colour.{colour}") for colour in COLOURS)


def opening(state: State) -> tuple[Event, ...]:
    """The first holder of the token, and the first round."""
    token = text("majority.event.token", seat=Seat(state.spy))
    return (Event(token, chapter=True), *round_begins(state))


def round_begins(state: State) -> Iterator[Event]:
    """How many cards everyone chooses from."""
    said = text("majority.event.round", round=state.round, n=len(state.packs[0]))
    yield Event(said, begins=True)


def exchanged(state: State) -> Iterator[Event]:
    """Everyone learns that cards were exchanged, each seat alone what it received."""
    yield Event(text("majority.event.exchanged"))
    for seat in range(state.seats):
        giver = partner(seat)
        card = CARD[state.given[giver]]
        yield Event(text("majority.event.received", partner=Seat(giver), card=card), seat)


def laid(state: State, seat: int) -> Iterator[Event]:
    """A card played openly."""
    yield Event(text("majority.event.laid", seat=Seat(seat), card=CARD[state.chosen[seat]]))


def revealed(state: State) -> Iterator[Event]:
    """The cards of a turn, then what their effects did, in order."""
    plays = explain(state.last, state.last_spy, state.options)
    cards = tuple(
        text("majority.played", seat=Seat(seat), card=CARD[kind])
        for seat, kind in enumerate(state.last)
    )
    number = turns(state.round)
    turn = text("majority.event.turn", turn=state.turn, turns=number, cards=cards)
    yield Event(turn, chapter=True)
    for play in plays:
        effect = _effect(play, plays)
        if effect is not None:
            yield Event(effect)
    if state.order:
        yield Event(text("majority.event.open", seat=Seat(state.spy)))


def _effect(play: Play, plays: list[Play]) -> Text | None:
    if not play.worked:
        first = play.kind in BRIBES and play == next(p for p in plays if p.kind == play.kind)
        colour = COLOUR_NAME[COLOUR[play.kind]]
        return text("majority.event.cancelled", colour=colour) if first else None
    seat = Seat(play.seat)
    struck = tuple(
        text("majority.owned", seat=Seat(p.seat), card=CARD[p.kind])
        for p in plays
        if play.seat in p.by and p.seat != play.seat
    )
    if play.kind in SPIES:
        return text("majority.event.spy", seat=seat)
    if play.kind in TRAITORS:
        owner = Seat(play.owner)
        return text("majority.event.betrayal", card=CARD[play.kind], seat=seat, to=owner)
    if not struck:
        return None
    key = "bribe" if play.kind in BRIBES else "assassination"
    return text(f"majority.event.{key}", seat=seat, cards=struck)


def debated(
    number: int, totals: Sequence[Sequence[int]], paid: Sequence[Sequence[int]]
) -> Iterator[Event]:
    """Who earned what, and each colour's part in it; both by colour, then by seat."""
    yield Event(text("majority.event.debate", round=number))
    for colour, columns in enumerate(zip(totals, paid, strict=True)):
        yield Event(debate_on(colour, *columns), detail=True)
    each = tuple(
        text("majority.got", seat=Seat(seat), gold=sum(column))
        for seat, column in enumerate(zip(*paid, strict=True))
    )
    earned = any(map(any, paid))
    yield Event(
        text("majority.event.gold", each=each) if earned else text("majority.event.no_gold")
    )


def debate_on(colour: int, totals: Sequence[int], paid: Sequence[int]) -> Text:
    """Who earns what for which power in a colour; by seat, told from the highest."""
    order = sorted(range(len(totals)), key=lambda seat: -totals[seat])
    earned = tuple(
        text(
            "majority.earned" if paid[seat] else "majority.unearned",
            seat=Seat(seat),
            power=totals[seat],
            gold=text("game.majority.score", n=paid[seat]),
        )
        for seat in order
        if totals[seat]
    )
    if not earned:
        return text("majority.event.unpaid", colour=COLOUR_NAME[colour])
    return text("majority.event.paid", colour=COLOUR_NAME[colour], earned=earned)


def ended(state: State) -> Iterator[Event]:
    """Who has won, and whether the token decided it."""
    end = result(state.gold, state.spy)
    winners = tuple(Seat(seat) for seat in end.places[0])
    gold = end.scores[end.places[0][0]]
    worth = text("game.majority.score", n=gold)
    by_token = any(end.scores[seat] == gold for place in end.places[1:] for seat in place)
    key = "majority.event.won_by_token" if by_token else "majority.event.won"
    yield Event(text(key, winners=winners, gold=worth))


_EFFECTS = ("assassination", "betrayal", "bribe", "spy", "cancelled")
"""What a turn is told by, the weightiest first."""
_GOLD = ("majority.event.gold", "majority.event.no_gold")


def scene(told: Sequence[Event]) -> Scene | None:
    """The debate that was held, else the turn that was resolved."""
    texts = [event.text for event in told]
    keys = [said.key.removeprefix("majority.event.") for said in texts]
    if "debate" in keys:
        paid = tuple(said for said in texts if said.key == "majority.event.paid")
        gold = next(said for said in texts if said.key in _GOLD)
        return Scene(_gains(gold), len(told), paid)
    if "turn" not in keys:
        return None
    effects = [texts[keys.index(effect)] for effect in _EFFECTS if effect in keys]
    turn = text("majority.film.turn", **texts[keys.index("turn")].args)
    return Scene(_short(effects[0]) if effects else turn, len(told))


def _gains(said: Text) -> Text:
    """The gold that each seat has won, in ten words."""
    each = said.args.get("each", ())
    got = tuple(one for one in each if isinstance(one, Text)) if isinstance(each, tuple) else ()
    gains = tuple(text("majority.film.got", **one.args) for one in got)
    return text("majority.film.gold", each=gains) if gains else said


def _short(said: Text) -> Text:
    """An effect without whose cards it struck."""
    struck = said.args.get("cards", ())
    owned = struck if isinstance(struck, tuple) else ()
    cards = tuple(one.args["card"] for one in owned if isinstance(one, Text))
    bare = tuple(card for card in cards if isinstance(card, Text))
    return text(said.key, **{**said.args, "cards": bare}) if bare else said


AWARDS: Final = (
    Award("spies", told=("majority.event.spy",), who="seat"),
    Award("killed", told=("majority.event.assassination",), who="seat", amount="cards"),
    Award("bribed", told=("majority.event.bribe",), who="seat", amount="cards"),
    Award("power", single=True),
    Award("total"),
)


def feats(state: State) -> Iterator[Feat]:
    """The power of each seat in each colour, debate after debate."""
    for totals in state.debates:
        for seat in range(state.seats):
            for colour, name in enumerate(COLOUR_NAME):
                power = totals[seat * len(COLOURS) + colour]
                yield Feat("power", seat, power, name)
                yield Feat("total", seat, power)
