"""People who press as fast as they are asked, and remember what was answered."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import TypeVar

from bot.local import LocalDiscord
from bot.local.acts import actions
from bot.local.acts.interactions import UPDATE
from bot.local.world.records import Channel, Message
from bot.screens.custom_ids import read
from bot.testing.driver import Failed, Person, Witness, buttons, labels, selects, text_of
from bot.testing.picking import asked, picks_on

T = TypeVar("T")

GAME = "guildes"
SEATS = 3
AGAIN = 0.1
"""Seconds between two looks of somebody who sees hands only when he asks for them."""
PATIENCE = 4.0
"""Seconds after which somebody who got no answer presses again; Discord gives up after three."""
TRIES = 5
STUCK = 120.0
"""Seconds after which nobody waits for a new question any more."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice in a session, and the step at which it was made."""

    session_id: int
    seat: int
    step: int
    option: str


@dataclass
class Table:
    """Three people at a channel of their own; the last takes no direct messages.

    `answered`: the choices that Discord showed as made; `is_over`: nobody has any more to make;
    `session_id`: of the game that they play; messages of the last one may come later yet.
    """

    discord: LocalDiscord
    channel: Channel
    people: list[Person]
    answered: list[Choice] = field(default_factory=list)
    is_over: bool = True
    session_id: int | None = None

    @property
    def shard(self) -> int:
        """On which the channel's server is."""
        assert self.channel.guild is not None
        return (self.channel.guild >> 22) % self.discord.gateway.shards

    @property
    def board(self) -> Message:
        """The newest message that leads to the hands; raises LookupError."""
        for message in self._boards():
            if "My hand" in labels(message):
                return message
        raise LookupError(f"no board in {self.channel.name}")

    @property
    def over(self) -> bool:
        """Whether everybody is told that the game has ended."""
        return any("game is over" in text_of(message) for message in self._boards())

    def seen(self) -> str:
        """What there is to be seen at a table, for whoever must find out why it stands still."""
        board = next(self._boards(), None)
        said = [f"{self.channel.name}: {board and text_of(board)}"]
        for person in self.people:
            shown = person.messages(None)[-1:]
            said += [f"{person.user.name}: {text_of(each)} {labels(each)}" for each in shown]
        return "\n".join(said)

    def _boards(self) -> Iterator[Message]:
        for message in reversed(self.channel.messages.values()):
            if message.seen_by is None and _session(message) == self.session_id:
                yield message

    async def open(self) -> None:
        """From /play to the first choice."""
        host, *guests = self.people
        await _surely(lambda: host.command("play", self.channel.id, game=GAME))
        lobby = await host.sees(lambda message: "Join" in labels(message), self.channel.id, STUCK)
        self.session_id = _session(lobby)
        for guest in guests:
            await _surely(lambda guest=guest: guest.press("Join", lobby))
        await host.sees(lambda message: _may_start(message, lobby), self.channel.id, STUCK)
        await _surely(lambda: host.press("Start", lobby))
        for person in self.people[:-1]:
            await person.sees(_waits, None, STUCK)
        self.is_over = False

    async def play(self) -> None:
        """Play until the game is over; raises NotSeen where it doesn't go on at all."""
        await asyncio.gather(
            *(Player(self, seat, person).play() for seat, person in enumerate(self.people))
        )
        self.is_over = True


class Player:
    """One of them: every question gets what stands first, until an answer has come."""

    def __init__(self, table: Table, seat: int, person: Person) -> None:
        self._table = table
        self._seat = seat
        self._person = person
        self._writes = not person.user.closed_dms
        self._hand: Message | None = None

    async def play(self) -> None:
        """Choose until the game is over."""
        while (message := await self._question()) is not None:
            pressed, option = _first(message)
            _, session_id, step, *_ = pressed.split(":")
            choice = Choice(int(session_id), self._seat, int(step), option)
            if await self._shown(pressed, option, message):
                self._table.answered.append(choice)

    async def _question(self) -> Message | None:
        """A hand with something to choose; None once the game is over."""
        if self._writes:
            found = await self._until(lambda: next(self._hands(), None))
            return None if _over(found) else found
        while not self._table.over:
            if self._hand is None or not _waits(self._hand):
                # Whoever looks sees what there is; nobody has to show more.
                self._hand = await self._look()
                if self._hand is None or not _waits(self._hand):
                    await asyncio.sleep(AGAIN)
                    continue
            hand, self._hand = self._hand, None
            return hand
        return None

    async def _look(self) -> Message | None:
        """The hand, asked of the board; None if it didn't come."""
        try:
            started = self._person.start_press("My hand", self._table.board)
            await self._person._witness.answered(started, PATIENCE)
        except (Failed, LookupError):
            return None
        return self._person.world.messages.get(started.original or 0)

    def _hands(self) -> Iterator[Message]:
        """What may be pressed in direct messages, or says that the game is over."""
        for message in reversed(self._person.messages(None)):
            if _session(message) == self._table.session_id and (asked(message) or _over(message)):
                if _waits(message) or _over(message):
                    yield message
                return

    async def _shown(self, pressed: str, option: str, message: Message) -> bool:
        """Press, or choose in a menu; whether the answer shows what was chosen."""
        person = self._person
        try:
            if pressed in picks_on(message):
                started = person.start_press(pressed, message)
            else:
                started = actions.choose(person.world, person.user, message, pressed, [option])
            await self._person._witness.answered(started, PATIENCE)
        except (Failed, LookupError, actions.CannotDo):
            return False
        return started.answered == UPDATE

    async def _until(self, found: Callable[[], T | None]) -> T:
        return await self._person._witness.until(
            found, f"{self._person.user.name} sees nothing new for {STUCK:g} s", STUCK
        )


def tables_of(discord: LocalDiscord, each: int = 1) -> list[Table]:
    """So many tables on each shard, in servers of their own."""
    world, total = discord.world, discord.gateway.shards
    witness, tables = Witness(world), []
    for shard in range(total):
        guild = world.add_guild(f"Server {shard}", shard=(shard, total))
        for number in range(each):
            name = f"table-{shard}-{number}"
            channel = world.add_channel(name, guild=guild)
            people = [
                Person(discord, f"Player {shard} {number} {seat}", witness) for seat in range(SEATS)
            ]
            people[-1].user.closed_dms = True
            tables.append(Table(discord, channel, people))
    return tables


async def _surely(act: Callable[[], Awaitable[object]]) -> None:
    """Press again where no answer comes in time; what was done already is only said again."""
    for _ in range(TRIES - 1):
        with suppress(Failed):
            await act()
            return
    await act()


def witness_of(tables: Sequence[Table]) -> Witness:
    """Who hears all that happens."""
    return tables[0].people[0]._witness


def _session(message: Message) -> int | None:
    """Which session the buttons of a message are about."""
    presses = (read(button.get("custom_id") or "") for button in buttons(message))
    return next((press.session for press in presses if hasattr(press, "session")), None)


def _may_start(message: Message, lobby: Message) -> bool:
    starts = (button for button in buttons(message) if button.get("label") == "Start")
    return message.id == lobby.id and any(not button.get("disabled") for button in starts)


def _first(message: Message) -> tuple[str, str]:
    """The custom_id of what stands first, a button or a menu, and the option that it chooses."""
    for pressed in picks_on(message):
        return pressed, pressed.split(":", 3)[3]
    menu = next(one for one in selects(message) if one["custom_id"].startswith("pick:"))
    return menu["custom_id"], menu["options"][0]["value"]


def _waits(message: Message) -> bool:
    return asked(message) and not _chosen(message)


def _chosen(message: Message) -> bool:
    return any(label.startswith("✓") for label in labels(message))


def _over(message: Message) -> bool:
    return "game is over" in text_of(message)
