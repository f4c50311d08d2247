"""What is printed on tiles and cards, as views; made once for a box."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from engine.london import words
from engine.london.box import GUILDS, Box, Op
from engine.london.names import card_name, mayor_name, side_name, tile_name
from engine.london.steps import Step
from engine.london.view import CardView, Icon, MarkerView, MayorView, SideView, TileFace
from engine.london.vocabulary import ALL_COLOURS, COLOURS, Colour
from engine.text import text


class Faces:
    """Views of everything printed, by the numbers of the box."""

    def __init__(self, box: Box) -> None:
        self._box = box
        self.tiles: Final = [self._tile(tile) for tile in range(len(box.tiles))]
        self.cards: Final = [self._card(kind) for kind in range(len(box.kinds))]
        self.mayors: Final = [
            MayorView(id=mayor.id, name=mayor_name(box, number), text=words.mayor(mayor))
            for number, mayor in enumerate(box.components.mayors)
        ]
        self.markers: Final = [
            MarkerView(
                id=marker.id,
                reward=self._icons(box.marker_reward[number]),
                text=words.effect(marker.reward),
            )
            for number, marker in enumerate(box.components.markers)
        ]
        self.sides: Final = [
            SideView(
                id=side.id,
                name=side_name(box, number),
                left=self._icons(box.left[number]),
                left_return=side.left_return,
                right=self._icons(box.right[number]),
                right_return=side.right_return,
            )
            for number, side in enumerate(box.components.sides)
        ]

    def _tile(self, tile: int) -> TileFace:
        printed = self._box.tiles[tile]
        icons = self._icons(self._box.first[tile])
        permanent = self._box.permanent[tile]
        return TileFace(
            id=printed.id,
            name=tile_name(self._box, tile),
            number=tile + 1 if tile < GUILDS else None,
            colours=printed.colours,
            threshold=printed.threshold,
            first=icons[: len(printed.first)],
            bonus=icons[len(printed.first) :],
            second=self._icons(self._box.second[tile]),
            permanent=text(f"london.permanent.{permanent}") if permanent else None,
        )

    def _card(self, kind: int) -> CardView:
        card = self._box.components.cards[kind]
        return CardView(
            code=card.code,
            name=card_name(self._box, kind),
            colours=card.colours,
            cards=card.cost.cards,
            pawns=card.cost.pawns,
            from_plantation=card.cost.pawns_from is not None,
            needs=words.conditions(card.needs) if card.needs else None,
            effect=self._icons(self._box.kinds[kind].effect),
            text=words.card(card),
        )

    def _icons(self, program: int) -> tuple[Icon, ...]:
        steps: Sequence[Step] = self._box.steps[program]
        ops = self._box.programs[program]
        return tuple(self._icon(op, step) for op, step in zip(ops, steps, strict=True))

    def _icon(self, op: Op, step: Step) -> Icon:
        lists = op.options if op.then < 0 else (op.then,)
        return Icon(
            verb=op.verb,
            n=op.n,
            per=op.per,
            cap=op.cap if op.limit < 0 else op.limit,
            conditional=bool(op.when),
            source=op.source,
            colours=() if op.colours == ALL_COLOURS else colours(op.colours),
            draw=op.draw,
            keep=op.keep,
            event=op.event,
            inner=tuple(self._icons(program) for program in lists),
            text=words.step_words(step),
        )


def colours(bits: int) -> tuple[Colour, ...]:
    """Colours of bits."""
    return tuple(colour for bit, colour in enumerate(COLOURS) if bits >> bit & 1)
