"""The nine dirty tricks, each as its text and ruling say."""

from __future__ import annotations

from random import Random

import pytest

from bot.languages import Languages
from engine.game import IllegalMove
from engine.guildes.options import GuildesOptions
from engine.guildes.state import State
from engine.text import Argument, Seat, Text, text
from tests.engine.guildes.build import (
    GAME,
    cards,
    find,
    keys,
    names,
    options,
    play,
    playing_tricks,
    tableau,
    told,
)

SOME = {"artisans": 2, "nobles": 1}
FOUR = [SOME, {"pretres": 3}, {"milice": 2, "chevaliers": 1}, {"bourgeois": 1}]


def seat_in_turn(state: State) -> int:
    """Whose trick it is."""
    (seat,) = GAME.asked(state)
    return seat


def votes(state: State, guild: str) -> list[int]:
    """Everyone's votes for a guild in the first count."""
    return [seat[guild] for seat in GAME.view(state, None).counts[0]]


def decline_all(state: State, *, but: int | None = None) -> State:
    """Everyone declines, up to the end of the phase or to this seat's turn."""
    while GAME.view(state, None).phase == "tricks" and seat_in_turn(state) != but:
        state = play(state, seat_in_turn(state), "decline")
    return state


# -- receiving and the phase --------------------------------------------------------------


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_everyone_gets_a_different_trick_and_never_the_one_before(seats: int) -> None:
    variants = GuildesOptions(tricks=True)
    for seed in range(15):
        state, random = GAME.setup(seats, variants, seed), Random(seed)
        held = {state.ballot: state.tricks}
        while GAME.asked(state):
            seat = GAME.asked(state)[0]
            GAME.apply(state, seat, random.choice(list(GAME.moves(state, seat))))
            held[state.ballot] = state.tricks
        assert all(len(set(tricks)) == seats for tricks in held.values())
        for ballot in (1, 2):
            before, after = held[ballot], held[ballot + 1]
            assert all(one != other for one, other in zip(before, after, strict=True))


def test_three_players_never_get_the_mark_of_the_alchimistes() -> None:
    for seed in range(60):
        state = GAME.setup(3, GuildesOptions(tricks=True), seed)
        assert "mark_alchimistes" not in [player.trick for player in GAME.view(state, 0).players]


def test_without_the_variant_there_are_no_tricks() -> None:
    view = GAME.view(GAME.setup(4, seed=1), 0)
    assert [player.trick for player in view.players] == [None] * 4


def test_tricks_are_played_in_letter_order() -> None:
    tricks = ["mark_nobles", "second_thoughts", "exchange", "sacrifice"]
    state = playing_tricks(tricks, FOUR, hands=[cards("paysans")] * 4)
    order = []
    while GAME.view(state, None).phase == "tricks":
        order.append(seat_in_turn(state))
        state = play(state, order[-1], "decline")
    assert order == [2, 3, 1, 0]


def beside(state: State) -> dict[str, Text]:
    """What stands beside each option of whoever is asked."""
    (prompt,) = GAME.prompts(state).values()
    return {option.id: option.detail for option in prompt.options if option.detail is not None}


def laid(**numbers: int) -> Text:
    """A tableau, as an option lists it."""
    counted = tuple(
        text("guildes.ask.laid", guild=text(f"guildes.guild.{guild}"), n=number)
        for guild, number in numbers.items()
    )
    return text("guildes.ask.tableau", cards=counted)


def test_a_player_who_can_be_chosen_has_the_cards_laid_there_beside() -> None:
    state = playing_tricks(["exchange", "sacrifice", "salvage", "mark_nobles"], FOUR)
    assert beside(state)["seat:1"] == laid(pretres=3)
    assert beside(state)["seat:3"] == laid(bourgeois=1)


def test_once_a_player_is_chosen_no_tableau_stands_beside_what_is_asked_next() -> None:
    tableaux = [SOME, {"pretres": 2, "nobles": 1}, {"nobles": 2}, {"bourgeois": 1}]
    state = playing_tricks(["exchange", "sacrifice", "salvage", "mark_nobles"], tableaux)
    assert beside(state)["seat:1"] == laid(nobles=1, pretres=2)
    state = play(state, 0, "seat:1")
    assert beside(state) == {}
    state = play(play(state, 0, "pretres"), 0, "seat:2")
    assert beside(state) == {}


def ruled(state: State) -> Argument | None:
    """The rule that the question of whoever is asked tells."""
    (prompt,) = GAME.prompts(state).values()
    return prompt.ask.args.get("rule")


def test_a_trick_is_asked_about_at_first_with_its_rule_and_declining_it_has_none() -> None:
    state = playing_tricks(["exchange", "sacrifice", "salvage", "mark_nobles"], FOUR)
    assert ruled(state) == text("guildes.trick.exchange.rule")
    assert "decline" not in beside(state)
    assert ruled(play(state, 0, "seat:1")) is None
    only = playing_tricks(["salvage", "exchange", "sacrifice", "mark_nobles"], FOUR)
    only.discard = cards("2 paysans")
    only.posed = None
    rule = text("guildes.trick.salvage.rule")
    while GAME.asked(only) != [0]:
        only = play(only, GAME.asked(only)[0], "decline")
    assert beside(only) == {"use": rule}


def test_a_mark_has_the_cards_of_its_guild_beside_each_player_marks_included() -> None:
    tableaux = [SOME, {"pretres": 3}, {"nobles": 2}, {"bourgeois": 1}]
    state = playing_tricks(["mark_nobles", "mark_pretres", "exchange", "sacrifice"], tableaux)
    state = decline_all(state, but=0)
    assert beside(state) == {"seat:0": laid(nobles=1), "seat:2": laid(nobles=2)}
    assert ruled(state) == text("guildes.trick.mark_nobles.rule")


def test_a_trick_may_be_declined() -> None:
    state = playing_tricks(["exchange", "sacrifice", "salvage", "mark_nobles"], FOUR)
    events = told(state, 0, "decline")
    assert keys(events)[0] == "guildes.event.trick.declined"
    after = play(state, 0, "decline")
    assert GAME.view(after, None).players[0].trick_state == "declined"
    assert after.laid == state.laid


def test_unlaid_cards_are_discarded_right_after_the_own_trick() -> None:
    hands = [cards("2 paysans"), cards("2 nobles"), cards("2 milice"), cards("2 pretres")]
    state = playing_tricks(
        ["exchange", "sacrifice", "mark_pretres", "mark_nobles"], FOUR, hands=hands
    )
    after = play(state, 0, "decline")
    assert [len(hand) for hand in after.hands] == [0, 2, 2, 2]
    assert names(after.discard) == ["paysans", "paysans"]
    assert "guildes.guild.paysans" not in repr(told(state, 0, "decline"))


def test_the_count_follows_the_last_trick() -> None:
    state = decline_all(
        playing_tricks(["exchange", "sacrifice", "mark_pretres", "mark_nobles"], FOUR)
    )
    assert len(state.counts) == 1
    assert GAME.view(state, None).ballot == 2


# -- small choices ------------------------------------------------------------------------


def test_a_half_chosen_trick_shows_to_its_player_alone() -> None:
    state = playing_tricks(["exchange", "sacrifice", "mark_pretres", "mark_nobles"], FOUR)
    half = play(state, 0, "seat:1")
    for viewer in (1, 2, 3, None):
        assert GAME.view(half, viewer) == GAME.view(state, viewer)
    assert told(state, 0, "seat:1") == []
    assert GAME.view(half, 0).chosen == ("seat:1",)
    assert GAME.view(half, 0).step > GAME.view(state, 0).step


def test_back_undoes_one_choice_and_decline_all() -> None:
    state = playing_tricks(["exchange", "sacrifice", "mark_pretres", "mark_nobles"], FOUR)
    assert "back" not in options(state, 0)
    half = play(play(state, 0, "seat:0"), 0, "nobles")
    assert options(half, 0) == ["seat:1", "seat:2", "seat:3", "decline", "back"]
    back = play(half, 0, "back")
    assert GAME.view(back, 0).chosen == ("seat:0",)
    assert options(play(back, 0, "back"), 0) == options(state, 0)
    declined = play(half, 0, "decline")
    assert declined.laid == state.laid
    assert GAME.view(declined, None).players[0].trick_state == "declined"


def test_a_choice_with_one_answer_is_skipped() -> None:
    state = playing_tricks(["exchange", "sacrifice", "mark_pretres", "mark_nobles"], FOUR)
    # Seat 1 has only Prêtres: after naming it, the next question is already whom to give it to.
    assert options(play(state, 0, "seat:1"), 0) == ["seat:0", "seat:2", "seat:3", "decline", "back"]


def test_how_often_a_player_chose_does_not_show_afterwards() -> None:
    state = playing_tricks(["exchange", "sacrifice", "mark_pretres", "mark_nobles"], FOUR)
    wavering = play(play(play(play(state, 0, "seat:1"), 0, "back"), 0, "seat:2"), 0, "decline")
    assert GAME.view(wavering, None) == GAME.view(play(state, 0, "decline"), None)


# -- A: protection ------------------------------------------------------------------------


PROTECTED = ["protection", "exchange", "sacrifice", "mark_nobles"]


def test_protection_needs_no_choice_and_discards_the_hand() -> None:
    state = playing_tricks(PROTECTED, FOUR, hands=[cards("paysans")] * 4)
    assert seat_in_turn(state) == 1
    assert names(state.discard) == ["paysans"]
    assert GAME.view(state, None).players[0].trick_state == "played"


def test_protection_no_other_trick_may_target_the_tableau() -> None:
    state = playing_tricks(PROTECTED, [SOME] * 4)
    assert options(state, 1) == ["seat:1", "seat:2", "seat:3", "decline"]
    state = decline_all(state, but=2)
    # Of its own guilds only Nobles can be sacrificed, so it is asked whose card goes.
    assert options(state, 2) == ["seat:1", "seat:2", "seat:3", "decline"]
    state = decline_all(state, but=3)
    assert options(state, 3) == ["seat:1", "seat:2", "seat:3", "decline"]
    with pytest.raises(IllegalMove):
        play(state, 3, "seat:0")


# -- B: exchange --------------------------------------------------------------------------


EXCHANGE = ["exchange", "sacrifice", "mark_pretres", "mark_nobles"]


def test_exchange_one_card_of_a_player_for_one_of_another() -> None:
    state = playing_tricks(EXCHANGE, [SOME, SOME, {"milice": 2, "chevaliers": 1}, {}])
    for pick in ("seat:1", "artisans", "seat:2"):
        state = play(state, 0, pick)
    events = told(state, 0, "milice")
    (text,) = find(events, "guildes.event.trick.exchange")
    assert (text.args["player"].number, text.args["one"].number, text.args["other"].number) == (
        0,
        1,
        2,
    )
    state = play(state, 0, "milice")
    assert tableau(state, 0) == SOME
    assert tableau(state, 1) == {"artisans": 1, "nobles": 1, "milice": 1}
    assert tableau(state, 2) == {"artisans": 1, "chevaliers": 1, "milice": 1}


def test_exchange_may_be_with_the_own_tableau_but_not_with_itself() -> None:
    state = play(play(playing_tricks(EXCHANGE, [SOME] * 4), 0, "seat:0"), 0, "nobles")
    assert options(state, 0) == ["seat:1", "seat:2", "seat:3", "decline", "back"]


@pytest.mark.parametrize(
    "picks", [("seat:0", "nobles", "seat:2", "milice"), ("seat:2", "milice", "seat:0", "nobles")]
)
def test_an_exchange_with_the_own_tableau_is_told_of_two_players(picks: tuple[str, ...]) -> None:
    state = playing_tricks(EXCHANGE, [SOME, SOME, {"milice": 2, "chevaliers": 1}, {}])
    for pick in picks[:-1]:
        state = play(state, 0, pick)
    (said,) = find(told(state, 0, picks[-1]), "guildes.event.trick.exchange_own")
    guilds = {"given": text("guildes.guild.nobles"), "taken": text("guildes.guild.milice")}
    assert said.args == {"player": Seat(0), "other": Seat(2), **guilds}


def test_exchange_both_need_a_card() -> None:
    state = playing_tricks(EXCHANGE, [SOME, SOME, SOME, {}])
    assert options(state, 0) == ["seat:0", "seat:1", "seat:2", "decline"]


def test_exchange_between_the_only_two_with_cards_asks_for_the_cards_alone() -> None:
    state = playing_tricks(EXCHANGE, [{}, SOME, {"milice": 1, "pretres": 1}, {}])
    state = play(state, 0, "nobles")
    assert options(state, 0) == ["pretres", "milice", "decline", "back"]
    state = play(state, 0, "milice")
    assert tableau(state, 1) == {"artisans": 2, "milice": 1}
    assert tableau(state, 2) == {"nobles": 1, "pretres": 1}


def test_exchange_without_two_to_exchange_is_declined_by_itself() -> None:
    state = playing_tricks(["exchange", "mark_nobles", "protection"], [{}, SOME, SOME])
    # Only seat 1 has cards and is not protected.
    assert seat_in_turn(state) == 1
    assert GAME.view(state, None).players[0].trick_state == "declined"


def test_a_trick_without_any_choice_is_still_only_played_if_wanted() -> None:
    state = playing_tricks(EXCHANGE, [{"nobles": 1}, {"pretres": 1}, {}, {}])
    assert options(state, 0) == ["use", "decline"]
    assert tableau(play(state, 0, "use"), 0) == {"pretres": 1}
    assert tableau(play(state, 0, "decline"), 0) == {"nobles": 1}


# -- C: sacrifice -------------------------------------------------------------------------


SACRIFICE = ["sacrifice", "second_thoughts", "mark_pretres", "mark_nobles"]


def test_sacrifice_an_own_worthy_card_to_discard_any_laid_card() -> None:
    state = playing_tricks(SACRIFICE, [{"artisans": 1, "nobles": 1, "pretres": 1}, SOME, SOME, {}])
    assert options(state, 0) == ["nobles", "pretres", "decline"]
    state = play(play(state, 0, "nobles"), 0, "seat:1")
    assert options(state, 0) == ["artisans", "nobles", "decline", "back"]
    state = play(state, 0, "artisans")
    assert tableau(state, 0) == {"artisans": 1, "pretres": 1}
    assert tableau(state, 1) == {"artisans": 1, "nobles": 1}
    assert names(state.discard) == ["artisans", "nobles"]


@pytest.mark.parametrize("guild", ["bourgeois", "chevaliers", "nobles", "pretres", "alchimistes"])
def test_sacrifice_takes_a_guild_worth_ten_or_more(guild: str) -> None:
    state = playing_tricks(SACRIFICE, [{guild: 1, "milice": 1, "marchands": 1}, SOME, SOME, SOME])
    # The only worthy card needs no question; next is whose card goes.
    assert options(state, 0) == ["seat:0", "seat:1", "seat:2", "seat:3", "decline"]


def test_sacrifice_may_take_an_own_card_but_not_the_sacrificed_one_again() -> None:
    state = playing_tricks(SACRIFICE, [{"nobles": 1, "artisans": 1}, {}, {}, {}])
    assert options(state, 0) == ["use", "decline"]
    assert tableau(play(state, 0, "use"), 0) == {}
    (said,) = find(told(state, 0, "use"), "guildes.event.trick.sacrifice_own")
    guilds = {"own": text("guildes.guild.nobles"), "card": text("guildes.guild.artisans")}
    assert said.args == {"player": Seat(0), **guilds}


def test_sacrifice_without_a_worthy_card_is_declined_by_itself() -> None:
    state = playing_tricks(SACRIFICE, [{"marchands": 3, "milice": 1}, SOME, SOME, SOME])
    assert seat_in_turn(state) == 1
    assert GAME.view(state, None).players[0].trick_state == "declined"


def test_sacrifice_with_nobody_left_to_target_is_declined_by_itself() -> None:
    state = playing_tricks(["sacrifice", "protection", "mark_nobles"], [{"nobles": 1}, SOME, {}])
    assert seat_in_turn(state) == 2
    assert tableau(state, 0) == {"nobles": 1}


# -- D: salvage ---------------------------------------------------------------------------


SALVAGE = ["salvage", "second_thoughts", "mark_pretres", "mark_nobles"]


def test_salvage_draw_two_lay_one_discard_the_other() -> None:
    state = playing_tricks(SALVAGE, FOUR, discard=cards("pecheurs", "paysans"))
    assert options(state, 0) == ["use", "decline"]
    state = play(state, 0, "use")
    assert options(state, 0) == ["pecheurs", "paysans"]
    assert GAME.view(state, 0).drawn == ("pecheurs", "paysans")
    events = told(state, 0, "paysans")
    state = play(state, 0, "paysans")
    assert tableau(state, 0) == {"paysans": 1, **SOME}
    assert names(state.discard) == ["pecheurs"]
    assert "pecheurs" not in repr(events)


def test_salvage_what_is_drawn_shows_to_the_player_alone() -> None:
    state = playing_tricks(SALVAGE, FOUR, discard=cards("pecheurs", "paysans", "2 erudits"))
    events = told(state, 0, "use")
    state = play(state, 0, "use")
    assert keys(events) == ["guildes.event.trick.salvage_draws"]
    assert events[0].text.args["n"] == 2
    for viewer in (1, None):
        view = GAME.view(state, viewer)
        assert (view.drawn, view.discarded, view.awaited) == ((), 2, (0,))
    with pytest.raises(IllegalMove):
        play(state, 0, "decline")


def test_salvage_draws_at_random() -> None:
    drawn = set()
    for seed in range(40):
        state = playing_tricks(SALVAGE, FOUR, discard=cards("pecheurs", "paysans", "erudits"))
        state.rng = type(state.rng)(seed)
        drawn.add(GAME.view(play(state, 0, "use"), 0).drawn)
    assert drawn == {("pecheurs", "paysans"), ("pecheurs", "erudits"), ("paysans", "erudits")}


def test_salvage_with_one_card_in_the_pile_lays_it() -> None:
    state = play(playing_tricks(SALVAGE, FOUR, discard=cards("erudits")), 0, "use")
    assert tableau(state, 0) == {"erudits": 1, **SOME}
    assert names(state.discard) == []


def test_salvage_with_an_empty_pile_has_no_effect() -> None:
    state = playing_tricks(SALVAGE, FOUR, hands=[cards("nobles", "paysans")] * 4)
    assert seat_in_turn(state) == 1
    assert tableau(state, 0) == SOME
    assert GAME.view(state, None).players[0].trick_state == "declined"


def test_salvage_may_find_the_hands_discarded_before() -> None:
    state = playing_tricks(
        ["salvage", "protection", "mark_pretres", "mark_nobles"],
        FOUR,
        hands=[cards("nobles"), cards("erudits"), cards("nobles"), cards("nobles")],
    )
    assert tableau(play(state, 0, "use"), 0) == {"erudits": 1, **SOME}


# -- E: second thoughts -------------------------------------------------------------------


def test_second_thoughts_lay_a_card_of_the_hand_for_a_laid_one() -> None:
    state = playing_tricks(
        ["second_thoughts", "mark_chevaliers", "mark_pretres", "mark_nobles"],
        FOUR,
        hands=[cards("paysans", "pretres")] * 4,
    )
    assert options(state, 0) == ["artisans", "nobles", "decline"]
    state = play(state, 0, "artisans")
    assert options(state, 0) == ["paysans", "pretres", "decline", "back"]
    state = play(state, 0, "pretres")
    assert tableau(state, 0) == {"artisans": 1, "nobles": 1, "pretres": 1}
    # The card taken back is discarded with the rest of the hand.
    assert names(state.discard) == ["paysans", "artisans"]


def test_second_thoughts_with_an_empty_tableau_are_declined_by_themselves() -> None:
    state = playing_tricks(
        ["second_thoughts", "mark_chevaliers", "mark_pretres"],
        [{}, SOME, SOME],
        hands=[cards("paysans")] * 3,
    )
    assert seat_in_turn(state) == 1


# -- F to I: +1 and -1 --------------------------------------------------------------------


def marked(
    whom: str,
    sign: str,
    tableaux: list[dict[str, int]],
    event: str | None = None,
    *,
    ballot: int = 1,
) -> State:
    """Seat 0 marks the Nobles of somebody in a ballot; then the count."""
    tricks = ["mark_nobles", "mark_chevaliers", "mark_pretres", "exchange"]
    state = playing_tricks(tricks, tableaux, event=event, number=ballot)
    state = decline_all(state, but=0)
    state = decline_all(state, but=0)
    return decline_all(play(play(state, 0, whom), 0, sign))


@pytest.mark.parametrize(
    ("trick", "guild", "value"),
    [
        ("mark_chevaliers", "chevaliers", 11),
        ("mark_nobles", "nobles", 12),
        ("mark_pretres", "pretres", 13),
        ("mark_alchimistes", "alchimistes", 14),
    ],
)
def test_a_mark_adds_one_card_of_its_guild(trick: str, guild: str, value: int) -> None:
    others = [other for other in ("exchange", "sacrifice", "salvage") if other != trick]
    state = playing_tricks([trick, *others], [{guild: 1}, {guild: 1}, SOME | {guild: 1}, SOME])
    state = decline_all(state, but=0)
    state = decline_all(play(play(state, 0, "seat:1"), 0, "plus"))
    assert votes(state, guild) == [0, value, 0, 0]


def test_a_mark_takes_one_card_away() -> None:
    level = [{"nobles": 2}, {"nobles": 2}, {}, {}]
    assert votes(marked("seat:1", "minus", level), "nobles") == [12, 0, 0, 0]


def test_a_mark_is_for_this_count_only_and_moves_no_card() -> None:
    state = marked("seat:1", "plus", [{"nobles": 2}, {"nobles": 2}, {}, {}])
    assert tableau(state, 1) == {"nobles": 2}
    assert GAME.view(state, None).players[1].marks == {}


def test_what_leads_when_the_game_is_over_is_what_the_last_count_was_of() -> None:
    """Guildes, dirty tricks: a mark holds for its count, and nothing is counted after the third."""
    tableaux: list[dict[str, int]] = [{"nobles": 2}, {"nobles": 2}, {"nobles": 1}, {}]
    view = GAME.view(marked("seat:1", "plus", tableaux, ballot=3), None)
    (nobles,) = (row for row in view.guilds if row.guild == "nobles")
    assert view.phase == "over"
    assert view.players[1].marks == {"nobles": 1}
    assert [player.effective("nobles") for player in view.players] == [2, 3, 1, 0]
    assert view.leaders(nobles) == (1,)


def test_a_mark_is_among_the_cards_that_votes_were_given_for() -> None:
    state = marked("seat:1", "plus", [{"nobles": 2}, {"nobles": 2}, {}, {}])
    assert [seat["nobles"] for seat in GAME.view(state, None).counted[0]] == [2, 3, 0, 0]


def test_a_count_tells_what_lies_there_from_what_a_trick_added() -> None:
    state = marked("seat:1", "plus", [{"nobles": 2}, {"nobles": 2}, {}, {}])
    (line,) = GAME.view(state, None).tally(1)
    assert (
        Languages.load().words("en", ["Ada", "Berthe", "Odon", "Mahaut"])(line)
        == "Nobles: Berthe 2 cards plus 1 → 12 votes; Ada 2 cards → 0 votes"
    )


def test_a_mark_shows_until_the_count() -> None:
    state = playing_tricks(["mark_nobles", "mark_pretres", "exchange"], [SOME] * 3)
    state = play(play(decline_all(state, but=0), 0, "seat:2"), 0, "minus")
    assert GAME.view(state, 1).players[2].marks == {"nobles": -1}
    assert GAME.view(state, 1).players[2].tableau["nobles"] == 1


@pytest.mark.parametrize(
    ("whom", "sign", "said"),
    [
        ("seat:1", "minus", "Laid so far: Berthe 1−1."),
        ("seat:2", "plus", "Laid so far: Berthe 1 and Odon 0+1."),
    ],
)
def test_of_a_guild_it_is_told_what_lies_there_and_what_a_trick_adds(
    whom: str, sign: str, said: str
) -> None:
    """Guildes, dirty tricks: a mark is laid on a tableau for this count, and no card of it."""
    tableaux: list[dict[str, int]] = [{"artisans": 1}, {"nobles": 1}, {}, {"pretres": 1}]
    state = playing_tricks(["mark_nobles", "mark_pretres", "exchange", "mark_chevaliers"], tableaux)
    state = play(play(decline_all(state, but=0), 0, whom), 0, sign)
    (nobles,) = (topic for topic in GAME.topics(GAME.view(state, 3)) if topic.id == "nobles")
    words = Languages.load().words("en", ["Ada", "Berthe", "Odon", "Mahaut"])
    assert said in [words(line) for line in nobles.body]


def test_plus_one_on_none_counts_as_a_card() -> None:
    assert votes(marked("seat:2", "plus", [{}, {}, {}, {}]), "nobles") == [0, 0, 12, 0]


def test_minus_one_on_none_is_none() -> None:
    level = [{}, {"nobles": 1}, {}, {}]
    assert votes(marked("seat:2", "minus", level), "nobles") == [0, 12, 0, 0]


def test_ties_ignored_looks_at_the_marked_numbers() -> None:
    tableaux = [{"nobles": 2}, {"nobles": 2}, {"nobles": 1}, {}]
    unmarked = marked("seat:3", "minus", tableaux, event="ties_ignored")
    assert votes(unmarked, "nobles") == [0, 0, 12, 0]
    raised = marked("seat:0", "plus", tableaux, event="ties_ignored")
    assert votes(raised, "nobles") == [12, 0, 0, 0]
    lowered = marked("seat:1", "minus", tableaux, event="ties_ignored")
    assert votes(lowered, "nobles") == [12, 0, 0, 0]


def test_a_mark_can_be_laid_on_any_tableau_the_own_and_an_empty_one_too() -> None:
    state = playing_tricks(["mark_nobles", "mark_pretres", "mark_chevaliers"], [SOME, {}, SOME])
    state = decline_all(state, but=0)
    assert options(state, 0) == ["seat:0", "seat:1", "seat:2", "decline"]


def test_every_result_is_told_with_who_what_and_to_whom() -> None:
    state = playing_tricks(["mark_nobles", "mark_pretres", "exchange"], [SOME] * 3)
    state = play(decline_all(state, but=0), 0, "seat:2")
    (text,) = find(told(state, 0, "plus"), "guildes.event.trick.plus")
    assert (text.args["player"].number, text.args["whom"].number) == (0, 2)
    assert text.args["guild"].key == "guildes.guild.nobles"


def test_a_mark_on_ones_own_tableau_is_told_of_one_player_alone() -> None:
    state = playing_tricks(["mark_nobles", "mark_pretres", "exchange"], [SOME] * 3)
    state = play(decline_all(state, but=0), 0, "seat:0")
    (text,) = find(told(state, 0, "minus"), "guildes.event.trick.minus_self")
    assert text.args["player"].number == 0
    assert "whom" not in text.args


def test_a_count_tells_so_until_the_next_one() -> None:
    state = marked("seat:1", "plus", [{"nobles": 2}, {"nobles": 2}, {}, {}])
    told = GAME.view(state, None).tally(1)
    while (view := GAME.view(state, None)).phase != "laying" or view.turn < 3:
        seat = view.awaited[0]
        prompt = GAME.prompts(state)[seat]
        picks = [option.id for option in prompt.options if option.role == "choice"][: prompt.most]
        state = play(state, seat, *picks)
        assert GAME.view(state, None).tally(1) == told
