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
    if "theirs" in args:
        mine = [
            gold(now, seat) for now in (totals, [player.totals[colour] for player in view.players])
        ]
        assert (args["power"], args["theirs"], args["were"]) == (totals[gains], earned, before)
        assert [args["mine"], args["before"]] == mine
    else:
        assert args.get("before", before) == before
    if "n" in args:
        assert (args["power"], args["n"]) == (totals[gains], earned)
    last = view.turn == view.turns and view.phase in {"play", "open"}
    open_card = view.players[args["player"].number].laid if "player" in args else None
    lies = "" if open_card is None else open_card.id
    worthy = view.phase == "open" and power not in {"0", "2"}
    how = key.rpartition(".")[2]
    assert {
        "first": totals[gains] == most > 0 and earned > before,
        "second": totals[gains] < most and earned > before,
        "later": 0 < earned <= before,
        "behind": earned == 0,
        "betrayal": power == "7",
        "spy": power == "3" and not last,
        "spy_last": power == "3" and last,
        "bribe": power == "0",
        "assassination": power == "2",
        "bribed": worthy and lies == f"{colour}:0",
        "killed": worthy and lies.endswith(":2") and not lies.startswith(colour),
    }[how]
