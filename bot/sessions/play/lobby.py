"""Lobbies: what may be changed before a game begins, and by whom."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypedDict, Unpack

from pydantic import ValidationError

from bot.sessions.holding import (
    NO_SEAT_YET,
    NOBODY,
    STRENGTH,
    hosted,
    managed,
    numbered,
    opposite,
    seat_of,
    seated,
    still_open,
)
from bot.sessions.lessons import HOUSE, Learning, taught
from bot.sessions.play.playing import Playing
from bot.sessions.refusals import (
    AlreadySeated,
    ChannelBusy,
    NobodyNew,
    NobodyThere,
    NoComputer,
    NoLesson,
    NotInvited,
    NotSeated,
    PartyFull,
    SeatsKept,
    Stale,
    TableFull,
    TooManyInvited,
    UnknownOption,
    Unreadable,
    WrongNumber,
)
from bot.sessions.sessions import Made, Sessions
from bot.sessions.table.table import AnyGame, Table, options_of
from bot.store.records.play import RELAXED, Invitation, Seat, Speed, Tried
from bot.store.records.sessions import Session
from bot.store.store import ChannelTaken, Store
from engine.bots import STRENGTHS
from engine.text import frozen

P = ParamSpec("P")

MOST_INVITED = 20
"""Invitations of a lobby: with the people seated they fit one select."""


class Chosen(TypedDict, total=False):
    """How a table plays, beside its variants; `speed` None: without a clock."""

    locale: str
    speed: Speed | None
    takebacks: bool
    suggestions: bool


@frozen
class Opener:
    """Who opens a table, where, in which language; in no server: in their direct messages."""

    host: Seat
    channel_id: int
    locale: str
    guild_id: int | None = None

    def lobby(self, game: str, options: str) -> Session:
        """A lobby of theirs that is yet to be stored."""
        return Session(
            id=0,
            game=game,
            options=options,
            guild_id=self.guild_id,
            channel_id=self.channel_id,
            locale=self.locale,
            host_id=self.host.user_id or NOBODY,
            seats=(self.host,),
        )


def _step(
    change: Callable[Concatenate[Lobbies, Session, P], Session],
) -> Callable[Concatenate[Lobbies, int, P], Coroutine[Any, Any, Session]]:
    """As `sessions.step`, of a method that is given a lobby: the lobby after it."""

    @wraps(change)
    async def changed(
        self: Lobbies, session_id: int, /, *args: P.args, **kwargs: P.kwargs
    ) -> Session:
        def step(table: Table) -> Table:
            after = change(self, still_open(table.record), *args, **kwargs)
            return replace(table, record=replace(after, seats=numbered(after.seats)))

        _, table = await self._sessions.change(session_id, step)
        return table.record

    return changed


@dataclass(eq=False, repr=False)
class Lobbies:
    """Opens lobbies and changes them until the game starts; raises Refused.

    `user_id` is who asks; a `moderator` may do what the host may, but for variants and language.
    While the host is absent for a day, everybody who is seated may.
    """

    _store: Store
    _games: Mapping[str, AnyGame]
    _sessions: Sessions
    _playing: Playing
    _seed: Callable[[], int]
    _learning: Learning = HOUSE

    async def open(
        self, game: str, opener: Opener, *, own_thread: bool = False, speed: Speed | None = RELAXED
    ) -> Session:
        """A new lobby with the host in the first seat; raises ChannelBusy."""
        lobby = opener.lobby(game, self._games[game].Options().model_dump_json())
        return await self._created(replace(lobby, own_thread=own_thread, speed=speed))

    async def alone(
        self, game: str, opener: Opener, names: Sequence[str], before: int | None = None
    ) -> Table:
        """A game in somebody's direct messages that has begun, without a clock.

        Against as few normal computers as it needs, or those of the session `before`. Raises
        ChannelBusy, NotSeated.
        """
        if before is None:
            record = await self.open(game, opener, speed=None)
        else:
            record = await self.open_again(before, opener.host, opener.channel_id)
        return await self.start(record.id, record.host_id, names=names, published=False)

    async def learn(self, game: str, opener: Opener, names: Sequence[str]) -> Table:
        """A lesson that has begun; raises NoLesson, ChannelBusy.

        `names`: the computers'.
        """
        lesson = self._learning.lessons.get(game)
        if lesson is None:
            raise NoLesson
        options = self._games[game].Options.model_validate(dict(lesson.options))
        lobby = opener.lobby(game, options.model_dump_json())
        return await self._practice(taught(lesson, lobby, names))

    async def try_out(
        self, before: Session, seat: int, tried: Tried, opener: Opener, names: Sequence[str]
    ) -> Table:
        """A moment of the game `before`, from a seat of it, in somebody's direct messages.

        Against computers as strong as the others were. Raises ChannelBusy.
        """
        free = iter(name for name in names if name != opener.host.name)
        seats = [
            replace(opener.host, seat=seat, party=had.party)
            if had.seat == seat
            else Seat(had.seat, None, next(free), had.computer or STRENGTH, had.party)
            for had in before.seats
        ]
        lobby = replace(opener.lobby(before.game, before.options), seats=tuple(seats), tried=tried)
        return await self._practice(lobby)

    async def open_again(
        self, session_id: int, host: Seat, channel_id: int, *, own_thread: bool = False
    ) -> Session:
        """A lobby with the computers and options of a session that has ended.

        Seats are kept for its other people. Raises NotSeated, ChannelBusy.
        """
        before = (await self._sessions.table(session_id)).record
        if seat_of(before, host.user_id) is None:
            raise NotSeated
        computers = [seat for seat in before.seats if seat.user_id is None and not seat.former]
        others = [replace(computer, party=None) for computer in computers]
        lobby = Opener(host, channel_id, before.locale, before.guild_id).lobby(
            before.game, before.options
        )
        return await self._created(
            replace(
                lobby,
                seats=numbered((host, *others)),
                invitations=_for_the_same_people(before, host),
                invited_only=before.invited_only,
                own_thread=own_thread,
                speed=before.speed,
                takebacks=before.takebacks,
                suggestions=before.suggestions,
            )
        )

    async def join_again(
        self, session_id: int, host: Seat, channel_id: int, *, own_thread: bool
    ) -> tuple[Session, bool]:
        """The same, and True; or the kept seat at the lobby that another one has opened there."""
        try:
            return await self.open_again(session_id, host, channel_id, own_thread=own_thread), True
        except ChannelBusy as busy:
            opened = busy.session
            kept = any(one.user_id == host.user_id for one in opened.kept)
            if opened.status != "lobby" or not kept:
                raise
            return await self.join(opened.id, host), False

    @_step
    def join(self, lobby: Session, person: Seat) -> Session:
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
        if len(seats) + others_kept >= self._most(lobby):
            computers = [seat for seat in seats if seat.user_id is None]
            if not computers:
                raise SeatsKept if others_kept else TableFull
            seats.remove(computers[-1])
        invitations = _kept_no_more(lobby.invitations, person.user_id)
        return replace(lobby, seats=(*seats, person), invitations=invitations)

    @_step
    def leave(self, lobby: Session, user_id: int) -> Session:
        """Give up a seat or a kept one; without people the lobby closes. Raises NotSeated."""
        return _left(lobby, user_id)

    @_step
    def add_computer(
        self, lobby: Session, user_id: int, names: Sequence[str], strength: str
    ) -> Session:
        """Seat a computer; raises NotSeated, TableFull, SeatsKept, UnknownOption."""
        return _with_computer(seated(lobby, user_id), names, strength, self._most(lobby))

    @_step
    def set_strength(self, lobby: Session, user_id: int, computer: str, strength: str) -> Session:
        """Give one computer another strength; raises NotSeated, NoComputer, UnknownOption."""
        lobby = seated(lobby, user_id)
        if strength not in STRENGTHS:
            raise UnknownOption
        changed = _computer(lobby, computer)
        return _with_seat(lobby, changed, replace(changed, strength=strength))

    @_step
    def remove_computer(self, lobby: Session, user_id: int, computer: str) -> Session:
        """Unseat one computer; raises NotSeated, NoComputer."""
        gone = _computer(seated(lobby, user_id), computer)
        return replace(lobby, seats=tuple(seat for seat in lobby.seats if seat != gone))

    @_step
    def set_option(self, lobby: Session, user_id: int, name: str, value: str) -> Session:
        """Choose a variant, the host alone; raises NotHost, UnknownOption."""
        game = self._games[lobby.game]
        chosen = options_of(game, hosted(lobby, user_id)).model_dump() | {name: value}
        try:
            options = game.Options.model_validate(chosen)
        except ValidationError as error:
            raise UnknownOption from error
        return replace(lobby, options=options.model_dump_json())

    @_step
    def choose(self, lobby: Session, user_id: int, **chosen: Unpack[Chosen]) -> Session:
        """Choose how the table plays, the host alone; raises NotHost."""
        return replace(hosted(lobby, user_id), **chosen)

    @_step
    def set_party(self, lobby: Session, user_id: int, party: int | None) -> Session:
        """Choose a party, or None to have it drawn; raises NotSeated, UnknownOption, PartyFull."""
        parties = self._games[lobby.game].parties(self._most(lobby))
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

    async def invite(
        self, session_id: int, user_id: int, people: Sequence[Invitation], *, moderator: bool
    ) -> tuple[Session, tuple[Invitation, ...]]:
        """Ask people to the table; also who of them wasn't asked before.

        Raises NotHostNorModerator, NobodyNew, TooManyInvited.
        """

        def invited(table: Table) -> Table:
            lobby = managed(table.record, user_id, moderator=moderator)
            known = {asked.user_id for asked in lobby.invitations}
            new = tuple(
                person
                for person in people
                if person.user_id not in known and seat_of(lobby, person.user_id) is None
            )
            if not new:
                raise NobodyNew
            if len(lobby.invitations) + len(new) > MOST_INVITED:
                raise TooManyInvited(n=MOST_INVITED)
            return table.having(invitations=(*lobby.invitations, *new))

        had, has = await self._sessions.change(session_id, invited)
        asked, before = has.record.invitations, had.record.invitations
        return has.record, tuple(one for one in asked if one not in before)

    @_step
    def set_invited_only(
        self, lobby: Session, user_id: int, *, invited_only: bool, moderator: bool
    ) -> Session:
        """Let only invited people join from now on, or everybody; raises NotHostNorModerator."""
        lobby = managed(lobby, user_id, moderator=moderator)
        return replace(lobby, invited_only=invited_only)

    @_step
    def take_back(self, lobby: Session, user_id: int, whose: int, *, moderator: bool) -> Session:
        """Take a person's seat away with the invitation; or free a kept seat; or uninvite.

        Whose kept seat is freed stays invited. Raises NotHostNorModerator, UnknownOption for the
        host, NobodyThere.
        """
        lobby = managed(lobby, user_id, moderator=moderator)
        if whose == lobby.host_id:
            raise UnknownOption
        others = _uninvited(lobby.invitations, whose)
        if seat_of(lobby, whose) is not None:
            return _left(replace(lobby, invitations=others), whose)
        if any(kept.user_id == whose for kept in lobby.kept):
            return replace(lobby, invitations=_kept_no_more(lobby.invitations, whose))
        if others == lobby.invitations:
            raise NobodyThere
        return replace(lobby, invitations=others)

    async def start(
        self,
        session_id: int,
        user_id: int,
        *,
        moderator: bool = False,
        names: Sequence[str] = (),
        published: bool = True,
    ) -> Table:
        """Begin the game, without those who haven't taken a kept seat.

        `names`: of as few normal computers as the game still needs, for one person who plays alone;
        raises Stale if somebody else has come or is awaited. Raises NotHostNorModerator,
        WrongNumber.
        """

        def begun(lobby: Table) -> Made:
            record = managed(lobby.record, user_id, moderator=moderator)
            if names and (record.awaited or len(lobby.people()) > 1):
                raise Stale
            game = self._games[record.game]
            while names and len(record.seats) < min(game.seats):
                record = _with_computer(record, names, "normal", max(game.seats))
            tried, numbers = record.tried, game.seats
            if tried is not None:
                numbers = (game.load(tried.start).seats,)
            if len(record.seats) not in numbers:
                raise WrongNumber(numbers=", ".join(map(str, numbers)))
            lesson = None if record.lesson is None else self._learning.lessons.get(record.game)
            seed = self._seed() if lesson is None else lesson.seed
            seats = numbered(record.seats)
            seats = opposite(seats, game.parties(len(seats)), seed)
            return self._playing.begun(replace(record, seats=seats), seed)

        _, table = await self._sessions.change(session_id, begun, published=published)
        return table

    @_step
    def cancel(self, lobby: Session, user_id: int, *, moderator: bool) -> Session:
        """Close the lobby; raises NotHostNorModerator."""
        return replace(managed(lobby, user_id, moderator=moderator), status="abandoned")

    def _most(self, record: Session) -> int:
        return max(self._games[record.game].seats)

    async def _practice(self, lobby: Session) -> Table:
        """A table at which nobody else ever plays, that has begun."""
        record = await self._created(replace(lobby, invited_only=True))
        return await self.start(record.id, record.host_id, published=False)

    async def _created(self, lobby: Session) -> Session:
        lobby = replace(lobby, host_seen=self._sessions.now())
        while True:
            try:
                return await self._store.create_session(lobby)
            except ChannelTaken as taken:
                # One that can't be read is set apart by looking at it, and makes room.
                with suppress(Unreadable):
                    await self._sessions.table(taken.session.id)
                    raise ChannelBusy(taken.session) from taken


def _left(lobby: Session, user_id: int) -> Session:
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


def _with_computer(lobby: Session, names: Sequence[str], strength: str, most: int) -> Session:
    """Seat a computer under the first free name; raises UnknownOption, TableFull, SeatsKept."""
    if strength not in STRENGTHS:
        raise UnknownOption
    if len(lobby.seats) + len(lobby.kept) >= most:
        raise SeatsKept if lobby.kept else TableFull
    taken = {seat.name for seat in lobby.seats}
    name = next(name for name in names if name not in taken)
    return replace(lobby, seats=(*lobby.seats, Seat(0, None, name, strength, None)))


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


def _for_the_same_people(before: Session, host: Seat) -> tuple[Invitation, ...]:
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
