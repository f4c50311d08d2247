"""Whether games can be kept."""

from __future__ import annotations

from pathlib import Path

from pydantic import SecretStr

from bot.delivery.calling.openings import quarantine
from bot.doctor.report import Report
from bot.running.commands import forget_registered
from bot.store.opening import open_store
from bot.store.records.sessions import Outline
from bot.store.store import StoreFailed, StoreUnusable

FACT = "doctor"


async def examine_database(report: Report, database: Path | SecretStr) -> None:
    """Open the database, write to it and read it back; name the sessions that were set apart."""
    where = "at a PostgreSQL server" if isinstance(database, SecretStr) else str(database)
    report.title(f"Database {where}")
    try:
        store = await open_store(database)
    except StoreUnusable as unusable:
        report.failed("open it", unusable.reason)
        return
    report.passed("open it")
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


async def forget_commands(database: Path | SecretStr) -> None:
    """Discord doesn't have the commands that the database says it has been told of."""
    try:
        store = await open_store(database)
    except StoreUnusable:
        return  # as was said above
    try:
        await forget_registered(store)
    except StoreFailed:
        return
    finally:
        await store.close()


def _why(outline: Outline) -> str:
    """Why, and what must come back for it to go on."""
    begun = outline.begun
    parts = [outline.set_apart or ""]
    if begun.guildhall is not None:
        parts.append(f"begun with Guildhall {begun.guildhall}, rules {begun.rules_version}")
    if begun.components is not None:
        parts.append(f"components {begun.components}")
    return ", ".join(parts)
