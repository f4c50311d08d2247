"""Lines of text: measured, fitted to a width, and drawn once into masks that are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil

from PIL import Image, ImageDraw

from images.fonts import Face, cap_height, font, runs

SMALLEST = 22
"""No text of a picture is smaller: 1200 px are shown on a phone's width."""

_PAD = 4
_ABOVE, _BELOW = 1.05, 0.4
_PITCH = 1.1
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Line:
    """A drawn line; its baseline lies `baseline` px below the mask's top, at `left` px."""

    mask: Image.Image
    width: int
    baseline: int
    left: int = _PAD


@dataclass(frozen=True, slots=True)
class Fitted:
    """Text broken into lines of one size; `cut` if something had to be left out."""

    lines: tuple[str, ...]
    size: int
    cut: bool


@lru_cache(maxsize=8192)
def measure(text: str, face: Face, size: int) -> int:
    """Width of a line in pixels."""
    width = 0.0
    for run in runs(text, face):
        if run.font is None:
            width += _box(size) * len(run.text)
        else:
            width += font(run.font, size).getlength(run.text)
    return ceil(width)


@lru_cache(maxsize=2048)
def line(text: str, face: Face, size: int) -> Line:
    """The line as a mask; marks that reach far out of the line are clipped."""
    if size < SMALLEST:
        raise ValueError(f"text of {size} px can't be read on a phone")
    width = measure(text, face, size)
    baseline = round(size * _ABOVE)
    height = baseline + round(size * _BELOW)
    mask = Image.new("L", (width + 2 * _PAD, height), 0)
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
    return Line(mask, width, baseline)


def pitch(size: int) -> int:
    """Distance from one baseline to the next."""
    return round(size * _PITCH)


def block_height(face: Face, size: int, lines: int) -> int:
    """From the top of the first line's capitals to the last baseline."""
    return (lines - 1) * pitch(size) + cap_height(face, size)


@lru_cache(maxsize=8192)
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
    broken = _break(text, face, size, width)
    poured = _pour(text, face, size, width)
    for whole in (broken, poured):
        if len(whole) <= most:
            return Fitted(whole, size, cut=False)
    last = broken[most - 1]
    while last and measure(last + ELLIPSIS, face, size) > width:
        last = last[:-1].rstrip()
    return Fitted((*broken[: most - 1], last + ELLIPSIS), size, cut=True)


def common_size(texts: Sequence[str], style: tuple[Face, tuple[int, ...]], width: int) -> int:
    """The largest size at which every one of these fits a line; else the smallest."""
    face, sizes = style
    widest = {size: max(measure(text, face, size) for text in texts) for size in sizes}
    return next((size for size in sizes if widest[size] <= width), sizes[-1])


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


def _break(text: str, face: Face, size: int, width: int) -> tuple[str, ...]:
    """Lines broken at spaces, and inside words that are longer than a line."""
    lines = [""]
    for piece in _pieces(text):
        if measure((lines[-1] + piece).rstrip(" "), face, size) <= width:
            lines[-1] += piece
        elif measure(piece.rstrip(" "), face, size) <= width:
            lines.append(piece)
        else:
            lines[-1:] = _pour(lines[-1] + piece, face, size, width)
    return tuple(found.strip(" ") for found in lines if found.strip(" "))


def _pour(text: str, face: Face, size: int, width: int) -> tuple[str, ...]:
    """Lines filled character by character, to lose as little as may be."""
    lines = [""]
    for character in text:
        if lines[-1] and measure((lines[-1] + character).rstrip(" "), face, size) > width:
            lines.append("")
        lines[-1] += character
    return tuple(found.strip(" ") for found in lines)


def _box(size: int) -> int:
    return round(size * 0.72)


def _draw_unknown(draw: ImageDraw.ImageDraw, x: float, baseline: int, size: int) -> None:
    """A small empty frame for a character that none of our fonts has."""
    box = (x + size * 0.08, baseline - size * 0.62, x + size * 0.62, baseline)
    draw.rounded_rectangle(box, radius=size * 0.12, outline=255, width=max(2, size // 14))
