"""A prompt as brief buttons below the hand's picture, which explains their few signs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bot.people import use_of
from bot.screens.custom_ids import THEN, Page
from bot.screens.parts import BETWEEN, LINE, button, even_rows, row, size, width
from bot.screens.play.options import (
    MOST_PARTS,
    MOST_VALUES,
    Menu,
    as_button,
    as_menu,
    in_menus,
    is_alone,
    menu_of,
    several,
    with_joined,
)
from bot.screens.screen import Part
from engine.game import Option, Prompt
from engine.text import Text, text
from images.words import Words

MOST_IN_WORDS = 8
"""Of buttons in words for a whole kind."""
MOST_BESIDE = 5
LINES = 4
"""Of brief buttons, where one button besides them is all; else one less."""
MOST_TABLED = 8
"""Menus of a page; with all else that a message has they are fewer than 40 components."""

REST = text("hand.rest")


def is_brief(prompt: Prompt) -> bool:
    """Whether the hand's picture explains what its buttons say in few signs."""
    return any(option.brief is not None for option in prompt.options)


def brief_rows(
    session: int, prompt: Prompt, words: Words, page: int, lines: int
) -> tuple[list[Part], list[Part]]:
    """The likeliest as brief buttons in few lines, and the ways to pages of all of a kind, in
    words; buttons in words where these have room, and one menu of the rest if it is of one kind."""
    if prompt.most > 1 or prompt.least == 0:
        return several(session, prompt, words, page), []
    choices = [option for option in prompt.options if option.role == "choice"]
    others = [option for option in prompt.options if option.role != "choice"]
    lines -= sum(option.menu is None for option in others) > 1
    every = [option for _, option in with_joined(choices, words)]
    said = {option.id: words(use_of(option)) for option in every}
    if not _stand(every, lines, said):
        said = {option.id: _briefly(option, words) for option in every}
    likely = (option for option in every if is_alone(option))
    whole = len(_lines(every, said)) <= lines
    pressed = every if whole else _likeliest(every, likely, lines, said)
    shown = {option.id for option in pressed}
    # Two buttons are as many presses as a line of a menu.
    listed = [
        one
        for one in every
        if one.id not in shown and (one.id.count(THEN) != 1 or one.id.split(THEN)[0] not in shown)
    ]
    kinds = [_kind_of(kind[0]) or REST for kind in _kinds(listed)]
    pages = _kinds(every) if len(kinds) > 1 else []
    page = page % (len(pages) + 1)
    beside = [
        as_button(session, prompt, option, words)
        for option in others
        if option.menu is None or page or not pages
    ]
    tabs = _tabs(session, prompt, words, page, pages) if pages else []
    if page:
        room = MOST_PARTS - sum(map(size, tabs))
        made = _kind_page(session, prompt, words, pages[page - 1], room)
    else:
        made = _button_rows(session, prompt, words, pressed, said)
    made += tabs
    if listed and not pages:
        listed.sort(key=lambda one: one.brief is None)
        made += _menu_rows(session, prompt, words, in_menus(listed, 1, lambda _: kinds[0]))
    return made, beside


def _kinds(options: Iterable[Option]) -> list[list[Option]]:
    """All of each kind, as many as a page has room for; what is of none goes with the first."""
    kinds: list[list[Option]] = []
    most = MOST_TABLED * MOST_VALUES // 2
    for option in sorted(options, key=lambda option: _kind_of(option) is None):
        kind = _kind_of(option)
        alike = (one for one in kinds if kind in (None, _kind_of(one[0])) and len(one) < most)
        found = next(alike, None)
        if found is None:
            kinds.append(found := [])
        found.append(option)
    return kinds


def _kind_of(option: Option) -> Text | None:
    """Among what it is found below a picture."""
    return option.group if option.menu is None else option.menu


def _kind_page(
    session: int, prompt: Prompt, words: Words, kind: list[Option], room: int
) -> list[Part]:
    """All of one kind in so many parts: few as buttons in words; else all in a menu, or in one of
    each thing, and above as many of the likeliest as brief buttons as there is room for."""
    single = [one for one in kind if THEN not in one.id]
    alike = all(one.text == single[0].text for one in single)
    said = {one.id: words(one.group if alike and one.group else use_of(one)) for one in single}
    if len(single) <= MOST_IN_WORDS and _stand(single, LINES + 1, said):
        return _button_rows(session, prompt, words, single, said)
    said = {option.id: _briefly(option, words) for option in single}
    key = _kind_of if len(kind) <= MOST_VALUES else menu_of
    menus = _menu_rows(session, prompt, words, in_menus(kind, MOST_TABLED, key))
    room -= sum(map(size, menus))
    for lines in range(LINES, 0, -1):
        pressed = _likeliest(single, single, lines, said)
        made = _button_rows(session, prompt, words, pressed, said)
        if sum(map(size, made)) <= room:
            return made + menus
    return menus


def _button_rows(
    session: int, prompt: Prompt, words: Words, options: Iterable[Option], said: Mapping[str, str]
) -> list[Part]:
    return [
        row(*(as_button(session, prompt, one, words, said[one.id]) for one in line))
        for line in _lines(options, said)
    ]


def _menu_rows(session: int, prompt: Prompt, words: Words, menus: list[Menu]) -> list[Part]:
    return [as_menu(session, prompt, words, number, menu) for number, menu in enumerate(menus)]


def _tabs(
    session: int, prompt: Prompt, words: Words, page: int, pages: list[list[Option]]
) -> list[Part]:
    """The ways to the pages; where one of them is shown, back to the likeliest."""
    shortcuts = button(words(text("hand.likeliest")), Page(session, prompt.step, 0))
    names = [words(_kind_of(kind[0]) or REST) for kind in pages]
    made = []
    for at, name in enumerate(names, 1):
        again = names[:at].count(name)
        label = name if again == 1 else f"{name} {again}"
        made.append(shortcuts if at == page else button(label, Page(session, prompt.step, at)))
    return even_rows(made)


def _likeliest(
    options: Sequence[Option], likely: Iterable[Option], lines: int, said: Mapping[str, str]
) -> list[Option]:
    """Of these as many as have room in so many lines, the likeliest first; as they stand."""
    room: set[str] = set()
    for option in sorted(likely, key=lambda one: one.rank):
        wider = [one for one in options if one.id in room or one is option]
        if len(_lines(wider, said)) <= lines:
            room.add(option.id)
    return [option for option in options if option.id in room]


def _stand(options: Sequence[Option], lines: int, said: Mapping[str, str]) -> bool:
    """Whether buttons say this in so many lines of a phone, none of them cut."""
    wide = max((width(said[one.id], signed=one.card is not None) for one in options), default=0)
    return wide <= LINE + BETWEEN and len(_lines(options, said)) <= lines


def _briefly(option: Option, words: Words) -> str:
    return words(use_of(option) if option.brief is None else option.brief)


def _lines(options: Iterable[Option], said: Mapping[str, str]) -> list[list[Option]]:
    """Buttons that say this as they fit beside each other on a phone, at most five."""
    lines: list[list[Option]] = []
    left: list[float] = []
    for option in options:
        signed = option.card is not None and THEN not in option.id
        wide = width(said[option.id], signed=signed)
        at = next((at for at, room in enumerate(left) if wide <= room), len(lines))
        if at == len(lines):
            lines.append([])
            left.append(LINE + BETWEEN)
        lines[at].append(option)
        left[at] = 0 if len(lines[at]) == MOST_BESIDE else left[at] - wide
    return lines
