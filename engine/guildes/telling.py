"""What is told of a game of Guildes: as it goes on, in its film, at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Final

from engine.guildes.components import (
    EVENTS,
    GUILDS,
    IN_PLAY,
    MILICE,
    NUMBER_OF,
    REDISTRIBUTED,
    TRICKS,
    WIDTH,
)
from engine.guildes.options import event_rule
from engine.guildes.scoring import of_seat, places, totals
from engine.guildes.state import State, cards_of
from engine.parts.awards import Award, Feat
from engine.parts.values import Event, Scene
from engine.text import Argument, Seat, Text, alike, text

GUILD: Final = tuple(text(f"guildes.guild.{guild}") for guild in GUILDS)
TRICK: Final = tuple(text(f"guildes.trick.{trick}") for trick in TRICKS)
EVENT_CARD: Final = tuple(text(f"guildes.event_card.{event}") for event in EVENTS)


Told = tuple[Event, ...]


def opening(state: State) -> Told:
    """The first event card and the tricks."""
    return (*ballot(state), *tricks_dealt(state.tricks))


SMALL: Final = frozenset({"tricks"})
"""No news where there is any other."""


def said(key: str, /, **args: Argument) -> Told:
    """One sentence, told to everyone."""
    return (Event(text(f"guildes.event.{key}", **args), small=key in SMALL),)


def chapter(key: str, /, **args: Argument) -> Told:
    """The laying or a lap of it begins. A ballot is none: the count just told stays in sight."""
    return (Event(text(f"guildes.event.{key}", **args), chapter=True),)


def ballot(state: State) -> Told:
    """A ballot begins, with its event card; the card's text is told if it applies."""
    event = state.revealed[-1]
    if not state.options.events:
        begins = text("guildes.event.ballot", ballot=state.ballot)
        return (Event(begins, begins=True),)
    key, card = "guildes.event.ballot_with_event", EVENT_CARD[event]
    begins = text(key, ballot=state.ballot, card=card)
    return (Event(begins, begins=True), Event(event_rule(EVENTS[event], state.seats)))


def tricks_dealt(tricks: Sequence[int]) -> Told:
    """Everyone's dirty trick of the ballot, if they are played with."""
    each = tuple(
        text("guildes.event.holds", player=Seat(seat), trick=TRICK[dealt])
        for seat, dealt in enumerate(tricks)
    )
    return said("tricks_dealt", each=each) if each else ()


def kept(cards: Iterable[int]) -> Iterator[Event]:
    """To each player alone: what was just kept."""
    return map(_kept, count(), cards)


# Kept: a draft tells the same few of these to everybody, at every pick.
@lru_cache
def _kept(seat: int, card: int) -> Event:
    return Event(text("guildes.event.kept", card=GUILD[card]), seat)


def redistributed(given: Iterable[int], got: Iterable[int]) -> Iterator[Event]:
    """To each player alone: the card that was given up, and the one that came for it."""
    for seat, card in enumerate(given):
        yield Event(text("guildes.event.given", card=GUILD[card]), seat)
    yield from said("redistributed")
    for seat, card in enumerate(got):
        yield Event(text("guildes.event.received", card=GUILD[card]), seat)


def laying(state: State, cards: int) -> Told:
    """The laying begins; what the redistribution told stays in sight."""
    begins = said if state.event == REDISTRIBUTED else chapter
    return begins("laying", n=cards)


def first(lap: int, seat: int) -> Told:
    """In turn: who begins a lap."""
    return chapter("first", turn=lap, player=Seat(seat))


def lap(turn: int, numbers: Sequence[int], choice: Iterable[int]) -> Told:
    """Everyone's cards of this lap, by seat; `numbers`: one or two cards, by lap."""
    last, laid = sum(numbers[:turn]), tuple(map(_laid, count(), choice))
    if numbers[turn - 1] == 1:
        return chapter("lap", card=last, cards=sum(numbers), laid=laid)
    return chapter("lap_two", first=last - 1, last=last, cards=sum(numbers), laid=laid)


# Kept: a lap tells one of these for each player.
@lru_cache(maxsize=1024)
def _laid(seat: int, move: int) -> Text:
    return text("guildes.event.laid", player=Seat(seat), cards=_guilds(cards_of(move)))


def lap_face_down(turn: int, turns: int) -> Told:
    """Everyone's card of this lap lies face down, or the last one open."""
    return chapter("lap_face_down", card=turn, cards=turns)


def lays(seat: int, card: int) -> Told:
    """In turn: a player's card, face up at once."""
    return said("lays", player=Seat(seat), card=GUILD[card])


def turns_up(seat: int, cards: tuple[int, ...]) -> Told:
    """A player's face-down cards are turned up."""
    return said("turns_up", player=Seat(seat), cards=_guilds(cards))


def protection(seat: int) -> Told:
    """A player is protected from the other tricks."""
    return said("trick.protection", player=Seat(seat))


def not_played(why: str, seat: int, trick: int) -> Told:
    """A trick is "declined", or "useless"."""
    return said(f"trick.{why}", player=Seat(seat), trick=TRICK[trick])


def exchange(seat: int, one: tuple[int, int], other: tuple[int, int]) -> Told:
    """Two players' cards change places, each given as seat and guild, one perhaps the player's."""
    if seat in (one[0], other[0]):
        (_, given), (whom, taken) = (one, other) if one[0] == seat else (other, one)
        return said(
            "trick.exchange_own",
            player=Seat(seat),
            given=GUILD[given],
            other=Seat(whom),
            taken=GUILD[taken],
        )
    return said(
        "trick.exchange",
        player=Seat(seat),
        one=Seat(one[0]),
        given=GUILD[one[1]],
        other=Seat(other[0]),
        taken=GUILD[other[1]],
    )


def sacrifice(seat: int, own: int, victim: int, card: int) -> Told:
    """A player gives a card up, and somebody loses one, perhaps the player again."""
    if victim == seat:
        return said("trick.sacrifice_own", player=Seat(seat), own=GUILD[own], card=GUILD[card])
    return said(
        "trick.sacrifice", player=Seat(seat), own=GUILD[own], victim=Seat(victim), card=GUILD[card]
    )


def salvage_draws(seat: int, cards: int) -> Told:
    """A player has drawn from the discard pile."""
    return said("trick.salvage_draws", player=Seat(seat), n=cards)


def salvage(seat: int, card: int) -> Told:
    """The drawn card that is laid."""
    return said("trick.salvage", player=Seat(seat), card=GUILD[card])


def second_thoughts(seat: int, taken: int, laid: int) -> Told:
    """A player takes a card back and lays another."""
    return said("trick.second_thoughts", player=Seat(seat), taken=GUILD[taken], laid=GUILD[laid])


def mark(seat: int, sign: int, whom: int, guild: int) -> Told:
    """A card more or less counts for somebody, perhaps for the player of the trick."""
    key = "trick.plus" if sign > 0 else "trick.minus"
    if whom == seat:
        return said(f"{key}_self", player=Seat(seat), guild=GUILD[guild])
    return said(key, player=Seat(seat), whom=Seat(whom), guild=GUILD[guild])


def shares(state: State) -> Iterator[Event]:
    """How a count came about, and what it comes to with those before, for who wants to know."""
    cards, votes = state.counted[-1], state.counts[-1]
    for guild in IN_PLAY[state.seats]:
        if any(cards[guild::WIDTH]):
            column = (cards[guild::WIDTH], votes[guild::WIDTH], state.laid[guild::WIDTH])
            line = share(GUILDS[guild], *column)
            yield Event(line, detail=True)
    if len(state.counts) > 1:
        yield Event(text("guildes.event.in_all", each=_each(totals(state))), detail=True)


def votes(state: State) -> Told:
    """The result of a count, in a line."""
    won = (sum(of_seat(state.counts[-1], seat)) for seat in range(state.seats))
    return said("votes_won", ballot=state.ballot, each=_each(won))


def _each(votes: Iterable[int]) -> tuple[Text, ...]:
    """Numbers of votes beside the names of who has them, by seat."""
    return tuple(
        text("guildes.event.votes_of", player=Seat(seat), votes=number)
        for seat, number in enumerate(votes)
    )


def share(guild: str, cards: Sequence[int], votes: Sequence[int], laid: Sequence[int] = ()) -> Text:
    """Who has how many votes for how many cards of a guild; by seat.

    `laid`: cards without what tricks changed, where that is known.
    """
    alike: dict[tuple[int, int, int], list[Seat]] = {}
    for seat, number in enumerate(cards):
        if number:
            mark = number - laid[seat] if laid else 0
            alike.setdefault((number, votes[seat], mark), []).append(Seat(seat))
    shares = [
        text(
            "guildes.count.one" if len(seats) == 1 else "guildes.count.each",
            players=tuple(seats),
            cards=_counted(number, mark),
            votes=text("guildes.count.votes", n=each),
        )
        for (number, each, mark), seats in sorted(alike.items(), reverse=True)
    ]
    return text("guildes.count.guild", guild=GUILD[NUMBER_OF[guild]], shares=_in_a_row(shares))


def _counted(number: int, mark: int) -> Text:
    """Cards that counted, those that lie there apart from what a trick changed."""
    if not mark:
        return text("guildes.count.cards", n=number)
    key = "guildes.count.more" if mark > 0 else "guildes.count.less"
    return text(key, n=number - mark)


def _in_a_row(shares: Sequence[Text]) -> Text:
    """One after the other: as a list, the last would be joined like two of one share."""
    if len(shares) == 1:
        return shares[0]
    return text("guildes.count.then", first=shares[0], rest=_in_a_row(shares[1:]))


def ended(state: State) -> Told:
    """Who has won."""
    winners = places(state)[0]
    return said("end", n=len(winners), winners=tuple(map(Seat, winners)))


def _guilds(cards: Iterable[int]) -> tuple[Text, ...]:
    return alike(GUILD[card] for card in cards)


_NAMED = 4
"""Players whose cards of a lap can be told in ten words."""
_AS_TOLD = {"guildes.event.lays", "guildes.event.lap_face_down", "guildes.event.redistributed"}


def scene(told: Sequence[Event]) -> Scene | None:
    """The count that was held, else what was laid, played or kept last."""
    texts = [event.text for event in told]
    for said in texts:
        if said.key == "guildes.event.votes_won":
            shares = tuple(one for one in texts if one.key == "guildes.count.guild")
            return Scene(_most(said), len(told), shares)
    found = [said for said in map(_frame, texts) if said is not None]
    return Scene(found[-1], len(told)) if found else None


def _frame(said: Text) -> Text | None:
    match said.key.removeprefix("guildes.event."):
        case "laying":
            return text("guildes.film.kept", n=said.args["n"])
        case "lap":
            laid = said.args["laid"]
            if isinstance(laid, tuple) and len(laid) <= _NAMED:
                return text("guildes.film.lap", laid=laid)
            return text("guildes.film.lays_one", **said.args)
        case "lap_two":
            return text("guildes.film.lays_two", **said.args)
    return said if said.key in _AS_TOLD or ".trick." in said.key else None


def _most(counted: Text) -> Text:
    """Who won most in a count."""
    ballot, each = counted.args["ballot"], counted.args["each"]
    won: dict[Seat, int] = {}
    for one in each if isinstance(each, tuple) else ():
        args = one.args if isinstance(one, Text) else {}
        seat, votes = args.get("player"), args.get("votes")
        if isinstance(seat, Seat) and isinstance(votes, int):
            won[seat] = votes
    most = max(won.values())
    first = tuple(seat for seat, votes in won.items() if votes == most)
    if len(first) > 1:
        return text("guildes.film.shared", ballot=ballot, players=len(first), n=most)
    return text("guildes.film.counted", ballot=ballot, player=first[0], n=most)


_TRICKS: Final = (
    *("protection", "exchange", "exchange_own", "sacrifice", "sacrifice_own"),
    *("salvage", "second_thoughts"),
    *("plus", "plus_self", "minus", "minus_self"),
)

AWARDS: Final = (
    Award("lead", single=True),
    Award("ballot", single=True),
    Award("tricks", told=tuple(f"guildes.event.trick.{trick}" for trick in _TRICKS)),
    Award("led", single=True),
    Award("rise", single=True),
)


def feats(state: State) -> Iterator[Feat]:
    """At each count: votes, leads in guilds, how many are led alone, the rise since the last."""
    before = [0] * state.seats
    for ballot, votes in enumerate(state.counts, start=1):
        won = [sum(of_seat(votes, seat)) for seat in range(state.seats)]
        yield from (Feat("ballot", seat, number) for seat, number in enumerate(won))
        if ballot > 1:
            yield from (Feat("rise", seat, won[seat] - before[seat]) for seat in range(state.seats))
        before = won
        led = dict.fromkeys(range(state.seats), 0)
        for guild in range(MILICE):
            column = [votes[seat * WIDTH + guild] for seat in range(state.seats)]
            first, second, *_ = sorted(column, reverse=True)
            if first > second:
                leader = column.index(first)
                led[leader] += 1
                yield Feat("lead", leader, first - second, GUILD[guild])
        yield from (Feat("led", seat, number) for seat, number in led.items())
