"""What a server's managers set under /settings, and what comes of it."""

from __future__ import annotations

import asyncio

import pytest

from bot.local.acts import interactions
from bot.local.world.guilds import close_channel, deny_bot
from bot.local.world.permissions import NOTHING, Permission
from bot.store.records.people import Server
from bot.store.store import StoreFailed
from bot.testing.driver import buttons, labels, seen_in, selects, text_of
from tests.local.clock import ManualClock
from tests.whole.house import OTHER_TABLE, TABLE, THREAD, house, reopened
from tests.whole.test_presses import press_as_it_was
from tests.whole.test_threads import threads

HOUR = 3600
ALL = ("language", "speed", "channels", "abandon", "results", "threads")


@pytest.fixture
async def hall(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as opened:
        yield opened


async def page(person, channel=TABLE):
    """The server's settings, as shown to a manager alone."""
    shown = person.response(await person.command("settings", channel))
    await person.press("This server", shown)
    return shown


async def choose(person, name, *values):
    """Choose in the server's settings; what is shown then."""
    shown = await page(person)
    answered = await person.choose([str(value) for value in values], shown, f"server:{name}")
    return person.response(answered)


async def stored(hall):
    return await hall.services.store.server(hall.discord.world.guild.id)


async def typed(person, name, channel=TABLE, **options):
    return text_of(person.response(await person.command(name, channel, **options)))


async def test_everything_is_shown_and_the_way_back(hall):
    ada = hall.person("Ada")
    shown = await page(ada)
    assert shown.seen_by == ada.id
    assert [s["custom_id"] for s in selects(shown)] == [f"server:{name}" for name in ALL]
    await ada.press("My own settings", shown)
    assert "Your settings" in text_of(shown)
    assert "This server" in labels(shown)


async def test_only_who_manages_the_server_is_shown_them_and_may_change_them(hall):
    ada, farah = hall.person("Ada"), hall.person("Farah")
    own = farah.response(await farah.command("settings", TABLE))
    assert "This server" not in labels(own)
    own = ada.response(await ada.command("settings", None))
    assert "This server" not in labels(own)
    await hall.lobby("Ada")
    for custom_id in ("server:page", "server:threads"):
        refused = await press_as_it_was(farah, ada.latest(TABLE), custom_id)
        assert "may manage this server" in text_of(farah.response(refused))
    assert await stored(hall) == Server(hall.discord.world.guild.id)


async def test_values_that_were_never_offered_are_refused(hall):
    ada = hall.person("Ada")
    shown = await page(ada)
    for name, value in (
        *(("language", "tlh"), ("speed", "own"), ("abandon", "dog"), ("threads", "on")),
        *(("channels", "9" * 19), ("channels", "x"), ("results", "12"), ("colour", "red")),
    ):
        data = {"component_type": 3, "custom_id": f"server:{name}", "id": 1, "values": [value]}
        started = interactions.start(
            ada.world, interactions.COMPONENT, ada.user, ada.channel(TABLE), data, shown
        )
        await ada._witness.answered(started)
    assert await stored(hall) == Server(hall.discord.world.guild.id)


async def test_two_settings_that_are_chosen_at_the_same_time_both_stand(hall):
    ada = hall.person("Ada")
    pages = [await page(ada), await page(ada)]
    await asyncio.gather(
        ada.choose(["fr"], pages[0], "server:language"),
        ada.choose(["never"], pages[1], "server:threads"),
    )
    server = await stored(hall)
    assert (server.locale, server.threads) == ("fr", "never")


async def test_settings_are_kept_and_shown_after_a_restart(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        ada = hall.person("Ada")
        table, other = ada.channel(TABLE).id, ada.channel(OTHER_TABLE).id
        chosen = {"language": "fr", "speed": "live", "abandon": "players", "threads": "never"}
        for name, value in chosen.items():
            await choose(ada, name, value)
        await choose(ada, "channels", table, other)
        await choose(ada, "results", other)
        guild = hall.discord.world.guild.id
        kept = Server(guild, "fr", "live", "players", "never", other, (table, other))
        await hall.bot.close()
        async with reopened(hall, database) as again:
            assert await stored(again) == kept
            shown = {s["custom_id"]: s for s in selects(await page(ada))}
            for name, value in chosen.items():
                options = shown[f"server:{name}"]["options"]
                assert [o["value"] for o in options if o.get("default")] == [value]
            defaults = shown["server:channels"]["default_values"]
            assert [one["id"] for one in defaults] == [str(table), str(other)]


async def test_a_channel_that_is_no_more_is_not_shown_as_chosen(hall):
    ada = hall.person("Ada")
    await choose(ada, "results", ada.channel(OTHER_TABLE).id)
    close_channel(hall.discord.world, ada.channel(OTHER_TABLE))
    await hall.quiet()
    shown = {s["custom_id"]: s for s in selects(await page(ada))}
    assert not shown["server:results"]["default_values"]


async def test_new_tables_speak_the_servers_language(hall):
    await choose(hall.person("Ada"), "language", "fr")
    party = await hall.lobby("Goro")
    assert "Rejoindre" in labels(party.board)
    await choose(hall.person("Ada"), "language", "host")
    other = await hall.lobby("Goro", channel=OTHER_TABLE)
    assert "Join" in labels(other.board)


async def test_new_tables_play_at_the_servers_speed(hall):
    ada = hall.person("Ada")
    await choose(ada, "speed", "live")
    party = await hall.lobby("Goro")
    assert "live" in text_of(party.board)
    await choose(ada, "speed", "none")
    other = await hall.lobby("Goro", channel=OTHER_TABLE)
    assert (await other.table()).record.speed is None


async def test_tables_open_only_in_the_channels_that_are_chosen_and_their_threads(hall):
    ada, goro = hall.person("Ada"), hall.person("Goro")
    table = ada.channel(TABLE).id
    await choose(ada, "channels", table)
    refused = await typed(goro, "play", OTHER_TABLE, game="guildes")
    assert f"games in other channels: <#{table}>" in refused
    for channel in (TABLE, THREAD):
        await goro.command("play", channel, game="guildes")
        assert "Join" in labels(goro.latest(channel))
    await choose(ada, "channels")
    await goro.command("play", OTHER_TABLE, game="guildes")
    assert "Join" in labels(goro.latest(OTHER_TABLE))


async def test_playing_again_and_moving_the_table_keep_to_the_channels(hall):
    party = await hall.game("Ada", "Goro", "Chiara")
    ada = party.host
    await party.finish()
    await choose(ada, "channels", ada.channel(OTHER_TABLE).id)
    refused = await ada.press("Play again", party.board)
    assert "games in other channels" in text_of(ada.response(refused))


async def test_a_running_game_goes_on_where_no_game_is_wanted_any_more(hall):
    party = await hall.game("Ada", "Goro", "Chiara")
    await choose(party.host, "channels", party.host.channel(OTHER_TABLE).id)
    before = party.board.id
    await party.host.command("table", TABLE)
    await hall.quiet()
    assert party.board.id != before
    await party.play_on()
    assert "selection 2 of" in seen_in(party.board)


@pytest.mark.parametrize(
    ("who", "may", "may_not"),
    [
        ("players", ("Dmitri", "Goro", "Farah"), ("Chiara",)),
        ("host", ("Dmitri", "Farah"), ("Goro", "Chiara")),
        ("moderators", ("Farah",), ("Dmitri", "Goro", "Chiara")),
    ],
)
async def test_who_may_end_a_game(hall, who, may, may_not):
    await choose(hall.person("Ada"), "abandon", who)
    party = await hall.game("Dmitri", "Goro", computers=1)
    abandon = f"abandon:{party.session_id}:yes"
    for name in may_not:
        person = hall.person(name)
        assert "can do that" in await typed(person, "abandon")
        pressed = await press_as_it_was(person, party.board, abandon)
        assert "can do that" in text_of(person.response(pressed))
    for name in may:
        assert "can’t be undone" in await typed(hall.person(name), "abandon")
    person = hall.person(may[-1])
    asking = person.response(await person.command("abandon", TABLE))
    await person.press("End the game", asking)
    assert (await party.table()).record.status == "abandoned"


async def test_a_host_closes_an_own_table_whoever_may_end_games(hall):
    await choose(hall.person("Ada"), "abandon", "moderators")
    await hall.lobby("Dmitri")
    assert "can’t be undone" in await typed(hall.person("Dmitri"), "abandon")


async def test_results_are_told_once_where_the_server_wants_them(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        ada = hall.person("Ada")
        await choose(ada, "results", ada.channel(OTHER_TABLE).id)
        party = await hall.game("Ada", "Goro", "Chiara", game="majority")
        await party.finish()
        (told,) = results(ada)
        link = f"{party.board.channel}/{party.board.id}"
        assert "The Majority" in text_of(told)
        assert link in text_of(told)
        for name in ("Ada", "Goro", "Chiara"):
            assert name in text_of(told)
        hall.services.delivery.changed(party.session_id)
        await hall.quiet()
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await again.quiet()
            assert results(ada) == [told]


async def test_a_result_that_was_not_told_yet_is_told_after_a_restart(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        ada = hall.person("Ada")
        await choose(ada, "results", ada.channel(OTHER_TABLE).id)
        party = await hall.game("Ada", "Goro", "Chiara", game="majority")
        hall.services.delivery.results._work._work = died
        await party.finish()
        await hall.bot.close()
        assert results(ada) == []
        async with reopened(hall, database) as again:
            await again.quiet()
            assert len(results(ada)) == 1
            assert await again.services.store.results_due() == []


async def died(session_id):
    """The process came not to it."""


async def test_a_result_of_which_nobody_noted_that_it_was_told_is_told_once(hall, monkeypatch):
    ada, store = hall.person("Ada"), hall.services.store
    await choose(ada, "results", ada.channel(OTHER_TABLE).id)
    party = await hall.game("Ada", "Goro", "Chiara", game="majority")
    told, failures = store.result_told, [StoreFailed("the disk reports an error")]

    async def note(session_id):
        if failures:
            raise failures.pop()
        await told(session_id)

    monkeypatch.setattr(store, "result_told", note)
    await party.finish()
    assert not failures
    assert len(results(ada)) == 1
    assert await store.results_due() == []


async def test_no_result_is_told_where_none_is_wanted_or_of_a_game_without_one(hall):
    party = await hall.game("Ada", "Goro", "Chiara", game="majority")
    await party.finish()
    ada = party.host
    await choose(ada, "results", ada.channel(OTHER_TABLE).id)
    party = await hall.game("Ada", "Goro", "Chiara", game="majority")
    await ada.press("End the game", ada.response(await ada.command("abandon", TABLE)))
    await hall.quiet()
    assert results(ada) == []


async def test_a_result_that_discord_refuses_is_told_as_soon_as_it_may_be(hall):
    ada = hall.person("Ada")
    await choose(ada, "results", ada.channel(OTHER_TABLE).id)
    party = await hall.game("Ada", "Goro", "Chiara", game="majority")
    deny_bot(hall.discord.world, ada.channel(OTHER_TABLE), Permission.SEND_MESSAGES)
    await party.finish()
    assert results(ada) == []
    deny_bot(hall.discord.world, ada.channel(OTHER_TABLE), NOTHING)
    await hall.witness.until(lambda: results(ada), "it is told")
    await hall.quiet()
    assert await hall.services.store.results_due() == []


async def test_a_result_that_discord_refuses_for_a_day_is_given_up(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        ada, store = hall.person("Ada"), hall.services.store
        await choose(ada, "results", ada.channel(OTHER_TABLE).id)
        party = await hall.game("Ada", "Goro", "Chiara", game="majority")
        deny_bot(hall.discord.world, ada.channel(OTHER_TABLE), Permission.SEND_MESSAGES)
        await party.finish()
        clock.advance(23 * HOUR)
        await hall.quiet()
        assert await store.results_due() == [party.session_id]
        clock.advance(HOUR)
        await hall.quiet()
        assert await store.results_due() == []


async def test_a_channel_in_which_the_bot_may_not_write_is_refused(hall):
    ada = hall.person("Ada")
    other = ada.channel(OTHER_TABLE)
    deny_bot(hall.discord.world, other, Permission.SEND_MESSAGES)
    refused = text_of(await choose(ada, "results", other.id))
    assert f"<#{other.id}>" in refused
    assert "permission to send messages" in refused
    assert (await stored(hall)).results_channel_id is None


def results(person):
    """The results told in the other channel."""
    return [m for m in person.messages(OTHER_TABLE) if "🏁" in text_of(m)]


async def test_no_thread_is_made_where_none_is_wanted(hall):
    await choose(hall.person("Ada"), "threads", "never")
    first = await hall.lobby("Dmitri")
    goro = hall.person("Goro")
    busy = goro.response(await goro.command("play", TABLE, game="guildes"))
    assert "Open it in a thread" not in labels(busy)
    pressed = await press_as_it_was(goro, first.board, f"lobby:{first.session_id}:thread:guildes")
    assert "no threads" in text_of(goro.response(pressed))
    dmitri = first.host
    managing = dmitri.response(await dmitri.press("Table", first.board))
    assert not [b for b in buttons(managing) if b.get("custom_id", "").endswith(":move")]
    pressed = await press_as_it_was(dmitri, first.board, f"lobby:{first.session_id}:move")
    assert "no threads" in text_of(dmitri.response(pressed))
    assert threads(hall) == []


async def test_every_table_gets_a_thread_where_that_is_wanted(hall):
    await choose(hall.person("Ada"), "threads", "always")
    goro = hall.person("Goro")
    answer = goro.response(await goro.command("play", TABLE, game="majority"))
    await hall.quiet()
    (thread,) = threads(hall)
    assert f"<#{thread.id}>" in text_of(answer)
    assert "Join" in labels(goro.latest(thread.id))
    for place in (THREAD, thread.id):
        await goro.command("play", place, game="majority")
    await hall.quiet()
    assert threads(hall) == [thread]
    assert "Join" in labels(goro.latest(THREAD))
