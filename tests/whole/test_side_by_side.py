"""A rolling upgrade: processes of two releases over one database, of which one can't read all."""

import asyncio
import contextlib
from dataclasses import dataclass

import pytest
from pydantic import SecretStr

from bot.running.client import Guildhall
from bot.store.errors import StoreUnusable
from bot.testing.driver import seen_in, text_of
from tests.postgresql import emptied
from tests.whole.house import House, asked, connected, pick_anything
from tests.whole.later import LATER, games_of
from tests.whole.test_processes import FIRST, SECOND, Halls, shards_of, two_servers, until

pytestmark = pytest.mark.timeout(240)

APART = ("set apart", "set it apart", "can’t be reached")


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    """Shards identify without the five seconds that Discord wants between them."""

    async def no_wait(*_, **__):
        return

    monkeypatch.setattr(Guildhall, "before_identify_hook", no_wait)


@dataclass
class Rolling:
    """A Discord, its database, and who starts on it."""

    discord: object
    witness: object
    dsn: SecretStr
    monkeypatch: pytest.MonkeyPatch

    @contextlib.asynccontextmanager
    async def process(self, shards, change=None):
        """One of the later release with this change, or of the earlier one."""
        with self.monkeypatch.context() as patched:
            patched.setattr("bot.testing.house.games", games_of(change))
            starting = connected(self.discord, self.dsn, shards=shards)
            bot = await starting.__aenter__()
        try:
            yield House(self.discord, bot, self.witness)
        finally:
            await starting.__aexit__(None, None, None)

    def channels(self, hall):
        return Halls(self.dsn, hall, hall).channels


@contextlib.asynccontextmanager
async def rolling(monkeypatch):
    async with two_servers() as (discord, witness):
        yield Rolling(discord, witness, SecretStr(await emptied()), monkeypatch)


def said_anywhere(world):
    """All that stands in any message."""
    return "\n".join(text_of(message) for message in world.messages.values())


async def handed_over(old, new):
    await until(lambda: (shards_of(old.bot), shards_of(new.bot)) == (set(), {0, 1}))
    await until(lambda: old.services.shares.successor() is not None)


@pytest.mark.parametrize("change", LATER)
async def test_games_go_on_with_the_newer_release_and_presses_at_the_older_are_answered(
    monkeypatch, change
):
    async with rolling(monkeypatch) as there, there.process(FIRST) as old:
        party = await old.game("Ada", "Farah", "Goro", channel=there.channels(old)[0])
        await party.play_on()
        async with there.process(SECOND, change) as new:
            await handed_over(old, new)
            await new.quiet()
            party.house = new
            for number in (6, 9):
                # Direct messages come to the older process, which has the first shard.
                for person in party.people:
                    await pick_anything(person, party.hand(person))
                await new.quiet()
                assert len(await party.moves()) == number
            assert "selection 4 of" in seen_in(party.board)
            record = await new.services.store.session(party.session_id)
            assert record.rules_version == LATER[change].rules_version
            assert not any(said in said_anywhere(there.discord.world) for said in APART)


@pytest.mark.parametrize("change", LATER)
async def test_commands_and_new_games_of_the_older_ones_servers_are_the_newer_ones(
    monkeypatch, change
):
    async with (
        rolling(monkeypatch) as there,
        there.process(FIRST) as old,
        there.process(SECOND, change) as new,
    ):
        await handed_over(old, new)
        for channel in there.channels(old):
            party = await new.game("Ada", "Farah", "Goro", channel=channel)
            await party.play_on()
            assert len(await party.moves()) == 3
            listed = party.host.response(await party.host.command("hand", channel))
            assert asked(listed)
            begun = (await new.services.store.session(party.session_id)).begun
            assert begun.rules_version == LATER[change].rules_version
        assert await old.services.store.apart() == []


@pytest.mark.parametrize("change", LATER)
async def test_an_older_process_that_starts_again_beside_it_passes_on_at_once(monkeypatch, change):
    async with (
        rolling(monkeypatch) as there,
        there.process(FIRST, change) as new,
        there.process(SECOND) as old,
    ):
        assert shards_of(old.bot) == set()
        party = await new.game("Ada", "Farah", "Goro", channel=there.channels(new)[1])
        await party.play_on()
        for command in ("hand", "table", "games"):
            typed = await party.host.command(command, party.channel)
            assert not any(said in text_of(party.host.response(typed)) for said in APART)
        assert len(await party.moves()) == 3
        assert old.services.sessions.in_memory(party.session_id) is None


@pytest.mark.parametrize("change", LATER)
async def test_when_the_newer_one_is_gone_nobody_is_told_that_games_are_set_apart(
    monkeypatch, change
):
    async with rolling(monkeypatch) as there, there.process(FIRST) as old:
        async with there.process(SECOND, change) as new:
            await handed_over(old, new)
            party = await new.game("Ada", "Farah", "Goro", channel=there.channels(old)[0])
            await party.play_on()
        await until(lambda: shards_of(old.bot) == {0, 1})
        await old.quiet()
        await party.host.press("History", party.board)
        hand = party.hand(party.host)
        refused = party.host.response(await party.host.command("hand", party.channel))
        assert "Please try again in a while" in text_of(refused)
        assert await old.services.store.apart() == []
        async with there.process(SECOND, change) as new:
            await handed_over(old, new)
            await new.quiet()
            party.house = new
            assert asked(hand)
            await party.play_on()
            assert len(await party.moves()) == 6


async def test_two_releases_of_which_neither_is_newer_say_so_at_the_start(monkeypatch):
    other = type(LATER["shape"])()
    monkeypatch.setattr(type(other), "rules_version", LATER["shape"].rules_version - 1)
    monkeypatch.setattr(type(other), "components", "another box")
    async with rolling(monkeypatch) as there, there.process(FIRST) as first:
        with pytest.raises(StoreUnusable, match="other rules or components for guildes"):
            async with asyncio.timeout(30), there.process(SECOND, "shape"):
                pass
        party = await first.game("Ada", "Farah", "Goro", channel=there.channels(first)[0])
        await party.play_on()
        assert len(await party.moves()) == 3
