"""All that a seat, or the public, may know of a game of Guildes, and how it is made of a state.

Nothing else leaves a state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache, partial
from operator import itemgetter
from typing import Any, Final, Literal

from pydantic import BaseModel, ConfigDict

from engine.guildes import telling
from engine.guildes.ballot import laps, simultaneous
from engine.guildes.components import (
    ARROW,
    BOX,
    DEALT,
    EVENTS,
    GUILDS,
    IN_PLAY,
    NONE,
    NUMBER_OF,
    TIES_IGNORED,
    TRICKS,
    WAY,
    copies,
)
from engine.guildes.options import GuildesOptions, event_rule
from engine.guildes.prompts import ID_OF, prompts
from engine.guildes.scoring import BALLOTS, count, of_seat, outcome
from engine.guildes.state import DRAFT, LAYING, OVER, TRICK_PHASE, State
from engine.parts.values import View
from engine.text import Text, frozen, text


def kept(state: State) -> Sequence[Sequence[int]]:
    """The cards of each seat in the order in which it kept them."""
    return state.hands if state.phase == DRAFT else state.kept


def passed(state: State, seat: int) -> list[list[int]]:
    """The packs that a seat handed on, as they were then, by turn."""
    picks, way, seats = kept(state), WAY[ARROW[state.revealed[-1]]], state.seats
    turns = state.turn - 1 if state.phase == DRAFT else len(picks[seat]) if picks else 0
    packs = []
    for turn in range(turns):
        later = range(turn + 1, turns)
        pack = [picks[(seat + way * (then - turn)) % seats][then] for then in later]
        if state.phase == DRAFT:
            pack += state.packs[(seat + way * (turns - turn)) % seats]
        packs.append(sorted(pack))
    return packs


Phase = Literal["draft", "redistribution", "laying", "tricks", "over"]
PHASES: Final[tuple[Phase, ...]] = ("draft", "redistribution", "laying", "tricks", "over")
TrickState = Literal["held", "played", "declined"]
TRICK_STATES: Final[tuple[TrickState, ...]] = ("held", "played", "declined")


class GuildRow(BaseModel):
    """A guild in play: `votes` by rank, first rank first; for the Milice, votes per card."""

    model_config = ConfigDict(frozen=True)

    guild: str
    copies: int
    votes: tuple[int, ...]
    per_card: bool


@frozen
class PlayerView:
    """One player as everybody sees them."""

    tableau: Mapping[str, int]
    """Laid face-up cards by guild, every guild in play, zeros included."""
    face_down: int
    marks: Mapping[str, int]
    """+1/-1 laid on this tableau for this count, by guild (variant tricks); once the game is over,
    for the last one."""
    hand: int
    """Cards in hand: kept in the draft, not laid yet."""
    pack: int
    """Cards of the pack this player is choosing from."""
    votes: tuple[int, ...]
    """Votes of each ballot counted so far."""
    trick: str | None
    """Trick of this ballot, "protection" to "mark_alchimistes"; None without the variant."""
    trick_state: TrickState | None
    """"played" as soon as nothing can take it back (salvage: when the cards are drawn)."""

    @property
    def trick_letter(self) -> str | None:
        """As printed on the trick; tricks are played in letter order."""
        return None if self.trick is None else BOX.tricks[TRICKS.index(self.trick)].letter

    @property
    def total(self) -> int:
        """Votes of all ballots counted."""
        return sum(self.votes)

    def effective(self, guild: str) -> int:
        """Cards that count: those laid face up and the marks on them, never below 0."""
        return max(0, self.tableau.get(guild, 0) + self.marks.get(guild, 0))


class GuildesView(View):
    """See `View`; guild ids are those of components.toml."""

    options: GuildesOptions
    guilds: tuple[GuildRow, ...]
    ballot: int
    """1 to 3."""
    phase: Phase
    turn: int
    """Pick of the draft, or lap of the laying, from 1."""
    lay: int
    """Cards that everyone lays in this lap; 0 outside the laying."""
    direction: Literal["left", "right"]
    """Where packs travel; left is the next seat."""
    event: str
    """The event card of this ballot; its text applies if `options.events`."""
    events_before: tuple[str, ...]
    first_seat: int | None
    """Who began this lap, when cards are laid in turn."""
    players: tuple[PlayerView, ...]
    counts: tuple[tuple[Mapping[str, int], ...], ...]
    """For each ballot counted: per seat, votes by guild."""
    counted: tuple[tuple[Mapping[str, int], ...], ...]
    """Likewise the cards that these were given for; empty where that wasn't kept."""
    tableaux: tuple[tuple[Mapping[str, int], ...], ...]
    """Per seat, cards by guild when this ballot began, and again when its laying was over, if
    tricks follow; empty where that wasn't kept."""
    discarded: int
    pack: tuple[str, ...]
    """The viewer's pack, in the table's order; empty outside the draft and for the public."""
    hand: tuple[str, ...]
    """The viewer's kept cards."""
    own_face_down: tuple[str, ...]
    """The viewer's laid card that is still face down."""
    kept: tuple[str, ...] = ()
    """What the viewer kept in this ballot's draft, by turn."""
    passed: tuple[tuple[str, ...], ...] = ()
    """The packs that the viewer handed on then, by turn; empty where that wasn't kept."""
    given: str | None = None
    """What the viewer gave up in the redistribution of this ballot."""
    received: str | None = None
    drawn: tuple[str, ...] = ()
    """What the viewer drew from the discard pile and has to lay one of (trick salvage)."""
    chosen: tuple[str, ...] = ()
    """The viewer's answers so far in the trick that is being played."""

    def sources(self) -> Iterable[tuple[Text, Sequence[int]]]:
        """Votes by guild, of all ballots counted."""
        for row in self.guilds:
            each = [sum(votes[row.guild] for votes in of) for of in zip(*self.counts, strict=True)]
            yield text(f"guildes.guild.{row.guild}"), each

    @property
    def event_rule(self) -> Text:
        """What is written on this ballot's event card."""
        return event_rule(self.event, self.seats)

    def leaders(self, row: GuildRow) -> tuple[int, ...]:
        """Seats with most cards of a guild that ranks its players; nobody where all have none.

        While ties are ignored, tied players are out and the next one leads.
        """
        if row.per_card:
            return ()
        marked = [player.effective(row.guild) for player in self.players]
        standing = [number for number in marked if number > 0]
        if self.ties_ignored():
            standing = [number for number in standing if standing.count(number) == 1]
        most = max(standing, default=0)
        return tuple(seat for seat, number in enumerate(marked) if number == most > 0)

    def ties_ignored(self) -> bool:
        """Whether this ballot's event leaves tied players out."""
        return self.options.events and self.event == EVENTS[TIES_IGNORED]

    def due(self) -> tuple[int, ...]:
        """Votes by seat if this ballot were counted now, of what lies open."""
        laid = [
            {row.guild: player.effective(row.guild) for row in self.guilds}
            for player in self.players
        ]
        found = count(laid, self.ballot, self.ties_ignored())
        return tuple(sum(votes.values()) for votes in found)

    def scored(self, row: GuildRow) -> int:
        """How many of a guild's ranks get votes in this ballot: one, two, then all."""
        ranks = len(row.votes)
        return ranks if self.ballot >= BALLOTS or row.per_card else min(self.ballot, ranks)

    def fresh(self) -> bool:
        """See `View.fresh`."""
        return self.ballot == 1 and (self.turn == 1 or self.phase not in ("draft", "laying"))

    @property
    def led(self) -> tuple[int, ...]:
        """Guilds of the last count that each seat led alone."""
        found = [0] * self.seats
        for row in self.guilds:
            votes = [won.get(row.guild, 0) for won in self.counts[-1]] if not row.per_card else []
            if votes and votes.count(most := max(votes)) == 1:
                found[votes.index(most)] += 1
        return tuple(found)

    def just_counted(self) -> bool:
        """Whether a ballot was counted last, and nobody has seen another card since."""
        return bool(self.counts) and self.phase == "draft" and self.turn == 1

    def tally(self, ballot: int) -> tuple[Text, ...]:
        """A line a guild: how the votes of a counted ballot (from 1) came about."""
        counted, counts = self.counted[ballot - 1], self.counts[ballot - 1]
        # What lay there then, known of the last count: as the next ballot began it was the same.
        lay: Sequence[Mapping[str, int]] = ()
        if ballot == len(self.counts):
            lay = self.tableaux[0] if self.tableaux else ()
            if self.phase in ("draft", "over"):
                lay = [player.tableau for player in self.players]
        return tuple(
            telling.share(
                row.guild,
                [cards[row.guild] for cards in counted],
                [votes[row.guild] for votes in counts],
                [cards[row.guild] for cards in lay],
            )
            for row in self.guilds
            if any(cards[row.guild] for cards in counted)
        )

    def ahead(self) -> tuple[int, ...]:
        """Seats with most votes; nobody before the first count."""
        most = max(player.total for player in self.players)
        return tuple(seat for seat, player in enumerate(self.players) if player.total == most > 0)


_IN_PLAY = {
    seats: (tuple([GUILDS[guild] for guild in guilds]), itemgetter(*guilds))
    for seats, guilds in IN_PLAY.items()
}
"""The guilds' names, and how their numbers are taken of a seat's row."""


def view(state: State, viewer: int | None) -> GuildesView:
    """What this seat may know, or the public for None."""
    prompt = None if viewer is None else prompts(state).get(viewer)
    acting = viewer is not None and state.waiting == [viewer] and state.phase == TRICK_PHASE
    hand = [] if viewer is None else sorted(state.hands[viewer])
    down = NONE if viewer is None else state.down[viewer]
    return GuildesView(
        viewer=viewer,
        seats=state.seats,
        headline=headline(state),
        step=state.step + state.substep if acting else state.step,
        awaited=tuple(state.waiting),
        simultaneous=simultaneous(state),
        prompt=prompt,
        outcome=outcome(state),
        options=state.options,
        guilds=rows(state.seats),
        ballot=state.ballot,
        phase=PHASES[state.phase],
        turn=state.turn,
        lay=state.lay if state.phase == LAYING else 0,
        direction=ARROW[state.revealed[-1]],
        event=EVENTS[state.revealed[-1]],
        events_before=tuple(EVENTS[event] for event in state.revealed[:-1]),
        first_seat=None if state.first == NONE else state.first,
        players=tuple(
            [_player(state, seat, laid) for seat, laid in enumerate(by_guild(state, state.laid))]
        ),
        counts=tuple(map(partial(by_guild, state), state.counts)),
        counted=tuple([by_guild(state, cards) if cards else () for cards in state.counted]),
        tableaux=tuple(map(partial(by_guild, state), state.tableaux)),
        discarded=len(state.discard),
        pack=() if viewer is None else names(state.packs[viewer]),
        hand=names(hand),
        own_face_down=() if down == NONE else (GUILDS[down],),
        **_remembered(state, viewer),
        drawn=names(state.drawn) if acting else (),
        chosen=tuple(ID_OF[move] for move in state.chosen) if acting else (),
    )


def _remembered(state: State, viewer: int | None) -> dict[str, Any]:
    """The fields that only a seat has: what it has seen in this ballot."""
    if viewer is None:
        return {}
    packs = passed(state, viewer)
    cards = kept(state)[viewer][: len(packs)] if packs else ()
    given, received = names([cards[viewer] for cards in state.redistributed]) or (None, None)
    return {
        "kept": names(cards),
        "passed": tuple(map(names, packs)),
        "given": given,
        "received": received,
    }


def names(cards: Sequence[int]) -> tuple[str, ...]:
    """Guild ids of cards."""
    return tuple(map(GUILDS.__getitem__, cards))


def numbers(names: Iterable[str]) -> list[int]:
    """Cards by the ids of their guilds."""
    return [NUMBER_OF[name] for name in names]


def by_guild(state: State, numbers: Sequence[int]) -> tuple[dict[str, int], ...]:
    """Each seat's part of a row of numbers, for the guilds in play."""
    names, row = _IN_PLAY[state.seats]
    parts = [of_seat(numbers, seat) for seat in range(state.seats)]
    return tuple([dict(zip(names, row(part), strict=True)) for part in parts])


def _player(state: State, seat: int, tableau: Mapping[str, int]) -> PlayerView:
    """A player as everybody sees them."""
    marks = _marks(state, seat)
    return PlayerView(
        tableau=tableau,
        face_down=int(state.down[seat] != NONE),
        marks={} if not any(marks) else {GUILDS[guild]: n for guild, n in enumerate(marks) if n},
        hand=len(state.hands[seat]),
        pack=len(state.packs[seat]),
        votes=tuple(sum(of_seat(votes, seat)) for votes in state.counts),
        trick=TRICKS[state.tricks[seat]] if state.tricks else None,
        trick_state=TRICK_STATES[state.trick_states[seat]] if state.tricks else None,
    )


def _marks(state: State, seat: int) -> Sequence[int]:
    """What tricks add to a seat's cards in this count; once the game is over, in the last one."""
    if state.phase == OVER and state.tricks and state.counted:
        counted, laid = of_seat(state.counted[-1], seat), of_seat(state.laid, seat)
        return [number - lies for number, lies in zip(counted, laid, strict=False)]
    return of_seat(state.marks, seat) if state.tricks else ()


# Kept: it is the same in every view of a game.
@cache
def rows(seats: int) -> tuple[GuildRow, ...]:
    """The guilds in play, with the copies in play."""
    number = copies(seats)
    return tuple(
        GuildRow(
            guild=GUILDS[guild],
            copies=number[guild],
            votes=tuple(rank.value for rank in BOX.guilds[guild].votes),
            per_card=BOX.guilds[guild].per_card,
        )
        for guild in IN_PLAY[seats]
    )


def headline(state: State) -> Text:
    """Where the game stands, in one line."""
    turns = {
        DRAFT: DEALT[state.seats] - 1,  # the last card of a pack is no choice
        LAYING: len(laps(state)),
        TRICK_PHASE: state.seats,
    }.get(state.phase, state.turn)
    return text(
        f"guildes.headline.{PHASES[state.phase]}", ballot=state.ballot, turn=state.turn, turns=turns
    )
