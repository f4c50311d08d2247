"""What was told lately, and who may hear it."""

import pytest

from bot.sessions.table import story
from engine.game import Event
from engine.guildes import telling
from engine.text import Seat, text

TO_ALL = Event(text("guildes.event.begins", n=1))
TO_ONE = Event(text("guildes.event.kept", card=text("guildes.guild.nobles"), who=Seat(2)), seat=2)


def last_step(told, viewer=None):
    """What has ended and what begins, as it was heard."""
    ended, begun = story.parted(told, viewer, seats=9)
    return [*ended, *begun]


def test_a_seat_hears_what_is_for_all_and_for_it_alone():
    told = story.go_on((), [TO_ALL, TO_ONE])
    assert story.heard_by(told, 2) == [TO_ALL.text, TO_ONE.text]
    assert story.heard_by(told, 1) == [TO_ALL.text]
    assert story.heard_by(told, None) == [TO_ALL.text]


def test_whoever_is_told_more_is_not_told_the_less_beside_it():
    told = story.go_on((), [Event(TO_ALL.text, but=2), TO_ONE])
    assert story.heard_by(told, 2) == [TO_ONE.text]
    assert last_step(told, 2) == [TO_ONE.text]
    for other in (0, None):
        assert story.heard_by(told, other) == last_step(told, other) == [TO_ALL.text]


def test_a_chapter_drops_what_was_told_before_it():
    told = story.go_on((), [TO_ALL, TO_ONE])
    chapter = Event(text("guildes.event.begins", n=2), chapter=True)
    assert story.heard_by(story.go_on(told, [chapter, TO_ALL]), None) == [chapter.text, TO_ALL.text]


def test_who_was_overruled_stays_so_as_long_as_the_seat_is_offered():
    told = text(story.OVERRULED, name="**Chiara**", seat=Seat(1))
    kept = story.go_on(story.add((), story.Entry(told)), [Event(TO_ALL.text, chapter=True)])
    assert story.overruled(kept, 1)
    assert not story.overruled(kept, 0)
    assert story.offering(kept, [1]) == kept
    assert not story.overruled(story.offering(kept, [0]), 1)


def test_what_a_computer_chose_for_somebody_is_no_news_and_outlasts_the_chapter():
    chosen = story.Entry(text(story.CHOSEN_FOR, picks=(text("a"),)), seat=1)
    told = story.add(story.go_on((), [Event(text("b"))], 1), chosen)
    assert last_step(told, 1) == last_step(told) == [text("b")]
    told = story.go_on(told, [Event(TO_ALL.text, chapter=True)], 2)
    assert story.heard_by(told, 1) == [chosen.text, TO_ALL.text]
    assert story.heard_by(told, 0) == last_step(told, 1) == [TO_ALL.text]


def test_of_what_a_computer_chose_for_a_seat_the_last_stands_alone():
    """Of who is long away it made choice after choice, and pushed out what others had done."""
    chosen = [(1, "a"), (2, "b"), (1, "c")]
    told = ()
    for seat, pick in chosen:
        entry = story.Entry(text(story.CHOSEN_FOR, picks=(text(pick),)), seat=seat)
        told = story.add(told, entry)
    assert [(one.seat, *one.text.args["picks"]) for one in told] == [(2, text("b")), (1, text("c"))]


def test_a_moderator_without_a_seat_is_named_nowhere():
    assert story.ended("**Farah**", None) == text("told.ended_by_moderation")
    assert story.ended("**Ada**", 0).args == {"by": "**Ada**", "seat": Seat(0)}


def test_of_the_same_thing_told_again_only_the_newest_stands():
    keeps, left = (story.Entry(text(f"told.{key}", seat=Seat(1))) for key in ("keeps_seat", "left"))
    told = story.go_on((), [TO_ALL])
    for entry in (keeps, left, keeps, keeps):
        told = story.add(told, entry)
    assert story.heard_by(told, None) == [TO_ALL.text, left.text, keeps.text]


def test_who_had_chosen_hears_nothing_anew_where_something_is_told_again():
    keeps = story.Entry(text("told.keeps_seat", seat=Seat(1)))
    told = story.go_on(story.add(story.go_on((), [TO_ALL]), keeps), [], 0)
    assert last_step(story.add(told, keeps), 0) == [keeps.text]


def test_only_the_latest_is_kept():
    events = [Event(text("guildes.event.begins", n=n)) for n in range(100)]
    told = story.go_on((), events)
    assert [entry.text.args["n"] for entry in told] == list(range(60, 100))


def test_of_much_that_was_told_small_things_give_way_to_news():
    small = [Event(text("step"), small=True) for _ in range(30)]
    told = story.go_on((), [Event(text("wins")), *small], 1)
    told = story.go_on(told, [*small, Event(text("second"))], 1)
    assert [entry.text.key for entry in told if not entry.small] == ["wins", "second"]
    assert [said.key for said in last_step(told, 0)] == ["wins", "second"]


def test_a_story_is_read_back_as_it_was_stored():
    events = [TO_ALL, TO_ONE, Event(text("x", names=(Seat(0), Seat(1)), list=(text("a"),)))]
    told = story.go_on((), events)
    assert story.load(story.dump(told)) == told
    assert story.load("[]") == ()


def test_details_stand_in_no_story():
    told = story.go_on((), [TO_ALL, Event(text("x"), detail=True)])
    assert story.heard_by(told, None) == [TO_ALL.text]


def test_the_last_step_is_what_one_choice_told_everybody():
    first = story.go_on((), [Event(text("a")), Event(text("b"))])
    second = story.go_on(first, [Event(text("c")), TO_ONE, Event(text("d"))])
    assert [said.key for said in last_step(second)] == ["c", "d"]


def test_what_one_seat_alone_hears_is_no_step_for_everybody():
    told = story.go_on(story.go_on((), [Event(text("a")), Event(text("b"))]), [TO_ONE])
    assert [said.key for said in last_step(told)] == ["a", "b"]
    told = story.go_on(told, [TO_ONE, Event(text("c"))])
    assert [said.key for said in last_step(told)] == ["c"]


def test_what_has_ended_is_told_apart_from_what_begins_after_it():
    begins = Event(text("b"), begins=True)
    told = story.go_on((), [Event(text("a")), begins, Event(text("c"))])
    ended, begun = story.parted(told, None, 3)
    assert [said.key for said in ended] == ["a"]
    assert [said.key for said in begun] == ["b"]
    ended, begun = story.parted(story.go_on(told, [Event(text("d"))]))
    assert ([said.key for said in ended], begun) == (["d"], [])


def test_what_one_seat_alone_was_told_does_not_change_what_begins_for_the_public():
    told = story.go_on((), [Event(text("a")), Event(text("b"), begins=True)])
    before = story.parted(told, None, 3)
    assert [said.key for said in before[1]] == ["b"]
    assert story.parted(story.go_on(story.go_on(told, [TO_ONE]), [TO_ONE]), None, 3) == before


def test_a_count_is_no_news_for_the_public_once_all_have_chosen_though_nothing_is_told():
    told = story.add((), story.Entry(text("told.left")))
    told = story.go_on(told, [Event(text("a")), Event(text("b"), begins=True)])
    for seat in range(3):
        ended, begun = story.parted(told, None, 3)
        assert [said.key for said in ended] == ["told.left", "a"]
        assert [said.key for said in begun] == ["b"]
        told = story.go_on(told, [], seat)
    assert story.parted(told, None, 3) == ([], [])


def test_what_happens_beside_the_game_is_a_step_of_its_own():
    told = story.add(story.go_on((), [Event(text("a"))]), story.Entry(text("b")))
    assert [said.key for said in last_step(told)] == ["b"]


def test_who_left_is_told_on_the_board_until_each_has_made_a_choice():
    told = story.add(story.go_on((), [Event(text("a"))], 2), story.Entry(text("told.left")))
    for seat in (0, 1, 0, 2):
        ended, _ = story.parted(told, None, 3)
        assert "told.left" in [said.key for said in ended]
        told = story.go_on(told, [Event(text("b"))], seat)
    ended, _ = story.parted(told, None, 3)
    assert [said.key for said in ended] == ["b"]


@pytest.mark.parametrize("key", ["takes_back", "takeback_refused", "takeback_late"])
def test_a_take_back_is_told_on_the_board_until_the_next_choice_is(key):
    told = story.add(story.go_on((), [Event(text("a"))], 2), story.Entry(text(f"told.{key}")))
    told = story.add(told, story.Entry(text("told.left")))
    assert [said.key for said in last_step(told)] == [f"told.{key}", "told.left"]
    told = story.go_on(told, [Event(text("b"))], 2)
    assert [said.key for said in last_step(told)] == ["told.left", "b"]


def test_who_left_is_told_to_a_seat_until_it_has_made_a_choice():
    told = story.go_on(story.go_on((), [Event(text("a"))]), [], 1)
    told = story.add(told, story.Entry(text("told.left")))
    told = story.go_on(told, [Event(text("b"))], 0)
    assert [said.key for said in last_step(told, 0)] == ["b"]
    assert [said.key for said in last_step(told, 1)] == ["told.left", "b"]


def test_a_story_stored_by_an_earlier_release_is_one_step():
    stored = (
        '[{"text":{"key":"a","args":{}},"seat":null},{"text":{"key":"b","args":{}},"seat":null}]'
    )
    assert [said.key for said in last_step(story.load(stored))] == ["a", "b"]


def test_a_seat_hears_all_that_was_told_since_it_chose_last():
    told = story.go_on((), [Event(text("a"))], 0)
    for seat, key in ((1, "b"), (2, "c"), (0, "d")):
        told = story.go_on(told, [Event(text(key))], seat)
    assert [said.key for said in last_step(told, 1)] == ["b", "c", "d"]
    assert [said.key for said in last_step(told, 2)] == ["c", "d"]
    assert [said.key for said in last_step(told, 0)] == ["d"]
    assert [said.key for said in last_step(told)] == ["d"]


def test_who_has_chosen_and_told_nothing_has_no_news_until_there_is_some():
    told = story.go_on(story.go_on((), [Event(text("a"))]), [], 1)
    assert last_step(told, 1) == []
    assert [said.key for said in last_step(told, 0)] == ["a"]
    told = story.load(story.dump(story.go_on(told, [Event(text("b"))], 0)))
    assert [said.key for said in last_step(told, 1)] == ["b"]


def test_what_has_happened_since_something_began_stands_for_it():
    told = story.go_on((), [Event(text("a")), Event(text("b"), begins=True)], 1)
    for seat, key in ((2, "c"), (3, "d")):
        told = story.go_on(told, [Event(text(key))], seat)
    ended, begun = story.parted(told, 0)
    assert [said.key for said in ended] == ["a"]
    assert [said.key for said in begun] == ["c", "d"]


def test_a_trick_that_was_played_is_the_news_not_that_tricks_begin():
    """A hand has one line for both; the public reads that tricks begin until one is played."""
    played = Event(text("guildes.event.trick.declined", player=Seat(1), trick=text("a")))
    told = story.go_on((), telling.said("tricks"), 2)
    assert [said.key for said in last_step(told)] == ["guildes.event.tricks"]
    told = story.go_on(told, [played], 1)
    assert last_step(told, 0) == [played.text]


def test_what_sums_a_turn_up_stands_for_all_small_and_is_no_news_to_its_seat():
    small = [Event(text("step"), small=True)]
    told = story.go_on((), [Event(text("opening"))])
    told = story.go_on(told, small, 0)
    told = story.go_on(told, [Event(text("whole", n=0), by=0), *small], 0)
    told = story.go_on(told, small, 1)
    told = story.go_on(told, [*small, Event(text("whole", n=1), by=1), Event(text("wins"))], 1)
    assert [entry.text.key for entry in told] == ["opening", "whole", "whole", "wins"]
    assert [said.key for said in last_step(told, 0)] == ["whole", "wins"]
    assert [said.key for said in last_step(told, 1)] == ["wins"]
    assert [said.key for said in last_step(told, 2)] == ["opening", "whole", "whole", "wins"]
    assert [said.key for said in last_step(told)] == ["whole", "wins"]
