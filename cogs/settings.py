"""What a person sets, and a manager for the server; one's own data, to be given or erased."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar, get_args

import discord
import orjson
from discord import app_commands

from bot import VERSION
from bot.delivery.calling.answers import thinking
from bot.running.commands import anywhere, called
from bot.screens import people as screens
from bot.screens.custom_ids import Own, ServerSetting, Setting, chosen, filled_in
from bot.screens.parts import refilled
from bot.screens.people import HOSTS, OFF, ON, SWITCHES
from bot.screens.screen import Document, together
from bot.sessions.refusals import CantTell, Miswritten, NotManager, Refused, UnknownOption
from bot.sessions.servers import SPEEDS
from bot.store.records.people import Abandoning, OwnThreads, Person, QuietHours, Server, Tell
from bot.time import read_quiet
from cogs.presses import Context, Interaction, handles, number_of
from engine.text import text

T = TypeVar("T", bound=str)

FILE = "guildhall.json"
_DISCORDS = frozenset({"guild_id", "channel_id", "dm_channel_id", "message_id"})


@app_commands.command(**called("settings"))
@anywhere
async def settings(interaction: Interaction) -> None:
    """Show the person's settings, to be changed there."""
    ctx = Context(interaction)
    person = await ctx.person()
    await ctx.show(screens.settings(person, ctx.words, manages=manages(ctx)))


@handles(Setting)
async def pressed(ctx: Context, press: Setting) -> None:
    """Carry out a change of a setting, and show it in the message that was pressed."""
    person = await ctx.person()
    words = ctx.words
    if press.name == "quiet":
        form = screens.quiet_hours(person, words).filled(press.value)
        await ctx.services.answers.ask(ctx.interaction, form)
        return
    try:
        person = await ctx.services.people.change(person, partial(_set, ctx, press=press))
    except Miswritten as refused:
        again = Setting("quiet", together(filled_in(ctx.interaction).values()))
        await ctx.replace(refilled(refused.reason, again, words))
        return
    if press.name in ("words", "hours"):
        for record in await ctx.services.store.sessions_of(person.user_id):
            with suppress(Refused):
                await ctx.services.timing.look_anew(record.id)
            ctx.services.delivery.show_hand(record.id, person.user_id)
    await ctx.replace(screens.settings(person, words, manages=manages(ctx)))


def _set(ctx: Context, person: Person, *, press: Setting) -> Person:
    """The person with a setting as it was chosen; raises UnknownOption, Miswritten."""
    match press.name:
        case "page":
            return person
        case "tell":
            return replace(person, tell=_one(chosen(ctx.interaction), get_args(Tell)))
        case "hours":
            return replace(person, quiet=_quiet(ctx))
        case name if name in SWITCHES:
            now: dict[str, Any] = {SWITCHES[name]: _one([press.value or ""], (ON, OFF)) == ON}
            return replace(person, **now)
        case _:
            raise UnknownOption


def _quiet(ctx: Context) -> QuietHours | None:
    """The quiet hours of the form; none if it was left empty. Raises Miswritten."""
    written = filled_in(ctx.interaction)
    hours = written.get("hours", "").strip()
    if not hours:
        return None
    quiet = read_quiet(hours, written.get("zone", ""))
    if quiet is None:
        raise Miswritten("hours" if read_quiet(hours, "UTC") is None else "zone")
    return quiet


def manages(ctx: Context) -> bool:
    """Whether somebody may set something for the server in which this was pressed or typed."""
    return ctx.interaction.guild is not None and ctx.interaction.permissions.manage_guild


@handles(ServerSetting)
async def pressed_for_server(ctx: Context, press: ServerSetting) -> None:
    """Carry out a change of a setting, and show all in the message that was pressed."""
    guild = ctx.interaction.guild
    if guild is None or not manages(ctx):
        raise NotManager
    if press.name == "page":
        server = await ctx.services.store.server(guild.id)
    else:
        change = _change(ctx, guild, press.name, chosen(ctx.interaction))
        server = await ctx.services.store.change_server(guild.id, change)
    languages = ctx.services.languages
    names = {tag: languages.words(tag)(text("language.name")) for tag in languages.tags}
    await ctx.replace(screens.server_settings(_standing(guild, server), ctx.words, names))


def _change(
    ctx: Context, guild: discord.Guild, name: str, values: list[str]
) -> Callable[[Server], Server]:
    """What was chosen, of whatever else is set by then; raises UnknownOption, CantTell."""
    match name:
        case "language":
            chosen = _one(values, (HOSTS, *ctx.services.languages.tags))
            return partial(replace, locale=None if chosen == HOSTS else chosen)
        case "speed":
            return partial(replace, speed=_one(values, tuple(SPEEDS)))
        case "channels":
            return partial(replace, channels=tuple(sorted(map(number_of, values))))
        case "abandon":
            return partial(replace, abandoning=_one(values, get_args(Abandoning)))
        case "results":
            results = number_of(values[0]) if values else None
            if results is not None:
                _check_telling(guild, results)
            return partial(replace, results_channel_id=results)
        case "threads":
            return partial(replace, threads=_one(values, get_args(OwnThreads)))
        case _:
            raise UnknownOption


def _check_telling(guild: discord.Guild, channel_id: int) -> None:
    """Raise CantTell where the bot may not write."""
    channel = guild.get_channel(channel_id)
    lacking = ["view_channel"]
    if channel is not None:
        allowed = channel.permissions_for(guild.me)
        needed = ("view_channel", "send_messages")
        lacking = [permission for permission in needed if not getattr(allowed, permission)]
    if lacking:
        raise CantTell(channel_id, lacking)


def _standing(guild: discord.Guild, server: Server) -> Server:
    """The settings without channels that are no more: Discord takes none of those."""
    results = server.results_channel_id
    return replace(
        server,
        channels=tuple(one for one in server.channels if guild.get_channel(one) is not None),
        results_channel_id=None if results is None or not guild.get_channel(results) else results,
    )


def _one(values: list[str], known: tuple[T, ...]) -> T:
    for value in known:
        if values == [value]:
            return value
    raise UnknownOption


@app_commands.command(**called("forget-me"))
@anywhere
async def forget_me(interaction: Interaction) -> None:
    """Ask whether really everything is to be erased."""
    ctx = Context(interaction)
    mine = await ctx.services.store.sessions_of(ctx.user_id)
    playing = sum(record.status == "playing" for record in mine)
    await ctx.show(screens.really_forget(playing, len(mine) - playing, ctx.words))


@app_commands.command(**called("export-me"))
@anywhere
async def export_me(interaction: Interaction) -> None:
    """Send a file with all that is stored, by direct message; here where that is closed."""
    ctx = Context(interaction)
    letters, user_id = ctx.services.letters, ctx.user_id
    stored = await ctx.services.store.exported(user_id)
    if not any(stored.values()):
        await ctx.tell(text("export.nothing"))
        return
    about = {"guildhall": VERSION, "user_id": str(user_id), "stored": _readable(stored)}
    screen = screens.exported(Document(FILE, orjson.dumps(about)), ctx.words)
    await thinking(interaction, alone=True)
    if ctx.direct is None and await letters.hand_over(user_id, screen, interaction.id):
        await ctx.tell(text("export.sent"))
    else:
        await ctx.show(screen)


@handles(Own)
async def own_data(ctx: Context, press: Own) -> None:
    """Erase everything, or leave it as it is."""
    match press.what:
        case "forget":
            async with ctx.services.answers.answering(ctx.interaction):
                await ctx.services.forgetting.forget(ctx.user_id)
            said = text("forget.done")
        case "keep":
            said = text("forget.kept")
        case _:
            raise UnknownOption
    await ctx.say(said)


def _readable(value: object) -> object:
    """Discord's ids as text, as it gives them itself: some readers' numbers are too small."""
    match value:
        case dict():
            return {
                name: str(part) if name in _DISCORDS and part is not None else _readable(part)
                for name, part in value.items()
            }
        case list():
            return [_readable(part) for part in value]
        case _:
            return value
