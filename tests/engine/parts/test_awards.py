"""Awards: one seat's alone, true of what everybody was told, and no more than three."""

from __future__ import annotations

from engine.parts.awards import Award, Feat, awarded, counting
from engine.parts.values import Event
from engine.text import Seat, text

SPIES = Award("spies", told=("chess.spy",))


def spy(seat: int, to: int | None = None) -> Event:
    return Event(text("chess.spy", player=Seat(seat)), to)


def said(name: str, seat: int, n: int, **args):
    return text(f"chess.award.{name}", player=Seat(seat), n=n, **args)


def test_whoever_was_told_of_most_often_has_the_award():
    events = [spy(0), spy(1), spy(1), spy(1)]
    assert awarded("chess", [SPIES], [], events) == (said("spies", 1, 3),)


def test_what_two_have_alike_is_nobodys():
    assert awarded("chess", [SPIES], [], [spy(0), spy(0), spy(1), spy(1)]) == ()


def test_less_than_the_least_is_not_remarkable():
    assert awarded("chess", [SPIES], [], [spy(0)]) == ()


def test_what_one_seat_alone_was_told_counts_for_nothing():
    assert awarded("chess", [SPIES], [], [spy(0, to=0), spy(0, to=0), spy(0, to=1)]) == ()


def test_amounts_are_added_up_and_lists_are_counted():
    cards = (text("chess.card"), text("chess.card"))
    events = [
        Event(text("chess.gain", player=Seat(0), n=4)),
        Event(text("chess.gain", player=Seat(0), n=3)),
        Event(text("chess.take", player=Seat(1), cards=cards)),
        Event(text("chess.take", player=Seat(1), cards=cards)),
    ]
    awards = [
        Award("gains", told=("chess.gain",), amount="n"),
        Award("takes", told=("chess.take",), amount="cards"),
    ]
    assert awarded("chess", awards, [], events) == (said("gains", 0, 7), said("takes", 1, 4))


def test_of_single_feats_the_best_one_counts_and_says_of_what():
    feats = [
        Feat("lead", 0, 3, text("chess.a")),
        Feat("lead", 0, 5, text("chess.b")),
        Feat("lead", 1, 4, text("chess.c")),
    ]
    found = awarded("chess", [Award("lead", single=True)], feats, [])
    assert found == (said("lead", 0, 5, of=text("chess.b")),)


def test_awards_go_to_different_seats_as_far_as_there_are_two():
    awards = [Award(name) for name in ("one", "two", "three", "four", "five")]
    feats = [Feat("one", 0, 2), Feat("two", 0, 2), Feat("three", 1, 2), Feat("four", 2, 2)]
    feats.append(Feat("five", 3, 2))
    found = awarded("chess", awards, feats, [])
    assert found == (said("one", 0, 2), said("three", 1, 2), said("four", 2, 2))


def test_one_seat_has_two_where_nobody_else_has_any():
    awards = [Award("one"), Award("two"), Award("three")]
    feats = [Feat(name, 0, 2) for name in ("one", "two", "three")]
    assert awarded("chess", awards, feats, []) == (said("one", 0, 2), said("two", 0, 2))


def test_of_several_arguments_the_first_that_an_event_has_says_whose_it_is():
    given = Event(text("chess.gives", player=Seat(0), to=Seat(1)))
    award = Award("spies", told=("chess.spy", "chess.gives"), who=("to", "player"))
    assert awarded("chess", [award], [], [spy(0), given, given]) == (said("spies", 1, 2),)


def test_what_was_taken_back_counts_for_nothing():
    """A turn is taken back twice, and the one before it stands."""
    turns = [Event(text("chess.turn", player=Seat(seat))) for seat in range(2)]
    back = Event(text("chess.back", player=Seat(1)))
    award = Award("spies", told=("chess.spy",), undone=("chess.turn", "chess.back"))
    events = [turns[0], spy(0), spy(0), turns[1], spy(1), spy(1), spy(1)]
    assert awarded("chess", [award], [], events) == (said("spies", 1, 3),)
    events += [turns[1], back, spy(1), spy(1), spy(1), turns[1], back]
    assert awarded("chess", [award], [], events) == (said("spies", 0, 2),)
    assert all(map(counting([award]), (turns[0], back)))
