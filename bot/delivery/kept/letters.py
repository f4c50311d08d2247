"""Messages that are sent and left alone: who is asked to a table, and how a game has ended."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple, TypeAlias

import discord
import structlog

from bot.delivery.calling.answers import Answering
from bot.delivery.calling.channels import TOLD_FOR, Bar, missing
from bot.delivery.calling.messages import nonce
from bot.delivery.kept.kept import Asked, Outside, Whose
from bot.delivery.wire.caution import Priority, fenced
from bot.delivery.wire.faults import FAILURES, code_of, given_up, let_be, passes_soon
from bot.people import voices
from bot.screens import letters
from bot.screens.parts import notice
from bot.screens.play import holders
from bot.screens.play.board import told_result
from bot.screens.play.holders import Stage
from bot.screens.screen import Screen
from bot.sessions.holding import offers_to
from bot.sessions.refusals import Refused
from bot.sessions.table.table import Table
from bot.store.records.people import EVERYBODY, NOTHING_SHOWN, Post
from bot.store.records.play import Invitation, Offer, Seat
from bot.store.records.sessions import Session
from bot.time import quiet_until
from engine.text import text
from images.words import Words

_log = structlog.get_logger(__name__)

KIND = "letter"


class Sent(NamedTuple):
    """Where a letter has arrived."""

    channel_id: int
    message_id: int


Placed: TypeAlias = Callable[[Sent], Awaitable[None]]


@dataclass(frozen=True, eq=False, slots=True)
class _Told:
    """What a channel is told until some time, as long as it is true of the session.

    `placed`: hears where it has arrived.
    """

    record: Session
    screen: Screen
    same: str
    is_true: Callable[[Session], bool]
    until: float
    placed: Placed | None


class Letters(Asked[_Told]):
    """Tells people of a lobby, in its channel and by direct message.

    Nobody's direct messages are opened for it, but for what somebody has asked for himself; in
    somebody's quiet hours it comes in silence. A direct message that can't be sent is given up;
    what the channel refuses is tried again for a day, as long as it is true.
    """

    kind = KIND

    async def remove(self, record: Session, user_id: int, pressed: int) -> None:
        """Tell somebody that the seat was taken away."""
        words = await self.words_of(user_id, record)
        await self.write(user_id, letters.removed(record, words), nonce("removed", pressed))

    async def own_offer(
        self, record: Session, seat: Seat, offer: Offer, by: str, stage: Stage, pressed: int
    ) -> None:
        """Tell whoever plays a seat that it is offered, or ask: by direct message, else there."""

        def is_true(now: Session) -> bool:
            offered = stage == "asked" or offer in now.offers
            return now.status == "playing" and now.seats[seat.seat] == seat and offered

        said = partial(holders.own_offer, record, seat, offer.user_id, by, stage)
        await self._reach(record, seat.user_id or 0, said, is_true, "own", pressed)

    async def gone(self, record: Session, seat: Seat, step: int) -> None:
        """Tell the host that the seat's player has left the server, and what can be done."""

        def is_true(now: Session) -> bool:
            return now.status == "playing" and now.seats[seat.seat].user_id == seat.user_id

        said, about = partial(holders.gone, record, seat), (record.id, seat.user_id, step)
        await self._reach(record, record.host_id, said, is_true, "gone", *about)

    async def replaced(self, record: Session, user_id: int, after: Seat, pressed: int) -> None:
        """Tell somebody who plays on in the seat."""
        words = await self.words_of(user_id, record)
        await self.write(
            user_id, holders.replaced(record, after, words), nonce("replaced", pressed)
        )

    async def decline(self, guild: discord.Guild) -> None:
        """Say in a server, where its people look first, that we may not be in it."""
        known = [guild.system_channel, *guild.text_channels]
        channels = [channel for channel in known if channel is not None]
        words = self._languages.words(guild.preferred_locale.value)
        same = nonce("declined", guild.id, int(self._clock.now()))
        for channel in channels:
            if not missing(channel.permissions_for(guild.me), thread=False):
                screen = notice(words(text("server.declined")))
                with given_up(_log, "letter not sent"):
                    await self._sent(channel.id, screen, same)
                return

    async def reviewed(self, record: Session, user_id: int) -> None:
        """Tell somebody who has asked for it that the review of a game is done: by direct message,
        else in the channel. Raises one of FAILURES that passes soon."""
        screen = letters.reviewed(record, await self.words_of(user_id, record))
        person = await self._people.find(user_id)
        silent = person is not None and quiet_until(person.quiet, self._clock.now()) is not None
        same = nonce("reviewed", record.id, user_id)
        sent = await self._to_person(user_id, screen, same, silent=silent, pressed=True, later=True)
        if sent is not None or record.guild_id is None:
            return
        words = self._languages.words(record.locale)
        called = letters.reviewed(record, words, whom=user_id)
        same = nonce("reviewed", record.id, user_id, "called")
        await self.tell(record, called, same, lambda _: True)

    async def calls(self, record: Session, user_id: int) -> bool:
        """Whether such a person is called in the channel, as direct messages are known to be
        closed."""
        person = await self._people.find(user_id)
        return record.guild_id is not None and person is not None and not person.dm_open

    async def hand_over(self, user_id: int, screen: Screen, pressed: int) -> bool:
        """Send somebody what he has asked for; whether it has arrived."""
        same = nonce("handed over", pressed)
        return await self._to_person(user_id, screen, same, pressed=True) is not None

    async def _reach(
        self,
        record: Session,
        user_id: int,
        said: Callable[[Words, str], Screen],
        is_true: Callable[[Session], bool],
        *about: object,
    ) -> None:
        """Tell somebody by direct message, else in the channel, after their mention."""
        screen = said(await self.words_of(user_id, record), "")
        if await self.write(user_id, screen, nonce(*about)) is None:
            screen = said(self._languages.words(record.locale), f"<@{user_id}>: ")
            called = replace(screen, mentions=(user_id,))
            await self.tell(record, called, nonce(*about, "called"), is_true)

    async def write(self, user_id: int, screen: Screen, same: str) -> Sent | None:
        """By direct message, to somebody we know; where it has arrived."""
        person = await self._people.find(user_id)
        if person is None or not person.dm_open or person.dm_channel_id is None:
            return None
        silent = quiet_until(person.quiet, self._clock.now()) is not None
        return await self._to_person(user_id, screen, same, silent=silent)

    async def _to_person(
        self,
        user_id: int,
        screen: Screen,
        same: str,
        *,
        silent: bool = False,
        pressed: bool = False,
        later: bool = False,
    ) -> Sent | None:
        """Where it has arrived; None if it was refused. `later`: raises what passes soon."""
        send = partial(self._sent, screen=screen, same=same, silent=silent)
        try:
            return await self._direct_channels.write(user_id, send, pressed=pressed)
        except FAILURES as error:
            if later and passes_soon(error):
                raise
            _log.info("letter not sent", code=code_of(error))
            return None

    async def tell(
        self,
        record: Session,
        screen: Screen,
        same: str,
        is_true: Callable[[Session], bool],
        placed: Placed | None = None,
    ) -> bool:
        """Tell it in the session's channel; whether it is there by now."""
        until = self._clock.now() + TOLD_FOR
        return await self._told(_Told(record, screen, same, is_true, until, placed))

    async def _told(self, letter: _Told) -> bool:
        bar = Bar.of(KIND, letter.record, letter.same)
        try:
            sent = await self._sent(letter.record.channel_id, letter.screen, letter.same)
        except FAILURES as error:
            _log.info("letter not sent", session=letter.record.id, code=code_of(error))
            self._barred.put_off(bar, error, partial(self.ask, letter))
            return False
        self._barred.forget(bar)
        if letter.placed is not None:
            await letter.placed(sent)
        return True

    async def _update(self, letter: _Told) -> None:
        """Try again what the channel has refused."""
        with suppress(Refused):
            now = (await self._sessions.table(letter.record.id)).record
            stands = now.channel_id == letter.record.channel_id
            if stands and letter.is_true(now) and self._clock.now() < letter.until:
                await self._told(letter)

    async def _sent(
        self, channel_id: int, screen: Screen, same: str, *, silent: bool = False
    ) -> Sent:
        sent = await self._messages.post(channel_id, screen, nonce=same, silent=silent)
        return Sent(channel_id, sent)

    async def words_of(self, user_id: int, record: Session) -> Words:
        """The language of somebody's letters about a session."""
        person = await self._people.find(user_id)
        locale = record.locale if person is None else person.locale or record.locale
        return self._languages.words(locale)


OFFER: Final = "offer"


def in_the_channel(seat: int) -> int:
    """`user_id` of the post that offers this seat in the channel: nobody's."""
    return -1 - seat


def _stands(record: Session, user_id: int) -> bool:
    """Whether what such a post offers is offered still."""
    if user_id < EVERYBODY:
        offered = record.offers if record.status == "playing" else ()
        return any(in_the_channel(offer.seat) == user_id for offer in offered)
    called = [one.user_id for one in record.invitations] if user_id == EVERYBODY else [user_id]
    return any(offers_to(record, one) or record.asks(one) for one in called)


class Offers(Asked[Whose]):
    """Writes to whom a seat is offered, and again, in the same message, when it isn't any more."""

    kind = OFFER

    def __init__(self, outside: Outside, letters: Letters) -> None:
        super().__init__(outside)
        self._letters = letters
        self._answering = Answering(self.ask)

    async def send(
        self, record: Session, seat: Seat, whom: int | None, by: str, pressed: int
    ) -> bool:
        """Offer a seat in the channel; whom it is offered is also told by direct message.

        `by` is who offers it, `pressed` the id of the press. Whether anybody can have seen it.
        """
        await self.ask_all(record.id)  # whom the seat was offered before
        placed = partial(self._posted, record, in_the_channel(seat.seat))
        screen = holders.offer(record, seat, whom, by, self._languages.words(record.locale))

        def is_true(now: Session) -> bool:
            return Offer(seat.seat, whom) in offers_to(now, whom)

        same = nonce("offer", pressed)
        in_channel = await self._letters.tell(record, screen, same, is_true, placed)
        if whom is None:
            return in_channel
        screen = holders.offer(record, seat, whom, by, await self._letters.words_of(whom, record))
        written = await self._letters.write(whom, screen, nonce("offered", pressed))
        if written is None:
            return in_channel
        await self._posted(record, whom, written)
        return True

    async def keep(self, record: Session, by: str, pressed: int) -> None:
        """Tell everybody whose seat a lobby keeps: by direct message, else in the channel."""
        reached = await self._invite(record, record.kept, by, pressed)
        unreached = [one.user_id for one in record.kept if one.user_id not in reached]
        if unreached:
            await self._call(record, unreached, by, pressed, kept=True)

    async def invite(
        self, record: Session, asked: Sequence[Invitation], by: str, pressed: int
    ) -> None:
        """Mention the invited in the channel, and tell those we know by direct message."""
        people = [invitation.user_id for invitation in asked]
        await self._call(record, people, by, pressed, kept=False)
        await self._invite(record, asked, by, pressed)

    async def _call(
        self, record: Session, people: Sequence[int], by: str, pressed: int, *, kept: bool
    ) -> None:
        """In the channel, instead of the message in which others were called before."""
        words, asked = self._languages.words(record.locale), set(people)

        def is_true(now: Session) -> bool:
            known = {one.user_id for one in (*now.kept, *now.invitations)}
            return now.status == "lobby" and bool(asked & known)

        screen = letters.called(record, people, by, words, kept=kept)
        placed = partial(self._posted, record, EVERYBODY)
        await self._letters.tell(record, screen, nonce("called", pressed), is_true, placed)

    async def _invite(
        self, record: Session, asked: Sequence[Invitation], by: str, pressed: int
    ) -> frozenset[int]:
        """By direct message; whom that has reached."""
        reached = set()
        for one in asked:
            words = await self._letters.words_of(one.user_id, record)
            screen = letters.invited(record, by, words, kept=one.kept)
            same = nonce("invited", pressed, one.user_id)
            written = await self._letters.write(one.user_id, screen, same)
            if written is not None:
                await self._posted(record, one.user_id, written)
                reached.add(one.user_id)
        return frozenset(reached)

    @contextmanager
    def under_way(self, *offered: Whose) -> Iterator[None]:
        """While one of these is pressed, none of them is looked at."""
        with ExitStack() as answering:
            for whose in offered:
                answering.enter_context(self._answering.under_way(whose))
            yield

    async def answered(self, message_id: int, *offered: Whose) -> None:
        """The message, one of these, was pressed, and says itself what came of it."""
        for whose in offered:
            post = await self._posts.find(whose.session_id, OFFER, whose.user_id)
            if post is not None and post.message_id == message_id:
                await self._posts.forget(whose.session_id, OFFER, whose.user_id)

    async def ask_all(self, session_id: int) -> None:
        """Look of everybody whom a seat of the session was offered whether the offer has ended."""
        for kind, user_id in await self._posts.of(session_id):
            if kind == OFFER:
                self.ask(Whose(session_id, user_id))

    async def _posted(self, record: Session, whom: int, written: Sent) -> None:
        shown = NOTHING_SHOWN if record.status == "lobby" else record.changes
        await self._place(record.id, Post(OFFER, whom, *written, shown))
        self.ask(Whose(record.id, whom))  # it may have ended meanwhile

    async def _update(self, whose: Whose) -> None:
        table = await self._sessions.table(whose.session_id)
        post = await self._posts.find(whose.session_id, OFFER, whose.user_id)
        if post is None or not self._sessions.owns(table.record):
            return
        if whose in self._answering:
            self._answering.put_off(whose, whose)
            return
        if not _stands(table.record, whose.user_id):
            with fenced(self._sessions.guard(table.record)):
                await self._end(table.record, post)

    async def _end(self, record: Session, post: Post) -> None:
        if post.user_id == EVERYBODY:
            await self._take_away(record.id, post)
            return
        words = await self._letters.words_of(post.user_id, record)
        invited = post.shown == NOTHING_SHOWN
        screen = holders.offer_ended(record, post.user_id, words, invited=invited)
        with let_be(_log, "offer keeps its button", session=record.id):
            await self._messages.replace(post.channel_id, post.message_id, screen)
        await self._posts.forget(record.id, OFFER, post.user_id)


RESULT: Final = "result"


class Results(Asked[int]):
    """Tells what the store owes; the debt is made with the move that ends a game.

    One that is refused is tried again for a day. Where the bot dies between telling it and noting
    so, the nonce keeps Discord from telling it a second time.
    """

    kind = RESULT

    async def catch_up(self) -> None:
        """Tell what the last process came not to."""
        for session_id in await self._store.results_due():
            self.ask(session_id)

    async def _update(self, session_id: int) -> None:
        channel_id = await self._store.result_due(session_id)
        if channel_id is None or not await self._sessions.mine([session_id]):
            return
        try:
            table = await self._sessions.table(session_id)
            if await self._is_to_wait(channel_id, table):
                return
        except Refused as gone:
            _log.info("result not told", session=session_id, why=gone.reason.key)
        await self._store.result_told(session_id)

    async def _is_to_wait(self, channel_id: int, table: Table) -> bool:
        """Tell it; whether it was refused and is worth another try."""
        record = table.record
        bar = Bar(RESULT, record.id, record.guild_id, channel_id)
        recent = record.updated_at + TOLD_FOR > self._clock.now()
        again = partial(self.ask, record.id)
        with self._barred.trying(bar, again, "result not told", wanted=recent):
            await self._send(channel_id, table)
        return self._barred.waits(bar)

    async def _send(self, channel_id: int, table: Table) -> None:
        record = table.record
        words = voices(self._languages, record.locale, record).message
        screen = told_result(table, table.view(None), words)
        await self._messages.send(
            channel_id,
            self._once(table, screen),
            Priority.PROGRESS,
            nonce=nonce(RESULT, record.id),
            silent=True,
        )
