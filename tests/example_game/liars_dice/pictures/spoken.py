"""The same views in words, for alt text and for who can't see the pictures."""

from __future__ import annotations

from collections.abc import Iterator

from engine.text import Seat, Text, text
from images import viewed
from images.viewed import outcome, viewer
from images.words import Words
from liars_dice.view import BidView, CallView, LiarsDiceView


def won(view: LiarsDiceView) -> Text:
    """Who has won."""
    (winner,) = outcome(view).places[0]
    return text("liars_dice.event.won", seat=Seat(winner))


def verdict(last: CallView, words: Words) -> str:
    """Who called whom, what was there, and who lost a die."""
    made = text(
        "liars_dice.event.calls",
        caller=Seat(last.caller),
        bidder=Seat(last.bidder),
        bid=_bid(last.bid),
    )
    found = text("liars_dice.event.counted", n=last.count)
    lost = text("liars_dice.picture.say.lost", seat=Seat(last.loser))
    return " ".join(map(words, (made, found, lost)))


def board_alt(view: LiarsDiceView, words: Words) -> Iterator[str]:
    """The board, what matters most first."""
    yield from _situation(view, words)
    yield from _cups(view, words)
    yield from _last_call(view, words)


def hand_alt(view: LiarsDiceView, words: Words) -> Iterator[str]:
    """The viewer's dice, and what is to be chosen."""
    yield from _own(view, words)
    yield from _situation(view, words)
    yield from _cups(view, words)


def result_alt(view: LiarsDiceView, words: Words) -> Iterator[str]:
    """Who has won, and how it ended."""
    yield words(won(view))
    for place, (seat,) in enumerate(outcome(view).places, 1):
        score = text("game.liars_dice.score", n=view.dice[seat])
        said = text("liars_dice.picture.say.place", place=place, seat=Seat(seat), score=score)
        yield words(said)
    yield from _last_call(view, words)


def describe(view: LiarsDiceView, words: Words) -> tuple[str, ...]:
    """Everything in the view as paragraphs of plain text."""
    paragraphs = [" ".join(_situation(view, words))]
    if view.outcome is not None:
        paragraphs = [words(won(view))]
    if view.viewer is not None:
        paragraphs.append(" ".join(_own(view, words)))
    paragraphs.append(" ".join(_cups(view, words)))
    paragraphs.append(" ".join(_last_call(view, words)))
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def _situation(view: LiarsDiceView, words: Words) -> Iterator[str]:
    yield words(text("picture.sentence", words=view.headline))
    if view.bidder is not None:
        yield words(text("liars_dice.picture.say.bidder", bidder=Seat(view.bidder)))
    if view.options.wild_ones:
        yield words(text("liars_dice.picture.say.wild_ones"))
    yield from viewed.waiting_said(view, words)


def _own(view: LiarsDiceView, words: Words) -> Iterator[str]:
    """The viewer's question and dice."""
    if view.prompt is not None:
        yield words(view.prompt.ask)
    if view.dice[viewer(view)]:
        yield words(text("liars_dice.picture.say.hand", dice=_dice(view.hand)))
    else:
        yield words(text("liars_dice.picture.say.out"))


def _cups(view: LiarsDiceView, words: Words) -> Iterator[str]:
    """How many dice everybody has."""
    for seat, number in enumerate(view.dice):
        yield words(text("liars_dice.picture.say.cup", seat=Seat(seat), n=number))


def _last_call(view: LiarsDiceView, words: Words) -> Iterator[str]:
    last = view.last_call
    if last is None:
        return
    yield verdict(last, words)
    for seat, hand in enumerate(last.hands):
        if hand:
            yield words(text("liars_dice.event.lifts", seat=Seat(seat), dice=_dice(hand)))


def _bid(bid: BidView) -> Text:
    return text(f"liars_dice.bid.{bid.face}", n=bid.number)


def _dice(hand: tuple[int, ...]) -> tuple[Text, ...]:
    return tuple(text(f"liars_dice.face.{face}") for face in hand)
