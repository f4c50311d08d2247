"""Which permissions are missing, by name."""

import re
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest

from bot.delivery.calling.channels import missing, missing_in, needed_everywhere, why

ALL = discord.Permissions.all()


def without(*names):
    allowed = discord.Permissions.all()
    allowed.update(**dict.fromkeys(names, False))
    return allowed


@pytest.mark.parametrize(
    ("allowed", "thread", "lacking"),
    [
        (ALL, False, ()),
        (without("send_messages"), False, ("send_messages",)),
        (without("send_messages"), True, ()),
        (without("send_messages_in_threads"), True, ("send_messages_in_threads",)),
        (without("send_messages_in_threads"), False, ()),
        (without("attach_files", "embed_links"), False, ("attach_files", "embed_links")),
        (discord.Permissions.none(), False, ("view_channel",)),
    ],
)
def test_missing(allowed, thread, lacking):
    assert missing(allowed, thread=thread) == lacking


def test_of_a_channel_that_is_not_known_nothing_is_claimed():
    client = SimpleNamespace(get_channel=lambda _: None)
    assert missing_in(client, 5) is None


def refused(code):
    response = SimpleNamespace(status=403, reason="Forbidden")
    return discord.HTTPException(response, {"code": code, "message": ""})


@pytest.mark.parametrize(
    ("code", "lacking", "key", "names"),
    [
        (160005, None, "board.locked", []),
        (160005, ("attach_files",), "board.locked", []),
        (50083, None, "board.archived", []),
        (50001, None, "board.shut_out", ["view_channel"]),
        (50001, ("view_channel",), "board.shut_out", ["view_channel"]),
        (50001, (), "board.shut_out", ["view_channel"]),
        (50013, ("attach_files",), "board.shut_out", ["attach_files"]),
        (
            50013,
            None,
            "board.shut_out",
            ["send_messages_in_threads", "attach_files", "embed_links"],
        ),
    ],
)
def test_the_right_reason_is_told(code, lacking, key, names):
    said = why(refused(code), lacking)
    assert said.key == key
    told = dict(said.args).get("names", ())
    assert [name.key.removeprefix("permission.") for name in told] == names


def test_the_invitation_in_the_readme_asks_for_all_that_is_needed_and_no_more():
    readme = (Path(__file__).parents[4] / "README.md").read_text(encoding="utf-8")
    number = needed_everywhere().value
    assert set(re.findall(r"permissions=(\d+)|\(number (\d+)\)", readme)) == {
        (str(number), ""),
        ("", str(number)),
    }
