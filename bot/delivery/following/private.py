"""The private screens of a lobby: they follow it while they can be edited, and end with it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

import discord
import structlog

from bot.delivery.calling.answers import Answers
from bot.delivery.calling.threads import Threads
from bot.delivery.kept.kinds import Outside
from bot.delivery.known.tokens import Tokens
from bot.delivery.rendering.rendered import Rendered, plain
from bot.delivery.rendering.rendering import Rendering
from bot.delivery.wire.coalesced import Coalesced
from bot.delivery.wire.faults import FAILURES, code_of
from bot.screens import managing as screens
from bot.screens.opening import opened
from bot.screens.screen import Screen
from bot.screens.voices import voices
from bot.sessions.refusals import Unreadable
from bot.sessions.table import AnyGame, Table
from bot.store.store import Store
from engine.text import text

_log = structlog.get_logger(__name__)

What: TypeAlias = Literal["computers", "options", "manage"]


class _Whose(NamedTuple):
    """Which screen of which lobby, and who sees it."""

    session_id: int
    user_id: int
    what: What


class _Standing(NamedTuple):
    """A message in which the screen stands, in which channel, for a reader of which language."""

    message_id: int
    channel_id: int
    locale: str


class Private:
    """Shows computers, options and invitations to whoever manages a lobby.

    Of each the latest message is brought up to date while the press that made it still gives the
    right to; at the start, and once the table is elsewhere, it says so and has no buttons.
    """

    def __init__(
        self,
        outside: Outside,
        store: Store,
        answers: Answers,
        tokens: Tokens,
        games: Mapping[str, AnyGame],
        threads: Threads,
    ) -> None:
        self._sessions = outside.sessions
        self._messages = outside.messages
        self._store = store
        self._answers = answers
        self._tokens = tokens
        self._languages = outside.languages
        self._games = games
        self._threads = threads
        self._latest: dict[_Whose, _Standing] = {}
        self._work = Coalesced("private", self._update)

    async def show(self, interaction: discord.Interaction, session_id: int, what: What) -> None:
        """Show in the pressed message if it is for that person alone, else in one that is."""
        whose = _Whose(session_id, interaction.user.id, what)
        message = interaction.message
        channel_id, locale = interaction.channel_id or 0, interaction.locale.value
        if message is not None and message.flags.ephemeral:
            standing = _Standing(message.id, channel_id, locale)
            await self._replace(interaction, whose, standing)
        else:
            rendering = self._rendering(whose, _Standing(0, channel_id, locale))
            message_id, _ = await self._answers.post(
                interaction, rendering.newest(None), alone=True
            )
            standing = _Standing(message_id, channel_id, locale)
        self._latest[whose] = standing

    async def end(self, interaction: discord.Interaction, session_id: int) -> bool:
        """Answer a press on a screen whose lobby is none any more, or elsewhere, by its end.

        False where that isn't so.
        """
        message, table = interaction.message, await self._sessions.table(session_id)
        channel_id = interaction.channel_id or 0
        if message is None or not message.flags.ephemeral or _stands(table, channel_id):
            return False
        whose = _Whose(session_id, interaction.user.id, "manage")
        standing = _Standing(message.id, channel_id, interaction.locale.value)
        await self._replace(interaction, whose, standing)
        return True

    def ask(self, session_id: int) -> None:
        """Have the screens of a session brought up to date."""
        for whose in self._latest:
            if whose.session_id == session_id:
                self._work.ask(whose)

    async def settled(self) -> None:
        """Wait until every screen is up to date."""
        await self._work.settled()

    def close(self) -> None:
        """Drop what is under way; whoever presses an old screen is told."""
        self._work.close()

    async def _replace(
        self, interaction: discord.Interaction, whose: _Whose, standing: _Standing
    ) -> None:
        async with self._answers.answering(interaction) as answer:
            await answer.show(self._rendering(whose, standing).newest)

    async def _update(self, whose: _Whose) -> bool:
        standing = self._latest.get(whose)
        token = None if standing is None else self._tokens.live(standing.message_id)
        if standing is None or token is None:
            self._latest.pop(whose, None)
            return False
        message_id = standing.message_id
        try:
            table = await self._sessions.table(whose.session_id)
            _, overtaken = await self._messages.edit_through(
                token, message_id, self._rendering(whose, standing)
            )
        except Unreadable:
            return False
        except FAILURES as error:
            # Dismissed or expired: a press on it is answered with what has become of it.
            _log.info("private screen not updated", session=whose.session_id, code=code_of(error))
            self._latest.pop(whose, None)
            return False
        if not _stands(table, standing.channel_id) and not overtaken:
            self._latest.pop(whose, None)
        return overtaken

    def _rendering(self, whose: _Whose, standing: _Standing) -> Rendering:
        async def render(table: Table, *_: object, **__: object) -> Rendered:
            screen = await self._screen(table, whose.what, standing)
            return plain(screen, table)

        return Rendering(partial(self._sessions.table, whose.session_id), render)

    async def _screen(self, table: Table, what: What, standing: _Standing) -> Screen:
        record = table.record
        language = self._languages.pick(standing.locale)
        words = voices(self._languages, language, record).message
        if record.status != "lobby":
            return screens.ended(table, words)
        if record.channel_id != standing.channel_id:
            return opened(record, words)
        game = self._games[record.game]
        match what:
            case "computers":
                return screens.computers(record, game, words)
            case "options":
                tags = self._languages.tags
                names = {tag: self._languages.words(tag)(text("language.name")) for tag in tags}
                spoken = self._languages.pick(record.locale)
                return screens.options(record, game, words, names, spoken)
            case "manage":
                server = await self._store.server(record.guild_id)
                room = self._threads.room(record.channel_id)
                movable = server.threads != "never" and room is not None
                return screens.manage(record, words, movable=movable)


def _stands(table: Table, channel_id: int) -> bool:
    """Whether the table is a lobby still, in that channel."""
    return table.record.status == "lobby" and table.record.channel_id == channel_id
