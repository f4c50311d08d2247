"""What each choice of a game cost its player: the whole of it, and its turning points.

And what is said to who tries one of these: where that is, and what it came to.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from discord import ButtonStyle

from bot.people import Voices, bold
from bot.screens import parts as ui
from bot.screens.custom_ids import TEXT, Replaying, Reviewing, Trying
from bot.screens.play import board, ways
from bot.screens.play.hand import placing
from bot.screens.screen import AnyPicture, Part, Screen
from bot.screens.wording import pictured
from bot.sessions.over.reviews import Reviewable
from bot.sessions.table.table import Table, named
from bot.store.records.play import Tried
from bot.store.records.sessions import Session
from engine.game import View
from engine.review import Answer, Choice, steps
from engine.review.values import PLACE, POINT
from engine.text import Argument, Seat, Text, text
from images.pictures import Picture
from images.records import Course, Point, in_points
from images.records.spoken import average, course_in_words, game_name, grades, percent, round_name
from images.words import Words

NAME = "review.png"
A_WHILE: Final = 90
"""Seconds from which on they are told as minutes."""
_SUM: Final = 2
"""Lines of a review in words that say what it came to."""


def course(found: Reviewable, words: Words) -> Course:
    """How the chances went; `words` with the names as pictures have them."""
    review = found.review
    numbers = {choice.entry: number for number, choice in enumerate(review.turning_points, 1)}
    points = tuple(
        Point(one.round, one.before, one.after, numbers.get(one.entry, 0)) for one in review.choices
    )
    name = words.name(review.seat)
    return Course(found.record.game, name, points, review.result, review.accuracy)


def progress(
    found: Reviewable, words: Words, seconds: float | None, *, tell: bool, called: bool = False
) -> Screen:
    """How far it is, and the seconds that it takes yet; `tell`: the reader will be told of its
    end, else may ask for that; `called`: in the channel, as no direct message reaches the reader.
    """
    done, total = len(found.review.choices), found.review.total
    said = words(text("review.progress", game=_game(found), done=done, n=total))
    if done == total:
        said = f"{said}\n{words(text('review.closer'))}"
    if seconds is not None:
        said = f"{said}\n{words(_about(seconds))}"
    if tell:
        told = "review.told.called" if called else "review.told"
        return ui.notice(f"{said}\n{words(text(told))}")
    return ui.notice(
        said, ui.button(words(text("review.tell")), Reviewing(found.record.id, "tell", 0))
    )


def _about(seconds: float) -> Text:
    if seconds < A_WHILE:
        return text("review.seconds", n=10 * max(1, round(seconds / 10)))
    return text("review.minutes", n=round(seconds / 60))


def left(found: Reviewable, words: Words) -> Screen:
    """It comes no further for now."""
    return ui.notice(words(text("review.left", game=_game(found))))


def reviewed(
    found: Reviewable, spoken: Voices, picture: AnyPicture | None, *, shared: bool
) -> Screen:
    """The whole of it; `shared`: with a way to show it to everybody."""
    session, words, review = found.record.id, spoken.message, found.review
    turns = [_turn_line(found, at, words) for at in range(len(review.turning_points))]
    well = [] if review.best is None else [_well(found, review.best, words)]
    openings = [
        ui.button(words(text("review.turn.open", number=at)), Reviewing(session, "turn", at))
        for at in range(1, len(turns) + 1)
    ]
    more = [
        *[ui.button(words(text("review.share")), Reviewing(session, "share", 0))] * shared,
        ui.button(words(text("review.what")), Reviewing(session, "help", 0)),
    ]
    frame = ui.container(
        ui.paragraph(f"### {words(text('review.title', game=_game(found)))}"),
        None if picture is None else ui.gallery(NAME, picture.alt),
        None
        if picture is not None
        else ui.paragraph(*course_in_words(_bold(found, spoken), words)),
        ui.paragraph(*(turns or [words(text("review.none"))]), *well),
        ui.row(*openings, *more),
    )
    return Screen(frame, picture, NAME)


def explained(words: Words) -> Screen:
    """What the numbers mean."""
    return ui.notice(words(text("review.help", words=grades())))


def turning_point(
    found: Reviewable,
    number: int,
    step: int,
    spoken: Voices,
    *,
    picture: AnyPicture | None = None,
    said: Sequence[str] | None = None,
) -> Screen:
    """One of the choices that cost most, numbered from 1; `step`: where it is in the replay.

    `said`: the lines that stand for the picture of the hand as it was.
    """
    words, turns = spoken.message, found.review.turning_points
    choice = turns[number - 1]
    made, better = choice.answers[0], choice.answers[1]
    title = text("review.turn.title", number=number, of=len(turns), round=_round(found, choice))
    prompt = found.made(choice).view.prompt
    asked = [] if prompt is None else [words(prompt.ask)]
    stood = text("review.turn.places", chosen=_place(made), better=_place(better))
    places = [] if not made.place else [words(stood)]
    reasons = {"why": choice.reason, "apart": choice.apart}
    why = [words(text(f"review.turn.{key}", reason=one)) for key, one in reasons.items() if one]
    turn = _turn(found, choice)
    above = ui.paragraph(f"### {words(title)}", *asked)
    below = ui.paragraph(
        words(_of_answer("review.turn.chosen", found, choice, made)),
        words(_of_answer("review.turn.better", found, choice, better)),
        *places,
        *why,
        *map(words, _played_on(found, made, better)),
        *([] if turn is None else [words(_turn_in_short(turn))]),
    )
    session, following = found.record.id, number % len(turns) + 1
    whole = ui.button(words(text("review.whole")), Reviewing(session, "whole", number))
    ways = [
        ui.button(words(text("review.back")), Reviewing(session, "back", 0)),
        *[ui.button(words(text("review.next")), Reviewing(session, "turn", following))]
        * (len(turns) > 1),
        *[whole] * (turn is not None),
        *[ui.button(words(text("show.text")), Reviewing(session, TEXT, number))]
        * (picture is None),
        ui.button(words(text("review.replay")), Replaying(session, "open", step, None)),
        ui.button(words(text("review.try")), Trying(session, "begin", number), ButtonStyle.primary),
    ]
    foot = [below, *ui.even_rows(ways)]
    hand = pictured(NAME, picture, said, (above, *foot), words, on_a_phone=True)
    return Screen(ui.container(above, hand, *foot), picture, NAME)


def text_page(session: int, number: int, page: int) -> Reviewing:
    """The press that shows a page of a turning point's hand in words."""
    return Reviewing(session, f"{TEXT}{page}", number)


def whole_turn(found: Reviewable, number: int, words: Words) -> Screen | None:
    """The long turn that a turning point belongs to, beside the best one found; None without."""
    turn = _turn(found, found.review.turning_points[number - 1])
    if turn is None:
        return None
    lines = [_of_turn("review.turn.whole", found, turn, turn.answers[0])]
    other = _other_turn(turn)
    if other is not None:
        key = "better" if turn.cost else "perhaps"
        lines.append(_of_turn(f"review.turn.whole.{key}", found, turn, other))
    return ui.notice("\n".join(map(words, lines)))


def to_share(found: Reviewable, spoken: Voices, picture: Picture | None) -> Screen:
    """What everybody would see, for a look at it before."""
    words = spoken.message
    frame = ui.container(
        ui.paragraph(words(text("review.look"))),
        *_public(found, spoken, picture),
        ui.row(ui.button(words(text("review.post")), Reviewing(found.record.id, "post", 0))),
    )
    return Screen(frame, picture, NAME)


def posted(words: Words) -> Screen:
    """What is left of that look."""
    return ui.notice(words(text("review.posted")))


def to_everybody(found: Reviewable, spoken: Voices, picture: Picture | None) -> Screen:
    """The picture, and its sum in words: nothing of any hand."""
    return Screen(ui.container(*_public(found, spoken, picture)), picture, NAME)


def _public(found: Reviewable, spoken: Voices, picture: Picture | None) -> list[Part | None]:
    words, told = spoken.message, _bold(found, spoken)
    title = text("review.of", name=told.name, game=game_name(words, told.game))
    return [
        ui.paragraph(words(title)),
        None if picture is None else ui.gallery(NAME, picture.alt),
        ui.paragraph(*(f"-# {line}" for line in course_in_words(told, words)[:_SUM])),
    ]


def _bold(found: Reviewable, spoken: Voices) -> Course:
    name = bold(found.record.seats[found.review.seat].name)
    return replace(course(found, spoken.picture), name=name)


def _turn_line(found: Reviewable, at: int, words: Words) -> str:
    choice = found.review.turning_points[at]
    return words(
        text(
            "review.turn.line",
            number=at + 1,
            round=_round(found, choice),
            chosen=_picked(found, choice, choice.answers[0]),
            after=percent(choice.after),
            better=_picked(found, choice, choice.answers[1]),
            before=percent(choice.before),
        )
    )


def _well(found: Reviewable, choice: Choice, words: Words) -> str:
    picks, *others = (_picked(found, choice, answer) for answer in choice.answers[:2])
    said: dict[str, Argument] = {"round": _round(found, choice), "picks": picks}
    said["points"] = text("review.points", n=in_points(choice.ahead))
    if not others:  # as reviews were stored before
        return words(text("review.well.earlier", **said))
    return words(text("review.well", **said, other=others[0]))


def _of_answer(key: str, found: Reviewable, choice: Choice, answer: Answer) -> Text:
    return text(
        key,
        picks=_picked(found, choice, answer),
        chance=percent(answer.chance),
        low=percent(answer.low),
        high=percent(answer.high),
    )


def _place(answer: Answer) -> Text:
    return average(round(answer.place * 10 / PLACE))


def _played_on(found: Reviewable, made: Answer, better: Answer) -> Iterator[Text]:
    """In how many of the same worlds both were tried, and whom the better one keeps from a win."""
    seat, seats = found.review.seat, range(len(made.won))
    if not made.won or len(better.won) != len(made.won) or made.worlds != better.worlds:
        return  # as reviews were stored before
    yield text("review.turn.played", worlds=made.worlds)
    parties = found.game.parties(len(made.won)) or [(one,) for one in seats]
    others = [party for party in parties if seat not in party]
    most = max(others, key=lambda party: made.won[party[0]] - better.won[party[0]])
    if len(others) > 1 and made.won[most[0]] > better.won[most[0]]:
        who, theirs, were = tuple(map(Seat, most)), better.won[most[0]], made.won[most[0]]
        yield text("review.turn.fewer", players=who, theirs=theirs, were=were)


def _turn(found: Reviewable, choice: Choice) -> Choice | None:
    """The long turn that a choice belongs to."""
    return next((one for one in found.review.turns if one.entry == choice.turn), None)


def _other_turn(turn: Choice) -> Answer | None:
    """The one that is better, or seems to be, by a point at least."""
    made, *others = turn.answers
    return others[0] if others and others[0].chance - made.chance >= POINT else None


def _turn_in_short(turn: Choice) -> Text:
    chosen, other = percent(turn.answers[0].chance), _other_turn(turn)
    if other is None:
        return text("review.turn.brief.best", chosen=chosen)
    key = "better" if turn.cost else "perhaps"
    return text(f"review.turn.brief.{key}", chosen=chosen, better=percent(other.chance))


def _of_turn(key: str, found: Reviewable, turn: Choice, answer: Answer) -> Text:
    asked = steps(found.game, found.made(turn), found.review.seat, answer)
    said = (
        text("review.turn.step", picks=named(step.prompt, step.picks))
        for step in asked
        if step.picks
    )
    return text(key, steps=tuple(said), chance=percent(answer.chance))


def _picked(found: Reviewable, choice: Choice, answer: Answer) -> tuple[Text, ...]:
    prompt = found.made(choice).view.prompt
    return () if prompt is None else named(prompt, answer.picks)


def _round(found: Reviewable, choice: Choice) -> Text:
    return round_name(found.record.game, choice.round)


def _game(found: Reviewable) -> Text:
    return ui.game(found.record.game)


def trial_busy(record: Session, press: Trying, words: Words) -> Screen:
    """Something else stands in the direct messages; of what is tried there, the way to end it."""
    if record.tried is None:
        return ui.notice(words(text("lesson.busy")), ui.to_board(record, words))
    instead = replace(press, what=str(record.id))
    way = ui.button(words(text("try.instead")), instead, ButtonStyle.danger)
    return ui.notice(words(text("try.busy")), ui.to_board(record, words), way)


def trial_ended(table: Table, view: View, words: Words, picture: AnyPicture | None) -> Screen:
    """The end on the board; the hand, below, compares it."""
    record = table.record
    frame = ui.container(
        ui.paragraph(_trial(record, words), words(text("try.over_here"))),
        ui.paragraph(*board.ranking(record, view, words))
        if picture is None
        else ui.gallery(board.NAME, picture.alt),
        ui.row(ways.show(record, "text", words)),
    )
    return Screen(frame, picture, board.NAME)


def trial_came_to(table: Table, view: View, tried: Tried, words: Words) -> Screen:
    """What it came to beside the real game, and ways on."""
    record = table.record
    seat = next(one.seat for one in record.seats if one.user_id is not None)
    lines = [text("try.real", result=tried.beside)]
    if view.outcome is not None:
        lines.insert(0, text("try.here", result=placing(record, view.outcome, seat)))
    frame = ui.container(
        ui.paragraph(_trial(record, words), words(text("try.over"))),
        ui.paragraph(*map(words, lines)),
        ui.paragraph(f"-# {words(text('try.chance'))}"),
        _ways_on(tried, words),
    )
    return Screen(frame, push=ui.push(record, words, "over"))


def trial_left(record: Session, tried: Tried, words: Words) -> Screen:
    """What stays of one that was left before its end."""
    said = ui.paragraph(_trial(record, words), words(text("try.left")))
    return Screen(ui.container(said, _ways_on(tried, words)), push=ui.push(record, words, "over"))


def _ways_on(tried: Tried, words: Words) -> Part:
    game, turn, world = tried.of_session, tried.turn, tried.world
    return ui.row(
        ui.button(
            words(text("try.again")), Trying(game, "begin", turn, world), ButtonStyle.primary
        ),
        ui.button(words(text("try.other")), Trying(game, "begin", turn, world + 1)),
        ways.review(game, words),
    )


def _trial(record: Session, words: Words) -> str:
    return f"## {words(text('try.title', game=ui.game(record.game)))}"
