"""How a count came about: in the board of that moment and in words; the whole way at the end."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import pytest

from engine.guildes.options import GuildesOptions
from images import corrompue, guildes, london, majority
from images.guildes.count import counted as as_counted
from images.paint.indexed import HEAVY, LIGHT
from tests.images import corrompue_views, majority_views
from tests.images.london.played import GAME, fullest, over, played, voted
from tests.images.soundness import LANGUAGES, assert_sound, longest, scripts
from tests.images.speech import Speech
from tests.images.views import PLAIN_NAMES, counted_view, full_view, middle_view

ENGLISH = Speech("en", PLAIN_NAMES)


def news(played: Any, holds: str) -> list[Any]:
    """The views of a game in which a count is news."""
    return [view for _, view in played if getattr(view, holds)()]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_the_count_of_a_ballot_holds_the_longest_names(seats: int, language: str) -> None:
    for words in (longest(language, seats), scripts(language, seats)):
        assert_sound(guildes.board(counted_view(seats), words), LIGHT)


def test_the_count_of_a_ballot_is_said_guild_by_guild() -> None:
    view = counted_view(4)
    board = guildes.board(view, ENGLISH)
    assert board.alt == guildes.board(view, ENGLISH).alt
    # Ana 2 and Chloé 2 Nobles share 12 votes; Dmitri's one brings none.
    said = "Nobles: Ana and Chloé 2 cards each → 6 votes each; Dmitri 1 card → 0 votes."
    assert said in board.alt
    assert any(said in paragraph for paragraph in guildes.describe(view, ENGLISH))


def test_what_has_ended_stands_above_what_begins(monkeypatch) -> None:
    board = import_module("images.guildes.board")
    places: dict[str, int] = {}

    def note(name: str, draw: Any) -> Any:
        def noted(canvas: Any, box: Any, *args: Any) -> None:
            places[name] = box.y
            draw(canvas, box, *args)

        return noted

    monkeypatch.setattr(board.count, "title", note("count", board.count.title))
    monkeypatch.setattr(board, "_votes", note("votes", board._votes))
    monkeypatch.setattr(board, "_event", note("event", board._event))
    event = {"options": GuildesOptions(events=True), "event": full_view(4).event}
    view = counted_view(4).model_copy(update=event)
    board.board(view, ENGLISH)
    assert places["count"] < places["votes"] < places["event"]


def test_the_ranks_beside_a_count_are_those_that_counted() -> None:
    view = counted_view(4)
    nobles = next(row for row in view.guilds if row.guild == "nobles")
    assert view.scored(nobles) == 2
    assert as_counted(view).scored(nobles) == 1


def test_later_in_the_draft_the_board_shows_tableaux_again() -> None:
    assert "Count of ballot" not in guildes.board(middle_view(4), ENGLISH).alt


def test_a_count_of_which_the_cards_were_not_kept_shows_the_votes() -> None:
    kept, lost = counted_view(4), counted_view(4, counted=((),))
    picture = guildes.board(lost, ENGLISH)
    assert_sound(picture)
    assert picture.png != guildes.board(kept, ENGLISH).png
    assert "Ana: " in picture.alt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [3, 4])
def test_a_debate_holds_the_longest_names(seats: int, language: str) -> None:
    views = news(majority_views.played(seats, 3), "just_debated")
    assert {len(view.debates) for view in views} == {1, 2, 3}
    for view in views[:: len(views) // 3]:
        for words in (longest(language, seats), scripts(language, seats)):
            assert_sound(majority.board(view, words))


def test_a_debate_is_said_colour_by_colour() -> None:
    view = news(majority_views.played(4, 3), "just_debated")[0]
    said = [ENGLISH(line) for line in view.tally(1)]
    assert len(said) == 3
    for line in said:
        assert line in majority.board(view, ENGLISH).alt
        assert any(line in paragraph for paragraph in majority.describe(view, ENGLISH))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_count_of_an_event_stands_in_the_rows_of_the_first_trick(
    seats: int, language: str
) -> None:
    views = news(corrompue_views.played(seats, 3), "just_counted")
    # The last of them stands at the end.
    assert {view.trick for view in views if view.outcome is None} <= {0, 1}
    assert views[-1].outcome is not None
    for view in (views[0], views[-1]):
        for words in (longest(language, seats), scripts(language, seats)):
            picture = corrompue.board(view, words)
            assert_sound(picture)
    # The same moment without a count would show that nobody has won anything.
    before = views[0].model_copy(update={"counts": ()})
    assert corrompue.board(before, ENGLISH).png != corrompue.board(views[0], ENGLISH).png
    assert "Count of event 1" in corrompue.board(views[0], ENGLISH).alt


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_votes_of_an_activation_hold_the_longest_names(seats: int, language: str) -> None:
    view = voted(seats)
    assert view.tallies
    for words in (longest(language, seats), scripts(language, seats)):
        picture = london.board(view, words)
        assert_sound(picture)
        assert len(picture.png) <= HEAVY


def test_every_vote_is_said_with_pawns_and_rewards() -> None:
    view = voted(4)
    told = [ENGLISH(view.told(tally)) for tally in view.tallies]
    said = "\n".join(london.describe(view, ENGLISH))
    for tally, line in zip(view.tallies, told, strict=True):
        assert line in said
        assert f"({tally.cell})" in line


def test_a_reward_that_was_declined_is_struck_out_and_said_to_be_declined() -> None:
    view = voted(4)
    tally = view.tallies[0]
    declined = tally.model_copy(update={"declined": (1, 0)})
    refused = view.model_copy(update={"tallies": (declined, *view.tallies[1:])})
    face = view.printed.tiles[tally.tile]
    said = ENGLISH(face.first[0].text)
    assert f"Declined: {said}." in london.board(refused, ENGLISH).alt
    assert "Declined" not in london.board(view, ENGLISH).alt
    assert london.board(refused, ENGLISH).png != london.board(view, ENGLISH).png
    every = tally.model_copy(update={"declined": (0b11111, 0b11111)})
    for language in LANGUAGES:
        all_left = view.model_copy(update={"tallies": (every,) * 6})
        assert_sound(london.board(all_left, longest(language, 4)))


def test_the_last_votes_stand_in_the_result() -> None:
    view = over(3)
    assert view.tallies
    without = view.model_copy(update={"tallies": ()})
    assert london.result(view, ENGLISH).height > london.result(without, ENGLISH).height
    said = "\n".join(london.describe(view, ENGLISH))
    assert all(ENGLISH(view.told(tally)) in said for tally in view.tallies)


def test_with_two_players_votes_are_gone_when_no_activation_follows() -> None:
    views = [GAME.view(state, None) for state in played(2)]
    kept = [view for view in views if view.tallies and view.phase == "turns"]
    recent = [view for view in kept if view.round == view.tallies[0].round + 1]
    older = [view for view in kept if view.round > view.tallies[0].round + 1]
    assert recent
    assert older
    assert "Votes of round" in "".join(london.describe(recent[0], ENGLISH))
    assert "Votes of round" not in "".join(london.describe(older[0], ENGLISH))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_way_of_points_holds_the_longest_names(seats: int, language: str) -> None:
    for words in (longest(language, seats), scripts(language, seats)):
        assert_sound(london.result(over(seats), words))


def test_the_way_of_points_is_said_round_by_round() -> None:
    view = over(3)
    said = "\n".join(london.describe(view, ENGLISH))
    for number in range(1, view.rounds + 1):
        gained = [sum(view.gained(number, seat).values()) for seat in range(3)]
        assert (f"Round {number}: " in said) == any(gained)


def test_points_whose_way_was_not_kept_have_a_column_of_their_own() -> None:
    view = over(3)
    unknown = view.model_copy(update={"points": ()})
    for language in LANGUAGES:
        assert_sound(london.result(unknown, longest(language, 3)))
    assert [unknown.unknown(seat) for seat in range(3)] == [
        player.score - player.pairs - sum(card.points for card in player.revealed)
        for player in view.players
    ]


def test_the_largest_town_shows_its_votes_too() -> None:
    view = fullest(4)
    votes = voted(4).tallies
    crowded = view.model_copy(update={"tallies": votes})
    assert_sound(london.board(crowded, longest("fr", 4)))
