"""Whatever goes wrong, Discord, the network, pictures or the store: no choice is lost."""

import asyncio
import math
from contextlib import contextmanager

import aiohttp
import pytest
from structlog.testing import capture_logs

from bot.delivery.calling import answers
from bot.delivery.kept.kept import Whose
from bot.local.rest.channels import NONCE_LIFE
from bot.running.start_up import catch_up_all
from bot.store.errors import StoreFailed
from bot.store.shares import EVERYTHING
from bot.store.sqlite import database
from bot.testing.driver import labels, seen_in, text_of
from images import Picture
from tests.local.clock import ManualClock
from tests.whole.house import SKETCHES, TABLE, Sketches, asked, house, pick_anything, picks_on


@contextmanager
def hasty(monkeypatch):
    """discord.py's own pauses between tries take no time."""
    sleep = asyncio.sleep
    with monkeypatch.context() as patched:
        patched.setattr(asyncio, "sleep", lambda seconds, *args: sleep(min(seconds, 0.01), *args))
        yield


def ours_until_an_edit(hall, monkeypatch):
    """Have another process look after every table from the next edit on; how many came since."""
    routes = hall.discord.requests.routes

    def edits():
        return sum(n for route, n in routes.items() if "PATCH" in route)

    before = edits()
    monkeypatch.setattr(type(EVERYTHING), "shared", True)
    monkeypatch.setattr(type(EVERYTHING), "owns", lambda *_: edits() == before)
    return lambda: edits() - before


async def everybody_chose(party, step):
    for person in party.people:
        assert f"selection {step + 1} of" in text_of(party.hand(person))
    assert f"selection {step + 1} of" in seen_in(party.board)
    assert len(await party.moves()) == step * len(party.people)


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_discord_fails_for_a_while(tmp_path, monkeypatch, status):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        with hasty(monkeypatch):
            hall.discord.faults.plan("PATCH .*/messages/", "error", status=status, times=30)
            await party.play_on()
            await everybody_chose(party, 1)


async def test_what_failed_is_not_tried_again_once_another_process_looks_after_it(
    tmp_path, monkeypatch
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        edits = ours_until_an_edit(hall, monkeypatch)
        with hasty(monkeypatch):
            hall.discord.faults.plan("PATCH .*/messages/", "error", status=500, times=30)
            # That one has chosen is told by the board alone.
            await pick_anything(party.host, party.hand(party.host))
            await hall.quiet()
        assert edits() == 1


async def test_the_same_of_a_message_that_says_why_its_game_is_set_apart(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await hall.quiet()
        await hall.services.store.set_apart(party.session_id, "damaged")
        hall.services.sessions.forget(party.session_id)
        edits = ours_until_an_edit(hall, monkeypatch)
        with hasty(monkeypatch):
            hall.discord.faults.plan("PATCH .*/messages/", "error", status=500, times=30)
            hall.services.delivery.boards.ask(Whose(party.session_id))
            await hall.quiet()
        assert edits() == 1


async def test_an_answer_that_fails_at_first_is_given(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        with hasty(monkeypatch):
            hall.discord.faults.plan("POST .*/callback", "error", status=500, times=3)
            await party.play_on()
            await everybody_chose(party, 1)


@pytest.mark.parametrize("status", [502, 503])
async def test_where_most_answers_fail_every_press_is_answered_in_time(
    tmp_path, monkeypatch, status
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        slept, sleep = [], asyncio.sleep

        async def counted(seconds, *args):
            slept.append(seconds)
            return await sleep(0, *args)

        for step in range(1, 6):
            for person in party.people:
                hall.discord.faults.plan("POST .*/callback", "error", status=status, times=3)
                slept.clear()
                with monkeypatch.context() as patched:
                    patched.setattr(answers.asyncio, "sleep", counted)
                    await pick_anything(person, party.hand(person))
                assert sum(slept) < 1.5
            await hall.quiet()
            await everybody_chose(party, step)
        assert not any("Sorry" in text_of(m) for p in party.people for m in p.messages(None))


async def pressed_in_vain(hall, monkeypatch, party, person):
    """Press, and wait until the bot has done with it."""
    done, went = asyncio.Event(), hall.bot.went

    def noted(*about):
        went(*about)
        done.set()

    hand = party.hand(person)
    with monkeypatch.context() as patched:
        patched.setattr(hall.bot, "went", noted)
        pressed = person.start_press(picks_on(hand)[0], hand)
        await done.wait()
    assert pressed.answered is None


async def test_outage_is_one_line_and_no_traceback_for_each_press(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        hall.discord.faults.plan("", "error", status=502, times=math.inf)
        with capture_logs() as logged, hasty(monkeypatch):
            await pressed_in_vain(hall, monkeypatch, party, party.host)
        hall.discord.faults.clear()
        (told,) = [line for line in logged if line["event"] == "press not answered"]
        assert (told["outage"], told["code"], "exc_info" in told) == ("Discord", 502, False)
        alarming = [line for line in logged if line["log_level"] in ("warning", "error")]
        assert {line.get("outage") for line in alarming} == {"Discord"}
        await hall.quiet()
        assert len(await party.moves()) == 1


async def test_ban_as_json_stops_every_call(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        hall.discord.faults.plan("", "blocked")
        before = hall.discord.requests.routes.total()
        for person in party.people:
            await pressed_in_vain(hall, monkeypatch, party, person)
        assert hall.discord.requests.routes.total() - before == 1
        assert hall.bot.caution.paused_for() > 500
        assert len(await party.moves()) == 3


async def test_rate_limits_put_off_what_is_shown_and_lose_nothing(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        with hasty(monkeypatch):
            hall.discord.faults.plan("PATCH ", "limit", seconds=0.02, times=10)
            await party.play_on()
            await everybody_chose(party, 1)
            hall.discord.faults.plan("PATCH ", "limit", seconds=0.02, times=4, everything=True)
            await party.play_on()
            await everybody_chose(party, 2)


@pytest.mark.parametrize("effect", ["drop", "drop_after", "error_after"])
@pytest.mark.parametrize("pattern", ["POST .*/callback", "PATCH "])
async def test_broken_connections_lose_nothing(tmp_path, monkeypatch, effect, pattern):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        with hasty(monkeypatch):
            for step in (1, 2):
                hall.discord.faults.plan(pattern, effect, times=2)
                await party.play_on()
                await everybody_chose(party, step)
        assert not any("Sorry" in text_of(m) for p in party.people for m in p.messages(None))


async def test_an_answer_that_hangs_keeps_no_other_waiting(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        hanging = hall.discord.faults.plan("POST .*/callback", "hang")
        both = [asyncio.create_task(pick_anything(p, party.hand(p))) for p in party.people[:2]]
        done, waiting = await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
        assert [choice.exception() for choice in done] == [None]
        assert len(waiting) == 1
        hanging.release()
        await asyncio.gather(*both)


async def forgotten(hall, party, person):
    """As if nobody had noted that the message was sent."""
    await hall.services.posts.forget(party.session_id, "hand", person.id)


async def test_a_message_whose_sending_broke_off_is_there_once(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        party = await hall.lobby("Ada", "Farah", "Goro")
        for person in party.people:
            assert len(person.messages(None)) == 1
        hall.discord.faults.plan("POST /channels/.*/messages", "drop_after", times=3)
        for person in party.people:
            await forgotten(hall, party, person)
        await ada.press("Start", party.board)
        await hall.quiet()
        for person in party.people:
            assert len([m for m in person.messages(None) if asked(m)]) == 1


async def test_what_a_start_finds_lagging_is_shown_though_the_store_fails_meanwhile(
    tmp_path, monkeypatch
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, services = await hall.game("Ada", "Farah", "Goro"), hall.services
        table = await services.sessions.table(party.session_id)
        prompt = table.prompt(table.seat_of(party.host.id))
        picks = [prompt.options[0].id]
        await services.playing.act(party.session_id, party.host.id, prompt.step, picks)
        services.sessions.forget_all()
        read, pauses = services.store.session, []

        async def session(session_id):
            if not pauses:
                raise StoreFailed("away")
            return await read(session_id)

        async def pause(seconds):
            pauses.append(seconds)

        monkeypatch.setattr(services.store, "session", session)
        await catch_up_all(services, lambda _: True, pause)
        await hall.quiet()
        assert "Kept: " in text_of(party.hand(party.host))


async def test_a_dropped_gateway_is_taken_up_again(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await party.play_on()
        await again(hall, "resumed", hall.discord.gateway.drop())
        await party.play_on()
        await everybody_chose(party, 2)


async def test_a_gateway_that_forgot_us_is_begun_anew_without_start_up_work(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await party.play_on()
        before = hall.discord.requests.kinds["bot"]
        with hasty(monkeypatch):
            await again(hall, "ready", hall.discord.gateway.drop(4000))
        await hall.quiet()
        assert hall.discord.requests.kinds["bot"] == before
        await party.play_on()
        await everybody_chose(party, 2)


async def test_a_connection_that_breaks_amid_its_handshake_is_made_again(tmp_path, monkeypatch):
    connect, broken = aiohttp.ClientSession._ws_connect, []

    async def breaking(session, *args, **kwargs):
        if not broken:
            # As aiohttp does where the connection is lost right after the server's answer.
            broken.append(args)
            assert session is None
        return await connect(session, *args, **kwargs)

    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        monkeypatch.setattr(aiohttp.ClientSession, "_ws_connect", breaking)
        with hasty(monkeypatch):
            await again(hall, "ready", hall.discord.gateway.drop())
        assert broken
        await party.play_on()
        await everybody_chose(party, 1)


async def again(hall, event, dropping):
    """Break the connection, and wait until the bot is back."""
    back = asyncio.ensure_future(hall.bot.wait_for(event, timeout=20))
    await asyncio.sleep(0)
    await dropping
    await back


async def test_presses_made_while_the_connection_was_down_arrive_with_the_resume(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        resumed = asyncio.ensure_future(hall.bot.wait_for("resumed", timeout=20))
        await asyncio.sleep(0)
        await hall.discord.gateway.drop()
        started = [
            person.start_press(picks_on(party.hand(person))[0], party.hand(person))
            for person in party.people
        ]
        await resumed
        await hall.quiet()
        await asyncio.gather(*map(party.host._witness.answered, started))
        await hall.quiet()
        await everybody_chose(party, 1)


class Broken(Sketches):
    """Pictures that can't be drawn."""

    def hand(self, view, words) -> Picture:
        raise ZeroDivisionError

    board = result = hand


async def test_a_broken_picture_costs_the_picture_alone(tmp_path):
    broken = {game: Broken(sketches) for game, sketches in SKETCHES.items()}
    async with house(tmp_path / "guildhall.sqlite3", drawn=broken) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        assert "could not be drawn" in text_of(party.board)
        for person in party.people:
            assert "could not be drawn" in text_of(party.hand(person))
            assert "Text" in labels(party.hand(person))
        await party.play_on()
        await everybody_chose(party, 1)


async def test_a_store_that_fails_takes_no_choice_and_says_so(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, hand = party.host, party.hand(party.host)
        stood = text_of(hand)

        async def full(*args, **kwargs):
            raise StoreFailed("the disk is full")

        with monkeypatch.context() as patched:
            patched.setattr(hall.services.store, "commit", full)
            await ada.press("pick:", hand)
            await ada.sees("nothing was changed", None)
            await hall.quiet()
        assert await party.moves() == []
        assert text_of(hand) == stood
        await party.play_on()
        await everybody_chose(party, 1)


async def test_while_the_store_takes_nothing_for_long_nobody_is_told_twice(tmp_path, monkeypatch):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        for person in (ada, farah):
            await person.press("pick:", party.hand(person))
        await hall.quiet()
        clock.advance(600)
        save, failed = hall.services.store.save_post, []

        async def full(session_id, post, *told):
            if post.kind == "hand" and post.user_id == ada.id and len(failed) < 3:
                failed.append(post)
                clock.advance(NONCE_LIFE + 1)
                raise StoreFailed("the disk is full")
            await save(session_id, post, *told)

        monkeypatch.setattr(hall.services.store, "save_post", full)
        await goro.press("pick:", party.hand(goro))
        await hall.quiet()
        assert len(failed) == 3
        assert [message for message in ada.messages(None) if asked(message)] == [party.hand(ada)]
        await party.play_on()
        await everybody_chose(party, 2)


async def test_a_database_that_is_taken_away_takes_no_choice_and_says_so(tmp_path, monkeypatch):
    monkeypatch.setattr(database, "EVERY", 0.0)
    folder = tmp_path / "data"
    async with house(folder / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, hand = party.host, party.hand(party.host)
        folder.rename(tmp_path / "elsewhere")
        await ada.press("pick:", hand)
        await ada.sees("nothing was changed", None)
        await hall.quiet()
        assert "Kept:" not in text_of(hand)
        (tmp_path / "elsewhere").rename(folder)
        await party.play_on()
        await everybody_chose(party, 1)


async def test_a_commit_that_came_through_after_all_is_not_made_twice(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, hand = party.host, party.hand(party.host)
        commit = hall.services.store.commit

        async def said_to_fail(*args, **kwargs):
            await commit(*args, **kwargs)
            raise StoreFailed("the disk reports an error")

        with monkeypatch.context() as patched:
            patched.setattr(hall.services.store, "commit", said_to_fail)
            await ada.press("pick:", hand)
            await hall.quiet()
        assert "Kept:" in text_of(hand)
        await party.play_on()
        await everybody_chose(party, 1)


async def test_a_slow_answer_is_acknowledged_in_time(tmp_path, monkeypatch):
    monkeypatch.setattr(answers, "DEFER_AFTER", 0.02)
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        commit = hall.services.store.commit

        async def slow(*args, **kwargs):
            await asyncio.sleep(0.1)
            return await commit(*args, **kwargs)

        monkeypatch.setattr(hall.services.store, "commit", slow)
        ada, hand = party.host, party.hand(party.host)
        await ada.press("pick:", hand)
        assert "Kept:" not in text_of(hand)
        await hall.quiet()
        assert "Kept:" in text_of(hand)
        await party.play_on()
        await everybody_chose(party, 1)


async def test_an_answer_too_late_for_discord_keeps_the_choice_and_shows_it(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, hand = party.host, party.hand(party.host)
        started = ada.start_press(picks_on(hand)[0], hand)
        started.failed = True  # the three seconds are over before the answer arrives
        await ada.sees("Kept:", None)
        await hall.quiet()
        assert len(await party.moves()) == 1


async def test_computers_go_on_after_the_store_has_failed(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", computers=2)
        commit, failures = hall.services.store.commit, []

        async def fails(before, after, move, *others):
            if move.seat and len(failures) < 3:
                failures.append(move)
                raise StoreFailed("the disk is full")
            return await commit(before, after, move, *others)

        monkeypatch.setattr(hall.services.store, "commit", fails)
        await party.play_on()
        assert len(failures) == 3
        assert len(await party.moves()) == 3
        assert "selection 2 of" in seen_in(party.board)


async def test_a_press_that_fails_inside_is_apologised_for(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")

        async def broken(*args, **kwargs):
            raise ZeroDivisionError

        monkeypatch.setattr(hall.services.lobbies, "leave", broken)
        await party.host.press("Leave", party.board)
        await party.host.sees("Sorry", TABLE)


@pytest.mark.parametrize("part", ["threads", "results", "reviewing"])
async def test_a_start_waits_for_a_store_that_fails_at_its_end(tmp_path, monkeypatch, part):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        services, pauses = hall.services, []
        whose = services.delivery.results if part == "results" else getattr(services, part)
        catch_up = whose.catch_up

        async def fails_once():
            if not pauses:
                raise StoreFailed("away")
            await catch_up()

        async def pause(seconds):
            pauses.append(seconds)

        monkeypatch.setattr(whose, "catch_up", fails_once)
        await catch_up_all(services, lambda _: True, pause)
        assert len(pauses) == 1
