"""The application's own emojis: the signs of cards, carried up when a game draws new ones."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from importlib import metadata
from pathlib import Path
from typing import Final, TypeAlias

import aiohttp
import discord
import orjson
import structlog

import images
from bot.drawing.drawing import Drawing
from bot.drawing.process import DrawingFailed
from bot.games import GROUP
from bot.screens.play.prompts import Signs
from bot.store.store import Store, StoreFailed

_log = structlog.get_logger(__name__)

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
    games: Iterable[str],
    signs: dict[str, Signs],
    *,
    makes: bool,
) -> None:
    """Put the signs of each game into `signs`; `makes`: having brought those that Discord lacks.

    An emoji is known by its name: the game and the digest of its picture. None is ever taken away:
    an older release, or a message of long ago, may show it. Nothing is drawn whose name is noted
    and known, so that a start needs no process that draws. Raises nothing: without signs buttons
    have their texts.
    """
    try:
        now = await asyncio.to_thread(_made_of, games)
        drawn: Mapping[str, Mapping[str, bytes]] = {}
        names = _noted(await store.fact(FACT), now)
        if names is None:
            drawn = await _drawn(drawing, games)
            names = {
                game: {card: name_of(game, png) for card, png in of_game.items()}
                for game, of_game in drawn.items()
            }
            await store.save_fact(FACT, orjson.dumps([now, names]).decode())
        if not any(names.values()):
            return
        known = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
        lacking = {
            name: (game, card)
            for game, of_game in names.items()
            for card, name in of_game.items()
            if makes and name not in known
        }
        if lacking:
            drawn = drawn or await _drawn(drawing, games)
        for name, (game, card) in lacking.items():
            made = await client.create_application_emoji(name=name, image=drawn[game][card])
            known[name] = made.id
        for game, of_game in names.items():
            signs[game] = {
                card: {"id": str(known[name]), "name": name}
                for card, name in of_game.items()
                if name in known
            }
    except _FAILURES as error:
        _log.warning("no signs on buttons", error=str(error))


def name_of(game: str, png: bytes) -> str:
    """Equal names, equal pictures; letters, digits and underlines alone, 32 at most."""
    named = re.sub(r"\W", "_", game, flags=re.ASCII)[:_LONGEST_GAME]
    return f"{named}_{blake2b(png, digest_size=8).hexdigest()}"


async def _drawn(drawing: Drawing, games: Iterable[str]) -> Mapping[str, Mapping[str, bytes]]:
    return {game: await drawing.signs(game) for game in games}


def _made_of(games: Iterable[str]) -> str:
    """Equal for equal signs: our own drawing, Pillow, and the packages of games from outside."""
    registered = metadata.entry_points(group=GROUP)
    outside = [(one.name, one.dist and one.dist.version) for one in registered]
    digest = blake2b(digest_size=16)
    digest.update(repr((sorted(games), sorted(outside), metadata.version("pillow"))).encode())
    for file in sorted(Path(images.__file__).parent.rglob("*")):
        if file.suffix in {".py", ".toml"}:
            digest.update(file.read_bytes())
    return digest.hexdigest()


def _noted(fact: str | None, now: str) -> Names | None:
    """The names that signs had when they were made of this, if they were."""
    made_of, names = orjson.loads(fact) if fact else ("", None)
    return names if made_of == now else None
