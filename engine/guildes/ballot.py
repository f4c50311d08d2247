"""A ballot: selection, laying, count (Guildes, a ballot)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.guildes import telling, tricks
from engine.guildes.components import CARD, EVENTS
from engine.guildes.moves import NONE, PAIR, cards_of
from engine.guildes.scoring import BALLOTS, guild_votes
from engine.guildes.table import (
    ARROW,
    DEALT,
    DRAFT,
    FACE_DOWN,
    GIVERS,
    HELD,
    IN_PLAY,
    IN_TURN,
    LAYING,
    OVER,
    REDISTRIBUTED,
    REDISTRIBUTION,
    TIES_IGNORED,
    TRICK_PHASE,
    WIDTH,
    tricks_in_play,
)
from engine.text import Seat

if TYPE_CHECKING:
    from engine.guildes.state import State
    from engine.rng import Rng


def begin(state: State) -> None:
    seats, rng = state.seats, state.own_rng()
    state.ballot += 1
    event = rng.choice([card for card in range(len(EVENTS)) if card not in state.revealed])
    state.revealed += (event,)
    state.event = event if state.options.events else NONE
    if state.told is not None:
        state.told += telling.ballot(
            state.ballot, event, ARROW[event], applies=state.options.events
        )
    if state.options.tricks:
        _deal_tricks(state, rng)
    dealt = DEALT[seats]
    deck = state.deck
    state.packs = [bytes(sorted(deck[seat * dealt : (seat + 1) * dealt])) for seat in range(seats)]
    state.deck = deck[seats * dealt :]
    state.hands = [b""] * seats
    state.down = [NONE] * seats
    state.phase, state.turn, state.lay = DRAFT, 1, 1
    state.sort_out()
    _ask(state)


def _deal_tricks(state: State, rng: Rng) -> None:
    """One each, never the one of the ballot before: it is put back and another drawn."""
    deck = tricks_in_play(state.seats)
    before = state.tricks or (NONE,) * state.seats
    dealt = []
    for seat in range(state.seats):
        trick = rng.choice([trick for trick in deck if trick != before[seat]])
        deck.remove(trick)
        dealt.append(trick)
    state.tricks = tuple(dealt)
    state.trick_states = (HELD,) * state.seats
    if state.told is not None:
        state.told += telling.tricks_dealt(dealt)


def _ask(state: State) -> None:
    """All choose from what they hold; who has only one kind of card isn't asked."""
    state.step += 1
    state.open = None
    state.choice = [NONE] * state.seats
    state.waiting = [seat for seat, kinds in enumerate(state.kinds) if len(kinds) > 1]
    if len(state.waiting) < state.seats:
        for seat, kinds in enumerate(state.kinds):
            if len(kinds) == 1:
                state.choice[seat] = state.moves(seat)[0]


def go_on(state: State) -> None:
    """All choices are in: carry them out, until somebody has to choose again."""
    while not state.waiting and state.phase != OVER:
        if state.phase == DRAFT:
            _pass_packs(state)
        elif state.phase == LAYING:
            if state.event == IN_TURN:
                _lay_in_turn(state)
            else:
                _reveal(state)
        elif state.phase == TRICK_PHASE:
            if not tricks.next_turn(state):
                _count(state)
        else:
            _redistribute(state)


def _pass_packs(state: State) -> None:
    choice, packs, kinds = state.choice, [], []
    for giver in GIVERS[state.direction][state.seats]:
        card, known = CARD[choice[giver]], state.kinds[giver]
        pack = state.packs[giver].replace(card, b"", 1)
        packs.append(pack)
        kinds.append(known if card in pack else known.replace(card, b""))
    state.packs, state.kinds = packs, kinds
    state.hands = [hand + CARD[card] for hand, card in zip(state.hands, choice, strict=True)]
    left = len(packs[0])
    if state.told is not None:
        state.told += map(telling.kept, range(state.seats), state.choice)
    if left > 1:
        state.turn += 1
        _ask(state)
        return
    if state.told is not None:
        state.told += [telling.kept(seat, pack[0]) for seat, pack in enumerate(packs)]
    hands = zip(state.hands, packs, strict=True)
    state.hands = [bytes(sorted(hand + last)) for hand, last in hands]
    state.packs = [b""] * state.seats
    if state.event == REDISTRIBUTED:
        state.phase, state.turn = REDISTRIBUTION, 1
        if state.told is not None:
            state.told.append(telling.chapter("redistribution"))
        state.sort_out()
        _ask(state)
    else:
        _begin_laying(state)


def _redistribute(state: State) -> None:
    given = bytearray(state.choice)
    state.own_rng().shuffle(given)
    for seat, card in enumerate(state.choice):
        left = state.hands[seat].replace(CARD[card], b"", 1)
        state.hands[seat] = bytes(sorted(left + CARD[given[seat]]))
    if state.told is not None:
        state.told.append(telling.said("redistributed"))
        state.told += map(telling.received, range(state.seats), given)
    _begin_laying(state)


# -- laying ---------------------------------------------------------------------------


def _begin_laying(state: State) -> None:
    state.phase, state.turn, state.lay = LAYING, 1, state.laps[0]
    state.sort_out()
    if state.told is not None:
        begins = telling.said if state.event == REDISTRIBUTED else telling.chapter
        state.told.append(begins("laying", n=sum(state.laps)))
    if state.event == IN_TURN:
        _begin_lap(state, 1, state.own_rng().below(state.seats))
    else:
        _ask(state)


def _begin_lap(state: State, lap: int, first: int) -> None:
    """In turn: a lap begins one seat further to the right than the one before."""
    state.turn, state.first = lap, first
    if state.told is not None:
        state.told.append(telling.chapter("first", turn=lap, player=Seat(first)))
    _ask_next(state)


def _ask_next(state: State) -> None:
    """In turn: the next seat to the right that hasn't laid in this lap."""
    before = DEALT[state.seats] - state.turn + 1
    order = [(state.first - place) % state.seats for place in range(state.seats)]
    seat = next(seat for seat in order if len(state.hands[seat]) == before)
    kinds = state.kinds[seat]
    state.step += 1
    state.open = None
    state.choice = [NONE] * state.seats
    state.waiting = [seat] if len(kinds) > 1 else []
    if not state.waiting:
        state.choice[seat] = kinds[0]


def _lay_in_turn(state: State) -> None:
    seat = next(seat for seat in range(state.seats) if state.choice[seat] != NONE)
    card = state.choice[seat]
    state.take_from_hand(seat, card)
    state.laid[seat * WIDTH + card] += 1
    if state.told is not None:
        state.told.append(telling.lays(seat, (card,)))
    left = DEALT[state.seats] - state.turn
    if all(len(hand) == left for hand in state.hands):
        if state.turn == len(state.laps):
            state.first = NONE
            _end_laying(state)
            return
        _begin_lap(state, state.turn + 1, (state.first - 1) % state.seats)
    else:
        _ask_next(state)


def _reveal(state: State) -> None:
    if state.told is not None:
        state.told.append(telling.lap(state.turn, len(state.laps)))
    if state.event == FACE_DOWN:
        _lay_face_down(state)
    else:
        for seat, move in enumerate(state.choice):
            for card in (move,) if move < PAIR else cards_of(move):
                state.take_from_hand(seat, card)
                state.laid[seat * WIDTH + card] += 1
        if state.told is not None:
            moved = enumerate(state.choice)
            state.told += [telling.lays(seat, cards_of(move)) for seat, move in moved]
    if state.turn == len(state.laps):
        _end_laying(state)
    else:
        state.lay = state.laps[state.turn]
        state.turn += 1
        _ask(state)


def _lay_face_down(state: State) -> None:
    last = state.turn == len(state.laps)
    if state.told is not None and not last:
        state.told.append(telling.said("face_down"))
    for seat, card in enumerate(state.choice):
        state.take_from_hand(seat, card)
        up = [state.down[seat]] if state.turn > 1 else []
        if last:
            up.append(card)
        state.down[seat] = NONE if last else card
        for turned in up:
            state.laid[seat * WIDTH + turned] += 1
        if state.told is not None and up:
            state.told.append(telling.turns_up(seat, tuple(up)))


def _end_laying(state: State) -> None:
    state.waiting = []
    if state.options.tricks:
        state.phase, state.turn = TRICK_PHASE, 0
        if state.told is not None:
            state.told.append(telling.said("tricks"))
        return
    for seat in range(state.seats):
        state.discard_hand(seat)
    _count(state)


# -- the count ------------------------------------------------------------------------


def _count(state: State) -> None:
    laid = state.laid
    if state.marks:
        laid = [max(0, number + mark) for number, mark in zip(laid, state.marks, strict=True)]
        state.marks = ()
    ignored = state.event == TIES_IGNORED
    votes = [0] * len(laid)
    for guild in IN_PLAY[state.seats]:
        column = tuple(laid[guild::WIDTH])
        votes[guild::WIDTH] = guild_votes(guild, state.ballot, ignored, column)
    state.counts += (tuple(votes),)
    if state.told is not None:
        won = [sum(votes[seat * WIDTH : (seat + 1) * WIDTH]) for seat in range(state.seats)]
        state.told += telling.counted(state.ballot, won, state.totals())
    if state.ballot < BALLOTS:
        begin(state)
        return
    state.phase = OVER
    state.lay = 1
    state.step += 1
    state.open = None
    if state.told is not None:
        state.told.append(telling.ended(state.places()[0]))
