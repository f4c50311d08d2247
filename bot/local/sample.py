"""The guild that a fresh local table starts with, from sample.toml."""

import tomllib
from importlib import resources
from typing import Any

from bot.local.clock import Clock
from bot.local.world import Channel, World


def sample_world(clock: Clock) -> World:
    """Eight people, two channels and a thread."""
    data = tomllib.loads(resources.files(__package__).joinpath("sample.toml").read_text("utf-8"))
    world = World(clock, guild=data["guild"])
    for person in data["people"]:
        details: dict[str, Any] = {k: person[k] for k in ("locale", "colour") if k in person}
        roles = [world.moderators.id] if person.get("moderator") else []
        world.add_user(person["name"], roles=roles, **details)
    channels: dict[str, Channel] = {}
    for entry in data["channels"]:
        name = entry["name"]
        if "thread_of" in entry:
            parent = channels[entry["thread_of"]]
            channels[name] = world.add_thread(parent, name, owner=world.guild.owner)
        else:
            channels[name] = world.add_channel(name, topic=entry["topic"])
    return world
