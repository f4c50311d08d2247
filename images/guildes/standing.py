"""What the tableaux say: effective numbers, who leads a guild, votes so far."""

from __future__ import annotations

from engine.game import Outcome
from engine.guildes.view import GuildesView, GuildRow


def effective(view: GuildesView, seat: int, guild: str) -> int:
    """Cards that count: those laid face up and the marks on them, never below 0."""
    player = view.players[seat]
    return max(0, player.tableau.get(guild, 0) + player.marks.get(guild, 0))


def leaders(view: GuildesView, row: GuildRow) -> tuple[int, ...]:
    """Seats with most cards of a guild that ranks its players; nobody where all have none.

    While ties are ignored, tied players are out and the next one leads.
    """
    if row.per_card:
        return ()
    numbers = [effective(view, seat, row.guild) for seat in range(view.seats)]
    standing = [number for number in numbers if number > 0]
    if view.options.events and view.event == "ties_ignored":
        standing = [number for number in standing if standing.count(number) == 1]
    most = max(standing, default=0)
    return tuple(seat for seat, number in enumerate(numbers) if number == most > 0)


def scored(view: GuildesView, row: GuildRow) -> int:
    """How many of a guild's ranks get votes in this ballot: one, two, then all."""
    return len(row.votes) if view.ballot >= 3 or row.per_card else min(view.ballot, len(row.votes))


def total(view: GuildesView, seat: int) -> int:
    """A seat's votes in all ballots counted."""
    return sum(view.players[seat].votes)


def ahead(view: GuildesView) -> tuple[int, ...]:
    """Seats with most votes; nobody before the first count."""
    totals = [total(view, seat) for seat in range(view.seats)]
    most = max(totals)
    return tuple(seat for seat, votes in enumerate(totals) if votes == most > 0)


def viewer(view: GuildesView) -> int:
    """The seat whose view this is; raises ValueError for the public's."""
    if view.viewer is None:
        raise ValueError("a hand is drawn for a seat")
    return view.viewer


def outcome(view: GuildesView) -> Outcome:
    """How the game ended; raises ValueError while it runs."""
    if view.outcome is None:
        raise ValueError("a result is drawn when the game is over")
    return view.outcome
