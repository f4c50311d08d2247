"""Guildes from /play to the result, over sockets."""

import pytest

from bot.testing.driver import alt_texts, labels, text_of
from images import pictures
from tests.whole.house import asked, house

NAMES = ("Ada", "Benoît", "Chiara", "Dmitri", "Élodie", "Farah")


def over(message):
    return "Play again" in labels(message)


PARTIES = [
    *((1, 2), (3, 3), (6, 0)),
    *(pytest.param(people, 0, marks=pytest.mark.nightly) for people in (3, 4, 5)),
    pytest.param(2, 2, marks=pytest.mark.nightly),
]


@pytest.mark.parametrize(("people", "computers"), PARTIES)
async def test_a_whole_game(tmp_path, people, computers):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game(*NAMES[:people], computers=computers)
        await party.play_out(seed=people)
        assert over(party.board)
        assert len((await party.table()).record.seats) == people + computers
        for person in party.people:
            assert not asked(party.hand(person))
            assert len(person.messages(None)) == 1  # one message from the first to the last


async def test_the_ranking_at_the_end_is_read_as_text_beside_its_picture(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Benoît", "Chiara")
        await party.skip_to_last_choice()
        await party.play_out()
        scores = (await party.table()).view(None).outcome.scores
        read = text_of(party.host.response(await party.host.press("Text", party.board)))
        for seat, name in enumerate(("Your votes", *NAMES[1:3])):
            assert any(name in line and f"{scores[seat]}" in line for line in read.splitlines())
            assert f"{scores[seat]} vote" not in text_of(party.board)


async def test_pictures_stand_on_boards_and_hands_with_their_descriptions(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3", drawn=pictures) as hall:
        party = await hall.game("Ada", computers=3)
        hand = party.hand(party.host)
        assert hand.attachments[0].size == (1080, hand.attachments[0].size[1])
        assert alt_texts(hand)[0]
        await party.play_on()
        assert alt_texts(party.board)[0]
        assert party.board.attachments[0].description.startswith(alt_texts(party.board)[0][:200])


async def test_two_games_in_two_channels_with_the_same_people_do_not_mix(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        first = await hall.game("Ada", "Benoît", "Chiara")
        second = await hall.game("Benoît", "Ada", "Chiara", channel="side-table")
        for _ in range(3):
            await first.play_on()
            await second.play_on(lambda options: options[-1])
        assert len(await first.moves()) == len(await second.moves()) == 9
        for person in first.people:
            assert len(person.messages(None)) == 2
        await first.skip_to_last_choice()
        await first.play_out()
        assert over(first.board)
        assert not over(second.board)
        await second.play_on()
        assert len(await second.moves()) == 12


async def test_play_again_keeps_seats_for_the_same_people_with_the_same_options(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Benoît", computers=1)
        await party.skip_to_last_choice()
        await party.play_out()
        board = party.board
        await party.people[1].press("Play again", board)
        await hall.quiet()
        record = await hall.services.store.live_session_in(board.channel)
        before = (await party.table()).record
        ada, benoit = party.people
        assert [seat.user_id for seat in record.seats] == [benoit.id, None]
        assert [kept.user_id for kept in record.kept] == [ada.id]
        assert record.options == before.options
        assert record.host_id == party.people[1].id
        answer = party.host.response(await party.host.press("Play again", board))
        assert "you have a seat at the table of Guildes" in text_of(answer)
        assert "To the board" in labels(answer)
