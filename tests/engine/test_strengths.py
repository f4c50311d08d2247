"""What docs/strengths.md says of computers' strength is what the tournament has found."""

from __future__ import annotations

import pytest

from engine import games
from engine.bots import STRENGTHS
from engine.tools.tournament import Result, ratings
from tests.engine.strengths import DOCUMENT, records, table, written


def test_the_document_has_the_tournaments_table() -> None:
    document = DOCUMENT.read_text("utf-8")
    assert table(records()) in document
    assert written(document, records()) == document


@pytest.mark.parametrize("record", records(), ids=lambda one: f"{one['game']}-{one['seats']}")
def test_what_is_kept_is_whole_and_follows_from_its_games(record) -> None:
    game = games[record["game"]]
    assert record["seats"] in game.seats
    game.Options.model_validate(record["options"])
    results = [
        Result(
            *(match[part] for part in ("challenger", "other", "games", "won", "chance", "paired"))
        )
        for match in record["matches"]
    ]
    for match, result in zip(record["matches"], results, strict=True):
        assert match["share"] == pytest.approx(result.share, abs=1e-3)
        assert match["interval"] == pytest.approx(list(result.interval), abs=1e-3)
    rated = ratings(STRENGTHS, results)
    assert [one["strength"] for one in record["ratings"]] == list(STRENGTHS)
    assert [one["points"] for one in record["ratings"]] == [
        pytest.approx(one.points, abs=1) for one in rated
    ]


def test_every_game_has_a_table() -> None:
    assert {record["game"] for record in records()} == set(games)


def test_a_line_says_who_won_how_often_of_how_many() -> None:
    def match(challenger: str, share: float, *, paired: bool = False) -> dict:
        return {
            "challenger": challenger,
            "other": "",
            "games": 200,
            "won": 200 * share,
            "chance": 0.5 if paired else 0.25,
            "paired": paired,
            "share": share,
            "interval": [share - 0.1, share + 0.1],
        }

    record = {
        "game": "majority",
        "seats": 4,
        "options": {"first_edition_spy": True},
        "thinking": {"seconds": 1.0},
        "matches": [match("normal", 0.7, paired=True), match("normal", 0.3)],
        "ratings": [{"points": 1000}, {"points": 1147}],
    }
    expected = "| The Majority, first_edition_spy true | 4, pairs"
    expected += " | 70 % (60 to 80; 200 games) |  | 50 % | 1000, 1147 | 1 s |\n"
    assert table([record]).endswith(expected)
