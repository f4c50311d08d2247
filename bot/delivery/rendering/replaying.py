"""The pictures and screens of games that are over, step by step."""

from __future__ import annotations

from dataclasses import dataclass

from bot.delivery.known.looks import Look
from bot.delivery.rendering.rendered import Rendered
from bot.delivery.rendering.renderer import Reader, Renderer
from bot.delivery.rendering.rendering import Rendering
from bot.drawing.drawing import Drawing, Urgency
from bot.drawing.orders import Kind, drawn_view
from bot.screens.replay import replayed
from bot.sessions.replays import Replay
from bot.sessions.table import Table
from engine.game import View
from images.pictures import Picture


@dataclass(frozen=True, slots=True)
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

        async def render(table: Table, before: Look | None, *, pictured: bool = True) -> Rendered:
            return await self._rendered(looking, table, before, pictured=pictured)

        return Rendering(table, render)

    async def still(self, looking: Looking) -> Picture:
        """A step's picture for a film; raises whatever fails in drawing."""
        table = looking.table
        words = self._renderer.voices(table, looking.reader.locale).picture
        kind, shown = _pictured(table, table.view(looking.seat))
        return await self._drawing.draw(
            kind, table.game.name, drawn_view(kind, shown), words, Urgency.FILM, object()
        )

    def in_words(self, looking: Looking) -> tuple[str, ...]:
        """A step's whole view as text."""
        return self._renderer.in_words(looking.table, looking.seat, looking.reader.locale)

    async def _rendered(
        self, looking: Looking, table: Table, before: Look | None, *, pictured: bool
    ) -> Rendered:
        spoken, view = self._renderer.voices(table, looking.reader.locale), table.view(looking.seat)
        kind, shown = _pictured(table, view)
        said = self._renderer.gist(table, view, spoken) if looking.reader.in_words else None
        drawn = await self._renderer.illustrator.drawn(
            kind, table, shown, spoken, before, Urgency.ONLOOKER, wanted=pictured and said is None
        )
        picture = drawn.picture
        screen = replayed(looking.replay, looking.at, view, spoken, picture=picture, said=said)
        return drawn.on(screen, table)


def _pictured(table: Table, view: View) -> tuple[Kind, View]:
    """What is drawn of a step; the end is the same for everybody."""
    if view.outcome is not None:
        return "result", table.view(None)
    return ("board" if view.viewer is None else "hand"), view
