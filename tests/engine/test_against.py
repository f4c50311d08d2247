"""What speaks for one answer against another: by the same measure, never one that speaks for it."""

from __future__ import annotations

from itertools import permutations

import pytest

from engine import games
from engine.corrompue.components import CARD_OF_ID
from engine.guildes.components import NUMBER_OF
from engine.log import course
from engine.london.numbers.packed import TO
from engine.london.numbers.packed import play as use
from engine.majority.components import KIND_OF_ID
from engine.parts.policy import LITTLE
from engine.text import Text, text
from tests.engine.corrompue.builders import play
from tests.engine.corrompue.builders import table as event
from tests.engine.guildes.build import cards, last_lap
from tests.engine.london.builders import GAME as LONDON
from tests.engine.london.builders import TOWN, activate, place, scene, turns
from tests.engine.majority.builders import exchange, table
from tests.engine.review.builders import played

FEWER = {
    "guildes.measure.spared",
    "guildes.measure.others",
    "majority.measure.others",
    "corrompue.measure.noblesse_left",
    "corrompue.measure.highest_left",
    "corrompue.measure.unwanted",
    "corrompue.measure.beaten.wanted",
    "london.measure.given_up",
    "london.measure.missing",
    "london.measure.neutrals",
}
"""Of what these count, as they say themselves, the fewer the better."""
NOBLESSE = text("corrompue.faction.noblesse")
STANDINGS = ["behind", "second", "level", "ahead"]


def worth(shown: int | Text) -> int:
    """A number, or how good a standing is."""
    return shown if isinstance(shown, int) else STANDINGS.index(shown.key.rpartition(".")[2])


@pytest.mark.parametrize(("name", "seats"), [(name, game.seats[0]) for name, game in games.items()])
def test_what_is_said_for_an_answer_is_more_of_what_is_wanted_than_the_other_has(
    name: str, seats: int
) -> None:
    game, last, _ = played(name, seats)
    said = []
    for moment in course(last):
        if moment.before is None or moment.seat is None:
            continue
        seat = moment.seat
        world = game.sample(game.view(moment.before.state, seat), moment.entry)
        for better, mine in permutations(game.policy.candidates(world, seat)[:5], 2):
            found = game.policy.against(world, seat, better, mine)
            if found is not None:
                said.append(found)
                assert game.policy.against(world, seat, mine, better) is None
                lead = worth(found.args["better"]) - worth(found.args["mine"])
                assert (lead < 0) == (found.key in FEWER)
                assert lead != 0
    assert len(said) > 50


def test_guildes_fewer_votes_are_no_reason() -> None:
    """Érudits lead alone with three: 8 votes instead of 4; a first Noble shares the lead: 6."""
    policy, hands = games["guildes"].policy, [cards("erudits", "nobles"), *[cards("2 paysans")] * 2]
    state = last_lap(hands, [{"erudits": 2}, {"erudits": 2, "nobles": 1}, {}], number=1)
    nobles, erudits = NUMBER_OF["nobles"], NUMBER_OF["erudits"]
    assert policy.against(state, 0, nobles, erudits) == text(
        "guildes.measure.votes", better=6, mine=4
    )
    assert policy.against(state, 0, erudits, nobles) is None


def test_majority_gold_is_that_of_the_debate_and_of_the_team() -> None:
    state = table(["red:9 blue:5", "blue:5 blue:6", "blue:5 blue:9"])
    state.totals = [0, 0, 0, 16, 0, 0, 16, 0, 0]
    red, blue = KIND_OF_ID["red:9"], KIND_OF_ID["blue:5"]
    policy = games["majority"].policy
    # Blue 5 would be first in blue, for 2; red 9 second in red, for a fifth of 16 twice.
    assert policy.against(state, 0, red, blue) == text("majority.measure.gold", better=6, mine=2)
    assert policy.against(state, 0, blue, red) is None
    # What a bribe takes is seen only when all cards lie open.
    assert policy.against(state, 0, KIND_OF_ID["red:0"], blue) is None


def test_corrompue_noblesse_is_no_reason_where_nobody_wants_it() -> None:
    hands = ["paysan:3 noblesse:10", "paysan:4 paysan:6", "noblesse:2 noblesse:9"]
    state = play(event(hands), "noblesse:10", "paysan:4")
    low, high = CARD_OF_ID["noblesse:2"], CARD_OF_ID["noblesse:9"]
    policy = games["corrompue"].policy
    # Neither takes the trick from the 10.
    assert policy.against(state, 2, high, low) is None
    state = play(event(["noblesse:3 paysan:3", *hands[1:]]), "noblesse:3", "paysan:4")
    assert policy.against(state, 2, high, low) is None
    # The 9 takes the trick with two Noblesse cards and a Paysan: both for and against it.
    assert policy.against(state, 2, low, high) is None
    # The second has to follow with the 4.
    state = play(event(["noblesse:3 paysan:3", "noblesse:4 paysan:6", hands[2]]), "noblesse:3")
    unwanted = text("corrompue.measure.unwanted", better=0, mine=3, about=NOBLESSE)
    assert policy.against(state, 2, low, high) == unwanted


def test_london_a_tile_where_one_leads_is_held_against_one_where_one_is_second() -> None:
    state = turns(scene(tiles=TOWN, pawns={"C2": (1, 1, 0), "D2": (0, 3, 0)}))
    kind = LONDON.box.kind_number[41]
    ahead, second = (use(kind, TO + place(where)) for where in ("C2", "D2"))
    said = LONDON.policy.against(state, 0, ahead, second)
    assert said is None or said.key == "london.measure.target"
    assert LONDON.policy.against(state, 0, second, ahead) is None


def test_london_an_answer_that_holds_for_later_is_measured_by_nothing() -> None:
    """It names no number of pawns; the numbers of one that does were read from it."""
    state = scene(tiles={"C2": "blacksmiths"}, pawns={"C2": [3]}, neutrals=[2, 1, 2])
    state = activate(state)
    seat = state.actor
    none, never = (LONDON.encode(state, seat, (pick,)) for pick in ("none", "never"))
    assert LONDON.policy.measures(state, seat, none)
    assert not LONDON.policy.measures(state, seat, never)
    assert LONDON.policy.against(state, seat, never, none) is None
    assert LONDON.policy.reason(state, seat, never) == LITTLE


def test_majority_a_card_given_is_measured_by_what_the_partner_has_of_it() -> None:
    state = exchange(["red:9 blue:5", "red:5 blue:6", "blue:5 red:9", "red:10 red:6"])
    state.totals = [0, 0, 0, 16, 0, 0, 0, 0, 0, 16, 0, 0]
    red, blue = KIND_OF_ID["red:9"], KIND_OF_ID["blue:5"]
    # With red 9 the partner is second in red, for a fifth of 16 twice; with blue 5 first in blue.
    said = text("majority.measure.team", better=6, mine=2)
    assert games["majority"].policy.against(state, 0, red, blue) == said
