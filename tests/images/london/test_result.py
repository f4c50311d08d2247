"""The result, and the whole view as text."""

from __future__ import annotations

from importlib import import_module

import pytest

from images import pictures
from images.london.facts import points_before
from images.paint import canvas, theme
from images.paint.lettering import fit
from tests.images.london.played import (
    GAME,
    SEATS,
    counted,
    crowded,
    emptiest,
    first,
    fullest,
    over,
    played,
)
from tests.images.seen import ink
from tests.images.soundness import LANGUAGES, assert_sound, longest, scripts
from tests.images.speech import Speech
from tests.images.views import PLAIN_NAMES

LONDON = pictures["london"]
ENGLISH = Speech("en", PLAIN_NAMES)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_result_holds_everyone(seats, language):
    assert_sound(LONDON.result(over(seats), longest(language, seats)))
    assert_sound(LONDON.result(over(seats), scripts(language, seats)))


@pytest.mark.parametrize("seats", SEATS)
def test_rewards_mayors_and_pairs_make_the_score(seats):
    view = over(seats)
    before = next(s for s in reversed(played(seats)) if GAME.asked(s))
    for seat, player in enumerate(view.players):
        assert points_before(view, seat) >= GAME.view(before, None).players[seat].score
        mayors = sum(card.points for card in player.revealed)
        assert points_before(view, seat) + mayors + player.pairs == view.outcome.scores[seat]


def test_alt_text_of_the_result_names_the_winner_first():
    view = over(4)
    winner = view.outcome.places[0][0]
    alt = LONDON.result(view, ENGLISH).alt
    points = view.outcome.scores[winner]
    assert alt.startswith(f"{PLAIN_NAMES[winner]} is Lord Mayor with {points} VP.")
    assert f"{PLAIN_NAMES[winner]}, {points} VP: rewards " in alt[:256]


@pytest.mark.parametrize("known", [True, False])
def test_a_usual_name_is_neither_cut_nor_broken_but_at_its_hyphen(known, monkeypatch):
    view = over(4) if known else counted()
    assert any(map(view.unknown, range(4))) is not known
    names = ("Jean-Philippe", "xX_Shadow_xX", "Anne-Charlotte", "Pauldupont1988")
    fitted = []

    def noted(words, *room):
        found = fit(words, *room)
        if words in names:
            fitted.append((words, found.lines))
        return found

    monkeypatch.setattr(canvas, "fit", noted)
    LONDON.result(view, Speech("fr", names, computers=(1,)))
    assert {words for words, _ in fitted} == set(names)
    for words, lines in fitted:
        assert "".join(lines) == words
        assert all(line.endswith("-") for line in lines[:-1])


def test_a_shared_first_place_is_told_of_both():
    view = over(3)
    tied = view.outcome.__class__(places=[[0, 2], [1]], scores={0: 70, 1: 60, 2: 70})
    alt = LONDON.result(view.model_copy(update={"outcome": tied}), ENGLISH).alt
    assert "share the office of Lord Mayor with 70 VP each." in alt


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Ana wins the tie at 55 VP: 3 mayor’s cards to 2."),
        ("fr", "Ana l’emporte, à égalité à 55 PV : 3 cartes du maire contre 2."),
    ],
)
def test_a_tie_that_mayors_cards_broke_is_told_so(language, said):
    view = over(3)
    held = (3, 2, 4)
    players = tuple(
        player.model_copy(update={"mayors": mayors})
        for player, mayors in zip(view.players, held, strict=True)
    )
    broken = view.outcome.__class__(places=[[0], [1], [2]], scores={0: 55, 1: 55, 2: 40})
    ended = view.model_copy(update={"outcome": broken, "players": players})
    for words in (Speech(language, PLAIN_NAMES), longest(language, 3)):
        assert_sound(LONDON.result(ended, words))
    alt = LONDON.result(ended, Speech(language, PLAIN_NAMES)).alt
    assert alt.startswith(said)


def test_a_result_is_drawn_when_the_game_is_over():
    with pytest.raises(ValueError, match="over"):
        LONDON.result(emptiest(4), ENGLISH)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("view", [emptiest, fullest, over, crowded])
def test_every_view_can_be_told(view, seats, language):
    told = LONDON.describe(view(seats), longest(language, seats))
    assert all(told)


def test_the_text_tells_every_tile_with_its_rewards():
    view = emptiest(4)
    told = LONDON.describe(view, ENGLISH)
    for tile in view.tiles:
        name = ENGLISH(view.printed.tiles[tile.id].name)
        (line,) = (p for p in told if p.startswith(f"{name} ({tile.cell}), "))
        assert f"of {view.printed.tiles[tile.id].threshold}, " in line
        assert "First: " in line
        assert "Second: marker " in line
    assert sum("The beadle stands here." in line for line in told) == 1


def test_the_text_tells_what_lies_open():
    view = first(4, None, lambda one: one.round == 5 and one.phase == "turns")
    told = "\n".join(LONDON.describe(view, ENGLISH))
    for expected in (
        "Round 5 of 12",
        "Order of the turns: ",
        "12 rounds; growth after rounds 3, 6, 9, 12.",
        " is master.",
        "The city grows eastwards next, on ",
        "Not in play: neutral liverymen ",
        "Discard pile, ",
        "Plantation: ",
    ):
        assert expected in told


def test_the_text_tells_own_cards_to_their_owner_alone():
    own = "\n".join(LONDON.describe(fullest(4, 1), ENGLISH))
    public = "\n".join(LONDON.describe(fullest(4), ENGLISH))
    assert "Your mayor’s cards: " in own
    assert "Your" not in public


@pytest.mark.parametrize("height", [104, 190, 230])
def test_what_sets_a_seat_apart_stands_right_below_its_name(height):
    """However many mayor's cards make the line high."""
    drawn = (
        import_module("images.london.result")._named((346, height), 0, "1", "Ana", "computer").image
    )
    words = drawn.crop((128, 0, 346, height))
    _, top, _, name = ink(words, [theme.CREAM]).getbbox()
    _, role, _, bottom = ink(words, [theme.GOLD_LIGHT]).getbbox()
    assert 0 < role - name <= 24
    assert abs(top - (height - bottom)) <= 12
