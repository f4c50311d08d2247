"""Of several processes any may be killed at any instant, frozen, or begun anew.

Also while every second one is of a later release.
"""

import pytest

from tests.whole.processes.campaign import GOES_ON, campaign

LONG = [
    *((2, 50, 1, None), (2, 50, 2, None), (3, 50, 3, None), (3, 50, 4, None)),
    *((2, 50, 5, "shape"), (3, 50, 6, "rules")),
]
CAMPAIGNS = [(3, 15, 5, None), *(pytest.param(*each, marks=pytest.mark.nightly) for each in LONG)]


@pytest.mark.timeout(600)
@pytest.mark.parametrize(("processes", "kills", "seed", "change"), CAMPAIGNS)
async def test_every_answered_choice_is_kept_once_and_every_table_goes_on(
    processes, kills, seed, change
):
    told = await campaign(processes, kills, seed, change=change)
    assert told.befallen["killed"] >= kills
    assert told.choices > told.befallen["killed"]
    assert told.slowest <= GOES_ON
