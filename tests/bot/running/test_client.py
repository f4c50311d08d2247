"""The client itself."""

from bot.running.client import SOCKETS
from tests.whole.house import house


async def test_connections_to_discord_have_a_bound(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        assert hall.bot.http.connector.limit == SOCKETS < 1_024
