"""The same views in words, for alt text and for who can't see the pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.majority.topics import each_total, of_player, totals
from engine.majority.view import MajorityView, PlayView
from engine.text import Seat, Text, alike, text
from images import viewed
from images.viewed import outcome
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
    yield from viewed.waiting_said(view, words)
    yield from _laid(view, words)
    yield _gold(view, words)
    yield from _parties(view, words)
    if view.just_debated():
        yield from _debate(view, words, len(view.debates) - 1)
        return
    if view.resolved() is not None:
        yield from _last_turn(view, words)
    for colour in view.colours:
        yield words(totals(view, colour))


def hand_alt(view: MajorityView, words: Words) -> Iterator[str]:
    """The viewer's cards, what is to be chosen first."""
    yield words(text("picture.sentence", words=view.headline))
    yield from _own(view, words)
    yield from _laid(view, words)
    yield _gold(view, words)
    yield from _parties(view, words)
    for colour in view.colours:
        yield words(totals(view, colour))


def result_alt(view: MajorityView, words: Words) -> Iterator[str]:
    """Who has won, then everyone's gold, and the debates, the last one first."""
    yield from _ended(view, words)
    for index in reversed(range(len(view.debates))):
        yield from _debate(view, words, index)


def _ended(view: MajorityView, words: Words) -> Iterator[str]:
    yield words(text("picture.sentence", words=won(view)))
    yield _gold(view, words)
    yield from _parties(view, words)


def describe(view: MajorityView, words: Words) -> tuple[str, ...]:
    """Everything in the view as paragraphs of plain text."""
    paragraphs = [" ".join((*_situation(view, words), *viewed.roles_said(words, view.seats)))]
    if view.viewer is not None:
        paragraphs.append(" ".join(_own(view, words)))
    paragraphs.append(" ".join(_laid(view, words)))
    paragraphs.append(" ".join(_last_turn(view, words)))
    paragraphs += [" ".join(map(words, of_player(view, seat))) for seat in range(view.seats)]
    if view.outcome is None:  # else the last debate has them
        paragraphs.append(" ".join(words(totals(view, colour)) for colour in view.colours))
    paragraphs += [" ".join(_debate(view, words, index)) for index in range(len(view.debates))]
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def gist(view: MajorityView, words: Words) -> tuple[str, ...]:
    """What is needed to choose, in lines: one's cards and what lies on the table first."""
    if view.outcome is not None:
        debates = (" ".join(_debate(view, words, at)) for at in reversed(range(len(view.debates))))
        return (*_ended(view, words), *debates)
    lines = [
        *_cards_held(view, words),
        *_laid(view, words),
        *_totals(view, words),
        _gold(view, words) if any(player.gold for player in view.players) else "",
        words(text("majority.picture.say.spy", player=Seat(view.spy))),
        *_parties(view, words),
        *_exchanged(view, words),
        *viewed.others_waited_for(view, words),
    ]
    return viewed.in_lines(lines, view, words)


def _totals(view: MajorityView, words: Words) -> Iterator[str]:
    """The colours in which anything was laid."""
    laid = [one for one in view.colours if any(player.totals[one] for player in view.players)]
    if laid:
        yield words(text("majority.picture.say.colours"))
    for one in laid:
        name = text(f"majority.colour.{one}")
        yield words(text("majority.picture.say.colour", colour=name, players=each_total(view, one)))


def _situation(view: MajorityView, words: Words) -> Iterator[str]:
    yield words(text("picture.sentence", words=view.headline))
    if view.outcome is not None:
        yield words(text("picture.sentence", words=won(view)))
    if view.phase == "draft":
        yield words(text("picture.sentence", words=viewed.travel(view, view.seats)))
    yield from _parties(view, words)
    yield words(text("majority.picture.say.spy", player=Seat(view.spy)))
    yield from viewed.waiting_said(view, words)
    yield _gold(view, words)
    if view.deck:
        yield words(text("majority.picture.say.deck", n=view.deck))
    if view.discarded:
        yield words(text("majority.picture.say.discarded", cards=_cards(view.discarded)))


def _parties(view: MajorityView, words: Words) -> Iterator[str]:
    for index, party in enumerate(view.parties):
        name = text(f"majority.picture.party.{index}")
        partners, gold = tuple(map(Seat, party)), view.wealth(party[0])
        key = "party_with_gold" if gold else "party"
        yield words(text(f"majority.picture.say.{key}", party=name, players=partners, n=gold))


def _gold(view: MajorityView, words: Words) -> str:
    """Everyone's gold."""
    order = sorted(range(view.seats), key=lambda seat: -view.players[seat].gold)
    each = tuple(
        text("majority.picture.say.purse", player=Seat(seat), gold=view.players[seat].gold)
        for seat in order
    )
    return words(text("majority.picture.say.gold", players=each))


def _own(view: MajorityView, words: Words) -> Iterator[str]:
    """The viewer's question, pack and hand."""
    yield from viewed.asked_said(view, words)
    yield from _held(view, words)


def _held(view: MajorityView, words: Words) -> Iterator[str]:
    yield from _cards_held(view, words)
    yield from _exchanged(view, words)


def _cards_held(view: MajorityView, words: Words) -> Iterator[str]:
    for key, cards in (("pack", view.pack), ("hand", view.hand)):
        if cards:
            lines = alike(
                card(one.id)
                if (does := view.does(one)) is None
                else text("majority.picture.say.card", card=card(one.id), effect=does)
                for one in cards
            )
            yield words(text(f"majority.picture.say.{key}", cards=lines))


def _exchanged(view: MajorityView, words: Words) -> Iterator[str]:
    given, received = (one and card(one) for one in (view.given, view.received))
    if given and received:
        yield words(text("majority.picture.say.exchanged", given=given, received=received))
    elif given:
        yield words(text("majority.picture.say.given", card=given))


def _laid(view: MajorityView, words: Words) -> Iterator[str]:
    """The open play in its order: the cards that lie, then who has to play."""
    laid = [(seat, view.players[seat].laid) for seat in view.open_order]
    if lying := tuple(
        text("majority.played", seat=Seat(seat), card=card(one.id)) for seat, one in laid if one
    ):
        yield words(text("majority.picture.say.open", cards=lying))
    if left := tuple(Seat(seat) for seat, one in laid if one is None):
        yield words(text("majority.picture.say.to_play", players=left))


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


def _debate(view: MajorityView, words: Words, index: int) -> Iterator[str]:
    """What one debate paid."""
    yield words(text("majority.event.debate", round=index + 1))
    yield from map(words, view.tally(index + 1))


def _cards(names: Sequence[str]) -> tuple[Text, ...]:
    return tuple(map(card, names))
