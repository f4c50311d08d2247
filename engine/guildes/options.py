"""The switches of Guildes."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from engine.values import Options


class GuildesOptions(Options):
    """The switches of Guildes."""

    tie_break: Literal["milice", "shared"] = Field(
        "milice", description="who wins a tie: most Milice cards laid, or all tied players"
    )
    events: bool = Field(False, description="the text of each ballot's event card applies")
    tricks: bool = Field(False, description="everyone gets a dirty trick in each ballot")
