"""What a player may ask about: own cards, the tiles in play, the plantation, the icons."""

from __future__ import annotations

from typing import Final

from engine.london.view import Icon, LondonView, SideView, TileView
from engine.london.vocabulary import Colour
from engine.text import Text, text
from engine.values import Topic

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
    """The nearest first: own hand, own mayor's cards, the town, terms, then all other cards."""
    printed = view.printed
    hand = list(dict.fromkeys(view.hand))
    others = [code for code in printed.cards if code not in hand]
    mayors = list(dict.fromkeys((*view.looked, *view.mayors)))
    found = [
        *(_card(view, code) for code in hand),
        *(_mayor(view, mayor) for mayor in mayors),
        *(_tile(view, tile) for tile in sorted(view.tiles, key=lambda one: _far(view, one))),
        _plantation(printed.sides[view.side]),
        *(_subject(subject) for subject in SUBJECTS),
        *(_card(view, code) for code in others),
    ]
    return tuple(found[:MOST])


def _card(view: LondonView, code: int) -> Topic:
    card = view.printed.cards[code]
    body = (_shown(card.colours, "colours"), card.text)
    return Topic(f"card:{code}", card.name, body)


def _mayor(view: LondonView, mayor: str) -> Topic:
    card = view.printed.mayors[mayor]
    return Topic(f"mayor:{mayor}", card.name, (card.text,))


def _far(view: LondonView, tile: TileView) -> int:
    """The tiles that can be chosen come first."""
    return tile.cell not in view.numbered


def _tile(view: LondonView, tile: TileView) -> Topic:
    face = view.printed.tiles[tile.id]
    body = [_shown(face.colours, "tile", threshold=face.threshold)]
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
    title = text("london.place.tile", tile=face.name, cell=tile.cell)
    if tile.cell in view.numbered:
        number = view.numbered.index(tile.cell) + 1
        title = text("london.pick.numbered", number=number, place=title)
    return Topic(f"{kind}:{tile.id}", title, tuple(body))


def _shown(colours: tuple[Colour, ...], kind: str, **args: int) -> Text:
    names = tuple(text(f"london.colour.{colour}") for colour in colours)
    return text(f"london.topic.{kind}", colours=names, n=len(names), **args)


def _plantation(side: SideView) -> Topic:
    body = (
        text("london.topic.left", reward=_reward(side.left), n=side.left_return),
        text("london.topic.right", reward=_reward(side.right), n=side.right_return),
    )
    return Topic("plantation", text("london.place.plantation", side=side.name), body)


def _subject(subject: str) -> Topic:
    title, rule = text(f"london.topic.{subject}"), text(f"london.topic.{subject}.rule")
    return Topic(subject, title, (rule,))


def _reward(icons: tuple[Icon, ...]) -> Text:
    """The parts of a reward in a row."""
    words = icons[-1].text if icons else text("london.step.nothing")
    for icon in reversed(icons[:-1]):
        words = text("london.step.then", first=icon.text, rest=words)
    return words
