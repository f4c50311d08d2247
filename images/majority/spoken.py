"""The same views in words, for alt text and for who can't see the pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.majority.view import MajorityView, PlayView
from engine.text import Seat, Text, text
from images import waiting
from images.viewed import outcome, viewer
from images.words import Words


def card(name: str) -> Text:
    """A card ("red:7") by its colour and power."""
    colour, _, power = name.partition(":")
    return text(f"majority.card.{colour}", power=int(power))


def by_token(view: MajorityView) -> bool:
    """Whether the spy token broke a tie for the first place."""
    ended = outcome(view)
    return ended.scores[ended.places[0][0]] == ended.scores[ended.places[1][0]]


def won(view: MajorityView) -> Text:
    """Who has won, with how much gold, and whether the token broke a tie."""
    ended = outcome(view)
    first = tuple(ended.places[0])
    key = "won_by_token" if by_token(view) else "won"
    gold = text("game.majority.score", n=ended.scores[first[0]])
    winners = tuple(map(Seat, first))
    return text(f"majority.picture.{key}", n=len(first), winners=winners, gold=gold)


def party_gold(view: MajorityView, seat: int) -> Text:
    """What the seat's party has."""
    party = text(f"majority.picture.party.{view.players[seat].party}")
    return text(
        "majority.picture.party_gold",
        party=party,
        gold=text("game.majority.score", n=view.wealth(seat)),
    )


def board_alt(view: MajorityView, words: Words) -> Iterator[str]:
    """The board, what matters most first."""
    yield words(text("picture.sentence", words=view.headline))
    yield from waiting.said(view, words)
    yield from _laid(view, words)
    yield _gold(view, words)
    if view.just_debated():
        yield from _debate(view, words, len(view.debates) - 1)
        return
    yield from _last_turn(view, words)
    for colour in view.colours:
        yield _totals(view, words, colour)


def hand_alt(view: MajorityView, words: Words) -> Iterator[str]:
    """The viewer's cards, what is to be chosen first."""
    yield words(text("picture.sentence", words=view.headline))
    yield from _own(view, words)
    yield from _laid(view, words)
    yield _gold(view, words)
    for colour in view.colours:
        yield _totals(view, words, colour)


def result_alt(view: MajorityView, words: Words) -> Iterator[str]:
    """Who has won, then everyone's gold."""
    yield words(text("picture.sentence", words=won(view)))
    yield _gold(view, words)
    for index in range(len(view.debates)):
        yield from _debate(view, words, index)


def describe(view: MajorityView, words: Words) -> tuple[str, ...]:
    """Everything in the view as paragraphs of plain text."""
    paragraphs = [" ".join(_situation(view, words))]
    if view.viewer is not None:
        paragraphs.append(" ".join(_own(view, words)))
    paragraphs.append(" ".join(_laid(view, words)))
    paragraphs.append(" ".join(_last_turn(view, words)))
    paragraphs += [" ".join(_player(view, words, seat)) for seat in range(view.seats)]
    paragraphs.append(" ".join(_totals(view, words, colour) for colour in view.colours))
    paragraphs += [" ".join(_debate(view, words, index)) for index in range(len(view.debates))]
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def _situation(view: MajorityView, words: Words) -> Iterator[str]:
    yield words(text("picture.sentence", words=view.headline))
    if view.outcome is not None:
        yield words(text("picture.sentence", words=won(view)))
    if view.phase == "draft":
        yield words(text("picture.sentence", words=text("majority.picture.travel")))
    for index, party in enumerate(view.parties):
        name = text(f"majority.picture.party.{index}")
        partners = tuple(map(Seat, party))
        yield words(text("majority.picture.say.party", party=name, players=partners))
    yield words(text("majority.picture.say.spy", player=Seat(view.spy)))
    yield from waiting.said(view, words)
    yield _gold(view, words)
    if view.deck:
        yield words(text("majority.picture.say.deck", n=view.deck))
    if view.discarded:
        yield words(text("majority.picture.say.discarded", cards=_cards(view.discarded)))


def _gold(view: MajorityView, words: Words) -> str:
    """Everyone's gold, and each party's."""
    order = sorted(range(view.seats), key=lambda seat: -view.players[seat].gold)
    each = tuple(
        text("majority.picture.say.purse", player=Seat(seat), gold=view.players[seat].gold)
        for seat in order
    )
    said = words(text("majority.picture.say.gold", players=each))
    if not view.parties:
        return said
    sums = tuple(party_gold(view, seats[0]) for seats in view.parties)
    return f"{said} {words(text('majority.picture.say.parties', parties=sums))}"


def _own(view: MajorityView, words: Words) -> Iterator[str]:
    """The viewer's question, pack and hand."""
    if view.prompt is not None:
        yield words(view.prompt.ask)
        chosen = [o.text for o in view.prompt.options if o.id in (view.prompt.answered or ())]
        if chosen:
            yield words(text("picture.say.answered", picks=tuple(chosen)))
    viewer(view)
    for key, cards in (("pack", view.pack), ("hand", view.hand)):
        if cards:
            lines = tuple(
                card(one.id)
                if one.effect is None
                else text("majority.picture.say.card", card=card(one.id), effect=one.effect)
                for one in cards
            )
            yield words(text(f"majority.picture.say.{key}", cards=lines))
    for key, exchanged in (("given", view.given), ("received", view.received)):
        if exchanged is not None:
            yield words(text(f"majority.picture.say.{key}", card=card(exchanged)))


def _laid(view: MajorityView, words: Words) -> Iterator[str]:
    """The open play: its order, then the cards that lie."""
    if not view.open_order:
        return
    order = tuple(map(Seat, view.open_order))
    yield words(text("majority.picture.say.open", players=order))
    for seat in view.open_order:
        one = view.players[seat].laid
        if one is not None:
            yield words(text("majority.event.laid", seat=Seat(seat), card=card(one.id)))


def _last_turn(view: MajorityView, words: Words) -> Iterator[str]:
    if view.last_turn is None:
        return
    plays = tuple(_play(play) for play in view.last_turn.plays)
    yield words(text("majority.picture.say.turn", cards=plays))
    if view.last_turn.spy_before != view.spy:
        before = Seat(view.last_turn.spy_before)
        yield words(text("majority.picture.say.spy_before", player=before))


def _play(play: PlayView) -> Text:
    said = text("majority.played", seat=Seat(play.seat), card=card(play.card.id))
    if play.effect_note is None:
        return text("majority.picture.say.played", card=said, fate=play.note)
    return text("majority.picture.say.acted", card=said, fate=play.note, effect=play.effect_note)


def _player(view: MajorityView, words: Words, seat: int) -> Iterator[str]:
    player = view.players[seat]
    role = words.role(seat)
    if role:
        yield words(text("picture.say.role", player=Seat(seat), role=role))
    columns = tuple(
        text(
            "majority.picture.say.column",
            colour=text(f"majority.colour.{colour}"),
            powers=", ".join(map(str, powers)),
        )
        for colour, powers in player.won.items()
        if powers
    )
    if columns:
        yield words(text("majority.picture.say.won", player=Seat(seat), columns=columns))
    else:
        yield words(text("majority.picture.say.nothing_won", player=Seat(seat)))
    if player.hand:
        yield words(text("majority.picture.say.in_hand", n=player.hand))
    if player.pack:
        yield words(text("majority.picture.say.in_pack", n=player.pack))


def _totals(view: MajorityView, words: Words, colour: str) -> str:
    """One colour: totals, places, what the debate would pay now."""
    paid = view.payable()[colour]
    order = sorted(range(view.seats), key=lambda seat: -view.players[seat].totals[colour])
    each = tuple(
        text(
            "majority.picture.say.earning" if paid[seat] else "majority.picture.say.total",
            player=Seat(seat),
            total=view.players[seat].totals[colour],
            gold=paid[seat],
        )
        for seat in order
    )
    name = text(f"majority.colour.{colour}")
    return words(text("majority.picture.say.totals", colour=name, players=each))


def _debate(view: MajorityView, words: Words, index: int) -> Iterator[str]:
    """What one debate paid."""
    yield words(text("majority.event.debate", round=index + 1))
    yield from map(words, view.tally(index + 1))


def _cards(names: Sequence[str]) -> tuple[Text, ...]:
    return tuple(map(card, names))
