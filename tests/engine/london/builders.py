"""Tables of Guilds of London set up for one moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.game import Event
from engine.london import London
from engine.london.chapters import activation, flow, planting
from engine.london.chapters.setup import action_cards, markers
from engine.london.chapters.turn import begin_round
from engine.london.components import Card, Guild, load
from engine.london.components.box import Box
from engine.london.numbers.asks import Ask
from engine.london.numbers.map import CELLS, HALL, INDEX, LABELS, PLANTATION, SUPPLY
from engine.london.table.pawns import carry
from engine.london.table.state import EMPTY, GUILDHALL, State
from engine.parts.rng import Rng

GAME = London()
EARLIER = Path(__file__).with_name("earlier.jsonl").read_text("utf-8").splitlines()
"""Moments of random games as rules 3 and 4 dumped them, half-made choices among them."""
PLACES = {"guildhall": HALL, "plantation": PLANTATION, "supply": SUPPLY}


def place(name: str) -> int:
    """A place by its option id: a cell ("b3"), "guildhall", "plantation" or "supply"."""
    return PLACES[name] if name in PLACES else LABELS.index(name.upper())


def scene(
    seats: int = 3,
    *,
    tiles: Mapping[str, str],
    pawns: Mapping[str, Sequence[int]] | None = None,
    masters: Mapping[str, int | None] | None = None,
    hands: Sequence[str] = (),
    round_: int = 4,
    neutrals: Sequence[int] = (),
    markers_on: Mapping[str, str] | None = None,
    box: Box = GAME.box,
) -> State:
    """A town of these tiles (by cell), seat 0 to play, then 1, 2, ...; 4 pawns of each on the
    Guildhall unless told otherwise.

    `pawns`: by place, of each seat. `masters`: resolved tiles with the seat that controls them.
    `hands`: codes of cards, 41 and 42 unless told otherwise. `markers_on`: kinds of markers,
    "s2" (2 VP) unless told otherwise.
    """
    state = State.bare(box, seats, Rng(1))
    state.round = round_
    for cell in ((0, 0),) if seats == 2 else ((0, 0), (1, 0)):
        state.tiles[INDEX[cell]] = GUILDHALL
    state.deck, state.unplaced = action_cards(box), markers(box.components)
    for seat in range(seats):
        state.pawns[seat][HALL], state.pawns[seat][SUPPLY] = 4, 12
    for name, tile in tiles.items():
        spare = "s2" if box.marker_number["s2"] in state.unplaced else "s1"
        marker = (markers_on or {}).get(name, spare)
        _lay(state, place(name), box.tile_number[tile], box.marker_number[marker])
    for name, numbers in (pawns or {}).items():
        for seat, number in enumerate(numbers):
            moved = number - state.pawns[seat][HALL] if name == "guildhall" else number
            carry(state, seat, SUPPLY, place(name), moved)
    for name, owner in (masters or {}).items():
        resolve(state, name, owner)
    for seat, number in enumerate(neutrals):
        state.neutrals[seat] = number
        state.pool -= number
    for seat in range(seats):
        _hand(state, seat, hands[seat] if seat < len(hands) else "41 42")
    in_play = {tile for tile in state.tiles if tile >= 0}
    if seats > 2:
        state.stack = [tile for tile in range(len(box.tiles)) if tile not in in_play]
    state.mayor_deck = list(range(len(box.mayors)))
    state.knows = [0] * len(state.mayor_deck)
    return state


def _lay(state: State, cell: int, tile: int, marker: int) -> None:
    state.tiles[cell] = tile
    state.open, state.reach = sorted([*state.open, cell]), {}
    state.unplaced.remove(marker)
    state.markers[cell] = marker


def _hand(state: State, seat: int, hand: str) -> None:
    state.hands[seat] = sorted(state.box.kind_number[int(code)] for code in hand.split())
    for kind in state.hands[seat]:
        state.deck.remove(kind)


def resolve(state: State, name: str, owner: int | None) -> None:
    """Turn a tile over, a master of `owner` on it."""
    cell = place(name)
    state.open.remove(cell)
    state.reach = {}
    state.resolved.append(cell)
    state.boxed.append(state.markers[cell])
    state.markers[cell] = EMPTY
    if owner is not None:
        carry(state, owner, SUPPLY, cell)


def turns(state: State) -> State:
    """The round begins with seat 0's turn."""
    begin_round(state)
    flow.run(state)
    return state


def activate(state: State) -> State:
    """The turns are over: the activation, up to the first question."""
    state.ask, state.posed = Ask.NOTHING, None
    activation.begin(state)
    flow.run(state)
    return state


def grow(state: State) -> State:
    """The activation is over: the growth, up to the first question."""
    state.ask, state.posed = Ask.NOTHING, None
    planting.begin(state)
    flow.run(state)
    return state


def play(state: State, *picks: str | Sequence[str]) -> State:
    """The state after whoever is asked has picked these, one after the other."""
    for pick in picks:
        state, _ = GAME.play(state, GAME.asked(state)[0], [pick] if isinstance(pick, str) else pick)
    return state


def told(state: State, *picks: str) -> list[Event]:
    """Everything told while whoever is asked picks these."""
    events: list[Event] = []
    for pick in picks:
        state, heard = GAME.play(state, GAME.asked(state)[0], [pick])
        events += heard
    return events


def offered(state: State) -> list[str]:
    """The ids of the options of the only open prompt."""
    (prompt,) = GAME.prompts(state).values()
    return [option.id for option in prompt.options]


def choices(state: State) -> list[str]:
    """Of these, the ids of what can be chosen beside declining and the like."""
    (prompt,) = GAME.prompts(state).values()
    return [option.id for option in prompt.options if option.role == "choice"]


def label(state: State, pick: str) -> str:
    """The key of what stands on an option of the only open prompt."""
    (prompt,) = GAME.prompts(state).values()
    return next(option.text.key for option in prompt.options if option.id == pick)


def question(state: State) -> str:
    """The key of the only open question, without the game's name."""
    (prompt,) = GAME.prompts(state).values()
    return prompt.ask.key.removeprefix("london.ask.")


def pawns(state: State, name: str) -> list[int]:
    """Pawns of each seat in a place."""
    return [own[place(name)] for own in state.pawns]


def codes(state: State, kinds: Sequence[int]) -> list[int]:
    """Codes of cards."""
    return [state.box.kinds[kind].code for kind in kinds]


def cell(name: str) -> tuple[int, int]:
    """(x, y) of a cell by name."""
    return CELLS[place(name)]


def box_with_card(*effect: Mapping[str, object], **changed: object) -> Box:
    """The shipped box, its card 11 replaced by one with this effect."""
    raw = {
        "code": 11, "name": "Test", "colours": ["red"], "copies": 4, "cost": {}, "effect": effect,
        "source": "stand-in", **changed,
    }  # fmt: skip
    shipped = load()
    return Box(shipped.model_copy(update={"cards": (Card.model_validate(raw), *shipped.cards[1:])}))


def box_with_tile(tile: str, **changed: object) -> Box:
    """The shipped box with some fields of a guild tile replaced."""
    shipped = load()
    guilds = tuple(
        Guild.model_validate(guild.model_dump(by_alias=True) | changed)
        if guild.id == tile
        else guild
        for guild in shipped.guilds
    )
    return Box(shipped.model_copy(update={"guilds": guilds}))


TOWN = {"C2": "weavers", "D2": "blacksmiths", "B3": "dyers", "E3": "church", "D4": "butchers"}
"""Yellow and purple, red, blue and purple, four colours without red, green."""


def effect(*steps: Mapping[str, object], **setting: Any) -> State:
    """Seat 0 has played card 11 for an effect of these steps, with an Alms left in hand."""
    setting = {"tiles": TOWN, "hands": ["11 31", "31 32"]} | setting
    cost = {name: setting.pop(name) for name in ("cost", "needs") if name in setting}
    state = turns(scene(box=box_with_card(*steps, **cost), **setting))
    return play(state, "card:11.effect")
