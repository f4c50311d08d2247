"""Live interaction tokens: a press lets us edit its messages for a quarter of an hour, for free."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

import discord

LIFETIME = 14 * 60
"""Seconds that a token is used; Discord kills it after fifteen minutes."""

Target = int | Literal["@original"]
ORIGINAL: Final = "@original"
"""The message that was pressed, or that the answer made; a follow-up is named by its id."""


@dataclass(frozen=True, slots=True)
class Token:
    """The right to edit one message, until it expires."""

    webhook: discord.Webhook = field(repr=False)
    target: Target
    expires: float


class Tokens:
    """The latest token of each message. Secrets: kept in memory only, never logged."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._tokens: dict[int, Token] = {}

    def keep(
        self, message_id: int, interaction: discord.Interaction, target: Target = ORIGINAL
    ) -> None:
        """Remember the right that an answered press gave."""
        self._drop_expired()
        self._tokens.pop(message_id, None)
        expires = self._clock() + LIFETIME
        self._tokens[message_id] = Token(interaction.followup, target, expires)

    def live(self, message_id: int) -> Token | None:
        """The token of a message, if it still lives."""
        token = self._tokens.get(message_id)
        return token if token is not None and token.expires > self._clock() else None

    def drop(self, message_id: int) -> None:
        """Forget a token that Discord refused."""
        self._tokens.pop(message_id, None)

    def _drop_expired(self) -> None:
        # In order of keeping, so the oldest come first.
        now = self._clock()
        while self._tokens:
            message_id, token = next(iter(self._tokens.items()))
            if token.expires > now:
                break
            del self._tokens[message_id]
