"""The same views in words, for alt text and for who can't see the pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from engine.london import topics
from engine.london.topics import pawns, state
from engine.london.view import CardView, LondonView, TileView
from engine.text import Argument, Seat, Text, text
from images import viewed
from images.london import count, facts
from images.london.facts import count as present
from images.london.facts import place, points_before, reward, won
from images.viewed import outcome
from images.words import Words


def board_alt(view: LondonView, words: Words) -> Iterator[str]:
    """The board, what matters most first."""
    yield words(text("picture.sentence", words=view.headline))
    yield from viewed.waiting_said(view, words)
    yield standing(view, words)
    yield from _votes(view, words)
    yield from _contested(view, words, view.tiles)
    masters = tuple(
        _say("masters_of", player=Seat(seat), n=player.masters)
        for seat, player in enumerate(view.players)
        if player.masters
    )
    if masters:
        yield words(_say("masters", players=masters))


def closer_alt(view: LondonView, words: Words, tile: TileView, part: facts.Part) -> Iterator[str]:
    """The tile in the middle in full, then its neighbours."""
    yield from of_tile(view, words, tile)
    for other in facts.within(view, part):
        if other != tile:
            yield words(_say("beside", place=place(view, other), state=state(view, other)))


def hand_alt(view: LondonView, words: Words) -> Iterator[str]:
    """The viewer's cards, what is to be chosen first."""
    yield from own(view, words)
    if view.on_turn == view.viewer:
        yield from this_turn(view, words)


def result_alt(view: LondonView, words: Words) -> Iterator[str]:
    """Who has won, then everyone's points."""
    yield words(text("picture.sentence", words=won(view)))
    for seat in _ranking(view):
        points, came = view.players[seat].score, _sources(view, seat)
        yield words(_say("scored", player=Seat(seat), points=points, sources=came))
    yield from _way(view, words)


def describe(view: LondonView, words: Words) -> tuple[str, ...]:
    """Everything in the view as paragraphs of text; of a game that is over, what it came to."""
    if view.outcome is not None:
        return _paragraphs(_what_it_came_to(view, words))
    paragraphs: list[Iterable[str]] = [_situation(view, words)]
    if view.viewer is not None:
        paragraphs.append(own(view, words))
    paragraphs += [this_turn(view, words), [words(line) for line in view.story]]
    paragraphs.append(_votes(view, words))
    paragraphs += [of_player(view, words, seat) for seat in range(view.seats)]
    paragraphs.append(of_plantation(view, words))
    paragraphs += [of_tile(view, words, tile) for tile in view.tiles if not tile.resolved]
    paragraphs += [of_tile(view, words, tile) for tile in view.tiles if tile.resolved]
    paragraphs += [_growth(view, words), _reserve(view, words)]
    return _paragraphs(paragraphs)


def _what_it_came_to(view: LondonView, words: Words) -> Iterator[Iterable[str]]:
    """Places and where points came from, then the town; one's own hand last."""
    yield [words(text("picture.sentence", words=won(view)))]
    yield from (of_player(view, words, seat) for seat in _ranking(view))
    yield _way(view, words)
    yield _votes(view, words)
    yield from (of_tile(view, words, tile) for tile in view.tiles if tile.resolved)
    if view.viewer is not None:
        yield own(view, words)


def _paragraphs(made: Iterable[Iterable[str]]) -> tuple[str, ...]:
    said = (" ".join(line for line in paragraph if line) for paragraph in made)
    return tuple(paragraph for paragraph in said if paragraph)


def _say(key: str, /, **args: Argument) -> Text:
    return text(f"london.picture.say.{key}", **args)


def standing(view: LondonView, words: Words) -> str:
    """Everyone's points, in the live order."""
    players = tuple(
        _say("points", player=Seat(seat), n=view.players[seat].score) for seat in view.live
    )
    return words(_say("standing", players=players))


def _situation(view: LondonView, words: Words) -> Iterator[str]:
    yield words(text("picture.sentence", words=view.headline))
    yield from viewed.waiting_said(view, words)
    yield words(_say("order", players=tuple(map(Seat, view.order))))
    yield standing(view, words)
    yield words(_say("rounds", rounds=view.rounds, grey=_numbers(view.grey_rounds)))
    if len(view.activation_rounds) < view.rounds:
        yield words(_say("activations", rounds=_numbers(view.activation_rounds)))


def _numbers(numbers: Iterable[int]) -> str:
    return ", ".join(map(str, numbers))


def own(view: LondonView, words: Words) -> Iterator[str]:
    """The viewer's question and cards."""
    yield viewed.sentence(words, view.headline if view.prompt is None else view.prompt.ask)
    if view.choosable:
        tiles = {tile.cell: tile for tile in view.tiles}
        listed = tuple(place(view, tiles[cell]) for cell in view.choosable)
        yield words(_say("choosable", tiles=listed))
    yield from held(view, words)


def held(view: LondonView, words: Words) -> Iterator[str]:
    """The viewer's cards."""
    if view.viewer is None:
        return
    if view.looked:
        yield words(_say("looked", cards=_mayors(view, view.looked)))
    yield from cards(view, words)
    if view.mayors:
        yield words(_say("mayors", cards=_mayors(view, view.mayors)))
    yield words(_say("hand_limit", n=len(view.hand), limit=view.hand_limit))


def cards(view: LondonView, words: Words) -> Iterator[str]:
    """What the viewer's action cards do."""
    for card, number in _hand(view):
        said = _say(
            "card", n=number, card=card.name, colours=_colours(card.colours), effect=card.text
        )
        yield words(said)


def names(view: LondonView, words: Words) -> Iterator[str]:
    """The viewer's action cards by name and colours."""
    if view.hand:
        said = tuple(
            _say("named", n=number, card=card.name, colours=_colours(card.colours))
            for card, number in _hand(view)
        )
        yield words(_say("names", n=len(view.hand), limit=view.hand_limit, cards=said))


def _hand(view: LondonView) -> Iterator[tuple[CardView, int]]:
    """The viewer's action cards, each once with how many there are."""
    return ((view.printed.cards[code], number) for code, number in Counter(view.hand).items())


def mayors(view: LondonView, words: Words) -> Iterator[str]:
    """The viewer's mayor's cards with what they are worth, where no question says that."""
    asked = () if view.prompt is None else view.prompt.options
    said = {option.card for option in asked if option.detail is not None}
    for key, held in (("looked", view.looked), ("mayors", view.mayors)):
        left = [one for one in held if f"mayor:{one}" not in said]
        if left:
            yield words(_say(key, cards=_mayors(view, left)))


def own_pawns(view: LondonView, words: Words) -> Iterator[str]:
    """What the viewer has beside cards."""
    if view.viewer is not None:
        yield words(topics.pawns_and_masters(view, view.viewer, "own"))


def _colours(colours: Iterable[str]) -> tuple[Text, ...]:
    return tuple(text(f"london.colour.{colour}") for colour in colours)


def _mayors(view: LondonView, cards: Iterable[str]) -> tuple[Text, ...]:
    printed = view.printed.mayors
    return tuple(_say("mayor", card=printed[card].name, worth=printed[card].text) for card in cards)


def this_turn(view: LondonView, words: Words) -> Iterator[str]:
    """What was played and paid in this turn, and what its end draws."""
    if view.on_turn is None:
        return
    cards = view.printed.cards
    if view.played:
        played = tuple(_say(f"played.{p.way}", card=cards[p.code].name) for p in view.played)
        yield words(_say("played", player=Seat(view.on_turn), cards=played))
    if view.spent:
        spent = tuple(cards[code].name for code in view.spent)
        yield words(_say("spent", cards=spent))
    if view.to_draw:
        yield words(_say("to_draw", n=view.to_draw))


def of_player(view: LondonView, words: Words, seat: int) -> Iterator[str]:
    """A player, as everybody sees them."""
    role = words.role(seat)
    if role:
        yield words(text("picture.say.role", player=Seat(seat), role=role))
    yield from map(words, topics.of_player(view, seat))
    kept = Counter(view.players[seat].markers)
    if kept:
        markers = tuple(
            text("london.pick.copies", card=_marker(view, one), n=number)
            for one, number in kept.items()
        )
        yield words(_say("markers", markers=markers))
    if view.outcome is not None:
        yield words(_say("scored_by", sources=_sources(view, seat)))


def _marker(view: LondonView, marker: str) -> Text:
    """A marker's reward within quotation marks: it may be two sentences."""
    return _say("marker", reward=view.printed.markers[marker].text)


def _sources(view: LondonView, seat: int) -> Text:
    """Where a player's points come from."""
    player = view.players[seat]
    revealed = tuple(
        _say("revealed", card=view.printed.mayors[card.card].name, points=card.points)
        for card in player.revealed
    )
    mayors = revealed or (_say("no_mayors"),)
    rewards = points_before(view, seat)
    return _say("sources", rewards=rewards, mayors=mayors, pairs=player.pairs)


def _votes(view: LondonView, words: Words) -> Iterator[str]:
    """How the votes that are news came about."""
    found = count.shown(view)
    if found:
        said = text("london.picture.votes", round=found[0].round)
        yield words(text("picture.sentence", words=said))
    yield from (words(view.told(tally)) for tally in found)


def _way(view: LondonView, words: Words) -> Iterator[str]:
    """Everybody's points by round and source."""
    for number in range(1, view.rounds + 1):
        each = tuple(
            _say(f"gained.{source}", player=Seat(seat), n=points)
            for seat in _ranking(view)
            for source, points in view.gained(number, seat).items()
            if points
        )
        if each:
            yield words(_say("gained", round=number, players=each))


def _ranking(view: LondonView) -> list[int]:
    return [seat for places in outcome(view).places for seat in places]


def of_plantation(view: LondonView, words: Words) -> Iterator[str]:
    """The plantation's rewards, and who is there."""
    side = view.printed.sides[view.side]
    yield words(
        _say(
            "plantation",
            side=side.name,
            left=reward(side.left),
            left_return=side.left_return,
            right=reward(side.right),
            right_return=side.right_return,
        )
    )
    there = pawns(player.plantation for player in view.players)
    if there:
        yield words(_say("there", players=there))


def _contested(view: LondonView, words: Words, tiles: Iterable[TileView]) -> Iterator[str]:
    """Tiles with liverymen, the one being resolved first, then those nearest to a vote."""
    standing = [tile for tile in tiles if not tile.resolved and any(tile.pawns)]
    threshold = {tile.id: view.printed.tiles[tile.id].threshold for tile in standing}
    standing.sort(key=lambda tile: (not tile.active, threshold[tile.id] - present(tile)))
    for tile in standing:
        yield words(_say("beside", place=place(view, tile), state=state(view, tile)))


def of_tile(view: LondonView, words: Words, tile: TileView) -> Iterator[str]:
    """All about a tile."""
    printed = view.printed.tiles[tile.id]
    colours = _colours(printed.colours)
    where, there = place(view, tile), state(view, tile)
    if printed.number is None:
        yield words(_say("building", place=where, colours=colours, state=there))
    else:
        number = printed.number
        yield words(_say("guild", place=where, number=number, colours=colours, state=there))
    if tile.active:
        yield words(_say("active"))
    if tile.resolved:
        yield words(_say("threshold", threshold=printed.threshold))
    else:
        yield words(_say("first", reward=reward((*printed.first, *printed.bonus))))
        yield from _second(view, words, tile)
    if printed.permanent is not None:
        yield words(printed.permanent)
    if tile.beadle:
        yield words(_say("beadle"))


def _second(view: LondonView, words: Words, tile: TileView) -> Iterator[str]:
    """What the second gets: the marker's reward, then the printed one."""
    printed = view.printed.tiles[tile.id].second
    if tile.marker is None:
        if printed:
            yield words(_say("second", reward=reward(printed)))
        return
    marker = view.printed.markers[tile.marker].text
    if printed:
        yield words(_say("second_with", marker=marker, reward=reward(printed)))
    else:
        yield words(_say("second_marker", marker=marker))


def _growth(view: LondonView, words: Words) -> Iterator[str]:
    growth = view.growth()
    if growth is not None:
        direction, cells = growth
        names = ", ".join(facts.name(view, cell) for cell in cells)
        yield words(_say(f"growth.{direction}", cells=names))


def _reserve(view: LondonView, words: Words) -> Iterator[str]:
    yield words(
        _say(
            "reserve",
            pool=view.pool,
            stack=view.stack,
            deck=view.deck,
            mayors=view.mayor_deck,
            markers=view.face_down_markers,
        )
    )
    if view.aside:
        yield words(_say("aside", n=view.aside))
    cards = view.printed.cards
    if view.discard:
        names = tuple(
            _say("copies", card=cards[code].name, count=number)
            for code, number in Counter(view.discard).items()
        )
        yield words(_say("discard", n=len(view.discard), cards=names))
    if view.boxed:
        markers = tuple(view.printed.markers[marker].text for marker in view.boxed)
        yield words(_say("boxed", markers=markers))
