"""What a film of La Cité corrompue shows: a frame a trick, and each count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from engine.text import Argument, Seat, Text, text
from engine.values import Event, Scene

_TAKEN = {"corrompue.event.takes": "takes", "corrompue.event.interrupts": "names"}


def scene(told: Sequence[Event]) -> Scene | None:
    """The count that was held, else the trick that was taken."""
    counted = [event.text for event in told if event.text.key == "corrompue.event.counted"]
    if counted:
        return Scene(_tokens(counted), len(told), tuple(counted))
    taken = [event.text for event in told if event.text.key in _TAKEN]
    return Scene(_trick(taken[-1].key, taken[-1].args), len(told)) if taken else None


def _trick(key: str, args: Mapping[str, Argument]) -> Text:
    """Who takes it with which card, or by whom it is given to whom."""
    if "named" in args:
        return text(f"corrompue.film.{_TAKEN[key]}", seat=args["seat"], named=args["named"])
    cards = [one.args["card"] for one in _texts(args["cards"]) if one.args["seat"] == args["seat"]]
    return text(f"corrompue.film.{_TAKEN[key]}", seat=args["seat"], card=cards[0])


def _tokens(counted: Sequence[Text]) -> Text:
    """How many tokens each seat got in a count."""
    got: Counter[int] = Counter()
    for line in counted:
        given = line.args["given"]
        assert isinstance(given, Text)  # noqa: S101 - the count itself told it
        seats = given.args.get("seats", given.args.get("seat", ()))
        each = seats if isinstance(seats, tuple) else (seats,)
        got.update(seat.number for seat in each if isinstance(seat, Seat))
    tokens = tuple(
        text("corrompue.won", seat=Seat(seat), cards=number) for seat, number in sorted(got.items())
    )
    return (
        text("corrompue.film.tokens", each=tokens) if tokens else text("corrompue.film.no_tokens")
    )


def _texts(listed: Argument) -> list[Text]:
    several = listed if isinstance(listed, tuple) else ()
    return [one for one in several if isinstance(one, Text)]
