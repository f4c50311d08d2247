"""What is printed on tiles and cards, as views; made once for a box."""

from __future__ import annotations

from collections.abc import Sequence

from engine.london.components.box import GUILDS, Box, Op
from engine.london.components.steps import Step
from engine.london.components.vocabulary import ALL_COLOURS, COLOURS, Colour
from engine.london.telling import words
from engine.london.telling.names import card_name, mayor_name, side_name, tile_name
from engine.london.view.components import (
    CardView,
    Icon,
    MarkerView,
    MayorView,
    Printed,
    SideView,
    TileFace,
)
from engine.text import text


def printed(box: Box) -> Printed:
    """Views of everything in the box."""
    return _Printer(box).everything()


class _Printer:
    def __init__(self, box: Box) -> None:
        self._box = box

    def everything(self) -> Printed:
        """All the components, by id or code."""
        box = self._box
        tiles = [self._tile(tile) for tile in range(len(box.tiles))]
        cards = [self._card(kind) for kind in range(len(box.kinds))]
        markers = [self._marker(marker) for marker in range(len(box.components.markers))]
        sides = [self._side(side) for side in range(len(box.components.sides))]
        mayors = [
            MayorView(
                id=mayor.id,
                name=mayor_name(box, number),
                text=words.mayor(mayor),
                great=words.is_for_great(mayor),
            )
            for number, mayor in enumerate(box.components.mayors)
        ]
        return Printed(
            tiles={tile.id: tile for tile in tiles},
            cards={card.code: card for card in cards},
            mayors={mayor.id: mayor for mayor in mayors},
            markers={marker.id: marker for marker in markers},
            sides={side.id: side for side in sides},
        )

    def _marker(self, number: int) -> MarkerView:
        marker = self._box.components.markers[number]
        return MarkerView(
            id=marker.id,
            reward=self._icons(self._box.marker_reward[number]),
            text=words.effect(marker.reward),
        )

    def _side(self, number: int) -> SideView:
        side = self._box.components.sides[number]
        return SideView(
            id=side.id,
            name=side_name(self._box, number),
            left=self._icons(self._box.left[number]),
            left_return=side.left_return,
            right=self._icons(self._box.right[number]),
            right_return=side.right_return,
        )

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
