"""The Majority in pictures: whole games drawn, from the emptiest table to the fullest."""

from __future__ import annotations

from importlib import import_module
from itertools import combinations

import pytest
from PIL import Image

from engine import games
from engine.majority.rounds import ranks
from engine.majority.view import CARD_VIEWS, MajorityView
from engine.text import text
from images import pictures, viewed
from images.furniture.ornaments import crown
from images.furniture.sheets import CONTENT
from images.majority.council import arms, ramps
from images.majority.parts import SHIELDS, purse, won
from images.majority.theme import THEME
from images.paint import theme
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.palette import palette
from tests.images.majority_views import over, played
from tests.images.paint.test_palette import SIGHTS, contrast, distance
from tests.images.seen import all_written, groups
from tests.images.soundness import LANGUAGES, assert_sound, longest, phases_of, scripts
from tests.images.speech import Heard, Speech
from tests.images.views import FIFTEEN_LETTERS, PLAIN_NAMES

MAJORITY = pictures["majority"]
SEATS = (3, 4)
ENGLISH = Speech("en", PLAIN_NAMES)
POWERS = (0, 2, 3, 5, 6, 7, 9, 10)


def in_phase(seats, phase, seed=3):
    return [view for _, view in played(seats, seed) if view.phase == phase]


def full(seats):
    """The last openly played card, with every power won in every colour by everybody."""
    view = in_phase(seats, "open")[-1]
    won = dict.fromkeys(view.colours, (*POWERS, 10, 10))
    players = tuple(
        player.model_copy(
            update={
                "won": won,
                "totals": dict.fromkeys(view.colours, 150 + seat),
                "ranks": dict.fromkeys(view.colours, seats - seat),
                "gold": 90,
            }
        )
        for seat, player in enumerate(view.players)
    )
    killed = tuple(f"{colour}:{power}" for colour in view.colours for power in POWERS)
    return view.model_copy(update={"players": players, "discarded": killed})


def standing(seats, totals, gold=None, **changes):
    """A table where these are the totals in red."""
    view = over(seats)
    placed = ranks(totals)
    players = tuple(
        player.model_copy(
            update={
                "totals": {**player.totals, "red": totals[seat]},
                "ranks": {**player.ranks, "red": placed[seat]},
                "gold": player.gold if gold is None else gold[seat],
            }
        )
        for seat, player in enumerate(view.players)
    )
    return view.model_copy(update={"players": players, **changes})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_every_phase_is_drawn_with_the_longest_names(seats, language):
    words = longest(language, seats)
    for view in phases_of(played(seats, 3)):
        assert_sound(MAJORITY.board(view, words))
        assert_sound(MAJORITY.hand(view, words))
        assert all(MAJORITY.describe(view, words))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_fullest_table_is_drawn_in_every_script(seats, language):
    words = scripts(language, seats)
    assert_sound(MAJORITY.board(full(seats), words))
    assert_sound(MAJORITY.hand(full(seats), words))
    assert_sound(MAJORITY.result(over(seats), words))
    assert_sound(MAJORITY.result(over(seats), longest(language, seats)))


def test_a_hand_looks_alike_before_and_after_the_choice():
    view = in_phase(4, "draft")[0]
    chosen = games["majority"].play(
        games["majority"].setup(4, seed=3), view.viewer, [view.prompt.options[0].id]
    )[0]
    after = games["majority"].view(chosen, view.viewer)
    assert after.prompt.answered is not None
    assert after.awaited != view.awaited
    assert MAJORITY.hand(after, ENGLISH).png == MAJORITY.hand(view, ENGLISH).png


def test_the_board_alt_begins_with_where_the_game_stands():
    view = in_phase(4, "play")[-1]
    alt = MAJORITY.board(view, ENGLISH).alt
    assert alt.startswith("Round 4 of 4 · Card 4 of 4. Waiting for ")
    assert "Party A: " in alt
    assert "The last turn, in the order of the effects: " in alt


def test_packs_and_betrayals_go_to_players_by_name():
    seen = in_phase(4, "draft")[0]
    view = games["majority"].view(games["majority"].setup(4, seed=3), None)
    first, second, *_ = PLAIN_NAMES
    said = " ".join(MAJORITY.describe(view, ENGLISH))
    assert f"{first}’s pack goes to {second}, and so on." in said
    betrayal = next(card for card in CARD_VIEWS if card.id == "red:7")
    held = seen.model_copy(update={"hand": (betrayal,)})
    before = PLAIN_NAMES[(seen.viewer - 1) % 4]
    assert f"red 7 (goes to {before})" in MAJORITY.hand(held, ENGLISH).alt


def test_the_hand_alt_explains_each_card():
    view = in_phase(4, "draft")[0]
    alt = MAJORITY.hand(view, ENGLISH).alt
    assert "Keep one card; the rest goes to " in alt[:256]
    for card in view.pack:
        assert f"{card.colour} {card.power}" in alt


def test_the_text_tells_fates_debates_and_the_token():
    view = over(4)
    said = "\n".join(MAJORITY.describe(view, ENGLISH))
    assert "The council is over." in said
    assert f"{PLAIN_NAMES[view.spy]} holds the spy token." in said
    assert "Debate of round 4." in said
    assert "Discarded: " in said
    assert "held now" not in said
    for play in view.last_turn.plays:
        assert f"{PLAIN_NAMES[play.seat]} {play.card.colour} {play.card.power} (" in said


def test_the_text_tells_own_cards_to_their_owner_alone():
    view = in_phase(4, "play")[0]
    own = "\n".join(MAJORITY.describe(view, ENGLISH))
    assert "Hand: " in own
    assert "You gave " in own
    public = view.model_copy(
        update={"viewer": None, "prompt": None, "hand": (), "given": None, "received": None}
    )
    assert "You" not in "\n".join(MAJORITY.describe(public, ENGLISH))


def test_a_debate_held_now_would_pay_the_second_for_each_first():
    view = standing(4, (16, 16, 10, 5))
    assert view.payable()["red"] == (2, 2, 6, 0)


def test_partners_are_rich_together():
    assert standing(4, (0, 0, 0, 0), gold=(1, 5, 7, 2)).richest() == (0, 2)
    assert standing(3, (0, 0, 0), gold=(4, 5, 5)).richest() == (1, 2)
    assert standing(3, (0, 0, 0), gold=(0, 1, 0)).richest() == (1,)
    assert standing(3, (0, 0, 0), gold=(0, 0, 0)).richest() == ()


def test_a_tie_broken_by_the_token_is_said():
    tied, clear = over(3), over(4)
    assert tied.outcome.scores == {0: 14, 1: 28, 2: 28}
    assert "28 gold: the spy token broke the tie." in MAJORITY.result(tied, ENGLISH).alt
    assert clear.outcome.scores == {0: 43, 1: 54, 2: 43, 3: 54}
    assert "the tie" not in MAJORITY.result(clear, ENGLISH).alt


@pytest.mark.parametrize("sight", SIGHTS)
def test_the_colours_keep_their_distance_for_every_sight(sight):
    for one, other in combinations(arms().values(), 2):
        assert distance(one.colour, other.colour, sight) >= 20


def test_each_colour_has_its_own_emblem_and_pattern():
    assert len({one.emblem for one in arms().values()}) == 3
    assert {one.hatching for one in arms().values()} == {"upright", "level", "dots"}
    assert all(contrast(one.colour, one.ink) >= 4.5 for one in arms().values())


def test_the_palette_has_room_for_all_colours():
    assert {one.colour for one in arms().values()} <= set(palette(THEME, ramps()).colours)


def test_a_hand_is_drawn_for_a_seat_only():
    with pytest.raises(ValueError, match="seat"):
        MAJORITY.hand(over(4), ENGLISH)


def test_a_result_is_drawn_when_the_game_is_over():
    with pytest.raises(ValueError, match="over"):
        MAJORITY.result(in_phase(4, "play")[0], ENGLISH)


def test_while_nobody_has_won_a_card_the_board_shows_who_has_chosen_and_no_nought():
    words = Heard("en", PLAIN_NAMES)
    view = in_phase(4, "play")[0].model_copy(update={"awaited": (0, 2)})
    assert view.last_turn is None
    drawn = MAJORITY.board(view, words)
    assert_sound(drawn)
    assert {"picture.status.choosing", "picture.status.chosen"} <= words.keys
    assert "picture.due" not in words.keys
    won = view.players[0].won | {"red": (3,)}
    players = (view.players[0].model_copy(update={"won": won}), *view.players[1:])
    later = view.model_copy(update={"players": players})
    assert drawn.height < MAJORITY.board(later, ENGLISH).height - SHIELDS


def test_a_turn_is_on_the_board_until_its_round_has_ended():
    for _, view in played(4, 3):
        alt = MAJORITY.board(view, ENGLISH).alt
        within = view.phase in {"play", "open", "over"} and view.turn > 1
        assert ("The last turn, in the order of the effects: " in alt) == within
    after = next(view for _, view in played(4, 3) if view.just_debated())
    without = MAJORITY.board(after.model_copy(update={"last_turn": None}), ENGLISH)
    assert MAJORITY.board(after, ENGLISH).png == without.png


def test_no_party_has_gold_on_the_board_before_the_first_debate():
    for view in (in_phase(4, "draft")[0], in_phase(4, "play")[4]):
        words = Heard("en", PLAIN_NAMES)
        MAJORITY.board(view, words)
        assert ("majority.picture.party_gold" in words.keys) == bool(view.debates)
    assert not in_phase(4, "play")[4].debates


def test_the_board_says_what_a_debate_would_bring_now():
    words = Heard("en", PLAIN_NAMES)
    assert_sound(MAJORITY.board(in_phase(4, "play")[-1], words))
    assert "picture.due" in words.keys


def test_in_a_debates_count_each_colours_gold_stands_by_its_power():
    """In every column a crowned total and much gold: a name, three pairs, the gold in all."""
    board = import_module("images.majority.board")
    view = next(view for _, view in played(4, 3) if view.just_debated())
    full = dict.fromkeys(view.colours, (28, 28, 28, 28))
    gold = dict.fromkeys(view.colours, (12, 12, 12, 12))
    debate = view.debates[-1].model_copy(update={"totals": full, "gold": gold})
    view = view.model_copy(update={"debates": (*view.debates[:-1], debate)})
    image = Image.new("RGB", (CONTENT, board.count_height(view)), THEME.paper)
    board.draw_count(Canvas(image), Box(0, 0, *image.size), view, ENGLISH)
    row = image.crop((0, image.height - 80, CONTENT, image.height - 30))
    found = groups(row, (THEME.paper, THEME.lane), 24)
    assert len(found) == 1 + 3 + 1


@pytest.mark.parametrize("seats", SEATS)
def test_gold_and_what_is_due_keep_away_from_the_spy_token(seats, monkeypatch):
    board = import_module("images.majority.board")
    view = in_phase(seats, "play")[-1]
    players = tuple(one.model_copy(update={"gold": 90}) for one in view.players)
    view = view.model_copy(update={"players": players})
    monkeypatch.setattr(MajorityView, "payable", lambda _: {"red": (12,) * seats})
    image = Image.new("RGB", (CONTENT, 92), THEME.paper)
    box = Box(0, 0, *image.size)
    board._gold(Canvas(image), box, view, Speech("fr", PLAIN_NAMES), None)
    lane = box.columns(seats, 6)[view.spy].inset(0, 4)
    band = image.crop((lane.x, lane.y, lane.right, lane.bottom))
    assert len(groups(band, (theme.INK,), 16)) == 2


@pytest.mark.parametrize("crowned", [False, True])
@pytest.mark.parametrize("said", ["4", "+12", "108"])
def test_a_sum_and_its_signs_stand_in_the_middle_together(said, crowned):
    image = Image.new("RGB", (240, 60), theme.INK)
    first = crown(30, theme.CREAM) if crowned else None
    purse(Canvas(image), Box(20, 0, 200, 60), said, THEME.total, 40, first)
    found = groups(image, (theme.INK,), 1)
    assert abs((found[0][0] + found[-1][1]) // 2 - 120) <= 4


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rows_of_a_result_are_named_in_one_size(language):
    words = Speech(language, PLAIN_NAMES)
    rounds = [text("majority.picture.round", round=numeral) for numeral in ("I", "II", "III", "IV")]
    rest = text("majority.picture.all_gold"), text("majority.picture.power")
    labels = set(map(words, (*rounds, *rest)))
    with all_written() as written:
        MAJORITY.result(over(4), words)
    found = [one for one in written if one.words in labels]
    assert {one.words for one in found} == labels
    assert len({one.fitted.size for one in found}) == 1


@pytest.mark.parametrize(("seats", "gold"), [(3, (4, 4, 1)), (4, (1, 5, 6, 2))])
def test_tied_gold_has_the_crown_of_a_shared_lead(seats, gold, monkeypatch):
    """As tied totals have; of a party, all its gold counts."""
    drawn = []
    board = import_module("images.majority.board")
    monkeypatch.setattr(board, "crown", lambda *said: drawn.append(said) or crown(*said))
    lead = {"majority.picture.legend.leads", "majority.picture.legend.shares"}
    for more, said in ((0, "shares"), (1, "leads")):
        drawn.clear()
        first = gold[0] + more, *gold[1:]
        words, view = Heard("en", PLAIN_NAMES), standing(seats, (0,) * seats, gold=first)
        unranked = tuple(
            player.model_copy(update={"ranks": dict.fromkeys(player.ranks)})
            for player in view.players
        )
        MAJORITY.board(view.model_copy(update={"players": unranked}), words)
        assert words.keys & lead == {f"majority.picture.legend.{said}"}
        assert [hollow is not None for *_, hollow in drawn] == [not more] * (2 - more)


def test_a_result_crowns_the_party_that_has_won():
    view = over(4)
    with all_written() as written:
        MAJORITY.result(view, ENGLISH)
    parties = {one.words: one.sign for one in written if one.words.startswith("Party ")}
    assert len(parties) == 2
    first = view.players[view.outcome.places[0][0]].party
    assert [said for said, sign in parties.items() if sign] == [
        said for said in parties if said.startswith(f"Party {'AB'[first]}")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_where_packs_travel_fits_the_head_with_ordinary_names(seats, language):
    view = games["majority"].view(games["majority"].setup(seats, seed=3), None)
    for shift in range(len(FIFTEEN_LETTERS)):
        words = Speech(language, FIFTEEN_LETTERS[shift:] + FIFTEEN_LETTERS[:shift])
        with all_written() as written:
            MAJORITY.board(view, words)
        said = words(viewed.travel_brief(view, seats))
        assert [one.fitted.cut for one in written if one.words == said] == [False]


@pytest.mark.parametrize("seats", SEATS)
def test_a_hand_explains_the_spy_token_to_whom_it_shows_it(seats):
    shown = {True: 0, False: 0}
    for seat, view in played(seats, 3):
        if seat >= 0 and won(view):
            words = Heard("en", PLAIN_NAMES)
            MAJORITY.hand(view, words)
            spy = view.players[seat].spy
            assert ("majority.picture.legend.spy" in words.keys) == spy
            shown[spy] += 1
    assert all(shown.values())
