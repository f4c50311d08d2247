"""The box: 110 cards, six events, nine tricks, each number with its source."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest
from pydantic import ValidationError

from engine.guildes.components import BOX, MILICE, RANKS, Components, copies

VALUES = {
    "pecheurs": (5, 3),
    "paysans": (6, 3, 1),
    "artisans": (7, 4, 1),
    "erudits": (8, 4, 2),
    "marchands": (9, 4, 2),
    "bourgeois": (10, 5),
    "chevaliers": (11, 5, 3),
    "nobles": (12, 6, 3),
    "pretres": (13, 6, 4),
    "alchimistes": (14, 7, 4, 2),
    "milice": (3,),
}
ARROWS = {
    "one_card_less": "left",
    "ties_ignored": "right",
    "in_turn": "left",
    "redistribution": "right",
    "one_or_two": "left",
    "face_down": "right",
}


def box() -> dict[str, Any]:
    """The data file as it is."""
    return tomllib.loads(files("engine.guildes").joinpath("components.toml").read_text("utf-8"))


def test_the_guilds_have_the_values_of_the_table() -> None:
    assert {guild.id: RANKS[number] for number, guild in enumerate(BOX.guilds)} == VALUES


def test_the_first_value_is_the_number_of_copies_and_there_are_110_cards() -> None:
    assert [guild.copies for guild in BOX.guilds] == [*range(5, 15), 15]
    assert sum(guild.copies for guild in BOX.guilds) == 110


def test_values_of_the_rules_are_marked_as_the_publishers() -> None:
    sources = {guild.id: [rank.source for rank in guild.votes] for guild in BOX.guilds}
    assert sources["artisans"] == sources["chevaliers"] == ["publisher"] * 3
    assert sources["erudits"] == ["publisher", "stand-in", "stand-in"]
    assert sources["milice"] == ["publisher"]
    assert sources["alchimistes"] == ["stand-in"] * 4


def test_arrows_and_letters() -> None:
    assert {event.id: event.arrow for event in BOX.events} == ARROWS
    assert [(trick.letter, trick.id) for trick in BOX.tricks] == [
        ("A", "protection"),
        ("B", "exchange"),
        ("C", "sacrifice"),
        ("D", "salvage"),
        ("E", "second_thoughts"),
        ("F", "mark_chevaliers"),
        ("G", "mark_nobles"),
        ("H", "mark_pretres"),
        ("I", "mark_alchimistes"),
    ]


def test_three_players_play_without_alchimistes_and_three_milice() -> None:
    assert copies(3) == (5, 6, 7, 8, 9, 10, 11, 12, 13, 0, 12)
    assert copies(4) == copies(5) == copies(6) == (*range(5, 15), 15)


@pytest.mark.parametrize(
    ("part", "number", "change", "complaint"),
    [
        ("guilds", 2, {"copies": 8}, "also the number of copies"),
        ("guilds", MILICE, {"copies": 16}, "110 cards"),
        ("guilds", 0, {"id": "artisans"}, "eleven guilds"),
        ("guilds", 1, {"votes": [{"value": 6, "source": "stand-in"}]}, "two to four ranks"),
        ("guilds", 1, {"per_card": True}, "one number of votes per card"),
        ("dealings", 1, {"laid": 8}, "cards to lay"),
        ("dealings", 1, {"dealt": 10}, "not enough cards"),
        # Of three players' 97 cards 99 can't be dealt: the thirteen that are removed count.
        ("dealings", 0, {"dealt": 11}, "not enough cards"),
        ("dealings", 0, {"removed": {"milice": 16}}, "more cards removed"),
        ("events", 0, {"id": "face_down"}, "six events"),
        ("tricks", 0, {"letter": "B"}, "letter order"),
        ("tricks", 8, {"guild": "dragons"}, "isn't there"),
        ("events", 0, {"arrow": "up"}, "arrow"),
        ("events", 0, {"source": "a friend"}, "source"),
    ],
)
def test_a_box_that_does_not_add_up_is_refused(
    part: str, number: int, change: dict[str, Any], complaint: str
) -> None:
    broken = box()
    broken[part][number] |= change
    with pytest.raises(ValidationError, match=complaint):
        Components.model_validate(broken)
