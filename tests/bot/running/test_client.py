"""The client itself."""

from types import SimpleNamespace

from bot.running.client import SOCKETS
from tests.whole.house import house


async def test_connections_to_discord_have_a_bound(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        assert hall.bot.http.connector.limit == SOCKETS < 1_024


async def test_a_command_typed_once_the_end_has_begun_is_left_to_the_next_process(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        typed = SimpleNamespace(command=SimpleNamespace(name="play"), extras={})
        hall.bot._closing = True
        assert not hall.bot.comes_in(typed)
        hall.bot.went(typed, "/play")
        assert hall.bot.services.metrics.presses.labels("/play", "done")._value.get() == 0
        hall.bot._closing = False
