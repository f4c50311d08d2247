"""Games that are over, seen again step by step, as a film, or in a file."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from dataclasses import replace
from functools import partial

import pytest
from PIL import Image

from bot.local.acts.archiving import archive
from bot.local.world.events import ChannelUpdated
from bot.local.world.guilds import close_channel
from bot.local.world.permissions import Overwrite, Permission
from bot.local.world.records import PRIVATE_THREAD
from bot.testing.driver import alt_texts, buttons, labels, selects, text_of
from engine import games
from engine.__main__ import main
from tests.local.clock import ManualClock
from tests.whole.house import OTHER_TABLE, TABLE, THREAD, house, reopened

PEOPLE = ("Ada", "Goro", "Chiara")


async def ended(hall, *people, game="guildes", channel=TABLE):
    """A game that has been played to its end."""
    party = await hall.game(*(people or PEOPLE), game=game, channel=channel)
    await party.finish()
    return party


async def opened(person, party):
    """The replay, from the button under the result."""
    await person.press("Replay", party.board)
    await party.house.quiet()
    shown = person.latest(party.channel)
    assert step(shown)[0] == 1
    return shown


def step(message) -> tuple[int, int]:
    """At which step it stands, and of how many."""
    line = next(line for line in text_of(message).splitlines() if line.startswith("Step "))
    _, at, _, of = line.split()
    return int(at), int(of)


def pressable(message) -> list[str]:
    """The labels of the buttons that lead to other steps."""
    return [label for label in labels(message) if label in ("First", "Back", "Next", "Last")]


async def test_a_game_is_leafed_through_step_by_step(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)
        assert shown.seen_by == hanna.id
        assert pressable(shown) == ["Next", "Last"]
        assert alt_texts(shown) == ["A board: Ballot 1 of 3, selection 1 of 9"]
        _, last = step(shown)
        for way, at in (("Next", 2), ("Next", 3), ("Back", 2), ("Last", last), ("Back", last - 1)):
            await hanna.press(way, shown)
            assert step(shown) == (at, last)
        await hanna.press("Last", shown)
        assert pressable(shown) == ["First", "Back"]
        assert alt_texts(shown) == ["A result"]
        for line in text_of(party.board).splitlines():
            assert line in text_of(shown) or line in ("## Guildes", "The game is over.")
        await hanna.press("First", shown)
        assert step(shown) == (1, last)


async def test_a_step_says_that_it_tells_of_what_led_to_the_table_that_it_shows(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall, game="corrompue")
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)
        before = "-# What happened just before:"
        assert before not in text_of(shown)
        await hanna.press("Next", shown)
        lines = text_of(shown).splitlines()
        assert "leads" in lines[lines.index(before) + 1]
        await hanna.press("Last", shown)
        assert before not in text_of(shown)


async def test_every_part_of_every_round_is_in_the_menu(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)
        (menu,) = selects(shown)
        begins = [
            f"Ballot {number} of 3, {part}"
            for number in (1, 2, 3)
            for part in ("selection 1 of 9", "laying 1 of 8")
        ]
        options = menu["options"]
        assert [option["label"] for option in options][:6] == begins
        counted = [option for option in options if "Ballot 1: " in option.get("description", "")]
        assert [option["label"] for option in counted] == begins[2:3]
        await hanna.choose(begins[4:5], shown)
        assert "A board: Ballot 3 of 3" in alt_texts(shown)[0]
        chosen = [o["label"] for o in selects(shown)[0]["options"] if o["default"]]
        assert chosen == begins[4:5]
        for _ in range(2):
            await hanna.press("Next", shown)
        (menu,) = selects(shown)
        assert not any(option["default"] for option in menu["options"])  # none begins here
        assert menu["placeholder"] == "Ballot 3 of 3, laying 2 of 8"


async def test_a_part_that_a_secret_choice_begins_is_a_step_with_a_number_of_its_own(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall, game="corrompue")
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)
        offered = [option["label"] for option in selects(shown)[0]["options"]]
        at_trick = next(label for label in offered if "Event 2" in label and "Trick 1" in label)
        await hanna.choose([at_trick], shown)
        at, last = step(shown)
        await hanna.press("Next", shown)
        assert step(shown) == (at + 1, last)
        await hanna.press("Back", shown)
        assert step(shown) == (at, last)


async def test_secret_choices_are_no_steps_of_the_board(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)
        assert selects(shown)[0]["placeholder"] == "Ballot 1 of 3, selection 1 of 9"
        _, last = step(shown)
        await hanna.press("Next", shown)
        assert step(shown) == (2, last)
        assert selects(shown)[0]["placeholder"] == "Ballot 1 of 3, laying 1 of 8"
        for _ in range(3, last):
            await hanna.press("Next", shown)
            assert "in secret" not in text_of(shown)


async def test_it_works_on_after_a_restart(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await ended(hall)
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)
        await hanna.press("Next", shown)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await hanna.press("Next", shown)
            assert step(shown)[0] == 3
            party.house = again
            assert step(await opened(hanna, party))[0] == 1


async def test_a_step_is_read_in_words_page_by_page(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall, *PEOPLE, game="london")
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)
        (menu,) = selects(shown)
        await hanna.choose([menu["options"][-1]["value"]], shown, menu["custom_id"])
        read = hanna.response(await hanna.press("Text", shown))
        first = text_of(read)
        assert labels(read) == ["More (1/2)"]
        await hanna.press("More (1/2)", read)
        assert text_of(read) != first
        await hanna.press("Back", read)
        assert text_of(read) == first


async def test_replay_offers_ones_own_games_and_those_of_the_server(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        first = await ended(hall)
        second = await ended(hall, "Dmitri", "Farah", "Goro", game="majority", channel=OTHER_TABLE)
        hanna = hall.person("Hanna")

        async def offered(person, typed, channel):
            found = await person.complete("replay", "game", typed, channel)
            return [int(choice["value"]) for choice in found]

        both = [second.session_id, first.session_id]
        assert await offered(hanna, "", TABLE) == both
        assert await offered(hanna, "majority far", TABLE) == [second.session_id]
        assert await offered(hanna, "nobody", TABLE) == []
        assert await offered(hanna, "", None) == []
        assert await offered(first.host, "", None) == [first.session_id]
        (choice,) = await hanna.complete("replay", "game", "chiara", TABLE)
        assert choice["name"].startswith("Guildes · ")
        assert "Ada, Goro, Chiara" in choice["name"]

        shown = hanna.response(await hanna.command("replay", TABLE, game=choice["value"]))
        assert step(shown)[0] == 1
        shown = hanna.response(await hanna.command("replay", TABLE, game="chiara"))
        assert step(shown)[0] == 1  # typed, and only one fits
        refused = hanna.response(await hanna.command("replay", TABLE, game="e"))
        assert "2 games fit" in text_of(refused)
        for wrong in ("99", str(first.session_id) + "0"):
            refused = hanna.response(await hanna.command("replay", TABLE, game=wrong))
            assert "don’t know that game" in text_of(refused)
        refused = hanna.response(await hanna.command("replay", None, game=choice["value"]))
        assert "don’t know that game" in text_of(refused)


async def offered_to(hall, person, channel=TABLE):
    """The games that /replay offers, once all that it looks for is known."""
    await person.complete("replay", "game", "", channel)
    await hall.services.archived_threads.settled()
    found = await person.complete("replay", "game", "", channel)
    return [int(choice["value"]) for choice in found]


async def archived(hall, thread):
    """The thread is archived, and the bot has heard of it."""
    heard = asyncio.ensure_future(hall.bot.wait_for("raw_thread_update", timeout=10))
    await asyncio.sleep(0)
    archive(hall.discord.world, thread)
    await heard


async def test_a_game_in_an_archived_thread_is_offered_to_who_can_read_the_thread(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await ended(hall, channel=THREAD)
        hanna, place = hall.person("Hanna"), hall.person("Hanna").channel(TABLE)
        await archived(hall, hanna.channel(THREAD))
        calls = hall.discord.requests.routes
        for _ in range(2):
            assert await offered_to(hall, hanna) == [party.session_id]
        assert calls["GET /channels/{channel_id}"] == 1
        shown = await hanna.command("replay", TABLE, game=str(party.session_id))
        assert step(hanna.response(shown))[0] == 1
        assert await offered_to(hall, hanna, None) == []
        await hall.bot.close()
        async with reopened(hall, database) as again:
            assert await offered_to(again, hanna) == [party.session_id]
            for hidden in (Permission.VIEW_CHANNEL, Permission.READ_MESSAGE_HISTORY):
                place.overwrites = [Overwrite(hanna.id, 1, deny=hidden)]
                again.discord.world.emit(ChannelUpdated(place))
                await again.quiet()
                assert await offered_to(again, hanna, OTHER_TABLE) == []


async def test_a_game_in_an_archived_private_thread_is_for_those_who_manage_threads(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall, channel=THREAD)
        hanna, farah = hall.person("Hanna"), hall.person("Farah")  # who is a moderator
        thread = hanna.channel(THREAD)
        thread.type = PRIVATE_THREAD
        thread.members.add(hall.discord.world.bot.id)
        await archived(hall, thread)
        assert await offered_to(hall, hanna) == []
        assert await offered_to(hall, farah) == [party.session_id]


async def test_a_game_whose_thread_was_deleted_is_looked_for_once(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await ended(hall, channel=THREAD)
        hanna = hall.person("Hanna")
        close_channel(hall.discord.world, hanna.channel(THREAD))
        await hall.quiet()
        calls = hall.discord.requests.routes
        before = calls["GET /channels/{channel_id}"]
        for _ in range(2):
            assert await offered_to(hall, hanna) == []
        assert calls["GET /channels/{channel_id}"] <= before + 1


async def test_a_game_that_runs_has_no_replay(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game(*PEOPLE)
        hanna = hall.person("Hanna")
        assert "Replay" not in labels(party.board)
        assert await hanna.complete("replay", "game", "", TABLE) == []
        over = await ended(hall, "Dmitri", "Farah", "Goro", channel=OTHER_TABLE)
        shown = await opened(hanna, over)
        forged = next(b for b in buttons(shown) if b.get("label") == "Next")
        forged["custom_id"] = f"replay:{party.session_id}:on:1:-"
        refused = hanna.response(await hanna.press("Next", shown))
        assert "played to its end" in text_of(refused)


CHANGES = {
    "rules that I don’t know": (
        "UPDATE move SET digest = '1:0' WHERE digest IS NOT NULL",
        "UPDATE snapshot SET rules_version = 1",
        "UPDATE session SET begun_rules = 1",
    ),
    "components that I don’t have": ("UPDATE session SET components = 'another box'",),
    "isn’t kept any more": ("DELETE FROM move",),
    "a different game comes out": ("UPDATE move SET digest = '9:0' WHERE digest IS NOT NULL",),
    "I can’t play this kind of game": ("UPDATE session SET game = 'tarot'",),
}


async def change(hall, *statements):
    """Change what is stored behind the bot's back."""

    def changed(db):
        for statement in statements:
            db.execute(statement)

    await hall.services.store._write(changed)


@pytest.mark.parametrize("why", CHANGES)
async def test_a_game_that_cannot_be_played_again_says_so_kindly(tmp_path, why):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        hanna = hall.person("Hanna")
        await change(hall, *CHANGES[why])
        await hanna.press("Replay", party.board)
        said = text_of(await hanna.sees("can’t show this game again", TABLE))
        assert why in said
        if why != "I can’t play this kind of game":
            assert "Guildes" in (await hanna.complete("replay", "game", "", TABLE))[0]["name"]


async def ask_to_open(party):
    await party.host.press("Open hands", party.board)
    await party.house.quiet()


async def choose_view(person, shown, label):
    menu = next(s for s in selects(shown) if ":hand:" in s["custom_id"])
    await person.choose([label], shown, menu["custom_id"])


async def test_hands_are_open_once_all_agree(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await ended(hall)
        ada, goro, chiara = party.people
        hanna = hall.person("Hanna")
        await goro.press("Open hands", party.board)
        assert "Only the host" in text_of(goro.latest(TABLE))
        await ask_to_open(party)
        assert "Still to answer: **Goro** and **Chiara**" in text_of(party.board)
        await hanna.press("Open mine too", party.board)
        assert "no seat" in text_of(hanna.latest(TABLE))
        assert "Open mine too" not in labels(party.hand(ada))  # who asked has agreed
        await goro.press("Open mine too", party.board)
        await hall.quiet()
        assert "Open mine too" not in labels(party.hand(goro))
        assert len(selects(await opened(hanna, party))) == 1
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            await chiara.press("Open mine too", party.hand(chiara))
            await again.quiet()
            assert "All hands are open" in text_of(party.board)
            assert "All hands are open" in text_of(party.hand(ada))
            shown = await opened(hanna, party)
            await choose_view(hanna, shown, "The hand of Goro")
            assert "The hand of **Goro**" in text_of(shown)
            assert alt_texts(shown)[0].startswith("A hand: ")
            await hanna.press("Next", shown)
            assert "The hand of **Goro**" in text_of(shown)
            await choose_view(hanna, shown, "The board, as everybody saw it")
            assert alt_texts(shown)[0].startswith("A board: ")


async def test_one_who_would_rather_not_keeps_all_hands_closed(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        _, goro, chiara = party.people
        await ask_to_open(party)
        await goro.press("Rather not", party.board)
        await hall.quiet()
        assert "The hands stay closed" in text_of(party.board)
        assert "Open hands" not in labels(party.board)
        assert not {"Open mine too", "Rather not"} & {*labels(party.board)}
        assert not {"Open mine too", "Rather not"} & {*labels(party.hand(chiara))}
        shown = await opened(chiara, party)
        assert len(selects(shown)) == 1


async def test_computers_and_those_who_left_have_no_say(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", computers=1)
        goro = party.people[1]
        asking = goro.response(await goro.press("Leave the game", party.hand(goro)))
        await goro.press("holding:", asking)
        await hall.quiet()
        await party.finish()
        await ask_to_open(party)
        assert "All hands are open" in text_of(party.board)


async def test_a_hand_that_is_not_open_cannot_be_asked_for(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)
        forged = next(b for b in buttons(shown) if b.get("label") == "Next")
        forged["custom_id"] = f"replay:{party.session_id}:on:1:0"
        await hanna.press("Next", shown)
        assert step(shown)[0] == 1
        assert "hand" not in text_of(shown).casefold()


async def test_who_asks_for_a_file_where_discord_takes_none_is_told_so(tmp_path, caplog):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada = party.host
        shown = await opened(ada, party)
        hall.discord.world.guild.uploads_limited = True
        ada.user.closed_dms = True
        for asked_for in (ada.press("Save", shown), ada.command("export-me", party.channel)):
            answer = ada.response(await asked_for)
            await hall.quiet()
            assert text_of(answer).startswith("Discord takes no file here")
        assert not [one for one in caplog.records if one.levelno > logging.WARNING]


async def test_a_saved_game_is_read_and_proved_elsewhere(tmp_path, capsys):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada, hanna = party.host, hall.person("Hanna")
        shown = await opened(hanna, party)
        refused = hanna.response(await hanna.press("Save", shown))
        assert "Those who had a seat" in text_of(refused)
        shown = await opened(ada, party)
        saved = ada.response(await ada.press("Save", shown))
        (attachment,) = saved.attachments
        assert attachment.filename == f"guildes-{party.session_id}.json"
        file = tmp_path / attachment.filename
        file.write_bytes(attachment.data)
        main(["replay", str(file)])
        printed = capsys.readouterr().out
        assert "Proved" in printed
        assert "Guildes: Ada, Goro, Chiara" in printed
        said = json.loads(attachment.data)
        for person in party.people:
            assert str(person.id) not in attachment.data.decode()
        await ask_to_open(party)
        for person in party.people[1:]:
            await person.press("Open mine too", party.board)
        shown = await opened(hanna, party)
        again = hanna.response(await hanna.press("Save", shown))
        assert json.loads(again.attachments[0].data) == said


async def film_of(person, party, shown):
    """The animated picture that somebody has drawn from a replay."""
    await person.press("Animated picture", shown)
    await party.house.quiet()
    return await person.sees(is_film, party.channel)


def is_film(message) -> bool:
    return [held.filename for held in message.attachments] == ["game.webp"]


async def test_a_game_is_drawn_as_one_animated_picture(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)
        film = await film_of(hanna, party, shown)
        assert film.seen_by == hanna.id
        assert alt_texts(film) == ["Guildes, from the beginning to the end, step by step. A result"]
        with Image.open(io.BytesIO(film.attachments[0].data)) as picture:
            # The beginning, three ballots (kept, seven laps, the last with its count), the result.
            assert (picture.format, picture.n_frames) == ("WEBP", 1 + 3 * 9 + 1)
        assert labels(film) == ["Text"]


async def test_a_game_of_one_step_is_a_film_of_three_frames(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        hanna, replaying = hall.person("Hanna"), hall.services.films._replaying
        frames = replaying.frames
        monkeypatch.setattr(replaying, "frames", lambda at: [frames(at)[0], *frames(at)[-2:]])
        film = await film_of(hanna, party, await opened(hanna, party))
        with Image.open(io.BytesIO(film.attachments[0].data)) as picture:
            assert picture.n_frames == 3


async def test_pages_of_a_film_are_compressed_by_a_process_that_remembers_no_sprites(
    tmp_path, monkeypatch
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall, game="corrompue")
        hanna, drawing = hall.person("Hanna"), hall.services.drawing
        done = []

        async def noted(does, *order):
            done.append(order[0].kind if order else "forget")
            return await does(*order)

        for name in ("draw", "forget"):
            monkeypatch.setattr(drawing, name, partial(noted, getattr(drawing, name)))
        assert is_film(await film_of(hanna, party, await opened(hanna, party)))
        of_film = ("still", "forget", "frame")
        assert tuple(dict.fromkeys(one for one in done if one in of_film)) == of_film
        assert done.count("forget") == 1


async def test_what_a_film_says_is_read_in_words(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall, game="corrompue")
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)
        film = await film_of(hanna, party, shown)
        read = hanna.response(await hanna.press("Text", film))
        assert " takes the trick with " in text_of(read)
        people = hall.services.people
        ada = await people.find(party.host.id)
        await people.save(replace(ada, in_words=True))
        shown = await opened(party.host, party)
        said = party.host.response(await party.host.press("Animated picture", shown))
        assert text_of(said) == text_of(read)
        assert not said.attachments


async def test_the_last_table_comes_before_the_result(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)
        await hanna.press("Last", shown)
        await hanna.press("Back", shown)
        assert alt_texts(shown) == ["A board: All three ballots are counted"]
        assert "wins the election" in text_of(shown)
        await hanna.press("Next", shown)
        assert alt_texts(shown) == ["A result"]


async def test_a_server_has_one_film_drawn_at_a_time(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        hanna, ada = hall.person("Hanna"), party.host
        shown = [await opened(person, party) for person in (hanna, ada)]
        drawing, go_on = hall.services.drawing, asyncio.Event()
        draw = drawing.draw

        async def held_up(order, *how):
            if order.kind == "frame":
                await go_on.wait()
            return await draw(order, *how)

        monkeypatch.setattr(drawing, "draw", held_up)
        first = hanna.response(await hanna.press("Animated picture", shown[0]))
        assert "% done" in text_of(first)
        second = ada.response(await ada.press("Animated picture", shown[1]))
        assert "being drawn already" in text_of(second)
        go_on.set()
        await hall.quiet()
        assert is_film(first)
        assert is_film(await film_of(ada, party, shown[1]))


async def test_a_film_that_a_killed_bot_left_says_when_to_press_again(tmp_path, monkeypatch):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await ended(hall)
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)
        drawing, never = hall.services.drawing, asyncio.Event()

        async def held_up(*_):
            await never.wait()

        monkeypatch.setattr(drawing, "draw", held_up)
        left = hanna.response(await hanna.press("Animated picture", shown))
        assert f"if it isn’t here by <t:{int(clock.now()) + 13 * 60}:t>, press" in text_of(left)


async def test_a_film_that_cannot_be_drawn_says_so(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        hanna = hall.person("Hanna")
        shown = await opened(hanna, party)

        async def fails(*order):
            raise ValueError("no picture")

        monkeypatch.setattr(hall.services.drawing, "draw", fails)
        message = hanna.response(await hanna.press("Animated picture", shown))
        await hall.quiet()
        assert "could not be drawn" in text_of(message)
        monkeypatch.undo()
        assert is_film(await film_of(hanna, party, shown))


@pytest.mark.parametrize("game", games)
async def test_a_replay_ends_where_the_game_did(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall, game=game)
        table = await party.table()
        replay = await hall.services.replays.of(party.session_id)
        assert table.game.dump(replay.steps[-1].state) == table.game.dump(table.state)
