"""`python -m bot` plays; `backup`, `restore`, `admin` and `doctor` are for whoever runs it."""

from __future__ import annotations

from bot.running.lean import settled  # before anything else

# isort: split

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import discord
import structlog

from bot import VERSION
from bot.delivery.drawing.drawing import Drawing, DrawingProcess
from bot.delivery.wire.caution import Shards, shares_of
from bot.games import find_game, found, languages_of, lessons_of, own_games, together
from bot.languages import BrokenCatalogue
from bot.running.admin import NotDone, add_to, administer
from bot.running.client import LEFT_TO_PROXY, Guildhall, call_through
from bot.running.forgetting import Backups
from bot.running.health import MetricsPage
from bot.running.services import Rates, Services
from bot.running.settings import BrokenSetting, Settings, load_settings
from bot.running.start_up import outdated, waited_out
from bot.running.telling import Metrics, NoReports, flush, reports_to, set_up_logs
from bot.sessions.table.reading import release
from bot.sessions.table.table import AnyGame
from bot.store.opening import copy_database, open_store, transfer_file
from bot.store.sqlite.store import restore
from bot.store.store import Store, StoreAway, StoreUnusable
from bot.thinking.thinkers import Thinkers
from bot.time import SystemClock
from images import MODULES, pictures_of

if sys.platform == "win32":
    from asyncio import run
else:
    from uvloop import run  # a press costs a tenth less on it

_log = structlog.get_logger(__name__)

LOCAL_ONLY = (
    "No DISCORD_TOKEN: playing on the local table. For Discord, make an application at "
    "https://discord.com/developers/applications, and put its bot token into .env."
)


AGAIN = 0.5
"""Seconds between two cancellations of what must end."""
BROKEN_OFF = 128 + signal.SIGINT
"""The exit code of what was, as shells have it."""
REFUSED = {
    4004: "Discord refuses DISCORD_TOKEN; copy it again",
    4010: "SHARDS: Discord knows no such shard",
    4011: "SHARDS: Discord wants more of them by now",
}
"""What a person must mend where the gateway closes a connection with these codes."""


class CannotStart(Exception):
    """Something outside must be put right first; one clear line says what."""


UNFIT = (BrokenSetting, BrokenCatalogue, StoreUnusable, CannotStart)


def main(arguments: list[str] | None = None) -> int:
    """Run the program; its exit code: 2 if it could not start, 1 for a failure while running.

    BROKEN_OFF where somebody did that at the keyboard.
    """
    settled()
    wanted, report = _parser().parse_args(arguments), None
    try:
        _check_compiled()
        settings = load_settings()
        dsn = settings.sentry_dsn
        report = None if dsn is None else reports_to(dsn.get_secret_value())
        set_up_logs(settings.log_level, settings.log_format, report)
        if settings.discord_proxy is not None:
            call_through(settings.discord_proxy)
        return _carry_out(wanted, settings)
    except (*UNFIT, NotDone, NoReports) as error:
        print(f"guildhall: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return BROKEN_OFF
    except Exception as error:  # noqa: BLE001 - the last place; a person reads this line
        if report is not None:
            report(error)
            flush()
        print(f"guildhall: stopped by {type(error).__name__}: {error}", file=sys.stderr)
        return 1


def _carry_out(wanted: argparse.Namespace, settings: Settings) -> int:
    """What is wanted of the program; its exit code."""
    if wanted.action == "backup":
        name = asyncio.run(copy_database(settings.database, wanted.file))
        _say(f"copied {name} to {wanted.file}")
    elif wanted.action == "restore":
        file = _file(settings, "a backup is put back by pg_restore")
        aside = restore(wanted.file, file)
        kept = "" if aside is None else f"; what was there is {aside}"
        _say(f"{file} is what {wanted.file} was{kept}")
    elif wanted.action == "transfer":
        number = asyncio.run(transfer_file(wanted.file, settings.database))
        _say(f"copied {wanted.file} with {number} sessions")
    elif wanted.action == "admin":
        chosen = _games(settings)
        boxes = found(chosen)
        every = together(chosen, boxes)
        administer(settings, wanted, every, languages_of(boxes), _say)
    elif wanted.action == "doctor":
        from bot.running.doctor import examine  # noqa: PLC0415 - only then

        _games(settings)
        return 0 if asyncio.run(examine(settings, wanted.channel, _say)) else 1
    else:
        run(_run(settings))
    return 0


def _say(line: str) -> None:
    """Print a line at once, as far as it can be shown; where nobody reads on, as after
    `| head -1`, end without a word.

    Here alone: elsewhere a broken pipe is one to Discord, or to the database.
    """
    shown = sys.stdout.encoding
    try:
        print(line.encode(shown, "backslashreplace").decode(shown), flush=True)
    except BrokenPipeError:
        # What is left to be printed, which Python does at its end, would fail once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(1)


async def _run(settings: Settings) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    metrics, shards = Metrics(), _shards(settings)
    chosen = _games(settings)
    # The local Discord is a new one at every start, without any commands.
    client = Guildhall(shards=shards, forgotten=settings.discord_token is None)
    async with _measured(client, settings, metrics) as page:
        store = await _opened(client, settings, metrics, stop)
        if store is None:
            return
        backups = None
        try:
            client.services = _assembled(client, settings, store, metrics, chosen)
            page.look_at(client.services)
            if settings.copies is not None:
                is_ours = partial(client.services.shares.owns, None)
                backups = Backups(
                    *(store, settings.copies, settings.backups_kept, SystemClock(), is_ours),
                    failing=metrics.no_backup.set,
                )
                backups.run()
            if settings.discord_token is None:
                await _play_locally(client, settings.local_port, stop)
            else:
                await _play(client, settings.discord_token.get_secret_value(), stop)
        finally:
            if backups is not None:
                backups.close()
            await store.close()


def _assembled(
    client: Guildhall,
    settings: Settings,
    store: Store,
    metrics: Metrics,
    chosen: Mapping[str, AnyGame],
) -> Services:
    boxes = found(chosen)
    games = together(chosen, boxes)
    modules = {**MODULES, **{box.game.name: box.pictures for box in boxes}}
    return Services(
        client,
        store,
        languages_of(boxes),
        games,
        shares=shares_of(store, _shards(settings), lambda: release(games)),
        rates=Rates() if settings.discord_proxy is None else LEFT_TO_PROXY,
        drawing=Drawing(pictures_of(modules), DrawingProcess(modules), metrics.drawn),
        metrics=metrics,
        lessons=lessons_of(boxes),
        keep_games_days=settings.keep_games_days,
        thinkers=Thinkers(partial(find_game, london=settings.london_components)),
    )


async def _opened(
    client: Guildhall, settings: Settings, metrics: Metrics, stop: asyncio.Event
) -> Store | None:
    """The store, as soon as it can be reached; None where that is waited for no longer."""
    opening = asyncio.create_task(
        waited_out(
            lambda: open_store(settings.database, metrics.committed),
            lambda error: str(error) if isinstance(error, StoreAway) else None,
            partial(client.held_up, outage="store"),
        )
    )
    stopping = asyncio.create_task(stop.wait())
    await asyncio.wait({opening, stopping}, return_when=asyncio.FIRST_COMPLETED)
    stopping.cancel()
    if not opening.done():
        await _cancelled(opening)
        return None
    store = await opening
    client.awaited = None
    return store


@asynccontextmanager
async def _measured(
    client: Guildhall, settings: Settings, metrics: Metrics
) -> AsyncIterator[MetricsPage]:
    """While the pages of metrics and health are there, if they are wanted."""
    page = MetricsPage(client, metrics)
    if settings.metrics_port is not None:
        try:
            address = await page.start(settings.metrics_host, settings.metrics_port)
        except OSError as error:
            where = f"{settings.metrics_host}, METRICS_PORT {settings.metrics_port}"
            raise CannotStart(f"METRICS_HOST {where}: {error}") from error
        _log.info("metrics and health", address=address)
    try:
        yield page
    finally:
        await page.stop()


def _check_compiled() -> None:
    """Raise CannotStart for compiled rules that are other rules than those written now."""
    older = outdated()
    if older:
        raise CannotStart(f"{older[0]} was changed since it was compiled: make compile")


def _file(settings: Settings, otherwise: str) -> Path:
    """The database, where it is one file."""
    if isinstance(settings.database, Path):
        return settings.database
    raise CannotStart(f"DATABASE is a PostgreSQL server: {otherwise}")


def _shards(settings: Settings) -> Shards | None:
    """Those of this process; None: all. The local table is one process's alone."""
    shards = settings.shards
    if shards is None or settings.discord_token is None:
        return None
    if not shards.are_all and isinstance(settings.database, Path):
        raise CannotStart(f"SHARDS is {shards}: several processes need PostgreSQL as DATABASE")
    return shards


async def _play_locally(client: Guildhall, port: int, stop: asyncio.Event) -> None:
    from bot.local import LocalDiscord, point_discord_at  # noqa: PLC0415 - only without a token

    local = LocalDiscord(port=port)
    try:
        await local.start()
    except OSError as error:
        raise CannotStart(f"LOCAL_PORT: {error}") from error
    try:
        point_discord_at(local.url)
        _say(LOCAL_ONLY)
        _say(f"Local table: {local.page_url}")
        await _play(client, local.token, stop)
    finally:
        await local.stop()


async def _play(client: Guildhall, token: str, stop: asyncio.Event) -> None:
    async with client:
        running = asyncio.create_task(client.start(token))
        stopping = asyncio.create_task(stop.wait())
        await asyncio.wait({running, stopping}, return_when=asyncio.FIRST_COMPLETED)
        asked_to = not running.done()
        stopping.cancel()
        if asked_to and not client.is_ready():
            # A shard whose connecting is broken off by closing would be said to have failed.
            await _cancelled(running)
        await client.close()
        if asked_to:
            await _cancelled(running)
            return
        try:
            await running
        except discord.LoginFailure as error:
            raise CannotStart(REFUSED[4004]) from error
        except discord.ConnectionClosed as closed:
            if closed.code not in REFUSED:
                raise
            raise CannotStart(REFUSED[closed.code]) from closed
        except discord.PrivilegedIntentsRequired as error:
            raise CannotStart(str(error)) from error


async def _cancelled(task: asyncio.Task[Any]) -> None:
    """End it; a cancellation that meets a result may be lost on its way, and is tried again."""
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=AGAIN)


def _games(settings: Settings) -> Mapping[str, AnyGame]:
    try:
        return own_games(settings.london_components)
    except ValueError as error:
        raise CannotStart(f"LONDON_COMPONENTS: {error}") from error


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Guildhall")
    parser.add_argument("--version", action="version", version=f"Guildhall {VERSION}")
    actions = parser.add_subparsers(dest="action")
    actions.add_parser("run", help="play (the default)")
    backup = actions.add_parser("backup", help="copy the live database")
    backup.add_argument("file", type=Path, help="where to; must not exist")
    restoring = actions.add_parser("restore", help="put a backup in the database's place")
    restoring.add_argument("file", type=Path, help="the backup; it stays as it is")
    moving = actions.add_parser("transfer", help="copy an SQLite file into a PostgreSQL database")
    moving.add_argument("file", type=Path, help="the file; it stays as it is")
    add_to(actions)
    doctor = actions.add_parser("doctor", help="examine token, application and database")
    doctor.add_argument(
        "--channel", type=int, help="id of a text channel in which to rehearse, with you pressing"
    )
    return parser


if __name__ == "__main__":
    sys.exit(main())
