"""What else there is at a table: the last row of its messages, the page behind “More…”, votes.

All players are asked to let a choice be taken back, or to open hands that are over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import lru_cache, partial

from discord import ButtonStyle

from bot.screens import parts as ui
from bot.screens.custom_ids import (
    ADVISED,
    Change,
    Due,
    Holding,
    OpeningHands,
    Pick,
    Replaying,
    Reviewing,
    Show,
    Suggest,
    TakingBack,
    Watch,
)
from bot.screens.screen import Part, Screen
from bot.sessions.holding import NOBODY, to_take
from bot.sessions.over.endings import missing
from bot.sessions.refusals import Refused
from bot.sessions.table.log import offered, unasked, undecided
from bot.sessions.table.table import Table
from bot.sessions.table.turns import MOST_EXTENDED
from bot.store.records.play import Takeback, Turn
from bot.store.records.sessions import Session
from engine.game import Prompt
from engine.text import Seat, text
from images.words import Words


def foot(
    record: Session, words: Words, *before: Part, pictured: bool = True, crowded: bool = False
) -> list[Part]:
    """The last row of a board or a hand: these buttons, the history, and all else."""
    looks = foot_buttons(record, words, pictured=pictured, crowded=crowded)
    return foot_rows(before, looks, crowded=crowded)


def foot_rows(
    before: Sequence[Part], looks: Sequence[Part], *, crowded: bool, choices: Sequence[Part] = ()
) -> list[Part]:
    """These buttons and `foot_buttons`, as many in a row as look best, below choices beside others.

    The history is behind “More…” alone also where it would need a line of its own.
    """
    every = [*before, *looks]
    fewer = [*before, *looks[:-2], looks[-1]]
    if not crowded and ui.lines_of(every) > ui.lines_of(fewer):
        every = fewer
    return [line for each in ui.last_rows(choices, every) for line in ui.even_rows(each)]


def suggest(
    record: Session, prompt: Prompt | None, words: Words, page: int, advised: int = 0
) -> list[Part]:
    """The way to a suggestion, for who owes a choice and has this page of it before him.

    `advised`: so many choices are suggested and read already, and are made by one press instead.
    """
    if prompt is None or prompt.answered is not None or not record.advises:
        return []
    if not advised:
        return [ui.button(words(text("suggest.button")), Suggest(record.id, prompt.step, page))]
    label = words(text("suggest.play" if advised == 1 else "suggest.play_all"))
    press = Pick(record.id, prompt.step, f"{ADVISED}{advised}")
    return [ui.button(label, press, ButtonStyle.primary)]


def foot_buttons(
    record: Session, words: Words, *, pictured: bool = True, crowded: bool = False
) -> list[Part]:
    """The ways to the history and to all else.

    `pictured` False: nothing shows how the game stands, so that the way to the text stands here.
    `crowded`: what must be answered needs the room; the history is behind “More…” alone.
    """
    looks = ["more"] if crowded else ["history", "more"]
    if not pictured:
        looks = ["text", *looks]
    return [show(record, what, words) for what in looks]


def more(
    table: Table,
    viewer: int | None,
    words: Words,
    *,
    due: int | None = None,
    parts: bool = False,
    reader: int = NOBODY,
) -> Screen:
    """All else that whoever has this seat, or none, can do now; `reader`: that one's id.

    `due`: when the computer chooses for it, in Unix time. `parts`: the board is large and can be
    looked at more closely.
    """
    record = table.record
    playing, over = record.status == "playing", record.status == "over"
    asking, closer = playing and table.has_topics, (playing or over) and parts
    looks = ["rules", *["topics"] * asking, *["closer"] * closer]
    looks += ["text", "history", *["bg_stats"] * over]
    if viewer is None:
        seat = _onlooking(record, reader, words)
    else:
        seat = _seated(record, table.turn(viewer), words)
    there = "hand.to_board" if record.board_message_id is None else "show.board"
    ends = [] if due is None else [f"-# {words(text('hand.due', when=ui.moment(due)))}"]
    frame = ui.container(
        ui.paragraph(f"### {words(ui.game(record.game))}", *ends),
        *ui.rows(show(record, what, words) for what in looks),
        *ui.rows([*(seat if playing else ()), ui.link(words(text(there)), ui.board_url(record))]),
    )
    return Screen(frame)


def show(
    record: Session, what: str, words: Words, style: ButtonStyle = ButtonStyle.secondary
) -> Part:
    """To see something of this session."""
    return _show(record.id, what, words(text(f"show.{what}")), style)


# Kept: they stand on every message of a session.
@lru_cache(maxsize=4096)
def _show(session_id: int, what: str, label: str, style: ButtonStyle) -> Part:
    return ui.button(label, Show(session_id, what), style)


def watch(session_id: int, words: Words) -> Part:
    """To look on."""
    return ui.button(words(text("watch.start")), Watch(session_id, "start"))


def replay(session_id: int, words: Words) -> Part:
    """To look back."""
    return ui.button(words(text("replay.open")), Replaying(session_id, "open", 0, None))


def looking_back(session_id: int, words: Words) -> tuple[Part, Part]:
    """The replay, and what one's own choices cost."""
    return replay(session_id, words), review(session_id, words)


def review(session_id: int, words: Words) -> Part:
    """To have one's own choices reviewed."""
    return ui.button(words(text("review.open")), Reviewing(session_id, "open", 0))


def _seated(record: Session, turn: Turn, words: Words) -> list[Part]:
    """More time for what is asked, and leaving."""
    left = MOST_EXTENDED - turn.extended
    made = [ui.button(words(text("show.leave")), Holding(record.id, Change.LEAVE))]
    if record.speed is not None and turn.step is not None and left > 0:
        longer = Due(record.id, "more", turn.step, left)
        made.insert(0, ui.button(words(text("hand.more_time", n=left)), longer))
    return made


def _onlooking(record: Session, reader: int, words: Words) -> list[Part]:
    """Looking on, and the way to the computers' seats, where the reader may have one."""
    made = [] if record.guild_id is None else [watch(record.id, words)]
    with suppress(Refused):
        to_take(record, reader)
        made.append(ui.button(words(text("show.seats")), Holding(record.id, Change.COMPUTERS)))
    return made


def takeback_hand_lines(table: Table, seat: int, until: int | None, words: Words) -> list[str]:
    """What is being decided, as the player of this seat sees it. `until`: in Unix time."""
    asked = _decided(table)
    if asked is None or until is None:
        return []
    left = undecided(table)
    if asked.seat != seat:
        is_asked = table.record.seats[seat].user_id in left
        return [_asked(asked, until, words, "asked_you" if is_asked else "asked")]
    return [words(text("takeback.own", names=_mentioned(left), when=ui.moment(until)))]


def takeback_hand_buttons(table: Table, seat: int, words: Words) -> list[Part]:
    """To take one's own choice back, or to say what one thinks of another's."""
    asked = None if table.record.takeback is None else _decided(table)
    if asked is not None and asked.seat == seat:
        press = TakingBack(table.record.id, "withdraw", asked.number)
        return [ui.button(words(text("takeback.withdraw")), press)]
    if asked is not None:
        decides = table.record.seats[seat].user_id in undecided(table)
        return takeback_board_buttons(table, words) if decides else []
    choice = offered(table, seat)
    if choice is None:
        return []
    press = TakingBack(table.record.id, "ask", choice.number)
    alone = unasked(table, seat)
    return [ui.button(words(text("takeback.alone" if alone else "takeback.ask")), press)]


def takeback_board_lines(table: Table, until: int | None, words: Words) -> list[str]:
    """What is being decided, and whose word is missing."""
    asked = _decided(table)
    if asked is None or until is None:
        return []
    waits = words(text("takeback.missing", names=_mentioned(undecided(table))))
    return [_asked(asked, until, words, "asked"), f"-# {waits}"]


def _mentioned(people: Iterable[int]) -> str:
    return ", ".join(f"<@{user_id}>" for user_id in people)


def takeback_board_buttons(table: Table, words: Words) -> list[Part]:
    """To agree, or not."""
    asked = _decided(table)
    if asked is None:
        return []
    return _answers("takeback", partial(TakingBack, table.record.id, number=asked.number), words)


def _decided(table: Table) -> Takeback | None:
    """What the others decide at the moment; nothing while the game is paused."""
    return table.record.takeback if table.deciding and not table.paused else None


def _asked(asked: Takeback, until: int, words: Words, key: str) -> str:
    return words(text(f"takeback.{key}", player=Seat(asked.seat), when=ui.moment(until)))


def _answers(about: str, press: Callable[[str], object], words: Words) -> list[Part]:
    """To agree, or not; `press`: what each answer carries."""
    agree = ui.button(words(text(f"{about}.agree")), press("agree"), ButtonStyle.success)
    refuse = ui.button(words(text(f"{about}.refuse")), press("refuse"), ButtonStyle.danger)
    return [agree, refuse]


def open_hands_lines(table: Table, words: Words) -> list[str]:
    """What was asked and answered so far."""
    hands = table.record.open_hands
    if hands is None:
        return []
    if hands.state != "asked":
        return [f"-# {words(text(f'open_hands.{hands.state}'))}"]
    waits = tuple(Seat(seat) for seat in missing(table))
    missed = f"-# {words(text('open_hands.missing', names=waits))}" if waits else ""
    return [words(text("open_hands.asked")), missed]


def open_hands_buttons(table: Table, words: Words) -> list[Part]:
    """For the host, to ask; for the others, to answer."""
    if table.record.open_hands is None:
        press = OpeningHands(table.record.id, "ask")
        return [ui.button(words(text("open_hands.ask")), press)]
    return open_hands_answers(table, words)


def open_hands_answers(table: Table, words: Words, seat: int | None = None) -> list[Part]:
    """To agree, or not, while that is asked; nothing for a seat that has agreed."""
    hands = table.record.open_hands
    if hands is None or hands.state != "asked" or seat in hands.agreed:
        return []
    return _answers("open_hands", partial(OpeningHands, table.record.id), words)
