"""What is said to who learns a game: lessons, a line of help, suggestions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.custom_ids import Learn, Show, Suggest
from bot.languages import MissingText
from bot.lessons import Lesson
from bot.screens.opening import to_board
from bot.screens.parts import (
    Part,
    Screen,
    button,
    container,
    gallery,
    notice,
    paragraph,
    rows,
)
from bot.sessions.learning import came_to
from bot.sessions.table import Table
from bot.store.records import Attachment, Learnt, Session
from engine.bots import Advice
from engine.game import Prompt, View
from engine.text import Argument, Text, text
from images.pictures import Picture
from images.words import Words

RECAP: Final = "board.png"

Naming = Callable[[tuple[str, ...]], Argument]
"""Says what was picked."""


@dataclass(frozen=True, slots=True)
class Guide:
    """Lines of a hand: what the last choice came to, why the next one matters."""

    after: tuple[str, ...] = ()
    before: tuple[str, ...] = ()


ALONE: Final = Guide()
"""Nothing is said."""


def guide(table: Table, view: View, lesson: Lesson | None, words: Words, *, helped: bool) -> Guide:
    """What is said with a hand: the lesson's notes, else a line of help where it is wanted."""
    if lesson is None:
        return Guide(before=_help(view, words)) if helped else ALONE
    learnt, seat = table.record.lesson or Learnt(), view.viewer or 0
    if learnt == Learnt():
        after = [words(said) for said in lesson.begins(view)]
    else:
        after = [words(said) for said in came_to(lesson, learnt, table, seat)]
    said = [words(said) for said in lesson.before(view)]
    why = [words(text("lesson.before", said=" ".join(said)))] if said else []
    return Guide(
        (words(text("lesson.after", said=" ".join(after))),) if after else (),
        tuple(why) or _help(view, words),
    )


def learning_lines(record: Session, words: Words) -> list[str]:
    """What the whole table is to know: that it is a lesson, that suggestions are allowed."""
    lines = [] if record.lesson is None else [text("lesson.board")]
    if record.lesson is None and record.suggestions:
        lines.append(text("suggest.allowed"))
    return [f"-# {words(line)}" for line in lines]


def suggest(record: Session, prompt: Prompt | None, words: Words) -> list[Part]:
    """The way to a suggestion, for who owes a choice."""
    if prompt is None or prompt.answered is not None or not record.suggestions:
        return []
    return [button(words(text("suggest.button")), Suggest(record.id, prompt.step))]


def suggestion(advice: Advice, named: Naming, words: Words) -> Screen:
    """What a computer would choose, and why."""
    lines = [words(text("suggest.choice", picks=named(advice.picks)))]
    if advice.reason is not None:
        lines.append(words(advice.reason))
    else:
        lines.append(words(text("suggest.best")))
        lines += [
            words(text("suggest.worth", picks=named(ranked.picks), n=ranked.worth))
            for ranked in advice.best
        ]
    return notice("\n".join(lines))


def recap(
    table: Table,
    said: tuple[Text, ...],
    words: Words,
    *,
    picture: Picture | Attachment | None = None,
) -> Screen:
    """The end of a lesson: what it all came to; without anything said, that it was left."""
    record = table.record
    name = words(text(f"game.{record.game}.name"))
    title = f"## {words(text('lesson.title', game=name))}"
    lines = [words(line) for line in said]
    over = text("lesson.over" if said else "lesson.left")
    show = ("text", "rules") if said else ("rules",)
    again = button(words(text("lesson.again")), Learn(record.game))
    shown = [button(words(text(f"show.{what}")), Show(record.id, what)) for what in show]
    frame = container(
        paragraph(title, words(over)),
        paragraph(*(f"- {line}" for line in lines)),
        None if picture is None else gallery(RECAP, picture.alt),
        paragraph(words(text("lesson.next", game=name))) if said else None,
        *rows([*shown, again]),
    )
    return Screen(frame, picture, RECAP)


def elsewhere(record: Session, words: Words) -> Screen:
    """The lesson waits in direct messages."""
    return notice(words(text("lesson.opened")), to_board(record, words))


def busy(record: Session, game: str, words: Words) -> Screen:
    """The channel has this session already: the way to it, and to a lesson without a channel."""
    said = words(text("refused.channel_busy"))
    alone = button(words(text("lesson.alone")), Learn(game))
    return notice(said, to_board(record, words), alone)


def _help(view: View, words: Words) -> tuple[str, ...]:
    """The line of help on what is asked, if there is one."""
    if view.prompt is None or view.prompt.answered is not None:
        return ()
    key = view.prompt.ask.key.replace(".ask.", ".help.", 1)
    try:
        return (words(text("help.line", said=text(key))),)
    except MissingText:
        return ()
