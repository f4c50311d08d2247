"""Answers to presses and commands: always one, always in time, whatever goes wrong."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeAlias, TypeVar

import aiohttp
import discord
import structlog

from bot.delivery.calling.edits import RenderAgain, carried_out, edit_at_once, edited, in_time
from bot.delivery.known.noted import Tokens
from bot.delivery.known.posts import Look, Looks
from bot.delivery.rendering.rendering import Rendered, at_hand
from bot.delivery.wire.caution import ChannelPace
from bot.delivery.wire.faults import (
    FAILURES,
    Faltered,
    Held,
    Remedy,
    TooLong,
    code_of,
    given_up,
    is_for_its_picture,
    is_locked,
    is_past_changing,
    is_too_late,
    outage_of,
    remedy,
)
from bot.languages import Languages
from bot.people import Voices, voices
from bot.screens.parts import notice, to_board
from bot.screens.screen import Form, Part, Screen
from bot.sessions.refusals import ChannelBusy, NoFiles, Refused, TableMoved, UnknownOption
from bot.store.records.sessions import Session
from bot.store.store import StoreFailed
from engine.text import Text, text
from images.words import Words

_log = structlog.get_logger(__name__)

T = TypeVar("T")

DEFER_AFTER = 1.5
"""Seconds after which a press is acknowledged first and answered later; Discord waits for 3."""
PAUSES = (0.0, 0.1, 0.3, 0.6)
"""Seconds between the tries of a first answer: in all less than Discord waits for it."""


class Acknowledgement:
    """Tells Discord that an answer takes longer, if it does.

    What somebody chose is never cut short, so the answer is made beside the telling.
    """

    def __init__(self, defer: Callable[[], Awaitable[object]]) -> None:
        self._late: list[asyncio.Future[object]] = []
        self._timer = asyncio.get_running_loop().call_later(
            DEFER_AFTER, lambda: self._late.append(asyncio.ensure_future(defer()))
        )

    async def settled(self) -> None:
        """Wait until Discord knows, or let it be."""
        self._timer.cancel()
        while self._late:
            try:
                await self._late.pop()
            except FAILURES as error:
                # The answer itself is in time yet, perhaps.
                if remedy(error) is not Remedy.TRY_LATER:
                    raise


async def deferred(interaction: discord.Interaction) -> None:
    """Put the answer in the pressed message off; where that has gone, nothing is told yet."""
    try:
        with suppress(discord.InteractionResponded):  # it is already
            await in_time(surely(interaction, interaction.response.defer))
    except discord.HTTPException as error:
        if not is_past_changing(error):
            raise


async def thinking(interaction: discord.Interaction, *, alone: bool) -> None:
    """Put the answer in a new message off; `alone`: it will be for that person."""
    defer = partial(interaction.response.defer, ephemeral=alone, thinking=True)
    with suppress(discord.InteractionResponded):  # a refusal was the answer: another follows it
        await in_time(surely(interaction, defer))


async def _made_in_time(
    interaction: discord.Interaction, making: Awaitable[T], *, alone: bool
) -> T:
    """What a new message is to show; Discord is told where the making takes longer."""
    acknowledgement = Acknowledgement(partial(thinking, interaction, alone=alone))
    try:
        return await making
    finally:
        await acknowledgement.settled()


async def surely(interaction: discord.Interaction, answer: Callable[[], Awaitable[T]]) -> T | None:
    """Make a first answer, also where one of two fails; None if it had arrived before.

    It may hang: see `in_time`. Raises InteractionResponded if the answer was put off between tries,
    or where Discord takes one that it has refused for the answer: all else goes by the token.
    """
    for pause in (*PAUSES, None):
        try:
            return await answer()
        except Held:
            raise
        except (aiohttp.ClientError, OSError) as broken:
            if pause is None:
                raise
            _log.debug("answer broken off", code=code_of(broken))
            await asyncio.sleep(pause)
        except discord.HTTPException as error:
            if remedy(error) is not Remedy.IGNORE:
                interaction.extras[REFUSED] = True
                raise
            if REFUSED in interaction.extras:
                raise discord.InteractionResponded(interaction) from error
            break
    return None


REFUSED = "refused"
"""Of an interaction's extras: that Discord has refused a first answer."""
OUTCOME = "outcome"
"""Of an interaction's extras: what went wrong with it; nothing if nothing did."""
_NEWER = text("pressed.newer")


class NoMessage(Exception):
    """Discord did not say which message an answer made."""


class MessageGone(Exception):
    """The pressed message can't show the answer: it was taken away, or another is to replace it."""


class Overtaken(Exception):
    """Another press on the message is answered, while this one waited: by what it has done too."""


Waiting: TypeAlias = "defaultdict[int, list[asyncio.Timeout]]"
"""By message, for how long presses on it are rendered, the newest last: until one ends another."""


@dataclass(eq=False, repr=False)
class Answer:
    """The answer to one press, in the message that was pressed."""

    _interaction: discord.Interaction
    message_id: int
    _looks: Looks
    _tokens: Tokens
    _waiting: Waiting

    def __post_init__(self) -> None:
        self.acknowledgement = Acknowledgement(partial(deferred, self._interaction))

    async def show(
        self,
        render: Callable[[Look | None], Awaitable[Rendered]],
        render_again: RenderAgain | None = None,
    ) -> tuple[Look, bool]:
        """Show a screen, rendered for how the message looks when nothing else changes it any more.

        Its look, and whether another edit came in between. Raises MessageGone, Overtaken.
        """
        looks, message_id = self._looks, self.message_id
        before = looks.look(message_id)
        rendered = await self._rendered(render(before))
        await looks.quiet(message_id)
        if looks.look(message_id) is not before:
            before = looks.look(message_id)
            rendered = await self._rendered(render(before))
        await self.acknowledgement.settled()

        async def call(screen: Screen) -> discord.Message | None:
            return await in_time(
                _replaced(self._interaction, screen), lambda _: looks.doubt(message_id)
            )

        try:
            with looks.change(message_id) as change:
                change.overtaken |= looks.look(message_id) is not before
                look = await carried_out(call, rendered, render_again, looks, change)
                change.look = look
        except discord.HTTPException as error:
            if is_past_changing(error):
                raise MessageGone from error
            raise
        self._tokens.keep(message_id, self._interaction, alone=_is_alone(self._interaction))
        return look, change.overtaken

    async def _rendered(self, rendering: Awaitable[Rendered]) -> Rendered:
        """What is rendered. The first for a message is, and then the newest that waits for it."""
        waiting = self._waiting[self.message_id]
        while len(waiting) > 1:
            waiting.pop().reschedule(0.0)  # which is over
        # In the press's own task: where nothing is to be drawn, nothing else comes in between.
        first, mine = not waiting, asyncio.timeout(None)
        waiting.append(mine)
        try:
            if first:  # which no other press ends
                return await rendering
            async with mine:
                return await rendering
        except TimeoutError:
            if first or not mine.expired():
                raise
            await deferred(self._interaction)
            raise Overtaken from None
        finally:
            if mine in waiting:
                waiting.remove(mine)
            if not waiting:
                self._waiting.pop(self.message_id, None)


class Answering(Generic[T]):
    """Which messages answer somebody, by whatever names one.

    `ask` has the thing brought up to date that such a message shows.
    """

    def __init__(self, ask: Callable[[T], None]) -> None:
        self._ask = ask
        self._under_way: Counter[Hashable] = Counter()
        self._put_off: defaultdict[Hashable, set[T]] = defaultdict(set)

    @contextmanager
    def under_way(self, message: Hashable) -> Iterator[None]:
        """While somebody is being answered by this message."""
        self._under_way[message] += 1
        try:
            yield
        finally:
            self._under_way[message] -= 1
            if not self._under_way[message]:
                del self._under_way[message]
            for shown in self._put_off.pop(message, ()):
                self._ask(shown)

    def __contains__(self, message: Hashable) -> bool:
        return message in self._under_way

    def put_off(self, shown: T, message: Hashable) -> None:
        """Have this brought up to date when the message has answered."""
        self._put_off[message].add(shown)


class Answers:
    """Answers interactions; a press that came too late is kept, its answer is not.

    What an answer shows is noted in `looks`, the right to edit it further in `tokens`.
    """

    def __init__(
        self, languages: Languages, tokens: Tokens, looks: Looks, pace: ChannelPace
    ) -> None:
        """`pace`: of follow-ups, whatever presses they answer."""
        self._languages = languages
        self._tokens = tokens
        self._looks = looks
        self._pace = pace
        self._waiting: Waiting = defaultdict(list)

    def words(self, interaction: discord.Interaction, record: Session | None = None) -> Words:
        """The language of whoever pressed, with the names of a session."""
        if record is not None:
            return self.voices(interaction, record).message
        return self._languages.words(interaction.locale.value)

    def voices(self, interaction: discord.Interaction, record: Session) -> Voices:
        """The same for messages, and for labels."""
        return voices(self._languages, interaction.locale.value, record)

    @asynccontextmanager
    async def answering(self, interaction: discord.Interaction) -> AsyncIterator[Answer]:
        """Answer a press in the message that was pressed, in time however long it takes.

        What is shown inside ends there where a newer press is to be answered. Raises NoMessage.
        """
        if interaction.message is None:
            raise NoMessage
        message_id = interaction.message.id
        answer = Answer(interaction, message_id, self._looks, self._tokens, self._waiting)
        try:
            with suppress(Overtaken):
                yield answer
        finally:
            await answer.acknowledgement.settled()

    async def post(
        self,
        interaction: discord.Interaction,
        rendering: Awaitable[Rendered],
        render_again: RenderAgain | None = None,
        *,
        alone: bool = False,
    ) -> tuple[int, Look]:
        """Answer with a new message, `alone` for that person; its id and look."""
        await self._renew(interaction)
        follows = interaction.response.is_done()
        if follows:
            rendered = await rendering
        else:
            rendered = await _made_in_time(interaction, rendering, alone=alone)
        message_id = 0

        async def call(screen: Screen) -> discord.Message | None:
            nonlocal message_id
            sending = self._sent(interaction, screen, follows=follows, alone=alone)
            message_id, message = await sending
            return message

        look = await carried_out(call, rendered, render_again, self._looks)
        self._tokens.keep(message_id, interaction, follows=follows, alone=alone)
        self._looks.keep(message_id, look)
        return message_id, look

    async def notice(self, interaction: discord.Interaction, said: Text) -> None:
        """Answer with a sentence for that person alone."""
        await self.show(interaction, notice(self.words(interaction)(said)))

    async def show(self, interaction: discord.Interaction, screen: Screen) -> None:
        """Answer with a screen for that person alone; raises NoFiles."""
        await self._renew(interaction)
        follows = interaction.response.is_done()

        async def call(screen: Screen) -> discord.Message | None:
            return (await self._sent(interaction, screen, follows=follows, alone=True))[1]

        try:
            await carried_out(call, await at_hand(screen), None, self._looks)
        except discord.HTTPException as error:
            if screen.document is not None and is_for_its_picture(error):
                raise NoFiles from error
            raise

    async def show_in_time(
        self, interaction: discord.Interaction, making: Awaitable[Screen]
    ) -> None:
        """The same with a screen whose making may take long, as it asks Discord."""
        await self.show(interaction, await _made_in_time(interaction, making, alone=True))

    async def replace(self, interaction: discord.Interaction, screen: Screen) -> None:
        """Answer by showing another screen in the pressed message; raises MessageGone."""

        async def call(screen: Screen) -> discord.Message | None:
            return await in_time(_replaced(interaction, screen))

        try:
            await carried_out(call, await at_hand(screen), None, self._looks)
        except discord.HTTPException as error:
            if is_past_changing(error):
                raise MessageGone from error
            raise

    async def newer(self, interaction: discord.Interaction, *ways: Part) -> None:
        """Answer a press whose message was replaced by a newer one; what was done counts.

        `ways`: to that one.
        """
        _log.info("pressed message gone")
        with given_up(_log, "no answer possible"):
            await self.show(interaction, notice(self.words(interaction)(_NEWER), *ways))

    async def ask(self, interaction: discord.Interaction, form: Form) -> None:
        """Answer a press by opening a form; raises UnknownOption where a form is handed in."""
        if interaction.type is discord.InteractionType.modal_submit:
            raise UnknownOption
        await in_time(surely(interaction, lambda: interaction.response.send_modal(form.modal)))

    async def failed(
        self, interaction: discord.Interaction, error: BaseException, session_id: int | None
    ) -> None:
        """The one place for what went wrong with a press or a command."""
        outcome, said = self._explained(error, session_id)
        interaction.extras[OUTCOME] = outcome
        if said is None or isinstance(error, Held):
            return
        words = self.words(interaction)
        ways = (
            [to_board(error.session, words)] if isinstance(error, ChannelBusy | TableMoved) else []
        )
        try:
            await self.show(interaction, notice(words(said), *ways))
        except FAILURES as late:
            if outage_of(late) is None:  # which was told just now
                _log.info("no answer possible", session=session_id, code=code_of(late))

    def _explained(self, error: BaseException, session_id: int | None) -> tuple[str, Text | None]:
        """What went wrong in one word, and for whoever asked."""
        match error:
            case Refused():
                return "refused", error.reason
            case discord.HTTPException() if is_too_late(error):
                _log.info("answered too late", session=session_id, code=error.code)
                return "late", None
            case discord.HTTPException() if is_locked(error):
                _log.info("no answer in a locked thread", session=session_id, code=error.code)
                return "locked", None
            case MessageGone():
                _log.info("pressed message gone", session=session_id)
                return "gone", _NEWER
            case StoreFailed():
                _log.error("store failed", session=session_id, reason=str(error), outage="store")
                return "store", text("apology.store")
            case (
                discord.HTTPException()
                | discord.RateLimited()
                | aiohttp.ClientError()
                | Faltered()
                | TooLong()
                | Held()
            ) if remedy(error) is Remedy.TRY_LATER:
                about = {"code": code_of(error), "outage": "Discord"}
                _log.error("press not answered", session=session_id, **about)
                return "failed", text("apology")
            case _:
                _log.error("press failed", session=session_id, exc_info=error)
                return "failed", text("apology")

    async def _renew(self, interaction: discord.Interaction) -> None:
        """Let a press on a board also give the right to edit it, once it has none any more."""
        message = interaction.message
        if message is None or interaction.guild_id is None or interaction.response.is_done():
            return
        if self._looks.look(message.id) and not self._tokens.lives(message.id):
            await deferred(interaction)
            if interaction.response.is_done():
                self._tokens.keep(message.id, interaction, alone=_is_alone(interaction))

    async def _sent(
        self, interaction: discord.Interaction, screen: Screen, *, follows: bool, alone: bool
    ) -> tuple[int, discord.Message | None]:
        if not follows:
            with suppress(discord.InteractionResponded):  # put off between two tries
                return await in_time(self._first(interaction, screen, alone=alone))
        await self._pace.turn(interaction.channel_id or 0)
        following = interaction.followup.send(**_answering(screen, alone=alone), wait=True)
        sent: discord.Message = await in_time(following)
        return sent.id, sent

    async def _first(
        self, interaction: discord.Interaction, screen: Screen, *, alone: bool
    ) -> tuple[int, discord.Message | None]:
        if interaction.response.is_done():
            original = await interaction.edit_original_response(**edited(screen))
            return original.id, original
        send: Any = interaction.response.send_message
        response = await surely(interaction, lambda: send(**_answering(screen, alone=alone)))
        if response is None or response.message_id is None:
            original = await interaction.original_response()
            return original.id, original
        return int(response.message_id), _message_of(response)


async def _replaced(interaction: discord.Interaction, screen: Screen) -> discord.Message | None:
    """Show another screen in the pressed message."""
    response = interaction.response
    if not response.is_done():
        with suppress(discord.InteractionResponded):  # put off between two tries
            if not screen.uploads:
                return await surely(interaction, lambda: edit_at_once(response, screen))
            editing = surely(interaction, lambda: response.edit_message(**edited(screen)))
            return _message_of(await editing)
    return await interaction.edit_original_response(**edited(screen))


def _answering(screen: Screen, *, alone: bool) -> dict[str, Any]:
    """The arguments of a new answer, for each try anew; `alone`: for one person.

    Whom it names it is to buzz no phone of: those are called by messages of their own.
    """
    return {
        "view": screen.layout,
        "files": screen.files(),
        "ephemeral": alone,
        "silent": bool(screen.mentions),
        "allowed_mentions": screen.allowed_mentions(),
    }


def _is_alone(interaction: discord.Interaction) -> bool:
    """Whether nobody else sees the pressed message."""
    return interaction.message is not None and interaction.message.flags.ephemeral


def _message_of(answer: object) -> discord.Message | None:
    resource = getattr(answer, "resource", None)
    return resource if isinstance(resource, discord.Message) else None
