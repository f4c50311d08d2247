"""Drawing: a picture shows nothing that may change without its being drawn anew."""

from bot.drawing import drawn_view, picture_key
from bot.languages import Languages
from engine import games

WORDS = Languages.load().words("en", ["Ana", "Bo", "Chloé"])


def test_a_hand_looks_the_same_before_and_after_its_own_choice():
    game = games["guildes"]
    before = game.setup(3, seed=7)
    chosen = game.prompts(before)[0].options[0].id
    after, _ = game.play(before, 0, [chosen])
    views = [drawn_view("hand", game.view(state, 0)) for state in (before, after)]
    assert picture_key("hand", views[0], WORDS) == picture_key("hand", views[1], WORDS)
    assert views[1].prompt.answered is None


def test_a_board_looks_different_when_somebody_has_chosen():
    game = games["guildes"]
    before = game.setup(3, seed=7)
    after, _ = game.play(before, 0, [game.prompts(before)[0].options[0].id])
    keys = {picture_key("board", game.view(state, None), WORDS) for state in (before, after)}
    assert len(keys) == 2


def test_another_language_is_another_picture():
    view = games["guildes"].view(games["guildes"].setup(3, seed=7), 0)
    french = Languages.load().words("fr", ["Ana", "Bo", "Chloé"])
    assert picture_key("hand", view, WORDS) != picture_key("hand", view, french)
