"""The private message of every seat: one for each player and game, edited in place."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import structlog

from bot.delivery.faults import FAILURES, Remedy, code_of, remedy
from bot.delivery.messages import Messages, nonce
from bot.delivery.pace import Priority
from bot.delivery.paint import Drawn, Paint
from bot.delivery.painter import Painted, Painter
from bot.delivery.shown import Look, Shown
from bot.delivery.tokens import Tokens
from bot.people import People
from bot.sessions.locks import Locks
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from bot.store.records import HandMessage, Person
from bot.store.store import StoreFailed

_log = structlog.get_logger(__name__)

_PASSING = (*FAILURES, StoreFailed)


class Hands:
    """Sends hands and brings them up to date, through the player's own token where one lives."""

    def __init__(
        self,
        sessions: Sessions,
        people: People,
        painter: Painter,
        messages: Messages,
        tokens: Tokens,
        shown: Shown,
    ) -> None:
        self._sessions = sessions
        self._people = people
        self._painter = painter
        self._messages = messages
        self._tokens = tokens
        self._shown = shown
        self._locks = Locks()
        self._being_answered: Counter[int] = Counter()
        self._whispered: dict[tuple[int, int], int] = {}

    async def update(self, session_id: int, *, surely: bool = False, anew: bool = False) -> None:
        """Show every person at the table the newest state.

        `surely`: also where a message seems up to date; `anew`: in a new message.
        """
        table = await self._sessions.table(session_id)
        people = [seat.user_id for seat in table.record.seats if seat.user_id is not None]
        updating = (
            self._update_seat(session_id, user_id, surely=surely, anew=anew) for user_id in people
        )
        results = await asyncio.gather(*updating, return_exceptions=True)
        failures = [result for result in results if isinstance(result, Exception)]
        passing = [failure for failure in failures if isinstance(failure, _PASSING)]
        for failure in failures:
            if failure not in passing:
                _log.error("hand not updated", session=session_id, exc_info=failure)
        if passing:
            raise passing[0]

    async def welcome(self, person: Person, session_id: int, pressed: int) -> Person:
        """Open a person's direct messages and say that the hand will be there.

        `pressed` is the id of the press that seats the person. The person as stored, with
        `dm_open` False if Discord refused.
        """
        async with self._locks.of((session_id, person.user_id)):
            try:
                channel_id = person.dm_channel_id or await self._messages.open_dm(person.user_id)
                person = await self._people.save(
                    replace(person, dm_channel_id=channel_id, dm_open=True)
                )
                if await self.standing(session_id, person) is None:
                    table = await self._sessions.table(session_id)
                    await self._send(table, person, 0, nonce("joined", pressed))
            except FAILURES as error:
                if remedy(error) in (Remedy.DM_CLOSED, Remedy.NO_ACCESS, Remedy.CHANNEL_GONE):
                    return await self._closed(session_id, person)
                # The game's first hand tries again.
                _log.warning("no welcome sent", session=session_id, code=code_of(error))
            return person

    async def standing(self, session_id: int, person: Person) -> HandMessage | None:
        """A person's private message, as stored."""
        table = await self._sessions.table(session_id)
        seat = table.seat_of(person.user_id)
        hand = None if seat is None else (await self._sessions.hands(session_id)).get(seat)
        # Whatever happens to seats meanwhile, a hand goes to no other person's messages.
        return hand if hand is not None and hand.channel_id == person.dm_channel_id else None

    async def remove(self, session_id: int, person: Person, hand: HandMessage) -> None:
        """Take a private message away that isn't wanted any more."""
        standing = await self.standing(session_id, person)
        if standing is not None and standing.message_id == hand.message_id:
            await self._sessions.forget_hand(session_id, standing.seat)
        await self._messages.delete(hand.channel_id, hand.message_id)

    @contextlib.contextmanager
    def being_answered(self, message_id: int) -> Iterator[None]:
        """While a press on this message is being answered, nothing else edits it."""
        self._being_answered[message_id] += 1
        try:
            yield
        finally:
            self._being_answered[message_id] -= 1
            if not self._being_answered[message_id]:
                del self._being_answered[message_id]

    def whispered(self, session_id: int, user_id: int, message_id: int) -> None:
        """Note the latest message that an answer made for this person alone."""
        self._whispered[session_id, user_id] = message_id

    async def adopt(self, session_id: int, person: Person, message_id: int, look: Look) -> None:
        """Make the pressed private message the hand, and take a second one away.

        What it shows is noted here: while it was answered, nothing else looked at it.
        """
        async with self._locks.of((session_id, person.user_id)):
            standing = await self.standing(session_id, person)
            if person.dm_channel_id is None:
                return
            await self._sessions.note_hand(
                session_id, person.user_id, person.dm_channel_id, message_id, look.drawn
            )
            if standing is not None and standing.message_id != message_id:
                await self.remove(session_id, person, standing)

    async def _update_seat(
        self, session_id: int, user_id: int, *, surely: bool, anew: bool
    ) -> None:
        async with self._locks.of((session_id, user_id)):
            person = await self._people.find(user_id)
            await self._update_whispered(session_id, user_id, person)
            if person is None or not person.dm_open:
                return
            try:
                await self._update_dm(session_id, person, surely=surely, anew=anew)
            except FAILURES as error:
                await self._mend(session_id, person, error)

    async def _update_whispered(self, session_id: int, user_id: int, person: Person | None) -> None:
        message_id = self._whispered.get((session_id, user_id))
        if message_id is None or message_id in self._being_answered:
            return
        token = self._tokens.live(message_id)
        if token is None:
            del self._whispered[session_id, user_id]
            return
        paint = self._newest(session_id, user_id, None if person is None else person.locale)
        try:
            overtaken = True
            while overtaken:
                _, overtaken = await self._messages.edit_through(token, message_id, paint)
        except FAILURES as error:
            # Dismissed or expired: the person can ask for it again at any time.
            _log.info("whispered hand not updated", session=session_id, code=code_of(error))
            self._whispered.pop((session_id, user_id), None)

    async def _update_dm(
        self, session_id: int, person: Person, *, surely: bool, anew: bool
    ) -> None:
        table = await self._sessions.table(session_id)
        standing = await self.standing(session_id, person)
        if standing is None:
            if table.record.status == "playing":
                await self._send(table, person, 0)
            return
        if standing.message_id in self._being_answered:
            return
        paint = await self._due(table, person, standing, surely=surely)
        stale = self._asked(table, person) and self._messages.too_old(standing.message_id)
        if paint is not None and (anew or stale):
            await self._send(table, person, standing.message_id)
            await self.remove(session_id, person, standing)
        elif paint is not None:
            await self._edit(session_id, person, standing, paint)

    async def _edit(
        self, session_id: int, person: Person, standing: HandMessage, paint: Paint
    ) -> None:
        channel_id, message_id = standing.channel_id, standing.message_id
        look, overtaken = await self._messages.edit(channel_id, message_id, paint, Priority.HAND)
        await self._noted(session_id, person, message_id, look)
        if overtaken:
            await self._update_dm(session_id, person, surely=False, anew=False)

    async def _due(
        self, table: Table, person: Person, standing: HandMessage, *, surely: bool
    ) -> Paint | None:
        """What the message should show, if it shows too little.

        That somebody else has chosen is shown only where it costs nothing.
        """
        session_id, message_id = table.record.id, standing.message_id
        before = self._shown.look(message_id)
        lags = standing.shown < table.record.moves
        unsure = surely or self._shown.doubtful(message_id)
        if before is None and not lags and not unsure:
            return None
        painted = await self._painted(table, person.user_id, person.locale, before)
        if before is not None and before.same(painted.look):
            if table.record.status != "playing" and lags:
                await self._noted(session_id, person, message_id, painted.look)
            return None
        told = before is not None and before.asks is not None and before.asks == painted.look.asks
        if told and not self._messages.free(message_id):
            return None
        drawn = Drawn(table, before, painted)
        return self._newest(session_id, person.user_id, person.locale, drawn)

    def _asked(self, table: Table, person: Person) -> bool:
        seat = table.seat_of(person.user_id)
        return table.record.status == "playing" and seat in table.people_asked()

    async def _mend(self, session_id: int, person: Person, error: Exception) -> None:
        match remedy(error):
            case Remedy.POST_AGAIN:
                table = await self._sessions.table(session_id)
                standing = await self.standing(session_id, person)
                if standing is not None:
                    self._shown.forget(standing.message_id)
                    await self._sessions.forget_hand(session_id, standing.seat)
                if table.record.status == "playing":
                    await self._send(table, person, 0 if standing is None else standing.message_id)
            case Remedy.DM_CLOSED | Remedy.NO_ACCESS | Remedy.CHANNEL_GONE:
                await self._closed(session_id, person)
            case Remedy.TRY_LATER:
                raise error
            case _:
                _log.warning("hand not updated", session=session_id, code=code_of(error))

    async def _send(
        self, table: Table, person: Person, instead_of: int, same: str | None = None
    ) -> None:
        """Send a person's hand in a new message; raises one of FAILURES."""
        session_id = table.record.id
        channel_id = person.dm_channel_id
        if channel_id is None:
            channel_id = await self._messages.open_dm(person.user_id)
            person = await self._people.save(replace(person, dm_channel_id=channel_id))
        paint = self._newest(session_id, person.user_id, person.locale)
        same = same or nonce("hand", session_id, person.user_id, table.stamp, instead_of)
        message_id, look = await self._messages.send(
            channel_id, paint, Priority.HAND, nonce=same, silent=False
        )
        await self._noted(session_id, person, message_id, look)

    async def _closed(self, session_id: int, person: Person) -> Person:
        """Remember that a person takes no direct messages; nothing is sent until the next Join."""
        _log.info("direct messages closed", session=session_id)
        seat = (await self._sessions.table(session_id)).seat_of(person.user_id)
        if seat is not None:
            await self._sessions.forget_hand(session_id, seat)
        return await self._people.save(replace(person, dm_open=False))

    async def _noted(self, session_id: int, person: Person, message_id: int, look: Look) -> None:
        if person.dm_channel_id is not None:
            await self._sessions.note_hand(
                session_id, person.user_id, person.dm_channel_id, message_id, look.drawn
            )

    def _newest(
        self, session_id: int, user_id: int, locale: str | None, drawn: Drawn | None = None
    ) -> Paint:
        async def paint(table: Table, before: Look | None) -> Painted:
            return await self._painted(table, user_id, locale, before)

        return Paint(partial(self._sessions.table, session_id), paint, drawn)

    async def _painted(
        self, table: Table, user_id: int, locale: str | None, before: Look | None
    ) -> Painted:
        seat = table.seat_of(user_id)
        if seat is None:
            raise SeatLost
        return await self._painter.hand(table, seat, locale, before)


class SeatLost(Exception):
    """The person left while the message was on its way."""
