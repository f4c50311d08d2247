"""The loop that the bot runs on: uvloop where there is one; a press costs a tenth less on it."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from typing import Any, TypeVar

if sys.platform != "win32":
    import uvloop

T = TypeVar("T")


def run(main: Coroutine[Any, Any, T]) -> T:
    """Carry a program out and give what it comes to, as `asyncio.run` does."""
    if sys.platform == "win32":
        return asyncio.run(main)
    return uvloop.run(main)
