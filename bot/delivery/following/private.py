"""The private screens of a lobby: they follow it while they can be edited, and end with it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Literal, NamedTuple, TypeAlias

import discord

from bot.delivery.calling.answers import Answers
from bot.delivery.calling.threads import Threads
from bot.delivery.following.following import Following
from bot.delivery.kept.kinds import Outside
from bot.delivery.known.tokens import Tokens
from bot.delivery.rendering.rendered import Rendered, plain
from bot.delivery.rendering.rendering import Rendering
from bot.people import voices
from bot.screens.lobby import managing as screens
from bot.screens.lobby.opening import opened
from bot.screens.parts.screen import Screen
from bot.sessions.table.table import AnyGame, Table
from bot.store.store import Store
from engine.text import text

What: TypeAlias = Literal["computers", "options", "manage"]


class _Reader(NamedTuple):
    """In which channel, and in which language, somebody sees a screen."""

    channel_id: int
    locale: str


class Private(Following[tuple[int, What], _Reader]):
    """Shows computers, options and invitations to whoever manages a lobby.

    Of each the latest message is brought up to date while the press that made it still gives the
    right to; at the start, and once the table is elsewhere, it says so and has no buttons.
    """

    kind = "private"

    def __init__(
        self,
        outside: Outside,
        tokens: Tokens,
        store: Store,
        answers: Answers,
        games: Mapping[str, AnyGame],
        threads: Threads,
    ) -> None:
        super().__init__(outside, tokens)
        self._store = store
        self._answers = answers
        self._languages = outside.languages
        self._games = games
        self._threads = threads

    async def show(self, interaction: discord.Interaction, session_id: int, what: What) -> None:
        """Show in the pressed message if it is for that person alone, else in one that is."""
        key, reader = (interaction.user.id, what), _reader(interaction)
        rendering, message = await self.rendering(session_id, key, reader), interaction.message
        if message is not None and message.flags.ephemeral:
            await self._replace(interaction, rendering)
            message_id = message.id
        else:
            message_id, _ = await self._answers.post(
                interaction, rendering.newest(None), alone=True
            )
        self.follow(session_id, key, message_id, reader)

    async def end(self, interaction: discord.Interaction, session_id: int) -> bool:
        """Answer a press on a screen whose lobby is none any more, or elsewhere, by its end.

        False where that isn't so.
        """
        message, table = interaction.message, await self._sessions.table(session_id)
        reader = _reader(interaction)
        if message is None or not message.flags.ephemeral or not self.ends(table, reader):
            return False
        key: tuple[int, What] = (interaction.user.id, "manage")
        await self._replace(interaction, await self.rendering(session_id, key, reader))
        return True

    async def _replace(self, interaction: discord.Interaction, rendering: Rendering) -> None:
        async with self._answers.answering(interaction) as answer:
            await answer.show(rendering.newest)

    def ends(self, table: Table, about: _Reader) -> bool:
        """Once the table is no lobby any more, or in another channel."""
        return table.record.status != "lobby" or table.record.channel_id != about.channel_id

    async def rendering(self, session_id: int, key: tuple[int, What], about: _Reader) -> Rendering:
        """The screen, or its end."""
        _, what = key

        async def render(table: Table, *_: object, **__: object) -> Rendered:
            return plain(await self._screen(table, what, about), table)

        return Rendering(partial(self._sessions.table, session_id), render)

    async def _screen(self, table: Table, what: What, reader: _Reader) -> Screen:
        record = table.record
        language = self._languages.pick(reader.locale)
        words = voices(self._languages, language, record).message
        if record.status != "lobby":
            return screens.ended(table, words)
        if record.channel_id != reader.channel_id:
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


def _reader(interaction: discord.Interaction) -> _Reader:
    return _Reader(interaction.channel_id or 0, interaction.locale.value)
