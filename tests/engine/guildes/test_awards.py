"""What was remarkable in a game of Guildes, from counts laid out by hand."""

from __future__ import annotations

from engine.guildes.components import GUILDS, WIDTH
from engine.guildes.state import State
from engine.guildes.telling import feats
from engine.parts.awards import Feat
from engine.text import text
from tests.engine.guildes.build import GAME


def counted(*ballots: tuple[dict[str, int], ...]) -> State:
    """A game of three after these votes by ballot, seat and guild."""
    state = GAME.setup(3)
    counts = []
    for seats in ballots:
        votes = [0] * (3 * WIDTH)
        for seat, won in enumerate(seats):
            for guild, number in won.items():
                votes[seat * WIDTH + GUILDS.index(guild)] = number
        counts.append(tuple(votes))
    state.counts = tuple(counts)
    return state


def of(name: str, state: State) -> list[Feat]:
    return [feat for feat in feats(state) if feat.award == name and feat.n]


def test_a_lead_is_over_the_second_in_the_same_guild():
    state = counted(({"nobles": 9, "artisans": 4}, {"nobles": 5}, {"artisans": 4}))
    assert of("lead", state) == [Feat("lead", 0, 4, text("guildes.guild.nobles"))]


def test_a_guild_is_led_alone_where_nobody_has_as_many_votes():
    state = counted(({"nobles": 9, "artisans": 4}, {"nobles": 9, "paysans": 1}, {}))
    assert of("led", state) == [Feat("led", 0, 1), Feat("led", 1, 1)]


def test_a_rise_is_from_one_ballot_to_the_next():
    state = counted(({"nobles": 3}, {}, {}), ({"nobles": 10}, {"paysans": 4}, {}))
    assert of("rise", state) == [Feat("rise", 0, 7), Feat("rise", 1, 4)]


def test_nobody_leads_the_milice_which_is_paid_by_the_card():
    """Guildes, count: it has no ranks."""
    state = counted(({"milice": 12, "nobles": 3}, {"milice": 3}, {}))
    assert of("lead", state) == [Feat("lead", 0, 3, text("guildes.guild.nobles"))]
    assert of("led", state) == [Feat("led", 0, 1)]
