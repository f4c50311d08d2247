"""A session that can't be read: its people are told, its channel is free, all else goes on."""

import contextlib
import sqlite3

import pytest

from bot.testing.driver import labels, seen_in, text_of
from tests.whole.house import OTHER_TABLE, TABLE, asked, house, picks_on, reopened
from tests.whole.test_presses import press_as_it_was

SAID = {
    "an unknown game": "I can’t play this kind of game any more",
    "a log that does not replay": "I can’t read this game any more",
    "a text that is no text": "I can’t read this game any more",
    "a name that is no text": "I can’t play this kind of game any more",
}
DAMAGES = {
    "an unknown game": "UPDATE session SET game = 'chess' WHERE id = 1",
    "a log that does not replay": "UPDATE move SET picks = '[7]' WHERE session_id = 1",
    "a text that is no text": "UPDATE session SET options = CAST(x'ff' AS TEXT) WHERE id = 1",
    "a name that is no text": "UPDATE session SET game = CAST(x'ff' AS TEXT) WHERE id = 1",
}
HARMLESS = (
    "UPDATE session SET locale = CAST(x'ff' AS TEXT) WHERE id = 1",
    "UPDATE session SET examined = CAST(x'ff' AS TEXT) WHERE id = 1",
    "UPDATE post SET picture = CAST(x'ff' AS TEXT) WHERE session_id = 1",
    "UPDATE post SET picture = '{' WHERE session_id = 1",
    "UPDATE post SET picture = '[1]' WHERE session_id = 1",
)


def damage(hall, statement):
    with contextlib.closing(sqlite3.connect(hall.services.store.path)) as db, db:
        db.execute("UPDATE snapshot SET state = NULL WHERE session_id = 1")
        db.execute(statement)
    hall.services.sessions.forget(1)


@contextlib.asynccontextmanager
async def damaged(tmp_path, harm):
    """A house with a game that can't be read, and another one of the same people."""
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await party.play_on()
        other = await hall.game("Goro", "Ada", "Chiara", channel=OTHER_TABLE)
        damage(hall, DAMAGES[harm])
        yield hall, party, other


async def answered(person, name, channel, **options):
    return text_of(person.response(await person.command(name, channel, **options)))


@pytest.mark.parametrize("harm", DAMAGES)
async def test_whoever_presses_is_told_and_board_and_hands_say_it(tmp_path, harm):
    async with damaged(tmp_path, harm) as (hall, party, _):
        ada, goro, _ = party.people
        board, mine, other = party.board, party.hand(ada), party.hand(goro)
        choice = picks_on(other)[0]
        for button in (picks_on(mine)[0], "History"):
            pressed = await ada.press(button, mine)
            assert SAID[harm] in text_of(ada.response(pressed))
        await hall.quiet()
        for message in (board, mine, other):
            assert SAID[harm] in text_of(message)
        assert labels(board) == labels(mine) == ["End the game"]
        assert labels(other) == []
        pressed = await press_as_it_was(goro, other, choice)
        assert SAID[harm] in text_of(goro.response(pressed))


@pytest.mark.parametrize("harm", DAMAGES)
async def test_commands_there_say_it_and_a_new_game_can_be_opened(tmp_path, harm):
    async with damaged(tmp_path, harm) as (_, party, other):
        ada, _, chiara = party.people
        hanna = party.house.person("Hanna")
        for command in ("table", "pause", "resume", "replace"):
            assert SAID[harm] in await answered(ada, command, TABLE)
        assert SAID[harm] in await answered(chiara, "games", TABLE)
        hand = chiara.response(await chiara.command("hand", None))
        assert asked(hand)
        assert f"<#{chiara.channel(OTHER_TABLE).id}>" in text_of(hand)
        assert SAID[harm] in await answered(hanna, "hand", TABLE)
        opened = await ada.command("play", TABLE, game="guildes")
        assert "Join" in labels(ada.response(opened))
        await other.play_on()
        assert len(await other.moves()) == 3


@pytest.mark.parametrize("harm", DAMAGES)
async def test_play_finds_it_out_by_itself(tmp_path, harm):
    async with damaged(tmp_path, harm) as (_, party, _):
        opened = await party.host.command("play", TABLE, game="guildes")
        assert "Join" in labels(party.host.response(opened))


@pytest.mark.parametrize("harm", DAMAGES)
async def test_its_host_can_end_it(tmp_path, harm):
    async with damaged(tmp_path, harm) as (hall, party, _):
        ada, goro, _ = party.people
        hand = party.hand(goro)
        choice = picks_on(hand)[0]
        assert "Only the host" in await answered(goro, "abandon", TABLE)
        asking = ada.response(await ada.command("abandon", TABLE))
        await ada.press("End the game", asking)
        assert "ended" in text_of(asking)
        assert (await hall.services.store.outline(1)).status == "abandoned"
        await hall.quiet()
        assert "ended without a result" in text_of(hand)
        pressed = await press_as_it_was(goro, hand, choice)
        assert "ended without a result" in text_of(goro.response(pressed))


@pytest.mark.parametrize("harm", DAMAGES)
async def test_a_start_brings_everybody_else_up_to_date(tmp_path, harm):
    async with damaged(tmp_path, harm) as (hall, party, other):
        await hall.bot.close()
        with contextlib.closing(sqlite3.connect(hall.services.store.path)) as db, db:
            db.execute("UPDATE post SET shown = -1")
        async with reopened(hall, tmp_path / "guildhall.sqlite3") as again:
            await again.quiet()
            assert 1 not in await again.services.store.lagging()
            assert SAID[harm] in text_of(party.host.channel(TABLE).messages[board_id(party)])
            party.house = other.house = again
            await other.play_on()
            assert len(await other.moves()) == 3


@pytest.mark.parametrize("statement", HARMLESS)
async def test_damage_to_what_a_game_can_do_without_costs_nothing(tmp_path, statement):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await hall.bot.close()
        with contextlib.closing(sqlite3.connect(hall.services.store.path)) as db, db:
            db.execute(statement)
        async with reopened(hall, tmp_path / "guildhall.sqlite3") as again:
            await again.quiet()
            party.house = again
            assert "Sorry" not in await answered(party.host, "games", TABLE)
            await party.play_on()
            assert len(await party.moves()) == 3
            assert "selection 2 of" in seen_in(party.board)
            assert "selection 2 of" in text_of(party.hand(party.host))


def board_id(party):
    return next(iter(party.host.channel(TABLE).messages))


def rename(hall, game):
    """Make the first session one of this game."""
    with contextlib.closing(sqlite3.connect(hall.services.store.path)) as db, db:
        db.execute("UPDATE session SET game = ? WHERE id = 1", (game,))


async def test_a_session_whose_game_is_back_goes_on(tmp_path):
    async with damaged(tmp_path, "an unknown game") as (hall, party, _):
        board = party.board
        await party.host.press("History", board)
        await hall.quiet()
        assert SAID["an unknown game"] in text_of(board)
        await hall.bot.close()
        rename(hall, "guildes")
        async with reopened(hall, tmp_path / "guildhall.sqlite3") as again:
            await again.quiet()
            party.house = again
            assert SAID["an unknown game"] not in text_of(board)
            assert party.board.id == board.id
            assert board.attachments
            before = await party.moves()
            await party.play_on()
            assert len(await party.moves()) > len(before)


async def test_a_session_whose_game_is_back_leaves_its_channel_to_the_next(tmp_path):
    async with damaged(tmp_path, "an unknown game") as (hall, party, _):
        await party.host.command("play", TABLE, game="guildes")
        await hall.bot.close()
        rename(hall, "guildes")
        async with reopened(hall, tmp_path / "guildhall.sqlite3") as again:
            await again.quiet()
            assert (await again.services.store.outline(1)).set_apart
            assert (
                await again.services.store.live_session_in(party.host.channel(TABLE).id)
            ).id != 1
