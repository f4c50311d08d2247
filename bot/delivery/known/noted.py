"""What is noted of messages and people in memory, and written down together later.

Who is at the table and who must be told that it waits; whose press edits for free. What is lost
costs an edit that changes nothing, a call, or at the worst a second word to somebody.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import field, replace
from functools import partial
from itertools import islice
from typing import Any, Final, TypeVar

import discord
import structlog

from bot.people import People
from bot.sessions.sessions import Locks
from bot.store.records.people import LIFETIME, Attendance, Post, PressToken, QuietHours, Tell
from bot.store.records.play import Turn
from bot.store.store import Store, StoreFailed
from bot.time import Clock, TableTime, held_until, quiet_until
from engine.text import frozen

_log = structlog.get_logger(__name__)

K = TypeVar("K")
V = TypeVar("V")

PAUSE = 1.0
"""Seconds for which notes are gathered."""
MOST = 40
"""Notes of a kind in one transaction: what is chosen meanwhile waits until that is over."""


class Notes:
    """Gathers what posts show, who attends and tokens, and stores it a number at a time."""

    def __init__(
        self, store: Store, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
    ) -> None:
        self._store = store
        self._sleep = sleep
        self._posts: dict[tuple[int, int], Post] = {}
        self._attendances: dict[tuple[int, int], Attendance] = {}
        self._tokens: dict[int, PressToken | None] = {}
        self._under_way: Collection[tuple[int, int]] = ()
        self._writing: asyncio.Task[None] | None = None

    def post(self, session_id: int, post: Post) -> None:
        """A message shows something else, where it stands."""
        self._posts[session_id, post.message_id] = post
        self._soon()

    def attendance(self, session_id: int, attendance: Attendance) -> None:
        """Somebody has pressed, or is to be told later."""
        self._attendances[session_id, attendance.user_id] = attendance
        self._soon()

    def token(self, message_id: int, token: PressToken | None) -> None:
        """A press lets a message be edited; None: Discord doesn't any more."""
        self._tokens[message_id] = token
        self._soon()

    def is_noted(self, session_id: int, message_id: int) -> bool:
        """Whether the store isn't told yet what a message shows."""
        return (session_id, message_id) in self._posts or (
            session_id,
            message_id,
        ) in self._under_way

    def drop_post(self, session_id: int, message_id: int) -> None:
        """Forget what was gathered of a message: the store is told better."""
        self._posts.pop((session_id, message_id), None)

    def drop_attendance(self, session_id: int, user_id: int) -> None:
        """Forget what was gathered of somebody: the store is told better."""
        self._attendances.pop((session_id, user_id), None)

    async def write(self) -> None:
        """Store what was gathered, until the store doesn't take something, which is given up."""
        while self._posts or self._attendances or self._tokens:
            posts, attendances = _taken(self._posts), _taken(self._attendances)
            self._under_way = posts
            try:
                await self._store.note(
                    [(session_id, post) for (session_id, _), post in posts.items()],
                    [(session_id, known) for (session_id, _), known in attendances.items()],
                    _taken(self._tokens),
                )
            except StoreFailed as failed:
                _log.warning("what messages show not noted", reason=str(failed), outage="store")
                return
            finally:
                self._under_way = ()

    def _soon(self) -> None:
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write_soon())

    async def _write_soon(self) -> None:
        while self._posts or self._attendances or self._tokens:
            await self._sleep(PAUSE)
            await self.write()


def _taken(notes: dict[K, V]) -> dict[K, V]:
    """The oldest of them, which are gathered no longer."""
    taken = dict(islice(notes.items(), MOST))
    for name in taken:
        del notes[name]
    return taken


AWAY_AFTER = 180.0
"""Seconds without a press at a table after which somebody is thought to have gone away."""
AWAKE_FOR = 600.0
"""Seconds after a press in which somebody's quiet hours don't count: who plays is awake."""
BETWEEN = 180.0
"""Seconds between two words to the same person about the same game."""
STARTED = -1
"""`told_step` of somebody who was told the start, but of no choice yet."""
KEPT_IN_MEMORY = 2_000


def seconds_until_told(
    known: Attendance, tell: Tell, owes: int | None, now: float, quiet: QuietHours | None = None
) -> float | None:
    """When somebody who owes a choice since this step is to be told; None: not at all.

    Once for each time of being awaited, not while the person plays, and not in his quiet hours.
    Nobody is told what an own press has shown.
    """
    if owes is None or tell == "never" or known.told_step is None or known.told_step >= owes:
        return None
    here_until = 0.0 if tell == "always" else known.pressed_at + AWAY_AFTER
    at = max(now, here_until, known.told_at + BETWEEN)
    end = quiet_until(quiet, at) if is_asleep(known, quiet, at) else None
    return (at if end is None else end) - now


def is_asleep(known: Attendance, quiet: QuietHours | None, now: float) -> bool:
    """Whether somebody isn't to be disturbed: in his quiet hours, without a press lately."""
    return known.pressed_at + AWAKE_FOR <= now and quiet_until(quiet, now) is not None


async def chosen_at(people: People, time: TableTime, user_id: int | None, turn: Turn) -> float:
    """When the computer chooses for who owes a choice, in Unix time: not in his quiet hours."""
    person = None if user_id is None else await people.find(user_id)
    due = time.moment(turn.due_at)
    held = due if person is None else held_until(person.quiet, due, due)
    return max(held, time.moment(turn.look_at or turn.due_at))


def _step(known: Attendance) -> int:
    return STARTED if known.told_step is None else known.told_step


def _later(held: Attendance, noted: Attendance) -> Attendance:
    """What is known of somebody by two processes; `noted`: by the other, a moment ago."""
    told_step = max(_step(held), _step(noted))
    untold = held.told_step is None and noted.told_step is None
    later = replace(
        held,
        pressed_at=max(held.pressed_at, noted.pressed_at),
        told_step=None if untold else told_step,
        told_at=max(held.told_at, noted.told_at),
    )
    from_before = later == held and replace(noted, due_at=held.due_at) != held
    return held if from_before else replace(later, due_at=noted.due_at)


class Attendances:
    """What is known of each person at each table, in memory as long as there is room."""

    def __init__(self, store: Store, notes: Notes, people: People, clock: Clock) -> None:
        self._store = store
        self._notes = notes
        self._people = people
        self._clock = clock
        self._known: OrderedDict[int, dict[int, Attendance]] = OrderedDict()
        self._locks = Locks()
        self._heard = 0
        """How often another process told of anybody, or all was dropped: what was being read then
        may be older."""

    async def of(self, session_id: int, user_id: int) -> Attendance:
        """What is known of somebody at a table."""
        known = self._known.get(session_id)
        if known is None:
            known = await self._held(session_id)
        return known.get(user_id) or Attendance(user_id)

    async def until_told(self, session_id: int, user_id: int, owes: int | None) -> float | None:
        """Seconds until somebody is to be told of a choice owed since this step; None: never."""
        known, person = await self.of(session_id, user_id), await self._people.find(user_id)
        tell, quiet = ("away", None) if person is None else (person.tell, person.quiet)
        return seconds_until_told(known, tell, owes, self._clock.now(), quiet)

    async def may_notify(self, session_id: int, user_id: int) -> bool:
        """Whether somebody wants to be told of anything, and isn't asleep."""
        person = await self._people.find(user_id)
        if person is None:
            return True
        known = await self.of(session_id, user_id)
        return person.tell != "never" and not is_asleep(known, person.quiet, self._clock.now())

    async def pressed(self, session_id: int, user_id: int) -> None:
        """Somebody pressed something at this table just now."""
        await self._change(session_id, user_id, pressed_at=self._clock.now())

    async def knows(self, session_id: int, user_id: int, step: int) -> None:
        """Somebody was shown by an own press what is owed since this step."""
        known = await self.of(session_id, user_id)
        if known.told_step is None or known.told_step < step:
            await self._change(session_id, user_id, told_step=step, due_at=None)

    async def telling(self, session_id: int, user_id: int, step: int | None) -> Attendance:
        """What is to be kept of somebody who is told of a step just now; None: in silence."""
        before = await self.of(session_id, user_id)
        if step is None:
            return before if before.told_step is not None else replace(before, told_step=STARTED)
        newest = step if before.told_step is None else max(step, before.told_step)
        return replace(before, told_step=newest, told_at=self._clock.now(), due_at=None)

    async def keep(self, session_id: int, known: Attendance) -> None:
        """Remember what the store was told of somebody already."""
        held = await self._held(session_id)
        meanwhile = held.get(known.user_id, known)
        newest = replace(
            known,
            pressed_at=max(known.pressed_at, meanwhile.pressed_at),
            told_step=max(_step(known), _step(meanwhile)),
        )
        held[known.user_id] = newest
        if newest == known:
            self._notes.drop_attendance(session_id, known.user_id)
        else:
            self._notes.attendance(session_id, newest)

    async def told(self, session_id: int, users: Mapping[int, int]) -> None:
        """These people were told of these steps just now; on the disk when it returns."""
        for user_id, step in users.items():
            after = await self.telling(session_id, user_id, step)
            await self._store.save_attendance(session_id, after)
            await self.keep(session_id, after)

    async def due_in(self, session_id: int, user_id: int, wait: float | None) -> None:
        """Somebody is to be told in so many seconds from now, if nothing comes in between."""
        due_at = None if wait is None else self._clock.now() + wait
        await self._change(session_id, user_id, due_at=due_at)

    def heard(self, session_id: int, noted: Attendance) -> bool:
        """Another process has noted this of somebody: of both, the later holds.

        Whether it is known here that the person is to be told at another time.
        """
        self._heard += 1
        held = self._known.get(session_id)
        if held is None:
            return False
        before = held.get(noted.user_id, noted)
        held[noted.user_id] = _later(before, noted)
        return noted.due_at != before.due_at

    def drop(self, session_id: int) -> None:
        """Read what is known of a session's people anew at the next look."""
        self._known.pop(session_id, None)

    def drop_all(self) -> None:
        """The same of every session."""
        self._known.clear()
        self._heard += 1

    async def _change(self, session_id: int, user_id: int, **fields: float | None) -> None:
        known = await self._held(session_id)
        before = known.get(user_id) or Attendance(user_id)
        if [*map(partial(getattr, before), fields)] != [*fields.values()]:
            after = known[user_id] = replace(before, **fields)  # type: ignore[arg-type]
            self._notes.attendance(session_id, after)

    async def _held(self, session_id: int) -> dict[int, Attendance]:
        known = self._known.get(session_id)
        if known is None:
            async with self._locks.of(session_id):
                known = self._known.get(session_id)
                while known is None:
                    heard = self._heard
                    stored = await self._store.attendances(session_id)
                    if self._heard == heard:
                        known = self._known[session_id] = {who.user_id: who for who in stored}
        self._known.move_to_end(session_id)
        while len(self._known) > KEPT_IN_MEMORY:
            self._known.popitem(last=False)
        return known


ORIGINAL: Final = "@original"
"""The message that was pressed, or that the answer made; a follow-up is named by its id."""

WebhookOf = Callable[[int, str], discord.Webhook]
"""Gives the webhook of an application's id and a press's token."""


@frozen
class Token:
    """The right to edit one message."""

    webhook: discord.Webhook = field(repr=False)
    target: Any  # for discord.py ids alone; ORIGINAL is as good as one


class Tokens:
    """The latest token of each message. Secrets: never logged.

    Those of messages that everybody sees are noted in the store, for whoever edits them after a
    restart.
    """

    def __init__(self, clock: Callable[[], float], webhook: WebhookOf, notes: Notes) -> None:
        self._clock = clock
        self._webhook = webhook
        self._notes = notes
        self._tokens: dict[int, PressToken] = {}

    def keep(
        self,
        message_id: int,
        interaction: discord.Interaction,
        *,
        follows: bool = False,
        alone: bool = False,
    ) -> None:
        """Remember the right that an answered press gave; `alone`: one person sees the message.

        `follows`: the message isn't the one that was pressed or that the answer made.
        """
        self._drop_expired()
        token = PressToken(
            message_id,
            interaction.user.id,
            interaction.application_id,
            interaction.token,
            follows=follows,
            expires=self._clock() + LIFETIME,
        )
        self._hold(token)
        if not alone:
            self._notes.token(message_id, token)

    def recall(self, noted: PressToken) -> None:
        """Remember what the store knows, unless a later press is known."""
        known = self._tokens.get(noted.message_id)
        if noted.expires <= self._clock() or (known and known.expires >= noted.expires):
            return
        self._hold(noted)

    def lives(self, message_id: int) -> bool:
        """Whether a token of the message still lives."""
        token = self._tokens.get(message_id)
        return token is not None and token.expires > self._clock()

    def live(self, message_id: int) -> Token | None:
        """The token of a message, if it still lives."""
        if not self.lives(message_id):
            return None
        token = self._tokens[message_id]
        webhook = self._webhook(token.application_id, token.token)
        return Token(webhook, message_id if token.follows else ORIGINAL)

    def drop(self, message_id: int) -> None:
        """Forget a token that Discord refused."""
        if self._tokens.pop(message_id, None) is not None:
            self._notes.token(message_id, None)

    def _hold(self, token: PressToken) -> None:
        self._tokens.pop(token.message_id, None)
        self._tokens[token.message_id] = token

    def _drop_expired(self) -> None:
        # Nearly in order of expiring: what is recalled out of order goes with those before it.
        now = self._clock()
        while self._tokens:
            message_id, token = next(iter(self._tokens.items()))
            if token.expires > now:
                break
            del self._tokens[message_id]
