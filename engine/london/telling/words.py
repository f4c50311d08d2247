"""What steps, cards and mayor's cards do, in words made from their data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.london.components import Card, Mayor, ScoreLine
from engine.london.components.steps import (
    Beadle,
    Choose,
    Draw,
    DrawAtEnd,
    EachTime,
    MayorCards,
    Move,
    Neutral,
    Plantation,
    Recruit,
    Step,
    Trade,
    Vp,
)
from engine.london.components.vocabulary import Condition, parse_condition
from engine.text import Text, text


def effect(steps: Sequence[Step]) -> Text:
    """Steps one after the other."""
    if not steps:
        return text("london.step.nothing")
    if len(steps) == 1:
        return step_words(steps[0])
    return text("london.step.then", first=step_words(steps[0]), rest=effect(steps[1:]))


def reward(steps: Sequence[Step]) -> tuple[Text, ...]:
    """What steps bring, briefly: each kind once with its number."""
    numbers: Counter[str] = Counter()
    for step in steps:
        numbers[step.do] += step.n
    return tuple(text(f"london.reward.{kind}", n=number) for kind, number in numbers.items())


def step_words(step: Step) -> Text:
    """One step with its amount and condition."""
    words = _verb(step)
    if isinstance(step, EachTime):
        words = words if step.max is None else text("london.step.times", step=words, n=step.max)
    else:
        if step.n > 1 and isinstance(step, MayorCards | Beadle | Choose):
            words = text("london.step.times", step=words, n=step.n)
        if step.per is not None:
            words = text("london.step.per", step=words, per=_of("per", step.per))
        if step.max is not None:
            words = text("london.step.capped", step=words, cap=step.max)
    if step.when:
        words = text("london.step.when", step=words, condition=conditions(step.when))
    return words


def _verb(step: Step) -> Text:
    """The step alone; a move, a recruit and a draw come in several kinds."""
    match step:
        case Vp() | Neutral() | Draw(moment="now") | DrawAtEnd(moment="now"):
            return text(f"london.step.{step.do}", n=step.n)
        case Recruit():
            return _recruit(step)
        case Move():
            return _move(step)
        case Plantation():
            return text("london.step.plantation", n=step.n, source=_source(step.source, step.n))
        case DrawAtEnd():
            return text("london.step.draw_end", n=step.n)
    return _rarer_verb(step)


def _rarer_verb(step: MayorCards | Beadle | EachTime | Choose | Trade) -> Text:
    match step:
        case MayorCards():
            return text("london.step.mayor", draw=step.draw, n=step.keep)
        case Beadle():
            return text("london.step.beadle")
        case EachTime():
            return text(f"london.step.each_time.{step.event}", then=effect(step.then))
        case Choose():
            options = _either([effect(option) for option in step.options])
            return text("london.step.choose", options=options)
        case Trade():
            return text("london.step.trade", n=step.n, then=effect(step.then))


def _recruit(step: Recruit) -> Text:
    if step.to is None:
        return text("london.step.recruit", n=step.n)
    return text("london.step.post", n=step.n, target=_target(step.to))


def _move(step: Move) -> Text:
    source = None if step.source == "any" else _source(step.source, step.n)
    target = None if step.to == "any" else _target(step.to)
    if source is None:
        if target is None:
            return text("london.step.move", n=step.n)
        return text("london.step.move_to", n=step.n, target=target)
    if target is None:
        return text("london.step.move_from", n=step.n, source=source)
    return text("london.step.move_from_to", n=step.n, source=source, target=target)


def _either(options: list[Text]) -> Text:
    if len(options) == 1:
        return options[0]
    return text("london.step.or", first=options[0], rest=_either(options[1:]))


def _source(where: str, n: int) -> Text:
    """Where so many pawns come from."""
    return text(f"london.source.{where}", n=n)


def _target(to: str) -> Text:
    if to == "any":
        return text("london.target.any")
    colours = [text(f"london.colour.{colour}") for colour in to.split("|")]
    if len(colours) == 1:
        return text("london.target.one", colour=colours[0])
    if len(colours) == 2:
        return text("london.target.two", first=colours[0], second=colours[1])
    return text("london.target.many", colours=tuple(colours))


def conditions(words: str | Sequence[str]) -> Text:
    """One condition, or several that must all hold."""
    listed = [words] if isinstance(words, str) else words
    texts = tuple(_condition(parse_condition(one)) for one in listed)
    return texts[0] if len(texts) == 1 else text("london.condition.all", conditions=texts)


def _of(form: str, count: str, **args: int) -> Text:
    """A count as "2 masters" (count), "each master" (per) or "masters" (tally)."""
    return text(f"london.{form}.{count.replace(':', '.')}", **args)


def _condition(condition: Condition) -> Text:
    if condition.sign == "most":
        return text("london.condition.most", tally=_of("tally", condition.counted))
    kind = {">=": "at_least", "<=": "at_most", "==": "exactly"}[condition.sign]
    count = _of("count", condition.counted, n=condition.bound)
    return text(f"london.condition.{kind}", count=count)


def cost(card: Card) -> Text | None:
    """What is paid for the effect; None if it is free."""
    parts = []
    if card.cost.cards:
        parts.append(text("london.cost.cards", n=card.cost.cards))
    if card.cost.pawns:
        where = "plantation" if card.cost.pawns_from else "pawns"
        parts.append(text(f"london.cost.{where}", n=card.cost.pawns))
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else text("london.cost.both", parts=tuple(parts))


def card(card: Card) -> Text:
    """Condition, cost and effect of an action card."""
    words = effect(card.effect)
    price = cost(card)
    if price is not None:
        words = text("london.step.then", first=price, rest=words)
    if card.needs:
        needs = text("london.cost.needs", condition=conditions(card.needs))
        words = text("london.step.then", first=needs, rest=words)
    return words


def mayor(mayor: Mayor) -> Text:
    """What a mayor's card is worth."""
    lines = [_score_line(line) for line in mayor.score]
    words = lines[-1]
    for line in reversed(lines[:-1]):
        words = text("london.step.then", first=line, rest=words)
    return words


def is_for_great(mayor: Mayor) -> bool:
    """Whether a mayor's card counts masters on guilds 1 to 12."""
    return any(line.per == "masters:great" for line in mayor.score)


def worth_here(said: Text, cells: Sequence[str]) -> Text:
    """What such a card is worth, and where in this town these guilds are."""
    return text("london.score.here", said=said, cells=", ".join(cells)) if cells else said


def _score_line(line: ScoreLine) -> Text:
    if line.table:
        last = len(line.table) - 1
        entries = tuple(
            text(
                "london.score.from" if count == last else "london.score.entry",
                count=count,
                points=points,
            )
            for count, points in enumerate(line.table)
            if points
        )
        return text("london.score.table", tally=_of("tally", line.by or ""), entries=entries)
    points = line.vp or 0
    if line.when:
        return text("london.score.when", n=points, condition=conditions(line.when))
    words = text("london.score.per", n=points, per=_of("per", line.per or ""))
    return words if line.max is None else text("london.step.capped", step=words, cap=line.max)
