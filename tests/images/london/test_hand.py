"""The hand: action cards, mayor's cards, and what was done this turn."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.london.prompts.options import numbered
from engine.text import text
from images import pictures
from images.london import slips
from images.london.hand import sections
from images.paint.indexed import LIGHT
from images.paint.lettering import measure
from images.paint.theme import WIDTH
from tests.images.london.played import GAME, SEATS, emptiest, first, fullest, over, played
from tests.images.soundness import LANGUAGES, assert_sound, longest
from tests.images.speech import Speech
from tests.images.views import PLAIN_NAMES

LONDON = pictures["london"]
ENGLISH = Speech("en", PLAIN_NAMES)


def test_a_card_has_the_number_by_which_its_button_calls_it():
    called = 0
    for state in played(3):
        for seat in GAME.asked(state):
            view = GAME.view(state, seat)
            options = () if view.prompt is None else view.prompt.options
            if any((one.card or "").startswith("card:") and one.brief for one in options):
                codes = sorted(view.printed.cards)
                on_buttons = {codes[kind]: number for kind, number in numbered(state).items()}
                assert view.numbered() == on_buttons
                called += 1
    assert called


def spending(seats):
    """A player on turn who has played and paid cards."""
    return next(
        view
        for state in played(seats)
        for view in [GAME.view(state, GAME.asked(state)[0] if GAME.asked(state) else 0)]
        if view.viewer == view.on_turn and view.played and view.spent
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("view", [emptiest, fullest, over])
def test_the_hand_is_drawn_from_the_first_choice_to_the_end(view, seats, language):
    for seat in range(seats):
        assert_sound(LONDON.hand(view(seats, seat), longest(language, seats)))


def hands(seats, seed, every):
    """What each seat that is asked holds through a game, of so many hands one."""
    for state in played(seats, seed)[:-1:every]:
        yield GAME.view(state, GAME.asked(state)[0])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_hands_of_a_game_are_light_with_the_longest_names(seats, language):
    """And no taller than twice their width: a phone shows the cards with what plays them."""
    words = longest(language, seats)
    drawn = [LONDON.hand(view, words) for view in hands(seats, 7, every=8)]
    assert max(len(hand.png) for hand in drawn) <= LIGHT
    assert max(hand.height for hand in drawn) <= 2 * WIDTH


def test_action_cards_stand_last_in_a_hand_next_to_their_buttons():
    view = spending(4)
    titles = [section.title for section in sections(view, ENGLISH)]
    assert titles[-1].startswith("Hand: ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_hand_of_most_cards_is_light(language):
    """Nine kinds and four mayor's cards, more than in any other of a dozen games."""
    full = max(hands(3, 3, every=1), key=lambda view: len({*view.hand}) + len(view.mayors))
    assert len({*full.hand}) + len(full.mayors) == 13
    assert_sound(LONDON.hand(full, longest(language, 3)), LIGHT)


def test_a_hand_of_many_cards_below_a_town_says_nothing_twice():
    view = spending(4)
    few, many = (
        view.model_copy(update={"hand": tuple(view.printed.cards)[:number]}) for number in (2, 14)
    )
    shown = [
        [card.signs for each in sections(one, ENGLISH) for card in each.cards if card.colours]
        for one in (few, many)
    ]
    assert all(shown[0])
    assert not any(shown[1])


def test_own_mayors_cards_are_in_a_full_hand_too():
    view = spending(4)
    full = view.model_copy(update={"hand": tuple(view.printed.cards)[:9]})
    mayors = [(one,) for one in tuple(view.printed.mayors)[:2]]
    shown = {LONDON.hand(full.model_copy(update={"mayors": one}), ENGLISH).png for one in mayors}
    assert len(shown) == 2


def test_before_a_card_is_played_it_is_said_that_the_end_draws_two_less_then():
    view = first(4, 2, lambda one: one.on_turn == 2 and one.prompt is not None and not one.played)
    assert (view.to_draw, view.to_draw_played()) == (4, 2)
    later = spending(4)
    assert later.to_draw_played() == later.to_draw
    less = text("london.picture.draws_less", n=view.to_draw, played=view.to_draw_played())
    assert ENGLISH(less) == "You will draw 4, or 2 if you play"


@pytest.mark.parametrize("language", LANGUAGES)
def test_fourteen_different_cards_fit(language):
    view = spending(4)
    codes = tuple(view.printed.cards)
    mayors = tuple(view.printed.mayors)
    for start in (0, 14, 16):
        full = view.model_copy(
            update={"hand": codes[start : start + 14], "mayors": mayors[start // 2 :][:4]}
        )
        assert_sound(LONDON.hand(full, longest(language, 4)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_of_the_box_fits_its_slip(language):
    printed = emptiest(4).printed
    words = Speech(language, PLAIN_NAMES)
    cards = [slips.action(card, 2, words) for card in printed.cards.values()]
    mayors = [slips.mayor(card, words) for card in printed.mayors.values()]
    assert len(cards) == 30
    assert len(mayors) == 21
    for slip in (*cards, *mayors):
        drawn = slips.slip(slip, slip.height)
        assert drawn.cut == ()
        assert drawn.image.size == (slips.WIDTH, slip.height)


def test_what_many_are_worth_is_drawn_as_coins():
    printed = emptiest(4).printed.mayors
    table = slips.mayor(printed["m10"], ENGLISH)  # 2 masters: 1 VP, 3: 3, 4: 5, 5 or more: 7
    assert [sign.name for sign in table.signs if sign.kind == "coin"] == ["1", "3", "5", "7"]
    assert [sign.name for sign in table.signs if sign.kind == "letters"] == ["2", "3", "4", "5+"]
    assert slips.mayor(printed["m06"], ENGLISH).signs == ()


def test_a_hand_does_not_show_who_is_awaited_nor_what_was_chosen():
    view = emptiest(4, 1)
    assert view.prompt is not None
    picked = view.prompt.options[0].id
    chosen = view.model_copy(
        update={"awaited": (2, 3), "prompt": replace(view.prompt, answered=(picked,))}
    )
    assert LONDON.hand(chosen, ENGLISH).png == LONDON.hand(view, ENGLISH).png


def test_what_others_do_is_not_in_the_hand():
    view = spending(4)
    other = (view.viewer + 1) % 4
    state = next(s for s in played(4) if GAME.view(s, view.viewer) == view)
    alt = LONDON.hand(GAME.view(state, other), ENGLISH).alt
    assert "to draw at the end of the turn" not in alt


def test_alt_text_tells_the_question_and_every_card():
    view = first(4, 2, lambda one: one.on_turn == 2 and one.prompt is not None and not one.played)
    alt = LONDON.hand(view, ENGLISH).alt
    assert alt.startswith(ENGLISH(view.prompt.ask))
    for code in Counter(view.hand):
        assert ENGLISH(view.printed.cards[code].name) in alt


def test_alt_text_sums_up_the_turn():
    view = spending(4)
    alt = LONDON.hand(view, ENGLISH).alt
    played_name = ENGLISH(view.printed.cards[view.played[0].code].name)
    assert f"This turn {PLAIN_NAMES[view.on_turn]} has played {played_name}" in alt
    assert f"Paid or discarded: {ENGLISH(view.printed.cards[view.spent[0]].name)}" in alt
    assert "2 cards to draw at the end of the turn" in alt


def test_a_hand_is_drawn_for_a_seat_only():
    with pytest.raises(ValueError, match="seat"):
        LONDON.hand(emptiest(4), ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_row_of_icons_is_wider_than_its_slip(language):
    printed = emptiest(4).printed
    words = Speech(language, PLAIN_NAMES)
    cards = [slips.action(card, 1, words) for card in printed.cards.values()]
    mayors = [slips.mayor(card, words) for card in printed.mayors.values()]
    for slip in (*cards, *mayors):
        assert slips.icons(slip).width <= slips.ROOM, slip.name


def test_mayors_cards_to_be_put_in_order_have_the_numbers_by_which_buttons_call_them():
    states = (state for seats in SEATS for state in played(seats)[:-1])
    views = (GAME.view(state, GAME.asked(state)[0]) for state in states)
    view = next(view for view in views if view.prompt.ask.key == "london.ask.arrange")
    numbered = {
        card.name: card.number
        for section in sections(view, ENGLISH)
        for card in section.cards
        if card.number
    }
    assert sorted(numbered.values()) == list(range(1, len(view.looked) + 1))
    for option in view.prompt.options:
        kept, under = (
            ", ".join(str(numbered[ENGLISH(card)]) for card in option.text.args[part])
            for part in ("kept", "under")
        )
        assert ENGLISH(option.brief) == f"{kept}, then {under}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_words_follow_every_cards_name_at_one_distance(language):
    view, words = emptiest(3, 0), Speech(language, PLAIN_NAMES)
    cards = [slips.action(card, 1, words, iconic=False) for card in view.printed.cards.values()]
    face, size = slips._TEXT.face, slips._TEXT.sizes[0]
    gaps = {
        measure(card.said[: -len(card.text)], face, size)
        - measure(card.name, slips._NAME.face, slips._NAME.sizes[-1])
        for card in cards
    }
    assert min(gaps) >= slips._APART
    assert max(gaps) < slips._APART + measure(slips._BLANK, face, size)
