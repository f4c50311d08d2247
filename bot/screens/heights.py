"""How much of a phone's screen parts of a message take, rather too much than too little; css px."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from discord import ComponentType

from bot.screens import parts as ui
from bot.screens.screen import AnyPicture, Part

PHONE = 844
MOST_LINES = 6
"""Of a message's text, where nobody asked for more."""
_FRAME = 68
"""Who wrote the message, and what is around all parts."""
_BETWEEN = 9
_BUTTON, _NEXT = 42, 8
ROW = _BUTTON + _NEXT
"""Of buttons, with what is between it and the next."""
_SELECT = 42
_KINDS = (
    ("### ", 42, 20.0),
    ("-# ", 47, 18.5),
    ("- ", 38, 21.75),
    ("**", 37, 21.75),
    ("", 40, 21.75),
)
"""Of each kind of line how it begins, so many letters that hardly any breaks sooner, its height."""
_BOLD = 12
"""One in so many bold letters takes the room of two."""
_PARTED = 8
"""Between lines of two kinds."""
_SHORT = 12 * "x"
"""As long as a time, or a name, is on the page."""
_TIME = re.compile(r"<t:\d+:\w>")
_NAMED = re.compile(r"<[#@]\d+>")
_WIDE = 341
"""Of a picture."""
_TALL = 1.13
"""The height of a picture of which nobody knows it any more, by its width."""
_SPARE = 20
"""What is around all parts is so much less where a picture is one of them."""


def lines_below(picture: AnyPicture, beside: Iterable[Part | None]) -> int:
    """So many lines of buttons a phone has room for below a picture and these parts."""
    tall = picture.height / picture.width if picture.width else _TALL
    left = room(beside) + _SPARE - tall * _WIDE - _BETWEEN
    return int(left // (_BUTTON + _BETWEEN))


def room(beside: Iterable[Part | None]) -> float:
    """What of a phone's screen these parts leave for one part more."""
    return PHONE - _FRAME - sum(height(part) + _BETWEEN for part in beside if part is not None)


def height(part: Part) -> float:
    """Of a part without pictures."""
    if part["type"] == ComponentType.text_display.value:
        return text_height(part["content"])
    if part["type"] == ComponentType.section.value:
        share = 1 - ui.width(part["accessory"]["label"]) / ui.LINE
        said = sum(text_height(one["content"], share) for one in part["components"])
        return max(said, _BUTTON)
    held = part.get("components", ())
    if held and held[0]["type"] == ComponentType.button.value:
        return ui.row_lines(held) * ROW - _NEXT
    return _SELECT


def text_height(said: str, share: float = 1) -> float:
    """Of lines of markdown, which have this share of the width."""
    tall, before = 0.0, None
    for line in said.splitlines():
        kind = _kind_of(line)
        tall += kind[2] * text_lines(line, share) + _PARTED * (before not in (None, kind))
        before = kind
    return tall


# Kept: a hand says the same title and question at every press of a step.
@lru_cache(maxsize=1000)
def text_lines(line: str, share: float = 1) -> int:
    """As how many a phone shows a line of markdown that has this share of the width."""
    mark, letters, _ = _kind_of(line)
    room = max(1, int(letters * share))
    if "**" in line and mark != "**":
        bold = sum(map(len, line.split("**")[1::2]))
        room -= round(room * bold / len(line) / _BOLD)
    if len(line) <= room + len(mark) or len(bare := _bare(line, mark)) <= room:
        return 1
    lines, at = 1, 0
    for word in map(len, filter(None, bare.split(" "))):
        if at + word > room >= word:
            lines, at = lines + 1, 0
        broken, end = divmod(at + word - 1, room)
        lines, at = lines + broken, end + 2
    return lines


def fits(line: str, lines: int) -> bool:
    """Whether a phone shows a line of markdown as so many at most, even where the spaces at which
    it breaks take room."""
    mark, letters, _ = _kind_of(line)
    return len(_bare(line, mark)) <= letters * lines and text_lines(line) <= lines


def _bare(line: str, mark: str) -> str:
    """What is read of it."""
    bare = line.removeprefix(mark).replace("**", "").replace("\\", "")
    return _TIME.sub(_SHORT, _NAMED.sub(_SHORT, bare)) if "<" in bare else bare


def _kind_of(line: str) -> tuple[str, int, float]:
    for kind in _KINDS:
        if line.startswith(kind[0]):
            return kind
    return _KINDS[-1]
