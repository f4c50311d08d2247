"""Lobbies: who sits down, with which variants, before a game begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace

from pydantic import ValidationError

from bot.sessions.locks import Locks
from bot.sessions.refusals import (
    AlreadySeated,
    ChannelBusy,
    NoComputer,
    NotALobby,
    NotHost,
    NotSeated,
    PartyFull,
    TableFull,
    UnknownOption,
    Unreadable,
    WrongNumber,
)
from bot.sessions.sessions import Sessions
from bot.sessions.table import AnyGame, Table, options_of
from bot.store.records import Seat, Session
from bot.store.store import ChannelTaken, Store
from engine.bots import STRENGTHS
from engine.rng import Rng

_DRAW_OF_PARTIES = 1 << 40
"""Position of the seed's generator from which parties are drawn, far from the game's own."""


class Lobbies:
    """Opens lobbies and changes them until the game starts; raises Refused."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, AnyGame],
        sessions: Sessions,
        locks: Locks,
        seed: Callable[[], int],
    ) -> None:
        self._store = store
        self._games = games
        self._sessions = sessions
        self._locks = locks
        self._seed = seed

    async def open(
        self, game: str, *, guild_id: int | None, channel_id: int, locale: str, host: Seat
    ) -> Session:
        """A new lobby with the host in the first seat; raises ChannelBusy."""
        options = self._games[game].Options().model_dump_json()
        return await self._create(game, options, guild_id, channel_id, locale, host)

    async def open_again(self, session_id: int, host: Seat) -> Session:
        """A lobby with the seats and options of a session that has ended."""
        before = (await self._sessions.table(session_id)).record
        if all(seat.user_id != host.user_id for seat in before.seats):
            raise NotSeated
        record = await self._create(
            before.game, before.options, before.guild_id, before.channel_id, before.locale, host
        )
        return await self._save(record, seats=before.seats)

    async def join(self, session_id: int, person: Seat) -> Session:
        """Take a free seat; a computer makes room when every seat is taken."""
        async with self._locks.of(session_id):
            record = await self._lobby(session_id)
            if any(seat.user_id == person.user_id for seat in record.seats):
                raise AlreadySeated
            seats = list(record.seats)
            if len(seats) == max(self._games[record.game].seats):
                seats.remove(_last_computer(seats, TableFull()))
            return await self._save(record, seats=[*seats, person])

    async def leave(self, session_id: int, user_id: int) -> Session:
        """Give up a seat; the next person becomes host, the lobby closes without people."""
        async with self._locks.of(session_id):
            record = await self._lobby(session_id)
            seats = [seat for seat in record.seats if seat.user_id != user_id]
            if len(seats) == len(record.seats):
                raise NotSeated
            people = [seat.user_id for seat in seats if seat.user_id is not None]
            if not people:
                return await self._close(record)
            host = record.host_id if record.host_id in people else people[0]
            return await self._save(record, seats=seats, host_id=host)

    async def add_computer(
        self, session_id: int, user_id: int, names: Sequence[str], strength: str
    ) -> Session:
        """Seat a computer under the first free name; raises NotSeated, TableFull.

        It has the strength of the computer seated before it, the first one that of `strength`.
        """
        async with self._locks.of(session_id):
            record = await self._lobby(session_id)
            _check_seated(record, user_id)
            if len(record.seats) == max(self._games[record.game].seats):
                raise TableFull
            taken = {seat.name for seat in record.seats}
            name = next(name for name in names if name not in taken)
            others = [seat.strength for seat in record.seats if seat.user_id is None]
            computer = Seat(len(record.seats), None, name, (others or [strength])[-1], None)
            return await self._save(record, seats=[*record.seats, computer])

    async def set_strength(self, session_id: int, user_id: int, strength: str) -> Session:
        """Give the computer seated last another strength.

        Raises NotSeated, NoComputer, UnknownOption.
        """
        if strength not in STRENGTHS:
            raise UnknownOption
        async with self._locks.of(session_id):
            record = await self._lobby(session_id)
            _check_seated(record, user_id)
            last = _last_computer(record.seats, NoComputer())
            changed = replace(last, strength=strength)
            seats = [changed if seat is last else seat for seat in record.seats]
            return await self._save(record, seats=seats)

    async def remove_computer(self, session_id: int, user_id: int) -> Session:
        """Unseat the computer seated last; raises NotSeated, NoComputer."""
        async with self._locks.of(session_id):
            record = await self._lobby(session_id)
            _check_seated(record, user_id)
            last = _last_computer(record.seats, NoComputer())
            return await self._save(record, seats=[seat for seat in record.seats if seat != last])

    async def set_option(self, session_id: int, user_id: int, name: str, value: str) -> Session:
        """Choose a variant, the host alone; raises UnknownOption."""
        async with self._locks.of(session_id):
            record = await self._lobby(session_id)
            _check_host(record, user_id, moderator=False)
            game = self._games[record.game]
            chosen = options_of(game, record).model_dump() | {name: value}
            try:
                options = game.Options.model_validate(chosen)
            except ValidationError as error:
                raise UnknownOption from error
            return await self._save(record, options=options.model_dump_json())

    async def set_party(self, session_id: int, user_id: int, party: int | None) -> Session:
        """Choose a party, or None to have it drawn; raises PartyFull."""
        async with self._locks.of(session_id):
            record = await self._lobby(session_id)
            mine = next((seat for seat in record.seats if seat.user_id == user_id), None)
            if mine is None:
                raise NotSeated
            parties = self.parties(record)
            if party is not None:
                if not 0 <= party < len(parties):
                    raise UnknownOption
                members = sum(seat.party == party for seat in record.seats if seat is not mine)
                if members >= len(parties[party]):
                    raise PartyFull
            changed = replace(mine, party=party)
            seats = [changed if seat is mine else seat for seat in record.seats]
            return await self._save(record, seats=seats)

    async def start(self, session_id: int, user_id: int, *, moderator: bool) -> Table:
        """Begin the game; raises NotHost, WrongNumber."""
        async with self._locks.of(session_id):
            record = await self._lobby(session_id)
            _check_host(record, user_id, moderator=moderator)
            game = self._games[record.game]
            if len(record.seats) not in game.seats:
                raise WrongNumber(game.seats)
            seed = self._seed()
            seats = _opposite(record.seats, game.parties(len(record.seats)), seed)
            return await self._sessions.begin(replace(record, seats=seats), seed)

    async def cancel(self, session_id: int, user_id: int, *, moderator: bool) -> Session:
        """Close the lobby; raises NotHost."""
        async with self._locks.of(session_id):
            record = await self._lobby(session_id)
            _check_host(record, user_id, moderator=moderator)
            return await self._close(record)

    def check_open(self, record: Session, user_id: int) -> None:
        """Raise unless this is a lobby of that host: NotALobby, NotHost."""
        if record.status != "lobby":
            raise NotALobby
        _check_host(record, user_id, moderator=False)

    def parties(self, record: Session) -> tuple[tuple[int, ...], ...]:
        """The parties that can be chosen in this lobby; empty where everyone is alone."""
        return self._games[record.game].parties(max(self._games[record.game].seats))

    async def _create(
        self,
        game: str,
        options: str,
        guild_id: int | None,
        channel_id: int,
        locale: str,
        host: Seat,
    ) -> Session:
        while True:
            try:
                return await self._store.create_session(
                    game=game,
                    options=options,
                    guild_id=guild_id,
                    channel_id=channel_id,
                    locale=locale,
                    host=host,
                )
            except ChannelTaken as taken:
                # One that can't be read is set apart by looking at it, and makes room.
                with suppress(Unreadable):
                    await self._sessions.table(taken.session.id)
                    raise ChannelBusy(taken.session) from taken

    async def _lobby(self, session_id: int) -> Session:
        record = (await self._sessions.held(session_id)).record
        if record.status != "lobby":
            raise NotALobby
        return record

    async def _save(
        self,
        record: Session,
        *,
        options: str | None = None,
        host_id: int | None = None,
        seats: Sequence[Seat] | None = None,
    ) -> Session:
        chosen = record.seats if seats is None else seats
        self._sessions.forget(record.id)
        return await self._store.save_lobby(
            record.id,
            options=record.options if options is None else options,
            host_id=record.host_id if host_id is None else host_id,
            seats=[replace(seat, seat=number) for number, seat in enumerate(chosen)],
        )

    async def _close(self, record: Session) -> Session:
        self._sessions.forget(record.id)
        await self._store.end(record.id, "abandoned")
        return replace(record, status="abandoned")


def _check_host(record: Session, user_id: int, *, moderator: bool) -> None:
    if record.host_id != user_id and not moderator:
        raise NotHost


def _check_seated(record: Session, user_id: int) -> None:
    if all(seat.user_id != user_id for seat in record.seats):
        raise NotSeated


def _last_computer(seats: Sequence[Seat], none: Exception) -> Seat:
    for seat in reversed(seats):
        if seat.user_id is None:
            return seat
    raise none


def _opposite(
    seats: tuple[Seat, ...], parties: tuple[tuple[int, ...], ...], seed: int
) -> tuple[Seat, ...]:
    """The seats with partners where the game wants them; who chose no party is drawn."""
    if not parties:
        return seats
    rng = Rng(seed, _DRAW_OF_PARTIES)
    undecided = [seat for seat in seats if seat.party is None]
    rng.shuffle(undecided)
    placed: list[Seat] = []
    for number, places in enumerate(parties):
        members = [seat for seat in seats if seat.party == number]
        while len(members) < len(places):
            members.append(undecided.pop())
        placed += [
            replace(seat, seat=place, party=number)
            for seat, place in zip(members, places, strict=True)
        ]
    return tuple(sorted(placed, key=lambda seat: seat.seat))
