"""What the bot is, how one begins, and how it is, for whoever asks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot import VERSION
from bot.custom_ids.looks import Rules
from bot.screens.parts.parts import button, container, link, moment, paragraph, rows
from bot.screens.parts.screen import Screen
from engine.text import text
from images.words import Words

LONGEST_ADDRESS = 512


@dataclass(frozen=True, slots=True)
class About:
    """How the bot is: running games, start in Unix time, latency in milliseconds if known.

    `privacy` and `terms` are addresses, as the application names them. `commands`: their numbers.
    """

    games: int
    since: int
    latency: int | None
    privacy: str | None
    terms: str | None
    commands: Mapping[str, int]


def about(how: About, games: Sequence[str], words: Words) -> Screen:
    """What it is and how one begins, the rules of each game; in small print how it is."""
    begins = [
        words(text(f"about.{name}", command=_mention(name, how.commands, words)))
        for name in ("play", "learn")
    ]
    said = [
        f"Guildhall {VERSION}.",
        words(text("about.games", n=how.games)),
        words(text("about.since", when=moment(how.since))),
    ]
    if how.latency is not None:
        said.append(words(text("about.latency", n=how.latency)))
    ways = [
        link(words(text(f"about.{name}")), address)
        for name, address in (("privacy", how.privacy), ("terms", how.terms))
        if address and len(address) <= LONGEST_ADDRESS
    ]
    if not ways:
        said.append(words(text("about.no_addresses")))
    rules = [
        button(words(text("about.rules", game=text(f"game.{game}.name"))), Rules(game, 0))
        for game in games
    ]
    return Screen(
        container(
            paragraph(words(text("about.what")), *begins),
            *rows(rules),
            paragraph(f"-# {' '.join(said)}"),
            *rows(ways),
        )
    )


def _mention(name: str, numbers: Mapping[str, int], words: Words) -> str:
    """A command that one can press, or as it is typed where its number isn't known yet."""
    typed = words(text(f"command.{name}.name"))
    return f"</{typed}:{numbers[name]}>" if name in numbers else f"/{typed}"
