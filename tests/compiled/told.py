"""`python -m tests.compiled.told`: a digest a line of games played, the same whatever runs them."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import blake2b
from itertools import product

from bot.testing.playing import playthrough
from bot.testing.seatings import Seating, combinations
from engine.bots import STRENGTHS, counted, players_with
from engine.parts import packs
from tests.boxes import BOXES
from tests.conformance.golden import lines

CHOICES = 60
PLAYOUTS = 6
SEEDS = range(3)


def seatings() -> Iterator[Seating]:
    """Each number of players of each game, with its options as they are and with all of them."""
    for box in BOXES:
        plain, *others = combinations(box.game)
        for seats, options in product(box.game.seats, (plain, *others[-1:])):
            yield Seating(box, seats, options)


def at_random(table: Seating, seed: int) -> Iterator[str]:
    """What is asked, told and seen in a game at random, and its states as they are stored."""
    through = playthrough(table, seed)
    yield from lines(through)
    for state in through.some_states(8):
        dump = table.game.dump(state)
        yield dump
        yield table.game.dump(table.game.load(dump))


def thought(table: Seating, seed: int) -> Iterator[str]:
    """What computers of every strength choose at the same table."""
    game, players = table.game, players_with(counted(PLAYOUTS))
    state = game.setup(seats=table.seats, options=table.options, seed=seed)
    for number in range(CHOICES):
        asked = game.asked(state)
        if not asked:
            return
        view, seat = game.view(state, asked[0]), asked[0]
        yield game.dump(game.sample(view, number))
        chosen = [players[strength].choose(game, view, number) for strength in STRENGTHS]
        yield repr(chosen)
        state, _ = game.play(state, seat, chosen[-1])


def digest(told: Iterator[str]) -> str:
    """All of it in 16 letters."""
    return blake2b("\n".join(told).encode(), digest_size=8).hexdigest()


def main() -> None:
    """First what runs it."""
    print(packs.__file__.rpartition(".")[-1])
    for table, seed in product(seatings(), SEEDS):
        print(table, seed, digest(at_random(table, seed)))
    for box, seed in product(BOXES, SEEDS):
        table = Seating(box, min(box.game.seats), box.game.Options())
        print(table, seed, "computers", digest(thought(table, seed)))


if __name__ == "__main__":
    main()
