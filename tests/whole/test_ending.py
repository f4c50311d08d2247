"""Presses while a bot ends: those it has taken in are answered, later ones it leaves alone."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager

from structlog.testing import capture_logs

from bot.local.acts.interactions import UPDATE
from tests.whole.house import house, picks_on, reopened


@asynccontextmanager
async def choosing(hall, monkeypatch):
    """Somebody's choice stands right before it is made; the event lets it be made."""
    party = await hall.game("Ada", "Farah", "Goro")
    go_on, reached = asyncio.Event(), asyncio.Event()
    act = hall.services.playing.act

    async def waiting(*args):
        reached.set()
        await go_on.wait()
        return await act(*args)

    monkeypatch.setattr(hall.services.playing, "act", waiting)
    chosen = choose(party, 0)
    await reached.wait()
    with capture_logs() as logs:
        yield party, chosen, go_on
    assert [log for log in logs if log["log_level"] in ("warning", "error")] == []


def choose(party, seat):
    person = party.people[seat]
    hand = party.hand(person)
    return person.start_press(picks_on(hand)[0], hand)


async def arrives(hall, press):
    """Press, and wait until the bot has heard of it."""
    heard = asyncio.Event()

    async def came(_):
        heard.set()

    hall.bot.add_listener(came, "on_interaction")
    pressed = press()
    await heard.wait()
    return pressed


async def test_a_bot_that_ends_answers_whom_it_has_heard_and_nobody_who_comes_later(
    tmp_path, monkeypatch
):
    database = tmp_path / "ending.sqlite3"
    async with house(database) as hall:
        async with choosing(hall, monkeypatch) as (party, chosen, go_on):
            closing = asyncio.create_task(hall.bot.close())
            later = await arrives(hall, lambda: choose(party, 1))
            go_on.set()
            await closing
        assert chosen.answered == UPDATE
        assert later.answered is None
        async with reopened(hall, database) as again:
            moves = await again.services.store.moves(party.session_id)
            assert [move.chosen_by for move in moves] == [party.people[0].id]
            await again.quiet()
            assert (await hall.witness.answered(choose(party, 1))).answered == UPDATE


async def test_what_hangs_is_broken_off_in_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr("bot.running.client.LAST_ANSWERS", 0.0)
    database = tmp_path / "ending.sqlite3"
    async with house(database) as hall:
        async with choosing(hall, monkeypatch) as (party, chosen, _):
            await hall.bot.close()
        assert chosen.answered is None
        async with reopened(hall, database) as again:
            assert await again.services.store.moves(party.session_id) == []
