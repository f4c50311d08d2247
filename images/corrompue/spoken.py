"""The same views in words, for alt text and for who can't see the pictures."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.corrompue.topics import card, cards_won, of_player
from engine.corrompue.view import CorrompueView, PlayView
from engine.text import Seat, Text, text
from images import viewed
from images.viewed import outcome, viewer
from images.words import Words


def reasons(view: CorrompueView) -> tuple[Text, ...]:
    """Why cards of the viewer's hand can't be played now, each reason once."""
    found: dict[str, Text] = {}
    for one in view.hand:
        if one.blocked is not None:
            found.setdefault(one.blocked.key, one.blocked)
    return tuple(found.values())


def won(view: CorrompueView) -> Text:
    """Who has won, if anybody has."""
    first = tuple(outcome(view).places[0])
    if not first:
        return text("corrompue.picture.nobody")
    winners = tuple(map(Seat, first))
    return text("corrompue.picture.winners", n=len(first), winners=winners)


def lost(view: CorrompueView) -> Text | None:
    """Who has lost by what, and who wins where nobody has the tokens for it."""
    losers, tokens = view.losers(), view.tokens_to_end
    if not losers:
        return None
    enough = [seat for seat, one in enumerate(view.players) if one.paysan >= tokens]
    key = "lost_both" if any(seat in losers for seat in enough) else "lost"
    who = tuple(map(Seat, losers))
    held = view.players[losers[0]].noblesse if len(losers) == 1 else tokens
    said = text(f"corrompue.picture.{key}", n=len(losers), losers=who, tokens=held)
    left = [one.paysan for seat, one in enumerate(view.players) if seat not in losers]
    if len(left) < 2 or max(left) >= tokens:
        return said
    tied = left.count(max(left)) > len(outcome(view).places[0])
    return text(f"corrompue.picture.{'ranked_fewest' if tied else 'ranked'}", lost=said)


def board_alt(view: CorrompueView, words: Words) -> Iterator[str]:
    """The board, what matters most first."""
    yield words(text("picture.sentence", words=view.headline))
    yield from viewed.waiting_said(view, words)
    yield from _trick(view, words)
    yield from _tokens(view, words)
    if view.just_counted():
        yield from _count(view, words, len(view.counts) - 1)
        return
    yield from _last(view, words)
    for seat in range(view.seats):
        yield words(cards_won(view, seat))


def hand_alt(view: CorrompueView, words: Words) -> Iterator[str]:
    """The viewer's cards, what is to be chosen first."""
    yield words(text("picture.sentence", words=view.headline))
    yield from _own(view, words)
    yield from _trick(view, words)
    yield from _tokens(view, words)
    yield words(cards_won(view, viewer(view)))


def result_alt(view: CorrompueView, words: Words) -> Iterator[str]:
    """Who has won and lost, then tokens and counts."""
    yield words(text("picture.sentence", words=won(view)))
    yield from _lost(view, words)
    yield from _tokens(view, words)
    for index in reversed(range(len(view.counts))):
        yield " ".join(_count(view, words, index))


def describe(view: CorrompueView, words: Words) -> tuple[str, ...]:
    """Everything in the view as paragraphs of plain text."""
    paragraphs = [" ".join((*_situation(view, words), *viewed.roles_said(words, view.seats)))]
    if view.viewer is not None:
        paragraphs.append(" ".join(_own(view, words)))
    paragraphs.append(" ".join(_trick(view, words)))
    paragraphs.append(" ".join(_last(view, words)))
    paragraphs.append(" ".join(_tokens(view, words)))
    paragraphs += [" ".join(map(words, of_player(view, seat))) for seat in range(view.seats)]
    paragraphs += [" ".join(_count(view, words, index)) for index in range(len(view.counts))]
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def gist(view: CorrompueView, words: Words) -> tuple[str, ...]:
    """What is needed to choose, in lines: one's cards and the trick first."""
    if view.outcome is not None:
        return tuple(result_alt(view, words))
    asked = view.prompt is not None and view.prompt.answered is None  # the question names it
    lines = [
        *_held(view, words),
        " ".join(_trick(view, words, unsaid=asked)),
        " ".join(_tokens(view, words)) if _any_token(view) else "",
        *viewed.others_waited_for(view, words),
        " ".join(
            words(cards_won(view, seat)) for seat in range(view.seats) if view.players[seat].cards
        ),
        *_discarded(view, words),
    ]
    return viewed.in_lines(lines, view, words)


def _situation(view: CorrompueView, words: Words) -> Iterator[str]:
    yield words(text("picture.sentence", words=view.headline))
    if view.outcome is not None:
        yield words(text("picture.sentence", words=won(view)))
        yield from _lost(view, words)
        return
    dealer, opener = Seat(view.dealer), Seat(view.opener)
    yield words(text("corrompue.picture.say.dealer", dealer=dealer, opener=opener))
    yield from viewed.waiting_said(view, words)
    yield words(text("corrompue.picture.say.ends", n=view.tokens_to_end))
    yield words(text("corrompue.picture.say.culte_pile", n=view.culte_pile))
    if view.aside:
        yield words(text("corrompue.picture.say.aside", n=view.aside))


def _lost(view: CorrompueView, words: Words) -> Iterator[str]:
    said = lost(view)
    if said is not None:
        yield words(text("picture.sentence", words=said))


def _own(view: CorrompueView, words: Words) -> Iterator[str]:
    """The viewer's question and hand, with what can't be played and why."""
    yield from viewed.asked_said(view, words)
    yield from _held(view, words)
    yield from _discarded(view, words)


def _held(view: CorrompueView, words: Words) -> Iterator[str]:
    free = [one.id for one in view.hand if one.blocked is None]
    if free:
        to_play = view.phase == "trick" and view.prompt is not None
        key = "playable" if to_play else "hand"
        yield words(text(f"corrompue.picture.say.{key}", cards=_names(free)))
    for reason in reasons(view):
        barred = [one.id for one in view.hand if one.blocked and one.blocked.key == reason.key]
        said = words(text("corrompue.picture.say.barred", cards=_names(barred)))
        yield f"{said} {words(reason)}"
    if view.quiet:
        yield words(text("corrompue.picture.quiet"))


def _discarded(view: CorrompueView, words: Words) -> Iterator[str]:
    if view.discarded:
        yield words(text("corrompue.picture.say.discarded", cards=_names(view.discarded)))


def _trick(view: CorrompueView, words: Words, *, unsaid: bool = False) -> Iterator[str]:
    """The trick as it lies; `unsaid`: without the faction that is asked."""
    if view.phase not in {"trick", "interrupt"}:
        return
    if view.asked is not None and not unsaid:
        asked = text(f"corrompue.faction.{view.asked}")
        yield words(text("corrompue.picture.say.asked", faction=asked))
    if view.plays:
        yield words(text("corrompue.picture.say.trick", plays=_plays(view.plays)))
    if view.winning is not None:
        yield words(text("corrompue.picture.say.winning", player=Seat(view.winning)))


def _last(view: CorrompueView, words: Words) -> Iterator[str]:
    """The last trick and who took it."""
    found = view.last_trick
    if found is None:
        return
    key = "last" if found.taker == found.winner else "last_named"
    said = text(f"corrompue.picture.{key}", player=Seat(found.taker))
    yield words(text("corrompue.picture.say.last", said=said, plays=_plays(found.plays)))


def _plays(plays: Sequence[PlayView]) -> tuple[Text, ...]:
    return tuple(
        text(
            "corrompue.picture.say.play" if play.counts else "corrompue.picture.say.worthless",
            player=Seat(play.seat),
            card=card(play.id),
        )
        for play in plays
    )


def _any_token(view: CorrompueView) -> bool:
    given = any(player.noblesse or player.paysan for player in view.players)
    return given or view.milice is not None


def _tokens(view: CorrompueView, words: Words) -> Iterator[str]:
    """Everyone's tokens."""
    for faction in ("noblesse", "paysan"):
        each = tuple(
            text("corrompue.picture.say.number", player=Seat(seat), number=number)
            for seat, number in enumerate(
                player.noblesse if faction == "noblesse" else player.paysan
                for player in view.players
            )
        )
        yield words(text(f"corrompue.picture.say.tokens.{faction}", players=each))
    if view.milice is not None:
        key = "spent" if view.milice_spent else "held"
        yield words(text(f"corrompue.picture.say.milice.{key}", player=Seat(view.milice)))


def _count(view: CorrompueView, words: Words, index: int) -> Iterator[str]:
    """One count: cards won by faction, and the tokens these gave."""
    count = view.counts[index]
    yield words(text("corrompue.event.count", event=index + 1))
    for faction, numbers in count.won.items():
        each = tuple(
            text("corrompue.won", seat=Seat(seat), cards=number)
            for seat, number in enumerate(numbers)
            if number
        )
        if each:
            name = text(f"corrompue.faction.{faction}")
            yield words(text("corrompue.event.won", faction=name, each=each))
    yield from map(words, count.told)


def _names(cards: Sequence[str]) -> tuple[Text, ...]:
    return tuple(map(card, cards))
