"""What a player of The Majority may ask about: the effects, token, debate, colours, players."""

from __future__ import annotations

from collections.abc import Iterator

from engine.majority.options import spy_acts
from engine.majority.view import MajorityView
from engine.parts.values import Topic
from engine.text import Seat, Text, text

_SUBJECTS = ("bribe", "assassination", "spy", "betrayal", "token", "debate")


def topics(view: MajorityView) -> tuple[Topic, ...]:
    """Colours, players, the effects in the order in which they are applied, then the rest."""
    colours = (
        Topic(colour, text(f"majority.colour.{colour}"), (totals(view, colour),))
        for colour in view.colours
    )
    players = (
        Topic(f"player:{seat}", text("look.player", player=Seat(seat)), _asked(view, seat))
        for seat in range(view.seats)
    )
    return (*colours, *players, *_terms(view))


def of_player(view: MajorityView, seat: int) -> Iterator[Text]:
    """What everybody can see of a player, but for gold and token."""
    player = view.players[seat]
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
        yield text("majority.picture.say.won", player=Seat(seat), columns=columns)
    else:
        yield text("majority.picture.say.nothing_won", player=Seat(seat))
    if player.hand:
        yield text("majority.picture.say.in_hand", n=player.hand)
    if player.pack:
        yield text("majority.picture.say.in_pack", n=player.pack)


def _asked(view: MajorityView, seat: int) -> tuple[Text, ...]:
    gold = text("majority.topic.gold", player=Seat(seat), n=view.players[seat].gold)
    token = (text("majority.picture.say.spy", player=Seat(seat)),) if view.spy == seat else ()
    return (gold, *token, *of_player(view, seat))


def totals(view: MajorityView, colour: str) -> Text:
    """One colour: totals, places, what the debate would pay now."""
    name = text(f"majority.colour.{colour}")
    return text(
        "majority.picture.say.totals", colour=name, players=each_total(view, colour, "earning")
    )


def each_total(view: MajorityView, colour: str, paid_as: str = "plus") -> tuple[Text, ...]:
    """Everybody's total in a colour and what it would pay now, the highest first."""
    paid = view.payable()[colour]
    order = sorted(range(view.seats), key=lambda seat: -view.players[seat].totals[colour])
    return tuple(
        text(
            f"majority.picture.say.{paid_as if paid[seat] else 'total'}",
            player=Seat(seat),
            total=view.players[seat].totals[colour],
            gold=paid[seat],
        )
        for seat in order
    )


def _terms(view: MajorityView) -> tuple[Topic, ...]:
    return tuple(
        Topic(subject, text(f"majority.topic.{subject}"), tuple(_ruled(view, subject)))
        for subject in _SUBJECTS
    )


def _ruled(view: MajorityView, subject: str) -> Iterator[Text]:
    yield text(f"majority.topic.{subject}.rule", spy=spy_acts(view.options))
    if subject == "betrayal" and view.viewer is not None:
        yield text("majority.topic.betrayal.own", to=view.before)
