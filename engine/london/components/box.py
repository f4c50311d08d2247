"""The box as the core uses it: tiles, cards and steps as small numbers and tuples."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Final, Literal

from engine.london.components import Components, load
from engine.london.components.steps import (
    Choose,
    DrawAtEnd,
    EachTime,
    MayorCards,
    Move,
    Plantation,
    Recruit,
    Step,
    Trade,
)
from engine.london.components.vocabulary import (
    ALL_COLOURS,
    COLOURS,
    Condition,
    parse_condition,
    parse_target,
)
from engine.parts.boxes import digest_of

From = Literal["any", "guildhall", "tiles", "plantation"]

GUILDS: Final = 40
"""Tiles 0 to 39 are the guilds by priority (tile 0 has number 1), then the buildings."""
LIVERYMEN: Final = 16
"""Pawns of each player."""
NEUTRALS_PER_SEAT: Final = 2


@dataclass(frozen=True, slots=True)
class Op:
    """A step ready to be carried out; programs are numbers of `Box.programs`."""

    verb: str
    n: int = 1
    per: str | None = None
    cap: int | None = None
    when: tuple[Condition, ...] = ()
    source: From = "any"
    colours: int = ALL_COLOURS
    draw: int = 0
    keep: int = 0
    event: str = ""
    limit: int = -1
    then: int = -1
    options: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of action card."""

    code: int
    colours: int
    copies: int
    cards: int
    pawns: int
    pawns_from: str
    needs: tuple[Condition, ...]
    effect: int


@dataclass(frozen=True, slots=True)
class Line:
    """A score line: `vp` per `count` up to `cap`; or `vp` if `when`; or a table by `count`."""

    vp: int
    count: str | None
    cap: int | None
    when: tuple[Condition, ...]
    table: tuple[int, ...]


def mask(colours: Sequence[str]) -> int:
    """Colours as bits."""
    return sum(1 << COLOURS.index(colour) for colour in colours)


def tests(conditions: str | Sequence[str] | None) -> tuple[Condition, ...]:
    """Conditions, parsed; all of them must hold."""
    listed = [conditions] if isinstance(conditions, str) else conditions or ()
    return tuple(parse_condition(words) for words in listed)


class Box:
    """Tables made once from the components; shared by all states, changed by none."""

    def __init__(self, components: Components | None = None) -> None:
        self.components = box = components or load()
        self.programs: Final[list[tuple[Op, ...]]] = []
        self.steps: Final[list[Sequence[Step]]] = []
        """The programs as the components have them."""
        tiles = (*box.guilds, *box.buildings)
        self.tiles: Final = tiles
        self.tile_number: Final = {tile.id: index for index, tile in enumerate(tiles)}
        self.colours: Final = [mask(tile.colours) for tile in tiles]
        self.threshold: Final = [tile.threshold for tile in tiles]
        self.first: Final = [self._program((*tile.first, *tile.bonus)) for tile in tiles]
        self.second: Final = [self._program(tile.second) for tile in tiles]
        self.permanent: Final = [None] * GUILDS + [each.permanent for each in box.buildings]
        gives = list(enumerate(self.permanent))
        self.roomy: Final = [tile for tile, name in gives if name == "hand_limit_8"]
        """Tiles that raise the hand limit."""
        self.loud: Final = [tile for tile, name in gives if name == "tie_anywhere"]
        """Tiles whose master counts in every tie."""
        self.kinds: Final = [
            Kind(
                code=card.code,
                colours=mask(card.colours),
                copies=card.copies,
                cards=card.cost.cards,
                pawns=card.cost.pawns,
                pawns_from=card.cost.pawns_from or "any",
                needs=tests(card.needs),
                effect=self._program(card.effect),
            )
            for card in box.cards
        ]
        self.kind_number: Final = {kind.code: number for number, kind in enumerate(self.kinds)}
        self.marker_reward: Final = [self._program(marker.reward) for marker in box.markers]
        self.marker_number: Final = {m.id: number for number, m in enumerate(box.markers)}
        self.left: Final = [self._program(side.left) for side in box.sides]
        self.right: Final = [self._program(side.right) for side in box.sides]
        self.mayors: Final = [
            tuple(
                Line(line.vp or 0, line.by or line.per, line.max, tests(line.when), line.table)
                for line in mayor.score
            )
            for mayor in box.mayors
        ]
        self.digest: Final = digest_of(box.model_dump(mode="json"))
        """Tells boxes apart."""
        self.mayor_number: Final = {m.id: number for number, m in enumerate(box.mayors)}

    @property
    def digest_with_sources(self) -> str:
        """What told boxes apart at first: a value's source counted like the value."""
        written = self.components.model_dump_json().encode()
        return blake2b(written, digest_size=8).hexdigest()

    def _program(self, steps: Sequence[Step]) -> int:
        ops = tuple(self._op(step) for step in steps)
        self.programs.append(ops)
        self.steps.append(steps)
        return len(self.programs) - 1

    def _op(self, step: Step) -> Op:
        when = tests(step.when)
        if isinstance(step, EachTime):
            then = self._program(step.then)
            return Op(step.do, when=when, event=step.event, limit=step.max or -1, then=then)
        verb: str = step.do
        source: From = "any"
        colours, draw, keep, then = ALL_COLOURS, 0, 0, -1
        options: tuple[int, ...] = ()
        match step:
            case Recruit(to=str(target)):
                verb, colours = "post", parse_target(target)
            case Move():
                source, colours = step.source, parse_target(step.to)
            case Plantation():
                source = step.source
            case DrawAtEnd(moment="end"):
                verb = "draw_end"
            case MayorCards():
                draw, keep = step.draw, step.keep
            case Choose():
                options = tuple(self._program(option) for option in step.options)
            case Trade():
                then = self._program(step.then)
        return Op(
            verb,
            n=step.n,
            per=step.per,
            cap=step.max,
            when=when,
            source=source,
            colours=colours,
            draw=draw,
            keep=keep,
            then=then,
            options=options,
        )
