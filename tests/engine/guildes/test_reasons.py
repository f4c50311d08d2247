"""Why a card of Guildes is suggested: what the table would give for it, by hand."""

from __future__ import annotations

import pytest

from engine.bots.advice import advise
from engine.guildes.components import NUMBER_OF
from engine.guildes.moves import DECLINE, pair
from engine.guildes.options import GuildesOptions
from engine.guildes.policy.reasons import reason
from engine.guildes.view import GuildesView
from engine.text import Seat, Text, text
from tests.engine.guildes.build import GAME, cards, drafting, last_lap, laying, playing_tricks

ERUDITS, MILICE, NOBLES = (NUMBER_OF[name] for name in ("erudits", "milice", "nobles"))


def test_a_card_that_leads_alone_gets_the_whole_first_place() -> None:
    hands = [cards("erudits", "nobles"), cards("2 paysans"), cards("2 paysans")]
    state = last_lap(hands, [{"erudits": 2}, {"erudits": 2}, {}], number=1)
    assert reason(state, 0, ERUDITS) == text("guildes.reason.alone", n=8, cards=3)


def test_level_with_another_the_votes_are_shared() -> None:
    hands = [cards("erudits", "nobles"), cards("2 paysans"), cards("2 paysans")]
    state = last_lap(hands, [{}, {"nobles": 1}, {}], number=1)
    shared = text("guildes.reason.shared", n=6, cards=1, others=(Seat(1),))
    assert reason(state, 0, NOBLES) == shared


def test_a_second_place_pays_from_the_second_ballot_on() -> None:
    hands = [cards("erudits", "nobles"), cards("2 paysans"), cards("2 paysans")]
    laid = [{}, {"nobles": 3}, {}]
    first, second = (last_lap(hands, laid, number=number) for number in (1, 2))
    assert reason(first, 0, NOBLES) == text("guildes.reason.nothing_yet", cards=1, most=3)
    assert reason(second, 0, NOBLES) == text("guildes.reason.behind", n=6, cards=1, most=3)


def test_milice_counts_by_itself() -> None:
    state = drafting([cards("milice", "nobles")] * 3)
    assert reason(state, 0, MILICE) == text("guildes.reason.milice", n=3)


def test_cards_kept_in_the_draft_are_counted_as_if_they_lay() -> None:
    state = drafting([cards("erudits", "nobles")] * 3, kept=cards("2 erudits"))
    assert reason(state, 0, ERUDITS) == text("guildes.reason.alone", n=8, cards=3)


def test_of_two_cards_each_has_its_reason() -> None:
    state = laying([cards("2 nobles", "erudits", "4 paysans")] * 3, event="one_or_two")
    both = reason(state, 0, pair(ERUDITS, NOBLES))
    alone = {"n": 8, "cards": 1}, {"n": 12, "cards": 1}
    first, second = (text("guildes.reason.alone", **each) for each in alone)
    assert both == text("guildes.reason.two", first=first, second=second)


def test_a_trick_that_gains_nothing_is_declined_for_that_reason() -> None:
    tableaux = [{"nobles": 1}, {"erudits": 1}, {"paysans": 1}]
    state = playing_tricks(["mark_nobles", "protection", "salvage"], tableaux)
    assert reason(state, state.waiting[0], DECLINE) == text("guildes.reason.decline")


def test_in_the_last_ballot_nothing_is_promised_for_later_ones() -> None:
    hands = [cards("bourgeois", "nobles"), cards("2 paysans"), cards("2 paysans")]
    # Bourgeois never give more than two ranks, and two have more of them.
    state = last_lap(hands, [{}, {"bourgeois": 3}, {"bourgeois": 2}], number=3)
    said = text("guildes.reason.nothing", cards=1, most=3)
    assert reason(state, 0, NUMBER_OF["bourgeois"]) == said


def votes(view: GuildesView, guild: str, column: list[int], seat: int) -> int:
    """What a guild gives a seat (rules: count)."""
    values = next(row.votes for row in view.guilds if row.guild == guild)
    values = values if view.ballot == 3 else values[: view.ballot]
    alone = view.options.events and view.event == "ties_ignored"
    ranked = [n for n in column if n and not (alone and column.count(n) > 1)]
    if column[seat] not in ranked:
        return 0
    above, tied = sum(n > column[seat] for n in ranked), ranked.count(column[seat])
    return sum(values[above : above + tied]) // tied


def check(view: GuildesView, guilds: list[str], said: Text) -> None:
    """The reason for a card, of which the last of these guilds is, by the rules and the view."""
    key, args, seat = said.key.removeprefix("guildes.reason."), said.args, view.viewer
    guild = guilds[-1]
    assert seat is not None
    assert (key == "milice") == (guild == "milice")
    if key == "milice":
        assert args["n"] == 3
        return
    column = [player.tableau[guild] for player in view.players]
    held = [*view.own_face_down, *guilds, *(view.hand if view.phase == "draft" else ())]
    column[seat] += held.count(guild)
    most = max(number for other, number in enumerate(column) if other != seat)
    got = votes(view, guild, column, seat)
    assert args["cards"] == column[seat]
    assert args.get("n", got) == got
    assert args.get("most", most) == most
    assert {
        "alone": column[seat] > most,
        "shared": column[seat] == most,
        "behind": column[seat] < most and got > 0,
        "nothing_yet": column[seat] < most and not got and view.ballot < 3,
        "nothing": column[seat] < most and not got and view.ballot == 3,
    }[key]


@pytest.mark.parametrize("seats", [3, 4, 6])
def test_every_reason_for_a_card_is_true_by_the_rules_and_the_view(seats: int) -> None:
    said = set()
    for seed in range(4):
        state = GAME.setup(seats, GuildesOptions(events=True), seed=seed)
        while GAME.asked(state):
            seat = GAME.asked(state)[0]
            view = GAME.view(state, seat)
            advice = advise(GAME, view, seed)
            assert advice.reason is not None
            names = [pick.split(":")[0] for pick in advice.picks]
            said.add(advice.reason.key.removeprefix("guildes.reason."))
            if len(names) == 2:
                first, second = advice.reason.args["first"], advice.reason.args["second"]
                names.sort(key=NUMBER_OF.__getitem__)
                check(view, names[:1], first)
                check(view, names, second)
            elif view.phase != "redistribution":
                check(view, names, advice.reason)
            GAME.apply(state, seat, GAME.encode(state, seat, advice.picks))
    assert {"alone", "shared", "behind", "milice"} <= said
