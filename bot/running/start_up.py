"""What a start owes, once: to sessions whose messages lag or whose server is lost; upgrades.

And to the application its emojis: the signs of cards, carried up when a game draws new ones."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import cache
from hashlib import blake2b
from importlib import metadata
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

import aiohttp
import discord
import orjson
import structlog

import images
from bot.delivery.drawing.drawing import Drawing, DrawingFailed, Urgency
from bot.delivery.drawing.orders import SignsOf
from bot.delivery.wire.faults import pause_after
from bot.games import GROUP
from bot.running.services import Services
from bot.screens.play.prompts import Signs
from bot.sessions.refusals import Unreadable
from bot.store.store import NotOurs, Store, StoreFailed
from engine import games as own
from engine.text import text

_log = structlog.get_logger(__name__)

T = TypeVar("T")
Sleep = Callable[[float], Awaitable[None]]

AT_ONCE = 20
"""Sessions that are brought up to date side by side."""
BETWEEN_EXAMINATIONS = 0.05
"""Seconds for presses alone: a long game takes as long to replay."""
LONGEST_PAUSE = 10.0
"""Seconds between two tries to read the store, or to reach Discord, in the end."""
LONGEST_HELD = 60.0
"""The same where it is known that it takes longer; so often that is said."""


async def catch_up_all(
    services: Services, is_in: Callable[[int], bool], pause: Sleep = asyncio.sleep
) -> None:
    """Bring every session up to date that this process looks after, the running ones first.

    `is_in`: whether we are in the server of this id, also while it is unavailable, as far as this
    process hears of it; it must know of all its servers by now.
    """
    store, mine = services.store, services.sessions.mine
    lost = [
        session_id
        for guild_id, session_ids in (await surely(store.live_by_guild, pause)).items()
        if services.shares.owns(guild_id) and not is_in(guild_id)
        for session_id in session_ids
    ]
    await server_gone(services, lost)
    due = await surely(store.due, pause)
    for session_id in await surely(lambda: mine(list(due)), pause):
        services.delivery.tell_at(session_id, due[session_id])
    every = await surely(store.lagging, pause)
    lagging = await surely(lambda: mine(every), pause)
    _log.info("ready", sessions_to_update=len(lagging), without_server=len(lost))
    room = asyncio.Semaphore(AT_ONCE)

    async def catch_up(session_id: int) -> None:
        async with room:
            await _catch_up(services, session_id, pause)

    await asyncio.gather(*map(catch_up, lagging))
    for part in (services.threads, services.delivery.results, services.reviewing):
        await surely(part.catch_up, pause)


async def examine_all(services: Services) -> None:
    """Replay the logs of all running games once after an upgrade, so slowly that nobody waits.

    Those that can't go on exactly are set apart, those set apart that can again are taken up.
    """
    every = await surely(services.examination.due)
    due = await surely(lambda: services.sessions.mine(every))
    if due:
        _log.info("something has changed since last time", sessions_to_examine=len(due))
    for session_id in due:
        try:
            if await services.examination.examine(session_id):
                await _catch_up(services, session_id)
        except StoreFailed as failed:
            _log.warning("session not examined", session=session_id, reason=str(failed))
        except Exception:  # noqa: BLE001 - one session's trouble must not hold up the others
            _log.exception("session not examined", session=session_id)
        await asyncio.sleep(BETWEEN_EXAMINATIONS)


async def count_all(services: Services) -> None:
    """Count the games that were over before results were kept, so slowly that nobody waits."""
    if not services.shares.owns(None):  # one after the other, and so by one process
        return
    for session_id in await surely(services.store.uncounted):
        try:
            await services.counting.count(session_id)
        except Exception:  # noqa: BLE001 - one session's trouble must not hold up the others
            _log.exception("session not counted", session=session_id)
        await asyncio.sleep(BETWEEN_EXAMINATIONS)


async def server_gone(services: Services, session_ids: Iterable[int]) -> None:
    """Pause the sessions of a server that removed us, and tell their players."""
    for session_id in session_ids:
        try:
            await services.delivery.boards.lose(session_id, text("board.server_gone"))
        except Unreadable:
            continue
        except StoreFailed as failed:
            _log.warning("session not paused", session=session_id, reason=str(failed))


async def _catch_up(services: Services, session_id: int, pause: Sleep = asyncio.sleep) -> None:
    try:
        with suppress(Unreadable, NotOurs):
            table = await surely(lambda: services.sessions.table(session_id), pause)
            services.computers.wake(table)
        with suppress(Unreadable, NotOurs):
            await surely(lambda: services.delivery.catch_up(session_id), pause)
    except Exception:  # noqa: BLE001 - one session's trouble must not hold up the others
        _log.exception("session not brought up to date", session=session_id)


async def surely(read: Callable[[], Awaitable[T]], pause: Sleep = asyncio.sleep) -> T:
    """What the store says, as soon as it can be read; raises NotOurs."""

    def passing(error: Exception) -> str | None:
        fails = isinstance(error, StoreFailed) and not isinstance(error, NotOurs)
        return str(error) if fails else None

    def held_up(reason: str) -> None:
        _log.error("start held up", reason=reason, outage="store")

    return await waited_out(read, passing, held_up, pause)


async def waited_out(
    attempt: Callable[[], Awaitable[T]],
    passing: Callable[[Exception], str | None],
    held_up: Callable[[str], None],
    pause: Sleep = asyncio.sleep,
) -> T:
    """What is attempted, again after longer and longer pauses; see `pause_after`, too.

    `passing`: why it may work later, None for what is raised here; `held_up` is told each time.
    """
    seconds = min(1.0, LONGEST_PAUSE)
    while True:
        try:
            return await attempt()
        except Exception as error:
            reason = passing(error)
            if reason is None:
                raise
            held_up(reason)
            held = pause_after(error) or 0.0
        await pause(max(seconds, min(held, LONGEST_HELD)))
        seconds = min(2 * seconds, LONGEST_PAUSE)


Names: TypeAlias = Mapping[str, Mapping[str, str]]
"""Of emojis, by game and card."""

FACT: Final = "signs"
"""Of what the store remembers: what signs were made of, and the names that they have since."""
_LONGEST_GAME: Final = 15
_FAILURES = (
    *(discord.DiscordException, aiohttp.ClientError, OSError),
    *(DrawingFailed, StoreFailed, LookupError, ValueError),
)


async def carry_up(
    client: discord.Client,
    drawing: Drawing,
    store: Store,
    games: Collection[str],
    signs: dict[str, Signs],
    *,
    makes: bool,
    pause: Sleep = asyncio.sleep,
) -> None:
    """Put the signs of each game into `signs`; `makes`: also those that Discord lacks, each as soon
    as it is there.

    An emoji is known by its name: the game and the digest of its picture. None is ever taken away:
    an older release, or a message of long ago, may show it. Nothing is drawn whose name is noted
    and known, so that a start needs no process that draws. Raises nothing: without signs buttons
    have their texts.
    """
    try:
        now = await asyncio.to_thread(_made_of, games)
        drawn: Mapping[str, Mapping[str, bytes]] = {}
        names: Names
        made_of, names = orjson.loads(await store.fact(FACT) or '["", {}]')
        if made_of != now:
            drawn = await _drawn(drawing, games)
            names = {
                game: {card: name_of(game, png) for card, png in of_game.items()}
                for game, of_game in drawn.items()
            }
            await store.save_fact(FACT, orjson.dumps([now, names]).decode())
        if not any(names.values()):
            return
        known = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
        _put(signs, names, known)
        lacking = {
            name: (game, card)
            for game, of_game in names.items()
            for card, name in of_game.items()
            if makes and name not in known
        }
        if lacking:
            drawn = drawn or await _drawn(drawing, games)
        for name, (game, card) in lacking.items():
            known[name] = await _made(client, name, drawn[game][card], pause)
            _put(signs, names, known)
    except _FAILURES as error:
        _log.warning("no signs on buttons", error=str(error))


def _put(signs: dict[str, Signs], names: Names, known: Mapping[str, int]) -> None:
    """Those that Discord has; the others' buttons have their texts."""
    for game, of_game in names.items():
        signs[game] = {
            card: {"id": str(known[name]), "name": name}
            for card, name in of_game.items()
            if name in known
        }


async def _made(client: discord.Client, name: str, png: bytes, pause: Sleep) -> int:
    """The id of a new emoji; of these no limit is told before it is reached."""
    while True:
        try:
            return (await client.create_application_emoji(name=name, image=png)).id
        except discord.RateLimited as limited:
            _log.info("signs are carried up later", seconds=round(limited.retry_after))
            await pause(limited.retry_after)


def name_of(game: str, png: bytes) -> str:
    """Equal names, equal pictures; letters, digits and underlines alone, 32 at most."""
    named = re.sub(r"\W", "_", game, flags=re.ASCII)[:_LONGEST_GAME]
    return f"{named}_{blake2b(png, digest_size=8).hexdigest()}"


async def _drawn(drawing: Drawing, games: Iterable[str]) -> Mapping[str, Mapping[str, bytes]]:
    return {game: await drawing.draw(SignsOf(game), Urgency.FILM) for game in games}


def _made_of(games: Collection[str]) -> str:
    """Equal for equal signs: our own drawing, Pillow, and the packages of games from outside."""
    outside: list[tuple[object, ...]] = []
    if set(games) - own.keys():
        registered = metadata.entry_points(group=GROUP)
        outside = sorted((one.name, one.dist and one.dist.version) for one in registered)
    drawn_by = (sorted(games), outside, metadata.version("pillow"), _drawing())
    return blake2b(repr(drawn_by).encode(), digest_size=16).hexdigest()


@cache
def _drawing() -> bytes:
    """Equal for equal code of our own that draws."""
    digest = blake2b(digest_size=16)
    for file in sorted(Path(images.__file__).parent.rglob("*")):
        if file.suffix in {".py", ".toml"}:
            digest.update(file.read_bytes())
    return digest.digest()


_ROOT = Path(__file__).parents[2]


def outdated(root: Path = _ROOT) -> list[str]:
    """The modules of engine/ whose source was written after they were compiled, as paths.

    What is installed as a package fits its source and has no `setup.py` beside it.
    """
    if not (root / "setup.py").exists():
        return []
    older = []
    for compiled in sorted((root / "engine").rglob(f"*{EXTENSION_SUFFIXES[0]}")):
        source = compiled.with_name(compiled.name.removesuffix(EXTENSION_SUFFIXES[0]) + ".py")
        if source.exists() and source.stat().st_mtime > compiled.stat().st_mtime:
            older.append(source.relative_to(root).as_posix())
    return older
