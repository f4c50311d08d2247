"""What a film of The Majority shows: a frame a turn, and each debate."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine.text import Seat, Text, text
from engine.values import Event, Scene

_EFFECTS = ("assassination", "betrayal", "bribe", "spy", "cancelled")
"""What a turn is told by, the weightiest first."""


def scene(told: Sequence[Event]) -> Scene | None:
    """The debate that was held, else the turn that was resolved."""
    texts = [event.text for event in told]
    keys = [said.key.removeprefix("majority.event.") for said in texts]
    if "debate" in keys:
        paid = tuple(said for said in texts if said.key == "majority.event.paid")
        return Scene(_gold(paid), len(told), paid)
    if "turn" not in keys:
        return None
    effects = [texts[keys.index(effect)] for effect in _EFFECTS if effect in keys]
    turn = text("majority.film.turn", **texts[keys.index("turn")].args)
    return Scene(effects[0] if effects else turn, len(told))


def _gold(paid: Sequence[Text]) -> Text:
    """How much each seat earned in a debate."""
    got: Counter[int] = Counter()
    for line in paid:
        earned = line.args["earned"]
        for one in earned if isinstance(earned, tuple) else ():
            if isinstance(one, Text):
                seat, gold = one.args["seat"], one.args["gold"]
                number = gold.args["n"] if isinstance(gold, Text) else 0
                if isinstance(seat, Seat) and isinstance(number, int):
                    got[seat.number] += number
    each = tuple(
        text("majority.film.got", seat=Seat(seat), gold=gold)
        for seat, gold in sorted(got.items())
        if gold
    )
    return text("majority.film.gold", each=each) if each else text("majority.film.no_gold")
