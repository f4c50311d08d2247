"""Files that are there whole, or not at all, and never in another's place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from bot.store.errors import StoreUnusable


def make_folder(folder: Path) -> None:
    """Make the folder unless it is there; raises StoreUnusable."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreUnusable(f"the folder {folder} can't be made: {reason}") from error


@contextmanager
def new_file(target: Path) -> Iterator[Path]:
    """Where to write what is `target` in the end; whatever fails leaves neither.

    Raises StoreUnusable, also if the target is there.
    """
    unfinished = target.with_name(f"{target.name}.unfinished")
    make_folder(target.parent)
    try:
        target.touch(exist_ok=False)
    except FileExistsError:
        raise StoreUnusable(f"{target} exists already; a backup never overwrites") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise StoreUnusable(f"the backup {target} can't be written: {reason}") from error
    try:
        unfinished.unlink(missing_ok=True)
        yield unfinished
        unfinished.replace(target)
    except BaseException:
        unfinished.unlink(missing_ok=True)
        target.unlink()
        raise
