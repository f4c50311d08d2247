"""Sessions to test with: seat 0 is Ada (user 100), seat 1 Blaise (101), seat 2 a computer."""

from __future__ import annotations

import resource
import signal
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.store.records.people import EVERYBODY, Post
from bot.store.records.play import RELAXED, Begun, Move, Seat
from bot.store.records.sessions import Outcome, Session, Status
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store

ADA = Seat(0, 100, "Ada", None, None)
BLAISE = Seat(1, 101, "Blaise", None, 1)
COMPUTER = Seat(2, None, "Tin", "simple", 0)
SEATS = (ADA, BLAISE, COMPUTER)
BEGUN = Begun("0.1.0", 1, "box")
MARK = "0.1.0 1 box"


def new_lobby(**fields: Any) -> Session:
    """One of Ada's that is yet to be stored."""
    return replace(
        Session(
            id=0,
            game="guildes",
            options="{}",
            guild_id=3,
            channel_id=7,
            locale="fr",
            host_id=100,
            seats=(ADA,),
        ),
        **fields,
    )


async def lobby(store: Store, channel_id: int = 7, host: Seat = ADA) -> Session:
    return await store.create_session(
        new_lobby(
            options='{"tie_break":"milice"}',
            channel_id=channel_id,
            host_id=host.user_id,
            seats=(host,),
            speed=RELAXED,
        )
    )


def begun(opened: Session, **fields: Any) -> Session:
    """The game that is made of a lobby, yet to be stored."""
    game = {
        "status": "playing",
        "seats": SEATS,
        "seed": 11,
        "begun": BEGUN,
        "examined": MARK,
        "rules_version": 1,
        "snapshot": "state 0",
    }
    return replace(opened, **game | fields)


async def started(
    store: Store, channel_id: int = 7, *, seed: int = 11, computers_due: bool = False
) -> Session:
    opened = await lobby(store, channel_id)
    after = begun(opened, seed=seed, story='["begun"]', computers_due=computers_due)
    return await store.change(opened, after)


async def commit(
    store: Store,
    session_id: int,
    number: int,
    *,
    status: Status = "playing",
    computers_due: bool = False,
) -> Session:
    """Seat `number % 3` picks "card:<number>"; the snapshot is "state <number>"."""
    return await committed(
        store,
        session_id,
        Move(number, number % 3, (f"card:{number}",)),
        snapshot=f"state {number}",
        story=f"[{number}]",
        status=status,
        computers_due=computers_due,
    )


async def committed(
    store: Store, session_id: int, move: Move, ended: Outcome | None = None, **fields: Any
) -> Session:
    """Log a move after which the session has these fields; as a fresh look finds it."""
    before = await store.session(session_id)
    assert before is not None
    given = await store.commit(before, replace(before, moves=move.number, **fields), move, ended)
    found = await store.session(session_id)
    assert given == found
    return given


async def changed(store: Store, session_id: int, *, seen: bool = True, **fields: Any) -> Session:
    """Write a session with these fields."""
    before = await store.session(session_id)
    assert before is not None
    return await store.change(before, replace(before, **fields), seen=seen)


def board(shown: int, channel_id: int = 7, message_id: int = 500) -> Post:
    return Post("board", EVERYBODY, channel_id, message_id, shown)


def call(shown: int, channel_id: int = 7, message_id: int = 600) -> Post:
    return Post("call", EVERYBODY, channel_id, message_id, shown)


def hand(user_id: int, shown: int, message_id: int = 700) -> Post:
    """Ada's stands in channel 70, Blaise's in 71."""
    return Post("hand", user_id, user_id - 30, message_id, shown)


async def hands_of(store: Store, session_id: int) -> dict[int, Post]:
    """The private messages by person."""
    posts = await store.posts(session_id)
    return {post.user_id: post for post in posts if post.kind == "hand"}


async def set_apart(store: Store, session_id: int) -> None:
    """As a session that can't be read."""
    apart = "UPDATE session SET set_apart = 'unknown' WHERE id = ?"
    await store._write(lambda db: db.execute(apart, (session_id,)))


async def filled(path: Path) -> None:
    """A database of several pages."""
    store = await SqliteStore.open(path)
    game = await started(store)
    for number in range(1, 200):
        await commit(store, game.id, number)
    await store.close()


def content(path: Path) -> bytes:
    return path.read_bytes()


def put(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


def rights(file: Path) -> int:
    return stat.S_IMODE(file.stat().st_mode)


def damage(path: Path) -> bytes:
    """Overwrite the head of every page but the first two; returns what the file now holds."""
    data = bytearray(path.read_bytes())
    for start in range(2 * 4096, len(data), 4096):
        data[start : start + 100] = b"\xa5" * 100
    path.write_bytes(data)
    return bytes(data)


@contextmanager
def failing_disk(limit: int) -> Iterator[None]:
    """Every write beyond `limit` bytes of any file fails, as on a disk with a quota."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    before = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, before)
