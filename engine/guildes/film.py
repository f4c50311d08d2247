"""What a film of Guildes shows: a frame for each draft, lap, open card, trick and count."""

from __future__ import annotations

from collections.abc import Sequence

from engine.text import Seat, Text, text
from engine.values import Event, Scene

_NAMED = 4
"""Players whose cards of a lap can be told in ten words."""
_AS_TOLD = {"guildes.event.lays", "guildes.event.lap_face_down", "guildes.event.redistributed"}


def scene(told: Sequence[Event]) -> Scene | None:
    """The count that was held, else what was laid, played or kept last."""
    texts = [event.text for event in told]
    if any(said.key == "guildes.event.count" for said in texts):
        shares = tuple(said for said in texts if said.key == "guildes.count.guild")
        return Scene(_votes(texts), len(told), shares)
    found = [said for said in map(_frame, texts) if said is not None]
    return Scene(found[-1], len(told)) if found else None


def _frame(said: Text) -> Text | None:
    match said.key.removeprefix("guildes.event."):
        case "laying":
            return text("guildes.film.kept", n=said.args["n"])
        case "lap":
            laid = said.args["laid"]
            if isinstance(laid, tuple) and len(laid) <= _NAMED:
                return text("guildes.film.lap", laid=laid)
            return text("guildes.film.lays_one", **said.args)
        case "lap_two":
            return text("guildes.film.lays_two", **said.args)
    return said if said.key in _AS_TOLD or ".trick." in said.key else None


def _votes(texts: Sequence[Text]) -> Text:
    """Who won most in a count."""
    (ballot,) = (said.args["ballot"] for said in texts if said.key == "guildes.event.count")
    won: dict[int, int] = {}
    for said in texts:
        seat, votes = said.args.get("player"), said.args.get("n")
        if said.key == "guildes.event.votes" and isinstance(seat, Seat) and isinstance(votes, int):
            won[seat.number] = votes
    most = max(won.values())
    first = tuple(Seat(seat) for seat, votes in won.items() if votes == most)
    if len(first) > 1:
        return text("guildes.film.shared", ballot=ballot, players=len(first), n=most)
    return text("guildes.film.counted", ballot=ballot, player=first[0], n=most)
