"""A backup is put back and played on: the messages show the game as it was then."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.__main__ import main
from bot.testing.driver import seen_in, text_of
from tests.whole.house import OTHER_TABLE, TABLE, asked, house, reopened


@pytest.fixture
def database(tmp_path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DATABASE", str(tmp_path / "guildhall.sqlite3"))
    monkeypatch.setenv("LOG_LEVEL", "WARNING")
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    return tmp_path / "guildhall.sqlite3"


async def test_a_backup_is_put_back_and_played_on(database, tmp_path, capsys):
    copy = tmp_path / "copy.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await party.play_on()
        await hall.services.store.backup(copy)
        await party.play_on()
        await party.play_on()
        assert "selection 4 of" in seen_in(party.board)
        ended = await hall.lobby("Dmitri", channel="side-table")
        assert main(["restore", str(copy)]) == 2
        assert "in use by another running bot" in capsys.readouterr().err
        await hall.bot.close()
        assert main(["restore", str(copy)]) == 0
        assert "guildhall.sqlite3.replaced-1" in capsys.readouterr().out
        async with reopened(hall, database) as again:
            await again.quiet()
            assert await again.services.store.session(ended.session_id) is None
            assert "selection 2 of" in seen_in(party.board)
            for person in party.people:
                assert "selection 2 of" in text_of(party.hand(person))
                assert asked(party.hand(person))
            party.house = again
            await party.play_on()
            assert len(await party.moves()) == 6
            assert "selection 3 of" in seen_in(party.host.latest(TABLE))


async def test_a_hand_of_a_game_that_came_after_the_backup_chooses_in_no_other(database, tmp_path):
    copy = tmp_path / "copy.sqlite3"
    async with house(database) as hall:
        await hall.lobby("Dmitri", channel=OTHER_TABLE)
        await hall.services.store.backup(copy)
        lost = await hall.game("Ada", "Goro", "Chiara")
        left_behind = lost.hand(lost.host)
        await hall.bot.close()
        assert main(["restore", str(copy)]) == 0
        async with reopened(hall, database) as again:
            party = await again.game("Ada", "Goro", "Chiara")
            await party.host.press("pick:", left_behind)
            await again.quiet()
            assert await party.moves() == []
            await party.play_on()
            assert len(await party.moves()) == 3
