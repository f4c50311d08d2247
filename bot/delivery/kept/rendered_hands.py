"""Hands as their people read them: each in the person's language, in words for who wants that."""

from __future__ import annotations

from bot.delivery.kept.kinds import SeatLost
from bot.delivery.known.looks import Look
from bot.delivery.rendering.rendered import Rendered
from bot.delivery.rendering.renderer import Renderer
from bot.drawing.drawing import Urgency
from bot.people.people import People
from bot.screens.screen import Screen
from bot.sessions.table import Table
from bot.store.records.people import Person
from bot.store.records.sessions import Outline


class RenderedHands:
    """Renders hands for the people whom they are for."""

    def __init__(self, people: People, renderer: Renderer) -> None:
        self._people = people
        self._renderer = renderer

    async def of(
        self, table: Table, user_id: int, before: Look | None, *, pictured: bool = True
    ) -> Rendered:
        """A person's hand, for a message that looks like `before`; raises SeatLost."""
        seat, person = table.seat_of(user_id), await self._people.find(user_id)
        if seat is None:
            raise SeatLost
        return await self.read_by(person, table, seat, before, pictured=pictured)

    async def read_by(  # noqa: PLR0913  (whatever a hand depends on)
        self,
        person: Person | None,
        table: Table,
        seat: int,
        before: Look | None,
        page: int = 0,
        urgency: Urgency = Urgency.MESSAGE,
        *,
        pictured: bool = True,
        late: bool = False,
    ) -> Rendered:
        """The hand of a seat as this person reads it; the rest is as in `Renderer.hand`."""
        return await self._renderer.hand(
            *(table, seat, None if person is None else person.locale, before, page, urgency),
            pictured=pictured,
            in_words=person is not None and person.in_words,
            helped=table.record.helps(person),
            late=late,
        )

    async def departed(self, table: Table, user_id: int) -> Rendered:
        """What somebody who left is told instead: who plays on."""
        person = await self._people.find(user_id)
        locale = None if person is None else person.locale
        return self._renderer.departed(table, user_id, locale)

    async def apart(self, outline: Outline, user_id: int) -> Screen:
        """Why the session was set apart; with a button to end the game, for its host."""
        person = await self._people.find(user_id)
        locale = (person and person.locale) or outline.locale
        return self._renderer.apart(outline, locale, ending=user_id == outline.host_id)
