"""A player's own message: the hand picture, what is asked, and what was chosen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from discord import ButtonStyle

from bot.people import Voices, named, use_of
from bot.screens import wording
from bot.screens.custom_ids import Due
from bot.screens.heights import MOST_LINES, lines_below, text_lines
from bot.screens.parts import (
    NOTHING_DUE,
    button,
    container,
    lines_of,
    moment,
    paragraph,
    placeless,
    push,
    rows,
    to_board,
    turn,
)
from bot.screens.play import ways
from bot.screens.play.board import pause_lines, scored, sides_of, vote_buttons
from bot.screens.play.brief import LINES, is_brief
from bot.screens.play.guiding import ALONE, HELP_LINES, Guide, foremost, suggest
from bot.screens.play.history import briefly, room_for
from bot.screens.play.prompts import NO_SIGNS, Signs, confirmation, prompt_parts
from bot.screens.screen import Part, Screen
from bot.sessions.table.log import undecided
from bot.sessions.table.table import Table
from bot.sessions.table.turns import MOST_MISSED
from bot.store.records.people import Attachment
from bot.store.records.play import Turn
from bot.store.records.sessions import Session
from engine.game import Outcome, Prompt, Topic, View
from engine.parts.values import placed
from engine.text import Seat, Text, text
from images.pictures import Picture
from images.words import Words

NAME = "hand.png"
_LINES_TOLD = 6
"""Of news, in place of a picture in which all lies."""
_MANY_LINES = 8
"""In place of a picture: so many leave room on a phone for a few buttons, else for a menu."""


def hand(  # noqa: PLR0913  (whatever a hand shows)
    table: Table,
    view: View,
    spoken: Voices,
    *,
    due: Mapping[int, int] = NOTHING_DUE,
    left: float | None = None,
    until: int | None = None,
    picture: Picture | Attachment | None = None,
    page: int = 0,
    marked: tuple[str, ...] | None = None,
    said: Sequence[str] | None = None,
    topics: Sequence[Topic] = (),
    guide: Guide = ALONE,
    late: bool = False,
    signs: Signs = NO_SIGNS,
    noticed: bool = True,
) -> Screen:
    """The hand of the view's seat. Without a picture the text button remains.

    `due`: by seat, when the computer chooses for it, in Unix time, as `until`: until when a
    take-back is decided. `left`: seconds until it chooses for this one. `marked`: what was chosen
    and isn't confirmed yet. `said`: the lines that stand for the picture, the most needed first,
    with `topics` to ask about. `guide`: what is said of the choice to who learns the game. `late`:
    a press came too late for what it was about. `signs`: of the game's cards. `noticed`: it may
    stand in a new message, which a phone shows as a line.
    """
    record, seat = table.record, view.viewer or 0
    words, labels = spoken.message.to(seat), spoken.picture.to(seat)
    turn = table.turn(seat)
    waits = table.paused or turn.away
    taught = record.lesson is not None and bool(guide.said)
    asked = None if waits else view.prompt
    if asked is not None and guide.advised is not None:
        asked = foremost(asked, guide.advised)
    brief = asked is not None and is_brief(asked)
    pictured = picture is not None or said is not None
    # A page of all choices of a kind has no room for more than them.
    paged = brief and page > 0
    beside: list[Part] = []
    own = _seat_buttons(table, turn, asked, words, page, guide)
    crowded = brief or guide.more
    looks = ways.foot_buttons(record, words, pictured=pictured, crowded=crowded)
    heads = (f"### {_title(table, words)}", f"-# {_stands(view, due, words)}")
    above = [paragraph(*heads)]
    question = [] if waits or paged else _asked(table, view, words, marked)
    advised = asked is not None and bool(guide.advice) and not paged
    if advised and brief:
        question = []  # the map shows what is asked: advice stands for it
    many = said is not None and len(said) >= _MANY_LINES
    helped = () if asked is None or paged else guide.said
    room = MOST_LINES - _lines(*heads, *question)
    unasked = bool(helped) and not taught

    def told_in(room: int) -> Part | None:
        return _news(
            *(table, view, words, asked, guide, said, room), brief=brief, paged=paged, taught=taught
        )

    news = told_in(room - unasked * HELP_LINES)
    if (
        unasked
        and said is None
        and (room < HELP_LINES or (news is None and table.told_parted(seat)[0]))
    ):
        # A line of help, for which nobody asked, gives way to news of what has happened and to a
        # long question; what only begins is in the picture.
        news = told_in(room)
        helped = () if news is not None or room < HELP_LINES else helped
    if said is not None:
        above.append(news)
    told = list(map(paragraph, helped))
    between = (
        news if said is None else None,
        *told,
        paragraph(f"⚠ {words(text('refused.stale'))}") if late else None,
        paragraph(*question),
        paragraph(*_missed(turn, words)),
        *(_decided(table, seat, until, words) if _is_uncommon(table) else ()),
        paragraph(*guide.advice) if advised else None,
    )
    prompts: list[Part] = []
    if asked is not None:
        cramped = many or (brief and bool(told))
        prompts, beside = prompt_parts(
            record.id,
            asked if marked is None else asked.answering(marked),
            labels,
            page,
            signs,
            pictured=picture is not None,
            crowded=_without(
                picture, (*above, *between), paged=paged, taken=(marked is not None) + bool(news)
            )
            if brief and picture is not None
            else _cramped(
                2 if taught or guide.advice else int(cramped),
                asked,
                picture,
                (*above, *between),
                labels,
            ),
            foot=(*own, *looks),
            learns=guide.learns,
        )
    if paged and not _is_uncommon(table):
        own = suggest(record, asked, words, 0)  # the first page has room for the reason
    if asked is not None and marked is not None:
        prompts.insert(0, confirmation(record.id, asked, marked, labels))
    below = (
        *between,
        *(part for part in prompts if said is None or "components" in part),  # it says the rest
        *ways.foot_rows(own, looks, crowded=crowded, choices=beside),
        wording.questions(record.id, topics, spoken.picture) if topics else None,
    )
    if taught or brief:
        below = _sparing(picture, above, below, (news, *(told if advised else ())))
    beside_it = (*above, *below)
    shown = wording.pictured(
        NAME, picture, said, beside_it, words, on_a_phone=True, asking=bool(topics)
    )
    wanted = _push(table, view, words, left) if noticed else ""
    return Screen(container(*above, shown, *below), picture, NAME, push=wanted)


def _news(  # noqa: PLR0913  (whatever it has to make room for)
    table: Table,
    view: View,
    words: Words,
    asked: Prompt | None,
    guide: Guide,
    said: Sequence[str] | None,
    room: int,
    *,
    brief: bool,
    paged: bool,
    taught: bool,
) -> Part | None:
    """What happened, in as many lines as what else is said leaves: `room` below a picture."""
    # Advice stands where the news have been read, and all choices of a kind have no room for them.
    if paged or (asked is not None and guide.advice):
        return None
    # What is told to this seat alone is in the lesson's own words.
    seat = view.viewer or 0
    ended, begun = table.told_parted(None if taught else seat)
    if not ended and not begun:
        return None
    # What is said of the choice, or stands beside its buttons, needs the room.
    detailed = asked is not None and any(one.detail for one in asked.options)
    if taught and detailed:
        return None
    if brief and ended:
        begun = []
    lines = 1 if taught else room_for(ended)
    if brief and guide.learns and not taught:
        lines = 3  # what happened needs more words than the choice
    if said is not None:
        many = len(said) >= _MANY_LINES
        lines = 1 if detailed else 2 if guide.said else 3 if many else _LINES_TOLD
    room = room if said is None else lines
    seats, shorter = len(table.record.seats), table.game.in_brief
    newest = briefly(ended, begun, seat, words, seats, min(lines, room), shorter)
    # What a phone has no room for is in the picture.
    fits = said is not None or _lines(*newest) <= room
    return paragraph(*newest) if fits else None


def _lines(*said: str) -> int:
    """Of a phone."""
    return sum(map(text_lines, said))


def _sparing(
    picture: Picture | Attachment | None,
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


def _without(
    picture: Picture | Attachment, above: Iterable[Part | None], *, paged: bool, taken: int
) -> int:
    """Lines of the likeliest choices that a phone has no room for below a picture and these parts;
    what has none on the first page is found on others, and stays so there. `taken`: of the room."""
    room = lines_below(picture, above) - taken - 2  # the ways to all of a kind, and to all else
    return LINES - 1 if paged else max(0, LINES - room)


def _cramped(
    lines: int,
    asked: Prompt,
    picture: Picture | Attachment | None,
    beside: Iterable[Part | None],
    words: Words,
) -> int:
    """So many lines of buttons have no room; none where a phone has it for a button an option
    below a picture and these parts."""
    if not lines or picture is None:
        return lines
    wide = [words(use_of(option)) for option in asked.options]
    rows = lines_of([{"label": f"{said}____"} for said in wide])  # a sign takes less
    return 0 if rows + 1 <= lines_below(picture, beside) else lines


def _is_uncommon(table: Table) -> bool:
    """Whether anything beside the game is decided, or keeps it from going on."""
    record = table.record
    unpaused = record.pause.at is None and not record.pause.votes
    return not unpaused or record.takeback is not None or table.trouble is not None


def _decided(table: Table, seat: int, until: int | None, words: Words) -> list[Part | None]:
    """What that is."""
    return [
        paragraph(*ways.takeback_hand_lines(table, seat, until, words)),
        paragraph(*pause_lines(table, words, until, table.record.seats[seat].user_id)),
        _trouble(table, words),
    ]


def _push(table: Table, view: View, words: Words, left: float | None) -> str:
    record, seat = table.record, view.viewer or 0
    if table.trouble is not None and table.trouble.pauses:
        return placeless(record, words, "stranded")
    if table.paused:
        return push(record, words, "paused")
    if record.seats[seat].user_id in undecided(table):
        return push(record, words, "takeback")
    asked = view.prompt is not None and view.prompt.answered is None
    if asked and not table.turn(seat).away:
        return turn(record, words, left)
    return push(record, words, "hand")


def joined(table: Table, words: Words) -> Screen:
    """What a player's own message says until the game begins."""
    where = f"<#{table.record.channel_id}>"
    name = words(text(f"game.{table.record.game}.name"))
    said = words(text("hand.joined", game=name, where=where))
    lines = paragraph(f"### {name}", said)
    there = ways.show(table.record, "rules", words), to_board(table.record, words)
    frame = container(lines, _trouble(table, words), *rows(there))
    if table.trouble is not None:
        return Screen(frame, push=placeless(table.record, words, "stranded"))
    return Screen(frame, push=said, plain=True)


def ended(table: Table, words: Words) -> Screen:
    """What stays of a player's own message when there will be no more hands."""
    name = words(text(f"game.{table.record.game}.name"))
    reason = table.how_ended if table.started else text("lobby.closed")
    frame = container(
        paragraph(f"### {name}", words(reason)), *rows([to_board(table.record, words)])
    )
    return Screen(frame, push=push(table.record, words, "over"))


def over(
    table: Table,
    view: View,
    words: Words,
    *,
    picture: Picture | Attachment | None = None,
    said: Sequence[str] | None = None,
) -> Screen:
    """The last word of a finished game: who won, the view's own place and score, the result.

    `said`: the lines that stand for the picture.
    """
    won = () if view.outcome is None or not view.outcome.places else view.outcome.places[0]
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
    above = paragraph(f"### {_title(table, words)}", words(ended), *came_to)
    back = ways.looking_back(table.record.id, words)
    foot = [
        paragraph(*ways.open_hands_lines(table, words)),
        *rows(ways.open_hands_answers(table, words)),
        *ways.foot(table.record, words, *back, pictured=picture is not None),
    ]
    shown = wording.pictured(NAME, picture, said, (above, *foot), words, on_a_phone=True)
    frame = container(above, shown, *foot)
    plain = picture is not None and table.record.open_hands is None
    wanted = "won" if view.viewer in won else "over"
    line = ". ".join([push(table.record, words, wanted), *came_to])
    return Screen(frame, picture, NAME, push=line, plain=plain)


def confirmed(prompt: Prompt, picks: tuple[str, ...], words: Words) -> str:
    """What was chosen, in words ("Kept: Artisans")."""
    return words(text(prompt.done, picks=named(prompt, picks)))


def placing(record: Session, outcome: Outcome, seat: int) -> Text:
    """The place and the score of a seat; no place where nobody has one."""
    score, sides = scored(record.game, outcome, seat), sides_of(record)
    place = placed(outcome.places, sides).get(seat)
    if place is None:
        return text("hand.score", score=score)
    key = "hand.place" if len(sides) == len(record.seats) else "hand.place_party"
    return text(key, place=place, players=len(sides), score=score)


def _title(table: Table, words: Words) -> str:
    record = table.record
    name, where = words(text(f"game.{record.game}.name")), f"<#{record.channel_id}>"
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
    return words(text("hand.stands", headline=view.headline, when=moment(time)))


def _missed(turn: Turn, words: Words) -> list[str]:
    """That the computer has chosen for the seat, or plays it."""
    if turn.away:
        return [words(text("hand.away"))]
    if turn.missed:
        return [f"-# {words(text('hand.missed', n=MOST_MISSED - turn.missed))}"]
    return []


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
        return [button(words(text("hand.back")), back, ButtonStyle.success)]
    taking_back = ways.takeback_hand_buttons(table, turn.seat, words)
    suggesting = suggest(record, prompt, words, page, guide.steps) if record.suggestions else []
    why = [ways.show(record, "why", words)] if guide.more and prompt is not None else []
    return [*suggesting, *why, *taking_back, *voting]


def _trouble(table: Table, words: Words) -> Part | None:
    return None if table.trouble is None else paragraph(f"⚠ {words(table.trouble.said)}")
