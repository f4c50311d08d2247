"""The doctor against the local Discord: each step says whether it passed, with Discord's answer."""

import asyncio
import contextlib
import json
import sqlite3
import time

import pytest

from bot import VERSION
from bot.delivery.calling.channels import FACT, Allowance
from bot.delivery.wire.caution import Shards
from bot.local import NO_LIMITS, LocalDiscord, point_discord_at
from bot.local.rules import errors
from bot.local.world.guilds import deny_bot
from bot.local.world.permissions import Permission
from bot.local.world.records import Channel
from bot.running import rehearsal
from bot.running.doctor import examine
from bot.running.settings import Settings
from bot.screens.parts import button, container, row
from bot.screens.screen import Screen
from bot.store.opening import open_store
from bot.store.sqlite.store import SqliteStore
from bot.testing.driver import Person, labels, text_of
from engine import games
from tests.bot.sessions.house import ADA, BEN, CLEO, rooms
from tests.bot.sessions.upgrades import NOW, guildes
from tests.postgresql import programs, unused
from tests.whole.house import OTHER_TABLE, TABLE, check, connected

STEPS = [step for step, _, _ in rehearsal.BY_PRESS]


@pytest.fixture(autouse=True)
def alone(tmp_path, monkeypatch):
    """No settings but those of the test."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE", "LOCAL_PORT", "LOG_LEVEL", "LONDON_COMPONENTS"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
async def discord():
    async with LocalDiscord(limits=NO_LIMITS, inspect=check) as opened:
        point_discord_at(opened.url)
        yield opened
        assert opened.requests.problems == []
        assert opened.requests.unknown == []


async def examined(discord, channel=None, **changed):
    """Whether all passed, and every line that was said."""
    settings = Settings(**{"discord_token": discord and discord.token, **changed})
    said = []
    good = await examine(settings, channel, said.append)
    return good, "\n".join(said)


def line(said, step):
    return next(line for line in said.splitlines() if step in line)


async def test_without_a_token_it_says_what_is_missing():
    good, said = await examined(None)
    assert not good
    assert "FAILED DISCORD_TOKEN" in said
    assert "discord.com/developers" in said
    assert "passed open it" in said
    assert "passed write and read it" in said


async def test_a_token_that_discord_refuses(discord):
    good, said = await examined(discord, discord_token="wrong")
    assert not good
    assert "refuses DISCORD_TOKEN" in line(said, "log in")


async def test_everything_that_is_as_it_should_be(discord, tmp_path):
    async with connected(discord, tmp_path / "other.sqlite3"):
        pass
    discord.world.application.terms = "https://example.org/terms"
    discord.world.application.privacy = "https://example.org/privacy"
    good, said = await examined(discord)
    assert good
    assert "FAILED" not in said
    assert "passed DISCORD_TOKEN: is set" in said
    commands = line(said, "passed commands")
    for command in ("abandon", "help", "games", "hand", "learn", "pause", "play", "replace"):
        assert f"/{command}" in commands
    assert "passed shards: 1;" in said
    assert "https://example.org/privacy" in line(said, "privacy policy")
    link = line(said, "install link")
    for part in ("bot", "applications.commands", "permissions=309237697536", "client_id="):
        assert part in link


async def test_fewer_shards_than_discord_wants_fail(discord):
    discord.gateway.shards = 4
    good, said = await examined(discord, shards=Shards(0, 0, 2))
    assert not good
    assert "SHARDS is 0-0/2, Discord wants 4;" in line(said, "FAILED shards")
    good, said = await examined(discord, shards=Shards(0, 3, 8))
    assert "passed shards: 4;" in said


async def test_what_is_not_as_it_should_be_is_noted(discord):
    about = discord.world.application
    about.public, about.flags = False, 1 << 18
    good, said = await examined(discord)
    assert good
    assert "note   not public" in said
    assert "message_content" in line(said, "privileged intents")
    assert "no address is set" in line(said, "terms of service")
    assert "/play" in line(said, "commands: the next start registers")


async def test_commands_that_discord_has_lost_are_registered_by_the_next_start(discord, tmp_path):
    async with connected(discord, tmp_path / "guildhall.sqlite3"):
        pass
    discord.world.commands.clear()
    _, said = await examined(discord)
    assert "/play" in line(said, "commands: the next start registers")
    async with connected(discord, tmp_path / "guildhall.sqlite3"):
        pass
    assert "play" in {command["name"] for command in discord.world.commands.values()}


async def test_a_database_that_wasnt_there_is_said_to_be_new(discord):
    _, said = await examined(discord)
    assert "passed open it: a new one, for there was none" in said
    _, said = await examined(discord)
    assert "a new one" not in said


async def test_a_damaged_count_of_its_own_is_begun_anew(discord, tmp_path):
    path = tmp_path / "guildhall.sqlite3"
    store = await SqliteStore.open(path)
    await store.save_fact("doctor", "many")
    await store.close()
    _, said = await examined(discord, database=path)
    assert "passed write and read it" in said


async def test_a_database_in_use_is_left_alone(discord, tmp_path):
    store = await SqliteStore.open(tmp_path / "guildhall.sqlite3")
    good, said = await examined(discord)
    assert not good
    assert "in use by another running bot" in line(said, "open it")
    await store.close()


async def test_sessions_that_were_set_apart_are_named(discord, tmp_path):
    path = tmp_path / "guildhall.sqlite3"
    await (await SqliteStore.open(path)).close()
    with contextlib.closing(sqlite3.connect(path)) as db, db:
        db.execute(
            "INSERT INTO session (game, options, channel_id, locale, host_id, status, moves,"
            " computers_due, created_at, updated_at, set_apart)"
            " VALUES ('chess', '{}', 1, 'en', 1, 'lobby', 0, 0, 0, 0, 'no game of its name')"
        )
    _, said = await examined(discord)
    assert line(said, "was set apart").strip() == (
        "note   game 1 (chess) was set apart: no game of its name"
    )


async def test_a_database_and_copies_that_others_can_read_are_named(discord, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    for day, rights in ((29, 0o640), (30, 0o600)):
        copy = folder / f"guildhall-2026-11-{day}.sqlite3"
        copy.touch()
        copy.chmod(rights)
    await (await SqliteStore.open(tmp_path / "guildhall.sqlite3")).close()
    (tmp_path / "guildhall.sqlite3").chmod(0o604)
    for entered in (tmp_path, folder):
        entered.chmod(0o755)
    good, said = await examined(discord)
    assert good
    assert line(said, "note   others can read").endswith(
        "chmod 600 guildhall.sqlite3 backups/guildhall-2026-11-29.sqlite3"
    )
    for inaccessible in (tmp_path, folder):
        inaccessible.chmod(0o700)
    _, said = await examined(discord)
    assert "others can read" not in said


async def test_a_copy_is_made_as_at_night_and_not_kept(discord, tmp_path, monkeypatch):
    database = await unused()
    monkeypatch.setenv("PATH", str(programs()))
    good, said = await examined(discord, database=database)
    assert good
    assert "passed copy the database there" in said
    assert list((tmp_path / "backups").iterdir()) == []
    monkeypatch.setenv("PATH", str(tmp_path))
    good, said = await examined(discord, database=database)
    assert not good
    assert line(said, "FAILED copy the database there").endswith(
        "pg_dump isn't installed (Debian: postgresql-client)"
    )


async def test_a_folder_in_which_no_copy_can_be_made_fails(discord, tmp_path):
    (tmp_path / "backups").touch()
    for folder in ("backups", "a" * 300):
        good, said = await examined(discord, backups=folder)
        assert not good
        assert f"the folder {folder} can't be made" in line(said, "FAILED copy the database there")


async def test_a_folder_in_the_databases_place_is_left_as_open_as_it_is(discord, tmp_path):
    (tmp_path / "folder").mkdir()
    for entered in (tmp_path, tmp_path / "folder"):
        entered.chmod(0o755)
    _, said = await examined(discord, database=tmp_path / "folder")
    assert "is a folder" in line(said, "FAILED open it")
    assert "chmod" not in said


async def test_of_a_session_that_was_set_apart_it_is_said_what_it_needs(discord, tmp_path):
    async with rooms(tmp_path) as hall:
        await hall.game(ADA, BEN, CLEO)
        other = hall.restarted(guildes(components="another box"))
        assert await other.examination.examine(1)
    good, said = await examined(discord)
    assert good
    assert line(said, "was set apart").strip() == (
        "note   game 1 (guildes) was set apart: its components are others now, begun with Guildhall"
        f" {VERSION}, rules {NOW}, components {games['guildes'].components}"
    )


async def presses(person, channel):
    """Press the button of the rehearsal at every step that the board shows."""
    pressed = set()

    def next_step(message):
        return "Press me" in labels(message) and text_of(message) not in pressed

    while True:
        board = await person.sees(next_step, channel)
        pressed.add(text_of(board))
        person.start_press("Press me", board)


@contextlib.asynccontextmanager
async def somebody_presses(discord, channel=TABLE):
    """In the channel, and in Ada's direct messages."""
    ada = Person(discord, "Ada")
    pressing = {asyncio.create_task(presses(ada, where)) for where in (channel, None)}
    yield
    for each in pressing:
        each.cancel()
    await asyncio.wait(pressing)


async def test_a_rehearsal_passes_every_step_and_leaves_nothing_but_its_thread(discord):
    ada = Person(discord, "Ada")
    channel = ada.channel(TABLE)
    before = len(channel.messages)
    async with somebody_presses(discord):
        good, said = await examined(discord, channel.id)
    assert good, said
    assert [notification.push for notification in ada.notifications] == ["Guildhall: rehearsal"]
    for step in (
        *("connect", "post a board", *STEPS, "edited by the bot, picture kept"),
        "a line, which phones show, becomes a board",
        *("a press in direct messages", "delete in direct messages"),
        *("thread of its own", "archive the thread"),
        *("no edit in an archived thread", "takes the thread up again", "delete the board"),
    ):
        assert line(said, step).startswith("  passed"), step
    # The board, a line, a direct message and the thread's board, twice each but for the line, and
    # the direct message once more as it was a line, too; no press's token.
    assert discord.requests.routes["PATCH /channels/{channel_id}/messages/{message_id}"] == 8
    shown = [m for m in channel.messages.values() if "Press me" in labels(m)]
    assert shown == []
    assert len(channel.messages) <= before + 1  # that a thread was begun
    (thread,) = [c for c in discord.world.channels.values() if c.name == "Guildhall: rehearsal"]
    assert thread.archived


@pytest.mark.parametrize(
    ("taken_for", "failed", "said_of_it"),
    [
        (0, "a press in direct messages", "for a server's or a group's"),
        (1, STEPS[0], "for direct messages with the bot"),
    ],
)
async def test_a_channel_that_discord_takes_for_another_kind_fails(
    discord, monkeypatch, taken_for, failed, said_of_it
):
    channel = Person(discord, "Ada").channel(TABLE)
    monkeypatch.setattr(Channel, "context", property(lambda _: taken_for))
    async with somebody_presses(discord):
        good, said = await examined(discord, channel.id)
    assert not good
    assert said_of_it in line(said, f"FAILED {failed}")
    assert line(said, "delete the board").startswith("  passed")


async def test_an_answer_as_games_give_it_that_loses_the_picture_fails(discord, monkeypatch):
    channel, edited = Person(discord, "Ada").channel(TABLE), Screen.edited.fget
    without = Screen(container(row(button("Press me", rehearsal.PRESS))))
    monkeypatch.setattr(Screen, "edited", property(lambda _: edited(without)))
    async with somebody_presses(discord):
        good, said = await examined(discord, channel.id)
    assert not good
    assert line(said, f"FAILED {STEPS[0]}").endswith("the picture is gone")
    assert line(said, STEPS[1]).startswith("  passed")
    assert line(said, "FAILED a press in direct messages").endswith("the picture is gone")


async def test_the_permissions_of_the_install_link_are_enough(discord):
    channel = Person(discord, "Ada").channel(TABLE)
    deny_bot(discord.world, channel, Permission.READ_MESSAGE_HISTORY)
    async with somebody_presses(discord):
        good, said = await examined(discord, channel.id)
    assert good, said
    assert "FAILED" not in said


async def test_a_step_that_fails_says_what_discord_said(discord):
    channel = Person(discord, "Ada").channel(OTHER_TABLE)
    deny_bot(discord.world, channel, Permission.CREATE_PUBLIC_THREADS)
    async with somebody_presses(discord, OTHER_TABLE):
        good, said = await examined(discord, channel.id)
    assert not good
    assert "403, code 50013" in line(said, "thread of its own")
    assert line(said, "delete the board").startswith("  passed")


@pytest.mark.parametrize("code", [50007, 20026])
async def test_direct_messages_that_discord_does_not_open_fail_as_in_a_game(discord, code):
    channel = Person(discord, "Ada").channel(TABLE)
    refusal = {50007: errors.closed_direct_messages(), 20026: errors.quarantined()}[code]
    discord.faults.refuse("POST /users/@me/channels", refusal)
    async with somebody_presses(discord):
        good, said = await examined(discord, channel.id)
    assert not good
    assert f"403, code {code}" in line(said, "direct messages")
    assert line(said, "thread of its own").startswith("  passed")
    _, later = await examined(discord)
    assert ("FAILED write to people" in later) == (code == 20026)


async def test_a_rehearsal_opens_no_direct_messages_beyond_a_games_allowance(discord, tmp_path):
    store = await open_store(tmp_path / "guildhall.sqlite3")
    opened = [[time.time(), False]] * Allowance().an_hour
    noted = {"opened": opened, "held_until": 0.0, "quarantined": False}
    await store.save_fact(FACT, json.dumps(noted))
    await store.close()
    async with somebody_presses(discord):
        _, said = await examined(discord, Person(discord, "Ada").channel(TABLE).id)
    assert "no such calls for" in line(said, "direct messages")
    assert "POST /users/@me/channels" not in discord.requests.routes


async def test_nobody_presses(discord, monkeypatch):
    monkeypatch.setattr(rehearsal, "PRESS_TIMEOUT", 0.0)
    good, said = await examined(discord, Person(discord, "Ada").channel(TABLE).id)
    assert not good
    assert "nobody pressed" in line(said, STEPS[0])
    assert STEPS[1] not in said
    assert line(said, "delete the board").startswith("  passed")


async def test_a_channel_that_is_none(discord):
    good, said = await examined(discord, 5)
    assert not good
    assert "code 10003" in line(said, "find the channel")
