"""What each message shows at the moment, as far as we know; lost at a restart."""

from __future__ import annotations

import json
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2b

from bot.screens.parts import Screen

_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Look:
    """A message as last sent: digest of its components, key and alt text of its picture.

    `step`: the moment of the game that it shows.
    """

    components: bytes
    picture: bytes | None
    alt: str | None
    moves: int
    step: int | None = None


class Shown:
    """The last look of each place; the newest are kept."""

    def __init__(self) -> None:
        self._looks: OrderedDict[tuple[object, ...], Look] = OrderedDict()

    def get(self, place: tuple[object, ...]) -> Look | None:
        """The look of a place, if known."""
        return self._looks.get(place)

    def keep(self, place: tuple[object, ...], look: Look) -> None:
        """Note what was sent."""
        self._looks[place] = look
        self._looks.move_to_end(place)
        while len(self._looks) > _KEPT:
            self._looks.popitem(last=False)

    def forget(self, place: tuple[object, ...]) -> None:
        """The place shows something else, or nothing."""
        self._looks.pop(place, None)


def digest(screen: Screen) -> bytes:
    """Equal digests, equal components."""
    components = json.dumps(screen.layout.to_components()).encode()  # type: ignore[no-untyped-call]
    return blake2b(components, digest_size=16).digest()
