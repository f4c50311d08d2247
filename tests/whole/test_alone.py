"""Games against computers in one's own direct messages: from a lesson's end, or by /play."""

import pytest

from bot.testing.driver import labels, text_of
from tests.local.clock import ManualClock
from tests.whole.house import TABLE, Party, asked, house, pick_anything, reopened
from tests.whole.test_learning import end, learn, lesson_of


async def game_of(hall, person):
    """What somebody plays in direct messages."""
    (record,) = await hall.services.store.sessions_of(person.id)
    return Party(hall, [person], None, record.id)


async def play(hall, game="majority"):
    """Ada types /play in her direct messages."""
    ada = hall.person("Ada")
    await ada.command("play", None, game=game)
    await hall.quiet()
    return ada


async def test_a_lesson_in_direct_messages_leads_to_a_game_against_computers_there(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, _ = await learn(hall, where="alone")
        lesson = await lesson_of(hall, ada)
        await end(lesson)
        await ada.press("Play against computers", lesson.hand(ada))
        await hall.quiet()
        party = await game_of(hall, ada)
        record = (await party.table()).record
        assert (record.game, record.status, record.lesson) == ("guildes", "playing", None)
        assert [seat.strength for seat in record.seats] == [None, "normal", "normal"]
        assert (record.speed, record.guild_id) == (None, None)
        hand = party.hand(ada)
        assert asked(hand)
        assert "Suggest" in labels(hand)
        await pick_anything(ada, hand)
        assert len(await party.moves()) == 1


async def test_a_game_in_direct_messages_ends_there_counts_nowhere_and_is_played_again(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = await play(hall)
        party = await game_of(hall, ada)
        await party.finish()
        (board,) = [one for one in ada.messages(None) if "Play again" in labels(one)]
        assert "The game is over." in text_of(board)
        assert "Replay" in labels(ada.latest(None))
        assert await hall.services.store.results_due() == []
        assert "has not finished a game here yet" in text_of(
            ada.response(await ada.command("stats", TABLE))
        )
        await ada.press("Play again", board)
        await hall.quiet()
        again = await game_of(hall, ada)
        assert again.session_id != party.session_id
        assert asked(again.hand(ada))


async def test_hands_opened_on_the_board_in_direct_messages_leave_it_the_board(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = await play(hall)
        party = await game_of(hall, ada)
        await party.finish()
        await hall.quiet()
        (board,) = [one for one in ada.messages(None) if "Open hands" in labels(one)]
        await ada.press("Open hands", board)
        await hall.quiet()
        assert (await party.table()).record.open_hands.state == "open"
        (now,) = [one for one in ada.messages(None) if "Play again" in labels(one)]
        assert now.id == board.id
        assert "Open hands" not in labels(now)
        assert "All hands are open" in text_of(party.hand(ada))
        assert party.hand(ada).id != board.id
        assert hall.discord.requests.statuses[400] == 0


async def test_a_game_in_direct_messages_goes_on_after_a_restart(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        ada = await play(hall)
        party = await game_of(hall, ada)
        await pick_anything(ada, party.hand(ada))
        await hall.quiet()
        made = len(await party.moves())
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            await pick_anything(ada, party.hand(ada))
            await again.quiet()
            assert len(await party.moves()) > made


async def test_one_game_at_a_time_in_direct_messages(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = await play(hall)
        answer = ada.response(await ada.command("play", None, game="london"))
        assert "A game of yours is under way in your direct messages" in text_of(answer)
        assert "To the board" in labels(answer)
        party = await game_of(hall, ada)
        asks = ada.response(await ada.press("Leave the game", party.hand(ada)))
        await ada.press("Leave the game", asks)
        await hall.quiet()
        await play(hall, "london")
        assert (await (await game_of(hall, ada)).table()).record.game == "london"


@pytest.mark.parametrize("code", [10003, 50001])
async def test_direct_messages_that_got_lost_are_opened_again_for_the_board_too(tmp_path, code):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        ada = await play(hall)
        party = await game_of(hall, ada)
        clock.advance(20 * 60)
        ada.channel(None).lost = code
        await pick_anything(ada, party.hand(ada))
        await hall.quiet()
        table = await party.table()
        assert (table.trouble, table.paused) == (None, False)
        assert table.record.board_message_id in [message.id for message in ada.messages(None)]
        assert any(asked(message) for message in ada.messages(None))


async def test_a_board_in_closed_direct_messages_names_no_permissions_and_pauses_nothing(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        ada = await play(hall)
        party = await game_of(hall, ada)
        await pick_anything(ada, party.hand(ada))
        await hall.quiet()
        ada.user.closed_dms = True
        clock.advance(2 * 3600)
        await pick_anything(ada, party.hand(ada))
        await hall.quiet()
        table = await party.table()
        assert not table.paused
        assert table.trouble is None or table.trouble.said.key == "board.direct"
