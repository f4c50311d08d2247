"""The application's own emojis: the signs of cards, carried up when a game draws new ones."""

from __future__ import annotations

import re
from collections.abc import Iterable
from hashlib import blake2b
from typing import Final

import aiohttp
import discord
import structlog

from bot.drawing.drawing import Drawing
from bot.drawing.process import DrawingFailed
from bot.screens.prompts import Signs

_log = structlog.get_logger(__name__)

_LONGEST_GAME: Final = 15
_FAILURES = (*(discord.DiscordException, aiohttp.ClientError, OSError, DrawingFailed, ValueError),)


async def carry_up(
    client: discord.Client,
    drawing: Drawing,
    games: Iterable[str],
    signs: dict[str, Signs],
    *,
    makes: bool,
) -> None:
    """Put the signs of each game into `signs`; `makes`: having brought those that Discord lacks.

    An emoji is known by its name: the game and the digest of its picture. None is ever taken away:
    an older release, or a message of long ago, may show it. Raises nothing: without signs buttons
    have their texts.
    """
    try:
        drawn = {game: await drawing.signs(game) for game in games}
        if not any(drawn.values()):
            return
        known = {emoji.name: emoji.id for emoji in await client.fetch_application_emojis()}
        for game, of_game in drawn.items():
            names = {card: name_of(game, png) for card, png in of_game.items()}
            for card, name in names.items():
                if makes and name not in known:
                    made = await client.create_application_emoji(name=name, image=of_game[card])
                    known[name] = made.id
            signs[game] = {
                card: {"id": str(known[name]), "name": name}
                for card, name in names.items()
                if name in known
            }
    except _FAILURES as error:
        _log.warning("no signs on buttons", error=str(error))


def name_of(game: str, png: bytes) -> str:
    """Equal names, equal pictures; letters, digits and underlines alone, 32 at most."""
    named = re.sub(r"\W", "_", game, flags=re.ASCII)[:_LONGEST_GAME]
    return f"{named}_{blake2b(png, digest_size=8).hexdigest()}"
