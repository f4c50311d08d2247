"""In somebody's quiet hours no reminder comes, and the computer waits with its choice."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.store.records.people import QuietHours
from bot.testing.driver import text_of
from tests.local.clock import ManualClock
from tests.whole.house import TABLE, asked, house, reopened
from tests.whole.test_deadlines import EVERY, HOUR, MINUTE, at_speed, choose, later
from tests.whole.test_told import count, since


@pytest.fixture
def clock():
    """Ten in the morning in London, in winter."""
    return ManualClock(datetime(2027, 1, 10, 10, tzinfo=UTC).timestamp())


async def quiet(person, hours, zone="Europe/London") -> str:
    """Set one's quiet hours in /settings; what is shown then."""
    shown = person.response(await person.command("settings", TABLE))
    opened = await person.press("setting:quiet", shown)
    answered = await person.submit(opened, {"hours": hours, "zone": zone})
    return text_of(person.response(answered))


async def test_quiet_hours_are_set_by_a_form_changed_and_taken_away(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        ada = hall.person("Ada")
        assert "22:00-07:00 (Europe/London)" in await quiet(ada, "22-7", "europe/london")
        kept = QuietHours(1320, 420, "Europe/London")
        assert (await hall.services.store.person(ada.id)).quiet == kept
        assert "The hours: write" in await quiet(ada, "late", "Europe/London")
        for zone in ("Nowhere", ""):
            assert "The time zone: write" in await quiet(ada, "22-7", zone)
        assert (await hall.services.store.person(ada.id)).quiet == kept
        assert "None so far" in await quiet(ada, "", "")
        assert (await hall.services.store.person(ada.id)).quiet is None


async def test_a_form_that_is_refused_opens_again_with_what_was_written(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        ada = hall.person("Ada")
        shown = ada.response(await ada.command("settings", TABLE))
        opened = await ada.press("setting:quiet", shown)
        refused = ada.response(await ada.submit(opened, {"hours": "late", "zone": "Paris"}))
        again = await ada.press("Change what I wrote", refused)
        answer = ada.response(await ada.submit(again, {"hours": "10pm-7am"}))
        assert "22:00-07:00 (Europe/Paris)" in text_of(answer)
        assert shown.id == refused.id == answer.id  # no second one with what was set before


async def test_a_reminder_comes_when_the_quiet_hours_are_over(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada = party.host
        await quiet(ada, "17-21")
        before = count(party.people)
        await later(hall, clock, 8 * HOUR + EVERY)  # six in the evening
        assert since(before, party.people) == [0, 1, 1]
        await later(hall, clock, 3 * HOUR - 2 * EVERY)
        assert since(before, party.people) == [0, 1, 1]
        await later(hall, clock, 2 * EVERY)
        assert since(before, party.people) == [1, 1, 1]


async def test_the_second_reminder_is_at_half_of_what_is_left_after_the_quiet_hours(
    tmp_path, clock
):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada = party.host
        await quiet(ada, "17:30-1")
        before = count([ada])
        await later(hall, clock, 15 * HOUR)  # one at night: nine hours are left
        assert since(before, [ada]) == [1]
        await later(hall, clock, 4.5 * HOUR - MINUTE)
        assert since(before, [ada]) == [1]
        await later(hall, clock, MINUTE + EVERY)
        assert since(before, [ada]) == [2]
        await later(hall, clock, 4.5 * HOUR - MINUTE)
        assert since(before, [ada]) == [2]


async def held_till_noon(hall, clock):
    """A live game in which the computer's choice for Ada waits for the end of her quiet hours."""
    party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
    for person in party.people[1:]:
        await choose(party, person)
    await quiet(party.host, "10-12")
    await later(hall, clock, 11 * MINUTE)
    assert len(await party.moves()) == 2
    return party


async def test_the_computers_choice_waits_for_the_end_of_the_quiet_hours(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await held_till_noon(hall, clock)
        noon = f"<t:{round(clock.now() + 109 * MINUTE)}:R>"
        assert noon in text_of(party.board)
        await later(hall, clock, HOUR)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await later(again, clock, 49 * MINUTE - EVERY)
            assert len(await again.services.store.moves(party.session_id)) == 2
            await later(again, clock, 2 * EVERY)
            assert len(await again.services.store.moves(party.session_id)) == 3


async def test_after_a_pause_over_the_end_of_the_quiet_hours_it_waits_no_longer(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await held_till_noon(hall, clock)
        for word in ("pause", "resume"):
            for person in party.people[1:]:
                await person.command(word, TABLE)
            await later(hall, clock, 3 * HOUR if word == "pause" else EVERY)
        assert len(await party.moves()) == 3


async def test_nor_does_it_after_the_bot_was_down_over_it(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await held_till_noon(hall, clock)
        await hall.bot.close()
        clock.advance(3 * HOUR)
        async with reopened(hall, database) as again:
            await later(again, clock, EVERY)
            assert len(await again.services.store.moves(party.session_id)) == 3


async def test_who_has_no_quiet_hours_any_more_is_waited_for_no_longer(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await held_till_noon(hall, clock)
        await quiet(party.host, "", "")
        await later(hall, clock, EVERY)
        assert len(await party.moves()) == 3


async def test_from_the_start_it_is_said_when_the_computer_chooses_after_the_quiet_hours(
    tmp_path, clock
):
    noon = f"<t:{round(clock.now() + 2 * HOUR)}:R>"
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        ada = hall.person("Ada")
        await quiet(ada, "10-12")
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        for person in party.people[1:]:
            await choose(party, person)
        await hall.quiet()
        assert noon in text_of(party.board)
        assert noon in text_of(party.hand(ada))
        more = ada.response(await ada.press("More…", party.board))
        assert noon in text_of(more)
        await later(hall, clock, 11 * MINUTE)
        assert noon in text_of(party.board)
        assert noon in text_of(party.hand(ada))


async def test_quiet_hours_that_are_set_in_a_turn_are_reckoned_with_in_what_it_says(
    tmp_path, clock
):
    noon = f"<t:{round(clock.now() + 2 * HOUR)}:R>"
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        await quiet(party.host, "10-12")
        await hall.quiet()
        assert noon in text_of(party.board)
        assert noon in text_of(party.hand(party.host))
        assert noon not in text_of(party.hand(party.people[1]))


async def test_it_waits_for_ten_hours_at_most(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        for person in party.people[1:]:
            await choose(party, person)
        await quiet(party.host, "10-9")
        await later(hall, clock, 11 * MINUTE)
        await later(hall, clock, 10 * HOUR - MINUTE - EVERY)
        assert len(await party.moves()) == 2
        await later(hall, clock, 2 * EVERY)
        assert len(await party.moves()) == 3


async def test_whoever_comes_to_be_awaited_at_night_is_told_in_the_morning(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        await quiet(ada, "12-20")
        await choose(party, ada)
        await later(hall, clock, 3 * HOUR)
        before = count(party.people)
        for person in (farah, goro):
            await choose(party, person)
        await later(hall, clock, 5 * MINUTE)
        assert since(before, party.people) == [0, 1, 0]
        assert asked(party.hand(ada))
        # Old messages are sent anew after an hour: that tells nobody anything at night.
        await later(hall, clock, 2 * HOUR)
        hall.services.delivery.changed(party.session_id)
        await hall.quiet()
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await later(again, clock, 5 * HOUR - 5 * MINUTE - 1)
            assert since(before[:1], [ada]) == [0]
            await later(again, clock, 1)
            assert since(before[:1], [ada]) == [1]
            assert asked(party.hand(ada))
            assert len(ada.messages(None)) == 1
            await later(again, clock, HOUR / 2)
            assert since(before[:1], [ada]) == [1]


async def test_in_the_morning_the_hand_comes_and_the_reminder_a_nudge_later(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada = party.host
        await quiet(ada, "12-22")
        await choose(party, ada)
        await later(hall, clock, 3 * HOUR)
        for person in party.people[1:]:
            await choose(party, person)
        before = count([ada])
        await later(hall, clock, 9 * HOUR - MINUTE)
        assert since(before, [ada]) == [0]
        await later(hall, clock, 2 * MINUTE)
        assert since(before, [ada]) == [1]
        assert asked(ada.latest(None))
        await later(hall, clock, 8 * HOUR - 2 * MINUTE)
        assert since(before, [ada]) == [1]
        await later(hall, clock, 2 * MINUTE)
        assert since(before, [ada]) == [2]
        assert not asked(ada.latest(None))


async def test_who_plays_in_quiet_hours_is_awake(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada = party.host
        await quiet(ada, "9-21")
        before = count([ada])
        await choose(party, ada)
        for person in party.people[1:]:
            await choose(party, person)
        await later(hall, clock, 4 * MINUTE)
        assert since(before, [ada]) == [1]


async def test_a_start_and_an_end_at_night_call_nobody(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        await quiet(party.people[2], "9-18")
        await later(hall, clock, HOUR)
        goro, before = party.people[2], count([party.people[2]])
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert asked(party.hand(goro))
        assert since(before, [goro]) == [0]
        await later(hall, clock, 7 * HOUR)
        assert since(before, [goro]) == [1]
        await later(hall, clock, 16 * HOUR)
        before = count([goro])
        await party.finish()
        assert "over" in text_of(party.hand(goro))
        assert since(before, [goro]) == [0]


async def test_with_closed_direct_messages_nobody_is_called_at_night(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        goro = hall.person("Goro")
        goro.user.closed_dms = True
        party = await hall.lobby("Ada", "Farah", "Goro")
        await quiet(goro, "9-18")
        await later(hall, clock, HOUR)
        before = count([goro])
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert since(before, [goro]) == [0]
        await later(hall, clock, 7 * HOUR - 1)
        assert since(before, [goro]) == [0]
        await later(hall, clock, 1)
        assert since(before, [goro]) == [1]
        assert "waiting for you" in text_of(goro.latest(TABLE))
