"""/help: what the bot is, how one begins, rules, version, privacy and terms."""

from __future__ import annotations

from bot import VERSION
from bot.testing.driver import alt_texts, buttons, labels, text_of
from tests.whole.house import OTHER_TABLE, TABLE, house


async def told(person, channel):
    answer = person.response(await person.command("help", channel))
    assert answer.seen_by == person.id
    return answer


async def test_it_tells_which_release_it_is_and_how_many_games_run(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        await hall.game("Ada", "Goro", "Chiara")
        await hall.lobby("Ada", channel=OTHER_TABLE)
        for channel in (TABLE, None):
            said = text_of(await told(ada, channel))
            assert f"Guildhall {VERSION}" in said
            assert "1 game running" in said
        assert "1 partie en cours" in text_of(await told(hall.person("Benoît"), TABLE))


async def test_it_leads_to_privacy_and_terms_as_the_application_names_them(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        application = hall.discord.world.application
        application.privacy, application.terms = "https://a.example/p", "https://a.example/t"
        hall.bot._application = await hall.bot.application_info()
        answer = await told(hall.person("Ada"), TABLE)
        ways = {way["label"]: way["url"] for way in buttons(answer) if "url" in way}
        assert ways == {"Privacy": "https://a.example/p", "Terms of use": "https://a.example/t"}


async def test_commands_in_it_can_be_pressed_in_the_readers_language(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        numbers = {one["name"]: one["id"] for one in hall.discord.world.commands.values()}
        said = text_of(await told(hall.person("Ada"), TABLE))
        assert f"</play:{numbers['play']}> opens a table" in said
        assert f"</learn:{numbers['learn']}> teaches" in said
        french = text_of(await told(hall.person("Benoît"), TABLE))
        assert f"</jouer:{numbers['play']}> ouvre" in french


async def test_commands_that_are_not_registered_yet_are_written(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.services.store.save_fact("commands", "of an older program")
        assert "/play opens a table" in text_of(await told(hall.person("Ada"), TABLE))


async def test_the_rules_of_each_game_are_read_from_it_page_by_page(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        shown = await told(ada, TABLE)
        for name in ("Guildes", "The Majority", "La Cité corrompue", "Guilds of London"):
            first = ada.response(await ada.press(f"Rules: {name}", shown))
            await hall.quiet()
            assert first.id != shown.id
            assert f"{name} in short" in text_of(first)
        more = next(label for label in labels(first) if label.startswith("More (1/"))
        second = ada.response(await ada.press(more, first))
        await hall.quiet()
        assert second.id == first.id
        assert "in short" not in text_of(second)


async def test_where_discord_takes_no_picture_the_rules_say_what_their_example_shows(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, guild = hall.person("Ada"), hall.discord.world.guild
        pictured = await read_through(hall, ada)
        guild.uploads_limited = True
        in_words = await read_through(hall, ada)
        drawn = [alt for _, alts in pictured for alt in alts]
        assert drawn
        assert not any(alts for _, alts in in_words)
        said = "\n".join(page for page, _ in in_words)
        assert all(alt in said for alt in drawn)
        assert len(in_words) == len(pictured)


async def read_through(hall, person):
    """Every page of the rules of Guildes, with its pictures' descriptions."""
    shown = await told(person, TABLE)
    page = person.response(await person.press("Rules: Guildes", shown))
    pages = {}
    while True:
        await hall.quiet()
        assert text_of(page) not in pages
        pages[text_of(page)] = alt_texts(page)
        (more,) = [label for label in labels(page) if label.startswith("More (")] or [None]
        if more is None:
            return list(pages.items())
        await person.press(more, page)


async def test_it_is_the_first_command(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        commands = hall.discord.world.commands.values()
        assert next(iter(commands))["name"] == "help"
