"""What long runs have found, a line of JSON a game: they stop and go on, and add up."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeAlias

from engine.bots import Player
from engine.saved import SavedEntry
from engine.tools.simulate import Setting, choices

Line: TypeAlias = dict[str, Any]
"""What one game has shown: its `seed`, by what code (`by`), and the rest."""
ENGINE: Final = Path(__file__).parents[1]
LEAN: Final = "lean.toml"
SHOWN: Final = ("reasons.py", "view", "telling", "film.py")
"""Of a game, what says things and decides nothing."""


def code(game: str, *reader: Path, lean: bool = True) -> str:
    """A digest of all that decides what a review finds; `lean`: also how chances are set right;
    `reader`: files that look at games in ways of their own."""
    digest = blake2b(digest_size=8)
    folders = [ENGINE / name for name in ("review", "bots", game)]
    found = [*ENGINE.glob("*.py"), *(path for one in folders for path in one.rglob("*"))]
    for path in sorted(found):
        shown = any(part in SHOWN for part in path.relative_to(ENGINE).parts)
        if path.suffix in (".py", ".toml") and not shown and (lean or path.name != LEAN):
            digest.update(path.read_bytes())
    for path in reader:
        digest.update(path.read_bytes())
    return digest.hexdigest()


class Kept:
    """A file of such lines; without a path nothing is kept but in memory.

    `by`: a digest of the code, a space, and how long hard computers think.
    """

    def __init__(self, path: Path | None, by: str) -> None:
        self._path, self._by = path, by
        self.lines: dict[int, Line] = {}
        self.left_out = 0

    def read(self, again: Callable[[int], Line]) -> None:
        """Take what was found before; what another code found only if this one finds the same
        of its first game and of its last, by `again`."""
        if self._path is None or not self._path.exists():
            return
        found: dict[str, list[Line]] = {}
        for line in map(json.loads, self._path.read_text("utf-8").splitlines()):
            found.setdefault(line["by"], []).append(line)
        for by, lines in found.items():
            alike = by.partition(" ")[2] == self._by.partition(" ")[2]
            if by == self._by or (
                alike
                and all(_plain(again(one["seed"]), by) == one for one in (lines[0], lines[-1]))
            ):
                self.lines |= {line["seed"]: line for line in lines}
            else:
                self.left_out += len(lines)

    def add(self, line: Line) -> None:
        """Keep one line more; several runs may write to the same file."""
        line = _plain(line, self._by)
        self.lines[line["seed"]] = line
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, separators=(",", ":")) + "\n")


def _plain(line: Line, by: str) -> Line:
    """As it is read again."""
    plain: Line = json.loads(json.dumps({**line, "by": by}))
    return plain


class Games:
    """Games among computers, each played once."""

    def __init__(self, path: Path | None, by: str, players: Mapping[str, Player]) -> None:
        self._path, self._by, self.players = path, by, players
        self._known: dict[tuple[object, ...], list[SavedEntry]] = {}
        if path is not None and path.exists():
            for line in map(json.loads, path.read_text("utf-8").splitlines()):
                if line["by"] == by:
                    key = line["seed"], *line["strengths"]
                    self._known[key] = [SavedEntry(seat=s, picks=tuple(p)) for s, p in line["log"]]

    def log(self, setting: Setting, strengths: Sequence[str], seed: int) -> list[SavedEntry]:
        """The log of a game among computers of these strengths."""
        key = seed, *strengths
        if key not in self._known:
            state = setting.game.setup(len(strengths), setting.options, seed)
            who = [self.players[strength] for strength in strengths]
            made = choices(setting.game, state, who, seed)
            log = [SavedEntry(seat=seat, picks=picks) for seat, picks in made]
            if self._path is None:
                return log
            self._known[key] = log
            line = {"seed": seed, "strengths": strengths, "by": self._by}
            line["log"] = [[entry.seat, entry.picks] for entry in log]
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line, separators=(",", ":")) + "\n")
        return self._known[key]
