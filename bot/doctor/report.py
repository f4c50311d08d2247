"""What was examined, one line a step, for whoever runs the bot."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType

import aiohttp
import discord

from bot.store.store import StoreFailed, StoreUnusable


class Unexpected(Exception):
    """A step went through, and what came of it is not what it should be."""


FAULTS = (
    discord.DiscordException,
    aiohttp.ClientError,
    OSError,
    Unexpected,
    StoreFailed,
    StoreUnusable,
)


class Report:
    """Says of each step whether it passed; counts those that failed."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self.failures = 0

    def title(self, said: str) -> None:
        """What the next steps are about."""
        self._say(f"\n{said}")

    def passed(self, step: str, said: str = "") -> None:
        """All is well."""
        self._line("passed", step, said)

    def noted(self, step: str, said: str) -> None:
        """Nothing that keeps a game from being played, but worth knowing."""
        self._line("note", step, said)

    def failed(self, step: str, said: str) -> None:
        """Something must be put right."""
        self.failures += 1
        self._line("FAILED", step, said)

    def step(self, step: str) -> Step:
        """One step that passes unless it fails with one of FAULTS, which ends here."""
        return Step(self, step)

    def _line(self, verdict: str, step: str, said: str) -> None:
        self._say(f"  {verdict:7}{step}{': ' if said else ''}{said}")


class Step:
    """`with report.step(...)`: what is tried."""

    def __init__(self, report: Report, name: str) -> None:
        self._report = report
        self._name = name

    def __enter__(self) -> None:
        return

    def __exit__(
        self, _: type[BaseException] | None, fault: BaseException | None, __: TracebackType | None
    ) -> bool:
        if fault is None:
            self._report.passed(self._name)
        elif isinstance(fault, FAULTS):
            self._report.failed(self._name, answer(fault))
        return isinstance(fault, FAULTS)


def answer(fault: BaseException) -> str:
    """What Discord or the network said."""
    if isinstance(fault, discord.HTTPException):
        return f"Discord said {fault.status}, code {fault.code}: {fault.text}"
    if isinstance(fault, Unexpected):
        return str(fault)
    return f"{type(fault).__name__}: {fault}"
