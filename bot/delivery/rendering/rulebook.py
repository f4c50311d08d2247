"""The rules to read: a page each, with the game's example drawn on the page it belongs to."""

from __future__ import annotations

from functools import lru_cache

import structlog

from bot.delivery.rendering.rendered import Rendered, plain
from bot.drawing.drawing import Drawing, Urgency
from bot.languages.languages import Languages
from bot.screens import reading
from bot.sessions.table import AnyGame, Table
from engine.game import View
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
        """A page; `page` counts from 0 and goes round. `in_words`: no picture is drawn."""
        game, language = table.game, self._languages.pick(locale or table.record.locale)
        pages = game.rules(table.players, table.options)
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
        screen = reading.rules(table.record.id, pages, words, page, said=said, picture=picture)
        return plain(screen, table)

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
