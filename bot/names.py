"""What messages call people, and what they have picked."""

from __future__ import annotations

from functools import lru_cache

import discord

from engine.game import Option, Prompt
from engine.text import Text, text


# Kept: every screen of a table names the same few.
@lru_cache(maxsize=4096)
def bold(name: str) -> str:
    """Somebody's name in a message, whatever characters it has."""
    return f"**{discord.utils.escape_markdown(name)}**"


def named(prompt: Prompt, picks: tuple[str, ...]) -> tuple[Text, ...]:
    """The options picked, in words; nothing is said so."""
    chosen = tuple(_said(option) for option in prompt.options if option.id in picks)
    return chosen or (text("hand.none"),)


def _said(option: Option) -> Text:
    """An option, with what it is a use of."""
    if option.group is None:
        return option.text
    return text("hand.use_of", thing=option.group, use=option.text)
