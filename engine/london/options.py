"""The switches of Guilds of London."""

from __future__ import annotations

from typing import Literal, TypeAlias

from pydantic import Field

from engine.parts.values import Options

PlantationSide: TypeAlias = Literal["random", "ulster", "virginia"]


class LondonOptions(Options):
    """The switches of Guilds of London."""

    plantation_side: PlantationSide = Field(
        "random", description="which side of the plantation tile is used"
    )
