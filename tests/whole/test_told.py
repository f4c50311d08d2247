"""Nobody has to look whether it is his turn, and nobody is told too often."""

from __future__ import annotations

from math import inf

import pytest

from bot.local.rules import errors
from bot.local.world.guilds import deny_bot
from bot.local.world.permissions import NOTHING, Permission
from bot.testing.driver import Witness, text_of
from tests.local.clock import ManualClock
from tests.whole.house import (
    TABLE,
    House,
    asked,
    connected,
    house,
    local_discord,
    pick_anything,
    picks_on,
    reopened,
)

MINUTE = 60.0
HOUR = 60 * MINUTE


def count(people) -> list[int]:
    """How many notifications each of them has had."""
    return [len(person.notifications) for person in people]


def since(before, people) -> list[int]:
    return [now - then for then, now in zip(before, count(people), strict=True)]


async def choose(party, person) -> None:
    """Let somebody choose, and everything come of it."""
    await pick_anything(person, party.hand(person))
    await party.house.quiet()


async def later(hall, clock, seconds) -> None:
    clock.advance(seconds)
    await hall.quiet()


@pytest.fixture
def clock():
    return ManualClock()


async def test_the_start_comes_as_a_new_message_and_the_old_one_goes(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        joined = [person.latest(None).id for person in party.people]
        before = count(party.people)
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert since(before, party.people) == [1, 1, 1]
        for person, old in zip(party.people, joined, strict=True):
            assert [message.id for message in person.messages(None)] != [old]
            assert len(person.messages(None)) == 1
            assert asked(party.hand(person))


async def test_in_a_live_game_nobody_is_told_anything_between_start_and_end(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        before = count(party.people)
        while (await party.table()).record.status == "playing":
            for person in await party.awaited():
                await choose(party, person)
                await later(hall, clock, 10)
        told = since(before, party.people)
        # Whoever made the last choice saw the end in the answer to it.
        assert sorted(told) == [0, 1, 1]
        for person in party.people:
            assert "over" in text_of(person.latest(None)) or "win" in text_of(person.latest(None))


async def test_where_everybody_answers_after_an_hour_each_is_told_once_each_time(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        steps = 4
        for _ in range(steps):
            before = count(party.people)
            for person in await party.awaited():
                await later(hall, clock, HOUR)
                await choose(party, person)
            told = since(before, party.people)
            # The last to choose sees the next choice in the answer; the others are away.
            assert told == [1, 1, 0]
            await later(hall, clock, HOUR)
            assert since(before, party.people) == told
        for person in party.people:
            assert len(person.messages(None)) == 1


async def test_who_pressed_a_minute_ago_is_told_when_three_are_over_and_once(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await later(hall, clock, HOUR)
        ada, farah, goro = party.people
        await choose(party, ada)
        await choose(party, farah)
        await later(hall, clock, MINUTE)
        await choose(party, goro)
        before = count(party.people)
        await later(hall, clock, 2 * MINUTE - 1)
        assert since(before, party.people) == [0, 0, 0]
        await later(hall, clock, 1)
        assert since(before, party.people) == [1, 1, 0]
        await later(hall, clock, 7 * HOUR)
        assert since(before, party.people) == [1, 1, 0]


async def test_who_presses_anything_meanwhile_is_there_and_told_later(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        await later(hall, clock, HOUR)
        for person in (ada, farah, goro):
            await choose(party, person)
        before = count(party.people)
        await later(hall, clock, 2 * MINUTE)
        await ada.press("Rules", party.board)
        await later(hall, clock, MINUTE)
        assert since(before, party.people) == [0, 1, 0]
        await later(hall, clock, 2 * MINUTE)
        assert since(before, party.people) == [1, 1, 0]


async def test_nobody_is_told_twice_within_three_minutes_of_the_same_game(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        await settings(ada, "always")
        before = count([ada])
        for _ in range(2):
            for person in (ada, farah, goro):
                await choose(party, person)
            await later(hall, clock, 60)
        # The start was told less than three minutes ago.
        assert since(before, [ada]) == [0]
        await later(hall, clock, 60)
        assert since(before, [ada]) == [1]


async def test_who_wants_to_be_told_every_turn_is_told_while_at_the_table(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        await settings(ada, "always")
        await later(hall, clock, 10 * MINUTE)
        before = count(party.people)
        for person in (ada, farah, goro):
            await choose(party, person)
        assert since(before, party.people) == [1, 0, 0]


async def test_who_never_wants_to_be_told_gets_hands_in_silence(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        await settings(ada, "never")
        before = count([ada])
        await ada.press("Start", party.board)
        await hall.quiet()
        for _ in range(2):
            await later(hall, clock, HOUR)
            for person in (ada, farah, goro):
                await choose(party, person)
        await later(hall, clock, HOUR)
        assert since(before, [ada]) == [0]
        assert asked(party.hand(ada))


async def test_with_closed_direct_messages_one_mention_calls_all_of_them_together(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        closed = [hall.person("Farah"), hall.person("Goro")]
        for person in closed:
            person.user.closed_dms = True
        party = await hall.lobby("Ada", "Farah", "Goro")
        before = count(closed)
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert since(before, closed) == [1, 1]
        call = closed[0].latest(TABLE)
        assert call.id == closed[1].notifications[-1].message
        assert "begins" in text_of(call)
        for person in closed:
            await choose_in_channel(party, person, call)
        await later(hall, clock, HOUR)
        await choose(party, party.host)
        await later(hall, clock, 3 * MINUTE)
        assert since(before, closed) == [2, 2]
        call = closed[0].latest(TABLE)
        assert "waiting for you" in text_of(call)
        await choose_in_channel(party, closed[0], call)
        await later(hall, clock, HOUR)
        # Nobody is called twice to the same choice, whatever others do.
        assert since(before, closed) == [2, 2]
        await choose_in_channel(party, closed[1], call)
        await hall.quiet()
        # A call whose people have all chosen is taken away.
        assert "waiting for you" not in text_of(party.host.latest(TABLE))


@pytest.mark.parametrize("refusal", [errors.missing_permissions(), errors.missing_access()])
async def test_a_call_that_is_refused_for_a_moment_comes_ten_seconds_later(
    tmp_path, clock, refusal
):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        goro = hall.person("Goro")
        goro.user.closed_dms = True
        party = await hall.lobby("Ada", "Farah", "Goro")
        place = goro.channel(TABLE).id
        refused = hall.discord.faults.refuse(f"POST .*/channels/{place}/messages", refusal)
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert (refused.times, count([goro])) == (0, [0])
        await later(hall, clock, 10)
        assert count([goro]) == [1]
        await later(hall, clock, HOUR)
        assert count([goro]) == [1]


async def test_a_call_that_was_refused_is_made_as_soon_as_it_may(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        goro = hall.person("Goro")
        goro.user.closed_dms = True
        party = await hall.lobby("Ada", "Farah", "Goro")
        deny_bot(hall.discord.world, goro.channel(TABLE), Permission.SEND_MESSAGES)
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert count([goro]) == [0]
        deny_bot(hall.discord.world, goro.channel(TABLE), NOTHING)
        await hall.witness.until(lambda: count([goro]) == [1], "it is made")


async def test_a_call_that_was_refused_is_made_after_a_restart(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        goro = hall.person("Goro")
        goro.user.closed_dms = True
        party = await hall.lobby("Ada", "Farah", "Goro")
        sending = f"POST .*/channels/{goro.channel(TABLE).id}/messages"
        hall.discord.faults.refuse(sending, errors.missing_permissions(), times=inf)
        await party.host.press("Start", party.board)
        await hall.quiet()
        await hall.bot.close()
        hall.discord.faults.clear()
        assert count([goro]) == [0]
        async with reopened(hall, database) as again:
            await later(again, clock, 1)
            assert count([goro]) == [1]
            await later(again, clock, HOUR)
            assert count([goro]) == [1]


async def test_the_end_is_told_where_direct_messages_are_closed(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        goro = hall.person("Goro")
        goro.user.closed_dms = True
        party = await hall.game("Ada", "Farah", "Goro")
        await party.skip_to_last_choice()
        before = count([goro])
        for person in await party.awaited():
            if person.id != goro.id:
                await choose(party, person)
            else:
                hand = goro.response(await goro.press("My hand", party.board))
                await pick_anything(goro, hand)
                await hall.quiet()
        assert (await party.table()).record.status == "over"
        assert since(before, [goro]) == [1]
        assert "is over" in text_of(goro.latest(TABLE))


async def test_nobody_is_told_again_after_a_restart(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await later(hall, clock, HOUR)
        for person in party.people:
            await choose(party, person)
        await later(hall, clock, HOUR)
        before = count(party.people)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await later(again, clock, HOUR)
            assert since(before, party.people) == [0, 0, 0]


async def test_who_was_to_be_told_is_told_after_a_restart(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await later(hall, clock, HOUR)
        for person in party.people:
            await choose(party, person)
        before = count(party.people)
        await hall.bot.close()
        clock.advance(HOUR)
        async with reopened(hall, database) as again:
            await later(again, clock, 1)
            assert since(before, party.people) == [1, 1, 0]


async def test_the_hand_at_the_end_shows_place_and_score(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await party.play_out()
        table = await party.table()
        for person in party.people:
            seat, outcome = table.seat_of(person.id), table.view(None).outcome
            place = next(n for n, seats in enumerate(outcome.places, start=1) if seat in seats)
            shown = text_of(party.hand(person))
            assert f"Place {place} of 3" in shown
            assert str(outcome.scores[seat]) in shown


async def choose_in_channel(party, person, call) -> None:
    """Ask for one's hand under a call, and choose in it."""
    await person.press("My hand", call)
    await party.house.quiet()
    hand = [m for m in person.messages(TABLE) if m.seen_by == person.id and picks_on(m)][-1]
    await person.press(picks_on(hand)[0], hand)


async def settings(person, tell: str) -> None:
    """Choose in /settings."""
    shown = person.response(await person.command("settings", TABLE))
    await person.choose([tell], shown, "setting:tell")


def shown(person) -> str:
    """What the person's phone showed last."""
    return person.notifications[-1].push


async def test_a_phone_shows_the_game_its_place_and_what_is_wanted(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        ada, farah, goro = (hall.person(name) for name in ("Ada", "Farah", "Goro"))
        farah.user.locale, goro.user.closed_dms = "fr", True
        party = await hall.lobby("Ada", "Farah", "Goro")
        assert shown(ada).startswith("You have a seat in Guildes in #great-table.")
        assert shown(farah).startswith(
            "Vous avez une place à la table de Guildes dans #great-table."
        )
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert shown(ada) == "Guildes in #great-table: your turn, 1 day left"
        assert shown(farah) == "Guildes dans #great-table\u00a0: c’est à vous, il reste 1 jour"
        assert shown(goro) == "@Goro Guildes in #great-table: the game begins"
        await later(hall, clock, HOUR)
        for person in (ada, farah):
            await choose(party, person)
        await choose_in_channel(party, goro, goro.latest(TABLE))
        await later(hall, clock, HOUR)
        await choose(party, ada)
        await choose(party, farah)
        assert shown(goro) == "@Goro Guildes in #great-table: your turn, 23 hours left"
        await party.finish()
        assert shown(ada).startswith("Guildes in #great-table: the game is over. Place ")
        assert shown(goro) == "@Goro Guildes in #great-table: the game is over"


async def test_a_line_that_discord_does_not_let_become_a_hand_is_mended_at_once(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        refused = hall.discord.faults.refuse("PATCH /channels", errors.invalid_form("", "A", "B"))
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert refused.times == 0
        for person in party.people:
            (hand,) = person.messages(None)
            assert hand.components_v2
            assert asked(hand)


async def test_a_line_that_a_kill_left_becomes_the_hand_after_the_next_start(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with local_discord(clock=clock) as discord:
        async with connected(discord, database) as bot:
            hall = House(discord, bot, Witness(discord.world))
            party = await hall.lobby("Ada", "Farah", "Goro")
            discord.faults.plan("PATCH /channels", "hang", times=inf)
            await party.host.press("Start", party.board)
            lines = [await person.sees("your turn", None) for person in party.people]
        assert not any(line.components_v2 for line in lines)
        before = count(party.people)
        discord.faults.clear()
        async with reopened(hall, database) as again:
            await again.quiet()
            for person, line in zip(party.people, lines, strict=True):
                (hand,) = person.messages(None)
                assert (hand.id, hand.components_v2) == (line.id, True)
                assert asked(hand)
        assert count(party.people) == before
