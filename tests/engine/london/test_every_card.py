"""Every card and every reward, played where all of it is possible and where nothing is."""

from __future__ import annotations

import pytest

from engine.london.numbers.asks import EFFECT, Phase
from engine.london.table.state import State
from tests.engine.london.builders import (
    GAME,
    activate,
    box_with_card,
    choices,
    place,
    play,
    scene,
    turns,
)
from tests.engine.london.test_invariants import check

BOX = GAME.box
CODES = [kind.code for kind in BOX.kinds]
TILES = [tile.id for tile in BOX.tiles]
RICH = {"B2": "weavers", "C2": "blacksmiths", "D2": "dyers", "B3": "butchers", "E3": "church"}
MASTERS = {"C1": 0, "D1": 0, "E1": 0, "F1": 0, "G1": 0}
OWNED = {
    "C1": "skinners",
    "D1": "fishmongers",
    "E1": "masons",
    "F1": "curriers",
    "G1": "goldsmiths",
}
"""A master of seat 0 on a tile of each colour."""


DEEDS = {
    "vp": "gains", "recruit": "recruits", "post": "posts", "move": "moves", "plantation": "ships",
    "draw": "draws", "neutral": "neutral", "mayor": "keeps", "beadle": "moves_beadle",
    "trade": "trades", "choose": "recruits",
}  # fmt: skip
"""What is told when a verb was carried out; the others wait for later in the turn."""


def spare(code: int) -> str:
    """Five cards to pay with."""
    return " ".join(str(other) for other in CODES if other != code)[: 5 * 3]


def through(state: State, seat: int) -> State:
    """All questions of a seat's play or reward answered by going on, not by stopping."""
    while GAME.asked(state) == [seat] and (state.frames or state.picks):
        state = play(state, choices(state)[: max(1, GAME.prompts(state)[seat].least)])
    return state


@pytest.mark.parametrize("code", CODES)
def test_every_effect_can_be_played_where_it_is_possible(code: int) -> None:
    hands = [f"{code} {spare(code)}"]
    standing = {"plantation": [2, 0, 0], "B2": [1, 0, 0]}
    state = scene(tiles=RICH | OWNED, masters=MASTERS, pawns=standing, hands=hands)
    state.beadle = state.open[0]
    state = through(play(turns(state), f"card:{code}.effect"), 0)
    kind = BOX.kinds[BOX.kind_number[code]]
    assert (BOX.kind_number[code], EFFECT) in state.played
    assert len(state.spent) >= kind.cards
    told = {what for what, _ in state.deeds}
    for op in BOX.programs[kind.effect]:
        if any(condition.counted.startswith("turn:recruited") for condition in op.when):
            continue  # it takes more than this card
        if code == 35 and op.when:
            continue
        assert told >= {DEEDS[op.verb]} if op.verb in DEEDS else state.each or state.drawn_at_end
    check(state)


@pytest.mark.parametrize("code", CODES)
def test_no_effect_breaks_anything_where_nothing_is_possible(code: int) -> None:
    """No supply, no tile to go to, empty decks, an empty pool; what remains is nothing."""
    hands = [f"{code} {spare(code)}"]
    tiles = {"E3": "church"} | OWNED
    standing = {"guildhall": [10, 4, 4], "plantation": [1, 0, 0]}
    state = scene(
        tiles=tiles, masters=MASTERS | {"E3": 1}, pawns=standing, hands=hands, neutrals=[0, 3, 3]
    )
    state.discard, state.deck = [], []
    state = turns(state)
    offers = [option.id for option in GAME.prompts(state)[0].options]
    assert [offer for offer in offers if offer.startswith(f"card:{code}.")] == [
        f"card:{code}.effect"
    ]
    state = through(play(state, f"card:{code}.effect"), 0)
    # Nothing but the plantation, the score, and mayor's cards can have changed.
    kinds = {what for what, _ in state.deeds}
    assert not kinds & {"moves", "recruits", "posts", "draws", "neutral", "moves_beadle"}


@pytest.mark.parametrize("tile", TILES)
def test_every_reward_can_be_taken_in_full(tile: str) -> None:
    index = BOX.tile_number[tile]
    threshold = BOX.threshold[index]
    others = {"C2": "blacksmiths", "B3": "curriers"}
    others = {cell: name for cell, name in others.items() if name != tile}
    number = {"E2": tile} | others
    state = scene(tiles=number, pawns={"E2": [threshold, 1, 0]})
    state = activate(state)
    for seat in (0, 1):
        (prompt,) = GAME.prompts(state).values()
        assert prompt.seat == seat
        state = play(state, choices(state))
        state = through(state, seat)
    told = [deed for deed in BOX.programs[BOX.first[index]] if deed.verb == "vp"]
    assert state.scores[0] >= sum(op.n for op in told)
    check(state, cards=False)


@pytest.mark.parametrize("tile", TILES)
def test_no_reward_breaks_anything_where_nothing_is_possible(tile: str) -> None:
    """No other tile, no supply, an empty pool, empty decks."""
    index = BOX.tile_number[tile]
    threshold = BOX.threshold[index]
    state = scene(
        tiles={"E2": tile},
        pawns={"E2": [threshold, 1, 0], "guildhall": [16 - threshold, 15, 4]},
        neutrals=[0, 0, 6],
    )
    state.deck, state.discard = [], []
    state.mayor_deck, state.knows = [], []
    state = play(activate(state), "none")
    while state.phase == Phase.ACTIVATION:
        (prompt,) = GAME.prompts(state).values()
        stops = "stop" in [option.id for option in prompt.options]
        state = play(state, "stop" if stops else choices(state))
    assert index in [state.tiles[cell] for cell in state.resolved]


def follows(state: State) -> list[tuple[tuple[str, ...], ...]]:
    """What the only prompt tells that may follow a play, each with the play: all can be done."""
    (prompt,) = GAME.prompts(state).values()
    rows = [((one.id,), *then.picks) for one in prompt.options for then in one.then]
    for row in rows:
        play(state, *row)
    return rows


def test_an_effect_among_others_may_bring_nothing() -> None:
    box = box_with_card({"do": "choose", "options": [[{"do": "recruit", "n": 2}], []]})
    rows = follows(turns(scene(tiles=RICH, hands=["11 31"], box=box)))
    assert {(("card:11.effect",), (f"option:{n}",)) for n in (1, 2)} <= set(rows)


def test_of_two_choices_among_effects_each_is_told_by_its_own() -> None:
    kinds = ([{"do": "vp"}], [{"do": "neutral"}]), ([{"do": "recruit"}], [{"do": "vp", "n": 3}], [])
    box = box_with_card(*({"do": "choose", "options": options} for options in kinds))
    state = turns(scene(tiles=RICH, hands=["11 31"], box=box))
    follows(state)
    (prompt,) = GAME.prompts(state).values()
    effect = next(one for one in prompt.options if one.id == "card:11.effect")
    rows = [then for then in effect.then if len(then.picks) == 2]
    assert len(rows) == len({repr(then.text) for then in rows}) == 6


def test_where_a_beadle_may_go_after_a_pawn_is_told_and_nothing_else() -> None:
    """Components, `beadle`: "move the beadle to another unresolved guild tile (never a building)".

    The pawn may go to the beadle's own tile, C2, and to a building, E3.
    """
    box = box_with_card({"do": "move", "from": "guildhall"}, {"do": "beadle"})
    state = scene(tiles=RICH, hands=["11 31"], box=box, pawns={"C2": [2], "E3": [1]})
    state.beadle = place("c2")
    rows = [row[1:] for row in follows(turns(state)) if row[0] == ("card:11.effect",)]
    assert {row[0] for row in rows} == {("b2",), ("c2",), ("e3",)}
    assert {row[1] for row in rows} == {("b2",), ("b3",), ("d2",), ("stop",)}


def test_after_a_pawn_that_leaves_a_tile_no_more_is_told_however_many_may_go() -> None:
    """Components: "`per = COUNT`: n is multiplied by that count", here 1 by two colours."""
    box = box_with_card({"do": "move", "per": "colours"})
    owned = {"C1": "skinners", "D1": "fishmongers"}
    members = {"guildhall": [0], "B2": [1], "B3": [2]}
    masters = dict.fromkeys(owned, 0)
    state = scene(tiles=RICH | owned, masters=masters, pawns=members, hands=["11 31"], box=box)
    rows = [row[1:] for row in follows(turns(state)) if row[0] == ("card:11.effect",)]
    assert {row[0] for row in rows} == {("b2",)}
    assert {row[2] for row in rows if row[2:]} == {("stop",)}


def test_no_second_card_is_told_with_a_move_after_which_an_effect_asks() -> None:
    asks = {"do": "each_time", "event": "move", "then": [{"do": "plantation", "from": "any"}]}
    state = turns(scene(tiles=RICH, hands=["11 12 12"], box=box_with_card(asks)))
    together = [row for row in follows(state) if len(row) > 1 and row[1][0].startswith("card:12")]
    assert together
    state = play(state, "card:11.effect")
    assert not [row for row in follows(state) if len(row) > 1 and row[1][0].startswith("card:12")]
