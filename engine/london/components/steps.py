"""The steps of effects and rewards, as component files write them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PositiveInt, model_validator

from engine.london.components.vocabulary import known_count, parse_condition, parse_target

Count = Annotated[str, AfterValidator(known_count)]
Condition = Annotated[str, AfterValidator(lambda words: parse_condition(words) and words)]
Target = Annotated[str, AfterValidator(lambda words: parse_target(words) and words)]
Place: TypeAlias = Literal["any", "guildhall", "tiles"]


def counts_of(conditions: str | Sequence[str]) -> list[str]:
    """The counts that one or several conditions look at."""
    listed = [conditions] if isinstance(conditions, str) else conditions
    return [parse_condition(words).counted for words in listed]


class _Step(BaseModel):
    """What every step may say; `times` is written `n`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    n: PositiveInt = 1
    per: Count | None = None
    max: PositiveInt | None = None
    when: Condition | tuple[Condition, ...] = Field((), alias="if")

    def counts(self) -> list[str]:
        return [*([self.per] if self.per else []), *counts_of(self.when)]


class Vp(_Step):
    do: Literal["vp"]


class Recruit(_Step):
    """Without `to` to the Guildhall, else offered, straight to a tile."""

    do: Literal["recruit"]
    to: Target | None = None


class Move(_Step):
    do: Literal["move"]
    source: Place | Literal["plantation"] = Field("any", alias="from")
    to: Target = "any"


class Plantation(_Step):
    do: Literal["plantation"]
    source: Place = Field("tiles", alias="from")


class Draw(_Step):
    do: Literal["draw"]
    moment: Literal["now"] = Field("now", alias="when")


class DrawAtEnd(_Step):
    do: Literal["draw"]
    moment: Literal["now", "end"] = Field("now", alias="when")


class Neutral(_Step):
    do: Literal["neutral"]


class MayorCards(_Step):
    do: Literal["mayor"]
    draw: int = Field(ge=1, le=8)
    keep: PositiveInt

    @model_validator(mode="after")
    def _keeps_some_of_those_drawn(self) -> MayorCards:
        if self.keep > self.draw:
            raise ValueError("keep is at most draw")
        return self


class Beadle(_Step):
    do: Literal["beadle"]


class EachTime(BaseModel):
    """Its `max` limits how often it fires, so it has no `n` and no `per`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    do: Literal["each_time"]
    event: Literal["move", "recruit", "plantation"]
    then: tuple[PlainStep, ...]
    max: PositiveInt | None = None
    when: Condition | tuple[Condition, ...] = Field((), alias="if")
    n: ClassVar[int] = 1
    per: ClassVar[None] = None

    def counts(self) -> list[str]:
        return counts_of(self.when)


class Choose(_Step):
    do: Literal["choose"]
    options: tuple[tuple[PlainStep, ...], ...] = Field(min_length=1)


class Trade(_Step):
    do: Literal["trade"]
    give: Literal["card"]
    then: tuple[PlainStep, ...]


MarkerStep = Annotated[Vp | Recruit | Move | Plantation | Draw | Neutral, Field(discriminator="do")]
RewardStep = Annotated[
    Vp | Recruit | Move | Plantation | Draw | Neutral | MayorCards, Field(discriminator="do")
]
PlainStep = Annotated[
    Vp | Recruit | Move | Plantation | DrawAtEnd | Neutral | MayorCards, Field(discriminator="do")
]
CardStep = Annotated[
    Vp
    | Recruit
    | Move
    | Plantation
    | DrawAtEnd
    | Neutral
    | MayorCards
    | Beadle
    | EachTime
    | Choose
    | Trade,
    Field(discriminator="do"),
]
Step: TypeAlias = (
    Vp
    | Recruit
    | Move
    | Plantation
    | Draw
    | DrawAtEnd
    | Neutral
    | MayorCards
    | Beadle
    | EachTime
    | Choose
    | Trade
)


def all_steps(steps: Sequence[Step]) -> Iterator[Step]:
    """The steps and those inside them."""
    for step in steps:
        yield step
        match step:
            case EachTime() | Trade():
                yield from all_steps(step.then)
            case Choose():
                for option in step.options:
                    yield from all_steps(option)


for _model in (EachTime, Choose, Trade):
    _model.model_rebuild()
