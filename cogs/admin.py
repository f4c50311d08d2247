"""`/admin` for whoever runs the bot.

It does some of `python -m bot admin`, in the same way.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord import app_commands
from discord.ext import commands

from bot.delivery.calling.answers import Acknowledgement, deferred, thinking
from bot.delivery.calling.edits import in_time
from bot.running.client import Guildhall
from bot.running.commands import called, said, with_options
from bot.running.services import Services
from bot.screens.about import Condition, condition, sure_to_block, sure_to_end
from bot.screens.custom_ids import LARGEST_ID, Operate
from bot.screens.parts import notice
from bot.sessions.refusals import (
    NoSuchNumber,
    NotBlocked,
    NoticeTooLong,
    NotOperator,
    NotPlaying,
    NumberNeeded,
)
from bot.store.records.people import LONGEST_NOTICE, NOTICE
from bot.store.records.sessions import Outline
from cogs.presses import handles
from engine.text import Text, text

LEAST_ID = 2**50
"""Discord's ids passed it within its first days."""
_WAYS = ("status", "notice", "end", "block", "unblock")
_MAY = (discord.TeamMemberRole.admin, discord.TeamMemberRole.developer)


class AdminCog(commands.Cog):
    """The operator's command: in the bot's direct messages, where no server sees it."""

    def __init__(self, bot: Guildhall) -> None:
        self.bot = bot
        self.services = bot.services

    @app_commands.command(**called("admin"))
    @with_options("admin", "what", "about")
    @app_commands.choices(
        what=[app_commands.Choice(name=said(f"command.admin.{way}"), value=way) for way in _WAYS]
    )
    @app_commands.allowed_contexts(guilds=False, dms=True, private_channels=False)
    async def admin(
        self,
        interaction: discord.Interaction[Guildhall],
        what: app_commands.Choice[str] | None = None,
        about: str = "",
    ) -> None:
        """How the bot is, without `what`; `about`: a notice, or the number of a game or server."""
        await _check(interaction, partial(thinking, interaction, alone=True))
        services, line = self.services, " ".join(str(about).split())  # whatever a forged one is
        words = services.answers.words(interaction)
        match "status" if what is None else what.value:
            case "notice":
                screen = notice(words(await self._notice(line)))
            case "end":
                outline = await _live(services, _number(line))
                screen = sure_to_end(outline, await self._now(), words)
            case "block":
                screen = sure_to_block(_server(line), await self._now(), words)
            case "unblock":
                if not await services.store.unblock(_number(line)):
                    raise NotBlocked
                screen = notice(words(text("admin.unblocked", server=line)))
            case _:
                screen = condition(await self._now(), words)
        await services.answers.show(interaction, screen)

    async def _now(self) -> Condition:
        services = self.services
        store = services.store
        return Condition(
            since=int(services.started),
            servers={guild.id: guild.name for guild in self.bot.guilds},
            sessions=await store.outlines(),
            blocked=await store.blocked(),
            notice=await store.fact(NOTICE) or "",
            names=frozenset(services.games),
        )

    async def _notice(self, line: str) -> Text:
        if len(line) > LONGEST_NOTICE:
            raise NoticeTooLong(len(line))
        await self.services.store.notify(line)
        return text("admin.noticed" if line else "admin.unnoticed")


@handles(Operate)
async def pressed(
    services: Services, interaction: discord.Interaction[Guildhall], press: Operate
) -> None:
    """The operator is sure."""
    await _check(interaction, partial(deferred, interaction))
    if press.what == "end":
        await _live(services, press.id)
        await services.store.end_beside(press.id)
        done = text("admin.ended", session=str(press.id))
    else:
        await services.store.block(press.id)
        done = text("admin.blocked", server=str(press.id))
    await services.answers.replace(interaction, notice(services.answers.words(interaction)(done)))


async def _check(
    interaction: discord.Interaction[Guildhall], defer: Callable[[], Awaitable[object]]
) -> None:
    """Raise NotOperator unless the application is that person's, or that person's team's."""
    acknowledgement = Acknowledgement(defer)
    try:
        application = await in_time(interaction.client.application_info())
    finally:
        await acknowledgement.settled()
    if interaction.user.id not in _operators(application):
        raise NotOperator


async def _live(services: Services, session_id: int) -> Outline:
    """A game that can be ended; raises NoSuchNumber, NotPlaying."""
    outline = await services.store.outline(session_id)
    if outline is None:
        raise NoSuchNumber
    if not outline.live:
        raise NotPlaying(outline.status)
    return outline


def _operators(application: discord.AppInfo) -> set[int | None]:
    team = application.team
    if team is None:
        return {application.owner.id}
    accepted = discord.TeamMembershipState.accepted
    members = [member for member in team.members if member.membership_state is accepted]
    return {team.owner_id, *(member.id for member in members if member.role in _MAY)}


def _number(digits: str) -> int:
    """The id that was typed; raises NumberNeeded."""
    if not (digits.isascii() and digits.isdecimal() and 0 < int(digits) <= LARGEST_ID):
        raise NumberNeeded
    return int(digits)


def _server(digits: str) -> int:
    """The same of a server, which no game's number is: Discord's ids say when they were made."""
    number = _number(digits)
    if number < LEAST_ID:
        raise NumberNeeded
    return number


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    await bot.add_cog(AdminCog(bot))
