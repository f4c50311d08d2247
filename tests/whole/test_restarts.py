"""A start brings up to date what lags, and nothing else."""

import json
import math
from dataclasses import replace

import pytest

from bot.delivery.known.noted import LIFETIME
from bot.running.start_up import catch_up_all
from bot.sessions.play.lobby import Opener
from bot.store.records.play import Seat
from bot.testing.driver import seen_in
from engine import games
from engine.parts.rng import Rng
from tests.local.clock import ManualClock
from tests.whole.house import OTHER_TABLE, SEED, TABLE, Party, house, reopened
from tests.whole.test_presses import press_as_it_was

ENDED = (20, pytest.param(100, marks=pytest.mark.nightly))
CALLS = ("PATCH", "POST /channels")


def almost_over(game, seats):
    """The log of a whole game at random, and the state before its last choice."""
    rules, rng = games[game], Rng(1)
    state, log = rules.setup(seats, rules.Options(), SEED), []
    while True:
        seat, prompt = next((s, p) for s, p in rules.prompts(state).items() if p.answered is None)
        first = rng.below(len(prompt.options) - max(prompt.least, 1) + 1)
        picks = tuple(option.id for option in prompt.options[first : first + max(prompt.least, 1)])
        after, _ = rules.play(state, seat, picks)
        log.append((seat, picks))
        if rules.outcome(after) is not None:
            return log, state
        state = after


async def skip(hall, session_id, log, state, game):
    """Have all but the last choice of the log made, unseen."""

    def write(db):
        with db:
            db.execute("UPDATE session SET moves = ? WHERE id = ?", (len(log) - 1, session_id))
            db.executemany(
                "INSERT INTO move (session_id, number, seat, picks) VALUES (?, ?, ?, ?)",
                [
                    (session_id, number, seat, json.dumps(picks))
                    for number, (seat, picks) in enumerate(log[:-1], start=1)
                ],
            )
            db.execute(
                "UPDATE snapshot SET state = ? WHERE session_id = ?",
                (games[game].dump(state), session_id),
            )

    await hall.services.store._connection.run(write)
    hall.services.sessions.forget(session_id)


async def seated(hall, people, game):
    """A game of these people that has just begun, and its hands."""
    services, channel = hall.services, people[0].channel(TABLE)
    seats = [Seat(0, person.id, person.user.name, None, None) for person in people]
    opener = Opener(seats[0], channel.id, "en-US", hall.discord.world.guild.id)
    record = await services.lobbies.open(game, opener)
    for seat in seats[1:]:
        await services.lobbies.join(record.id, seat)
    await services.lobbies.start(record.id, people[0].id, moderator=False)
    services.delivery.changed(record.id)
    await hall.quiet()
    return Party(hall, people, TABLE, record.id)


async def ended(hall, count, game="majority"):
    """So many games, one after the other, that somebody ends by a press."""
    log, state = almost_over(game, 3)
    seat, picks = log[-1]
    step = games[game].prompts(state)[seat].step
    people = [hall.person(name) for name in ("Ada", "Farah", "Goro")]
    await hall.lobby(*(person.user.name for person in people), channel=OTHER_TABLE)
    for _ in range(count):
        party = await seated(hall, people, game)
        await skip(hall, party.session_id, log, state, game)
        last = f"pick:{party.session_id}:{step}:{picks[0]}"
        await press_as_it_was(people[seat], party.hand(people[seat]), last)
        assert (await hall.services.store.session(party.session_id)).status == "over"


def calls(discord):
    return sum(n for route, n in discord.requests.routes.items() if route.startswith(CALLS))


@pytest.mark.parametrize("count", ENDED)
async def test_games_that_have_ended_cost_a_start_nothing(tmp_path, count):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        await ended(hall, count)
        await hall.quiet()
        await hall.bot.close()
        before = calls(hall.discord)
        for _ in range(2):
            async with reopened(hall, database) as again:
                assert await again.services.store.lagging() == []
                await again.quiet()
        assert calls(hall.discord) == before


async def test_a_running_game_that_shows_everything_costs_a_start_nothing(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await party.play_on()
        await party.play_on()
        await hall.bot.close()
        before = calls(hall.discord)
        async with reopened(hall, database) as again:
            await again.quiet()
        assert calls(hall.discord) == before


async def test_a_press_before_a_restart_lets_messages_be_edited_for_free_after_it(tmp_path):
    database, clock = tmp_path / "guildhall.sqlite3", ManualClock()
    async with house(database, clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await party.play_on()
        await hall.bot.close()
        for free, wait in ((True, 0), (False, LIFETIME)):
            clock.advance(wait)
            async with reopened(hall, database) as again:
                party = replace(party, house=again)
                shown, before = seen_in(party.board), edits(hall.discord)
                await party.play_on()
                assert seen_in(party.board) != shown
                through, as_bot = (n - b for n, b in zip(edits(hall.discord), before, strict=True))
                assert (as_bot == 0) == free
                assert through > 0


def edits(discord):
    """How many edits a press's token paid for, and how many the bot."""
    routes = discord.requests.routes
    return tuple(
        sum(n for route, n in routes.items() if route.startswith(f"PATCH /{kind}"))
        for kind in ("webhooks", "channels")
    )


async def test_a_board_that_answers_a_command_stands_alone_while_a_start_catches_up(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, services = hall.person("Ada"), hall.services
        answer = hall.discord.faults.plan(r"POST .*/callback", "hang_after")
        await ada.command("play", TABLE, game="guildes")
        await catch_up_all(services, lambda _: True)
        answer.release()
        await hall.quiet()
        bot = hall.discord.world.bot.id
        (board,) = (m for m in ada.messages(TABLE) if m.author == bot and m.seen_by is None)
        record = await services.store.live_session_in(board.channel)
        assert record.board_message_id == board.id


async def test_a_board_whose_answer_failed_is_posted_by_the_bot_after_that(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, services = hall.person("Ada"), hall.services
        hall.discord.faults.plan(r"POST .*/callback", "error", status=500, times=math.inf)
        ada.start_command("play", TABLE, game="guildes")
        await hall.quiet()
        board = ada.latest(TABLE)
        record = await services.store.live_session_in(board.channel)
        assert record.board_message_id == board.id
