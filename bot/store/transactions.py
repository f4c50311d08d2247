"""What carries transactions out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from bot.store.sql import Database

P = ParamSpec("P")
R = TypeVar("R")


Begin = Callable[[], AbstractContextManager[Database]]
"""Begins a transaction, which is committed at the end of the context."""


class Committed(Protocol):
    """Is told how long a transaction took in seconds, and whether it was made."""

    def __call__(self, seconds: float, *, done: bool) -> None: ...


def untold(seconds: float, *, done: bool) -> None:
    """Nobody wants to know."""


class Transactions(ABC):
    """Carries out transactions, one after the other; raises StoreFailed, with nothing changed."""

    @abstractmethod
    def _now(self) -> float:
        """The time of day."""

    @abstractmethod
    async def _write(
        self,
        change: Callable[Concatenate[Database, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Make a change, all or nothing."""

    @abstractmethod
    async def _read(
        self,
        look: Callable[Concatenate[Database, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Look at what there is."""

    async def _glance(
        self,
        look: Callable[Concatenate[Database, P], R],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> R:
        """Look at what one single statement gives."""
        return await self._read(look, *args, **kwargs)
