"""The same views in words, for alt text and for who can't see the pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from engine.guildes.view import GuildesView, PlayerView
from engine.text import Seat, Text, text
from images import waiting
from images.viewed import outcome, viewer
from images.words import Words


def guild(name: str) -> Text:
    """A guild's name."""
    return text(f"guildes.guild.{name}")


def travel(view: GuildesView, words: Words) -> str:
    """Where packs travel, in a few words."""
    return words(text(f"guildes.picture.travel.{view.direction}"))


def won(view: GuildesView) -> Text:
    """Who has won, with how many votes."""
    ended = outcome(view)
    first = tuple(ended.places[0])
    votes = ended.scores[first[0]]
    players = tuple(map(Seat, first))
    return text("guildes.picture.won", n=len(first), winners=players, votes=votes)


def board_alt(view: GuildesView, words: Words) -> Iterator[str]:
    """The board, what matters most first."""
    yield words(text("picture.sentence", words=view.headline))
    yield from waiting.said(view, words)
    yield _votes(view, words)
    if view.just_counted():
        yield from _count(view, words, len(view.counts) - 1)
        return
    for row in view.guilds:
        leading = view.leaders(row)
        if leading:
            yield words(
                text(
                    "guildes.picture.say.leads",
                    guild=guild(row.guild),
                    players=tuple(map(Seat, leading)),
                    n=view.players[leading[0]].effective(row.guild),
                )
            )


def hand_alt(view: GuildesView, words: Words) -> Iterator[str]:
    """The viewer's cards, what is to be chosen first."""
    yield words(text("picture.sentence", words=view.headline))
    yield from _own(view, words)
    yield _tableau(view, words, viewer(view))


def result_alt(view: GuildesView, words: Words) -> Iterator[str]:
    """Who has won, then everyone's votes."""
    yield words(text("picture.sentence", words=won(view)))
    yield _votes(view, words)
    for seat in range(view.seats):
        yield _ballots(view, words, seat)


def describe(view: GuildesView, words: Words) -> tuple[str, ...]:
    """Everything in the view as paragraphs of plain text."""
    paragraphs = [" ".join(_situation(view, words))]
    if view.viewer is not None:
        paragraphs.append(" ".join(_own(view, words)))
    paragraphs += [" ".join(_player(view, words, seat)) for seat in range(view.seats)]
    paragraphs += [" ".join(_count(view, words, index)) for index in range(len(view.counts))]
    paragraphs.append(_guilds(view, words))
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def _situation(view: GuildesView, words: Words) -> Iterator[str]:
    yield words(text("picture.sentence", words=view.headline))
    if view.outcome is not None:
        yield words(text("picture.sentence", words=won(view)))
        return
    yield words(text("picture.sentence", words=text(f"guildes.picture.travel.{view.direction}")))
    if view.options.events:
        card = text(f"guildes.event_card.{view.event}")
        rule = text(f"guildes.event_card.{view.event}.rule")
        yield words(text("guildes.picture.say.event", card=card, rule=rule))
    if view.options.events and view.events_before:
        before = tuple(text(f"guildes.event_card.{event}") for event in view.events_before)
        yield words(text("guildes.picture.say.events_before", cards=before))
    if view.first_seat is not None:
        yield words(text("guildes.picture.say.first", player=Seat(view.first_seat)))
    yield from waiting.said(view, words)
    if view.discarded:
        yield words(text("guildes.picture.say.discarded", n=view.discarded))


def _votes(view: GuildesView, words: Words) -> str:
    order = sorted(range(view.seats), key=lambda seat: -view.players[seat].total)
    standing = tuple(
        text("guildes.picture.say.votes", player=Seat(seat), n=view.players[seat].total)
        for seat in order
    )
    return words(text("guildes.picture.say.standing", players=standing))


def _own(view: GuildesView, words: Words) -> Iterator[str]:
    """The viewer's question, pack and hand."""
    if view.prompt is not None:
        yield words(text("picture.sentence", words=view.prompt.ask))
        chosen = [o.text for o in view.prompt.options if o.id in (view.prompt.answered or ())]
        if chosen:
            yield words(text("picture.say.answered", picks=tuple(chosen)))
    for key, cards in (
        ("pack", view.pack),
        ("hand", view.hand),
        ("own_face_down", view.own_face_down),
    ):
        if cards:
            yield words(text(f"guildes.picture.say.{key}", cards=_cards(Counter(cards))))


def _cards(numbers: Mapping[str, int]) -> tuple[Text, ...]:
    return tuple(
        text("guildes.picture.say.cards", guild=guild(name), count=number)
        for name, number in numbers.items()
        if number
    )


def _player(view: GuildesView, words: Words, seat: int) -> Iterator[str]:
    player = view.players[seat]
    role = words.role(seat)
    if role:
        yield words(text("picture.say.role", player=Seat(seat), role=role))
    yield _tableau(view, words, seat)
    if player.marks:
        marks = tuple(
            text("guildes.picture.say.mark", guild=guild(name), mark=signed(mark))
            for name, mark in player.marks.items()
        )
        yield words(text("guildes.picture.say.marks", marks=marks))
    if player.face_down:
        yield words(text("guildes.picture.say.face_down", n=player.face_down))
    if player.hand:
        yield words(text("guildes.picture.say.in_hand", n=player.hand))
    if player.pack:
        yield words(text("guildes.picture.say.in_pack", n=player.pack))
    yield from _trick(player, words)
    yield _ballots(view, words, seat)


def _tableau(view: GuildesView, words: Words, seat: int) -> str:
    cards = _cards(view.players[seat].tableau)
    if not cards:
        return words(text("guildes.picture.say.nothing_laid", player=Seat(seat)))
    return words(text("guildes.picture.say.tableau", player=Seat(seat), cards=cards))


def _trick(player: PlayerView, words: Words) -> Iterator[str]:
    if player.trick is not None:
        trick = text(f"guildes.trick.{player.trick}")
        yield words(text(f"guildes.picture.say.trick.{player.trick_state}", trick=trick))


def _ballots(view: GuildesView, words: Words, seat: int) -> str:
    votes = view.players[seat].votes
    if not votes:
        return ""
    sums = " + ".join(map(str, votes))
    key = "guildes.picture.say.ballots" if len(votes) > 1 else "guildes.picture.say.ballot"
    return words(text(key, player=Seat(seat), votes=sums, total=sum(votes)))


def _count(view: GuildesView, words: Words, index: int) -> Iterator[str]:
    """How one ballot's votes came about; by player and guild where that wasn't kept."""
    yield words(text("guildes.picture.say.count", ballot=index + 1))
    lines = view.tally(index + 1)
    yield from (words(text("picture.sentence", words=line)) for line in lines)
    if lines:
        return
    for seat, votes in enumerate(view.counts[index]):
        lines = _cards(votes)
        if lines:
            yield words(text("guildes.picture.say.counted", player=Seat(seat), guilds=lines))


def _guilds(view: GuildesView, words: Words) -> str:
    """What each guild is worth."""
    lines: Iterable[Text] = (
        text("guildes.picture.say.per_card", guild=guild(row.guild), votes=row.votes[0])
        if row.per_card
        else text(
            "guildes.picture.say.worth", guild=guild(row.guild), votes="-".join(map(str, row.votes))
        )
        for row in view.guilds
    )
    return words(text("guildes.picture.say.guilds", guilds=tuple(lines)))


def signed(mark: int) -> str:
    """+1 or −1, with a real minus."""
    return f"{mark:+d}".replace("-", "\u2212")
