"""Messages for one person alone: each follows its session while a press's token lives.

Of running games for people who look on; of a lobby for those who manage it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from functools import partial
from typing import ClassVar, Generic, Literal, NamedTuple, TypeAlias, TypeVar

import discord
import structlog

from bot.delivery.calling.threads import Threads
from bot.delivery.drawing.drawing import Urgency
from bot.delivery.drawing.orders import Kind
from bot.delivery.kept.hands import Hands
from bot.delivery.kept.kept import Outside, Part, SeatLost, Whose
from bot.delivery.rendering.renderer import Reader, Renderer
from bot.delivery.rendering.rendering import Rendered, Rendering, Wanted, plain
from bot.delivery.wire.coalesced import Coalesced
from bot.delivery.wire.faults import FAILURES, code_of
from bot.people import voices
from bot.screens import lobby as screens
from bot.screens.lobby import opened
from bot.screens.play import board
from bot.screens.screen import Screen
from bot.sessions.refusals import Unreadable
from bot.sessions.table.table import AnyGame, Table
from bot.store.records.people import LIFETIME
from bot.store.records.sessions import Outline
from engine.text import frozen, text

_log = structlog.get_logger(__name__)

K = TypeVar("K", bound=Hashable)
A = TypeVar("A")


class Following(ABC, Part, Generic[K, A]):
    """Of each key the latest message of a session follows it; `A`: what else is known of one.

    Nothing is stored of them: whoever misses one asks for it again.
    """

    kind: ClassVar[str]

    def __init__(self, outside: Outside) -> None:
        super().__init__(outside)
        self._followed: dict[int, dict[K, tuple[int, A]]] = {}
        self._work = Coalesced[tuple[int, K]](self.kind, self._update, outside.works)

    @abstractmethod
    async def rendering(self, session_id: int, key: K, about: A) -> Rendering:
        """What the message should show."""

    def ends(self, table: Table, about: A) -> bool:
        """Whether the message follows no longer, once it shows this."""
        return False

    async def is_past(self, session_id: int, about: A) -> bool:
        """Whether the message has nothing to say any more, and is taken away."""
        return False

    def apart(self, outline: Outline, about: A) -> Screen | None:
        """The last that a message says when its session is set apart; None: it stays as it is."""
        return None

    def is_busy(self, message_id: int) -> bool:
        """Whether the message is left alone until it has answered."""
        return False

    def follow(self, session_id: int, key: K, message_id: int, about: A) -> None:
        """This message follows the session from now on."""
        self._followed.setdefault(session_id, {})[key] = message_id, about

    def ask(self, session_id: int) -> None:
        """Have all messages brought up to date that follow a session."""
        for key in self._followed.get(session_id, ()):
            self._work.ask((session_id, key))

    def _leave(self, session_id: int, key: K) -> None:
        others = self._followed.get(session_id, {})
        others.pop(key, None)
        if not others:
            self._followed.pop(session_id, None)

    async def _update(self, which: tuple[int, K]) -> bool:
        session_id, key = which
        message_id, about = self._followed.get(session_id, {}).get(key, (0, None))
        token = self._tokens.live(message_id)
        if token is None or about is None:
            self._leave(session_id, key)
            return False
        if self.is_busy(message_id):
            return False
        try:
            try:
                if await self.is_past(session_id, about):
                    self._leave(session_id, key)
                    await self._messages.take_away_through(token, message_id)
                    return False
                rendering = await self.rendering(session_id, key, about)
                _, overtaken = await self._messages.edit_through(token, message_id, rendering)
            except Unreadable as unreadable:
                screen = self.apart(unreadable.outline, about)
                if screen is not None:
                    await self._messages.replace_through(token, message_id, screen)
                    self._leave(session_id, key)
                return False
        except FAILURES as error:
            # Dismissed or expired: the person can ask for it again at any time.
            _log.info("not followed", kind=self.kind, session=session_id, code=code_of(error))
            self._leave(session_id, key)
            return False
        except SeatLost:
            return True
        shown = rendering.table
        if shown is not None and self.ends(shown, about) and not overtaken:
            self._leave(session_id, key)
        return overtaken


class Whispers(Following[int, Whose]):
    """Shows the newest state in the latest answer that each person got."""

    kind = "whisper"

    def __init__(self, outside: Outside, hands: Hands) -> None:
        super().__init__(outside)
        self._hands = hands

    def stands(self, whose: Whose, message_id: int) -> None:
        """A person's hand was shown in this message."""
        self.follow(whose.session_id, whose.user_id, message_id, whose)

    def is_busy(self, message_id: int) -> bool:
        """While a press on the hand is answered."""
        return message_id in self._hands.answering

    async def is_past(self, session_id: int, about: Whose) -> bool:
        """Where nobody knows any more whose hand it was: they wanted to be forgotten."""
        table = await self._sessions.table(session_id)
        return about.user_id not in (*table.people(), *table.departed())

    async def rendering(self, session_id: int, key: int, about: Whose) -> Rendering:
        """The hand; raises SeatLost."""
        return await self._hands.newest_or_gone(about)


@frozen
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
        return self.renderer.apart(outline, about.reader.locale, ending=False)

    def _follows(self, message_id: int, watched: _Watched) -> None:
        self.follow(watched.session_id, message_id, message_id, watched)
        self._work.ask((watched.session_id, message_id))  # the game may have gone on meanwhile

    def _rendering(self, watched: _Watched) -> Rendering:
        return Rendering(
            partial(self._sessions.table, watched.session_id),
            partial(rendered, self.renderer, watched.reader, watched.follows),
            urgency=Urgency.ONLOOKER,
        )


async def rendered(
    renderer: Renderer, reader: Reader, follows: int, table: Table, wanted: Wanted
) -> Rendered:
    """What is public of a table, for somebody who looks on; `follows`: until when (Unix time)."""
    status = table.record.status
    if status not in ("playing", "over"):
        return plain(renderer.unstarted_hand(table, reader.locale, None), table)
    view, spoken = table.view(None), renderer.voices(table, reader.locale)
    kind: Kind = "result" if status == "over" else "board"
    said = renderer.gist(table, view, spoken) if reader.in_words else None
    drawn = await renderer.illustrator.drawn(kind, table, view, spoken, wanted, said)
    picture = drawn.picture
    if status == "over":
        screen = board.watched_ended(table, view, spoken.message, picture=picture, said=said)
    else:
        screen = board.watched(
            table,
            view,
            spoken.message,
            follows=follows,
            due=await renderer.due(table),
            until=renderer.until(table),
            picture=picture,
            said=said,
        )
    return drawn.on(screen, table)


What: TypeAlias = Literal["computers", "options", "manage", "text"]


class _Reader(NamedTuple):
    """In which channel, and in which language, somebody sees a screen."""

    channel_id: int
    locale: str


class Private(Following[tuple[int, What], _Reader]):
    """Shows computers, options and invitations to whoever manages a lobby, and its text to all.

    Of each the latest message is brought up to date while the press that made it still gives the
    right to. Once there is no lobby any more it is taken away, and is answered so where that can't
    be; once the table is elsewhere, it says so and has no buttons.
    """

    kind = "private"

    def __init__(self, outside: Outside, games: Mapping[str, AnyGame], threads: Threads) -> None:
        super().__init__(outside)
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

    async def is_past(self, session_id: int, about: _Reader) -> bool:
        """Once the board, which stands there, says what has become of the table."""
        table = await self._sessions.table(session_id)
        return table.record.status != "lobby" and table.record.channel_id == about.channel_id

    def ends(self, table: Table, about: _Reader) -> bool:
        """Once the table is no lobby any more, or in another channel."""
        return table.record.status != "lobby" or table.record.channel_id != about.channel_id

    async def rendering(self, session_id: int, key: tuple[int, What], about: _Reader) -> Rendering:
        """The screen, or its end."""
        _, what = key

        async def render(table: Table, _: Wanted) -> Rendered:
            return plain(await self._screen(table, what, about), table)

        return Rendering(partial(self._sessions.table, session_id), render)

    async def _screen(self, table: Table, what: What, reader: _Reader) -> Screen:
        record = table.record
        words = voices(self._languages, reader.locale, record).message
        if record.status != "lobby":
            return screens.ended(table, words)
        if record.channel_id != reader.channel_id:
            return opened(record, words)
        game, spoken = self._games[record.game], self._languages.pick(record.locale)
        match what:
            case "computers":
                return screens.computers(record, game, words)
            case "options":
                names = {tag: self._name_of(tag) for tag in self._languages.tags}
                return screens.options(record, game, words, names, spoken)
            case "text":
                return screens.in_words(record, game, words, self._name_of(spoken))
            case "manage":
                server = await self._store.server(record.guild_id)
                room = self._threads.room(record.channel_id)
                movable = server.threads != "never" and room is not None
                return screens.manage(record, words, movable=movable)

    def _name_of(self, language: str) -> str:
        """A language by the name that it has for itself."""
        return self._languages.words(language)(text("language.name"))


def _reader(interaction: discord.Interaction) -> _Reader:
    return _Reader(interaction.channel_id or 0, interaction.locale.value)
