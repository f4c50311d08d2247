"""Killed at any instant and started again, every session goes on from the last answered press."""

import asyncio
import contextlib
import itertools
import json
import os
import re
import signal
import socket
import sqlite3
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess

import pytest

from bot.local import NO_LIMITS, LocalDiscord
from bot.local.acts.actions import choose
from bot.local.acts.interactions import UPDATE
from bot.testing.driver import (
    Failed,
    Person,
    Witness,
    buttons,
    labels,
    seats_of,
    seen_in,
    selects,
    text_of,
)
from engine import games
from tests.whole import child
from tests.whole.house import SEED, TABLE, asked, check, house, picks_on
from tests.whole.test_takebacks import asking

START_UP = 30
CHILDREN = get_context("forkserver")
"""Makes processes that have all modules already, at a tenth of what a new one costs."""
CHILDREN.set_forkserver_preload([child.__name__])


@dataclass
class Killable:
    """A bot in a child process, with the Discord and the database that outlive it."""

    discord: LocalDiscord
    database: str
    witness: Witness
    process: ForkServerProcess | None = None
    said: asyncio.StreamReader | None = None
    told: asyncio.StreamWriter | None = None
    deadly: list[re.Pattern[str]] = field(default_factory=list)
    now: float | None = None
    """What its clock says, if that is moved by hand."""

    async def start(self, *, ready=True):
        line, theirs = socket.socketpair()
        self.said, self.told = await asyncio.open_connection(sock=line)
        place = (self.discord.url, self.discord.token, self.database, self.now)
        with theirs, Connection(os.dup(2), readable=False) as errors:
            self.process = CHILDREN.Process(target=child.main, args=(*place, theirs, errors))
            await asyncio.to_thread(self.process.start)
        if ready:
            async with asyncio.timeout(START_UP):
                assert await self.said.readline() == b"ready\n"

    def pass_time(self, seconds):
        """Let time pass for the bot, which may not live to see the end of it."""
        self.now += seconds
        self.told.write(f"{seconds}\n".encode())

    async def later(self, seconds):
        """Let time pass, and all be done that is due by then."""
        self.pass_time(seconds)
        async with asyncio.timeout(START_UP):
            assert await self.said.readline() == b"done\n"

    def kill(self):
        self.process.kill()

    def inspect(self, seen):
        """Kill the bot at the very instant at which such a request has arrived."""
        check(seen)
        request = f"{seen.method} {seen.path}"
        for pattern in list(self.deadly):
            if pattern.search(request):
                self.deadly.remove(pattern)
                self.kill()

    async def dies(self):
        """Wait for its end; its exit code."""
        loop, over = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self.process.sentinel, over.set)
        try:
            async with asyncio.timeout(START_UP):
                await over.wait()
        finally:
            loop.remove_reader(self.process.sentinel)
        self.told.close()
        return self.process.exitcode

    async def dead(self):
        self.kill()
        await self.dies()
        self.deadly.clear()

    async def die_at(self, pattern, *, carried_out):
        """Plan the death at a request, and whether Discord carries that request out."""
        self.deadly.append(re.compile(pattern))
        if not carried_out:
            self.discord.faults.plan(pattern, "drop")

    def person(self, name):
        return Person(self.discord, name, self.witness)

    def query(self, sql):
        with contextlib.closing(sqlite3.connect(f"file:{self.database}?mode=ro", uri=True)) as db:
            return db.execute(sql).fetchall()

    def moves(self):
        """Session 1's log, found whole and in order, and in accord with the snapshot."""
        rows = self.query("SELECT number, seat, picks FROM move WHERE session_id = 1 ORDER BY 1")
        assert [number for number, _, _ in rows] == list(range(1, len(rows) + 1))
        moves = [(seat, tuple(json.loads(picks))) for _, seat, picks in rows]
        ((options, seats, snapshot),) = self.query(
            "SELECT options, (SELECT count(*) FROM seat WHERE session_id = 1), state"
            " FROM session JOIN snapshot ON session_id = id WHERE id = 1"
        )
        game = games["guildes"]
        state = game.setup(seats, game.Options.model_validate_json(options), SEED)
        for seat, picks in moves:
            state, _ = game.play(state, seat, picks)
        assert game.dump(state) == snapshot
        return moves


@pytest.fixture
async def bot(tmp_path):
    async with LocalDiscord(limits=NO_LIMITS) as discord:
        killable = Killable(discord, str(tmp_path / "guildhall.sqlite3"), Witness(discord.world))
        discord.api._inspect = killable.inspect
        try:
            yield killable
        finally:
            await killable.dead()
        assert discord.requests.problems == []


def hand(person):
    return next(m for m in reversed(person.messages(None)) if asked(m) or "over" in text_of(m))


def board(bot):
    channel = bot.person("Ada").channel(TABLE)
    return [m for m in channel.messages.values() if "My hand" in labels(m)][-1]


def unanswered_on(message):
    return asked(message) and not any(label.startswith("✓") for label in labels(message))


TOO_LATE = "Your press came too late"


async def press(person, message=None, option=0):
    """Press, or choose in a menu where a hand has one, and say whether an answer came."""
    return await _answer(person, message or hand(person), option) is not None


async def chosen(person):
    """Press likewise, and say whether the answer shows the choice as made.

    A hand that the game has left behind is answered too, with what is asked now.
    """
    message = hand(person)
    shown = await _answer(person, message, 0)
    return shown == UPDATE and TOO_LATE not in text_of(message)


async def _answer(person, message, option):
    """Which kind of answer came; None if none did."""
    try:
        if offered := picks_on(message):
            started = person.start_press(offered[option], message)
        else:
            menu = next(one for one in selects(message) if one["custom_id"].startswith("pick:"))
            value = menu["options"][option]["value"]
            started = choose(person.world, person.user, message, menu["custom_id"], [value])
        await person._witness.answered(started, within=2)
    except Failed:
        return None
    return started.answered


HANDS = "SELECT message_id FROM post WHERE kind = 'hand'"


async def begin(bot, *names, computers=0, strength="normal"):
    people = [bot.person(name) for name in names]
    await people[0].command("play", TABLE, game="guildes")
    lobby = people[0].latest(TABLE)
    for person in people[1:]:
        await person.press("Join", lobby)
    if computers:
        screen = people[0].response(await people[0].press("Computers", lobby))
    for _ in range(computers):
        await people[0].press(f"Add: {strength}", screen)
    lobby = await people[0].sees(lambda message: "Start" in labels(message), TABLE)
    await people[0].press("Start", lobby)
    for person in people:
        await person.sees(asked, None)
    return people


async def noted(bot, people):
    """Wait until the bot knows after a kill where hands stand: milliseconds after they do.

    Nobody leaves sooner than that.
    """
    async with asyncio.timeout(10):
        while {hand(p).id for p in people} != {row[0] for row in bot.query(HANDS)}:  # noqa: ASYNC110
            await asyncio.sleep(0)


def in_step(bot, people):
    """Whether board and hands show the same moment of the game."""
    moments = {re.search(r"(selection|laying) \d+ of \d+", text_of(hand(p)))[0] for p in people}
    return len(moments) == 1 and moments.pop() in seen_in(board(bot))


REQUESTS = {
    "the answer to a choice": r"POST /interactions/.*/callback",
    "somebody else's hand": r"PATCH /webhooks/.*/messages/@original",
}


async def see_next(people):
    for person in people:
        await person.sees(unanswered_on, None)


async def test_killed_while_choices_are_answered(bot):
    await bot.start()
    people = await begin(bot, "Ada", "Farah", "Goro")
    for pattern, carried_out in itertools.product(REQUESTS.values(), (True, False)):
        for person in people:
            assert await press(person)
        await see_next(people)
        before = len(bot.moves())
        await bot.die_at(pattern, carried_out=carried_out)
        await asyncio.gather(*map(press, people))
        await bot.dead()
        moves = bot.moves()
        assert 1 <= len(moves) - before <= 3
        await bot.start()
        assert bot.moves() == moves
        assert in_step(bot, people)
        asking = [person for person in people if unanswered_on(hand(person))]
        assert len(asking) in (3, 3 - (len(moves) - before))
        for person in asking:
            assert await press(person)
        await see_next(people)
        assert len(bot.moves()) == len(moves) + len(asking)


async def test_a_press_on_a_hand_left_behind_is_answered_and_no_choice_is_made(bot):
    await bot.start()
    people = await begin(bot, "Ada", "Farah", "Goro")
    left_behind = hand(people[0]).components
    for person in people:
        assert await chosen(person)
    await see_next(people)
    hand(people[0]).components = left_behind
    before = len(bot.moves())
    assert not await chosen(people[0])
    assert TOO_LATE in text_of(hand(people[0]))
    assert len(bot.moves()) == before


async def test_killed_while_everybody_presses(bot):
    await bot.start()
    people = await begin(bot, "Ada", "Farah", computers=2)
    for pause in (0.0, 0.004, 0.02):
        before = len(bot.moves())
        presses = [asyncio.create_task(chosen(person)) for person in people]
        await asyncio.sleep(pause)  # whatever the instant, what is asserted holds
        await bot.dead()
        shown = [person for person, task in zip(people, presses, strict=True) if await task]
        kept = [seat for seat, _ in bot.moves()[before : before + 4]]
        assert {people.index(person) for person in shown} <= set(kept)
        assert len(set(kept)) == len(kept)
        await bot.start()
        assert in_step(bot, people)
        for person in people:
            if unanswered_on(hand(person)):
                assert await press(person)
        for person in people:
            await person.sees(unanswered_on, None)


async def test_killed_in_the_lobby_and_while_the_game_begins(bot):
    await bot.start()
    ada, farah, goro = map(bot.person, ("Ada", "Farah", "Goro"))
    await bot.die_at(REQUESTS["the answer to a choice"], carried_out=True)
    with contextlib.suppress(Failed):
        await ada.command("play", TABLE, game="guildes")
    await bot.dead()
    lobby = ada.latest(TABLE)
    await bot.start()
    await bot.die_at(REQUESTS["the answer to a choice"], carried_out=False)
    started = farah.start_press("Join", lobby)
    await bot.dies()
    assert started.answered is None
    await bot.start()
    lobby = ada.latest(TABLE)
    assert "Farah" in seats_of(lobby)
    await goro.press("Join", lobby)
    await goro.sees("You have a seat", None)
    await bot.die_at("POST /channels/.*/messages", carried_out=False)
    ada.start_press("Start", lobby)
    await bot.dies()
    await bot.start()
    people = [ada, farah, goro]
    assert in_step(bot, people)
    for person in people:
        assert len([m for m in person.messages(None) if asked(m)]) == 1
        assert await press(person)
    assert len(bot.moves()) == 3


async def test_killed_during_start_up_it_starts_again(bot):
    await bot.die_at("PUT /applications/.*/commands", carried_out=True)
    await bot.start(ready=False)
    await bot.dies()
    await bot.start()
    people = await begin(bot, "Ada", "Farah", "Goro")
    assert await press(people[0])
    await bot.dead()
    await bot.die_at("PATCH /channels/", carried_out=True)
    await bot.start(ready=False)
    await bot.dies()
    await bot.start()
    assert in_step(bot, people)
    assert len(bot.moves()) == 1


async def test_stopped_by_the_system_it_ends_cleanly_and_goes_on_later(bot):
    await bot.start()
    people = await begin(bot, "Ada", "Farah", "Goro")
    started = [p.start_press(picks_on(hand(p))[1], hand(p)) for p in people[:2]]
    await asyncio.gather(*map(people[0]._witness.answered, started))
    os.kill(bot.process.pid, signal.SIGTERM)
    assert await bot.dies() == 0
    assert len(bot.moves()) == 2
    await bot.start()
    assert [unanswered_on(hand(person)) for person in people] == [False, False, True]
    assert "Waiting for" in text_of(board(bot))
    page = await people[2].more(hand(people[2]))
    links = [b["url"] for b in buttons(page) if b.get("url")]
    assert links[0].endswith(str(board(bot).id))


def hands_of(person):
    """The person's private messages with a choice to make."""
    return [message for message in person.messages(None) if asked(message)]


@pytest.mark.parametrize(
    ("deadly", "carried_out"),
    list(
        itertools.product(
            (r"POST /interactions/.*/callback", r"DELETE /channels/.*/{hand}"), (True, False)
        )
    ),
)
async def test_killed_while_somebody_leaves(bot, deadly, carried_out):
    await bot.start()
    ada, farah, goro = people = await begin(bot, "Ada", "Farah", "Goro")
    await noted(bot, people)
    screen = farah.response(await farah.press("Leave the game", hand(farah)))
    deadly = deadly.replace("{hand}", str(hand(farah).id))
    await bot.die_at(deadly, carried_out=carried_out)
    farah.start_press("Leave the game", screen)
    await bot.dies()
    await bot.start()
    assert bot.query("SELECT user_id FROM seat WHERE seat = 1") == [(None,)]
    assert hands_of(farah) == []
    assert (farah.id,) not in bot.query("SELECT user_id FROM post")
    assert "Farah** has left the game" in text_of(board(bot))
    for person in (ada, goro):
        assert await press(person)
    await see_next((ada, goro))
    assert len(bot.moves()) == len(people)


@pytest.mark.parametrize(
    ("deadly", "carried_out"),
    list(
        itertools.product(
            (
                r"POST /interactions/.*/callback",
                r"DELETE /channels/.*/{hand}",
                r"POST /channels/{direct}/messages",
            ),
            (True, False),
        )
    ),
)
async def test_killed_in_the_middle_of_a_replacement(bot, deadly, carried_out):
    await bot.start()
    ada, farah, goro = people = await begin(bot, "Ada", "Farah", "Goro")
    chiara = bot.person("Chiara")
    screen = ada.response(await ada.command("replace", TABLE))
    await ada.choose(["Farah"], screen)
    await ada.choose([str(chiara.id)], screen, "holding:1:offer:1")
    question = await farah.sees("would like to offer your seat", None)
    await farah.press("Give up my seat", question)
    offered = await chiara.sees("offers you the seat", TABLE)
    # Nothing but the newcomer's hand: what else is sent meanwhile is no part of it.
    named = {"{hand}": hand(farah).id, "{direct}": chiara.channel(None).id}
    for name, number in named.items():
        deadly = deadly.replace(name, str(number))
    await bot.die_at(deadly, carried_out=carried_out)
    chiara.start_press("Take the seat", offered)
    await bot.dies()
    await bot.start()
    assert bot.query("SELECT user_id FROM seat WHERE seat = 1") == [(chiara.id,)]
    assert bot.query("SELECT 1 FROM offer") == []
    assert hands_of(farah) == []
    assert (farah.id,) not in bot.query("SELECT user_id FROM post")
    assert len(hands_of(chiara)) == 1
    for person in (ada, chiara, goro):
        assert await press(person)
    await see_next((ada, chiara, goro))
    assert len(bot.moves()) == len(people)


DECIDED = {
    "before the answer": (r"POST /interactions/.*/callback", False),
    "after the answer": (r"POST /interactions/.*/callback", True),
    "before another's hand": (r"PATCH /channels/.*/messages/", False),
    "after another's hand": (r"PATCH /channels/.*/messages/", True),
}


async def taking_back(hall):
    """A game in which one word is missing, and the bot has stopped; who gives it, and the log."""
    party, asker, _, (one, other) = await asking(hall, "Ada", "Farah", "Goro")
    await one.press("Agree", party.board)
    await hall.quiet()
    moves, step = await party.moves(), (await party.table()).view(None).step
    await hall.bot.close()
    bot = Killable(hall.discord, str(hall.services.store.path), hall.witness)
    hall.discord.api._inspect = bot.inspect
    await bot.start()
    return bot, party, asker, other, len(moves), step


async def gone_back(bot, party, asker, other, moves, step):
    """The choice is taken back once, everybody sees it, and the game goes on."""
    rewinds = bot.query("SELECT number, picks FROM move WHERE back_to IS NOT NULL")
    assert rewinds == [(moves + 1, "[]")]
    assert bot.query("SELECT 1 FROM takeback") == []
    await asker.sees(asked, None)

    def told() -> bool:
        said = ("takes back their", "takes back their", "You take back your")
        return all(
            f"{who} last choice" in text_of(each) and "Agree" not in labels(each)
            for who, each in zip(
                said, (party.board, party.hand(other), party.hand(asker)), strict=True
            )
        )

    await bot.witness.until(told, "the take-back is told everywhere")
    fresh = party.hand(asker)
    assert all(int(custom_id.split(":")[2]) > step for custom_id in picks_on(fresh))
    assert await press(asker, fresh)
    assert bot.query("SELECT moves FROM session") == [(moves + 2,)]


@pytest.mark.parametrize("when", list(DECIDED))
async def test_killed_between_a_rewind_and_its_messages(tmp_path, when):
    deadly, carried_out = DECIDED[when]
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        bot, party, asker, other, moves, step = await taking_back(hall)
        try:
            await bot.die_at(deadly, carried_out=carried_out)
            other.start_press("Agree", party.board)
            await bot.dies()
            bot.deadly.clear()
            await bot.start()
            await gone_back(bot, party, asker, other, moves, step)
        finally:
            await bot.dead()


@pytest.mark.parametrize("pause", [0.0, 0.004, 0.02])
async def test_killed_between_the_last_vote_and_the_log(tmp_path, pause):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        bot, party, asker, other, moves, step = await taking_back(hall)
        try:
            other.start_press("Agree", party.board)
            await asyncio.sleep(pause)  # whatever the instant, what is asserted holds
            await bot.dead()
            await bot.start()
            if bot.query("SELECT agreed FROM takeback"):
                assert bot.query("SELECT moves FROM session") == [(moves,)]
                await other.press("Agree", party.board)
            await gone_back(bot, party, asker, other, moves, step)
        finally:
            await bot.dead()
