"""What runs in a process that thinks: a view comes in, picks or a reading go out; no Discord."""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, TypeAlias

from engine import games
from engine.bots import TimeLeft, counted, players_with
from engine.bots.players import Picks
from engine.game import Game, View
from engine.review import Choice, Draft, Effort, Owed, Reading
from engine.text import frozen

Find: TypeAlias = Callable[[str], Game[Any, Any, Any]]
"""A game by its name, in whatever process it is called."""

NICENESS: Final = 10
"""Where a system has no class of processes that run while no other wants to."""
LEAST: Final = 0.05
"""Seconds with less of which a search is worth less than the game's rule of thumb."""
PLAYED_OUT: Final = 0.9
"""The part of its time after which a player begins nothing new."""
COLLECT_AFTER: Final = (10_000, 20, 20)
"""Nothing that playouts make goes in circles."""
DEEPEST: Final = 8
"""Places that are told of a failure, the innermost first."""


@frozen
class Order:
    """A choice to be made; `seconds`: the time for it, all of which it takes.

    `playouts`: how many to play instead, whatever time that takes.
    """

    game: str
    view: View
    seed: int
    seconds: float = 0.0
    playouts: int | None = None


@frozen
class Study:
    """A choice of a game that is over, to be read for so many seconds from where it was left."""

    game: str
    choice: Owed
    seat: int
    strengths: tuple[str | None, ...]
    effort: Effort
    draft: Draft
    seconds: float


class ThinkingFailed(Exception):
    """A player has failed: the kind of error and where, without its words."""

    def __init__(self, kind: str, at: str) -> None:
        super().__init__(kind, at)
        self.kind = kind
        self.at = at


def begin(find: Find) -> None:
    """Called once in a new process, which lives no longer than the bot."""
    # Signals are meant for the bot, which ends its processes when it has finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_bot, daemon=True).start()
    for name in games:
        # One that can't be made fails again where it is to be played, and is told of there.
        with suppress(Exception):
            find(name)
    _give_way()
    gc.freeze()
    gc.set_threshold(*COLLECT_AFTER)
    gc.enable()


def choose(find: Find, order: Order) -> Picks:
    """A hard player's picks; raises ThinkingFailed.

    What it takes is told by the order alone, so that it tells nothing of a hand.
    """
    begun = time.monotonic()
    try:
        picks = _chosen(find(order.game), order, begun)
    except Exception as error:  # noqa: BLE001 - told to the bot, which logs it
        raise ThinkingFailed(type(error).__name__, places(error)) from None
    if order.playouts is None:
        time.sleep(max(0.0, begun + order.seconds - time.monotonic()))
    return picks


def study(find: Find, order: Study) -> tuple[Draft, Choice | None, float]:
    """How far it is now, what is to be said of the choice once that is clear, and how much of a
    core there was for it."""
    begun, used = time.monotonic(), time.process_time()
    end = begun + order.seconds
    try:
        reading = Reading(find(order.game), order.choice, order.seat, order.strengths, order.effort)
        found = reading.go_on(order.draft, lambda: time.monotonic() < end)
    except Exception as error:  # noqa: BLE001 - as above
        raise ThinkingFailed(type(error).__name__, places(error)) from None
    return order.draft, found, (time.process_time() - used) / (time.monotonic() - begun)


def _chosen(game: Game[Any, Any, Any], order: Order, begun: float) -> Picks:
    if order.playouts is not None:
        time_left = counted(order.playouts)
    elif order.seconds < LEAST:
        return players_with(lambda: lambda: False)["normal"].choose(game, order.view, order.seed)
    else:
        time_left = _until(begun + PLAYED_OUT * order.seconds)
    return players_with(time_left)["hard"].choose(game, order.view, order.seed)


def _until(end: float) -> TimeLeft:
    def begin() -> Callable[[], bool]:
        return lambda: time.monotonic() < end

    return begin


def places(error: BaseException) -> str:
    """Where an exception went through, the innermost place first."""
    frames = reversed(traceback.extract_tb(error.__traceback__)[-DEEPEST:])
    return " < ".join(
        f"{Path(frame.filename).name}:{frame.lineno} {frame.name}" for frame in frames
    )


def _give_way() -> None:
    """Let everybody else go first, at once: one that is only nice ends its slice before a press."""
    with suppress(OSError):
        if hasattr(os, "SCHED_IDLE"):
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        else:
            os.nice(NICENESS)


def _end_with_the_bot() -> None:
    bot = multiprocessing.parent_process()
    if bot is not None:
        bot.join()
    os._exit(1)
