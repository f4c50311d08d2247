"""Colours as three bytes: mixing, contrast, reading from the data files."""

from __future__ import annotations

from functools import cache

Colour = tuple[int, int, int]


def colour(code: str) -> Colour:
    """The colour of "#rrggbb"."""
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return red, green, blue


def mix(one: Colour, other: Colour, share: float) -> Colour:
    """`share` of the other colour, 0 to 1, and the rest of the one."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(one, other, strict=True))
    return red, green, blue


@cache
def luminance(of: Colour) -> float:
    """Relative luminance, 0 to 1 (WCAG 2)."""
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in (channel / 255 for channel in of)
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    """Contrast ratio, 1 to 21 (WCAG 2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)
