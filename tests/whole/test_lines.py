"""How many lines of text a hand and a board have on a phone, through whole games."""

from __future__ import annotations

import re

import pytest

from bot.local.rules.components import walk
from engine.parts.rng import Rng
from tests.tiers import by_turns
from tests.whole.house import house
from tests.whole.test_learning import end, learn, lesson_of

SMALL, HEADING, USUAL = 47, 42, 40
"""Letters of a line at 390 px."""
MOST = 6
CHOICES = 40
NAMES = {"en": "Ada", "fr": "Benoît"}
GAMES = ("guildes", "majority", "corrompue", "london")


def lines(message) -> int:
    """Those of the message itself: what stands beside a button is a part of the choice."""
    beside = {
        id(part)
        for section in walk(message.components)
        if section["type"] == 9
        for part in section["components"]
    }
    said = [
        line
        for part in walk(message.components)
        if part["type"] == 10 and id(part) not in beside
        for line in part["content"].replace("**", "").splitlines()
    ]
    return sum(map(_on_a_phone, filter(None, said)))


def _on_a_phone(line: str) -> int:
    shown = re.sub(r"<t:\d+:R>", "in 24 hours", re.sub(r"<[@#]\d+>", "great-table", line))
    letters = len(shown.removeprefix("-# ").removeprefix("### "))
    sizes = {"-# ": SMALL, "###": HEADING}
    return -(-letters // sizes.get(line[:3], USUAL))


@pytest.mark.parametrize(("game", "language"), by_turns(GAMES, list(NAMES)))
async def test_a_hand_and_a_board_have_six_lines_at_most(tmp_path, game, language):
    """In a first game, with its lines of help."""
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        name = NAMES[language]
        party = await hall.game(name, computers=2, game=game)
        person = party.host
        rng = Rng(5)
        for _ in range(CHOICES):
            if not await party.awaited():
                break
            counted = {"hand": lines(party.hand(person)), "board": lines(party.board)}
            assert max(counted.values()) <= MOST, counted
            await party.play_on(rng.choice)


@pytest.mark.parametrize(("game", "language"), by_turns(GAMES, list(NAMES)))
async def test_a_lessons_end_has_six_lines_at_most(tmp_path, game, language):
    """In the hand and on the board; all else that is to be said stands behind a button."""
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        learner, board = await learn(hall, NAMES[language], game=game)
        party = await lesson_of(hall, learner)
        await end(party)
        counted = {"hand": lines(party.hand(learner)), "board": lines(board)}
        assert max(counted.values()) <= MOST, counted
