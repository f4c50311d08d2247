"""A prompt as buttons, or as a select where there are many options or several picks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from types import MappingProxyType
from typing import TypeAlias

from discord import ButtonStyle

from bot.people import use_of
from bot.screens.custom_ids import ADVISED, AND, NO_OPTION, OF_GROUP, THEN, Pick, Sure
from bot.screens.parts import (
    LONGEST_LABEL,
    button,
    even_rows,
    row,
    rows,
    select,
    select_option,
    size,
)
from bot.screens.play.brief import Asking, brief_rows, is_brief, may_be_signed
from bot.screens.play.options import (
    MOST_PARTS,
    PARTS_OF_MENU,
    STYLES,
    as_button,
    as_menu,
    fit,
    how_many,
    in_menus,
    is_alone,
    menu_of,
    next_page,
    paged,
    parted,
    sections,
    several,
    with_joined,
)
from bot.screens.screen import Part
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
        made = _rows(session, prompt, words, page, FEWER_CARDS if crowded else MOST_CARDS)
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


def _rows(session: int, prompt: Prompt, words: Words, page: int, cards: int) -> list[Part]:
    choices, others = parted(prompt)
    together = _together(prompt, choices)
    if together and fit(choices, words, LONGEST_LABEL // prompt.most - len(PLUS)):
        buttons = [as_button(session, prompt, option, words) for option in others]
        if len(together) > MOST_WAYS:
            ways = [_together_value(prompt, each, words) for each in together]
            pair = prompt.most == 2
            asked = text("hand.select_pair") if pair else how_many(prompt.least, prompt.most)
            menu = select(Pick(session, prompt.step, None), ways, words(asked))
            return [menu, *rows(buttons)]
        pressed = [_together_button(session, prompt, each, words) for each in together]
        return rows(pressed) + rows(buttons)
    if prompt.most > 1 or prompt.least == 0:
        return several(session, prompt, words, page)
    short = _of_one_thing(prompt)
    labels = _labels(short.options, words)
    menus = any(option.menu or option.group for option in choices)
    # Cards are seen in the picture; buttons for a whole hand would push it off a phone's screen.
    most = cards if all(option.card for option in choices) else MOST_BUTTONS
    most = MOST_LOOSE if menus else most
    # A tick stands before them; a menu's go on below.
    if len(choices) <= most and max(map(len, labels.values())) <= LONGEST_LABEL - 2:
        return _pressed(session, short, words, labels)
    if menus:
        made = _grouped(session, prompt, choices, words, page)
    else:
        made = paged(session, prompt, choices, words, page)
    return made + rows(as_button(session, prompt, option, words) for option in others)


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


def _pressed(session: int, prompt: Prompt, words: Words, labels: Mapping[str, str]) -> list[Part]:
    """A button an option; one thing that is one choice has what helps to choose it beside it."""
    told = [one for one in prompt.options if one.detail is not None and menu_of(one) is None]
    told = told[:MOST_SECTIONS]
    names = {one.id: words(one.text) for one in told}
    beside = sections(session, prompt, told, words, names) if told else {}
    shown: list[Part] = []
    for choices in (True, False):
        left, signed = [], []
        for option in prompt.options:
            if (option.role == "choice") is not choices:
                continue
            if option.id in beside:
                shown.append(beside[option.id])
            else:
                label = labels[option.id]
                left.append(as_button(session, prompt, option, words, label))
                signed.append(option.card is not None)
        shown += even_rows(left, signed)
    return shown


def confirmation(session: int, prompt: Prompt, marked: tuple[str, ...], words: Words) -> Part:
    """The button with which a marked choice counts."""
    ids = [option.id for option in prompt.options]
    bits = sum(1 << ids.index(pick) for pick in marked)
    label = words(text("hand.confirm"))
    return row(button(label, Sure(session, prompt.step, bits), ButtonStyle.success))


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


def _together_button(
    session: int, prompt: Prompt, options: tuple[Option, ...], words: Words
) -> Part:
    made = _together_value(prompt, options, words)
    return button(
        f"✓ {made['label']}" if made["default"] else made["label"],
        Pick(session, prompt.step, made["value"]),
        ButtonStyle.success if made["default"] else STYLES["choice"],
    )


def _together_value(prompt: Prompt, options: tuple[Option, ...], words: Words) -> Part:
    """Several as a line of a menu."""
    ids = [option.id for option in options]
    chosen = prompt.answered is not None and set(ids) == set(prompt.answered)
    label = PLUS.join(map(words, alike(option.text for option in options)))
    return select_option(label, AND.join(ids), default=chosen)


def _grouped(
    session: int, prompt: Prompt, choices: list[Option], words: Words, page: int
) -> list[Part]:
    """A button for what stands by itself, and a select a group.

    Groups share a select where there are too many; of still more some, and a button to the next.
    """
    pressed = [option for option in choices if is_alone(option)]
    labels = _labels(pressed, words)
    alone = rows(as_button(session, prompt, o, words, labels[o.id]) for o in pressed)
    room = max(1, (MOST_PARTS - sum(map(size, alone))) // PARTS_OF_MENU)
    room = min(room, MOST_MENUS) if alone else room
    menus = in_menus([option for option in choices if not is_alone(option)], room, menu_of)
    pages = -(-len(menus) // room)
    page %= pages
    shown = list(enumerate(menus))[page * room : (page + 1) * room]
    made = [as_menu(session, prompt, words, number, menu) for number, menu in shown]
    return [*alone, *made, *next_page(session, prompt, words, page, pages)]


def picks(option: str | None, values: list[str]) -> list[tuple[str, ...]]:
    """The picks of each choice that a press of one of these components makes, in their order.

    Of `TICKED` see `ticked`.
    """
    if option is None or option.startswith(OF_GROUP):
        option = AND.join(values) or NO_OPTION
    if option == NO_OPTION:
        return [()]
    if THEN not in option:
        return [tuple(option.split(AND))]
    return [tuple(choice.split(AND)) for choice in option.split(THEN)]


def advised(option: str | None) -> int:
    """How many choices a press makes as they were suggested; 0: it makes one of its own."""
    if option is None or not option.startswith(ADVISED):
        return 0
    number = option.removeprefix(ADVISED)
    return int(number) if number.isdecimal() else 1


def ticked(prompt: Prompt) -> tuple[str, ...]:
    """Every option that is ticked at first."""
    return tuple(option.id for option in prompt.options if option.ticked)
