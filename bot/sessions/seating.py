"""Who sits at a lobby, is asked to it, and may change it.

Each function gives the lobby as it is after, or raises Refused."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Final

from bot.sessions.refusals import (
    AlreadySeated,
    NobodyNew,
    NobodyThere,
    NoComputer,
    NotALobby,
    NotHost,
    NotHostNorModerator,
    NotInvited,
    NotSeated,
    PartyFull,
    SeatsKept,
    TableFull,
    TooManyInvited,
    UnknownOption,
)
from bot.store.records.play import Invitation, Seat
from bot.store.records.sessions import Session
from engine.bots import STRENGTHS
from engine.parts.rng import Rng
from engine.text import text

NO_SEAT_YET: Final = text("refused.seat_first")
MOST_INVITED = 20
"""Invitations of a lobby: with the people seated they fit one select."""
_DRAW_OF_PARTIES = 1 << 40
"""Position of the seed's generator from which parties are drawn, far from the game's own."""


def joined(lobby: Session, person: Seat, most: int) -> Session:
    """Take the kept seat or a free one; a computer makes room when every seat is taken.

    Raises AlreadySeated, NotInvited, TableFull, SeatsKept.
    """
    if seat_of(lobby, person.user_id) is not None:
        raise AlreadySeated
    asked = {invitation.user_id for invitation in lobby.invitations}
    if lobby.invited_only and person.user_id not in asked:
        raise NotInvited
    others_kept = sum(kept.user_id != person.user_id for kept in lobby.kept)
    seats = list(lobby.seats)
    if len(seats) + others_kept >= most:
        computers = [seat for seat in seats if seat.user_id is None]
        if not computers:
            raise SeatsKept if others_kept else TableFull
        seats.remove(computers[-1])
    return replace(
        lobby, seats=(*seats, person), invitations=_kept_no_more(lobby.invitations, person.user_id)
    )


def left(lobby: Session, user_id: int) -> Session:
    """Give up a seat, or one that is kept; raises NotSeated.

    Who wants no kept seat is awaited no more, and may still come to a table that is open to all.
    The next person becomes host; a lobby without people is abandoned.
    """
    if seat_of(lobby, user_id) is None:
        if all(kept.user_id != user_id for kept in lobby.kept):
            raise NotSeated(NO_SEAT_YET)
        declined = _kept_no_more if lobby.invited_only else _uninvited
        return replace(lobby, invitations=declined(lobby.invitations, user_id))
    seats = tuple(seat for seat in lobby.seats if seat.user_id != user_id)
    people = [seat.user_id for seat in seats if seat.user_id is not None]
    if not people:
        return replace(lobby, status="abandoned")
    host = lobby.host_id if lobby.host_id in people else people[0]
    return replace(lobby, seats=seats, host_id=host)


def with_computer(lobby: Session, names: Sequence[str], strength: str, most: int) -> Session:
    """Seat a computer under the first free name; raises UnknownOption, TableFull, SeatsKept."""
    if strength not in STRENGTHS:
        raise UnknownOption
    if len(lobby.seats) + len(lobby.kept) >= most:
        raise SeatsKept if lobby.kept else TableFull
    taken = {seat.name for seat in lobby.seats}
    name = next(name for name in names if name not in taken)
    return replace(lobby, seats=(*lobby.seats, Seat(0, None, name, strength, None)))


def with_strength(lobby: Session, name: str, strength: str) -> Session:
    """Give the computer of that name another strength; raises UnknownOption, NoComputer."""
    if strength not in STRENGTHS:
        raise UnknownOption
    changed = _computer(lobby, name)
    return _with_seat(lobby, changed, replace(changed, strength=strength))


def without_computer(lobby: Session, name: str) -> Session:
    """Unseat the computer of that name; raises NoComputer."""
    gone = _computer(lobby, name)
    return replace(lobby, seats=tuple(seat for seat in lobby.seats if seat != gone))


def of_party(
    lobby: Session, user_id: int, party: int | None, parties: tuple[tuple[int, ...], ...]
) -> Session:
    """Choose one of the parties, or None to have it drawn.

    Raises NotSeated, UnknownOption, PartyFull.
    """
    mine = seat_of(lobby, user_id)
    if mine is None:
        raise NotSeated(NO_SEAT_YET)
    if party is not None:
        if not 0 <= party < len(parties):
            raise UnknownOption
        members = sum(seat.party == party for seat in lobby.seats if seat is not mine)
        if members >= len(parties[party]):
            raise PartyFull
    return _with_seat(lobby, mine, replace(mine, party=party))


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


def seat_of(lobby: Session, user_id: int | None) -> Seat | None:
    """The seat of a person, if seated."""
    return next((seat for seat in lobby.seats if seat.user_id == user_id), None)


def may_host(session: Session, user_id: int) -> bool:
    """Whether somebody may do what a host may: the host, and in his absence whoever sits there."""
    absent = session.host_away and seat_of(session, user_id) is not None
    return absent or user_id == session.host_id


def _computer(lobby: Session, name: str) -> Seat:
    for seat in lobby.seats:
        if seat.user_id is None and seat.name == name:
            return seat
    raise NoComputer


def _with_seat(lobby: Session, before: Seat, after: Seat) -> Session:
    seats = tuple(after if seat is before else seat for seat in lobby.seats)
    return replace(lobby, seats=seats)


def _kept_no_more(
    invitations: tuple[Invitation, ...], user_id: int | None
) -> tuple[Invitation, ...]:
    return tuple(
        replace(asked, kept=False) if asked.user_id == user_id else asked for asked in invitations
    )


def _uninvited(invitations: tuple[Invitation, ...], user_id: int | None) -> tuple[Invitation, ...]:
    return tuple(asked for asked in invitations if asked.user_id != user_id)


def invited(lobby: Session, people: Iterable[Invitation]) -> Session:
    """Ask people to the lobby who aren't yet.

    Raises NobodyNew if all were asked or are seated, TooManyInvited.
    """
    known = {asked.user_id for asked in lobby.invitations}
    new = tuple(
        person
        for person in people
        if person.user_id not in known and seat_of(lobby, person.user_id) is None
    )
    if not new:
        raise NobodyNew
    if len(lobby.invitations) + len(new) > MOST_INVITED:
        raise TooManyInvited(MOST_INVITED)
    return replace(lobby, invitations=(*lobby.invitations, *new))


def taken_back(lobby: Session, user_id: int) -> Session:
    """Take a person's seat away with the invitation; or free a kept seat; or uninvite.

    Whose kept seat is freed stays invited. Raises UnknownOption for the host, NobodyThere.
    """
    if user_id == lobby.host_id:
        raise UnknownOption
    others = _uninvited(lobby.invitations, user_id)
    if seat_of(lobby, user_id) is not None:
        return left(replace(lobby, invitations=others), user_id)
    if any(kept.user_id == user_id for kept in lobby.kept):
        return replace(lobby, invitations=_kept_no_more(lobby.invitations, user_id))
    if others == lobby.invitations:
        raise NobodyThere
    return replace(lobby, invitations=others)


def for_the_same_people(before: Session, host: Seat) -> tuple[Invitation, ...]:
    """Invitations to another game: a seat is kept for everybody who had one, but its host.

    To a table of invited people those who were invited stay so.
    """
    people = [seat for seat in before.seats if seat.user_id not in (None, host.user_id)]
    kept = {seat.user_id: Invitation(seat.user_id or 0, seat.name, kept=True) for seat in people}
    others = before.invitations if before.invited_only else ()
    still = [
        replace(asked, kept=False)
        for asked in others
        if asked.user_id not in kept and asked.user_id != host.user_id
    ]
    return (*kept.values(), *still)


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
