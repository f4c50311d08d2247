"""The lesson of Guilds of London: what it advises holds of the cards that it deals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from bot.languages import Languages
from bot.screens.play.guiding import sentences, suggested
from bot.sessions.lessons import OWN
from bot.store.records.play import Learnt
from engine.bots import advise, players
from engine.london import London
from engine.london.view import LondonView
from engine.parts.values import Prompt
from engine.text import Text, text
from tests.engine.london.builders import TOWN, play, question, scene, turns

GAME, LESSON = London(), OWN["london"]


def followed() -> Iterator[tuple[Prompt, tuple[Text, ...], tuple[Text, ...]]]:
    """What is asked, said before and said after, where every suggestion is followed."""
    state, learnt = GAME.setup(LESSON.seats, seed=LESSON.seed), Learnt()
    while not LESSON.is_over(GAME.view(state, None)):
        seat = GAME.asked(state)[0]
        view = GAME.view(state, seat)
        if seat:
            state, _ = GAME.play(state, seat, players["easy"].choose(GAME, view, 1))
            continue
        prompt = view.prompt
        assert prompt is not None
        note, before = LESSON.note_on(view, prompt), LESSON.before(view, learnt.told)
        picks = advise(GAME, view, 1).picks
        state, _ = GAME.play(state, seat, picks)
        chosen = tuple(option.text for option in prompt.options if option.id in picks)
        assert note is not None
        learnt = learnt.then(note.id)
        said = LESSON.after(note.id, chosen, GAME.view(state, seat), again=learnt.again)
        yield prompt, before, said


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_text_is_said_twice(language: str) -> None:
    words = Languages.load().words(language, ["Ada", "Berta"])
    said = Counter(
        sentence
        for _, before, after in followed()
        for line in (*before, *(one for one in after if one.key != "london.lesson.chose"))
        for sentence in sentences(words(line))
    )
    assert len(said) > 20
    assert [sentence for sentence, times in said.items() if times > 1] == []


def test_a_turn_is_over_for_whoever_ends_it_and_not_for_whoever_wants_to_be_asked_again() -> None:
    state = turns(scene(2, tiles=TOWN, hands=["41", "42"]))
    state.spare = 1
    state = play(state, "card:41.recruit")
    assert question(state) == "end"
    for pick, said in (("ask", ()), ("end", (text("london.lesson.ended", picks=()),))):
        assert LESSON.after("end", (), GAME.view(play(state, pick), 0)) == said


def test_the_first_choices_are_advised_by_the_names_of_what_is_offered() -> None:
    (keep, kept, _), (play, played, _) = list(followed())[:2]
    assert kept[0].args["card"] in [option.text for option in keep.options]
    assert played[0].args["card"] in [option.group for option in play.options]


def test_the_card_to_keep_is_the_one_that_is_suggested_and_none_scores_more_than_is_said() -> None:
    view = GAME.view(GAME.setup(LESSON.seats, seed=LESSON.seed), 0)
    named = view.printed.mayors["m09"].name
    assert LESSON.before(view)[0].args["card"] == named
    prompt = view.prompt
    assert prompt is not None
    (suggested,) = advise(GAME, view, 1).picks
    assert [one.text for one in prompt.options if one.id == suggested] == [named]
    box = GAME.box
    assert box.mayors[box.mayor_number["m09"]][0].count == "pairs"
    most = {card: [each.args["points"] for each in entries(view, card)] for card in view.mayors}
    assert {card: max(points) for card, points in most.items() if points} == {"m09": 7, "m10": 7}
    words = Languages.load().words("en")
    # Lord of the liveries has no table: 1 a master, 5 at most, and 2 for most masters.
    assert "at most 5" in words(view.printed.mayors["m21"].text)


def entries(view: LondonView, card: str) -> tuple[Text, ...]:
    """The lines of a mayor's card that has a table."""
    return view.printed.mayors[card].text.args.get("entries", ())


def test_the_goal_says_how_much_of_a_game_the_lesson_is() -> None:
    """The header counts all sixteen rounds; the lesson ends when the fifth begins."""
    assert LESSON.until == {"round": 5}
    assert GAME.view(GAME.setup(LESSON.seats, seed=LESSON.seed), 0).rounds == 16
    for language, said in (
        ("en", "the first 4 of 16 rounds"),
        ("fr", "les 4 premières manches sur 16"),
    ):
        goal = Languages.load().words(language, ["Ada", "Berta"])(text("london.lesson.goal"))
        assert said in goal


def test_the_first_card_pays_two_moves_three_of_any_colour_and_recruits_one() -> None:
    view = GAME.view(GAME.setup(LESSON.seats, seed=LESSON.seed), 0)
    card = view.printed.cards[16]
    assert 16 in view.hand
    assert (card.cards, card.pawns, card.needs) == (2, 0, None)
    done = [(icon.verb, icon.n, icon.per, icon.colours) for icon in card.effect]
    assert done == [("move", 3, None, ()), ("recruit", 1, None, ())]


def test_where_one_stands_is_said_once_for_each_reward_and_not_after_every_card() -> None:
    stood = Counter(
        str(line.args)
        for _, _, after in followed()
        for line in after
        if line.key == "london.lesson.stands"
    )
    assert stood
    assert set(stood.values()) == {1}


def test_a_turn_that_is_suggested_is_a_row_with_each_answer_behind_its_card() -> None:
    """But for those that are told with the choice they belong to."""
    state, words = GAME.setup(LESSON.seats, seed=LESSON.seed), Languages.load().words("en", "AB")
    rows = []
    for _ in range(20):
        view = GAME.view(state, GAME.asked(state)[0])
        assert view.prompt is not None
        advice = advise(GAME, view, 1)
        (*_, last), _ = suggested(advice, view.prompt, words)
        rows += [last] if "then" in last else []
        state, _ = GAME.play(state, view.prompt.seat, advice.picks)
    settlers = "**Settlers’ contract · move to E2 Weavers 3/6**"
    apprentices = "**Apprentices · move to E2 Weavers 4/6, end turn**"
    redemption = (
        "**By redemption · Effect, paying The beadle’s round** (D2 Paviors 0/2, D2 Paviors 1/2)"
    )
    assert rows[0] == f"-# then {settlers}, {apprentices}"
    butchers = "**A4 Butchers 0/2**, **A4 Butchers 1/2**"
    assert f"-# then **E2 Weavers 5/6**, {butchers}, {redemption}, **End turn**" in rows
