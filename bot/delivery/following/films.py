"""Games that are over as one animated picture each, drawn when nobody waits for another."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, field

import discord
import structlog

from bot.delivery.calling.answers import Answers
from bot.delivery.calling.edits import edited_by_token
from bot.delivery.drawing.drawing import Drawing
from bot.delivery.known.noted import Tokens
from bot.delivery.rendering.pages import Looking, Replaying
from bot.delivery.rendering.renderer import Reader
from bot.delivery.rendering.rendering import at_hand
from bot.screens import replay as screens
from bot.screens.custom_ids import Replaying as Press
from bot.screens.screen import Screen
from bot.sessions.over.replays import Frame, Replay, Replays, fewer
from bot.sessions.refusals import FilmUnderWay
from bot.store.records.people import LIFETIME
from bot.time import Clock
from images.furniture.film import STRIP, Captioned, Piece, Size, animated
from images.pictures import Picture
from images.words import Words

_log = structlog.get_logger(__name__)

HEAVIEST = 8_000_000
"""Bytes of a film; Discord takes 10 MiB."""
TOLD_EVERY = 3.0
"""Seconds between two words about how far it is."""
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


@dataclass(eq=False, repr=False)
class Films:
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
            first = at_hand(screens.progress(replay, 0, until, words))
            message_id, _ = await self._answers.post(interaction, first, alone=True)
        except BaseException:
            self._servers.discard(server)
            raise
        locale = interaction.locale.value
        seat = press.seat if replay.open else None
        made = self._made(_Making(replay, seat, locale, words, message_id, until))
        task = asyncio.create_task(made)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        task.add_done_callback(lambda _: self._servers.discard(server))

    async def settled(self) -> None:
        """Wait until every film is made, or was given up."""
        while self._tasks:
            await asyncio.wait(self._tasks)

    def close(self) -> None:
        """Drop what is in the making; whoever wants it presses again."""
        for task in self._tasks:
            task.cancel()

    async def _made(self, making: _Making) -> None:
        try:
            async with asyncio.timeout(MADE_WITHIN), self._turn:
                screen = await self._drawn(making)
        except Exception as error:  # noqa: BLE001 - whatever it was, the message says so
            _log.warning("no film", session=making.replay.record.id, by=type(error).__name__)
            screen = screens.failed(making.replay, making.words)
        if not await self._show(making, screen):
            await self._show(making, screens.failed(making.replay, making.words))

    async def _drawn(self, making: _Making) -> Screen:
        shown = self._replaying.frames(making.looking(0))
        while True:
            with contextlib.suppress(_TooHeavy):
                pieces = await self._pieces(making, shown)
                film = animated(pieces, [one.milliseconds for one in shown], making.size)
                if len(film) <= self._heaviest:
                    end = making.stills[-1].alt
                    return screens.film(making.replay, film, making.size, end, making.words)
            if len(shown) <= _FEWEST:
                return screens.failed(making.replay, making.words)
            shown = fewer(shown)

    async def _pieces(self, making: _Making, shown: Sequence[Frame]) -> list[Piece]:
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
            made = await self._drawing.piece(game, last, captioned, making.size)
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
            screen = screens.progress(making.replay, percent, until, making.words)
            await self._show(making, screen)

    async def _show(self, making: _Making, screen: Screen) -> bool:
        """Whether the message shows it, as far as we know."""
        session = making.replay.record.id
        return await edited_by_token(self._tokens, making.message_id, screen, session)
