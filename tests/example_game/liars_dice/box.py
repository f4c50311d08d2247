"""What Guildhall finds by the entry point `guildhall.games`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from bot.games import Box
from liars_dice.game import LiarsDice

BOX: Final = Box(
    LiarsDice(),
    "liars_dice.pictures",
    locales=Path(__file__).with_name("locales"),
    lesson=Path(__file__).with_name("lesson.toml"),
)
