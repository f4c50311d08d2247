"""Messages on which presses are being answered: nothing else edits them then."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

from bot.delivery.calling.messages import Messages
from bot.delivery.kept.kept import Whose
from bot.store.records.messages import Post


class Answering:
    """Which messages those are, by whatever names one; `ask` has one brought up to date."""

    def __init__(self, ask: Callable[[Whose], None]) -> None:
        self._ask = ask
        self._under_way: Counter[Hashable] = Counter()
        self._put_off: defaultdict[Hashable, set[Whose]] = defaultdict(set)

    @contextmanager
    def under_way(self, message: Hashable) -> Iterator[None]:
        """While somebody is being answered by this message."""
        self._under_way[message] += 1
        try:
            yield
        finally:
            self._under_way[message] -= 1
            if not self._under_way[message]:
                del self._under_way[message]
            for whose in self._put_off.pop(message, ()):
                self._ask(whose)

    def __contains__(self, message: Hashable) -> bool:
        return message in self._under_way

    def put_off(self, whose: Whose, message: Hashable) -> None:
        """Have the message brought up to date when it has answered."""
        self._put_off[message].add(whose)


class Replaced:
    """Hands that others stand for already: they go when no press is answered there any more."""

    def __init__(self, messages: Messages, answering: Answering) -> None:
        self._messages = messages
        self._answering = answering
        self._replaced: dict[int, tuple[Whose, Post]] = {}

    def add(self, whose: Whose, post: Post) -> None:
        """Another message is the person's hand now."""
        self._replaced[post.message_id] = whose, post

    def __contains__(self, message_id: int) -> bool:
        return message_id in self._replaced

    async def take_away(self, whose: Whose) -> None:
        """Take away what another message stands for; what is being answered, after that."""
        for post in [post for of, post in self._replaced.values() if of == whose]:
            if post.message_id not in self._answering:
                await self._messages.delete(post.channel_id, post.message_id)
            # A press may have come while it was taken away: its message must not be the hand.
            if post.message_id in self._answering:
                self._answering.put_off(whose, post.message_id)
            else:
                self._replaced.pop(post.message_id, None)
