"""The calls themselves: screens sent, edited and deleted, as the bot or through a token."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2b
from typing import Any, NamedTuple

import discord
import structlog

from bot.delivery.calling.edits import carried_out, created, edited, in_time, unheard
from bot.delivery.known.noted import Token, Tokens
from bot.delivery.known.posts import Look, Looks
from bot.delivery.rendering.rendering import Rendered, Rendering
from bot.delivery.wire.caution import ChannelPace, Pace, Priority, fenced
from bot.delivery.wire.coalesced import Background
from bot.delivery.wire.faults import (
    ARCHIVED,
    FAILURES,
    NO_MEMBER,
    UNKNOWN_MESSAGE,
    Remedy,
    code_of,
    given_up,
    is_for_a_sign,
    remedy,
)
from bot.people import NAMELESS
from bot.screens.screen import Layout, Screen
from bot.store.errors import NotOurs

_log = structlog.get_logger(__name__)

EDITABLE_FOR = 55 * 60
"""Seconds; Discord hardly lets a bot edit messages older than an hour (30046)."""
MOST_SPENT = 3
"""How many messages of ours that were taken away are looked for in a place."""
_CHANNEL = re.compile(r"<#(\d+)>")
_TRICKS = re.compile(r"[<>\[\]*`|\\]|:(?=//)")
"""What in a channel's name might be taken for anything but a name; a push leaves it out."""

Late = Callable[[object], None]
"""Told when a call that was given up has ended after all."""


class _New(NamedTuple):
    """What is to be sent where, how urgently; the nonce makes a repeated call harmless."""

    channel_id: int
    rendering: Rendering
    priority: Priority
    nonce: str
    silent: bool


Turn = Callable[[int | None], Awaitable[int]]
"""Waits for a turn, at the place of one that was given back; gives the place."""


@dataclass(eq=False, repr=False)
class Messages:
    """Sends and edits at the pace that Discord allows, for free where a token lives.

    `now`: the time of day, in seconds. Edits are pieces of `background`. Every method raises one of
    FAILURES.
    """

    _client: discord.Client
    _paces: tuple[Pace, ChannelPace]
    _tokens: Tokens
    _looks: Looks
    _now: Callable[[], float]
    _background: Background

    def __post_init__(self) -> None:
        self._pace, self._channel_pace = self._paces
        self._deleting: set[asyncio.Future[None]] = set()

    def free(self, message_id: int) -> bool:
        """Whether an edit would cost none of the bot's calls."""
        return self._tokens.lives(message_id)

    def too_old(self, message_id: int) -> bool:
        """Whether the message had better be sent anew than edited."""
        sent = discord.utils.snowflake_time(message_id).timestamp()
        return not self.free(message_id) and self._now() - sent > EDITABLE_FOR

    async def send(
        self, channel_id: int, rendering: Rendering, priority: Priority, *, nonce: str, silent: bool
    ) -> tuple[int, Look]:
        """Post a new message; its id and look. The nonce makes a repeated call harmless.

        The look isn't known where Discord gave back what an earlier try has made, which says
        something else.
        """
        # Rendered before its turn, which must be used at once, and again if it is outdated by then;
        # but once, for some tables change faster than they are drawn.
        rendered = await rendering.newest(None)
        if (earlier := self._looks.sent_by(nonce)) is not None:
            return earlier, self._looks.look(earlier) or rendered.look.unsure()
        place = await self._turn(channel_id, priority)
        if not await rendering.is_newest(None):
            self._pace.give_back()
            rendered = await rendering.newest(None)
            await self._turn(channel_id, priority, place)
        new = _New(channel_id, rendering, priority, nonce, silent)
        with fenced(rendering.fence):
            if not rendered.screen.unfolds(silent=silent):
                return await self._posted(new, rendered)
            late = partial(self._came_late, channel_id)
            sent = await self._created(channel_id, rendered.screen, nonce, late, silent=False)
            return sent.id, await self._unfolded(new, sent.id, rendered)

    async def _posted(self, new: _New, rendered: Rendered) -> tuple[int, Look]:
        late, silent = partial(self._came_late, new.channel_id), new.silent
        sent: discord.Message | None = None
        said = rendered.screen

        async def call(screen: Screen) -> discord.Message:
            nonlocal sent, said
            said = screen
            sent = await self._created(new.channel_id, screen, new.nonce, late, silent=silent)
            return sent

        look = await carried_out(call, rendered, new.rendering.anew, self._looks)
        assert sent is not None  # noqa: S101  (carried out)
        if not _says(sent, created(said, silent=silent)["view"]):
            look = look.unsure()
        if said.unfolds(silent=silent):
            # Without its picture the line doesn't say it all.
            in_words = replace(rendered, screen=said, look=look)
            return sent.id, await self._unfolded(new, sent.id, in_words)
        self._looks.keep(sent.id, look)
        return sent.id, look

    async def _unfolded(self, new: _New, message_id: int, rendered: Rendered) -> Look:
        """Make a line that was just sent its screen; one that stays a line is mended later."""

        async def call(screen: Screen) -> discord.Message:
            editing = self._edit_as_bot(new.channel_id, message_id, screen)
            return await in_time(editing, lambda _: self._looks.doubt(message_id))

        try:
            await self._turn(new.channel_id, new.priority)
            with self._looks.change(message_id) as change:
                look = await carried_out(call, rendered, new.rendering.anew, self._looks, change)
                change.look = look
        except FAILURES as error:
            _log.info("message is a line as yet", code=code_of(error))
            return rendered.look.unsure()
        return look.unsure() if change.overtaken else look

    async def post(self, channel_id: int, screen: Screen, *, nonce: str, silent: bool) -> int:
        """Post what is rendered for no table; its id. One that arrives too late stays."""
        if (earlier := self._looks.sent_by(nonce)) is not None:
            return earlier
        await self._turn(channel_id, Priority.BOARD)
        sent = await self._created(channel_id, screen, nonce, unheard, silent=silent)
        if screen.unfolds(silent=silent):
            with given_up(_log, "message stays a line"):
                await self._turn(channel_id, Priority.BOARD)
                await in_time(self._edit_as_bot(channel_id, sent.id, screen))
        return sent.id

    async def _created(
        self,
        channel_id: int,
        screen: Screen,
        nonce: str,
        late: Callable[[discord.Message | None], None],
        *,
        silent: bool,
    ) -> discord.Message:
        channel, spent = self._client.get_partial_messageable(channel_id), 0
        screen, same = await self._readable(screen), nonce
        while True:
            sending = channel.send(nonce=nonce, **created(screen, silent=silent))
            try:
                sent = await in_time(sending, late)
            except discord.HTTPException as error:
                if is_for_a_sign(error) and screen != screen.unsigned:
                    screen = screen.unsigned
                    continue
                if error.code != UNKNOWN_MESSAGE or spent == MOST_SPENT:
                    raise
            else:
                self._looks.note_sent(same, sent.id)
                return sent
            # What was sent by this nonce was taken away: Discord sends nothing by it any more.
            nonce, spent = another(nonce), spent + 1

    async def _readable(self, screen: Screen) -> Screen:
        """With the names of channels in its push: a phone doesn't know them."""
        push = screen.push or ""
        for mention in set(_CHANNEL.findall(push)):
            name = _TRICKS.sub("", await self._name_of(int(mention)) or "").strip()
            push = push.replace(f"<#{mention}>", f"#{name or NAMELESS}")
        return replace(screen, push=push) if push else screen

    async def _name_of(self, channel_id: int) -> str | None:
        """A channel's; of one of another process's shards it is asked of Discord."""
        found: object = self._client.get_channel(channel_id)
        if found is None:
            with suppress(*FAILURES):
                found = await self.channel(channel_id)
        return getattr(found, "name", None)

    async def edit(
        self, channel_id: int, message_id: int, rendering: Rendering, priority: Priority, late: Late
    ) -> tuple[Look, bool]:
        """Bring a message up to date; its look, and whether another edit came in between.

        What changes faster than it is drawn is shown as it was when it was drawn for the second
        time: whoever changes a table asks for its messages again.
        """
        token = self._tokens.live(message_id)
        if token is not None:
            try:
                return await self.edit_through(token, message_id, rendering, late)
            except FAILURES as error:
                if remedy(error) is not Remedy.AS_BOT:
                    raise
                self._tokens.drop(message_id)
        call = partial(self._edit_as_bot, channel_id, message_id)
        turn = partial(self._turn, channel_id, priority)
        return await self._changed(message_id, rendering, call, late, turn)

    async def edit_through(
        self, token: Token, message_id: int, rendering: Rendering, late: Late | None = None
    ) -> tuple[Look, bool]:
        """The same through a press's token; one that is late leaves us in doubt of the message."""
        late = late or (lambda _: self._looks.doubt(message_id))
        return await self._changed(message_id, rendering, partial(self._edit_through, token), late)

    async def replace(self, channel_id: int, message_id: int, screen: Screen) -> None:
        """Show in words what is rendered for no table."""
        self._looks.forget(message_id)
        await self._turn(channel_id, Priority.PROGRESS)
        await in_time(self._edit_as_bot(channel_id, message_id, screen))

    async def replace_through(self, token: Token, message_id: int, screen: Screen) -> None:
        """The same, through a press's token."""
        self._looks.forget(message_id)
        await in_time(self._edit_through(token, screen))

    async def take_away_through(self, token: Token, message_id: int) -> None:
        """Take a message away by a press's token, for some all that gives the right."""
        self._looks.forget(message_id)
        self._tokens.drop(message_id)
        await in_time(token.webhook.delete_message(token.target))

    async def take_away(self, channel_id: int, message_id: int, *, opening: bool = False) -> None:
        """Take one of the bot's messages away, for free where its last press still lets us.

        `opening`: an archived thread is opened for that, as it is by what is sent there. Raises one
        of FAILURES.
        """
        token = self._tokens.live(message_id)
        if token is not None:
            with given_up(_log, "message not deleted by its press"):
                await self.take_away_through(token, message_id)
                return
        self._looks.forget(message_id)
        self._tokens.drop(message_id)
        await self._turn(channel_id, Priority.PROGRESS)
        message = self._client.get_partial_messageable(channel_id).get_partial_message(message_id)
        try:
            await in_time(message.delete())
        except discord.HTTPException as error:
            if error.code != ARCHIVED or not opening:
                raise
            await self._turn(channel_id, Priority.PROGRESS)
            await in_time(self._client.http.edit_channel(channel_id, archived=False))
            await self._turn(channel_id, Priority.PROGRESS)
            await in_time(message.delete())

    async def delete(self, channel_id: int, message_id: int) -> None:
        """The same, for a message that may as well stay, be it that it isn't ours any more."""
        try:
            with given_up(_log, "old message not deleted"):
                await self.take_away(channel_id, message_id)
        except NotOurs:
            _log.info("old message left to another process")

    async def channel(self, channel_id: int) -> object:
        """The channel or thread, asked of Discord; raises one of FAILURES."""
        await self._turn(channel_id, Priority.PROGRESS)
        return await in_time(self._client.fetch_channel(channel_id))

    async def is_member(self, guild_id: int, user_id: int) -> bool:
        """Whether somebody is in a server, asked of Discord; raises one of FAILURES."""
        await self._pace.turn(Priority.PROGRESS)
        try:
            await in_time(self._client.http.get_member(guild_id, user_id))
        except discord.NotFound as error:
            if error.code in NO_MEMBER:
                return False
            raise
        return True

    def _came_late(self, channel_id: int, message: discord.Message | None) -> None:
        # By then another one stands in its place, unless Discord took both for the same.
        if message is not None and self._looks.look(message.id) is None:
            deleting = asyncio.ensure_future(self.delete(channel_id, message.id))
            self._deleting.add(deleting)
            deleting.add_done_callback(self._deleting.discard)

    async def _turn(self, channel_id: int, priority: Priority, place: int | None = None) -> int:
        await self._channel_pace.turn(channel_id)
        return await self._pace.turn(priority, place)

    async def _changed(
        self,
        message_id: int,
        rendering: Rendering,
        call: Callable[[Screen], Awaitable[discord.Message]],
        late: Late,
        turn: Turn | None = None,
    ) -> tuple[Look, bool]:
        renewed, place = False, None
        while True:
            _, before, rendered = await rendering.version(partial(self._looks.look, message_id))
            unchanged = self._looks.look(message_id) is before
            if unchanged and before is not None and before.same(rendered.look):
                return rendered.look, False
            if turn is not None:
                place = await turn(place)
            await self._background.piece()
            await self._looks.quiet(message_id)
            if renewed or await rendering.is_newest(self._looks.look(message_id)):
                break
            renewed = True
            if turn is not None:
                self._pace.give_back()

        async def timed(screen: Screen) -> discord.Message:
            return await in_time(call(screen), late)

        with self._looks.change(message_id) as change, fenced(rendering.fence):
            change.overtaken |= self._looks.look(message_id) is not before
            look = await carried_out(timed, rendered, rendering.anew, self._looks, change)
            change.look = look
        return look, change.overtaken

    async def _edit_as_bot(
        self, channel_id: int, message_id: int, screen: Screen
    ) -> discord.Message:
        channel = self._client.get_partial_messageable(channel_id)
        return await channel.get_partial_message(message_id).edit(**edited(screen))

    async def _edit_through(self, token: Token, screen: Screen) -> discord.Message:
        return await token.webhook.edit_message(token.target, **edited(screen))


def _says(sent: discord.Message, layout: Layout) -> bool:
    """Whether a message has these words and buttons; unknown, it is taken to."""
    stored = [component.to_dict() for component in sent.components]
    return not stored or _said(stored) == _said(layout.to_components())


def _said(components: Iterable[Mapping[str, Any]]) -> list[str]:
    found = []
    for component in components:
        found += [
            str(component[key]).strip() for key in ("content", "custom_id") if key in component
        ]
        found += _said(component.get("components", ()))
    return found


def another(nonce: str) -> str:
    """The nonce of what is sent in place of what was sent by this one."""
    return f"g{blake2b(nonce.encode(), digest_size=12).hexdigest()}"


def nonce(*about: object) -> str:
    """The same 25 characters for the same message, so that a repeated sending makes no second."""
    return f"g{blake2b(repr(about).encode(), digest_size=12).hexdigest()}"
