"""A ballot: selection, laying, count (Guildes, a ballot)."""

from __future__ import annotations

from itertools import chain

from engine.guildes import telling
from engine.guildes.components import (
    ARROW,
    DEALT,
    EVENTS,
    FACE_DOWN,
    GIVERS,
    IN_TURN,
    LAPS,
    NONE,
    REDISTRIBUTED,
    TIES_IGNORED,
    WIDTH,
    tricks_in_play,
)
from engine.guildes.scoring import BALLOTS, guild_votes, of_seat
from engine.guildes.state import (
    DRAFT,
    HELD,
    LAYING,
    OVER,
    PAIR,
    REDISTRIBUTION,
    TRICK_PHASE,
    State,
    cards_of,
    pair,
)
from engine.parts.packs import different, take, without
from engine.parts.rng import Rng, own_rng
from engine.parts.telling import tell, tell_detail


def begin(state: State) -> None:
    """The next ballot: its event, its tricks, the packs."""
    seats, rng = state.seats, own_rng(state)
    state.ballot += 1
    event = rng.choice([card for card in range(len(EVENTS)) if card not in state.revealed])
    state.revealed += (event,)
    state.event = event if state.options.events else NONE
    tell(state, telling.ballot, state)
    if state.options.tricks:
        _deal_tricks(state, rng)
    dealt = DEALT[seats]
    deck = state.deck
    state.packs = [sorted(deck[seat * dealt : (seat + 1) * dealt]) for seat in range(seats)]
    state.deck = deck[seats * dealt :]
    state.hands = [[]] * seats
    state.down = [NONE] * seats
    state.kept, state.redistributed, state.tableaux = [], [], (tuple(state.laid),)
    state.phase, state.turn, state.lay = DRAFT, 1, 1
    find_kinds(state)
    ask_all(state)


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
    tell(state, telling.tricks_dealt, dealt)


# -- choices --------------------------------------------------------------------------------


def simultaneous(state: State) -> bool:
    """Whether all choose at once, in secret."""
    return state.phase < LAYING or (state.phase == LAYING and state.event != IN_TURN)


def find_kinds(state: State) -> None:
    """Note anew which different cards each seat holds, in its pack or in its hand."""
    state.kinds = list(map(different, state.packs if state.phase == DRAFT else state.hands))


def ask_all(state: State) -> None:
    """All choose from what they hold; who has only one kind of card isn't asked."""
    state.step += 1
    state.posed = None
    state.choice = [NONE] * state.seats
    state.waiting = [seat for seat, held in enumerate(state.kinds) if len(held) > 1]
    if len(state.waiting) < state.seats:
        for seat, held in enumerate(state.kinds):
            if len(held) == 1:
                state.choice[seat] = held[0] if state.lay == 1 else pair(held[0], held[0])


# -- selection ------------------------------------------------------------------------------


def pass_packs(state: State) -> None:
    """Everyone keeps a card and passes the rest on; the last card of a pack is no choice."""
    choice, packs, kinds = state.choice, [], []
    for giver in GIVERS[ARROW[state.revealed[-1]]][state.seats]:
        left, known = take(state.packs[giver], state.kinds[giver], choice[giver])
        packs.append(left)
        kinds.append(known)
    state.packs, state.kinds = packs, kinds
    state.hands = [[*hand, card] for hand, card in zip(state.hands, choice, strict=True)]
    tell(state, telling.kept, choice)
    if len(packs[0]) > 1:
        state.turn += 1
        ask_all(state)
        return
    tell(state, telling.kept, [card for (card,) in packs])
    state.kept = [[*hand, *last] for hand, last in zip(state.hands, packs, strict=True)]
    state.hands = list(map(sorted, state.kept))
    state.packs = [[]] * state.seats
    if state.event == REDISTRIBUTED:
        state.phase, state.turn = REDISTRIBUTION, 1
        tell(state, telling.chapter, "redistribution")
        find_kinds(state)
        ask_all(state)
    else:
        begin_laying(state)


def redistribute(state: State) -> None:
    """Everyone gives a card up and gets one of these."""
    got = state.choice[:]
    own_rng(state).shuffle(got)
    for seat, card in enumerate(state.choice):
        state.hands[seat] = sorted([*without(state.hands[seat], card), got[seat]])
    if state.kept:
        state.redistributed = [state.choice, got]
    tell(state, telling.redistributed, state.choice, got)
    begin_laying(state)


# -- laying ---------------------------------------------------------------------------------


def laps(state: State) -> tuple[int, ...]:
    """Cards to lay in each lap of this ballot."""
    return LAPS[state.seats, state.event]


def begin_laying(state: State) -> None:
    """The cards are chosen: from now on they are laid."""
    numbers = laps(state)
    state.phase, state.turn, state.lay = LAYING, 1, numbers[0]
    find_kinds(state)
    tell(state, telling.laying, state, sum(numbers))
    if state.event == IN_TURN:
        _begin_lap(state, 1, own_rng(state).below(state.seats))
    else:
        ask_all(state)


def _begin_lap(state: State, lap: int, first: int) -> None:
    """In turn: a lap begins one seat further to the right than the one before."""
    state.turn, state.first = lap, first
    tell(state, telling.first, lap, first)
    _ask_next(state)


def _ask_next(state: State) -> None:
    """In turn: the next seat to the right that hasn't laid in this lap."""
    before = DEALT[state.seats] - state.turn + 1
    order = [(state.first - place) % state.seats for place in range(state.seats)]
    seat = next(seat for seat in order if len(state.hands[seat]) == before)
    held = state.kinds[seat]
    state.step += 1
    state.posed = None
    state.choice = [NONE] * state.seats
    state.waiting = [seat] if len(held) > 1 else []
    if not state.waiting:
        state.choice[seat] = held[0]


def lay_in_turn(state: State) -> None:
    """One player lays a card, face up at once."""
    seat = next(seat for seat in range(state.seats) if state.choice[seat] != NONE)
    card = state.choice[seat]
    hands, kinds = state.hands, state.kinds
    hands[seat], kinds[seat] = take(hands[seat], kinds[seat], card)
    state.laid[seat * WIDTH + card] += 1
    tell(state, telling.lays, seat, card)
    left = DEALT[state.seats] - state.turn
    if any(len(hand) != left for hand in state.hands):
        _ask_next(state)
    elif state.turn < len(laps(state)):
        _begin_lap(state, state.turn + 1, (state.first - 1) % state.seats)
    else:
        state.first = NONE
        _end_laying(state)


def reveal(state: State) -> None:
    """Everyone's cards of a lap are shown."""
    numbers = laps(state)
    if state.event == FACE_DOWN:
        tell(state, telling.lap_face_down, state.turn, len(numbers))
        _lay_face_down(state, last=state.turn == len(numbers))
    else:
        tell(state, telling.lap, state.turn, numbers, state.choice)
        hands, kinds, laid = state.hands, state.kinds, state.laid
        for seat, move in enumerate(state.choice):
            for card in (move,) if move < PAIR else cards_of(move):
                hands[seat], kinds[seat] = take(hands[seat], kinds[seat], card)
                laid[seat * WIDTH + card] += 1
    if state.turn == len(numbers):
        _end_laying(state)
    else:
        state.lay = numbers[state.turn]
        state.turn += 1
        ask_all(state)


def _lay_face_down(state: State, *, last: bool) -> None:
    """What was laid a lap before is turned up; the last lap lies open at once."""
    if not last:
        tell(state, telling.said, "face_down")
    hands, kinds = state.hands, state.kinds
    for seat, card in enumerate(state.choice):
        hands[seat], kinds[seat] = take(hands[seat], kinds[seat], card)
        up = [state.down[seat]] if state.turn > 1 else []
        if last:
            up.append(card)
        state.down[seat] = NONE if last else card
        for turned in up:
            state.laid[seat * WIDTH + turned] += 1
        if up:
            tell(state, telling.turns_up, seat, tuple(up))


def discard_hand(state: State, seat: int) -> None:
    """Unlaid cards go to the discard pile, unseen."""
    state.discard = [*state.discard, *state.hands[seat]]
    state.hands[seat] = []


def _end_laying(state: State) -> None:
    state.waiting = []
    if state.options.tricks:
        state.phase, state.turn = TRICK_PHASE, 0
        if state.tableaux:
            state.tableaux += (tuple(state.laid),)
        tell(state, telling.said, "tricks")
        return
    for seat in range(state.seats):
        discard_hand(state, seat)
    count(state)


# -- the count ------------------------------------------------------------------------------


def count(state: State) -> None:
    """Add up the votes; then the next ballot begins, or the game is over."""
    laid = state.laid
    if state.marks:
        laid = [max(0, number + mark) for number, mark in zip(laid, state.marks, strict=True)]
        state.marks = ()
    ignored = state.event == TIES_IGNORED
    tableaux = [of_seat(laid, seat) for seat in range(state.seats)]
    votes = [
        guild_votes(guild, state.ballot, ignored, numbers)
        for guild, numbers in enumerate(zip(*tableaux, strict=True))
    ]
    state.counts += (tuple(chain.from_iterable(zip(*votes, strict=True))),)
    state.counted += (tuple(laid),)
    tell_detail(state, telling.shares, state)
    tell(state, telling.votes, state)
    if state.ballot < BALLOTS:
        begin(state)
        return
    state.phase = OVER
    state.kept, state.redistributed, state.tableaux = [], [], ()
    state.lay = 1
    state.step += 1
    state.posed = None
    tell(state, telling.ended, state)
