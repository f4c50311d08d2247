"""Reviews as their players meet them: under the result, in the replay, and shared."""

from __future__ import annotations

import asyncio
import re
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from bot.delivery.calling import answers, edits
from bot.delivery.drawing.orders import drawn_view
from bot.delivery.following import awaited
from bot.delivery.rendering.rendering import Illustrator
from bot.sessions.over.reviews import Reviews
from bot.store.records.play import COMPUTER
from bot.store.store import StoreFailed
from bot.testing.driver import Person, alt_texts, labels, text_of
from bot.testing.house import unseen
from bot.testing.playing import act_for
from bot.thinking import reviewing
from bot.thinking.reviewing import Reviewing
from bot.thinking.thinkers import Thinkers
from engine import games
from engine.corrompue.state import INTERRUPT
from engine.london.numbers.asks import Ask
from engine.parts.rng import Rng
from engine.review import Effort, Review, read_choice
from images.london.hand import sections
from tests.images.speech import Speech
from tests.tiers import half
from tests.whole.house import TABLE, house, reopened
from tests.whole.test_alone import game_of, play
from tests.whole.test_holders import leave
from tests.whole.test_lines import lines
from tests.whole.test_replays import ended, step

LITTLE = Effort(look=2, told=2, step=1, most=4)
SEATED = {
    "guildes": ("Ada", "Goro", "Chiara"),
    "majority": ("Ada", "Goro", "Chiara", "Dietrich"),
    "corrompue": ("Ada", "Goro", "Chiara"),
    "london": ("Ada", "Goro"),
}


@pytest.fixture(autouse=True)
def by_number(monkeypatch):
    """Read at once, and here: a move's number tells how games with it end."""

    def ends(game, policy, world, seat, row, seed):
        return row[0] % 7 / 7

    async def read(_, game, choice, seat, strengths):
        await asyncio.sleep(0)
        return read_choice(games[game], choice, seat, strengths, LITTLE)

    monkeypatch.setattr("engine.review.chances.playout", ends)
    monkeypatch.setattr(Thinkers, "read", read)


async def reviewed(person: Person, party):
    """The review, from the button under the result, once it is there."""
    await person.press("Review", party.board)
    waiting = person.latest(party.channel)
    assert waiting.seen_by == person.id
    services = party.house.bot.services
    await party.house.bot.answered()  # by then it waits
    await services.reviewing.settled()
    await services.reviews.settled()
    return waiting


@pytest.mark.parametrize("game", half(SEATED, 1))
async def test_whoever_played_sees_what_their_choices_cost(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall, *SEATED[game], game=game)
        ada = party.people[0]
        shown = await reviewed(ada, party)
        assert shown.seen_by == ada.id
        said = text_of(shown)
        assert "choice by choice" in said
        (alt,) = alt_texts(shown)
        assert "Chance to win at the beginning: " in alt
        assert "Accuracy: " in alt
        assert "Ada" in alt


async def test_where_discord_takes_no_picture_a_review_is_said_in_words(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada, guild = party.people[0], hall.discord.world.guild
        guild.uploads_limited = True
        becomes = await reviewed(ada, party)
        at_once = await reviewed(ada, party)
        guild.uploads_limited = False
        (drawn,) = alt_texts(await reviewed(ada, party))
        for shown in (becomes, at_once):
            assert alt_texts(shown) == []
            assert drawn in text_of(shown)
        guild.uploads_limited = True
        await ada.press("Turning point 1", at_once)
        assert alt_texts(at_once) == []
        assert "Turning point 1" in text_of(at_once)


async def test_who_has_left_reads_of_their_own_choices_under_their_own_name(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        ada, goro, chiara = party.people
        await party.play_on()
        await leave(hall, party, goro)
        party.people = [ada, chiara]
        await party.finish()
        (alt,) = alt_texts(await reviewed(goro, party))
        assert "Goro" in alt
        assert "Berthe" not in alt
        (whole,) = alt_texts(await reviewed(ada, party))
        assert "Ada" in whole


async def test_while_it_is_read_the_message_says_how_far_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(awaited, "TOLD_EVERY", 0.0)
    said: list[str] = []
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        edited = edits.edited

        def noted(screen):
            said.append(str(screen.frame))
            return edited(screen)

        posted, read = asyncio.Event(), Thinkers.read

        async def later(*choice):
            await posted.wait()
            return await read(*choice)

        monkeypatch.setattr(edits, "edited", noted)
        monkeypatch.setattr(Thinkers, "read", later)
        ada, services = party.people[0], hall.bot.services
        await ada.press("Review", party.board)
        shown = ada.latest(party.channel)
        posted.set()
        await services.reviewing.settled()
        await services.reviews.settled()
        assert "choice by choice" in text_of(shown)
        assert any(re.search(r"is being reviewed: [1-9]\d* of", one) for one in said)
        assert any(re.search(r"It takes about \d+ (minutes?|seconds) more", one) for one in said)
        await ada.press("Review", party.board)
        again = ada.latest(party.channel)
        assert again.id != shown.id
        assert text_of(again) == text_of(shown)


async def test_before_a_choice_is_read_it_takes_as_long_as_the_last_one_of_its_game(
    tmp_path, monkeypatch
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        told, read = [], Thinkers.read
        for person in party.people[:2]:
            posted = asyncio.Event()

            async def later(*choice, posted=posted):
                await posted.wait()
                return await read(*choice)

            monkeypatch.setattr(Thinkers, "read", later)
            await person.press("Review", party.board)
            told.append("It takes about" in text_of(person.latest(party.channel)))
            posted.set()
            await hall.services.reviewing.settled()
        assert told == [False, True]


async def test_every_turning_point_has_a_reason_of_the_game(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        shown = await reviewed(party.people[0], party)
        await party.people[0].press("Turning point 1", shown)
        said = [text_of(shown)]
        while "Turning point 1 of" not in said[-1] or len(said) == 1:
            await party.people[0].press("Next", shown)
            said.append(text_of(shown))
        assert all("What speaks for it: " in one for one in said)
        assert any("About your choice: " in one for one in said)


async def test_a_turning_point_shows_the_hand_the_choice_and_a_better_one(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        person = party.people[0]
        shown = await reviewed(person, party)
        whole = text_of(shown)
        await person.press("Turning point 1", shown)
        said = text_of(shown)
        assert "### Turning point 1 of " in said
        assert "You chose: " in said
        assert " to win, between " in said
        assert "Better: " in said
        assert "What speaks for it: " in said
        assert "A hand" in alt_texts(shown)[0]
        await person.press("In the replay", shown)
        replay = person.latest(party.channel)
        assert step(replay)[0] >= 1
        await person.press("Summary", shown)
        assert text_of(shown) == whole
        await person.press("What do the numbers mean?", shown)
        explained = text_of(person.latest(party.channel))
        assert "tried from what you could see then" in explained
        assert "a shared first place is a part of a win" in explained
        words = "very low from 0, low from 30, fair from 50, high from 70 and very high from 85 on"
        assert words in explained


async def first_turning_point(hall):
    """What is said of it to the first of a game that has ended."""
    party = await ended(hall)
    shown = await reviewed(party.people[0], party)
    await party.people[0].press("Turning point 1", shown)
    return text_of(shown)


async def test_a_turning_point_has_the_mean_place_with_both_choices(tmp_path, monkeypatch):
    def ends(game, policy, world, seat, row, seed):
        policy.place = 1 if row[0] % 7 > 3 else 3
        return row[0] % 7 / 7

    monkeypatch.setattr("engine.review.chances.playout", ends)
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        said = await first_turning_point(hall)
        assert (
            "Average place in trial games: 3.0 with your choice, 1.0 with the better one." in said
        )


async def test_a_turning_point_says_in_how_many_worlds_both_were_tried_and_who_won_fewer(
    tmp_path, monkeypatch
):
    def ends(game, policy, world, seat, row, seed):
        won = row[0] % 7 / 7
        policy.won = [(1 - won) / (world.seats - 1)] * world.seats
        policy.won[seat] = won
        return won

    monkeypatch.setattr("engine.review.chances.playout", ends)
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        said = await first_turning_point(hall)
        assert re.search(r"Both were tried in the same \d+ games: the difference is sure\.", said)
        fewer = r"With the better one, \*\*(?:Goro|Chiara)\*\* won (\d) of them instead of (\d)\."
        theirs, were = map(int, re.search(fewer, said).groups())
        assert theirs < were


async def test_what_was_well_chosen_is_held_against_the_next_best_answer(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        said = text_of(await reviewed(party.people[0], party))
        (line,) = [one for one in said.splitlines() if one.startswith("✓ ")]
        card, over = r"[A-Z]\w+\.", "over that of the next best"
        regex = rf"well chosen: {card} Its chance is at least \d+ points? {over}, {card}"
        assert re.search(regex, line)


async def test_of_a_long_turn_the_whole_stands_beside_the_best_one_found(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall, *SEATED["london"], game="london")
        ada = party.people[0]
        shown = await reviewed(ada, party)
        await ada.press("Turning point 1", shown)
        for _ in range(2):
            if "Whole turn" not in labels(shown):
                await ada.press("Next", shown)
        lines = text_of(shown).splitlines()
        (short,) = [line for line in lines if line.startswith("Your whole turn: ")]
        better = r"(the best one found|another, perhaps better): \d+%"
        assert re.fullmatch(
            rf"Your whole turn: \d+% to win; (no better one was found|{better})\.", short
        )
        assert len(lines) <= 8
        await ada.press("Whole turn", shown)
        played, *beside = text_of(ada.latest(party.channel)).splitlines()
        assert re.search(r"( and |; )End turn\. Chance to win: \d+", played)
        assert len(beside) == ("no better" not in short)
        assert all(line.startswith(("The best turn found: ", "Another turn")) for line in beside)


async def test_where_no_choice_cost_anything_that_is_said_and_no_turning_point_opens(
    tmp_path, monkeypatch
):
    monkeypatch.setattr("engine.review.chances.playout", lambda *_: 0.5)
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        shown = await reviewed(party.people[0], party)
        said = text_of(shown)
        assert "No choice of yours is sure to have cost you a point or more." in said
        (alt,) = alt_texts(shown)
        assert "Accuracy: 100 out of 100, very high" in alt
        assert "by choices ±0" in alt
        assert labels(shown) == ["Share…", "What do the numbers mean?"]
        assert "urning point" not in said + alt


async def test_sharing_shows_what_everybody_will_see_first(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        person = party.people[0]
        shown = await reviewed(person, party)
        await person.press("Share…", shown)
        look = person.latest(party.channel)
        assert look.seen_by == person.id
        assert "Everybody here will see this" in text_of(look)
        await person.press("Show everybody", look)
        await hall.quiet()
        posted = person.latest(party.channel)
        assert posted.seen_by is None
        assert "Chance to win at the beginning" in text_of(posted)
        assert labels(posted) == []
        hand = text_of(shown).split("**1**")[1].splitlines()[0]
        assert hand not in text_of(posted)
        assert labels(look) == []
        assert "Everybody here can see it now" in text_of(look)


async def test_a_review_whose_button_is_pressed_twice_is_posted_once(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        person = party.people[0]
        await person.press("Share…", await reviewed(person, party))
        look = person.latest(party.channel)
        presses = (person.press("Show everybody", look) for _ in range(2))
        await asyncio.gather(*presses)
        await hall.quiet()
        public = [one for one in person.messages(party.channel) if one.seen_by is None]
        assert sum("Chance to win at the beginning" in text_of(one) for one in public) == 1


async def test_in_the_replay_it_can_be_asked_for_too(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada = party.people[0]
        await ada.press("Replay", party.board)
        await ada.press("Review", ada.latest(party.channel))
        await hall.bot.services.reviewing.settled()
        await hall.bot.services.reviews.settled()
        assert "choice by choice" in text_of(ada.latest(party.channel))


async def test_who_had_no_seat_is_told_so(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        hanna = hall.person("Hanna")
        await hanna.press("Review", party.board)
        assert "Only players of this game can open one." in text_of(hanna.latest(party.channel))
        assert await hall.bot.services.store.unfinished_reviews() == []


async def test_whose_choices_were_all_made_by_a_computer_reads_that_none_was_their_own(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        ada, goro, chiara = party.people
        await leave(hall, party, goro)
        party.people = [ada, chiara]
        await party.finish()
        await goro.press("Review", party.board)
        assert "You made no choice in this game yourself" in text_of(goro.latest(party.channel))


async def test_who_wants_words_gets_all_of_it_in_words(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada, services = party.people[0], hall.bot.services
        known = await services.people.find(ada.id)
        await services.store.save_person(replace(known, in_words=True))
        services.people.forget_all()
        shown = await reviewed(ada, party)
        assert alt_texts(shown) == []
        assert "Chance at the beginning of each: Ballot 1: " in text_of(shown)
        await ada.press("Turning point 2", shown)
        assert alt_texts(shown) == []
        assert "You chose: " in text_of(shown)
        whole = ada.response(await ada.press("Text", shown))
        assert "aiting for" not in text_of(shown) + text_of(whole)  # nobody is any more


async def test_a_turning_point_in_words_fits_a_phone_and_its_rest_is_behind_a_button(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall, *SEATED["london"], game="london")
        ada, services = party.people[0], hall.bot.services
        known = await services.people.find(ada.id)
        await services.store.save_person(replace(known, in_words=True))
        services.people.forget_all()
        shown = await reviewed(ada, party)
        await ada.press("Turning point 1", shown)
        assert "There is more: press “Text”." in text_of(shown)
        assert lines(shown) <= 30  # of 22 px each, and three of buttons
        whole = ada.response(await ada.press("Text", shown))
        assert "Plantation" in text_of(whole)
        assert "Plantation" not in text_of(shown)


async def test_what_is_read_is_given_to_its_person_and_erased_with_them(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada = party.people[0]
        await reviewed(ada, party)
        store = hall.bot.services.store
        (row,) = (await store.exported(ada.id))["reviews"]
        assert row["done"]
        await hall.bot.services.forgetting.forget(ada.id)
        assert (await store.exported(ada.id))["reviews"] == []
        await ada.press("Review", party.board)
        assert "Only players of this game can open one." in text_of(ada.latest(party.channel))


async def test_what_a_killed_bot_had_begun_to_read_goes_on_at_the_next_start(tmp_path, monkeypatch):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await ended(hall)
        ada = party.people[0]
        services = hall.bot.services
        found = await services.reviewing.begin(party.session_id, ada.id)
        # As after kill -9: a choice is kept, no task is left.
        services.reviewing.close()
        await services.reviewing.settled()
        read = await services.thinkers.read(
            "guildes", found.following, found.review.seat, found.strengths
        )
        grown = found.grown(read).stored
        assert await services.store.save_review(party.session_id, grown, found.kept)
        await hall.bot.close()
        asked, of, read_on = [], Reviews.of, Thinkers.read

        async def finding(*which):
            asked.append("review")
            return await of(*which)

        async def reading(*choice):
            asked.append("choice")
            return await read_on(*choice)

        monkeypatch.setattr(Reviews, "of", finding)
        monkeypatch.setattr(Thinkers, "read", reading)
        async with reopened(hall, database) as again:
            after = again.bot.services
            await after.reviewing.settled()
            assert await after.store.unfinished_reviews() == []
            stored = await after.store.review(party.session_id, ada.id)
            review = Review.model_validate_json(stored.found)
            assert review.done
            assert review.choices[0] == found.grown(read).review.choices[0]
        assert asked[: asked.index("choice")] == ["review"]


async def test_pressing_twice_reads_it_once(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        orders, read = [], Thinkers.read

        def noted(thinkers, game, choice, *how):
            orders.append(choice.entry)
            return read(thinkers, game, choice, *how)

        monkeypatch.setattr(Thinkers, "read", noted)
        ada = party.people[0]
        await ada.press("Review", party.board)
        await reviewed(ada, party)
        await ada.press("Review", party.board)
        await hall.bot.services.reviewing.settled()
        assert len(orders) == len(set(orders)) > 10


@pytest.mark.parametrize("dies", [False, True], ids=["reads to its end", "is killed"])
async def test_of_two_processes_that_begin_it_one_reads_on_alone(tmp_path, monkeypatch, dies):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, services = await ended(hall), hall.services
        here = services.reviewing
        store, thinkers = services.store, services.thinkers
        there = Reviewing(store, services.sessions, Reviews(store, services.replays), thinkers)
        monkeypatch.setattr(reviewing, "STALLED", 0.0)
        which, read = (party.session_id, party.people[0].id), Thinkers.read
        both, kept, never = asyncio.Event(), asyncio.Event(), asyncio.Event()
        orders: dict[Reviewing, list[int]] = {here: [], there: []}

        async def noted(_, game, choice, *how):
            mine = here if asyncio.current_task() in here._tasks.values() else there
            orders[mine].append(choice.entry)
            if mine is there:
                both.set()
                await kept.wait()
            elif dies and len(orders[here]) > 1:
                kept.set()
                await never.wait()
            await both.wait()
            return await read(thinkers, game, choice, *how)

        monkeypatch.setattr(Thinkers, "read", noted)
        found = await here.begin(*which)
        await there.begin(*which)
        if not dies:
            await here.settled()
            kept.set()
        await there.settled()
        here.close()
        every, read_here, read_there = len(found.choices), orders[here], orders[there]
        assert read_here[0] == read_there[0]
        assert (len(read_here), len(read_there)) == ((2, every) if dies else (every, 1))
        stored = await store.review(*which)
        assert stored.done


async def test_a_game_by_older_rules_is_refused_in_words(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        monkeypatch.setattr(type(games["guildes"]), "rules_version", 99)
        monkeypatch.setattr(type(games["guildes"]), "rules_since", None)
        monkeypatch.setattr(type(games["guildes"]), "components", "others")
        ada = party.people[0]
        await ada.press("Review", party.board)
        assert "can’t" in text_of(ada.latest(party.channel))
        assert await hall.bot.services.store.unfinished_reviews() == []


async def test_ones_own_statistics_have_the_accuracy_of_reviewed_games(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada, goro = party.people[:2]
        await ada.command("stats", TABLE)
        assert "Accuracy" not in text_of(ada.latest(TABLE))
        await reviewed(ada, party)
        await ada.command("stats", TABLE)
        own = ada.latest(TABLE)
        assert re.search(r"out of 100, for you alone: Guildes \d+ \(1 game\)", text_of(own))
        await ada.press("Show everybody", own)
        assert "for you alone" not in text_of(ada.latest(TABLE))
        await goro.command("stats", TABLE, player=ada.id)
        assert "ccuracy" not in text_of(goro.latest(TABLE))


async def test_a_review_that_takes_long_to_be_found_is_acknowledged_in_time(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada, found = party.host, asyncio.Event()
        begin = hall.services.reviewing.begin

        async def slow(*args):
            await found.wait()
            return await begin(*args)

        monkeypatch.setattr(hall.services.reviewing, "begin", slow)
        monkeypatch.setattr(answers, "DEFER_AFTER", 0)
        pressed = await ada.press("Review", party.board)
        assert pressed.answered  # though nothing is found yet
        found.set()
        await hall.quiet()
        await hall.services.reviewing.settled()
        await hall.services.reviews.settled()
        assert "choice by choice" in text_of(ada.latest(party.channel))


async def test_others_see_the_accuracy_of_whoever_lets_them(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada, goro = party.people[:2]
        await reviewed(ada, party)
        chooses = ada.response(await ada.command("settings", TABLE))
        await ada.press("setting:accuracy:on", chooses)
        assert "setting:accuracy:off" in str(chooses.components)
        await goro.command("stats", TABLE, player=ada.id)
        shown = text_of(goro.latest(TABLE))
        assert re.search(r"latest reviewed games, out of 100: Guildes \d+ \(1 game\)", shown)
        await ada.command("stats", TABLE)
        await ada.press("Show everybody", ada.latest(TABLE))
        assert "Accuracy of the latest reviewed games" in text_of(ada.latest(TABLE))
        await ada.press("setting:accuracy:off", chooses)
        await goro.command("stats", TABLE, player=ada.id)
        assert "ccuracy" not in text_of(goro.latest(TABLE))


async def asked_to_tell(hall, monkeypatch, party=None):
    """A review that waits to be read on, and somebody who wants to be told of its end."""
    party = party or await ended(hall)
    ada = party.people[0]
    goes_on, read = asyncio.Event(), Thinkers.read

    async def later(*choice):
        await goes_on.wait()
        return await read(*choice)

    monkeypatch.setattr(Thinkers, "read", later)
    await ada.press("Review", party.board)
    shown = ada.latest(party.channel)
    await ada.press("Tell me when it’s done", shown)
    return party, ada, shown, goes_on


async def test_who_wants_to_be_told_gets_a_message_that_buzzes_when_it_is_done(
    tmp_path, monkeypatch
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        _, ada, shown, goes_on = await asked_to_tell(hall, monkeypatch)
        assert "You will get a direct message when it is done." in text_of(shown)
        assert labels(shown) == []
        before, services = list(ada.notifications), hall.bot.services
        goes_on.set()
        await services.reviewing.settled()
        await services.reviews.settled()
        assert "choice by choice" in text_of(shown)
        letter = ada.latest(None)
        assert "Guildes in " in text_of(letter)
        assert "your review is done" in text_of(letter)
        (buzzed,) = [one for one in ada.notifications if one not in before]
        assert "your review is done" in buzzed.push
        await ada.press("Review", letter)
        assert "choice by choice" in text_of(ada.latest(None))
        assert await services.store.unfinished_reviews() == []


async def test_whoever_has_closed_direct_messages_is_called_in_the_channel(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, ada, _, goes_on = await asked_to_tell(hall, monkeypatch)
        ada.user.closed_dms = True
        before, services = list(ada.notifications), hall.bot.services
        goes_on.set()
        await services.reviewing.settled()
        await services.reviews.settled()
        (buzzed,) = [one for one in ada.notifications if one not in before]
        assert buzzed.channel != ada.latest(None).channel
        said = text_of(ada.latest(party.channel))
        assert said == f"<@{ada.id}> your review of Guildes is done."
        assert await services.store.unfinished_reviews() == []


async def test_whose_direct_messages_are_known_to_be_closed_is_told_where_they_will_be_called(
    tmp_path, monkeypatch
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        people = hall.bot.services.people
        await people.save(replace(await people.find(party.people[0].id), dm_open=False))
        _, _, shown, _ = await asked_to_tell(hall, monkeypatch, party)
        assert "you will be called in the game’s channel when it is done" in text_of(shown)


async def test_nobody_is_told_who_has_not_asked_for_it(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada = party.people[0]
        before = len(ada.messages(None))
        await reviewed(ada, party)
        assert len(ada.messages(None)) == before


async def test_who_wanted_to_be_told_is_after_another_start_and_once(tmp_path, monkeypatch):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        _, ada, _, goes_on = await asked_to_tell(hall, monkeypatch)
        await hall.bot.close()
        goes_on.set()
        for _ in range(2):
            async with reopened(hall, database) as again:
                await again.bot.services.reviewing.settled()
                await again.bot.services.reviews.settled()
        told = [one for one in ada.messages(None) if "your review is done" in text_of(one)]
        assert len(told) == 1


async def test_who_wants_to_be_told_is_by_the_next_start_where_a_kill_came_before_the_word(
    tmp_path, monkeypatch
):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        _, ada, _, goes_on = await asked_to_tell(hall, monkeypatch)
        hall.services.reviewing._told.clear()  # as where it is killed once the review is kept
        goes_on.set()
        await hall.services.reviewing.settled()
        assert await hall.services.store.unfinished_reviews() != []
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await again.services.reviewing.settled()
            await again.services.reviews.settled()
            told = [one for one in ada.messages(None) if "your review is done" in text_of(one)]
            assert len(told) == 1
            assert await again.services.store.unfinished_reviews() == []


async def test_the_mayors_that_one_chose_from_are_in_the_picture_of_the_hand(tmp_path, monkeypatch):
    """In a live hand they stand beside their buttons, which a review hasn't."""
    views, drawn = [], Illustrator.drawn

    def ends(game, policy, world, seat, row, seed):
        return row[0] % 3 / 3 if world.ask == Ask.KEEP else 0.5

    async def watched(self, kind, table, view, *rest, **more):
        views.append(drawn_view(kind, view))
        return await drawn(self, kind, table, view, *rest, **more)

    monkeypatch.setattr("engine.review.chances.playout", ends)
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall, *SEATED["london"], game="london")
        for person in party.people[:2]:
            shown = await reviewed(person, party)
            if "Turning point 1" in labels(shown):
                break
        monkeypatch.setattr(Illustrator, "drawn", watched)
        await person.press("Turning point 1", shown)
        assert "Which mayor’s card do you keep?" in text_of(shown)
    (view,) = views
    own, _ = sections(view, Speech("en", ("Ada", "Goro")))
    assert len(own.cards) == len(view.mayors) == 3


async def test_a_turning_point_says_you_where_it_asks_or_tells_of_its_reader(tmp_path, monkeypatch):
    def ends(game, policy, world, seat, row, seed):
        return row[0] % 7 / 7 if world.phase == INTERRUPT else 0.5

    monkeypatch.setattr("engine.review.chances.playout", ends)
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall, *SEATED["corrompue"], game="corrompue")
        goro = party.people[1]
        shown = await reviewed(goro, party)
        read = [text_of(shown)]
        for way in ("Turning point 1", "Next", "Next"):
            await goro.press(way, shown)
            read.append(text_of(shown))
    assert "You are about to take this trick." in read[2]
    assert "You chose: You take it" in read[3]
    assert not any("Goro" in said for said in read)


def held(monkeypatch):
    """Nothing is read until this is set."""
    goes_on, read = asyncio.Event(), Thinkers.read

    async def later(*choice):
        await goes_on.wait()
        return await read(*choice)

    monkeypatch.setattr(Thinkers, "read", later)
    return goes_on


async def test_review_pressed_twice_both_messages_become_it(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, goes_on = await ended(hall), held(monkeypatch)
        ada, waiting = party.people[0], []
        for _ in range(2):
            await ada.press("Review", party.board)
            waiting.append(ada.latest(party.channel))
        assert waiting[0].id != waiting[1].id
        goes_on.set()
        await hall.services.reviewing.settled()
        await hall.services.reviews.settled()
        for message in waiting:
            assert "choice by choice" in text_of(message)


async def test_a_message_from_before_a_restart_becomes_the_review_once_it_is_pressed(
    tmp_path, monkeypatch
):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party, goes_on = await ended(hall), held(monkeypatch)
        ada = party.people[0]
        await ada.press("Review", party.board)
        shown = ada.latest(party.channel)
        await hall.bot.answered()
        hall.services.reviews._waiting.clear()  # as where it was killed
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await ada.press("Tell me when it’s done", shown)
            assert "It will appear here" in text_of(shown)
            await again.bot.answered()
            assert again.services.reviews._waiting[party.session_id, ada.id][shown.id].tell
            goes_on.set()
            await again.services.reviewing.settled()
            await again.services.reviews.settled()
            assert "choice by choice" in text_of(shown)


async def test_who_wants_to_be_told_is_told_though_discord_fails_at_first(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = await play(hall, "guildes")
        alone = await game_of(hall, ada)
        await alone.finish()
        goes_on = held(monkeypatch)
        await ada.press("Review", alone.board)
        await ada.press("Tell me when it’s done", ada.latest(None))
        direct = ada.latest(None).channel
        fails = hall.discord.faults.plan(rf"POST /channels/{direct}/messages", "error", status=503)
        goes_on.set()
        await hall.services.reviewing.settled()
        await hall.services.reviews.settled()
        assert fails.times == 0
        told = [one for one in ada.messages(None) if "your review is done" in text_of(one)]
        assert len(told) == 1


async def test_a_turn_that_a_computer_has_ended_is_no_whole_turn_of_who_left(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara", game="london")
        ada, goro, chiara = party.people
        seat, rng, amid = (await party.table()).seat_of(ada.id), Rng(1), False
        with unseen(hall.services.sessions):
            while not amid:
                amid = seat == await chosen_amid_a_turn(party, rng)
            left_at = (await party.table()).record.moves
            await hall.services.holders.leave(party.session_id, ada.id)
        party.people = [goro, chiara]
        await hall.services.sessions.opened(party.session_id)
        await hall.quiet()
        await party.finish()
        moves = await hall.services.store.moves(party.session_id)
        assert (moves[left_at].seat, moves[left_at].chosen_by) == (seat, COMPUTER)
        found = await hall.services.reviewing.begin(party.session_id, ada.id)
        for one in found.choices:
            after = [move for move in moves[one.entry :] if move.seat == seat][: len(one.then)]
            assert [move.picks for move in after] == list(one.then)
            assert {move.chosen_by for move in after} <= {ada.id}


async def chosen_amid_a_turn(party, rng):
    """The seat that has chosen something, if its turn goes on and nothing hidden came out."""
    table = await party.table()
    game, state = table.game, table.state
    seat = game.asked(state)[0]
    moves, prompts = game.moves(state, seat), game.prompts(state)
    picks = game.decode(state, seat, rng.choice(moves))
    await act_for(party.house.services.playing, party.session_id, seat, prompts[seat].step, picks)
    after = (await party.table()).state
    alone = len(prompts) == 1 and not game.revealed(state, after, seat)
    return seat if len(moves) > 1 and alone and game.asked(after) == [seat] else None


async def test_reviews_of_a_game_that_is_not_installed_cost_nobody_the_statistics(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await ended(hall)
        ada = party.people[0]
        await reviewed(ada, party)
        with closing(sqlite3.connect(database)) as db, db:
            db.execute("UPDATE session SET game = 'wheel'")
            db.execute("UPDATE result SET game = 'wheel'")
        shown = ada.response(await ada.command("stats", TABLE))
        assert "something went wrong" not in text_of(shown)


async def test_tell_me_pressed_as_a_review_ends_leaves_it_shown(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, goes_on = await ended(hall), held(monkeypatch)
        ada, services = party.people[0], hall.services
        await ada.press("Review", party.board)
        shown, replace_ = ada.latest(party.channel), awaited.Reviews._replace

        async def late(*what):
            goes_on.set()
            await services.reviewing.settled()
            await services.reviews.settled()
            await replace_(*what)

        monkeypatch.setattr(awaited.Reviews, "_replace", late)
        await ada.press("Tell me when it’s done", shown)
        await hall.bot.answered()
        await services.reviews.settled()
        assert "choice by choice" in text_of(shown)


async def test_a_second_review_asks_nobody_again_who_is_to_be_told(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, goes_on = await ended(hall), held(monkeypatch)
        ada, services = party.people[0], hall.services
        await ada.press("Review", party.board)
        first, post = ada.latest(party.channel), services.answers.post

        async def told_meanwhile(*what, **more):
            posted = await post(*what, **more)
            await ada.press("Tell me when it’s done", first)
            return posted

        with monkeypatch.context() as patched:
            patched.setattr(services.answers, "post", told_meanwhile)
            await ada.press("Review", party.board)
            await hall.bot.answered()
        waiting = services.reviews._waiting[party.session_id, ada.id]
        assert waiting[first.id].tell
        goes_on.set()
        await services.reviewing.settled()
        await services.reviews.settled()


async def test_a_message_that_is_there_just_as_a_review_ends_becomes_it(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, goes_on = await ended(hall), held(monkeypatch)
        ada, services = party.people[0], hall.services
        over, post = asyncio.get_running_loop().create_future(), services.answers.post
        services.reviewing.follow(lambda _, ends: over.set_result(None) if ends else None)

        async def as_it_ends(*what, **more):
            posted = await post(*what, **more)
            goes_on.set()
            await over
            return posted

        with monkeypatch.context() as patched:
            patched.setattr(services.answers, "post", as_it_ends)
            await ada.press("Review", party.board)
            await hall.bot.answered()
        await services.reviews.settled()
        assert "choice by choice" in text_of(ada.latest(party.channel))


async def test_where_the_store_fails_as_reading_begins_the_message_does_not_wait_for_good(
    tmp_path, monkeypatch
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada, services = party.people[0], hall.services
        posted = asyncio.Event()

        async def fails(*_):
            await posted.wait()
            raise StoreFailed

        monkeypatch.setattr(services.store, "save_review", fails)
        await ada.press("Review", party.board)
        await hall.bot.answered()
        posted.set()
        await services.reviewing.settled()
        await services.reviews.settled()
        assert "reviewed to its end. Press “Review” again" in text_of(ada.latest(party.channel))


@pytest.mark.parametrize("lost", ["every entry", "a choice"])
async def test_a_review_of_other_choices_than_are_found_now_is_read_anew(tmp_path, lost):
    """As a release may have kept it to which other choices were somebody's."""
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await ended(hall)
        ada = party.people[0]
        before = text_of(await reviewed(ada, party))
        ((kept,),) = rows(database, "SELECT found FROM review")
        review = Review.model_validate_json(kept)
        choices = [
            one.model_copy(update={"entry": one.entry + 1000} if lost == "every entry" else {})
            for one in review.choices[lost == "a choice" :]
        ]
        other = review.model_copy(update={"choices": tuple(choices), "total": len(choices)})
        with closing(sqlite3.connect(database)) as db, db:
            db.execute("UPDATE review SET found = ?", (other.model_dump_json(),))
        assert text_of(await reviewed(ada, party)) == before
        assert rows(database, "SELECT found FROM review") == [(kept,)]


def rows(database, query):
    with closing(sqlite3.connect(database)) as db:
        return db.execute(query).fetchall()
