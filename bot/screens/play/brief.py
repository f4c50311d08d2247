"""A prompt as brief buttons below the hand's picture, which explains their few signs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby

from discord import ButtonStyle

from bot.screens import parts as ui
from bot.screens.custom_ids import THEN
from bot.screens.parts import ROW, height
from bot.screens.play.options import (
    MOST_PARTS,
    PARTS_OF_MENU,
    Asking,
    how_many,
    in_menus,
    is_alone,
    menu_of,
    with_joined,
)
from bot.screens.screen import Part
from bot.sessions.table.table import MOST_VALUES, use_of
from engine.game import Option
from engine.text import Text, frozen, text
from images.words import Words

MOST_IN_WORDS = 8
"""Of buttons in words for a whole kind."""
MOST_BESIDE = 5
LINES = 4
"""Of brief buttons, where the ways to the pages are one more and all else another."""
PICTURE = 4
"""Lines of buttons that a page has more where no picture is."""
MOST_TABLED = 4
"""Menus of a page: with the ways to the others they are as tall as the likeliest's lines."""
MOST_OF_PAGE = MOST_TABLED * MOST_VALUES // 2
"""Choices of which so many menus are sure to hold all."""

REST, ALL = text("hand.rest"), text("hand.all")


@frozen
class Labels:
    """What buttons say, by option: in words, or in the picture's signs."""

    by_id: Mapping[str, str]
    in_words: bool


def in_signs(option: Option, words: Words) -> str:
    """What its button says in few signs, if it has any."""
    return words(use_of(option) if option.brief is None else option.brief)


def brief_rows(
    asking: Asking, page: int, foot: Sequence[Part], *, crowded: int
) -> tuple[list[Part], list[Part], bool]:
    """The likeliest as brief buttons in few lines, and the ways to pages of all of a kind, in
    words; buttons in words where these have room, and one menu of the rest if it is of one kind.

    `foot`: what else stands in the last row. `crowded`: so many of `LINES` have no room. Also what
    stands there of the prompt, and whether buttons are in words.
    """
    prompt = asking.prompt
    if prompt.most > 1 or prompt.least == 0:
        return asking.several(page), [], True
    return _Brief(asking, foot, crowded).rows(page)


class _Brief:
    """A prompt's choices: which are pressed on the first page, and on which pages all stand."""

    def __init__(self, asking: Asking, foot: Sequence[Part], crowded: int) -> None:
        self._foot, self._crowded, self._pictured = foot, crowded, asking.pictured
        choices, self._others = asking.parted()
        self._always = [asking.button(one) for one in self._others if one.menu is None]
        self._every = [option for _, option in with_joined(choices, asking.words)]
        by_kind = _kinds(self._every)
        lines = max(1, LINES - crowded + 1 - _last_lines(self._always, foot))
        self._said = self._labels(asking.words, lines)
        # Only signs, and only several kinds, have to be learned: on a page of their own.
        signs = not self._said.in_words
        learns = asking.learns and signs and len(set(_names(asking, by_kind))) > 1
        self._asking = replace(asking, learns=learns)
        self._pressed = self._on_first(LINES if learns else lines, by_kind)
        shown = {option.id for option in self._pressed}
        # Two buttons are as many presses as a line of a menu.
        self._listed = [
            one
            for one in self._every
            if one.id not in shown
            and (one.id.count(THEN) != 1 or one.id.split(THEN)[0] not in shown)
        ]
        self._kinds = [_kind_of(kind[0]) or REST for kind in _kinds(self._listed)]
        paged = learns or len(self._kinds) > 1 or len(self._listed) > MOST_VALUES
        self._pages = by_kind if paged else []

    def _labels(self, words: Words, lines: int) -> Labels:
        """In words if all have room so, or if no picture explains signs."""
        said = Labels({one.id: words(use_of(one)) for one in self._every}, in_words=True)
        if not self._pictured or _stand(self._every, lines, said):
            return said
        return Labels({one.id: in_signs(one, words) for one in self._every}, in_words=False)

    def _on_first(self, lines: int, by_kind: list[list[Option]]) -> list[Option]:
        """All, or as many of the likeliest as have room beside the ways to the pages."""
        every, said = self._every, self._said
        whole = self._pictured or all(_is_whole(option, said) for option in every)
        if whole and _have_room(every, lines, said, MOST_PARTS):
            return every
        tabs = _tabs(self._asking, 0, by_kind)
        room = MOST_PARTS - max(sum(map(ui.size, tabs)), PARTS_OF_MENU)
        likely = (option for option in every if is_alone(option) and _is_whole(option, said))
        return _likeliest(every, likely, lines, said, room)

    def rows(self, page: int) -> tuple[list[Part], list[Part], bool]:
        """What `brief_rows` gives for this page, which goes round."""
        asking, pages, said = self._asking, self._pages, self._said
        page = page % (len(pages) + 1 + asking.learns)
        # What ends or takes back is on the first page.
        others = [one for one in self._others if not pages or bool(page) == (one.menu is not None)]
        last = list(map(asking.button, others))
        tabs = _tabs(asking, page, pages) if pages else []
        if 0 < page <= len(pages):
            made, said = self._page(pages[page - 1], tabs, last)
        elif asking.learns and not page:
            made = self._begin()
        else:
            made = _rows(asking, self._pressed, said)
            if asking.learns:
                made.insert(0, ui.display(f"-# {_legend(self._pressed, asking.words)}"))
        made += tabs
        if self._listed and not pages:
            made += self._menu()
        return made, last, said.in_words

    def _page(
        self, kind: list[Option], tabs: Sequence[Part], last: Sequence[Part]
    ) -> tuple[list[Part], Labels]:
        """All of a kind, below what is asked."""
        room = MOST_PARTS - sum(map(ui.size, tabs))
        lines = LINES + 2 - sum(ui.lines_of(each["components"]) for each in tabs)
        lines += 1 if self._pictured else PICTURE - self._crowded
        lines -= _last_lines([*self._always, *last], self._foot)
        found, said = _kind_page(self._asking, kind, room - 1, lines)
        return [ui.display(f"### {_says(self._asking, kind, 'ask')}"), *found], said

    def _begin(self) -> list[Part]:
        """The kinds in words, and the way to the brief buttons."""
        asking, pages = self._asking, self._pages
        begins = [asking.way(*way, ButtonStyle.primary) for way in _begins(asking, pages).items()]
        return ui.even_rows(
            [*begins, asking.way(asking.words(text("hand.shortcuts")), len(pages) + 1)]
        )

    def _menu(self) -> list[Part]:
        """What isn't pressed, in one menu."""
        prompt, first = self._asking.prompt, self._kinds[0]
        named = self._pressed or first is not REST
        name = first if named else how_many(prompt.least, prompt.most)
        listed = sorted(self._listed, key=lambda one: one.brief is None)
        return self._asking.menus(in_menus(listed, 1, lambda _: name))


def _last_lines(choices: Sequence[Part], foot: Sequence[Part]) -> int:
    """Of a phone, at least one."""
    return max(1, sum(map(ui.lines_of, ui.last_rows(choices, foot))))


def _kinds(options: Iterable[Option]) -> list[list[Option]]:
    """All of each kind, of many in pages that part no group; what is of none is with the first."""
    kinds: list[list[Option]] = []
    for option in sorted(options, key=lambda option: _kind_of(option) is None):
        alike = (one for one in kinds if _kind_of(option) in (None, _kind_of(one[0])))
        found = next(alike, None)
        if found is None:
            kinds.append(found := [])
        found.append(option)
    return [page for kind in kinds for page in _pages(kind)]


def _pages(kind: list[Option]) -> list[list[Option]]:
    pages: list[list[Option]] = [[]]
    for _, found in groupby(kind, lambda option: option.group):
        held = list(found)
        if len(pages[-1]) + len(held) > MOST_OF_PAGE and pages[-1]:
            pages.append([])
        pages[-1] += held
    return pages


def _kind_of(option: Option) -> Text | None:
    """Among what it is found below a picture."""
    return option.group if option.menu is None else option.menu


def _names(asking: Asking, kinds: Iterable[Sequence[Option]]) -> list[str]:
    """What the menu of each kind is called."""
    return [asking.words(_kind_of(kind[0]) or REST) for kind in kinds]


def _says(asking: Asking, kind: Sequence[Option], what: str) -> str:
    """What is said of this kind where it begins, or on a page of it; else its name."""
    name = _kind_of(kind[0]) or REST
    return asking.words.known(text(f"{name.key}.{what}")) or asking.words(name)


def _kind_page(
    asking: Asking, kind: list[Option], room: int, lines: int
) -> tuple[list[Part], Labels]:
    """All of one kind in so many parts and lines: few as buttons in words, or all as brief ones,
    or each beside what helps to choose it; else all in a menu, or in one of each thing, and above,
    where a picture explains them, as many of the likeliest as brief buttons as there is room for.

    None of these for who learns.
    """
    words, pictured = asking.words, asking.pictured
    single = [one for one in kind if THEN not in one.id]
    # Where nothing else names the kind, its buttons do.
    alike = pictured and all(one.text == single[0].text for one in single)
    names = {one.id: words(one.group if alike and one.group else use_of(one)) for one in single}
    said = Labels(names, in_words=True)
    detailed = all(one.detail is not None for one in single)
    if detailed and not pictured:
        told = list(asking.sections(single, names).values())
        if sum(map(ui.size, told)) <= room and sum(map(height, told)) <= lines * ROW:
            return told, said
    elif detailed and asking.learns:
        kind = single  # in a menu, whose lines say what helps to choose
    elif (len(single) <= MOST_IN_WORDS or not pictured) and _stand(single, lines, said):
        return _rows(asking, single, said), said
    menus = in_menus(
        kind, max(1, lines - pictured), _kind_of if len(kind) <= MOST_VALUES else menu_of
    )
    rows = asking.menus(menus)
    if asking.learns or not pictured:
        return rows, said
    said = Labels({option.id: in_signs(option, words) for option in single}, in_words=False)
    lines -= 1
    if len(single) == len(kind) and _have_room(single, lines, said, room):
        return _rows(asking, single, said), said
    room -= sum(map(ui.size, rows))
    pressed = _likeliest(single, single, lines - len(rows), said, room)
    if pressed and len(menus) == 1:
        rows = asking.menus([([ALL], menus[0][1])])
    return _rows(asking, pressed, said) + rows, said


def _legend(pressed: Iterable[Option], words: Words) -> str:
    """What the signs on these buttons mean, each once."""
    said: dict[str, str] = {}
    for key in (key for option in pressed for key in _keys(option.brief)):
        said[key] = said.get(key) or words.known(text(key.replace(".brief.", ".signs.", 1)))
    return " ".join(filter(None, said.values()))


def _keys(said: object) -> Iterator[str]:
    """Of a text and of its parts."""
    if isinstance(said, Text):
        yield said.key
        for part in said.args.values():
            yield from _keys(part)


def _begins(asking: Asking, pages: list[list[Option]]) -> dict[str, int]:
    """What each kind is, in words, and its first page."""
    first: dict[str, int] = {}
    for at, kind in enumerate(pages, 1):
        first.setdefault(_says(asking, kind, "begin"), at)
    return first


def _tabs(asking: Asking, page: int, pages: list[list[Option]]) -> list[Part]:
    """The ways to the first page of each kind; where one is shown, instead of its own the way back
    to the first of all, and to the next of the same kind. Who learns goes by the first of all."""
    named = _names(asking, pages)
    shown = named[page - 1] if 0 < page <= len(named) else None
    back = asking.way(asking.words(text("hand.back_to" if asking.learns else "hand.likeliest")), 0)
    if asking.learns:
        made = [back] if page else []
    else:
        first = {name: named.index(name) + 1 for name in named}
        made = [back if name == shown else asking.way(name, at) for name, at in first.items()]
    same = [at for at, name in enumerate(named, 1) if name == shown]
    if len(same) > 1:
        on = (same.index(page) + 1) % len(same)
        made.append(asking.way(f"{shown} {on + 1}/{len(same)}", same[on]))
    return ui.even_rows(made)


def _likeliest(
    options: Sequence[Option], likely: Iterable[Option], lines: int, said: Labels, parts: int
) -> list[Option]:
    """Of these as many as have room in so many lines, the likeliest first; as they stand."""
    room: set[str] = set()
    for option in sorted(likely, key=lambda one: one.rank):
        wider = [one for one in options if one.id in room or one is option]
        if _have_room(wider, lines, said, parts):
            room.add(option.id)
    return [option for option in options if option.id in room]


def _have_room(options: Sequence[Option], lines: int, said: Labels, parts: int) -> bool:
    """Whether buttons that say this are so many lines of a phone, and so many parts, at most."""
    needed = len(_lines(options, said))
    return needed <= lines and needed + len(options) <= parts


def _stand(options: Sequence[Option], lines: int, said: Labels) -> bool:
    """Whether buttons say this in so many lines of a phone, none of them cut."""
    whole = all(_is_whole(option, said) for option in options)
    return whole and _have_room(options, lines, said, MOST_PARTS)


def _is_whole(option: Option, said: Labels) -> bool:
    """Whether its button isn't cut on a phone."""
    return _wide(option, said) <= ui.LINE + ui.BETWEEN


def _wide(option: Option, said: Labels) -> float:
    """What its button takes of a line; one that chooses more as well has no sign."""
    signed = option.card is not None and THEN not in option.id
    return ui.width(
        said.by_id[option.id], signed=signed and may_be_signed(option, in_words=said.in_words)
    )


def may_be_signed(option: Option, *, in_words: bool) -> bool:
    """Whether its button says of one card alone: “1→B2” is of card 1 and of a tile."""
    return in_words or option.group is None


def _rows(asking: Asking, options: Iterable[Option], said: Labels) -> list[Part]:
    """Rows of buttons that say this."""
    lines = _lines(options, said)
    return [ui.row(*(asking.button(one, said.by_id[one.id]) for one in line)) for line in lines]


def _lines(options: Iterable[Option], said: Labels) -> list[list[Option]]:
    """Buttons that say this as they fit beside each other on a phone, at most five."""
    lines: list[list[Option]] = []
    left: list[float] = []
    for option in options:
        wide = _wide(option, said)
        at = next((at for at, room in enumerate(left) if wide <= room), len(lines))
        if at == len(lines):
            lines.append([])
            left.append(ui.LINE + ui.BETWEEN)
        lines[at].append(option)
        left[at] = 0 if len(lines[at]) == MOST_BESIDE else left[at] - wide
    return lines
