"""A game that is over: step by step, as one animated picture, and as a file."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import partial

from bot.people import Voices
from bot.screens import parts as ui
from bot.screens.custom_ids import PUBLIC, SCRIPT, TEXT, Replaying
from bot.screens.play import ways
from bot.screens.play.board import NAME, standings
from bot.screens.play.history import latest
from bot.screens.screen import AnyPicture, Document, Part, Screen
from bot.screens.wording import pictured
from bot.sessions.over.replays import MOST_TOLD, Replay, bg_stats_address
from bot.sessions.table.story import heard_by
from bot.sessions.table.table import MOST_VALUES
from engine.game import View
from engine.text import Seat, text
from images.furniture.film import Size
from images.pictures import Picture
from images.words import Words

FILM = "game.webp"


def replayed(
    replay: Replay,
    at: int,
    view: View,
    spoken: Voices,
    *,
    picture: AnyPicture | None = None,
    said: Sequence[str] | None = None,
) -> Screen:
    """A step of a game, as the view's seat or the public saw it.

    `said`: the lines that stand for the picture.
    """
    record, seat, words = replay.record, view.viewer, spoken.message
    heard = heard_by(replay.table(at).story, seat)
    of = len(record.seats)
    told = [words(said) for said in latest(heard, seat, MOST_TOLD, of)]
    if not told and at < replay.last:
        told = [words(text("replay.secret"))]
    elif told and at:  # what it came to is another moment: the picture and its head show that one
        told.insert(0, words(text("replay.told")))
    name, way = _name(replay, words), replay.way(seat)
    whose = [] if seat is None else [words(text("replay.hand_of", player=Seat(seat)))]
    above = [
        ui.paragraph(
            f"## {words(text('replay.title', game=name))}",
            words(text("replay.step", step=bisect_left(way, at) + 1, n=len(way))),
            # The picture begins with it.
            " · ".join(whose if picture is not None else [*whose, words(view.headline)]),
        ),
        ui.paragraph(*(f"-# {line}" for line in told)),
    ]
    below = standings(record, view, words) if at == replay.last else ()
    frame = ui.container(
        *above,
        pictured(NAME, picture, said, (*above, *below), words),
        *below,
        _rounds(replay, at, seat, words(view.headline), spoken.picture),
        _hands(replay, at, seat, spoken.picture),
        _turning(replay, at, seat, words),
        _beside(replay, at, seat, words),
    )
    return Screen(frame, picture, NAME)


def text_page(kind: str, session: int, at: int, seat: int | None, page: int) -> Replaying:
    """The press that shows a page of a step, or of a film, in words."""
    return Replaying(session, f"{kind}{page}", at, seat)


def _turning(replay: Replay, at: int, seat: int | None, words: Words) -> Part:
    """To other steps."""
    way, last = replay.way(seat), replay.last
    back, on = bisect_left(way, at) - 1, min(bisect_right(way, at), len(way) - 1)
    ways = (
        ("first", 0, at == 0),
        ("back", way[max(0, back)], at == 0),
        ("on", way[on], at == last),
        ("last", last, at == last),
    )
    pressed = partial(Replaying, replay.record.id, seat=seat)
    buttons = [
        ui.button(words(text(f"replay.{way}")), pressed(way, to), disabled=there)
        for way, to, there in ways
    ]
    return ui.row(*buttons)


def _beside(replay: Replay, at: int, seat: int | None, words: Words) -> Part:
    """What else can be had of the game."""
    session = replay.record.id
    return ui.row(
        ui.button(words(text("show.text")), Replaying(session, TEXT, at, seat)),
        ui.button(words(text("replay.film")), Replaying(session, "film", at, seat)),
        ui.button(words(text("replay.save")), Replaying(session, "save", at, seat)),
        ways.review(session, words),
    )


def _rounds(replay: Replay, at: int, seat: int | None, headline: str, words: Words) -> Part | None:
    """To the beginning of a part, from where the headline says; none where there is but one."""
    # As many as a menu holds, evenly over the game.
    parts, most = replay.parts, min(len(replay.parts), MOST_VALUES)
    offered = [parts[n * len(parts) // most] for n in range(most)]
    if len(offered) < 2:
        return None
    options = [
        ui.select_option(
            words(replay.table(begin).view(None).headline),
            str(begin),
            default=begin == at,
            detail=_counted(replay, begin, words),
        )
        for begin in offered
    ]
    return ui.select(Replaying(replay.record.id, "round", at, seat), options, headline)


def _counted(replay: Replay, at: int, words: Words) -> str:
    """What a count came to that was held just before."""
    scene = replay.game.scene([event for event in replay.steps[at].told if event.seat is None])
    return words(scene.said) if scene is not None and scene.shown else ""


def _hands(replay: Replay, at: int, seat: int | None, words: Words) -> Part | None:
    """Whose hand to see, where all are open."""
    if not replay.open:
        return None
    hands = {PUBLIC: words(text("replay.public"))}
    for one in replay.record.seats:
        hands[str(one.seat)] = words(text("replay.hand_of", player=Seat(one.seat)))
    shown = PUBLIC if seat is None else str(seat)
    return ui.choice(Replaying(replay.record.id, "hand", at, seat), hands, shown)


def progress(replay: Replay, percent: int, until: int, words: Words) -> Screen:
    """How far it is; `until`: when it is given up (Unix time), if only by a bot that was killed."""
    said = text("film.progress", game=_name(replay, words), n=percent, until=ui.hour(until))
    return ui.notice(words(said))


def film(replay: Replay, webp: bytes, size: Size, end: str, words: Words) -> Screen:
    """The whole game; `end`: how it ended, in words."""
    alt = f"{words(text('film.alt', game=_name(replay, words)))} {end}"
    width, height = size
    frame = ui.container(
        ui.paragraph(f"## {words(text('replay.title', game=_name(replay, words)))}"),
        ui.gallery(FILM, alt),
        ui.paragraph(f"-# {words(text('film.done'))}"),
        ui.row(ui.button(words(text("show.text")), Replaying(replay.record.id, SCRIPT, 0, None))),
    )
    return Screen(frame, Picture(webp, alt, width, height), FILM)


def failed(replay: Replay, words: Words) -> Screen:
    """It couldn't be drawn."""
    return ui.notice(words(text("film.failed", game=_name(replay, words))))


def saved(name: str, data: bytes, words: Words) -> Screen:
    """The game as a file to be downloaded, and what can be done with it."""
    frame = ui.container(ui.paragraph(words(text("saved.done"))), ui.download(name))
    return Screen(frame, document=Document(name, data))


def for_bg_stats(written: bytes, words: Words) -> Screen:
    """A play for the app BG Stats: to be opened there, or copied."""
    # Nothing that somebody is called may end the block.
    copied = f"```json\n{written.decode().replace('`', chr(92) + 'u0060')}\n```"
    link = f"[{words(text('records.bg_stats.open'))}]({bg_stats_address(written)})"
    said = f"{words(text('records.bg_stats.help'))}\n{link}"
    shown = (
        said if len(said) + len(copied) <= ui.LONGEST_TEXT else words(text("records.bg_stats.help"))
    )
    return Screen(ui.container(ui.display(shown), ui.display(copied)))


def _name(replay: Replay, words: Words) -> str:
    return words(ui.game(replay.record.game))
