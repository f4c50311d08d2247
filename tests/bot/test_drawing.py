"""Drawing: one picture after the other, the most urgent first, failures where they are awaited."""

import asyncio
import threading
from types import SimpleNamespace

import pytest

from bot.drawing import Drawing, Urgency


class Easel:
    """Draws nothing: notes what it was asked for, and holds the first picture until let go."""

    def __init__(self):
        self.drawn = []
        self.begun = threading.Event()
        self.let_go = threading.Event()

    def board(self, view, words):
        self.begun.set()
        self.let_go.wait(10)
        self.drawn.append(view)
        if view == "broken":
            raise ValueError(view)
        return view

    hand = result = board


async def test_an_answer_is_drawn_before_hands_and_hands_before_boards():
    easel = Easel()
    drawing = Drawing({"toy": easel})

    def ask(view, urgency):
        return asyncio.ensure_future(drawing.draw("hand", "toy", view, SimpleNamespace(), urgency))

    asked = [ask("first", Urgency.BOARD)]
    await asyncio.to_thread(easel.begun.wait, 10)
    asked += [
        ask("a board", Urgency.BOARD),
        ask("a hand", Urgency.HAND),
        ask("another hand", Urgency.HAND),
        ask("an answer", Urgency.ANSWER),
    ]
    await asyncio.sleep(0)
    easel.let_go.set()
    await asyncio.gather(*asked)
    drawing.close()
    assert easel.drawn == ["first", "an answer", "a hand", "another hand", "a board"]


async def test_what_fails_in_drawing_is_raised_to_who_asked_and_the_next_is_drawn():
    easel = Easel()
    easel.let_go.set()
    drawing = Drawing({"toy": easel})
    with pytest.raises(ValueError, match="broken"):
        await drawing.draw("board", "toy", "broken", SimpleNamespace(), Urgency.BOARD)
    sound = await drawing.draw("board", "toy", "sound", SimpleNamespace(), Urgency.BOARD)
    drawing.close()
    assert sound == "sound"


async def test_who_no_longer_waits_has_nothing_drawn():
    easel = Easel()
    drawing = Drawing({"toy": easel})
    first = asyncio.ensure_future(
        drawing.draw("board", "toy", "first", SimpleNamespace(), Urgency.BOARD)
    )
    await asyncio.to_thread(easel.begun.wait, 10)
    second = asyncio.ensure_future(
        drawing.draw("board", "toy", "second", SimpleNamespace(), Urgency.BOARD)
    )
    await asyncio.sleep(0)
    second.cancel()
    await asyncio.wait([second])
    third = asyncio.ensure_future(
        drawing.draw("board", "toy", "third", SimpleNamespace(), Urgency.BOARD)
    )
    await asyncio.sleep(0)
    easel.let_go.set()
    await asyncio.gather(first, third)
    drawing.close()
    assert easel.drawn == ["first", "third"]


async def test_at_the_end_whoever_still_waits_or_asks_is_cancelled():
    easel = Easel()
    drawing = Drawing({"toy": easel})

    def ask(view):
        return asyncio.ensure_future(
            drawing.draw("board", "toy", view, SimpleNamespace(), Urgency.BOARD)
        )

    first = ask("first")
    await asyncio.to_thread(easel.begun.wait, 10)
    waiting = ask("waiting")
    await asyncio.sleep(0)
    drawing.close()
    late = ask("late")
    easel.let_go.set()
    done, _ = await asyncio.wait([first, waiting, late], timeout=10)
    assert len(done) == 3
    assert first.result() == "first"
    assert waiting.cancelled()
    assert late.cancelled()
