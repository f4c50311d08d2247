"""The engine: decisions, clones and snapshots beside OpenSpiel, rlcard and the plain ways."""

from __future__ import annotations

import copy
import copyreg
import json
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from time import process_time
from typing import Any

from pydantic import BaseModel
from rich.console import Console
from rich.table import Table

from engine import games
from engine.game import State
from engine.guildes.components import BOX, NUMBER_OF
from engine.parts.rng import Rng, stream
from engine.tools.simulate import play_out
from tests.compiled import compiled_rules

SEATS = 4
ROUNDS = 5
GAMES = 150

Play = Callable[[int], int]
"""Plays the game of a seed at random; the number of decisions."""


def run(console: Console) -> None:
    """Print each figure beside its reference."""
    rules = "compiled" if compiled_rules() else "as written"
    title = f"Engine, rules {rules}: Guildes, {SEATS} players, beside its peers in the same run"
    table = Table(title=title)
    for column in ("what", "Guildes", "reference", "ratio", "goal"):
        table.add_column(column, justify="left" if column == "what" else "right")
    for row in (*speeds(), *clones(), *snapshots()):
        table.add_row(*row)
    console.print(table)
    console.print(every_game())


# -- decisions ----------------------------------------------------------------------------


def speeds() -> Iterator[tuple[str, ...]]:
    """Random games: the bare core beside hearts, the contract beside uno."""
    core, hearts = per_second(core_game, hearts_game())
    yield (
        "decisions/s of the core; OpenSpiel's hearts from Python, dealing included",
        f"{core:,.0f}",
        f"{hearts:,.0f}",
        f"{core / hearts:.2f}",
        goal(core / hearts, at_least=1),
    )
    contract, uno = per_second(contract_game, uno_game())
    yield (
        "decisions/s by prompts + play; rlcard's uno",
        f"{contract:,.0f}",
        f"{uno:,.0f}",
        f"{contract / uno:.2f}",
        goal(contract / uno, at_least=2.5),
    )


def core_game(seed: int) -> int:
    """On the mutable core, as simulate and computer players use it."""
    return random_game("guildes", seed)


def contract_game(seed: int) -> int:
    """Through the public contract, a new state and its events for each choice."""
    game, numbers, decisions = games["guildes"], stream(seed), 0
    state = game.setup(seats=SEATS, seed=seed)
    while prompts := game.prompts(state):
        for seat, prompt in prompts.items():  # noqa: B007 - the first without an answer
            if prompt.answered is None:
                break
        pick = prompt.options[next(numbers) % len(prompt.options)].id
        state, _ = game.play(state, seat, (pick,))
        decisions += 1
    return decisions


def hearts_game() -> Play:
    """Hearts of OpenSpiel, dealt and played from Python."""
    import pyspiel  # noqa: PLC0415 - only make bench installs it

    game = pyspiel.load_game("hearts")

    def play(seed: int) -> int:
        random, state, decisions = Random(seed), game.new_initial_state(), 0
        while not state.is_terminal():
            actions = state.legal_actions()
            decisions += not state.is_chance_node()
            state.apply_action(actions[int(random.random() * len(actions))])
        return decisions

    return play


def uno_game() -> Play:
    """Uno of rlcard, through its environment."""
    import rlcard  # noqa: PLC0415 - only make bench installs it

    environment = rlcard.make("uno", config={"seed": 1})

    def play(seed: int) -> int:
        random, decisions = Random(seed), 0
        state, _ = environment.reset()
        while not environment.is_over():
            actions = list(state["legal_actions"])
            state, _ = environment.step(actions[int(random.random() * len(actions))])
            decisions += 1
        return decisions

    return play


def per_second(*players: Play, games: int = GAMES) -> list[float]:
    """Decisions a second of the processor, each in turn so that all meet the same machine."""
    rounds = []
    for number in range(ROUNDS + 1):
        speeds = []
        for play in players:
            begun = process_time()
            decisions = sum(play(number * games + seed) for seed in range(games))
            speeds.append(decisions / (process_time() - begun))
        rounds.append(speeds)
    return [median(speeds) for speeds in zip(*rounds[1:], strict=True)]


def every_game() -> Table:
    """All games on the bare core, beside the plainest of them."""
    table = Table(title=f"Engine: random games of {SEATS} on the bare core")
    for column in ("game", "decisions/s", "beside guildes", "decisions a game"):
        table.add_column(column, justify="left" if column == "game" else "right")
    kinds = [partial(random_game, name) for name in games]
    speeds = per_second(*kinds, games=GAMES // 10)
    for name, play, speed in zip(games, kinds, speeds, strict=True):
        row = (f"{speed:,.0f}", f"{speed / speeds[0]:.2f}", f"{play(1)}")
        table.add_row(name, *row)
    return table


def random_game(name: str, seed: int) -> int:
    """A game on its mutable core."""
    game = games[name]
    return play_out(game, game.setup(seats=SEATS, seed=seed), stream(seed))


# -- clones and snapshots -----------------------------------------------------------------


def clones() -> Iterator[tuple[str, ...]]:
    """A clone beside the general way to copy anything."""
    state = halfway()
    # A compiled generator can't be made without its seed, as deepcopy would have it.
    copyreg.pickle(Rng, lambda rng: (Rng, (rng.seed, rng.position)))
    clone, deep = microseconds(state.clone), microseconds(lambda: copy.deepcopy(state))
    yield (
        "clone; copy.deepcopy",
        f"{clone:.2f} us",
        f"{deep:.0f} us",
        f"1/{deep / clone:.0f}",
        goal(deep / clone, at_least=20),
    )


def snapshots() -> Iterator[tuple[str, ...]]:
    """Size at the end of a game; dump and load beside a state of named card models."""
    game = games["guildes"]
    end, log = whole_game()
    size = len(game.dump(end).encode()) + len(json.dumps(log, separators=(",", ":")))
    yield (
        "snapshot and log at the end of a game",
        f"{size / 1000:.1f} kB",
        "-",
        "-",
        goal(3000 / size, at_least=1, said="at most 3 kB"),
    )
    state = halfway()
    dump, model = game.dump(state), Named.of(state)
    text = model.model_dump_json()
    compact = microseconds(lambda: game.load(game.dump(state)))
    named = microseconds(lambda: Named.model_validate_json(model.model_dump_json()))
    reached = compact <= 60 or named / compact >= 10
    yield (
        f"dump + load of {len(dump) / 1000:.1f} kB; named card models, {len(text) / 1000:.0f} kB",
        f"{compact:.1f} us",
        f"{named:.0f} us",
        f"1/{named / compact:.0f}",
        f"1/10 or 60 us {mark(reached)}",
    )


class Card(BaseModel):
    """A card as somebody might model it."""

    guild: str
    copies: int
    votes: list[int]
    per_card: bool


class Seat(BaseModel):
    """A player with all that lies before them."""

    pack: list[Card]
    hand: list[Card]
    tableau: list[Card]
    votes: list[dict[str, int]]


class Named(BaseModel):
    """The same state as models of named cards."""

    ballot: int
    turn: int
    step: int
    seats: list[Seat]
    deck: list[Card]
    discard: list[Card]

    @classmethod
    def of(cls, state: Any) -> Named:
        """The model of a state."""
        width = len(BOX.guilds)

        def seat(number: int) -> Seat:
            row = state.laid[number * width : (number + 1) * width]
            votes = [
                {guild: counted[number * width + place] for guild, place in NUMBER_OF.items()}
                for counted in state.counts
            ]
            laid = [card for card, copies in enumerate(row) for _ in range(copies)]
            return Seat(
                pack=named(state.packs[number]),
                hand=named(state.hands[number]),
                tableau=named(laid),
                votes=votes,
            )

        return cls(
            ballot=state.ballot,
            turn=state.turn,
            step=state.step,
            seats=[seat(number) for number in range(state.seats)],
            deck=named(state.deck),
            discard=named(state.discard),
        )


def named(cards: Any) -> list[Card]:
    """Cards as models."""
    return [
        Card(
            guild=BOX.guilds[card].id,
            copies=BOX.guilds[card].copies,
            votes=[rank.value for rank in BOX.guilds[card].votes],
            per_card=BOX.guilds[card].per_card,
        )
        for card in cards
    ]


def whole_game() -> tuple[State, list[int]]:
    """The end of a random game, and its log as seat, move, seat, move."""
    game = games["guildes"]
    state, numbers, log = game.setup(seats=SEATS, seed=1), stream(1), []
    while asked := game.asked(state):
        seat, moves = asked[0], game.moves(state, asked[0])
        move = moves[next(numbers) % len(moves)]
        log += [seat, move]
        game.apply(state, seat, move)
    return state, log


def halfway() -> State:
    """A random game in its second ballot."""
    game = games["guildes"]
    state, numbers = game.setup(seats=SEATS, seed=1), stream(1)
    for _ in range(90):
        seat = game.asked(state)[0]
        moves = game.moves(state, seat)
        game.apply(state, seat, moves[next(numbers) % len(moves)])
    return state


def microseconds(call: Callable[[], object]) -> float:
    """Time of one call: the median of several runs."""
    call()
    begun = process_time()
    call()
    repeat = max(5, int(0.02 / (process_time() - begun)))
    runs = []
    for _ in range(ROUNDS):
        begun = process_time()
        for _ in range(repeat):
            call()
        runs.append((process_time() - begun) / repeat)
    return median(runs) * 1e6


def goal(ratio: float, *, at_least: float, said: str | None = None) -> str:
    """A goal, and whether it is reached."""
    return f"{said or f'at least {at_least:g}'} {mark(ratio >= at_least)}"


def mark(reached: bool) -> str:
    """Whether a goal is reached."""
    return "reached" if reached else "SHORT"


if __name__ == "__main__":
    run(Console())
