"""Why a choice looks good, in words: what the table would give for it as it lies now."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add

from engine.guildes import tricks
from engine.guildes.components import IN_PLAY, MARKED, MILICE, NONE, TIES_IGNORED, WIDTH
from engine.guildes.policy import schemes
from engine.guildes.scoring import BALLOTS, PER_MILICE, guild_votes
from engine.guildes.state import DECLINE, DRAFT, REDISTRIBUTION, TRICK_PHASE, State, cards_of
from engine.parts.policy import Measure
from engine.text import Seat, Text, text


def reason(state: State, seat: int, move: int) -> Text:
    """Why this move, of the open cards and the seat's own alone."""
    if state.phase == TRICK_PHASE:
        return _trick(state, seat, move)
    if state.phase == REDISTRIBUTION:
        return _spared(state, seat, move)
    held, cards = _held(state, seat), cards_of(move)
    first = _card(state, seat, cards[0], held)
    if len(cards) == 1:
        return first
    second = _card(state, seat, cards[1], [*held, cards[0]])
    return text("guildes.reason.two", first=first, second=second)


def measures(state: State, seat: int, move: int) -> tuple[Measure, ...]:
    """Votes that the move brings, or costs, as the table lies."""
    if state.phase == REDISTRIBUTION:
        before, after = _without(state, seat, move)
        return (Measure("guildes.measure.spared", before - after, less=True),)
    if state.phase != TRICK_PHASE:
        brought = _brought(state, seat, cards_of(move), _held(state, seat))
        return (Measure("guildes.measure.votes", brought),)
    if state.drawn:
        return (Measure("guildes.measure.drawn", _brought(state, seat, (move,), ())),)
    if not tricks.choices(state.tricks[seat]):
        return ()
    best = None if move == DECLINE else _best_way(state, seat, move)
    votes = _to_come(state, () if best is None else schemes.moves(state, seat, best))
    return (
        Measure("guildes.measure.own", votes[seat]),
        Measure("guildes.measure.others", sum(votes) - votes[seat], less=True),
    )


def _held(state: State, seat: int) -> list[int]:
    """The cards that are to be laid before this one."""
    if state.phase == DRAFT:
        return [*state.hands[seat]]
    return [] if state.down[seat] == NONE else [state.down[seat]]


def _brought(state: State, seat: int, cards: Sequence[int], held: Sequence[int]) -> int:
    """Votes that cards bring at this count, beside those that are held."""
    brought, laid = 0, [*held]
    for card in cards:
        column = state.laid[card::WIDTH]
        column[seat] += laid.count(card)
        before = _votes(state, card, column)[seat]
        column[seat] += 1
        brought += _votes(state, card, column)[seat] - before
        laid.append(card)
    return brought


def _card(state: State, seat: int, card: int, held: Sequence[int]) -> Text:
    """One card more, with the cards of its guild that are held for the table already."""
    if card == MILICE:
        return text("guildes.reason.milice", n=PER_MILICE)
    column = state.laid[card::WIDTH]
    column[seat] += held.count(card)
    before = _votes(state, card, column)[seat]
    column[seat] += 1
    mine, votes = column[seat], _votes(state, card, column)[seat]
    others = [other for other in range(state.seats) if other != seat]
    most = max(column[other] for other in others)
    if mine > most and votes == before:
        return text("guildes.reason.surer", n=votes, cards=mine)
    if mine > most:
        return text("guildes.reason.alone", n=votes, before=before, cards=mine)
    if mine == most:
        level = tuple(Seat(other) for other in others if column[other] == most)
        return text("guildes.reason.shared", n=votes, before=before, cards=mine, others=level)
    if votes:
        return text("guildes.reason.behind", n=votes, before=before, cards=mine, most=most)
    key = "nothing_yet" if state.ballot < BALLOTS else "nothing"
    return text(f"guildes.reason.{key}", cards=mine, most=most)


def _votes(state: State, guild: int, column: Sequence[int]) -> Sequence[int]:
    """What each seat would get for a guild at this ballot's count."""
    return guild_votes(guild, state.ballot, state.event == TIES_IGNORED, tuple(column))


def _spared(state: State, seat: int, card: int) -> Text:
    """What the whole hand would lose at this count without the card."""
    before, after = _without(state, seat, card)
    if before == after:
        return text("guildes.reason.spared_same", n=after)
    return text("guildes.reason.spared", n=after, before=before)


def _without(state: State, seat: int, card: int) -> tuple[int, int]:
    """Votes of the whole hand for the card's guild, with it and without."""
    column = state.laid[card::WIDTH]
    column[seat] += state.hands[seat].count(card)
    before = _votes(state, card, column)[seat]
    column[seat] -= 1
    return before, _votes(state, card, column)[seat]


def _trick(state: State, seat: int, move: int) -> Text:
    """What the best way to use the trick from here changes."""
    if state.drawn:
        return _card(state, seat, move, [])
    if not tricks.choices(state.tricks[seat]):
        return text(f"guildes.reason.{'no_card' if move == DECLINE else 'salvage'}")
    best = _best_way(state, seat, move)
    before, after = _to_come(state, ()), _to_come(state, schemes.moves(state, seat, best))
    if move == DECLINE and before == after:
        return text("guildes.reason.decline_nothing")
    return text(
        f"guildes.reason.{'decline' if move == DECLINE else 'trick'}",
        before=before[seat],
        after=after[seat],
        theirs=sum(before) - before[seat],
        then=sum(after) - after[seat],
    )


def _best_way(state: State, seat: int, move: int) -> schemes.Scheme:
    """The best way to use the trick that begins with this move; of all, to decline it."""
    settled, options = tricks.pending(state)
    at = len(settled)
    found = schemes.schemes(state, seat, tuple(settled))
    ways = [way for way in found if at == len(way) or move not in options or way[at] == move]
    return max(ways, key=lambda way: schemes.value(state, seat, way))


def _to_come(state: State, moved: Sequence[tuple[int, int, int]]) -> list[int]:
    """Each seat's votes from this count to the last one if nothing more were laid.

    A mark is for this count alone; cards that come or go stay so.
    """
    votes, mark = [0] * state.seats, MARKED[state.tricks[state.waiting[0]]] >= 0
    for guild in IN_PLAY[state.seats]:
        for ballot in range(state.ballot, BALLOTS + 1):
            now = ballot == state.ballot
            column = state.laid[guild::WIDTH]
            for whom, moved_guild, number in moved:
                if moved_guild == guild and (now or not mark):
                    column[whom] += number
            if now and state.marks:
                column = [*map(add, column, state.marks[guild::WIDTH])]
            ignored = now and state.event == TIES_IGNORED
            counted = tuple(max(0, number) for number in column)
            votes = [*map(add, votes, guild_votes(guild, ballot, ignored, counted))]
    return votes
