"""What people type and press; thin."""

from bot.running.client import Guildhall
from cogs import about, hand, holders, lobby, looks, opening, records, replays, settings, tables
from cogs.presses import Presses


async def setup(bot: Guildhall) -> None:
    """Called at a start, before any press arrives."""
    services = bot.services
    for command in (
        # In the order in which they are registered: first what somebody new looks for.
        *(about.help_, lobby.play(services), opening.learn(services), hand.hand, looks.games),
        *(tables.table, tables.abandon, tables.pause, tables.resume, holders.replace),
        *(replays.replay, records.stats, records.best(services), settings.settings),
        *(settings.forget_me, settings.export_me, about.admin),
    ):
        bot.tree.add_command(command)
    bot.tree.error(tables.failed)
    await bot.add_cog(Presses(bot))
    await bot.add_cog(tables.Places(bot))
