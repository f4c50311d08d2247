"""Who is asked to a lobby: each function gives the lobby as it is after, or raises Refused."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from bot.sessions.refusals import NobodyNew, NobodyThere, TooManyInvited, UnknownOption
from bot.sessions.seating import left, seat_of
from bot.store.records.seats import Invitation, Seat
from bot.store.records.sessions import Session

MOST = 20
"""Invitations of a lobby: with the people seated they fit one select."""


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
    if len(lobby.invitations) + len(new) > MOST:
        raise TooManyInvited(MOST)
    return replace(lobby, invitations=(*lobby.invitations, *new))


def taken_back(lobby: Session, user_id: int) -> Session:
    """Take a person's seat away with the invitation; or free a kept seat; or uninvite.

    Whose kept seat is freed stays invited. Raises UnknownOption for the host, NobodyThere.
    """
    if user_id == lobby.host_id:
        raise UnknownOption
    others = tuple(asked for asked in lobby.invitations if asked.user_id != user_id)
    if seat_of(lobby, user_id) is not None:
        return left(replace(lobby, invitations=others), user_id)
    if any(kept.user_id == user_id for kept in lobby.kept):
        return left(lobby, user_id)
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
