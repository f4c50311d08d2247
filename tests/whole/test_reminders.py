"""Whoever lets a table wait is reminded twice at most, and never of what is done."""

from __future__ import annotations

import pytest

from bot.local.rules import errors
from bot.testing.driver import buttons, text_of
from tests.local.clock import ManualClock
from tests.whole.house import TABLE, house, reopened
from tests.whole.test_deadlines import EVERY, HOUR, choose, later
from tests.whole.test_told import choose_in_channel, count, settings, since


@pytest.fixture
def clock():
    return ManualClock()


async def test_reminders_come_at_the_nudge_and_at_half_of_what_is_left(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await choose(party, party.host)
        before = count(party.people)
        await later(hall, clock, 8 * HOUR - 1)
        assert since(before, party.people) == [0, 0, 0]
        await later(hall, clock, 1 + EVERY)
        assert since(before, party.people) == [0, 1, 1]
        await later(hall, clock, 8 * HOUR - EVERY - 1)
        assert since(before, party.people) == [0, 1, 1]
        await later(hall, clock, 1 + EVERY)
        assert since(before, party.people) == [0, 2, 2]
        await later(hall, clock, 8 * HOUR - 2 * EVERY)
        assert since(before, party.people) == [0, 2, 2]


async def test_a_reminder_that_was_answered_is_taken_away(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        goro = party.people[2]
        await later(hall, clock, 8 * HOUR + EVERY)
        reminder = goro.latest(None)
        assert "Guildes is waiting for you" in text_of(reminder)
        await choose(party, goro)
        await hall.quiet()
        assert reminder.id not in hall.discord.world.messages
        posts = await hall.services.store.posts(party.session_id)
        assert goro.id not in [post.user_id for post in posts if post.kind == "reminder"]


async def test_a_reminder_says_where_what_and_who_waits(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        due = f"<t:{round(clock.now() + 24 * HOUR)}:R>"
        await choose(party, ada)
        await later(hall, clock, 8 * HOUR + EVERY)
        told = goro.latest(None)
        question = (await party.table()).view(2).prompt.ask
        words = hall.services.languages.words("en", ["**Ada**", "**Farah**", "**Goro**"])
        guild = hall.discord.world.guild_of(goro.channel(TABLE))
        for said in ("Guildes is waiting for you", guild.name, "1 other player is waiting", due):
            assert said in text_of(told)
        assert words(question).splitlines()[0] in text_of(told)
        assert "16 hours" in goro.notifications[-1].push
        assert "last one" not in text_of(told)
        links = [b["url"] for b in buttons(told) if b.get("url")]
        assert str(party.hand(goro).id) in links[0]
        assert str(party.board.id) in links[1]
        await choose(party, farah)
        await later(hall, clock, 8 * HOUR + EVERY)
        assert "You are the last one" in text_of(goro.latest(None))
        assert "2 other players are waiting" in text_of(goro.latest(None))


async def test_a_reminder_calls_nobody_the_last_where_one_plays_after_the_other(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro", game="corrompue")
        (leader,) = await party.awaited()
        await later(hall, clock, 8 * HOUR + EVERY)
        assert "last one" not in text_of(leader.latest(None))
        assert text_of(leader.latest(None)).count("waiting for you") == 1


async def test_with_closed_direct_messages_the_channel_is_told_without_what_is_asked(
    tmp_path, clock
):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        goro = hall.person("Goro")
        goro.user.closed_dms = True
        party = await hall.game("Ada", "Farah", "Goro")
        for person in party.people[:2]:
            await choose(party, person)
        before = count([goro])
        await later(hall, clock, 8 * HOUR + EVERY)
        told = goro.latest(TABLE)
        assert since(before, [goro]) == [1]
        assert goro.notifications[-1].message == told.id
        assert "Guildes is waiting for you" in text_of(told)
        question = (await party.table()).view(2).prompt.ask
        assert hall.services.languages.words("en", ["**Ada**", "**Farah**", "**Goro**"])(
            question
        ).splitlines()[0] not in text_of(told)
        await choose_in_channel(party, goro, told)
        await hall.quiet()
        assert len(await party.moves()) == 3


async def test_a_reminder_that_the_channel_refuses_for_a_moment_comes_once_ten_seconds_later(
    tmp_path, clock
):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        goro = hall.person("Goro")
        goro.user.closed_dms = True
        party = await hall.game("Ada", "Farah", "Goro")
        before, place = count([goro]), goro.channel(TABLE).id
        sending = f"POST .*/channels/{place}/messages"
        refused = hall.discord.faults.refuse(sending, errors.missing_permissions())
        await later(hall, clock, 8 * HOUR + EVERY)
        assert (refused.times, since(before, [goro])) == (0, [0])
        await later(hall, clock, 10)
        assert since(before, [goro]) == [1]
        assert "waiting for you" in goro.notifications[-1].push
        await later(hall, clock, HOUR)
        assert since(before, [goro]) == [1]
        assert (await party.table()).record.status == "playing"


async def test_who_never_wants_to_be_told_is_not_reminded(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await settings(party.host, "never")
        before = count([party.host])
        await later(hall, clock, 8 * HOUR + EVERY)
        await later(hall, clock, 8 * HOUR + EVERY)
        assert since(before, [party.host]) == [0]


async def test_nobody_is_reminded_twice_across_restarts(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        before = count(party.people)
        await later(hall, clock, 8 * HOUR + EVERY)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await later(again, clock, HOUR)
            assert since(before, party.people) == [1, 1, 1]
            await later(again, clock, 7 * HOUR + EVERY)
            assert since(before, party.people) == [2, 2, 2]


async def test_killed_between_counting_and_sending_one_reminder_is_lost_and_none_comes_twice(
    tmp_path, clock, monkeypatch
):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        before = count(party.people)
        monkeypatch.setattr(hall.services.deadlines._reminders, "send", lambda _: None)
        await later(hall, clock, 8 * HOUR + EVERY)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await later(again, clock, HOUR)
            assert since(before, party.people) == [0, 0, 0]
            await later(again, clock, 7 * HOUR + EVERY)
            assert since(before, party.people) == [1, 1, 1]
