"""A local Discord whose requests are all checked, with a clock by hand or with a bot."""

import pytest

from bot.local import Limits, LocalDiscord
from bot.local.rest.faults import Seen
from tests.local.clock import ManualClock
from tests.local.rest import Rest
from tests.local.toy import running
from tests.openapi import validate

LIMITS = Limits(identify=None)
"""The toy bot doesn't wait before it identifies again."""


def inspect(seen: Seen) -> None:
    files = {number: upload.filename for number, upload in seen.uploads.items()}
    validate(seen.method, seen.path, seen.body, files)


@pytest.fixture
async def discord():
    """In real time, for a bot; every request must be one that Discord takes."""
    async with LocalDiscord(inspect=inspect, limits=LIMITS) as server:
        yield server
        assert server.requests.unknown == []
        assert server.requests.problems == []


@pytest.fixture
async def bot(discord):
    async with running(discord) as bot:
        yield bot


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
async def still(clock):
    """Time stands still, for requests made by hand."""
    async with LocalDiscord(clock=clock) as server:
        yield server


@pytest.fixture
async def rest(still):
    async with Rest(still) as rest:
        yield rest
