"""News in few words: who has won which tile, then what the others' turns did."""

from __future__ import annotations

from collections.abc import Sequence

from bot.languages import Languages
from bot.screens.parts import text_lines
from bot.screens.play.history import briefly
from engine.london.telling import phrase
from engine.text import Seat, Text, text
from tests.engine.london.builders import GAME, activate, grow, place, scene

WORDS = Languages.load().words("en", ["Ada", "Ben", "Cleo", "Dora"])
TOWN = {"C2": "haberdashers", "D2": "masons", "E2": "drapers", "C4": "weavers"}
NOTHING = {"london.told.turn", "london.told.drew", "london.told.draws", "london.told.activation"}


def turn(seat: int, *deeds: tuple[str, int, str]) -> Text:
    """A whole turn of these deeds: a kind, a number, where to."""
    said = tuple(text(f"london.film.{what}", n=n, target=at) for what, n, at in deeds)
    return text("london.film.turn", player=Seat(seat), deeds=said)


def town():
    return scene(4, tiles=TOWN)


def wins(seat: int, name: str) -> Text:
    return phrase(town(), ("wins", (seat, place(name))))


def second(seat: int, other: int, name: str) -> Text:
    tile = wins(seat, name).args["place"]
    return text("london.told.second_to", player=Seat(seat), other=Seat(other), place=tile)


def read(said: Sequence[Text], viewer: int | None = 0, lines: int = 2) -> str:
    """What news of so many lines say."""
    (line,) = briefly(said, [], viewer, WORDS, 4, lines, GAME.in_brief)
    assert text_lines(line) <= lines
    return line.removeprefix("-# ")


LONG = turn(1, ("moves", 3, "C4"), ("also", 1, "D2"), ("ships", 2, ""), ("recruits", 4, ""))
SHORT = turn(2, ("moves", 2, "E2"), ("gains", 2, ""))


def test_what_has_room_is_told_as_it_was() -> None:
    assert read([wins(1, "C2"), SHORT]) == (
        "Ben wins Haberdashers (C2). Cleo places 2 → E2 and gains 2 VP."
    )


def test_every_tile_that_was_won_is_told_before_whole_turns() -> None:
    said = [LONG, wins(1, "C2"), second(2, 1, "C2"), wins(0, "D2"), wins(1, "E2"), SHORT, LONG]
    assert read(said).startswith("Tiles won: you D2 and Ben C2 E2. ")
    assert "Cleo 2 → E2" in read(said)
    assert read(said, lines=1) == "Tiles won: you D2 and Ben C2 E2."


def test_a_turn_that_led_to_the_votes_is_told_after_them_as_one_before() -> None:
    said = [LONG, SHORT, wins(1, "C2"), wins(2, "E2")]
    assert read(said) == (
        "Tiles won: Ben C2 and Cleo E2. Before: Ben 3 → C4 and 1 → D2; Cleo 2 → E2 and gains 2 VP."
    )


def test_every_whole_turn_is_told_by_what_weighs_most_where_there_is_no_room_for_all() -> None:
    said = read([LONG, turn(3, ("moves", 2, "E2"), ("also", 1, "C4"), ("also", 1, "D2")), LONG])
    assert said == (
        "Ben 3 → C4 and 1 → D2, etc. Dora 2 → E2 and 1 → C4, etc. Ben 3 → C4 and 1 → D2, etc."
    )


def test_a_vote_that_nobody_won_is_news() -> None:
    undecided = phrase(town(), ("undecided", (place("D2"),)))
    assert read([LONG, wins(1, "C2"), undecided, LONG]).startswith(
        "Tiles won: Ben C2. Unresolved: D2. Ben 3 → C4"
    )


def test_who_is_second_is_told_with_who_is_first() -> None:
    state = activate(scene(tiles={"C2": "haberdashers"}, pawns={"C2": [3, 1, 0]}))
    _, events = GAME.play(state, 0, ["part:0", "part:1"])
    news = [event.text for event in events if not event.small and event.heard_by(2)]
    assert read(news, 2).startswith("Ben is second to Ada on Haberdashers (C2).")
    assert read(news, 1).startswith("You are second to Ada on Haberdashers (C2).")
    assert read(news, 0).startswith("Ben is second to you on Haberdashers (C2).")


def test_a_growth_is_told_by_what_it_brings_and_how_many_tiles() -> None:
    state = scene(tiles=TOWN, pawns={"plantation": [2, 1, 0]}, hands=["31", "31", "31"], round_=6)
    state.side = 0
    state.told = []
    grow(state)
    news = [event.text for event in state.told if event.heard_by(2) and not event.small]
    assert read([LONG, *news, LONG], 2).startswith("Plantation: Ada 5 VP and Ben 2 VP. Ben 3 → C4")
    assert read(news, 0, 3).startswith("Plantation: you 5 VP and Ben 2 VP. 5 new tiles.")


def test_where_a_vote_has_sent_the_beadle_is_told_unless_somebody_sent_it_on() -> None:
    goes = phrase(town(), ("beadle", (place("D2"),)))
    assert read([LONG, wins(1, "C2"), goes]).endswith("The beadle is on D2.")
    sent = turn(2, ("moves", 1, "E2"), ("beadle", 1, "E2"))
    assert "D2" not in read([wins(1, "C2"), wins(2, "C4"), goes, sent, sent, sent])


def test_who_came_or_left_keeps_its_place_beside_all_that_is_cut() -> None:
    left = text("told.left", before="Zoe", name="Zoe")
    assert "Zoe" in read([left, LONG, LONG, wins(1, "C2"), LONG, LONG, LONG])
