"""The switches of Guildes, and the rules to read as they hold with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from engine.guildes.components import (
    BOX,
    DEALINGS,
    EVENTS,
    IN_PLAY,
    LAPS,
    NUMBER_OF,
    ONE_OR_TWO,
    Trick,
    tricks_in_play,
)
from engine.parts.values import Options
from engine.text import Text, text


class GuildesOptions(Options):
    """The switches of Guildes."""

    tie_break: Literal["milice", "shared"] = Field(
        "milice", description="who wins a tie: most Milice cards laid, or all tied players"
    )
    events: bool = Field(False, description="the text of each ballot's event card applies")
    tricks: bool = Field(False, description="everyone gets a dirty trick in each ballot")


_TO = "\N{WORD JOINER}–\N{WORD JOINER}"
"""Between votes, which stay on one line."""


def rules(seats: int, options: GuildesOptions) -> tuple[Text, ...]:
    """See `Game.rules`."""
    pages = [text("game.guildes.rules"), _cards(seats), _count(options)]
    if options.events:
        pages.append(
            text("guildes.rules.events", cards=_lines(_event(one, seats) for one in EVENTS))
        )
    if options.tricks:
        tricks = (_trick(BOX.tricks[number]) for number in tricks_in_play(seats))
        pages.append(text("guildes.rules.tricks", tricks=_lines(tricks)))
    return tuple(pages)


def _cards(seats: int) -> Text:
    dealing = DEALINGS[seats]
    worth = tuple(
        text(
            "guildes.rules.guild",
            guild=text(f"guildes.topic.guild.{guild.id}"),
            votes=_TO.join(str(rank.value) for rank in guild.votes),
        )
        for guild in BOX.guilds
        if NUMBER_OF[guild.id] in IN_PLAY[seats] and not guild.per_card
    )
    dealt, laid = dealing.dealt, dealing.laid
    if not dealing.removed:
        return text("guildes.rules.cards", seats=seats, dealt=dealt, laid=laid, worth=worth)
    removed = tuple(
        text("guildes.picture.say.cards", guild=text(f"guildes.guild.{guild}"), count=number)
        for guild, number in dealing.removed.items()
    )
    key = "guildes.rules.cards_removed"
    return text(key, seats=seats, dealt=dealt, laid=laid, worth=worth, removed=removed)


def _count(options: GuildesOptions) -> Text:
    end = text(f"guildes.rules.{options.tie_break}")
    return text("guildes.rules.count", ties=text("guildes.rules.ties"), end=end)


def _event(event: str, seats: int) -> Text:
    card, rule = text(f"guildes.event_card.{event}"), event_rule(event, seats)
    return text("guildes.rules.event", card=card, rule=rule)


def event_rule(event: str, seats: int) -> Text:
    """What is written on an event card, as it holds with so many players."""
    if event != EVENTS[ONE_OR_TWO]:
        return text(f"guildes.event_card.{event}.rule")
    laps = ", ".join(map(str, LAPS[seats, ONE_OR_TWO]))
    return text("guildes.event_card.one_or_two.laps", cards=laps)


def _trick(trick: Trick) -> Text:
    key = f"guildes.trick.{trick.id}"
    return text(
        "guildes.rules.trick", letter=trick.letter, card=text(key), rule=text(f"{key}.rule")
    )


def _lines(texts: Iterable[Text]) -> Text:
    *others, said = texts
    for one in reversed(others):
        said = text("guildes.rules.then", first=one, rest=said)
    return said
