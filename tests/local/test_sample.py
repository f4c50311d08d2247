"""The guild that a local table starts with."""

from bot.local.world.sample import sample_world
from tests.local.clock import START, ManualClock


def ids(world):
    return {
        "guild": world.guild.id,
        "bot": world.bot.id,
        "people": [(user.name, user.id) for user in world.users.values()],
        "channels": list(world.channels),
        "direct": world.direct,
    }


def test_ids_are_the_same_at_every_start():
    assert ids(sample_world(ManualClock())) == ids(sample_world(ManualClock(START + 10**6)))


def test_new_ids_are_younger_than_those_of_the_guild():
    clock = ManualClock()
    world = sample_world(clock)
    assert world.ids.next() > max(world.channels)
    first = world.ids.next()
    clock.advance(1)
    assert world.ids.next() > first + (900 << 22)


def test_people_have_plain_usernames_of_their_own():
    world = sample_world(ManualClock())
    world.add_user("Benoit")
    names = [user.username for user in world.users.values()]
    assert names[2:6] == ["benoit", "chiara", "dmitri", "elodie"]
    assert names[-1] == "benoit2"
