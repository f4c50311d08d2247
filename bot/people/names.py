"""What messages call people, and what they have picked."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from engine.game import Option, Prompt
from engine.text import Text, text

_MARKUP = re.compile(r"[\\*_~|`<>@#:\[\]]")
"""What Discord makes something else of: styles, links, mentions, times, emojis, commands."""

_STEERING = {"Cc", "Cf", "Cs"}
_JOINERS = "\u200c\u200d"
"""Of what steers, these make other letters and emojis."""

_BLANK = "\u034f\u115f\u1160\u2800\u3164\uffa0"
_FROM_THE_RIGHT = {"R", "AL", "AN"}
_ISOLATE, _POP = "\u2068", "\u2069"
NAMELESS = "?"


# Kept: every screen of a table names the same few.
@lru_cache(maxsize=4096)
def bare(name: str) -> str:
    """Somebody's name without what nobody sees, so that it looks like no other name."""
    visible = "".join(filter(_is_seen, " ".join(name.split()))).strip()
    return visible or NAMELESS


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """The same among other words where no markup is read: in pictures, labels, names of threads."""
    return _isolated(bare(name))


@lru_cache(maxsize=4096)
def bold(name: str) -> str:
    """The same in a message, whatever characters it has."""
    escaped = _MARKUP.sub(r"\\\g<0>", bare(name))
    return f"**{_isolated(escaped)}**"


def named(prompt: Prompt, picks: tuple[str, ...]) -> tuple[Text, ...]:
    """The options picked, in words; nothing is said so."""
    chosen = tuple(use_of(option) for option in prompt.options if option.id in picks)
    return chosen or (text("hand.none"),)


def use_of(option: Option) -> Text:
    """An option, with what it is a use of."""
    if option.group is None:
        return option.text
    return text("hand.use_of", thing=option.group, use=option.text)


def _is_seen(character: str) -> bool:
    steers = unicodedata.category(character) in _STEERING and character not in _JOINERS
    return not steers and character not in _BLANK


def _isolated(name: str) -> str:
    """A name that is read from the right turns nothing beside it around."""
    turns = any(unicodedata.bidirectional(character) in _FROM_THE_RIGHT for character in name)
    return f"{_ISOLATE}{name}{_POP}" if turns else name
