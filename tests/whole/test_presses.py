"""Every press gets an answer: stale, foreign, during start-up, after the end, unknown."""

import asyncio
import logging

from bot.local.acts import actions, interactions
from bot.local.acts.messages import delete
from bot.testing.driver import buttons, text_of
from tests.whole.house import (
    OTHER_TABLE,
    TABLE,
    asked,
    connected,
    house,
    local_discord,
    picks_on,
    reopened,
)


async def press_as_it_was(person, message, custom_id, values=()):
    """Press a button that the person's client still shows, though the message has changed.

    With `values`, choose them in a select.
    """
    data = {"component_type": 2, "custom_id": custom_id, "id": 1}
    if values:
        data |= {"component_type": 3, "values": list(values)}
    world = person.world
    started = interactions.start(
        world, interactions.COMPONENT, person.user, world.channels[message.channel], data, message
    )
    return await person._witness.answered(started)


async def test_a_stale_press_changes_nothing_and_shows_how_the_game_stands(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, hand = party.host, party.hand(party.host)
        old = picks_on(hand)[0]
        await party.play_on()
        stood = text_of(hand).splitlines(), len(await party.moves())
        await press_as_it_was(ada, hand, old)
        await hall.quiet()
        lines = text_of(party.hand(ada)).splitlines()
        late = [line for line in lines if "came too late and didn’t count" in line]
        assert len(late) == 1
        assert ([line for line in lines if line not in late], len(await party.moves())) == stood
        asked_now = next(line for line in lines if line.startswith("### Keep"))
        assert lines[lines.index(late[0]) + 1] == asked_now  # beside the buttons, where they look
        assert not any("too late" in text_of(m) for m in ada.messages(None) if m.id != hand.id)
        await ada.press(picks_on(hand)[0], hand)
        assert "too late" not in text_of(party.hand(ada))


async def test_presses_after_the_end_are_told_so(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada = party.host
        await party.skip_to_last_choice()
        old = next(iter(picks_on(party.hand(ada))), "pick:1:48:artisans")
        await party.play_out()
        hand = party.hand(ada)
        await press_as_it_was(ada, hand, old)
        await ada.sees("This game is over", None)
        assert "The game is over" in text_of(hand)
        await press_as_it_was(ada, party.board, f"lobby:{party.session_id}:join")
        await ada.sees("isn’t open any more", TABLE)


async def test_a_choice_on_a_hand_that_is_taken_away_meanwhile_counts_without_apology(
    tmp_path, caplog
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, hand = party.host, party.hand(party.host)
        started = ada.start_press("pick:", hand)
        delete(hall.discord.world, hand)  # before the bot hears of the press
        await ada._witness.answered(started)
        told = await ada.sees("replaced by a newer one", None)
        assert told.seen_by == ada.id
        await hall.quiet()
        assert len(await party.moves()) == 1
        assert party.hand(ada).id != hand.id
        assert "Kept:" in text_of(party.hand(ada))
        assert not any("Sorry" in text_of(message) for message in ada.messages(None))
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


async def test_a_spectator_is_told_and_sees_no_hand(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        hanna = hall.person("Hanna")
        pressed = await hanna.press("My hand", party.board)
        assert "no seat" in text_of(hanna.response(pressed))
        for what in ("Text", "Rules"):
            pressed = await hanna.press(what, party.board)
            assert hanna.response(pressed).seen_by == hanna.id
        described = await hanna.press("Text", party.board)
        secret = {b["label"] for b in buttons(party.hand(party.host)) if "pick:" in str(b)}
        assert secret
        assert not any(f"{label}," in text_of(hanna.response(described)) for label in secret)


async def test_a_press_of_somebody_elses_choice_plays_for_nobody(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        hanna = hall.person("Hanna")
        option = picks_on(party.hand(party.host))[0]
        await press_as_it_was(hanna, party.board, option)
        await hanna.sees("no seat", TABLE)
        assert await party.moves() == []


async def test_a_choice_of_another_pack_is_refused(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, hand = party.host, party.hand(party.host)
        await press_as_it_was(ada, hand, f"pick:{party.session_id}:0:nonsense")
        await hall.quiet()
        assert "came too late" in text_of(party.hand(ada))
        assert await party.moves() == []
        assert asked(hand)


async def test_presses_on_messages_of_no_session_are_answered(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        for custom_id in (
            "pick:999:0:artisans",
            "show:999:hand",
            "lobby:999:join",
            "page:999:0:1",
            "abandon:999:yes",
            "look:999:topic:0",
            "something else",
            "pick:99999999999999999999999999:0:x",
        ):
            pressed = await press_as_it_was(party.host, party.board, custom_id)
            await hall.quiet()
            assert party.host.response(pressed).seen_by == party.host.id, custom_id


async def test_presses_while_the_bot_starts_are_answered(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        hand = party.hand(party.host)
        await hall.bot.close()
        pressed = []

        def ready(event):
            if type(event).__name__ == "BotConnected" and event.online:
                option = picks_on(hand)[0]
                pressed.append(actions.press(party.host.world, party.host.user, hand, option))

        hall.discord.world.listeners.append(ready)
        async with reopened(hall, database) as again:
            await asyncio.gather(*map(party.host._witness.answered, pressed))
            party.house = again
            assert len(pressed) == len(await party.moves()) == 1


async def test_a_second_ready_repeats_no_start_up_work(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await hall.quiet()
        before = hall.discord.requests.kinds["bot"]
        for _ in range(3):
            await hall.bot.on_ready()
        await hall.quiet()
        assert hall.discord.requests.kinds["bot"] == before
        assert asked(party.hand(party.host))


async def test_a_game_in_one_channel_is_not_played_from_another(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        first = await hall.game("Ada", "Farah", "Goro")
        second = await hall.game("Hanna", "Dmitri", "Chiara", channel=OTHER_TABLE)
        pressed = await first.host.press("My hand", second.board)
        assert "no seat" in text_of(first.host.response(pressed))


async def test_an_empty_database_is_ready_for_presses(tmp_path):
    async with local_discord() as discord, connected(discord, tmp_path / "new.sqlite3") as bot:
        assert bot.caught_up.is_set()


async def test_presses_faster_than_their_answers_keep_the_picture_and_cost_no_other_edit(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        hand = party.hand(party.host)
        first, second, *_ = picks_on(hand)
        await party.host.press(first, hand)
        await hall.quiet()
        requests = hall.discord.requests
        uploaded, patched = requests.uploaded_kb, edits_through_tokens(requests)
        for _ in range(10):
            # Answered as the person sees it: Discord's word to the bot is on its way yet.
            await party.host.press(second, hand)
            await party.host.press(first, hand)
        for custom_id in (second, first, second):
            party.host.start_press(custom_id, hand)
        await hall.quiet()
        assert requests.statuses[400] == 0
        assert requests.uploaded_kb == uploaded
        assert edits_through_tokens(requests) == patched
        assert "Kept" in text_of(hand)


def edits_through_tokens(requests) -> int:
    """Edits that no press waited for; the board is brought up to date by the way."""
    return sum(number for route, number in requests.routes.items() if "PATCH" in route)


async def test_each_press_is_one_line_in_the_log_with_how_it_ended(tmp_path, caplog):
    caplog.set_level(logging.INFO, logger="bot.running.client")
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        caplog.clear()
        pressed = await party.host.press("pick:", party.hand(party.host))
        refused = await party.host.press(
            "Join", (await hall.lobby("Ada", channel=OTHER_TABLE)).board
        )
        await party.host.command("games", TABLE)
        await hall.quiet()
    lines = [record.msg for record in caplog.records if record.name == "bot.running.client"]
    told = [(line["kind"], line["outcome"], line.get("session")) for line in lines]
    assert told == [
        ("pick", "done", party.session_id),
        ("/play", "done", None),
        ("lobby", "refused", 2),
        ("/games", "done", None),
    ]
    assert lines[0]["interaction"] == pressed.id
    assert lines[2]["interaction"] == refused.id
    assert all(0 <= line["seconds"] < 60 for line in lines)
