"""Text that fits, in any script, and is never too small to read."""

from unicodedata import category

import pytest

from bot.testing.names import LONGEST_NAMES
from images.paint.fonts import runs
from images.paint.lettering import SMALLEST, common_size, fit, line, measure, unbroken

STYLE = ("strong", (32, 28, 27))


def test_text_below_the_smallest_size_is_refused():
    with pytest.raises(ValueError, match="phone"):
        line("Ana", "text", SMALLEST - 1)


def test_a_short_text_takes_the_largest_size():
    assert fit("Ana", STYLE, 400, 60, 1) == (fitted := fit("Ana", STYLE, 400, 60, 1))
    assert (fitted.lines, fitted.size, fitted.cut) == (("Ana",), 32, False)


def test_a_text_shrinks_before_it_breaks():
    width = measure("Bourgeois de Portyl", "strong", 28)
    assert fit("Bourgeois de Portyl", STYLE, width, 60, 1).size == 28


def test_a_text_breaks_at_spaces_and_after_hyphens():
    width = measure("Alexandrine", "strong", 32) + 4
    fitted = fit("Max Anne-Alexandrine", STYLE, width, 100, 2)
    assert fitted.lines == ("Max Anne-", "Alexandrine")


def test_a_long_word_is_broken_with_a_hyphen_before_anything_is_lost():
    fitted = fit("W" * 12, STYLE, measure("W" * 5, "strong", 27), 200, 3)
    assert (fitted.size, fitted.cut) == (27, False)
    assert fitted.lines == ("WWWW-", "WWWW-", "WWWW")


def test_a_word_that_must_be_broken_begins_after_its_hyphen_if_that_costs_no_line():
    width = measure("Wolfeschle-", "strong", 27)
    longer = fit("Marie-Wolfeschlegelst", STYLE, width, 200, 4)
    assert longer.lines == ("Marie-", "Wolfeschle-", "gelst")
    shorter = fit("Marie-Wolfeschlegels", STYLE, width, 200, 4)
    assert shorter.lines == ("Marie-Wol-", "feschlegels")


@pytest.mark.parametrize("name", LONGEST_NAMES)
@pytest.mark.parametrize("width", [110, 130, 180, 260])
def test_a_name_breaks_at_a_space_a_hyphen_or_with_a_hyphen(name, width):
    lines = fit(name, STYLE, width, 400, 12).lines
    rest = name
    for line_ in lines:
        assert measure(line_, "strong", 27) <= width
        ours = line_.endswith("-") and not rest.startswith(line_)
        kept = line_.removesuffix("-") if ours else line_
        assert rest.startswith(kept)
        rest = rest[len(kept) :]
        spaced = rest.startswith(" ") or not rest
        rest = rest.lstrip(" ")
        wordy = all(one.isalnum() and category(one) != "Lo" for one in (kept[-1:], rest[:1]))
        assert ours or spaced or line_.endswith("-") or not wordy
    assert rest == ""


def test_a_broken_word_leaves_three_letters_on_a_line():
    width = measure("Wolfeschlegelsteinhausenberge-", "strong", 27)
    lines = fit("Wolfeschlegelsteinhausenbergerdo", STYLE, width, 100, 2).lines
    assert all(len(line_.removesuffix("-")) >= 3 for line_ in lines)


def blank_between(text, face, size):
    """The widest column without ink between the two words, in em."""
    mask = line(text, face, size).mask
    inked = [mask.crop((x, 0, x + 1, mask.height)).getextrema()[1] > 128 for x in range(mask.width)]
    inside = inked[inked.index(True) : len(inked) - inked[::-1].index(True)]
    return max(len(gap) for gap in "".join(" x"[one] for one in inside).split("x")) / size


@pytest.mark.parametrize("face", ["title", "heading", "text", "strong"])
@pytest.mark.parametrize("size", [27, 28, 34, 44, 60])
def test_a_word_space_is_never_under_22_hundredths_of_an_em(face, size):
    for one, other in ("ns", "et", "ea", "he", "10"):
        alone = measure(one, face, size) + measure(other, face, size)
        assert measure(f"{one} {other}", face, size) - alone >= 0.22 * size - 1
        assert measure(f"{one}\u00a0{other}", face, size) - alone >= 0.22 * size - 1


@pytest.mark.parametrize("face", ["heading", "text", "strong"])
@pytest.mark.parametrize("text", ["takes it", "to play", "la prend", "or si", "une tuile"])
def test_words_stand_apart_when_they_are_drawn(face, text):
    letters = max(blank_between(f"{a}{b}", face, 27) for a, b in ("ta", "an", "pl", "si"))
    assert blank_between(text, face, 27) >= max(0.15, 1.5 * letters)


def test_what_cannot_fit_ends_in_an_ellipsis_within_the_width():
    fitted = fit("W" * 32, STYLE, 150, 40, 1)
    assert fitted.cut
    assert fitted.lines[0].endswith("W…")
    assert measure(fitted.lines[0], "strong", fitted.size) <= 150


def test_a_low_box_takes_fewer_lines_than_allowed():
    fitted = fit("one two three four five six", STYLE, 90, 30, 3)
    assert len(fitted.lines) == 1


def test_words_of_one_column_share_a_size():
    width = measure("Alchimistes", "strong", 28)
    assert common_size(("Nobles", "Alchimistes"), STYLE, width) == 28


@pytest.mark.parametrize(
    ("name", "font"),
    [
        ("Łukasz Ñandú", "AlegreyaSans-ExtraBold"),
        ("Дмитрий", "AlegreyaSans-ExtraBold"),
        ("Ελένη", "AlegreyaSans-ExtraBold"),
        ("דניאל", "NotoSansHebrew-Medium"),
        ("محمد", "NotoSansArabic-Medium"),
        ("山田太郎", "DroidSansFallback"),
        ("김민수", "DroidSansFallback"),
        ("🐉", "NotoEmoji"),
    ],
)
def test_each_script_has_a_font(name, font):
    assert [run.font for run in runs(name, "strong")] == [font]
    assert line(name, "strong", 28).mask.getbbox() is not None


def test_a_character_of_no_font_gets_a_frame():
    (run,) = runs("ᚠᚢ", "strong")
    assert run.font is None
    assert measure("ᚠᚢ", "strong", 30) > 30
    assert line("ᚠ", "strong", 30).mask.getbbox() is not None


def test_fancy_letters_become_plain_ones():
    assert runs("𝕄𝕒𝕩", "strong") == runs("Max", "strong")


def test_what_only_steers_is_not_drawn():
    assert runs("a\u200f\u202eb\ufe0f\x07", "strong") == runs("ab", "strong")


def test_runs_of_a_name_from_the_right_stand_in_drawing_order():
    assert [run.text.strip() for run in runs("דן Dan", "strong")] == ["Dan", "דן"]


def test_marks_piled_up_stay_within_the_line():
    piled = line("Z" + "\u0301\u0316" * 20, "strong", 30)
    assert piled.baseline == 32
    assert piled.mask.height - piled.baseline <= 12


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\ud800", "a" * 32, "👨‍👩‍👧‍👦" * 4, "🇫🇷"])
def test_no_name_breaks_the_drawing(name):
    fitted = fit(name, STYLE, 120, 80, 2)
    for found in fitted.lines:
        line(found, "strong", fitted.size)


def test_a_space_after_a_picture_is_a_letters_space():
    assert [run.text for run in runs("🐉 Ana", "strong")] == ["🐉", " Ana"]


def test_a_line_has_no_grey_edges_so_that_its_colour_stands_on_any_ground():
    values = {value for _, value in line("Ægir 30 %", "text", 30).mask.getcolors()}
    assert values == {0, 255}


def test_a_text_is_whole_where_each_word_fits_a_line_at_the_smallest_size():
    width = measure("Christophe", "strong", 27)
    assert unbroken("Jean-Christophe", STYLE, width)
    assert not unbroken("Jean-Christophe", STYLE, width - 1)


@pytest.mark.parametrize(("slim", "face"), [("slim", "text"), ("slim strong", "strong")])
def test_slim_letters_are_as_high_as_those_that_they_are_made_of(slim, face):
    narrow, wide = line("Alchimistes", slim, 30), line("Alchimistes", face, 30)
    assert narrow.width < wide.width
    assert narrow.baseline == wide.baseline
    assert narrow.mask.height == wide.mask.height
