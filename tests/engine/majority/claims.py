"""What is said for a card of The Majority, by the rules and what its player sees."""

from __future__ import annotations

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
    """Raise an AssertionError where a claim isn't true."""
    view, key, args, seat = claim.at.view, claim.key, claim.said.args, claim.at.seat
    colour, power = claim.picks[0].split(":")
    gains = {"betrayal": (seat - 1) % view.seats, "exchange": (seat + 2) % 4}.get(key, seat)
    if key == "exchange":
        assert (view.phase, args["partner"]) == ("exchange", Seat(gains))
        why = args["why"]
        key, args = why.key.removeprefix("majority.reason."), why.args
    totals = [player.totals[colour] for player in view.players]
    before = gold(totals, gains)
    totals[gains] += int(power)
    earned, most = gold(totals, gains), max(totals)
    if "n" in args:
        assert (args["power"], args["n"]) == (totals[gains], earned)
    assert args.get("before", before) == before
    last = view.turn == view.turns and view.phase in {"play", "open"}
    how = key.rpartition(".")[2]
    assert {
        "first": totals[gains] == most > 0,
        "second": totals[gains] < most and earned > 0,
        "behind": earned == 0,
        "betrayal": power == "7",
        "spy": power == "3" and not last,
        "spy_last": power == "3" and last,
        "bribe": power == "0",
        "assassination": power == "2",
    }[how]
