"""The plugin that packages run over their games, for the house's own."""

import gc
import os
import shutil
import sys
from pathlib import Path
from typing import Final

import pytest

from bot.running.lean import settled  # as the program does
from bot.testing import plugin
from tests.compiled import compiled_rules

TESTS: Final = Path(__file__).parent
TOGETHER: Final = ("bot", "engine", "images")
"""Folders in which the tests of one play the same games, and remember them."""

collect_ignore = ["example_game"]

# Where nobody keeps what pytest makes of a test's asserts, each of its processes makes all of it.
sys.dont_write_bytecode = False

MEMORY: Final = Path("/dev/shm")  # noqa: S108 - pytest makes a folder of its own there
ENOUGH: Final = 1 << 30
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    # Databases of tests need outlive no power cut: a disk that is waited for is half of their time.
    os.environ.setdefault("PYTEST_DEBUG_TEMPROOT", str(MEMORY))


def pytest_configure(config: pytest.Config) -> None:
    """Where the house is installed, pytest has found the plugin by itself."""
    settled()
    if compiled_rules():
        raise pytest.UsageError("tests put doubles in the place of rules: make as-written")
    if not config.pluginmanager.is_registered(plugin):
        config.pluginmanager.register(plugin, "guildhall.testing")


def pytest_collection_finish() -> None:
    """Let the collector leave alone what pytest has collected: a tenth of the CPU went there."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 50, 50)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have all tests of such a folder run in one process."""
    for item in items:
        folder = item.path.parent.relative_to(TESTS)
        if folder.parts and folder.parts[0] in TOGETHER:
            item.add_marker(pytest.mark.xdist_group(folder.as_posix()))
