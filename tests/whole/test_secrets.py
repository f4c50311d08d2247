"""Logs hold neither hidden information nor tokens, whatever fails; nothing is left registered."""

import logging

import pytest
import structlog

from bot.store.errors import StoreFailed
from bot.testing.driver import buttons, text_of
from tests.whole.house import SEED, SKETCHES, Sketches, house, picks_on


class Broken(Sketches):
    """Pictures that can't be drawn."""

    def hand(self, view, words):
        raise ValueError("no ink for the card of seat 1")

    board = result = hand


@pytest.fixture
def logged(caplog):
    caplog.set_level(logging.DEBUG, logger="bot")
    caplog.set_level(logging.DEBUG, logger="asyncio")
    caplog.set_level(logging.WARNING, logger="discord")
    return caplog


@pytest.mark.parametrize("again", range(2))
def test_an_outage_is_told_in_each_test_anew(logged, again):
    structlog.get_logger("bot.tests").warning("put off", outage="store")
    assert "put off" in logged.text


async def test_logs_of_a_game_in_which_everything_fails(tmp_path, monkeypatch, logged):
    broken = {game: Broken(sketches) for game, sketches in SKETCHES.items()}
    async with house(tmp_path / "guildhall.sqlite3", drawn=broken) as hall:
        party = await hall.game("Ada", "Farah", computers=2)
        hidden = {pick.rpartition(":")[2] for p in party.people for pick in picks_on(party.hand(p))}
        commit, plan = hall.services.store.commit, hall.discord.faults.plan
        failures = []

        async def fails(*args, **kwargs):
            failures.append(args)
            if len(failures) % 2:
                raise StoreFailed("the disk is full")
            return await commit(*args, **kwargs)

        def broken_state(*args):
            raise ZeroDivisionError

        with monkeypatch.context() as patched:
            patched.setattr(hall.services.store, "commit", fails)
            for person in party.people:
                await person.press("pick:", party.hand(person))
        with monkeypatch.context() as patched:
            patched.setattr("bot.sessions.table.table.Table.prompt", broken_state)
            await party.host.press("pick:", party.hand(party.host))
        plan("POST .*/callback", "drop", times=3)
        plan("PATCH ", "drop", times=2)
        plan("PATCH ", "error", status=404, times=2)
        await party.play_on()
        table = await party.table()
        text = logged.text
        assert "drawing failed" in text
        assert "ValueError" in text
        assert "no ink" not in text
        assert "the disk is full" in text
        assert "ZeroDivisionError" in text
        assert hall.discord.token not in text
        for interaction in hall.discord.world.interactions.values():
            assert interaction.token not in text
        assert str(SEED) not in text
        assert table.record.snapshot not in text
        assert not [name for name in hidden if f"'{name}'" in text or f'"{name}"' in text]


async def test_no_screen_stays_registered(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", computers=1)
        for what in ("My hand", "Text", "Rules"):
            await party.host.press(what, party.board)
        await party.play_on()
        await party.host.command("table", party.channel)
        await hall.quiet()
        store = hall.bot._connection._view_store
        assert not any(store._views.values())
        assert not store._synced_message_views


async def test_names_with_markdown_and_mentions_are_shown_as_they_are(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("*Ada* @everyone", "||Farah|| <@1>", computers=1)
        await party.play_on()
        board = text_of(party.board)
        assert "*Ada*" not in board.replace("\\*", "")
        assert party.board.mentions == sorted(p.id for p in await party.awaited())
        for person in party.people:
            assert party.hand(person).mentions == []
            for button in buttons(party.hand(person)):
                assert "\\" not in (button.get("label") or "")
