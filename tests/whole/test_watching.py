"""Looking on: what is public of a game, in a message that follows it."""

from __future__ import annotations

import sqlite3
from contextlib import closing

from bot.delivery.known.noted import LIFETIME
from bot.local.world.events import ChannelUpdated
from bot.local.world.permissions import Overwrite, Permission
from bot.testing.driver import alt_texts, labels, seen_in, selects, text_of
from tests.local.clock import ManualClock
from tests.whole.house import LANGUAGES, OTHER_TABLE, TABLE, house, reopened
from tests.whole.test_presses import press_as_it_was

NAMES = ("**Ada**", "**Goro**", "**Chiara**")


async def watching(person, party):
    """The message in which somebody looks on, in English."""
    await press_as_it_was(person, party.board, f"watch:{party.session_id}:start")
    return await person.sees("This message follows", party.channel)


def told(message) -> str:
    """What it says of the game, without until when it follows."""
    return "\n".join(line for line in text_of(message).splitlines() if "everybody may" not in line)


def public(party) -> str:
    """What the board says."""
    return text_of(party.board)


async def test_anybody_watches_and_sees_what_the_board_says(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        hanna = hall.person("Hanna")
        seen = await watching(hanna, party)
        assert seen.seen_by == hanna.id
        for _ in range(3):
            assert told(seen) == public(party)
            await party.play_on()
        assert not [s for s in selects(seen) if s["custom_id"].startswith("pick:")]
        assert await hall.services.store.person(hanna.id) is None


async def test_a_player_who_watches_sees_no_more_than_everybody(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        hanna, ada = hall.person("Hanna"), party.host
        seen = [await watching(person, party) for person in (hanna, ada)]
        await party.play_on()
        assert told(seen[0]) == told(seen[1])
        read = [
            person.response(await person.press("Text", message))
            for person, message in zip((hanna, ada), seen, strict=True)
        ]
        assert text_of(read[0]) == text_of(read[1])
        own = ada.response(await ada.press("Text", party.hand(ada)))
        assert text_of(own) != text_of(read[1])


async def test_who_watches_reads_it_in_his_own_language(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        benoit = hall.person("Benoît")
        await benoit.press("Suivre", party.board)
        seen = await benoit.sees("Ce message suit la partie", TABLE)
        assert "Continuer à suivre" in labels(seen)
        assert "Tour 1 sur 3" in seen_in(seen)


async def test_who_watches_a_game_that_is_set_apart_is_told(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        hanna = hall.person("Hanna")
        seen = await watching(hanna, party)
        with closing(sqlite3.connect(database)) as db:
            db.execute("UPDATE session SET options = '{'")
            db.commit()
        hall.services.sessions.forget(party.session_id)
        hall.services.delivery.changed(party.session_id)
        await hall.quiet()
        assert "can’t" in text_of(seen)
        assert labels(seen) == []


async def test_it_follows_until_the_token_dies_and_further_once_renewed(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        hanna = hall.person("Hanna")
        seen = await watching(hanna, party)
        await hall.quiet()
        clock.advance(LIFETIME + 1)
        before = text_of(seen)
        await party.play_on()
        assert text_of(seen) == before
        await hanna.press("Keep following", seen)
        assert told(seen) == public(party)
        await party.play_on()
        assert told(seen) == public(party)


async def test_it_is_renewed_after_a_restart(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        hanna = hall.person("Hanna")
        seen = await watching(hanna, party)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            await again.quiet()
            await party.play_on()
            assert told(seen) != public(party)
            await hanna.press("Keep following", seen)
            await party.play_on()
            assert told(seen) == public(party)


async def test_the_end_shows_the_result_and_the_way_to_the_replay(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        seen = await watching(hall.person("Hanna"), party)
        await party.finish()
        assert "The game is over" in text_of(seen)
        assert labels(seen) == ["Replay"]


async def test_a_game_that_was_ended_says_so(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        hanna = hall.person("Hanna")
        seen = await watching(hanna, party)
        asking = party.host.response(await party.host.command("abandon", TABLE))
        await party.host.press("abandon:", asking)
        await hall.quiet()
        assert "has ended this game without a result" in text_of(seen)
        assert "has ended this game without a result" in text_of(party.board)
        await party.host.press("Play again", party.board)
        record = await hall.services.store.live_session_in(party.host.channel(TABLE).id)
        assert (record.status, record.host_id) == ("lobby", party.host.id)


async def test_games_offers_those_of_the_server_to_watch(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await hall.lobby("Dmitri", channel=OTHER_TABLE)
        hanna = hall.person("Hanna")
        listed = hanna.response(await hanna.command("games", TABLE))
        assert str(party.board.id) in text_of(listed)
        (menu,) = selects(listed)
        assert [option["label"] for option in menu["options"]] == ["Guildes · Ada, Goro, Chiara"]
        seen = hanna.response(await hanna.choose([str(party.session_id)], listed))
        await party.play_on()
        assert told(seen) == public(party)
        for person, channel in ((hanna, None), (party.host, TABLE)):
            listed = person.response(await person.command("games", channel))
            assert not selects(listed)


async def test_a_game_in_a_channel_that_somebody_cannot_read_is_not_offered(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara", channel=OTHER_TABLE)
        hanna = hall.person("Hanna")
        listed = hanna.response(await hanna.command("games", TABLE))
        hidden = Overwrite(hanna.id, 1, deny=Permission.VIEW_CHANNEL)
        place = party.host.channel(OTHER_TABLE)
        place.overwrites = [hidden]
        hall.discord.world.emit(ChannelUpdated(place))
        await hall.quiet()
        again = hanna.response(await hanna.command("games", TABLE))
        assert not selects(again)
        assert str(party.board.id) not in text_of(again)
        refused = hanna.response(await hanna.choose([str(party.session_id)], listed))
        assert "don’t know of any game" in text_of(refused)


async def test_who_wants_words_instead_of_pictures_reads_the_whole_board(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        hanna = hall.person("Hanna")
        settings = hanna.response(await hanna.command("settings", TABLE))
        await hanna.press("setting:words:on", settings)
        seen = await watching(hanna, party)
        assert not alt_texts(seen)
        public = (await party.table()).view(None)
        gist = hall.services.drawing.gist("guildes", public, LANGUAGES.words("en", NAMES))
        assert all(line in text_of(seen) for line in gist)
        await party.finish()
        assert "The game is over" in text_of(seen)
        assert not alt_texts(seen)
        await hanna.press("Replay", seen)
        await hall.quiet()
        shown = hanna.latest(TABLE)
        assert "Step 1 of" in text_of(shown)
        assert not alt_texts(shown)
        assert all(line in text_of(shown) for line in gist)
