"""Bots in processes of their own, so that only their own work counts, and what they are asked."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from cProfile import Profile
from pathlib import Path
from statistics import quantiles
from time import perf_counter, process_time, thread_time
from typing import Any, Self

import psutil
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.bench.layers import layer_of

ROOT = Path(__file__).parents[2]
TIMEOUT = 60.0
TICK = 0.01

Answer = Callable[[], Awaitable[Any]]


class Apart:
    """A module of this folder as a process, asked over its standard input."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self._process = process

    @classmethod
    async def start(cls, module: str, *arguments: object) -> Self:
        """Start it and wait until its bot is ready for presses."""
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-m",
            f"tests.bench.{module}",
            *map(str, arguments),
            cwd=ROOT,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        apart = cls(process)
        await apart.ask("ready")
        return apart

    async def ask(self, question: str, within: float = TIMEOUT) -> Any:
        """The answer to one of its questions."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{question}\n".encode())
        line = await asyncio.wait_for(self._process.stdout.readline(), within)
        if not line:
            raise RuntimeError(f"the bot ended before it answered {question!r}")
        return json.loads(line)

    async def stop(self) -> None:
        """End it as a closed standard input does."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        await self._process.wait()


async def answer(questions: Mapping[str, Answer]) -> None:
    """Answer questions, a line each, until there are no more."""
    loop = asyncio.get_running_loop()
    asked = asyncio.StreamReader()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(asked), sys.stdin)
    while line := await asked.readline():
        print(json.dumps(await questions[line.decode().strip()]()), flush=True)


def point_at(url: str) -> None:
    """As `bot.local.point_discord_at`, without the local Discord's own memory in this process."""
    base = yarl.URL(url)
    Route.BASE = str(base / "api/v10")
    DiscordWebSocket.DEFAULT_GATEWAY = base.with_scheme("ws") / "gateway"


async def ready() -> bool:
    """There is an answer as soon as there is anyone to give it."""
    return True


async def spent() -> float:
    """Seconds of CPU that this process and those that it has started have used."""
    own = process_time()  # before it looks through all processes for those that it has started
    others = (child.cpu_times() for child in psutil.Process().children())
    return own + sum(times.user + times.system for times in others)


async def parts() -> dict[str, float]:
    """The same by what used it: the event loop, threads beside it, each process by its module."""
    me = psutil.Process()
    used: Counter[str] = Counter()
    for thread in me.threads():
        what = "the event loop" if thread.id == me.pid else "its threads: store, waiting calls"
        used[what] += thread.user_time + thread.system_time
    for child in me.children():
        times, said = child.cpu_times(), child.cmdline()
        module = said[said.index("-m") + 1] if "-m" in said else "multiprocessing"
        used[module] += times.user + times.system
    return used


class Shares:
    """Where the event loop's CPU goes between two questions, by layer of `way`."""

    def __init__(self) -> None:
        self._profile: Profile | None = None

    async def since(self) -> dict[str, float]:
        """Of each layer, and of what isn't ours, its share since the last question."""
        known, self._profile = self._profile, None
        spent: Counter[str] = Counter()
        if known is None:
            # Not the time that passes: others use the machine, too.
            self._profile = Profile(thread_time)
            self._profile.enable()
        else:
            known.disable()
            for entry in known.getstats():
                if isinstance(entry.code, str):
                    continue  # what is built in counts where it is called
                inside = sum(one.inlinetime for one in entry.calls or () if is_built_in(one))
                spent[layer_of(entry.code.co_filename)] += entry.inlinetime + inside
        whole = sum(spent.values()) or 1.0
        return {layer: seconds / whole for layer, seconds in spent.items()}


def is_built_in(entry: Any) -> bool:
    """Whether what was called has no code of Python's."""
    return isinstance(entry.code, str)


async def taken() -> float:
    """MB that this process takes, without those that it has started."""
    return float(psutil.Process().memory_info().rss) / 1e6


class Lateness:
    """How late the event loop wakes; measured from the first question on, as it costs some CPU."""

    def __init__(self) -> None:
        self._late: list[float] = []
        self._watching: asyncio.Task[None] | None = None

    async def p99(self) -> float:
        """In ms, since the last question; nothing measured counts as 0."""
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch())
        late, self._late = self._late, []
        return percentile(late, 99) * 1000

    async def _watch(self) -> None:
        while True:
            due = perf_counter() + TICK
            await asyncio.sleep(TICK)
            self._late.append(perf_counter() - due)


def percentile(measured: list[float], percent: int) -> float:
    """The percentile of what was measured, 0 for nothing."""
    return quantiles(measured, n=100)[percent - 1] if len(measured) > 1 else 0.0
