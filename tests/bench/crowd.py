"""Many people at a local Discord: they open tables, sit down, choose, and time the answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from time import perf_counter
from typing import Any

from bot.local import LocalDiscord
from bot.local.acts import actions
from bot.local.rules.components import walk
from bot.local.rules.selects import SELECTS
from bot.local.world.clock import Clock, SystemClock
from bot.local.world.records import Channel, Interaction, Message, User
from bot.local.world.world import World
from bot.testing.driver import Failed, Witness
from engine.parts.rng import Rng

Whose = Callable[[Iterable[bool]], bool]

SEATS = 4
TIMEOUT = 30.0


@dataclass
class Party:
    """The people of one table; the first is the host."""

    channel: Channel
    people: list[User]


class Crowd:
    """People at tables in channels of their own; `latencies` are seconds from press to answer."""

    def __init__(self, discord: LocalDiscord, parties: list[Party]) -> None:
        self.discord = discord
        self.parties = parties
        self.latencies: list[float] = []
        self.unanswered = 0
        self._witness = Witness(discord.world)

    async def press(self, user: User, message: Message, custom_id: str) -> None:
        """Press a button and wait for the answer; raises Failed."""
        await self._answered(actions.press(self.discord.world, user, message, custom_id))

    async def choose(self, user: User, chance: Rng | None = None) -> bool:
        """Choose what comes first in a person's hand, or by chance; False if nothing is asked."""
        hand = self.hand(user)
        offered = picks(hand)
        if not offered:
            return False
        component = offered[chance.below(len(offered)) if chance else 0]
        custom_id = component["custom_id"]
        if component["type"] in SELECTS:
            least = max(1, component.get("min_values", 1))
            values = [option["value"] for option in component["options"]]
            first = chance.below(len(values) - least + 1) if chance else 0
            values = values[first : first + least]
            world = self.discord.world
            await self._answered(actions.choose(world, user, hand, custom_id, values))
        else:
            await self.press(user, hand, custom_id)
        return True

    async def open_table(self, party: Party, game: str = "guildes", whose: Whose = all) -> None:
        """From /play to the first choice, of all or of any."""
        host, *guests = party.people
        world = self.discord.world
        await self._answered(actions.command(world, host, party.channel, "play", {"game": game}))
        lobby = await self._lobby(party)
        for guest in guests:
            await self.press(guest, lobby, button(lobby, "join"))
        await self.press(host, lobby, button(lobby, "start"))
        await self._witness.until(
            lambda: whose(map(self.asked, party.people)), "hands with a choice", TIMEOUT
        )

    async def seat_computers(self, party: Party, game: str, number: int, strength: str) -> None:
        """From /play to the host's first choice, at a table with so many computers."""
        host, world = party.people[0], self.discord.world
        await self._answered(actions.command(world, host, party.channel, "play", {"game": game}))
        lobby = await self._lobby(party)
        await self.press(host, lobby, button(lobby, "computers"))
        screen = newest_for(host, party.channel)
        for _ in range(number):
            await self.press(host, screen, f"{button(screen, 'add').rpartition(':')[0]}:{strength}")
        await self._witness.until(lambda: not is_disabled(lobby, "start"), "a full table", TIMEOUT)
        await self.press(host, lobby, button(lobby, "start"))
        await self._witness.until(lambda: self.asked(host), "a hand with a choice", TIMEOUT)

    async def _lobby(self, party: Party) -> Message:
        """The open table, once its first picture is drawn."""
        await self._witness.until(
            lambda: bool(last(party.channel).components), "an open table", TIMEOUT
        )
        return last(party.channel)

    async def play_again(self, party: Party) -> None:
        """From the result to the next game."""
        (host, *guests), board = party.people, last(party.channel)
        await self.press(host, board, button(board, "again"))
        lobby = last(party.channel)
        for guest in guests:
            await self.press(guest, lobby, button(lobby, "in"))
        await self.press(host, lobby, button(lobby, "start"))

    def asked(self, user: User) -> bool:
        """Whether the person has a hand, and something to choose in it."""
        channel = self.discord.world.direct_channel(user.id)
        return bool(channel.messages and picks(self.hand(user)))

    def hand(self, user: User) -> Message:
        """The newest of a person's direct messages that has anything to press."""
        channel = self.discord.world.direct_channel(user.id)
        return next(
            message
            for message in reversed(channel.messages.values())
            if message.seen_by is None
            and any(component.get("custom_id") for component in walk(message.components))
        )

    async def _answered(self, interaction: Interaction) -> None:
        begun = perf_counter()
        try:
            await self._witness.answered(interaction)
        except Failed:
            self.unanswered += 1
            raise
        self.latencies.append(perf_counter() - begun)


def gathered(tables: int, clock: Clock | None = None) -> tuple[World, list[Party]]:
    """A world with a channel for each table, and the people who will sit there."""
    world = World(clock or SystemClock())
    world.add_user("Moderator")
    parties = []
    for number in range(tables):
        people = [world.add_user(f"Player {number} {seat}") for seat in range(SEATS)]
        parties.append(Party(world.add_channel(f"table-{number}"), people))
    return world, parties


def last(channel: Channel) -> Message:
    """The message at the bottom that everyone there sees."""
    return next(m for m in reversed(channel.messages.values()) if m.seen_by is None)


def newest_for(user: User, channel: Channel) -> Message:
    """The message at the bottom that one person alone sees."""
    return next(m for m in reversed(channel.messages.values()) if m.seen_by == user.id)


def is_disabled(message: Message, action: str) -> bool:
    """Whether a lobby's button can't be pressed at the moment."""
    wanted = button(message, action)
    return any(c.get("disabled") for c in walk(message.components) if c.get("custom_id") == wanted)


def picks(message: Message) -> list[dict[str, Any]]:
    """The buttons and selects that make a choice."""
    return [
        component
        for component in walk(message.components)
        if str(component.get("custom_id", "")).startswith("pick:")
    ]


def button(message: Message, action: str) -> str:
    """The custom_id of a lobby's button; raises LookupError."""
    for component in walk(message.components):
        custom_id = str(component.get("custom_id", ""))
        if custom_id.startswith("lobby:") and custom_id.split(":")[2:3] == [action]:
            return custom_id
    raise LookupError(f"no {action} on {message.components}")
