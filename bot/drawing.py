"""Pictures drawn beside the event loop, in one thread, the most urgent first."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from dataclasses import replace
from enum import IntEnum
from functools import partial
from hashlib import blake2b
from queue import PriorityQueue
from threading import Thread
from typing import Literal

from engine.game import View
from images.pictures import Map, Picture, Pictures
from images.words import Words

Kind = Literal["board", "hand", "result"]


class Urgency(IntEnum):
    """Whose picture is drawn first when several wait."""

    ANSWER = 0
    """Somebody has pressed and waits for it."""
    HAND = 1
    BOARD = 2


_END = -1

Work = Callable[[], Picture]


class Drawing:
    """Draws views; one thread keeps the event loop on time (Pillow releases the interpreter)."""

    def __init__(self, pictures: Mapping[str, Pictures]) -> None:
        self._pictures = pictures
        self._order = itertools.count()
        self._waiting: PriorityQueue[tuple[int, int, Work | None, Future[Picture]]]
        self._waiting = PriorityQueue()
        self._closed = False
        Thread(target=self._run, name="drawing", daemon=True).start()

    async def draw(
        self, kind: Kind, game: str, view: View, words: Words, urgency: Urgency
    ) -> Picture:
        """The picture of a view; whatever fails in drawing is raised here."""
        pictures = self._pictures[game]
        draw = {"board": pictures.board, "hand": pictures.hand, "result": pictures.result}[kind]
        return await self._drawn(urgency, partial(draw, view, words))

    def places(self, game: str, view: View, words: Words) -> tuple[tuple[str, str], ...]:
        """Ids and labels of the parts of a large board; empty where it is read at once."""
        pictures = self._pictures[game]
        return pictures.places(view, words) if isinstance(pictures, Map) else ()

    async def closer(self, game: str, view: View, words: Words, place: str) -> Picture:
        """A part of a large board; raises KeyError for an unknown place."""
        pictures = self._pictures[game]
        if not isinstance(pictures, Map):
            raise KeyError(place)
        return await self._drawn(Urgency.ANSWER, partial(pictures.closer, view, words, place))

    def describe(self, game: str, view: View, words: Words) -> tuple[str, ...]:
        """A view in words."""
        return self._pictures[game].describe(view, words)

    def close(self) -> None:
        """Let the thread end; who waits for a picture yet is cancelled."""
        self._put(_END, None)
        self._closed = True

    async def _drawn(self, urgency: Urgency, work: Work) -> Picture:
        return await asyncio.wrap_future(self._put(urgency, work))

    def _put(self, urgency: int, work: Work | None) -> Future[Picture]:
        picture: Future[Picture] = Future()
        if self._closed:
            picture.cancel()
        else:
            self._waiting.put((urgency, next(self._order), work, picture))
        return picture

    def _run(self) -> None:
        while True:
            _, _, work, picture = self._waiting.get()
            if work is None:
                break
            if not picture.set_running_or_notify_cancel():
                continue
            try:
                picture.set_result(work())
            except BaseException as error:  # noqa: BLE001 - raised where the picture is awaited
                picture.set_exception(error)
        while not self._waiting.empty():
            self._waiting.get()[-1].cancel()


def drawn_view(kind: Kind, view: View) -> View:
    """What a picture is drawn from: a hand shows neither who else has chosen nor what was chosen.

    So a choice that may still be changed costs no drawing; the message says it in words.
    """
    if kind != "hand":
        return view
    prompt = None if view.prompt is None else replace(view.prompt, answered=None)
    return view.model_copy(update={"prompt": prompt, "awaited": ()})


def picture_key(kind: Kind, view: View, words: Words) -> bytes:
    """Equal keys of drawn views, equal pictures."""
    names = "\n".join(words.name(seat) for seat in range(view.seats))
    looks = f"{kind}\n{words.language}\n{names}\n{view.model_dump_json()}"
    return blake2b(looks.encode(), digest_size=16).digest()
