"""The process that draws: carries out what the bot orders, one after the other.

It loads what drawing needs and nothing else, no event loop and no log, as it lives beside the bot
all the time. Orders and pictures are pickled, a length before each; only `drawing.py` is at the
other end of the pipes.
"""

from __future__ import annotations

import sys

if __name__ == "__main__":
    # Python's own hashes do; OpenSSL's, which it prefers, take 3.5 MB.
    sys.modules["_hashlib"] = None  # type: ignore[assignment]  # what can't be imported

# isort: split

import contextlib
import ctypes
import gc
import os
import pickle
import signal
import struct
import traceback
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import BinaryIO

from bot.delivery.drawing.orders import Drawable
from images import Picture, Pictures, pictures_of
from images.furniture.film import Piece

if sys.platform == "linux":
    import fcntl

LENGTH = struct.Struct(">I")
LARGEST = 1 << 20
"""Bytes that wait in a pipe at most."""
GIVE_BACK_AFTER = 64
"""Pictures after which memory goes back to the system; what it gave back it must ask for again."""
BESIDE_A_FILM = 6_000_000
"""Bytes of sprites that stay while a page of a film is compressed, which takes 50 MB."""
AT_REST = 1.0
"""Seconds without an order after which it does, too."""

Reply = Picture | Piece | str
"""What was drawn, or what went wrong instead."""


def main(arguments: Sequence[str]) -> None:
    """Draw what is ordered until the bot closes the pipe or is gone.

    `arguments`: each game with the module of its pictures ("guildes=images.guildes").
    """
    drawn = pictures_of(dict(argument.split("=", 1) for argument in arguments))
    # Signals are meant for the bot, which closes the pipe when it has finished.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if hasattr(signal, "SIGPIPE"):
        # A bot that was killed wants no picture any more, and nobody hears of it.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    orders, drawings = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _widen(drawings)
    give_back_at_rest()
    gc.freeze()
    for number in count(1):
        with at_rest():
            packed = _next(orders)
        if packed is None:
            return
        reply = pickle.dumps(_reply(packed, drawn), pickle.HIGHEST_PROTOCOL)
        drawings.write(LENGTH.pack(len(reply)) + reply)
        drawings.flush()
        if number % GIVE_BACK_AFTER == 0:
            give_back()


def give_back_at_rest() -> None:
    """Have memory given back where nothing comes for a while (`at_rest`)."""
    if hasattr(signal, "setitimer"):  # not everywhere
        signal.signal(signal.SIGALRM, lambda *_: give_back())


@contextlib.contextmanager
def at_rest() -> Iterator[None]:
    """While an order is waited for."""
    if not hasattr(signal, "setitimer"):
        yield
        return
    signal.setitimer(signal.ITIMER_REAL, AT_REST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def give_back() -> None:
    """Give memory that is free, but not at its end, back to the system: glibc keeps it."""
    # Elsewhere there is no such function, and none is needed.
    with contextlib.suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def _make_room() -> None:
    """Keep no sprites, if they are many."""
    from images.paint.cache import SPRITES  # noqa: PLC0415 - the bot, too, reads this module

    if SPRITES.bytes > BESIDE_A_FILM:
        SPRITES.clear()
        give_back()


def _widen(pipe: BinaryIO) -> None:
    """Let some pictures wait to be read, so that the next is drawn meanwhile."""
    # Linux alone; where the operator allows less, it stays as it is.
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, LARGEST)


def _next(orders: BinaryIO) -> bytes | None:
    head = orders.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    packed = orders.read(length)
    return packed if len(packed) == length else None


def _reply(packed: bytes, drawn: Mapping[str, Pictures]) -> Reply:
    try:
        order: Drawable[Picture | Piece] = pickle.loads(packed)  # noqa: S301 - from the bot, over its own pipe
        if order.kind == "frame":
            _make_room()
        return order.drawn(drawn)
    except Exception as error:  # noqa: BLE001 - told to the bot, which logs it
        # Where, but not what: an error's own words may name a card of somebody's hand.
        frames = "".join(traceback.format_tb(error.__traceback__))
        return f"{type(error).__name__}\n{frames}"


if __name__ == "__main__":
    main(sys.argv[1:])
