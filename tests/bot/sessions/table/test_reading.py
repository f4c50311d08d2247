"""Sessions that can't be read: caches are made anew, the rest is set apart and free its channel."""

import contextlib
import sqlite3

import pytest

from bot.sessions.refusals import ChannelBusy, NotPlaying, Unreadable
from bot.store.errors import StoreFailed
from tests.bot.sessions.house import ADA, BEN, CLEO, person, rooms

DAMAGES = {
    "unknown game": "UPDATE session SET game = 'chess'",
    "options that are no JSON": "UPDATE session SET options = '{'",
    "options of another version": """UPDATE session SET options = '{"dragons": 3}'""",
    "text that is no text": "UPDATE session SET options = CAST(x'ff' AS TEXT)",
    "seed that is no number": "UPDATE session SET seed = 'x'",
    "log that does not replay": """UPDATE move SET picks = '["nonsense"]'""",
    "log that is no JSON": "UPDATE move SET picks = '['",
    "log of another table": "UPDATE move SET seat = 17",
    "log with a gap": "DELETE FROM move WHERE number = 2",
    "log without its end": "DELETE FROM move WHERE number = 3",
    "log that should be longer than memory": "UPDATE session SET moves = 9223372036854775807",
}
HARMLESS = {
    "no snapshot": "UPDATE snapshot SET state = NULL",
    "snapshot that is no JSON": "UPDATE snapshot SET state = '{'",
    "snapshot of other rules": """UPDATE snapshot SET state = '{"rules_version": 0}'""",
    "story that is no text": "UPDATE snapshot SET story = CAST(x'ff' AS TEXT)",
    "story that is no JSON": "UPDATE snapshot SET story = '['",
    "story of another version": """UPDATE snapshot SET story = '[{"verse": 1}]'""",
    "neither": "UPDATE snapshot SET state = NULL, story = '{}'",
}


@pytest.fixture
async def hall(tmp_path):
    async with rooms(tmp_path) as opened:
        yield opened


def damage(hall, session_id, statement):
    """Change what is stored of one session, and let memory know nothing of it."""
    column = "id" if statement.startswith("UPDATE session") else "session_id"
    joint = " AND " if " WHERE " in statement else " WHERE "
    with contextlib.closing(sqlite3.connect(hall.store.path)) as db, db:
        if " move" in statement:
            db.execute("UPDATE snapshot SET state = NULL WHERE session_id = ?", (session_id,))
        db.execute(f"{statement}{joint}{column} = ?", (session_id,))
    hall.sessions.forget(session_id)


async def played(hall, channel=1):
    """A game in which everybody has chosen once."""
    session_id = (await hall.game(ADA, BEN, CLEO, channel=channel)).record.id
    for user_id in (ADA, BEN, CLEO):
        await hall.choose(session_id, user_id)
    return session_id


@pytest.mark.parametrize("harm", DAMAGES)
async def test_a_damaged_session_is_set_apart_and_kept(hall, harm):
    session_id = await played(hall)
    moves = await hall.store.moves(session_id)
    damage(hall, session_id, DAMAGES[harm])
    with pytest.raises(Unreadable) as unreadable:
        await hall.sessions.table(session_id)
    assert unreadable.value.outline.id == session_id
    assert (await hall.store.outline(session_id)).set_apart
    assert await hall.store.lagging() == []
    with contextlib.closing(sqlite3.connect(hall.store.path)) as db:
        (kept,) = db.execute("SELECT count(*) FROM move WHERE session_id = ?", (session_id,))
    assert kept[0] >= len(moves) - 1


@pytest.mark.parametrize("harm", DAMAGES)
async def test_its_channel_is_free_at_once_and_its_people_find_their_other_games(hall, harm):
    session_id = await played(hall)
    other = await played(hall, channel=2)
    damage(hall, session_id, DAMAGES[harm])
    opened = await hall.lobby(ADA, channel=1)
    assert (await hall.store.outline(session_id)).set_apart
    assert [record.id for record in await hall.store.sessions_of(ADA)] == [opened, other]
    assert (await hall.store.live_session_in(1)).id == opened
    await hall.choose(other, ADA)


@pytest.mark.parametrize("harm", DAMAGES)
async def test_it_can_be_ended(hall, harm):
    session_id = await played(hall)
    damage(hall, session_id, DAMAGES[harm])
    await hall.sessions.abandon(session_id)
    assert await hall.store.live_session_in(1) is None
    with pytest.raises(NotPlaying):
        await hall.sessions.abandon(session_id)


async def test_a_lobby_of_an_unknown_game_is_set_apart_by_whatever_is_pressed(hall):
    session_id = await hall.lobby(ADA, BEN)
    damage(hall, session_id, DAMAGES["unknown game"])
    with pytest.raises(Unreadable):
        await hall.lobbies.join(session_id, person(CLEO))
    with pytest.raises(Unreadable):
        await hall.lobbies.open_again(session_id, person(ADA), 1)


@pytest.mark.parametrize("harm", HARMLESS)
async def test_what_is_only_a_cache_is_made_anew_from_the_log(hall, harm):
    session_id = await played(hall)
    before = await hall.sessions.table(session_id)
    expected = await hall.store.session(session_id)
    damage(hall, session_id, HARMLESS[harm])
    after = await hall.sessions.table(session_id)
    assert after.game.dump(after.state) == before.game.dump(before.state)
    assert after.story == before.story
    assert await hall.store.session(session_id) == expected


async def test_a_session_that_can_be_read_keeps_its_channel(hall):
    await played(hall)
    with pytest.raises(ChannelBusy):
        await hall.lobby(ADA, channel=1)


async def test_a_disk_in_trouble_sets_nothing_apart(hall, monkeypatch):
    session_id = await played(hall)
    hall.sessions.forget(session_id)

    async def failing(session_id):
        raise StoreFailed("the disk reports an error")

    with monkeypatch.context() as patched:
        patched.setattr(hall.store, "session", failing)
        with pytest.raises(StoreFailed):
            await hall.sessions.table(session_id)
    assert (await hall.sessions.table(session_id)).record.set_apart is None


async def test_nothing_hidden_is_said_of_the_damage(hall, capfd):
    session_id = await played(hall)
    damage(hall, session_id, """UPDATE session SET options = '{"secret-card": 1'""")
    with pytest.raises(Unreadable):
        await hall.sessions.table(session_id)
    reason = (await hall.store.outline(session_id)).set_apart
    assert "options" in reason
    assert "secret-card" not in reason + "".join(capfd.readouterr())
