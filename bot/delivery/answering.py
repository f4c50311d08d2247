"""Hands on which presses are being answered: nothing else edits them or takes them away then."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.delivery.kept import Whose
from bot.delivery.messages import Messages
from bot.store.records.messages import Post


class Answering:
    """Which hands those are, and which others stand for already: these go after that.

    `ask`: have a person's hand brought up to date.
    """

    def __init__(self, messages: Messages, ask: Callable[[Whose], None]) -> None:
        self._messages = messages
        self._ask = ask
        self._under_way: Counter[int] = Counter()
        self._put_off: set[Whose] = set()
        self._replaced: dict[int, tuple[Whose, Post]] = {}

    @contextmanager
    def under_way(self, whose: Whose, message_id: int) -> Iterator[None]:
        """While a press on this message is being answered."""
        self._under_way[message_id] += 1
        try:
            yield
        finally:
            self._under_way[message_id] -= 1
            if not self._under_way[message_id]:
                del self._under_way[message_id]
            if whose in self._put_off:
                self._put_off.discard(whose)
                self._ask(whose)

    def __contains__(self, message_id: int) -> bool:
        return message_id in self._under_way

    def put_off(self, whose: Whose) -> None:
        """Have the person's hand brought up to date when the press is answered."""
        self._put_off.add(whose)

    def replace(self, whose: Whose, post: Post) -> None:
        """Another message is the person's hand now: see `take_replaced`."""
        self._replaced[post.message_id] = whose, post

    def is_replaced(self, message_id: int) -> bool:
        """Whether another message is the hand that this was."""
        return message_id in self._replaced

    async def take_replaced(self, whose: Whose) -> None:
        """Take away what another message stands for; what is being answered, after that."""
        for post in [post for of, post in self._replaced.values() if of == whose]:
            if post.message_id not in self:
                await self._messages.delete(post.channel_id, post.message_id)
            # A press may have come while it was taken away: its message must not be the hand.
            if post.message_id in self:
                self.put_off(whose)
            else:
                self._replaced.pop(post.message_id, None)
