"""Every text that a game emits exists in every language, with the arguments it is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Any

from pydantic import BaseModel

from bot.games import Box, wanted_texts
from bot.languages import BOT, FALLBACK, LOCALES, Languages
from bot.testing.playing import playthrough
from bot.testing.seatings import Seating
from bot.testing.suite.catalogues import outside
from bot.testing.texts import catalogue, forms, messages, path
from engine.text import Text


@cache
def sentences(language: str, box: Box) -> Mapping[str, tuple[str, ...]]:
    """What a game can say: its own sentences and the bot's, by key; two of a key with a plural."""
    own = path(box.locales, language, box.game.name)
    if not own.is_file():
        own = path(box.locales, FALLBACK, box.game.name)
    files = (path(LOCALES, language, BOT), own)
    return {name: forms(message) for name, message in messages(*map(catalogue, files)).items()}


def texts(value: Any) -> Iterator[Text]:
    """Every text in a view, an event, a prompt; those in its arguments too."""
    if isinstance(value, Text):
        yield value
    for part in parts(value):
        yield from texts(part)


def parts(value: Any) -> Iterable[Any]:
    """What a value is made of."""
    if isinstance(value, BaseModel):
        return [part for _, part in value]
    if isinstance(value, Mapping):
        return value.values()
    if isinstance(value, tuple | list):
        return value
    return [getattr(value, name) for name in getattr(value, "__dataclass_fields__", ())]


def emitted(table: Seating) -> Iterator[Text]:
    """Everything that a playthrough says."""
    through = playthrough(table)
    yield from texts(table.game.opening(through.start))
    for played in through.played:
        yield from texts(played.events)
    for state in through.states:
        yield from texts(table.game.view(state, None).headline)
        yield from texts(table.game.prompts(state))
        for prompt in table.game.prompts(state).values():
            yield Text(prompt.done, {"picks": ()})


def test_every_text_is_in_every_language(table: Seating, language: str) -> None:
    known = sentences(language, table.box)
    missing = set()
    for text in emitted(table):
        for sentence in known.get(text.key, ("{missing}",)):
            needed = {name for _, name, _, _ in Formatter().parse(sentence) if name}
            if not needed <= set(text.args) or not sentence:
                missing.add((text.key, tuple(sorted(needed))))
        if "n" in text.args and len(known.get(text.key, ())) == 1:
            missing.add((text.key, ("plural",)))
    assert not missing


def test_no_two_options_of_a_prompt_are_called_the_same(table: Seating, language: str) -> None:
    """Who reads labels alone must be able to tell them apart, within a menu.

    Copies of a card are alike where several are chosen: of two, either is the other.
    """
    names = [chr(ord("A") + seat) for seat in range(table.seats)]
    words = Languages.load(games=outside(table.box)).words(language, names, [None] * table.seats)
    doubled = set()
    for state in playthrough(table).states:
        for prompt in table.game.prompts(state).values():
            options = {
                (option.card or option.id if prompt.most > 1 else option.id): option
                for option in prompt.options
            }
            called = [(option.group, words(option.text)) for option in options.values()]
            doubled |= {words(prompt.ask) for one in called if called.count(one) > 1}
    assert not doubled


def test_the_game_and_its_variants_are_named_and_explained(box: Box, language: str) -> None:
    known = sentences(language, box)
    assert wanted_texts(box.game) - set(known) == set()
    assert all(field.description for field in box.game.Options.model_fields.values())
