"""Reminders to those who let a table wait: by direct message, else as a mention in the channel.

And whether they are in the server still.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple

import discord
import structlog

from bot.delivery.calling.direct_channels import DirectChannels
from bot.delivery.calling.messages import Messages, nonce
from bot.delivery.calling.permissions import Bar
from bot.delivery.kept.kept import Asked, Outside, Whose
from bot.delivery.kept.letters import Letters
from bot.delivery.known.noted import chosen_at
from bot.delivery.wire.caution import Priority, fenced
from bot.delivery.wire.coalesced import Coalesced
from bot.delivery.wire.faults import FAILURES, code_of, let_be, passes_soon
from bot.people import voices
from bot.screens import letters as screens
from bot.screens.parts import message_url
from bot.screens.screen import Screen
from bot.sessions.play.timing import Whereabouts
from bot.sessions.refusals import Unreadable
from bot.sessions.table.table import Table
from bot.store.records.people import Person, Post
from bot.time import TableTime

_log = structlog.get_logger(__name__)

KIND: Final = "reminder"


class Reminder(NamedTuple):
    """The `number`th reminder of a choice that somebody owes since a step."""

    session_id: int
    user_id: int
    step: int
    number: int


class Reminders(Asked[Whose]):
    """Sends reminders that the store has counted already, unless the choice was made meanwhile.

    One that can't be sent is tried again, but not after the next start. Whose reminder is asked for
    is looked at: it goes once it was answered.
    """

    kind = "reminder's end"

    def __init__(
        self,
        outside: Outside,
        client: discord.Client,
        direct_channels: DirectChannels,
        time: TableTime,
    ) -> None:
        super().__init__(outside)
        self._client = client
        self._direct_channels = direct_channels
        self._time = time
        self._sending = Coalesced(KIND, self._send, outside.works)

    def send(self, reminder: Reminder) -> None:
        """Remind somebody."""
        self._sending.ask(reminder)

    async def _update(self, whose: Whose) -> None:
        """Take a reminder that was answered away: they would pile up in direct messages."""
        table = await self._sessions.table(whose.session_id)
        record, seat = table.record, table.seat_of(whose.user_id)
        post = await self._posts.find(record.id, KIND, whose.user_id)
        if post is None or not self._sessions.owns(record):
            return
        if record.status == "playing" and seat is not None and table.turn(seat).reminded:
            return
        with fenced(self._sessions.guard(table.record)):
            await self._take_away(record.id, post)

    async def _send(self, reminder: Reminder) -> None:
        try:
            table = await self._sessions.table(reminder.session_id)
        except Unreadable:
            return
        seat = table.seat_of(reminder.user_id)
        playing = table.record.status == "playing" and not table.paused
        if seat is None or not playing or table.owed().get(seat) != reminder.step:
            return
        if not self._sessions.owns(table.record):
            return
        person = await self._people.find(reminder.user_id)
        if person is not None and person.dm_open and person.dm_channel_id is not None:
            try:
                await self._write(table, seat, reminder, person)
            except FAILURES as error:
                if passes_soon(error):
                    raise
                _log.info("reminder not sent", session=table.record.id, code=code_of(error))
            else:
                self._barred.forget(_bar(table, reminder))
                return
        await self._mention(table, seat, reminder)

    async def _write(self, table: Table, seat: int, reminder: Reminder, person: Person) -> None:
        record = table.record
        words = voices(self._languages, person.locale or record.locale, record).message
        guild = None if record.guild_id is None else self._client.get_guild(record.guild_id)
        hand = await self._posts.find(record.id, "hand", person.user_id)
        url = None if hand is None else message_url(None, hand.channel_id, hand.message_id)
        due = await self._due(table, seat)
        server = "" if guild is None else guild.name
        screen = screens.reminder(table, table.view(seat), words, server, due, url)
        post = partial(self._post, table, screen=screen, reminder=reminder)
        await self._direct_channels.write(person.user_id, post)

    async def _mention(self, table: Table, seat: int, reminder: Reminder) -> None:
        record = table.record
        words = voices(self._languages, record.locale, record).message
        due = await self._due(table, seat)
        screen = screens.reminding_mention(table, table.view(seat), words, reminder.user_id, due)
        again = partial(self.send, reminder)
        with self._barred.trying(_bar(table, reminder), again, "nobody reminded"):
            await self._post(table, record.channel_id, screen, reminder)

    async def _due(self, table: Table, seat: int) -> screens.Due:
        user_id = table.record.seats[seat].user_id
        due = await chosen_at(self._people, self._time, user_id, table.turn(seat))
        return screens.Due(round(due), due - self._time.moment(self._time.now()))

    async def _post(
        self, table: Table, channel_id: int, screen: Screen, reminder: Reminder
    ) -> None:
        same = nonce(KIND, *reminder, channel_id)
        sent, _ = await self._messages.send(
            channel_id, self._once(table, screen), Priority.HAND, nonce=same, silent=False
        )
        session_id, user_id = table.record.id, reminder.user_id
        post = Post(KIND, user_id, channel_id, sent, table.record.changes)
        await self._place(session_id, post)
        self.ask(Whose(session_id, user_id))  # it may have been answered meanwhile


def _bar(table: Table, reminder: Reminder) -> Bar:
    return Bar.of(KIND, table.record, reminder.user_id)


@dataclass(eq=False, repr=False)
class Absences:
    """Asks Discord whether somebody has left the server, and has others act for whoever has.

    What is found out is stored before anybody is told, so that no host is told twice.
    """

    _whereabouts: Whereabouts
    _messages: Messages
    _letters: Letters

    async def has_left(self, table: Table, user_id: int, step: int) -> bool:
        """Whether somebody who owes a choice since this step has left; raises what may pass."""
        gone = await self._is_gone(table, user_id)
        found = await self._whereabouts.found(table.record.id, user_id, gone=gone)
        seat = table.seat_of(user_id)
        if found is not None and seat is not None and gone and user_id != table.record.host_id:
            await self._letters.gone(found.record, found.record.seats[seat], step)
        return gone

    async def _is_gone(self, table: Table, user_id: int) -> bool:
        guild_id, gone = table.record.guild_id, False
        if guild_id is not None:
            with let_be(_log, "nobody looked up", session=table.record.id):
                gone = not await self._messages.is_member(guild_id, user_id)
        return gone
