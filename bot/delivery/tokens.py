"""Live interaction tokens: a press lets us edit its message for a quarter of an hour, for free."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import discord

LIFETIME = 14 * 60
"""Seconds that a token is used; Discord kills it after fifteen minutes."""

Where = Literal["dm", "ephemeral"]
Place = tuple[int, int, Where]
"""Session, person, and which of the person's messages."""


@dataclass(frozen=True, slots=True)
class Token:
    """The right to edit one message, until it expires."""

    webhook: discord.Webhook
    message_id: int
    expires: float


class Tokens:
    """The latest token of each place. Secrets: kept in memory only, never logged."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._tokens: dict[Place, Token] = {}

    def keep(self, place: Place, interaction: discord.Interaction, message_id: int) -> None:
        """Remember the right that an answered press gave."""
        self._drop_expired()
        self._tokens.pop(place, None)
        expires = self._clock() + LIFETIME
        self._tokens[place] = Token(interaction.followup, message_id, expires)

    def live(self, place: Place) -> Token | None:
        """The token of a place, if it still lives."""
        token = self._tokens.get(place)
        return token if token is not None and token.expires > self._clock() else None

    def drop(self, place: Place) -> None:
        """Forget a token that Discord refused."""
        self._tokens.pop(place, None)

    def _drop_expired(self) -> None:
        # In order of keeping, so the oldest come first.
        now = self._clock()
        while self._tokens:
            place, token = next(iter(self._tokens.items()))
            if token.expires > now:
                break
            del self._tokens[place]
