"""A player's own message: the hand picture, what is asked, and what was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field

from discord import ButtonStyle

from bot.people import Voices
from bot.screens import parts as ui
from bot.screens import wording
from bot.screens.custom_ids import Due
from bot.screens.parts import MOST_LINES, lines_below, text_lines
from bot.screens.play import ways
from bot.screens.play.board import pause_lines, scored, sides_of, vote_buttons
from bot.screens.play.brief import LINES
from bot.screens.play.guiding import ALONE, HELP_LINES, Guide, foremost
from bot.screens.play.history import briefly, room_for
from bot.screens.play.options import is_brief
from bot.screens.play.prompts import Signs, confirmation, prompt_parts
from bot.screens.screen import AnyPicture, Part, Screen
from bot.sessions.table.log import undecided
from bot.sessions.table.story import CHOSEN_FOR
from bot.sessions.table.table import Table, named, use_of
from bot.sessions.table.turns import MOST_MISSED
from bot.store.records.play import Turn
from bot.store.records.sessions import Session
from engine.game import Outcome, Prompt, Topic, View
from engine.parts.values import placed
from engine.text import Seat, Text, text
from images.words import Words

NAME = "hand.png"
_LINES_TOLD = 6
"""Of news, in place of a picture in which all lies."""
_MANY_LINES = 8
"""In place of a picture: so many leave room on a phone for a few buttons, else for a menu."""


@dataclass(eq=False, repr=False)
class Hand:
    """What the message of the view's seat shows. Without a picture the text button remains.

    `due`: by seat, when the computer chooses for it, in Unix time, as `until`: until when a
    take-back is decided. `left`: seconds until it chooses for this one. `marked`: what was chosen
    and isn't confirmed yet. `said`: the lines that stand for the picture, the most needed first,
    with `topics` to ask about. `guide`: what is said of the choice to who learns the game. `late`:
    a press came too late for what it was about. `signs`: of the game's cards. `noticed`: it may
    stand in a new message, which a phone shows as a line.
    """

    table: Table
    view: View
    spoken: Voices
    _: KW_ONLY
    due: Mapping[int, int] = field(default_factory=dict)
    left: float | None = None
    until: int | None = None
    picture: AnyPicture | None = None
    page: int = 0
    marked: tuple[str, ...] | None = None
    said: Sequence[str] | None = None
    topics: Sequence[Topic] = ()
    guide: Guide = ALONE
    late: bool = False
    signs: Signs = field(default_factory=dict)
    noticed: bool = True

    def __post_init__(self) -> None:
        table, guide, seat = self.table, self.guide, self.view.viewer or 0
        self._words, self._labels = self.spoken.message.to(seat), self.spoken.picture.to(seat)
        self._turn = table.turn(seat)
        waits = table.paused or self._turn.away
        asked = None if waits else self.view.prompt
        if asked is not None and guide.advised is not None:
            asked = foremost(asked, guide.advised)
        self._asked = asked
        self._brief = asked is not None and is_brief(asked)
        # A page of all choices of a kind has no room for more than them.
        self._paged = self._brief and self.page > 0
        self._taught = table.record.lesson is not None and bool(guide.said)
        self._advised = asked is not None and bool(guide.advice) and not self._paged
        # The map shows what is asked: advice stands for it, but where it names several things.
        mapped = asked is not None and self._brief and asked.most == 1
        silent = waits or self._paged or (self._advised and mapped)
        self._question = [] if silent else _asked(table, self.view, self._words, self.marked)
        self._many = self.said is not None and len(self.said) >= _MANY_LINES

    def screen(self) -> Screen:
        """The hand."""
        table, words, picture, said = self.table, self._words, self.picture, self.said
        heads = (f"### {_title(table, words)}", f"-# {_stands(self.view, self.due, words)}")
        news, helped = self._told(MOST_LINES - _lines(*heads, *self._question))
        help_ = list(map(ui.paragraph, helped))
        above = [ui.paragraph(*heads), *([] if said is None else [news])]
        between = self._between(news if said is None else None, help_)
        own = _seat_buttons(table, self._turn, self._asked, words, self.page, self.guide)
        pictured, crowded = picture is not None or said is not None, self._brief or self.guide.more
        looks = ways.foot_buttons(table.record, words, pictured=pictured, crowded=crowded)
        room = self._short_of((*above, *between), helped=bool(help_), told=bool(news))
        prompts, beside = self._prompts(room, (*own, *looks))
        if self._paged and not _is_uncommon(table):
            # The first page has room for the reason.
            own = ways.suggest(table.record, self._asked, words, 0)
        below = (
            *between,
            *(part for part in prompts if said is None or "components" in part),  # it says the rest
            *ways.foot_rows(own, looks, crowded=crowded, choices=beside),
            wording.questions(table.record.id, self.topics, self._labels) if self.topics else None,
        )
        if self._taught or self._brief:
            below = _sparing(picture, above, below, (news, *(help_ if self._advised else ())))
        shown = wording.pictured(
            *(NAME, picture, said, (*above, *below), words),
            on_a_phone=True,
            asking=bool(self.topics),
        )
        line = _push(table, self.view, words, self.left) if self.noticed else ""
        return Screen(ui.container(*above, shown, *below), picture, NAME, push=line)

    def _told(self, room: int) -> tuple[Part | None, tuple[str, ...]]:
        """What has happened, and the lines of help; `room`: lines of a phone for both."""
        helped = () if self._asked is None or self._paged else self.guide.said
        if not helped or self._taught:
            return self._news(room), helped
        news = self._news(room - HELP_LINES)
        untold = news is None and self.table.told_parted(self.view.viewer or 0)[0]
        if self.said is None and (room < HELP_LINES or untold):
            # A line of help, for which nobody asked, gives way to news of what has happened and to
            # a long question; what only begins is in the picture.
            news = self._news(room)
            helped = () if news is not None or room < HELP_LINES else helped
        return news, helped

    def _news(self, room: int) -> Part | None:
        """What happened, in as many lines as what else is said leaves: `room` below a picture."""
        table, asked, said, seat = self.table, self._asked, self.said, self.view.viewer or 0
        # Advice stands where the news have been read, and all choices of a kind have no room for
        # them.
        if self._paged or (asked is not None and self.guide.advice):
            return None
        # What is told to this seat alone is in the lesson's own words.
        ended, begun = table.told_parted(None if self._taught else seat)
        if not ended and not begun:
            return None
        # What is said of the choice, or stands beside its buttons, needs the room.
        detailed = asked is not None and any(one.detail for one in asked.options)
        if self._taught and detailed:
            return None
        if self._brief and ended:
            begun = []
        lines = 1 if self._taught else room_for(ended)
        if self._brief and self.guide.learns and not self._taught:
            lines = 3  # what happened needs more words than the choice
        if said is not None:
            lines = 2 if detailed or self.guide.said else 3 if self._many else _LINES_TOLD
            room = lines
        seats, shorter = len(table.record.seats), table.game.in_brief
        newest = briefly(ended, begun, seat, self._words, seats, min(lines, room), shorter)
        # What a phone has no room for is in the picture.
        fits = said is not None or _lines(*newest) <= room
        return ui.paragraph(*newest) if fits else None

    def _between(self, news: Part | None, helped: Sequence[Part | None]) -> tuple[Part | None, ...]:
        """What stands between the picture and the choices."""
        table, words = self.table, self._words
        decided = _decided(table, self._turn.seat, self.until, words) if _is_uncommon(table) else ()
        return (
            news,
            *helped,
            ui.paragraph(f"⚠ {words(text('refused.stale'))}") if self.late else None,
            ui.paragraph(*self._question),
            ui.paragraph(*_missed(table, self._turn, words)),
            *decided,
            ui.paragraph(*self.guide.advice) if self._advised else None,
        )

    def _short_of(self, beside: Sequence[Part | None], *, helped: bool, told: bool) -> int:
        """Lines of choices that have no room beside what is said; `helped`, `told`: and what of
        that is help, and news."""
        asked, picture = self._asked, self.picture
        if asked is None:
            return 0
        if self._brief and picture is not None:
            taken = (self.marked is not None) + told
            return _without(picture, beside, paged=self._paged, taken=taken)
        taken = int(self._many or (self._brief and helped))
        taken = 2 if self._taught or self.guide.advice else taken
        return _cramped(taken, asked, picture, beside, self._labels)

    def _prompts(self, crowded: int, foot: Sequence[Part]) -> tuple[list[Part], list[Part]]:
        """The choices, and those of them that may share the last row."""
        asked, marked, session = self._asked, self.marked, self.table.record.id
        if asked is None:
            return [], []
        prompts, beside = prompt_parts(
            *(session, asked if marked is None else asked.answering(marked), self._labels),
            *(self.page, self.signs),
            pictured=self.picture is not None,
            crowded=crowded,
            foot=foot,
            learns=self.guide.learns,
        )
        if marked is not None:
            prompts.insert(0, confirmation(session, asked, marked, self._labels))
        return prompts, beside


def _lines(*said: str) -> int:
    """Of a phone."""
    return sum(map(text_lines, said))


def _sparing(
    picture: AnyPicture | None,
    above: Sequence[Part | None],
    below: Sequence[Part | None],
    spared: Iterable[Part | None],
) -> tuple[Part | None, ...]:
    """What stands below a picture, without so many of the spared as a phone has no room for."""
    left = tuple(below)
    for part in spared:
        if picture is not None and lines_below(picture, (*above, *left)) < 0:
            left = tuple(one for one in left if one is not part)
    return left


def _without(picture: AnyPicture, above: Iterable[Part | None], *, paged: bool, taken: int) -> int:
    """Lines of the likeliest choices that a phone has no room for below a picture and these parts;
    what has none on the first page is found on others, and stays so there. `taken`: of the room."""
    room = lines_below(picture, above) - taken - 2  # the ways to all of a kind, and to all else
    return LINES - 1 if paged else max(0, LINES - room)


def _cramped(
    lines: int,
    asked: Prompt,
    picture: AnyPicture | None,
    beside: Iterable[Part | None],
    words: Words,
) -> int:
    """So many lines of buttons have no room; none where a phone has it for a button an option
    below a picture and these parts."""
    if not lines or picture is None:
        return lines
    wide = [words(use_of(option)) for option in asked.options]
    rows = ui.lines_of([{"label": f"{said}____"} for said in wide])  # a sign takes less
    return 0 if rows + 1 <= lines_below(picture, beside) else lines


def _is_uncommon(table: Table) -> bool:
    """Whether anything beside the game is decided, or keeps it from going on."""
    record = table.record
    unpaused = record.pause.at is None and not record.pause.votes
    return not unpaused or record.takeback is not None or table.trouble is not None


def _decided(table: Table, seat: int, until: int | None, words: Words) -> list[Part | None]:
    """What that is."""
    return [
        ui.paragraph(*ways.takeback_hand_lines(table, seat, until, words)),
        ui.paragraph(*pause_lines(table, words, until, table.record.seats[seat].user_id)),
        _trouble(table, words),
    ]


def _push(table: Table, view: View, words: Words, left: float | None) -> str:
    record, seat = table.record, view.viewer or 0
    if table.trouble is not None and table.trouble.pauses:
        return ui.placeless(record, words, "stranded")
    if table.paused:
        return ui.push(record, words, "paused")
    if record.seats[seat].user_id in undecided(table):
        return ui.push(record, words, "takeback")
    asked = view.prompt is not None and view.prompt.answered is None
    if asked and not table.turn(seat).away:
        return ui.turn(record, words, left)
    return ui.push(record, words, "hand")


def joined(table: Table, words: Words) -> Screen:
    """What a player's own message says until the game begins."""
    where = f"<#{table.record.channel_id}>"
    name = words(ui.game(table.record.game))
    said = words(text("hand.joined", game=name, where=where))
    lines = ui.paragraph(f"### {name}", said)
    there = ways.show(table.record, "rules", words), ui.to_board(table.record, words)
    frame = ui.container(lines, _trouble(table, words), *ui.rows(there))
    if table.trouble is not None:
        return Screen(frame, push=ui.placeless(table.record, words, "stranded"))
    return Screen(frame, push=said, plain=True)


def ended(table: Table, words: Words) -> Screen:
    """What stays of a player's own message when there will be no more hands."""
    name = words(ui.game(table.record.game))
    reason = table.how_ended if table.started else text("lobby.closed")
    frame = ui.container(
        ui.paragraph(f"### {name}", words(reason)), *ui.rows([ui.to_board(table.record, words)])
    )
    return Screen(frame, push=ui.push(table.record, words, "over"))


def over(
    table: Table,
    view: View,
    words: Words,
    *,
    picture: AnyPicture | None = None,
    said: Sequence[str] | None = None,
) -> Screen:
    """The last word of a finished game: who won, the view's own place and score, the result.

    `said`: the lines that stand for the picture.
    """
    won = () if view.outcome is None else view.outcome.winners
    sides = sides_of(table.record)
    if view.viewer in won:
        alone = any(sorted(won) == sorted(side) for side in sides)
        key = "hand.won_shared" if not alone else "hand.won" if len(won) == 1 else "hand.won_party"
        ended = text(key)
    elif won:
        ended = text("hand.lost", names=tuple(Seat(seat) for seat in won))
    else:
        ended = text("hand.nobody_won")
    came_to = []
    if view.outcome is not None and view.viewer is not None:
        came_to = [words(placing(table.record, view.outcome, view.viewer))]
    above = ui.paragraph(f"### {_title(table, words)}", words(ended), *came_to)
    back = ways.looking_back(table.record.id, words)
    foot = [
        ui.paragraph(*ways.open_hands_lines(table, words)),
        *ui.rows(ways.open_hands_answers(table, words, view.viewer)),
        *ways.foot(table.record, words, *back, pictured=picture is not None),
    ]
    shown = wording.pictured(NAME, picture, said, (above, *foot), words, on_a_phone=True)
    frame = ui.container(above, shown, *foot)
    plain = picture is not None and table.record.open_hands is None
    wanted = "won" if view.viewer in won else "over"
    line = ". ".join([ui.push(table.record, words, wanted), *came_to])
    return Screen(frame, picture, NAME, push=line, plain=plain)


def confirmed(prompt: Prompt, picks: tuple[str, ...], words: Words) -> str:
    """What was chosen, in words ("Kept: Artisans")."""
    return words(text(prompt.done, picks=named(prompt, picks)))


def placing(record: Session, outcome: Outcome, seat: int) -> Text:
    """The place and the score of a seat; no place where nobody has won."""
    score, sides = scored(record.game, outcome, seat), sides_of(record)
    if not outcome.winners:
        return text("hand.score", score=score)
    place = placed(outcome.places, sides)[seat]
    key = "hand.place" if len(sides) == len(record.seats) else "hand.place_party"
    return text(key, place=place, players=len(sides), score=score)


def _title(table: Table, words: Words) -> str:
    record = table.record
    name, where = words(ui.game(record.game)), f"<#{record.channel_id}>"
    if record.own_thread:
        return where  # it is called by the game
    return name if record.guild_id is None else f"{name} · {where}"


def _asked(table: Table, view: View, words: Words, marked: tuple[str, ...] | None) -> list[str]:
    prompt = view.prompt
    if prompt is not None and marked is not None:
        return [words(text("hand.marked", picks=named(prompt, marked)))]
    if prompt is not None and prompt.answered is None:
        question, *details = words(prompt.ask).splitlines()
        return [f"### {question}", *details]
    others = tuple([Seat(seat) for seat in table.owing(view) if seat != view.viewer])
    waiting = [words(text("hand.waiting_for", names=others))] if others else []
    if prompt is None or prompt.answered is None:
        return waiting
    chosen = confirmed(prompt, prompt.answered, words)
    return [" ".join([chosen, *waiting]), f"-# {words(text('hand.changeable'))}"]


def _stands(view: View, due: Mapping[int, int], words: Words) -> str:
    """Where the game stands, and until when the seat must choose; behind “More…” in words."""
    time = due.get(view.viewer or 0)
    if time is None:
        return words(view.headline)
    return words(text("hand.stands", headline=view.headline, when=ui.moment(time)))


def _missed(table: Table, turn: Turn, words: Words) -> list[str]:
    """What the computer has chosen for the seat, and that it plays it or will."""
    if not turn.missed:
        return []
    chosen = [words(said) for said in table.told(turn.seat) if said.key == CHOSEN_FOR]
    if turn.away:
        return [" ".join([*chosen[-1:], words(text("hand.away"))])]
    left = words(text("hand.missed", n=MOST_MISSED - turn.missed))
    return [" ".join(["-#", *chosen[-1:], left])]


def _seat_buttons(
    table: Table, turn: Turn, prompt: Prompt | None, words: Words, page: int, guide: Guide
) -> list[Part]:
    record, voting = table.record, []
    if record.pause.at is not None or record.pause.votes:
        voting = vote_buttons(table, words, record.seats[turn.seat].user_id)
    if table.paused:
        return voting
    if turn.away:
        back = Due(record.id, "back", 0)
        return [ui.button(words(text("hand.back")), back, ButtonStyle.success)]
    taking_back = ways.takeback_hand_buttons(table, turn.seat, words)
    suggesting = ways.suggest(record, prompt, words, page, guide.steps)
    why = [ways.show(record, "why", words)] if guide.more and prompt is not None else []
    return [*suggesting, *why, *taking_back, *voting]


def _trouble(table: Table, words: Words) -> Part | None:
    return None if table.trouble is None else ui.paragraph(f"⚠ {words(table.trouble.said)}")
