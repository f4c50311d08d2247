"""A live rehearsal on Discord: every way in which a game changes its messages, step by step.

What was examined is told in one line a step, for whoever runs the bot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, time
from typing import Any, TypeAlias

import aiohttp
import discord
from pydantic import SecretStr

from bot.delivery.calling.channels import Openings
from bot.delivery.calling.edits import attachment_id, created, edit_at_once, edited
from bot.delivery.wire.caution import Pace
from bot.delivery.wire.faults import ARCHIVED
from bot.languages import FALLBACK, Languages
from bot.people import direct_channel
from bot.screens.parts import button, container, gallery, paragraph, row
from bot.screens.screen import Screen
from bot.store.opening import open_store
from bot.store.records.people import Attachment
from bot.store.store import StoreFailed, StoreUnusable
from engine import games
from images import pictures


class Unexpected(Exception):
    """A step went through, and what came of it is not what it should be."""


FAULTS = (
    *(discord.DiscordException, aiohttp.ClientError, OSError),
    *(Unexpected, StoreFailed, StoreUnusable),
)


class Report:
    """Says of each step whether it passed; counts those that failed."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self.failures = 0

    def title(self, said: str) -> None:
        """What the next steps are about."""
        self._say(f"\n{said}")

    def passed(self, step: str, said: str = "") -> None:
        """All is well."""
        self._line("passed", step, said)

    def noted(self, step: str, said: str) -> None:
        """Nothing that keeps a game from being played, but worth knowing."""
        self._line("note", step, said)

    def failed(self, step: str, said: str) -> None:
        """Something must be put right."""
        self.failures += 1
        self._line("FAILED", step, said)

    @contextmanager
    def step(self, step: str) -> Iterator[None]:
        """One step that passes unless it fails with one of FAULTS, which ends here."""
        try:
            yield
        except FAULTS as fault:
            self.failed(step, answer(fault))
        else:
            self.passed(step)

    def _line(self, verdict: str, step: str, said: str) -> None:
        self._say(f"  {verdict:7}{step}{': ' if said else ''}{said}")


def answer(fault: BaseException) -> str:
    """What Discord or the network said."""
    if isinstance(fault, discord.HTTPException):
        return f"Discord said {fault.status}, code {fault.code}: {fault.text}"
    if isinstance(fault, Unexpected):
        return str(fault)
    return f"{type(fault).__name__}: {fault}"


PRESS_TIMEOUT = 180.0
"""Seconds for which a press is awaited."""
IN_TIME = 2.0
"""Seconds after which a press is too old to be answered safely."""
CONNECTING = 60.0

Person: TypeAlias = discord.User | discord.Member
Change: TypeAlias = Callable[[discord.Interaction, Screen], Awaitable[discord.Message]]
"""Shows a screen in the pressed message; the message as Discord answers it, for reading it would
need a permission that games don't."""


class Rehearsal(discord.AutoShardedClient):
    """Listens for presses on the rehearsal's messages, and answers nothing else."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self.presses: asyncio.Queue[discord.Interaction] = asyncio.Queue()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hand a press over to the step that waits for one."""
        data: dict[str, object] = dict(interaction.data or {})
        if data.get("custom_id") == PRESS:
            await self.presses.put(interaction)

    async def pressed(self, message_id: int) -> discord.Interaction:
        """The next press on that message; raises Unexpected if nobody presses."""
        try:
            async with asyncio.timeout(PRESS_TIMEOUT):
                while True:
                    interaction = await self.presses.get()
                    message = interaction.message
                    age = discord.utils.utcnow() - interaction.created_at
                    mine = message is not None and message.id == message_id
                    if mine and age.total_seconds() < IN_TIME:
                        return interaction
        except TimeoutError:
            raise Unexpected(f"nobody pressed within {PRESS_TIMEOUT:.0f} seconds") from None


async def rehearse(report: Report, token: str, channel_id: int, database: Path | SecretStr) -> None:
    """Play every step in that channel, with whoever presses the buttons there."""
    report.title(f"Rehearsal in channel {channel_id}: press the button whenever it is there")
    client = Rehearsal()
    async with client:
        connecting = asyncio.create_task(client.start(token))
        ready = asyncio.create_task(client.wait_until_ready())
        await asyncio.wait({connecting, ready}, timeout=CONNECTING, return_when="FIRST_COMPLETED")
        try:
            if not ready.done():
                report.failed("connect", _why(connecting))
                return
            report.passed("connect", f"{len(client.guilds)} servers, {client.shard_count} shards")
            await _play(report, client, channel_id, database)
        finally:
            ready.cancel()
            connecting.cancel()


async def _play(
    report: Report, client: Rehearsal, channel_id: int, database: Path | SecretStr
) -> None:
    try:
        channel = await client.fetch_channel(channel_id)
    except FAULTS as fault:
        report.failed("find the channel", answer(fault))
        return
    if not isinstance(channel, discord.TextChannel):
        report.failed("find the channel", f"{channel} is no text channel of a server")
        return
    stage = Stage()
    try:
        board = await channel.send(**stage.posted())
    except FAULTS as fault:
        report.failed("post a board", answer(fault))
        return
    report.passed("post a board")
    person, board = await _by_presses(report, client, stage, board)
    # What a press was answered with would be edited through the press's token.
    ours = channel.get_partial_message(board.id)
    with report.step("edited by the bot, picture kept"):
        _shows(board, board := await ours.edit(**edited(stage.next(kept(board)))))
    with report.step("edited by the bot, new picture"):
        _shows(board, await ours.edit(**edited(stage.next())))
    with report.step("a line, which phones show, becomes a board"):
        line = await channel.send(**stage.noticed())
        _shows(line, shown := await line.edit(**edited(stage.next())))
        if shown.content:
            raise Unexpected("the line is there still")
        await line.delete()
    if person is not None:
        await _in_messages(report, client, stage, person, database)
    await _in_thread(report, stage, channel)
    with report.step("delete the board"):
        await ours.delete()


async def _by_presses(
    report: Report, client: Rehearsal, stage: Stage, board: discord.Message
) -> tuple[Person | None, discord.Message]:
    """Whoever pressed, or None if nobody did; the board as it is then."""
    people: list[Person] = []
    for step, keeps, change in BY_PRESS:
        with report.step(step):
            interaction = await client.pressed(board.id)
            people.append(interaction.user)
            screen = stage.next(kept(board) if keeps else None)
            _shows(board, board := await change(interaction, screen))
            _within(interaction, None)
        if not people:
            break  # nobody is there for the others either
    return people[-1] if people else None, board


async def _answered(interaction: discord.Interaction, screen: Screen) -> discord.Message:
    told = await interaction.response.edit_message(**edited(screen))
    if told is None or not isinstance(told.resource, discord.Message):
        raise Unexpected("the answer doesn't tell what became of the message")
    return told.resource


async def _at_once(interaction: discord.Interaction, screen: Screen) -> discord.Message:
    await edit_at_once(interaction.response, screen)
    return await interaction.original_response()  # which Discord hasn't told


async def _deferred(interaction: discord.Interaction, screen: Screen) -> discord.Message:
    await interaction.response.defer()
    return await interaction.edit_original_response(**edited(screen))


async def _by_token(interaction: discord.Interaction, screen: Screen) -> discord.Message:
    await interaction.response.defer()
    original: Any = "@original"
    return await interaction.followup.edit_message(original, **edited(screen))


BY_PRESS: tuple[tuple[str, bool, Change], ...] = (
    ("edited by a press, picture kept", True, _at_once),
    ("edited by a press, new picture", False, _answered),
    ("edited by a deferred press, picture kept", True, _deferred),
    ("edited by a deferred press, new picture", False, _deferred),
    ("edited by token after a press, picture kept", True, _by_token),
    ("edited by token after a press, new picture", False, _by_token),
)


async def _in_messages(
    report: Report, client: Rehearsal, stage: Stage, person: Person, database: Path | SecretStr
) -> None:
    with report.step("post, edit and delete in direct messages"):
        line = await _to_person(client, person, database, stage.noticed())
        _shows(line, private := await line.edit(**edited(stage.next())))
        _shows(private, await private.edit(**edited(stage.next(kept(private)))))
        _shows(private, private := await private.edit(**edited(stage.next())))
        with report.step("a press in direct messages"):
            pressed = await client.pressed(private.id)
            _shows(private, await _at_once(pressed, stage.next(kept(private))))
            _within(pressed, private.channel.id)
        await private.delete()


def _within(interaction: discord.Interaction, direct: int | None) -> None:
    """Check that Discord tells the direct messages in which a press was made, or None."""
    if (told := direct_channel(interaction)) != direct:
        where = (
            "a server's or a group's channel" if told is None else "direct messages with the bot"
        )
        raise Unexpected(f"Discord takes channel {interaction.channel_id} for {where}")


async def _to_person(
    client: Rehearsal, person: Person, database: Path | SecretStr, said: Mapping[str, Any]
) -> discord.Message:
    """Open a person's direct messages as games do, counted and held back by the same facts."""
    store = await open_store(database)
    try:
        openings = Openings(client, Pace(1, 1, monotonic), store, time)
        channel_id = await openings.open(person.id, pressed=True)
        try:
            return await client.get_partial_messageable(channel_id).send(**said)
        except discord.HTTPException as refused:
            await openings.refused(refused)
            raise
    finally:
        await store.close()


async def _in_thread(report: Report, stage: Stage, channel: discord.TextChannel) -> None:
    with report.step("post in a thread of its own"):
        thread = await channel.create_thread(
            name="Guildhall: rehearsal", type=discord.ChannelType.public_thread
        )
        board = await thread.send(**stage.posted())
        _shows(board, await board.edit(**edited(stage.next(kept(board)))))
        with report.step("archive the thread"):
            await thread.edit(archived=True)
        with report.step("no edit in an archived thread"):
            await _refused(board.edit(**edited(stage.next(kept(board)))))
        with report.step("a new board takes the thread up again"):
            await thread.send(**stage.posted())
        with report.step("put the thread away"):
            await thread.edit(archived=True)


async def _refused(call: Awaitable[object]) -> None:
    try:
        await call
    except discord.HTTPException as error:
        if error.code == ARCHIVED:
            return
        raise
    raise Unexpected("Discord carried it out; games there would be edited in silence")


def _shows(before: discord.Message, after: discord.Message) -> None:
    """Check that the message still shows one picture; raises Unexpected."""
    if after.id != before.id:
        raise Unexpected("the answer is about another message")
    if kept(after) is None:
        raise Unexpected("the picture is gone")


def _why(connecting: asyncio.Task[None]) -> str:
    if not connecting.done():
        return f"no answer within {CONNECTING:.0f} seconds"
    fault = connecting.exception()
    return "closed" if fault is None else answer(fault)


PRESS = "doctor:press"
PICTURE = "board.png"
LINE = "Guildhall: rehearsal"
SEATS = ("Ada", "Ben", "Cleo")


class Stage:
    """Makes one screen after the other; each picture is of another game."""

    def __init__(self) -> None:
        self._words = Languages.load().words(FALLBACK, SEATS)
        self._shown = 0

    def posted(self) -> dict[str, Any]:
        """The arguments of a new message."""
        return created(self.next(), silent=True)

    def noticed(self) -> dict[str, Any]:
        """The same of one that notifies: it begins with a line, which phones show."""
        return created(self.next(), silent=False)

    def next(self, picture: Attachment | None = None) -> Screen:
        """The next screen, with the picture that the message shows already or with a new one."""
        self._shown += 1
        game = games["guildes"]
        view = game.view(game.setup(len(SEATS), game.Options(), self._shown), None)
        shown = picture or pictures[game.name].board(view, self._words)
        frame = container(
            paragraph("### Guildhall: rehearsal", f"-# step {self._shown}"),
            gallery(PICTURE, shown.alt),
            row(button("Press me", PRESS, discord.ButtonStyle.primary)),
        )
        return Screen(frame, shown, PICTURE, push=LINE)


def kept(message: discord.Message | None) -> Attachment | None:
    """The picture that a message shows, to be kept; None if there is none."""
    held = None if message is None else attachment_id(message, PICTURE)
    return None if held is None else Attachment(held, PICTURE, PICTURE, "a board, as before")
