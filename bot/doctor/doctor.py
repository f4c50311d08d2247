"""The whole examination, in the order in which things go wrong."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bot.doctor.application import examine_application
from bot.doctor.database import examine_database, forget_commands
from bot.doctor.rehearsal import rehearse
from bot.doctor.report import Report
from bot.operator.settings import Settings

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
    if token is not None:
        forget = partial(forget_commands, settings.database)
        good = await examine_application(report, token.get_secret_value(), forget, settings.shards)
        if good and channel_id is not None:
            await rehearse(report, token.get_secret_value(), channel_id, settings.database)
    say(f"\n{report.failures} failed." if report.failures else "\nAll is well.")
    return not report.failures
