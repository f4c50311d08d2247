"""Two processes over one database, each with a memory of its own."""

from __future__ import annotations

import asyncio
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bot.sessions.refusals import NotALobby, Stale
from bot.store.records.play import RELAXED
from bot.store.records.sessions import Session
from bot.store.store import Overtaken
from tests.bot.sessions.house import ADA, BEN, CLEO, Rooms, person, rooms


async def picks_of(hall: Rooms, session_id: int, user_id: int) -> tuple[int, list[str]]:
    """What somebody is asked as this process knows it, and a first answer to it."""
    table = await hall.sessions.table(session_id)
    prompt = table.prompt(table.seat_of(user_id))
    return prompt.step, [prompt.options[0].id]


async def test_choices_of_two_players_on_two_processes_are_both_kept(tmp_path: Path) -> None:
    async with rooms(tmp_path) as one:
        other = one.restarted()
        session_id = (await one.game(ADA, BEN, CLEO)).record.id
        first, second = (
            await picks_of(one, session_id, ADA),
            await picks_of(other, session_id, BEN),
        )
        await asyncio.gather(
            one.plays.act(session_id, ADA, *first), other.plays.act(session_id, BEN, *second)
        )
        moves = await one.store.moves(session_id)
        assert sorted(move.chosen_by for move in moves) == [ADA, BEN]
        again = one.reopened()
        table = await again.table(session_id)
        assert table.record.moves == 2


async def test_a_press_that_two_processes_are_given_counts_once(tmp_path: Path) -> None:
    async with rooms(tmp_path) as one:
        other = one.restarted()
        session_id = (await one.game(ADA, BEN, CLEO)).record.id
        for user_id in (BEN, CLEO):
            await one.choose(session_id, user_id)
        step, picks = await picks_of(other, session_id, ADA)
        done = await asyncio.gather(
            *(hall.plays.act(session_id, ADA, step, picks) for hall in (one, other)),
            return_exceptions=True,
        )
        assert sum(isinstance(result, Stale) for result in done) == 1
        moves = await one.store.moves(session_id)
        assert [move.chosen_by for move in moves] == [BEN, CLEO, ADA]


async def test_a_computer_that_two_processes_let_choose_chooses_once(tmp_path: Path) -> None:
    async with rooms(tmp_path) as one:
        session_id = await one.lobby(ADA, BEN)
        await one.lobbies.add_computer(session_id, ADA, ("Odon",), "easy")
        table = await one.lobbies.start(session_id, ADA, moderator=False)
        other = one.restarted()
        seat = table.computers()[0]
        prompt = (await other.sessions.table(session_id)).prompt(seat)
        for hall in (one, other):
            await hall.plays.act_as_computer(session_id, seat, prompt.step, [prompt.options[0].id])
        assert len(await one.store.moves(session_id)) == 1


async def test_seats_that_two_processes_give_away_at_once_are_both_taken(tmp_path: Path) -> None:
    async with rooms(tmp_path) as one:
        session_id = await one.lobby(ADA)
        other = one.restarted()
        await other.sessions.table(session_id)
        await one.lobbies.join(session_id, person(BEN))
        await other.lobbies.join(session_id, person(CLEO))
        record = await one.store.session(session_id)
        assert record is not None
        assert [seat.user_id for seat in record.seats] == [ADA, BEN, CLEO]


async def test_a_lobby_that_another_process_has_started_takes_nobody(tmp_path: Path) -> None:
    async with rooms(tmp_path) as one:
        session_id = await one.lobby(ADA, BEN, CLEO)
        other = one.restarted()
        await other.sessions.table(session_id)
        await one.lobbies.start(session_id, ADA, moderator=False)
        with pytest.raises(NotALobby):
            await other.lobbies.leave(session_id, BEN)
        with pytest.raises(NotALobby):
            await other.lobbies.start(session_id, ADA, moderator=False)


async def test_what_nobody_is_shown_is_not_lost_to_another_process(tmp_path: Path) -> None:
    async with rooms(tmp_path) as one:
        session_id = await one.lobby(ADA, BEN, CLEO)
        await one.lobbies.choose(session_id, ADA, speed=RELAXED)
        table = await one.lobbies.start(session_id, ADA, moderator=False)
        other = one.restarted()
        turn = (await other.sessions.table(session_id)).turn(0)
        assert await one.timing.looked(session_id, turn, replace(turn, reminded=1))
        await other.timing.extend(session_id, ADA, table.prompt(0).step)
        stored = await one.store.session(session_id)
        assert stored is not None
        assert (stored.turns[0].reminded, stored.turns[0].extended) == (1, 1)


async def test_who_is_overtaken_again_and_again_is_told_that_it_was_an_old_press(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with rooms(tmp_path) as one:
        session_id = (await one.game(ADA, BEN, CLEO)).record.id
        step, picks = await picks_of(one, session_id, ADA)

        async def overtaken(*_: object) -> float:
            raise Overtaken(session_id)

        monkeypatch.setattr(one.store, "commit", overtaken)
        with pytest.raises(Stale):
            await one.plays.act(session_id, ADA, step, picks)


@pytest.mark.parametrize(("times", "kept"), [(4, True), (5, False)])
async def test_who_is_overtaken_is_tried_five_times_in_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int, *, kept: bool
) -> None:
    async with rooms(tmp_path) as one:
        session_id = (await one.game(ADA, BEN, CLEO)).record.id
        step, picks = await picks_of(one, session_id, ADA)
        commit, tries = one.store.commit, 0

        async def overtaken(*given: Any) -> Session:
            nonlocal tries
            tries += 1
            if tries <= times:
                raise Overtaken(session_id)
            return await commit(*given)

        monkeypatch.setattr(one.store, "commit", overtaken)
        with nullcontext() if kept else pytest.raises(Stale):
            await one.plays.act(session_id, ADA, step, picks)
        assert tries == 5
        stored = await one.store.session(session_id)
        assert stored is not None
        assert stored.moves == (1 if kept else 0)


async def test_what_is_read_while_all_is_forgotten_is_read_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with rooms(tmp_path) as one:
        other = one.restarted()
        session_id = (await one.game(ADA, BEN, CLEO)).record.id
        read, reads = one.store.session, []

        async def overtaken(wanted: int) -> Session | None:
            reads.append(wanted)
            record = await read(wanted)
            if len(reads) == 1:
                await other.choose(session_id, BEN)
                one.sessions.forget_all()
            return record

        one.sessions.forget(session_id)
        monkeypatch.setattr(one.store, "session", overtaken)
        assert (await one.sessions.table(session_id)).record.moves == 1
