"""Players who have left the server, and hosts who are away for a day, as sessions keep them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.sessions.holding import may_host
from bot.sessions.play.timing import Whereabouts
from bot.sessions.refusals import NotGone, NotHostNorModerator, UnknownOption
from tests.bot.sessions.house import ADA, BEN, CLEO, DORA, rooms
from tests.bot.store.builders import changed as stored_with
from tests.local.clock import START

DAY = 86_400.0


async def test_an_absent_host_is_acted_for_by_whoever_sits_there(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        lobby = (await house.sessions.table(await house.lobby(ADA, BEN, CLEO))).record
        assert [may_host(lobby, user) for user in (ADA, BEN, DORA)] == [True, False, False]
        absent = replace(lobby, host_away=True)
        assert [may_host(absent, user) for user in (ADA, BEN, DORA)] == [True, True, False]


async def test_a_host_who_was_seen_within_the_day_is_not_absent(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO)
        await house.whereabouts.host_absent(table.record.id)
        assert not (await house.store.session(table.record.id)).host_away
        assert await house.store.hosts_absent(house.sessions.now() - DAY) == []
        await stored_with(house.store, table.record.id, host_seen=0.0, host_away=False, seen=False)
        assert await house.store.hosts_absent(house.sessions.now() - DAY) == [table.record.id]
        fresh = house.reopened()
        await Whereabouts(fresh).host_absent(table.record.id)
        assert await house.store.hosts_absent(house.sessions.now() - DAY) == []
        stored = await house.store.session(table.record.id)
        assert (stored.host_away, stored.changes) == (True, table.changes + 1)
        await Whereabouts(fresh).host_absent(table.record.id)
        assert (await house.store.session(table.record.id)).changes == stored.changes


async def test_that_the_host_is_there_is_noted_every_five_minutes(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        for later, noted in ((299, START), (300, START + 300), (599, START + 300)):
            then = house.restarted(at=START + later).whereabouts
            assert (await then.attended(session_id, ADA)).record.host_seen == noted


async def test_a_host_is_not_away_for_as_long_as_a_pause_lasts(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        await house.restarted(at=START + 100).timing.pause(session_id, ADA)
        await house.restarted(at=START + 2 * DAY).timing.resume(session_id, ADA)
        stored = await house.store.session(session_id)
        assert stored.host_seen == START + 2 * DAY - 100


async def test_only_the_hosts_own_press_ends_his_absence(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO)
        session_id = table.record.id
        await stored_with(house.store, session_id, host_seen=0.0, host_away=True, seen=True)
        sessions = house.reopened()
        whereabouts = Whereabouts(sessions)
        await whereabouts.attended(session_id, BEN)
        await whereabouts.attended(session_id, DORA)
        assert (await sessions.table(session_id)).record.host_away
        await whereabouts.attended(session_id, ADA)
        stored = await house.store.session(session_id)
        assert not stored.host_away
        assert stored.host_seen > sessions.now() - DAY
        await whereabouts.attended(session_id, ADA)
        assert await house.store.session(session_id) == stored


async def test_a_host_who_was_there_just_now_ends_an_absence_all_the_same(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        await house.whereabouts.found(session_id, ADA, gone=True)
        assert (await house.store.session(session_id)).host_away
        assert not (await house.whereabouts.attended(session_id, ADA)).record.host_away


async def test_who_has_left_is_kept_until_a_press_or_another_player(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO)
        session_id = table.record.id
        for user_id in (BEN, CLEO):
            assert await house.whereabouts.found(session_id, user_id, gone=True) is not None
            assert await house.whereabouts.found(session_id, user_id, gone=True) is None
        table = await house.reopened().table(session_id)
        assert [turn.seat for turn in table.record.turns if turn.gone] == [1, 2]
        table = await house.whereabouts.attended(session_id, CLEO)
        assert [turn.seat for turn in table.record.turns if turn.gone] == [1]
        changed = await house.holders.stand_in(session_id, 1, by=ADA, moderator=False)
        assert (changed.before.name, changed.after.user_id) == ("Ben", None)
        table = await house.reopened().table(session_id)
        assert not any(turn.gone for turn in table.record.turns)


async def test_who_owes_nothing_is_not_found_to_have_left(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        await house.choose(session_id, BEN)
        assert await house.whereabouts.found(session_id, BEN, gone=True) is None
        assert await house.whereabouts.found(session_id, DORA, gone=True) is None
        table = await house.sessions.table(session_id)
        assert not any(turn.gone for turn in table.record.turns)


async def test_a_computer_stands_in_for_nobody_who_is_there(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        with pytest.raises(NotGone):
            await house.holders.stand_in(session_id, 1, by=ADA, moderator=False)
        await house.whereabouts.found(session_id, BEN, gone=True)
        with pytest.raises(NotHostNorModerator):
            await house.holders.stand_in(session_id, 1, by=CLEO, moderator=False)
        with pytest.raises(UnknownOption):
            await house.holders.stand_in(session_id, 9, by=ADA, moderator=False)
        table = await house.sessions.table(session_id)
        assert table.people() == (ADA, BEN, CLEO)


async def test_a_lobby_passed_on_has_a_host_who_is_there(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        session_id = await house.lobby(ADA, BEN)
        await stored_with(house.store, session_id, host_seen=0.0, host_away=True, seen=True)
        house.sessions.forget(session_id)
        record = await house.lobbies.leave(session_id, ADA)
        assert (record.host_id, record.host_away) == (BEN, False)
        assert record.host_seen > house.sessions.now() - DAY
