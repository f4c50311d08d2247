"""The message in the channel: the board, what happened, who is awaited; at the end the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby

from discord import ButtonStyle

from bot.screens import parts as ui
from bot.screens import wording
from bot.screens.custom_ids import Action, Lobby, Vote, Watch
from bot.screens.parts import MOST_LINES, text_lines
from bot.screens.play import ways
from bot.screens.play.guiding import learning_lines
from bot.screens.play.history import briefly, room_for
from bot.screens.screen import AnyPicture, Part, Screen
from bot.sessions.over.endings import awards_of
from bot.sessions.play.timing import needed
from bot.sessions.table.table import Table
from bot.store.records.sessions import Session
from engine.game import Outcome, View
from engine.parts.values import placed
from engine.text import Seat, Text, text
from images.words import Words

NAME = "board.png"
_HEADED = 2
"""Lines of a result's title, and that the game is over."""


def board(
    table: Table,
    view: View,
    words: Words,
    *,
    due: Mapping[int, int] = ui.NOTHING_DUE,
    until: int | None = None,
    picture: AnyPicture | None = None,
) -> Screen:
    """The public view of a running game, with its picture if it could be drawn.

    `due`: by seat, when the computer chooses for it, in Unix time, as `until`: until when the
    pause lasts at most, or a take-back is decided.
    """
    above, below = public(table, view, words, due=due, until=until, pictured=picture is not None)
    hand = ways.show(table.record, "hand", words, ButtonStyle.primary)
    frame = ui.container(
        *above,
        wording.pictured(NAME, picture, None, (), words),
        *below,
        *ways.foot(table.record, words, hand, pictured=picture is not None),
        *ui.rows([*vote_buttons(table, words), *ways.takeback_board_buttons(table, words)]),
    )
    awaited = (table.record.seats[seat].user_id for seat in view.awaited)
    people = tuple(user_id for user_id in awaited if user_id is not None)
    return Screen(frame, picture, NAME, mentions=people)


def public(
    table: Table,
    view: View,
    words: Words,
    *,
    due: Mapping[int, int] = ui.NOTHING_DUE,
    until: int | None = None,
    pictured: bool = False,
) -> tuple[list[Part | None], list[Part | None]]:
    """What everybody may know of a running game: above its picture, and below.

    Without buttons, and without what stands in the picture's head; arguments as for `board`.
    """
    first_round = table.state is not None and table.game.round_of(table.state) == 1
    above = [
        ui.paragraph(
            f"### {_title(table, words)}", "" if pictured else f"-# {words(view.headline)}"
        ),
        ui.paragraph(*learning_lines(table.record, words, begins=first_round)),
    ]
    ended, begun = table.told_parted(None)
    seats, shorter = len(table.record.seats), table.game.in_brief
    below = [
        ui.paragraph(*briefly(ended, begun, None, words, seats, room_for(ended), shorter)),
        ui.paragraph(
            "" if table.paused else _awaited(table, view, words, due), *_late(table, words)
        ),
        ui.paragraph(*pause_lines(table, words, until)),
        ui.paragraph(*ways.takeback_board_lines(table, until, words)),
    ]
    return above, below


def ended(table: Table, words: Words) -> Part | None:
    """That a game is over, above its picture."""
    return ui.paragraph(f"## {_title(table, words)}", words(text("board.over")))


def result(table: Table, view: View, words: Words, *, picture: AnyPicture | None = None) -> Screen:
    """The end: picture, what was remarkable, and another game; the ranking where no picture has it.

    While all are asked whether to open hands, that stands for what was remarkable.
    """
    record, answers = table.record, ways.open_hands_answers(table, words)
    before = [_again(table, words), *ways.looking_back(record.id, words)]
    before += ways.open_hands_buttons(table, words)
    pictured, crowded = picture is not None, bool(answers)
    ranks, why, remarkable = standings(record, view, words)
    frame = ui.container(
        ended(table, words),
        ranks if picture is None else ui.gallery(NAME, picture.alt),
        why,
        None if answers else remarkable,
        ui.paragraph(*ways.open_hands_lines(table, words)),
        *ways.foot(record, words, *before, pictured=pictured, crowded=crowded),
    )
    return Screen(frame, picture, NAME)


def _again(table: Table, words: Words) -> Part:
    press = Lobby(table.record.id, Action.AGAIN)
    return ui.button(words(text("board.again")), press, ButtonStyle.success)


def told_result(table: Table, view: View, words: Words) -> Screen:
    """The end in a line, told elsewhere in the server."""
    record = table.record
    url = ui.board_url(record)
    lines = ranking(record, view, words)
    nobody_won = view.outcome is None or not view.outcome.winners
    name, places = f"[{_title(table, words)}]({url})", ", ".join(lines[:1] if nobody_won else lines)
    return Screen(ui.container(ui.paragraph(words(text("result.told", game=name, places=places)))))


def abandoned(table: Table, words: Words) -> Screen:
    """What stays of a game that was given up, and the way to another one."""
    said = ui.paragraph(f"## {_title(table, words)}", words(table.how_ended))
    return Screen(
        ui.container(said, *ui.rows([] if table.record.practice else [_again(table, words)]))
    )


def moved(table: Table, words: Words, url: str) -> Screen:
    """What stays of a board that was posted afresh further down."""
    said = words(text("board.moved", url=url))
    return Screen(ui.container(ui.paragraph(f"-# {_title(table, words)} · {said}")))


def standings(
    record: Session, view: View, words: Words
) -> tuple[Part | None, Part | None, Part | None]:
    """Who came where, why an easy computer won, and what was remarkable, as a phone has room."""
    why = [words(said) for said in decided(record, view)]
    medals = [f"🏅 {words(award)}" for award in awards_of(record)]
    room = MOST_LINES - _HEADED - sum(map(text_lines, why))
    while medals and sum(map(text_lines, medals)) > room:
        medals.pop()
    return ui.paragraph(*ranking(record, view, words)), ui.paragraph(*why), ui.paragraph(*medals)


def ranking(record: Session, view: View, words: Words) -> list[str]:
    """A line a player, shared places with the same number; where parties play, a line a party.

    Before them that nobody has won, where it is so: then nobody has a place.
    """
    if view.outcome is None:
        return []
    sides, won = sides_of(record), view.outcome.winners
    lines = [] if won else [words(text("hand.nobody_won"))]
    for seat, number in placed(view.outcome.places, sides).items():
        side = next(side for side in sides if seat in side)
        if seat != side[0]:
            continue
        names = ", ".join(words.name(partner) for partner in side)
        score = words(scored(record.game, view.outcome, seat))
        # Escaped: Discord would number a list itself, also where a place is shared.
        lines.append(f"{number}\\. {names} · {score}" if won else f"{names} · {score}")
    return lines


def decided(record: Session, view: View) -> tuple[Text, ...]:
    """Why an easy computer has won and no person: what the best of them lacked most beside it."""
    if view.outcome is None or not view.outcome.places:
        return ()
    first, *after = view.outcome.places
    easy = [seat for seat in first if record.seats[seat].strength == "easy"]
    people = [s for seats in after for s in seats if record.seats[s].user_id is not None]
    if not easy or not people or any(record.seats[seat].user_id is not None for seat in first):
        return ()
    sides = sides_of(record)
    ours, theirs = (next(s for s in sides if one in s) for one in (people[0], easy[0]))
    counted = [
        (sum(each[seat] for seat in theirs), sum(each[seat] for seat in ours), kind)
        for kind, each in view.sources()
        if each
    ]
    more, less, kind = max(counted, key=lambda one: one[0] - one[1], default=(0, 0, None))
    if kind is None or more <= less:
        return ()
    winner, player = (tuple(map(Seat, side)) for side in (theirs, ours))
    amounts = {"more": abs(more), "less": abs(less)}
    return (text("board.decided", kind=kind, winner=winner, player=player, **amounts),)


def sides_of(record: Session) -> tuple[tuple[int, ...], ...]:
    """Who wins together: the partners of each party, or everybody alone."""
    sides: dict[tuple[str, int], tuple[int, ...]] = {}
    for seat in record.seats:
        whose = ("alone", seat.seat) if seat.party is None else ("party", seat.party)
        sides[whose] = (*sides.get(whose, ()), seat.seat)
    return tuple(sides.values())


def scored(game: str, outcome: Outcome, seat: int) -> Text:
    """What a seat has in the end."""
    return outcome.scored.get(seat) or text(f"game.{game}.score", n=outcome.scores[seat])


def _awaited(table: Table, view: View, words: Words, due: Mapping[int, int]) -> str:
    """Who is waited for; those with the same time left stand together before it."""
    seats = table.record.seats
    names = {
        seat: words.name(seat) if seats[seat].user_id is None else f"<@{seats[seat].user_id}>"
        for seat in table.owing(view)
    }
    waits = [
        ", ".join(names[seat] for seat in alike)
        + (f" ({words(text('board.waiting_ends', when=ui.moment(time)))})" if time else "")
        for time, alike in groupby(names, lambda seat: due.get(seat, 0))
    ]
    return words(text("board.waiting_for", n=len(names), names=", ".join(waits))) if names else ""


def pause_lines(
    table: Table, words: Words, until: int | None, user_id: int | None = None
) -> list[str]:
    """That the game is paused, and who would change that; `user_id`: who reads it alone."""
    pause, lines = table.record.pause, []
    if pause.at is not None and until is not None:
        lines.append(words(text("board.paused_by_host", when=ui.moment(until))))
    elif pause.at is not None:
        lines.append(words(text("board.paused")))
    people = table.voters()
    voted = [vote for vote in pause.votes if vote in people]
    if voted:
        would = "you_would" if user_id in voted else "would"
        key = f"board.{would}_{'pause' if pause.at is None else 'resume'}"
        names = ", ".join(f"<@{vote}>" for vote in voted)
        said = text(key, names=names, n=len(voted), needed=needed(people))
        lines.append(f"-# {words(said)}")
    return lines


def vote_buttons(table: Table, words: Words, user_id: int | None = None) -> list[Part]:
    """To agree; nothing for a person who has asked for it."""
    pause = table.record.pause
    if user_id in pause.votes or (pause.at is None and not pause.votes):
        return []
    what = "pause" if pause.at is None else "resume"
    return [ui.button(words(text(f"vote.{what}")), Vote(table.record.id, what))]


def _late(table: Table, words: Words) -> list[str]:
    """For whom the computer has chosen, and whose seat it has."""
    return [
        f"-# {words(text('board.away' if turn.away else 'board.missed', player=Seat(turn.seat)))}"
        for turn in table.record.turns
        if turn.away or turn.missed
    ] + absences(table, words)


def absences(table: Table, words: Words) -> list[str]:
    """Who has left the server, that the host is away, and what can be done."""
    lines = [
        words(text("board.gone", player=Seat(turn.seat)))
        for turn in table.record.turns
        if turn.gone
    ]
    if table.record.host_away:
        host = f"<@{table.record.host_id}>"
        lines.append(words(text("board.host_away", host=host)))
    return [f"-# ⚠ {line}" for line in lines]


def _title(table: Table, words: Words) -> str:
    return words(ui.game(table.record.game))


def watched(  # noqa: PLR0913  (whatever a board shows)
    table: Table,
    view: View,
    words: Words,
    *,
    follows: int,
    due: Mapping[int, int] = ui.NOTHING_DUE,
    until: int | None = None,
    picture: AnyPicture | None = None,
    said: Sequence[str] | None = None,
) -> Screen:
    """The public view of a running game.

    `follows`: until when this message is kept up to date, in Unix time; `said`: the lines that
    stand for the picture; the rest as for the board.
    """
    record = table.record
    pictured = picture is not None
    above, below = public(table, view, words, due=due, until=until, pictured=pictured)
    below.append(ui.paragraph(f"-# {words(text('watch.follows', when=ui.moment(follows)))}"))
    buttons = [
        ui.button(words(text("watch.renew")), Watch(record.id, "renew")),
        ui.button(words(text("show.text")), Watch(record.id, "text")),
        ways.show(record, "rules", words),
        ui.to_board(record, words),
    ]
    shown = wording.pictured(NAME, picture, said, (*above, *below), words)
    return Screen(ui.container(*above, shown, *below, *ui.rows(buttons)), picture, NAME)


def watched_ended(
    table: Table,
    view: View,
    words: Words,
    *,
    picture: AnyPicture | None = None,
    said: Sequence[str] | None = None,
) -> Screen:
    """The result, and the way to the replay."""
    above, below = ended(table, words), standings(table.record, view, words)
    shown = wording.pictured(NAME, picture, said, (above, *below), words)
    way = ways.replay(table.record.id, words)
    return Screen(ui.container(above, shown, *below, *ui.rows([way])), picture, NAME)
