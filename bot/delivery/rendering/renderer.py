"""Screens of a table with their pictures: drawn when they change, in words when they can't be."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from bot.delivery.drawing.drawing import Drawing, Urgency
from bot.delivery.drawing.orders import Kind, Order
from bot.delivery.known.noted import chosen_at
from bot.delivery.rendering.rendering import Illustrator, Rendered, Wanted, plain
from bot.languages import Languages
from bot.people import People, Voices, voices
from bot.screens import lobby as lobbies
from bot.screens import review, wording
from bot.screens.parts import headed
from bot.screens.play import board as boards
from bot.screens.play import guiding, holders
from bot.screens.play import hand as hands
from bot.screens.play.guiding import ALONE
from bot.screens.play.options import is_brief
from bot.screens.play.prompts import NO_SIGNS, Signs
from bot.screens.screen import Screen
from bot.sessions.lessons import HOUSE, Learning
from bot.sessions.play.playing import Advices, Marks
from bot.sessions.play.timing import ends_at
from bot.sessions.table.log import choice_of, undecided
from bot.sessions.table.table import Table
from bot.store.records.people import Person
from bot.store.records.play import Seat, Turn
from bot.store.records.sessions import Outline
from bot.time import TableTime
from engine.bots import Advice
from engine.game import View
from engine.text import Text, frozen, text
from images.words import Words

VOICES_KEPT = 1_000
VIEWS_KEPT = 256
_Spoken: TypeAlias = tuple[tuple[Seat, ...], tuple[int, ...], Voices]
"""Of which seats, and with whose that the computer has."""


@frozen
class Reader:
    """Who reads what stands in no seat's hand: in which locale, and whether without pictures."""

    locale: str
    in_words: bool = False


def is_recapped(table: Table) -> bool:
    """Whether practice has ended, in whatever way."""
    return table.record.practice and table.started and table.record.status != "playing"


def _ended(table: Table, seat: int | None) -> View:
    """What is seen of a table; where a lesson is over, nothing of how its game would go on."""
    view = table.view(seat)
    if table.record.lesson is None or not is_recapped(table):
        return view
    said = {"headline": text("lesson.headline"), "awaited": (), "simultaneous": False}
    return view.model_copy(update=said)


class Recaps:
    """Makes the screens of lessons, and of moments tried, that have ended."""

    def __init__(self, illustrator: Illustrator, learning: Learning) -> None:
        self._illustrator = illustrator
        self._learning = learning

    async def board(self, table: Table, spoken: Voices, wanted: Wanted) -> Rendered:
        """What the lesson has come to, with the last picture; of a moment tried, the result."""
        if table.record.tried is not None:
            if not self._learning.is_over(table):
                return plain(
                    review.trial_left(table.record, table.record.tried, spoken.message), table
                )
            shown = table.view(None)
            drawn = await self._illustrator.drawn("result", table, shown, spoken, wanted)
            screen = review.trial_ended(table, shown, spoken.message, drawn.picture)
            return drawn.on(screen, table)
        said = self.said(table)
        if not said:
            return plain(guiding.left(table.record, spoken.message), table)
        shown = _ended(table, None)
        drawn = await self._illustrator.drawn("board", table, shown, spoken, wanted)
        screen = guiding.ended(table.record, spoken.message, picture=drawn.picture)
        return drawn.on(screen, table)

    def hand(self, table: Table, words: Words) -> Rendered:
        """The same in the learner's hand."""
        tried = table.record.tried
        if tried is not None:
            if not self._learning.is_over(table):
                return plain(review.trial_left(table.record, tried, words), table)
            return plain(review.trial_came_to(table, table.view(None), tried, words), table)
        said, more = self.said(table), bool(self.said(table, why=True))
        if not said:
            return plain(guiding.left(table.record, words), table)
        screen = guiding.recap(table.record, said, words, tuple(self._learning.lessons), more=more)
        return plain(screen, table)

    def said(self, table: Table, *, why: bool = False) -> tuple[Text, ...]:
        """What a lesson has come to, or `why`; nothing of one that was left."""
        lesson = self._learning.of(table)
        if lesson is None or not self._learning.is_over(table):
            return ()
        return lesson.recapped(table.view(None), guiding.learner_of(table.record), why=why)


@dataclass(eq=False, repr=False)
class Renderer:
    """Makes the screens of boards and hands.

    `notice`: the operator's word to all who play, shown on the boards of lobbies
    and running games. `illustrator`: who has their pictures drawn.
    `signs`: those of each game's cards, once Discord has them.
    """

    _drawing: Drawing
    _languages: Languages
    _time: TableTime
    _people: People
    _marks: Marks
    _advices: Advices = field(default_factory=Advices)
    _learning: Learning = HOUSE

    def __post_init__(self) -> None:
        self.illustrator = Illustrator(self._drawing)
        self._recaps = Recaps(self.illustrator, self._learning)
        self._voices: OrderedDict[tuple[int, str, bool], _Spoken] = OrderedDict()
        """By session, language, and whether it is for who learns the game."""
        self._views: OrderedDict[tuple[int, int], View] = OrderedDict()
        """By session and seat, as it was asked last."""
        self.notice = ""
        self.signs: dict[str, Signs] = {}

    async def board(self, table: Table, wanted: Wanted) -> Rendered:
        """The lobby, the board of a running game, the result, or what stays when it was ended."""
        if is_recapped(table):
            spoken = self.voices(table)
            return await self._recaps.board(table, spoken, wanted)
        if table.record.status not in ("playing", "over"):
            if table.record.status == "lobby":
                return await self._lobby(table, wanted)
            words = self.voices(table).message
            if table.started:
                return plain(boards.abandoned(table, words), table)
            return plain(lobbies.closed(table.record, words), table)
        view = table.view(None)
        spoken = self.voices(table)
        over = table.record.status == "over"
        kind: Kind = "result" if over else "board"
        drawn = await self.illustrator.drawn(kind, table, view, spoken, wanted)
        picture = drawn.picture
        if over:
            screen = boards.result(table, view, spoken.message, picture=picture)
        else:
            screen = boards.board(
                table,
                view,
                spoken.message,
                due=await self.due(table),
                until=self.until(table),
                picture=picture,
            )
            screen = headed(screen, self.notice)
        asks = (view.step, table.events, table.record.takeback, table.record.pause)
        return drawn.on(screen, table, asks)

    async def hand(
        self,
        person: Person | None,
        table: Table,
        seat: int,
        wanted: Wanted,
        page: int = 0,
        *,
        late: bool = False,
    ) -> Rendered:
        """A seat's own view as this person reads it, or what its message says before the game and
        after its end.

        For who wants words, with all that the picture would show as text; none is drawn. `late`: it
        answers a press that came too late.
        """
        locale = None if person is None else person.locale
        in_words = person is not None and person.in_words
        if is_recapped(table):
            words = self.voices(table, locale).message
            return self._recaps.hand(table, words)
        if table.record.status not in ("playing", "over"):
            return plain(self.unstarted_hand(table, locale, seat), table)
        view = self._view(table, seat)
        spoken = self.voices(table, locale, seat)
        said = self.gist(table, view, spoken) if in_words else None
        over = table.record.status == "over"
        kind: Kind = "result" if over else "hand"
        shown = table.view(None) if over else view  # the same result for everybody
        drawn = await self.illustrator.drawn(kind, table, shown, spoken, wanted, said)
        picture = drawn.picture
        if over:
            screen = hands.over(table, view, spoken.message, picture=picture, said=said)
            return drawn.on(screen, table)
        record, turn, prompt = table.record, table.turn(seat), view.prompt
        answered = None if prompt is None else prompt.answered
        choosing = prompt is not None and answered is None
        noticed = wanted.before is None
        due = await self._due((turn,), table)
        screen = hands.Hand(
            table,
            view,
            spoken,
            due=due,
            left=due[seat] - self._time.moment(self._time.now()) if noticed and due else None,
            until=self.until(table),
            picture=picture,
            page=page,
            marked=None if prompt is None else self._marked(table, seat, prompt.step),
            said=said,
            topics=table.game.topics(view) if in_words else (),
            guide=self._guide(
                *(table, view, spoken.message),
                helped=record.helps(person),
                pictured=picture is not None,
            )
            if choosing
            else ALONE,
            late=late,
            signs=self.signs.get(table.game.name, NO_SIGNS),
            noticed=noticed,
        ).screen()
        owes = prompt.step if prompt is not None and choosing and not turn.away else None
        if owes is None and record.takeback and record.seats[seat].user_id in undecided(table):
            owes = view.step
        asks = (
            *(view.step, answered, table.trouble, table.paused, turn.away, due.get(seat)),
            *(record.pause, record.takeback, choice_of(table, seat), in_words, record.seats),
        )
        return drawn.on(screen, table, asks, owes)

    def _view(self, table: Table, seat: int) -> View:
        """The seat's view; that of before with what may change while a step lasts (`View.step`)."""
        prompt, key = table.prompt(seat), (table.record.id, seat)
        if prompt is None:
            return table.view(seat)
        known = self._views.get(key)
        if known is not None and known.step == prompt.step:
            awaited = tuple(table.game.asked(table.state))
            return known.model_copy(update={"prompt": prompt, "awaited": awaited})
        view = self._views[key] = table.view(seat)
        if len(self._views) > VIEWS_KEPT:
            self._views.popitem(last=False)
        return view

    def moved(self, table: Table, url: str) -> Rendered:
        """What stays of a board that was posted afresh."""
        words = self.voices(table).message
        return plain(boards.moved(table, words, url), table)

    def departed(self, person: Person | None, table: Table, user_id: int) -> Rendered:
        """What stays of the hand of somebody who left the game: who plays on."""
        words = self.voices(table, None if person is None else person.locale).message
        return plain(holders.departed(table, user_id, words), table)

    def apart(self, outline: Outline, locale: str, *, ending: bool) -> Screen:
        """What a message says while its session is set apart; `ending`: with a way to end it."""
        words = self._languages.words(locale)
        return holders.set_apart(outline, words, ending=ending)

    def has_parts(self, table: Table) -> bool:
        """Whether the board can be looked at more closely."""
        spoken = self.voices(table)
        return bool(self._drawing.places(table.game.name, table.view(None), spoken.picture))

    async def closer(
        self, table: Table, locale: str | None, place: str | None, *, in_words: bool = False
    ) -> Rendered:
        """The part of the board around a place; without one, around the best.

        `in_words`: as text alone; nothing is drawn.
        """
        view, spoken = table.view(None), self.voices(table, locale)
        places = self._drawing.places(table.game.name, view, spoken.picture)
        chosen = place if place in dict(places) else places[0][0]
        if in_words:
            said = self._drawing.nearby(table.game.name, view, spoken.message, chosen)
            return plain(wording.nearby(table.record.id, places, chosen, said, spoken), table)
        order = Order("closer", table.game.name, view, spoken.picture, chosen)
        picture = await self._drawing.draw(order, Urgency.ANSWER)
        screen = wording.closer(table.record.id, places, chosen, picture, spoken.message)
        return plain(screen, table)

    def in_words(self, table: Table, seat: int | None, locale: str | None) -> tuple[str, ...]:
        """The whole view as text."""
        spoken = self.voices(table, locale)
        said = spoken.message.to(seat)
        return self._drawing.describe(table.game.name, _ended(table, seat), said)

    def _guide(
        self, table: Table, view: View, words: Words, *, helped: bool, pictured: bool
    ) -> guiding.Guide:
        """What is said to who learns the game and has to choose, and what was advised."""
        lesson = self._learning.of(table)
        guide = guiding.guide(table, view, lesson, words, helped=helped, pictured=pictured)
        prompt, advice = view.prompt, self._advice(table, view)
        if prompt is None or advice is None:
            return guide
        plainly = pictured and guide.learns
        said_of = {"pictured": pictured, "plainly": plainly}
        advised, steps = guiding.suggested(advice, prompt, words, **said_of)
        # The line of help makes room for it; what a lesson says of this choice stays where no
        # map needs the room.
        brief = pictured and is_brief(prompt)
        said = () if brief or lesson is None else guide.said[-1:]
        more = guide.more and not brief
        return replace(guide, said=said, more=more, advice=advised, steps=steps, advised=advice)

    def _advice(self, table: Table, view: View) -> Advice | None:
        """What was suggested to who is asked."""
        prompt, record = view.prompt, table.record
        if prompt is None:
            return None
        return self._advices.of(record.id, record.seats[prompt.seat].user_id, prompt.step)

    def why(self, table: Table, seat: int, locale: str) -> Screen:
        """All that a lesson, or the help, says of what a seat is asked, first why of what was
        suggested; then of how it ended."""
        words, view = self.voices(table, locale, seat).message, table.view(seat)
        if table.record.status != "playing":
            own = words.to(guiding.learner_of(table.record))
            return guiding.why(table, [*map(own, self._recaps.said(table, why=True))], words)
        lesson = self._learning.of(table)
        guide = guiding.guide(table, view, lesson, words, helped=True, rest=True)
        advice, said = self._advice(table, view), guide.said
        if view.prompt is not None and advice is not None:
            advised, _ = guiding.suggested(advice, view.prompt, words)
            said = ("\n".join(advised), *said)
        return guiding.why(table, said, words)

    def gist(self, table: Table, view: View, spoken: Voices) -> tuple[str, ...]:
        """What a picture of the view would show, in words, the most needed first."""
        return self._drawing.gist(table.game.name, view, spoken.message.to(view.viewer))

    def _marked(self, table: Table, seat: int, step: int) -> tuple[str, ...] | None:
        record = table.record
        return self._marks.of(record.id, record.seats[seat].user_id, step)

    async def due(self, table: Table) -> dict[int, int]:
        """By seat, the Unix time in seconds at which the computer chooses for it."""
        return await self._due(table.record.turns, table)

    async def _due(self, turns: Iterable[Turn], table: Table) -> dict[int, int]:
        if table.record.speed is None or table.paused:
            return {}
        due = {}
        for turn in turns:
            if turn.step is not None:
                user_id = table.record.seats[turn.seat].user_id
                due[turn.seat] = round(await chosen_at(self._people, self._time, user_id, turn))
        return due

    def until(self, table: Table) -> int | None:
        """Until when a pause lasts at most, or a take-back is decided, in Unix time."""
        asked, pause = table.record.takeback, table.record.pause
        if asked is None and pause.at is None:
            return None
        ends = ends_at(pause)
        if not table.paused and asked is not None and table.deciding:
            ends = asked.due_at
        return None if ends is None else self._time.shown(ends)

    def voices(self, table: Table, locale: str | None = None, seat: int | None = None) -> Voices:
        """The words of a table for a reader of this locale, in a seat's hand or for everybody.

        Without a locale, in the table's own language.
        """
        record, away = table.record, table.away()
        language = self._languages.pick(locale or record.locale)
        key = record.id, language, record.teaches(seat)
        known = self._voices.get(key)
        if known is not None and known[0] is record.seats and known[1] == away:
            return known[2]
        spoken = voices(self._languages, language, record, seat)
        self._voices[key] = record.seats, away, spoken
        if len(self._voices) > VOICES_KEPT:
            self._voices.popitem(last=False)
        return spoken

    def forget_names(self) -> None:
        """Hold no table's words, which know who sits there."""
        self._voices.clear()

    async def _lobby(self, table: Table, wanted: Wanted) -> Rendered:
        record, game, spoken = table.record, table.game, self.voices(table)
        if not self._drawing.boxed(game.name):
            wanted = wanted._replace(pictured=False)
        shown = lobbies.shown(record, game, spoken.picture)
        drawn = await self.illustrator.drawn("lobby", table, shown, spoken, wanted)
        screen = lobbies.lobby(record, game, spoken.message, picture=drawn.picture)
        return drawn.on(headed(screen, self.notice), table)

    def unstarted_hand(self, table: Table, locale: str | None, seat: int | None) -> Screen:
        """What a private message says before the game, and once it was ended, to who has a seat."""
        words = self.voices(table, locale).message.to(seat)
        if table.record.status == "lobby":
            return hands.joined(table, words)
        return hands.ended(table, words)
