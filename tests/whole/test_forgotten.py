"""Whoever wants to be forgotten leaves a seat behind: what was theirs is nobody else's."""

from __future__ import annotations

import asyncio
import json

import pytest

from bot.sessions.over.replays import bg_stats_play
from bot.store.records.play import made
from bot.thinking.thinkers import Thinkers
from engine.review import Review
from tests.whole.house import LANGUAGES, house, reopened
from tests.whole.test_holders import leave, take_seat
from tests.whole.test_personal import forget
from tests.whole.test_replays import ended
from tests.whole.test_reviews import by_number, reviewed
from tests.whole.test_trying import tried, turning_point

__all__ = ["by_number"]  # the fixture


async def log_of(party):
    return await party.house.services.store.moves(party.session_id)


async def passed_on(hall, *, forgotten):
    """Goro chooses ten times, is forgotten or leaves, and Hanna plays on in the seat to the end.

    The game, Hanna, and the entries of the log that are Goro's.
    """
    party = await hall.game("Ada", "Goro", "Chiara")
    ada, goro, chiara = party.people
    for _ in range(10):
        await party.play_on()
    seat = (await party.table()).seat_of(goro.id)
    theirs = {one.number for one in await log_of(party) if one.seat == seat}
    if forgotten:
        await forget(goro)
        await hall.quiet()
    else:
        await leave(hall, party, goro)
    hanna = hall.person("Hanna")
    await take_seat(hall, party, hanna)
    assert (await party.table()).seat_of(hanna.id) == seat
    party.people = [ada, hanna, chiara]
    await party.finish()
    return party, hanna, theirs


@pytest.mark.parametrize("forgotten", [False, True])
async def test_what_was_chosen_in_the_seat_before_is_nobody_elses(tmp_path, forgotten):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, hanna, goros = await passed_on(hall, forgotten=forgotten)
        found = await hall.services.reviewing.begin(party.session_id, hanna.id)
        assert found.choices
        assert not {one.entry for one in found.choices} & goros
        own = sum(one.chosen_by == hanna.id for one in made(await log_of(party)))
        (standing,) = await hall.services.store.standings(
            (await party.table()).record.guild_id, user_id=hanna.id
        )
        assert (standing.own, standing.choices) == (own, own + len(goros))


async def test_a_review_that_is_read_meanwhile_goes_on_with_the_same_choices(tmp_path, monkeypatch):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party, hanna, _ = await passed_on(hall, forgotten=False)
        services, read = hall.services, Thinkers.read

        async def never(*_):
            await asyncio.Event().wait()

        with monkeypatch.context() as held:
            held.setattr(Thinkers, "read", never)
            found = await services.reviewing.begin(party.session_id, hanna.id)
            own = {one.entry for one in found.choices}
            services.reviewing.close()
            await services.reviewing.settled()
        for _ in range(5):
            seat = found.review.seat
            choice = await read(services.thinkers, "guildes", found.following, seat, ())
            found = found.grown(choice)
        assert await services.store.save_review(party.session_id, found.stored, found.kept)
        await forget(hall.person("Goro"))
        await hall.quiet()
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await again.services.reviewing.settled()
            stored = await again.services.store.review(party.session_id, hanna.id)
            entries = [one.entry for one in Review.model_validate_json(stored.found).choices]
            assert sorted(entries) == sorted(own)


async def test_hands_open_once_the_last_word_that_is_missing_is_nobodys(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada, goro, chiara = party.people
        await ada.press("Open hands", party.board)
        await goro.press("Open mine too", party.board)
        await hall.quiet()
        assert (await party.table()).record.open_hands.state == "asked"
        await forget(chiara)
        await hall.quiet()
        assert (await party.table()).record.open_hands.state == "open"


async def test_neither_a_review_nor_advice_stays_in_memory(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        over, services = await ended(hall), hall.services
        ada = over.people[0]
        await reviewed(ada, over)
        await ada.command("learn", None, game="guildes")
        await hall.quiet()
        await ada.press("Suggest", ada.latest(None))
        await hall.quiet()
        kept = services.reviewing._reviews._known, services.suggestions._advices._kept
        assert all(any(ada.id in which for which in each) for each in kept)
        await forget(ada)
        await hall.quiet()
        assert not [which for each in kept for which in each if ada.id in which]


async def test_a_former_player_is_no_computer_in_a_play_for_bg_stats(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", computers=2)
        await party.finish()
        await forget(party.people[1])
        await hall.quiet()
        table = await party.table()
        words = LANGUAGES.words("en", [seat.name or "?" for seat in table.record.seats])
        players = json.loads(bg_stats_play(table, words))["players"]
        ids = {player["name"]: player["sourcePlayerId"] for player in players}
        assert ids["Ada"] == str(party.host.id)
        assert ids["?"].startswith("former ")
        assert len({*ids.values()}) == 4


async def test_where_a_former_player_sat_a_try_has_a_normal_computer(tmp_path):
    """Whatever computer had the seat before that person."""
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", computers=1, strength="easy")
        chiara = hall.person("Chiara")
        await take_seat(hall, party, chiara)
        party.people.append(chiara)
        seat = (await party.table()).seat_of(chiara.id)
        await party.finish()
        await forget(chiara)
        await hall.quiet()
        found = await hall.services.reviewing.begin(party.session_id, party.host.id)
        await party.host.press("Try it", await turning_point(party, party.host))
        await hall.quiet()
        record = (await (await tried(hall, party.host)).table()).record
        assert (found.strengths[seat], record.seats[seat].strength) == (None, "normal")
