"""Slash commands in the server and in direct messages, in the language of whoever types."""

import re

import pytest

from bot.store.store import StoreFailed
from bot.testing.driver import buttons, labels, text_of
from tests.whole.house import OTHER_TABLE, TABLE, asked, house


async def answered(person, name, channel, **options):
    return person.response(await person.command(name, channel, **options))


async def test_hand_in_the_channel_and_in_direct_messages(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        ada = party.host
        for channel in (TABLE, OTHER_TABLE, None):
            hand = await answered(ada, "hand", channel)
            assert hand.seen_by == ada.id
            assert asked(hand)
        hanna = hall.person("Hanna")
        assert "no seat in this game" in text_of(await answered(hanna, "hand", TABLE))
        assert "no seat in any game" in text_of(await answered(hanna, "hand", None))


async def test_hand_asks_which_where_there_are_several(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        first = await hall.game("Ada", "Goro", "Chiara")
        await hall.game("Goro", "Ada", "Chiara", channel=OTHER_TABLE)
        ada = first.host
        which = await answered(ada, "hand", None)
        assert len(buttons(which)) == 2
        hand = ada.response(await ada.press(f"show:{first.session_id}:hand", which))
        assert f"<#{ada.channel(TABLE).id}>" in text_of(hand)
        assert f"<#{ada.channel(TABLE).id}>" in text_of(await answered(ada, "hand", TABLE))


async def test_hand_before_the_game_begins(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        assert "hasn’t begun" in text_of(await answered(party.host, "hand", TABLE))


async def test_games_lists_mine_those_that_wait_for_me_first(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        first = await hall.game("Ada", "Goro", "Chiara")
        second = await hall.game("Goro", "Ada", "Chiara", channel=OTHER_TABLE)
        ada = first.host
        await ada.press("pick:", second.hand(ada))
        for channel in (TABLE, None):
            lines = text_of(await answered(ada, "games", channel)).splitlines()
            assert len(lines) == 2
            assert "your turn" in lines[0]
            assert str(first.board.id) in lines[0]
            assert str(second.board.id) in lines[1]
        hanna = hall.person("Hanna")
        assert "/play opens one" in text_of(await answered(hanna, "games", None))


async def test_games_that_cannot_be_read_are_told_so_in_plain_words(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:

        async def fails(*args, **kwargs):
            raise StoreFailed("the disk reports an error")

        monkeypatch.setattr(hall.services.store, "sessions_of", fails)
        for name, said in (("Ada", "stored games can’t be reached"), ("Benoît", "inaccessibles")):
            assert said in text_of(await answered(hall.person(name), "games", None))


async def test_abandon_asks_first_and_tells_everybody(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Dmitri", "Goro", "Chiara")
        dmitri, goro, _ = party.people
        refused = text_of(await answered(goro, "abandon", TABLE))
        assert "Only the host, or a moderator" in refused
        asking = await answered(dmitri, "abandon", TABLE)
        await dmitri.press("Play on", asking)
        assert "goes on" in text_of(asking)
        asking = await answered(hall.person("Farah"), "abandon", TABLE)  # a moderator
        await hall.person("Farah").press("End the game", asking)
        await hall.quiet()
        await goro.sees("A moderator has ended this game without a result", TABLE)
        for person in party.people:
            assert "A moderator has ended this game without a result" in text_of(
                person.messages(None)[-1]
            )
            assert labels(person.messages(None)[-1]) == ["To the board"]
        await hall.person("Farah").command("play", TABLE, game="guildes")
        assert "Join" in labels(goro.latest(TABLE))


async def test_abandon_answered_twice_or_after_the_end(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        ada = party.host
        first = await answered(ada, "abandon", TABLE)
        second = await answered(ada, "abandon", TABLE)
        await ada.press("End the game", first)
        late = await ada.press("End the game", second)
        assert "without a result" in text_of(ada.response(late))
        assert "/play" in text_of(await answered(ada, "abandon", TABLE))


@pytest.mark.parametrize("command", ["table", "abandon"])
async def test_commands_of_the_server_are_not_offered_in_direct_messages(tmp_path, command):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.quiet()
        found = next(c for c in hall.discord.world.commands.values() if c["name"] == command)
        assert found["contexts"] == [0]


async def test_everybody_reads_a_language_of_their_own(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Benoît", "Goro")
        ada, benoit, goro = party.people
        assert "Vous avez une place" in text_of(party.hand(benoit))
        await ada.press("Start", party.board)
        await hall.quiet()
        assert "sélection 1 sur 9" in text_of(party.hand(benoit)).lower()
        assert "Gardez" in text_of(party.hand(benoit))
        assert "Keep" in text_of(party.hand(goro))  # Japanese is not spoken
        assert "Waiting for" in text_of(party.board)
        rules = benoit.response(await benoit.press("Règles", party.board))
        assert "en bref" in text_of(rules)
        await benoit.press("pick:", party.hand(benoit))
        assert "On attend **Ada** et **Goro**." in text_of(party.hand(benoit))


async def test_the_table_speaks_its_hosts_language_whatever_the_server_says(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Benoît", "Ada")
        assert "Rejoindre" in labels(party.board)
        assert "You have a seat" in text_of(party.hand(party.people[1]))


async def test_commands_are_registered_in_every_language(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        for command in hall.discord.world.commands.values():
            assert command["description_localizations"]["fr"] != command["description"]
            assert command["name_localizations"]["fr"]
        play = next(c for c in hall.discord.world.commands.values() if c["name"] == "play")
        choices = play["options"][0]["choices"]
        assert {choice["value"] for choice in choices} >= {"guildes"}
        assert all("fr" in choice["name_localizations"] for choice in choices)


async def test_there_are_few_enough_commands_and_their_names_are_valid(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        commands = list(hall.discord.world.commands.values())
        assert 5 <= len(commands) <= 100
        for command in commands:
            assert len(command.get("options", [])) <= 25
            for part in (command, *command.get("options", [])):
                names = [part["name"], *part["name_localizations"].values()]
                assert all(re.fullmatch(r"[-\w]{1,32}", name) for name in names)
                assert names == [name.lower() for name in names]
                said = [part["description"], *part["description_localizations"].values()]
                assert all(1 <= len(description) <= 100 for description in said)
