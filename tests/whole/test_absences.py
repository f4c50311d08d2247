"""Who has left the server is found out when the table waits; an absent host is acted for."""

from __future__ import annotations

import pytest

from bot.local.world.guilds import join, leave
from bot.testing.driver import labels, text_of
from bot.thinking.computers import NAMES
from tests.local.clock import ManualClock
from tests.whole.house import OTHER_TABLE, TABLE, asked, house, reopened
from tests.whole.test_deadlines import EVERY, HOUR, MINUTE, at_speed, choose, later, missed_thrice
from tests.whole.test_quiet_hours import quiet
from tests.whole.test_told import choose_in_channel, count, since

DAY = 24 * HOUR
LOOK_UP = "GET /guilds/{guild_id}/members/{user_id}"
GONE = "has left the server"


@pytest.fixture
def clock():
    return ManualClock()


def looked_up(hall) -> int:
    """How often Discord was asked whether somebody is in the server."""
    return hall.discord.requests.routes[LOOK_UP]


def letters(person, channel=None):
    return [m for m in person.messages(channel) if GONE in text_of(m) and not asked(m)]


async def test_who_has_left_the_server_is_found_out_at_the_nudge_and_the_host_is_told_once(
    tmp_path, clock
):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        for person in (ada, farah):
            await choose(party, person)
        leave(hall.discord.world, goro.user)
        await later(hall, clock, 8 * HOUR - MINUTE)
        assert looked_up(hall) == 0
        before = count(party.people)
        await later(hall, clock, MINUTE + EVERY)
        assert looked_up(hall) == 1
        assert since(before, party.people) == [1, 0, 0]
        (told,) = letters(ada)
        assert f"**Goro** {GONE}" in text_of(told)
        assert "/replace" in text_of(told)
        assert "Let a computer play on" in labels(told)
        assert f"**Goro** {GONE}" in text_of(party.board)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await later(again, clock, 8 * HOUR)
            # Neither a second reminder, nor a second look.
            assert looked_up(hall) == 1
            await later(again, clock, 8 * HOUR + EVERY)
            assert len(await again.services.store.moves(party.session_id)) == 3
            for person in (ada, farah):
                await choose(party, person)
            await again.quiet()
            await later(again, clock, 8 * HOUR + EVERY)
            assert looked_up(hall) == 2
            assert len(letters(ada)) == 1
            assert len(goro.notifications) == before[2]


async def test_who_presses_in_time_is_never_looked_up(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        for _ in range(3):
            await later(hall, clock, 7 * HOUR)
            for person in await party.awaited():
                await choose(party, person)
        assert looked_up(hall) == 0


async def test_whoever_lets_others_wait_is_looked_up_once_a_choice_and_reminded(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        before = count(party.people)
        await later(hall, clock, 8 * HOUR + EVERY)
        await later(hall, clock, 8 * HOUR + EVERY)
        assert looked_up(hall) == 3
        assert since(before, party.people) == [2, 2, 2]
        assert GONE not in text_of(party.board)


async def test_without_a_clock_it_is_found_out_too(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "none", "Ada", "Farah", "Goro")
        leave(hall.discord.world, party.people[2].user)
        before = count(party.people[:2])
        await later(hall, clock, 8 * HOUR + EVERY)
        assert f"**Goro** {GONE}" in text_of(party.board)
        assert len(letters(party.host)) == 1
        assert since(before, party.people[:2]) == [1, 0]
        for _ in range(10):
            await later(hall, clock, 100 * HOUR)
        assert looked_up(hall) == 3
        assert await party.moves() == []


@pytest.mark.parametrize("pressing", [True, False])
async def test_who_comes_back_is_understood(tmp_path, clock, pressing):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        for person in (ada, farah):
            await choose(party, person)
        leave(hall.discord.world, goro.user)
        await later(hall, clock, 2 * MINUTE + EVERY)
        assert GONE in text_of(party.board)
        join(hall.discord.world, goro.user)
        if pressing:
            await goro.press("Rules", party.board)
            await hall.quiet()
            assert GONE not in text_of(party.board)
            return
        await later(hall, clock, 8 * MINUTE)
        for person in (ada, farah):
            await choose(party, person)
        before = count([goro])
        await later(hall, clock, 2 * MINUTE + EVERY)
        assert GONE not in text_of(party.board)
        # He is reminded like everybody, after the hand that came anew.
        assert since(before, [goro]) == [1]
        assert len(letters(ada)) == 1


async def test_with_closed_direct_messages_the_host_is_told_in_the_channel(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        ada = hall.person("Ada")
        ada.user.closed_dms = True
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        farah, goro = party.people[1:]
        await choose(party, farah)
        leave(hall.discord.world, goro.user)
        await later(hall, clock, 2 * MINUTE + EVERY)
        told = await ada.sees(lambda m: f"{ada.mention}: **Goro** {GONE}" in text_of(m), TABLE)
        assert told.id in [notified.message for notified in ada.notifications]
        assert told.id not in [notified.message for notified in farah.notifications]


async def test_who_is_called_in_the_channel_is_looked_up_and_not_called_once_they_left(
    tmp_path, clock
):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        ada = hall.person("Ada")
        ada.user.closed_dms = True
        party = await at_speed(hall, "relaxed", "Ada", "Farah", "Goro")
        await choose_in_channel(party, ada, ada.latest(TABLE))
        await later(hall, clock, MINUTE)
        before = count([ada])
        leave(hall.discord.world, ada.user)
        for person in party.people[1:]:
            await choose(party, person)
        await later(hall, clock, 2 * MINUTE)
        assert "hasn’t been here" in text_of(party.board)
        assert since(before, [ada]) == [0]
        assert looked_up(hall) == 1
        join(hall.discord.world, ada.user)
        await ada.press("Rules", party.board)
        await hall.quiet()
        assert "hasn’t been here" not in text_of(party.board)


async def test_in_the_hosts_quiet_hours_the_letter_comes_in_silence(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        await quiet(ada, "0-23:59", "UTC")
        for person in (ada, farah):
            await choose(party, person)
        before = count([ada])
        leave(hall.discord.world, goro.user)
        await later(hall, clock, 2 * MINUTE + EVERY)
        assert len(letters(ada)) == 1
        assert since(before, [ada]) == [0]


@pytest.mark.parametrize("way", ["letter", "replace"])
async def test_the_host_lets_a_computer_play_on_for_who_has_left(tmp_path, clock, way):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        await choose(party, farah)
        leave(hall.discord.world, goro.user)
        await later(hall, clock, 2 * MINUTE + EVERY)
        if way == "letter":
            (screen,) = letters(ada)
        else:
            screen = ada.response(await ada.command("replace", TABLE))
            await ada.choose(["Goro"], screen)
        await ada.press("Let a computer play on", screen)
        await hall.quiet()
        assert f"**{NAMES[0]}** (computer) takes over from **Goro**" in text_of(screen)
        assert "**Goro** has left the game" in text_of(party.board)
        assert GONE not in text_of(party.board)
        assert (await party.table()).record.seats[2].user_id is None
        # Whoever comes back may have the seat again.
        join(hall.discord.world, goro.user)
        await goro.press("Take a seat", party.board)
        offered = goro.latest(TABLE)
        await goro.press(f"holding:{party.session_id}:take:2", offered)
        await hall.quiet()
        assert (await party.table()).record.seats[2].user_id == goro.id


async def test_in_the_channel_it_is_said_in_the_tables_language_that_a_computer_plays_on(
    tmp_path, clock
):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        hall.person("Ada").user.closed_dms = True
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        ada, _, goro = party.people
        leave(hall.discord.world, goro.user)
        await later(hall, clock, 2 * MINUTE + EVERY)
        (letter,) = [m for m in letters(ada, TABLE) if "Let a computer play on" in labels(m)]
        ada.user.locale = "fr"
        await ada.press("Let a computer play on", letter)
        assert f"**{NAMES[0]}** (computer) takes over from **Goro**" in text_of(letter)


async def test_a_computer_stands_in_only_for_who_has_left_and_at_the_hosts_wish(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        screen = ada.response(await ada.command("replace", TABLE))
        await ada.choose(["Goro"], screen)
        assert "Let a computer play on" not in labels(screen)
        await choose(party, farah)
        leave(hall.discord.world, goro.user)
        await later(hall, clock, 2 * MINUTE + EVERY)
        (letter,) = letters(ada)
        join(hall.discord.world, goro.user)
        await goro.press("Rules", party.board)
        await ada.press("Let a computer play on", letter)
        assert (await party.table()).record.seats[2].user_id == goro.id
        refused = ada.latest(None)
        assert "is in the server" in text_of(refused)


async def test_a_look_up_that_fails_is_made_again(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        leave(hall.discord.world, party.people[2].user)
        for person in party.people[:2]:
            await choose(party, person)
        hall.discord.faults.plan("GET /guilds/.*/members", "drop", times=2)
        await later(hall, clock, 2 * MINUTE + EVERY)
        assert len(letters(party.host)) == 1


async def absent(hall, clock, seconds=DAY + 5 * MINUTE):
    """Let so much time pass, without a press of anybody."""
    await later(hall, clock, seconds + EVERY)


async def test_while_the_host_is_absent_for_a_day_any_player_may_do_what_he_may(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await at_speed(hall, "post", "Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        refused = goro.response(await goro.command("replace", TABLE))
        assert "Only the host" in text_of(refused)
        await absent(hall, clock, DAY - MINUTE)
        assert "hasn’t been here" not in text_of(party.board)
        await absent(hall, clock, 6 * MINUTE)
        assert f"The host, {ada.mention}, hasn’t been here for a day" in text_of(party.board)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await again.quiet()
            screen = goro.response(await goro.command("replace", TABLE))
            assert "Which seat" in text_of(screen)
            paused = farah.response(await farah.command("pause", TABLE))
            assert "The game is paused" in text_of(paused)
            await farah.command("resume", TABLE)
            stranger = hall.person("Hanna")
            refused = stranger.response(await stranger.command("replace", TABLE))
            assert "Only the host" in text_of(refused)
            # His return ends it.
            await ada.command("games", TABLE)
            await again.quiet()
            assert "hasn’t been here" not in text_of(party.board)
            refused = goro.response(await goro.command("replace", TABLE))
            assert "Only the host" in text_of(refused)


async def test_a_player_ends_the_game_of_an_absent_host(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "post", "Ada", "Farah", "Goro")
        goro = party.people[2]
        await absent(hall, clock)
        screen = goro.response(await goro.command("abandon", TABLE))
        await goro.press(f"abandon:{party.session_id}:yes", screen)
        await hall.quiet()
        assert (await party.table()).record.status == "abandoned"


async def test_the_lobby_of_an_absent_host_is_begun_by_whoever_sits_there(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        farah = party.people[1]
        await absent(hall, clock)
        assert "hasn’t been here for a day" in text_of(party.board)
        await farah.press("Start", party.board)
        await hall.quiet()
        assert (await party.table()).record.status == "playing"


async def test_the_hosts_day_stands_still_while_the_bot_is_down_and_while_the_game_is_paused(
    tmp_path, clock
):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await at_speed(hall, "post", "Ada", "Farah", "Goro")
        await later(hall, clock, 20 * HOUR)
        await hall.bot.close()
        clock.advance(50 * HOUR)
        async with reopened(hall, database) as again:
            await later(again, clock, 3 * HOUR)
            assert "hasn’t been here" not in text_of(party.board)
            for person in party.people[1:]:
                await person.command("pause", TABLE)
            await later(again, clock, 40 * HOUR)
            for person in party.people[1:]:
                await person.command("resume", TABLE)
            await again.quiet()
            assert "hasn’t been here" not in text_of(party.board)
            await later(again, clock, HOUR + 5 * MINUTE + 2 * EVERY)
            assert "hasn’t been here" in text_of(party.board)


async def test_whoever_becomes_host_has_a_day_of_his_own(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "post", "Ada", "Farah", "Goro")
        ada, farah, _ = party.people
        await later(hall, clock, 23 * HOUR)
        screen = ada.response(await ada.press("Leave the game", party.hand(ada)))
        await ada.press(f"holding:{party.session_id}:gone", screen)
        await hall.quiet()
        await later(hall, clock, 23 * HOUR)
        assert "hasn’t been here" not in text_of(party.board)
        await absent(hall, clock, HOUR + 5 * MINUTE)
        assert f"The host, {farah.mention}, hasn’t been here" in text_of(party.board)


async def test_a_host_who_has_left_the_server_is_acted_for_at_once(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        leave(hall.discord.world, ada.user)
        for person in (farah, goro):
            await choose(party, person)
        await later(hall, clock, 2 * MINUTE + EVERY)
        assert "hasn’t been here" in text_of(party.board)
        screen = farah.response(await farah.command("replace", TABLE))
        await farah.choose(["Ada"], screen)
        await farah.press("Let a computer play on", screen)
        await hall.quiet()
        table = await party.table()
        assert table.record.seats[0].user_id is None
        assert (table.record.host_id, table.record.host_away) == (farah.id, False)


@pytest.mark.parametrize("command", ["games", "settings", "table", "hand"])
async def test_a_command_at_the_table_is_as_good_as_a_press(tmp_path, clock, command):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await missed_thrice(hall, clock)
        goro = party.people[2]
        assert "The computer plays for **Goro**" in text_of(party.board)
        await goro.command("games", OTHER_TABLE)
        await hall.quiet()
        assert "The computer plays for **Goro**" in text_of(party.board)
        await goro.command(command, TABLE)
        await hall.quiet()
        assert "The computer plays" not in text_of(party.board)
        assert asked(party.hand(goro))


async def test_the_hand_asked_for_in_direct_messages_gives_the_seat_back(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await missed_thrice(hall, clock)
        goro = party.people[2]
        shown = goro.response(await goro.command("hand", None))
        await hall.quiet()
        assert asked(shown)
        assert "The computer plays" not in text_of(party.board)
