"""Running games for people who look on: they follow while a press's token lives, or its renewal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import discord

from bot.delivery.calling.answers import Answers
from bot.delivery.following.following import Following
from bot.delivery.kept.kinds import Outside
from bot.delivery.known.looks import Look
from bot.delivery.known.tokens import Tokens
from bot.delivery.rendering.rendered import Rendered, plain
from bot.delivery.rendering.renderer import Reader, Renderer
from bot.delivery.rendering.rendering import Rendering
from bot.drawing.drawing import Urgency
from bot.drawing.orders import Kind
from bot.screens.parts.screen import Screen
from bot.screens.play import watching
from bot.sessions.table.table import Table
from bot.store.records.messages import LIFETIME
from bot.store.records.sessions import Outline


@dataclass(frozen=True, slots=True)
class _Watched:
    """Which session a message shows, to whom, until when (Unix time)."""

    session_id: int
    reader: Reader
    follows: int


class Onlookers(Following[int, _Watched]):
    """Shows whoever wants to see it what is public of a game, and nothing else.

    Whoever plays sees no more there than everybody.
    """

    kind = "onlooker"

    def __init__(
        self, outside: Outside, tokens: Tokens, renderer: Renderer, answers: Answers
    ) -> None:
        super().__init__(outside, tokens)
        self._renderer = renderer
        self._answers = answers
        self._clock = outside.clock

    async def show(self, interaction: discord.Interaction, session_id: int, reader: Reader) -> None:
        """Answer with a new message for that person alone, which follows the game from now on."""
        watched = self._begun(session_id, reader)
        rendering = self._rendering(watched)
        message_id, _ = await self._answers.post(
            interaction, rendering.newest(None), rendering.anew, alone=True
        )
        self._follows(message_id, watched)

    async def renew(
        self, interaction: discord.Interaction, session_id: int, reader: Reader
    ) -> None:
        """Answer in the pressed message, which follows the game for as long again."""
        watched = self._begun(session_id, reader)
        rendering = self._rendering(watched)
        async with self._answers.answering(interaction) as answer:
            await answer.show(rendering.newest, rendering.anew)
        self._follows(answer.message_id, watched)

    def _begun(self, session_id: int, reader: Reader) -> _Watched:
        return _Watched(session_id, reader, int(self._clock.now() + LIFETIME))

    async def rendering(self, session_id: int, key: int, about: _Watched) -> Rendering:
        """What is public of the game."""
        return self._rendering(about)

    def ends(self, table: Table, about: _Watched) -> bool:
        """With the game."""
        return table.record.status != "playing"

    def apart(self, outline: Outline, about: _Watched) -> Screen:
        """That nothing more is to be seen."""
        return self._renderer.apart(outline, about.reader.locale, ending=False)

    def _follows(self, message_id: int, watched: _Watched) -> None:
        self.follow(watched.session_id, message_id, message_id, watched)
        self._work.ask((watched.session_id, message_id))  # the game may have gone on meanwhile

    def _rendering(self, watched: _Watched) -> Rendering:
        return Rendering(
            partial(self._sessions.table, watched.session_id),
            partial(rendered, self._renderer, watched.reader, watched.follows),
        )


async def rendered(
    renderer: Renderer,
    reader: Reader,
    follows: int,
    table: Table,
    before: Look | None,
    *,
    pictured: bool = True,
) -> Rendered:
    """What is public of a table, for somebody who looks on; `follows`: until when (Unix time)."""
    status = table.record.status
    if status not in ("playing", "over"):
        return plain(renderer.unstarted_hand(table, reader.locale), table)
    view, spoken = table.view(None), renderer.voices(table, reader.locale)
    kind: Kind = "result" if status == "over" else "board"
    said = renderer.gist(table, view, spoken) if reader.in_words else None
    drawn = await renderer.illustrator.drawn(
        kind, table, view, spoken, before, Urgency.ONLOOKER, wanted=pictured and said is None
    )
    picture = drawn.picture
    if status == "over":
        screen = watching.ended(table, view, spoken.message, picture=picture, said=said)
    else:
        screen = watching.watched(
            table,
            view,
            spoken.message,
            follows=follows,
            due=renderer.due(table),
            until=renderer.until(table),
            picture=picture,
            said=said,
        )
    return drawn.on(screen, table)
