"""The whole examination, in the order in which things go wrong."""

from __future__ import annotations

import os
import shlex
import tempfile
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path

import discord
from pydantic import SecretStr

from bot.delivery.calling.channels import needed_everywhere, quarantine
from bot.delivery.wire.caution import Shards
from bot.games import found, languages_of, together
from bot.running.client import Guildhall
from bot.running.commands import forget_registered
from bot.running.rehearsal import FAULTS, Report, answer, rehearse
from bot.running.services import Services
from bot.running.settings import Settings
from bot.store.opening import copy_database, open_store
from bot.store.records.sessions import Outline
from bot.store.sqlite.database import is_there, make_folder
from bot.store.sqlite.store import SqliteStore
from bot.store.store import StoreFailed, StoreUnusable
from engine import games

FACT = "doctor"


async def examine_database(report: Report, database: Path | SecretStr) -> None:
    """Open the database, write to it and read it back; name the sessions that were set apart."""
    where = "at a PostgreSQL server" if isinstance(database, SecretStr) else str(database)
    report.title(f"Database {where}")
    try:
        new = isinstance(database, Path) and not is_there(database)
        store = await open_store(database)
    except StoreUnusable as unusable:
        report.failed("open it", unusable.reason)
        return
    report.passed("open it", "a new one, for there was none" if new else "")
    try:
        before = await store.fact(FACT) or ""
        written = str(int(before) + 1 if before.isdecimal() else 1)
        await store.save_fact(FACT, written)
        if await store.fact(FACT) == written:
            report.passed("write and read it")
        else:
            report.failed("write and read it", "what was written isn't there")
        if said := await quarantine(store):
            report.failed("write to people", said)
        for outline in await store.apart():
            report.noted(f"game {outline.id} ({outline.game}) was set apart", _why(outline))
    except (StoreFailed, ValueError) as failed:
        report.failed("write and read it", str(failed))
    finally:
        await store.close()


async def examine_copies(report: Report, folder: Path, database: Path | SecretStr) -> None:
    """Copy the database as is done every night, into the same folder; the copy isn't kept."""
    report.title(f"Backups {folder}")
    step = "copy the database there"
    try:
        make_folder(folder)
        with tempfile.TemporaryDirectory(prefix="doctor-", dir=folder) as own:
            await copy_database(database, Path(own) / "copy")
    except StoreUnusable as unusable:
        report.failed(step, unusable.reason)
    except OSError as error:
        report.failed(step, error.strerror or str(error))
    else:
        report.passed(step)


def examine_rights(report: Report, files: Iterable[Path]) -> None:
    """Name those of these files, which hold hands, that others on this machine can read."""
    if os.name == "nt":  # there a mode says nothing of that
        return
    if open_to_others := [str(file) for file in files if _is_open(file)]:
        mending = shlex.join(["chmod", "600", *open_to_others])
        report.noted("others can read hands there", f"unless they are meant to, {mending}")


def _is_open(file: Path) -> bool:
    """Whether it is a file, and anybody but its owner can read it who can enter its folder."""
    try:
        readers, visitors = file.stat().st_mode >> 2, file.parent.stat().st_mode
        return bool(readers & visitors & 0o011) and is_there(file)
    except (OSError, StoreUnusable):  # as was said above
        return False


async def forget_commands(database: Path | SecretStr) -> None:
    """Discord doesn't have the commands that the database says it has been told of."""
    with suppress(StoreUnusable, StoreFailed):  # as was said above
        store = await open_store(database)
        try:
            await forget_registered(store)
        finally:
            await store.close()


def _why(outline: Outline) -> str:
    """Why, and what must come back for it to go on."""
    begun, why = outline.begun, outline.set_apart or ""
    if begun.guildhall is not None:
        why += f", begun with Guildhall {begun.guildhall}, rules {begun.rules_version}"
    return why if begun.components is None else f"{why}, components {begun.components}"


SCOPES = ("bot", "applications.commands")
VERIFIED_FROM = 100
"""Servers from which on Discord wants an application verified."""
PRIVILEGED = tuple(
    f"gateway_{what}{limited}"
    for what in ("presence", "guild_members", "message_content")
    for limited in ("", "_limited")
)


class Unconnected(Guildhall):
    """Knows the commands and the token, and never listens."""

    async def setup_hook(self) -> None:
        """The commands alone."""
        await self.load_commands()


async def examine_application(
    report: Report, token: str, forget: Callable[[], Awaitable[None]], shards: Shards | None = None
) -> bool:
    """Log in and look at the application, its commands and shards; whether the token is good.

    `forget` has the next start register all commands.
    """
    report.title("Application")
    with tempfile.TemporaryDirectory() as folder:
        store = await SqliteStore.open(Path(folder) / "nothing.sqlite3")
        client, boxes = Unconnected(), found(games)
        client.services = Services(client, store, languages_of(boxes), together(games, boxes))
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
    report: Report, client: Guildhall, forget: Callable[[], Awaitable[None]], ours: Shards | None
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


WITHOUT_ONE = (
    "none: make an application at https://discord.com/developers/applications, and put the token "
    "of its bot into .env; without one, `python -m bot` opens the local table"
)


async def examine(settings: Settings, channel_id: int | None, say: Callable[[str], None]) -> bool:
    """Examine everything outside; with a channel, rehearse in it with whoever runs this.

    Whether all passed.
    """
    report = Report(say)
    report.title("Settings")
    token = settings.discord_token
    if token is None:
        report.failed("DISCORD_TOKEN", WITHOUT_ONE)
    else:
        report.passed("DISCORD_TOKEN", "is set")
    await examine_database(report, settings.database)
    files = [settings.database] if isinstance(settings.database, Path) else []
    if settings.copies is not None:
        await examine_copies(report, settings.copies, settings.database)
        with suppress(OSError):  # as was said above
            files += sorted(settings.copies.glob("guildhall-*"))
    examine_rights(report, files)
    if token is not None:
        forget = partial(forget_commands, settings.database)
        good = await examine_application(report, token.get_secret_value(), forget, settings.shards)
        if good and channel_id is not None:
            await rehearse(report, token.get_secret_value(), channel_id, settings.database)
    say(f"\n{report.failures} failed." if report.failures else "\nAll is well.")
    return not report.failures
