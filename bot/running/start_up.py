"""What a start owes, once: to sessions whose messages lag or whose server is lost; upgrades."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import TypeVar

import structlog

from bot.delivery.wire.faults import pause_after
from bot.services import Services
from bot.sessions.refusals import Unreadable
from bot.store.store import NotOurs, StoreFailed

_log = structlog.get_logger(__name__)

T = TypeVar("T")
Sleep = Callable[[float], Awaitable[None]]

AT_ONCE = 20
"""Sessions that are brought up to date side by side."""
BETWEEN_EXAMINATIONS = 0.05
"""Seconds for presses alone: a long game takes as long to replay."""
LONGEST_PAUSE = 10.0
"""Seconds between two tries to read the store, or to reach Discord, in the end."""
LONGEST_HELD = 60.0
"""The same where it is known that it takes longer; so often that is said."""


async def catch_up_all(
    services: Services, is_in: Callable[[int], bool], pause: Sleep = asyncio.sleep
) -> None:
    """Bring every session up to date that this process looks after, the running ones first.

    `is_in`: whether we are in the server of this id, also while it is unavailable, as far as this
    process hears of it; it must know of all its servers by now.
    """
    store, mine = services.store, services.sessions.mine
    lost = [
        session_id
        for guild_id, session_ids in (await surely(store.live_by_guild, pause)).items()
        if services.shares.owns(guild_id) and not is_in(guild_id)
        for session_id in session_ids
    ]
    await server_gone(services, lost)
    due = await surely(store.due, pause)
    for session_id in await surely(lambda: mine(list(due)), pause):
        services.delivery.tell_at(session_id, due[session_id])
    every = await surely(store.lagging, pause)
    lagging = await surely(lambda: mine(every), pause)
    _log.info("ready", sessions_to_update=len(lagging), without_server=len(lost))
    room = asyncio.Semaphore(AT_ONCE)

    async def catch_up(session_id: int) -> None:
        async with room:
            await _catch_up(services, session_id, pause)

    await asyncio.gather(*map(catch_up, lagging))
    await services.threads.catch_up()
    await services.delivery.results.catch_up()
    await services.reviewing.catch_up()


async def examine_all(services: Services, pause: Sleep = asyncio.sleep) -> None:
    """Replay the logs of all running games once after an upgrade, so slowly that nobody waits.

    Those that can't go on exactly are set apart, those set apart that can again are taken up.
    """
    every = await surely(services.examination.due, pause)
    due = await surely(lambda: services.sessions.mine(every), pause)
    if due:
        _log.info("something has changed since last time", sessions_to_examine=len(due))
    for session_id in due:
        try:
            if await services.examination.examine(session_id):
                await _catch_up(services, session_id, pause)
        except StoreFailed as failed:
            _log.warning("session not examined", session=session_id, reason=str(failed))
        except Exception:  # noqa: BLE001 - one session's trouble must not hold up the others
            _log.exception("session not examined", session=session_id)
        await pause(BETWEEN_EXAMINATIONS)


async def count_all(services: Services, pause: Sleep = asyncio.sleep) -> None:
    """Count the games that were over before results were kept, so slowly that nobody waits."""
    if not services.shares.owns(None):  # one after the other, and so by one process
        return
    for session_id in await surely(services.counting.due, pause):
        try:
            await services.counting.count(session_id)
        except Exception:  # noqa: BLE001 - one session's trouble must not hold up the others
            _log.exception("session not counted", session=session_id)
        await pause(BETWEEN_EXAMINATIONS)


async def server_gone(services: Services, session_ids: Iterable[int]) -> None:
    """Pause the sessions of a server that removed us, and tell their players."""
    for session_id in session_ids:
        try:
            await services.delivery.server_gone(session_id)
        except Unreadable:
            continue
        except StoreFailed as failed:
            _log.warning("session not paused", session=session_id, reason=str(failed))


async def _catch_up(services: Services, session_id: int, pause: Sleep) -> None:
    try:
        with suppress(Unreadable, NotOurs):
            table = await surely(lambda: services.sessions.table(session_id), pause)
            services.computers.wake(table)
        with suppress(Unreadable, NotOurs):
            await surely(lambda: services.delivery.catch_up(session_id), pause)
    except Exception:  # noqa: BLE001 - one session's trouble must not hold up the others
        _log.exception("session not brought up to date", session=session_id)


async def surely(read: Callable[[], Awaitable[T]], pause: Sleep = asyncio.sleep) -> T:
    """What the store says, as soon as it can be read; raises NotOurs."""

    def passing(error: Exception) -> str | None:
        fails = isinstance(error, StoreFailed) and not isinstance(error, NotOurs)
        return str(error) if fails else None

    def held_up(reason: str) -> None:
        _log.error("start held up", reason=reason, outage="store")

    return await waited_out(read, passing, held_up, pause)


async def waited_out(
    attempt: Callable[[], Awaitable[T]],
    passing: Callable[[Exception], str | None],
    held_up: Callable[[str], None],
    pause: Sleep = asyncio.sleep,
) -> T:
    """What is attempted, again after longer and longer pauses; see `pause_after`, too.

    `passing`: why it may work later, None for what is raised here; `held_up` is told each time.
    """
    seconds = min(1.0, LONGEST_PAUSE)
    while True:
        try:
            return await attempt()
        except Exception as error:
            reason = passing(error)
            if reason is None:
                raise
            held_up(reason)
            held = pause_after(error) or 0.0
        await pause(max(seconds, min(held, LONGEST_HELD)))
        seconds = min(2 * seconds, LONGEST_PAUSE)
