"""Of several processes any may be killed at any instant, frozen, or begun anew.

Also while every second one is of a later release.
"""

import pytest

from tests.whole.processes.campaign import GOES_ON, campaign

KILLS = 200
CAMPAIGNS = [
    *((2, 1, None), (2, 2, None), (3, 3, None), (3, 4, None)),
    *((2, 5, "shape"), (3, 6, "rules")),
]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("processes", "seed", "change"), CAMPAIGNS)
async def test_every_answered_choice_is_kept_once_and_every_table_goes_on(processes, seed, change):
    told = await campaign(processes, KILLS // len(CAMPAIGNS), seed, change=change)
    assert told.befallen["killed"] >= KILLS // len(CAMPAIGNS)
    assert told.choices > told.befallen["killed"]
    assert told.slowest <= GOES_ON
