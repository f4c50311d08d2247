"""What is said for a choice of Guildes, by the rules and what its player sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from engine.bots.advice import advise
from engine.guildes.components import NUMBER_OF
from engine.guildes.view import GuildesView
from engine.text import Text, text
from tests.engine.claims import Claim, Position


def votes(view: GuildesView, guild: str, column: list[int], seat: int, ballot: int = 0) -> int:
    """What a guild gives a seat at a ballot's count, this one's unless told (rules: count)."""
    row = next(row for row in view.guilds if row.guild == guild)
    if row.per_card:
        return row.votes[0] * column[seat]
    ballot = ballot or view.ballot
    values = row.votes if ballot == 3 else row.votes[:ballot]
    alone = view.options.events and view.event == "ties_ignored" and ballot == view.ballot
    ranked = [n for n in column if n and not (alone and column.count(n) > 1)]
    if column[seat] not in ranked:
        return 0
    above, tied = sum(n > column[seat] for n in ranked), ranked.count(column[seat])
    return sum(values[above : above + tied]) // tied


def check(claim: Claim) -> None:
    """Raise an AssertionError where a claim isn't true, or doesn't speak for the choice."""
    view, picks, key = claim.at.view, claim.picks, claim.key
    names = sorted((pick.split(":")[0] for pick in picks), key=lambda name: NUMBER_OF.get(name, 0))
    if key == "two":
        assert claim.said.args["n"] == sum(
            gained(view, names[: at + 1]) for at in range(len(names))
        )
    elif key in {"spared", "idle", "least"}:
        _check_spared(claim, names[0])
    elif key.partition(".")[0] in {"trick", "decline"}:
        _check_trick(claim)
    elif key.startswith("second."):
        _check_second(claim, names)
    elif key in {"riskier", "expected"}:
        _check_riskier(claim, names)
    elif key == "salvage":
        assert view.players[claim.at.seat].trick == "salvage"
        assert picks != ("decline",)
    else:  # of two cards that bring nothing, what speaks for one of them
        guild = claim.said.args.get("guild")
        last = names[-1:] if guild == text(f"guildes.guild.{names[-1]}") else names[:1]
        _check_card(view, names[: names.index(*last) + 1], claim.said)


def held(view: GuildesView, guilds: list[str]) -> list[str]:
    """What will lie besides the tableau, these being chosen."""
    return [*view.own_face_down, *guilds, *(view.hand if view.phase == "draft" else ())]


def gained(view: GuildesView, guilds: list[str]) -> int:
    """Votes that the last of these brings at this count."""
    guild, seat = guilds[-1], view.viewer
    assert seat is not None
    column = [player.tableau[guild] for player in view.players]
    column[seat] += held(view, guilds).count(guild)
    now = votes(view, guild, column, seat)
    column[seat] -= 1
    return now - votes(view, guild, column, seat)


def _check_riskier(claim: Claim, names: list[str]) -> None:
    """It brings more votes than what is suggested, and more of its cards aren't seen."""
    view, args = claim.at.view, claim.said.args
    first = sorted(
        (pick.split(":")[0] for pick in claim.at.advice.picks), key=NUMBER_OF.__getitem__
    )

    assert brought(view, names) > brought(view, first)
    if claim.key == "expected":
        assert unseen(view, names[-1]) <= unseen(view, first[-1])
        return
    assert args["n"] == unseen(view, names[-1]) > unseen(view, first[-1]) == args["fewer"]
    assert args["guild"] == text(f"guildes.guild.{first[-1]}")


def brought(view: GuildesView, guilds: list[str]) -> int:
    """Votes that all of these bring at this count."""
    return sum(gained(view, guilds[: at + 1]) for at in range(len(guilds)))


def unseen(view: GuildesView, guild: str) -> int:
    """Cards of a guild that the viewer hasn't seen."""
    row = next(row for row in view.guilds if row.guild == guild)
    own = [*view.hand, *view.pack, *view.own_face_down]
    return row.copies - sum(each.tableau[guild] for each in view.players) - own.count(guild)


def _check_second(claim: Claim, names: list[str]) -> None:
    """The next best is behind in what is named."""
    view, args, key = claim.at.view, claim.said.args, claim.key.removeprefix("second.")
    first = sorted(
        (pick.split(":")[0] for pick in claim.at.advice.picks),
        key=lambda name: NUMBER_OF.get(name, 0),
    )
    if key in {"own", "others"}:
        theirs, mine = (
            _after_trick(claim.at, picks) for picks in (claim.picks, claim.at.advice.picks)
        )
        if theirs is None or mine is None:
            return
        seat = claim.at.seat
        n, number = (
            votes[seat] if key == "own" else sum(votes) - votes[seat] for votes in (theirs, mine)
        )
        assert (args["n"], args["mine"]) == (n, number)
        assert n < number if key == "own" else n > number
    elif key == "spared":
        lost = _lost(claim)
        assert (args["n"], args["mine"]) == (lost[names[0]], lost[first[0]])
        assert args["n"] > args["mine"]
    elif key == "votes":
        assert (args["n"], args["mine"]) == (brought(view, names), brought(view, first))
        assert args["n"] < args["mine"]
    else:
        assert key == "unseen"
        assert brought(view, names) == brought(view, first)
        assert args["n"] == unseen(view, names[-1]) > unseen(view, first[-1]) == args["fewer"]
        assert args["guild"] == text(f"guildes.guild.{first[-1]}")


def _check_spared(claim: Claim, guild: str) -> None:
    """What the hand loses at this count without the card."""
    args, lost = claim.said.args, _lost(claim)
    assert args["guild"] == text(f"guildes.guild.{guild}")
    if claim.key == "least":
        assert args["n"] == lost[guild] == min(lost.values()) > 0
        return
    assert lost[guild] <= 0
    assert args["n"] == _without(claim, guild, 1)
    assert (claim.key == "idle") == (args["n"] == 0)


def _without(claim: Claim, name: str, fewer: int) -> int:
    """Votes of the whole hand for a guild, with so many cards fewer."""
    view, seat = claim.at.view, claim.at.seat
    column = [player.tableau[name] for player in view.players]
    column[seat] += view.hand.count(name) - fewer
    return votes(view, name, column, seat)


def _lost(claim: Claim) -> dict[str, int]:
    """Votes that the hand loses without one card of each guild."""
    hand = {*claim.at.view.hand}
    return {name: _without(claim, name, 0) - _without(claim, name, 1) for name in hand}


def _check_card(view: GuildesView, guilds: list[str], said: Text) -> None:
    """One card, which is the last of these guilds."""
    key, args, seat = said.key.removeprefix("guildes.reason."), said.args, view.viewer
    if key in {"alone", "shared", "behind", "surer"}:
        assert view.phase != "draft"
    elif key.endswith(".draft"):
        assert view.phase == "draft"
        key = key.removesuffix(".draft")
    guild = guilds[-1]
    assert seat is not None
    assert (key == "milice") == (guild == "milice")
    if key == "milice":
        assert args["n"] == 3
        return
    column = [player.tableau[guild] for player in view.players]
    column[seat] += held(view, guilds).count(guild)
    mine, now = column[seat], [votes(view, guild, column, each) for each in range(view.seats)]
    column[seat] -= 1
    was = [votes(view, guild, column, each) for each in range(view.seats)]
    most = max(number for other, number in enumerate(column) if other != seat)
    assert args.get("cards", mine) == mine
    assert args.get("most", most) == most
    assert args.get("guild", text(f"guildes.guild.{guild}")) == text(f"guildes.guild.{guild}")
    if key in {"alone", "shared", "behind"}:
        assert (args["n"], args["before"]) == (now[seat], was[seat])
        assert args["n"] > args["before"]
    else:
        assert now[seat] == was[seat]
    assert {
        "alone": mine > most,
        "shared": mine == most,
        "behind": mine < most,
        "surer": mine > most and args.get("n") == now[seat],
        "costs": "player" in args
        and args["n"] == max(old - new for old, new in zip(was, now, strict=True))
        and args["n"] == was[args["player"].number] - now[args["player"].number] > 0
        and sum(now) < sum(was),
        "nearer": _makes(view, guild, column, args),
    }[key]


def _makes(view: GuildesView, guild: str, column: list[int], args: Any) -> bool:
    """Whether so many more of a guild, and no fewer, bring its player so many votes."""
    seat = view.viewer
    assert seat is not None
    found = []
    for more in range(1, args.get("n", 0) + 2):
        after = [*column]
        after[seat] += more
        found.append(votes(view, guild, after, seat))
    *fewer, then = found
    can_come = view.ballot < 3 or view.phase == "draft"
    return can_come and then == args.get("votes") and then > max(fewer, default=then)


def _to_come(view: GuildesView) -> list[int]:
    """Votes of each seat from this count to the last, the cards lying as they do."""
    found: Counter[int] = Counter()
    for row in view.guilds:
        for ballot in range(view.ballot, 4):
            marked = ballot == view.ballot
            column = [
                player.effective(row.guild) if marked else player.tableau[row.guild]
                for player in view.players
            ]
            for seat in range(view.seats):
                found[seat] += votes(view, row.guild, column, seat, ballot)
    return [found[seat] for seat in range(view.seats)]


def _check_trick(claim: Claim) -> None:
    """Whoever follows the advice to the end of the trick has the votes that were promised."""
    at, picks = claim.at, claim.picks
    if claim.key.startswith("decline"):
        assert picks == ("decline",)
        picks = ("use",) if "use" in {one.id for one in at.view.prompt.options} else ()
        if not picks:
            return  # declined half-way: what would come next isn't offered as a whole
    now, then = _to_come(at.view), _after_trick(at, picks)
    if then is not None:
        own = then[at.seat] - now[at.seat]
        _check_promise(claim, own, sum(then) - sum(now) - own)


def _after_trick(at: Position, picks: Sequence[str]) -> list[int] | None:
    """Each seat's votes to come once the trick that begins so is played as advised; None where it
    is counted already, and marks are gone."""
    state = at.state.clone()
    at.game.apply(state, at.seat, at.game.encode(state, at.seat, picks))
    while at.game.asked(state) == [at.seat] and at.game.view(state, at.seat).phase == "tricks":
        view = at.game.view(state, at.seat)
        if view.players[at.seat].trick_state != "held":
            break
        advice = advise(at.game, view, 1)
        picks = advice.picks
        if picks == ("decline",):  # the promise is for whoever uses the trick all the same
            assert advice.second is not None
            picks = advice.second[0]
        at.game.apply(state, at.seat, at.game.encode(state, at.seat, picks))
    after = at.game.view(state, at.seat)
    counted = after.ballot != at.view.ballot or after.phase != "tricks"
    return None if counted else _to_come(after)


def _check_promise(claim: Claim, own: int, others: int) -> None:
    args, key = claim.said.args, claim.key
    better = own * (claim.at.view.seats - 1) > others
    assert better == key.startswith("trick"), (own, others)
    assert {
        "decline": own == others == 0,
        "trick.both": args.get("n") == own > 0 and args.get("theirs") == -others > 0,
        "trick.own": args.get("n") == own > 0 and others >= 0,
        "trick.others": args.get("n") == -others > 0 and own == 0,
    }[key]
