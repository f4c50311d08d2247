"""What lessons tell their learner to do, held against what *Suggest* says at the same moment.

Each lesson's own deal is played by learners who follow suggestions, who choose like a beginner,
and who choose at random.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from bot.languages import Languages
from bot.sessions.lessons import OWN
from engine import games
from engine.bots import advise, players
from engine.game import Prompt
from engine.parts.rng import Rng
from engine.text import Text
from tests.engine.corrompue.claims import faction_of, value_of

WORDS = Languages.load().words("en", ["Ada", "Berta", "Chiara"])
LEARNERS = {"guildes": 8, "majority": 8, "corrompue": 12, "london": 1}
"""Who choose at random, of each lesson; one in London takes as long as all others."""
TOLD = re.compile(
    r"(?:^|[.:;,] |\b(?:so|and|but) )"
    r"(begin|keep|take|try|follow|stay|lay|play|use|stop|give up|win|don’t)\b",
    re.IGNORECASE,
)
"""How a sentence begins that tells what to do."""


class Moment(NamedTuple):
    """What a lesson says before a choice, and what is suggested."""

    view: Any
    said: tuple[Text, ...]
    picks: tuple[str, ...]

    @property
    def prompt(self) -> Prompt:
        """What is asked."""
        prompt: Prompt = self.view.prompt
        return prompt


@cache
def moments(name: str) -> tuple[Moment, ...]:
    """Of the lesson of this game."""
    learners = ("suggest", "easy", *map(str, range(LEARNERS[name])))
    return tuple(found for who in learners for found in _of(name, who))


def _of(name: str, who: str) -> Iterator[Moment]:
    game, lesson, rng = games[name], OWN[name], Rng(int(who) if who.isdigit() else 0)
    state, heard = game.setup(lesson.seats, seed=lesson.seed), set[str]()
    while not lesson.is_over(game.view(state, None)):
        seat = game.asked(state)[0]
        view = game.view(state, seat)
        picks = players["easy"].choose(game, view, rng.below(1000))
        if seat == 0:
            suggested = advise(game, view, 1, by_rule=True).picks
            note = lesson.note_on(view, view.prompt)
            yield Moment(view, lesson.before(view, heard), suggested)
            heard |= {note.id} if note is not None else set()
            if who == "suggest":
                picks = suggested
            elif who.isdigit():
                picks = game.decode(state, seat, rng.choice(game.moves(state, seat)))
        state, _ = game.play(state, seat, picks)


def _columns(at: Moment) -> tuple[int, int]:
    """Cards laid of the guild that is suggested in Guildes: one's own, and the most of others."""
    (guild,) = at.picks
    own, *others = (player.tableau[guild] for player in at.view.players)
    return own, max(others)


def _leads_more(at: Moment) -> bool:
    """No further card where one leads alone already."""
    own, most = _columns(at)
    return at.picks == ("milice",) or own <= most


def _changes(at: Moment) -> bool:
    """It takes a lead, breaks a tie or makes one."""
    own, most = _columns(at)
    return at.picks == ("milice",) or own <= most <= own + 1


def _is_no_second(at: Moment) -> bool:
    """No card that brings a second place alone."""
    own, most = _columns(at)
    return at.picks == ("milice",) or own + 1 >= most


def _to_be_won(at: Moment) -> bool:
    """A trick with Paysans in it isn't left to others by whoever could take it."""
    wins = {pick: _wins(at, pick) for pick in (option.id for option in at.prompt.options)}
    wanted = any(play.faction == "paysan" for play in at.view.plays)
    return not wanted or not any(wins.values()) or wins[at.picks[0]]


def _stays_below(at: Moment) -> bool:
    """No Noblesse is won by whoever could stay below."""
    wins = [_wins(at, option.id) for option in at.prompt.options]
    return at.view.asked != "noblesse" or all(wins) or not _wins(at, at.picks[0])


def _wins(at: Moment, card: str) -> bool:
    """Whether a card takes the trick of La Cité corrompue as it lies then."""
    follows = at.view.asked in (None, faction_of(card))
    return follows and all(value_of(card) > play.counts for play in at.view.plays)


SUGGESTED: dict[str, Callable[[Moment], bool]] = {
    "guildes.lesson.draft.pretres": lambda at: at.picks != ("milice",),
    "guildes.lesson.lay.enough": _leads_more,
    "guildes.lesson.lay.left": _changes,
    "guildes.lesson.lay.second": _is_no_second,
    "guildes.lesson.lay.ties": _leads_more,
    "corrompue.lesson.paysan": _to_be_won,
    "corrompue.lesson.noblesse": _stays_below,
}
"""Whether what is suggested follows a sentence, by its key."""

GENERAL = {
    "majority.lesson.draft.colours",
    "corrompue.lesson.follow",
    "corrompue.lesson.all_of_them",
    "london.lesson.excess",
    "london.lesson.play.enough",
    "london.lesson.second",
}
"""What tells how to play, but no single choice: none follows it or doesn't."""


@pytest.mark.parametrize("name", LEARNERS)
def test_a_lesson_and_suggest_never_contradict_each_other(name: str) -> None:
    for at in moments(name):
        for said in at.said:
            follows = SUGGESTED.get(said.key)
            assert follows is None or follows(at), (WORDS(said), at.picks)


@pytest.mark.parametrize("name", LEARNERS)
def test_what_a_lesson_tells_to_choose_by_its_name_is_suggested(name: str) -> None:
    for at in moments(name):
        names = {
            WORDS(called): option.id in at.picks
            for option in at.prompt.options
            for called in (option.text, option.group)
            if option.role == "choice" and called is not None
        }
        for sentence in (WORDS(said) for said in at.said if TOLD.search(WORDS(said))):
            named = [called for called in names if called in sentence]
            assert not named or any(names[called] for called in named), (sentence, at.picks)


@pytest.mark.parametrize("name", LEARNERS)
def test_every_sentence_that_tells_what_to_do_is_held_against_suggestions(name: str) -> None:
    told = {said.key for at in moments(name) for said in at.said if TOLD.search(WORDS(said))}
    assert told <= SUGGESTED.keys() | GENERAL
