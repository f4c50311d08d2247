"""A prompt as buttons, or as a select where there are many options or several picks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, groupby, pairwise
from types import MappingProxyType
from typing import TypeAlias

from discord import ButtonStyle

from bot.people import use_of
from bot.screens.custom_ids.play import AND, NO_OPTION, OF_GROUP, THEN, TICKED, Page, Pick, Sure
from bot.screens.parts.parts import (
    BETWEEN,
    LINE,
    LONGEST_LABEL,
    button,
    even_rows,
    row,
    rows,
    section,
    select,
    select_option,
    size,
    width,
)
from bot.screens.parts.screen import Part
from engine.game import Option, Prompt
from engine.text import Text, alike, text
from images.words import Words

MOST_BUTTONS = 18
MOST_VALUES = 25
MOST_TOGETHER = 3
"""Things that are chosen by one button, which has to name them all."""
MOST_WAYS = 6
"""Buttons that choose several; more are a menu, or the picture would be out of sight."""
MOST_PARTS = 22
"""Of buttons and menus for choices, rows counted: a message holds 40 components."""
PARTS_OF_MENU = 2
MOST_LOOSE, MOST_CARDS, FEWER_CARDS = 9, 8, 6
"""Of buttons that could be lines of menus, where nothing else is; of cards, also below a lesson."""
MOST_ALONE, MOST_MENUS = 15, 2
"""Of buttons and menus where both are; a phone shows no more of a hand."""
MOST_SECTIONS = 7
"""Of a message; further options are buttons alone."""
LONGEST_BESIDE = 16
"""A label's, so that on a phone a text has room beside it."""
PLUS = " + "
MOST_BESIDE = 5
LINES = 4
"""Of brief buttons, where one button besides them is all; else one less."""
MOST_TABLED = 8
"""Menus of a page; with all else that a message has they are fewer than 40 components."""

REST = text("hand.rest")

Signs: TypeAlias = Mapping[str, Part]
"""Emojis of a game, by `card` of the options that carry them, or its beginning."""
NO_SIGNS: Signs = MappingProxyType({})

Menu: TypeAlias = tuple[list[Text], list[Option]]
"""Groups and all their options."""

_STYLES = {
    "choice": ButtonStyle.primary,
    "confirm": ButtonStyle.success,
    "pass": ButtonStyle.secondary,
    "back": ButtonStyle.secondary,
    "undo": ButtonStyle.secondary,
}


def is_brief(prompt: Prompt) -> bool:
    """Whether the hand's picture explains what its buttons say in few signs."""
    return any(option.brief is not None for option in prompt.options)


def prompt_parts(
    session: int,
    prompt: Prompt,
    words: Words,
    page: int = 0,
    signs: Signs = NO_SIGNS,
    *,
    pictured: bool = False,
    crowded: bool = False,
) -> tuple[list[Part], list[Part]]:
    """The components of a prompt, and its buttons that may share a row with others; `page` counts
    from 0 and goes round.

    `words` with names as they are: labels know no markdown. `pictured`: below the hand's picture,
    which explains what is brief. `crowded`: much is said above, and fewer cards and lines are
    buttons.
    """
    beside: list[Part] = []
    if pictured and is_brief(prompt):
        made, beside = _brief_rows(session, prompt, words, page, LINES - crowded)
    else:
        if any(option.then or _menu_of(option) is not None for option in prompt.options):
            prompt = replace(prompt, options=_offered(prompt.options, words))
        made = _rows(session, prompt, words, page, FEWER_CARDS if crowded else MOST_CARDS)
    if signs:
        cards = {option.id: option.card for option in prompt.options}
        _sign(made, cards, signs)
    return made, beside


def _offered(options: tuple[Option, ...], words: Words) -> tuple[Option, ...]:
    """Each alone and with what may follow; the likeliest as buttons where there are menus.

    Alone where only a menu would hold both.
    """
    both = list(_with_joined(options, words))
    if not any(_menu_of(option) is not None for option in options):
        return tuple(option for _, option in both) if len(both) <= MOST_BUTTONS else options
    alone = [one for one in both if one[1].role == "choice" and _is_alone(one[1])]
    likeliest = sorted(alone, key=lambda one: one[0])[:MOST_ALONE]
    buttons = {option.id for _, option in likeliest}
    return tuple(
        option if option.id in buttons else replace(option, alone=False)
        for _, option in both
        if option.id in buttons or option.id.count(THEN) != 1  # two buttons are as many presses
    )


def _is_alone(option: Option) -> bool:
    """Whether it is a button where others are lines of menus."""
    return _menu_of(option) is None or option.alone


def _menu_of(option: Option) -> Text | None:
    """Of what it is a line, where there is no picture."""
    return option.menu if option.group is None else option.group


def _kind_of(option: Option) -> Text | None:
    """Among what it is found below a picture."""
    return option.group if option.menu is None else option.menu


def _with_joined(options: Iterable[Option], words: Words) -> Iterator[tuple[int, Option]]:
    """After each option the same with what may follow it, if a button says that whole.

    Each with how unlikely it is: that of a line of a menu is likelier with what follows.
    """
    for option in options:
        yield 0, option
        for rank, then in enumerate(option.then, start=_is_alone(option)):
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
            if _fit([made], words, LONGEST_LABEL - 2):
                yield rank, made


def _brief_rows(
    session: int, prompt: Prompt, words: Words, page: int, lines: int
) -> tuple[list[Part], list[Part]]:
    """The likeliest as brief buttons in few lines, and the ways to pages of all of a kind, in
    words; buttons in words where these have room, and one menu of the rest if it is of one kind."""
    if prompt.most > 1 or prompt.least == 0:
        return _several(session, prompt, words, page), []
    choices = [option for option in prompt.options if option.role == "choice"]
    others = [option for option in prompt.options if option.role != "choice"]
    lines -= sum(option.menu is None for option in others) > 1
    every = [option for _, option in _with_joined(choices, words)]
    said = {option.id: words(use_of(option)) for option in every}
    if not _stand(every, lines, said):
        said = {option.id: _briefly(option, words) for option in every}
    likely = (option for option in every if _is_alone(option))
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
        _option_button(session, prompt, option, words)
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
        made += _menu_rows(session, prompt, words, _menus(listed, 1, lambda _: kinds[0]))
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


def _kind_page(
    session: int, prompt: Prompt, words: Words, kind: list[Option], room: int
) -> list[Part]:
    """All of one kind in so many parts: few as buttons in words; else all in a menu, or in one of
    each thing, and above as many of the likeliest as brief buttons as there is room for."""
    single = [one for one in kind if THEN not in one.id]
    alike = all(one.text == single[0].text for one in single)
    said = {one.id: words(one.group if alike and one.group else use_of(one)) for one in single}
    if len(single) <= MOST_CARDS and _stand(single, LINES + 1, said):
        return _button_rows(session, prompt, words, single, said)
    said = {option.id: _briefly(option, words) for option in single}
    key = _kind_of if len(kind) <= MOST_VALUES else _menu_of
    menus = _menu_rows(session, prompt, words, _menus(kind, MOST_TABLED, key))
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
        row(*(_option_button(session, prompt, one, words, said[one.id]) for one in line))
        for line in _lines(options, said)
    ]


def _menu_rows(session: int, prompt: Prompt, words: Words, menus: list[Menu]) -> list[Part]:
    return [_menu(session, prompt, words, number, menu) for number, menu in enumerate(menus)]


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


def _sign(parts: Iterable[Part], cards: Mapping[str, str | None], signs: Signs) -> None:
    """Give the buttons and the values of selects the signs of their cards."""
    for held in parts:
        beside = (held["accessory"],) if "accessory" in held else ()
        for part in (*held["components"], *beside):
            for value in part.get("options", ()):
                if card := cards.get(value["value"]):
                    _signed(value, card, signs)
            *_, option = part.get("custom_id", "").split(":", 3)
            if card := cards.get(option):
                _signed(part, card, signs)


def _signed(part: Part, card: str, signs: Signs) -> None:
    while card:
        if card in signs:
            part["emoji"] = signs[card]
            return
        card, _, _ = card.rpartition(":")


def _rows(session: int, prompt: Prompt, words: Words, page: int, cards: int) -> list[Part]:
    choices = [option for option in prompt.options if option.role == "choice"]
    others = [option for option in prompt.options if option.role != "choice"]
    together = _together(prompt, choices)
    if together and _fit(choices, words, LONGEST_LABEL // prompt.most - len(PLUS)):
        buttons = [_option_button(session, prompt, option, words) for option in others]
        if len(together) > MOST_WAYS:
            ways = [_together_value(prompt, each, words) for each in together]
            menu = select(Pick(session, prompt.step, None), ways, words(text("hand.select_one")))
            return [menu, *rows(buttons)]
        pressed = [_together_button(session, prompt, each, words) for each in together]
        return rows(pressed) + rows(buttons)
    if prompt.most > 1 or prompt.least == 0:
        return _several(session, prompt, words, page)
    short = _of_one_thing(prompt)
    labels = _labels(short.options, words)
    menus = any(_menu_of(option) is not None for option in choices)
    # Cards are seen in the picture; buttons for a whole hand would push it off a phone's screen.
    most = cards if all(option.card for option in choices) else MOST_BUTTONS
    most = MOST_LOOSE if menus else most
    # A tick stands before them; a menu's go on below.
    if len(choices) <= most and max(map(len, labels.values())) <= LONGEST_LABEL - 2:
        return _pressed(session, short, words, labels)
    if menus:
        made = _grouped(session, prompt, choices, words, page)
    else:
        made = _paged(session, prompt, choices, words, page)
    return made + rows(_option_button(session, prompt, option, words) for option in others)


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
    told = [one for one in prompt.options if one.detail is not None and _menu_of(one) is None]
    beside = _beside(session, prompt, told[:MOST_SECTIONS], words) if told else {}
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
                left.append(_option_button(session, prompt, option, words, label))
                signed.append(option.card is not None)
        shown += even_rows(left, signed)
    return shown


def _beside(session: int, prompt: Prompt, told: list[Option], words: Words) -> dict[str, Part]:
    """These options as sections, by id; where a name leaves a text no room, its number leads."""
    fits = _fit(told, words, LONGEST_BESIDE)
    found = {}
    for number, option in enumerate(told, 1):
        said = words(option.detail or option.text)
        if not fits:
            said = f"**{number}. {words(option.text)}**\n-# {said}"
        label = "" if fits else str(number)
        found[option.id] = section(said, _option_button(session, prompt, option, words, label))
    return found


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


def _option_button(
    session: int, prompt: Prompt, option: Option, words: Words, label: str = ""
) -> Part:
    chosen = prompt.answered is not None and option.id in prompt.answered
    style = _STYLES[option.role]
    if prompt.answered is not None:
        style = ButtonStyle.success if chosen else ButtonStyle.secondary
    label = label or words(use_of(option))
    pick = Pick(session, prompt.step, option.id)
    return button(f"✓ {label}" if chosen else label, pick, style)


def _fit(options: Iterable[Option], words: Words, longest: int) -> bool:
    """Whether buttons hold these labels whole."""
    return max([len(words(use_of(option))) for option in options], default=0) <= longest


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
        ButtonStyle.success if made["default"] else _STYLES["choice"],
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
    pressed = [option for option in choices if _is_alone(option)]
    labels = _labels(pressed, words)
    alone = rows(_option_button(session, prompt, o, words, labels[o.id]) for o in pressed)
    room = max(1, (MOST_PARTS - sum(map(size, alone))) // PARTS_OF_MENU)
    room = min(room, MOST_MENUS) if alone else room
    menus = _menus([option for option in choices if not _is_alone(option)], room, _menu_of)
    pages = -(-len(menus) // room)
    page %= pages
    shown = list(enumerate(menus))[page * room : (page + 1) * room]
    made = [_menu(session, prompt, words, number, menu) for number, menu in shown]
    return [*alone, *made, *_next_page(session, prompt, words, page, pages)]


def _menu(session: int, prompt: Prompt, words: Words, number: int, menu: Menu) -> Part:
    groups, options = menu
    return select(
        Pick(session, prompt.step, f"{OF_GROUP}{number}"),
        [_value(prompt, option, words, of_group=groups != [option.group]) for option in options],
        " · ".join(words(group) for group in groups),
    )


def _menus(choices: list[Option], room: int, key: Callable[[Option], Text | None]) -> list[Menu]:
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


def _next_page(session: int, prompt: Prompt, words: Words, page: int, pages: int) -> list[Part]:
    if pages == 1:
        return []
    label = words(text("hand.next_page", page=page + 1, pages=pages))
    return rows([button(label, Page(session, prompt.step, (page + 1) % pages))])


def _paged(
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
        [_value(prompt, option, words) for option in shown],
        words(_how_many(least, most) if several else text("hand.select_one")),
        least=least,
        most=most,
    )
    return [menu, *_next_page(session, prompt, words, page, pages)]


def _several(session: int, prompt: Prompt, words: Words, page: int) -> list[Part]:
    # A select can't be sent unchanged nor empty, so both have a button of their own.
    choices = [option for option in prompt.options if option.role == "choice"]
    others = [option for option in prompt.options if option.role != "choice"]
    extra = []
    if any(option.ticked for option in prompt.options):
        every = all(option.ticked for option in choices)
        label = words(text("hand.every" if every else "hand.as_ticked"))
        extra.append(button(label, Pick(session, prompt.step, TICKED), ButtonStyle.success))
    if prompt.least == 0:
        label = words(text("hand.button.none"))
        extra.append(button(label, Pick(session, prompt.step, NO_OPTION)))
    extra += [_option_button(session, prompt, option, words) for option in others]
    return [*_paged(session, prompt, choices, words, page), *rows(extra)]


def _how_many(least: int, most: int) -> Text:
    if least == most:
        return text("hand.select_number", n=most)
    if least == 0:
        return text("hand.select_most", n=most)
    return text("hand.select", least=least, most=most)


def _value(prompt: Prompt, option: Option, words: Words, *, of_group: bool = False) -> Part:
    """`of_group`: the label says of which group it is, where several share a select."""
    chosen = option.ticked if prompt.answered is None else option.id in prompt.answered
    said = use_of(option) if of_group else option.text
    detail = "" if option.detail is None else words(option.detail)
    return select_option(words(said), option.id, default=chosen, detail=detail)


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


def ticked(prompt: Prompt) -> tuple[str, ...]:
    """Every option that is ticked at first."""
    return tuple(option.id for option in prompt.options if option.ticked)
