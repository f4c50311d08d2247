"""Running games for people who look on: they follow while a press's token lives, or its renewal."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

import discord
import structlog

from bot.delivery.calling.answers import Answers
from bot.delivery.kept.kinds import Outside
from bot.delivery.known.looks import Look, digest
from bot.delivery.known.tokens import Tokens
from bot.delivery.rendering.rendered import Rendered, kept, plain
from bot.delivery.rendering.renderer import Reader, Renderer
from bot.delivery.rendering.rendering import Rendering
from bot.delivery.wire.coalesced import Coalesced
from bot.delivery.wire.faults import FAILURES, code_of
from bot.drawing.drawing import Urgency
from bot.drawing.orders import Kind
from bot.screens import watching
from bot.sessions.refusals import Unreadable
from bot.sessions.table import Table
from bot.store.records.messages import LIFETIME

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Watched:
    """Which session a message shows, to whom, until when (Unix time)."""

    session_id: int
    reader: Reader
    follows: int


class Onlookers:
    """Shows whoever wants to see it what is public of a game, and nothing else.

    Whoever plays sees no more there than everybody.
    """

    def __init__(
        self,
        outside: Outside,
        renderer: Renderer,
        answers: Answers,
        tokens: Tokens,
    ) -> None:
        self._sessions = outside.sessions
        self._messages = outside.messages
        self._renderer = renderer
        self._answers = answers
        self._tokens = tokens
        self._clock = outside.clock
        self._watched: dict[int, _Watched] = {}
        self._of_session: dict[int, set[int]] = {}
        self._work = Coalesced("onlooker", self._update)

    async def show(self, interaction: discord.Interaction, session_id: int, reader: Reader) -> None:
        """Answer with a new message for that person alone, which follows the game from now on."""
        watched = self._begun(session_id, reader)
        rendering = self._rendering(watched)
        message_id, _ = await self._answers.post(
            interaction, rendering.newest(None), rendering.anew, alone=True
        )
        await self._follow(message_id, watched)

    async def renew(
        self, interaction: discord.Interaction, session_id: int, reader: Reader
    ) -> None:
        """Answer in the pressed message, which follows the game for as long again."""
        watched = self._begun(session_id, reader)
        rendering = self._rendering(watched)
        async with self._answers.answering(interaction) as answer:
            await answer.show(rendering.newest, rendering.anew)
        await self._follow(answer.message_id, watched)

    def ask(self, session_id: int) -> None:
        """Have all that look on at a session brought up to date."""
        for message_id in self._of_session.get(session_id, ()):
            self._work.ask(message_id)

    async def settled(self) -> None:
        """Wait until every message is up to date."""
        await self._work.settled()

    def close(self) -> None:
        """Drop what is under way; a press renews what stands still."""
        self._work.close()

    def _begun(self, session_id: int, reader: Reader) -> _Watched:
        return _Watched(session_id, reader, int(self._clock.now() + LIFETIME))

    async def _follow(self, message_id: int, watched: _Watched) -> None:
        self._watched[message_id] = watched
        self._of_session.setdefault(watched.session_id, set()).add(message_id)
        self._work.ask(message_id)  # the game may have gone on meanwhile

    def _leave(self, message_id: int) -> None:
        watched = self._watched.pop(message_id, None)
        if watched is None:
            return
        others = self._of_session[watched.session_id]
        others.discard(message_id)
        if not others:
            del self._of_session[watched.session_id]

    async def _update(self, message_id: int) -> bool:
        watched, token = self._watched.get(message_id), self._tokens.live(message_id)
        if watched is None or token is None:
            self._leave(message_id)
            return False
        try:
            try:
                table = await self._sessions.table(watched.session_id)
                _, overtaken = await self._messages.edit_through(
                    token, message_id, self._rendering(watched)
                )
            except Unreadable as apart:
                screen = self._renderer.apart(apart.outline, watched.reader.locale, ending=False)
                await self._messages.replace_through(token, message_id, screen)
                self._leave(message_id)
                return False
        except FAILURES as error:
            # Dismissed or expired: whoever wants to see more presses again.
            _log.info("onlooker not shown", session=watched.session_id, code=code_of(error))
            self._leave(message_id)
            return False
        if table.record.status != "playing" and not overtaken:
            self._leave(message_id)
        return overtaken

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
    picture, key = None, None
    said = renderer.gist(table, view, spoken) if reader.in_words else None
    if pictured and said is None:
        picture, key = await renderer.illustrator.drawn(
            kind, table, view, spoken, before, Urgency.ONLOOKER
        )
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
    return Rendered(screen, Look(digest(screen), key, table.changes, picture=kept(picture)))
