"""What was remarkable in a game of The Majority, from debates laid out by hand."""

from __future__ import annotations

from engine.majority.components import COLOURS
from engine.majority.telling import AWARDS, feats
from engine.parts.awards import Feat, awarded
from engine.text import Seat, text
from tests.engine.majority.builders import GAME


def test_the_most_power_is_that_of_one_colour_in_one_debate():
    state = GAME.setup(3)
    red = COLOURS.index("red")
    first, second = [0] * 9, [0] * 9
    first[1 * 3 + red], second[1 * 3 + red], second[2 * 3 + red] = 12, 9, 15
    state.debates = (tuple(first), tuple(second))
    found = [feat for feat in feats(state) if feat.award == "power" and feat.n]
    colour = text("majority.colour.red")
    assert found == [
        Feat("power", 1, 12, colour),
        Feat("power", 1, 9, colour),
        Feat("power", 2, 15, colour),
    ]
    power, total = awarded("majority", AWARDS, feats(state), [])
    assert power == text("majority.award.power", player=Seat(2), n=15, of=colour)
    assert total == text("majority.award.total", player=Seat(1), n=21)
