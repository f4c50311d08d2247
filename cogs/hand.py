"""A player's hand: `/hand`, and the presses that the hand answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import discord
from discord import app_commands
from discord.ext import commands

from bot.running.client import Guildhall
from bot.running.commands import called
from bot.running.services import Services
from bot.screens.custom_ids import (
    ADVISED,
    TICKED,
    Due,
    OpeningHands,
    Page,
    Pick,
    Show,
    Suggest,
    Sure,
    TakingBack,
    Vote,
    chosen,
)
from bot.screens.parts import button, notice
from bot.screens.play.prompts import confirmed_picks, picks, takes_back, ticked
from bot.screens.screen import Screen
from bot.sessions.holding import absence
from bot.sessions.refusals import SeatNowhere, UnknownOption
from bot.store.records.sessions import Session
from cogs.looks import more
from cogs.presses import handles
from cogs.tables import wish
from engine.text import text


class Hands(commands.Cog):
    """The command that shows a hand."""

    def __init__(self, bot: Guildhall) -> None:
        self.services = bot.services

    @app_commands.command(**called("hand"))
    @app_commands.allowed_contexts(guilds=True, dms=True, private_channels=False)
    async def hand(self, interaction: discord.Interaction) -> None:
        """The hand of this channel's session; elsewhere, of the only one, or a choice of them."""
        services, user_id = self.services, interaction.user.id
        person = await services.people.reachable(await services.people.seen(interaction))
        here = await services.store.live_session_in(interaction.channel_id or 0)
        mine = await services.store.sessions_of(user_id)
        if here is not None and interaction.guild_id is not None:
            mine = [record for record in mine if record.id == here.id]
        if len(mine) > 1:
            await services.answers.show(interaction, _which(services, interaction, mine))
            return
        if not mine:
            if here is None and interaction.guild_id is not None:
                await services.sessions.check_apart(interaction.channel_id or 0)
            raise SeatNowhere() if here is None else absence(here, user_id)
        # Typed elsewhere than at the table, it says as much.
        await services.delivery.attended(mine[0].id, user_id)
        table = await services.sessions.table(mine[0].id)
        await services.pressed.whisper_hand(interaction, table, person)


def _which(services: Services, interaction: discord.Interaction, records: list[Session]) -> Screen:
    words = services.answers.words(interaction)
    buttons = []
    for record in records[:20]:
        game = words(text(f"game.{record.game}.name"))
        label = words(text("hand.of", game=game, number=record.id))
        buttons.append(button(label, Show(record.id, "hand")))
    return notice(words(text("hand.which")), *buttons)


@handles(Pick)
async def pick(services: Services, interaction: discord.Interaction, press: Pick) -> None:
    """Make a choice; for whoever wants to confirm, mark it."""
    person = await services.people.seen(interaction)
    async with services.pressed.on_hand(interaction, press.session, person):
        if press.option == ADVISED:
            asked = await services.playing.asked(press.session, person.user_id, press.step)
            rows = await services.suggestions.rows(asked.table, asked.prompt.seat, press.step)
        else:
            rows = picks(press.option, chosen(interaction))
        if press.option != ADVISED and (press.option == TICKED or person.confirms):
            asked = await services.playing.asked(press.session, person.user_id, press.step)
            rows = [ticked(asked.prompt)] if press.option == TICKED else rows
            if person.confirms and not takes_back(asked.prompt, rows[0]):
                # Each choice is confirmed by itself: what would follow is asked in its turn.
                services.playing.check(asked, rows[0])
                services.marks.put(press.session, person.user_id, press.step, rows[0])
                return
        services.marks.drop(press.session, person.user_id)
        await services.playing.act_on(press.session, person.user_id, press.step, rows)


@handles(Sure)
async def confirm(services: Services, interaction: discord.Interaction, press: Sure) -> None:
    """Have a marked choice count."""
    person = await services.people.seen(interaction)
    async with services.pressed.on_hand(interaction, press.session, person):
        asked = await services.playing.asked(press.session, person.user_id, press.step)
        picked = confirmed_picks(asked.prompt, press.options)
        services.marks.drop(press.session, person.user_id)
        await services.playing.act(press.session, person.user_id, press.step, picked)


@handles(Page)
async def turn_page(services: Services, interaction: discord.Interaction, press: Page) -> None:
    """Show another page of the options."""
    person = await services.people.seen(interaction)
    async with services.pressed.on_hand(interaction, press.session, person, press.page):
        pass  # nothing is done but to look


@handles(Suggest)
async def suggest(services: Services, interaction: discord.Interaction, press: Suggest) -> None:
    """Show what a computer would choose."""
    person = await services.people.seen(interaction)
    async with services.pressed.on_hand(interaction, press.session, person, press.page):
        table = await services.sessions.table(press.session)
        seat = services.sessions.seat_at(table, person.user_id)
        await services.suggestions.ask(table, seat, press.step)


@handles(Due)
async def due(services: Services, interaction: discord.Interaction, press: Due) -> None:
    """Give more time, or the seat back; by pressing anything the player is back."""
    person = await services.people.seen(interaction)
    if press.what == "more":
        table = await services.timing.extend(press.session, person.user_id, press.step)
        await more(services, interaction, table, again=True)
        return
    async with services.pressed.on_hand(interaction, press.session, person):
        pass


@handles(TakingBack)
async def take_back(
    services: Services, interaction: discord.Interaction, press: TakingBack
) -> None:
    """Ask to take a choice back, or have one's say, in the hand or on the board."""
    takebacks = services.takebacks
    ways = {
        "ask": takebacks.ask,
        "agree": takebacks.agree,
        "refuse": takebacks.refuse,
        "withdraw": takebacks.withdraw,
    }
    if press.what not in ways:
        raise UnknownOption
    async with _in_place(services, interaction, press.session):
        await ways[press.what](press.session, interaction.user.id, press.number)


@handles(Vote)
async def vote(services: Services, interaction: discord.Interaction, press: Vote) -> None:
    """Carry out a wish that was pressed in the hand or on the board."""
    async with _in_place(services, interaction, press.session):
        await wish(services, press.session, interaction.user.id, press.what)


@handles(OpeningHands)
async def open_hands(
    services: Services, interaction: discord.Interaction, press: OpeningHands
) -> None:
    """Ask to open all hands at the end, or have one's say, in the hand or on the board."""
    opening = services.opening_hands
    ways = {"ask": opening.ask, "agree": opening.agree, "refuse": opening.refuse}
    if press.what not in ways:
        raise UnknownOption
    async with _in_place(services, interaction, press.session):
        await ways[press.what](press.session, interaction.user.id)


@asynccontextmanager
async def _in_place(
    services: Services, interaction: discord.Interaction, session_id: int
) -> AsyncIterator[None]:
    """What is done inside is answered by the pressed message: a hand, or else the board."""
    message = interaction.message
    if interaction.guild_id is not None and not (message and message.flags.ephemeral):
        async with services.pressed.on_board(interaction, session_id):
            yield
    else:
        person = await services.people.seen(interaction)
        async with services.pressed.on_hand(interaction, session_id, person):
            yield


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    await bot.add_cog(Hands(bot))
