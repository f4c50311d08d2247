"""Looking something up: what a card does, a part of the board from nearer; or looking on.

Who looks on sees what is public of a running game, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from types import MappingProxyType

from bot.people import Voices
from bot.screens import parts as ui
from bot.screens import wording
from bot.screens.custom_ids import Browse, Watch
from bot.screens.play import board, ways
from bot.screens.screen import AnyPicture, Part, Screen
from bot.sessions.table.table import Table
from engine.game import Topic, View
from engine.text import text
from images.pictures import Picture
from images.words import Words

CLOSER = "closer.png"
_MOST_VALUES = 25
_MOST_SELECTS = 8
"""Of a hundred things: any two neighbours hold more than one select does."""


def topics(session: int, offered: Sequence[Topic], chosen: str | None, spoken: Voices) -> Screen:
    """A topic explained, or the question which; with selects to go on to another."""
    words = spoken.message
    topic = next((topic for topic in offered if topic.id == chosen), None)
    if topic is None:
        said = [words(text("look.which_topic"))]
    else:
        said = [f"### {words(topic.title)}", *(words(part) for part in topic.body)]
    choices = [(topic.id, spoken.picture(topic.title)) for topic in offered]
    kinds = {topic.id: words(topic.kind) for topic in offered if topic.kind is not None}
    menus = _selects(session, "topic", choices, chosen, words, kinds)
    return Screen(ui.container(ui.paragraph(*said), *menus))


def closer(
    session: int, places: Sequence[tuple[str, str]], chosen: str, picture: Picture, words: Words
) -> Screen:
    """A part of the board, with selects to go on to another."""
    shown = ui.gallery(CLOSER, picture.alt)
    frame = ui.container(shown, *_selects(session, "closer", places, chosen, words))
    return Screen(frame, picture, CLOSER)


def nearby(
    session: int,
    places: Sequence[tuple[str, str]],
    chosen: str,
    said: Sequence[str],
    spoken: Voices,
) -> Screen:
    """The same in words."""
    menus = _selects(session, "closer", places, chosen, spoken.message)
    return Screen(ui.container(wording.in_place(said, (), spoken.message), *menus))


def _selects(
    session: int,
    what: str,
    choices: Sequence[tuple[str, str]],
    chosen: str | None,
    words: Words,
    kinds: Mapping[str, str] = MappingProxyType({}),
) -> list[Part]:
    """`kinds`: by value what such are called; a menu that this doesn't tell from another is called
    by its first and its last as well."""
    made: list[Part] = []
    shares = _shares(choices)
    called = [
        ", ".join(dict.fromkeys(kinds[value] for value, _ in part if value in kinds))
        for part in shares
    ]
    for part, name in zip(shares[:_MOST_SELECTS], called, strict=False):
        first, last = ui.shortened(part[0][1], 40), ui.shortened(part[-1][1], 40)
        alone = name and called.count(name) == 1
        several = name if alone else ": ".join(filter(None, (name, f"{first} – {last}")))
        placeholder = words(text("hand.select_one")) if len(shares) == 1 else several
        made.append(ui.choice(Browse(session, what, len(made)), dict(part), chosen, placeholder))
    return made


def _shares(choices: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
    """The choices of each select, in their order: those of a kind ("card:") stay together."""
    shares: list[list[tuple[str, str]]] = []
    for _, alike in groupby(choices, lambda choice: choice[0].rpartition(":")[0]):
        kind = list(alike)
        for start in range(0, len(kind), _MOST_VALUES):
            part = kind[start : start + _MOST_VALUES]
            if shares and len(shares[-1]) + len(part) <= _MOST_VALUES:
                shares[-1] += part
            else:
                shares.append(part)
    return shares


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
    above, below = board.public(table, view, words, due=due, until=until, pictured=pictured)
    below.append(ui.paragraph(f"-# {words(text('watch.follows', when=ui.moment(follows)))}"))
    buttons = [
        ui.button(words(text("watch.renew")), Watch(record.id, "renew")),
        ui.button(words(text("show.text")), Watch(record.id, "text")),
        ways.show(record, "rules", words),
        ui.to_board(record, words),
    ]
    shown = wording.pictured(board.NAME, picture, said, (*above, *below), words)
    return Screen(ui.container(*above, shown, *below, *ui.rows(buttons)), picture, board.NAME)


def watched_ended(
    table: Table,
    view: View,
    words: Words,
    *,
    picture: AnyPicture | None = None,
    said: Sequence[str] | None = None,
) -> Screen:
    """The result, and the way to the replay."""
    above, below = board.ended(table, words), board.standings(table.record, view, words)
    shown = wording.pictured(board.NAME, picture, said, (above, *below), words)
    way = ways.replay(table.record.id, words)
    return Screen(ui.container(above, shown, *below, *ui.rows([way])), picture, board.NAME)
