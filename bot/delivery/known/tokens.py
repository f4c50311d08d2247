"""Live interaction tokens: a press lets us edit its messages for a quarter of an hour, for free."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

import discord

from bot.delivery.known.notes import Notes
from bot.store.records.people import LIFETIME, PressToken

Target = int | Literal["@original"]
ORIGINAL: Final = "@original"
"""The message that was pressed, or that the answer made; a follow-up is named by its id."""

WebhookOf = Callable[[int, str], discord.Webhook]
"""Gives the webhook of an application's id and a press's token."""


@dataclass(frozen=True, slots=True)
class Token:
    """The right to edit one message."""

    webhook: discord.Webhook = field(repr=False)
    target: Target


class Tokens:
    """The latest token of each message. Secrets: never logged.

    Those of messages that everybody sees are noted in the store, for whoever edits them after a
    restart.
    """

    def __init__(self, clock: Callable[[], float], webhook: WebhookOf, notes: Notes) -> None:
        self._clock = clock
        self._webhook = webhook
        self._notes = notes
        self._tokens: dict[int, PressToken] = {}

    def keep(
        self,
        message_id: int,
        interaction: discord.Interaction,
        *,
        follows: bool = False,
        alone: bool = False,
    ) -> None:
        """Remember the right that an answered press gave; `alone`: one person sees the message.

        `follows`: the message isn't the one that was pressed or that the answer made.
        """
        self._drop_expired()
        token = PressToken(
            message_id,
            interaction.user.id,
            interaction.application_id,
            interaction.token,
            follows=follows,
            expires=self._clock() + LIFETIME,
        )
        self._hold(token)
        if not alone:
            self._notes.token(message_id, token)

    def recall(self, noted: PressToken) -> None:
        """Remember what the store knows, unless a later press is known."""
        known = self._tokens.get(noted.message_id)
        if noted.expires <= self._clock() or (known and known.expires >= noted.expires):
            return
        self._hold(noted)

    def lives(self, message_id: int) -> bool:
        """Whether a token of the message still lives."""
        token = self._tokens.get(message_id)
        return token is not None and token.expires > self._clock()

    def live(self, message_id: int) -> Token | None:
        """The token of a message, if it still lives."""
        if not self.lives(message_id):
            return None
        token = self._tokens[message_id]
        webhook = self._webhook(token.application_id, token.token)
        return Token(webhook, message_id if token.follows else ORIGINAL)

    def drop(self, message_id: int) -> None:
        """Forget a token that Discord refused."""
        if self._tokens.pop(message_id, None) is not None:
            self._notes.token(message_id, None)

    def _hold(self, token: PressToken) -> None:
        self._tokens.pop(token.message_id, None)
        self._tokens[token.message_id] = token

    def _drop_expired(self) -> None:
        # Nearly in order of expiring: what is recalled out of order goes with those before it.
        now = self._clock()
        while self._tokens:
            message_id, token = next(iter(self._tokens.items()))
            if token.expires > now:
                break
            del self._tokens[message_id]
