"""Hands shown in answers for one person alone: they live as long as the press's token."""

from __future__ import annotations

import structlog

from bot.delivery.kept.hands import Hands
from bot.delivery.kept.kept import Whose
from bot.delivery.kept.kinds import Outside, SeatLost
from bot.delivery.known.tokens import Tokens
from bot.delivery.wire.coalesced import Coalesced
from bot.delivery.wire.faults import FAILURES, code_of

_log = structlog.get_logger(__name__)


class Whispers:
    """The latest hand that was whispered to each person, kept up to date while it can be."""

    def __init__(self, outside: Outside, hands: Hands, tokens: Tokens) -> None:
        self._messages = outside.messages
        self._hands = hands
        self._tokens = tokens
        self._latest: dict[Whose, int] = {}
        self._work = Coalesced("whisper", self._update)

    def stands(self, whose: Whose, message_id: int) -> None:
        """Note the latest message that an answer made for this person alone."""
        self._latest[whose] = message_id

    def ask_all(self, session_id: int, users: tuple[int, ...]) -> None:
        """Have the whispered hands of a session brought up to date."""
        for user_id in users:
            if Whose(session_id, user_id) in self._latest:
                self._work.ask(Whose(session_id, user_id))

    async def settled(self) -> None:
        """Wait until every whispered hand is up to date."""
        await self._work.settled()

    def close(self) -> None:
        """Drop what is under way; whoever misses a hand asks for it again."""
        self._work.close()

    async def _update(self, whose: Whose) -> bool:
        message_id = self._latest.get(whose)
        if message_id is None or message_id in self._hands.answering:
            return False
        token = self._tokens.live(message_id)
        if token is None:
            self._latest.pop(whose, None)
            return False
        try:
            rendering = await self._hands.newest_or_gone(whose)
            _, overtaken = await self._messages.edit_through(token, message_id, rendering)
        except FAILURES as error:
            # Dismissed or expired: the person can ask for it again at any time.
            _log.info("whispered hand not updated", session=whose.session_id, code=code_of(error))
            self._latest.pop(whose, None)
            return False
        except SeatLost:
            return True
        return overtaken
