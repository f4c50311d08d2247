"""The private message of every seat: one for each player and game, edited in place."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from dataclasses import replace

import discord
import structlog

from bot.delivery.faults import Remedy, remedy
from bot.delivery.messages import Messages
from bot.delivery.pace import Priority
from bot.delivery.painter import Painted, Painter
from bot.delivery.shown import Look, Shown
from bot.delivery.tokens import Place, Tokens
from bot.people import People
from bot.sessions.sessions import Sessions
from bot.sessions.table import Table
from bot.store.records import HandMessage, Person
from bot.store.store import Store

_log = structlog.get_logger(__name__)


class Hands:
    """Sends hands and brings them up to date, through the player's own token where one lives."""

    def __init__(
        self,
        sessions: Sessions,
        store: Store,
        people: People,
        painter: Painter,
        messages: Messages,
        tokens: Tokens,
        shown: Shown,
    ) -> None:
        self._sessions = sessions
        self._store = store
        self._painter = painter
        self._messages = messages
        self._people = people
        self._being_answered: set[Place] = set()
        self._tokens = tokens
        self._shown = shown

    async def update(self, session_id: int) -> None:
        """Show every person at the table the newest state."""
        table = await self._sessions.table(session_id)
        standing = await self._store.hands(session_id)
        people = [(seat.seat, seat.user_id) for seat in table.record.seats]
        await asyncio.gather(
            *(
                self._update_seat(table, seat, user_id, standing.get(seat))
                for seat, user_id in people
                if user_id is not None
            )
        )

    async def welcome(self, person: Person, session_id: int) -> Person:
        """Open a person's direct messages and say that the hand will be there.

        The person as stored, with `dm_open` False if Discord refused.
        """
        table = await self._sessions.table(session_id)
        seat = table.seat_of(person.user_id)
        if seat is None:
            return person
        try:
            channel_id = person.dm_channel_id or await self._messages.open_dm(person.user_id)
            painted = await self._painter.hand(table, seat, person.locale, None)
            nonce = f"j{session_id}.{person.user_id}"[-25:]
            message_id = await self._messages.send(
                channel_id, painted.screen, Priority.HAND, nonce=nonce, silent=False
            )
        except discord.HTTPException as error:
            if remedy(error) is not Remedy.DM_CLOSED:
                _log.warning("direct message not sent", session=session_id, code=error.code)
            return await self._people.save(replace(person, dm_open=False))
        hand = HandMessage(seat, channel_id, message_id, table.record.moves)
        await self._store.set_hand(session_id, hand)
        return await self._people.save(replace(person, dm_channel_id=channel_id, dm_open=True))

    @contextlib.contextmanager
    def being_answered(self, place: Place) -> Iterator[None]:
        """While a press on this message is being answered, nothing else edits it."""
        self._being_answered.add(place)
        try:
            yield
        finally:
            self._being_answered.discard(place)

    def look(self, place: Place) -> Look | None:
        """How a message looks, as far as known."""
        return self._shown.get(place)

    def whispered(
        self, place: Place, look: Look, interaction: discord.Interaction, message_id: int
    ) -> None:
        """Note a message that an answer made for one person alone."""
        self._tokens.keep(place, interaction, message_id)
        self._shown.keep(place, look)

    def answered(self, place: Place, look: Look, interaction: discord.Interaction) -> bool:
        """Note what an answer showed; whether the message is older than what it showed before."""
        message_id = _message_of(interaction)
        if message_id is not None:
            self._tokens.keep(place, interaction, message_id)
        before = self._shown.get(place)
        overtaken = before is not None and before.moves > look.moves
        self._shown.keep(place, look)
        return overtaken

    async def _update_seat(
        self, table: Table, seat: int, user_id: int, standing: HandMessage | None
    ) -> None:
        try:
            person = await self._people.find(user_id)
            locale = None if person is None else person.locale
            await self._update_ephemeral(table, seat, user_id, locale)
            if person is not None and person.dm_open and person.dm_channel_id is not None:
                await self._update_dm(table, seat, locale, person, standing)
        except Exception:  # noqa: BLE001 - one player's trouble must not hold up the others
            _log.exception("hand not updated", session=table.record.id, seat=seat)

    async def _update_ephemeral(
        self, table: Table, seat: int, user_id: int, locale: str | None
    ) -> None:
        place: Place = (table.record.id, user_id, "ephemeral")
        token = self._tokens.live(place)
        if token is None or place in self._being_answered:
            return
        before = self._shown.get(place)
        painted = await self._painter.hand(table, seat, locale, before)
        if before is not None and before.components == painted.look.components:
            return
        try:
            await self._messages.edit_through(token, painted.screen)
        except discord.HTTPException as error:
            # Dismissed or expired: the person can ask for it again at any time.
            _log.info("ephemeral hand not updated", session=table.record.id, code=error.code)
            self._tokens.drop(place)
        else:
            self._shown.keep(place, painted.look)

    async def _update_dm(
        self,
        table: Table,
        seat: int,
        locale: str | None,
        person: Person,
        standing: HandMessage | None,
    ) -> None:
        place: Place = (table.record.id, person.user_id, "dm")
        if place in self._being_answered:
            return
        before = self._shown.get(place)
        painted = await self._painter.hand(table, seat, locale, before)
        if before is not None and before.components == painted.look.components:
            return
        if standing is None:
            await self._send(table, seat, person, painted)
            return
        token = self._tokens.live(place)
        if before is not None and before.step == painted.look.step and token is None:
            return
        try:
            await self._edit(place, standing, painted)
        except discord.HTTPException as error:
            self._shown.forget(place)
            match remedy(error):
                case Remedy.POST_AGAIN:
                    painted = await self._painter.hand(table, seat, locale, None)
                    await self._send(table, seat, person, painted)
                case Remedy.DM_CLOSED:
                    await self._people.save(replace(person, dm_open=False))
                case _:
                    _log.warning("hand not updated", session=table.record.id, code=error.code)
        else:
            await self._noted(table, place, standing, painted.look)

    async def _edit(self, place: Place, standing: HandMessage, painted: Painted) -> None:
        token = self._tokens.live(place)
        if token is not None:
            try:
                await self._messages.edit_through(token, painted.screen)
            except discord.HTTPException as error:
                if remedy(error) is not Remedy.AS_BOT:
                    raise
                self._tokens.drop(place)
            else:
                return
        await self._messages.edit(
            standing.channel_id, standing.message_id, painted.screen, Priority.HAND
        )

    async def _send(self, table: Table, seat: int, person: Person, painted: Painted) -> None:
        if person.dm_channel_id is None:
            return
        nonce = f"h{table.record.id}.{seat}.{table.record.moves}"[-25:]
        try:
            message_id = await self._messages.send(
                person.dm_channel_id, painted.screen, Priority.HAND, nonce=nonce, silent=False
            )
        except discord.HTTPException as error:
            if remedy(error) in (Remedy.DM_CLOSED, Remedy.NO_ACCESS, Remedy.CHANNEL_GONE):
                await self._people.save(replace(person, dm_open=False))
            _log.warning("hand not sent", session=table.record.id, code=error.code)
            return
        standing = HandMessage(seat, person.dm_channel_id, message_id, table.record.moves)
        await self._noted(table, (table.record.id, person.user_id, "dm"), standing, painted.look)

    async def _noted(self, table: Table, place: Place, standing: HandMessage, look: Look) -> None:
        self._shown.keep(place, look)
        await self._store.set_hand(table.record.id, replace(standing, shown=look.moves))


def _message_of(interaction: discord.Interaction) -> int | None:
    if interaction.type is discord.InteractionType.component and interaction.message is not None:
        return interaction.message.id
    return None
