"""Who plays a running game: committed under the session's lock, told, and known after a restart."""

import asyncio

import pytest

from bot.sessions.refusals import (
    AlreadySeated,
    CantBeOffered,
    KnowsAnother,
    NotHostNorModerator,
    NotOffered,
    NotPlaying,
    NotSeated,
    SeatPassedOn,
    SeatTaken,
    Stale,
    UnknownOption,
)
from bot.sessions.sessions import Sessions
from bot.store.records.play import Offer
from engine import games
from tests.bot.sessions.house import ADA, BEN, CLEO, COMPUTERS, DORA, person, rooms


def holders(table):
    return [(seat.user_id, seat.name, seat.strength) for seat in table.record.seats]


@pytest.mark.parametrize("game", list(games))
async def test_the_seat_keeps_its_hand_and_whatever_it_has_chosen(tmp_path, game):
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO, game=game)
        session_id, number = table.record.id, table.seat_of(BEN)
        if number in table.people_asked():
            table = await house.choose(session_id, BEN)
        view = table.view(number)
        left = (await house.holders.leave(session_id, BEN)).table
        assert left.view(number) == view
        taken = (await house.holders.take_over(session_id, number, person(DORA))).table
        assert taken.view(number) == view
        assert taken.seat_of(DORA) == number


async def test_the_computer_owes_the_choice_of_whoever_left(tmp_path):
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO)
        changed = await house.holders.leave(table.record.id, BEN)
        assert changed.table.record.computers_due
        assert changed.table.computers_asked() == (1,)
        assert table.record.id in await house.store.lagging()
        back = await house.holders.take_over(table.record.id, 1, person(BEN))
        assert not back.table.record.computers_due


async def test_a_computers_choice_is_refused_once_a_person_has_its_seat(tmp_path):
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO)
        session_id, prompt = table.record.id, table.prompt(1)
        await house.holders.leave(session_id, BEN)
        picks = [prompt.options[0].id]
        taken = house.holders.take_over(session_id, 1, person(DORA))
        chosen = house.plays.act_as_computer(session_id, 1, prompt.step, picks)
        _, late = await asyncio.gather(taken, chosen, return_exceptions=True)
        assert isinstance(late, Stale)
        assert (await house.sessions.table(session_id)).prompt(1).answered is None


async def test_a_choice_that_waits_while_its_person_leaves_is_refused(tmp_path):
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO)
        leaving = house.holders.leave(table.record.id, BEN)
        _, late = await asyncio.gather(
            leaving, house.choose(table.record.id, BEN), return_exceptions=True
        )
        assert isinstance(late, SeatPassedOn)
        assert await house.store.moves(table.record.id) == []


async def test_of_two_who_want_one_seat_one_gets_it(tmp_path):
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        await house.holders.leave(session_id, BEN)
        await house.holders.leave(session_id, CLEO)
        both = await asyncio.gather(
            house.holders.take_over(session_id, 1, person(DORA)),
            house.holders.take_over(session_id, 1, person(CLEO)),
            return_exceptions=True,
        )
        assert isinstance(both[1], KnowsAnother)
        with pytest.raises(SeatTaken):
            await house.holders.take_over(session_id, 1, person(BEN))
        with pytest.raises(AlreadySeated):
            await house.holders.take_over(session_id, 2, person(DORA))
        with pytest.raises(UnknownOption):
            await house.holders.take_over(session_id, 3, person(CLEO))
        table = (await house.holders.take_over(session_id, 2, person(CLEO))).table
        assert table.people() == (ADA, DORA, CLEO)


async def test_computers_get_names_that_nobody_has_and_keep_their_strength(tmp_path):
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        await house.holders.leave(session_id, BEN)
        table = (await house.holders.leave(session_id, CLEO)).table
        assert holders(table)[1:] == [
            (None, COMPUTERS[0], "normal"),
            (None, COMPUTERS[1], "normal"),
        ]
        before = holders(table)
        await house.holders.take_over(session_id, 2, person(CLEO))
        assert holders((await house.holders.leave(session_id, CLEO)).table) == before


async def test_all_of_it_is_known_after_a_restart(tmp_path):
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        await house.holders.leave(session_id, ADA)
        table = (await house.holders.take_over(session_id, 0, person(DORA))).table
        assert table.record.host_id == BEN
        again: Sessions = house.reopened()
        found = await again.table(session_id)
        assert found.record == table.record
        assert found.told(None) == table.told(None)
        told = ["told.left", "told.hosts", "told.taken_over"]
        assert [said.key for said in found.told(None)][-3:] == told
        with pytest.raises(SeatPassedOn):
            again.seat_at(found, ADA)


async def test_the_last_who_leaves_ends_it_and_then_nobody_leaves_or_comes(tmp_path):
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        for user_id in (CLEO, BEN, ADA):
            with pytest.raises(NotSeated):
                await house.holders.leave(session_id, DORA)
            await house.holders.leave(session_id, user_id)
        assert (await house.store.session(session_id)).status == "abandoned"
        with pytest.raises(NotPlaying):
            await house.holders.leave(session_id, ADA)
        with pytest.raises(NotPlaying):
            await house.holders.take_over(session_id, 1, person(DORA))


async def test_a_lobby_is_left_in_its_own_way(tmp_path):
    async with rooms(tmp_path) as house:
        session_id = await house.lobby(ADA, BEN, CLEO)
        with pytest.raises(NotPlaying):
            await house.holders.leave(session_id, BEN)
        with pytest.raises(NotPlaying):
            await house.holders.take_over(session_id, 1, person(DORA))


async def by_host(house, session_id, number, whom):
    """The offer of a host who moderates as well, so that nobody has to agree."""
    seats = (await house.sessions.table(session_id)).record.seats
    holder = {seat.seat: seat.user_id for seat in seats}.get(number)
    if holder in (None, ADA):
        return await house.holders.offer(session_id, number, whom, by=ADA, moderator=True)
    return await house.holders.overrule(session_id, number, whom, holder)


async def test_of_a_moderator_who_ends_a_game_no_name_is_stored(tmp_path):
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        await house.sessions.abandon(session_id, person(DORA))
        assert (await house.sessions.table(session_id)).how_ended.key == "told.ended_by_moderation"
        stored = await house.store.session(session_id)
        assert person(DORA).name not in stored.story


@pytest.mark.parametrize("first", ["choice", "replacement"])
async def test_a_seat_is_replaced_before_its_choice_or_after_it(tmp_path, first):
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        await by_host(house, session_id, 1, DORA)
        both = {
            "choice": house.choose(session_id, BEN),
            "replacement": house.holders.accept(session_id, 1, person(DORA)),
        }
        order = sorted(both, key=lambda name: name != first)
        done = dict(
            zip(
                order,
                await asyncio.gather(*(both[name] for name in order), return_exceptions=True),
                strict=True,
            )
        )
        table = await house.sessions.table(session_id)
        assert table.seat_of(DORA) == 1
        if first == "choice":
            assert table.prompt(1).answered is not None
        else:
            assert isinstance(done["choice"], SeatPassedOn)
            assert table.prompt(1).answered is None
        assert len(await house.store.moves(session_id)) == (first == "choice")


async def test_an_offer_outlives_a_leave_and_ends_with_the_seat_taken(tmp_path):
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        await by_host(house, session_id, 1, None)
        assert (await house.reopened().table(session_id)).record.offers == (Offer(1, None),)
        table = (await house.holders.leave(session_id, BEN)).table
        assert table.record.offers == (Offer(1, None),)
        changed = await house.holders.accept(session_id, 1, person(DORA))
        assert changed.table.record.offers == ()
        assert changed.before.user_id is None
        with pytest.raises(NotOffered):
            await house.holders.accept(session_id, 1, person(BEN))


async def test_who_may_be_offered_a_seat_and_by_whom(tmp_path):
    async with rooms(tmp_path) as house:
        session_id = (await house.game(ADA, BEN, CLEO)).record.id
        with pytest.raises(CantBeOffered):
            await by_host(house, session_id, 1, CLEO)
        with pytest.raises(UnknownOption):
            await by_host(house, session_id, 3, DORA)
        with pytest.raises(NotHostNorModerator):
            await house.holders.offer(session_id, 1, DORA, by=BEN, moderator=False)
        await house.holders.offer(session_id, 1, DORA, by=99, moderator=True)
        await house.sessions.abandon(session_id)
        with pytest.raises(NotPlaying):
            await house.holders.accept(session_id, 1, person(DORA))
        with pytest.raises(NotPlaying):
            await by_host(house, session_id, 1, DORA)


@pytest.mark.parametrize(("comes", "extended"), [(BEN, 1), (DORA, 0)])
async def test_who_comes_back_to_the_seat_has_no_more_time_to_ask_for_than_before(
    tmp_path, comes, extended
):
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO)
        session_id = table.record.id
        await house.timing.extend(session_id, BEN, table.turn(1).step)
        await house.holders.leave(session_id, BEN)
        await house.choose(session_id, ADA)
        table = (await house.holders.take_over(session_id, 1, person(comes))).table
        assert table.turn(1).extended == extended
        assert (await house.reopened().table(session_id)).turn(1) == table.turn(1)
