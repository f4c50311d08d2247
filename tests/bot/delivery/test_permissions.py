"""Which permissions are missing, by name."""

import discord
import pytest

from bot.delivery.permissions import missing

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
