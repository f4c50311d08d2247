"""A play for BG Stats: what the app wants to know, of a game that has ended."""

from __future__ import annotations

import json
from dataclasses import replace
from urllib.parse import parse_qs, urlsplit

import pytest

from bot.languages import Languages
from bot.screens.parts import LONGEST_TEXT
from bot.screens.replay import for_bg_stats
from bot.sessions.over.replays import bg_stats_address, bg_stats_play
from bot.testing.names import LONGEST_NAMES
from tests.bot.sessions.house import ADA, BEN, CLEO, DORA, rooms

WORDS = Languages.load()


def spoken(record):
    return WORDS.words("en", [seat.name for seat in record.seats])


async def over(house, *people, game):
    table = await house.game(*people, game=game)
    while table.record.status == "playing":
        table = await house.play(table.record.id, 1)
    return table


async def test_a_play_names_everybody_with_place_and_score(tmp_path):
    async with rooms(tmp_path) as house:
        table = await over(house, ADA, BEN, CLEO, game="guildes")
        written = json.loads(bg_stats_play(table, spoken(table.record)))
        outcome = table.game.outcome(table.state)
        assert written["sourceName"] == "Guildhall"
        assert written["sourcePlayId"] == f"1-{table.record.id}"
        assert written["game"]["name"] == "Guildes"
        assert [player["name"] for player in written["players"]] == ["Ada", "Ben", "Cleo"]
        for seat, player in enumerate(written["players"]):
            assert player["score"] == outcome.scores[seat]
            assert player["winner"] == (seat in outcome.places[0]) == (player["rank"] == 1)


async def test_the_date_is_that_of_the_end_in_utc(tmp_path):
    async with rooms(tmp_path) as house:
        table = await over(house, ADA, BEN, CLEO, game="guildes")
        ended = replace(table, record=replace(table.record, updated_at=1_750_000_000.0))
        written = json.loads(bg_stats_play(ended, spoken(table.record)))
        assert written["playDate"] == "2025-06-15 15:06:40"


async def test_partners_are_one_team(tmp_path):
    async with rooms(tmp_path) as house:
        table = await over(house, ADA, BEN, CLEO, DORA, game="majority")
        players = json.loads(bg_stats_play(table, spoken(table.record)))["players"]
        assert [player["team"] for player in players] == ["1", "2", "1", "2"]


async def test_a_running_game_is_no_play(tmp_path):
    async with rooms(tmp_path) as house:
        table = await house.game(ADA, BEN, CLEO)
        with pytest.raises(ValueError, match="isn't over"):
            bg_stats_play(table, spoken(table.record))


def test_the_address_carries_the_play():
    query = parse_qs(urlsplit(bg_stats_address(b'{"name": "A & B (#1)"}')).query)
    assert query == {"data": ['{"name": "A & B (#1)"}']}


def test_no_name_ends_the_block_that_is_copied():
    screen = for_bg_stats(json.dumps({"name": "a```b"}).encode(), WORDS.words("en"))
    block = screen.frame["components"][-1]["content"]
    assert block.count("```") == 2
    assert json.loads(block.removeprefix("```json\n").removesuffix("\n```")) == {"name": "a```b"}


def test_the_message_is_never_too_long():
    players = [{"name": name, "sourcePlayerId": "1" * 19, "score": 99} for name in LONGEST_NAMES]
    for number in (1, 3):
        screen = for_bg_stats(json.dumps(players * number).encode(), WORDS.words("fr"))
        assert sum(len(part["content"]) for part in screen.frame["components"]) <= LONGEST_TEXT
