"""custom_ids: what a press carries."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.screens.custom_ids import (
    Abandon,
    Action,
    Browse,
    Change,
    Due,
    Holding,
    Learn,
    Listed,
    Lobby,
    OpeningHands,
    Operate,
    Own,
    Page,
    Pick,
    Press,
    Record,
    Replaying,
    Reviewing,
    Rules,
    ServerSetting,
    Setting,
    Show,
    Suggest,
    Sure,
    TakingBack,
    Trying,
    Vote,
    Watch,
    read,
)
from cogs.lobby import HANDLERS

EVERY_KIND = {
    "pick:17:3:artisans": Pick(17, 3, "artisans"),
    "pick:17:3:card:17:b": Pick(17, 3, "card:17:b"),
    "pick:17:3:": Pick(17, 3, ""),
    "pick:17:3": Pick(17, 3, None),
    f"pick:{'9' * 18}:3": Pick(999_999_999_999_999_999, 3, None),
    "sure:17:3:1f": Sure(17, 3, 0x1F),
    "page:17:3:1": Page(17, 3, 1),
    "show:17:hand": Show(17, "hand"),
    "look:17:topic:2": Browse(17, "topic", 2),
    **{f"lobby:17:{action}": Lobby(17, action) for action in Action},
    "lobby:17:set:tie_break": Lobby(17, Action.SET, "tie_break"),
    "lobby:17:computer:Aliénor": Lobby(17, Action.COMPUTER, "Aliénor"),
    **{f"holding:17:{change}": Holding(17, change) for change in Change},
    "holding:17:take:2": Holding(17, Change.TAKE, "2"),
    "abandon:17:yes": Abandon(17, "yes"),
    "due:17:more:3": Due(17, "more", 3),
    "vote:17:pause": Vote(17, "pause"),
    "takeback:17:agree:4": TakingBack(17, "agree", 4),
    "hands:17:agree": OpeningHands(17, "agree"),
    "watch:17:renew": Watch(17, "renew"),
    "replay:17:on:4:-": Replaying(17, "on", 4, None),
    "replay:17:open:0:-": Replaying(17, "open", 0, None),
    "replay:17:hand:4:0": Replaying(17, "hand", 4, 0),
    "review:17:turn:2": Reviewing(17, "turn", 2),
    "try:17:begin:2": Trying(17, "begin", 2),
    "try:17:45:2:3": Trying(17, "45", 2, 3),
    "games:watch": Listed("watch"),
    "suggest:17:3": Suggest(17, 3),
    "suggest:17:3:2": Suggest(17, 3, 2),
    "learn:guildes": Learn("guildes"),
    "rules:guildes:2": Rules("guildes", 2),
    "setting:tell": Setting("tell"),
    "server:channels": ServerSetting("channels"),
    "record:board": Record("board"),
    "record:stats:1": Record("stats", "1"),
    "own:keep": Own("keep"),
    "admin:end:17": Operate("end", 17),
    f"admin:block:{2**60}": Operate("block", 2**60),
}
"""What stands on messages of earlier releases, too: a button works for as long as it stands."""


@pytest.mark.parametrize(("custom_id", "press"), EVERY_KIND.items(), ids=[*EVERY_KIND])
def test_a_press_is_written_as_ever_and_reads_back(custom_id, press):
    assert str(press) == custom_id
    assert read(custom_id) == press


def test_every_kind_is_written_here():
    assert {type(press) for press in EVERY_KIND.values()} == set(Press.kinds.values())


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
