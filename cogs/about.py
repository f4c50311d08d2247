"""What the bot is and how it is: `/help` for everybody, `/admin` for whoever runs it.

`/admin` does some of `python -m bot admin`, in the same way.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial

import discord
from discord import app_commands

from bot.delivery.calling.answers import Acknowledgement, deferred, thinking
from bot.delivery.calling.edits import in_time
from bot.running.commands import anywhere, called, registered, said, with_options
from bot.screens.custom_ids import Operate, Rules, number
from bot.screens.parts import notice
from bot.screens.reading import About, Condition, about, condition, sure_to_block, sure_to_end
from bot.sessions import refusals
from bot.store.records.people import LONGEST_NOTICE, NOTICE
from bot.store.records.sessions import Outline
from cogs.looks import reader_of
from cogs.presses import Context, Interaction, handles
from engine.text import text


@app_commands.command(**called("help"))
@anywhere
async def help_(interaction: Interaction) -> None:
    """What it is, how one begins; version, privacy and terms."""
    ctx, application = Context(interaction), interaction.client.application
    counts = await ctx.services.store.counts()
    how = About(
        games=sum(number for (_, status), number in counts.items() if status == "playing"),
        privacy=None if application is None else application.privacy_policy_url,
        terms=None if application is None else application.terms_of_service_url,
        commands=await registered(ctx.services.store),
    )
    await ctx.show(about(how, tuple(ctx.services.games), ctx.words))


@handles(Rules)
async def rules(ctx: Context, press: Rules) -> None:
    """Show a page of a game's rules, for that person alone."""
    if press.game not in ctx.services.games:
        raise refusals.UnknownOption
    game, reader = ctx.services.games[press.game], await reader_of(ctx)
    book, in_words = ctx.services.rulebook, reader.in_words
    if press.page:
        await deferred(ctx.interaction)
        shown = book.of_game(game, reader.locale, press.page - 1, in_words=in_words)
        await ctx.replace(await shown)
    else:
        await thinking(ctx.interaction, alone=True)
        await ctx.show(await book.of_game(game, reader.locale, in_words=in_words))


LEAST_ID = 2**50
"""Discord's ids passed it within its first days."""
_WAYS = ("status", "notice", "end", "block", "unblock")
_MAY = (discord.TeamMemberRole.admin, discord.TeamMemberRole.developer)


@app_commands.command(**called("admin"))
@with_options("admin", "what", "about")
@app_commands.choices(
    what=[app_commands.Choice(name=said(f"command.admin.{way}"), value=way) for way in _WAYS]
)
@app_commands.allowed_contexts(guilds=False, dms=True, private_channels=False)
async def admin(
    interaction: Interaction, what: app_commands.Choice[str] | None = None, about: str = ""
) -> None:
    """How the bot is, without `what`; `about`: a notice, or the number of a game or server.

    In the bot's direct messages, where no server sees it.
    """
    ctx = Context(interaction)
    await _check(ctx, partial(thinking, interaction, alone=True))
    words, line = ctx.words, " ".join(str(about).split())  # whatever a forged one is
    match "status" if what is None else what.value:
        case "notice":
            if len(line) > LONGEST_NOTICE:
                raise refusals.NoticeTooLong(most=LONGEST_NOTICE, n=len(line))
            await ctx.services.store.notify(line)
            screen = notice(words(text("admin.noticed" if line else "admin.unnoticed")))
        case "end":
            outline = await _live(ctx, _number(line))
            screen = sure_to_end(outline, await _now(ctx), words)
        case "block":
            screen = sure_to_block(_server(line), await _now(ctx), words)
        case "unblock":
            if not await ctx.services.store.unblock(_number(line)):
                raise refusals.NotBlocked
            screen = notice(words(text("admin.unblocked", server=line)))
        case _:
            screen = condition(await _now(ctx), words)
    await ctx.show(screen)


async def _now(ctx: Context) -> Condition:
    store = ctx.services.store
    return Condition(
        since=int(ctx.services.started),
        servers={guild.id: guild.name for guild in ctx.interaction.client.guilds},
        sessions=await store.outlines(),
        blocked=await store.blocked(),
        notice=await store.fact(NOTICE) or "",
        names=frozenset(ctx.services.games),
    )


@handles(Operate)
async def pressed(ctx: Context, press: Operate) -> None:
    """The operator is sure."""
    await _check(ctx, partial(deferred, ctx.interaction))
    if press.what == "end":
        await _live(ctx, press.id)
        await ctx.services.store.end_beside(press.id)
        done = text("admin.ended", session=str(press.id))
    else:
        await ctx.services.store.block(press.id)
        done = text("admin.blocked", server=str(press.id))
    await ctx.say(done)


async def _check(ctx: Context, defer: Callable[[], Awaitable[object]]) -> None:
    """Raise NotOperator unless the application is that person's, or that person's team's."""
    acknowledgement = Acknowledgement(defer)
    try:
        application = await in_time(ctx.interaction.client.application_info())
    finally:
        await acknowledgement.settled()
    if ctx.user_id not in _operators(application):
        raise refusals.NotOperator


async def _live(ctx: Context, session_id: int) -> Outline:
    """A game that can be ended; raises NoSuchNumber, NotPlaying."""
    outline = await ctx.services.store.outline(session_id)
    if outline is None:
        raise refusals.NoSuchNumber
    if not outline.live:
        raise refusals.NotPlaying(outline.status)
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
    found = number(digits)
    if not found:
        raise refusals.NumberNeeded
    return found


def _server(digits: str) -> int:
    """The same of a server, which no game's number is: Discord's ids say when they were made."""
    found = _number(digits)
    if found < LEAST_ID:
        raise refusals.NumberNeeded
    return found
