"""What a player of La Cité corrompue may ask about: what factions bring, and the players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from engine.corrompue.view import CorrompueView
from engine.parts.values import Topic
from engine.text import Seat, Text, text

_FACTIONS = ("noblesse", "paysan", "milice", "culte")


def topics(view: CorrompueView) -> tuple[Topic, ...]:
    """The three factions that are counted, the Culte, the players."""
    factions = (
        Topic(faction, text(f"corrompue.topic.faction.{faction}"), tuple(_faction(view, faction)))
        for faction in _FACTIONS
    )
    players = (
        Topic(f"player:{seat}", text("look.player", player=Seat(seat)), _asked(view, seat))
        for seat in range(view.seats)
    )
    return (*factions, *players)


def of_player(view: CorrompueView, seat: int) -> Iterator[Text]:
    """What everybody can see of a player, but for tokens."""
    player = view.players[seat]
    yield cards_won(view, seat)
    if player.cards:
        yield text("corrompue.picture.say.cards", cards=tuple(map(card, player.cards)))
    for key, number in (
        ("in_hand", player.hand),
        ("handed", player.handed),
        ("discards", player.discarded),
        ("culte_played", player.culte_played),
    ):
        if number:
            yield text(f"corrompue.picture.say.{key}", n=number)
    if player.void:
        void = tuple(text(f"corrompue.faction.{faction}") for faction in player.void)
        yield text("corrompue.picture.say.void", factions=void)


def cards_won(view: CorrompueView, seat: int) -> Text:
    """How many cards a player has won in this event, by faction."""
    won = _numbers(view.players[seat].won)
    if not won:
        return text("corrompue.picture.say.nothing_won", player=Seat(seat))
    return text("corrompue.picture.say.won", player=Seat(seat), factions=won)


def card(name: str) -> Text:
    """A card ("noblesse:10") by its faction and value."""
    faction, _, value = name.partition(":")
    return text(f"corrompue.card.{faction}", value=int(value))


def _faction(view: CorrompueView, faction: str) -> Iterator[Text]:
    yield text(f"corrompue.topic.{faction}")
    won = tuple(
        text("corrompue.won", seat=Seat(seat), cards=number)
        for seat, player in enumerate(view.players)
        if (number := player.won.get(faction, 0))
    )
    if won:
        yield text("corrompue.topic.won", each=won)


def _asked(view: CorrompueView, seat: int) -> tuple[Text, ...]:
    player = view.players[seat]
    tokens = {"noblesse": player.noblesse, "paysan": player.paysan}
    held = text("corrompue.topic.tokens", player=Seat(seat), **tokens)
    if view.milice != seat:
        return (held, *of_player(view, seat))
    state = "spent" if view.milice_spent else "held"
    milice = text(f"corrompue.picture.say.milice.{state}", player=Seat(seat))
    return (held, milice, *of_player(view, seat))


def _numbers(numbers: Mapping[str, int]) -> tuple[Text, ...]:
    return tuple(
        text(
            "corrompue.picture.say.faction", faction=text(f"corrompue.faction.{faction}"), n=number
        )
        for faction, number in numbers.items()
        if number
    )
