"""The type of the house: its faces, and for each character the first font that has it.

Sources and licences: images/paint/fonts/README.md.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from pathlib import Path
from struct import unpack_from
from typing import Literal

from PIL import ImageFont

from engine.text import frozen


@cache
def coverage(name: str) -> frozenset[int]:
    """Code points of which a font has a glyph; of cmap formats 4 and 12, the ones in our files."""
    data = _file(name).read_bytes()
    cmap = _table(data, b"cmap")
    points: set[int] = set()
    (count,) = unpack_from(">H", data, cmap + 2)
    for index in range(count):
        (offset,) = unpack_from(">I", data, cmap + 4 + 8 * index + 4)
        start = cmap + offset
        (form,) = unpack_from(">H", data, start)
        if form == 4:
            points |= _segments(data, start)
        elif form == 12:
            points |= _groups(data, start)
    return frozenset(points)


def _table(data: bytes, tag: bytes) -> int:
    (count,) = unpack_from(">H", data, 4)
    for index in range(count):
        name, _, offset, _ = unpack_from(">4sIII", data, 12 + 16 * index)
        if name == tag:
            return int(offset)
    raise ValueError(f"a font without {tag.decode()}")


def _segments(data: bytes, start: int) -> set[int]:
    (doubled,) = unpack_from(">H", data, start + 6)
    segments = doubled // 2
    ends = unpack_from(f">{segments}H", data, start + 14)
    starts = unpack_from(f">{segments}H", data, start + 16 + doubled)
    points: set[int] = set()
    for first, last in zip(starts, ends, strict=True):
        points.update(range(first, last + 1))
    return points - {0xFFFF}


def _groups(data: bytes, start: int) -> set[int]:
    (count,) = unpack_from(">I", data, start + 12)
    points: set[int] = set()
    for index in range(count):
        first, last, _ = unpack_from(">III", data, start + 16 + 12 * index)
        points.update(range(first, last + 1))
    return points


Face = Literal["title", "heading", "text", "slim", "strong", "slim strong"]

_FOLDER = Path(__file__).parent / "fonts"
_FACES: dict[Face, str] = {
    "title": "GrenzeGotisch-SemiBold",
    "heading": "Alegreya-Bold",
    "text": "AlegreyaSans-Medium",
    "slim": "AlegreyaSans-Medium",
    "strong": "AlegreyaSans-ExtraBold",
    "slim strong": "AlegreyaSans-ExtraBold",
}
_FALLBACKS = (
    "AlegreyaSans-Medium",
    "NotoSansHebrew-Medium",
    "NotoSansArabic-Medium",
    "DroidSansFallback",
    "NotoEmoji",
)
_SCALE = {"NotoEmoji": 0.8, "DroidSansFallback": 0.92, "NotoSansArabic-Medium": 0.9}
_EMOJI = "NotoEmoji"
"""Its space is as wide as its pictures."""

_JOINERS = "\u200c\u200d"
_SKIN_TONES = range(0x1F3FB, 0x1F400)


@frozen
class Run:
    """Characters drawn with one font; `font` None for those that no font of ours has."""

    font: str | None
    text: str


@lru_cache(maxsize=24)
def font(name: str, size: int) -> ImageFont.FreeTypeFont:
    """A font of the tree, opened for each size; fallbacks are brought to the same look."""
    return ImageFont.truetype(str(_file(name)), round(size * _SCALE.get(name, 1)))


@cache
def cap_height(face: Face, size: int) -> int:
    """How far a capital reaches above the baseline, in pixels."""
    return round(-font(_FACES[face], size).getbbox("H", anchor="ls")[1])


@lru_cache(maxsize=1024)
def runs(text: str, face: Face) -> tuple[Run, ...]:
    """The text cut into runs, from left to right as they are drawn."""
    chain = tuple(dict.fromkeys((_FACES[face], *_FALLBACKS)))
    found: list[Run] = []
    for character in _drawable(text, chain):
        last = found[-1].font if found else chain[0]
        name = _font_for(character, last, chain)
        if found and found[-1].font == name:
            found[-1] = Run(name, found[-1].text + character)
        else:
            found.append(Run(name, character))
    return tuple(reversed(found) if _starts_from_the_right(text) else found)


def _drawable(text: str, chain: tuple[str, ...]) -> Iterator[str]:
    """Characters to draw: those that only steer are dropped, fancy letters made plain."""
    for character in unicodedata.normalize("NFC", text):
        if unicodedata.category(character).startswith("Z"):
            yield "\u00a0" if character in "\u00a0\u202f\u2007" else " "
        elif character in _JOINERS or _steers(character):
            continue
        elif any(_has(name, character) for name in chain):
            yield character
        elif not unicodedata.combining(character):
            yield from unicodedata.normalize("NFKC", character)


def _steers(character: str) -> bool:
    category = unicodedata.category(character)
    selector = 0xFE00 <= ord(character) <= 0xFE0F
    return category in {"Cc", "Cf", "Cs", "Cn"} or selector or ord(character) in _SKIN_TONES


def _font_for(character: str, last: str | None, chain: tuple[str, ...]) -> str | None:
    neutral = character in " \u00a0" or unicodedata.combining(character)
    if neutral and last and last != _EMOJI and _has(last, character):
        return last
    return next((name for name in chain if _has(name, character)), None)


def _has(name: str, character: str) -> bool:
    return ord(character) in coverage(name)


def _file(name: str) -> Path:
    return _FOLDER / f"{name}.ttf"


def _starts_from_the_right(text: str) -> bool:
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in {"R", "AL"}:
            return True
        if direction == "L":
            return False
    return False
