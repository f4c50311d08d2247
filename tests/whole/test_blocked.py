"""One call that hangs, is limited or refused costs its own message and no other."""

from __future__ import annotations

import math

import pytest

from bot.delivery.calling import answers, edits
from bot.delivery.calling.channels import PAUSE
from bot.delivery.wire import coalesced
from bot.local.acts.archiving import archive
from bot.local.rules.errors import old_message_edits, opening_too_fast
from bot.sessions.play.lobby import Lobbies
from bot.store.store import StoreFailed
from bot.testing.driver import alt_texts, seats_of, seen_in, text_of
from tests.local.clock import ManualClock
from tests.whole.house import TABLE, THREAD, asked, house, pick_anything
from tests.whole.test_invitations import invite, known, managing
from tests.whole.test_servers import heard
from tests.whole.test_threads import ended_in, opened_in_thread, threads

HOUR = 3600.0
LATER = 20 * 60.0
"""Seconds after which no press's token lives any more."""


@pytest.fixture
def impatient(monkeypatch):
    """Calls that hang are given up soon and after three tries, those of a busy machine are not."""
    monkeypatch.setattr(edits, "CALL_TIMEOUT", 0.5)
    monkeypatch.setattr(coalesced, "MOST_FAILURES", 3)


def messages_of(person) -> str:
    """The routes of a person's direct messages."""
    return rf"/channels/{person.latest(None).channel}/messages"


async def all_choose(party, *people) -> None:
    for person in people or party.people:
        await pick_anything(person, party.hand(person))
    await party.house.quiet()


def shows_selection(number: int, message) -> bool:
    return f"selection {number} of" in seen_in(message)


async def test_a_hand_that_hangs_keeps_nobody_elses_behind(tmp_path, impatient):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        clock.advance(LATER)
        await hall.quiet()
        hanging = hall.discord.faults.plan(messages_of(goro), "hang", times=math.inf)
        await pick_anything(goro, party.hand(goro))
        await all_choose(party, ada, farah)
        assert shows_selection(2, party.hand(ada))
        assert shows_selection(2, party.hand(farah))
        assert shows_selection(2, party.board)
        hall.discord.faults.clear()
        hanging.release()
        hall.services.delivery.changed(party.session_id)
        await hall.quiet()
        assert shows_selection(2, party.hand(goro))


async def test_a_hand_that_was_edited_too_often_is_sent_anew_at_once(tmp_path, impatient):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, before = party.host, party.hand(party.host)
        clock.advance(LATER)
        edits = rf"PATCH {messages_of(ada)}/{before.id}$"
        hall.discord.faults.refuse(edits, old_message_edits(), times=math.inf)
        await ada.press("My hand", party.board)
        await pick_anything(ada, await ada.sees(asked, TABLE))
        await hall.quiet()
        assert party.hand(ada).id != before.id
        assert "Kept:" in text_of(party.hand(ada))
        assert hall.discord.requests.statuses[429] == 1


async def test_a_board_that_hangs_keeps_no_hand_behind(tmp_path, impatient):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        clock.advance(LATER)
        board = rf"/channels/{party.board.channel}/messages"
        hall.discord.faults.plan(board, "hang", times=math.inf)
        await all_choose(party)
        for person in party.people:
            assert shows_selection(2, party.hand(person))
        assert not shows_selection(2, party.board)
        hall.discord.faults.clear()


async def test_a_thread_whose_opening_hangs_is_given_up_and_put_away_if_it_comes_late(
    tmp_path, impatient
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.lobby("Ada")
        goro = hall.person("Goro")
        hanging = hall.discord.faults.plan(r"POST .*/threads", "hang_after")
        ways = goro.response(await goro.command("play", TABLE, game="guildes"))
        await goro.press("Open it in a thread", ways)
        await goro.sees("try once more", TABLE)
        hanging.release()
        (late,) = threads(hall)
        await hall.witness.until(lambda: late.archived, "the thread is put away")


@pytest.mark.parametrize("archived", [False, True])
async def test_a_thread_that_hangs_is_named_later(tmp_path, impatient, archived):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.lobby("Ada")
        thread = await opened_in_thread(hall, hall.person("Goro"))
        session_id = await ended_in(hall, thread)
        if archived:
            archive(hall.discord.world, thread)
        call = "GET" if archived else "PATCH"
        hanging = hall.discord.faults.plan(rf"{call} /channels/{thread.id}$", "hang")
        hall.services.threads.check(session_id)
        await hall.quiet()
        assert thread.name == "The Majority · Goro"
        hanging.release()
        hall.services.threads.check(session_id)
        await hall.quiet()
        assert thread.name == "The Majority · Goro · over"


async def test_a_lobby_that_finds_no_place_in_its_thread_waits_for_no_archiving(
    tmp_path, impatient, monkeypatch
):
    async def fails(*args, **kwargs):
        raise StoreFailed("no space left on the disk")

    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.lobby("Ada")
        goro = hall.person("Goro")
        offered = goro.response(await goro.command("play", TABLE, game="guildes"))
        monkeypatch.setattr(Lobbies, "open", fails)
        hanging = hall.discord.faults.plan(r"PATCH /channels/\d+$", "hang", times=math.inf)
        await goro.press("Open it in a thread", offered)
        await goro.sees("can’t be reached", TABLE)
        await hall.bot.answered()
        hanging.release()


async def test_a_board_left_behind_that_hangs_keeps_nobody_waiting(tmp_path, impatient):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        screen = party.host.response(await party.host.press("Table", party.board))
        old = rf"PATCH /channels/{party.board.channel}/messages/{party.board.id}"
        hall.discord.faults.plan(old, "hang", times=math.inf)
        await party.host.press("Move to a thread", screen)
        await hall.quiet()
        assert "1. Ada (host)" in seats_of(party.host.latest(threads(hall)[-1].id))
        hall.discord.faults.clear()


async def test_a_server_whose_leaving_hangs_holds_up_no_other_errand(tmp_path, impatient):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        store, guild = hall.services.store, hall.discord.world.guild
        hanging = hall.discord.faults.plan(r"DELETE /users/@me/guilds", "hang", times=math.inf)
        await store.leave_errand("server", guild.id)
        await store.save_fact("notice", "Maintenance at eight")
        await store.leave_errand("notice", 0)
        await hall.services.errands.settled()
        await hall.quiet()
        assert "Maintenance at eight" in text_of(party.board)
        assert [errand.kind for errand in await store.errands()] == ["server"]
        hanging.release()


@pytest.mark.parametrize("command", ["export-me", "abandon", "learn"])
async def test_a_first_answer_that_hangs_is_given_up(tmp_path, impatient, command):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.lobby("Ada", "Goro")
        hanging = hall.discord.faults.plan(r"POST /interactions/.*/callback", "hang")
        typed = {"game": "guildes"} if command == "learn" else {}
        party.host.start_command(command, TABLE, **typed)
        await hall.bot.wait_for("interaction", timeout=10)
        await hall.bot.answered()
        hanging.release()


async def test_a_letter_that_hangs_keeps_no_other_back(tmp_path, impatient):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        farah, goro = await known(hall, "Farah", "Goro")
        party = await hall.lobby("Ada")
        hers = rf"POST /channels/{farah.channel(None).id}/messages"
        hall.discord.faults.plan(hers, "hang", times=math.inf)
        await invite(party, await managing(party), farah, goro)
        assert "**Ada** invites you" in text_of(goro.latest(None))
        hall.discord.faults.clear()


async def test_while_no_direct_messages_may_be_opened_nothing_opens_any(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        hall.discord.faults.refuse("POST /users/@me/channels", opening_too_fast())
        party = await hall.lobby("Ada")
        opened = hall.discord.requests.routes["POST /users/@me/channels"]
        goro = hall.person("Goro")
        for button in ("Join", "Leave"):
            await goro.press(button, party.board)
        await goro.command("export-me", TABLE)
        await hall.quiet()
        assert hall.discord.requests.routes["POST /users/@me/channels"] == opened
        assert goro.messages(None) == []
        clock.advance(PAUSE)
        await goro.command("export-me", TABLE)
        await hall.quiet()
        assert len(goro.messages(None)) == 1


async def test_whose_messages_are_limited_for_an_hour_is_told_where_the_hand_is(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        clock.advance(LATER)
        await hall.quiet()
        await pick_anything(goro, party.hand(goro))
        clock.advance(LATER)
        hall.discord.faults.block(rf"(POST|PATCH) .*{messages_of(goro)}", HOUR)
        limited = hall.discord.requests.statuses[429]
        await all_choose(party, ada, farah)
        assert shows_selection(2, party.hand(ada))
        assert shows_selection(2, party.hand(farah))
        call = goro.latest(TABLE)
        assert goro.mention in text_of(call)
        assert call.id == goro.notifications[-1].message
        await goro.press("My hand", call)
        await hall.quiet()
        whispered = [m for m in goro.messages(TABLE) if m.seen_by == goro.id and asked(m)]
        assert shows_selection(2, whispered[-1])
        # The limit is kept: nothing more is sent there, whatever else happens.
        met = hall.discord.requests.statuses[429]
        assert met - limited == 1
        await all_choose(party, ada, farah)
        assert hall.discord.requests.statuses[429] == met


async def test_a_picture_too_large_for_discord_goes_out_in_words(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        ada = party.host
        hall.discord.faults.plan(rf"PATCH .*{messages_of(ada)}", "error", status=413)
        await ada.press("Start", party.board)
        await hall.quiet()
        hand = party.hand(ada)
        assert asked(hand)
        assert alt_texts(hand) == []
        assert "picture" in text_of(hand)
        assert alt_texts(party.hand(party.people[1]))


async def test_where_discord_refuses_to_keep_a_picture_it_is_uploaded_and_nobody_notices(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada = party.host
        hall.discord.faults.kept_pictures_refused = True
        refused = hall.discord.requests.statuses[400]
        await all_choose(party)
        await all_choose(party)
        for person in party.people:
            assert shows_selection(3, party.hand(person))
            assert alt_texts(party.hand(person))
            assert "Sorry" not in "".join(map(text_of, person.messages(None)))
        assert alt_texts(party.board)
        # Once refused, and told that this was the answer, the way that works is kept.
        assert hall.discord.requests.statuses[400] - refused <= 2 * len(party.people)
        settled = hall.discord.requests.statuses[400]
        await all_choose(party)
        assert hall.discord.requests.statuses[400] == settled
        assert shows_selection(4, party.hand(ada))


async def test_a_picture_that_stays_is_not_uploaded_again(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada = party.host
        uploaded = answers_uploaded(hall)
        await pick_anything(ada, party.hand(ada))
        await pick_anything(ada, party.hand(ada), lambda options: options[1])
        await hall.quiet()
        assert alt_texts(party.hand(ada))
        assert answers_uploaded(hall) == uploaded


def answers_uploaded(hall) -> int:
    """Bytes uploaded in answers to presses."""
    routes = hall.discord.requests.uploaded.items()
    return sum(size for route, size in routes if route.endswith("/callback"))


async def test_games_are_told_in_time_where_discord_is_slow_to_say_what_became_of_a_thread(
    tmp_path, monkeypatch
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro", channel=THREAD)
        ada, thread = party.host, party.host.channel(THREAD)
        await heard(hall, "raw_thread_update", lambda world: archive(world, thread))
        monkeypatch.setattr(answers, "DEFER_AFTER", 0.0)
        hanging = hall.discord.faults.plan(rf"GET /channels/{thread.id}$", "hang")
        typed = await ada.command("games", TABLE)
        hanging.release()
        await hall.bot.answered()
        assert "Guildes" in text_of(ada.response(typed))
