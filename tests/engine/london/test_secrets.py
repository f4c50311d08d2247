"""Who sees what (London, last section of the rules)."""

from __future__ import annotations

from engine.london.table.state import State
from engine.london.telling import note
from engine.text import Seat
from tests.engine.london.builders import (
    GAME,
    TOWN,
    activate,
    effect,
    place,
    play,
    question,
    scene,
    told,
    turns,
)

OTHERS = (1, 2, None)


def both(state: State) -> tuple[object, object]:
    """Two worlds that seat 1 can't tell apart."""
    view = GAME.view(state, 1)
    return GAME.sample(view, 1), GAME.sample(view, 2)


def test_a_hand_is_seen_by_its_owner_and_counted_by_all() -> None:
    state = turns(scene(tiles=TOWN, hands=["11 31", "42", "41"]))
    assert GAME.view(state, 0).hand == (11, 31)
    for viewer in OTHERS:
        assert GAME.view(state, viewer).players[0].hand == 2
    assert GAME.view(state, None).hand == ()


def test_mayors_cards_are_the_owners_until_the_end() -> None:
    state = turns(scene(tiles=TOWN))
    state.mayors[0] = [3, 7]
    assert GAME.view(state, 0).mayors == ("m04", "m08")
    for viewer in OTHERS:
        view = GAME.view(state, viewer)
        assert (view.players[0].mayors, view.players[0].revealed) == (2, ())
        assert "m04" not in view.mayors


def test_a_card_drawn_is_told_to_the_drawer_alone() -> None:
    state = turns(scene(tiles=TOWN, hands=["11 31"]))
    events = told(state, "end")
    drawn = [event for event in events if event.text.key == "london.told.drew"]
    assert [event.seat for event in drawn] == [0]
    open_ = [event.text for event in events if event.seat is None]
    assert any(text.key == "london.told.draws" and text.args["n"] == 4 for text in open_)
    heard = [event.text.key for event in events if event.heard_by(0)]
    assert "london.told.draws" not in heard


def test_cards_played_paid_and_discarded_are_seen_by_all() -> None:
    state = turns(scene(tiles=TOWN, hands=["32 31 33", "41 42"]))
    state = play(state, "card:32.effect", "card:31")
    view = GAME.view(state, None)
    assert [(play_.code, play_.way) for play_ in view.played] == [(32, "effect")]
    assert view.spent == (31,)
    assert GAME.view(play(state, "end"), None).discard == (32, 31)


def test_mayors_cards_looked_at_are_seen_by_who_looks() -> None:
    state = effect({"do": "mayor", "draw": 3, "keep": 1})
    assert GAME.view(state, 0).looked == ("m01", "m02", "m03")
    for viewer in OTHERS:
        assert GAME.view(state, viewer).looked == ()
        assert GAME.view(state, viewer).looking == 3


def test_only_who_put_cards_under_the_deck_knows_them_and_their_order() -> None:
    state = effect({"do": "mayor", "draw": 3, "keep": 1})
    state = play(state, "order:2.3.1")
    known = GAME.view(state, 0).known_mayors
    assert known[-2:] == ("m03", "m01")
    assert set(known[:-2]) == {None}
    for viewer in OTHERS:
        assert GAME.view(state, viewer).known_mayors == ()


def test_worlds_differ_in_hands_decks_stack_and_markers_to_come() -> None:
    state = turns(scene(tiles=TOWN, hands=["11 31", "42 41", "16 21 22"]))
    one, two = both(state)
    for hidden in ("hands", "deck", "mayor_deck", "stack", "unplaced"):
        assert getattr(one, hidden) != getattr(two, hidden)
    assert one.hands[1] == two.hands[1] == state.hands[1]


def test_a_summary_of_the_turn_stands_before_its_end() -> None:
    state = effect({"do": "recruit", "n": 2}, {"do": "draw", "when": "end"})
    view = GAME.view(state, 0)
    assert [text.key.removeprefix("london.told.") for text in view.story] == [
        "turn",
        "plays_effect",
        "recruits",
    ]
    assert view.to_draw == 3


def test_nothing_is_left_to_draw_once_the_end_of_the_turn_has_drawn() -> None:
    state = turns(scene(tiles=TOWN, hands=["11 12 13 14 15 16 21", "31 32"]))
    assert GAME.view(state, 0).to_draw == 4
    state = play(state, "end")
    assert question(state) == "excess"
    assert [GAME.view(state, viewer).to_draw for viewer in (0, 1, None)] == [0, 0, 0]
    state = play(state, ["card:11", "card:12", "card:13", "card:14"])
    assert GAME.view(state, 1).to_draw == 4


def test_the_activation_is_told_step_by_step_in_one_chapter() -> None:
    state = scene(tiles={"C2": "haberdashers"}, pawns={"C2": [3, 1, 0]}, neutrals=[0, 0, 1])
    state = activate(state)
    state = play(state, "none", ["part:0", "part:1"])
    assert [text.key.removeprefix("london.told.") for text in GAME.view(state, None).story] == [
        "activation",
        "activates",
        "wins",
        "gains",
        "neutral",
        "second",
    ]


def test_turns_an_activation_and_a_growth_are_told_on_and_on() -> None:
    state = turns(scene(tiles=TOWN, hands=["31", "31", "31"], round_=6))
    events = told(state, "end", "end", "end")
    phases = ("london.told.turn", "london.told.activation", "london.told.growth")
    assert not any(event.chapter for event in events)
    assert [event.text.key for event in events if event.text.key in phases] == [
        "london.told.turn",
        "london.told.turn",
        "london.told.activation",
        "london.told.growth",
        "london.told.turn",
    ]


def test_a_turn_is_told_to_the_others_as_a_whole_before_what_its_end_draws() -> None:
    state = turns(scene(tiles={"C2": "haberdashers", "D2": "masons"}, hands=["31 32 41 42"]))
    events = told(state, "card:31.d2", "card:32.d2", "card:41.recruit", "end")
    keys = [event.text.key for event in events]
    (whole,) = [event for event in events if event.by == 0]
    assert keys.index(whole.text.key) < keys.index("london.told.draws")
    moved, recruited = whole.text.args["deeds"]
    assert (moved.key, moved.args) == ("london.film.moves", {"n": 2, "target": "D2"})
    assert (recruited.key, recruited.args["n"]) == ("london.film.recruits", 1)
    assert all(event.small for event in events if event is not whole)


def test_a_turn_that_was_undone_is_no_part_of_what_is_told_as_a_whole() -> None:
    state = turns(scene(tiles={"C2": "haberdashers", "D2": "masons"}, hands=["31 32 41 42"]))
    events = told(state, "card:31.d2", "undo", "end")
    (whole,) = [event.text for event in events if event.by == 0]
    assert whole.key == "london.film.waits"


def test_who_wins_a_tile_and_who_is_second_are_news_what_it_brings_is_small() -> None:
    state = scene(tiles={"C2": "haberdashers"}, pawns={"C2": [3, 1, 0]}, neutrals=[0, 0, 1])
    state = activate(state)
    (wins,) = [event for event in told(state, "none") if not event.small]
    assert (wins.text.key, wins.text.args["player"]) == ("london.told.wins", Seat(0))
    state = play(state, "none")
    _, events = GAME.play(state, 0, ["part:0", "part:1"])
    keys = {event.text.key.removeprefix("london.told."): event.small for event in events}
    assert keys["gains"]
    assert not keys["second_to"]


def test_of_a_beadle_sent_twice_the_turn_as_a_whole_tells_where_it_stands() -> None:
    state = turns(scene(tiles={"C2": "haberdashers", "D2": "masons"}, hands=["31 41"]))
    note(state, "moves_beadle", 0, place("C2"))
    note(state, "moves_beadle", 0, place("D2"))
    (whole,) = [event.text for event in told(state, "end") if event.by == 0]
    (beadle,) = whole.args["deeds"]
    assert beadle.args["target"] == "D2"


def test_a_turn_too_long_to_tell_as_a_whole_says_that_there_is_more() -> None:
    state = turns(scene(tiles={"C2": "haberdashers", "D2": "masons"}, hands=["31 41"]))
    for what in ("gains", "recruits", "neutral", "draws"):
        note(state, what, 0, 2)
    assert [event.text.key for event in told(state, "end") if event.by == 0] == ["london.film.turn"]
    note(state, "posts", 0, place("C2"))
    (whole,) = [event.text for event in told(state, "end") if event.by == 0]
    assert (whole.key, len(whole.args["deeds"])) == ("london.film.turn_on", 4)
