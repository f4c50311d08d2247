"""Logs as the program writes them, without what merely happens."""

import pytest

from bot.running.telling import set_up_logs

set_up_logs("WARNING")


@pytest.fixture(autouse=True)
def nothing_said_yet():
    """What an earlier test logged of an outage keeps no line of this test back for its minute."""
    set_up_logs("WARNING")
