"""Whole games of every kind through simcord, every request checked against Discord's description.

What simcord can't show (dead tokens, rate limits, languages, races) stands in tests/whole.
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import simcord
from simcord.http import router

from bot.delivery.calling.edits import edited
from bot.running.client import Guildhall
from bot.running.services import Services
from bot.screens.screen import Screen
from bot.store.sqlite.store import SqliteStore
from engine import games
from tests.local.clock import ManualClock
from tests.openapi.validation import validate
from tests.tiers import by_turns, some
from tests.whole.house import LANGUAGES, SKETCHES, UNPACED, at_once, drawing_here

CHOICES = ("pick:",)
TABLES = [pair for game in games.values() for pair in by_turns([game.name], game.seats)]


@dataclass
class Channel:
    """One channel of a simulated Discord, with the people of one game."""

    env: Any
    bot: Guildhall
    channel: Any
    people: list[Any]

    @property
    def board(self) -> Any:
        return self.channel.last_message

    async def quiet(self) -> None:
        """Let computers choose and messages follow."""
        for _ in range(2):
            await self.bot.services.computers.settled()
            await self.bot.services.delivery.settled()
        await self.env.settle()

    async def add_computers(self, host: Any, number: int) -> None:
        """Have somebody seated seat so many computers."""
        pressed = await host.click(self.board, label="Computers")
        (screen,) = pressed.followups or [pressed.response]
        for _ in range(number):
            await host.click(screen, label="Add: normal")
        await self.quiet()

    def hand(self, person: Any) -> Any:
        return person.user.dm_channel.last_message

    async def answer(self, person: Any) -> bool:
        """Answer what a person's hand asks, in the first way it can be; False if nothing is."""
        hand = self.hand(person)
        asked = [part for part in parts(hand) if str(part.get("custom_id")).startswith(CHOICES)]
        if not asked:
            return False
        first = asked[0]
        if first["type"] == BUTTON:
            await person.user.click(hand, custom_id=first["custom_id"])
        else:
            values = [option["value"] for option in first["options"]]
            most = max(1, first.get("min_values", 1))
            await person.user.select(hand, values[:most], custom_id=first["custom_id"])
        return True


BUTTON = 2


def parts(message: Any) -> list[dict[str, Any]]:
    """Every component of a message, in reading order."""
    found = []
    waiting = [component.to_dict() for component in message.components]
    while waiting:
        part = waiting.pop(0)
        found.append(part)
        beside = [part["accessory"]] if "accessory" in part else []
        waiting = [*part.get("components", []), *beside, *waiting]
    return found


@pytest.fixture(autouse=True)
def within_simcord(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its clock stands still between presses, so nothing may wait for it; it takes answers from
    discord.py alone; and it doesn't know "@original" as discord.py writes it for a webhook
    ("%40original"), so edits are the bot's."""
    still = (
        "kept.boards.FREE_FOR",
        "kept.boards.COSTLY_FOR",
        "kept.hands.GATHERED_FOR",
        "kept.hands.GO_ON_FOR",
        "known.noted.PAUSE",
    )
    for constant in still:
        monkeypatch.setattr(f"bot.delivery.{constant}", 0)
    monkeypatch.setattr("bot.delivery.calling.answers.edit_at_once", _edit)
    monkeypatch.setattr("bot.delivery.known.noted.Tokens.live", _no_token)


async def _edit(response: Any, screen: Screen) -> None:
    """Answer with an edit."""
    await response.edit_message(**edited(screen))


def _no_token(*_: object) -> None:
    """No press's right lives on."""


@pytest.fixture
def uploads(monkeypatch: pytest.MonkeyPatch) -> list[dict[int, str]]:
    """The names of what each request uploads, by number: simcord's own list leaves them out."""
    seen: list[dict[int, str]] = []
    dispatch = router.dispatch

    def recorded(*args: Any, files: list[Any] | None = None, **rest: Any) -> Any:
        seen.append({number: file.filename for number, file in enumerate(files or [])})
        return dispatch(*args, files=files, **rest)

    monkeypatch.setattr(router, "dispatch", recorded)
    return seen


@contextlib.asynccontextmanager
async def table(
    database: Path, uploads: list[dict[int, str]], seed: int, *names: str
) -> AsyncIterator[Channel]:
    """A bot in a guild with these people; fails if it asked Discord for anything amiss, or if a
    press was not answered."""
    bot = Guildhall()
    bot.services = Services(
        bot,
        await SqliteStore.open(database),
        LANGUAGES,
        seed=lambda: seed,
        pause=at_once,
        rates=UNPACED,
        clock=ManualClock(time.time()),
        drawing=drawing_here(SKETCHES),
    )
    async with simcord.run(bot, shard_count=1, settle_timeout=20) as env:
        guild = env.create_guild()
        people = [guild.add_member(env.create_user(name)) for name in names]
        yield Channel(env, bot, guild.create_text_channel("table"), people)
        for request, files in zip(env.http_requests, uploads, strict=True):
            validate(request.method, request.path, request.json, files)
        (presses,) = bot.services.metrics.presses.collect()
        assert {sample.labels["outcome"] for sample in presses.samples} == {"done"}


async def begin(at: Channel, game: str, seats: int) -> None:
    """Seat everybody, fill the table with computers, start."""
    host, *others = at.people
    await host.slash(at.channel, "play", game=game)
    for person in others:
        await person.click(at.board, label="Join")
    await at.add_computers(host, seats - len(at.people))
    await host.click(at.board, label="Start")
    await at.quiet()


@pytest.mark.parametrize(("game", "seats"), TABLES)
async def test_a_game_goes_from_play_to_the_result(
    tmp_path: Path, uploads: list[dict[int, str]], game: str, seats: int
) -> None:
    names = ("ana", "bo") if game != "london" else ("ana",)
    async with table(tmp_path / "guildhall.sqlite3", uploads, seats, *names) as at:
        await begin(at, game, seats)
        while any([await at.answer(person) for person in at.people]):
            await at.quiet()
        session = await at.bot.services.sessions.table(1)
        assert session.record.status == "over"
        assert any(part.get("label") == "Play again" for part in parts(at.board))


@pytest.mark.parametrize("seed", some(range(4), 0))
async def test_guildes_with_both_variants_goes_to_its_end(
    tmp_path: Path, uploads: list[dict[int, str]], seed: int
) -> None:
    async with table(tmp_path / "guildhall.sqlite3", uploads, seed, "ana") as at:
        (ana,) = at.people
        await ana.slash(at.channel, "play", game="guildes")
        for option in ("events", "tricks"):
            await at.bot.services.lobbies.set_option(1, ana.id, option, "true")
        await at.add_computers(ana, 3)
        await ana.click(at.board, label="Start")
        await at.quiet()
        while await at.answer(ana):
            await at.quiet()
        assert (await at.bot.services.sessions.table(1)).record.status == "over"
