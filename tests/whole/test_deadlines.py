"""Nobody waits for ever: at the deadline the computer chooses, and time stands still meanwhile."""

from __future__ import annotations

import contextlib
import sqlite3
from math import inf

import pytest
from structlog.testing import capture_logs

from bot.local.world.guilds import close_channel
from bot.sessions.refusals import NoMoreTime, NotSeated, Stale
from bot.sessions.table.table import named
from bot.store.errors import StoreFailed
from bot.testing.driver import buttons, labels, selects, text_of
from engine import games
from engine.text import text
from tests.local.clock import ManualClock
from tests.whole.house import LANGUAGES, asked, house, pick_anything, reopened
from tests.whole.test_presses import press_as_it_was

MINUTE = 60.0
HOUR = 60 * MINUTE
EVERY = 15.0


async def later(hall, clock, seconds) -> None:
    clock.advance(seconds)
    await hall.quiet()


async def choose(party, person) -> None:
    await pick_anything(person, party.hand(person))
    await party.house.quiet()


async def at_speed(hall, speed, *names, **kwargs):
    """A game of these people at that speed, that has just begun."""
    party = await hall.lobby(*names, **kwargs)
    options = party.host.response(await party.host.press("Options", party.board))
    await party.host.choose([speed], options, f"lobby:{party.session_id}:speed")
    await party.host.press("Start", party.board)
    await hall.quiet()
    return party


async def missed_thrice(hall, clock):
    """A live game in which the computer plays for Goro, whose time was up three times in a row."""
    party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
    ada, farah, _ = party.people
    for _ in range(3):
        for person in (ada, farah):
            await choose(party, person)
        await later(hall, clock, 10 * MINUTE + EVERY)
    return party


async def offered(person, party):
    """The labels of all that stands behind “More…” in somebody's hand."""
    return labels(await person.more(party.hand(person)))


@pytest.fixture
def clock():
    return ManualClock()


async def test_a_new_table_is_relaxed_and_says_so(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        chosen = party.host.response(await party.host.press("Text", party.board))
        assert "reminder after 8 hours, computer’s choice after 1 day" in text_of(chosen)


async def test_the_deadline_is_shown_on_the_board_and_in_the_hand(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        due = f"<t:{round(clock.now() + 24 * HOUR)}:R>"
        assert text_of(party.board).count(due) == 1
        for person in party.people:
            assert due in text_of(party.hand(person))


@pytest.mark.parametrize("game", list(games))
async def test_at_the_deadline_the_computer_makes_that_one_choice(tmp_path, clock, game):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro", game=game)
        waited_for = await party.awaited()
        moves = await party.moves()
        prompts = (await party.table()).prompts()
        await later(hall, clock, 10 * MINUTE - 1)
        assert await party.moves() == moves
        await later(hall, clock, 1 + EVERY)
        table = await party.table()
        late = {table.seat_of(person.id) for person in waited_for}
        new = (await party.moves())[len(moves) :]
        assert {seat for seat, _ in new} == late
        assert len(new) == len(late)
        words = LANGUAGES.words("en", [], [])
        for (seat, picks), person in zip(new, waited_for, strict=True):
            name = person.user.name
            assert f"Time was up for **{name}**: the computer has chosen" in text_of(party.board)
            chosen = words(text("hand.chosen_for", picks=named(prompts[seat], picks)))
            assert chosen in text_of(party.hand(person))
            assert chosen not in text_of(party.board)


async def test_who_has_chosen_in_time_is_left_alone(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        for _ in range(4):
            await later(hall, clock, 9 * MINUTE)
            for person in await party.awaited():
                await choose(party, person)
        assert not any(turn.missed for turn in (await party.table()).record.turns)


async def test_a_game_found_broken_at_its_deadline_says_so(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        board, hand = party.board, party.hand(party.host)
        await hall.services.store._connection.run(
            lambda db: db.execute("UPDATE session SET options = '?'")
        )
        hall.services.sessions.forget(party.session_id)
        await later(hall, clock, 10 * MINUTE + EVERY)
        for message in (board, hand):
            assert "I can’t read this game any more" in text_of(message)


async def test_without_a_clock_nobody_is_chosen_for(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "none", "Ada", "Farah", "Goro")
        for _ in range(10):
            await later(hall, clock, 100 * HOUR)
        assert await party.moves() == []
        assert "<t:" not in text_of(party.board)
        for person in party.people:
            await choose(party, person)
        assert {turn.due_at for turn in (await party.table()).record.turns} == {inf}
        assert await hall.services.store.timed() == []
        assert not any("More time" in label for label in await offered(party.host, party))


async def test_after_three_in_a_row_the_computer_plays_until_any_press(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await missed_thrice(hall, clock)
        ada, farah, goro = party.people
        assert "The computer plays for **Goro**" in text_of(party.board)
        assert not asked(party.hand(goro))
        moves = len(await party.moves())
        for person in (ada, farah):
            await choose(party, person)
        # The computer chose at once, without any deadline.
        assert len(await party.moves()) == moves + 3
        assert labels(party.hand(goro)).count("I’m back") == 1
        await goro.press("Rules", party.board)
        await hall.quiet()
        assert "The computer plays" not in text_of(party.board)
        assert asked(party.hand(goro))
        due = f"<t:{round(clock.now() + 10 * MINUTE)}:R>"
        assert due in text_of(party.hand(goro))
        for person in (ada, farah):
            await choose(party, person)
        assert await party.awaited() == [goro]


async def test_im_back_answers_with_the_hand_to_play(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await missed_thrice(hall, clock)
        goro = party.people[2]
        await goro.press("I’m back", party.hand(goro))
        assert asked(party.hand(goro))
        await choose(party, goro)
        assert not any(turn.missed for turn in (await party.table()).record.turns)


async def test_a_whole_game_ends_though_nobody_ever_chooses(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        for _ in range(3):
            await later(hall, clock, 10 * MINUTE + EVERY)
        await hall.quiet()
        assert (await party.table()).record.status == "over"


async def test_time_stands_still_while_the_bot_is_down(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        await later(hall, clock, 4 * MINUTE)
        await hall.bot.close()
        clock.advance(5 * HOUR)
        async with reopened(hall, database) as again:
            await again.quiet()
            due = f"<t:{round(clock.now() + 6 * MINUTE)}:R>"
            assert due in text_of(party.board)
            assert due in text_of(party.hand(party.host))
            await later(again, clock, 6 * MINUTE - 1)
            assert await again.services.store.moves(party.session_id) == []
            await later(again, clock, 1 + EVERY)
            assert len(await again.services.store.moves(party.session_id)) == 3


async def test_a_damaged_time_holds_up_no_start(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        await hall.bot.close()
        with contextlib.closing(sqlite3.connect(database)) as file, file:
            file.execute("UPDATE fact SET value = 'soon' WHERE name = 'table time'")
        with capture_logs() as logs:
            async with reopened(hall, database) as again:
                await again.quiet()
                await pick_anything(party.host, party.hand(party.host))
                await later(again, clock, 10 * MINUTE + EVERY)
                assert len(await again.services.store.moves(party.session_id)) == 3
    told = [line for line in logs if line["log_level"] in ("warning", "error")]
    assert [line["event"] for line in told] == ["the time that was noted is damaged"]
    assert "soon" not in str(told)


async def test_a_time_damaged_while_the_bot_runs_holds_up_no_deadline(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        await hall.services.store.save_fact("table time", "soon")
        await later(hall, clock, 10 * MINUTE + EVERY)
        assert len(await party.moves()) == 3
        assert await hall.services.store.fact("table time") != "soon"


async def test_time_stands_still_while_discord_is_out_of_reach(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        await later(hall, clock, 4 * MINUTE)
        # As if no shard were connected.
        hall.bot._ready.clear()
        await later(hall, clock, 5 * HOUR)
        assert await party.moves() == []
        hall.bot._ready.set()
        await later(hall, clock, 6 * MINUTE - EVERY)
        assert await party.moves() == []
        # The time until the next look at the clock is given away.
        assert f"<t:{round(clock.now() + 2 * EVERY)}:R>" in text_of(party.board)
        await later(hall, clock, 3 * EVERY)
        assert len(await party.moves()) == 3


async def test_a_game_without_its_channel_waits_as_long_as_it_takes(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        await later(hall, clock, 4 * MINUTE)
        close_channel(hall.discord.world, party.host.channel(party.channel))
        await party.host.sees("/table in another channel", None)
        await hall.quiet()
        await later(hall, clock, 5 * HOUR)
        assert await party.moves() == []
        await party.host.command("table", "side-table")
        await hall.quiet()
        await later(hall, clock, 6 * MINUTE - 2 * EVERY)
        assert await party.moves() == []
        await later(hall, clock, 4 * EVERY)
        assert len(await party.moves()) == 3


async def test_spans_of_ones_own_come_by_a_form(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        host, speed = party.host, f"lobby:{party.session_id}:speed"
        options = host.response(await host.press("Options", party.board))
        opened = await host.choose(["own"], options, speed)
        refused = await host.submit(opened, {"nudge": "2 h", "limit": "soon"})
        assert host.response(refused).id == options.id  # no second one with what was set before
        assert "The computer’s choice: write a span" in text_of(options)
        opened = await host.press("Change what I wrote", options)
        await host.submit(opened, {"nudge": "90 min", "limit": "2 d"})
        await hall.quiet()
        said = "reminder after 1 hour and 30 minutes, computer’s choice after 2 days"
        assert said in text_of(party.board)
        chosen = next(s for s in selects(options) if s["custom_id"] == speed)
        shown = [(o["label"], o["description"]) for o in chosen["options"] if o.get("default")]
        assert shown == [("our own: 1 hour and 30 minutes, 2 days", said)]
        await host.press("Start", party.board)
        await hall.quiet()
        assert f"<t:{round(clock.now() + 48 * HOUR)}:R>" in text_of(party.board)


async def test_only_the_host_chooses_the_speed(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.lobby("Ada", "Farah")
        farah = party.people[1]
        read = farah.response(await farah.press("Options", party.board))
        assert "Options of this table" in text_of(read)
        assert selects(read) == []


async def test_another_game_goes_on_at_the_same_speed(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "post", "Ada", "Farah", "Goro")
        await party.finish()
        await party.host.press("Play again", party.board)
        await hall.quiet()
        assert any("by post" in text_of(m) for m in party.host.messages(party.channel)[-2:])


async def test_more_time_is_half_the_span_twice_a_game(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        ada, others = party.host, party.people[1:]
        begun = clock.now()
        for person in others:
            await choose(party, person)
        for minutes, left in ((15, "More time (1 left)"), (20, None)):
            await ada.press("due:", party.hand(ada))
            await hall.quiet()
            due = f"<t:{round(begun + minutes * MINUTE)}:R>"
            assert due in text_of(party.hand(ada))
            assert due in text_of(party.board)
            shown = [label for label in await offered(ada, party) if "More time" in label]
            assert shown == ([] if left is None else [left])
        await later(hall, clock, 20 * MINUTE - EVERY)
        assert len(await party.moves()) == 2
        await later(hall, clock, 2 * EVERY)
        assert len(await party.moves()) == 3
        assert not any("More time" in label for label in await offered(ada, party))


async def test_more_time_for_a_choice_that_is_made_is_refused(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        timing, ada = hall.services.timing, party.host
        step = (await party.table()).turn(0).step
        await choose(party, ada)
        with pytest.raises(Stale):
            await timing.extend(party.session_id, ada.id, step)
        assert (await party.table()).turn(0).extended == 0
        with pytest.raises(NotSeated):
            await timing.extend(party.session_id, 1, step)


async def test_nobody_takes_more_time_a_third_time(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        timing, step = hall.services.timing, (await party.table()).turn(0).step
        for _ in range(2):
            await timing.extend(party.session_id, party.host.id, step)
        due = (await party.table()).turn(0).due_at
        with pytest.raises(NoMoreTime):
            await timing.extend(party.session_id, party.host.id, step)
        assert (await party.table()).turn(0).due_at == due


async def test_a_button_for_more_time_that_is_pressed_twice_gives_it_once(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")
        ada = party.host
        more = await ada.more(party.hand(ada))
        (button,) = [one for one in buttons(more) if "More time" in one.get("label", "")]
        await ada.press(button["custom_id"], more)
        await press_as_it_was(ada, more, button["custom_id"])
        assert (await party.table()).turn(0).extended == 1
        assert "More time (1 left)" in await offered(ada, party)


async def test_killed_between_the_deadline_and_the_choice_it_is_made_once_after_the_restart(
    tmp_path, clock, monkeypatch
):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party = await at_speed(hall, "live", "Ada", "Farah", "Goro")

        async def killed(table, seat) -> None:
            raise StoreFailed("killed")

        monkeypatch.setattr(hall.services.computers, "choose_late", killed)
        clock.advance(10 * MINUTE + EVERY)
        await hall.services.deadlines._polls.settled()
        hall.services.deadlines.close()
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await later(again, clock, EVERY)
            assert len(await again.services.store.moves(party.session_id)) == 3
            await later(again, clock, 9 * MINUTE)
            assert len(await again.services.store.moves(party.session_id)) == 3
