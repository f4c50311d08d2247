"""What processes go by, and which of two takes the place of the other on one database."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

import orjson


@dataclass(frozen=True, slots=True)
class Release:
    """Guildhall's version and, by game, `rules_version` and digest of the components."""

    guildhall: str = ""
    games: Mapping[str, tuple[int, str]] = field(default_factory=dict)

    def dump(self) -> str:
        """As it stands in the database."""
        return orjson.dumps([self.guildhall, self.games]).decode()

    @classmethod
    def load(cls, dump: str) -> Self:
        """From there."""
        guildhall, games = orjson.loads(dump)
        return cls(guildhall, {game: (rules, box) for game, (rules, box) in games.items()})

    def like(self, other: Release) -> bool:
        """Whether both play the same games by the same rules, so that they share all work."""
        return self.games == other.games

    def follows(self, other: Release) -> bool:
        """Whether this one takes the other's place: it is newer in some way, and in none older.

        Of two that aren't alike, and of which neither does, one can't read what the other has
        stored: they can't live side by side.
        """
        if self.like(other):
            return False
        both = self.games.keys() & other.games.keys()
        rules = [(self.games[game][0], other.games[game][0]) for game in both]
        ahead = len(self.games) > len(both) or any(mine > theirs for mine, theirs in rules)
        behind = len(other.games) > len(both) or any(mine < theirs for mine, theirs in rules)
        mine, theirs = _numbers(self.guildhall), _numbers(other.guildhall)
        return (ahead or mine > theirs) and not (behind or mine < theirs)

    def unlike(self, other: Release) -> list[str]:
        """The games that they play otherwise, in order."""
        names = self.games.keys() | other.games.keys()
        return sorted(name for name in names if self.games.get(name) != other.games.get(name))


def _numbers(version: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", version)]
