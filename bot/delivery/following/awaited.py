"""Films and reviews: a private message says how far one is, and becomes it.

Games that are over as one animated picture each, drawn when nobody waits for another; what is read
of somebody's choices, its turning points, its sharing. Nothing of the messages is stored: whoever
misses one presses again, and what is read stays.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial

import discord
import structlog

from bot.delivery.calling.answers import Answers
from bot.delivery.calling.edits import edited_by_token
from bot.delivery.drawing.drawing import Drawing, Urgency
from bot.delivery.drawing.orders import Frame, Page
from bot.delivery.kept.letters import Letters
from bot.delivery.known.noted import Tokens
from bot.delivery.known.posts import Look
from bot.delivery.rendering.pages import Looking, Replaying
from bot.delivery.rendering.renderer import Reader, Renderer
from bot.delivery.rendering.rendering import Rendered, Wanted, at_hand
from bot.delivery.wire.coalesced import Coalesced, Works
from bot.people import Voices
from bot.screens import replay as replays
from bot.screens import review as screens
from bot.screens.custom_ids import Replaying as Press
from bot.screens.custom_ids import Trying
from bot.screens.parts import described
from bot.screens.play import hand as hands
from bot.screens.reading import paged
from bot.screens.screen import Screen
from bot.sessions.over.replays import Frame as Scene
from bot.sessions.over.replays import Replay, Replays, fewer
from bot.sessions.over.reviews import Reviewable
from bot.sessions.refusals import FilmUnderWay, Refused, UnknownOption
from bot.sessions.table.table import Table
from bot.store.records.people import LIFETIME
from bot.store.records.play import Tried
from bot.store.records.sessions import Session
from bot.thinking.reviewing import Reviewing
from bot.time import Clock
from engine.game import View
from images.furniture.film import STRIP, Captioned, Piece, Size, animated
from images.pictures import Picture
from images.words import Words

_log = structlog.get_logger(__name__)

TOLD_EVERY = 3.0
"""Seconds between two words about how far it is."""
HEAVIEST = 8_000_000
"""Bytes of a film; Discord takes 10 MiB."""
AT_A_TIME = 2
"""Films in the making; others wait for their turn."""
MADE_WITHIN = LIFETIME - 60.0
"""Seconds after which a film is given up: its message can't be changed much longer."""
_FEWEST = 3
"""Frames of a film that can't have fewer."""


class _TooHeavy(Exception):
    """So many frames weigh too much."""


@dataclass(slots=True)
class _Making:
    """A film in the making, and the message that waits for it, until when (Unix time)."""

    replay: Replay
    seat: int | None
    locale: str
    words: Words
    message_id: int
    given_up_at: int
    told_at: float = 0.0
    size: Size = (0, 0)
    stills: list[Picture] = field(default_factory=list)

    def looking(self, at: int) -> Looking:
        """A step as this film shows it."""
        return Looking(self.replay, at, self.seat, Reader(self.locale))


class _Beside:
    """Has tasks beside the presses that began them; who wants what was dropped presses again."""

    _tasks: set[asyncio.Task[None]]

    async def settled(self) -> None:
        """Wait until all of them are done, or were given up."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def close(self) -> None:
        """Drop what is under way."""
        for task in self._tasks:
            task.cancel()

    def _begin(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


@dataclass(eq=False, repr=False)
class Films(_Beside):
    """Makes films, one at a time a server."""

    _replays: Replays
    _replaying: Replaying
    _drawing: Drawing
    _answers: Answers
    _tokens: Tokens
    _clock: Clock
    _heaviest: int = HEAVIEST

    def __post_init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_A_TIME)
        self._servers: set[int] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    async def begin(self, interaction: discord.Interaction, press: Press) -> None:
        """Answer with a message that says how far it is, and becomes the film in the end.

        Raises FilmUnderWay, and as `Replays.of`.
        """
        server = interaction.guild_id or interaction.user.id
        if server in self._servers:
            raise FilmUnderWay
        self._servers.add(server)
        try:
            replay = await self._replays.of(press.session)
            words = self._answers.words(interaction, replay.record)
            until = int(self._clock.now() + MADE_WITHIN)
            first = at_hand(replays.progress(replay, 0, until, words))
            message_id, _ = await self._answers.post(interaction, first, alone=True)
        except BaseException:
            self._servers.discard(server)
            raise
        locale = interaction.locale.value
        seat = press.seat if replay.open else None
        made = self._made(_Making(replay, seat, locale, words, message_id, until))
        self._begin(made).add_done_callback(lambda _: self._servers.discard(server))

    async def _made(self, making: _Making) -> None:
        try:
            async with asyncio.timeout(MADE_WITHIN), self._turn:
                screen = await self._drawn(making)
        except Exception as error:  # noqa: BLE001 - whatever it was, the message says so
            _log.warning("no film", session=making.replay.record.id, by=type(error).__name__)
            screen = replays.failed(making.replay, making.words)
        if not await self._show(making, screen):
            await self._show(making, replays.failed(making.replay, making.words))

    async def _drawn(self, making: _Making) -> Screen:
        shown = self._replaying.frames(making.looking(0))
        while True:
            with suppress(_TooHeavy):
                pieces = await self._pieces(making, shown)
                film = animated(pieces, [one.milliseconds for one in shown], making.size)
                if len(film) <= self._heaviest:
                    end = making.stills[-1].alt
                    return replays.film(making.replay, film, making.size, end, making.words)
            if len(shown) <= _FEWEST:
                return replays.failed(making.replay, making.words)
            shown = fewer(shown)

    async def _pieces(self, making: _Making, shown: Sequence[Scene]) -> list[Piece]:
        """The frames, as soon as all are drawn; raises _TooHeavy."""
        making.stills = []
        before = None
        for done, one in enumerate(shown):
            await self._tell(making, done, 2 * len(shown))
            making.stills.append(await self._replaying.still(making.looking(one.at), before))
            before = one.at
        width = max(still.width for still in making.stills)
        making.size = (width, STRIP + max(still.height for still in making.stills))
        # A process that has drawn for long has no room to compress pages as large as these.
        await self._drawing.forget()
        pieces: list[Piece] = []
        game, weight, last = making.replay.game.name, 0, None
        for done, (one, still) in enumerate(zip(shown, making.stills, strict=True)):
            await self._tell(making, len(shown) + done, 2 * len(shown))
            captioned = Captioned(still.png, one.said)
            order = Frame(game, last, captioned, making.size)
            made = await self._drawing.draw(order, Urgency.FILM)
            pieces.append(made)
            weight, last = weight + len(made.webp), captioned
            if weight > self._heaviest:
                raise _TooHeavy
        return pieces

    async def _tell(self, making: _Making, done: int, of: int) -> None:
        """Say how far it is, now and then."""
        now = asyncio.get_running_loop().time()
        if now - making.told_at >= TOLD_EVERY:
            making.told_at = now
            percent, until = 100 * done // of, making.given_up_at
            screen = replays.progress(making.replay, percent, until, making.words)
            await self._show(making, screen)

    async def _show(self, making: _Making, screen: Screen) -> bool:
        """Whether the message shows it, as far as we know."""
        session = making.replay.record.id
        return await edited_by_token(self._tokens, making.message_id, screen, session)


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
class Reviews(_Beside):
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
        words = self._voices(found, reader).message
        said = self._drawing.describe(found.record.game, _seen(found, number), words)
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
        await super().settled()
        await self._writing.settled()

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
        return self._renderer.voices(_table(found), reader.locale).to(found.review.seat)

    async def _whole(self, found: Reviewable, reader: Reader, *, shared: bool) -> Rendered:
        spoken = self._voices(found, reader)
        picture = None if reader.in_words else await self._picture(found, spoken.picture)
        return await at_hand(screens.reviewed(found, spoken, picture, shared=shared))

    async def _picture(self, found: Reviewable, words: Words) -> Picture | None:
        try:
            course = Page(screens.course(found, words), words)
            return await self._drawing.draw(course, Urgency.ANSWER)
        except Exception:  # noqa: BLE001 - a broken picture must not cost the words
            _log.exception("drawing failed", picture="review")
            return None

    async def _turn(
        self, found: Reviewable, number: int, step: int, reader: Reader, before: Look | None
    ) -> Rendered:
        spoken, table, view = self._voices(found, reader), _table(found), _seen(found, number)
        said = self._renderer.gist(table, view, spoken) if reader.in_words else None
        wanted, named = Wanted(before, Urgency.ANSWER), spoken.to(None)  # as on the live hand
        drawn = await self._renderer.illustrator.drawn("past", table, view, named, wanted, said)
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
        show = partial(edited_by_token, self._tokens, waiting.message_id, session=found.record.id)
        if not await show(screen=screen) and screen.picture is not None:
            await show(screen=described(screen))


def _now() -> float:
    return asyncio.get_running_loop().time()


def _is_shared(interaction: discord.Interaction) -> bool:
    """Whether there is anybody to show it to."""
    return interaction.guild_id is not None


def _seen(found: Reviewable, number: int) -> View:
    """What the reader saw at a turning point; nobody is waited for any more."""
    view = found.made(found.review.turning_points[number - 1]).view
    return view.model_copy(update={"awaited": ()})


def _table(found: Reviewable) -> Table:
    return Table(found.record, found.game, found.last.state, ())
