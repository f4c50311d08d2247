"""Pictures drawn beside the event loop, in one thread."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from hashlib import blake2b
from typing import Literal

from engine.game import View
from images.pictures import Map, Picture, Pictures
from images.words import Words

Kind = Literal["board", "hand", "result"]


class Drawing:
    """Draws views; one thread keeps the event loop on time (Pillow releases the interpreter)."""

    def __init__(self, pictures: Mapping[str, Pictures]) -> None:
        self._pictures = pictures
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="drawing")

    async def draw(self, kind: Kind, game: str, view: View, words: Words) -> Picture:
        """The picture of a view; whatever fails in drawing is raised here."""
        pictures = self._pictures[game]
        draw = {"board": pictures.board, "hand": pictures.hand, "result": pictures.result}[kind]
        return await asyncio.get_running_loop().run_in_executor(self._thread, draw, view, words)

    def places(self, game: str, view: View, words: Words) -> tuple[tuple[str, str], ...]:
        """Ids and labels of the parts of a large board; empty where it is read at once."""
        pictures = self._pictures[game]
        return pictures.places(view, words) if isinstance(pictures, Map) else ()

    async def closer(self, game: str, view: View, words: Words, place: str) -> Picture:
        """A part of a large board; raises KeyError for an unknown place."""
        pictures = self._pictures[game]
        if not isinstance(pictures, Map):
            raise KeyError(place)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, pictures.closer, view, words, place)

    def describe(self, game: str, view: View, words: Words) -> tuple[str, ...]:
        """A view in words."""
        return self._pictures[game].describe(view, words)

    def close(self) -> None:
        """Let the thread end."""
        self._thread.shutdown(wait=False, cancel_futures=True)


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
