"""Live interaction tokens: a press lets us edit its messages for a quarter of an hour, for free."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Literal

import discord

from bot.delivery.notes import Notes
from bot.store import press_tokens
from bot.store.records.messages import PressToken

LIFETIME: Final = press_tokens.LIFETIME

Target = int | Literal["@original"]
ORIGINAL: Final = "@original"
"""The message that was pressed, or that the answer made; a follow-up is named by its id."""

WebhookOf = Callable[[int, str], discord.Webhook]
"""Gives the webhook of an application's id and a press's token."""


@dataclass(frozen=True, slots=True)
class Token:
    """The right to edit one message, until it expires."""

    webhook: discord.Webhook = field(repr=False)
    target: Target
    expires: float


class Tokens:
    """The latest token of each message. Secrets: never logged.

    Those of messages that everybody sees are noted in the store, for whoever edits them after a
    restart.
    """

    def __init__(self, clock: Callable[[], float], webhook: WebhookOf, notes: Notes) -> None:
        self._clock = clock
        self._webhook = webhook
        self._notes = notes
        self._tokens: dict[int, Token] = {}

    def keep(
        self,
        message_id: int,
        interaction: discord.Interaction,
        target: Target = ORIGINAL,
        *,
        alone: bool = False,
    ) -> None:
        """Remember the right that an answered press gave; `alone`: one person sees the message."""
        self._drop_expired()
        webhook = interaction.followup
        expires = self._clock() + LIFETIME
        self._hold(message_id, Token(webhook, target, expires))
        if not alone and webhook.token is not None:
            noted = PressToken(
                message_id,
                interaction.user.id,
                webhook.id,
                webhook.token,
                follows=target != ORIGINAL,
                expires=expires,
            )
            self._notes.token(message_id, noted)

    def recall(self, noted: PressToken) -> None:
        """Remember what the store knows, unless a later press is known."""
        known = self._tokens.get(noted.message_id)
        if noted.expires <= self._clock() or (known and known.expires >= noted.expires):
            return
        webhook = self._webhook(noted.application_id, noted.token)
        target: Target = noted.message_id if noted.follows else ORIGINAL
        self._hold(noted.message_id, Token(webhook, target, noted.expires))

    def live(self, message_id: int) -> Token | None:
        """The token of a message, if it still lives."""
        token = self._tokens.get(message_id)
        return token if token is not None and token.expires > self._clock() else None

    def drop(self, message_id: int) -> None:
        """Forget a token that Discord refused."""
        if self._tokens.pop(message_id, None) is not None:
            self._notes.token(message_id, None)

    def _hold(self, message_id: int, token: Token) -> None:
        self._tokens.pop(message_id, None)
        self._tokens[message_id] = token

    def _drop_expired(self) -> None:
        # Nearly in order of expiring: what is recalled out of order goes with those before it.
        now = self._clock()
        while self._tokens:
            message_id, token = next(iter(self._tokens.items()))
            if token.expires > now:
                break
            del self._tokens[message_id]
