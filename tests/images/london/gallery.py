"""Sample pictures: `python -m tests.images.london.gallery DIR` writes them.

`python -m tests.images.london.gallery` alone writes the golden ones anew.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from bot.testing.names import LONGEST_NAMES
from images import Picture, london
from tests.images.golden import reduced
from tests.images.london.played import arranged, counted, crowded, emptiest, fullest, over, voted
from tests.images.speech import Speech
from tests.images.views import PLAIN_NAMES

GOLDEN = Path(__file__).parent / "golden"
ENGLISH = Speech("en", PLAIN_NAMES, (3,))
KNOWING = Speech("en", PLAIN_NAMES, (1, 2, 3), learning=False)
LONGEST = Speech("fr", LONGEST_NAMES, (1,))


SET_OUT: dict[str, Callable[[], Picture]] = {
    "london-board": lambda: london.board(arranged(), ENGLISH),
    "london-closer": lambda: london.closer(arranged(), ENGLISH, "e3"),
    "london-hand": lambda: london.hand(arranged(1), ENGLISH),
    "london-result": lambda: london.result(counted(), ENGLISH),
}
"""Set out by hand, and kept to compare with."""

SAMPLES: dict[str, Callable[[], Picture]] = {
    **SET_OUT,
    "london-board-first": lambda: london.board(emptiest(3), LONGEST),
    "london-board-first-two": lambda: london.board(emptiest(2), ENGLISH),
    "london-board-known-two": lambda: london.board(fullest(2), KNOWING),
    "london-board-known-four": lambda: london.board(emptiest(4), KNOWING),
    "london-board-two": lambda: london.board(fullest(2), ENGLISH),
    "london-board-largest": lambda: london.board(fullest(4), LONGEST),
    "london-board-crowded": lambda: london.board(crowded(4), LONGEST),
    "london-board-voted": lambda: london.board(voted(4), ENGLISH),
    "london-board-voted-two": lambda: london.board(voted(2), LONGEST),
    "london-result-last": lambda: london.result(over(4), ENGLISH),
    "london-result-two": lambda: london.result(over(2), LONGEST),
    "london-hand-first": lambda: london.hand(emptiest(4, 0), LONGEST),
    "london-hand-last": lambda: london.hand(fullest(4, 0), ENGLISH),
}


def main(folder: Path) -> None:
    """Write every sample as a PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in SAMPLES.items():
        (folder / f"{name}.png").write_bytes(draw().png)


def golden() -> None:
    """Write the golden pictures anew."""
    GOLDEN.mkdir(exist_ok=True)
    for name, draw in SET_OUT.items():
        small = reduced(draw()).quantize(64, dither=Image.Dither.NONE)
        small.save(GOLDEN / f"{name}.png", optimize=True)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        main(Path(sys.argv[1]))
    else:
        golden()
