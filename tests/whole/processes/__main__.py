"""`python -m tests.whole.processes [KILLS [SEED [CHANGE]]]`: the campaign, told as it goes on.

`CHANGE`: "shape" or "rules", what a later release has changed, of which every second process is.
"""

from __future__ import annotations

import asyncio
import sys
import time

from tests.whole.later import LATER, Change
from tests.whole.processes.campaign import Told, campaign

KILLS = 5_000


def main(kills: int = KILLS, seed: int = 1, change: Change | None = None) -> None:
    """Half of the kills with two processes, half with three."""
    for processes in (2, 3):
        begun = time.monotonic()

        def say(told: Told) -> None:
            befallen = ", ".join(f"{n} {what}" for what, n in sorted(told.befallen.items()))
            seconds = time.monotonic() - begun  # noqa: B023  (said while it goes on)
            print(
                f"{processes} processes, {seconds:.0f} s: {befallen}; {told.games} games,"  # noqa: B023
                f" {told.choices} choices answered and kept;"
                f" all tables went on within {told.slowest:.1f} s",
                flush=True,
            )

        asyncio.run(campaign(processes, kills // 2, seed + processes, say, change))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]), *(change for change in LATER if change in sys.argv[3:]))
