"""Somebody who plays without pictures: by the words and labels of messages alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

from bot.local.world.records import Message
from bot.screens.custom_ids import OF_GROUP
from bot.testing.driver import Person, alt_texts, buttons, labels, selects, text_of
from bot.testing.house import TABLE, Party
from engine.game import View
from engine.parts.rng import Rng
from engine.text import text
from images.words import Words

Needed: TypeAlias = Callable[[Any, Words], Iterable[str]]
"""What somebody must have read before choosing, of a view: pieces of the message's text."""


@dataclass
class Reader:
    """A person at a table who has set words instead of pictures; English, and no markdown.

    `needed`: what the hand must say. `known`: what it must say, or else the text that it leads to.
    """

    party: Party
    person: Person
    needed: Needed
    known: Needed | None = None

    @classmethod
    async def at(
        cls, party: Party, person: Person, needed: Needed, known: Needed | None = None
    ) -> Reader:
        """The person sets it, by the words of the page."""
        page = person.response(await person.command("settings", TABLE))
        await person.press("setting:words:on", page)
        await party.house.quiet()
        return cls(party, person, needed, known)

    @property
    def hand(self) -> Message:
        """The message that is read."""
        return self.party.hand(self.person)

    async def read(self) -> str:
        """The hand's text; fails where something that is needed isn't in it."""
        hand, view, table = self.hand, await self.view(), await self.party.table()
        words = self._words(view, table.record.seats)
        said = plain(text_of(hand))
        assert hand.attachments == []
        assert alt_texts(hand) == []
        missing = [
            one for one in (*_always(view, words), *self.needed(view, words)) if one not in said
        ]
        assert missing == [], f"{missing} not in {said}"
        known = () if self.known is None else self.known(view, words)
        if elsewhere := [one for one in known if one not in said]:
            assert words(text("hand.more_in_text")) in said, f"{elsewhere} not in {said}"
            renderer = self.party.house.services.renderer
            whole = plain("\n".join(renderer.in_words(table, view.viewer, "en")))
            missing = [one for one in elsewhere if one not in whole]
            assert missing == [], f"{missing} not in {whole}"
        return said

    async def view(self) -> View:
        """What this person may know."""
        table = await self.party.table()
        seat = table.seat_of(self.person.id)
        return table.view(seat)

    async def choose(self, rng: Rng) -> None:
        """Press or choose something by its label."""
        hand = self.hand
        offered = choices(hand)
        called = Counter([*offered, *((None, label) for label in labels(hand))])
        doubled = [one for one in offered if called[one] > 1 + (one[0] is None)]
        assert doubled == [], f"{doubled} twice on {text_of(hand)}"
        where, label = rng.choice(offered)
        if where is None:
            await self.person.press(label, hand)
            return
        menu = next(one for one in selects(hand) if name_of(one) == where)
        values = [option["label"] for option in menu["options"]]
        least = max(1, menu.get("min_values", 1))
        others = [other for other in values if other != label]
        await self.person.choose([label, *others[: least - 1]], hand, menu["custom_id"])

    def _words(self, view: View, seats: Iterable[Any]) -> Words:
        names = [seat.name for seat in seats]
        languages = self.party.house.services.languages
        return languages.words("en", names, [None] * len(names)).to(view.viewer)


def called(view: View, words: Words, seat: int) -> str:
    """How whoever has the view reads of this seat."""
    return "you" if seat == view.viewer else words.name(seat)


def choices(message: Message) -> list[tuple[str | None, str]]:
    """What answers a prompt: labels, each with the name of its menu."""
    pressed = [
        (None, str(button["label"]))
        for button in buttons(message)
        if str(button.get("custom_id")).startswith("pick:") and not button.get("disabled")
    ]
    chosen = [
        (name_of(menu), str(option["label"]))
        for menu in selects(message)
        if menu["custom_id"].startswith("pick:")
        for option in menu["options"]
    ]
    return [*pressed, *chosen]


def name_of(menu: dict[str, Any]) -> str:
    """What a menu is called on the page."""
    return str(menu.get("placeholder") or menu["custom_id"].rpartition(OF_GROUP)[2])


def plain(said: str) -> str:
    """A text as it is read: without markdown."""
    return said.replace("**", "").replace("\\", "")


def _always(view: View, words: Words) -> Iterable[str]:
    """What every game must say: where it stands, what is asked, or else whom all wait for."""
    yield words(view.headline)
    if view.prompt is not None and view.prompt.answered is None:
        yield from words(view.prompt.ask).splitlines()
    else:
        yield from (called(view, words, seat) for seat in view.awaited)
