"""Dumps of earlier rules: the same moment, at which what is asked is asked anew."""

import json
from random import Random

import pytest

from engine.game import IncompatibleState
from engine.london.chapters import planting
from engine.london.components import SHIPPED, load
from engine.london.game import London
from engine.london.numbers.asks import ALWAYS, NEVER, Ask, Phase
from tests.engine.london.builders import EARLIER, GAME

QUESTION = {"ask", "options", "picks", "depths", "step", "substep"}
"""What tells a question, and how much of it is answered."""
WAY = {"points", "tallies"}
"""How it came about, kept since rules 6."""
ANSWERS = {"always", "ends", "never"}
SINCE_9 = {"only", "home", "spare"}
"""Standing answers that rules 9 began to keep."""
SHAPE = {"box", "rng", "components", "seed", "position", "rules_version"} | ANSWERS | WAY | SINCE_9

USE = 3
"""A question of earlier rules: how to play the card that was chosen."""


def fields(dump):
    return json.loads(dump)


def moment(dump):
    """The dump without its question and its shape."""
    found = {key: value for key, value in fields(dump).items() if key not in QUESTION | SHAPE}
    return found | {"deeds": without_declined(found["deeds"])}


def without_declined(deeds):
    """Those that rules before 8 told in the same way."""
    return [deed for deed in deeds if deed[0] != "declines"]


def name(dump):
    found = fields(dump)
    return "rules {rules_version}, asked {ask} with {picks}".format_map(found)


def earlier(dump, rules_version=4):
    """A dump of now as if these rules had made it."""
    found = fields(dump)
    since_7, since_6 = {"ends"}, {"points", "tallies"}
    later = {8: set(), 7: set(), 6: since_7, 5: since_7 | since_6}
    if rules_version != 8:
        found["tallies"] = [tally[:-1] for tally in found["tallies"]]
    for name in later.get(rules_version, ANSWERS | since_6) | SINCE_9:
        del found[name]
    return json.dumps(found | {"rules_version": rules_version})


def playouts():
    """States of random games, of each number of players one."""
    for seats in GAME.seats:
        random, state = Random(seats), GAME.setup(seats, seed=seats)
        while asked := GAME.asked(state):
            yield state
            seat = random.choice(asked)
            move = random.choice(GAME.moves(state, seat))
            state, _ = GAME.play(state, seat, GAME.decode(state, seat, move))
        yield state


def of_rules_7(state):
    """The same moment as if nobody had kept what was declined."""
    same = state.clone()
    same.tallies = tuple((*tally[:-1], (0, 0)) for tally in state.tallies)
    same.deeds = without_declined(state.deeds)
    return same


def without_its_way(state):
    """The same moment as if nobody had kept how points and votes came about."""
    same = of_rules_7(state)
    same.points = same.tallies = ()
    return same


def among(fits):
    """The test at each of the moments that fit."""
    dumps = [dump for dump in EARLIER if fits(fields(dump))]
    return pytest.mark.parametrize("dump", dumps, ids=map(name, dumps))


every_moment = among(lambda _: True)


def test_the_moments_are_of_rules_3_and_4_and_many_amid_a_choice():
    found = [fields(dump) for dump in EARLIER]
    assert {each["rules_version"] for each in found} == {3, 4}
    half_made = {each["ask"] for each in found if each["depths"]}
    assert half_made >= {USE, Ask.PAY_CARD, Ask.PAY_PAWN, Ask.SOURCE, Ask.TARGET, Ask.ORDER}
    assert {each["phase"] for each in found} == set(Phase)


@every_moment
def test_nothing_but_the_question_is_another(dump):
    before, state = fields(dump), GAME.load(dump)
    assert moment(GAME.dump(state)) == moment(dump)
    at = before["rng"] if "rng" in before else [before["seed"], before["position"]]
    assert fields(GAME.dump(state))["rng"] == at
    assert (state.always, state.never) == (0, 0)
    assert (state.points, state.tallies) == ((), ())


@among(lambda found: found["ask"] in (Ask.NOTHING, Ask.KEEP))
def test_who_chooses_a_mayors_card_and_whose_game_is_over_is_asked_nothing_else(dump):
    before, after = fields(dump), fields(GAME.dump(GAME.load(dump)))
    assert {name: after[name] for name in QUESTION} == {name: before[name] for name in QUESTION}


@among(lambda found: found["ask"] not in (Ask.NOTHING, Ask.KEEP))
def test_the_same_seat_is_asked_at_a_later_step_from_the_beginning_of_its_choice(dump):
    before, state = fields(dump), GAME.load(dump)
    assert GAME.asked(state) == [before["actor"]]
    asked = GAME.prompts(state)[before["actor"]]
    assert asked.step == before["step"] + before["substep"] + 1
    assert not any(option.id == "back" for option in asked.options)


@among(lambda found: (found["phase"], found["stage"]) == (Phase.TURNS, 0) and not found["frames"])
def test_whoever_was_playing_a_card_chooses_among_all_plays_again(dump):
    assert GAME.load(dump).ask == Ask.PLAY


@among(lambda found: found["looked"])
def test_whoever_has_looked_at_mayors_cards_still_does(dump):
    state = GAME.load(dump)
    assert state.looked == fields(dump)["looked"]
    assert state.ask in (Ask.LOOK, Ask.ARRANGE)


SAME = (Ask.SHIP, Ask.BEADLE, Ask.CHOOSE, Ask.TRADE, Ask.EXCESS)
STANDING = (Ask.TAKE, Ask.NEGOTIATE)


@among(lambda found: found["rules_version"] == 4 and found["ask"] in SAME + STANDING)
def test_questions_that_no_rule_has_changed_have_the_options_they_had(dump):
    before, state = fields(dump), GAME.load(dump)
    assert state.ask == before["ask"]
    known = [move for move in state.options if move not in (ALWAYS, NEVER)]
    assert known == before["options"]
    offered = before["ask"] in STANDING and before["phase"] == Phase.ACTIVATION
    assert (len(state.options) > len(known)) == offered


@every_moment
def test_it_is_played_to_its_end(dump):
    state, random = GAME.load(dump), Random(1)
    for viewer in (None, *range(state.seats)):
        GAME.view(state, viewer)
    while asked := GAME.asked(state):
        seat = random.choice(asked)
        move = random.choice(GAME.moves(state, seat))
        state, _ = GAME.play(state, seat, GAME.decode(state, seat, move))
    assert GAME.outcome(state) is not None


def test_at_every_plain_moment_the_same_is_asked_as_if_it_had_been_played_by_these_rules():
    asked = set()
    for state in playouts():
        if state.depths or state.always or state.never:
            continue
        asked.add(state.ask)
        loaded = GAME.load(earlier(GAME.dump(state)))
        expected = without_its_way(state)
        if state.ask not in (Ask.NOTHING, Ask.KEEP):
            expected.step += expected.substep + 1
            expected.substep = 0
        assert loaded == expected
    assert asked >= {Ask.NOTHING, Ask.KEEP, Ask.PLAY, Ask.TARGET, Ask.NEGOTIATE, Ask.TAKE}


def test_a_dump_of_rules_5_to_8_is_the_same_moment_with_the_same_question():
    for state in playouts():
        assert GAME.load(earlier(GAME.dump(state), 8)) == state
        assert GAME.load(earlier(GAME.dump(state), 5)) == without_its_way(state)
        assert GAME.load(earlier(GAME.dump(state), 6)) == of_rules_7(state)
        assert GAME.load(earlier(GAME.dump(state), 7)) == of_rules_7(state)


def test_a_game_of_rules_5_tells_the_points_whose_way_it_doesnt_know():
    state = next(state for state in playouts() if max(state.scores) > 5)
    loaded = GAME.load(earlier(GAME.dump(state), 5))
    view = GAME.view(loaded, None)
    assert [view.unknown(seat) for seat in range(state.seats)] == state.scores


def test_a_dump_of_rules_2_is_refused():
    for rules_version in (2, "4", None):
        with pytest.raises(IncompatibleState):
            GAME.load(earlier(GAME.dump(GAME.setup(seats=2, seed=1)), rules_version))


def test_a_dump_of_earlier_rules_that_is_damaged_is_refused():
    found = fields(EARLIER[-1])
    for name in found.keys() - {"options", "picks", "depths"}:
        without = {key: value for key, value in found.items() if key != name}
        with pytest.raises(IncompatibleState):
            GAME.load(json.dumps(without))


def test_a_running_game_of_earlier_rules_is_not_over_when_it_is_loaded():
    over = next(found for found in map(fields, EARLIER) if found["phase"] == Phase.OVER)
    returned = {"phase": Phase.PLANTING, "stage": planting.REWARD, "queue": []}
    with pytest.raises(IncompatibleState):
        GAME.load(json.dumps(over | returned | {"ask": Ask.SHIP}))


def test_a_dump_of_earlier_rules_fits_no_other_box(tmp_path):
    for file in SHIPPED.glob("*.*"):
        (tmp_path / file.name).write_bytes(file.read_bytes())
    changed = tmp_path / "buildings.toml"
    said = changed.read_text("utf-8")
    changed.write_text(said.replace("threshold = 5", "threshold = 6", 1), "utf-8")
    other = London(load(tmp_path))
    for dump in EARLIER:
        with pytest.raises(IncompatibleState):
            other.load(dump)
