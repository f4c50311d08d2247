"""Of several processes any may be killed at any instant, frozen, or begun anew."""

import pytest

from tests.whole.processes.campaign import GOES_ON, campaign

KILLS = 200
CAMPAIGNS = [(2, 1), (2, 2), (3, 3), (3, 4)]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("processes", "seed"), CAMPAIGNS)
async def test_every_answered_choice_is_kept_once_and_every_table_goes_on(processes, seed):
    told = await campaign(processes, KILLS // len(CAMPAIGNS), seed)
    assert told.befallen["killed"] >= KILLS // len(CAMPAIGNS)
    assert told.choices > told.befallen["killed"]
    assert told.slowest <= GOES_ON
