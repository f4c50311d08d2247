"""Messages for one person alone: each follows its session while a press's token lives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import ClassVar, Generic, TypeVar

import structlog

from bot.delivery.kept.hands import Hands
from bot.delivery.kept.kept import Whose
from bot.delivery.kept.kinds import Outside, SeatLost
from bot.delivery.known.tokens import Tokens
from bot.delivery.rendering.rendering import Rendering
from bot.delivery.wire.coalesced import Coalesced
from bot.delivery.wire.faults import FAILURES, code_of
from bot.screens.parts.screen import Screen
from bot.sessions.refusals import Unreadable
from bot.sessions.table.table import Table
from bot.store.records.sessions import Outline

_log = structlog.get_logger(__name__)

K = TypeVar("K", bound=Hashable)
A = TypeVar("A")


class Following(ABC, Generic[K, A]):
    """Of each key the latest message of a session follows it; `A`: what else is known of one.

    Nothing is stored of them: whoever misses one asks for it again.
    """

    kind: ClassVar[str]

    def __init__(self, outside: Outside, tokens: Tokens) -> None:
        self._sessions = outside.sessions
        self._messages = outside.messages
        self._tokens = tokens
        self._followed: dict[int, dict[K, tuple[int, A]]] = {}
        self._work = Coalesced[tuple[int, K]](self.kind, self._update, outside.works)

    @abstractmethod
    async def rendering(self, session_id: int, key: K, about: A) -> Rendering:
        """What the message should show."""

    def ends(self, table: Table, about: A) -> bool:
        """Whether the message follows no longer, once it shows this."""
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

    def __init__(self, outside: Outside, tokens: Tokens, hands: Hands) -> None:
        super().__init__(outside, tokens)
        self._hands = hands

    def stands(self, whose: Whose, message_id: int) -> None:
        """A person's hand was shown in this message."""
        self.follow(whose.session_id, whose.user_id, message_id, whose)

    def is_busy(self, message_id: int) -> bool:
        """While a press on the hand is answered."""
        return message_id in self._hands.answering

    async def rendering(self, session_id: int, key: int, about: Whose) -> Rendering:
        """The hand; raises SeatLost."""
        return await self._hands.newest_or_gone(about)
