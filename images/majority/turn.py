"""The cards of a turn: those laid openly as they come, those resolved with what became of them."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from engine.majority.view import MajorityView, PlayView
from engine.text import text
from images import theme
from images.canvas import Canvas, Drawn
from images.layout import Box
from images.majority.council import fate, small
from images.ornaments import plate, quill
from images.sheets import TITLE, section
from images.theme import Style
from images.words import Words

_GAP = 10
_CARD = (92, 124)
_PANEL = 152
_EFFECTS = 62
_SLOT = 104
_LAID = (62, 84)
_FADED = 0.62
_WHO = Style("strong", (28, 26, 24, 22))
_FATE = Style("text", (24, 22))
_KEPT = Style("text", (24, 22), theme.INK_SOFT)
_EFFECT = Style("text", (24, 22), theme.RUBRIC)


def laid_height(view: MajorityView) -> int:
    """Room that the cards laid openly take; 0 while everybody plays in secret."""
    return TITLE + _SLOT + 16 if view.open_order else 0


def laid(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """The cards laid openly, in the order of play; who is to play now on gold."""
    section(canvas, box, words(text("majority.picture.section.open")))
    slots = box.below(TITLE).top(_SLOT).columns(view.seats, _GAP)
    waiting = next((seat for seat in view.open_order if view.players[seat].laid is None), None)
    for seat, slot in zip(view.open_order, slots, strict=True):
        card = view.players[seat].laid
        ground = theme.GOLD_LIGHT if seat == waiting else theme.PARCHMENT
        canvas.put(plate(slot.w, slot.h, ground), slot.x, slot.y)
        place = Box(slot.x + 12, slot.y + 10, *_LAID)
        if card is not None:
            canvas.put(small(card.id, *_LAID), place.x, place.y)
        elif seat == waiting:
            canvas.put_middle(quill(40, theme.INK), place)
        style = _WHO if card is not None or seat == waiting else _WHO.tinted(theme.INK_SOFT)
        canvas.write(slot.past(86).left(slot.w - 98), words.name(seat), style, lines=3, free=True)


def resolved_height(view: MajorityView) -> int:
    """Room that the last turn takes; 0 before the first."""
    return 0 if view.last_turn is None else TITLE + _panel_height(view) + 18


def _panel_height(view: MajorityView) -> int:
    plays = () if view.last_turn is None else view.last_turn.plays
    return _PANEL + _EFFECTS * any(play.effect_note for play in plays)


def resolved(canvas: Canvas, box: Box, view: MajorityView, words: Words) -> None:
    """The last turn's cards in the order of their effects, what became of each."""
    if view.last_turn is None:
        return
    section(canvas, box, words(text("majority.picture.section.turn")))
    slots = box.below(TITLE).top(_panel_height(view)).columns(view.seats, _GAP)
    for play, slot in zip(view.last_turn.plays, slots, strict=True):
        canvas.place(_played(play, slot, words), slot.x, slot.y)


def _played(play: PlayView, slot: Box, words: Words) -> Drawn:
    effect = "" if play.effect_note is None else words(play.effect_note)
    said = (words.name(play.seat), words(play.note), effect)
    return _panel((slot.w, slot.h), play.card.id, play.fate, said)


@lru_cache(maxsize=32)
def _panel(size: tuple[int, int], card: str, name: str, said: tuple[str, str, str]) -> Drawn:
    width, height = size
    canvas = Canvas(Image.new("RGB", size, theme.PARCHMENT))
    canvas.put(plate(width, height, theme.PARCHMENT), 0, 0)
    sprite = small(card, *_CARD)
    if name == "killed":
        ground = Image.new("RGBA", _CARD, (*theme.PARCHMENT, 255))
        faded = Image.blend(sprite, ground, _FADED)
        faded.putalpha(sprite.getchannel("A"))
        sprite = faded
    canvas.put(sprite, 12, 14)
    if name != "kept":
        canvas.put(fate(name, 46), 12 + _CARD[0] - 32, 14 + _CARD[1] - 40)
    who, note, effect = said
    rest = Box(_CARD[0] + 28, 8, width - _CARD[0] - 36, _PANEL - 12)
    canvas.write(rest.top(72), who, _WHO, lines=3, free=True)
    style = _KEPT if name == "kept" else _FATE
    canvas.write(rest.below(70), note, style, lines=3, free=True)
    if effect:
        line = Box(14, _PANEL - 4, width - 28, _EFFECTS - 4)
        canvas.write(line, effect, _EFFECT, "left", 2)
    return canvas.drawn()
