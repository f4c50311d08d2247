"""What the bot is, for whoever asks."""

from __future__ import annotations

from dataclasses import dataclass

from bot.screens.parts import container, link, moment, paragraph, row
from bot.screens.screen import Screen
from bot.version import VERSION
from engine.text import text
from images.words import Words

LONGEST_ADDRESS = 512


@dataclass(frozen=True, slots=True)
class About:
    """How the bot is: running games, start in Unix time, latency in milliseconds if known.

    `privacy` and `terms` are addresses, as the application names them.
    """

    games: int
    since: int
    latency: int | None
    privacy: str | None
    terms: str | None


def about(how: About, words: Words) -> Screen:
    """Version, running games, since when, how quick; the ways to privacy and terms."""
    said = [
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
    return Screen(
        container(
            paragraph(f"### Guildhall {VERSION}", words(text("about.what"))),
            paragraph(*said),
            row(*ways) if ways else paragraph(f"-# {words(text('about.no_addresses'))}"),
        )
    )
