"""What carries transactions out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

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


Body = Callable[Concatenate[Database, P], R]
Method = Callable[Concatenate[Transactions, P], Coroutine[Any, Any, R]]


def reads(look: Body[P, R]) -> Method[P, R]:
    """The method that looks so, within one transaction."""

    @wraps(look)
    async def method(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await store._read(look, *args, **kwargs)  # noqa: SLF001  (its own)

    return method


def glances(look: Body[P, R]) -> Method[P, R]:
    """The same of a look that is one single statement."""

    @wraps(look)
    async def method(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await store._glance(look, *args, **kwargs)  # noqa: SLF001

    return method


def writes(change: Body[P, R]) -> Method[P, R]:
    """The method that makes this change, all or nothing."""

    @wraps(change)
    async def method(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await store._write(change, *args, **kwargs)  # noqa: SLF001

    return method


def dates(change: Callable[Concatenate[Database, float, P], R]) -> Method[P, R]:
    """The same of a change that is told the time of day."""

    @wraps(change)
    async def method(store: Transactions, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return await store._write(change, store._now(), *args, **kwargs)  # noqa: SLF001

    return method
