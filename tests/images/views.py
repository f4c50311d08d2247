"""Views made by hand, from the emptiest table to the fullest."""

from __future__ import annotations

from typing import Any

from engine.game import Option, Outcome, Prompt
from engine.guildes.options import GuildesOptions
from engine.guildes.scoring import count
from engine.guildes.view import GuildesView, GuildRow, PlayerView
from engine.text import Seat, text

VOTES: dict[str, tuple[int, ...]] = {
    "pecheurs": (5, 3),
    "paysans": (6, 3, 1),
    "artisans": (7, 4, 1),
    "erudits": (8, 4, 2),
    "marchands": (9, 4, 2),
    "bourgeois": (10, 5),
    "chevaliers": (11, 5, 3),
    "nobles": (12, 6, 3),
    "pretres": (13, 6, 4),
    "alchimistes": (14, 7, 4, 2),
    "milice": (3,),
}
DEALT = {3: 10, 4: 9, 5: 7, 6: 6}
TRICKS = ("protection", "exchange", "sacrifice", "salvage", "second_thoughts", "mark_alchimistes")
FIFTEEN_LETTERS = (
    *("Jean-Christophe", "Marie-Charlotte", "Maximilian_2004"),
    *("Anna Maria Rossi", "PaulDupont19870", "Grand Maître 77"),
)
PLAIN_NAMES = ("Ana", "Bertrand", "Chloé", "Dmitri", "Élodie", "Farid")


def guild_rows(seats: int) -> tuple[GuildRow, ...]:
    """The guilds in play."""
    return tuple(
        GuildRow(
            guild=guild,
            copies=15 if guild == "milice" else votes[0],
            votes=votes,
            per_card=guild == "milice",
        )
        for guild, votes in VOTES.items()
        if seats > 3 or guild != "alchimistes"
    )


def guildes_view(seats: int = 4, viewer: int | None = None, **changes: Any) -> GuildesView:
    """The first choice of a game, changed as the test wishes."""
    values: dict[str, Any] = {
        "viewer": viewer,
        "seats": seats,
        "headline": text("guildes.headline.draft", ballot=1, turn=1, turns=DEALT[seats] - 1),
        "step": 1,
        "awaited": tuple(range(seats)),
        "simultaneous": True,
        "prompt": None,
        "outcome": None,
        "options": GuildesOptions(),
        "guilds": guild_rows(seats),
        "ballot": 1,
        "phase": "draft",
        "turn": 1,
        "lay": 0,
        "direction": "left",
        "event": "in_turn",
        "events_before": (),
        "first_seat": None,
        "players": tuple(player({}, pack=DEALT[seats], seats=seats) for _ in range(seats)),
        "counts": (),
        "counted": (),
        "tableaux": (),
        "discarded": 0,
        "pack": (),
        "hand": (),
        "own_face_down": (),
    }
    return GuildesView(**values | changes)


def player(tableau: dict[str, int], seats: int = 4, **changes: Any) -> PlayerView:
    """A player with these cards laid."""
    everything = {row.guild: tableau.get(row.guild, 0) for row in guild_rows(seats)}
    values: dict[str, Any] = {
        "tableau": everything,
        "face_down": 0,
        "marks": {},
        "hand": 0,
        "pack": 0,
        "votes": (),
        "trick": None,
        "trick_state": None,
    }
    return PlayerView(**values | changes)


def tableaux(seats: int, laid: int) -> list[dict[str, int]]:
    """Some spread of `laid` cards for each seat, always the same, within the copies."""
    rows = guild_rows(seats)
    left = {row.guild: row.copies for row in rows}
    found = [dict.fromkeys(left, 0) for _ in range(seats)]
    for index in range(laid):
        for seat in range(seats):
            at = (seat * 4 + index * index + index * 3) % len(rows)
            while not left[rows[at].guild]:
                at = (at + 1) % len(rows)
            guild = rows[at].guild
            left[guild] -= 1
            found[seat][guild] = found[seat].get(guild, 0) + 1
    return found


def middle_view(seats: int = 4, viewer: int | None = None, **changes: Any) -> GuildesView:
    """The second ballot's draft; two players have chosen."""
    laid = {3: 8, 4: 7, 5: 5, 6: 5}[seats]
    votes = count(tableaux(seats, laid), 1)
    values: dict[str, Any] = {
        "ballot": 2,
        "turn": 4,
        "headline": text("guildes.headline.draft", ballot=2, turn=4, turns=DEALT[seats] - 1),
        "awaited": tuple(range(2, seats)),
        "direction": "right",
        "counts": (votes,),
        "counted": (tableaux(seats, laid),),
        "players": tuple(
            player(tableau, seats, pack=DEALT[seats] - 3, hand=3, votes=(sum(each.values()),))
            for tableau, each in zip(tableaux(seats, laid), votes, strict=True)
        ),
    }
    return guildes_view(seats, viewer, **values | changes)


def counted_view(seats: int = 4, viewer: int | None = None, **changes: Any) -> GuildesView:
    """The first pick of the second ballot: the first one has just been counted."""
    headline = text("guildes.headline.draft", ballot=2, turn=1, turns=DEALT[seats] - 1)
    first = {"turn": 1, "headline": headline, "awaited": tuple(range(seats))}
    return middle_view(seats, viewer, **first | changes)


def over_view(seats: int = 4, viewer: int | None = None, **changes: Any) -> GuildesView:
    """A finished game: three ballots counted."""
    each = {3: 8, 4: 7, 5: 5, 6: 5}[seats]
    counts = tuple(count(tableaux(seats, each * ballot), ballot) for ballot in (1, 2, 3))
    votes = [tuple(sum(ballot[seat].values()) for ballot in counts) for seat in range(seats)]
    totals = {seat: sum(row) for seat, row in enumerate(votes)}
    ranks = sorted(set(totals.values()), reverse=True)
    places = [[seat for seat in totals if totals[seat] == total] for total in ranks]
    values: dict[str, Any] = {
        "ballot": 3,
        "phase": "over",
        "awaited": (),
        "simultaneous": False,
        "headline": text("guildes.headline.over"),
        "outcome": Outcome(places=places, scores=totals),
        "counts": counts,
        "counted": tuple(tableaux(seats, each * ballot) for ballot in (1, 2, 3)),
        "players": tuple(
            player(tableau, seats, votes=row)
            for tableau, row in zip(tableaux(seats, each * 3), votes, strict=True)
        ),
    }
    return guildes_view(seats, viewer, **values | changes)


def full_view(seats: int = 6, viewer: int | None = None, **changes: Any) -> GuildesView:
    """Every variant at once, everything that can lie on the table."""
    each = {3: 8, 4: 7, 5: 5, 6: 5}[seats]
    counts = tuple(count(tableaux(seats, each * ballot), ballot) for ballot in (1, 2))
    marks: list[dict[str, int]] = [{} for _ in range(seats)]
    marks[0] = {"nobles": 1, "pretres": -1}
    marks[-1] = {"chevaliers": -1}
    values: dict[str, Any] = {
        "ballot": 3,
        "phase": "laying",
        "turn": 4,
        "headline": text("guildes.headline.laying", ballot=3, turn=4, turns=each),
        "lay": 1,
        "awaited": (0, seats - 1),
        "options": GuildesOptions(events=True, tricks=True),
        "event": "ties_ignored",
        "events_before": ("in_turn", "face_down"),
        "counts": counts,
        "counted": tuple(tableaux(seats, each * ballot) for ballot in (1, 2)),
        "players": tuple(
            player(
                tableau,
                seats,
                face_down=1,
                hand=4,
                marks=marks[seat],
                votes=tuple(sum(ballot[seat].values()) for ballot in counts),
                trick=TRICKS[seat],
                trick_state=("held", "played", "declined")[seat % 3],
            )
            for seat, tableau in enumerate(tableaux(seats, each * 3 - 1))
        ),
    }
    return guildes_view(seats, viewer, **values | changes)


def draft_prompt(seat: int, pack: tuple[str, ...], answered: tuple[str, ...] | None) -> Prompt:
    """The question which card to keep."""
    options = tuple(
        Option(guild, text(f"guildes.guild.{guild}"), f"guild:{guild}")
        for guild in dict.fromkeys(pack)
    )
    return Prompt(
        seat, text("guildes.ask.draft", n=len(pack), to=Seat(1)), options, answered=answered
    )
