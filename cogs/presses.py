"""Every press of a button or select, from its custom_id to the one call that carries it out."""

from __future__ import annotations

import discord
import structlog
from discord.ext import commands

from bot.custom_ids.looks import Browse, Learn, Listed, OpeningHands, Record, Replaying, Show, Watch
from bot.custom_ids.play import Abandon, Due, Page, Pick, Suggest, Sure, TakingBack, Vote
from bot.custom_ids.reading import Press, carried, read
from bot.custom_ids.seats import Holding, Lobby
from bot.custom_ids.settings import Operate, Own, ServerSetting, Setting
from bot.running.client import Guildhall
from bot.screens.prompts import confirmed_picks, picks, takes_back
from bot.sessions.refusals import NoSuchSession, Unreadable
from cogs import (
    admin,
    ending,
    hands,
    holders,
    learning,
    lobby,
    looks,
    open_hands,
    pausing,
    personal,
    records,
    replays,
    servers,
    settings,
    takebacks,
    watching,
)

NO_SESSION = (Learn, Listed, Operate, Own, Record, Setting, ServerSetting)
"""Presses that are about no session."""
_OF_THE_COMMAND_TREE = (
    discord.InteractionType.application_command,
    discord.InteractionType.autocomplete,
)


class Presses(commands.Cog):
    """Answers every press, whatever it carries and however late it comes."""

    def __init__(self, bot: Guildhall) -> None:
        self.bot = bot
        self.services = bot.services

    @commands.Cog.listener()
    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Carry out a press; commands go through the command tree."""
        if interaction.type in _OF_THE_COMMAND_TREE:
            return
        if not self.bot.comes_in(interaction):
            return
        press = None if interaction.message is None else read(carried(interaction)[0])
        session_id = None if press is None or isinstance(press, NO_SESSION) else press.session
        try:
            if session_id is not None:
                structlog.contextvars.bind_contextvars(session=session_id)
                await self.services.delivery.attended(session_id, interaction.user.id)
            await self._carry_out(interaction, press)
        except Exception as error:  # noqa: BLE001 - every press gets an answer
            if isinstance(error, Unreadable):
                self.services.delivery.changed(error.outline.id)
            await self.services.answers.failed(interaction, error, session_id)
        self.bot.went(interaction, "unknown" if press is None else str(press).partition(":")[0])

    async def _carry_out(  # noqa: C901, PLR0912  (one a kind)
        self, interaction: discord.Interaction, press: Press | None
    ) -> None:
        match press:
            case None:
                raise NoSuchSession
            case Pick():
                await self._pick(interaction, press)
            case Sure():
                await self._confirm(interaction, press)
            case Page():
                await self._turn_page(interaction, press)
            case Show():
                await looks.show(self.services, interaction, press)
            case Browse():
                await looks.browse(self.services, interaction, press)
            case Lobby():
                await lobby.pressed(self.services, interaction, press)
            case Holding():
                await holders.pressed(self.services, interaction, press)
            case Abandon():
                await ending.pressed(self.services, interaction, press)
            case Due():
                await self._due(interaction, press)
            case Vote():
                await pausing.pressed(self.services, interaction, press)
            case TakingBack():
                await takebacks.pressed(self.services, interaction, press)
            case OpeningHands():
                await open_hands.pressed(self.services, interaction, press)
            case Watch():
                await watching.pressed(self.services, interaction, press)
            case Listed():
                await watching.listed(self.services, interaction, press)
            case Replaying():
                await replays.pressed(self.services, interaction, press)
            case Suggest():
                await learning.suggest(self.services, interaction, press)
            case Learn():
                await learning.alone(self.services, interaction, press.game)
            case Setting():
                await settings.pressed(self.services, interaction, press)
            case ServerSetting():
                await servers.pressed(self.services, interaction, press)
            case Record():
                await records.pressed(self.services, interaction, press)
            case Operate():
                await admin.pressed(self.bot, interaction, press)
            case Own():
                await personal.pressed(self.services, interaction, press)

    async def _due(self, interaction: discord.Interaction, press: Due) -> None:
        services = self.services
        if press.what == "more":
            person = await services.people.seen(interaction)
            table = await services.timing.extend(press.session, person.user_id, press.step)
            await looks.more(services, interaction, table, again=True)
            return
        async with hands.on_hand(services, interaction, press.session):
            pass  # by pressing anything the player is back

    async def _pick(self, interaction: discord.Interaction, press: Pick) -> None:
        services = self.services
        async with hands.on_hand(services, interaction, press.session) as player:
            prompt = services.sessions.prompt(player.table, player.seat, press.step)
            chosen = picks(prompt, press.option, carried(interaction)[1])
            if player.person.confirms and not takes_back(prompt, chosen):
                services.playing.check(player.table, player.seat, press.step, chosen)
                services.marks.put(press.session, player.person.user_id, press.step, chosen)
            else:
                await self._act(press, player.person.user_id, chosen)

    async def _confirm(self, interaction: discord.Interaction, press: Sure) -> None:
        services = self.services
        async with hands.on_hand(services, interaction, press.session) as player:
            prompt = services.sessions.prompt(player.table, player.seat, press.step)
            chosen = confirmed_picks(prompt, press.options)
            await self._act(press, player.person.user_id, chosen)

    async def _act(self, press: Pick | Sure, user_id: int, chosen: tuple[str, ...]) -> None:
        """A choice counts; what was marked is dropped."""
        services = self.services
        services.marks.drop(press.session, user_id)
        await services.playing.act(press.session, user_id, press.step, chosen)

    async def _turn_page(self, interaction: discord.Interaction, press: Page) -> None:
        async with hands.on_hand(self.services, interaction, press.session, press.page):
            pass  # nothing is done but to look


async def setup(bot: Guildhall) -> None:
    """Called by discord.py."""
    await bot.add_cog(Presses(bot))
