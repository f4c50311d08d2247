"""What is told of a game of La Cité corrompue: as it goes on, in its film, at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from engine.corrompue.components import FACTION, FACTIONS, MILICE, VALUE, cards_in
from engine.corrompue.state import State
from engine.parts.awards import Award, Feat
from engine.parts.values import Event, Outcome, Scene
from engine.text import Argument, Seat, Text, text

FACTION_NAME: Final = tuple(text(f"corrompue.faction.{faction}") for faction in FACTIONS)
CARD: Final = tuple(
    text(f"corrompue.card.{FACTIONS[faction]}", value=value)
    for faction, value in zip(FACTION, VALUE, strict=True)
)
"""Each card by faction and value ("Noblesse 7")."""


def opening(state: State) -> tuple[Event, ...]:
    """Who deals first."""
    return (Event(_begins(state), chapter=True),)


def event_begins(state: State, drawn: Sequence[int]) -> Iterator[Event]:
    """The deal, and the Culte cards drawn for Noblesse tokens; which, each seat hears alone."""
    yield Event(_begins(state), begins=True)
    each = tuple(_number(seat, handed) for seat, handed in enumerate(state.handed) if handed)
    if each:
        yield said("culte", each=each)
    for seat, cards in enumerate(drawn):
        if cards:
            names = tuple(CARD[card] for card in cards_in(cards))
            yield Event(text("corrompue.event.drawn", cards=names), seat)


def _begins(state: State) -> Text:
    return text("corrompue.event.begins", event=state.event, dealer=Seat(state.dealer))


def _number(seat: int, number: int) -> Text:
    return text("corrompue.won", seat=Seat(seat), cards=number)


def played(state: State, seat: int, card: int) -> Iterator[Event]:
    """A card, which lies in sight: who took the trick before, or the count, is news instead."""
    key = f"corrompue.event.{'leads' if len(state.plays) == 1 else 'plays'}"
    yield Event(text(key, seat=Seat(seat), card=CARD[card]), small=True)


def only(_state: State, seat: int, card: int) -> Iterator[Event]:
    """To who had no other card to play."""
    yield Event(text("corrompue.event.only", seat=Seat(seat), card=CARD[card]), seat)


def taken(state: State, seat: int) -> Iterator[Event]:
    """Who takes which trick. A chapter begins: it stays in sight until the next one is taken."""
    said = text("corrompue.event.takes", seat=Seat(seat), cards=_last_trick(state))
    yield Event(said, chapter=True)


def interrupted(state: State, seat: int) -> Iterator[Event]:
    """Whom the Milice token's holder has named, and which trick that seat takes."""
    holder, cards = Seat(state.milice), _last_trick(state)
    said = text("corrompue.event.interrupts", seat=holder, named=Seat(seat), cards=cards)
    yield Event(said, chapter=True)


def _last_trick(state: State) -> tuple[Text, ...]:
    leader, _, plays = state.last
    return tuple(
        text("corrompue.played", seat=Seat((leader + place) % state.seats), card=CARD[card])
        for place, card in enumerate(plays)
    )


def counted(
    state: State, won: Sequence[Sequence[int]], given: Sequence[Sequence[int]]
) -> Iterator[Event]:
    """Who gets which token; and a line a faction: for which cards won."""
    yield said("count", event=state.event)
    milice = [int(seat == state.milice) for seat in range(state.seats)]
    each_token = tuple(
        _given(faction, won[faction], tokens)
        for faction, tokens in enumerate((*given, milice))
        if any(tokens) or (faction == MILICE and any(won[faction]))
    )
    yield said("tokens", each=each_token) if each_token else said("no_tokens")
    for faction, cards in enumerate(won):
        if any(cards):
            tokens_to = _tokens(faction, cards, given)
            told = text("corrompue.event.counted", won=_won(faction, cards), given=tokens_to)
            yield Event(told, detail=True)


def _won(faction: int, cards: Sequence[int]) -> Text:
    """How many cards of a faction everybody won."""
    each = tuple(_number(seat, number) for seat, number in enumerate(cards) if number)
    return text("corrompue.event.won", faction=FACTION_NAME[faction], each=each)


def cards_won(won: Mapping[str, Sequence[int]]) -> tuple[Text, ...]:
    """Of each faction of which a card was won; in the factions' order."""
    return tuple(_won(faction, cards) for faction, cards in enumerate(won.values()) if any(cards))


def _given(faction: int, won: Sequence[int], tokens: Sequence[int]) -> Text:
    """Who gets a token of a faction; if all others do, or nobody, why."""
    name, seats, most = FACTION_NAME[faction], _seats(tokens), max(won)
    if most < sum(won):
        key = "given" if seats else "given_nobody"
        return text(f"corrompue.{key}", faction=name, seats=seats)
    key, greedy = "given_others" if seats else "given_nobody_all", Seat(won.index(most))
    return text(f"corrompue.{key}", faction=name, seats=seats, greedy=greedy)


def tokens_given(
    won: Mapping[str, Sequence[int]], given: Sequence[Sequence[int]]
) -> tuple[Text, ...]:
    """Who gets the token of each faction of which a card was won; in the factions' order."""
    return tuple(
        _tokens(faction, cards, given) for faction, cards in enumerate(won.values()) if any(cards)
    )


def _milice(won: Sequence[int]) -> Text:
    most = max(won)
    seat = Seat(won.index(most))
    if most == sum(won):
        return text("corrompue.event.milice_all", greedy=seat)
    if won.count(most) > 1:
        return text("corrompue.event.milice_nobody")
    return text("corrompue.event.milice", seat=seat)


def _tokens(faction: int, won: Sequence[int], given: Sequence[Sequence[int]]) -> Text:
    if faction == MILICE:
        return _milice(won)
    seats, most, key = _seats(given[faction]), max(won), f"corrompue.event.{FACTIONS[faction]}"
    if most < sum(won):
        return text(key, n=len(seats), seats=seats)
    greedy = Seat(won.index(most))
    return text(f"{key}_others", n=len(seats), seats=seats, greedy=greedy)


def _seats(tokens: Sequence[int]) -> tuple[Seat, ...]:
    return tuple(Seat(seat) for seat, token in enumerate(tokens) if token)


def ended(outcome: Outcome) -> Iterator[Event]:
    """Who has won, if anybody has."""
    winners = tuple(Seat(seat) for seat in outcome.places[0])
    yield said("won_game", n=len(winners), winners=winners) if winners else said("nobody_won")


def said(key: str, /, **args: Argument) -> Event:
    """An event told to everyone."""
    return Event(text(f"corrompue.event.{key}", **args))


_TAKEN = {"corrompue.event.takes": "takes", "corrompue.event.interrupts": "names"}
_TOKENS = ("corrompue.event.tokens", "corrompue.event.no_tokens")


def scene(told: Sequence[Event]) -> Scene | None:
    """The count that was held, else the trick that was taken."""
    counted = tuple(event.text for event in told if event.text.key == "corrompue.event.counted")
    tokens = [event.text for event in told if event.text.key in _TOKENS]
    if tokens:
        return Scene(_tokens_won(tokens[0]), len(told), counted)
    taken = [event.text for event in told if event.text.key in _TAKEN]
    if not taken:
        return None
    last = taken[-1]
    takes = _TAKEN[last.key] == "takes"
    run = text("corrompue.film.run", seat=last.args["seat"], n=1) if takes else None
    return Scene(_trick(last.key, last.args), len(told), run=run)


def _trick(key: str, args: Mapping[str, Argument]) -> Text:
    """Who takes it with which card, or by whom it is given to whom."""
    if "named" in args:
        return text(f"corrompue.film.{_TAKEN[key]}", seat=args["seat"], named=args["named"])
    cards = [one.args["card"] for one in _texts(args["cards"]) if one.args["seat"] == args["seat"]]
    return text(f"corrompue.film.{_TAKEN[key]}", seat=args["seat"], card=cards[0])


def _tokens_won(told: Text) -> Text:
    """How many tokens each seat got in a count, shorter than which."""
    each = _texts(told.args.get("each", ()))
    seats = [seat for one in each for seat in _listed(one.args["seats"])]
    got = Counter(seat.number for seat in seats if isinstance(seat, Seat))
    tokens = tuple(_number(seat, number) for seat, number in sorted(got.items()))
    return text("corrompue.film.tokens", each=tokens) if tokens else told


def _listed(listed: Argument) -> Sequence[Argument]:
    return listed if isinstance(listed, tuple) else ()


def _texts(listed: Argument) -> list[Text]:
    several = listed if isinstance(listed, tuple) else ()
    return [one for one in several if isinstance(one, Text)]


AWARDS: Final = (
    Award("interruptions", told=("corrompue.event.interrupts",), who="seat"),
    Award("faction", single=True),
    Award("tricks", told=tuple(_TAKEN), who=("named", "seat")),
)


def feats(state: State) -> Iterator[Feat]:
    """The cards that each seat has won of each faction, event after event."""
    for won in state.counts:
        counted = len(won) // state.seats
        for seat in range(state.seats):
            for faction, name in enumerate(FACTION_NAME[:counted]):
                yield Feat("faction", seat, won[seat * counted + faction], name)
