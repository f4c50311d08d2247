"""Awards: what was remarkable in a game that ended, found in what was told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from engine.parts.values import Event
from engine.text import Argument, Seat, Text, frozen, text

MOST: Final = 3
FEWEST: Final = 2
"""So many, where there are as many: a seat has a second one only up to these."""


@frozen
class Award:
    """Something of which one seat has more than any other; said by `<game>.award.<name>`.

    The text takes `player`, `n`, and what its feats are `of`. `told`: keys of events that count
    for the seat in their argument `who`, of several the first that they have: 1 each, or the
    argument `amount` if they have it (of a list: how many). `single`: the best one alone counts,
    not all together. `least`: less isn't remarkable. `undone`: keys of the events that begin a turn
    and that tell it has begun anew, so that nothing counts that was told of it before.
    """

    name: str
    told: tuple[str, ...] = ()
    who: str | tuple[str, ...] = "player"
    amount: str | None = None
    single: bool = False
    least: int = 2
    undone: tuple[str, str] | tuple[()] = ()


@frozen
class Feat:
    """What a seat has done for an award of that name, where no event tells it; `of`: of what."""

    award: str
    seat: int
    n: int
    of: Text | None = None


@frozen
class _Won:
    award: Award
    feat: Feat

    def said(self, game: str) -> Text:
        args: dict[str, Argument] = {"player": Seat(self.feat.seat), "n": self.feat.n}
        if self.feat.of is not None:
            args["of"] = self.feat.of
        return text(f"{game}.award.{self.award.name}", **args)


def awarded(
    game: str, awards: Sequence[Award], feats: Iterable[Feat], events: Iterable[Event]
) -> tuple[Text, ...]:
    """Two or three awards of a game, the first in order of `awards`; fewer if nothing was special.

    What two seats have alike is nobody's. Only what everybody was told counts.
    """
    heard = list(events)
    done = [*feats, *(feat for award in awards for feat in _told(award, heard))]
    won = [found for award in awards if (found := _winner(award, done)) is not None]
    chosen: list[_Won] = []
    for candidate in won:
        if all(candidate.feat.seat != other.feat.seat for other in chosen):
            chosen.append(candidate)
    for candidate in won:
        if candidate not in chosen and len(chosen) < FEWEST:
            chosen.append(candidate)
    return tuple(each.said(game) for each in chosen[:MOST])


def counting(awards: Sequence[Award]) -> Callable[[Event], bool]:
    """Whether an event counts for any of these."""
    keys = frozenset(key for award in awards for key in (*award.told, *award.undone))
    return lambda event: event.seat is None and event.text.key in keys


def _told(award: Award, events: Iterable[Event]) -> Iterable[Feat]:
    found: list[Feat] = []
    names = (award.who,) if isinstance(award.who, str) else award.who
    before = now = 0
    for event in events:
        key, args = event.text.key, event.text.args
        if key in award.told and event.seat is None:
            who = next((args[name] for name in names if name in args), None)
            if isinstance(who, Seat):
                found.append(Feat(award.name, who.number, _amount(award, event.text)))
        elif key in award.undone[:1]:
            before, now = now, len(found)
        elif key in award.undone:  # the turn has begun anew already
            del found[before:]
            now = before
    return found


def _amount(award: Award, said: Text) -> int:
    amount = None if award.amount is None else said.args.get(award.amount)
    if isinstance(amount, int):
        return amount
    return len(amount) if isinstance(amount, tuple) else 1


def _winner(award: Award, feats: Iterable[Feat]) -> _Won | None:
    best: dict[int, Feat] = {}
    for feat in feats:
        if feat.award != award.name:
            continue
        before = best.get(feat.seat)
        if before is None:
            best[feat.seat] = feat
        elif not award.single:
            best[feat.seat] = Feat(award.name, feat.seat, before.n + feat.n)
        elif feat.n > before.n:
            best[feat.seat] = feat
    ranked = sorted(best.values(), key=lambda feat: -feat.n)
    if not ranked or ranked[0].n < award.least:
        return None
    if len(ranked) > 1 and ranked[1].n == ranked[0].n:
        return None
    return _Won(award, ranked[0])
