"""A player's hand: `/hand`, and the presses that the hand answers."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from discord import app_commands

from bot.running.commands import anywhere, called
from bot.screens.custom_ids import (
    TICKED,
    Due,
    OpeningHands,
    Page,
    Pick,
    Suggest,
    Sure,
    TakingBack,
    Vote,
    chosen,
)
from bot.screens.play.prompts import confirmed_picks, takes_back, ticked
from bot.screens.reading import MOST_HANDS, which_hand
from bot.sessions.holding import absence
from bot.sessions.refusals import SeatNowhere, TableMoved, UnknownOption
from cogs.looks import more
from cogs.presses import Context, Interaction, handles
from cogs.tables import wish


@app_commands.command(**called("hand"))
@anywhere
async def hand(interaction: Interaction) -> None:
    """The hand of this channel's session; elsewhere, of the only one, or a choice of them."""
    ctx, user_id = Context(interaction), interaction.user.id
    person = await ctx.services.people.reachable(await ctx.person())
    here = await ctx.services.store.live_session_in(ctx.channel_id)
    mine = await ctx.services.store.sessions_of(user_id)
    if here is not None and ctx.interaction.guild_id is not None:
        mine = [record for record in mine if record.id == here.id]
    if len(mine) > 1:
        await ctx.show(which_hand(mine[:MOST_HANDS], user_id, ctx.words))
        return
    if not mine:
        if here is None and ctx.interaction.guild_id is not None:
            await ctx.services.sessions.check_apart(ctx.channel_id)
        raise SeatNowhere() if here is None else absence(here, user_id)
    # Typed elsewhere than at the table, it says as much.
    await ctx.services.delivery.attended(mine[0].id, user_id)
    table = await ctx.table(mine[0].id)
    await ctx.services.pressed.whisper_hand(ctx.interaction, table, person)


@handles(Pick)
async def pick(ctx: Context, press: Pick) -> None:
    """Make a choice; for whoever wants to confirm, mark it."""
    person = await ctx.person()
    async with ctx.services.pressed.on_hand(ctx.interaction, press.session, person):
        told, ticks = press.advised, press.option == TICKED
        rows = press.picks(chosen(ctx.interaction))
        if told or ticks or person.confirms:
            asked = await ctx.services.playing.asked(press.session, person.user_id, press.step)
            if told:
                seat = asked.prompt.seat
                rows = await ctx.services.suggestions.rows(asked.table, seat, press.step)
                rows = rows[:told]
            elif ticks:
                rows = [ticked(asked.prompt)]
            if person.confirms and not takes_back(asked.prompt, rows[0]):
                # Each choice is confirmed by itself: what would follow is asked in its turn.
                ctx.services.playing.check(asked, rows[0])
                ctx.services.marks.put(press.session, person.user_id, press.step, rows[0])
                return
        ctx.services.marks.drop(press.session, person.user_id)
        await ctx.services.playing.act(press.session, person.user_id, press.step, *rows)


@handles(Sure)
async def confirm(ctx: Context, press: Sure) -> None:
    """Have a marked choice count."""
    person = await ctx.person()
    async with ctx.services.pressed.on_hand(ctx.interaction, press.session, person):
        asked = await ctx.services.playing.asked(press.session, person.user_id, press.step)
        picked = confirmed_picks(asked.prompt, press.options)
        ctx.services.marks.drop(press.session, person.user_id)
        await ctx.services.playing.act(press.session, person.user_id, press.step, picked)


@handles(Page)
async def turn_page(ctx: Context, press: Page) -> None:
    """Show another page of the options."""
    person = await ctx.person()
    async with ctx.services.pressed.on_hand(ctx.interaction, press.session, person, press.page):
        pass  # nothing is done but to look


@handles(Suggest)
async def suggest(ctx: Context, press: Suggest) -> None:
    """Show what a computer would choose."""
    person = await ctx.person()
    async with ctx.services.pressed.on_hand(ctx.interaction, press.session, person, press.page):
        table = await ctx.table(press.session)
        seat = ctx.services.sessions.seat_at(table, person.user_id)
        await ctx.services.suggestions.ask(table, seat, press.step)


@handles(Due)
async def due(ctx: Context, press: Due) -> None:
    """Give more time, or the seat back; by pressing anything the player is back."""
    person = await ctx.person()
    if press.what == "more":
        about = press.session, person.user_id, press.step
        table = await ctx.services.timing.extend(*about, press.left)
        await more(ctx, table, again=True)
        return
    async with ctx.services.pressed.on_hand(ctx.interaction, press.session, person):
        pass


@handles(TakingBack)
async def take_back(ctx: Context, press: TakingBack) -> None:
    """Ask to take a choice back, or have one's say, in the hand or on the board."""
    takebacks = ctx.services.takebacks
    ways = {
        "ask": takebacks.ask,
        "agree": takebacks.agree,
        "refuse": takebacks.refuse,
        "withdraw": takebacks.withdraw,
    }
    if press.what not in ways:
        raise UnknownOption
    async with _in_place(ctx, press.session):
        await ways[press.what](press.session, ctx.user_id, press.number)


@handles(Vote)
async def vote(ctx: Context, press: Vote) -> None:
    """Carry out a wish that was pressed in the hand or on the board."""
    async with _in_place(ctx, press.session):
        await wish(ctx, press.session, press.what)


@handles(OpeningHands)
async def open_hands(ctx: Context, press: OpeningHands) -> None:
    """Ask to open all hands at the end, or have one's say, in the hand or on the board."""
    opening = ctx.services.opening_hands
    ways = {"ask": opening.ask, "agree": opening.agree, "refuse": opening.refuse}
    if press.what not in ways:
        raise UnknownOption
    async with _in_place(ctx, press.session):
        await ways[press.what](press.session, ctx.user_id)


@asynccontextmanager
async def _in_place(ctx: Context, session_id: int) -> AsyncIterator[None]:
    """What is done inside is answered by the pressed message: a hand, or else the board.

    Raises TableMoved on a board that the table has left behind in another channel.
    """
    pressed, in_channel = ctx.services.pressed, ctx.interaction.guild_id is not None
    if in_channel and not ctx.alone and ctx.place != ctx.interaction.channel_id:
        raise TableMoved((await ctx.table(session_id)).record)
    if not ctx.alone and (in_channel or await pressed.is_board(ctx.interaction, session_id)):
        async with pressed.on_board(ctx.interaction, session_id):
            yield
    else:
        async with pressed.on_hand(ctx.interaction, session_id, await ctx.person()):
            yield
