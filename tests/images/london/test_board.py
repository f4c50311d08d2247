"""The board: the whole town, from the smallest to the largest, in every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from images import pictures
from images.furniture.frames import MARGIN
from images.furniture.sheets import CONTENT
from images.london import count, facts, page, thames, tile, town
from images.london.emblems import icon
from images.london.rewards import glyphs, row
from images.london.signs import calendar
from images.paint import lettering
from images.paint.layout import Box
from images.pictures import Shot
from tests.images.london.played import (
    GAME,
    SEATS,
    crowded,
    emptiest,
    first,
    fullest,
    over,
    played,
    voted,
)
from tests.images.seen import all_laid
from tests.images.soundness import LANGUAGES, assert_sound, longest, scripts
from tests.images.speech import Heard, Speech
from tests.images.views import PLAIN_NAMES

LONDON = pictures["london"]
ENGLISH = Speech("en", PLAIN_NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("view", [emptiest, fullest, over, crowded])
def test_the_board_holds_everything_with_the_longest_names(view, seats, language):
    assert_sound(LONDON.board(view(seats), longest(language, seats)))


@pytest.mark.parametrize("seats", SEATS)
def test_the_board_holds_every_script(seats):
    assert_sound(LONDON.board(fullest(seats), scripts("fr", seats)))


@pytest.mark.parametrize(
    ("seats", "explained"), [(2, {"votes", "votes_growth"}), (3, {"growth"}), (4, {"growth"})]
)
def test_the_key_says_what_the_leaves_are_that_not_every_round_has(seats, explained):
    heard = Heard("en", PLAIN_NAMES)
    LONDON.board(emptiest(seats), heard)
    told = {key.rpartition(".")[2] for key in heard.keys if ".picture.legend." in key}
    assert told & {"votes", "votes_growth", "growth"} == explained


@pytest.mark.parametrize("state", ["now", "later"])
def test_a_round_of_growth_has_a_sprout_before_it_is_over(state):
    grown, bare = (calendar("4", state, activates=True, grows=grows) for grows in (True, False))
    middle, foot = grown.width // 2, grown.height - 14
    below = (middle - 9, foot, middle + 9, foot + 6)
    assert len(grown.crop(below).getcolors()) > len(bare.crop(below).getcolors())


@pytest.mark.parametrize("seats", SEATS)
def test_a_whole_game_is_drawn(seats):
    for state in played(seats)[::9]:
        assert_sound(LONDON.board(GAME.view(state, None), ENGLISH))


PHONE = 340
"""css px of a board's picture on a phone; its names are 27 px of 1,080 at least, 8.5 css px."""
ROOM = 545
"""css px of a phone's 844 beside the title, the news, who is awaited and the buttons."""


def on_a_phone(picture):
    assert picture.width == 1080
    return picture.height * PHONE / picture.width


@pytest.mark.parametrize("learning", [True, False])
@pytest.mark.parametrize("seats", SEATS)
def test_with_a_boards_picture_its_message_fits_a_phone(seats, learning):
    words = Speech("fr", PLAIN_NAMES, range(seats), learning=learning)
    for state in (*played(seats)[:-1:9], played(seats)[-2]):
        board = LONDON.board(GAME.view(state, None), words)
        assert on_a_phone(board) <= ROOM


@pytest.mark.parametrize("seats", [3, 4])
def test_tiles_show_less_of_themselves_as_the_town_grows(seats):
    """Names first, then what counts from afar alone, and in the end no key besides."""
    knowing = Speech("en", PLAIN_NAMES, learning=False)
    began, late = emptiest(seats), fullest(seats)
    part = facts.whole(late)
    assert (len(part.columns), len(part.rows)) == (7, 6)
    town_of_late = {
        detail: town.height([row.height for row in town.rows(late, knowing, part, None, detail)])
        for detail in ("named", "bare", "small")
    }
    assert town_of_late["named"] > town_of_late["bare"] > town_of_late["small"]
    # 6 rows of 90 px, 3 px between them, the wall and the columns' names.
    assert town_of_late["small"] == 6 * 90 + 5 * 3 + 2 * 4 + 40
    named = began.model_copy(update={"printed": renamed(began.printed)})
    assert LONDON.board(began, knowing).png != LONDON.board(named, knowing).png
    named = late.model_copy(update={"printed": renamed(late.printed), "tallies": ()})
    bare = late.model_copy(update={"tallies": ()})
    assert LONDON.board(bare, knowing).png == LONDON.board(named, knowing).png


def renamed(printed):
    """The same with one name for every tile."""
    (first, *_) = printed.tiles.values()
    tiles = {
        key: tile.model_copy(update={"name": first.name}) for key, tile in printed.tiles.items()
    }
    return printed.model_copy(update={"tiles": tiles})


def test_a_growing_town_keeps_its_key_for_who_learns_until_it_has_no_room():
    learning, knowing = (Speech("en", PLAIN_NAMES, learning=each) for each in (True, False))
    for votes, keyed in ((), True), (voted(4).tallies, False):
        view = fullest(4).model_copy(update={"tallies": votes})
        explained, bare = (LONDON.board(view, words).height for words in (learning, knowing))
        assert (explained > bare) is keyed


def test_the_smallest_name_is_eight_css_px_on_a_phone():
    assert lettering.SMALLEST * PHONE / 1080 >= 8


def test_a_town_of_two_players_is_five_by_five():
    assert facts.whole(emptiest(2)) == ((-2, -1, 0, 1, 2), (2, 1, 0, -1, -2))


def test_a_town_of_four_begins_with_the_plots_of_its_first_growth():
    # 4 x 3 cells, and the growth to the north: (1,2) (2,2) (3,2) (3,1) (3,0) (3,-1)
    view = emptiest(4)
    north = ((1, 2), (2, 2), (3, 2), (3, 1), (3, 0), (3, -1))
    assert view.growth() == ("north", north)
    assert facts.whole(view) == ((-1, 0, 1, 2, 3), (2, 1, 0, -1))


def test_a_row_in_which_nothing_is_built_yet_is_low_but_in_a_film():
    view = emptiest(4)
    part = facts.whole(view)
    still = town.rows(view, ENGLISH, part, None, "named")
    filmed = town.rows(view, ENGLISH, part, Shot(view, view), "named")
    # The beadle alone stands anywhere yet.
    (beadles,) = (one for one in view.tiles if one.beadle)
    feet = [tile.FOOT if y == beadles.y else 0 for y in part.rows]
    assert [row.height for row in still] == [
        town.PLOTS,
        *(tile.height(row.lines, foot) for row, foot in zip(still[1:], feet[1:], strict=True)),
    ]
    assert all(1 <= row.lines <= tile.NAME_LINES for row in still[1:])
    assert [row.height for row in filmed] == [tile.HEIGHT] * 4


@pytest.mark.parametrize(
    ("seats", "round_", "direction"),
    [(4, 3, "north"), (4, 4, "east"), (4, 9, "south"), (3, 10, "west"), (3, 12, "west")],
)
def test_the_compass_points_to_the_next_growth(seats, round_, direction):
    view = first(seats, None, lambda one: one.round == round_ and one.phase == "turns")
    growth = view.growth()
    assert growth is not None
    assert growth[0] == direction


@pytest.mark.parametrize(("seats", "round_"), [(4, 10), (3, 13), (2, 3)])
def test_the_last_growth_builds_nothing(seats, round_):
    view = first(seats, None, lambda one: one.round == round_ and one.phase == "turns")
    assert view.growth() is None


@pytest.mark.parametrize("seats", [3, 4])
def test_new_tiles_come_where_the_plots_were(seats):
    before = first(seats, None, lambda one: one.round == 3 and one.phase == "turns")
    after = first(seats, None, lambda one: one.round == 4)
    growth = before.growth()
    assert growth is not None
    assert set(after.by_cell()) - set(before.by_cell()) == set(growth[1])


def test_cells_are_called_as_in_the_engine():
    view = fullest(4)
    assert {facts.name(view, (tile.x, tile.y)) for tile in view.tiles} == {
        tile.cell for tile in view.tiles
    }


def test_alt_text_begins_with_where_the_game_stands():
    view = first(4, None, lambda one: one.round == 5 and one.phase == "turns")
    alt = LONDON.board(view, ENGLISH).alt
    assert alt.startswith("Round 5 of 12 · ")
    assert "Waiting for " in alt[:256]
    assert "Order by points: " in alt[:256]


def test_alt_text_names_the_tile_being_resolved_first():
    view = first(4, None, lambda one: any(tile.active for tile in one.tiles))
    active = next(tile for tile in view.tiles if tile.active)
    told = LONDON.board(view, ENGLISH).alt.split("VP. ")[1]
    assert told.split(":")[0].endswith(f"({active.cell})")


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_name_of_a_tile_is_broken_within_a_word(language):
    words = Speech(language, PLAIN_NAMES)
    plan = Box(0, 0, CONTENT - town.MARGIN, 0).inset(town.WALL)
    width = min(lane.w for lane in plan.columns(7, town.GAP))
    for printed in emptiest(4).printed.tiles.values():
        name = words(printed.name)
        fitted = tile.fitted_name(name, width)
        assert (" ".join(fitted.lines), fitted.cut) == (name, False)


def test_what_a_marker_gives_besides_points_stands_beside_it_on_every_tile_of_the_largest_town():
    view = fullest(4)
    printed = view.printed
    (found,) = [one for one in view.tiles if not one.resolved][:1]
    width = min(
        lane.w & ~1 for lane in Box(0, 0, CONTENT - town.MARGIN, 1).inset(4, 0).columns(7, town.GAP)
    )
    for marker in printed.markers.values():
        more = glyphs([step for step in marker.reward if step.verb != "vp"])
        for face in printed.tiles.values():
            marked = replace(found, id=face.id, marker=marker.id)
            shown = tile.face(view, marked, ENGLISH)
            assert shown.second == (*more, *glyphs(face.second))
            drawn = tile.overview(width, shown, tile.stand(view, marked)).image
            bare = shown._replace(second=())
            without = tile.overview(width, bare, tile.stand(view, marked)).image
            margin = (width - tile.INSET + 1, 0, width, drawn.height)
            assert drawn.crop(margin).tobytes() == without.crop(margin).tobytes()
        assert tile.short(view, marker.id).isdecimal()


@pytest.mark.parametrize("seats", SEATS)
def test_what_a_vote_brought_stays_within_its_line(seats, monkeypatch):
    drawn = []
    fitted = count._reward

    def noted(took, left, room):
        strip = fitted(took, left, room)
        drawn.append((strip.width, room))
        return strip

    monkeypatch.setattr(count, "_reward", noted)
    for state in played(seats)[::6]:
        LONDON.board(GAME.view(state, None), longest("en", seats))
    assert len(drawn) > 20
    assert all(width <= room for width, room in drawn)


@pytest.mark.parametrize("side", ["ulster", "virginia"])
def test_liverymen_of_four_stand_in_the_river_beside_its_rewards(side):
    """And no reward is longer than the plate that it stands on."""
    view = crowded(4).model_copy(update={"side": side})
    printed, width = thames._printed(view.printed.sides[side], ENGLISH), CONTENT - 292
    river = thames._river(width, printed).image.convert("RGB")
    with all_laid() as laid:
        LONDON.board(view, ENGLISH)
    pawns = [one.box for one in laid if (one.box.w, one.box.h) == (46, 64)]
    assert len(pawns) == 4
    for pawn in pawns:
        under = river.crop((pawn.x - MARGIN, 26, pawn.right - MARGIN, 90))
        assert len(under.getcolors()) == 1
    assert all(row(reward, 38).width <= thames._PLATES - 54 - 8 for reward in printed[2:])


def test_each_sign_of_river_and_reserve_is_one_that_the_key_explains(monkeypatch):
    drawn = []
    monkeypatch.setattr(thames, "icon", lambda name, size: drawn.append(name) or icon(name, size))
    thames._river.cache_clear()
    LONDON.board(emptiest(3), ENGLISH)
    assert set(drawn) == {"plantation", "neutral", "town", "draw", "mayor"}
    assert set(drawn) <= set(page._ICONS)
