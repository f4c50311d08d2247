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
    if key.startswith("second."):
        _check_second(claim)
        return
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


def _check_second(claim: Claim) -> None:
    """That the next best is behind in what is named, if the debate were held now."""
    view, args, seat = claim.at.view, claim.said.args, claim.at.seat
    key, _, counted = claim.key.removeprefix("second.").partition(".")
    theirs, mine = claim.picks[0], claim.at.advice.picks[0]
    if key == "lost":
        assert _is_lost(view, theirs.split(":")[0])
        return
    if key in {"given", "kept"}:
        more = [
            _held(view, (seat + 2) % 4, one)[0] - _held(view, seat, one)[0]
            for one in (theirs, mine)
        ]
        assert more == [args["n"], args["mine"]]
        assert more[0] < more[1]
        assert (key == "given") == (more[0] > 0)
        return
    at = {"others": 1, "power": 2}.get(key, 0)
    n, number = (_held(view, seat, one)[at] for one in (theirs, mine))
    assert (args["n"], args["mine"]) == (n, number)
    assert (counted == "bribe") <= theirs.endswith(":0")
    assert (counted == "none") == (key == "level" and _effect(theirs) < 0)
    assert {
        "gold": n < number and view.seats == 3,
        "team": n < number and view.seats == 4,
        "others": n > number,
        "power": n < number,
        "level": n == number and _effect(theirs) < _effect(mine),
        "effect": n > number and _effect(theirs) < _effect(mine),
    }[key]


def _effect(card: str) -> int:
    """What the computer sets most by: an assassination, then a bribe, then a spy."""
    order = ("7", "3", "0", "2")
    power = card.split(":")[1]
    return order.index(power) if power in order else -1


def _held(view: Any, whose: int, card: str) -> tuple[int, int, int]:
    """Gold of the viewer's side, of the others, and power won, had one played the card; a bribe
    takes 5."""
    colour, power = card.split(":")
    gainer = (whose - 1) % view.seats if power == "7" else whose
    lost = view.phase == "open" and power not in {"0", "2"} and _is_lost(view, colour)
    won = 0 if lost else {"0": 5}.get(power, int(power))
    seat = view.viewer
    ours = {seat, (seat + 2) % 4} if view.seats == 4 else {seat}
    paid = [0, 0]
    for name in ("red", "blue", "yellow"):
        totals = [player.totals[name] for player in view.players]
        totals[gainer] += won if name == colour else 0
        for each in range(view.seats):
            paid[each not in ours] += gold(totals, each)
    return paid[0], paid[1], won if gainer == seat else 0


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
