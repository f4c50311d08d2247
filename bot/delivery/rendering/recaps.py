"""What stays of a lesson that is over, or was left: on its board, and in the learner's hand."""

from __future__ import annotations

from bot.delivery.known.looks import Look, digest
from bot.delivery.rendering.illustrator import Illustrator
from bot.delivery.rendering.rendered import Rendered, kept, plain
from bot.drawing.drawing import Urgency
from bot.screens import guiding
from bot.screens.voices import Voices
from bot.sessions.learning import Learning
from bot.sessions.table import Table
from engine.text import Text, text
from images.words import Words


def is_recapped(table: Table) -> bool:
    """Whether a lesson has ended, in whatever way."""
    return table.record.lesson is not None and table.started and table.record.status != "playing"


class Recaps:
    """Makes the screens of lessons that have ended."""

    def __init__(self, illustrator: Illustrator, learning: Learning) -> None:
        self._illustrator = illustrator
        self._learning = learning

    async def board(
        self, table: Table, spoken: Voices, before: Look | None, urgency: Urgency, *, pictured: bool
    ) -> Rendered:
        """What the lesson has come to, with the last picture."""
        said = self._said(table)
        if not said:
            return plain(guiding.left(table.record, spoken.message), table)
        picture, key = None, None
        if pictured:
            said_of = {"headline": text("lesson.headline"), "awaited": (), "simultaneous": False}
            shown = table.view(None).model_copy(update=said_of)
            picture, key = await self._illustrator.drawn(
                "board", table, shown, spoken, before, urgency
            )
        screen = guiding.ended(table.record, said, spoken.message, picture=picture)
        return Rendered(screen, Look(digest(screen), key, table.changes, picture=kept(picture)))

    def hand(self, table: Table, words: Words) -> Rendered:
        """The same in the learner's hand."""
        said = self._said(table)
        if not said:
            return plain(guiding.left(table.record, words), table)
        return plain(guiding.recap(table.record, said, words), table)

    def _said(self, table: Table) -> tuple[Text, ...]:
        """What a lesson has come to; nothing of one that was left."""
        lesson = self._learning.of(table)
        if lesson is None or not self._learning.is_over(table):
            return ()
        learner = next((s.seat for s in table.record.seats if s.user_id is not None), 0)
        return lesson.recapped(table.view(None), learner)
