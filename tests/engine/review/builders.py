"""Games that computers have played to the end, with their logs."""

from __future__ import annotations

from types import SimpleNamespace

from engine import games
from engine.bots import players
from engine.log import moments
from engine.review import Effort
from engine.saved import FORMAT, Saved, SavedEntry, SavedSeat, ended

LITTLE = Effort(look=3, step=4, most=8)


def played(name, seats, seed=1):
    """The game, its last moment and its log."""
    game = games[name]
    state, log = game.setup(seats, seed=seed), []
    while asked := game.asked(state):
        seat = asked[0]
        picks = players["easy"].choose(game, game.view(state, seat), seed + len(log))
        log.append(SimpleNamespace(seat=seat, picks=picks, back_to=None))
        state, _ = game.play(state, seat, picks)
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
        moves=tuple(SavedEntry(seat=one.seat, picks=tuple(one.picks)) for one in log),
        end=ended(game, last.state),
    )
