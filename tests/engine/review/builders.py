"""Games that computers have played to the end, with their logs."""

from __future__ import annotations

from engine import games
from engine.bots import players
from engine.log import moments
from engine.review import Effort
from engine.saved import FORMAT, Saved, SavedEntry, SavedSeat, ended
from engine.tools.simulate import choices

LITTLE = Effort(look=3, told=4, step=4, most=8)


def played(name, seats, seed=1):
    """The game, its last moment and its log."""
    game = games[name]
    state = game.setup(seats, seed=seed)
    log = [
        SavedEntry(seat=seat, picks=picks)
        for seat, picks in choices(game, state, [players["easy"]] * seats, seed)
    ]
    return game, moments(game, game.setup(seats, seed=seed), log)[-1], log


def file_of(game, last, log, seed=1):
    """The same as a saved game."""
    seats = tuple(SavedSeat(name=f"P{seat}", computer="easy") for seat in range(last.state.seats))
    return Saved(
        guildhall_game=FORMAT,
        guildhall="1",
        game=game.name,
        title=game.name,
        language="en",
        rules_version=game.rules_version,
        components=game.components,
        options={},
        seats=seats,
        seed=str(seed),
        opening=(),
        moves=tuple(log),
        end=ended(game, last.state),
    )
