"""Sample pictures of every kind: `python -m tests.images.gallery DIR` writes them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

from bot.testing.names import LONGEST_NAMES
from engine import games
from engine.corrompue.view import CorrompueView
from engine.guildes.options import GuildesOptions
from engine.majority.view import MajorityView
from engine.text import text
from images import Picture, corrompue, guildes, majority, pictures
from images.pictures import OpenTable, Place
from tests.images import corrompue_views, majority_views
from tests.images.speech import Speech
from tests.images.views import (
    PLAIN_NAMES,
    counted_view,
    draft_prompt,
    full_view,
    guildes_view,
    middle_view,
    over_view,
)

PACK = (
    *("artisans", "nobles", "nobles", "milice", "pretres"),
    *("erudits", "alchimistes", "pecheurs", "chevaliers"),
)
ENGLISH = Speech("en", PLAIN_NAMES, (3,))
FRENCH = Speech("fr", PLAIN_NAMES, (3,))
LONGEST = Speech("fr", LONGEST_NAMES, (1,))


def debated(seats: int) -> MajorityView:
    """The first pick after the second debate."""
    views = (view for _, view in majority_views.played(seats, 3))
    return next(view for view in views if view.just_debated() and len(view.debates) == 2)


def counted(seats: int) -> CorrompueView:
    """The first trick after the second count."""
    views = (view for _, view in corrompue_views.played(seats, 3))
    return next(view for view in views if view.just_counted() and len(view.counts) == 2)


def _first_pick() -> Picture:
    prompt = draft_prompt(0, PACK, ("nobles",))
    return guildes.hand(guildes_view(4, 0, pack=PACK, prompt=prompt), ENGLISH)


def _fourth_pick() -> Picture:
    pack, kept = PACK[:6], (*PACK[6:], "alchimistes")
    prompt = draft_prompt(2, pack, None)
    return guildes.hand(middle_view(4, 2, pack=pack, hand=kept, prompt=prompt), FRENCH)


def _example(game: str) -> Picture:
    return pictures[game].example(games[game].example(), ENGLISH)


def _lobby(game: str, words: Speech) -> Picture:
    """Two people and a computer sit, a seat is kept, the others are free."""
    computer, kept, free = (
        words(text(key)) for key in ("computer.normal", "lobby.kept_seat", "lobby.free_seat")
    )
    ada, bo, chiara, dmitri = (words.name(seat) for seat in range(4))
    seated = (Place(ada, words(text("lobby.host"))), Place(bo), Place(chiara, computer))
    places = (*seated, Place(dmitri, kept, kept=True), *[Place(note=free)] * 2)
    return pictures[game].lobby(OpenTable(places[: max(games[game].seats)], (ada, bo)), words)


SAMPLES: dict[str, Callable[[], Picture]] = {
    **{f"{name}-example": partial(_example, name) for name in games},
    **{f"{name}-lobby": partial(_lobby, name, LONGEST) for name in games},
    "guildes-board": lambda: guildes.board(middle_view(4), ENGLISH),
    "guildes-board-first": lambda: guildes.board(
        guildes_view(3, options=GuildesOptions(events=True)), FRENCH
    ),
    "guildes-board-fullest": lambda: guildes.board(full_view(6), LONGEST),
    "guildes-board-counted": lambda: guildes.board(counted_view(4), ENGLISH),
    "guildes-board-counted-six": lambda: guildes.board(counted_view(6), LONGEST),
    "guildes-hand": _first_pick,
    "guildes-hand-kept": _fourth_pick,
    "guildes-result": lambda: guildes.result(over_view(4), ENGLISH),
    "guildes-result-six": lambda: guildes.result(over_view(6), LONGEST),
    "majority-board": lambda: majority.board(majority_views.moment(4, "play", 25), ENGLISH),
    "majority-board-open": lambda: majority.board(majority_views.moment(4, "open", -2), FRENCH),
    "majority-board-three": lambda: majority.board(majority_views.moment(3, "play", -1), LONGEST),
    "majority-board-debated": lambda: majority.board(debated(4), ENGLISH),
    "majority-board-debated-three": lambda: majority.board(debated(3), LONGEST),
    "majority-hand": lambda: majority.hand(majority_views.moment(4, "draft", 0), ENGLISH),
    "majority-hand-open": lambda: majority.hand(majority_views.moment(4, "open", -1), FRENCH),
    "majority-hand-open-three": lambda: majority.hand(
        majority_views.moment(3, "open", -1), LONGEST
    ),
    "majority-result": lambda: majority.result(majority_views.over(4), LONGEST),
    "corrompue-board": lambda: corrompue.board(corrompue_views.moment(4, "trick", 167), ENGLISH),
    "corrompue-board-two": lambda: corrompue.board(corrompue_views.moment(2, "trick", 0), FRENCH),
    "corrompue-board-counted": lambda: corrompue.board(counted(4), FRENCH),
    "corrompue-board-counted-three": lambda: corrompue.board(counted(3), LONGEST),
    "corrompue-hand": lambda: corrompue.hand(corrompue_views.moment(4, "trick", 67), FRENCH),
    "corrompue-hand-discard": lambda: corrompue.hand(
        corrompue_views.moment(3, "discard", -1), LONGEST
    ),
    "corrompue-result": lambda: corrompue.result(corrompue_views.over(4, 451), LONGEST),
}


def main(folder: Path) -> None:
    """Write every sample as a PNG."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, draw in SAMPLES.items():
        (folder / f"{name}.png").write_bytes(draw().png)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
