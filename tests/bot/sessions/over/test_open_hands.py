"""Opening the hands of a game that is over: all of its people agree, or they stay closed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.sessions.over.endings import OpeningHands, missing
from bot.sessions.refusals import HandsDecided, NotHost, NotOver, NotSeated, Stale
from bot.store.records.play import OpenHands, Turn
from tests.bot.sessions.house import ADA, BEN, CLEO, DORA, Rooms, rooms
from tests.bot.store.builders import changed


def opening(house: Rooms) -> OpeningHands:
    return OpeningHands(house.sessions)


async def over(house: Rooms, *people: int) -> int:
    """A game of these people that has been played to its end; its id."""
    table = await house.game(*people)
    while table.record.status == "playing":
        table = await house.play(table.record.id, 1)
    return table.record.id


async def state(house: Rooms, session_id: int) -> OpenHands | None:
    stored = await house.store.session(session_id)
    assert stored == (await house.sessions.table(session_id)).record
    return stored.open_hands


async def test_all_agree_one_after_the_other(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        session_id = await over(house, ADA, BEN, CLEO)
        hands = opening(house)
        with pytest.raises(Stale):
            await hands.agree(session_id, BEN)
        table = await hands.ask(session_id, ADA)
        assert missing(table) == tuple(table.seat_of(user) for user in sorted_by(table, BEN, CLEO))
        changes = table.changes
        table = await hands.agree(session_id, CLEO)
        assert table.changes == changes + 1
        assert missing(table) == (table.seat_of(BEN),)
        await hands.agree(session_id, CLEO)
        assert (await state(house, session_id)).state == "asked"
        await hands.agree(session_id, BEN)
        assert await state(house, session_id) == OpenHands("open")
        for again in (hands.ask, hands.agree, hands.refuse):
            with pytest.raises(HandsDecided):
                await again(session_id, BEN)


def sorted_by(table, *users: int) -> list[int]:
    return sorted(users, key=table.seat_of)


async def test_one_refusal_is_the_end_of_it(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        session_id = await over(house, ADA, BEN, CLEO)
        hands = opening(house)
        await hands.ask(session_id, ADA)
        await hands.agree(session_id, BEN)
        await hands.refuse(session_id, CLEO)
        assert await state(house, session_id) == OpenHands("closed")
        with pytest.raises(HandsDecided):
            await hands.ask(session_id, ADA)


async def test_only_the_host_asks_and_only_who_has_a_seat_answers(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        session_id = await over(house, ADA, BEN, CLEO)
        hands = opening(house)
        for user in (BEN, DORA):
            with pytest.raises(NotHost):
                await hands.ask(session_id, user)
        await hands.ask(session_id, ADA)
        with pytest.raises(Stale):
            await hands.ask(session_id, ADA)
        for answer in (hands.agree, hands.refuse):
            with pytest.raises(NotSeated):
                await answer(session_id, DORA)


async def test_before_the_end_nobody_is_asked(tmp_path: Path) -> None:
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO)
        with pytest.raises(NotOver):
            await opening(house).ask(table.record.id, ADA)


async def test_whose_seat_is_the_computers_or_who_left_the_server_has_no_say(
    tmp_path: Path,
) -> None:
    async with rooms(tmp_path) as house:
        session_id = await over(house, ADA, BEN, CLEO)
        table = await opening(house).ask(session_id, ADA)
        ben, cleo = table.seat_of(BEN), table.seat_of(CLEO)
        turns = (Turn(ben, away=True), Turn(cleo, gone=True))
        assert missing(replace(table, record=replace(table.record, turns=turns))) == ()
        await changed(house.store, session_id, turns=turns)
        house.sessions.forget(session_id)
        await opening(house).agree(session_id, ADA)
        assert await state(house, session_id) == OpenHands("open")
