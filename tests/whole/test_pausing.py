"""A game that is paused waits: no choice, no deadline, no reminder."""

from __future__ import annotations

import pytest

from bot.sessions.refusals import Paused
from bot.testing.driver import labels, text_of
from tests.local.clock import ManualClock
from tests.whole.house import TABLE, asked, house, reopened
from tests.whole.test_deadlines import EVERY, HOUR, MINUTE, at_speed, choose, later, missed_thrice
from tests.whole.test_holders import leave, take_seat
from tests.whole.test_told import count, shown, since


@pytest.fixture
def clock():
    return ManualClock()


async def command(person, name) -> str:
    return text_of(person.response(await person.command(name, TABLE)))


async def test_the_host_pauses_and_everything_stands_still_until_resume(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        await later(hall, clock, MINUTE)
        assert "The game is paused" in await command(party.host, "pause")
        await hall.quiet()
        ends = f"<t:{round(clock.now() + 72 * HOUR)}:R>"
        assert f"it goes on by itself {ends}" in text_of(party.board)
        before = count(party.people)
        for person in party.people:
            assert not asked(party.hand(person))
            assert f"it goes on by itself {ends}" in text_of(party.hand(person))
        await later(hall, clock, 5 * HOUR)
        await hall.bot.close()
        clock.advance(HOUR)
        async with reopened(hall, database) as again:
            await later(again, clock, 5 * HOUR)
            assert since(before, party.people) == [0, 0, 0]
            assert await again.services.store.moves(party.session_id) == []
            assert "The game goes on" in await command(party.host, "resume")
            await again.quiet()
            assert f"<t:{round(clock.now() + 9 * MINUTE)}:R>" in text_of(party.board)
            for person in party.people:
                assert asked(party.hand(person))
            await later(again, clock, MINUTE + EVERY)
            assert since(before, party.people) == [1, 1, 1]
            await later(again, clock, 8 * MINUTE)
            assert len(await again.services.store.moves(party.session_id)) == 3


async def test_who_takes_a_seat_meanwhile_is_told_on_the_phone_that_it_waits(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", computers=1)
        await command(party.host, "pause")
        await hall.quiet()
        hanna = hall.person("Hanna")
        await take_seat(hall, party, hanna)
        await hall.quiet()
        assert shown(hanna) == "Guildes in #great-table: the game is paused"
        assert not asked(party.hand(hanna))


async def test_who_takes_a_seat_or_is_back_meanwhile_has_the_whole_span_and_no_more(
    tmp_path, clock
):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await missed_thrice(hall, clock)
        ada, farah, goro = party.people
        await leave(hall, party, farah)
        await command(ada, "pause")
        await later(hall, clock, 5 * HOUR)
        hanna = hall.person("Hanna")
        await take_seat(hall, party, hanna)
        await goro.press("Rules", party.board)
        await later(hall, clock, 5 * HOUR)
        await command(ada, "resume")
        await hall.quiet()
        due = f"<t:{round(clock.now() + 10 * MINUTE)}:R>"
        for person in (goro, hanna):
            assert due in text_of(party.hand(person))


async def test_a_hosts_pause_ends_by_itself_after_72_hours_in_sum(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await command(party.host, "pause")
        await later(hall, clock, 70 * HOUR)
        await command(party.host, "resume")
        await command(party.host, "pause")
        await later(hall, clock, 2 * HOUR - MINUTE)
        assert (await party.table()).paused
        await later(hall, clock, MINUTE + EVERY)
        assert not (await party.table()).paused
        assert "paused" not in text_of(party.board)
        assert asked(party.hand(party.host))
        assert "the board asks the others" in await command(party.host, "pause")
        assert not (await party.table()).paused


async def test_others_pause_by_a_vote_on_the_board(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        assert "the board asks the others" in await command(farah, "pause")
        await hall.quiet()
        assert f"{farah.mention} would like to pause the game (1 of 2 votes needed)" in text_of(
            party.board
        )
        assert "asked for that already" in await command(farah, "pause")
        await goro.press("Pause the game", party.board)
        await hall.quiet()
        assert "goes on when more than half" in text_of(party.board)
        assert "the board asks the others" in await command(ada, "resume")
        await hall.quiet()
        await farah.press("Go on", party.board)
        await hall.quiet()
        assert "paused" not in text_of(party.board)
        assert "Go on" not in labels(party.board)
        await choose(party, ada)
        assert len(await party.moves()) == 1


async def test_who_leaves_takes_their_say_along_and_the_game_goes_on_if_the_rest_want_it(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await asked_to_pause(hall)
        ada, farah, goro = party.people
        await command(goro, "pause")
        await command(ada, "resume")
        for leaver, stands_still in ((farah, True), (goro, False)):
            await leave(hall, party, leaver)
            assert (await party.table()).paused is stands_still
        assert asked(party.hand(ada))


async def test_whose_seat_the_computer_has_keeps_nobody_from_the_pause_that_the_rest_want(
    tmp_path, clock
):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro", "Hanna")
        ada, farah, goro, _ = party.people
        for missed in range(3):
            for person in (farah, goro):
                await choose(party, person)
            if missed < 2:
                await choose(party, ada)
            else:
                await ada.press("due:", party.hand(ada))
                for person in (farah, goro):
                    await command(person, "pause")
                assert not (await party.table()).paused
            await later(hall, clock, 10 * MINUTE + EVERY)
        assert "The computer plays for **Hanna**" in text_of(party.board)
        assert (await party.table()).paused
        assert "would like to pause" not in text_of(party.board)
        assert not asked(party.hand(ada))


async def asked_to_pause(hall):
    """A game in which Farah, the second of three, would like to pause."""
    party = await hall.game("Ada", "Farah", "Goro")
    await command(party.people[1], "pause")
    await hall.quiet()
    return party


async def test_a_pause_that_is_asked_for_is_asked_of_the_hands_too(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await asked_to_pause(hall)
        _, farah, goro = party.people
        assert "would like to pause the game (1 of 2 votes needed)" in text_of(party.hand(goro))
        assert "Pause the game" not in labels(party.hand(farah))
        await goro.press("Pause the game", party.hand(goro))
        await hall.quiet()
        assert (await party.table()).paused
        assert "Go on" in labels(party.hand(goro))


async def test_hands_say_what_ends_a_pause_that_was_voted_and_to_a_voter_what_that_one_would_like(
    tmp_path, clock
):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await asked_to_pause(hall)
        ada, farah, goro = party.people
        assert "You would like to pause the game (1 of 2 votes needed)" in text_of(
            party.hand(farah)
        )
        await command(goro, "pause")
        await command(ada, "resume")
        await hall.quiet()
        for person in party.people:
            assert "when more than half of its players want it to (/resume)" in text_of(
                party.hand(person)
            )
        assert "You would like to go on (1 of 2 votes needed)" in text_of(party.hand(ada))
        assert f"{ada.mention} would like to go on (1 of 2 votes needed)" in text_of(
            party.hand(goro)
        )


async def test_only_those_at_the_table_have_a_say(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        stranger = hall.person("Hanna")
        assert "I don’t know of any game here" in await command(stranger, "pause")
        party = await hall.lobby("Ada", "Farah", "Goro")
        assert "paused" not in await command(party.host, "pause")
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert "no seat" in await command(stranger, "pause")
        assert "isn’t paused" in await command(party.host, "resume")
        assert not (await party.table()).paused


async def test_computers_wait_too(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", computers=2)
        await command(party.host, "pause")
        moves, table = await party.moves(), await party.table()
        for seat in table.computers_asked():
            prompt = table.prompt(seat)
            picks = [prompt.options[0].id]
            with pytest.raises(Paused):
                await hall.services.playing.act_as_computer(
                    party.session_id, seat, prompt.step, picks
                )
        await later(hall, clock, HOUR)
        assert await party.moves() == moves
        await command(party.host, "resume")
        await hall.quiet()
        await choose(party, party.host)
        assert len(await party.moves()) == len(moves) + 3
