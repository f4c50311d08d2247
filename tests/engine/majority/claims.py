"""What is said for a card of The Majority, by the rules and what its player sees."""

from __future__ import annotations

from typing import Any

from engine.text import Seat
from tests.engine.claims import Claim


def gold(totals: list[int], seat: int) -> int:
    """What one colour pays a seat (rules: debate)."""
    first = max(totals)
    if not totals[seat]:
        return 0
    if totals[seat] == first:
        return 2
    below = max(total for total in totals if total < first)
    return first // 5 * totals.count(first) if totals[seat] == below else 0


def check(claim: Claim) -> None:
    """Raise an AssertionError where a claim isn't true, or doesn't speak for the card."""
    view, key, args, seat = claim.at.view, claim.key, claim.said.args, claim.at.seat
    colour, power = claim.picks[0].split(":")
    ours = {seat, (seat + 2) % 4} if view.seats == 4 else {seat}
    giving = view.phase == "exchange"
    won_by = (seat + 2) % 4 if giving else (seat - 1) % view.seats if power == "7" else seat
    totals = [player.totals[colour] for player in view.players]
    was = [gold(totals, each) for each in range(view.seats)]
    before = [*totals]
    totals[won_by] += int(power)
    now, most = [gold(totals, each) for each in range(view.seats)], max(totals)
    own, how = totals[won_by], key.rpartition(".")[2]
    others = [total for each, total in enumerate(totals) if each != won_by]
    last = view.turn == view.turns and view.phase in {"play", "open"}
    gained = sum(now[each] - was[each] for each in ours)
    assert args.get("power", own) == own or how in {"bribe", "assassination"}
    assert giving == ("partner" in key) or how in {"team", "costs"}
    if key.startswith("own") and view.phase == "open":
        assert not _is_lost(view, colour)
    earner = seat if how == "betrayal" else won_by
    if (how in {"first", "second"} and "surer" not in key) or how == "betrayal":
        assert (args["n"], args["before"]) == (now[earner], was[earner])
        assert args["n"] > args["before"] >= 0 < gained
    assert {
        "first": own == most > 0,
        "second": own < most and now[won_by] > 0,
        "later": view.round < view.rounds and power != "0" and gained <= 0,
        "nearer": own + args.get("n", 0) == max([t for t in others if t < most], default=0) > own,
        "betrayal": power == "7" and args.get("player") == Seat(won_by),
        "spy": power == "3" and not last,
        "spy_last": power == "3" and last,
        "bribe": power == "0" and args.get("power") == 5,
        "assassination": power == "2"
        and {each.key.rpartition(".")[2] for each in args.get("colours", ())}
        == {"red", "blue", "yellow"} - {colour},
        "team": view.seats == 4 and args.get("n", 0) - args.get("before", 0) == gained > 0,
        "costs": "costs" in key and _cost(args, was, now) and args["player"].number not in ours,
    }[how]
    if key.startswith("surer"):
        assert now[seat] == was[seat] > 0
        assert args["next"] == max(total for total in others if total <= own)
        assert (before[seat] == max(before)) == (how == "first")


def _cost(args: Any, was: list[int], now: list[int]) -> bool:
    """Whether a player loses so much, and nobody more."""
    lost = [old - new for old, new in zip(was, now, strict=True)]
    return args["n"] == lost[args["player"].number] == max(lost) > 0


def _is_lost(view: Any, colour: str) -> bool:
    """Whether what lies open takes or discards a card of this colour."""
    lying = [player.laid.id for player in view.players if player.laid is not None]
    bribes = [card for card in lying if card == f"{colour}:0"]
    return len(bribes) == 1 or any(
        card.endswith(":2") and not card.startswith(colour) for card in lying
    )
