"""What speaks for a card, in words: whether it takes the trick, and what lies in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from engine.corrompue.components import (
    CULTE,
    FACTION,
    FACTION_CARDS,
    MILICE,
    NO_FACTION,
    NOBLESSE,
    PAYSAN,
    VALUE,
    cards_in,
    deal_of,
)
from engine.corrompue.flow import NAME
from engine.corrompue.state import DISCARD, INTERRUPT, TRICK, State
from engine.corrompue.telling import CARD, FACTION_NAME
from engine.corrompue.trick import asked, best, legal, winning
from engine.parts.policy import LITTLE, Measure
from engine.parts.values import NOBODY
from engine.text import Argument, Seat, Text, text


def reason(state: State, seat: int, move: int, tastes: Mapping[int, float]) -> Text:
    """What this move comes to, of the cards played and won and the seat's own alone.

    `tastes`: whether a faction is wanted; Noblesse is where another seat has won all of it.
    """
    breaks_up = tastes[NOBLESSE] > 0
    if state.phase == DISCARD:
        return _discard(state, seat, move)
    if state.phase == INTERRUPT:
        return _interrupt(state, seat, move, breaks_up=breaks_up)
    plays = (*state.plays, move)
    place, last = best(plays), len(plays) == state.seats
    if place != len(plays) - 1:
        taker = Seat((state.leader + place) % state.seats)
        key = "leaves" if last else "stays_below"
        return text(f"corrompue.reason.{key}", player=taker, lies=_lies(plays))
    if breaks_up and _any_noblesse(plays) and (last or _is_best(state, seat, move)):
        return _breaks_up(state)
    return _takes(state, seat, plays) if last else _may_take(state, seat, plays)


def speaks(state: State, seat: int, move: int, said: Text, tastes: Mapping[int, float]) -> Text:
    """The same where it speaks for the move; else that all cards of the hand do as it does."""
    if state.phase != TRICK:
        return said
    key, wanted = said.key.rpartition(".")[2], _wanted((*state.plays, move), tastes)
    if key not in (GOOD if wanted < 0 else BAD if wanted > 0 else ()):
        return said
    if key == "leads_low" and _is_spared(state, seat, move):
        return text("corrompue.reason.leads_spared", faction=FACTION_NAME[FACTION[move]])
    ways = legal(state.hands[seat], state.faction)
    takes = {best((*state.plays, card)) == len(state.plays) for card in cards_in(ways)}
    if len(takes) > 1 or not state.plays:
        return LITTLE
    if takes == {True}:
        return text("corrompue.reason.forced")
    rids = FACTION[move] == NOBLESSE and tastes[NOBLESSE] < 0
    return text(f"corrompue.reason.{'rids' if rids else 'lost'}")


GOOD: Final = (
    *("takes", "takes_unless", "unbeatable", "unbeatable_unless"),
    *("highest", "nobody_follows", "leads_high"),
)
"""Reasons of whoever wants a trick."""
BAD: Final = ("leaves", "stays_below", "leads_low")
"""Reasons of whoever wants none."""


def _is_best(state: State, seat: int, move: int) -> bool:
    """Whether no other card that may be played is better against those still to come."""
    return not _higher((*state.plays, move), cards_in(legal(state.hands[seat], state.faction)))


def _is_spared(state: State, seat: int, move: int) -> bool:
    """Whether it is the lowest of two or more cards of its faction."""
    alike = cards_in(state.hands[seat] & FACTION_CARDS[FACTION[move]])
    return len(alike) > 1 and VALUE[move] == min(map(VALUE.__getitem__, alike))


def _wanted(plays: Sequence[int], tastes: Mapping[int, float]) -> float:
    return sum(tastes[FACTION[card]] for card in plays)


def apart(state: State, seat: int, move: int, other: int, tastes: Mapping[int, float]) -> Text:
    """What this move has before the other."""
    if state.phase == DISCARD:
        return _discard_apart(state, seat, move, other)
    if state.phase == INTERRUPT:
        return _instead(state, seat, other)
    mine, theirs = ((*state.plays, card) for card in (move, other))
    own = len(state.plays)
    takes, would = best(mine) == own, best(theirs) == own
    if takes != would:
        return _only_one_takes(state, mine, theirs, tastes)
    if not takes:
        return _thrown_in(move, other, tastes)
    if asked(mine) == asked(theirs) != NO_FACTION:
        said = _both_take(state, seat, mine, theirs, tastes)
        if said is not None:
            return said
    said, chosen = (
        speaks(state, seat, card, reason(state, seat, card, tastes), tastes)
        for card in (other, move)
    )
    return _kept(move, other, tastes) if said == chosen else said


def _only_one_takes(
    state: State, mine: tuple[int, ...], theirs: tuple[int, ...], tastes: Mapping[int, float]
) -> Text:
    """One of the two cards is the strongest so far."""
    last, place = len(theirs) == state.seats, best(theirs)
    if place == len(theirs) - 1:
        if _wanted(theirs, tastes) >= 0:
            return LITTLE
        if last:
            return text("corrompue.reason.second.takes", lies=_lies(theirs))
        return text("corrompue.reason.second.so_far")
    if _wanted(mine, tastes) <= 0:
        return LITTLE
    key = f"corrompue.reason.second.{'leaves' if last else 'below'}"
    return text(key, player=Seat((state.leader + place) % state.seats))


def _thrown_in(move: int, other: int, tastes: Mapping[int, float]) -> Text:
    """Neither takes the trick, and somebody else wins the card."""
    factions = FACTION[move], FACTION[other]
    if factions[0] != factions[1] and factions[1] == PAYSAN and tastes[PAYSAN] > 0:
        return text("corrompue.reason.second.gives")
    if factions[0] != factions[1] and factions[0] == NOBLESSE and tastes[NOBLESSE] < 0:
        return text("corrompue.reason.second.keeps")
    return _kept(move, other, tastes)


def _both_take(
    state: State,
    seat: int,
    mine: tuple[int, ...],
    theirs: tuple[int, ...],
    tastes: Mapping[int, float],
) -> Text | None:
    """Both are the strongest so far of the same faction asked: which more unseen cards beat."""
    faction = asked(mine)
    follow = len(mine) < state.seats and _may_follow(state, len(mine), faction)
    unseen = _unseen(state, seat, (*mine, theirs[-1]), faction) if follow else ()
    number, n = _higher(mine, unseen), _higher(theirs, unseen)
    if number == n:
        return None
    if (n > number) != (tastes[faction] > 0):
        return LITTLE
    return text("corrompue.reason.second.beaten", faction=FACTION_NAME[faction], n=n, mine=number)


def _discard_apart(state: State, seat: int, cards: int, other: int) -> Text:
    """By what stays in hand; else by the cards that go."""
    for mine, theirs in zip(_left(state, seat, cards), _left(state, seat, other), strict=True):
        if mine.number != theirs.number:
            if (mine.number < theirs.number) != mine.less:
                break
            key = f"corrompue.reason.second.{mine.key.rpartition('.')[2]}"
            return text(key, n=theirs.number, mine=mine.number)
    gone, kept = (
        tuple(CARD[card] for card in cards_in(one & ~two))
        for one, two in ((other, cards), (cards, other))
    )
    return text("corrompue.reason.second.discard", theirs=gone, mine=kept)


def _instead(state: State, seat: int, move: int) -> Text:
    """What comes of the trick if the Milice token is spent otherwise, or kept."""
    if move < NAME:
        return text("corrompue.reason.second.keep", player=Seat(winning(state)))
    if move - NAME == seat:
        return text("corrompue.reason.second.mine")
    player = move - NAME
    return text("corrompue.reason.second.give", player=Seat(player), n=state.noblesse[player])


def _kept(move: int, other: int, tastes: Mapping[int, float]) -> Text:
    """Why the other card is better kept than this one, where both do the same to the trick."""
    if FACTION[move] == FACTION[other]:
        higher, taste = VALUE[other] > VALUE[move], tastes[FACTION[move]]
        if not taste or higher != (taste > 0):
            return LITTLE  # a later trick is no reason to keep that one
        return text(f"corrompue.reason.second.{'higher' if higher else 'lower'}")
    if {PAYSAN, NOBLESSE} & {FACTION[move], FACTION[other]}:
        return LITTLE  # they don't come to the same
    if FACTION[other] == CULTE:
        return text("corrompue.reason.second.culte")
    return text("corrompue.reason.second.faction", faction=FACTION_NAME[FACTION[other]])


def measures(
    state: State, seat: int, move: int, tastes: Mapping[int, float]
) -> tuple[Measure, ...]:
    """Cards of the factions that count, as this move would leave them; `tastes`: whether a
    faction is wanted."""
    if state.phase == DISCARD:
        return _left(state, seat, move)
    if state.phase == INTERRUPT:
        taker = winning(state) if move < NAME else move - NAME
        given = () if taker == seat or not _any_noblesse(state.plays) else (taker,)
        tokens = [Measure("corrompue.measure.tokens", state.noblesse[other]) for other in given]
        return (*_won(state.plays if taker == seat else (), tastes), *tokens)
    plays = (*state.plays, move)
    takes = best(plays) == len(plays) - 1
    if len(plays) < state.seats:
        return _beaten(state, seat, plays, tastes) if takes else ()
    if not state.spent and state.milice not in (NOBODY, seat):
        return ()
    return _won(plays if takes else (), tastes)


def _left(state: State, seat: int, cards: int) -> tuple[Measure, ...]:
    left = state.hands[seat] & ~cards
    noblesse = cards_in(left & FACTION_CARDS[NOBLESSE])
    highest = max(map(VALUE.__getitem__, noblesse), default=0)
    paysan = (left & FACTION_CARDS[PAYSAN]).bit_count()
    return (
        Measure("corrompue.measure.noblesse_left", len(noblesse), less=True),
        Measure("corrompue.measure.highest_left", highest, less=True),
        Measure("corrompue.measure.paysan_left", paysan),
    )


def _won(plays: Sequence[int], tastes: Mapping[int, float]) -> tuple[Measure, ...]:
    """Of what the seat wins, the cards of the two factions that bring tokens."""
    return tuple(
        Measure(
            f"corrompue.measure.{'wanted' if tastes[faction] > 0 else 'unwanted'}",
            sum(FACTION[card] == faction for card in plays),
            less=tastes[faction] < 0,
            about=FACTION_NAME[faction].key,
        )
        for faction in (PAYSAN, NOBLESSE)
    )


def _beaten(
    state: State, seat: int, plays: tuple[int, ...], tastes: Mapping[int, float]
) -> tuple[Measure, ...]:
    """How many unseen cards beat the last one, where the trick is wanted or not without doubt."""
    faction, there = asked(plays), {FACTION[card] for card in plays} & {PAYSAN, NOBLESSE}
    if faction not in there or len({tastes[one] > 0 for one in there}) > 1:
        return ()
    if not _may_follow(state, len(plays), faction):
        return ()
    unseen, wanted = _unseen(state, seat, plays, faction), tastes[faction] > 0
    key = f"corrompue.measure.beaten.{'wanted' if wanted else 'unwanted'}"
    higher = _higher(plays, unseen)
    return (Measure(key, higher, less=wanted, about=FACTION_NAME[faction].key),)


def _discard(state: State, seat: int, cards: int) -> Text:
    """Noblesse goes first, as it wins tricks with tokens that nobody wants; then low cards."""
    numbers = {
        faction: (cards & FACTION_CARDS[faction]).bit_count()
        for faction in (NOBLESSE, PAYSAN, MILICE, CULTE)
    }
    gone = tuple(
        text("corrompue.reason.cards", faction=FACTION_NAME[faction], n=number)
        for faction, number in numbers.items()
        if number
    )
    left = state.hands[seat] & ~cards
    noblesse = left & FACTION_CARDS[NOBLESSE]
    paysan = (left & FACTION_CARDS[PAYSAN]).bit_count()
    if not noblesse:
        return text("corrompue.reason.discard_all", cards=gone, paysan=paysan)
    highest = max(map(VALUE.__getitem__, cards_in(noblesse)))
    n = noblesse.bit_count()
    return text("corrompue.reason.discard", cards=gone, n=n, highest=highest, paysan=paysan)


def _takes(state: State, seat: int, plays: tuple[int, ...]) -> Text:
    """The last card is the strongest; another's Milice token may still name somebody else."""
    return _unless_spent(state, seat, "takes", lies=_lies(plays))


def _unless_spent(state: State, seat: int, key: str, **args: Argument) -> Text:
    """What holds for sure, or unless another spends the Milice token."""
    if state.spent or state.milice in (NOBODY, seat):
        return text(f"corrompue.reason.{key}", **args)
    return text(f"corrompue.reason.{key}_unless", player=Seat(state.milice), **args)


def _may_take(state: State, seat: int, plays: tuple[int, ...]) -> Text:
    """What the last card, the strongest so far, has to fear from those still to be played."""
    faction = asked(plays)
    if faction == NO_FACTION:
        return text("corrompue.reason.culte")
    asks = FACTION_NAME[faction]
    unseen = _unseen(state, seat, plays, faction)
    higher, follow = _higher(plays, unseen), _may_follow(state, len(plays), faction)
    if higher == 0 or not follow:
        culte = _higher(plays, _unseen(state, seat, plays, CULTE))
        if culte and _others_have_culte(state, seat):
            key = "highest" if follow else "nobody_follows"
            return text(f"corrompue.reason.{key}", faction=asks)
        return _unless_spent(state, seat, "unbeatable")
    if len(plays) > 1:
        return text("corrompue.reason.so_far", faction=asks, n=higher)
    key = "leads_low" if 2 * higher > len(unseen) else "leads_high"
    return text(f"corrompue.reason.{key}", faction=asks, n=higher, unseen=len(unseen))


def _unseen(state: State, seat: int, plays: tuple[int, ...], faction: int) -> tuple[int, ...]:
    """The cards of this faction that the seat hasn't seen."""
    seen = state.hands[seat] | state.discards[seat] | sum(state.won) | sum(1 << c for c in plays)
    return cards_in(FACTION_CARDS[faction] & ~seen)


def _may_follow(state: State, played: int, faction: int) -> bool:
    """Whether anybody who plays after so many cards may have one of this faction."""
    to_play = ((state.leader + place) % state.seats for place in range(played, state.seats))
    return any(not state.voids[seat] >> faction & 1 for seat in to_play)


def _others_have_culte(state: State, seat: int) -> bool:
    """Whether anybody else may have been dealt or handed a Culte card in this event."""
    dealt = deal_of(state.seats, state.options).culte
    return bool(dealt or sum(state.handed) - state.handed[seat])


def _higher(plays: tuple[int, ...], cards: tuple[int, ...]) -> int:
    """How many of these cards would beat the last one played."""
    return sum(best((*plays, card)) == len(plays) for card in cards)


def _lies(plays: tuple[int, ...]) -> Text:
    """How many cards of Paysan and of Noblesse lie in the trick."""
    numbers = {faction: sum(FACTION[card] == faction for card in plays) for faction in (0, 1)}
    parts = tuple(
        text("corrompue.reason.cards", faction=FACTION_NAME[faction], n=numbers[faction])
        for faction in (PAYSAN, NOBLESSE)
        if numbers[faction]
    )
    return text("corrompue.reason.in_it", cards=parts) if parts else text("corrompue.reason.empty")


def _any_noblesse(plays: tuple[int, ...]) -> bool:
    return any(FACTION[card] == NOBLESSE for card in plays)


def _breaks_up(state: State) -> Text:
    """Who has won all the Noblesse cards, which gives every other seat a token."""
    won = [(cards & FACTION_CARDS[NOBLESSE]).bit_count() for cards in state.won]
    most = max(won)
    return text("corrompue.reason.breaks_up", player=Seat(won.index(most)), n=most)


def _interrupt(state: State, seat: int, move: int, *, breaks_up: bool) -> Text:
    lies, taker, named = _lies(state.plays), Seat(winning(state)), move - NAME
    if move < NAME:
        key = "keep" if state.hands[seat] else "keep_last"
        return text(f"corrompue.reason.{key}", player=taker, lies=lies)
    if named != seat:
        key = "give" if taker == Seat(seat) else "give_instead"
        gets, tokens = Seat(named), state.noblesse[named]
        return text(f"corrompue.reason.{key}", player=gets, instead=taker, lies=lies, n=tokens)
    if breaks_up and _any_noblesse(state.plays):
        return _breaks_up(state)
    return text("corrompue.reason.take", player=taker, lies=lies)
