"""Guilds to look at: shields and cards, each drawn once."""

from __future__ import annotations

from functools import cache

from PIL import Image

from images import heraldry
from images.cache import cached
from images.guildes.theme import THEME
from images.heraldry import Arms, ramps_of, read_arms
from images.palette import Ramp


@cache
def arms() -> dict[str, Arms]:
    """By guild id, from guilds.toml."""
    return read_arms(__package__, "guilds.toml")


def button_signs() -> dict[str, bytes]:
    """What stands on buttons, by the beginning of a card's id."""
    return heraldry.signs(arms(), "guild")


def ramps() -> tuple[Ramp, ...]:
    """What the guilds need of a palette."""
    return ramps_of(arms().values())


@cached
def shield(guild: str, size: int) -> Image.Image:
    """The guild's arms on a shield of `size` x `size`."""
    return heraldry.shield(arms()[guild], size)


@cached
def card(guild: str, width: int, height: int) -> Image.Image:
    """A small card: colour and emblem."""
    return heraldry.card(arms()[guild], width, height)


def back(width: int, height: int) -> Image.Image:
    """A card that lies face down."""
    return heraldry.back(width, height, THEME)
