"""Lines of text: measured, fitted to a width, and drawn once into masks that are kept."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from math import ceil
from typing import Literal, get_args

from PIL import Image, ImageDraw

from engine.text import frozen
from images.paint.cache import cached
from images.paint.fonts import Face, cap_height, font, runs

SMALLEST = 27
"""No text of a picture is smaller: 9 px of a phone that shows it 360 wide."""

_CRISP = [0] * 116 + [255] * 140
"""Letters without grey edges, which weigh a tenth and can't be seen even at full size."""

_PAD = 4
_ABOVE, _BELOW = 1.05, 0.4
_PITCH = 1.1
_SLIM: dict[Face, Face] = {"slim": "text", "slim strong": "strong"}
"""Slim faces, and of which face their letters are made."""

_SLIMNESS = 0.9
"""Of their width letters of a slim face have; they are as high as others."""

ELLIPSIS = "…"
_HYPHEN = "-"
_LEAST_TORN = 3
"""Letters of a broken word that stand on one line at least."""
Torn = Literal["alone", "long", "any"]
_TORN: tuple[Torn, ...] = get_args(Torn)
"""Which words are broken: those longer than a line, after a break before them or in any line;
any word, to lose as little as may be."""


@frozen
class Line:
    """The ink of a drawn line; its baseline lies `baseline` px below the top, from `left` px on."""

    mask: Image.Image
    width: int
    baseline: int
    left: int


@frozen
class Fitted:
    """Text broken into lines of one size; `cut` if something had to be left out."""

    lines: tuple[str, ...]
    size: int
    cut: bool


@lru_cache(maxsize=2048)
def measure(text: str, face: Face, size: int) -> int:
    """Width of a line in pixels."""
    width = 0.0
    for run in runs(text, face):
        if run.font is None:
            width += _box(size) * len(run.text)
        else:
            width += font(run.font, size).getlength(run.text)
    return ceil(width * _SLIMNESS if face in _SLIM else width)


@cached
def line(text: str, face: Face, size: int) -> Line:
    """The line as a mask; marks that reach far out of the line are clipped."""
    if size < SMALLEST:
        raise ValueError(f"text of {size} px can't be read on a phone")
    width = measure(text, face, size)
    room = measure(text, _SLIM.get(face, face), size)
    baseline = round(size * _ABOVE)
    height = baseline + round(size * _BELOW)
    mask = Image.new("L", (room + 2 * _PAD, height), 0)
    draw = ImageDraw.Draw(mask)
    x = float(_PAD)
    for run in runs(text, face):
        if run.font is None:
            for _ in run.text:
                _draw_unknown(draw, x, baseline, size)
                x += _box(size)
        else:
            type_ = font(run.font, size)
            draw.text((x, baseline), run.text, font=type_, fill=255, anchor="ls")
            x += type_.getlength(run.text)
    if face in _SLIM:
        mask = mask.resize((width + 2 * _PAD, height))
    crisp = mask.point(_CRISP, "1")
    left, top, right, bottom = crisp.getbbox() or (0, 0, 1, 1)
    inked = crisp.crop((left, top, right, bottom))
    return Line(inked, width, baseline - top, _PAD - left)


def pitch(size: int) -> int:
    """Distance from one baseline to the next."""
    return round(size * _PITCH)


def block_height(face: Face, size: int, lines: int) -> int:
    """From the top of the first line's capitals to the last baseline."""
    return (lines - 1) * pitch(size) + cap_height(face, size)


@lru_cache(maxsize=2048)
def fit(
    text: str, style: tuple[Face, tuple[int, ...]], width: int, height: int, lines: int
) -> Fitted:
    """The text at the largest size (face and falling sizes in `style`) at which it fits.

    At the smallest size long words are broken, and what still doesn't fit ends in an ellipsis.
    """
    face, sizes = style
    for size in sizes:
        wrapped = _wrap(text, face, size, width)
        fits = len(wrapped) <= min(lines, _room(face, size, height))
        if fits and all(measure(found, face, size) <= width for found in wrapped):
            return Fitted(wrapped, size, cut=False)
    size = sizes[-1]
    most = max(1, min(lines, _room(face, size, height)))
    alone, broken, poured = (_break(text, face, size, width, torn) for torn in _TORN)
    for whole in (alone if len(alone) <= len(broken) else broken, broken, poured):
        if len(whole) <= most and all(measure(found, face, size) <= width for found in whole):
            return Fitted(whole, size, cut=False)
    last = broken[:most][-1].rstrip(" -")
    while last and measure(last + ELLIPSIS, face, size) > width:
        last = last[:-1].rstrip(" -")
    return Fitted((*broken[: most - 1], last + ELLIPSIS), size, cut=True)


def common_size(texts: Sequence[str], style: tuple[Face, tuple[int, ...]], width: int) -> int:
    """The largest size at which every one of these fits a line; else the smallest."""
    face, sizes = style
    widest = {size: max(measure(text, face, size) for text in texts) for size in sizes}
    return next((size for size in sizes if widest[size] <= width), sizes[-1])


def unbroken(text: str, style: tuple[Face, tuple[int, ...]], width: int) -> bool:
    """Whether at its smallest size every word fits a line, so that none has to be broken."""
    face, sizes = style
    return all(measure(piece.rstrip(" "), face, sizes[-1]) <= width for piece in _pieces(text))


def _room(face: Face, size: int, height: int) -> int:
    """How many lines a box of this height takes, their tails included."""
    lines = 0
    while block_height(face, size, lines + 1) + size // 4 <= height:
        lines += 1
    return lines


def _wrap(text: str, face: Face, size: int, width: int) -> tuple[str, ...]:
    """Lines broken at spaces and after hyphens; a long word may stick out."""
    lines = [""]
    for piece in _pieces(text):
        if lines[-1] and measure((lines[-1] + piece).rstrip(" "), face, size) > width:
            lines.append(piece)
        else:
            lines[-1] += piece
    return tuple(found.strip(" ") for found in lines)


def _pieces(text: str) -> list[str]:
    pieces = [""]
    for character in text:
        pieces[-1] += character
        if character in " -\u2013":
            pieces.append("")
    return [piece for piece in pieces if piece]


def _break(text: str, face: Face, size: int, width: int, torn: Torn) -> tuple[str, ...]:
    """Lines broken at spaces and after hyphens, with a hyphen inside words that may be torn."""
    lines = [""]
    for piece in _pieces(text):
        rest = piece
        while measure((lines[-1] + rest).rstrip(" "), face, size) > width:
            whole = measure(rest.rstrip(" "), face, size) <= width
            taken = 0
            if torn == "any" or (not whole and (torn == "long" or not lines[-1])):
                taken, lines[-1] = _filled(lines[-1], rest, face, size, width)
            if not taken and not lines[-1]:
                taken, lines[-1] = len(rest), rest
            rest = rest[taken:]
            lines.append("")
        lines[-1] += rest
    return tuple(found.strip(" ") for found in lines if found.strip(" "))


def _filled(line: str, word: str, face: Face, size: int, width: int) -> tuple[int, str]:
    """How much of a word a line still takes, and the line with that."""
    parts = _parts(word)
    for count in range(len(parts) - 1, 0, -1):
        start = "".join(parts[:count])
        hyphen = _HYPHEN if _within_a_word(parts[count - 1], parts[count]) else ""
        torn = hyphen and min(count, len(parts) - count) < _LEAST_TORN
        if not torn and measure(line + start + hyphen, face, size) <= width:
            return len(start), line + start + hyphen
    return 0, line


def _parts(text: str) -> list[str]:
    """Characters, each with the marks that stand on it."""
    parts: list[str] = []
    for character in text:
        if parts and unicodedata.combining(character):
            parts[-1] += character
        else:
            parts.append(character)
    return parts


def _within_a_word(before: str, after: str) -> bool:
    """Whether a break here needs a hyphen: between letters of scripts that have word spaces."""
    return all(
        unicodedata.combining(one) or (one.isalnum() and unicodedata.category(one) != "Lo")
        for one in (before, after)
    )


def _box(size: int) -> int:
    return round(size * 0.72)


def _draw_unknown(draw: ImageDraw.ImageDraw, x: float, baseline: int, size: int) -> None:
    """A small empty frame for a character that none of our fonts has."""
    box = (x + size * 0.08, baseline - size * 0.62, x + size * 0.62, baseline)
    draw.rounded_rectangle(box, radius=size * 0.12, outline=255, width=max(2, size // 14))
