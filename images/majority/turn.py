"""The cards of a turn: those laid openly as they come, those resolved with what became of them."""

from __future__ import annotations

from PIL import Image

from engine.majority.view import MajorityView, PlayView
from engine.text import Seat, text
from images.furniture.ornaments import plate, quill
from images.furniture.sheets import CONTENT, TITLE, section
from images.majority.council import fate, small
from images.majority.parts import colours
from images.majority.theme import THEME
from images.paint import theme
from images.paint.cache import cached
from images.paint.canvas import Canvas, Drawn
from images.paint.indexed import flat
from images.paint.layout import Box
from images.paint.lettering import fit, pitch
from images.paint.sketch import Sketch
from images.paint.theme import Style
from images.words import Words

_GAP = 10
_CARD = (92, 124)
_SLOT = 108
_LAID = (64, 88)
_EDGE = 8
_NAME_LINES, _NOTE_LINES, _EFFECT_LINES = 3, 4, 3
_EFFECTS = (
    *("worked.assassination", "worked.betrayal", "worked.bribe", "worked.spy"),
    *("idle.assassination", "idle.betrayal", "idle.bribe", "idle.spy"),
    *("vain.assassination", "vain.bribe"),
)
_WHO = Style("strong", (32, 30, 28, 27))
_FATE = Style("text", (28, 27))
_KEPT = _FATE.tinted(theme.INK_SOFT)
_EFFECT = _FATE.tinted(THEME.rubric)


def laid_height(view: MajorityView) -> int:
    """Room that the cards laid openly take; 0 while everybody plays in secret."""
    return TITLE + _SLOT + 16 if view.open_order else 0


def laid(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """The cards laid openly, in the order of play; who is to play now on gold."""
    section(canvas, box, THEME, words(text("majority.picture.section.open")))
    slots = box.below(TITLE).top(_SLOT).columns(view.seats, _GAP)
    waiting = next((seat for seat in view.open_order if view.players[seat].laid is None), None)
    for seat, slot in zip(view.open_order, slots, strict=True):
        card = view.players[seat].laid
        ground = theme.GOLD_LIGHT if seat == waiting else theme.CREAM
        canvas.put(plate(slot.w, slot.h, ground), slot.x, slot.y)
        place = Box(slot.x + 12, slot.y + 10, *_LAID)
        if card is not None:
            canvas.put(small(card.id, *_LAID), place.x, place.y)
        elif seat == waiting:
            canvas.put_middle(quill(40, theme.INK), place)
        style = _WHO if card is not None or seat == waiting else _WHO.tinted(theme.INK_SOFT)
        named = slot.past(86).left(slot.w - 98).inset(0, _EDGE)
        canvas.write(named, words.name(seat), style, lines=3, free=True)


def resolved_height(view: MajorityView, words: Words, *, filmed: bool = False) -> int:
    """Room that the last turn takes; 0 before a round's first. A film has room for the longest."""
    if filmed:
        return TITLE + max(_most(view, words, seat) for seat in range(view.seats)) + 20
    if view.resolved() is None:
        return 0
    return TITLE + max(_heights(view, words)) + 20


def _most(view: MajorityView, words: Words, seat: int) -> int:
    """What a card of this seat may need: killed by all others, its effect told at length."""
    width = (CONTENT - (view.seats - 1) * _GAP) // view.seats
    others = tuple(Seat(other) for other in range(view.seats) if other != seat)
    fate = words(text("majority.fate.killed", by=others))
    effects = (words(text(f"majority.{effect}")) for effect in _EFFECTS)
    return max(_panel_height(width, (words.name(seat), fate, effect)) for effect in effects)


def _heights(view: MajorityView, words: Words) -> list[int]:
    """What each card of the last turn needs."""
    if view.last_turn is None:
        return []
    width = (CONTENT - (view.seats - 1) * _GAP) // view.seats
    return [_panel_height(width, _said(play, words)) for play in view.last_turn.plays]


def resolved(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """The last turn's cards in the order of their effects, what became of each."""
    if view.last_turn is None:
        return
    section(canvas, box, THEME, words(text("majority.picture.section.turn")))
    tall = max(_heights(view, words))
    slots = box.below(TITLE).top(tall).columns(view.seats, _GAP)
    for play, slot in zip(view.last_turn.plays, slots, strict=True):
        drawn = _panel((slot.w, slot.h), play.card.id, play.fate, _said(play, words))
        canvas.place(drawn, slot.x, slot.y)


def _said(play: PlayView, words: Words) -> tuple[str, str, str]:
    """Who played it, what became of the card, what its effect did."""
    effect = "" if play.effect_note is None else words(play.effect_note)
    return words.name(play.seat), words(play.note), effect


def _block(words: str, style: Style, width: int, lines: int) -> int:
    """Room that words take, the space below included; 0 without any."""
    if not words:
        return 0
    fitted = fit(words, style.setting, width, 400, lines)
    return len(fitted.lines) * pitch(fitted.size) + 10


def _panel_height(width: int, said: tuple[str, str, str]) -> int:
    who, note, effect = said
    name = _block(who, _WHO, width - _CARD[0] - 40, _NAME_LINES)
    fate = _block(note, _FATE, width - _CARD[0] - 40, _NOTE_LINES)
    below = _block(effect, _EFFECT, width - 28, _EFFECT_LINES)
    return 12 + max(_CARD[1] + 14, name + fate) + below + 8


@cached
def _panel(size: tuple[int, int], card: str, name: str, said: tuple[str, str, str]) -> Drawn:
    width, height = size
    canvas = Canvas(Image.new("RGB", size, THEME.paper))
    canvas.put(plate(width, height, theme.CREAM), 0, 0)
    canvas.put(small(card, *_CARD), 12, 14)
    if name == "killed":
        canvas.put(_struck(), 12, 14)
    if name != "kept":
        canvas.put(fate(name, 50), 12 + _CARD[0] - 34, 14 + _CARD[1] - 42)
    who, note, effect = said
    rest = Box(_CARD[0] + 30, 12, width - _CARD[0] - 40, height - 12)
    named = _block(who, _WHO, rest.w, _NAME_LINES)
    canvas.write(rest.top(named), who, _WHO, lines=_NAME_LINES, free=True)
    told = rest.below(named).top(_block(note, _FATE, rest.w, _NOTE_LINES))
    style = _KEPT if name == "kept" else _FATE
    canvas.write(told, note, style, lines=_NOTE_LINES, free=True)
    if effect:
        tall = _block(effect, _EFFECT, width - 28, _EFFECT_LINES)
        line = Box(14, height - tall - 6, width - 28, tall)
        canvas.write(line, effect, _EFFECT, "left", _EFFECT_LINES)
    return flat(canvas.drawn(), colours())


@cached
def _struck() -> Image.Image:
    """The stroke through a card that was killed; its numeral stays readable."""
    sketch = Sketch(*_CARD)
    width, height = _CARD
    for colour, thick in ((theme.CREAM, 9), (theme.WAX, 5)):
        sketch.line(((8, height - 14), (width - 8, height * 0.42)), colour, thick)
    return sketch.done()
