"""Who plays: names, languages, direct messages; records, counted from how games ended.

The store is the truth.
"""

from __future__ import annotations

import asyncio
import re
import unicodedata
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from itertools import takewhile
from typing import Any

import discord

from bot.languages import Languages
from bot.store.ratings import Rating
from bot.store.records.people import Person
from bot.store.records.sessions import Session, Standing
from bot.store.store import Store
from engine.text import frozen, text
from images.records import Leaderboard, OfGame, Ranked, Statistics
from images.words import Words

_MARKUP = re.compile(r"[\\*_~|`<>@#:\[\]]")
"""What Discord makes something else of: styles, links, mentions, times, emojis, commands."""

_STEERING = {"Cc", "Cf", "Cs"}
_JOINERS = "\u200c\u200d"
"""Of what steers, these make other letters and emojis."""

_BLANK = "\u034f\u115f\u1160\u2800\u3164\uffa0"
_FROM_THE_RIGHT = {"R", "AL", "AN"}
_ISOLATE, _POP = "\u2068", "\u2069"
NAMELESS = "?"


# Kept: every screen of a table names the same few.
@lru_cache(maxsize=4096)
def bare(name: str) -> str:
    """Somebody's name without what nobody sees, so that it looks like no other name."""
    visible = "".join(filter(_is_seen, " ".join(name.split()))).strip()
    return visible or NAMELESS


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """The same among other words where no markup is read: in pictures, labels, names of threads."""
    return _isolated(bare(name))


@lru_cache(maxsize=4096)
def bold(name: str) -> str:
    """The same in a message, whatever characters it has."""
    escaped = _MARKUP.sub(r"\\\g<0>", bare(name))
    return f"**{_isolated(escaped)}**"


@frozen
class Voices:
    """A session's words twice: names as they are for pictures and labels, escaped for messages.

    `sitting`: who sits where, as far as any picture shows it.
    """

    message: Words
    picture: Words
    sitting: str

    def to(self, seat: int | None) -> Voices:
        """The same, said to who has this seat."""
        return replace(self, message=self.message.to(seat), picture=self.picture.to(seat))


def voices(languages: Languages, locale: str, record: Session, whose: int | None = None) -> Voices:
    """The words of a session for a locale; a seat that the computer has is a computer's.

    `whose`: the seat in whose hand they stand in; None: everybody reads them.
    """
    said = languages.words(locale)
    away = [turn.seat for turn in record.turns if turn.away]
    message, picture = {}, {}
    roles: dict[int, str | None] = {}
    for number, seat in enumerate(record.seats):
        name = said(text("seat.former")) if seat.former else seat.name
        message[number], picture[number] = bold(name), plain(name)
        if seat.seat in away:
            roles[number] = said(text("computer.for_now"))
        elif seat.user_id is None and not seat.former:
            roles[number] = said(text(f"computer.{seat.strength}"))
    learning = record.teaches(whose)
    who = [(seat.name, seat.user_id, seat.strength, roles.get(seat.seat)) for seat in record.seats]
    return Voices(
        message=languages.words(locale, message, roles),
        picture=languages.words(locale, picture, roles, learning=learning),
        sitting=repr((said.language, learning, who)),
    )


def _is_seen(character: str) -> bool:
    steers = unicodedata.category(character) in _STEERING and character not in _JOINERS
    return not steers and character not in _BLANK


def _isolated(name: str) -> str:
    """A name that is read from the right turns nothing beside it around."""
    turns = any(unicodedata.bidirectional(character) in _FROM_THE_RIGHT for character in name)
    return f"{_ISOLATE}{name}{_POP}" if turns else name


_KEPT = 5_000


def direct_channel(interaction: discord.Interaction) -> int | None:
    """The channel, if these are somebody's direct messages with us: a group's aren't ours."""
    return interaction.channel_id if interaction.context.dm_channel else None


def name_there(interaction: discord.Interaction) -> str | None:
    """The person's name in that server; direct messages know nobody's name in one."""
    return None if interaction.guild_id is None else interaction.user.display_name


class People:
    """The persons of the store, the latest of them in memory."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[int, Person] = OrderedDict()
        self._dropped = 0
        self._changing = asyncio.Lock()

    async def find(self, user_id: int) -> Person | None:
        """A person who has played or pressed anything."""
        held, dropped = self._kept.get(user_id), self._dropped
        if held is not None:
            self._kept.move_to_end(user_id)
            return held
        person = await self._store.person(user_id)
        # What was dropped meanwhile may have been read before it changed.
        return person if person is None or self._dropped != dropped else self._keep(person)

    async def save(self, person: Person) -> Person:
        """Add or replace a person."""
        dropped = self._dropped
        await self._store.save_person(person)
        # What another process has saved after that may have been heard of before this returned.
        return self._keep(person) if self._dropped == dropped else person

    async def change(self, person: Person, change: Callable[[Person], Person]) -> Person:
        """The person as they are by now, once that is changed; stored only if they still are.

        Whoever holds a record while Discord is called may hold an old one, or somebody's who is
        forgotten.
        """
        async with self._changing:
            known = await self.find(person.user_id)
            return change(person) if known is None else await self.save(change(known))

    async def seen(self, interaction: discord.Interaction) -> Person:
        """The person who pressed or typed, with the name and language used now."""
        user = interaction.user
        told: dict[str, Any] = {"locale": interaction.locale.value}
        if (name := name_there(interaction)) is not None:
            told["name"] = name
        if (direct := direct_channel(interaction)) is not None:
            # Whoever writes to us in direct messages can be written to there.
            told |= {"dm_channel_id": direct, "dm_open": True}
        known = await self.find(user.id)
        if known is not None and [*map(partial(getattr, known), told)] == [*told.values()]:
            return known
        # A setting may be chosen at the same time: what is replaced here must have it.
        async with self._changing:
            new = Person(user.id, user.display_name, told["locale"], None, dm_open=True)
            return await self.save(replace(await self.find(user.id) or new, **told))

    async def reachable(self, person: Person) -> Person:
        """The person asks for hands again: direct messages are tried anew."""
        if person.dm_open:
            return person
        return await self.change(person, partial(replace, dm_open=True))

    def forget_all(self) -> None:
        """Drop what is held in memory; the next look reads the store."""
        self._kept.clear()
        self._dropped += 1

    def forget(self, user_id: int) -> None:
        """The same of one person, whom another process knows better."""
        self._kept.pop(user_id, None)
        self._dropped += 1

    def _keep(self, person: Person) -> Person:
        self._kept[person.user_id] = person
        self._kept.move_to_end(person.user_id)
        while len(self._kept) > _KEPT:
            self._kept.popitem(last=False)
        return person


SHOWN = 10
"""People on a leaderboard."""


def statistics(name: str, standings: Sequence[Standing]) -> Statistics:
    """How somebody has played; `standings`: of that person, the oldest first.

    Only games that were the person's own count; ratings follow from all.
    """
    own = [standing for standing in standings if standing.counts]
    if not own:
        return Statistics(name)
    rows = [_of_game(game, mine, standings) for game, mine in _by_game(own).items()]
    rows.sort(key=lambda row: (-row.games, row.game))
    most = [row.game for row in rows if row.games == rows[0].games]
    certain = [row for row in rows if row.points is not None and not row.uncertain]
    return Statistics(
        name,
        games=len(own),
        wins=_wins(own),
        place=_place(own),
        streak=_streak(own),
        favourite=most[0] if len(most) == 1 else None,
        strongest=max(certain, key=lambda row: row.points or 0).game if certain else None,
        of_games=tuple(rows),
    )


def leaderboard(game: str, standings: Iterable[Standing], names: Mapping[int, str]) -> Leaderboard:
    """Who plays a game best; `standings`: of that game, the oldest first.

    Without those who haven't a game of their own to show.
    """
    by_person: dict[int, list[Standing]] = {}
    for standing in standings:
        by_person.setdefault(standing.user_id, []).append(standing)
    rows = [
        (user_id, own, rating)
        for user_id, theirs in by_person.items()
        if (own := [standing for standing in theirs if standing.counts])
        and (rating := _rating(theirs)) is not None
        and user_id in names
    ]
    rows.sort(key=lambda row: (-row[2].points, names[row[0]]))
    points = [rating.points for _, _, rating in rows]
    return Leaderboard(
        game,
        tuple(
            Ranked(
                rank=1 + points.index(rating.points),
                name=names[user_id],
                games=len(own),
                wins=_wins(own),
                place=_place(own),
                points=rating.points,
                uncertain=rating.uncertain,
            )
            for user_id, own, rating in rows[:SHOWN]
        ),
    )


def most_played(standings: Iterable[Standing]) -> list[str]:
    """The games that were played, the one played most first."""
    played = Counter(game for game, _ in {(one.game, one.session_id) for one in standings})
    return sorted(played, key=lambda game: (-played[game], game))


def _of_game(game: str, own: Sequence[Standing], all_games: Iterable[Standing]) -> OfGame:
    rating = _rating(standing for standing in all_games if standing.game == game)
    return OfGame(
        game,
        games=len(own),
        wins=_wins(own),
        place=_place(own),
        best=max(standing.score for standing in own),
        points=None if rating is None else rating.points,
        uncertain=rating is not None and rating.uncertain,
    )


def _by_game(standings: Iterable[Standing]) -> dict[str, list[Standing]]:
    found: dict[str, list[Standing]] = {}
    for standing in standings:
        found.setdefault(standing.game, []).append(standing)
    return found


def _wins(standings: Iterable[Standing]) -> int:
    return sum(standing.place == 1 for standing in standings)


def _place(standings: Sequence[Standing]) -> int:
    """The average place, in tenths."""
    return round(10 * sum(standing.place for standing in standings) / len(standings))


def _streak(standings: Sequence[Standing]) -> int:
    """Wins in a row by now; without one, games since the last one, below 0; 0: never won."""
    if not _wins(standings):
        return 0
    won = standings[-1].place == 1
    like = takewhile(lambda standing: (standing.place == 1) is won, reversed(standings))
    number = sum(1 for _ in like)
    return number if won else -number


def _rating(standings: Iterable[Standing]) -> Rating | None:
    known = [standing.rating for standing in standings if standing.rating is not None]
    return known[-1] if known else None
