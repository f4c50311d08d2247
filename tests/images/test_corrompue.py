"""La Cité corrompue in pictures: whole games drawn, the trick, tokens, barred cards."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from itertools import combinations

import pytest
from PIL import Image, ImageChops

from engine import games
from engine.corrompue.count import result
from engine.text import text
from images import pictures
from images.corrompue.factions import arms, ramps
from images.corrompue.hand import HEIGHT, face
from images.corrompue.parts import colours
from images.corrompue.spoken import lost
from images.corrompue.theme import THEME
from images.furniture import people
from images.furniture.frames import MARGIN
from images.paint import theme
from images.paint.canvas import Canvas
from images.paint.indexed import Indexed
from images.paint.layout import Box
from images.paint.palette import palette
from images.paint.theme import CREAM, WAX, WIDTH
from tests.images.corrompue_views import over, played
from tests.images.paint.test_palette import SIGHTS, contrast, distance
from tests.images.seen import all_written, groups, ink
from tests.images.soundness import LANGUAGES, assert_sound, longest, phases_of, scripts
from tests.images.speech import Heard, Speech
from tests.images.views import PLAIN_NAMES

CORROMPUE = pictures["corrompue"]
SEATS = (2, 3, 4)
ENGLISH = Speech("en", PLAIN_NAMES)
ALL_LOST = 37
"""A seed with which both of two players are too corrupt."""


def barred(seats):
    """Somebody to play who holds cards that may not be played, of Culte too."""
    return next(
        view
        for seed in range(30)
        for _, view in played(seats, seed)
        if {one.blocked.key for one in view.hand if one.blocked}
        == {"corrompue.blocked.faction", "corrompue.blocked.culte"}
    )


def trick(seats=4, **wanted):
    """The first trick with two cards or more where the view is as wanted."""
    return next(
        view
        for seed in range(30)
        for _, view in played(seats, seed)
        if view.phase == "trick"
        and len(view.plays) >= 2
        and all(getattr(view, name) == value for name, value in wanted.items())
    )


def winning_cards(seats, *won):
    """A table where these are the cards won in this event."""
    view = trick(seats)
    players = tuple(
        player.model_copy(update={"won": {"culte": 0, **cards}})
        for player, cards in zip(view.players, won, strict=True)
    )
    return view.model_copy(update={"players": players})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_every_phase_is_drawn_with_the_longest_names(seats, language):
    words = longest(language, seats)
    for view in phases_of(played(seats, 3)):
        assert_sound(CORROMPUE.board(view, words))
        assert_sound(CORROMPUE.hand(view, words))
        assert all(CORROMPUE.describe(view, words))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_end_is_drawn_in_every_script(seats, language):
    for words in (scripts(language, seats), longest(language, seats)):
        assert_sound(CORROMPUE.board(over(seats), words))
        assert_sound(CORROMPUE.result(over(seats), words))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_result_holds_as_many_events_as_a_game_can_have(seats, language):
    ended = over(seats)
    counts = (*ended.counts * 13,)[:13]
    words = scripts(language, seats)
    assert_sound(CORROMPUE.result(ended.model_copy(update={"counts": counts}), words))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_largest_hand_is_drawn(language):
    """Ten cards dealt and three Culte cards for three Noblesse tokens."""
    view = barred(4)
    cards = (view.hand * 3)[:13]
    many = view.model_copy(update={"hand": cards, "discarded": ("culte:8",) * 3, "quiet": True})
    assert_sound(CORROMPUE.hand(many, longest(language, 4)))


def test_a_hand_looks_alike_before_and_after_the_discard():
    view = next(v for _, v in played(4, 3) if v.phase == "discard")
    due_now = [option.id for option in view.prompt.options[: view.prompt.least]]
    prompt = type(view.prompt)(
        **{name: getattr(view.prompt, name) for name in view.prompt.__slots__}
        | {"answered": tuple(due_now)}
    )
    after = view.model_copy(update={"prompt": prompt, "awaited": ()})
    assert CORROMPUE.hand(after, ENGLISH).png == CORROMPUE.hand(view, ENGLISH).png


def test_barred_cards_are_told_apart_and_the_reason_is_said():
    view = barred(4)
    free = view.model_copy(
        update={"hand": tuple(one.model_copy(update={"blocked": None}) for one in view.hand)}
    )
    drawn = CORROMPUE.hand(view, ENGLISH)
    assert drawn.png != CORROMPUE.hand(free, ENGLISH).png
    assert "is asked, and you have such a card." in drawn.alt
    assert "You can’t play " in drawn.alt
    assert "You can’t play " not in CORROMPUE.hand(free, ENGLISH).alt


@pytest.mark.parametrize("width", [132, 168])
def test_the_sign_on_a_barred_card_stands_apart_from_its_value(width):
    one, ten = (drawn_card(width, f"milice:{value}") for value in ("1", "10"))
    value = ImageChops.difference(one, ten).getbbox()
    red = colours().index(WAX)
    sign = ten.point([255 * (index == red) for index in range(256)]).getbbox()
    assert value[2] + 4 <= sign[0]


def drawn_card(width, name):
    canvas = Indexed(width, HEIGHT, colours(), CREAM)
    face(canvas, Box(0, 0, width, HEIGHT), name, "Milice", blocked=True)
    return Image.frombytes("L", canvas.drawn().image.size, canvas.drawn().image.tobytes())


def test_the_board_alt_tells_the_trick():
    view = trick(asked="milice")
    alt = CORROMPUE.board(view, ENGLISH).alt
    assert alt.startswith("Event ")
    assert "Milice is asked." in alt
    for play in view.plays:
        assert f"{PLAIN_NAMES[play.seat]} {play.faction.title()} {play.value}" in alt
    assert f"{PLAIN_NAMES[view.winning]} would take it." in alt


def test_the_text_tells_all_that_lies_open():
    view = over(4)
    said = "\n".join(CORROMPUE.describe(view, ENGLISH))
    assert "The city has decided." in said
    assert f"Count of event {len(view.counts)}." in said
    assert "Noblesse tokens: Ana " in said
    assert "Paysan tokens: Ana " in said
    assert "The last trick, taken by " in said or "The last trick: the Milice gave it" in said


def test_the_text_tells_own_cards_to_their_owner_alone():
    view = trick()
    assert "Your hand" in "\n".join(CORROMPUE.describe(view, ENGLISH))
    public = view.model_copy(
        update={"viewer": None, "prompt": None, "hand": (), "discarded": (), "quiet": False}
    )
    assert "You" not in "\n".join(CORROMPUE.describe(public, ENGLISH))


def test_the_hand_is_what_may_be_played_only_for_whoever_is_to_play():
    mine = barred(4)
    assert "Your hand, what you may play: " in "\n".join(CORROMPUE.describe(mine, ENGLISH))
    waiting = mine.model_copy(update={"prompt": None, "awaited": (1,)})
    discarding = next(v for _, v in played(4, 3) if v.phase == "discard")
    for view in (waiting, discarding):
        said = "\n".join(CORROMPUE.describe(view, ENGLISH))
        assert "Hand: " in said
        assert "may play" not in said


def test_a_count_held_now_gives_tokens_to_the_others_of_who_took_all():
    view = winning_cards(
        3,
        {"noblesse": 5, "paysan": 2, "milice": 3},
        {"noblesse": 0, "paysan": 2, "milice": 1},
        {"noblesse": 0, "paysan": 1, "milice": 0},
    )
    assert view.due() == {"noblesse": (0, 1, 1), "paysan": (1, 1, 0), "milice": (1, 0, 0)}


def test_a_result_names_winners_and_losers():
    view = over(4, 451)
    assert view.outcome.places == [[2], [1], [0, 3]]
    assert view.losers() == (0, 3)
    alt = CORROMPUE.result(view, ENGLISH).alt
    assert alt.startswith("Chloé wins the city. Ana and Dmitri lose: 4 Noblesse tokens or more.")


def test_the_example_keeps_cards_and_tokens_within_their_players_columns():
    view = games["corrompue"].example()
    bare, shown = ([counting(view, seat, most=most) for seat in range(3)] for most in (False, True))
    columns = [
        ImageChops.difference(one, other).getbbox() for one, other in zip(bare, shown, strict=True)
    ]
    assert columns[0][2] <= columns[1][0]
    assert columns[1][2] <= columns[2][0]
    assert columns[2][2] <= WIDTH - MARGIN


def counting(view, seat, *, most):
    """The example where this seat alone gets a token, with most cards or with none."""
    given = tuple(int(one == seat) for one in range(3))
    won = tuple(12 * one if most else 0 for one in given)
    count = view.counts[-1]
    update = {"won": {**count.won, "noblesse": won}, "noblesse": given if most else (0, 0, 0)}
    counts = (*view.counts[:-1], count.model_copy(update=update))
    picture = CORROMPUE.example(view.model_copy(update={"counts": counts}), ENGLISH)
    return Image.open(BytesIO(picture.png)).convert("RGB")


def test_who_loses_with_enough_tokens_of_both_kinds_is_told_which_counts():
    view = over(4, 451)
    tokens = [(4, 4), (1, 2), (0, 3), (2, 0)]
    players = [
        player.model_copy(update={"noblesse": noblesse, "paysan": paysan})
        for player, (noblesse, paysan) in zip(view.players, tokens, strict=True)
    ]
    alt = CORROMPUE.result(view.model_copy(update={"players": players}), ENGLISH).alt
    assert (
        "Ana loses: 4 Noblesse tokens outweigh the Paysan tokens. Of the others, the player with"
        " most Paysan tokens wins." in alt
    )


@pytest.mark.parametrize(
    ("noblesse", "paysan", "said"),
    [
        # Rules, end of the game: by Paysan tokens, then by fewest Noblesse tokens.
        ((4, 1, 2), (0, 2, 1), "Of the others, the player with most Paysan tokens wins"),
        ((4, 1, 2), (0, 2, 2), "With Paysan tokens tied, the player with fewest Noblesse"),
        ((4, 1, 1), (0, 2, 2), "Of the others, the player with most Paysan tokens wins"),
        ((4, 4, 2), (0, 2, 1), ""),
    ],
)
def test_where_some_lose_and_nobody_has_the_tokens_to_win_it_is_said_what_decides(
    noblesse, paysan, said
):
    view = over(3)
    players = tuple(
        one.model_copy(update={"noblesse": noblesse[seat], "paysan": paysan[seat]})
        for seat, one in enumerate(view.players)
    )
    ended = view.model_copy(update={"players": players, "outcome": result(noblesse, paysan)})
    told = ENGLISH(lost(ended)).partition(". ")[2]
    assert told.startswith(said)
    assert bool(told) == bool(said)
    for language in LANGUAGES:
        drawn = CORROMPUE.result(ended, longest(language, 3))
        assert drawn.cut == ()


def test_nobody_wins_when_all_are_too_corrupt():
    view = over(2, ALL_LOST)
    assert view.outcome.places[0] == []
    picture = CORROMPUE.result(view, ENGLISH)
    assert_sound(picture)
    assert picture.alt.startswith("Everybody is too corrupt: nobody wins.")


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_factions_keep_their_distance_for_every_sight(sight):
    for one, other in combinations(arms(), 2):
        colours = arms()[one].colour, arms()[other].colour
        assert distance(*colours, sight) >= 20, (one, other)


def test_each_faction_has_its_own_emblem():
    assert len({one.emblem for one in arms().values()}) == 4
    assert all(contrast(one.colour, one.ink) >= 4.5 for one in arms().values())


def test_the_palette_has_room_for_all_colours():
    assert {one.colour for one in arms().values()} <= set(palette(THEME, ramps()).colours)


def test_a_hand_is_drawn_for_a_seat_only():
    with pytest.raises(ValueError, match="seat"):
        CORROMPUE.hand(over(4), ENGLISH)


def test_a_result_is_drawn_when_the_game_is_over():
    with pytest.raises(ValueError, match="over"):
        CORROMPUE.result(trick(), ENGLISH)


def test_the_number_of_cards_won_is_not_written_like_a_card():
    view = winning_cards(3, {"milice": 3}, {"paysan": 1}, {})
    said = "\n".join(CORROMPUE.describe(view, ENGLISH))
    assert f"{PLAIN_NAMES[0]} has won 3 Milice cards in this event." in said
    assert f"{PLAIN_NAMES[1]} has won 1 Paysan card in this event." in said


def test_a_token_is_explained_where_there_is_one():
    none, some = Heard("en", PLAIN_NAMES), Heard("en", PLAIN_NAMES)
    CORROMPUE.board(winning_cards(3, {}, {}, {}), none)
    CORROMPUE.board(winning_cards(3, {"milice": 3}, {"milice": 1}, {}), some)
    assert "corrompue.picture.due" not in none.keys
    assert "corrompue.picture.due" in some.keys


def test_culte_cards_that_were_handed_are_explained_and_not_added_to_a_hand():
    """They are in the hand's number already, or played."""
    views = [view for _, view in played(4, 3) if view.phase == "trick"]
    none = views[0]
    some = next(view for view in views if any(player.handed for player in view.players))
    for view, explained in ((none, False), (some, True)):
        heard = Heard("en", PLAIN_NAMES)
        with all_written() as written:
            CORROMPUE.board(view, heard)
        assert ("corrompue.picture.handed" in heard.keys) is explained
        assert not any(one.words.startswith("+") for one in written)


def test_a_token_without_a_card_is_explained_where_there_is_one():
    view = over(4, 451)
    mine = view.counts[0].model_copy(
        update={
            "won": {"noblesse": (5, 0, 0, 0), "paysan": (2, 1, 0, 0), "milice": (0, 0, 0, 0)},
            "noblesse": (0, 1, 1, 1),
            "paysan": (1, 0, 0, 0),
        }
    )
    fair = mine.model_copy(update={"won": {**mine.won, "noblesse": (5, 6, 6, 6)}})
    for count, brought in ((mine, "brought_others"), (fair, "brought")):
        heard = Heard("en", PLAIN_NAMES)
        CORROMPUE.result(view.model_copy(update={"counts": (count,)}), heard)
        keys = {key for key in heard.keys if key.startswith("corrompue.picture.legend.")}
        assert keys == {f"corrompue.picture.legend.{brought}"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_who_deals_and_leads_is_said_well_within_the_slips(seats, language):
    board = import_module("images.corrompue.board")
    view = next(view for _, view in played(seats, 3) if view.phase == "trick")
    view = view.model_copy(update={"dealer": 0, "leader": 0})
    width = people.columns(236, seats)[0].w
    image = Image.new("RGB", (width, 44), THEME.lane)
    words = Speech(language, PLAIN_NAMES)
    board._place(Canvas(image), Box(0, 0, width, 44), view, words, 0)
    slips = groups(image, (THEME.lane,), 3)
    assert len(slips) == 2
    for left, right in slips:
        start, _, end, _ = ink(image.crop((left, 0, right, 44)), (theme.INK,)).getbbox()
        assert min(start, right - left - end) >= 8


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 4])
def test_who_takes_a_trick_is_said_in_one_line(seats, language):
    view, words = trick(seats), Speech(language, PLAIN_NAMES)
    said = words(text("corrompue.picture.slot.takes"))
    trick_module = import_module("images.corrompue.trick")
    trick_module._slot.cache_clear()
    with all_written() as written:
        CORROMPUE.board(view, words)
    assert [one.fitted.lines for one in written if one.words == said] == [(said,)]
