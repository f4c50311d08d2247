"""Reviews: a private message says how far one is, and becomes it; its turning points, its sharing.

Nothing of the messages is stored: whoever misses one presses again, and what is read stays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Final

import discord
import structlog

from bot.delivery.calling.answers import Answers
from bot.delivery.calling.edits import edited_by_token
from bot.delivery.drawing.drawing import Drawing, Urgency
from bot.delivery.kept.letters import Letters
from bot.delivery.known.noted import Tokens
from bot.delivery.known.posts import Look
from bot.delivery.rendering.renderer import Reader, Renderer
from bot.delivery.rendering.rendering import Rendered, Wanted, at_hand
from bot.delivery.wire.coalesced import Coalesced, Works
from bot.people import Voices
from bot.screens import review as screens
from bot.screens.custom_ids import Trying
from bot.screens.play import hand as hands
from bot.screens.reading import paged
from bot.screens.screen import Screen
from bot.sessions.over.replays import Replays
from bot.sessions.over.reviews import Reviewable
from bot.sessions.refusals import Refused, UnknownOption
from bot.sessions.table.table import Table
from bot.store.records.play import Tried
from bot.store.records.sessions import Session
from bot.thinking.reviewing import Reviewing
from images.pictures import Picture
from images.words import Words

_log = structlog.get_logger(__name__)

TOLD_EVERY: Final = 3.0
"""Seconds between two words about how far one is."""


@dataclass(slots=True)
class _Waiting:
    """A message that says how far a review is."""

    message_id: int
    reader: Reader
    shared: bool
    told_at: float
    tell: bool
    called: bool = False


@dataclass(eq=False, repr=False)
class Reviews:
    """Shows each review to the person whose it is, and to nobody else unless it is shared."""

    _reviewing: Reviewing
    _replays: Replays
    _renderer: Renderer
    _drawing: Drawing
    _answers: Answers
    _tokens: Tokens
    _letters: Letters
    _works: Works

    def __post_init__(self) -> None:
        self._waiting: dict[tuple[int, int], dict[int, _Waiting]] = {}
        self._posting: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._writing = Coalesced("review", self._write, self._works)
        self._reviewing.follow(self._follow)

    async def open(self, interaction: discord.Interaction, session: int, reader: Reader) -> None:
        """Answer with the review, or how far it is; raises as `Reviewing.begin`."""
        shared = _is_shared(interaction)
        waits: list[tuple[bool, bool]] = []

        async def rendered() -> Rendered:  # a long game takes a while to be played again
            found = await self._reviewing.begin(session, interaction.user.id)
            if found.review.done:
                return await self._whole(found, reader, shared=shared)
            called = found.tell and await self._letters.calls(found.record, found.user_id)
            waits.append((found.tell, called))
            return await at_hand(self._progress(found, reader, tell=found.tell, called=called))

        message_id, _ = await self._answers.post(interaction, rendered(), alone=True)
        if waits:
            waiting = _Waiting(message_id, reader, shared, _now(), *waits[0])
            await self._wait(session, interaction, waiting)

    async def tell(self, interaction: discord.Interaction, session: int, reader: Reader) -> None:
        """Have the person told by direct message when it is done; raises likewise."""
        found = await self._reviewing.begin(session, interaction.user.id)
        if found.review.done:
            await self.back(interaction, session, reader)
            return
        await self._reviewing.tell(found, wanted=True)
        called = await self._letters.calls(found.record, interaction.user.id)
        for waiting in self._waiting.get((session, interaction.user.id), {}).values():
            waiting.tell, waiting.called = True, called
        screen = self._progress(found, reader, tell=True, called=called)
        await self._replace(interaction, lambda _: at_hand(screen))
        if (pressed := interaction.message) is not None:
            shared = _is_shared(interaction)
            waiting = _Waiting(pressed.id, reader, shared, _now(), tell=True, called=called)
            await self._wait(session, interaction, waiting)

    async def back(self, interaction: discord.Interaction, session: int, reader: Reader) -> None:
        """Show the review in the pressed message; raises likewise."""

        async def rendered(_: Look | None) -> Rendered:
            found = await self._done(interaction, session)
            return await self._whole(found, reader, shared=_is_shared(interaction))

        await self._replace(interaction, rendered)

    async def turn(
        self, interaction: discord.Interaction, session: int, number: int, reader: Reader
    ) -> None:
        """Show a turning point in the pressed message; raises likewise."""

        async def rendered(before: Look | None) -> Rendered:
            found = await self._with_point(interaction, session, number)
            return await self._turn(found, number, await self._step(found, number), reader, before)

        await self._replace(interaction, rendered)

    async def whole(
        self, interaction: discord.Interaction, session: int, number: int, reader: Reader
    ) -> None:
        """Answer with the whole turn that a turning point belongs to; raises likewise."""
        found = await self._with_point(interaction, session, number)
        screen = screens.whole_turn(found, number, self._voices(found, reader).message)
        if screen is None:
            raise UnknownOption
        await self._answers.show(interaction, screen)

    async def in_words(
        self, interaction: discord.Interaction, session: int, number: int, reader: Reader, page: int
    ) -> Screen:
        """A page of the hand at a turning point, in words; raises likewise."""
        found = await self._with_point(interaction, session, number)
        view = found.made(found.review.turning_points[number - 1]).view
        words = self._voices(found, reader).message
        said = self._drawing.describe(found.record.game, view, words.to(view.viewer))
        return paged(
            found.record.game, said, words, partial(screens.text_page, session, number), page
        )

    async def moment(
        self, interaction: discord.Interaction, press: Trying
    ) -> tuple[Session, int, Tried]:
        """The game, the seat and the moment that are to be tried; raises likewise."""
        found = await self._with_point(interaction, press.session, press.turn)
        outcome, seat = found.game.outcome(found.last.state), found.review.seat
        if outcome is None:
            raise UnknownOption
        beside = hands.placing(found.record, outcome, seat)
        return found.record, seat, found.tried(press.turn, press.world, beside)

    async def share(self, interaction: discord.Interaction, session: int, *, posted: bool) -> None:
        """Show what everybody would see, or show it to everybody; raises likewise."""
        found = await self._done(interaction, session)
        spoken = self._voices(found, Reader(interaction.locale.value))
        look = 0 if interaction.message is None else interaction.message.id
        if posted:
            # A second press has the same answer, and posts nothing.
            await self._answers.replace(interaction, screens.posted(spoken.message))
            if look in self._posting:
                return
            self._posting.add(look)
        try:
            picture = await self._picture(found, spoken.picture)
            shown = screens.to_everybody if posted else screens.to_share
            screen = shown(found, spoken, picture)
            await self._answers.post(interaction, at_hand(screen), alone=not posted)
        finally:
            self._posting.discard(look)

    async def settled(self) -> None:
        """Wait until all that is to be told was told."""
        while self._tasks:
            await asyncio.wait(self._tasks)
        await self._writing.settled()

    def close(self) -> None:
        """Tell no more."""
        for task in self._tasks:
            task.cancel()

    async def _wait(
        self, session: int, interaction: discord.Interaction, waiting: _Waiting
    ) -> None:
        """Have the message become the review, beside others of the same review."""
        which = session, interaction.user.id
        self._waiting.setdefault(which, {})[waiting.message_id] = waiting
        if not self._reviewing.reads(*which):  # any more
            self._follow(await self._reviewing.begin(*which), over=True)

    async def _done(self, interaction: discord.Interaction, session: int) -> Reviewable:
        found = await self._reviewing.begin(session, interaction.user.id)
        if not found.review.done:
            raise UnknownOption
        return found

    async def _with_point(
        self, interaction: discord.Interaction, session: int, number: int
    ) -> Reviewable:
        """The same, which has a turning point of that number."""
        found = await self._done(interaction, session)
        if not 1 <= number <= len(found.review.turning_points):
            raise UnknownOption
        return found

    async def _replace(
        self, interaction: discord.Interaction, render: Callable[[Look | None], Awaitable[Rendered]]
    ) -> None:
        async with self._answers.answering(interaction) as answer:
            await answer.show(render)

    def _progress(self, found: Reviewable, reader: Reader, *, tell: bool, called: bool) -> Screen:
        words, seconds = self._voices(found, reader).message, self._reviewing.seconds_left(found)
        return screens.progress(found, words, seconds, tell=tell, called=called)

    def _voices(self, found: Reviewable, reader: Reader) -> Voices:
        return self._renderer.voices(_table(found), reader.locale)

    async def _whole(self, found: Reviewable, reader: Reader, *, shared: bool) -> Rendered:
        spoken = self._voices(found, reader)
        picture = None if reader.in_words else await self._picture(found, spoken.picture)
        return await at_hand(screens.reviewed(found, spoken, picture, shared=shared))

    async def _picture(self, found: Reviewable, words: Words) -> Picture | None:
        try:
            return await self._drawing.records(screens.course(found, words), words)
        except Exception:  # noqa: BLE001 - a broken picture must not cost the words
            _log.exception("drawing failed", picture="review")
            return None

    async def _turn(
        self, found: Reviewable, number: int, step: int, reader: Reader, before: Look | None
    ) -> Rendered:
        spoken, table = self._voices(found, reader), _table(found)
        view = found.made(found.review.turning_points[number - 1]).view
        said = self._renderer.gist(table, view, spoken) if reader.in_words else None
        wanted = Wanted(before, Urgency.ANSWER)
        drawn = await self._renderer.illustrator.drawn("past", table, view, spoken, wanted, said)
        picture = drawn.picture
        screen = screens.turning_point(found, number, step, spoken, picture=picture, said=said)
        return drawn.on(screen, table)

    async def _step(self, found: Reviewable, number: int) -> int:
        """The last step of the replay before a choice was seen."""
        replay = await self._replays.of(found.record.id)
        entry = found.review.turning_points[number - 1].entry
        after = next(at for at, step in enumerate(replay.steps) if step.entry >= entry)
        return max(0, after - 1)

    def _follow(self, found: Reviewable, over: bool) -> None:  # noqa: FBT001  (what is told)
        which = found.record.id, found.user_id
        if over and found.review.done:
            self._writing.ask(which)
        for waiting in [*self._waiting.get(which, {}).values()]:
            if over or _now() >= waiting.told_at + TOLD_EVERY:
                waiting.told_at = _now()
                self._begin(self._tell(found, waiting, over=over))
        if over:
            self._waiting.pop(which, None)

    def _begin(self, telling: Coroutine[None, None, None]) -> None:
        task = asyncio.create_task(telling)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _write(self, which: tuple[int, int]) -> None:
        """Tell whoever wants to be told that it is done, whether or not they are there."""
        with suppress(Refused):  # forgotten meanwhile
            found = await self._reviewing.begin(*which)
            if found.tell and found.review.done:
                await self._letters.reviewed(found.record, found.user_id)
                await self._reviewing.tell(found, wanted=False)

    async def _tell(self, found: Reviewable, waiting: _Waiting, *, over: bool) -> None:
        reader = waiting.reader
        if not over:
            screen = self._progress(found, reader, tell=waiting.tell, called=waiting.called)
        elif found.review.done:
            screen = (await self._whole(found, reader, shared=waiting.shared)).screen
        else:
            screen = screens.left(found, self._voices(found, reader).message)
        # Where it isn't shown, what is read stays.
        await edited_by_token(self._tokens, waiting.message_id, screen, found.record.id)


def _now() -> float:
    return asyncio.get_running_loop().time()


def _is_shared(interaction: discord.Interaction) -> bool:
    """Whether there is anybody to show it to."""
    return interaction.guild_id is not None


def _table(found: Reviewable) -> Table:
    return Table(found.record, found.game, found.last.state, ())
