"""A prompt as buttons, or as a select where there are many options or several picks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType
from typing import TypeAlias

from discord import ButtonStyle

from bot.screens import parts as ui
from bot.screens.custom_ids import AND, THEN, Sure
from bot.screens.play.brief import brief_rows, may_be_signed
from bot.screens.play.options import (
    MOST_PARTS,
    PARTS_OF_MENU,
    STYLES,
    Asking,
    fit,
    how_many,
    in_menus,
    is_alone,
    is_brief,
    menu_of,
    with_joined,
)
from bot.screens.screen import Part
from bot.sessions.table.table import use_of
from engine.game import Option, Prompt
from engine.text import alike, text
from images.words import Words

MOST_BUTTONS = 18
MOST_TOGETHER = 3
"""Things that are chosen by one button, which has to name them all."""
MOST_WAYS = 6
"""Buttons that choose several; more are a menu, or the picture would be out of sight."""
MOST_LOOSE, MOST_CARDS, FEWER_CARDS = 9, 10, 6
"""Of buttons that could be lines of menus, where nothing else is; of cards, also below a lesson."""
MOST_ALONE, MOST_MENUS = 15, 2
"""Of buttons and menus where both are; a phone shows no more of a hand."""
MOST_SECTIONS = 7
"""Of a message; further options are buttons alone."""
PLUS = " + "

Signs: TypeAlias = Mapping[str, Part]
"""Emojis of a game, by `card` of the options that carry them, or its beginning."""
NO_SIGNS: Signs = MappingProxyType({})


def prompt_parts(  # noqa: PLR0913  (whatever rows depend on)
    session: int,
    prompt: Prompt,
    words: Words,
    page: int = 0,
    signs: Signs = NO_SIGNS,
    *,
    pictured: bool = False,
    crowded: int = 0,
    foot: Sequence[Part] = (),
    learns: bool = False,
) -> tuple[list[Part], list[Part]]:
    """The components of a prompt, and its buttons that may share a row with others; `page` counts
    from 0 and goes round.

    `words` with names as they are: labels know no markdown. `pictured`: below the hand's picture,
    which explains what is brief. `crowded`: so many lines of buttons have no room, as much is said
    above; and fewer cards are buttons. `foot`: what else will share the last row. `learns`: see
    `Asking`.
    """
    beside: list[Part] = []
    in_words = True
    if is_brief(prompt):
        asking = Asking(session, prompt, words, pictured, learns)
        made, beside, in_words = brief_rows(asking, page, foot, crowded=crowded)
    else:
        if any(option.then or option.menu or option.group for option in prompt.options):
            prompt = replace(prompt, options=_offered(prompt.options, words))
        asking = Asking(session, prompt, words)
        made = _rows(asking, page, FEWER_CARDS if crowded else MOST_CARDS)
    if signs:
        cards = {option.id: option.card for option in prompt.options}
        told = {one.id for one in prompt.options if may_be_signed(one, in_words=in_words)}
        _sign(made, cards, signs, told)
    return made, beside


def _offered(options: tuple[Option, ...], words: Words) -> tuple[Option, ...]:
    """Each alone and with what may follow; the likeliest as buttons where there are menus.

    Alone where only a menu would hold both.
    """
    both = list(with_joined(options, words))
    if not any(menu_of(option) is not None for option in options):
        return tuple(option for _, option in both) if len(both) <= MOST_BUTTONS else options
    alone = [one for one in both if one[1].role == "choice" and is_alone(one[1])]
    likeliest = sorted(alone, key=lambda one: one[0])[:MOST_ALONE]
    buttons = {option.id for _, option in likeliest}
    return tuple(
        option if option.id in buttons else replace(option, alone=False)
        for _, option in both
        if option.id in buttons or option.id.count(THEN) != 1  # two buttons are as many presses
    )


def _sign(
    parts: Iterable[Part], cards: Mapping[str, str | None], signs: Signs, buttons: Container[str]
) -> None:
    """Give the values of selects, and the buttons of these options, the signs of their cards."""
    for held in parts:
        beside = (held["accessory"],) if "accessory" in held else ()
        for part in (*held.get("components", ()), *beside):
            for value in part.get("options", ()):
                if card := cards.get(value["value"]):
                    _signed(value, card, signs)
            *_, option = part.get("custom_id", "").split(":", 3)
            if option in buttons and (card := cards.get(option)):
                _signed(part, card, signs)


def _signed(part: Part, card: str, signs: Signs) -> None:
    while card:
        if card in signs:
            part["emoji"] = signs[card]
            return
        card, _, _ = card.rpartition(":")


def _rows(asking: Asking, page: int, cards: int) -> list[Part]:
    prompt, words = asking.prompt, asking.words
    choices, others = asking.parted()
    together = _together(prompt, choices)
    whole = together and fit(choices, words, ui.LONGEST_LABEL // prompt.most - len(PLUS))
    if not whole and (prompt.most > 1 or prompt.least == 0):
        return asking.several(page)
    if whole:
        beside = ui.rows(map(asking.button, others))
        if len(together) <= MOST_WAYS:
            return ui.rows(_together_button(asking, each) for each in together) + beside
        pair, many = text("hand.select_pair"), how_many(prompt.least, prompt.most)
        said = (_said_together(asking, each) for each in together)
        lines = [ui.select_option(label, value, default=chosen) for label, value, chosen in said]
        asked = words(pair if prompt.most == 2 else many)
        return [ui.select(asking.pick(None), lines, asked), *beside]
    short = _of_one_thing(prompt)
    labels = _labels(short.options, words)
    menus = any(option.menu or option.group for option in choices)
    # Cards are seen in the picture; buttons for a whole hand would push it off a phone's screen.
    most = cards if all(option.card for option in choices) else MOST_BUTTONS
    most = MOST_LOOSE if menus else most
    # A tick stands before them; a menu's go on below.
    if len(choices) <= most and max(map(len, labels.values())) <= ui.LONGEST_LABEL - 2:
        return _pressed(Asking(asking.session, short, words), labels)
    made = _grouped(asking, choices, page) if menus else asking.paged(choices, page)
    return made + ui.rows(map(asking.button, others))


def _of_one_thing(prompt: Prompt) -> Prompt:
    """Uses of the only thing there is are named without it: two such buttons share a line."""
    groups = [option.group for option in prompt.options if option.group is not None]
    if not groups or any(group != groups[0] for group in groups):
        return prompt
    # What helps to choose a line of a menu has no place beside a button.
    loose = tuple(
        one if one.group is None else replace(one, group=None, detail=None)
        for one in prompt.options
    )
    return replace(prompt, options=loose)


def _pressed(asking: Asking, labels: Mapping[str, str]) -> list[Part]:
    """A button an option; one thing that is one choice has what helps to choose it beside it."""
    detailed = [one for one in asking.prompt.options if one.detail is not None]
    beside = {}
    if detailed:
        told = [one for one in detailed if menu_of(one) is None][:MOST_SECTIONS]
        beside = asking.sections(told, {one.id: asking.words(one.text) for one in told})
    shown: list[Part] = []
    for options in filter(None, asking.parted()):
        buttons, signed = [], []
        for one in options:
            if one.id in beside:
                shown.append(beside[one.id])
            else:
                buttons.append(asking.button(one, labels[one.id]))
                signed.append(one.card is not None)
        shown += ui.even_rows(buttons, signed)
    return shown


def confirmation(session: int, prompt: Prompt, marked: tuple[str, ...], words: Words) -> Part:
    """The button with which a marked choice counts."""
    ids = [option.id for option in prompt.options]
    bits = sum(1 << ids.index(pick) for pick in marked)
    label = words(text("hand.confirm"))
    return ui.row(ui.button(label, Sure(session, prompt.step, bits), ButtonStyle.success))


def confirmed_picks(prompt: Prompt, options: int) -> tuple[str, ...]:
    """The picks that such a button carries."""
    return tuple(option.id for at, option in enumerate(prompt.options) if options >> at & 1)


def takes_back(prompt: Prompt, picks: tuple[str, ...]) -> bool:
    """Whether these picks only go back a choice, so that nothing comes to count by them."""
    return any(option.role == "back" and (option.id,) == picks for option in prompt.options)


def _labels(options: Sequence[Option], words: Words) -> dict[str, str]:
    """What buttons say: of several uses of a thing that stand together the first one names it, the
    others where another thing has such a use as well."""
    if all(option.group is None for option in options):
        return {option.id: words(option.text) for option in options}
    short = Counter(words(option.text) for option in options)
    said, before = {}, None
    for option in options:
        named = option.group is None or option.group == before
        again = named and short[words(option.text)] == 1
        said[option.id] = words(option.text if again else use_of(option))
        before = option.group
    return said


def _together(prompt: Prompt, choices: list[Option]) -> list[tuple[Option, ...]]:
    """Every way to choose several, copies of a thing being alike; empty where they are too many.

    Each is one press then, instead of a tick a choice.
    """
    number = prompt.most
    if prompt.least != number or not 1 < number <= MOST_TOGETHER:
        return []
    found: dict[tuple[str, ...], tuple[Option, ...]] = {}
    for chosen in combinations(choices, number):
        found.setdefault(tuple(option.card or option.id for option in chosen), chosen)
    return list(found.values()) if len(found) <= MOST_BUTTONS else []


def _together_button(asking: Asking, options: tuple[Option, ...]) -> Part:
    label, value, chosen = _said_together(asking, options)
    style = ButtonStyle.success if chosen else STYLES["choice"]
    return ui.button(f"✓ {label}" if chosen else label, asking.pick(value), style)


def _said_together(asking: Asking, options: tuple[Option, ...]) -> tuple[str, str, bool]:
    """What it says, what it picks, and whether that is chosen."""
    ids, answered = [option.id for option in options], asking.prompt.answered
    label = PLUS.join(map(asking.words, alike(option.text for option in options)))
    return label, AND.join(ids), answered is not None and set(ids) == set(answered)


def _grouped(asking: Asking, choices: list[Option], page: int) -> list[Part]:
    """A button for what stands by itself, and a select a group.

    Groups share a select where there are too many; of still more some, and a button to the next.
    """
    pressed = [option for option in choices if is_alone(option)]
    labels = _labels(pressed, asking.words)
    alone = ui.rows(asking.button(one, labels[one.id]) for one in pressed)
    room = max(1, (MOST_PARTS - sum(map(ui.size, alone))) // PARTS_OF_MENU)
    room = min(room, MOST_MENUS) if alone else room
    listed = [option for option in choices if not is_alone(option)]
    menus = in_menus(listed, room, menu_of)
    pages = -(-len(menus) // room)
    page %= pages
    first = page * room
    shown = asking.menus(menus[first : first + room], first)
    return [*alone, *shown, *asking.next_page(page, pages)]


def ticked(prompt: Prompt) -> tuple[str, ...]:
    """Every option that is ticked at first."""
    return tuple(option.id for option in prompt.options if option.ticked)
