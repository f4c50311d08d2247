"""History: all that was told since the game began, for each reader alone, wherever it is asked."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from bot.testing.driver import labels, text_of
from tests.whole.house import house, reopened
from tests.whole.takebacks import TAKE, in_own_turn, played_until
from tests.whole.test_presses import press_as_it_was


async def pages(person, message):
    """All pages of what History answers, and who sees them."""
    answer = person.response(await person.press("History", message))
    said, seen_by = [text_of(answer)], {answer.seen_by}
    while "Older ›" in labels(answer):
        await person.press("Older ›", answer)
        said.append(text_of(answer))
        seen_by.add(answer.seen_by)
    return "\n".join(said), seen_by


async def test_everybody_reads_what_all_heard_and_ones_own_secrets_from_board_and_hand(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        while (await party.table()).view(None).ballot < 2:
            await party.play_on()
        read = {}
        for person in party.people:
            said, seen_by = await pages(person, party.board)
            assert seen_by == {person.id}
            assert said.count("Votes in ballot 1:") == 1
            assert "Since your last choice" in said
            assert said.count("You keep ") >= 10
            assert (await pages(person, party.hand(person)))[0] == said
            read[person] = said
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            await again.quiet()
            for person in party.people:
                assert (await pages(person, party.board))[0] == read[person]


async def test_who_doesnt_play_reads_nobodys_secrets(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        for _ in range(4):
            await party.play_on()
        said, seen_by = await pages(hall.person("Hanna"), party.board)
        assert seen_by == {hall.person("Hanna").id}
        assert "Ballot 1 begins" in said
        assert "You keep" not in said
        assert "Since your last choice" not in said


async def test_it_can_be_read_once_the_game_is_over(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await party.play_out()
        for message in (party.board, party.hand(party.host)):
            said, _ = await pages(party.host, message)
            for ballot in (1, 2, 3):
                assert f"Votes in ballot {ballot}:" in said


async def test_after_a_take_back_it_tells_the_game_as_it_stands(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", game="london")
        asker, _ = await played_until(party, in_own_turn)
        before = {
            line
            for line in (await pages(asker, party.board))[0].splitlines()
            if "You play " in line
        }
        await asker.press(TAKE, party.hand(asker))
        await hall.quiet()
        after, _ = await pages(asker, party.board)
        assert "↩ You take back your last choice." in after
        assert len(before - set(after.splitlines())) == 1


async def test_a_session_set_apart_says_so(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await hall.bot.close()
        with closing(sqlite3.connect(database)) as db:
            db.execute("UPDATE session SET options = '{'")
            db.commit()
        async with reopened(hall, database) as again:
            party.house = again
            old = f"show:{party.session_id}:history"
            pressed = await press_as_it_was(party.host, party.board, old)
            assert "can’t" in text_of(party.host.response(pressed))


async def test_behind_more_the_way_to_the_board_is_called_so(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        more = await party.host.more(party.hand(party.host))
        assert "To the board" in labels(more)
