"""Messages hold no hidden information, logs neither that nor a token; no screen stays behind."""

import logging
import re
from dataclasses import replace
from itertools import count
from random import Random

import pytest
import structlog

from bot.delivery.following.following import rendered as looked_on
from bot.delivery.rendering.renderer import Reader
from bot.delivery.rendering.rendering import Wanted
from bot.screens.play import ways
from bot.store.errors import StoreFailed
from bot.testing.driver import buttons, text_of
from bot.testing.playing import act_for, random_picks
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


async def shown(hall, table, seat, *, in_words):
    """All that the player of this seat reads of a table, None: that everybody does."""
    renderer, session = hall.services.renderer, table.record.id
    words, rendered = renderer.voices(table, "en", seat).message, []
    if seat is None:
        rendered.append(await renderer.board(table, Wanted()))
        rendered.append(await looked_on(renderer, Reader("en", in_words), 0, table, Wanted()))
    else:
        person = await hall.services.people.find(table.record.seats[seat].user_id)
        person = replace(person, in_words=in_words)
        rendered += [await renderer.hand(person, table, seat, Wanted(), page) for page in (0, 1)]
    screens = [one.screen for one in rendered] + [ways.more(table, seat, words)]
    said = [(repr(one.layout.to_components()), one.push, one.mentions) for one in screens]
    read = repr((said, renderer.in_words(table, seat, "en")))
    return re.sub(rf"('custom_id': '\w+):{session}\b", r"\1", read)


@pytest.mark.parametrize("game", ["guildes", "majority", "corrompue", "london"])
async def test_what_is_read_is_the_same_in_worlds_that_look_the_same_to_the_reader(tmp_path, game):
    random, others = Random(4), count(1_000_000)
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro", game=game)
        for choices in range(60):
            table = await party.table()
            rules, state = table.game, table.state
            for seat in (0, 1, 2, None) if choices % 6 == 0 else ():
                world = rules.sample(rules.view(state, seat), choices)
                other = replace(table, state=world).having(id=next(others))
                for in_words in (False, True):
                    read = await shown(hall, table, seat, in_words=in_words)
                    assert await shown(hall, other, seat, in_words=in_words) == read
            seat = random.choice(rules.asked(state))
            picks = random_picks(rules, state, seat, random)
            step = rules.prompts(state)[seat].step
            await act_for(hall.services.playing, party.session_id, seat, step, picks)
