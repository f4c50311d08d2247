"""The rules to read: a page each, with the game's example drawn on the page it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import structlog

from bot.custom_ids.looks import Browse, Rules
from bot.delivery.rendering.rendering import Rendered, plain
from bot.drawing.drawing import Drawing, Urgency
from bot.languages import Languages
from bot.screens.commands import reading
from bot.screens.parts.screen import Screen
from bot.sessions.table.table import AnyGame, Table
from engine.game import View
from engine.text import Text
from images.pictures import Picture
from images.words import Words

_log = structlog.get_logger(__name__)

PLAYERS = ("Ana", "Bo", "Cy", "Dee", "Ed", "Flo")
"""Who plays in the examples, which are of nobody's game."""


class Rulebook:
    """Makes the screens of rules. A picture that can't be drawn costs nobody the page."""

    def __init__(self, drawing: Drawing, languages: Languages) -> None:
        self._drawing = drawing
        self._languages = languages

    async def page(
        self, table: Table, locale: str | None, page: int = 0, *, in_words: bool = False
    ) -> Rendered:
        """A page for a table; `page` counts from 0 and goes round. `in_words`: nothing is drawn."""
        pages = table.game.rules(table.players, table.options)
        turned = partial(Browse, table.record.id, "rules")
        spoken = locale or table.record.locale
        screen = await self._page(table.game, pages, turned, spoken, page, in_words=in_words)
        return plain(screen, table)

    async def of_game(
        self, game: AnyGame, locale: str, page: int = 0, *, in_words: bool = False
    ) -> Screen:
        """The same of no table: for as many as can play, with the usual options."""
        pages = game.rules(max(game.seats), game.Options())

        def turned(to: int) -> Rules:
            return Rules(game.name, to + 1)

        return await self._page(game, pages, turned, locale, page, in_words=in_words)

    async def _page(
        self,
        game: AnyGame,
        pages: Sequence[Text],
        turned: Callable[[int], object],
        locale: str,
        page: int,
        *,
        in_words: bool,
    ) -> Screen:
        language = self._languages.pick(locale)
        page %= len(pages)
        words = self._languages.words(language)
        said: tuple[str, ...] = ()
        picture = None
        example = None
        if pages[page].key == self._drawing.illustrated(game.name):
            example = example_of(game)
        if example is not None:
            spoken = self._languages.words(language, PLAYERS, [None] * len(PLAYERS))
            said = self._drawing.example_said(game.name, example, spoken)
            picture = None if in_words else await self._drawn(game, example, spoken)
        return reading.rules(pages, words, turned, page, said=said, picture=picture)

    async def _drawn(self, game: AnyGame, view: View, words: Words) -> Picture | None:
        same = ("example", game.name, words.language)
        try:
            return await self._drawing.draw("example", game.name, view, words, Urgency.ANSWER, same)
        except Exception:  # noqa: BLE001 - a broken picture must not cost the reader the page
            _log.exception("drawing failed", game=game.name, picture="example")
            return None


@lru_cache(maxsize=32)
def example_of(game: AnyGame) -> View | None:
    """The view that a game's example shows: played once."""
    view: View | None = game.example()
    return view
