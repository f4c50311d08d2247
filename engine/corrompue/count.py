"""The count at the end of an event, and who wins after it (rules: count, end of the game)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from engine.corrompue import telling
from engine.corrompue.components import COMPONENTS, CULTE, FACTION_CARDS
from engine.corrompue.state import OVER, State
from engine.parts.telling import tell
from engine.parts.values import NOBODY, Outcome

_COUNTED: Final = FACTION_CARDS[:CULTE]


class Award(NamedTuple):
    """Who gets a token: `noblesse` and `paysan` tokens by seat, the seat of the Milice token.

    `milice` is None where nobody holds that token any more.
    """

    noblesse: list[int]
    paysan: list[int]
    milice: int | None


def award(won: Sequence[Mapping[str, int]]) -> Award:
    """The tokens of one count; `won`: for each seat, cards won of each faction."""
    noblesse, paysan, milice = (
        [cards.get(faction, 0) for cards in won] for faction in ("noblesse", "paysan", "milice")
    )
    return Award(tokens(noblesse), tokens(paysan), militia(milice))


def tokens(won: Sequence[int]) -> list[int]:
    """Tokens by seat for the cards won of Noblesse, or of Paysan.

    One for the most, and for all that tie; if one seat won every card that was won, one for each of
    the others instead; none if no card was won.
    """
    most = max(won)
    if most == 0:
        return [0] * len(won)
    if most == sum(won):
        return [int(cards == 0) for cards in won]
    return [int(cards == most) for cards in won]


def militia(won: Sequence[int]) -> int | None:
    """Who gets the Milice token: the most cards, alone, but not all that were won."""
    most = max(won)
    if won.count(most) > 1 or most == sum(won):
        return None
    return won.index(most)


def hold(state: State) -> bool:
    """Count the event and give the tokens; whether that was the end of the game."""
    won = [(cards & faction).bit_count() for cards in state.won for faction in _COUNTED]
    state.counts += (tuple(won),)
    noblesse, paysan, milice = (won[faction::CULTE] for faction in range(CULTE))
    given = (tokens(noblesse), tokens(paysan))
    for held, new in zip((state.noblesse, state.paysan), given, strict=True):
        for seat, token in enumerate(new):
            held[seat] += token
    holder = militia(milice)
    state.milice = NOBODY if holder is None else holder
    tell(state, telling.counted, state, (noblesse, paysan, milice), given)
    outcome = result(state.noblesse, state.paysan)
    if outcome is None:
        state.dealer = state.opener
        return False
    state.phase, state.waiting = OVER, []
    state.step += 1
    state.posed = None
    tell(state, telling.ended, outcome)
    return True


_ENOUGH = COMPONENTS.end.tokens


def result(noblesse: Sequence[int], paysan: Sequence[int]) -> Outcome | None:
    """The outcome by the tokens of each seat; None while nobody has four of a kind.

    Scores are Paysan tokens. With four Noblesse tokens a seat loses, whatever else it holds;
    `places[0]` is empty if all do.
    """
    if max(*noblesse, *paysan) < _ENOUGH:
        return None
    seats = range(len(noblesse))
    losers = [seat for seat in seats if noblesse[seat] >= _ENOUGH]
    winners = [seat for seat in seats if paysan[seat] >= _ENOUGH and seat not in losers]
    keys = {
        seat: (-paysan[seat], noblesse[seat])
        for seat in seats
        if seat not in losers and seat not in winners
    }
    others = [[seat for seat in keys if keys[seat] == key] for key in sorted(set(keys.values()))]
    places = [winners, *others] if winners or not others else others
    return Outcome(places=[*places, losers] if losers else places, scores=dict(enumerate(paysan)))
