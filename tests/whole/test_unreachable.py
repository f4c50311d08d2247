"""Whom no direct message reaches plays in the channel, and is written to as soon as that works."""

from __future__ import annotations

import math
from dataclasses import replace

import aiohttp
import pytest

from bot.delivery.calling.channels import QUARANTINE_PAUSE, Allowance, quarantine
from bot.delivery.kept.calls import AGAIN_AFTER
from bot.local import NO_LIMITS
from bot.local.rules import errors
from bot.local.rules.commands import NoSuchCommand
from bot.running.doctor import examine_database
from bot.running.health import MetricsPage
from bot.running.rehearsal import Report
from bot.testing.driver import alt_texts, labels, text_of
from tests.local.clock import ManualClock
from tests.whole.house import OTHER_TABLE, TABLE, asked, house, pick_anything, reopened
from tests.whole.test_blocked import all_choose, messages_of, shows_selection

OPENING = "POST /users/@me/channels"
NAMES = ("Ada", "Farah", "Goro")
HOUR = 3600.0


@pytest.fixture
def clock():
    return ManualClock()


@pytest.fixture
def database(tmp_path):
    return tmp_path / "guildhall.sqlite3"


async def plays_by_my_hand(party, person):
    """Press "My hand" under the latest call, and choose in what is whispered."""
    called = person.latest(TABLE)
    assert person.mention in text_of(called)
    await chooses_in_the_channel(party, person, called)


async def chooses_in_the_channel(party, person, message):
    await person.press("My hand", message)
    await party.house.quiet()
    whispered = next(
        message
        for message in reversed(person.messages(TABLE))
        if message.seen_by == person.id and asked(message)
    )
    await pick_anything(person, whispered)
    await party.house.quiet()


def hands_of(person):
    return [message for message in person.messages(None) if asked(message)]


@pytest.mark.parametrize(
    "refusal",
    [
        errors.quarantined(),
        errors.ApiError(400, 50033, "Invalid Recipient(s)"),
        errors.unknown_user(),
        errors.ApiError(403, 40002, "You need to verify your account"),
        errors.explicit_content(),
        errors.invalid_form("recipient_id", "INVALID_RECIPIENT", "Invalid Recipient(s)"),
    ],
    ids=lambda refusal: str(refusal.code),
)
async def test_whose_direct_messages_can_not_be_opened(database, clock, refusal):
    async with house(database, clock=clock) as hall:
        hall.discord.faults.refuse(OPENING, refusal, times=math.inf)
        party = await hall.lobby(*NAMES)
        for person in party.people:
            assert "doesn’t let me write to you" in "".join(map(text_of, person.messages(TABLE)))
        await party.host.press("Start", party.board)
        await hall.quiet()
        for person in party.people:
            assert person.messages(None) == []
            await plays_by_my_hand(party, person)
        assert shows_selection(2, party.board)
        hall.discord.faults.clear()
        clock.advance(2 * QUARANTINE_PAUSE)
        await hall.quiet()
        clock.advance(QUARANTINE_PAUSE)
        await hall.quiet()
        for person in party.people:
            assert shows_selection(2, party.hand(person))


@pytest.mark.parametrize(
    "refusal",
    [
        errors.quarantined(),
        errors.explicit_content(),
        errors.uploads_limited(),
        errors.harmful_link(),
        errors.sending_disabled(),
    ],
    ids=lambda refusal: str(refusal.code),
)
async def test_who_is_sent_nothing(database, clock, refusal):
    async with house(database, clock=clock) as hall:
        party = await hall.lobby(*NAMES)
        goro = party.people[-1]
        hall.discord.faults.refuse(f"POST .*{messages_of(goro)}", refusal, times=math.inf)
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert hands_of(goro) == []
        await plays_by_my_hand(party, goro)
        hall.discord.faults.clear()
        clock.advance(AGAIN_AFTER)
        await hall.quiet()
        assert len(hands_of(goro)) == 1
        await all_choose(party)
        assert shows_selection(2, party.hand(goro))


async def test_a_quarantine_is_told_to_whoever_runs_the_bot_and_held_to_after_a_restart(
    database, clock
):
    async with house(database, clock=clock) as hall:
        hall.discord.world.application.quarantined = True
        party = await hall.lobby(NAMES[0])  # what comes of it is known before others join
        for person in map(hall.person, NAMES[1:]):
            await person.press("Join", party.board)
            party.people.append(person)
        await hall.quiet()
        opened = hall.discord.requests.routes[OPENING]
        assert opened == 1
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert hall.discord.requests.routes[OPENING] == opened
        page = MetricsPage(hall.bot, hall.services.metrics)
        page.look_at(hall.services)
        address = await page.start("127.0.0.1", 0)
        async with aiohttp.ClientSession() as session:
            async with session.get(f"{address}/health") as answer:
                assert answer.status == 200
                assert "quarantine" in await answer.text()
            async with session.get(f"{address}/metrics") as answer:
                assert "guildhall_quarantined 1.0" in await answer.text()
        await page.stop()
        await hall.bot.close()
        said: list[str] = []
        report = Report(said.append)
        await examine_database(report, database)
        assert report.failures == 1
        assert "20026" in "".join(said)
        async with reopened(hall, database) as again:
            await again.quiet()
            assert again.discord.requests.routes[OPENING] == opened
            again.discord.world.application.quarantined = False
            for _ in range(2):
                clock.advance(QUARANTINE_PAUSE)
                await again.quiet()
            assert await quarantine(again.services.store) is None
            for person in party.people:
                assert len(hands_of(person)) == 1


async def test_direct_messages_are_never_opened_so_fast_that_discord_takes_it_for_spam(
    database, clock
):
    async with house(database, clock=clock) as hall:
        hall.discord.limiter.limits = replace(NO_LIMITS, openings=25)
        for number in range(Allowance().an_hour + 5):
            person = hall.person(f"Person {number}")
            await person.command("export-me", TABLE)
        await hall.quiet()
        assert hall.discord.requests.routes[OPENING] == 0
        party = await hall.lobby(*NAMES)
        for number in range(Allowance().an_hour + 5):
            person = hall.person(f"Person {number}")
            for button in ("Join", "Leave"):
                await person.press(button, party.board)
        await hall.quiet()
        assert hall.discord.requests.routes[OPENING] == Allowance().an_hour
        assert not hall.discord.world.application.quarantined
        late = hall.person(f"Person {Allowance().an_hour + 4}")
        assert "doesn’t let me write to you" in text_of(late.latest(TABLE))
        clock.advance(HOUR)
        await late.press("Join", party.board)
        await hall.quiet()
        assert len(late.messages(None)) == 1
        assert not hall.discord.world.application.quarantined


@pytest.mark.parametrize("code", [10003, 50001])
async def test_direct_messages_that_got_lost_are_opened_again(database, clock, code):
    async with house(database, clock=clock) as hall:
        party = await hall.game(*NAMES)
        goro = party.people[-1]
        goro.channel(None).lost = code
        clock.advance(20 * 60)
        opened = hall.discord.requests.routes[OPENING]
        await chooses_in_the_channel(party, goro, party.board)
        await all_choose(party, *party.people[:2])
        assert hall.discord.requests.routes[OPENING] == opened + 1
        assert shows_selection(2, party.hand(goro))
        clock.advance(20 * 60)
        await all_choose(party)
        assert shows_selection(3, party.hand(goro))
        assert hall.discord.requests.routes[OPENING] == opened + 1


async def test_a_server_that_takes_no_files_plays_in_words(database, clock):
    async with house(database, clock=clock) as hall:
        hall.discord.world.guild.uploads_limited = True
        party = await hall.game(*NAMES)
        for person in party.people:
            assert alt_texts(party.hand(person))
        assert alt_texts(party.board) == []
        assert "Discord didn’t take it" in text_of(party.board)
        assert "Text" in labels(party.board)
        await all_choose(party)
        assert shows_selection(2, party.board)
        clock.advance(2 * HOUR)
        await all_choose(party)
        assert shows_selection(3, party.board)
        hall.discord.world.guild.uploads_limited = False
        await all_choose(party)
        assert alt_texts(party.board)


async def test_a_result_whose_picture_discord_does_not_take_is_told_in_words(database, clock):
    async with house(database, clock=clock) as hall:
        party = await hall.game(*NAMES)
        clock.advance(HOUR)
        await party.skip_to_last_choice()
        for person in party.people:
            hall.discord.faults.refuse(f"POST .*{messages_of(person)}", errors.uploads_limited())
        (last,) = await party.awaited()
        await all_choose(party)
        for person in party.people:
            if person.id == last.id:
                continue
            told = person.notifications[-1]
            assert told.push.startswith("Guildes in #great-table: the game is over. Place ")
            hand = person.messages(None)[-1]
            assert (hand.id, hand.components_v2, alt_texts(hand)) == (told.message, True, [])
            assert "Discord didn’t take it" in text_of(hand)


async def test_a_press_in_a_group_makes_its_channel_nobodys_direct_messages(database, clock):
    async with house(database, clock=clock) as hall:
        party = await hall.game(*NAMES)
        ada, farah, _ = party.people
        world, hand = hall.discord.world, party.hand(ada)
        group = world.group_channel(ada.id, farah.id)
        hand.channel = group.id
        group.messages[hand.id] = ada.channel(None).messages.pop(hand.id)
        await pick_anything(ada, hand)
        await hall.quiet()
        await ada.press("Text", hand)
        person = await hall.services.people.find(ada.id)
        assert person.dm_channel_id == ada.channel(None).id
        clock.advance(20 * 60)
        await all_choose(party, *party.people[1:])
        assert shows_selection(2, party.hand(ada))
        assert party.hand(ada).channel == ada.channel(None).id


async def test_in_a_group_no_command_is_offered(database):
    async with house(database) as hall:
        ada = hall.person("Ada")
        group = hall.discord.world.group_channel(ada.id)
        for name in ("hand", "learn", "export-me"):
            with pytest.raises(NoSuchCommand):
                ada.start_command(name, group.id)


async def test_a_quarantine_is_told_until_somebodys_direct_messages_open(database, clock):
    async with house(database, clock=clock) as hall:
        party = await hall.lobby(*NAMES)
        hall.discord.faults.refuse(OPENING, errors.quarantined())
        await hall.person("Hanna").press("Join", party.board)
        await hall.quiet()
        assert await quarantine(hall.services.store)
        clock.advance(QUARANTINE_PAUSE)
        hall.discord.faults.refuse(OPENING, errors.opening_too_fast(403))
        await hall.person("Dmitri").press("Join", party.board)
        await hall.quiet()
        assert await quarantine(hall.services.store)


async def test_two_tables_of_one_new_person_open_direct_messages_once(database):
    async with house(database) as hall:
        ada = hall.person("Ada")
        begun = [ada.start_command("play", where, game="guildes") for where in (TABLE, OTHER_TABLE)]
        for one in begun:
            await hall.witness.answered(one)
        await hall.quiet()
        assert hall.discord.requests.routes[OPENING] == 1
