"""custom_ids: what a press carries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.custom_ids.looks import Learn, Listed, OpeningHands, Replaying, Show, Watch
from bot.custom_ids.play import Abandon, Page, Pick, Suggest, Sure, TakingBack
from bot.custom_ids.reading import read
from bot.custom_ids.seats import Action, Lobby
from bot.custom_ids.settings import Operate, ServerSetting, Setting
from cogs.lobby import HANDLERS

EVERY_KIND = [
    Pick(17, 3, "artisans"),
    Pick(17, 3, "card:17:b"),
    Pick(17, 3, None),
    Sure(17, 3, 0x1F),
    Page(17, 3, 1),
    Show(17, "hand"),
    *(Lobby(17, action) for action in Action),
    Lobby(17, Action.SET, "tie_break"),
    Lobby(17, Action.COMPUTER, "Aliénor"),
    Abandon(17, "yes"),
    TakingBack(17, "agree", 4),
    OpeningHands(17, "agree"),
    Watch(17, "renew"),
    Replaying(17, "on", 4),
    Replaying(17, "hand", 4, 0),
    Listed("watch"),
    Suggest(17, 3),
    Suggest(17, 3, 2),
    Learn("guildes"),
    Setting("tell"),
    ServerSetting("channels"),
    Operate("end", 17),
    Operate("block", 2**60),
]


@pytest.mark.parametrize("press", EVERY_KIND, ids=str)
def test_a_press_reads_back_as_it_was_written(press):
    assert read(str(press)) == press


def test_a_choice_begins_with_pick():
    assert str(Pick(17, 3, "artisans")) == "pick:17:3:artisans"


@pytest.mark.parametrize(
    "custom_id",
    [
        *("", "pick", "pick:17", "pick:x:3:artisans", "pick:17:x", "other:1:2", "show:x:hand"),
        *("look:1:topic:", "look::topic:1", "pick:17:", "pick::3", "page:1:2:", "page:1::2"),
        *("show:", "lobby::join", "abandon::yes", "pick:-1:3", "pick:1:٣", "pick:²:3"),
        *("sure:1:2:", "sure:1:2:-1", "sure:1:2:0x1", "sure:1:2:g", f"sure:1:2:{'f' * 61}"),
        *(
            "lobby:17:dance",
            "replay:1:on:1",
            "replay:1:on:1:x",
            "replay:1:on::-",
            f"pick:1:{'9' * 19}",
        ),
    ],
)
def test_what_is_none_of_ours_is_not_read(custom_id):
    assert read(custom_id) is None


@given(
    st.text(max_size=100)
    | st.from_regex(r"(pick|page|show|look|lobby|abandon|takeback)(:[^:]*){0,4}")
)
def test_whatever_is_read_is_what_would_be_written(custom_id):
    press = read(custom_id)
    assert press is None or read(str(press)) == press


def test_every_action_of_a_lobby_is_carried_out_by_somebody():
    assert set(HANDLERS) == set(Action)


def test_the_longest_option_fits_discords_hundred_characters():
    assert len(str(Pick(10**12, 10**6, "x" * 40))) <= 100
