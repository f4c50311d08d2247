"""What an idle bot has loaded, which takes memory as long as it runs and time at every start."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
LATER = {
    "aiohttp.web_app": "for the page of metrics",
    "asyncpg": "for a PostgreSQL server",
    "bot.running.doctor": "for `doctor`",
    "bot.local": "without a token",
    "engine.guildes": "for a game's first table",
    "greenlet": "never: see bot.running.lean",
    "idna.core": "for an address in other letters than ours",
    "openskill": "when a game ends",
    "PIL": "where it is drawn",
    "pygments": "never: see bot.running.lean",
    "rich": "never: see bot.running.lean",
    "sentry_sdk": "for crash reports",
}
"""Packages with what they are for."""


def loaded(modules: str) -> set[str]:
    """All that another process has loaded which imports these."""
    run = [sys.executable, "-c", f"import sys, {modules}; print(*sys.modules)"]
    told = subprocess.run(run, cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    return set(told.stdout.split())


@pytest.fixture(scope="module")
def idle():
    return loaded("bot.__main__, cogs")


@pytest.mark.parametrize("package", LATER)
def test_an_idle_bot_has_not_loaded_what_it_may_never_want(idle, package):
    assert not {name for name in idle if name == package or name.startswith(f"{package}.")}


def test_a_bot_that_has_its_pictures_drawn_never_loads_what_draws_them():
    has_told = "images; [images.pictures[game].describe for game in images.pictures]"
    assert not loaded(f"bot.__main__, {has_told}") & {"PIL._imaging", "PIL._imagingft"}


def test_what_draws_loads_neither_a_log_nor_an_event_loop():
    assert not loaded("bot.delivery.drawing.worker, bot.languages") & {
        "asyncio",
        "structlog",
        "discord",
        "sqlite3",
    }


def test_what_thinks_loads_no_discord():
    assert "discord" not in loaded("bot.games, bot.thinking.worker")


def test_what_draws_hashes_without_openssl():
    script = (
        "import runpy, sys; runpy.run_module('bot.delivery.drawing.worker', run_name='__main__');"
        " print(*[n for n, m in sys.modules.items() if m is not None], file=sys.stderr)"
    )
    run = [sys.executable, "-c", script]
    told = subprocess.run(run, cwd=ROOT, check=True, input="", capture_output=True, text=True)  # noqa: S603 - ours
    assert {"hashlib", "_blake2"} <= set(told.stderr.split())
    assert "_hashlib" not in told.stderr.split()


def test_the_collector_of_circles_rests_until_all_is_loaded_and_works_from_then_on():
    script = (
        "import bot.__main__, gc; had = sum(one['collections'] for one in gc.get_stats());"
        " resting = gc.isenabled(); bot.__main__.main(['restore', '/nowhere']);"
        " print(had, resting, gc.isenabled(), gc.get_freeze_count() > 1000)"
    )
    run = [sys.executable, "-c", script]
    told = subprocess.run(run, cwd=ROOT, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    had, *states = told.stdout.split()
    assert int(had) < 50  # 220 by Python's own measure
    assert states == ["False", "True", "True"]
