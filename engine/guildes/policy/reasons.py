"""What speaks for a choice, in words: what the table would give for it as it lies now."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import Final

from engine.guildes import tricks
from engine.guildes.components import IN_PLAY, MARKED, MILICE, NONE, TIES_IGNORED, WIDTH, copies
from engine.guildes.policy import schemes
from engine.guildes.scoring import BALLOTS, PER_MILICE, guild_votes
from engine.guildes.state import DECLINE, DRAFT, REDISTRIBUTION, TRICK_PHASE, State, cards_of
from engine.guildes.telling import GUILD
from engine.parts.policy import LITTLE, Measure
from engine.text import Seat, Text, text


def reason(state: State, seat: int, move: int) -> Text:
    """What speaks for this move, of the open cards and the seat's own alone."""
    if state.phase == TRICK_PHASE:
        return _trick(state, seat, move) or LITTLE
    if state.phase == REDISTRIBUTION:
        return _spared(state, seat, move) or LITTLE
    held, cards = _held(state, seat), cards_of(move)
    brought = _brought(state, seat, cards, held)
    if len(cards) == 2 and brought > 0:
        return text("guildes.reason.two", n=brought)
    said = (_card(state, seat, card, [*held, *cards[:at]]) for at, card in enumerate(cards))
    return next(filter(None, said), LITTLE)


def apart(state: State, seat: int, move: int, other: int) -> Text:
    """What this move has before the other by a measure; of cards that bring as many votes, that
    others may have more of the other's guild."""
    if (said := _riskier(state, seat, move, other)) is not None:
        return said
    leads: dict[str, tuple[float, int, int]] = {}
    for mine, theirs in zip(*(measures(state, seat, one) for one in (move, other)), strict=True):
        name = mine.key.rpartition(".")[2]
        lead = (mine.number - theirs.number) * (-1 if mine.less else 1)
        weight = lead / (state.seats - 1) if name == "others" else lead
        leads["votes" if name == "drawn" else name] = weight, theirs.number, mine.number
    best = max(leads, key=lambda name: leads[name][0], default=None)
    if best is not None and leads[best][0] > 0:
        _, n, number = leads[best]
        return text(f"guildes.reason.second.{best}", n=n, mine=number)
    if state.phase in (TRICK_PHASE, REDISTRIBUTION):
        return LITTLE
    ours = cards_of(move)[-1]
    fewer, n = (_unseen(state, seat, card) for card in (ours, cards_of(other)[-1]))
    if n <= fewer:
        return LITTLE
    return text("guildes.reason.second.unseen", n=n, guild=GUILD[ours], fewer=fewer)


def _riskier(state: State, seat: int, move: int, other: int) -> Text | None:
    """Of a card that brings more votes as the table lies than the one that is chosen: that others
    may have more of it, if so; else that more is expected against it."""
    if state.phase in (TRICK_PHASE, REDISTRIBUTION):
        return None
    held = _held(state, seat)
    ours, theirs = cards_of(move), cards_of(other)
    if _brought(state, seat, theirs, held) <= _brought(state, seat, ours, held):
        return None
    fewer, n = (_unseen(state, seat, cards[-1]) for cards in (ours, theirs))
    if n <= fewer:
        return text("guildes.reason.expected")
    return text("guildes.reason.riskier", n=n, guild=GUILD[ours[-1]], fewer=fewer)


def _unseen(state: State, seat: int, card: int) -> int:
    """Cards of a guild that neither lie on the table nor are the seat's to see."""
    own = [*state.hands[seat], *state.packs[seat], state.down[seat]]
    return copies(state.seats)[card] - sum(state.laid[card::WIDTH]) - own.count(card)


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


NEAR: Final = 3
"""So many cards that bring votes only together are still worth a word."""


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


def _card(state: State, seat: int, card: int, held: Sequence[int]) -> Text | None:
    """One card more, with the cards of its guild that are held for the table already."""
    if card == MILICE:
        return text("guildes.reason.milice", n=PER_MILICE)
    column = state.laid[card::WIDTH]
    column[seat] += held.count(card)
    was = _votes(state, card, column)
    column[seat] += 1
    votes, mine, before = _votes(state, card, column), column[seat], was[seat]
    others = [other for other in range(state.seats) if other != seat]
    most, told = max(column[other] for other in others), {"n": votes[seat], "cards": mine}
    kept = ".draft" if state.phase == DRAFT else ""  # what others keep is hidden
    if votes[seat] > before and mine > most:
        return text(f"guildes.reason.alone{kept}", before=before, **told)
    if votes[seat] > before and mine == most:
        level = tuple(Seat(other) for other in others if column[other] == most)
        return text(f"guildes.reason.shared{kept}", before=before, others=level, **told)
    if votes[seat] > before:
        return text(f"guildes.reason.behind{kept}", before=before, most=most, **told)
    lost = {other: was[other] - votes[other] for other in others}
    whom = max(lost, key=lost.__getitem__)
    if votes[seat] == before and lost[whom] > 0 and sum(lost.values()) > 0:
        return text("guildes.reason.costs", player=Seat(whom), n=lost[whom], guild=GUILD[card])
    if votes[seat] == before and mine > most:
        return text(f"guildes.reason.surer{kept}", most=most, guild=GUILD[card], **told)
    return _nearer(state, seat, card, column) if votes[seat] == before else None


def _nearer(state: State, seat: int, card: int, column: list[int]) -> Text | None:
    """How many more cards would bring votes, where some can still come."""
    if state.ballot == BALLOTS and state.phase != DRAFT:
        return None
    before = _votes(state, card, column)[seat]
    for more in range(1, NEAR + 1):
        column[seat] += 1
        if (votes := _votes(state, card, column)[seat]) > before:
            return text("guildes.reason.nearer", n=more, votes=votes, guild=GUILD[card])
    return None


def _votes(state: State, guild: int, column: Sequence[int]) -> Sequence[int]:
    """What each seat would get for a guild at this ballot's count."""
    return guild_votes(guild, state.ballot, state.event == TIES_IGNORED, tuple(column))


def _spared(state: State, seat: int, card: int) -> Text | None:
    """What the whole hand loses at this count without the card: nothing, or the least."""
    before, after = _without(state, seat, card)
    if after >= before:
        key = "guildes.reason.spared" if after else "guildes.reason.idle"
        return text(key, n=after, guild=GUILD[card])
    losses = [then - now for then, now in (_without(state, seat, x) for x in state.kinds[seat])]
    if before - after > min(losses):
        return None
    return text("guildes.reason.least", n=before - after, guild=GUILD[card])


def _without(state: State, seat: int, card: int) -> tuple[int, int]:
    """Votes of the whole hand for the card's guild, with it and without."""
    column = state.laid[card::WIDTH]
    column[seat] += state.hands[seat].count(card)
    before = _votes(state, card, column)[seat]
    column[seat] -= 1
    return before, _votes(state, card, column)[seat]


def _trick(state: State, seat: int, move: int) -> Text | None:
    """What the best way to use the trick from here changes, or had changed."""
    if state.drawn:
        return _card(state, seat, move, [])
    if not tricks.choices(state.tricks[seat]):
        return None if move == DECLINE else text("guildes.reason.salvage")
    best = _best_way(state, seat, move)
    before, after = _to_come(state, ()), _to_come(state, schemes.moves(state, seat, best))
    own = after[seat] - before[seat]
    others = sum(after) - sum(before) - own
    if move == DECLINE:
        return text("guildes.reason.decline") if own == others == 0 else None
    # It is held against the others' average.
    if own < 0 or own * (state.seats - 1) <= others:
        return None
    if own == 0:
        return text("guildes.reason.trick.others", n=-others)
    how = "both" if others < 0 else "own"
    return text(f"guildes.reason.trick.{how}", n=own, theirs=-others)


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
