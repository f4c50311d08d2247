"""A prompt's options as buttons and as lines of menus, alone or with what usually follows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import TypeAlias

from discord import ButtonStyle

from bot.screens import parts as ui
from bot.screens.custom_ids import AND, NO_OPTION, OF_GROUP, THEN, TICKED, Page, Pick
from bot.screens.screen import Part
from bot.sessions.table.table import MOST_VALUES, use_of
from engine.game import Option, Prompt
from engine.text import Text, frozen, text
from images.words import Words

MOST_PARTS = 22
"""Of buttons and menus for choices, rows counted: a message holds 40 components."""

PARTS_OF_MENU = 2
LONGEST_BESIDE = 16
"""A label's, so that on a phone a text has room beside it."""

Menu: TypeAlias = tuple[list[Text], list[Option]]
"""Groups and all their options."""

STYLES = {"choice": ButtonStyle.primary, "confirm": ButtonStyle.success}
"""By role; all else is secondary."""


@frozen
class Asking:
    """A prompt of a session, in the words of who is asked.

    `pictured`: below the hand's picture, which explains few signs; without it all is in words, and
    a page has its room. `learns`: the kinds come first, in words, and the brief buttons are a page
    behind.
    """

    session: int
    prompt: Prompt
    words: Words
    pictured: bool = False
    learns: bool = False

    def parted(self) -> tuple[list[Option], list[Option]]:
        """The choices, and what else stands beside them."""
        choices = [option for option in self.prompt.options if option.role == "choice"]
        return choices, [option for option in self.prompt.options if option.role != "choice"]

    def pick(self, option: str | None) -> Pick:
        """The press that chooses it."""
        return Pick(self.session, self.prompt.step, option)

    def button(self, option: Option, label: str = "") -> Part:
        """To choose it."""
        answered = self.prompt.answered
        chosen = answered is not None and option.id in answered
        style = STYLES.get(option.role, ButtonStyle.secondary)
        if answered is not None:
            style = ButtonStyle.success if chosen else ButtonStyle.secondary
        label = label or self.words(use_of(option))
        pick = Pick(self.session, self.prompt.step, option.id)
        return ui.button(f"✓ {label}" if chosen else label, pick, style)

    def sections(self, told: Sequence[Option], names: Mapping[str, str]) -> dict[str, Part]:
        """These as sections, by id; where a name leaves a text no room, its number leads."""
        fits = max(map(len, names.values()), default=0) <= LONGEST_BESIDE
        found = {}
        for number, option in enumerate(told, 1):
            said = self.words(option.detail or option.text)
            if not fits:
                said = f"**{number}. {names[option.id]}**\n-# {said}"
            label = names[option.id] if fits else str(number)
            found[option.id] = ui.section(said, self.button(option, label))
        return found

    def menus(self, menus: Iterable[Menu], first: int = 0) -> list[Part]:
        """One below the other; `first`: the number of the first among all of the prompt."""
        return [
            ui.select(
                self.pick(f"{OF_GROUP}{number}"),
                [self._line(option, of_group=groups != [option.group]) for option in options],
                " · ".join(map(self.words, groups)),
            )
            for number, (groups, options) in enumerate(menus, first)
        ]

    def _line(self, option: Option, *, of_group: bool = False) -> Part:
        """`of_group`: the label says of which group it is, where several share a select."""
        answered = self.prompt.answered
        chosen = option.ticked if answered is None else option.id in answered
        said = use_of(option) if of_group else option.text
        detail = "" if option.detail is None else self.words(option.detail)
        return ui.select_option(self.words(said), option.id, default=chosen, detail=detail)

    def way(self, label: str, to: int, style: ButtonStyle = ButtonStyle.secondary) -> Part:
        """To a page."""
        return ui.button(label, Page(self.session, self.prompt.step, to), style)

    def next_page(self, page: int, pages: int) -> list[Part]:
        """A row with the way to it, where there are several."""
        if pages == 1:
            return []
        label = self.words(text("hand.next_page", page=page + 1, pages=pages))
        return [ui.row(self.way(label, (page + 1) % pages))]

    def paged(self, choices: list[Option], page: int) -> list[Part]:
        """A select; of many options one of several equal pages, and a button to the next."""
        prompt = self.prompt
        pages = -(-len(choices) // MOST_VALUES)
        size = -(-len(choices) // pages)
        page %= pages
        shown = choices[page * size : (page + 1) * size]
        several = prompt.most > 1 or prompt.least == 0
        most = min(prompt.most, len(shown))
        least = min(prompt.least, most)
        menu = ui.select(
            self.pick(None),
            [self._line(option) for option in shown],
            self.words(how_many(least, most) if several else text("hand.select_one")),
            least=least,
            most=most,
        )
        return [menu, *self.next_page(page, pages)]

    def several(self, page: int) -> list[Part]:
        """All choices where several or none may be picked.

        A select can't be sent unchanged nor empty, so both have a button of their own.
        """
        choices, others = self.parted()
        beside, optional = list(map(self.button, others)), self.prompt.least == 0
        none = [ui.button(self.words(text("hand.button.none")), self.pick(NO_OPTION))] * optional
        if optional and len(choices) == 1:
            return ui.even_rows([self.button(choices[0]), *none, *beside])
        if any(option.ticked for option in self.prompt.options):
            every = all(option.ticked for option in choices)
            label = self.words(text("hand.every" if every else "hand.as_ticked"))
            none.insert(0, ui.button(label, self.pick(TICKED), ButtonStyle.success))
        return [*self.paged(choices, page), *ui.rows([*none, *beside])]


def with_joined(options: Iterable[Option], words: Words) -> Iterator[tuple[int, Option]]:
    """After each option the same with what may follow it, if a button says that whole.

    Each with how unlikely it is: that of a line of a menu is likelier with what follows.
    """
    for option in options:
        yield 0, option
        for rank, then in enumerate(option.then, start=is_alone(option)):
            joined = THEN.join((option.id, *(AND.join(picks) for picks in then.picks)))
            made = replace(
                option,
                id=joined,
                text=then.text,
                alone=True,
                then=(),
                brief=then.brief,
                rank=then.rank,
            )
            if fit([made], words, ui.LONGEST_LABEL - 2):
                yield rank, made


def is_brief(prompt: Prompt) -> bool:
    """Whether the hand's picture explains what its buttons say in few signs."""
    return any(option.brief for option in prompt.options)


def is_alone(option: Option) -> bool:
    """Whether it is a button where others are lines of menus."""
    return menu_of(option) is None or option.alone


def menu_of(option: Option) -> Text | None:
    """Of what it is a line, where there is no picture."""
    return option.menu if option.group is None else option.group


def fit(options: Iterable[Option], words: Words, longest: int) -> bool:
    """Whether buttons hold these labels whole."""
    return max([len(words(use_of(option))) for option in options], default=0) <= longest


def in_menus(choices: list[Option], room: int, key: Callable[[Option], Text | None]) -> list[Menu]:
    """The groups with their options; neighbours together, the smallest first, to fit the room."""
    menus: list[Menu] = []
    for group, found in groupby(choices, lambda option: key(option) or option.text):
        listed = list(found)
        starts = range(0, len(listed), MOST_VALUES)
        menus += [([group], listed[start : start + MOST_VALUES]) for start in starts]
    while len(menus) > room:
        sizes = [len(one) + len(other) for (_, one), (_, other) in pairwise(menus)]
        at = sizes.index(min(sizes))
        if sizes[at] > MOST_VALUES:
            break
        (groups, options), (more, others) = menus[at : at + 2]
        menus[at : at + 2] = [(groups + more, options + others)]
    return menus


def how_many(least: int, most: int) -> Text:
    """What a menu says in which so many are to be chosen."""
    if least == most:
        return text("hand.select_number", n=most)
    if least == 0:
        return text("hand.select_most", n=most)
    return text("hand.select", least=least, most=most)
