"""The same views in words, for alt text and for who can't see the pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from engine.guildes.topics import ballots, cards, laid_by, of_player, tableau
from engine.guildes.view import GuildesView, GuildRow
from engine.text import Seat, Text, text
from images import viewed
from images.viewed import outcome, viewer
from images.words import Words

_DONE = "guildes.picture.say.trick_done"


def guild(name: str) -> Text:
    """A guild's name."""
    return text(f"guildes.guild.{name}")


def travel(view: GuildesView) -> Text:
    """Where packs travel, by the names of who gives and who gets."""
    return viewed.travel(view, view.seats, way(view))


def way(view: GuildesView) -> int:
    """To which seat packs travel, counted from the one that gives."""
    return 1 if view.direction == "left" else -1


def won(view: GuildesView) -> Text:
    """Who has won, with how many votes; a tie, with the Milice cards that broke it."""
    ended = outcome(view)
    first = tuple(ended.places[0])
    votes, n, players = ended.scores[first[0]], len(first), tuple(map(Seat, first))
    tied = [seat for seat, score in ended.scores.items() if score == votes and seat not in first]
    if not tied:
        return text("guildes.picture.won", n=n, winners=players, votes=votes)
    cards, others = (
        max(view.players[seat].tableau["milice"] for seat in seats) for seats in (first, tied)
    )
    said = {"votes": votes, "cards": cards, "others": others}
    return text("guildes.picture.won_tie", n=n, winners=players, **said)


def board_alt(view: GuildesView, words: Words) -> Iterator[str]:
    """The board, what matters most first."""
    yield words(text("picture.sentence", words=view.headline))
    yield from viewed.waiting_said(view, words)
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
    if not viewed.stopped(view):
        yield from _event(view, words)
    yield from _tricks(view, words)


def hand_alt(view: GuildesView, words: Words) -> Iterator[str]:
    """The viewer's cards, what is to be chosen first."""
    yield words(text("picture.sentence", words=view.headline))
    yield from _own(view, words)
    seat = viewer(view)
    yield words(tableau(view.players[seat], seat))
    for name, rule in in_force(view, words):
        yield words(text("picture.sentence", words=name))
        if rule is not None:
            yield words(rule)


def result_alt(view: GuildesView, words: Words) -> Iterator[str]:
    """Who has won, then everyone's votes."""
    yield words(text("picture.sentence", words=won(view)))
    yield _votes(view, words)
    for seat in range(view.seats):
        yield from map(words, ballots(view.players[seat], seat))


def in_force(view: GuildesView, words: Words) -> Iterator[tuple[Text, Text | None]]:
    """The event of this ballot, and the viewer's trick while it can still be used.

    Each with its rule, which who knows the game isn't told, nor who is asked about the trick.
    """
    if view.options.events:
        card = text(f"guildes.event_card.{view.event}")
        rule = view.event_rule if words.learning else None
        yield text("guildes.picture.event", card=card), rule
    own = view.players[viewer(view)]
    if own.trick is not None and own.trick_state == "held":
        key = f"guildes.trick.{own.trick}"
        told = words.learning and view.phase != "tricks"
        yield text("guildes.picture.trick", card=text(key)), text(f"{key}.rule") if told else None


def describe(view: GuildesView, words: Words) -> tuple[str, ...]:
    """Everything in the view as paragraphs of plain text."""
    paragraphs = [" ".join((*_situation(view, words), *viewed.roles_said(words, view.seats)))]
    if view.viewer is not None:
        paragraphs.append(" ".join(_own(view, words)))
    paragraphs += [" ".join(map(words, of_player(view, seat))) for seat in range(view.seats)]
    paragraphs += [" ".join(_count(view, words, index)) for index in range(len(view.counts))]
    paragraphs.append(_guilds(view, words))
    return tuple(paragraph for paragraph in paragraphs if paragraph)


def gist(view: GuildesView, words: Words) -> tuple[str, ...]:
    """What is needed to choose, in lines: one's cards and their guilds first.

    A phone has room for all at a table of four.
    """
    if view.outcome is not None:
        counts = (" ".join(_count(view, words, at)) for at in reversed(range(len(view.counts))))
        return (*result_alt(view, words), *counts)
    lines = [
        *_held(view, words),
        *_rows(view, words),
        _votes(view, words) if any(player.total for player in view.players) else "",
        *_event(view, words),
        *viewed.others_waited_for(view, words),
        *_face_down(view, words),
        *_tricks(view, words),
    ]
    return viewed.in_lines(lines, view, words)


def _rows(view: GuildesView, words: Words) -> Iterator[str]:
    """The guilds that a choice may be about: their votes, and who has laid how many cards."""
    about = {*view.pack, *view.hand, *view.own_face_down, *view.drawn}
    if view.drawn:
        about = set(view.drawn)
    elif view.phase == "tricks" and view.prompt is not None:
        kind, _, marked = (view.players[viewer(view)].trick or "").partition("_")
        about = {marked} if kind == "mark" else {row.guild for row in view.guilds}
    rows = [(row, laid_by(view, row)) for row in view.guilds if row.guild in about]
    if len(rows) > 1:  # of a single one it would take the line that the guild needs
        yield words(text("guildes.picture.say.rows"))
    for row, laid in rows:
        if laid:
            yield words(text("guildes.picture.say.row", guild=_worth(row), players=laid))
    if unlaid := tuple(_worth(row) for row, laid in rows if not laid):
        yield words(text("guildes.picture.say.unlaid", guilds=unlaid))


def _face_down(view: GuildesView, words: Words) -> Iterator[str]:
    for seat, player in enumerate(view.players):
        if player.face_down:
            facts = text("guildes.picture.say.face_down", n=player.face_down)
            yield words(text("picture.say.of", player=Seat(seat), facts=facts))


def _tricks(view: GuildesView, words: Words) -> Iterator[str]:
    """Everybody's dirty trick, and what became of it."""
    each = tuple(
        text(
            "guildes.event.holds" if one.trick_state == "held" else f"{_DONE}.{one.trick_state}",
            player=Seat(seat),
            trick=text(f"guildes.trick.{one.trick}"),
        )
        for seat, one in enumerate(view.players)
        if one.trick is not None
    )
    if each:
        yield words(text("guildes.event.tricks_dealt", each=each))


def _situation(view: GuildesView, words: Words) -> Iterator[str]:
    yield words(text("picture.sentence", words=view.headline))
    if view.outcome is not None:
        yield words(text("picture.sentence", words=won(view)))
        return
    if view.phase == "draft":
        yield words(text("picture.sentence", words=travel(view)))
    yield from _event(view, words)
    if view.options.events and view.events_before:
        before = tuple(text(f"guildes.event_card.{event}") for event in view.events_before)
        yield words(text("guildes.picture.say.events_before", cards=before))
    if view.first_seat is not None:
        order = (Seat((view.first_seat - place) % view.seats) for place in range(view.seats))
        yield words(text("guildes.picture.say.lap", players=tuple(order)))
    yield from viewed.waiting_said(view, words)
    if view.discarded:
        yield words(text("guildes.picture.say.discarded", n=view.discarded))


def _event(view: GuildesView, words: Words) -> Iterator[str]:
    if view.options.events:
        card = text(f"guildes.event_card.{view.event}")
        rule = view.event_rule
        yield words(text("guildes.picture.say.event", card=card, rule=rule))


def due_now(view: GuildesView) -> tuple[int, ...]:
    """By seat what the ballot would bring now; nothing where a count is news, or all is over."""
    if view.just_counted() or not view.awaited or not any(due := view.due()):
        return ()
    return due


def _votes(view: GuildesView, words: Words) -> str:
    order = sorted(range(view.seats), key=lambda seat: -view.players[seat].total)
    due = due_now(view) or (0,) * view.seats
    totals = [str(player.total) for player in view.players]
    said = [
        text("guildes.picture.say.due", votes=total, n=more) if more else total
        for total, more in zip(totals, due, strict=True)
    ]
    standing = tuple(
        text("guildes.event.votes_of", player=Seat(seat), votes=said[seat]) for seat in order
    )
    return words(text("guildes.picture.say.standing", players=standing))


def _own(view: GuildesView, words: Words) -> Iterator[str]:
    """The viewer's question, pack and hand."""
    yield from viewed.asked_said(view, words)
    yield from _held(view, words)


def _held(view: GuildesView, words: Words) -> Iterator[str]:
    for key, held in (
        ("pack", view.pack),
        ("hand", view.hand),
        ("own_face_down", view.own_face_down),
        ("drawn", view.drawn),
    ):
        if held:
            yield words(text(f"guildes.picture.say.{key}", cards=cards(Counter(held))))


def _count(view: GuildesView, words: Words, index: int) -> Iterator[str]:
    """How one ballot's votes came about; by player and guild where that wasn't kept."""
    yield words(text("guildes.picture.say.count", ballot=index + 1))
    lines = view.tally(index + 1)
    yield from (words(text("picture.sentence", words=line)) for line in lines)
    if lines:
        return
    for seat, votes in enumerate(view.counts[index]):
        lines = cards(votes)
        if lines:
            yield words(text("guildes.picture.say.counted", player=Seat(seat), guilds=lines))


def _guilds(view: GuildesView, words: Words) -> str:
    """What each guild is worth."""
    return words(text("guildes.picture.say.guilds", guilds=tuple(map(_worth, view.guilds))))


def _worth(row: GuildRow) -> Text:
    if row.per_card:
        return text("guildes.picture.say.per_card", guild=guild(row.guild), votes=row.votes[0])
    votes = "-".join(map(str, row.votes))
    return text("guildes.picture.say.worth", guild=guild(row.guild), votes=votes)
