"""What a player may ask about: own cards, the players, the tiles in play, plantation, icons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from engine.london.components import load
from engine.london.components.vocabulary import Colour
from engine.london.table.counts import GREAT
from engine.london.telling.words import worth_here
from engine.london.view import Icon, LondonView, SideView, TileView
from engine.parts.values import Topic
from engine.text import Seat, Text, text

MOST: Final = 100
SUBJECTS: Final = (
    "liveryman",
    "master",
    "threshold",
    "beadle",
    "neutral",
    "marker",
    "recruit",
    "move",
    "plantation_step",
    "order",
    "edge",
    "group",
    "row",
)
"""Icons and terms that stand on tiles and cards."""


def topics(view: LondonView) -> tuple[Topic, ...]:
    """The nearest first: own hand, own mayor's cards, the players, what can be chosen, the rest of
    the town, terms, then all other cards."""
    printed = view.printed
    hand = list(dict.fromkeys(view.hand))
    others = [code for code in printed.cards if code not in hand]
    mayors = list(dict.fromkeys((*view.looked, *view.mayors)))
    near = [tile for tile in view.tiles if tile.cell in view.choosable]
    near.sort(key=lambda tile: view.choosable.index(tile.cell))
    found = [
        *_of("own", (_card(view, code) for code in hand)),
        *_of("own", (_mayor(view, mayor) for mayor in mayors)),
        *_of("players", (_player(view, seat) for seat in range(view.seats))),
        *_of("tiles", (_tile(view, tile) for tile in near)),
        *_of("tiles", (_tile(view, tile) for tile in view.tiles if tile not in near)),
        *_of("terms", [_plantation(view, printed.sides[view.side])]),
        *_of("terms", (_subject(view, subject) for subject in SUBJECTS)),
        *_of("others", (_card(view, code) for code in others)),
    ]
    return tuple(found[:MOST])


def _of(kind: str, found: Iterable[Topic]) -> Iterator[Topic]:
    return (replace(topic, kind=text(f"london.topic.of.{kind}")) for topic in found)


def colours_shown() -> dict[str, tuple[Colour, ...]]:
    """The colours that action cards and guilds show, by the `card` of their options."""
    box = load()
    shown = {f"card:{card.code}": card.colours for card in box.cards}
    return shown | {f"guild:{guild.id}": guild.colours for guild in box.guilds}


def _card(view: LondonView, code: int) -> Topic:
    card = view.printed.cards[code]
    body = (_shown(card.colours, "colours"), card.text)
    return Topic(f"card:{code}", card.name, body)


def _mayor(view: LondonView, mayor: str) -> Topic:
    card, faces = view.printed.mayors[mayor], view.printed.tiles
    said = card.text
    if card.great:
        great = [tile.cell for tile in view.tiles if (faces[tile.id].number or GREAT + 1) <= GREAT]
        said = worth_here(said, great)
    return Topic(f"mayor:{mayor}", card.name, (said,))


def of_player(view: LondonView, seat: int) -> Iterator[Text]:
    """What everybody can see of a player."""
    player = view.players[seat]
    yield text("london.picture.say.has", player=Seat(seat), points=player.score)
    yield pawns_and_masters(view, seat)
    yield text("london.picture.say.cards", n=player.hand, mayors=player.mayors)


def pawns_and_masters(view: LondonView, seat: int, said: str = "pawns") -> Text:
    """Where a player's liverymen are, but for tiles, and how many masters and neutrals there are;
    `said`: "own" to the player."""
    player = view.players[seat]
    return text(
        f"london.picture.say.{said}",
        guildhall=player.guildhall,
        supply=player.supply,
        plantation=player.plantation,
        masters=player.masters,
        neutrals=player.neutrals,
    )


def state(view: LondonView, tile: TileView) -> Text:
    """Who controls a tile, or who stands there and how many it takes."""
    if tile.resolved:
        if tile.master is None:
            return text("london.picture.say.state.bare")
        return text("london.picture.say.state.master", player=Seat(tile.master))
    threshold, count = view.printed.tiles[tile.id].threshold, sum(tile.pawns) + tile.beadle
    players = pawns(tile.pawns)
    if not players:
        return text("london.picture.say.state.empty", count=count, threshold=threshold)
    return text("london.picture.say.state.open", count=count, threshold=threshold, players=players)


def pawns(numbers: Iterable[int]) -> tuple[Text, ...]:
    """The players who have pawns somewhere, with how many."""
    return tuple(
        text("london.picture.say.pawns_of", player=Seat(seat), count=number)
        for seat, number in enumerate(numbers)
        if number
    )


def _player(view: LondonView, seat: int) -> Topic:
    kept = [
        text("london.pick.copies", card=view.printed.markers[marker].text, n=number)
        for marker, number in Counter(view.players[seat].markers).items()
    ]
    present = [
        text("london.topic.pawns_at", place=_place(view, tile), count=tile.pawns[seat])
        for tile in view.tiles
        if not tile.resolved and tile.pawns[seat]
    ]
    controlled = [_place(view, tile) for tile in view.tiles if tile.master == seat]
    body = (
        *of_player(view, seat),
        *_listed("kept", kept),
        *_listed("present", present),
        *_listed("controlled", controlled),
    )
    return Topic(f"player:{seat}", text("look.player", player=Seat(seat)), body)


def _listed(title: str, things: Sequence[Text]) -> Iterator[Text]:
    """A title with a line each below; nothing where there is none."""
    if things:
        yield text(f"london.topic.{title}")
    yield from (text("london.topic.line", thing=thing) for thing in things)


def _place(view: LondonView, tile: TileView) -> Text:
    return text("london.place.tile", tile=view.printed.tiles[tile.id].name, cell=tile.cell)


def _tile(view: LondonView, tile: TileView) -> Topic:
    face = view.printed.tiles[tile.id]
    body = [text("london.topic.standing", state=state(view, tile))]
    if tile.beadle:
        body.append(text("london.picture.say.beadle"))
    body.append(_shown(face.colours, "tile", threshold=face.threshold))
    if face.number is not None:
        body.append(text("london.topic.number", number=face.number))
    body.append(text("london.topic.first", reward=_reward(face.first)))
    if face.bonus:
        body.append(text("london.topic.bonus", reward=_reward(face.bonus)))
    if face.second:
        body.append(text("london.topic.second", reward=_reward(face.second)))
    if tile.marker is not None:
        marker = view.printed.markers[tile.marker]
        body.append(text("london.topic.on_it", reward=marker.text))
    if face.permanent is not None:
        body.append(face.permanent)
    kind = "building" if face.number is None else "guild"
    title = text("london.picture.place", cell=tile.cell, tile=face.name)
    return Topic(f"{kind}:{tile.id}", title, tuple(body))


def _shown(colours: tuple[Colour, ...], kind: str, **args: int) -> Text:
    names = tuple(text(f"london.colour.{colour}") for colour in colours)
    return text(f"london.topic.{kind}", colours=names, n=len(names), **args)


def _plantation(view: LondonView, side: SideView) -> Topic:
    body = [
        text("london.topic.left", reward=_reward(side.left), n=side.left_return),
        text("london.topic.right", reward=_reward(side.right), n=side.right_return),
    ]
    there = pawns(player.plantation for player in view.players)
    if there:
        body.append(text("london.picture.say.there", players=there))
    return Topic("plantation", text("london.place.plantation", side=side.name), tuple(body))


def _subject(view: LondonView, subject: str) -> Topic:
    body = [text(f"london.topic.{subject}.rule")]
    if subject == "beadle":
        faces = view.printed.tiles
        free = [tile for tile in view.tiles if not (tile.resolved or tile.beadle)]
        guilds = [(number, tile) for tile in free if (number := faces[tile.id].number) is not None]
        if guilds:  # no picture has their numbers
            _, first = min(guilds, key=lambda guild: guild[0])
            body.append(text("london.topic.beadle.next", place=_place(view, first)))
    return Topic(subject, text(f"london.topic.{subject}"), tuple(body))


def _reward(icons: tuple[Icon, ...]) -> Text:
    """The parts of a reward in a row."""
    words = icons[-1].text if icons else text("london.step.nothing")
    for icon in reversed(icons[:-1]):
        words = text("london.step.then", first=icon.text, rest=words)
    return words
