"""CHANGELOG.md tells an operator what an upgrade is: of this version what is so."""

from __future__ import annotations

import re
from typing import NamedTuple

from bot import VERSION
from bot.store import schema
from bot.store.postgresql import server as postgresql
from bot.store.sqlite import database as sqlite
from engine import games
from tests.installing import ROOT

NUMBERS = re.compile(
    r"Schemas: SQLite (\d+), PostgreSQL (\d+)\. Rules: ([^.]+)\.(?: (May roll|May not roll)\.)?"
)


class Version(NamedTuple):
    number: str
    sqlite: int
    postgresql: int
    rules: dict[str, int]
    rolls: bool


def versions() -> list[Version]:
    """As they stand there, the newest first."""
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    found = []
    for section in text.split("\n## ")[1:]:
        number, _, rest = section.partition("\n")
        numbers = NUMBERS.search(rest)
        assert numbers is not None, number
        rules = {name: int(of) for name, of in (one.split() for one in numbers[3].split(", "))}
        rolls = numbers[4] == "May roll"
        found.append(Version(number, int(numbers[1]), int(numbers[2]), rules, rolls))
    return found


def test_the_newest_version_is_this_one_with_its_schemas_and_rules() -> None:
    newest = versions()[0]
    rules = {name: game.rules_version for name, game in games.items()}
    known = schema.newest(sqlite.MIGRATIONS), schema.newest(postgresql.MIGRATIONS)
    so = newest._replace(number=VERSION, sqlite=known[0], postgresql=known[1], rules=rules)
    assert newest == so, "CHANGELOG.md's newest section, and what is so"


def test_a_version_that_may_roll_can_be_gone_on_with_by_the_one_before() -> None:
    newest, before = versions()[:2]
    # Of releases with other rules the older ones pass on what comes to them.
    for folder, schema_before in (
        (sqlite.MIGRATIONS, before.sqlite),
        (postgresql.MIGRATIONS, before.postgresql),
    ):
        adds_only = schema.oldest(folder) <= schema_before
        assert newest.rolls == adds_only, f"{folder}: files beginning with {schema.GO_ON}"
