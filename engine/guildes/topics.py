"""What a player of Guildes may ask about: the event, the tricks, the guilds, the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.guildes.view import GuildesView, GuildRow, PlayerView
from engine.parts.values import Topic
from engine.text import Seat, Text, text


def topics(view: GuildesView) -> tuple[Topic, ...]:
    """Event and tricks if they are played with, then every guild and every player."""
    found: list[Topic] = []
    if view.options.events:
        card, rule = text(f"guildes.event_card.{view.event}"), view.event_rule
        found.append(Topic(view.event, card, (rule,)))
    tricks = {player.trick for player in view.players if player.trick is not None}
    found += map(_trick, sorted(tricks))
    found += [_guild(view, row) for row in view.guilds]
    return (*found, *(_player(view, seat) for seat in range(view.seats)))


def of_player(view: GuildesView, seat: int) -> Iterator[Text]:
    """What everybody can see of a player."""
    player = view.players[seat]
    yield tableau(player, seat)
    if player.marks:
        marks = tuple(
            text("guildes.picture.say.mark", guild=_name(guild), mark=signed(mark))
            for guild, mark in player.marks.items()
        )
        yield text("guildes.picture.say.marks", marks=marks)
    for kind, number in (
        ("face_down", player.face_down),
        ("in_hand", player.hand),
        ("in_pack", player.pack),
    ):
        if number:
            yield text(f"guildes.picture.say.{kind}", n=number)
    if player.trick is not None:
        trick = text(f"guildes.trick.{player.trick}")
        yield text(f"guildes.picture.say.trick.{player.trick_state}", trick=trick)
    yield from ballots(player, seat)


def tableau(player: PlayerView, seat: int) -> Text:
    """What a player has laid."""
    laid = cards(player.tableau)
    if not laid:
        return text("guildes.picture.say.nothing_laid", player=Seat(seat))
    return text("guildes.picture.say.tableau", player=Seat(seat), cards=laid)


def ballots(player: PlayerView, seat: int) -> Iterator[Text]:
    """A player's votes, by ballot."""
    votes = player.votes
    if votes:
        key = "guildes.picture.say.ballots" if len(votes) > 1 else "guildes.picture.say.ballot"
        sums = " + ".join(map(str, votes))
        yield text(key, player=Seat(seat), votes=sums, total=sum(votes))


def laid_by(view: GuildesView, row: GuildRow) -> tuple[Text, ...]:
    """Who has laid how many cards of a guild, and what a trick adds for this count ("2+1")."""
    return tuple(
        text("guildes.topic.laid_by", player=Seat(seat), count=f"{laid}{signed(mark)}")
        if (mark := player.marks.get(row.guild, 0))
        else text("guildes.topic.laid_by", player=Seat(seat), count=laid)
        for seat, player in enumerate(view.players)
        if (laid := player.tableau.get(row.guild, 0)) or row.guild in player.marks
    )


def cards(numbers: Mapping[str, int]) -> tuple[Text, ...]:
    """Guilds with their numbers of cards, or votes; none that has 0."""
    return tuple(
        text("guildes.picture.say.cards", guild=_name(guild), count=number)
        for guild, number in numbers.items()
        if number
    )


def signed(mark: int) -> str:
    """+1 or −1, with a real minus."""
    return f"{mark:+d}".replace("-", "\u2212")


def _player(view: GuildesView, seat: int) -> Topic:
    title = text("look.player", player=Seat(seat))
    return Topic(f"player:{seat}", title, tuple(of_player(view, seat)))


def _name(guild: str) -> Text:
    return text(f"guildes.guild.{guild}")


def _trick(trick: str) -> Topic:
    key = f"guildes.trick.{trick}"
    return Topic(trick, text(key), (text(f"{key}.rule"),))


def _guild(view: GuildesView, row: GuildRow) -> Topic:
    laid = laid_by(view, row)
    body = (
        text("guildes.topic.copies", n=row.copies),
        _worth(row),
        text("guildes.topic.laid", players=laid) if laid else text("guildes.topic.none_laid"),
    )
    return Topic(row.guild, text(f"guildes.topic.guild.{row.guild}"), body)


def _worth(row: GuildRow) -> Text:
    if row.per_card:
        return text("guildes.topic.per_card", n=row.votes[0])
    return text("guildes.topic.votes", votes=", ".join(map(str, row.votes)))
