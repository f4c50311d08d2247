"""Shapes as short strings, drawn large and reduced: no jagged edges, no image files.

A shape is a verb and its data, in a square of 100 x 100 units:
"fill PATH", "cut PATH" (takes away), "stroke WIDTH PATH", "score WIDTH PATH" (takes away),
"oval CX CY RX RY ANGLE", "hollow CX CY RX RY ANGLE" (takes away).
A PATH is SVG's, absolute, with M, L, C, Q and Z.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from math import cos, pi, radians, sin

from PIL import Image, ImageDraw

Point = tuple[float, float]

OVERSAMPLE = 4
EDGES = [0] * 64 + [128] * 128 + [255] * 64
"""Edges of one grey, for what is laid into a picture: finer ones can't be seen on a screen that
shows it smaller, and make it a third heavier."""

_UNITS = 100
_CURVE_STEPS = 16
_TOKEN = re.compile(r"[MLCQZ]|-?\d+(?:\.\d+)?")
_ARGUMENTS = {"M": 2, "L": 2, "Q": 4, "C": 6}


def stencil(shapes: Iterable[str], size: int, turn: float = 0) -> Image.Image:
    """The shapes as an antialiased mask of `size` x `size`, turned clockwise by degrees."""
    large = Image.new("L", (size * OVERSAMPLE, size * OVERSAMPLE), 0)
    draw = ImageDraw.Draw(large)
    scale = size * OVERSAMPLE / _UNITS
    for shape in shapes:
        verb, _, data = shape.partition(" ")
        ink = 0 if verb in {"cut", "score", "hollow"} else 255
        if verb in {"fill", "cut"}:
            for line in outline(data):
                draw.polygon(_placed(line, scale, turn), fill=ink)
        elif verb in {"stroke", "score"}:
            width, _, path = data.partition(" ")
            for line in outline(path):
                _stroke(draw, _placed(line, scale, turn), float(width) * scale, ink)
        elif verb in {"oval", "hollow"}:
            cx, cy, rx, ry, angle = map(float, data.split())
            draw.polygon(_placed(_oval(cx, cy, rx, ry, angle), scale, turn), fill=ink)
        else:
            raise ValueError(f"no such shape: {verb}")
    return large.reduce(OVERSAMPLE)


@lru_cache(maxsize=512)
def outline(path: str) -> tuple[tuple[Point, ...], ...]:
    """The path as polylines; a closed one ends where it began."""
    lines: list[list[Point]] = []
    tokens = _TOKEN.findall(path)
    at = 0
    command = "M"
    while at < len(tokens):
        if tokens[at] == "Z":
            lines[-1].append(lines[-1][0])
            at += 1
            continue
        if tokens[at] in _ARGUMENTS:
            command = tokens[at]
            at += 1
        count = _ARGUMENTS[command]
        numbers = [float(token) for token in tokens[at : at + count]]
        points = list(zip(numbers[::2], numbers[1::2], strict=True))
        at += count
        if command == "M":
            lines.append(points)
            command = "L"
        elif command == "L":
            lines[-1] += points
        else:
            lines[-1] += _bezier([lines[-1][-1], *points])
    return tuple(map(tuple, lines))


def _bezier(points: Sequence[Point]) -> list[Point]:
    """Points along a quadratic or cubic curve, its start left out (de Casteljau)."""
    found = []
    for step in range(1, _CURVE_STEPS + 1):
        t = step / _CURVE_STEPS
        left = list(points)
        while len(left) > 1:
            left = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(left)]
        found.append(left[0])
    return found


def _oval(cx: float, cy: float, rx: float, ry: float, angle: float) -> list[Point]:
    tilt = radians(angle)
    around = [2 * pi * step / 48 for step in range(48)]
    return [
        (
            cx + rx * cos(a) * cos(tilt) - ry * sin(a) * sin(tilt),
            cy + rx * cos(a) * sin(tilt) + ry * sin(a) * cos(tilt),
        )
        for a in around
    ]


def _placed(line: Iterable[Point], scale: float, turn: float) -> list[Point]:
    tilt = radians(turn)
    half = _UNITS / 2
    return [
        (
            (half + (x - half) * cos(tilt) - (y - half) * sin(tilt)) * scale,
            (half + (x - half) * sin(tilt) + (y - half) * cos(tilt)) * scale,
        )
        for x, y in line
    ]


def _stroke(draw: ImageDraw.ImageDraw, line: list[Point], width: float, ink: int) -> None:
    """A line with round joints and ends."""
    draw.line(line, fill=ink, width=max(1, round(width)))
    radius = width / 2
    for x, y in line:
        draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=ink)
