"""What a player of Guilds of London may ask about."""

from __future__ import annotations

import pytest

from engine.london.prompts import options
from engine.london.topics import of_player
from engine.text import text
from tests.engine.london.builders import GAME, TOWN, place, scene, turns


@pytest.mark.parametrize("term", ["edge", "group", "row"])
def test_what_mayors_cards_count_is_explained(term: str) -> None:
    """ "Masters on the edge of the city", "in your largest group", "in one row"."""
    view = GAME.view(turns(scene(tiles=TOWN)), 0)
    (topic,) = [topic for topic in GAME.topics(view) if topic.id == term]
    assert topic.title.key == f"london.topic.{term}"
    assert [body.key for body in topic.body] == [f"london.topic.{term}.rule"]


def test_what_a_player_has_is_a_line_a_tile_and_a_line_a_marker() -> None:
    tiles = TOWN | {"C3": "drapers"}
    state = scene(tiles=tiles, pawns={"C3": [2]}, masters={"C2": 0, "D2": 0})
    state.prizes[0] = [state.box.marker_number[marker] for marker in ("s3", "s9", "s3")]
    view = GAME.view(turns(state), 0)
    (topic,) = [topic for topic in GAME.topics(view) if topic.id == "player:0"]
    lines = topic.body[len(list(of_player(view, 0))) :]
    kept, three, neutral, present, drapers, controlled, weavers, smiths = lines
    titles = ["kept", "present", "controlled"]
    assert [kept.key, present.key, controlled.key] == [f"london.topic.{one}" for one in titles]
    for line in (three, neutral, drapers, weavers, smiths):
        assert line.key == "london.topic.line"
    markers = view.printed.markers
    assert three.args["thing"] == text("london.pick.copies", card=markers["s3"].text, n=2)
    assert neutral.args["thing"] == text("london.pick.copies", card=markers["s9"].text, n=1)
    assert drapers.args["thing"].args["count"] == 2
    assert weavers.args["thing"].args["cell"] == "C2"
    assert smiths.args["thing"].args["cell"] == "D2"


def test_where_the_beadle_goes_next_is_named() -> None:
    """Weavers (1) has a master, the beadle stands on Goldsmiths (3): Drapers (8) come before Cooks
    (24). Where no other guild is left, nothing is named."""
    tiles = {"C2": "weavers", "D2": "goldsmiths", "E1": "drapers", "E3": "cooks"}
    said = []
    for masters in ({"C2": 0}, {"C2": 0, "E1": 1, "E3": 1}):
        state = scene(tiles=tiles, masters=masters)
        state.beadle = place("D2")
        view = GAME.view(turns(state), 0)
        said.append({topic.id: topic.body for topic in GAME.topics(view)}["beadle"])
    (rule, following), alone = said
    assert alone == (rule,)
    assert following.args["place"].args["cell"] == "E1"


def test_a_card_that_counts_guilds_1_to_12_says_where_these_are() -> None:
    """Of these tiles Weavers (1), Goldsmiths (3) and Drapers (8) are among them, Cooks aren't."""
    tiles = {"C2": "weavers", "D2": "goldsmiths", "E1": "drapers", "E3": "cooks"}
    state = scene(tiles=tiles, masters={"D2": 1})
    mayors = state.box.components.mayors
    charters, other = (
        next(at for at, one in enumerate(mayors) if one.id == id_) for id_ in ("m06", "m07")
    )
    state.mayors[0] = [charters, other]
    view = GAME.view(turns(state), 0)
    said = {topic.id: topic.body for topic in GAME.topics(view)}
    (worth,) = said["mayor:m06"]
    assert worth.args["cells"] == "E1, C2, D2"
    assert "cells" not in said["mayor:m07"][0].args
    asked, not_so = options.mayors(state, [charters, other])
    assert (asked.detail, not_so.detail) == (worth, *said["mayor:m07"])
