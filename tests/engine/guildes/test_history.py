"""How the votes came about: kept with each count, told guild by guild, known to everybody."""

from __future__ import annotations

import json

from engine.guildes.view import GuildesView
from engine.text import Seat, Text
from tests.engine.guildes.build import GAME, cards, find, last_lap, play, told


def counted_as_in_the_rules():
    """Ballot 2 is counted: artisans 2-1-0, nobles 0-1-1, milice 0-0-2."""
    return last_lap(
        [cards("artisans", "milice"), cards("2 nobles"), cards("2 nobles")],
        [{"artisans": 1}, {"artisans": 1}, {"milice": 2}],
        number=2,
    )


def shares(line: Text) -> list[tuple[list[int], int, int]]:
    """Seats, cards and votes of a guild's line, in the order in which they are told."""
    found, rest = [], line.args["shares"]
    while rest is not None:
        now, rest = (
            (rest.args["first"], rest.args["rest"])
            if rest.key == "guildes.count.then"
            else (rest, None)
        )
        seats = [seat.number for seat in now.args["players"]]
        assert all(isinstance(seat, Seat) for seat in now.args["players"])
        found.append((seats, now.args["cards"].args["n"], now.args["votes"].args["n"]))
    return found


def by_guild(lines: list[Text]) -> dict[str, list[tuple[list[int], int, int]]]:
    return {line.args["guild"].key.rpartition(".")[2]: shares(line) for line in lines}


# Artisans 7-4, nobles (12 + 6) / 2 each, milice 3 a card.
EXPECTED = {
    "artisans": [([0], 2, 7), ([1], 1, 4)],
    "nobles": [([1, 2], 1, 9)],
    "milice": [([2], 2, 6)],
}


def test_a_count_tells_who_has_how_many_votes_for_how_many_cards_of_each_guild() -> None:
    events = told(counted_as_in_the_rules(), 0, "artisans")
    assert by_guild(find(events, "guildes.count.guild")) == EXPECTED
    assert all(event.detail for event in events if event.text.key == "guildes.count.guild")
    assert not any(event.detail for event in events if event.text.key != "guildes.count.guild")


def test_who_reads_nothing_up_is_told_the_rest_alone() -> None:
    state = counted_as_in_the_rules()
    _, events = GAME.play(state, 0, ["artisans"])
    assert list(events) == [event for event in told(state, 0, "artisans") if not event.detail]
    assert find(list(events), "guildes.count.guild") == []


def test_everybody_sees_the_cards_for_which_votes_were_given() -> None:
    state = play(counted_as_in_the_rules(), 0, "artisans")
    for viewer in (None, 0, 1, 2):
        view = GAME.view(state, viewer)
        assert [seat["artisans"] for seat in view.counted[0]] == [2, 1, 0]
        assert by_guild(list(view.tally(1))) == EXPECTED


def test_a_count_is_news_until_a_card_was_passed() -> None:
    state = counted_as_in_the_rules()
    assert not GAME.view(state, None).just_counted()
    state = play(state, 0, "artisans")
    assert GAME.view(state, None).just_counted()
    for seat in range(3):
        assert GAME.view(state, None).just_counted()
        state = play(state, seat, GAME.prompts(state)[seat].options[0].id)
    assert not GAME.view(state, None).just_counted()


def test_a_dump_of_rules_3_plays_on_and_knows_no_cards_of_counts_before() -> None:
    state = play(counted_as_in_the_rules(), 0, "artisans")
    fields = json.loads(GAME.dump(state))
    del fields["counted"]
    loaded = GAME.load(json.dumps(fields | {"rules_version": 3}))
    view: GuildesView = GAME.view(loaded, None)
    assert view.counts == GAME.view(state, None).counts
    assert view.counted == ((),)
    assert view.tally(1) == ()
    state.counted = ((),)
    assert loaded == state
    assert GAME.view(GAME.sample(view, 1), None) == view
