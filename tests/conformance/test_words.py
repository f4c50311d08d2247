"""Every text that a game emits exists in every language, with the arguments it is given."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from pydantic import BaseModel

from engine.text import Text
from tests.conformance.playing import playthrough
from tests.conformance.tables import AnyGame, Table, every_game, every_table

LOCALES = Path(__file__).parents[2] / "bot" / "locales"
LANGUAGES = sorted(path.name for path in LOCALES.iterdir() if path.is_dir())


@cache
def sentences(language: str, game: str) -> Mapping[str, tuple[str, ...]]:
    """What a game can say: its own sentences and the bot's, by key; two of a key with a plural."""
    found: dict[str, tuple[str, ...]] = {}
    for domain in ("guildhall", game):
        with (LOCALES / language / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
            catalogue: Catalog = read_po(file, locale=language)
        for message in catalogue:
            if message.id:
                plural = isinstance(message.id, tuple | list)
                key = message.id[0] if plural else message.id
                found[key] = tuple(message.string) if plural else (message.string,)
    return found


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


def emitted(table: Table) -> Iterator[Text]:
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


@pytest.mark.parametrize("language", LANGUAGES)
@every_table
def test_every_text_is_in_every_language(table: Table, language: str) -> None:
    known = sentences(language, table.game.name)
    missing = set()
    for text in emitted(table):
        for sentence in known.get(text.key, ("{missing}",)):
            needed = {name for _, name, _, _ in Formatter().parse(sentence) if name}
            if not needed <= set(text.args) or not sentence:
                missing.add((text.key, tuple(sorted(needed))))
        if "n" in text.args and len(known.get(text.key, ())) == 1:
            missing.add((text.key, ("plural",)))
    assert not missing


@pytest.mark.parametrize("language", LANGUAGES)
@every_game
def test_every_option_is_explained(game: AnyGame, language: str) -> None:
    known = sentences(language, game.name)
    for name, field in game.Options.model_fields.items():
        assert field.description
        assert f"{game.name}.option.{name}" in known
        assert f"{game.name}.option.{name}.help" in known
