"""The drawing process: pictures as drawn here, mishaps told, a new process after an end."""

import asyncio
import os
import pickle
import signal
import struct
import sys

import psutil
import pytest

from bot.delivery.drawing import drawing as drawing_process
from bot.delivery.drawing import worker
from bot.delivery.drawing.drawing import DrawingFailed, DrawingProcess
from bot.delivery.drawing.orders import Frame, Order
from bot.delivery.drawing.worker import give_back
from bot.languages import Languages
from engine import games
from images import pictures
from images.furniture.film import Captioned, Piece
from images.paint.cache import SPRITES
from tests.bot.turns import turns

if sys.platform == "linux":
    import fcntl

NAMES = ("Ada", "Blaise", "Chloé")
PATIENCE = 100.0
"""Seconds for a picture where it isn't tested how long it may take: a busy machine takes many."""


def order(kind="hand", place=""):
    game = games["guildes"]
    view = game.view(game.setup(3, seed=1), 0)
    words = Languages.load().words("fr", NAMES, (None, None, "ordinateur"))
    return Order(kind, "guildes", view, words, place)


@pytest.fixture
async def process():
    drawing = DrawingProcess(timeout=PATIENCE)
    yield drawing
    await drawing.close()


async def test_a_picture_is_the_one_that_would_be_drawn_here(process):
    assert await process.draw(order()) == order().drawn(pictures)


async def test_orders_given_at_once_get_each_its_own_picture(process):
    kinds = ("hand", "board", "hand", "board")
    drawn = await asyncio.gather(*(process.draw(order(kind)) for kind in kinds))
    assert drawn == [order(kind).drawn(pictures) for kind in kinds]


@pytest.mark.skipif(sys.platform != "linux", reason="pipes are as wide as the system makes them")
async def test_some_pictures_may_wait_to_be_read_while_the_next_is_drawn(process):
    drawn = await process.draw(order("board"))
    pipe = process._process.stdout._transport.get_extra_info("pipe")
    assert fcntl.fcntl(pipe, fcntl.F_GETPIPE_SZ) >= 4 * len(drawn.png)


async def test_a_piece_of_a_film_is_the_one_that_would_be_made_here(process):
    one, other = [order(kind).drawn(pictures) for kind in ("hand", "board")]
    size = (one.width, max(one.height, other.height))
    for before in (None, Captioned(one.png, "Ada lays Nobles.")):
        frame = Frame("guildes", before, Captioned(other.png), size)
        assert await process.draw(frame) == frame.drawn(pictures)


def test_a_page_of_a_film_is_compressed_without_many_sprites_beside_it(monkeypatch):
    SPRITES.clear()
    drawn = order("board").drawn(pictures)
    frame = Frame("guildes", None, Captioned(drawn.png), (drawn.width, drawn.height))
    kept = SPRITES.bytes
    assert 0 < kept < worker.BESIDE_A_FILM
    assert isinstance(worker._reply(pickle.dumps(frame), pictures), Piece)
    assert SPRITES.bytes == kept
    monkeypatch.setattr(worker, "BESIDE_A_FILM", kept - 1)
    assert isinstance(worker._reply(pickle.dumps(frame), pictures), Piece)
    assert SPRITES.bytes == 0
    assert order("board").drawn(pictures) == drawn


async def test_what_fails_is_told_and_the_process_draws_on(process):
    with pytest.raises(DrawingFailed, match="KeyError") as failed:
        await process.draw(order("closer", "z9"))
    assert "z9" not in str(failed.value)  # it could as well have been a card of a hand
    assert (await process.draw(order())).png


async def test_what_interrupts_the_bot_in_a_terminal_does_not_reach_the_process(process):
    await process.draw(order())
    assert os.getpgid(process._process.pid) != os.getpgid(0)


async def test_a_process_that_was_killed_is_started_again(process):
    await process.draw(order())
    process._process.kill()
    await process._reading
    assert (await process.draw(order())).png


async def test_only_the_picture_in_work_is_lost_with_the_process(process):
    await process.draw(order())
    process._process.send_signal(signal.SIGSTOP)
    in_work = asyncio.ensure_future(process.draw(order("board")))
    waiting = asyncio.ensure_future(process.draw(order()))
    await turns()
    process._process.kill()
    with pytest.raises(DrawingFailed, match="ended"):
        await in_work
    assert await waiting == order().drawn(pictures)


async def test_a_process_that_never_finishes_a_picture_is_ended_and_started_again(process):
    await process.draw(order())
    process._process.send_signal(signal.SIGSTOP)
    timeout, process._timeout = process._timeout, 0.05
    with pytest.raises(DrawingFailed, match="not drawn"):
        await process.draw(order())
    process._timeout = timeout
    await process._reading
    assert (await process.draw(order())).png


async def test_a_process_that_answers_nonsense_is_ended_and_started_again(process, monkeypatch):
    def nonsense(packed):
        raise ValueError(packed)

    await process.draw(order())
    with monkeypatch.context() as patched:
        patched.setattr(drawing_process.pickle, "loads", nonsense)
        with pytest.raises(DrawingFailed, match="ended"):
            await process.draw(order())
    assert (await process.draw(order())).png


async def test_pictures_in_work_at_the_end_are_given_up(process):
    await process.draw(order())
    process._process.send_signal(signal.SIGSTOP)
    under_way = asyncio.ensure_future(process.draw(order()))
    await turns()
    await process.close()
    with pytest.raises(DrawingFailed):
        await under_way
    with pytest.raises(DrawingFailed, match="any more"):
        await process.draw(order())


async def test_a_process_that_is_just_being_started_is_ended_too(process):
    under_way = asyncio.ensure_future(process.draw(order()))
    await turns()
    await process.close()
    with pytest.raises(DrawingFailed):
        await under_way
    assert process._process.returncode is not None


async def test_a_process_that_was_never_needed_is_closed_at_once():
    await DrawingProcess().close()


async def test_what_was_drawn_is_forgotten_by_a_process_that_draws_no_more(process):
    drawn = await process.draw(order())
    first = process._process
    await process.forget()
    assert first.returncode is not None
    assert await process.draw(order()) == drawn
    assert process._process is not first


async def test_forgetting_costs_nobody_a_picture(process):
    await process.draw(order())
    first = process._process
    first.send_signal(signal.SIGSTOP)
    in_work = asyncio.ensure_future(process.draw(order("board")))
    await turns(20)
    await process.forget()
    assert first.returncode is None
    first.send_signal(signal.SIGCONT)
    assert (await in_work).png
    assert (await process.draw(order())).png
    assert process._process is not first


async def test_who_has_drawn_nothing_has_nothing_to_forget(process):
    await process.forget()
    assert process._process is None


async def test_a_picture_that_nobody_reads_any_more_is_no_failure():
    """Its bot was killed while it drew."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot.delivery.drawing.worker", "guildes=images.guildes"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    process._transport.get_pipe_transport(1).close()
    packed = pickle.dumps(order())
    process.stdin.write(struct.pack(">I", len(packed)) + packed)
    process.stdin.write_eof()
    said = await process.stderr.read()
    await process.wait()
    assert said == b""


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's alone")
def test_memory_that_is_free_between_what_is_kept_goes_back_to_the_system():
    blocks = [bytes(100_000) for _ in range(1_000)]
    kept = blocks[::10]
    before = psutil.Process().memory_info().rss
    del blocks
    give_back()
    assert before - psutil.Process().memory_info().rss > 50_000_000, len(kept)


@pytest.mark.skipif(sys.platform != "linux", reason="glibc's alone")
def test_who_waits_for_orders_gives_back_what_is_free(monkeypatch):
    monkeypatch.setattr(worker, "AT_REST", 0.001)
    given, (orders, bot) = [], os.pipe()

    def give_back_and_order() -> None:
        given.append(True)
        os.write(bot, b"!")

    monkeypatch.setattr(worker, "give_back", give_back_and_order)
    worker.give_back_at_rest()
    with worker.at_rest():
        os.read(orders, 1)
    assert given == [True]
