"""Every press of a button or select, from its custom_id to the one call that carries it out.

And what is at hand to answer a press or a command (`Context`).
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import NoneType
from typing import Any, TypeAlias, TypeVar

import discord
import structlog
from discord.ext import commands

from bot.delivery.calling.edits import RenderAgain
from bot.delivery.known.posts import Look
from bot.delivery.rendering.rendering import Rendered
from bot.people import Voices, direct_channel, name_there
from bot.running.client import Guildhall
from bot.screens.custom_ids import OfSession, Press, number, read
from bot.screens.parts import notice, to_board
from bot.screens.screen import Screen
from bot.sessions.refusals import NoSuchSession, UnknownOption, Unreadable
from bot.sessions.table.table import Table
from bot.store.records.people import Person
from bot.store.records.play import Seat
from bot.store.records.sessions import Session
from engine.text import Text
from images.words import Words

Interaction: TypeAlias = discord.Interaction[Guildhall]


class Context:
    """What somebody has pressed or typed, and what answers it."""

    __slots__ = ("interaction", "place", "services")

    def __init__(self, interaction: Interaction) -> None:
        self.interaction = interaction
        self.place = interaction.channel_id
        """The channel of the session that was pressed; else where it happened."""
        self.services = interaction.client.services

    @property
    def user_id(self) -> int:
        """Who it was."""
        return self.interaction.user.id

    @property
    def seat(self) -> Seat:
        """A seat for whoever it was."""
        user = self.interaction.user
        return Seat(0, user.id, user.display_name, None, None)

    @property
    def moderates(self) -> bool:
        """Whether somebody may act for a table's host, in whose channel this happened."""
        here = self.place == self.interaction.channel_id
        return here and self.interaction.permissions.manage_messages

    @property
    def direct(self) -> int | None:
        """The channel, if these are somebody's direct messages with us."""
        return direct_channel(self.interaction)

    @property
    def channel_id(self) -> int:
        """Where it happened; 0 where Discord doesn't say it."""
        return self.interaction.channel_id or 0

    @property
    def alone(self) -> bool:
        """Whether the pressed message is for that person alone."""
        message = self.interaction.message
        return message is not None and message.flags.ephemeral

    @property
    def words(self) -> Words:
        """The language of whoever it was."""
        return self.services.answers.words(self.interaction)

    @property
    def private(self) -> bool:
        """Whether nobody else reads the pressed message."""
        return self.direct is not None or self.alone

    def shared(self, record: Session) -> Words:
        """The language of whoever reads the pressed message: all of the table in a channel."""
        if self.private:
            return self.words
        return self.services.languages.words(record.locale)

    def words_of(self, record: Session) -> Words:
        """The same with the names of a session."""
        return self.services.answers.words(self.interaction, record)

    def voices(self, record: Session) -> Voices:
        """The same for messages, and for labels and pictures."""
        return self.services.answers.voices(self.interaction, record)

    def person(self) -> Awaitable[Person]:
        """Who it was, with the name and language used now, which are kept."""
        return self.services.people.seen(self.interaction)

    async def session_here(self) -> Session:
        """The one in this channel that isn't over; raises Unreadable, NoSuchSession."""
        record = await self.services.store.live_session_in(self.channel_id)
        if record is None:
            await self.services.sessions.check_apart(self.channel_id)
            raise NoSuchSession
        return record

    def table(self, session_id: int) -> Awaitable[Table]:
        """A session with its state; raises Unreadable."""
        return self.services.sessions.table(session_id)

    async def post(
        self,
        rendering: Awaitable[Rendered],
        anew: RenderAgain | None = None,
        *,
        alone: bool = False,
    ) -> None:
        """Answer with a new message that is to be drawn, `alone` for that person."""
        await self.services.answers.post(self.interaction, rendering, anew, alone=alone)

    async def render(
        self, render: Callable[[Look | None], Awaitable[Rendered]], anew: RenderAgain | None = None
    ) -> None:
        """Answer in the pressed message by what is to be drawn; raises MessageGone, Overtaken."""
        async with self.services.answers.answering(self.interaction) as answer:
            await answer.show(render, anew)

    async def show(self, screen: Screen) -> None:
        """Answer with a screen for that person alone."""
        await self.services.answers.show(self.interaction, screen)

    async def tell(self, said: Text) -> None:
        """Answer with a sentence for that person alone."""
        await self.services.answers.notice(self.interaction, said)

    async def lead(self, record: Session, said: Text) -> None:
        """The same with the way to a session."""
        await self.show(notice(self.words(said), to_board(record, self.words)))

    async def replace(self, screen: Screen) -> None:
        """Answer by showing another screen in the pressed message; raises MessageGone."""
        await self.services.answers.replace(self.interaction, screen)

    async def say(self, said: Text) -> None:
        """Answer with a sentence in place of the pressed message; raises MessageGone."""
        await self.replace(notice(self.words(said)))


def number_of(value: str | None) -> int:
    """The id or number that a button or a select carries; raises UnknownOption."""
    found = number(value or "")
    if found is None:
        raise UnknownOption
    return found


P = TypeVar("P", bound=Press)
Handler: TypeAlias = Callable[[Context, P], Awaitable[None]]

_OF_THE_COMMAND_TREE = (
    discord.InteractionType.application_command,
    discord.InteractionType.autocomplete,
)


async def _unknown(_: Context, __: object) -> None:
    raise NoSuchSession


def _check_reach(ctx: Context, press: Press | None, record: Session) -> None:
    """Raise NoSuchSession for whoever is neither in the game's server nor one of its people.

    A message that invites, or offers a seat, says itself what has become of that.
    """
    guild_id, user_id = ctx.interaction.guild_id, ctx.user_id
    known = (record.seats, record.departed, record.invitations, record.offers)
    if guild_id is not None and guild_id == record.guild_id:
        return
    if any(one.user_id == user_id for people in known for one in people):
        return
    if ctx.direct is None or not isinstance(press, OfSession) or not press.by_letter:
        raise NoSuchSession


HANDLERS: dict[type, Handler[Any]] = {NoneType: _unknown}
"""What each kind does; what is none of ours is told so."""


def handles(kind: type[P]) -> Callable[[Handler[P]], Handler[P]]:
    """Declare the function that carries out presses of this kind, and answers them."""

    def declared(handler: Handler[P]) -> Handler[P]:
        HANDLERS[kind] = handler
        return handler

    return declared


class Presses(commands.Cog):
    """Answers every press, whatever it carries and however late it comes."""

    def __init__(self, bot: Guildhall) -> None:
        self.bot = bot
        self.services = bot.services

    @commands.Cog.listener()
    async def on_interaction(self, interaction: Interaction) -> None:
        """Carry out a press; commands go through the command tree."""
        if interaction.type in _OF_THE_COMMAND_TREE:
            return
        if not self.bot.comes_in(interaction):
            return
        data: Any = interaction.data or {}
        press = None if interaction.message is None else read(str(data.get("custom_id", "")))
        session_id = press.session if isinstance(press, OfSession) else None
        ctx = Context(interaction)
        try:
            if session_id is not None:
                structlog.contextvars.bind_contextvars(session=session_id)
                who = interaction.user.id, name_there(interaction)
                table = await self.services.delivery.attended(session_id, *who)
                if table is not None:
                    ctx.place = table.record.channel_id
                    _check_reach(ctx, press, table.record)
            await HANDLERS[type(press)](ctx, press)
        except Exception as error:  # noqa: BLE001 - every press gets an answer
            if isinstance(error, Unreadable):
                self.services.delivery.changed(error.outline.id)
            await self.services.answers.failed(interaction, error, session_id)
        self.bot.went(interaction, "unknown" if press is None else press.kind)
