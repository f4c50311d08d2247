"""Learning: the game's lesson, its lines of help, and the reasons for suggestions."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.games import Box
from bot.languages import Languages
from bot.local.world.records import Message
from bot.screens.play import guiding
from bot.sessions.lessons import Lesson, read
from bot.store.records.play import Learnt
from bot.testing.driver import Person, labels, text_of
from bot.testing.house import TABLE, House, Party, reopened
from bot.testing.picking import asked, pick_anything
from bot.testing.playing import playthrough
from bot.testing.seatings import Seating
from bot.testing.sketches import sketches_of
from bot.testing.suite.catalogues import outside
from bot.testing.suite.whole import from_outside, hall_of
from bot.testing.suite.words import sentences
from engine.bots import advise, players
from engine.parts.rng import Rng
from engine.text import Text, text

LEARNER = "Ada"
MOST_CHOICES = 400
SHORT = 84
"""Characters of a line of help: two lines on a phone, beside what it begins with."""
FEW = 60
"""Playouts: what is said must hold by however many."""


def lesson_of(box: Box) -> Lesson:
    """The game's lesson."""
    if box.lesson is None:
        pytest.skip("the game brings no lesson")
    return read(box.lesson)


async def learning(hall: House, box: Box) -> Party:
    """A lesson that has just begun."""
    learner = hall.person(LEARNER)
    await learner.command("learn", TABLE, game=box.game.name)
    await hall.quiet()
    record = await hall.services.store.live_session_in(learner.channel(TABLE).id)
    assert record is not None
    return Party(hall, [learner], TABLE, record.id)


def said(hall: House, texts: tuple[Text, ...], names: list[str]) -> list[str]:
    """Texts as the learner reads them."""
    words = hall.services.languages.words("en", [f"**{name}**" for name in names]).to(0)
    return [words(one) for one in texts]


async def all_that_is_said(learner: Person, hand: Message) -> str:
    """Of a choice: what stands on the hand, and the rest behind its "Why?"."""
    if "Why?" not in labels(hand):
        return text_of(hand)
    return text_of(hand) + text_of(learner.response(await learner.press("Why?", hand)))


async def choose(party: Party, lesson: Lesson, rng: Rng) -> None:
    """Answer a question of the lesson, which must say before why it matters, and says it once."""
    table, hand = await party.table(), party.hand(party.host)
    view, names = table.view(0), [seat.name for seat in table.record.seats]
    assert lesson.before(view)
    heard = (table.record.lesson or Learnt()).told
    before = lesson.before(view, heard)
    told = await all_that_is_said(party.host, hand)
    for line in said(party.house, before, names):
        assert all(sentence in told for sentence in guiding.sentences(line))
    if not before:
        assert "Why it matters" not in told
    await party.host.press(f"suggest:{party.session_id}", hand)
    assert "would choose" in text_of(party.hand(party.host))
    await pick_anything(party.host, party.hand(party.host), rng.choice)
    await party.house.quiet()


@pytest.mark.asyncio
async def test_a_lesson_is_played_to_its_end_by_presses(tmp_path: Path, box: Box) -> None:
    lesson, rng = lesson_of(box), Rng(3)
    async with hall_of(tmp_path / "guildhall.sqlite3", box) as hall:
        party = await learning(hall, box)
        for _ in range(MOST_CHOICES):
            if (await party.table()).record.status != "playing":
                break
            await choose(party, lesson, rng)
            table = await party.table()
            learnt = table.record.lesson
            if learnt is None or not learnt.last or table.record.status != "playing":
                continue
            assert "What happened" in text_of(party.hand(party.host))
        table = await party.table()
        assert table.record.status == "abandoned"  # it has no result
        public, names = table.view(None), [seat.name for seat in table.record.seats]
        assert lesson.is_over(public)
        recap = said(hall, lesson.recapped(public, 0), names)
        assert len(recap) >= len(lesson.recap)
        hand = party.hand(party.host)
        assert [line for line in recap if line not in text_of(hand)] == []
        if why := said(hall, lesson.recapped(public, 0, why=True), names):
            told = text_of(party.host.response(await party.host.press("Why?", hand)))
            assert [line for line in why if line not in told] == []
        assert names[0] in text_of(party.board)  # what it came to is the learner's own
        assert not asked(party.hand(party.host))
        assert not asked(party.board)


@pytest.mark.asyncio
async def test_a_lesson_goes_on_after_a_restart(tmp_path: Path, box: Box) -> None:
    lesson, rng, database = lesson_of(box), Rng(4), tmp_path / "guildhall.sqlite3"
    async with hall_of(database, box) as hall:
        party = await learning(hall, box)
        await choose(party, lesson, rng)
        before, learnt = await party.moves(), (await party.table()).record.lesson
        told = text_of(party.hand(party.host))
        await hall.bot.close()
        async with reopened(
            hall, database, boxes=from_outside(box), drawn=sketches_of([box])
        ) as again:
            party.house = again
            await again.quiet()
            assert await party.moves() == before
            assert (await party.table()).record.lesson == learnt
            assert text_of(party.hand(party.host)) == told
            await choose(party, lesson, rng)
            assert len(await party.moves()) > len(before)


def test_a_lesson_is_for_this_game_and_all_its_texts_are_there(box: Box, language: str) -> None:
    lesson = lesson_of(box)
    assert lesson.seats in box.game.seats
    assert box.game.Options.model_validate(dict(lesson.options))
    assert len({note.id for note in lesson.note}) == len(lesson.note)
    assert Languages.load(games=outside(box)).missing(language, lesson.keys()) == []


def test_every_question_has_a_line_of_help_if_any_has(table: Seating, language: str) -> None:
    known, game = sentences(language, table.box), table.game
    if not any(key.startswith(f"{game.name}.help.") for key in known):
        return
    words = Languages.load(games=outside(table.box)).words(language)
    for state in playthrough(table).some_states(60):
        for prompt in game.prompts(state).values():
            line = words(text(prompt.ask.key.replace(".ask.", ".help.", 1)))
            assert 0 < len(line) <= SHORT


def test_a_suggestion_is_what_the_normal_computer_would_choose_or_what_is_played_out_better(
    table: Seating,
) -> None:
    game = table.game
    asking = [state for state in playthrough(table).some_states(6) if game.asked(state)]
    for number, state in enumerate(asking):
        asked = game.asked(state)
        seat = asked[number % len(asked)]
        view = game.view(state, seat)
        advice = advise(game, view, number, FEW)
        if game.policy is not None:
            rule = players["normal"].choose(game, view, number)
            assert rule in (advice.picks, advice.second and advice.second[0])
        assert advice.reason is not None or advice.best
        assert advise(game, view, number, FEW) == advice
        game.play(state, seat, advice.picks)


def test_a_reason_tells_nothing_that_the_seat_cant_see(table: Seating, language: str) -> None:
    game = table.game
    if game.policy is None:
        return
    words = Languages.load(games=outside(table.box)).words(language, ["Ada"] * table.seats)
    for number, state in enumerate(playthrough(table).some_states(25)):
        for seat in game.asked(state):
            view = game.view(state, seat)
            move = game.policy.normal(game.sample(view, number), seat, Rng(number))
            reasons = [
                game.policy.reason(game.sample(view, seed), seat, move) for seed in (1, 2, 3)
            ]
            assert reasons[0] == reasons[1] == reasons[2]
            if reasons[0] is not None:
                assert words(reasons[0])
