"""A turning point of one's own review, tried again as a table in direct messages."""

from __future__ import annotations

import re

import pytest

from bot.screens.parts import board_url
from bot.sessions.refusals import WrongNumber
from bot.store.store import StoreFailed
from bot.testing.driver import labels, text_of
from engine.bots.players import moment
from engine.text import text
from tests.tiers import half
from tests.whole.house import LANGUAGES, TABLE, Party, asked, house, pick_anything, reopened
from tests.whole.test_alone import game_of, play
from tests.whole.test_replays import ended
from tests.whole.test_reviews import SEATED, by_number, reviewed
from tests.whole.test_takebacks import replayed

__all__ = ["by_number"]  # the fixture


async def turning_point(party, person):
    """The first one, opened."""
    shown = await reviewed(person, party)
    await person.press("Turning point 1", shown)
    return shown


async def tried(hall, person):
    """What somebody tries in direct messages."""
    found = await hall.services.store.sessions_of(person.id)
    (record,) = [one for one in found if one.guild_id is None]
    return Party(hall, [person], None, record.id)


async def begun(hall, game="guildes", who=0):
    """Somebody tries the first turning point of a game; that game, the try, the turning point."""
    party = await ended(hall, *SEATED[game], game=game)
    person = party.people[who]
    shown = await turning_point(party, person)
    await person.press("Try it", shown)
    await hall.quiet()
    return party, await tried(hall, person), shown


async def tries_already(hall):
    """Ada tries a turning point and would try it again: her try, the point, what she is told."""
    party, first, shown = await begun(hall)
    ada = party.people[0]
    await ada.press("Try it", shown)
    await hall.quiet()
    answer = ada.latest(TABLE)
    assert "trying a moment already" in text_of(answer)
    return ada, first, shown, answer


async def owed(party, person):
    """The choice that the first turning point is about, and the seat's view of it."""
    found = await party.house.services.reviewing.begin(party.session_id, person.id)
    return found, found.made(found.review.turning_points[0]).view


@pytest.mark.parametrize("game", half(SEATED, 0))
async def test_a_turning_point_is_asked_again_in_a_made_up_world(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, again, _ = await begun(hall, game, who=1)
        goro = party.people[1]
        assert "waits in your direct messages" in text_of(goro.latest(TABLE))
        found, view = await owed(party, goro)
        table = await again.table()
        seat = table.seat_of(goro.id)
        assert seat == found.review.seat
        assert table.view(seat) == view
        assert table.game.dump(table.state) == table.game.dump(moment(table.game, view, 0))
        assert asked(again.hand(goro))
        record = table.record
        assert record.guild_id is None
        assert record.speed is None
        others = [one for one in record.seats if one.seat != seat]
        assert {one.strength for one in others} == {"normal"}  # people played there
        assert not {one.name for one in others} & {one.name for one in found.record.seats}
        parties = [one.party for one in record.seats]
        assert parties == [one.party for one in found.record.seats]
        board = next(m for m in goro.messages(None) if "A try, in a made-up world" in text_of(m))
        word = LANGUAGES.words("en")(text(f"game.{game}.round", round=3)).removesuffix(" 3")
        assert re.search(rf"{word} \d+, once more", text_of(board))


@pytest.mark.parametrize("game", half(SEATED, 1))
async def test_its_end_stands_beside_the_real_game_and_counts_nowhere(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, again, _ = await begun(hall, game)
        ada, store = party.people[0], hall.services.store
        server = (await party.table()).record.guild_id
        before = await store.standings(server, user_id=ada.id)
        await pick_anything(ada, again.hand(ada))
        await hall.quiet()
        await again.finish()
        table = await again.table()
        assert table.record.status == "abandoned"  # it has no result
        hand = ada.latest(None)
        said = text_of(hand)
        assert "The try is over." in said
        lines = said.splitlines()
        here, real = [one for one in lines if one.startswith(("**Here**", "**The real game**"))]
        outcome = table.game.outcome(table.state)
        seat = table.seat_of(ada.id)
        assert str(outcome.scores[seat]) in here
        played = await party.table()
        finished = played.game.outcome(played.state)
        assert str(finished.scores[played.seat_of(ada.id)]) in real
        assert labels(hand) == ["Same cards again", "Other hidden cards", "Review"]
        board = next(
            one for one in ada.messages(None) if "compares it with the real game" in text_of(one)
        )
        in_words = ada.response(await ada.press("Text", board))
        others = [one.name for one in table.record.seats if one.user_id is None]
        assert all(name in text_of(in_words) for name in others)
        assert await store.standings(server, user_id=ada.id) == before
        assert await store.results_due() == []
        listed = await store.ended_for(ada.id, None, 25)
        assert [one.id for one in listed] == [party.session_id]


async def test_games_says_what_it_is_and_where(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, again, _ = await begun(hall)
        ada = party.people[0]
        listed = text_of(ada.response(await ada.command("games", TABLE)))
        url = board_url((await again.table()).record)
        assert f"[Guildes, a moment again]({url}) in direct messages · your turn" in listed


async def test_a_hard_computer_is_met_again_as_one(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", computers=1, strength="hard")
        await party.finish()
        ada = party.people[0]
        await ada.press("Try it", await turning_point(party, ada))
        await hall.quiet()
        record = (await (await tried(hall, ada)).table()).record
        assert [one.strength for one in record.seats] == [None, "normal", "hard"]


async def test_whoever_tries_already_is_told_so_and_may_end_it(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, first, _, answer = await tries_already(hall)
        assert labels(answer) == ["To the board", "End it and try this one"]
        await ada.press("End it and try this one", answer)
        await hall.quiet()
        assert (await first.table()).record.status == "abandoned"
        second = await tried(hall, ada)
        assert second.session_id != first.session_id
        assert asked(second.hand(ada))


async def test_a_game_under_way_in_direct_messages_is_not_ended_for_a_try(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, first, shown, busy = await tries_already(hall)
        await first.finish()
        await ada.command("play", None, game="majority")
        await hall.quiet()
        for button, message in (("Try it", shown), ("End it and try this one", busy)):
            await ada.press(button, message)
            await hall.quiet()
            answer = ada.latest(TABLE)
            assert "A game of yours is under way" in text_of(answer)
            assert labels(answer) == ["To the board"]
        (record,) = await hall.services.store.sessions_of(ada.id)
        assert (record.game, record.status) == ("majority", "playing")


async def test_whose_direct_messages_are_closed_opens_them_and_tries_again(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada = party.people[0]
        shown = await turning_point(party, ada)
        ada.user.closed_dms = True
        await ada.press("Try it", shown)
        await hall.quiet()
        told = text_of(ada.latest(TABLE))
        assert "Allow messages from members of this server, then try again." in told
        ada.user.closed_dms = False
        await ada.press("Try it", shown)
        await hall.quiet()
        assert asked((await tried(hall, ada)).hand(ada))


async def test_it_is_tried_again_with_the_same_cards_or_with_others(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, first, _ = await begun(hall)
        ada = party.people[0]
        state = (await first.table()).record.tried.start
        view = (await first.table()).view((await first.table()).seat_of(ada.id))
        await first.finish()
        await ada.press("Same cards again", ada.latest(None))
        await hall.quiet()
        same = await tried(hall, ada)
        assert (await same.table()).record.tried.start == state
        await same.finish()
        await ada.press("Other hidden cards", ada.latest(None))
        await hall.quiet()
        other = await tried(hall, ada)
        table = await other.table()
        assert table.record.tried.start != state
        assert table.view(table.seat_of(ada.id)) == view
        assert table.record.tried.world == 1


@pytest.mark.parametrize("game", half(SEATED, 0))
async def test_it_goes_on_after_a_restart_and_its_log_gives_it_back(tmp_path, game):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party, again, _ = await begun(hall, game)
        ada = party.people[0]
        for _ in range(3):
            await again.play_on()
        table = await again.table()
        assert len(await again.moves()) >= 3
        assert await replayed(again) == (table.game.dump(table.state), table.story)
        await hall.bot.close()
        async with reopened(hall, database) as reborn:
            again.house = reborn
            await reborn.quiet()
            now = await again.table()
            assert now.state is not table.state
            assert now.game.dump(now.state) == table.game.dump(table.state)
            assert asked(again.hand(ada))
            await again.finish()
            assert "The try is over." in text_of(ada.latest(None))


async def test_one_that_was_made_and_not_begun_begins_with_its_moment(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await ended(hall)
        ada, lobbies = party.people[0], hall.services.lobbies
        shown = await turning_point(party, ada)

        async def killed(*_, **__):
            raise StoreFailed

        with monkeypatch.context() as at_once:
            at_once.setattr(lobbies, "start", killed)
            await ada.press("Try it", shown)
            await hall.quiet()
        again = await tried(hall, ada)
        record = (await again.table()).record
        assert record.status == "lobby"
        computer = record.seats[-1].name
        await lobbies.remove_computer(record.id, ada.id, computer)
        with pytest.raises(WrongNumber):
            await lobbies.start(record.id, ada.id, moderator=False)
        await lobbies.add_computer(record.id, ada.id, (computer,), "normal")
        table = await lobbies.start(record.id, ada.id, moderator=False)
        _, view = await owed(party, ada)
        assert table.view(table.seat_of(ada.id)) == view


async def test_who_leaves_it_may_try_again(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, again, _ = await begun(hall)
        ada = party.people[0]
        asks = ada.response(await ada.press("Leave the game", again.hand(ada)))
        await ada.press("Leave the game", asks)
        await hall.quiet()
        left = next(one for one in ada.messages(None) if "left before its end" in text_of(one))
        await ada.press("Same cards again", left)
        await hall.quiet()
        assert asked((await tried(hall, ada)).hand(ada))


async def test_it_is_given_to_its_person_forgotten_with_them_and_purged(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, again, _ = await begun(hall)
        ada, store = party.people[0], hall.services.store
        tries = (await store.exported(ada.id))["tries"]
        about = {"of_session": party.session_id, "turn": 1, "world": 0}
        assert tries == [{"session_id": again.session_id, **about}]
        await hall.services.forgetting.forget(ada.id)
        assert (await store.exported(ada.id))["tries"] == []
        assert (await again.table()).record.status == "abandoned"
        await store.purge([again.session_id])
        assert await store.session(again.session_id) is None


async def test_in_direct_messages_it_begins_where_it_was_asked_for(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = await play(hall, "guildes")
        alone = await game_of(hall, ada)
        # Choices that she made herself, which alone are reviewed.
        while (await alone.table()).record.status == "playing":
            await alone.play_on()
        await ada.press("Review", alone.board)
        await hall.services.reviewing.settled()
        await hall.services.reviews.settled()
        shown = ada.latest(None)
        await ada.press("Turning point 1", shown)
        await ada.press("Try it", shown)
        await hall.quiet()
        assert asked((await tried(hall, ada)).hand(ada))


async def test_a_late_press_ends_no_other_try_than_the_one_it_told_of(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, first, _, old = await tries_already(hall)
        await first.finish()
        await ada.press("Other hidden cards", ada.latest(None))
        await hall.quiet()
        second = await tried(hall, ada)
        await ada.press("End it and try this one", old)
        await hall.quiet()
        assert (await second.table()).record.status == "playing"
