"""What is read beside a game: the rules, a page each, and games that are over, step by step.

The game's example is drawn on the page of the rules that it belongs to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial

import structlog

from bot.delivery.drawing.drawing import Drawing, Urgency
from bot.delivery.drawing.orders import Kind, Order, drawn_view
from bot.delivery.rendering.renderer import Reader, Renderer
from bot.delivery.rendering.rendering import Rendered, Rendering, Wanted, plain
from bot.languages import Languages
from bot.screens import reading
from bot.screens.custom_ids import Browse, Rules
from bot.screens.replay import replayed
from bot.screens.screen import Screen
from bot.sessions.over.replays import Frame, Replay, frames
from bot.sessions.table.table import AnyGame, Table
from engine.game import View
from engine.text import Text, frozen
from images.pictures import Picture, Shot
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
        page %= len(pages)
        words = self._languages.words(locale)
        said: tuple[str, ...] = ()
        picture = None
        example = None
        if pages[page].key == self._drawing.illustrated(game.name):
            example = example_of(game)
        if example is not None:
            spoken = self._languages.words(locale, PLAYERS, [None] * len(PLAYERS))
            said = self._drawing.example_said(game.name, example, spoken)
            picture = None if in_words else await self._drawn(game, example, spoken)
        return reading.rules(pages, words, turned, page, said=said, picture=picture)

    async def _drawn(self, game: AnyGame, view: View, words: Words) -> Picture | None:
        same = ("example", game.name, words.language)
        try:
            order = Order("example", game.name, view, words)
            return await self._drawing.draw(order, Urgency.ANSWER, same)
        except Exception:  # noqa: BLE001 - a broken picture must not cost the reader the page
            _log.exception("drawing failed", game=game.name, picture="example")
            return None


@lru_cache(maxsize=32)
def example_of(game: AnyGame) -> View | None:
    """The view that a game's example shows: played once."""
    view: View | None = game.example()
    return view


@frozen
class Looking:
    """What somebody looks at: a step of a game, as the public or a seat saw it."""

    replay: Replay
    at: int
    seat: int | None
    reader: Reader

    @property
    def table(self) -> Table:
        """The table as it stood."""
        return self.replay.table(self.at)


class Replaying:
    """Shows steps; seats' views are for those alone who may see them."""

    def __init__(self, renderer: Renderer, drawing: Drawing) -> None:
        self._renderer = renderer
        self._drawing = drawing

    def rendering(self, looking: Looking) -> Rendering:
        """A step's screen."""
        as_it_was = looking.table

        async def table() -> Table:
            return as_it_was

        return Rendering(table, partial(self._rendered, looking), urgency=Urgency.ONLOOKER)

    def frames(self, looking: Looking) -> Sequence[Frame]:
        """What a film of the game shows and says to this reader."""
        return frames(looking.replay.game, looking.replay.steps, self._words(looking))

    async def still(self, looking: Looking, before: int | None) -> Picture:
        """A step's picture for a film, in which another came before; raises what fails in drawing.

        Nobody is waited for any more.
        """
        kind, shown = _pictured(looking, looking.table.view(looking.seat))
        words, game = self._words(looking), looking.replay.game
        if kind != "board":
            view = drawn_view(kind, shown)
            return await self._drawing.draw(Order(kind, game.name, view, words), Urgency.FILM)
        replay = looking.replay
        then = None if before is None else _unasked(replay.table(before).view(None))
        shot = Shot(then, _unasked(replay.table(replay.last).view(None)))
        order = Order("still", game.name, _unasked(shown), words, shot=shot)
        return await self._drawing.draw(order, Urgency.FILM)

    def script(self, looking: Looking) -> tuple[str, ...]:
        """The same for a message, line by line."""
        words = self._renderer.voices(looking.table, looking.reader.locale).message
        return tuple(one.said for one in frames(looking.replay.game, looking.replay.steps, words))

    def _words(self, looking: Looking) -> Words:
        return self._renderer.voices(looking.table, looking.reader.locale).picture

    def in_words(self, looking: Looking) -> tuple[str, ...]:
        """A step's whole view as text."""
        return self._renderer.in_words(looking.table, looking.seat, looking.reader.locale)

    async def _rendered(self, looking: Looking, table: Table, wanted: Wanted) -> Rendered:
        spoken, view = self._renderer.voices(table, looking.reader.locale), table.view(looking.seat)
        kind, shown = _pictured(looking, view)
        said = self._renderer.gist(table, view, spoken) if looking.reader.in_words else None
        drawn = await self._renderer.illustrator.drawn(kind, table, shown, spoken, wanted, said)
        picture = drawn.picture
        screen = replayed(looking.replay, looking.at, view, spoken, picture=picture, said=said)
        return drawn.on(screen, table)


def _pictured(looking: Looking, view: View) -> tuple[Kind, View]:
    """What is drawn of a step that its reader sees so; the result is the same for everybody."""
    if looking.at == looking.replay.last:
        return "result", looking.table.view(None)
    return ("board" if looking.seat is None else "hand"), view


def _unasked(view: View) -> View:
    """The same without who was waited for."""
    return view.model_copy(update={"awaited": ()})
