"""Which permissions are missing, by name."""

import re
from pathlib import Path
from types import SimpleNamespace

import discord
import pytest

from bot.delivery.permissions import missing, missing_in
from bot.delivery.threads import NEEDED

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


@pytest.mark.parametrize(("unavailable", "lacking"), [(False, ("view_channel",)), (True, ())])
def test_a_channel_that_is_not_known_can_not_be_seen_once_all_servers_were_told_of(
    unavailable, lacking
):
    guilds = [SimpleNamespace(unavailable=False), SimpleNamespace(unavailable=unavailable)]
    client = SimpleNamespace(get_channel=lambda _: None, guilds=guilds)
    assert missing_in(client, 5) == lacking


def test_the_invitation_in_the_readme_asks_for_all_that_is_needed_and_no_more():
    readme = (Path(__file__).parents[3] / "README.md").read_text(encoding="utf-8")
    names = {"view_channel", "send_messages", *NEEDED}
    number = discord.Permissions(**dict.fromkeys(names, True)).value
    assert set(re.findall(r"permissions=(\d+)|\(number (\d+)\)", readme)) == {
        (str(number), ""),
        ("", str(number)),
    }
