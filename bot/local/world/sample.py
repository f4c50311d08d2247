"""The guild that a fresh local table starts with, from sample.toml.

It has the same ids at every start, so that games begun before go on with the same people in the
same channels. What was written is gone: the bot posts it again."""

import tomllib
from importlib import resources
from typing import Any, Final

from bot.local.world.clock import Clock
from bot.local.world.records import FORUM, TEXT, Channel
from bot.local.world.world import Snowflakes, World

FOUNDED: Final = 1_767_225_600.0


def sample_world(clock: Clock) -> World:
    """Eight people, two channels, a thread and a forum."""
    data = tomllib.loads(resources.files(__package__).joinpath("sample.toml").read_text("utf-8"))
    world = World(clock, guild=data["guild"], ids=Snowflakes(lambda: FOUNDED))
    for person in data["people"]:
        details: dict[str, Any] = {k: person[k] for k in ("locale", "colour") if k in person}
        roles = [world.moderators.id] if person.get("moderator") else []
        user = world.add_user(person["name"], roles=roles, **details)
        world.direct_channel(user.id)
    channels: dict[str, Channel] = {}
    for entry in data["channels"]:
        name = entry["name"]
        if "thread_of" in entry:
            parent = channels[entry["thread_of"]]
            channels[name] = world.add_thread(parent, name, owner=world.guild.owner)
        else:
            kind = FORUM if entry.get("forum") else TEXT
            channels[name] = world.add_channel(name, topic=entry["topic"], kind=kind)
    world.ids = Snowflakes(clock.now)
    return world
