"""A copy every night, and so many kept."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from bot.running.forgetting import COPIES_EVERY, Backups
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from tests.local.clock import ManualClock

HOUR, DAY = 3600, 86_400


@pytest.fixture
def clock() -> ManualClock:
    """Ten in the evening."""
    return ManualClock(datetime(2027, 1, 10, 22, tzinfo=UTC).timestamp())


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await SqliteStore.open(tmp_path / "guildhall.sqlite3")
    yield opened
    await opened.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "backups"


def made(folder: Path) -> list[str]:
    """The days of the copies."""
    found = (file.name for file in folder.glob("guildhall-*"))
    return sorted(name.removeprefix("guildhall-").removesuffix(".sqlite3") for name in found)


def holding(folder: Path, **texts: str) -> None:
    """Make files in a folder."""
    folder.mkdir(exist_ok=True)
    for name, text in texts.items():
        (folder / name).write_text(text)


def gone(file: Path) -> None:
    file.unlink()


def sizes(folder: Path) -> dict[str, bool]:
    """The files of a folder, and whether there is anything in them."""
    return {file.name: file.stat().st_size > 0 for file in folder.iterdir()}


def backups_of(store: Store, folder: Path, keep: int, clock: ManualClock) -> Backups:
    """Those of the one process there is."""
    return Backups(store, folder, keep, clock, lambda: True)


async def later(backups: Backups, clock: ManualClock, seconds: float) -> None:
    clock.advance(seconds)
    await backups.settled()


async def test_one_copy_a_day_is_made_at_night(
    store: Store, folder: Path, clock: ManualClock
) -> None:
    backups = backups_of(store, folder, 7, clock)
    backups.run()
    await backups.settled()
    assert made(folder) == ["2027-01-10"]
    await later(backups, clock, 4 * HOUR)
    assert made(folder) == ["2027-01-10"]
    await later(backups, clock, HOUR + COPIES_EVERY)
    assert made(folder) == ["2027-01-10", "2027-01-11"]
    backups.close()


async def test_a_copy_is_a_whole_database(store: Store, folder: Path, clock: ManualClock) -> None:
    await store.save_fact("kept", "yes")
    backups = backups_of(store, folder, 7, clock)
    backups.run()
    await backups.settled()
    (day,) = made(folder)
    copy = await SqliteStore.open(folder / f"guildhall-{day}.sqlite3")
    assert await copy.fact("kept") == "yes"
    await copy.close()


async def test_the_newest_are_kept_and_nothing_else_is_touched(
    store: Store, folder: Path, clock: ManualClock
) -> None:
    others = ("before-the-upgrade.sqlite3", "guildhall-of-mine.sqlite3", "notes.txt")
    holding(folder, **dict.fromkeys(others, "precious"))
    backups = backups_of(store, folder, 2, clock)
    backups.run()
    for _ in range(4):
        await later(backups, clock, DAY)
    assert made(folder) == ["2027-01-13", "2027-01-14", "of-mine"]
    assert set(others) < set(sizes(folder))
    backups.close()


async def test_a_copy_that_was_broken_off_on_another_day_is_no_copy_and_goes(
    store: Store, folder: Path, clock: ManualClock
) -> None:
    begun = "guildhall-2027-01-11.sqlite3"
    backups = backups_of(store, folder, 2, clock)
    backups.run()
    await backups.settled()
    beside = (".unfinished", ".unfinished-journal", ".writing")
    holding(folder, **{begun: ""}, **{begun + end: "half of it" for end in beside})
    await later(backups, clock, 2 * DAY)
    assert made(folder) == ["2027-01-10", "2027-01-12"]
    backups.close()


async def test_a_copy_that_was_made_by_a_clock_that_was_ahead_counts_as_the_oldest(
    store: Store, folder: Path, clock: ManualClock
) -> None:
    holding(folder, **{"guildhall-2037-01-01.sqlite3": "as it was last week"})
    backups = backups_of(store, folder, 2, clock)
    backups.run()
    await backups.settled()
    assert made(folder) == ["2027-01-10", "2037-01-01"]
    await later(backups, clock, DAY)
    assert made(folder) == ["2027-01-10", "2027-01-11"]
    backups.close()


async def test_a_start_after_the_copy_makes_none(
    store: Store, folder: Path, clock: ManualClock
) -> None:
    for _ in range(2):
        backups = backups_of(store, folder, 7, clock)
        backups.run()
        await backups.settled()
        backups.close()
    assert made(folder) == ["2027-01-10"]


async def test_a_copy_that_a_killed_process_had_begun_is_made(
    store: Store, folder: Path, clock: ManualClock
) -> None:
    copy = "guildhall-2027-01-10.sqlite3"
    holding(folder, **{copy: "", f"{copy}.unfinished": "half"})
    backups = backups_of(store, folder, 7, clock)
    backups.run()
    await backups.settled()
    assert sizes(folder) == {copy: True}


async def test_a_folder_that_cannot_be_written_to_is_tried_again(
    store: Store, folder: Path, clock: ManualClock
) -> None:
    holding(folder.parent, backups="a file is in the way")
    backups = backups_of(store, folder, 7, clock)
    backups.run()
    await backups.settled()
    gone(folder)
    await later(backups, clock, COPIES_EVERY)
    assert made(folder) == ["2027-01-10"]
    backups.close()


async def test_of_several_processes_the_one_whose_work_it_is_makes_the_copy(
    store: Store, folder: Path, clock: ManualClock
) -> None:
    ours = False
    backups = Backups(store, folder, 7, clock, lambda: ours)
    backups.run()
    await backups.settled()
    assert made(folder) == []
    ours = True
    await later(backups, clock, COPIES_EVERY)
    assert made(folder) == ["2027-01-10"]
    backups.close()


async def test_the_same_failure_is_logged_once(
    store: Store, folder: Path, clock: ManualClock
) -> None:
    holding(folder.parent, backups="a file is in the way")
    backups = backups_of(store, folder, 7, clock)
    with capture_logs() as logs:
        backups.run()
        await backups.settled()
        for _ in range(3):
            await later(backups, clock, COPIES_EVERY)
    backups.close()
    assert [line["event"] for line in logs] == ["no backup"]
