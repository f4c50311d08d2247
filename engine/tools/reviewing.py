"""A review of a saved game, printed."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from engine.bots.players import AnyGame
from engine.review import Answer, Review, reviewed
from engine.review.values import PLACE
from engine.saved import NotProved, Saved, proved
from engine.tools.simulate import progress_bar


def run(console: Console, saved: Saved, game: AnyGame, seat: int, *, as_json: bool) -> None:
    """Read a seat's choices and print them; raises NotProved with nothing printed."""
    if seat >= len(saved.seats):
        raise NotProved(f"it has no seat {seat + 1}, only 1 to {len(saved.seats)}")
    last = proved(saved, game)[-1]
    with progress_bar(Console(stderr=True)) as progress:
        task = progress.add_task(game.name)
        strengths = [one.computer for one in saved.seats]
        for review in reviewed(game, last, saved.moves, seat, strengths):
            progress.update(task, completed=len(review.choices), total=review.total)
    if as_json:
        print(review.model_dump_json(indent=1))
        return
    console.print(table(review), markup=False)
    for turn in review.turns:
        console.print(f"the turn from move {turn.entry} on", markup=False)
        for answer in turn.answers[:2]:
            console.print(f"  {' '.join(told(answer))}", markup=False)
    costs = sum(choice.cost for choice in review.choices)
    console.print(
        f"{points(review.beginning)} at the beginning, {points(-costs)} by choices,"
        f" {points(sum(review.luck))} by luck and the others: {points(review.result)}"
    )


def table(review: Review) -> Table:
    """A row a choice; the three that cost most are numbered."""
    rows = Table("", "move", "round", "chosen", "chance", "better", "chance", "cost", "luck then")
    order = [choice.entry for choice in review.turning_points]
    for choice, luck in zip(review.choices, review.luck, strict=True):
        number = str(order.index(choice.entry) + 1) if choice.entry in order else ""
        chosen, better = choice.answers[0], choice.answers[1] if choice.cost else None
        rows.add_row(
            *(number, str(choice.entry), str(choice.round), *told(chosen), *told(better)),
            *(points(choice.cost) if choice.cost else "", points(luck)),
        )
    return rows


def told(answer: Answer | None) -> tuple[str, str]:
    """Picks and chance of an answer."""
    if answer is None:
        return "", ""
    between = f"{points(answer.low)} to {points(answer.high)}"
    place = f", place {answer.place / PLACE:.1f}" if answer.place else ""
    turn = [" ".join(picks) or "-" for picks in (answer.picks, *answer.then)]
    return ", ".join(turn), f"{points(answer.chance)} ({between}{place})"


def points(thousandths: int) -> str:
    """A chance in percent."""
    return f"{thousandths / 10:.1f}"
