"""What a player of Guildes may ask about: the event, the tricks, the guilds."""

from __future__ import annotations

from engine.guildes.view import GuildesView, GuildRow
from engine.text import Text, text
from engine.values import Topic


def topics(view: GuildesView) -> tuple[Topic, ...]:
    """The event of the ballot and the tricks if they are played with, then every guild."""
    found: list[Topic] = []
    if view.options.events:
        found.append(_ruled("event_card", view.event))
    tricks = {player.trick for player in view.players if player.trick is not None}
    found += [_ruled("trick", trick) for trick in sorted(tricks)]
    return (*found, *(_guild(row) for row in view.guilds))


def _ruled(kind: str, name: str) -> Topic:
    key = f"guildes.{kind}.{name}"
    return Topic(name, text(key), (text(f"{key}.rule"),))


def _guild(row: GuildRow) -> Topic:
    return Topic(
        row.guild,
        text(f"guildes.topic.guild.{row.guild}"),
        (text("guildes.topic.copies", n=row.copies), _worth(row)),
    )


def _worth(row: GuildRow) -> Text:
    if row.per_card:
        return text("guildes.topic.per_card", n=row.votes[0])
    return text("guildes.topic.votes", votes=", ".join(map(str, row.votes)))
