"""How many sessions may be begun today: whoever uses them all up has his token reset by Discord."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord

from bot.delivery.wire.faults import Held

ASKED_FOR = 600.0
"""Seconds for which Discord's word of how many are left is taken; others may begin some."""
KEPT = 20
"""One of so many of a day's sessions is kept: for whoever must mend what used up the others."""


class FewStarts(Held):
    """Few sessions of the day are left: none is begun for so many seconds."""

    def __str__(self) -> str:
        return f"few starts of the day are left, none for {self.seconds:.0f} s"


class Starts:
    """Counts them between two words of Discord's; resuming a session is free."""

    def __init__(
        self,
        ask: Callable[[], Awaitable[discord.SessionStartLimits]],
        clock: Callable[[], float],
    ) -> None:
        self._ask = ask
        self._clock = clock
        self._left = 0
        self._asked_at = 0.0

    async def check(self) -> None:
        """Raise FewStarts, GatewayNotFound, or one of FAILURES, where none had better begin."""
        now = self._clock()
        if self._left > 0 and now < self._asked_at + ASKED_FOR:
            return
        limits = await self._ask()
        self._left, self._asked_at = limits.remaining - limits.total // KEPT, now
        if self._left <= 0:
            raise FewStarts(limits.reset_after / 1000)

    async def begin(self) -> None:
        """Count one that is begun; raises the same."""
        await self.check()
        self._left -= 1
