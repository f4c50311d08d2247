"""Whether the application at Discord is as it must be."""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path

import discord

from bot.delivery.calling.permissions import needed_everywhere
from bot.delivery.wire.shards import Shards
from bot.doctor.report import FAULTS, Report, answer
from bot.games import found, languages_of, together
from bot.running.client import Guildhall
from bot.services import assemble
from bot.store.sqlite.store import SqliteStore
from engine import games

SCOPES = ("bot", "applications.commands")
VERIFIED_FROM = 100
"""Servers from which on Discord wants an application verified."""
PRIVILEGED = (
    "gateway_presence",
    "gateway_presence_limited",
    "gateway_guild_members",
    "gateway_guild_members_limited",
    "gateway_message_content",
    "gateway_message_content_limited",
)


class Unconnected(Guildhall):
    """Knows the commands and the token, and never listens."""

    async def setup_hook(self) -> None:
        """The commands alone."""
        await self.load_commands()


async def examine_application(
    report: Report,
    token: str,
    forget: Callable[[], Awaitable[None]],
    shards: Shards | None = None,
) -> bool:
    """Log in and look at the application, its commands and shards; whether the token is good.

    `forget` has the next start register all commands.
    """
    report.title("Application")
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "nothing.sqlite3")
        client, boxes = Unconnected(), found(games)
        client.services = assemble(client, store, languages_of(boxes), together(games, boxes))
        try:
            await client.login(token)
        except discord.LoginFailure:
            report.failed("log in", "Discord refuses DISCORD_TOKEN; copy it again")
            return False
        except FAULTS as fault:
            report.failed("log in", answer(fault))
            return False
        else:
            report.passed("log in", str(client.user))
            await _examine(report, client, forget, shards)
            return True
        finally:
            await client.close()


async def _examine(
    report: Report,
    client: Guildhall,
    forget: Callable[[], Awaitable[None]],
    ours: Shards | None,
) -> None:
    try:
        _examine_portal(report, await client.application_info())
        await _examine_commands(report, client, forget)
        shards, _, limit = await client.http.get_bot_gateway()
        wanted = f"{shards}; {limit['remaining']} connections left today"
        if ours is not None and ours.total < shards:
            report.failed("shards", f"SHARDS is {ours}, Discord wants {wanted}")
        else:
            report.passed("shards", wanted)
    except FAULTS as fault:
        report.failed("look at the application", answer(fault))


def _examine_portal(report: Report, about: discord.AppInfo) -> None:
    link = discord.utils.oauth_url(
        about.id, permissions=needed_everywhere(), scopes=SCOPES, disable_guild_select=False
    )
    if about.bot_public:
        report.passed("public", "everybody can invite it")
    else:
        report.noted("not public", "only its owner can invite it (Bot, Public Bot)")
    report.noted("install link", link)
    given = [name for name in PRIVILEGED if getattr(about.flags, name)]
    if given:
        report.noted("privileged intents", f"none is needed, but given: {', '.join(given)}")
    else:
        report.passed("privileged intents", "none, and none is needed")
    servers = about.approximate_guild_count
    wanted = f"wanted for verification, from {VERIFIED_FROM} servers on; now {servers}"
    for name, url, template in (
        ("terms of service", about.terms_of_service_url, "TERMS.md"),
        ("privacy policy", about.privacy_policy_url, "PRIVACY.md"),
    ):
        if url:
            report.passed(name, url)
        elif servers >= VERIFIED_FROM:
            report.failed(name, f"no address is set ({template} is a template); {wanted}")
        else:
            report.noted(name, f"no address is set ({template} is a template); {wanted}")


async def _examine_commands(
    report: Report, client: Guildhall, forget: Callable[[], Awaitable[None]]
) -> None:
    ours = {command.name for command in client.tree.get_commands()}
    theirs = {command.name for command in await client.tree.fetch_commands()}
    if ours == theirs:
        report.passed("commands", ", ".join(f"/{name}" for name in sorted(theirs)))
    else:
        await forget()
        changed = ", ".join(f"/{name}" for name in sorted(ours ^ theirs))
        report.noted("commands", f"the next start registers what has changed: {changed}")
