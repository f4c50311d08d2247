"""/stats and /leaderboard over sockets: for whoever asks, for everybody, of this server alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.local.rules import errors
from bot.sessions.over.endings import awards_of
from bot.store.ratings import Rating
from bot.testing.driver import alt_texts, labels, selects, text_of
from engine.text import text
from tests.whole.house import LANGUAGES, TABLE, house, reopened
from tests.whole.test_presses import press_as_it_was


@pytest.fixture
def database(tmp_path):
    return tmp_path / "guildhall.sqlite3"


def said(key, language="en", **args):
    return LANGUAGES.words(language)(text(key, **args))


async def finished(hall, *names, game="guildes", computers=1, channel=TABLE):
    party = await hall.game(*names, game=game, computers=computers, channel=channel)
    await party.finish()
    await hall.quiet()
    return party


async def shown(person, command, **options):
    return person.response(await person.command(command, TABLE, **options))


async def test_ones_statistics_are_a_picture_with_words_for_oneself(database):
    async with house(database) as hall:
        party = await finished(hall, "Ada", "Goro")
        ada = party.host
        message = await shown(ada, "stats")
        assert message.seen_by == ada.id
        outcome = (await party.table()).view(None).outcome
        won = 0 in outcome.places[0]
        (drawn,) = alt_texts(message)
        assert said("records.wins", n=int(won)) in drawn
        assert said("records.of", name="**Ada**") in text_of(message)
        assert said("game.guildes.score", n=outcome.scores[0]) in drawn
        (alt,) = alt_texts(message)
        assert "Ada" in alt
        assert "**" not in alt


async def test_somebody_elses_statistics_can_be_asked_for(database):
    async with house(database) as hall:
        party = await finished(hall, "Ada", "Goro")
        message = await shown(party.host, "stats", player=party.people[1].id)
        assert said("records.of", name="**Goro**") in text_of(message)


async def test_who_has_played_nothing_is_told_so_without_a_picture(database):
    async with house(database) as hall:
        bo = hall.person("Bo")
        message = await shown(bo, "stats")
        assert said("records.nothing", name="**Bo**") in text_of(message)
        assert alt_texts(message) == []
        assert labels(message) == []
        board = await shown(bo, "leaderboard")
        assert said("records.nobody") in text_of(board)


async def test_statistics_are_shown_to_everybody_at_a_press(database):
    async with house(database) as hall:
        party = await finished(hall, "Ada", "Goro")
        ada, goro = party.people
        message = await shown(ada, "stats")
        public = ada.response(await ada.press(said("records.share"), message))
        assert public.seen_by is None
        assert public in goro.messages(TABLE)
        assert said("records.of", name="**Ada**") in text_of(public)
        assert labels(public) == []


async def test_a_leaderboard_ranks_people_and_no_computers(database):
    async with house(database) as hall:
        party = await finished(hall, "Ada", "Goro")
        message = await shown(party.host, "leaderboard", game="guildes")
        stood = await hall.services.store.standings(party.host.channel(TABLE).guild)
        points = {each.user_id: each.rating.points for each in stood}
        better, worse = sorted(party.people, key=lambda person: -points[person.id])
        (content,) = alt_texts(message)
        assert content.index(better.user.name) < content.index(worse.user.name)
        computer = (await party.table()).record.seats[2].name
        assert computer not in content


async def test_without_a_game_the_one_played_most_is_shown_and_others_are_a_select_away(database):
    async with house(database) as hall:
        party = await finished(hall, "Ada", "Goro", game="majority")
        await finished(hall, "Ada", "Goro", game="majority")
        await finished(hall, "Ada", "Goro", game="guildes")
        ada = party.host
        message = await shown(ada, "leaderboard")
        assert said("records.leaderboard", game=said("game.majority.name")) in text_of(message)
        offered = [option["value"] for option in selects(message)[0]["options"]]
        assert offered == ["guildes", "majority"]
        await ada.choose(["guildes"], message, "record:game")
        assert said("records.leaderboard", game=said("game.guildes.name")) in text_of(message)
        public = ada.response(await ada.press(said("records.share"), message))
        assert said("records.leaderboard", game=said("game.guildes.name")) in text_of(public)
        assert selects(public) == []


async def test_records_are_those_of_the_server_in_which_they_are_asked_for(database):
    async with house(database) as hall:
        await finished(hall, "Ada", "Goro")
        ada = hall.person("Ada")
        here = ada.channel(TABLE).guild
        assert len(await hall.services.store.standings(here)) == 2
        assert await hall.services.store.standings(here + 1) == []


async def test_records_are_said_in_the_language_of_whoever_asks(database):
    async with house(database) as hall:
        party = await finished(hall, "Ada", "Goro")
        party.host.user.locale = "fr"
        message = await shown(party.host, "stats")
        assert said("records.of", "fr", name="**Ada**") in text_of(message)
        assert labels(message) == [said("records.share", "fr")]


async def test_who_wants_words_gets_no_picture(database):
    async with house(database) as hall:
        party = await finished(hall, "Ada", "Goro")
        people = hall.services.people
        ada = await people.find(party.host.id)
        await people.save(replace(ada, in_words=True))
        message = await shown(party.host, "stats")
        assert alt_texts(message) == []
        assert said("records.of", name="**Ada**") in text_of(message)


async def test_a_picture_that_fails_costs_no_words(database, monkeypatch):
    async with house(database) as hall:
        party = await finished(hall, "Ada", "Goro")

        async def fails(*_):
            raise RuntimeError

        monkeypatch.setattr(hall.services.drawing, "draw", fails)
        message = await shown(party.host, "stats")
        assert alt_texts(message) == []
        assert said("records.of", name="**Ada**") in text_of(message)


async def test_records_and_awards_are_there_after_a_restart(database):
    async with house(database) as hall:
        party = await finished(hall, "Ada", "Goro")
        ada = party.host
        before = text_of(await shown(ada, "stats"))
        board = text_of(party.board)
        assert "🏅" in board
        await hall.bot.close()
        async with reopened(hall, database) as again:
            assert text_of(await shown(ada, "stats")) == before
            table = await again.services.sessions.table(party.session_id)
            assert awards_of(table.record)


async def test_a_leaver_stands_with_a_loss_and_without_a_gain(database):
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await party.play_on()
        goro = party.people[1]
        await hall.services.holders.leave(party.session_id, goro.id)
        await party.finish()
        stood = await hall.services.store.standings(goro.channel(TABLE).guild, user_id=goro.id)
        assert [(each.present, each.counts) for each in stood] == [(False, False)]
        assert stood[0].rating.mu <= Rating().mu
        assert said("records.nothing", name="**Goro**") in text_of(await shown(goro, "stats"))


async def test_a_press_tells_no_name_of_whoever_has_not_played_in_the_server(database):
    async with house(database) as hall:
        party, farah = await finished(hall, "Ada", "Goro"), hall.person("Farah")
        await farah.command("games", None)
        assert (await hall.services.people.find(farah.id)).name == "Farah"
        message = await shown(party.host, "stats")
        for user_id in (123, farah.id):
            pressed = await press_as_it_was(party.host, message, f"record:stats:{user_id}")
            assert said("records.nothing", name="**?**") in text_of(party.host.response(pressed))


async def test_a_game_that_ended_can_be_taken_along_to_bg_stats(database):
    async with house(database) as hall:
        party = await finished(hall, "Ada", "Goro")
        ada = party.host
        message = ada.response(await ada.press(said("show.bg_stats"), party.board))
        assert message.seen_by == ada.id
        assert "https://app.bgstatsapp.com/createPlay.html?data=" in text_of(message)
        assert '"name":"Goro"' in text_of(message)


async def test_a_running_game_cannot(database):
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", computers=1)
        assert said("show.bg_stats") not in labels(party.board)


@pytest.mark.parametrize("refused", [errors.uploads_limited(), errors.explicit_content()])
async def test_a_picture_that_discord_does_not_take_is_said_in_words(database, refused):
    async with house(database) as hall:
        party = await finished(hall, "Ada", "Goro")
        ada, of = party.host, said("records.of", name="**Ada**")
        (drawn,) = alt_texts(await shown(ada, "stats"))
        hall.discord.faults.refuse(r"/callback|/webhooks/", refused)
        message = await shown(ada, "stats")
        assert alt_texts(message) == []
        assert of in text_of(message)
        assert drawn in text_of(message)
        hall.discord.faults.refuse(r"/callback|/webhooks/", refused)
        public = ada.response(await ada.press(said("records.share"), message))
        assert (alt_texts(public), public.seen_by) == ([], None)
        assert drawn in text_of(public)
