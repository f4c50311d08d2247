"""What stands where in a view, by paths as lessons write them.

A path goes step by step from the view ("players.me.total"): a field, a key of a mapping, a number
of a list (from 0; -1 the last), "me" for the own seat, "#" for how many there are. Where
something is said of each, "it" is the thing and "at" its number or key, which can also be a step
of a path ("gold.{at}.me").
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from engine.game import View
from engine.text import Argument, Seat, Text, text

SEAT = "seat:"
"""Before a path to the number of a seat, which is named."""
TEXT = "text:"
"""Before a key of a text, in which {at} and {it} stand for what is said of each."""


@dataclass(frozen=True, slots=True)
class Here:
    """A view, and whose side of it is meant; `at` and `it` where something is said of each."""

    view: View
    me: int | None
    at: int | str | None = None
    it: Any = None

    def each(self, path: str | None) -> Iterator[Here]:
        """Here, or once for each element of what stands at a path; raises LookupError."""
        if path is None:
            yield self
            return
        found = looked_up(self, path)
        pairs = found.items() if isinstance(found, Mapping) else enumerate(found)
        for at, it in pairs:
            yield replace(self, at=at, it=it)


def holds(here: Here, wanted: Mapping[str, object]) -> bool:
    """Whether all of this stands at these paths; raises LookupError."""
    return all(looked_up(here, path) == sought for path, sought in wanted.items())


def value(here: Here, path: str) -> Argument:
    """What a text is given: what stands at a path, a seat, or a text; raises LookupError."""
    if path.startswith(TEXT):
        return text(path.removeprefix(TEXT).format(at=here.at, it=here.it))
    found = looked_up(here, path.removeprefix(SEAT))
    if path.startswith(SEAT) and isinstance(found, int):
        return Seat(found)
    if path.startswith(SEAT) or not isinstance(found, int | str | Text):
        raise LookupError(f"{path} is nothing that can be said")
    return found


def looked_up(here: Here, path: str) -> Any:  # noqa: ANN401 - whatever a view holds
    """What stands at a path; raises LookupError."""
    found: Any = here.view
    for number, step in enumerate(path.format(at=here.at).split(".")):
        if number == 0 and step in ("at", "it"):
            found = here.at if step == "at" else here.it
        else:
            found = _next(here, found, step, path)
    return found


def _next(here: Here, found: Any, step: str, path: str) -> Any:  # noqa: ANN401 - the same
    key = here.me if step == "me" else step
    if step == "#":
        return len(found)
    if isinstance(found, Mapping):
        return found[key]
    if isinstance(found, Sequence) and not isinstance(found, str):
        try:
            return found[int(key or 0)]
        except ValueError:
            raise LookupError(f"{path}: no {step} in a list") from None
    if not hasattr(found, step):
        raise LookupError(f"{path}: no {step}")
    return getattr(found, step)
