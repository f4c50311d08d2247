"""The drawing process: pictures as drawn here, mishaps told, a new process after an end."""

import asyncio

import pytest

from bot.drawing import Order
from bot.drawing_process import DrawingFailed, DrawingProcess
from bot.languages import Languages
from engine import games
from images import pictures

NAMES = ("Ada", "Blaise", "Chloé")


def order(kind="hand", place=""):
    game = games["guildes"]
    view = game.view(game.setup(3, seed=1), 0)
    words = Languages.load().words("fr", NAMES, (None, None, "ordinateur"))
    return Order(kind, "guildes", view, words, place)


@pytest.fixture
async def process():
    drawing = DrawingProcess()
    yield drawing
    await drawing.close()


async def test_a_picture_is_the_one_that_would_be_drawn_here(process):
    assert await process.draw(order()) == order().drawn(pictures)


async def test_orders_given_at_once_get_each_its_own_picture(process):
    kinds = ("hand", "board", "hand", "board")
    drawn = await asyncio.gather(*(process.draw(order(kind)) for kind in kinds))
    assert drawn == [order(kind).drawn(pictures) for kind in kinds]


async def test_what_fails_is_told_and_the_process_draws_on(process):
    with pytest.raises(DrawingFailed, match="KeyError"):
        await process.draw(order("closer", "z9"))
    assert (await process.draw(order())).png


async def test_a_process_that_was_killed_is_started_again(process):
    await process.draw(order())
    process._process.kill()
    await process._reading
    assert (await process.draw(order())).png


async def test_pictures_in_work_when_the_process_ends_are_given_up(process):
    await process.draw(order())
    under_way = asyncio.ensure_future(process.draw(order()))
    await asyncio.sleep(0)
    await process.close()
    with pytest.raises(DrawingFailed):
        await under_way


async def test_a_process_that_was_never_needed_is_closed_at_once():
    await DrawingProcess().close()
