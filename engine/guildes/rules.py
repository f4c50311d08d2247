"""The rules to read: in short, then what holds for this number of players."""

from __future__ import annotations

from engine.guildes.components import BOX, DEALINGS, IN_PLAY, NUMBER_OF
from engine.guildes.options import GuildesOptions
from engine.text import Text, text


def rules(seats: int, options: GuildesOptions) -> tuple[Text, ...]:
    """See `Game.rules`."""
    return text("game.guildes.rules"), _cards(seats), _ties(options)


def _cards(seats: int) -> Text:
    dealing = DEALINGS[seats]
    worth = tuple(
        text(
            "guildes.rules.guild",
            guild=text(f"guildes.topic.guild.{guild.id}"),
            votes="–".join(str(rank.value) for rank in guild.votes),
        )
        for guild in BOX.guilds
        if NUMBER_OF[guild.id] in IN_PLAY[seats] and not guild.per_card
    )
    dealt, laid = dealing.dealt, dealing.laid
    if not dealing.removed:
        return text("guildes.rules.cards", seats=seats, dealt=dealt, laid=laid, worth=worth)
    removed = tuple(
        text("guildes.picture.say.cards", guild=text(f"guildes.guild.{guild}"), count=number)
        for guild, number in dealing.removed.items()
    )
    key = "guildes.rules.cards_removed"
    return text(key, seats=seats, dealt=dealt, laid=laid, worth=worth, removed=removed)


def _ties(options: GuildesOptions) -> Text:
    return text(f"guildes.rules.{options.tie_break}", ties=text("guildes.rules.ties"))
