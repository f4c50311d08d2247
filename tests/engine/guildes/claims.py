"""What is said for a choice of Guildes, by the rules and what its player sees."""

from __future__ import annotations

from collections import Counter
from typing import Any

from engine.bots.advice import advise
from engine.guildes.components import NUMBER_OF
from engine.guildes.view import GuildesView
from engine.text import Text
from tests.engine.claims import Claim


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
    """Raise an AssertionError where a claim isn't true."""
    view, picks, key = claim.at.view, claim.picks, claim.key
    names = sorted((pick.split(":")[0] for pick in picks), key=lambda name: NUMBER_OF.get(name, 0))
    if key == "two":
        _check_card(view, names[:1], claim.said.args["first"])
        _check_card(view, names, claim.said.args["second"])
    elif key in {"spared", "spared_same"}:
        column = [player.tableau[names[0]] for player in view.players]
        column[claim.at.seat] += view.hand.count(names[0])
        before = votes(view, names[0], column, claim.at.seat)
        column[claim.at.seat] -= 1
        after = votes(view, names[0], column, claim.at.seat)
        assert (claim.said.args.get("before", after), claim.said.args["n"]) == (before, after)
        assert (before == after) == (key == "spared_same")
    elif key in {"trick", "decline"}:
        _check_trick(claim)
    elif key == "decline_nothing":
        assert picks == ("decline",)
    elif key in {"salvage", "no_card"}:
        assert view.players[claim.at.seat].trick == "salvage"
        assert (picks == ("decline",)) == (key == "no_card")
    else:
        _check_card(view, names, claim.said)


def _check_card(view: GuildesView, guilds: list[str], said: Text) -> None:
    """One card, which is the last of these guilds."""
    key, args, seat = said.key.removeprefix("guildes.reason."), said.args, view.viewer
    guild = guilds[-1]
    assert seat is not None
    assert (key == "milice") == (guild == "milice")
    if key == "milice":
        assert args["n"] == 3
        return
    column = [player.tableau[guild] for player in view.players]
    held = [*view.own_face_down, *guilds, *(view.hand if view.phase == "draft" else ())]
    column[seat] += held.count(guild)
    most = max(number for other, number in enumerate(column) if other != seat)
    got = votes(view, guild, column, seat)
    assert args["cards"] == column[seat]
    assert args.get("n", got) == got
    assert args.get("most", most) == most
    if "before" in args:
        column[seat] -= 1
        assert args["before"] == votes(view, guild, column, seat)
        column[seat] += 1
    assert {
        "alone": column[seat] > most,
        "surer": column[seat] > most + 1,
        "shared": column[seat] == most,
        "behind": column[seat] < most and got > 0,
        "nothing_yet": column[seat] < most and not got and view.ballot < 3,
        "nothing": column[seat] < most and not got and view.ballot == 3,
    }[key]


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
    at, args = claim.at, claim.said.args
    now = _to_come(at.view)
    assert (args["before"], args["theirs"]) == (now[at.seat], sum(now) - now[at.seat])
    if claim.key == "decline":
        return
    state: Any = at.after(claim.picks)
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
    if after.ballot != at.view.ballot or after.phase != "tricks":
        return  # counted already: the marks are gone
    then = _to_come(after)
    assert (args["after"], args["then"]) == (then[at.seat], sum(then) - then[at.seat])
