"""Where people's direct messages are, as far as they are open to us, and how fast they are opened.

A bot that opens many is taken for a sender of spam.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, TypeAlias, TypeVar

import discord
import orjson
import structlog

from bot.delivery.calling.edits import in_time
from bot.delivery.wire.caution import Pace, Priority
from bot.delivery.wire.faults import OPENING_TOO_FAST, QUARANTINED, Held, Remedy, remedy
from bot.people import People
from bot.sessions.sessions import Locks
from bot.store.records.people import Person
from bot.store.store import Store
from engine.text import frozen

_log = structlog.get_logger(__name__)

FACT: Final = "openings"
SPAN, SPAN_UNASKED = 3600.0, 600.0
"""Seconds in which so many direct messages are opened, and unasked ones."""
PAUSE = 600.0
"""Seconds without opening any, after Discord found that they were opened too fast."""
QUARANTINE_PAUSE = 3600.0
"""Seconds after which it is found out with one of them whether the quarantine is over."""


@frozen
class Allowance:
    """How many people's direct messages are opened in an hour: well below the 25 after which bots
    are reported to be put in quarantine.

    `unasked`: in ten minutes, of people who haven't just pressed anything.
    """

    an_hour: int = 15
    unasked: int = 10


_Opened: TypeAlias = tuple[float, bool]


@frozen
class _Noted:
    """When direct messages were opened, with whether the person had pressed something."""

    opened: tuple[_Opened, ...] = ()
    held_until: float = 0.0
    quarantined: bool = False

    def one_more(self, now: float, most: Allowance, *, pressed: bool) -> _Noted:
        """Once another one is opened; in quarantine the others wait for what comes of it.

        Raises Held where none may be opened yet.
        """
        if wait := self._wait(now, most, pressed=pressed):
            raise Held(wait)
        recent = tuple(one for one in self.opened if one[0] > now - SPAN)
        until = now + QUARANTINE_PAUSE if self.quarantined else 0.0
        return replace(self, opened=(*recent, (now, pressed)), held_until=until)

    def without(self, vain: _Opened | None) -> _Noted:
        """The same without one of which nothing came."""
        if vain not in self.opened:
            return self
        at = self.opened.index(vain)
        return replace(self, opened=(*self.opened[:at], *self.opened[at + 1 :]))

    def _wait(self, now: float, most: Allowance, *, pressed: bool) -> float:
        unasked = [at for at, asked in self.opened if not asked]
        until = [self.held_until]
        if len(self.opened) >= most.an_hour:
            until.append(self.opened[-most.an_hour][0] + SPAN)
        if not pressed and len(unasked) >= most.unasked:
            until.append(unasked[-most.unasked] + SPAN_UNASKED)
        return max(0.0, max(until) - now)


@dataclass(eq=False, repr=False)
class Openings:
    """Opens direct messages at a pace that is kept through restarts, and by all processes.

    `now`: the time of day, in seconds.
    """

    _client: discord.Client
    _pace: Pace
    _store: Store
    _now: Callable[[], float]
    _most: Allowance = Allowance()  # noqa: RUF009 - nobody changes it

    def __post_init__(self) -> None:
        self._unheard_of: dict[int, _Opened] = {}

    async def open(self, user_id: int, *, pressed: bool) -> int:
        """The id of the channel of direct messages with a person, who has just `pressed`.

        Raises one of FAILURES; Held where none is to be opened now.
        """
        # Who can't be reached while Discord is out counts once, when they are tried last.
        before, now = self._unheard_of.get(user_id), self._now()
        noted = await self._note(
            lambda noted: noted.without(before).one_more(now, self._most, pressed=pressed)
        )
        self._unheard_of[user_id] = now, pressed
        await self._pace.turn(Priority.HAND)
        try:
            # The client's own way asks Discord once: it would give a lost channel again and again.
            channel = await in_time(self._client.http.start_private_message(user_id))
        except discord.HTTPException as error:
            if error.status < 500:
                self._unheard_of.pop(user_id, None)
            await self.refused(error)
            if error.code == OPENING_TOO_FAST or error.status == 429:
                await self._hold(PAUSE)
            raise
        except discord.RateLimited as limited:
            await self._hold(limited.retry_after)
            raise
        self._unheard_of.pop(user_id, None)
        if noted.quarantined:
            await self._hold(0.0, quarantined=False)
            _log.warning("the quarantine is over: direct messages are opened again")
        return int(channel["id"])

    async def refused(self, error: discord.HTTPException) -> None:
        """Open none for long if a direct message was refused because of a quarantine."""
        if error.code == QUARANTINED:
            _log.error("Discord has put the bot in quarantine", code=error.code)
            await self._hold(QUARANTINE_PAUSE, quarantined=True)

    async def _hold(self, seconds: float, *, quarantined: bool | None = None) -> None:
        """Open none for so long; `quarantined`: whether we are, as before where None."""
        if seconds:
            _log.warning("no direct messages are opened for a while", seconds=round(seconds))

        def held(noted: _Noted) -> _Noted:
            now_in_it = noted.quarantined if quarantined is None else quarantined
            return replace(noted, held_until=self._now() + seconds, quarantined=now_in_it)

        await self._note(held)

    async def _note(self, change: Callable[[_Noted], _Noted]) -> _Noted:
        """What is noted once this is changed of what all processes have noted."""
        noted = await self._store.change_fact(FACT, lambda fact: _dumped(change(_read(fact))))
        return _read(noted)


def _read(fact: str | None) -> _Noted:
    if fact is None:
        return _Noted()
    known = orjson.loads(fact)
    opened = tuple((at, asked) for at, asked in known.pop("opened"))
    return _Noted(opened, **known)


def _dumped(noted: _Noted) -> str:
    return orjson.dumps(noted).decode()


async def quarantine(store: Store) -> str | None:
    """What an operator must know of a quarantine; None without one. Raises StoreFailed."""
    if not _read(await store.fact(FACT)).quarantined:
        return None
    return (
        "Discord has put the bot in quarantine (20026): it can write to nobody to whom it hasn't "
        "written before, whose hands are behind “My hand” in the channel; appeal at "
        "https://dis.gd/app-quarantine"
    )


T = TypeVar("T")

LOST = frozenset({Remedy.CHANNEL_GONE, Remedy.NO_ACCESS})
"""What comes of a channel that was remembered; Discord gives it back if it is opened again."""


class DirectChannels:
    """Writes to people, and remembers where their direct messages are, and which are open."""

    def __init__(self, people: People, openings: Openings) -> None:
        self._people = people
        self._openings = openings
        self._locks = Locks()

    async def of(self, user_id: int, *, pressed: bool = False) -> int:
        """The id of the channel of a person's direct messages; raises one of FAILURES.

        `pressed`: that person has just asked for it.
        """
        async with self._locks.of(user_id):
            person = await self._people.find(user_id)
            if person is not None and person.dm_channel_id is not None:
                return person.dm_channel_id
            channel_id = await self._openings.open(user_id, pressed=pressed)
            if person is not None:
                there = partial(replace, dm_channel_id=channel_id)
                await self._people.change(person, there)
            return channel_id

    async def write(
        self, user_id: int, send: Callable[[int], Awaitable[T]], *, pressed: bool = False
    ) -> T:
        """What `send` gives, called with that channel; raises one of FAILURES.

        A channel that is lost is opened again, once.
        """
        try:
            return await self._write(user_id, send, pressed=pressed)
        except discord.HTTPException as error:
            if remedy(error) not in LOST:
                raise
        return await self._write(user_id, send, pressed=pressed)

    async def _write(
        self, user_id: int, send: Callable[[int], Awaitable[T]], *, pressed: bool
    ) -> T:
        channel_id = await self.of(user_id, pressed=pressed)
        try:
            return await send(channel_id)
        except discord.HTTPException as error:
            await self._openings.refused(error)
            await self.forget_lost(user_id, channel_id, error)
            raise

    async def forget_lost(self, user_id: int, channel_id: int, error: Exception) -> bool:
        """Forget the remembered channel if an error says that it is gone; whether it does."""
        person = await self._people.find(user_id)
        if remedy(error) not in LOST or person is None or person.dm_channel_id != channel_id:
            return False
        await self._people.change(person, partial(replace, dm_channel_id=None))
        return True

    async def close(self, person: Person) -> Person:
        """Remember that a person takes no direct messages; nothing is sent until the next Join."""
        return await self._people.change(person, partial(replace, dm_open=False))
