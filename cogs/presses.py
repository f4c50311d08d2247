"""Every press of a button or select, from its custom_id to the one call that carries it out."""

from __future__ import annotations

import discord
from discord.ext import commands

from bot.client import Guildhall
from bot.custom_ids import Abandon, Lobby, Look, Page, Pick, Press, Show, carried, read
from bot.screens.parts import notice
from bot.screens.prompts import picks
from bot.sessions.refusals import NoSuchSession, NotHostNorModerator, Refused, Unreadable
from bot.sessions.table import Table
from cogs import lobby, looks
from engine.text import text

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
        self.bot.comes_in(interaction)
        press = None if interaction.message is None else read(carried(interaction)[0])
        session_id = None if press is None else press.session
        try:
            await self._carry_out(interaction, press)
        except Exception as error:  # noqa: BLE001 - every press gets an answer
            if isinstance(error, Unreadable):
                self.services.delivery.changed(error.outline.id)
            await self.services.answers.failed(interaction, error, session_id)

    async def _carry_out(self, interaction: discord.Interaction, press: Press | None) -> None:
        match press:
            case None:
                raise NoSuchSession
            case Pick():
                await self._pick(interaction, press)
            case Page():
                await self._turn_page(interaction, press)
            case Show():
                await looks.show(self.services, interaction, press)
            case Look():
                await looks.look(self.services, interaction, press)
            case Lobby():
                await lobby.pressed(self.services, interaction, press)
            case Abandon():
                await self._abandon(interaction, press)

    async def _pick(self, interaction: discord.Interaction, press: Pick) -> None:
        services = self.services
        person = await services.people.seen(interaction)
        before = await services.sessions.table(press.session)
        seat = services.sessions.seat_at(before, interaction.user.id)
        refused: Refused | None = None

        async def act() -> Table:
            nonlocal refused
            try:
                prompt = services.sessions.prompt(before, seat, press.step)
                chosen = picks(prompt, press.option, carried(interaction)[1])
                acted = await services.sessions.act(
                    press.session, interaction.user.id, press.step, chosen
                )
            except Refused as error:
                refused = error
                return await services.sessions.table(press.session)
            services.delivery.changed(press.session, settled=acted.settled)
            services.computers.look(acted.table)
            services.threads.look(acted.table.record)
            return acted.table

        await services.delivery.answer_on_hand(interaction, press.session, person, act)
        if refused is not None:
            await services.answers.notice(interaction, refused.reason)

    async def _turn_page(self, interaction: discord.Interaction, press: Page) -> None:
        services = self.services
        person = await services.people.seen(interaction)
        table = await services.sessions.table(press.session)
        services.sessions.seat_at(table, interaction.user.id)

        async def look() -> Table:
            return table

        await services.delivery.answer_on_hand(interaction, press.session, person, look, press.page)

    async def _abandon(self, interaction: discord.Interaction, press: Abandon) -> None:
        services = self.services
        words = services.answers.words(interaction)
        if press.answer != "yes":
            said = text("abandon.kept")
        else:
            outline = await services.sessions.outline(press.session)
            moderator = interaction.permissions.manage_messages
            if outline.host_id != interaction.user.id and not moderator:
                raise NotHostNorModerator
            await services.sessions.abandon(press.session)
            services.delivery.changed(press.session)
            services.threads.check(press.session)
            said = text("abandon.done")
        await services.answers.replace(interaction, notice(words(said)))


async def setup(bot: Guildhall) -> None:
    """Called by discord.py."""
    await bot.add_cog(Presses(bot))
