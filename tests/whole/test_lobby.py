"""Lobbies: every button, by everybody, at every moment."""

import asyncio

import pytest

from bot.testing.driver import Failed, buttons, labels, seats_of, selects, text_of
from tests.whole.house import TABLE, asked, house
from tests.whole.test_presses import press_as_it_was


async def refused(person, button, party):
    """What the person alone is told after a press of a lobby's button that changes nothing."""
    before = text_of(party.board)
    await press_as_it_was(person, party.board, f"lobby:{party.session_id}:{button}")
    await party.house.quiet()
    assert text_of(party.board) == before
    return text_of([m for m in person.messages(TABLE) if m.seen_by == person.id][-1])


async def test_join_and_leave_are_seen_in_the_lobby_and_in_direct_messages(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah")
        farah = party.people[1]
        assert "2. Farah" in seats_of(party.board)
        assert "You have a seat" in text_of(party.hand(farah))
        await farah.press("Leave", party.board)
        await hall.quiet()
        assert "Farah" not in seats_of(party.board)
        assert farah.messages(None) == []
        await farah.press("Join", party.board)
        await hall.quiet()
        assert len(farah.messages(None)) == 1
        assert "have a seat already" in await refused(farah, "join", party)
        assert "no seat" in await refused(hall.person("Goro"), "leave", party)


async def test_a_lobby_is_read_as_text_with_all_that_is_chosen(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah", computers=1)
        reader = hall.person("Goro")
        text = reader.response(await reader.press("Text", party.board))
        said = text_of(text)
        assert "1. **Ada** (host)\n2. **Farah**\n3. " in said
        assert "(computer, normal)\n3 seats free" in said
        assert "Events: **no**" in said
        assert "reminder after 8 hours, computer’s choice after 1 day" in said
        assert "Language: **English**" in said
        await hall.person("Benoît").press("Join", party.board)
        await hall.quiet()
        assert "4. **Benoît**" in text_of(text)
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert text not in reader.messages(TABLE)


async def test_a_lobbys_picture_is_drawn_anew_for_whoever_joins_and_kept_for_all_else(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah")
        shown = party.board.attachments[0].id
        screen = party.host.response(await party.host.press("Options", party.board))
        await party.host.choose(["true"], screen, f"lobby:{party.session_id}:set:events")
        await hall.quiet()
        assert "Events: **yes**" in text_of(party.board)
        assert party.board.attachments[0].id == shown
        await hall.person("Goro").press("Join", party.board)
        await hall.quiet()
        assert "3. Goro" in seats_of(party.board)
        assert party.board.attachments[0].id != shown


async def test_the_host_leaves_and_the_next_one_is_host(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Dmitri", "Goro")
        ada, dmitri, goro = party.people
        await ada.press("Leave", party.board)
        await hall.quiet()
        assert "1. Dmitri (host)" in seats_of(party.board)
        assert "Only the host" in await refused(goro, "cancel", party)
        await dmitri.press("Leave", party.board)
        await goro.press("Leave", party.board)
        await hall.quiet()
        closed = await goro.sees("closed before the game began", TABLE)
        assert await hall.services.store.live_session_in(closed.channel) is None
        for person in party.people:
            assert person.messages(None) == []


@pytest.mark.parametrize(
    ("game", "fewest"), [("guildes", 3), ("majority", 3), ("corrompue", 2), ("london", 2)]
)
async def test_one_press_plays_against_as_few_computers_as_the_game_needs(tmp_path, game, fewest):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", game=game)
        assert "Start" not in labels(party.board)
        assert "Only the host" in await refused(hall.person("Goro"), "alone", party)
        await party.host.press("Play against computers", party.board)
        await hall.quiet()
        seats = (await party.table()).record.seats
        assert [seat.strength for seat in seats] == [None, *["normal"] * (fewest - 1)]
        assert [seat.seat for seat in seats] == list(range(fewest))
        hand = party.hand(party.host)
        asked = [*buttons(hand), *selects(hand)]
        assert any(one["custom_id"].startswith("pick:") for one in asked)
        assert "Suggest" in labels(party.hand(party.host))  # nobody else plays


async def test_where_others_sit_or_are_invited_nobody_plays_alone_by_a_slip(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah")
        assert "Play against computers" not in labels(party.board)


async def test_who_presses_to_play_alone_just_as_somebody_joins_or_is_invited_does_not(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah", game="corrompue")
        ada, farah = party.people
        assert "too late" in await refused(ada, "alone", party)
        await farah.press("Leave", party.board)
        table = ada.response(await ada.press("Table", party.board))
        await ada.choose([str(farah.id)], table, f"lobby:{party.session_id}:invite:0")
        await hall.quiet()
        assert "too late" in await refused(ada, "alone", party)


async def test_a_full_table(tmp_path):
    names = ("Ada", "Benoît", "Chiara", "Dmitri", "Élodie", "Farah")
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby(*names)
        enabled = labels(party.board)
        assert "Join" not in enabled
        assert "Computers" not in enabled
        assert "Every seat is taken" in await refused(hall.person("Goro"), "join", party)
        assert "Every seat is taken" in await refused(party.host, "add:easy", party)


async def test_a_person_takes_the_seat_of_a_computer_at_a_full_table(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", computers=5)
        assert "Join" not in labels(party.board)
        await hall.person("Goro").press("Take a computer’s seat", party.board)
        await hall.quiet()
        assert "Goro" in seats_of(party.board)
        assert seats_of(party.board).count("computer,") == 4


async def test_each_computer_is_seated_changed_and_removed_by_itself(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        ada, lobby = party.host, f"lobby:{party.session_id}"
        screen = ada.response(await ada.press("Computers", party.board))
        assert screen.seen_by == ada.id
        for label in ("Add: easy", "Add: normal", "Add: hard"):
            await ada.press(label, screen)
        await hall.quiet()
        seats = (await party.table()).record.seats
        assert [seat.strength for seat in seats] == [None, "easy", "normal", "hard"]
        first, second, third = (seat.name for seat in seats[1:])
        await ada.choose([f"{second}: hard"], screen, f"{lobby}:computer:{second}")
        await ada.choose([f"Remove {first}"], screen, f"{lobby}:computer:{first}")
        await hall.quiet()
        said = seats_of(party.board)
        assert f"2. {second} (computer, hard). 3. {third} (computer, hard)" in said
        assert first not in said
        assert [s["custom_id"] for s in selects(screen)] == [
            f"{lobby}:computer:{second}",
            f"{lobby}:computer:{third}",
        ]


async def test_a_computer_that_was_removed_meanwhile_is_told(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", computers=1)
        ada, goro = party.people
        berthe = (await party.table()).record.seats[2].name
        select = f"lobby:{party.session_id}:computer:{berthe}"
        seen = goro.response(await goro.press("Computers", party.board))
        own = ada.response(await ada.press("Computers", party.board))
        await ada.choose(["remove"], own, select)
        await press_as_it_was(goro, seen, select, ["hard"])
        await goro.sees("doesn’t sit here any more", TABLE)


async def test_only_who_is_seated_changes_computers(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", computers=1)
        goro = party.people[1]
        assert "no seat" in await refused(hall.person("Hanna"), "computers", party)
        screen = goro.response(await goro.press("Computers", party.board))
        await goro.press("Leave", party.board)
        await goro.press("Add: hard", screen)
        await goro.sees("no seat here yet", TABLE)
        await hall.quiet()
        assert len((await party.table()).record.seats) == 2


async def test_too_few_players_to_start(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro")
        assert "Start" not in labels(party.board)
        assert "3, 4, 5, 6 players" in await refused(party.host, "start", party)


async def test_only_the_host_or_a_moderator_starts_and_cancels(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Dmitri", "Goro", "Chiara")
        goro, farah = party.people[1], hall.person("Farah")
        for button in ("start", "cancel", "close", "manage"):
            assert "host, or a moderator" in await refused(goro, button, party)
        asking = farah.response(await farah.press("Cancel", party.board))  # a moderator
        await farah.press("Close the table", asking)
        assert text_of(asking) == "The table is closed."
        await hall.quiet()
        for person in party.people:
            assert "closed before the game began" in text_of(person.messages(None)[-1])
        await press_as_it_was(goro, goro.latest(TABLE), f"lobby:{party.session_id}:join")
        await goro.sees("isn’t open any more", TABLE)


async def test_a_table_at_which_others_sit_is_closed_only_after_asking(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", "Chiara")
        ada = party.host
        asking = ada.response(await ada.press("Cancel", party.board))
        assert "2 other players have a seat here" in text_of(asking)
        assert asking.seen_by == ada.id
        again = ada.response(await ada.press("Cancel", party.board))
        await ada.press("Keep it open", asking)
        assert text_of(asking) == "The table stays open."
        await ada.press("Start", party.board)
        await ada.press("Close the table", again)
        await ada.sees("isn’t open any more", TABLE)
        assert (await party.table()).record.status == "playing"


async def test_a_table_at_which_nobody_else_sits_is_closed_at_once(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", computers=2)
        board = party.board
        await party.host.press("Cancel", board)
        await hall.quiet()
        assert "closed before the game began" in text_of(board)


async def test_the_last_person_leaves_a_table_with_computers_only_after_asking(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", computers=3)
        ada, board = party.host, party.board
        asking = ada.response(await ada.press("Leave", board))
        assert "without you the table closes" in text_of(asking)
        await ada.press("Keep it open", asking)
        assert "1. Ada (host)" in seats_of(board)
        asking = ada.response(await ada.press("Leave", board))
        await ada.press("Close the table", asking)
        await hall.quiet()
        assert "closed before the game began" in text_of(board)


async def test_the_last_person_only_leaves_where_somebody_has_come_since(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", computers=1)
        ada, board, goro = party.host, party.board, hall.person("Goro")
        asking = ada.response(await ada.press("Leave", board))
        await goro.press("Join", board)
        await hall.quiet()
        await ada.press("Close the table", asking)
        await hall.quiet()
        assert text_of(asking) == (
            "You have left. Somebody else has come, so the table stays open."
        )
        assert "Goro (host)" in "".join(seats_of(board))
        assert (await party.table()).seat_of(ada.id) is None


async def test_a_table_with_nothing_to_lose_closes_as_its_last_person_leaves(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        board = party.board
        await party.host.press("Leave", board)
        await hall.quiet()
        assert "closed before the game began" in text_of(board)


async def test_the_rules_are_read_page_by_page_before_the_game_begins(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro")
        goro = party.people[1]
        screen = goro.response(await goro.press("Rules", party.board))
        assert screen.seen_by == goro.id
        assert "Guildes in short" in text_of(screen)
        await goro.press("look:", screen)
        await hall.quiet()
        assert "Guildes with 3 players" in text_of(screen)


async def test_the_language_is_shown_and_changed_by_the_host(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro")
        ada, goro = party.people
        board, select = party.board, f"lobby:{party.session_id}:language"
        assert "3 to 6 players" in text_of(board)
        screen = ada.response(await ada.press("Options", board))
        offered = next(s for s in selects(screen) if s["custom_id"] == select)
        assert [option["label"] for option in offered["options"]] == ["English", "Français"]
        await ada.choose(["Français"], screen, select)
        await hall.quiet()
        assert "De 3 à 6 joueurs" in text_of(board)
        assert "Options" in text_of(screen)  # who presses reads a language of their own
        await press_as_it_was(goro, board, select)
        await goro.sees("no such option", TABLE)
        await ada.choose(["English"], screen, select)
        await hall.quiet()
        assert "3 to 6 players" in text_of(board)


async def test_options_are_the_hosts_alone(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", "Chiara")
        ada, goro, _ = party.people
        read = goro.response(await goro.press("Options", party.board))
        assert "Events: **no**" in text_of(read)
        assert selects(read) == []
        await ada.press("Options", party.board)
        offered = await ada.sees(lambda m: bool(selects(m)), TABLE)
        events = next(s for s in selects(offered) if s["custom_id"].endswith(":events"))
        await ada.choose(["true"], offered, events["custom_id"])
        await hall.quiet()
        assert "Events: **yes**" in text_of(party.board)
        await ada.press("Start", party.board)
        await hall.quiet()
        assert (await party.table()).options.events
        assert offered not in ada.messages(TABLE)  # nothing but the board stands there
        late = await press_as_it_was(ada, party.board, f"lobby:{party.session_id}:set:events")
        await hall.quiet()
        assert late.answered
        assert (await party.table()).options.events


async def test_everybody_joins_at_once(tmp_path):
    names = ("Benoît", "Chiara", "Dmitri", "Élodie", "Goro", "Hanna", "Farah")
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        people = [hall.person(name) for name in names]
        await asyncio.gather(*(person.press("Join", party.board) for person in people))
        await hall.quiet()
        record = (await party.table()).record
        assert len(record.seats) == 6
        seated = {seat.user_id for seat in record.seats}
        for seat in record.seats:
            assert f"{seat.seat + 1}. {seat.name}" in seats_of(party.board)
        for person in people:
            assert len(person.messages(None)) == (1 if person.id in seated else 0)


async def test_start_pressed_twice_begins_one_game(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", "Chiara")
        board = party.board
        start = f"lobby:{party.session_id}:start"
        await asyncio.gather(*(press_as_it_was(party.host, board, start) for _ in range(3)))
        await hall.quiet()
        assert (await party.table()).record.status == "playing"
        for person in party.people:
            assert len([m for m in person.messages(None) if asked(m)]) == 1


async def test_join_and_start_at_the_same_moment_send_one_hand(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", "Chiara")
        hanna = hall.person("Hanna")
        join = f"lobby:{party.session_id}:join"
        await asyncio.gather(
            press_as_it_was(hanna, party.board, join), party.host.press("Start", party.board)
        )
        await hall.quiet()
        seated = {seat.user_id for seat in (await party.table()).record.seats}
        hands = [m for m in hanna.messages(None) if asked(m)]
        assert len(hanna.messages(None)) == len(hands) == (1 if hanna.id in seated else 0)


async def test_leaving_while_joining_mixes_no_hands(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", "Chiara")
        ada, goro, chiara = party.people
        hanna = hall.person("Hanna")
        join = f"lobby:{party.session_id}:join"
        leave = f"lobby:{party.session_id}:leave"
        await asyncio.gather(
            press_as_it_was(hanna, party.board, join),
            press_as_it_was(goro, party.board, leave),
            return_exceptions=True,
        )
        await hall.quiet()
        await ada.press("Start", party.board)
        await hall.quiet()
        table = await party.table()
        for person in (ada, chiara, hanna):
            own = {o.id for o in table.view(table.seat_of(person.id)).prompt.options}
            shown = {b["custom_id"].split(":")[3] for b in picks_of(party.hand(person))}
            assert shown == own
        assert goro.messages(None) == []


def picks_of(message):
    return [b for b in buttons(message) if (b.get("custom_id") or "").startswith("pick:")]


def ways(message):
    """Where the links of a message lead: channels, with messages."""
    urls = [button["url"] for button in buttons(message) if button.get("url")]
    return [url.split("/", 5)[5] for url in urls]


async def test_a_second_play_shows_the_way_to_the_first(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        goro = hall.person("Goro")
        answer = goro.response(await goro.command("play", TABLE, game="guildes"))
        assert answer.seen_by == goro.id
        assert ways(answer) == [f"{party.board.channel}/{party.board.id}"]


async def test_nobody_is_refused_by_discord_itself(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        failed = []
        for what in (
            "join",
            "leave",
            "nonsense",
            "party:0",
            "party:x",
            "set:x",
            "add",
            "computer:x",
            "private",
            "take",
            "invite",
        ):
            custom_id = f"lobby:{party.session_id}:{what}"
            try:
                await press_as_it_was(hall.person("Goro"), party.board, custom_id)
            except Failed:
                failed.append(what)
        assert failed == []
