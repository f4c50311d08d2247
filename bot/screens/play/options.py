"""Options as buttons and as lines of menus, alone or with what usually follows them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import TypeAlias

from discord import ButtonStyle

from bot.people import use_of
from bot.screens.custom_ids import AND, NO_OPTION, OF_GROUP, THEN, TICKED, Page, Pick
from bot.screens.parts import LONGEST_LABEL, button, even_rows, rows, section, select, select_option
from bot.screens.screen import Part
from engine.game import Option, Prompt
from engine.text import Text, text
from images.words import Words

MOST_VALUES = 25
MOST_PARTS = 22
"""Of buttons and menus for choices, rows counted: a message holds 40 components."""

PARTS_OF_MENU = 2
LONGEST_BESIDE = 16
"""A label's, so that on a phone a text has room beside it."""

Menu: TypeAlias = tuple[list[Text], list[Option]]
"""Groups and all their options."""

STYLES = {
    "choice": ButtonStyle.primary,
    "confirm": ButtonStyle.success,
    "pass": ButtonStyle.secondary,
    "back": ButtonStyle.secondary,
    "undo": ButtonStyle.secondary,
}


def as_button(session: int, prompt: Prompt, option: Option, words: Words, label: str = "") -> Part:
    chosen = prompt.answered is not None and option.id in prompt.answered
    style = STYLES[option.role]
    if prompt.answered is not None:
        style = ButtonStyle.success if chosen else ButtonStyle.secondary
    label = label or words(use_of(option))
    pick = Pick(session, prompt.step, option.id)
    return button(f"✓ {label}" if chosen else label, pick, style)


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
            if fit([made], words, LONGEST_LABEL - 2):
                yield rank, made


def is_alone(option: Option) -> bool:
    """Whether it is a button where others are lines of menus."""
    return menu_of(option) is None or option.alone


def menu_of(option: Option) -> Text | None:
    """Of what it is a line, where there is no picture."""
    return option.menu if option.group is None else option.group


def fit(options: Iterable[Option], words: Words, longest: int) -> bool:
    """Whether buttons hold these labels whole."""
    return max([len(words(use_of(option))) for option in options], default=0) <= longest


def sections(
    session: int, prompt: Prompt, told: Sequence[Option], words: Words, names: Mapping[str, str]
) -> dict[str, Part]:
    """These options as sections, by id; where a name leaves a text no room, its number leads."""
    fits = max(map(len, names.values()), default=0) <= LONGEST_BESIDE
    found = {}
    for number, option in enumerate(told, 1):
        said = words(option.detail or option.text)
        if not fits:
            said = f"**{number}. {names[option.id]}**\n-# {said}"
        label = names[option.id] if fits else str(number)
        found[option.id] = section(said, as_button(session, prompt, option, words, label))
    return found


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


def as_menu(session: int, prompt: Prompt, words: Words, number: int, menu: Menu) -> Part:
    groups, options = menu
    return select(
        Pick(session, prompt.step, f"{OF_GROUP}{number}"),
        [as_line(prompt, option, words, of_group=groups != [option.group]) for option in options],
        " · ".join(words(group) for group in groups),
    )


def as_line(prompt: Prompt, option: Option, words: Words, *, of_group: bool = False) -> Part:
    """`of_group`: the label says of which group it is, where several share a select."""
    chosen = option.ticked if prompt.answered is None else option.id in prompt.answered
    said = use_of(option) if of_group else option.text
    detail = "" if option.detail is None else words(option.detail)
    return select_option(words(said), option.id, default=chosen, detail=detail)


def parted(prompt: Prompt) -> tuple[list[Option], list[Option]]:
    """Its choices, and what else stands beside them."""
    choices = [option for option in prompt.options if option.role == "choice"]
    return choices, [option for option in prompt.options if option.role != "choice"]


def several(session: int, prompt: Prompt, words: Words, page: int) -> list[Part]:
    # A select can't be sent unchanged nor empty, so both have a button of their own.
    choices, others = parted(prompt)
    beside = [as_button(session, prompt, option, words) for option in others]
    if prompt.least == 0 and len(choices) == 1:
        only = as_button(session, prompt, choices[0], words)
        return even_rows([only, _none(session, prompt, words), *beside])
    extra: list[Part] = []
    if any(option.ticked for option in prompt.options):
        every = all(option.ticked for option in choices)
        label = words(text("hand.every" if every else "hand.as_ticked"))
        extra.append(button(label, Pick(session, prompt.step, TICKED), ButtonStyle.success))
    if prompt.least == 0:
        extra.append(_none(session, prompt, words))
    return [*paged(session, prompt, choices, words, page), *rows([*extra, *beside])]


def paged(
    session: int, prompt: Prompt, choices: list[Option], words: Words, page: int
) -> list[Part]:
    """A select; of many options one of several equal pages, and a button to the next."""
    pages = -(-len(choices) // MOST_VALUES)
    size = -(-len(choices) // pages)
    page %= pages
    shown = choices[page * size : (page + 1) * size]
    several = prompt.most > 1 or prompt.least == 0
    most = min(prompt.most, len(shown))
    least = min(prompt.least, most)
    menu = select(
        Pick(session, prompt.step, None),
        [as_line(prompt, option, words) for option in shown],
        words(how_many(least, most) if several else text("hand.select_one")),
        least=least,
        most=most,
    )
    return [menu, *next_page(session, prompt, words, page, pages)]


def next_page(session: int, prompt: Prompt, words: Words, page: int, pages: int) -> list[Part]:
    if pages == 1:
        return []
    label = words(text("hand.next_page", page=page + 1, pages=pages))
    return rows([button(label, Page(session, prompt.step, (page + 1) % pages))])


def _none(session: int, prompt: Prompt, words: Words) -> Part:
    return button(words(text("hand.button.none")), Pick(session, prompt.step, NO_OPTION))


def how_many(least: int, most: int) -> Text:
    """What a menu says in which so many are to be chosen."""
    if least == most:
        return text("hand.select_number", n=most)
    if least == 0:
        return text("hand.select_most", n=most)
    return text("hand.select", least=least, most=most)
