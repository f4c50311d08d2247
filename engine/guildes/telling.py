"""What there is to tell in Guildes, as words-as-data."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from engine.guildes.components import EVENTS, GUILDS, TRICKS
from engine.text import Argument, Seat, Text, text
from engine.values import Event

GUILD: Final = tuple(text(f"guildes.guild.{guild}") for guild in GUILDS)
TRICK: Final = tuple(text(f"guildes.trick.{trick}") for trick in TRICKS)
EVENT_CARD: Final = tuple(text(f"guildes.event_card.{event}") for event in EVENTS)
EVENT_RULE: Final = tuple(text(f"guildes.event_card.{event}.rule") for event in EVENTS)


def said(key: str, /, **args: Argument) -> Event:
    """An event told to everyone."""
    return Event(text(f"guildes.event.{key}", **args))


def chapter(key: str, /, **args: Argument) -> Event:
    """The laying or a lap of it begins. A ballot is none: the count just told stays in sight."""
    return Event(text(f"guildes.event.{key}", **args), chapter=True)


def guilds(cards: Iterable[int]) -> tuple[Text, ...]:
    """Cards as a list of names."""
    return tuple(GUILD[card] for card in cards)


def seats(numbers: Iterable[int]) -> tuple[Seat, ...]:
    """Seats as a list of names."""
    return tuple(map(Seat, numbers))


def ballot(number: int, event: int, direction: str, *, applies: bool) -> list[Event]:
    """A ballot begins; `applies`: the event's text counts as well as its arrow."""
    travel = text(f"guildes.direction.{direction}")
    if not applies:
        return [said("ballot", ballot=number, direction=travel)]
    card = EVENT_CARD[event]
    begins = said("ballot_with_event", ballot=number, card=card, direction=travel)
    return [begins, Event(EVENT_RULE[event])]


def tricks_dealt(tricks: Sequence[int]) -> list[Event]:
    """Everyone's dirty trick of the ballot."""
    return [
        said("trick_dealt", player=Seat(seat), trick=TRICK[trick])
        for seat, trick in enumerate(tricks)
    ]


@lru_cache
def kept(seat: int, card: int) -> Event:
    """To a player alone: what was just kept."""
    return Event(text("guildes.event.kept", card=GUILD[card]), seat)


@lru_cache
def received(seat: int, card: int) -> Event:
    """To a player alone: the card that the redistribution brought."""
    return Event(text("guildes.event.received", card=GUILD[card]), seat)


@lru_cache
def lap(turn: int, turns: int) -> Event:
    """Everyone's cards of this lap are shown."""
    return chapter("lap", turn=turn, turns=turns)


@lru_cache(maxsize=1024)
def lays(seat: int, cards: tuple[int, ...]) -> Event:
    """A player's cards are revealed."""
    return said("lays", player=Seat(seat), cards=guilds(cards))


@lru_cache(maxsize=1024)
def turns_up(seat: int, cards: tuple[int, ...]) -> Event:
    """A player's face-down cards are turned up."""
    return said("turns_up", player=Seat(seat), cards=guilds(cards))


def counted(number: int, votes: Sequence[int], totals: Sequence[int]) -> list[Event]:
    """The result of a count."""
    return [
        said("count", ballot=number),
        *(
            said("votes", player=Seat(seat), n=won, total=total)
            for seat, (won, total) in enumerate(zip(votes, totals, strict=True))
        ),
    ]


def ended(winners: Sequence[int]) -> Event:
    """Who has won."""
    return said("end", n=len(winners), winners=seats(winners))
