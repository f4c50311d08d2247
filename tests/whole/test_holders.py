"""Who plays a running game changes: somebody leaves, a computer's seat is taken and given back."""

import pytest

from bot.people import bold
from bot.testing.driver import labels, seen_in, text_of
from bot.thinking.computers import NAMES
from engine import games
from tests.tiers import half
from tests.whole.house import LANGUAGES, TABLE, asked, house, no_post_is_stored, picks_on, reopened
from tests.whole.test_presses import press_as_it_was


async def leave(hall, party, person):
    """Press "Leave the game" on the hand, and confirm it; the answer."""
    opened = await person.press("Leave the game", party.hand(person))
    screen = person.response(opened)
    await person.press(f"holding:{party.session_id}:gone", screen)
    await hall.quiet()
    return screen


async def seats(party, person):
    """The computers' seats, as offered to the person."""
    await press_as_it_was(person, party.board, f"holding:{party.session_id}:computers")
    return await person.sees("Which seat would you like?", party.channel)


async def take_seat(hall, party, person, number=0):
    """Take the first seats of those that computers play; the answer."""
    screen = await seats(party, person)
    offered = [label for label in labels(screen) if label.startswith("Play for")]
    await person.press(offered[number], screen)
    await hall.quiet()
    return screen


def holders(table):
    return [(seat.user_id, seat.name, seat.strength) for seat in table.record.seats]


@pytest.mark.parametrize("game", half(games))
async def test_a_computer_plays_on_for_whoever_leaves_to_the_end(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro", game=game)
        ada, farah, goro = party.people
        await party.play_on()
        before = party.hand(farah)
        screen = await leave(hall, party, farah)
        table = await party.table()
        assert holders(table)[table.record.departed[0].seat] == (None, NAMES[0], "normal")
        assert before.id not in hall.discord.world.messages
        assert "plays your seat now" in text_of(screen)
        assert f"**Farah** has left the game; **{NAMES[0]}**" in text_of(party.board)
        party.people = [ada, goro]
        await party.finish()
        assert (await party.table()).record.status == "over"


async def test_a_change_of_mind_leaves_everything_as_it_was(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        farah, before = party.people[1], holders(await party.table())
        screen = farah.response(await farah.press("Leave the game", party.hand(farah)))
        assert "A computer plays on for you" in text_of(screen)
        await farah.press("Stay", screen)
        await hall.quiet()
        assert holders(await party.table()) == before
        assert asked(party.hand(farah))


async def test_hands_of_whoever_left_are_stripped_and_their_buttons_say_why(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        farah = party.people[1]
        whispered = farah.response(await farah.press("My hand", party.board))
        components, options = whispered.components, picks_on(whispered)
        await leave(hall, party, farah)
        assert not asked(whispered)
        assert not whispered.attachments
        assert "plays your seat now" in text_of(whispered)
        moves = await party.moves()
        whispered.components = components  # as a client shows it that has heard of nothing
        await press_as_it_was(farah, whispered, options[0])
        await hall.quiet()
        await farah.sees("You aren’t in this game any more", TABLE)
        assert await party.moves() == moves
        whispered.components = components
        pressed = await press_as_it_was(farah, whispered, f"show:{party.session_id}:text")
        public = farah.response(await farah.press("Text", party.board))
        assert text_of(farah.response(pressed)) == text_of(public)
        answer = farah.response(await farah.command("hand", TABLE))
        assert "You aren’t in this game any more" in text_of(answer)


async def test_nobody_leaves_before_it_is_stored_where_his_hand_stands(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        stored = no_post_is_stored(hall, monkeypatch)
        ada, farah, _ = party.people
        await ada.press(f"lobby:{party.session_id}:start", party.board)
        hand = await farah.sees(asked, None)
        screen = farah.response(await farah.press("Leave the game", hand))
        leaving = farah.start_press(f"holding:{party.session_id}:gone", screen)
        await ada.press("Text", party.board)
        assert farah.id in (await party.table()).people()
        stored.set()
        await farah._witness.answered(leaving)
        await hall.quiet()
        assert farah.id not in (await party.table()).people()
        assert hand.id not in hall.discord.world.messages


async def test_the_last_person_who_leaves_ends_the_game(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", computers=1)
        ada, farah = party.people
        await leave(hall, party, farah)
        screen = ada.response(await ada.press("Leave the game", party.hand(ada)))
        assert "You are the last person" in text_of(screen)
        board = party.board
        await ada.press(f"holding:{party.session_id}:gone", screen)
        await hall.quiet()
        assert (await party.table()).record.status == "abandoned"
        assert "**Ada** has ended this game without a result" in text_of(board)
        assert "You have ended this game without a result" in text_of(ada.messages(None)[-1])
        await ada.command("play", TABLE, game="guildes")
        assert "Join" in labels(ada.latest(TABLE))


async def test_the_next_person_becomes_host(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await leave(hall, party, party.host)
        assert (await party.table()).record.host_id == party.people[1].id


@pytest.mark.parametrize("game", half(games, 1))
async def test_a_computers_seat_is_taken_played_and_given_back(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah", game=game)
        await party.add_computers(1, "easy")
        await hall.quiet()
        await party.host.press("Start", party.board)
        await hall.quiet()
        await party.play_on()
        goro, before = hall.person("Goro"), holders(await party.table())
        number = before.index((None, NAMES[0], "easy"))
        screen = await take_seat(hall, party, goro)
        assert "You play on in place of" in text_of(screen)
        table = await party.table()
        assert holders(table)[number] == (goro.id, "Goro", None)
        shown = LANGUAGES.words("en", [bold(seat.name) for seat in table.record.seats])
        assert shown.to(number)(table.view(number).headline) in text_of(party.hand(goro))
        assert f"**Goro** takes over from **{NAMES[0]}**" in text_of(party.board)
        party.people.append(goro)
        await party.play_on()
        assert any(seat == number for seat, _ in await party.moves())
        await leave(hall, party, goro)
        assert holders(await party.table()) == before


async def test_the_hands_of_all_others_say_who_takes_a_seat(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", computers=1, game="corrompue")
        ada, farah = party.people
        await take_seat(hall, party, hall.person("Hanna"))
        said = f"**Hanna** takes over from **{NAMES[0]}** (computer)."
        assert said in text_of(party.board)
        assert said in text_of(party.hand(ada))
        assert said in text_of(party.hand(farah))
        hanna = hall.person("Hanna")
        assert f"You take over from **{NAMES[0]}** (computer)." in text_of(party.hand(hanna))


async def test_whoever_left_comes_back_to_the_same_seat_and_to_no_other(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", computers=1)
        farah = party.people[1]
        screen = await leave(hall, party, farah)
        other = await seats(party, farah)
        assert len(labels(other)) == 1
        assert not any(NAMES[0] in label for label in labels(other))
        await press_as_it_was(farah, other, f"holding:{party.session_id}:take:2")
        await farah.sees("You’ve already seen another hand in this game", TABLE)
        await farah.press("Come back", screen)
        await hall.quiet()
        assert holders(await party.table())[1] == (farah.id, "Farah", None)
        assert asked(party.hand(farah))
        await party.play_on()
        assert "selection 2 of" in seen_in(party.board)


async def test_somebody_seated_takes_no_second_seat_and_two_dont_take_one(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", computers=1)
        ada, goro, chiara = party.host, hall.person("Goro"), hall.person("Chiara")
        screens = [(person, await seats(party, person)) for person in (goro, chiara)]
        await press_as_it_was(ada, party.board, f"holding:{party.session_id}:computers")
        await ada.sees("You have a seat already", TABLE)
        for person, screen in screens:
            await person.press(labels(screen)[0], screen)
        await chiara.sees("Somebody has taken this seat", TABLE)
        assert (await party.table()).people() == (ada.id, party.people[1].id, goro.id)


async def test_only_invited_people_take_seats_of_their_table(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", computers=1)
        screen = party.host.response(await party.host.press("Table", party.board))
        await party.host.press("Only invited people", screen)
        await party.host.press("Start", party.board)
        await hall.quiet()
        chiara = hall.person("Chiara")
        more = chiara.response(await chiara.press("More…", party.board))
        assert "Take a seat" not in labels(more)
        await press_as_it_was(chiara, more, f"holding:{party.session_id}:take:2")
        await chiara.sees("its host can offer you a seat", TABLE)
        assert chiara.id not in (await party.table()).people()


async def test_no_seat_is_offered_to_who_left_one_that_somebody_has_now(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", computers=1)
        farah, goro = party.people[1], hall.person("Goro")
        await leave(hall, party, farah)
        assert "Take a seat" in labels(await farah.more(party.board))
        await take_seat(hall, party, goro, 0)
        assert holders(await party.table())[1] == (goro.id, "Goro", None)
        assert "Take a seat" not in labels(await farah.more(party.board))


async def test_a_seat_keeps_its_person_and_its_hand_over_a_restart(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        farah = party.people[1]
        await leave(hall, party, farah)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            await again.quiet()
            chiara = again.person("Chiara")
            await take_seat(again, party, chiara)
            party.people[1] = chiara
            await party.play_on()
            assert "selection 2 of" in seen_in(party.board)
            answer = farah.response(await farah.command("hand", TABLE))
            assert "**Chiara** plays your seat now" in text_of(answer)
