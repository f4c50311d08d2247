"""Drawing: the most urgent first, failures where they are awaited."""

import asyncio

import pytest

from bot.delivery.drawing.drawing import AT_ONCE, Drawing, Urgency
from bot.delivery.drawing.orders import Order, picture_key
from engine import games
from tests.bot.turns import LoopTime, turns

FIRST = [f"first {number}" for number in range(AT_ONCE)]


class Easel:
    """An artist who draws nothing: notes what was ordered, holds pictures until let go."""

    def __init__(self, *, held=True):
        self.drawn = []
        self.most = self.in_work = 0
        self.let_go = asyncio.Event()
        if not held:
            self.let_go.set()

    async def draw(self, order):
        self.drawn.append(order.view)
        self.in_work += 1
        self.most = max(self.most, self.in_work)
        await self.let_go.wait()
        self.in_work -= 1
        if order.view == "broken":
            raise ValueError(order.view)
        return order.view

    async def close(self):
        self.let_go.set()


def asked(drawing, view, urgency=Urgency.MESSAGE):
    order = Order("hand", "toy", view, None)
    return asyncio.ensure_future(drawing.draw(order, urgency, same=view))


async def busy(drawing):
    """Pictures that the artist has in work, so that all others wait."""
    ordered = [asked(drawing, one) for one in FIRST]
    await turns()
    return ordered


async def test_an_answer_is_drawn_before_messages_and_they_in_the_order_in_which_they_came():
    easel = Easel()
    drawing = Drawing({}, easel)
    first = await busy(drawing)
    later = [
        asked(drawing, "a board"),
        asked(drawing, "a hand"),
        asked(drawing, "an answer", Urgency.ANSWER),
    ]
    await turns()
    easel.let_go.set()
    await asyncio.gather(*first, *later)
    await drawing.close()
    assert easel.drawn[AT_ONCE:] == ["an answer", "a board", "a hand"]
    assert easel.most == AT_ONCE


async def test_after_a_rest_no_more_are_in_work_at_once_than_before():
    easel = Easel(held=False)
    drawing = Drawing({}, easel)
    await asked(drawing, "alone")
    await turns()
    easel.let_go.clear()
    ordered = [*await busy(drawing), asked(drawing, "a hand"), asked(drawing, "a board")]
    await turns()
    easel.let_go.set()
    await asyncio.gather(*ordered)
    await drawing.close()
    assert easel.most == AT_ONCE


async def test_whoever_does_not_play_waits_for_all_who_do_and_a_film_for_everybody():
    easel = Easel()
    drawing = Drawing({}, easel)
    first = await busy(drawing)
    later = [
        asked(drawing, "a film", Urgency.FILM),
        asked(drawing, "an onlooker's", Urgency.ONLOOKER),
        asked(drawing, "a hand"),
    ]
    await turns()
    easel.let_go.set()
    await asyncio.gather(*first, *later)
    await drawing.close()
    assert easel.drawn[AT_ONCE:] == ["a hand", "an onlooker's", "a film"]


async def test_however_long_a_film_has_waited_it_waits_for_everybody(monkeypatch):
    easel = Easel()
    drawing = Drawing({}, easel)
    time = LoopTime(monkeypatch)
    ordered = [asked(drawing, one) for one in FIRST]
    await time.pass_by(1)
    for view, urgency in (("a film", Urgency.FILM), ("an onlooker's", Urgency.ONLOOKER)):
        ordered.append(asked(drawing, view, urgency))
    await turns()
    await time.pass_by(1000)
    ordered.append(asked(drawing, "a hand"))
    easel.let_go.set()
    await turns(20)
    assert easel.drawn[AT_ONCE:] == ["an onlooker's", "a hand", "a film"]
    await drawing.close()


async def test_what_fails_in_drawing_is_raised_to_who_asked_and_the_next_is_drawn():
    drawing = Drawing({}, Easel(held=False))
    with pytest.raises(ValueError, match="broken"):
        await asked(drawing, "broken")
    assert await asked(drawing, "sound") == "sound"
    await drawing.close()


async def test_an_order_is_drawn_that_comes_in_while_the_last_one_is_handed_over():
    drawing = Drawing({}, Easel(held=False))

    async def chain(name):
        for number in range(20):
            assert await asked(drawing, f"{name} {number}") == f"{name} {number}"

    await asyncio.wait_for(asyncio.gather(*map(chain, "abcd")), 10)
    await drawing.close()


async def test_who_no_longer_waits_has_nothing_drawn():
    easel = Easel()
    drawing = Drawing({}, easel)
    first = [asked(drawing, one) for one in FIRST]
    second = asked(drawing, "second")
    await turns()
    second.cancel()
    third = asked(drawing, "third")
    await turns()
    easel.let_go.set()
    await asyncio.gather(*first, third)
    await drawing.close()
    assert easel.drawn[AT_ONCE:] == ["third"]


async def test_orders_for_the_same_picture_are_drawn_once():
    easel = Easel()
    drawing = Drawing({}, easel)
    first = await busy(drawing)
    same = [asked(drawing, "same"), asked(drawing, "same"), asked(drawing, "same")]
    other = asked(drawing, "other")
    await turns()
    easel.let_go.set()
    assert await asyncio.gather(*same, other) == ["same", "same", "same", "other"]
    await asyncio.gather(*first)
    assert sorted(easel.drawn[AT_ONCE:]) == ["other", "same"]
    await drawing.close()


async def test_who_orders_a_picture_that_is_in_work_gets_that_one():
    easel = Easel()
    drawing = Drawing({}, easel)
    first = await busy(drawing)
    again = asked(drawing, "first 0", Urgency.ANSWER)
    await turns()
    easel.let_go.set()
    assert await asyncio.gather(*first, again) == [*FIRST, "first 0"]
    assert easel.drawn == FIRST
    await drawing.close()


async def test_a_picture_that_was_drawn_is_drawn_again_for_a_later_order():
    easel = Easel(held=False)
    drawing = Drawing({}, easel)
    await asked(drawing, "same")
    await asked(drawing, "same")
    assert easel.drawn == ["same", "same"]
    await drawing.close()


async def test_an_answer_takes_the_waiting_order_for_its_picture_to_the_front():
    easel = Easel()
    drawing = Drawing({}, easel)
    first = await busy(drawing)
    later = [
        asked(drawing, "a hand"),
        asked(drawing, "another hand"),
        asked(drawing, "another hand", Urgency.ANSWER),
    ]
    await turns()
    easel.let_go.set()
    await asyncio.gather(*first, *later)
    assert easel.drawn[AT_ONCE:] == ["another hand", "a hand"]
    await drawing.close()


async def test_an_answer_keeps_its_place_when_its_picture_is_ordered_with_less_urgency():
    easel = Easel()
    drawing = Drawing({}, easel)
    first = await busy(drawing)
    later = [
        asked(drawing, "a hand"),
        asked(drawing, "an answer", Urgency.ANSWER),
        asked(drawing, "an answer"),
    ]
    await turns()
    easel.let_go.set()
    await asyncio.gather(*first, *later)
    assert easel.drawn[AT_ONCE:] == ["an answer", "a hand"]
    await drawing.close()


@pytest.mark.parametrize("leaves", [0, 1])
async def test_who_no_longer_waits_leaves_the_picture_to_the_others(leaves):
    easel = Easel()
    drawing = Drawing({}, easel)
    first = await busy(drawing)
    same = [asked(drawing, "same"), asked(drawing, "same")]
    await turns()
    same[leaves].cancel()
    await turns()
    easel.let_go.set()
    await asyncio.gather(*first)
    assert await same[1 - leaves] == "same"
    assert same[leaves].cancelled()
    assert easel.drawn[AT_ONCE:] == ["same"]
    await drawing.close()


async def test_who_stops_waiting_for_a_picture_in_work_leaves_it_to_the_others():
    easel = Easel()
    drawing = Drawing({}, easel)
    first = await busy(drawing)
    again = asked(drawing, "first 0")
    await turns()
    first[0].cancel()
    await turns()
    easel.let_go.set()
    assert await again == "first 0"
    await first[1]
    assert easel.drawn == FIRST
    await drawing.close()


async def test_a_picture_is_dropped_when_the_last_who_waited_is_gone():
    easel = Easel()
    drawing = Drawing({}, easel)
    first = await busy(drawing)
    same = [asked(drawing, "outdated"), asked(drawing, "outdated", Urgency.ANSWER)]
    newer = asked(drawing, "newer")
    await turns()
    for one in same:
        one.cancel()
    await turns()
    easel.let_go.set()
    await asyncio.gather(*first, newer)
    assert easel.drawn[AT_ONCE:] == ["newer"]
    await drawing.close()


async def test_what_fails_in_drawing_is_raised_to_all_who_wait_for_it():
    easel = Easel()
    drawing = Drawing({}, easel)
    first = await busy(drawing)
    same = [asked(drawing, "broken"), asked(drawing, "broken")]
    await turns()
    easel.let_go.set()
    await asyncio.gather(*first)
    for one in same:
        with pytest.raises(ValueError, match="broken"):
            await one
    assert easel.drawn[AT_ONCE:] == ["broken"]
    await drawing.close()


async def test_at_the_end_whoever_still_waits_or_asks_is_cancelled():
    easel = Easel()
    drawing = Drawing({}, easel)
    first = [asked(drawing, one) for one in FIRST]
    waiting = [asked(drawing, "waiting"), asked(drawing, "waiting")]
    await turns()
    await drawing.close()
    late = asked(drawing, "late")
    await asyncio.wait([*first, *waiting, late], timeout=10)
    assert [one.result() for one in first] == FIRST
    assert all(one.cancelled() for one in waiting)
    assert late.cancelled()


async def test_pictures_are_timed_without_those_that_failed_and_without_waiting():
    easel, told = Easel(held=False), []
    drawing = Drawing({}, easel, lambda *about: told.append(about))
    await asked(drawing, "a hand")
    with pytest.raises(ValueError, match="broken"):
        await asked(drawing, "broken")
    ((game, kind, seconds),) = told
    assert (game, kind) == ("toy", "hand")
    assert 0 <= seconds < 60


async def test_what_waits_for_the_artist_is_counted():
    easel = Easel()
    drawing = Drawing({}, easel)
    orders = [asked(drawing, f"{number}") for number in range(AT_ONCE + 3)]
    await turns()
    assert drawing.waiting == 3
    easel.let_go.set()
    await asyncio.gather(*orders)
    assert drawing.waiting == 0


def test_the_picture_of_a_hand_as_it_was_is_its_own():
    """A rewound game comes to the same step again, with another hand."""
    game = games["guildes"]
    one, other = [game.view(game.setup(3, game.Options(), seed), 0) for seed in (1, 2)]
    assert one.step == other.step
    pictures = (("past", one), ("past", other), ("hand", one))
    assert len({picture_key(kind, view, "") for kind, view in pictures}) == len(pictures)
