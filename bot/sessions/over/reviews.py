"""Games that are over, as those read them choice by choice who made the choices."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import field, replace
from itertools import takewhile
from typing import Final

from bot.sessions.over.replays import Replays
from bot.sessions.refusals import NothingToReview, NotToBeReviewed
from bot.sessions.table.table import AnyGame
from bot.store.records.play import Departed, Move, Reviewed, Seat, Tried
from bot.store.records.sessions import Session
from bot.store.store import Store
from engine.bots.players import moment
from engine.log import Moment
from engine.review import Choice, Owed, Review, begun, following, owed, unread
from engine.text import Text, frozen

KEPT: Final = 16
"""Reviews whose games are held in memory; a press finds the others in the store again."""


@frozen
class Reviewable:
    """A person's choices in a game that is over, and what is read of them so far."""

    record: Session
    game: AnyGame
    user_id: int
    choices: tuple[Owed, ...] = field(repr=False)
    review: Review = field(repr=False)
    last: Moment = field(repr=False)
    tell: bool = False
    """Whether the person wants to be told when it is done."""
    kept: str = field(default="", repr=False)
    """What the store has of the review: whoever reads on writes over nothing else."""

    @property
    def strengths(self) -> tuple[str | None, ...]:
        """By seat the computer's that played it in the end; a person's None."""
        return tuple(seat.computer for seat in self.record.seats)

    def made(self, choice: Choice) -> Owed:
        """A choice that was read, as it was owed."""
        return next(one for one in self.choices if one.entry == choice.entry)

    def tried(self, turn: int, world: int, beside: Text) -> Tried:
        """The turning point of this number, as a table may begin with it."""
        view = self.made(self.review.turning_points[turn - 1]).view
        start = self.game.dump(moment(self.game, view, world))
        return Tried(self.record.id, turn, world, beside, start)

    @property
    def following(self) -> Owed:
        """The next choice that is to be read."""
        return following(self.choices, self.review)

    @property
    def unread(self) -> float:
        """The part of the work that is left, from 1 to 0."""
        return unread(self.choices, self.review)

    def grown(self, choice: Choice) -> Reviewable:
        """With one choice more, of which no more is kept than is ever shown."""
        review = self.review.grown(shown(choice))
        return replace(self, review=spared(review) if review.done else review)

    @property
    def stored(self) -> Reviewed:
        """The same for the store; what says nothing is left out."""
        review = self.review
        written = review.model_dump_json(exclude_defaults=True)
        return Reviewed(self.user_id, review.seat, review.done, written)


@frozen
class _Known:
    choices: tuple[Owed, ...]
    last: Moment
    begun: Review


class Reviews:
    """Finds what somebody chose, and what is read of it.

    Raises NotToBeReviewed, NothingToReview, and as `Replays.of`.
    """

    def __init__(self, store: Store, replays: Replays) -> None:
        self._store = store
        self._replays = replays
        self._known: OrderedDict[tuple[int, int], _Known] = OrderedDict()

    def forget(self) -> None:
        """Hold nobody's choices in memory: who wants to see theirs has them read again."""
        self._known.clear()

    async def of(self, session_id: int, user_id: int) -> Reviewable:
        """Somebody's choices in a game, with what is read of them."""
        record, game = await self._replays.over(session_id)
        held: list[Seat | Departed] = [*record.seats, *record.departed]
        seat = next((one.seat for one in held if one.user_id == user_id), None)
        if seat is None:
            raise NotToBeReviewed
        known = self._known.get((session_id, user_id)) or await self._played(record, user_id, seat)
        stored = await self._store.review(session_id, user_id)
        review = known.begun if stored is None else Review.model_validate_json(stored.found)
        if not _is_of(review, known.choices):
            review = known.begun  # an earlier release took others for the person's
        tell, kept = (False, "") if stored is None else (stored.tell, stored.found)
        record = await self._as_was(record, seat, user_id)
        return Reviewable(record, game, user_id, known.choices, review, known.last, tell, kept)

    async def _as_was(self, record: Session, seat: int, user_id: int) -> Session:
        """The session with the reader in the seat, who may have left it."""
        held = record.seats[seat]
        person = None if held.user_id == user_id else await self._store.person(user_id)
        if person is None:
            return record
        own = replace(held, user_id=user_id, name=person.name, strength=None)
        return replace(record, seats=(*record.seats[:seat], own, *record.seats[seat + 1 :]))

    async def _played(self, record: Session, user_id: int, seat: int) -> _Known:
        """The game played again, which every press on a review asks for."""
        _, game, moves, passed = await self._replays.played(record.id)
        last = passed[-1]
        choices = await asyncio.to_thread(_own, record, game, moves, last, seat, user_id)
        if not choices:
            raise NothingToReview
        whole = begun(game, last, len(choices), seat)
        known = self._known[record.id, user_id] = _Known(choices, last, whole)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
        return known


def _is_of(review: Review, choices: Sequence[Owed]) -> bool:
    """Whether it reads these choices, as far as it has come."""
    read = [one.entry for one in review.choices]
    return review.total == len(choices) and read == [one.entry for one in choices[: len(read)]]


def shown(choice: Choice) -> Choice:
    """A choice with no more of its answers than are ever shown."""
    most = 2 if choice.cost or choice.ahead or choice.answers[0].then else 1
    answers = choice.answers[:most]
    if not choice.cost:
        answers = tuple(answer.model_copy(update={"won": ()}) for answer in answers)
    return choice.model_copy(update={"answers": answers})


def spared(review: Review) -> Review:
    """A review that is done: what a choice was held against is shown of the best one alone, and
    of those that cost something."""
    best = review.best
    choices = tuple(
        one if one.cost or one is best else one.model_copy(update={"answers": one.answers[:1]})
        for one in review.choices
    )
    return review.model_copy(update={"choices": choices})


def _own(
    record: Session, game: AnyGame, moves: Sequence[Move], last: Moment, seat: int, user_id: int
) -> tuple[Owed, ...]:
    """What this very person chose: of others nothing is told, who had the seat before or after."""
    sure = {user_id, None} if record.seats[seat].user_id == user_id else {user_id}

    def own(entry: int) -> bool:
        return moves[entry - 1].chosen_by in sure

    made = [one for one in owed(game, last, moves, seat) if own(one.entry)]
    begun = {one.entry for one in made}
    return tuple(
        one.cut(sum(1 for _ in takewhile(own, one.after)))
        if one.turn in begun
        else replace(one, turn=None).cut(0)
        for one in made
    )
