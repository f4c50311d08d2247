"""How often somebody presses on Discord in whole games of Guilds of London.

Everybody chooses what the normal computer would. By hand, each choice is made on the screen that
shows it: a button is one press, a menu two (and one for each further tick), another page one. By
suggestion, what a turn still holds is “Suggest” and “Do all that”; all else is chosen by hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from statistics import fmean
from typing import Any, Final

from discord import ComponentType
from rich.console import Console
from rich.table import Table

from bot.languages import Languages
from bot.screens.custom_ids import TICKED, Page, Pick, read
from bot.screens.play.prompts import ticked
from bot.screens.screen import Part
from engine import games
from engine.bots import Advice, advise
from engine.game import Prompt
from tests.bot.prompts import prompt_rows

GAMES: Final = 3
GAME: Final = games["london"]
NAMES: Final = ("Ada", "Berthe", "Chiara", "Odon")
WORDS: Final = Languages.load().words("en", NAMES)
_FOLLOWED: Final = 2


def presses(prompt: Prompt, *choices: tuple[str, ...]) -> int:
    """The fewest presses that make these choices at once; raises LookupError where none do."""
    found: list[int] = []
    turned, pages = {0: 0}, [0]
    for page in pages:
        if found and min(found) <= turned[page] + 1:
            break
        parts = [
            part
            for row in prompt_rows(1, prompt, WORDS, page, pictured=True)
            for part in (row.get("accessory"), *row.get("components", ()))
            if part is not None and "custom_id" in part
        ]
        ways = [number for part in parts for number in _pressed(prompt, part, choices)]
        found += [turned[page] + number for number in ways]
        for part in parts:
            press = read(part["custom_id"])
            if isinstance(press, Page) and press.page not in turned:
                turned[press.page] = turned[page] + 1
                pages.append(press.page)
    if not found:
        raise LookupError(choices)
    return min(found)


def _pressed(prompt: Prompt, part: Part, choices: Sequence[tuple[str, ...]]) -> Iterator[int]:
    """What choices take with one component, if that can make them."""
    wanted = [set(picks) for picks in choices]
    if part["type"] == ComponentType.button.value:
        press = read(part["custom_id"])
        if isinstance(press, Pick):
            made = [ticked(prompt)] if press.option == TICKED else press.picks([])
            if list(map(set, made)) == wanted:
                yield 1
        return
    values = {value["value"] for value in part["options"]}
    if len(wanted) == 1 and wanted[0] <= values and part["min_values"] <= len(wanted[0]) > 0:
        before = {value["value"] for value in part["options"] if value["default"]}
        several = part["max_values"] > 1
        yield 1 + len(before ^ wanted[0]) + several


def by_hand(seats: int, seed: int) -> Counter[int]:
    """Presses of each seat that makes every choice by itself."""
    state: Any = GAME.setup(seats, seed=seed)
    pressed: Counter[int] = Counter()
    while asked := GAME.asked(state):
        state = _chosen(state, asked[0], _advice(state, asked[0]).picks, pressed)
    return pressed


def by_suggestion(seats: int, seed: int) -> Counter[int]:
    """Presses of each seat that follows a suggestion wherever that is about several choices."""
    state: Any = GAME.setup(seats, seed=seed)
    pressed: Counter[int] = Counter()
    while asked := GAME.asked(state):
        seat = asked[0]
        advice = _advice(state, seat)
        if not advice.then:
            state = _chosen(state, seat, advice.picks, pressed)
            continue
        pressed[seat] += _FOLLOWED
        for picks in (advice.picks, *(later.picks for later in advice.then)):
            state, _ = GAME.play(state, seat, picks)
    return pressed


def _advice(state: Any, seat: int) -> Advice:
    return advise(GAME, GAME.view(state, seat), state.step << 8 | state.substep)


def _chosen(state: Any, seat: int, picks: tuple[str, ...], pressed: Counter[int]) -> Any:
    """The state after a choice by hand, by who answers for later questions too."""
    prompt, made = GAME.prompts(state)[seat], _made(state, seat, picks)
    after = once = GAME.play(state, seat, made)[0]
    best, taken = presses(prompt, made), 0
    for rest in _usual(prompt, made):
        with suppress(LookupError):  # where the screen has no room for both
            cost = presses(prompt, made, *rest) - len(rest)
            if cost < best and (further := _followed(once, seat, rest)) is not None:
                best, after, taken = cost, further, len(rest)
    pressed[seat] += best + taken
    return after


def _followed(state: Any, seat: int, rest: Sequence[tuple[str, ...]]) -> Any:
    """The state after these choices; None if the seat would make others, in whatever order."""
    chosen = []
    for _ in rest:
        if seat not in GAME.asked(state):
            return None
        chosen.append(_made(state, seat, _advice(state, seat).picks))
        state, _ = GAME.play(state, seat, chosen[-1])
    return state if sorted(map(sorted, chosen)) == sorted(map(sorted, rest)) else None


def _usual(prompt: Prompt, made: tuple[str, ...]) -> list[tuple[tuple[str, ...], ...]]:
    """What the screen offers together with this choice, the most first."""
    found = [option.then for option in prompt.options if (option.id,) == made]
    return sorted((then.picks for each in found for then in each), key=len, reverse=True)


def _made(state: Any, seat: int, picks: tuple[str, ...]) -> tuple[str, ...]:
    """The picks of a practised person who would choose this."""
    move = GAME.policy.shortcut(state, seat, GAME.encode(state, seat, picks))
    return GAME.decode(state, seat, move)


def run(console: Console) -> None:
    """Presses a person and game."""
    shown = Table("players", "by hand, mean", "most", "by suggestion, mean", "most")
    for seats in GAME.seats:
        row = [str(seats)]
        for way in (by_hand, by_suggestion):
            counts = [way(seats, seed) for seed in range(1, GAMES + 1)]
            each = [count[seat] for count in counts for seat in range(seats)]
            row += [f"{fmean(each):.0f}", str(max(each))]
        shown.add_row(*row)
    console.print(shown)
