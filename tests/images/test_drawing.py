"""Shapes, boxes, alt text: the pieces that pictures are made of."""

import pytest
from PIL import Image

from images.furniture.people import numbered
from images.paint import theme
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.theme import Style
from images.paint.vector import outline, stencil
from images.words import LONGEST, alt_text


def test_a_filled_square_covers_its_part_of_the_stencil():
    mask = stencil(("fill M25 25 L75 25 L75 75 L25 75 Z",), 40)
    assert mask.size == (40, 40)
    assert mask.getpixel((20, 20)) == 255
    assert mask.getpixel((3, 3)) == 0


def test_a_cut_takes_away_what_was_filled():
    mask = stencil(("oval 50 50 40 40 0", "hollow 50 50 20 20 0"), 60)
    assert mask.getpixel((30, 30)) == 0
    assert mask.getpixel((30, 10)) == 255


def test_edges_are_smooth():
    shades = {value for _, value in stencil(("oval 50 50 40 40 0",), 60).getcolors()}
    assert len(shades) > 8


def test_a_turned_shape_turns_about_the_middle():
    mask = stencil(("fill M40 0 L60 0 L60 50 L40 50 Z",), 40, turn=90)
    assert mask.getpixel((30, 20)) == 255
    assert mask.getpixel((20, 5)) == 0


def test_a_closed_path_ends_where_it_began():
    (line,) = outline("M0 0 L10 0 Q10 10 0 10 Z")
    assert line[0] == line[-1] == (0, 0)


def test_an_unknown_shape_is_refused():
    with pytest.raises(ValueError, match="spiral"):
        stencil(("spiral 1 2 3",), 20)


def test_columns_fill_a_box_but_for_the_gaps():
    columns = Box(10, 0, 310, 50).columns(3, 10)
    assert [c.w for c in columns] == [97, 96, 97]
    assert columns[0].x == 10
    assert columns[-1].right == 320


def test_words_of_ours_that_do_not_fit_are_noted_and_names_are_not():
    canvas = Canvas(Image.new("RGB", (100, 40), theme.CREAM))
    box = Box(0, 0, 70, 40)
    canvas.write(box, "Unreasonably long words", Style("text", (27,)), free=True)
    assert canvas.drawn().cut == ()
    canvas.write(box, "Unreasonably long words", Style("text", (27,)))
    assert canvas.drawn().cut == ("Unreasonably long words",)


def test_text_stays_within_its_box():
    canvas = Canvas(Image.new("RGB", (300, 100), (255, 255, 255)))
    box = Box(50, 20, 200, 60)
    canvas.write(box, "Élégants jÿgqp", Style("strong", (60, 50, 40, 30), (0, 0, 0)), lines=2)
    inked = canvas.drawn().image.convert("L").point(lambda value: 255 - value)
    left, top, right, bottom = inked.getbbox()
    assert left >= box.x - 4
    assert right <= box.right + 4
    assert top >= box.y - 12
    assert bottom <= box.bottom + 2


def test_alt_text_keeps_whole_sentences():
    sentence = "x" * 99 + "."
    alt = alt_text([sentence] * 30)
    assert len(alt) <= LONGEST
    assert alt.endswith("x. …")


def test_alt_text_of_one_endless_sentence_is_cut():
    alt = alt_text(["y" * 5000])
    assert len(alt) == LONGEST
    assert alt.endswith("…")


def test_alt_text_is_one_line():
    assert alt_text(["One\n two.", "Three."]) == "One two. Three."


def test_those_who_share_a_place_leave_the_next_ones_out():
    assert numbered([[2], [0, 3], [1]]) == [(1, 2), (2, 0), (2, 3), (4, 1)]
    assert numbered([[], [0, 1]]) == [(1, 0), (1, 1)]
