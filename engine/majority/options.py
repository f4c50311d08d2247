"""The switches of The Majority."""

from __future__ import annotations

from pydantic import Field

from engine.values import Options


class MajorityOptions(Options):
    """The switches of The Majority."""

    first_edition_spy: bool = Field(False, description="a 3 also works when it was bribed")
    stolen_assassin_acts: bool = Field(True, description="a 2 also works when it was bribed")
