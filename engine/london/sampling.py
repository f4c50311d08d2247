"""Some world that a viewer can't tell from the real one, from the view alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from engine.london.chapters import flow
from engine.london.chapters.setup import action_cards, markers, shuffled
from engine.london.components.box import Box
from engine.london.numbers.asks import WAYS, Ask, Phase
from engine.london.numbers.map import HALL, INDEX, LABELS, PLANTATION, SUPPLY
from engine.london.prompts import encode
from engine.london.table.state import EMPTY, GUILDHALL, State, Tally
from engine.london.view import LondonView, TallyView
from engine.london.view.making import PHASES
from engine.parts.rng import Rng


def sample(box: Box, view: LondonView, seed: int) -> State:
    """A full state whose view for `view.viewer` is `view`."""
    state = State.bare(box, view.seats, Rng(seed))
    _lay_out(state, view)
    _stand(state, view)
    _deal_cards(state, view)
    _deal_mayors(state, view)
    _stack(state)
    if state.phase == Phase.SETUP:
        _choose_mayors(state, view)
    elif state.phase != Phase.OVER:
        flow.ask_again(state)
    state.points = view.points
    state.tallies = tuple(_tally(box, tally) for tally in view.tallies)
    state.deeds = [(what, numbers) for what, numbers in view.progress.deeds]
    return state


def _lay_out(state: State, view: LondonView) -> None:
    """The town, the pawns and what players hold openly."""
    box = state.box
    for hall in view.guildhall:
        state.tiles[INDEX[hall]] = GUILDHALL
    for tile in view.tiles:
        cell = INDEX[tile.x, tile.y]
        state.tiles[cell] = box.tile_number[tile.id]
        (state.resolved if tile.resolved else state.open).append(cell)
        for seat, number in enumerate(tile.pawns):
            state.pawns[seat][cell] = number
        if tile.beadle:
            state.beadle = cell
        if tile.active:
            state.active = cell
        if tile.marker is not None:
            state.markers[cell] = box.marker_number[tile.marker]
    for seat, player in enumerate(view.players):
        state.pawns[seat][HALL] = player.guildhall
        state.pawns[seat][PLANTATION] = player.plantation
        state.pawns[seat][SUPPLY] = player.supply
        state.prizes[seat] = [box.marker_number[marker] for marker in player.markers]
        state.neutrals[seat] = player.neutrals
        state.scores[seat] = player.score
    state.boxed = [box.marker_number[marker] for marker in view.boxed]
    state.side = next(n for n, side in enumerate(box.components.sides) if side.id == view.side)
    state.pool, state.aside = view.pool, view.aside
    state.order, state.live = list(view.order), list(view.live)


def _tally(box: Box, tally: TallyView) -> Tally:
    seats = [EMPTY if seat is None else seat for seat in (tally.winner, tally.second)]
    marker = EMPTY if tally.marker is None else box.marker_number[tally.marker]
    cell = LABELS.index(tally.cell)
    by_seat = (tally.pawns, tally.added)
    return (tally.round, cell, marker, seats[0], seats[1], *by_seat, tally.declined)


def _stand(state: State, view: LondonView) -> None:
    """Where the rules stand."""
    progress = view.progress
    state.phase = Phase(PHASES.index(view.phase))
    state.round = view.round
    state.substep = progress.substep
    state.step = view.step - progress.substep
    state.stage, state.actor, state.turn = progress.stage, progress.actor, progress.turn
    state.moved, state.recruited = progress.moved, progress.recruited
    state.shipped, state.drawn_at_end = progress.shipped, progress.drawn_at_end
    state.each = [list(each) for each in progress.each]
    state.frames = [list(frame) for frame in progress.frames]
    state.queue, state.vote = list(progress.queue), list(progress.vote)
    state.memo = progress.memo
    own = 0 if view.viewer is None else 1 << view.viewer
    state.always, state.never = own * progress.always, own * progress.never
    state.ends = own * progress.ends
    state.only, state.home = own * progress.only, own * progress.home
    state.spare = own * progress.spare
    state.picks, state.depths = list(progress.picks), list(progress.depths)


def _deal_cards(state: State, view: LondonView) -> None:
    number = state.box.kind_number
    state.discard = [number[code] for code in view.discard]
    state.played = [(number[play.code], WAYS.index(play.way)) for play in view.played]
    state.spent = [number[code] for code in view.spent]
    own = [number[code] for code in view.hand]
    seen = [*state.discard, *(kind for kind, _ in state.played), *state.spent, *own]
    deck = shuffled(state.rng, without(action_cards(state.box), seen))
    for seat, player in enumerate(view.players):
        if seat == view.viewer:
            state.hands[seat] = own
        else:
            state.hands[seat] = sorted(deck.pop() for _ in range(player.hand))
    state.deck = deck


def _deal_mayors(state: State, view: LondonView) -> None:
    number = state.box.mayor_number
    known = [EMPTY if name is None else number[name] for name in view.known_mayors]
    state.mayor_deck = known or [EMPTY] * view.mayor_deck
    state.looked = [number[card] for card in view.looked]
    for seat, player in enumerate(view.players):
        if seat == view.viewer:
            state.mayors[seat] = [number[card] for card in view.mayors]
        elif player.revealed:
            state.mayors[seat] = [number[scored.card] for scored in player.revealed]
    seen = [mayor for mayors in state.mayors for mayor in mayors] + state.looked + known
    unseen = shuffled(state.rng, without(range(len(number)), seen))
    for seat, player in enumerate(view.players):
        while len(state.mayors[seat]) < player.mayors:
            state.mayors[seat].append(unseen.pop())
    while len(state.looked) < view.looking:
        state.looked.append(unseen.pop())
    state.looked.sort()
    state.mayor_deck = [unseen.pop() if m == EMPTY else m for m in state.mayor_deck]
    own = 0 if view.viewer is None else 1 << view.viewer
    state.knows = [own * (mayor != EMPTY) for mayor in known] or [0] * view.mayor_deck


def _stack(state: State) -> None:
    """Tiles and markers that nobody has seen."""
    seen = [*state.boxed, *(marker for marker in state.markers if marker != EMPTY)]
    seen += [marker for prizes in state.prizes for marker in prizes]
    state.unplaced = shuffled(state.rng, without(markers(state.box.components), seen))
    if state.seats > 2:
        in_play = [tile for tile in state.tiles if tile >= 0]
        state.stack = shuffled(state.rng, without(range(len(state.box.tiles)), in_play))


def _choose_mayors(state: State, view: LondonView) -> None:
    state.ask = Ask.KEEP
    for seat in range(state.seats):
        if seat in view.awaited:
            continue
        if seat == view.viewer and view.prompt is not None and view.prompt.answered:
            state.kept[seat] = encode(state, seat, view.prompt.answered)
        else:
            state.kept[seat] = state.rng.below(len(state.mayors[seat]))


def without(numbers: Iterable[int], seen: Iterable[int]) -> list[int]:
    """The numbers that are left, ascending."""
    left = Counter(numbers)
    left.subtract(seen)
    return sorted(left.elements())
