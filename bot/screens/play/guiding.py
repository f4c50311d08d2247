"""What is said to who learns a game: lessons, a line of help, suggestions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.screens import parts as ui
from bot.screens.custom_ids import Action, Learn, Lobby
from bot.screens.parts import MOST_LINES, text_lines
from bot.screens.play import ways
from bot.screens.play.brief import in_signs
from bot.screens.play.options import is_brief
from bot.screens.screen import AnyPicture, Screen
from bot.sessions.lessons import Lesson, came_to
from bot.sessions.table.table import Table, named, use_of
from bot.store.records.play import Learnt
from bot.store.records.sessions import Session
from engine.bots import Advice
from engine.bots.advice import Step
from engine.game import Option, Prompt, View
from engine.parts.values import Then
from engine.text import Seat as Player
from engine.text import Text, frozen, text
from images.words import Words

RECAP: Final = "board.png"
MOST_SENTENCES: Final = 2
"""On a hand, where what is said stands before the choice; "Why?" says the rest."""
HELP_LINES: Final = 2
"""Of a phone, what a line of help says; its texts are short enough for them."""
LATER_LINES: Final = 3
"""Of a phone, how a suggested turn goes on in words."""
MOST_REASONS: Final = 150
"""Characters of what speaks for choices; what would be more is only named."""
_ENDS = re.compile(r"(?<=[.!?])\s+")


@frozen
class Guide:
    """Paragraphs of a hand: of its choice to who learns the game, and what was advised.

    `more`: there is more to say of the choice. `steps`: how many choices the advice is about.
    `advised`: what it is. `learns`: the player doesn't know the buttons' few signs yet.
    """

    said: tuple[str, ...] = ()
    more: bool = False
    advice: tuple[str, ...] = ()
    steps: int = 0
    advised: Advice | None = None
    learns: bool = False


ALONE: Final = Guide()
"""Nothing is said."""


def guide(
    table: Table,
    view: View,
    lesson: Lesson | None,
    words: Words,
    *,
    helped: bool,
    pictured: bool = True,
    rest: bool = False,
) -> Guide:
    """What is said with a hand: the lesson's notes, else a line of help where it is wanted.

    Of each paragraph the beginning; `rest`: all of those that go on. `pictured`: below the hand's
    picture, whose signs are explained.
    """
    if view.prompt is None or view.prompt.answered is not None:
        return ALONE  # what a choice comes to is said when it has come to something
    told = _told(table, view, lesson, words, helped=helped, pictured=pictured)
    paragraphs = {key: sentences(said) for key, said in told.items() if said}
    most = MOST_SENTENCES // max(1, len(paragraphs))
    more = {key: found for key, found in paragraphs.items() if found[most:]}
    shown = more if rest else {key: found[:most] for key, found in paragraphs.items()}
    lines = tuple(words(text(key, said=" ".join(found))) for key, found in shown.items())
    return Guide(lines, more=bool(more), learns=helped or lesson is not None)


def _told(
    table: Table, view: View, lesson: Lesson | None, words: Words, *, helped: bool, pictured: bool
) -> dict[str, str]:
    """By the text that begins it: what the last choice came to, and why this one matters."""
    words = words.to(view.viewer)
    if lesson is None:
        return {"help.line": _help(view, words, pictured=pictured)} if helped else {}
    learnt = table.record.lesson or Learnt()
    if learnt == Learnt():
        first = {"lesson.goal": _joined(lesson.begins(view), words)}
    else:
        came = came_to(lesson, learnt, table, view.viewer or 0)
        first = {"lesson.after": _joined(came, words)}
    note = None if view.prompt is None else lesson.note_on(view, view.prompt)
    if note is None:
        return first | {"help.line": _help(view, words, pictured=pictured)}
    return first | {"lesson.before": _joined(lesson.before(view, learnt.told), words)}


def why(table: Table, said: Sequence[str], words: Words) -> Screen:
    """What the hand has no room to say of the choice, or of what a lesson came to."""
    name = words(ui.game(table.record.game))
    said = said or (words(text("refused.stale")),)
    return Screen(ui.container(ui.paragraph(f"### {name}"), *map(ui.paragraph, said)))


def sentences(said: str) -> list[str]:
    """One by one; a name between ** is whole, whatever it is written with."""
    found: list[str] = []
    for piece in _ENDS.split(said):
        if found and found[-1].count("**") % 2:
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return found


def learning_lines(record: Session, words: Words, *, begins: bool) -> list[str]:
    """What the whole table is to know: that it is practice; as it begins, of suggestions."""
    lines = [] if record.lesson is None else [text("lesson.board")]
    if record.tried is not None:
        lines.append(text("try.board"))
    people = sum(seat.user_id is not None for seat in record.seats)
    if not record.practice and record.suggestions and begins and people > 1:
        lines.append(text("suggest.allowed"))
    return [f"-# {words(line)}" for line in lines]


def suggested(
    advice: Advice, prompt: Prompt, words: Words, *, pictured: bool = False, plainly: bool = False
) -> tuple[tuple[str, ...], int]:
    """What a computer would choose, and small, why; then what comes next, to compare it with. And
    how many choices that tells of.

    `pictured`: below the hand's picture, whose signs say how the turn goes on; `plainly`: in words
    there, too, as far as they have room.
    """
    words = words.to(prompt.seat)
    chosen, said_too = _together(prompt, advice.picks, advice.then)
    picks = named(prompt, advice.picks) if chosen is None else (chosen.text,)
    mapped = is_brief(prompt)
    brief = pictured and mapped and not plainly
    if brief:
        picks = _signed(prompt, advice.picks, chosen) or picks
    lines = [words(text("suggest.choice", picks=picks))]
    if advice.reason is None:
        lines.append(words(text("suggest.best")))
        for ranked in advice.best:
            picks = named(prompt, ranked.picks)
            lines.append(words(text("suggest.worth", picks=picks, n=ranked.worth)))
        return tuple(lines), 1
    lines.append(f"-# {words(advice.reason)}")
    later = advice.then[said_too:]
    told = len(later)
    if mapped:
        most = LATER_LINES if plainly else MOST_LINES
        row, told = _briefly(later, words, in_signs if brief else _in_words, most)
        lines += row
    else:
        lines += _one_by_one(prompt, later, words)
    if advice.second is not None and not (mapped and later):  # the plan has the room
        other, reason = advice.second
        why = "" if reason is None else words(reason)
        short = len(words(advice.reason)) + len(why) <= MOST_REASONS
        key = "alike" if reason == advice.reason else "second" if why and short else "second_named"
        picks = (brief and _signed(prompt, other)) or named(prompt, other)
        said = words(text(f"suggest.{key}", picks=picks, reason=why))
        lines.append(f"-# {said}")
    return tuple(lines), 1 + said_too + told


def _signed(prompt: Prompt, picks: Sequence[str], whole: Option | None = None) -> tuple[Text, ...]:
    """A use of a thing as the thing and its button's signs ("Alms: 3★ pay 5"); else nothing."""
    for option in prompt.options:
        if (option.id,) == tuple(picks) and option.group is not None:
            signs = (whole or option).brief
            if signs is not None:
                return (text("suggest.signed", thing=option.group, signs=signs),)
    return ()


def _one_by_one(prompt: Prompt, later: Sequence[Step], words: Words) -> Iterator[str]:
    """A line for each later choice."""
    for step in later:
        said = words(text("suggest.then", picks=named(step.prompt, step.picks)))
        # The answer to another question says little without it ("Guildhall: 4").
        asks = "" if step.prompt.ask == prompt.ask else f" ({_asks(step.prompt, words)})"
        yield f"-# {said}{asks}"


def _in_words(option: Option, words: Words) -> str:
    return words(use_of(option))


def _briefly(
    later: Sequence[Step], words: Words, say: Callable[[Option, Words], str], most: int
) -> tuple[list[str], int]:
    """How the turn goes on, in at most so many lines of a phone, and how many choices that tells
    of: up to the end of a card's where not all have room, for a press makes none that isn't told.
    """
    every = range(len(later), 0, -1)
    whole = [told for told in every if told == len(later) or _begins(later[told])]
    for told in (*whole, *every):
        line = f"-# {words(text('suggest.then_briefly', what=_row(later[:told], words, say)))}"
        if text_lines(line) <= most:
            return [line], told
    return [], 0


def _row(later: Sequence[Step], words: Words, say: Callable[[Option, Words], str]) -> str:
    """All of them, what a card asks for behind it: "**6★** (3, D1), **2→D2**"."""
    said: list[tuple[str, list[str]]] = []
    of_a_card = False
    while later:
        step, *later = later
        whole, said_too = _together(step.prompt, step.picks, later)
        signs = ", ".join(say(one, words) for one in ([whole] if whole else _picked(step)))
        if _begins(step) or not of_a_card:
            said.append((signs, []))
        else:
            said[-1][1].append(signs)
        of_a_card |= _begins(step)
        later = later[said_too:]
    return ", ".join(f"**{one}** ({', '.join(how)})" if how else f"**{one}**" for one, how in said)


def _picked(step: Step) -> list[Option]:
    return [one for one in step.prompt.options if one.id in step.picks]


def _begins(step: Step) -> bool:
    """Whether it is of no card that was played before."""
    return any(one.group is not None or one.role != "choice" for one in _picked(step))


def _asks(prompt: Prompt, words: Words) -> str:
    """The question itself, without what is said before and below it."""
    question, *_ = words(prompt.ask).splitlines()
    return sentences(question)[-1]


def _together(
    prompt: Prompt, picks: Sequence[str], later: Sequence[Step]
) -> tuple[Option | None, int]:
    """What is chosen with so many later choices as have a name together with it, if any."""
    for option in prompt.options:
        then = _said_too(option, later) if (option.id,) == tuple(picks) else None
        if then is not None:
            whole = use_of(replace(option, text=then.text))
            return replace(option, text=whole, group=None, brief=then.brief), len(then.picks)
    return None, 0


def _said_too(option: Option, later: Sequence[Step]) -> Then | None:
    """Of what may follow an option the most that these later choices begin with."""
    following = [set(step.picks) for step in later]
    for then in sorted(option.then, key=lambda then: -len(then.picks)):
        if following[: len(then.picks)] == list(map(set, then.picks)):
            return then
    return None


def foremost(prompt: Prompt, advice: Advice) -> Prompt:
    """The same with what is advised before all else, so that it is a button of the first page:
    with what follows, else alone."""
    options = tuple(
        _foremost(option, advice.then) if (option.id,) == tuple(advice.picks) else option
        for option in prompt.options
    )
    return replace(prompt, options=options)


def _foremost(option: Option, later: Sequence[Step]) -> Option:
    chosen = _said_too(option, later)
    then = tuple(replace(one, rank=-2) if one is chosen else one for one in option.then)
    return replace(option, rank=-1, alone=True, then=then)


def recap(
    record: Session, said: Sequence[Text], words: Words, lessons: Sequence[str], *, more: bool
) -> Screen:
    """The end of a lesson in its learner's hand: what it all came to, and which comes next.

    `lessons`: the games that have one; `more`: there is more to say of what it came to.
    """
    own = words.to(learner_of(record))
    press = Lobby(record.id, Action.OPEN, record.game)
    on = [ui.button(words(text("lobby.button.alone")), press, ButtonStyle.success)]
    if more:
        on.append(ways.show(record, "why", words))
    on.append(ui.button(words(text("lesson.again")), Learn(record.game)))
    others = [game for game in lessons if game != record.game]
    if others:
        game = others[lessons.index(record.game) % len(others)]
        on.append(ui.button(words(text("lesson.other", game=ui.game(game))), Learn(game)))
    if record.guild_id is not None:
        on.append(ui.to_board(record, words))  # where a table for others is opened
    frame = ui.container(
        ui.paragraph(_title(record, words), words(text("lesson.over"))),
        ui.paragraph(*(f"- {own(line)}" for line in said)),
        *ui.rows(on),
    )
    return Screen(frame, push=ui.push(record, words, "over"))


def learner_of(record: Session) -> int:
    """The one person's seat."""
    return next((seat.seat for seat in record.seats if seat.user_id is not None), 0)


def ended(record: Session, words: Words, *, picture: AnyPicture | None = None) -> Screen:
    """The end of a lesson on its board; the learner's hand, which speaks to nobody else, says more.

    In direct messages it stands below.
    """
    over = text("lesson.over_here")
    on = [ways.show(record, what, words) for what in ("text", "rules")]
    if record.guild_id is not None:
        over = text("lesson.over_for", player=Player(learner_of(record)))
        press = Lobby(record.id, Action.OPEN, record.game)
        on.insert(0, ui.button(words(text("lesson.table")), press, ButtonStyle.success))
    frame = ui.container(
        ui.paragraph(_title(record, words), words(over)),
        None if picture is None else ui.gallery(RECAP, picture.alt),
        *ui.rows(on),
    )
    return Screen(frame, picture, RECAP)


def left(record: Session, words: Words) -> Screen:
    """What stays of a lesson that was left before its end."""
    again = ui.button(words(text("lesson.again")), Learn(record.game))
    said = f"{_title(record, words)}\n{words(text('lesson.left'))}"
    return ui.notice(said, again, push=ui.push(record, words, "over"))


def _title(record: Session, words: Words) -> str:
    return f"## {words(text('lesson.title', game=ui.game(record.game)))}"


def busy(record: Session, game: str, words: Words) -> Screen:
    """The channel has this session already: the way to it, and to a lesson without a channel."""
    if record.guild_id is None:
        return ui.notice(words(text("lesson.busy")), ui.to_board(record, words))
    said = words(text("refused.channel_busy"))
    alone = ui.button(words(text("lesson.alone")), Learn(game))
    return ui.notice(said, ui.to_board(record, words), alone)


def _joined(lines: Sequence[Text], words: Words) -> str:
    return " ".join(words(line) for line in lines)


def _help(view: View, words: Words, *, pictured: bool) -> str:
    """The line of help on what is asked for the first time, if there is one."""
    if view.prompt is None or not view.fresh():
        return ""
    if not pictured and any(option.menu for option in view.prompt.options):
        return ""  # it explains signs, and each kind of choice has its button
    return words.known(text(view.prompt.ask.key.replace(".ask.", ".help.", 1)))
