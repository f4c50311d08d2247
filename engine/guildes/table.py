"""Numbers of the core: phases, events by number, and what each table size plays with."""

from __future__ import annotations

from typing import Final

from engine.guildes.components import BOX, EVENTS, GUILDS, TABLES, TRICKS, guilds_in_play
from engine.guildes.moves import NONE

DRAFT, REDISTRIBUTION, LAYING, TRICK_PHASE, OVER = range(5)
HELD, PLAYED, DECLINED = range(3)

WIDTH: Final = len(GUILDS)
"""Seat s has `laid[s * WIDTH + g]` cards of guild g before it."""

ARROW: Final = tuple(event.arrow for event in BOX.events)
ONE_CARD_LESS, TIES_IGNORED, IN_TURN, REDISTRIBUTED, ONE_OR_TWO, FACE_DOWN = map(
    EVENTS.index,
    ("one_card_less", "ties_ignored", "in_turn", "redistribution", "one_or_two", "face_down"),
)
PROTECTION, EXCHANGE, SACRIFICE, SALVAGE, SECOND_THOUGHTS = map(
    TRICKS.index, ("protection", "exchange", "sacrifice", "salvage", "second_thoughts")
)

GIVERS: Final = {
    direction: {seats: tuple((seat + step) % seats for seat in range(seats)) for seats in TABLES}
    for direction, step in (("left", -1), ("right", 1))
}
"""Whose pack comes to each seat; left is the next seat."""

DEALT: Final = {seats: table.dealt for seats, table in TABLES.items()}
IN_PLAY: Final = {seats: guilds_in_play(seats) for seats in TABLES}


def _laps(seats: int, event: int) -> tuple[int, ...]:
    table = TABLES[seats]
    if event == ONE_OR_TWO:
        return table.laps_one_or_two
    return (1,) * (table.laid - (event == ONE_CARD_LESS))


LAPS: Final = {
    (seats, event): _laps(seats, event) for seats in TABLES for event in (NONE, *range(len(EVENTS)))
}
"""How many cards everyone lays in each lap, by number of players and event (or NONE)."""


def tricks_in_play(seats: int) -> list[int]:
    """With three players there is no mark for the Alchimistes, who aren't in the game."""
    missing = {TRICKS.index("mark_alchimistes")} if seats == 3 else set()
    return [trick for trick in range(len(TRICKS)) if trick not in missing]
