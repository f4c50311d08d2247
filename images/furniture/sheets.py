"""A picture's page and its head: where the game stands, its rounds at the right."""

from __future__ import annotations

from typing import Literal

from PIL import Image

from images.furniture.frames import EDGE, FOOT, MARGIN, bind, name
from images.furniture.ornaments import laurels, medal, rule, seal
from images.paint.cache import cached
from images.paint.canvas import Canvas
from images.paint.indexed import Indexed, flat
from images.paint.layout import Box
from images.paint.lettering import fit, measure
from images.paint.palette import Palette
from images.paint.theme import BODY, HEADLINE, INK_SOFT, WIDTH, Style, Theme

CONTENT = WIDTH - 2 * MARGIN
"""Width of what is written."""

HEAD = 138
"""Height of the head, its rule and the space below included."""

TITLE = 52
"""Height of a section's title."""

CROWNED = 200
"""Height of a result's head, the space below included."""

NUMERALS = ("I", "II", "III", "IV")
_MEDAL = 74
_RULE = 26
_SPACE = 14
_WON = Style("heading", (60, 54, 48, 44, 40))
_LEAST_WON = _WON.sizes[-1]
_WON_IN_LINES = Style("heading", (44, 40, 36, 34, 32))
_SAID = 76
_BELOW = BODY.tinted(INK_SOFT)
_ASIDE = Style("heading", (30,), INK_SOFT)


def sheet(height: int, colours: Palette, theme: Theme, wordmark: str) -> tuple[Indexed, Box]:
    """A fresh page with room for `height` px, and the box to write in."""
    tall = height + MARGIN + FOOT
    page = Indexed(WIDTH, tall, colours, theme.paper)
    upper, lower = _ends(colours, theme, wordmark)
    left, right = _sides(tall, colours, theme)
    page.put(upper, 0, 0)
    page.put(lower, 0, tall - lower.height)
    page.put(left, 0, 0)
    page.put(right, WIDTH - right.width, 0)
    return page, Box(MARGIN, MARGIN, CONTENT, height)


# A page's edges are kept, a tenth of its bytes.
@cached
def _ends(colours: Palette, theme: Theme, wordmark: str) -> tuple[Image.Image, Image.Image]:
    """What every page has above and below, but for its corners."""
    page, box = _framed(WIDTH, 2 * FOOT, colours, theme)
    name(page, box, theme, wordmark)
    return page.part(box.top(EDGE)), page.part(box.below(FOOT))


@cached
def _sides(height: int, colours: Palette, theme: Theme) -> tuple[Image.Image, Image.Image]:
    """What a page of this height has at its left and right."""
    # Drawn on a page so narrow that its edging begins as it does on a whole one.
    step = 2 * theme.edging(theme.cover).width
    narrow = 2 * EDGE + (WIDTH - 2 * EDGE) % step
    page, box = _framed(narrow, height, colours, theme)
    return page.part(box.left(EDGE)), page.part(box.past(narrow - EDGE))


def _framed(width: int, height: int, colours: Palette, theme: Theme) -> tuple[Indexed, Box]:
    page, box = Indexed(width, height, colours, theme.shade), Box(0, 0, width, height)
    bind(page, box, theme)
    return page, box


def head(canvas: Canvas, box: Box, theme: Theme, rounds: int, done: int, now: int) -> Box:
    """Rounds: `done` of them sealed, round `now` (from 1) in gold; returns the room beside."""
    room = headed(canvas, box, theme, rounds * _MEDAL)
    medals = _medals(theme, rounds, done, now, canvas.palette)
    canvas.put(medals, room.right + _SPACE, box.y)
    return room


@cached
def _medals(theme: Theme, rounds: int, done: int, now: int, palette: Palette | None) -> Image.Image:
    box = Box(0, 0, rounds * _MEDAL, HEAD - _RULE)
    canvas = Canvas(Image.new("RGB", (box.w, box.h), theme.paper))
    for index, place in enumerate(box.columns(rounds, 6)):
        if index < done:
            canvas.put_middle(seal(68, NUMERALS[index]), place)
        else:
            state: Literal["now", "later"] = "now" if index == now - 1 else "later"
            canvas.put_middle(medal(66, NUMERALS[index], state), place)
    return flat(canvas.drawn(), palette).image


def headed(canvas: Canvas, box: Box, theme: Theme, right: int = 0) -> Box:
    """A ruled head; returns the room for words, `right` px and a space at its right left free."""
    line = box.top(HEAD - _RULE)
    canvas.put(rule(box.w, theme.rubric), line.x, line.bottom)
    return line.left(box.w - right - _SPACE) if right else line


def said(
    canvas: Canvas, room: Box, words: str, below: str = "", sign: Image.Image | None = None
) -> None:
    """The head's words: what is asked or where the game stands, large; more of it below."""
    if not below:
        canvas.write(room, words, HEADLINE, lines=2, free=True)
        return
    lines = len(fit(words, HEADLINE.setting, room.w, _SAID, 2).lines)
    upper = _SAID - 12 * (lines == 1)
    canvas.write(room.top(upper), words, HEADLINE, lines=2, free=True)
    canvas.write(room.below(upper).top(room.h - _SAID), below, _BELOW, free=True, sign=sign)


def section(
    canvas: Canvas, box: Box, theme: Theme, title: str, *, free: bool = False, aside: str = ""
) -> None:
    """A title over a thin line, and words at its right; `free` if it names players."""
    line = box.top(TITLE - 10)
    room = measure(aside, _ASIDE.face, _ASIDE.sizes[0]) + _SPACE if aside else 0
    canvas.write(line.left(line.w - room), title, theme.title, free=free)
    if aside:
        canvas.write(line.past(line.w - room), aside, _ASIDE, "right")
    canvas.fill(Box(box.x, box.y + TITLE - 10, box.w, 2), theme.line)


def crowned(
    canvas: Canvas, box: Box, theme: Theme, won: str, sign: Image.Image | None = None
) -> None:
    """A result's head: who has won, under a crown or another sign; on one line if that may be."""
    sign = sign or laurels(520, 76, theme)
    canvas.put(sign, box.middle[0] - sign.width // 2, box.y - 8)
    one = measure(won, _WON.face, _LEAST_WON) <= box.w
    style = (_WON if one else _WON_IN_LINES).tinted(theme.rubric)
    line = box.below(64).top(CROWNED - 94)
    canvas.write(line, won, style, "center", lines=1 if one else 3, free=True)
    canvas.put(rule(box.w, theme.rubric), box.x, box.y + CROWNED - 28)
