"""One's own data, over sockets: erased from file, log and memory; given away; purged with time."""

from __future__ import annotations

import gc
import io
import json
import logging
import sqlite3
from contextlib import closing
from types import FunctionType, ModuleType

import pytest
import structlog

from bot.running.forgetting import AT_ONCE, DAY
from bot.store.records.play import Departed, Invitation, Seat
from bot.testing.driver import labels, text_of
from engine.text import text
from tests.whole.house import LANGUAGES, OTHER_TABLE, TABLE, house, reopened
from tests.whole.test_presses import press_as_it_was

NAME = "Zyxwvutin"
"""A name that nothing else is called."""


@pytest.fixture
def database(tmp_path):
    return tmp_path / "guildhall.sqlite3"


def said(key, **args):
    return LANGUAGES.words("en")(text(key, **args))


async def forget(person):
    """Type the command and confirm it; the message after."""
    asked = person.response(await person.command("forget-me", TABLE))
    return person.response(await person.press("own:forget", asked))


def traces(folder, person):
    """Where the person's name or id stands in any file, as text or as SQLite writes numbers."""
    wanted = [NAME.encode(), str(person.id).encode(), person.id.to_bytes(8, "big")]
    return [
        (file.name, trace)
        for file in sorted(folder.iterdir())
        for trace in wanted
        if trace in file.read_bytes()
    ]


async def a_life_in_guildhall(hall):
    """Settings, a game that ended, one that runs, one left and taken over again, a lobby."""
    over = await hall.game("Ada", NAME, computers=1)
    somebody = over.people[1]
    await over.play_on()
    settings = somebody.response(await somebody.command("settings", TABLE))
    await somebody.choose(["never"], settings, "setting:tell")
    await over.finish()
    await hall.quiet()
    running = await hall.game(NAME, "Ada", "Goro", channel=TABLE, game="london")
    await running.play_on()
    lobby = await hall.lobby("Chiara", NAME, channel=OTHER_TABLE)
    await hall.quiet()
    return somebody, over, running, lobby


@pytest.fixture
def log():
    """Every line that the bot writes."""
    written, bots = io.StringIO(), logging.getLogger("bot")
    handler, before = logging.StreamHandler(written), bots.level
    bots.addHandler(handler)
    bots.setLevel(logging.DEBUG)
    yield written
    bots.setLevel(before)
    bots.removeHandler(handler)


async def test_whoever_is_forgotten_is_in_no_file_and_no_line_of_the_log(tmp_path, database, log):
    async with house(database) as hall:
        somebody, *_ = await a_life_in_guildhall(hall)
        await forget(somebody)
        await hall.quiet()
    assert [file.name for file in tmp_path.iterdir() if file.name.endswith("-wal")] == []
    assert traces(tmp_path, somebody) == []
    assert "somebody is forgotten" in log.getvalue()
    assert str(somebody.id) not in log.getvalue()
    assert NAME not in log.getvalue()


async def test_even_while_the_bot_runs_the_files_hold_nothing(tmp_path, database):
    async with house(database) as hall:
        somebody, *_ = await a_life_in_guildhall(hall)
        await forget(somebody)
        await hall.quiet()
        await hall.services.notes.write()
        assert traces(tmp_path, somebody) == []


async def test_what_was_deleted_before_is_erased_as_well(tmp_path, database):
    """Holders change, and rows are deleted, long before anybody wants to be forgotten."""
    async with house(database) as hall:
        running = await hall.game(NAME, "Ada", "Goro", game="guildes")
        somebody, ada, _ = running.people
        holders, session_id = hall.services.holders, running.session_id
        for _ in range(20):
            await holders.leave(session_id, somebody.id)
            await holders.take_over(session_id, 0, (await seat_of(hall, somebody)))
        await holders.leave(session_id, somebody.id)
        await running.finish()
        await hall.quiet()
        await forget(somebody)
        await hall.quiet()
        stood = await hall.services.store.standings(ada.channel(TABLE).guild)
        assert {each.user_id for each in stood} == {ada.id, running.people[2].id}
    assert traces(tmp_path, somebody) == []


async def seat_of(hall, person):
    return Seat(0, person.id, person.user.name, None, None)


async def test_seats_of_ended_games_are_a_former_players(database):
    async with house(database) as hall:
        somebody, over, *_ = await a_life_in_guildhall(hall)
        ada = over.host
        await forget(somebody)
        record = await hall.services.store.session(over.session_id)
        assert [seat.former for seat in record.seats] == [False, True, False]
        shown = ada.response(await ada.press(f"show:{over.session_id}:text", over.board))
        assert said("seat.former") in text_of(shown)
        assert NAME not in text_of(shown)


async def test_computers_take_the_seats_and_others_play_on(database):
    async with house(database) as hall:
        somebody, _, running, lobby = await a_life_in_guildhall(hall)
        await forget(somebody)
        await hall.quiet()
        takes_over = next(s.name for s in (await running.table()).record.seats if not s.user_id)
        told = f"A player has left the game; **{takes_over}** takes over."
        assert told in text_of(running.board)
        table = await running.table()
        assert table.record.status == "playing"
        assert [seat.user_id is None for seat in table.record.seats].count(True) == 1
        ada, goro = running.people[1:]
        assert table.record.host_id in (ada.id, goro.id)
        assert NAME not in text_of(running.board)
        running.people = [ada, goro]
        await running.play_on()
        assert [seat.name for seat in (await lobby.table()).record.seats] == ["Chiara"]


async def test_the_hand_that_was_seen_stays_secret(database):
    """Whoever comes back as somebody new could know a hand: that seat alone can be taken."""
    async with house(database) as hall:
        running = await hall.game(NAME, "Ada", computers=2)
        somebody = running.host
        await forget(somebody)
        await hall.quiet()
        table = await running.table()
        assert table.record.departed == (Departed.unknown(0),)
        assert table.departed() == ()
        await somebody.press(f"holding:{running.session_id}:computers", running.board)
        seats = somebody.latest(TABLE)
        taken = f"holding:{running.session_id}:take:2"
        refused = await press_as_it_was(somebody, running.board, taken)
        assert said("refused.may_know_another") in text_of(somebody.response(refused))
        await somebody.press(f"holding:{running.session_id}:take:0", seats)
        assert (await running.table()).record.seats[0].user_id == somebody.id


async def test_whoever_offers_a_seat_reads_first_that_nobody_new_may_have_it(database):
    async with house(database) as hall:
        running = await hall.game(NAME, "Ada", "Goro")
        await forget(running.host)
        await hall.quiet()
        ada = running.people[1]
        asks = ada.response(await ada.command("replace", TABLE))
        for seat, told in ((2, True), (0, False)):
            to_whom = ada.response(await ada.choose([str(seat)], asks))
            assert (said("refused.may_know_another.other") in text_of(to_whom)) is told
            asks = ada.response(await ada.command("replace", TABLE))


async def test_the_hand_is_taken_away(database):
    async with house(database) as hall:
        running = await hall.game("Ada", NAME, "Goro")
        somebody = running.people[1]
        hand = running.hand(somebody)
        await forget(somebody)
        await hall.quiet()
        assert hand not in somebody.messages(None)


async def test_a_lobby_without_others_closes(database):
    async with house(database) as hall:
        lobby = await hall.lobby(NAME)
        await forget(lobby.host)
        assert (await hall.services.store.session(lobby.session_id)).status == "abandoned"


async def test_an_invitation_is_gone_from_the_table(tmp_path, database):
    async with house(database) as hall:
        lobby = await hall.lobby("Ada")
        somebody = hall.person(NAME)
        asked = [Invitation(somebody.id, NAME, kept=False)]
        await hall.services.lobbies.invite(lobby.session_id, lobby.host.id, asked, moderator=False)
        hall.services.delivery.changed(lobby.session_id)
        await hall.quiet()
        await forget(somebody)
        await hall.quiet()
        assert (await lobby.table()).record.invitations == ()
        assert somebody.mention not in text_of(lobby.board)
        assert NAME not in text_of(lobby.board)
    assert traces(tmp_path, somebody) == []


async def test_nothing_happens_without_a_yes(tmp_path, database):
    async with house(database) as hall:
        somebody, _, running, _ = await a_life_in_guildhall(hall)
        asked = somebody.response(await somebody.command("forget-me", TABLE))
        assert said("forget.playing", n=1) in text_of(asked)
        assert said("forget.lobbies", n=1) in text_of(asked)
        assert set(labels(asked)) == {said("forget.yes"), said("forget.no")}
        kept = somebody.response(await somebody.press("own:keep", asked))
        assert text_of(kept) == said("forget.kept")
        assert (await running.table()).seat_of(somebody.id) is not None
        assert (await hall.services.store.person(somebody.id)).tell == "never"


async def test_whoever_was_never_here_can_be_forgotten(database):
    async with house(database) as hall:
        done = await forget(hall.person("Nobody"))
        assert text_of(done) == said("forget.done")


async def test_whoever_comes_back_is_new(database):
    async with house(database) as hall:
        somebody, *_ = await a_life_in_guildhall(hall)
        await forget(somebody)
        assert await hall.services.store.person(somebody.id) is None
        await somebody.command("settings", TABLE)
        assert (await hall.services.store.person(somebody.id)).tell == "away"


async def test_a_restart_brings_nothing_back(tmp_path, database):
    async with house(database) as hall:
        somebody, _, running, _ = await a_life_in_guildhall(hall)
        await forget(somebody)
        await hall.quiet()
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await again.quiet()
            table = await again.services.sessions.table(running.session_id)
            assert table.seat_of(somebody.id) is None
    assert traces(tmp_path, somebody) == []


async def test_a_game_that_is_set_apart_is_left_too(tmp_path, database):
    async with house(database) as hall:
        running = await hall.game(NAME, "Ada", "Goro")
        somebody = running.host
        await hall.services.store.set_apart(running.session_id, "damaged")
        hall.services.sessions.forget(running.session_id)
        await forget(somebody)
        with closing(sqlite3.connect(database)) as file:
            seats = file.execute(
                "SELECT user_id, name, strength FROM seat ORDER BY seat"
            ).fetchall()
            hosts = file.execute("SELECT host_id FROM session").fetchall()
        assert seats[0][0] is None
        assert seats[0][1:] == ("Berthe", "normal")
        assert hosts == [(running.people[1].id,)]
    assert traces(tmp_path, somebody) == []


async def test_the_running_bot_holds_the_name_no_more(database):
    async with house(database) as hall:
        somebody, *_ = await a_life_in_guildhall(hall)
        assert holders_of(hall.services, NAME)
        await forget(somebody)
        await hall.quiet()
        assert holders_of(hall.services, NAME) == []


def holders_of(services, name):
    """What the parts of the bot hold, however deep, that contains the name."""
    seen, waiting, found = set(), [services], []
    world = (type, ModuleType, FunctionType, structlog.BoundLoggerBase)
    while waiting:
        held = waiting.pop()
        for part in gc.get_referents(held):
            if id(part) in seen or isinstance(part, world) or is_outside(part):
                continue
            seen.add(id(part))
            if isinstance(part, str) and name in part:
                found.append(type(held))
            waiting.append(part)
    return found


def is_outside(part):
    """Whether it is Discord's library or the loop, behind which this very test stands."""
    return type(part).__module__.split(".")[0] in {"discord", "asyncio", "_asyncio", "aiohttp"}


async def test_one_gets_a_file_of_ones_own_data_by_direct_message(database):
    async with house(database) as hall:
        somebody, over, running, lobby = await a_life_in_guildhall(hall)
        await somebody.command("export-me", TABLE)
        sent = await somebody.sees(said("export.what"), None)
        assert text_of(sent).startswith(said("export.what"))  # plainly, without a heading
        await somebody.sees(said("export.sent"), TABLE)
        (file,) = sent.attachments
        assert file.filename == "guildhall.json"
        exported = json.loads(file.data)
        stored = exported["stored"]
        assert exported["user_id"] == str(somebody.id)
        assert stored["person"][0]["tell"] == "never"
        sessions = [over.session_id, running.session_id, lobby.session_id]
        assert [seat["session_id"] for seat in stored["seats"]] == sessions
        (result,) = stored["results"]
        assert (result["session_id"], result["game"]) == (over.session_id, "guildes")
        moves = await hall.services.store.moves(running.session_id)
        mine = [[move.number, list(move.picks)] for move in moves if move.chosen_by == somebody.id]
        assert {"session_id": running.session_id, "choices": mine} in stored["choices"]
        assert {each["kind"] for each in stored["messages"]} == {"hand"}


async def test_the_file_holds_nothing_of_others_and_nothing_hidden(database):
    async with house(database) as hall:
        somebody, _, running, _ = await a_life_in_guildhall(hall)
        await somebody.command("export-me", TABLE)
        sent = await somebody.sees(said("export.what"), None)
        exported = sent.attachments[0].data.decode()
        table = await running.table()
        assert str(table.record.seed) not in exported
        for other in running.people[1:]:
            assert str(other.id) not in exported
            assert other.user.name not in exported


async def test_where_direct_messages_are_closed_the_file_comes_as_the_answer(database):
    async with house(database) as hall:
        lobby = await hall.lobby(NAME)
        lobby.host.user.closed_dms = True
        await lobby.host.command("export-me", TABLE)
        answer = await lobby.host.sees(said("export.title"), TABLE)
        assert [file.filename for file in answer.attachments] == ["guildhall.json"]
        assert answer.seen_by == lobby.host.id


async def test_of_strangers_there_is_nothing_to_give(database):
    async with house(database) as hall:
        stranger = hall.person("Nobody")
        answer = stranger.response(await stranger.command("export-me", TABLE))
        assert text_of(answer) == said("export.nothing")


async def grow_old(hall, days, *parties):
    """As if these sessions had ended so many days ago."""
    statement = "UPDATE session SET updated_at = updated_at - ? WHERE id = ?"
    rows = [(days * DAY, party.session_id) for party in parties]
    await hall.services.store._connection.run(lambda db: db.executemany(statement, rows))


async def purge(hall):
    hall.services.retention.run()
    await hall.services.retention.settled()


async def test_old_games_are_purged_and_how_they_ended_stays(database):
    async with house(database) as hall:
        over = await hall.game("Ada", "Goro", computers=1)
        await over.finish()
        closed = await hall.lobby("Chiara", channel=OTHER_TABLE)
        await closed.host.press(f"lobby:{closed.session_id}:cancel", closed.board)
        running = await hall.game("Ada", "Goro", game="majority", computers=1)
        await hall.quiet()
        store, ada = hall.services.store, over.host
        guild_id = ada.channel(TABLE).guild
        stood = await store.standings(guild_id)
        await grow_old(hall, 364, over, closed, running)
        await purge(hall)
        assert await store.session(over.session_id) is not None
        await grow_old(hall, 2, over, closed, running)
        await purge(hall)
        assert await store.session(over.session_id) is None
        assert await store.session(closed.session_id) is None
        assert await store.session(running.session_id) is not None
        assert await store.moves(over.session_id) == await store.posts(over.session_id) == []
        assert await store.standings(guild_id) == stood
        gone = await press_as_it_was(ada, over.board, f"show:{over.session_id}:text")
        assert said("refused.no_session") in text_of(ada.response(gone))
        for button in ("Review", "Replay"):
            await ada.press(button, over.board)
            assert said("replay.damaged") in text_of(ada.latest(TABLE))  # not that there is none


async def test_many_old_games_go_a_few_at_a_time(database):
    async with house(database) as hall:
        store = hall.services.store
        for _ in range(AT_ONCE + 1):
            lobby = await hall.lobby("Ada")
            await hall.services.sessions.abandon(lobby.session_id)
            await grow_old(hall, 366, lobby)
        await purge(hall)
        assert await store.counts() == {}


async def test_nothing_of_whoever_played_alone_comes_back_with_the_hand_that_says_it_is_over(
    database,
):
    async with house(database) as hall:
        somebody = hall.person(NAME)
        await somebody.command("play", None, game="guildes")
        await hall.quiet()
        hall.discord.faults.plan(r"(POST|PATCH) .*/messages", "delay", seconds=0.2, times=99)
        await forget(somebody)
        await hall.quiet()
        await hall.services.notes.write()
        assert not any((await hall.services.store.exported(somebody.id)).values())
