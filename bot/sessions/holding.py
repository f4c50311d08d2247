"""Who has the seats of a session, and who may change that.

Each function that changes something gives the session as it is after; they raise Refused where
that can't be. Whoever has seen a hand takes no other seat of that game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.people import bold
from bot.sessions.refusals import (
    AlreadySeated,
    CantBeOffered,
    KnowsAnother,
    LessonIsAlone,
    MayKnowAnother,
    NotALobby,
    NotHost,
    NotHostNorModerator,
    NotInvitedNow,
    NotOffered,
    NotSeated,
    Refused,
    SeatPassedOn,
    SeatTaken,
    UnknownOption,
)
from bot.store.records.play import Departed, Offer, Seat
from bot.store.records.sessions import Session
from engine.parts.rng import Rng
from engine.text import text

STRENGTH = "normal"
"""Of a computer that plays on for a person, where none sat there before."""
NOBODY = 0
"""The id of no person at all."""
NO_SEAT_YET: Final = text("refused.seat_first")
_DRAW_OF_PARTIES = 1 << 40
"""Position of the seed's generator from which parties are drawn, far from the game's own."""


def left(game: Session, user_id: int, names: Sequence[str]) -> Session:
    """A computer plays on for the person; raises NotSeated.

    It is the one that sat there before, or has the first free of these names. The next person
    becomes host; a game without people is abandoned, and keeps its seats.
    """
    mine = seat_of(game, user_id)
    if mine is None:
        raise NotSeated
    people = [seat.user_id for seat in game.seats if seat.user_id not in (None, user_id)]
    if not people:
        return replace(game, status="abandoned", computers_due=False)
    return _with(game, _computer(game, mine, names))


def taken_over(game: Session, number: int, person: Seat) -> Session:
    """A person plays on for the computer of that seat.

    Raises what `may_take` does, SeatTaken, NotInvitedNow.
    """
    before = may_take(game, number, person.user_id)
    if before.user_id is not None:
        raise SeatTaken
    asked = {invitation.user_id for invitation in game.invitations}
    known = {gone.user_id for gone in game.departed}
    if game.invited_only and person.user_id not in asked | known:
        raise NotInvitedNow
    return held_by(game, before, person)


def to_take(game: Session, user_id: int) -> list[Seat]:
    """The computers' seats that this person may take, NOBODY: somebody; raises why there is none.

    Raises LessonIsAlone, SeatTaken, and what `taken_over` does.
    """
    check_open(game)
    found: list[Seat] = []
    why: Refused = SeatTaken()
    for seat in game.seats:
        if seat.user_id is None:
            try:
                taken_over(game, seat.seat, Seat(seat.seat, user_id, "", None, None))
            except Refused as refused:
                why = refused
            else:
                found.append(seat)
    if not found:
        raise why
    return found


def offered(game: Session, number: int, user_id: int | None) -> Session:
    """The seat is offered to a person, None: to whoever presses.

    In place of its last offer, and of the last to that person, who can take one seat alone.
    Raises LessonIsAlone, UnknownOption, CantBeOffered.
    """
    check_open(game)
    try:
        may_take(game, number, user_id or NOBODY)
    except (AlreadySeated, KnowsAnother, MayKnowAnother) as why:
        raise CantBeOffered(why) from why
    return replace(game, offers=(*_others(game, number, user_id), Offer(number, user_id)))


def _others(game: Session, number: int, user_id: int | None) -> tuple[Offer, ...]:
    """What is offered but that seat, and to others than that person."""
    return tuple(
        offer
        for offer in withdrawn(game, number).offers
        if offer.user_id is None or offer.user_id != user_id
    )


def check_open(game: Session) -> None:
    """Raise LessonIsAlone where nobody else can ever play on."""
    if game.practice:
        raise LessonIsAlone


def offers_to(game: Session, user_id: int | None) -> list[Offer]:
    """The offers that the person may accept, those to whoever presses among them."""
    if game.status != "playing":
        return []
    return [offer for offer in game.offers if offer.user_id in (None, user_id)]


def withdrawn(game: Session, number: int) -> Session:
    """The seat is offered no more."""
    return replace(game, offers=tuple(offer for offer in game.offers if offer.seat != number))


def accepted(game: Session, number: int, person: Seat) -> Session:
    """The person plays on in a seat that is offered.

    Raises what `may_take` does, NotOffered.
    """
    before = may_take(game, number, person.user_id)
    if not any(offer.seat == number for offer in offers_to(game, person.user_id)):
        raise NotOffered
    return held_by(game, before, person)


def may_take(game: Session, number: int, user_id: int | None) -> Seat:
    """The seat of that number, if this person may have it.

    Raises AlreadySeated, UnknownOption, KnowsAnother, MayKnowAnother.
    """
    if seat_of(game, user_id) is not None:
        raise AlreadySeated
    if not 0 <= number < len(game.seats):
        raise UnknownOption
    if any(gone.user_id == user_id and gone.seat != number for gone in game.departed):
        raise KnowsAnother
    known = user_id in {NOBODY, *(gone.user_id for gone in game.departed)}
    if not known and not takes_newcomers(game, number):
        raise MayKnowAnother
    return game.seats[number]


def takes_newcomers(game: Session, number: int) -> bool:
    """Whether nobody who is unknown by now has seen the hand of another seat."""
    return not any(gone.forgotten and gone.seat != number for gone in game.departed)


def held_by(game: Session, before: Seat, person: Seat) -> Session:
    """The person plays on in that seat; its computer will again when the person leaves."""
    computer = (before.computer_name, before.computer_strength)
    if before.user_id is None:
        computer = (before.name, before.strength)
    after = replace(
        before,
        user_id=person.user_id,
        name=person.name,
        strength=None,
        computer_name=computer[0],
        computer_strength=computer[1],
    )
    return _with(game, after)


def absence(game: Session, user_id: int) -> Refused:
    """Why somebody has no seat: never had one, or who plays it now."""
    for gone in game.departed:
        if gone.user_id == user_id:
            return SeatPassedOn(name=bold(game.seats[gone.seat].name))
    return NotSeated()


def _computer(game: Session, mine: Seat, names: Sequence[str]) -> Seat:
    taken = {seat.name for seat in game.seats if seat is not mine}
    offered = (mine.computer_name, *names)
    name = next((name for name in offered if name is not None and name not in taken), names[0])
    return replace(
        mine,
        user_id=None,
        name=name,
        strength=mine.computer_strength or STRENGTH,
        computer_name=None,
        computer_strength=None,
    )


def _with(game: Session, after: Seat) -> Session:
    """The session with another holder of a seat: host, departed and offers follow."""
    before = game.seats[after.seat]
    seats = tuple(after if seat is before else seat for seat in game.seats)
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    heirs = sorted(people, key=lambda user_id: user_id == after.user_id)  # newcomers last
    departed = {gone.user_id: gone for gone in game.departed}
    if before.user_id is not None:
        departed[before.user_id] = Departed(before.user_id, before.seat)
    if after.user_id is not None:
        departed.pop(after.user_id, None)
    # An offer outlives a leave: a computer keeps the seat warm. Who comes takes no second seat.
    comes = after.user_id
    offers = game.offers if comes is None else _others(game, after.seat, comes)
    return replace(
        game,
        seats=seats,
        host_id=game.host_id if game.host_id in people else heirs[0],
        departed=tuple(departed.values()),
        offers=offers,
    )


def seat_of(lobby: Session, user_id: int | None) -> Seat | None:
    """The seat of a person, if seated."""
    return next((seat for seat in lobby.seats if seat.user_id == user_id), None)


def may_host(session: Session, user_id: int) -> bool:
    """Whether somebody may do what a host may: the host, and in his absence whoever sits there."""
    absent = session.host_away and seat_of(session, user_id) is not None
    return absent or user_id == session.host_id


def still_open(record: Session) -> Session:
    """A lobby, for whoever asks; raises NotALobby."""
    if record.status != "lobby":
        raise NotALobby
    return record


def seated(record: Session, user_id: int) -> Session:
    """A lobby at which the person sits; raises NotALobby, NotSeated."""
    lobby = still_open(record)
    if seat_of(lobby, user_id) is None:
        raise NotSeated(NO_SEAT_YET)
    return lobby


def hosted(record: Session, user_id: int) -> Session:
    """A lobby of that host; raises NotALobby, NotHost."""
    lobby = still_open(record)
    if not may_host(lobby, user_id):
        raise NotHost
    return lobby


def managed(record: Session, user_id: int, *, moderator: bool) -> Session:
    """A lobby of that host, or any for a moderator; raises NotALobby, NotHostNorModerator."""
    lobby = still_open(record)
    if not may_host(lobby, user_id) and not moderator:
        raise NotHostNorModerator
    return lobby


def numbered(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """The seats by their places at the table."""
    return tuple(replace(seat, seat=number) for number, seat in enumerate(seats))


def opposite(
    seats: tuple[Seat, ...], parties: tuple[tuple[int, ...], ...], seed: int
) -> tuple[Seat, ...]:
    """The seats with partners where the game wants them; who chose no party is drawn, and who chose
    one that has grown too small since.

    Where it has none with so many players, what was chosen while more sat there counts for nothing.
    """
    if not parties:
        return tuple(replace(seat, party=None) for seat in seats)
    chosen = [
        [seat for seat in seats if seat.party == number][: len(places)]
        for number, places in enumerate(parties)
    ]
    undecided = [seat for seat in seats if all(seat not in members for members in chosen)]
    Rng(seed, _DRAW_OF_PARTIES).shuffle(undecided)
    placed: list[Seat] = []
    for number, (members, places) in enumerate(zip(chosen, parties, strict=True)):
        while len(members) < len(places):
            members.append(undecided.pop())
        placed += [
            replace(seat, seat=place, party=number)
            for seat, place in zip(members, places, strict=True)
        ]
    return tuple(sorted(placed, key=lambda seat: seat.seat))
