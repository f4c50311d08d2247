"""/about: version, running games, since when, how quick, privacy and terms."""

from __future__ import annotations

from bot.testing.driver import buttons, text_of
from bot.version import VERSION
from tests.local.clock import START, ManualClock
from tests.whole.house import OTHER_TABLE, TABLE, house


async def told(person, channel):
    answer = person.response(await person.command("about", channel))
    assert answer.seen_by == person.id
    return answer


async def test_it_tells_how_the_bot_is(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        clock.advance(3600)
        ada = hall.person("Ada")
        await hall.game("Ada", "Goro", "Chiara")
        await hall.lobby("Ada", channel=OTHER_TABLE)
        for channel in (TABLE, None):
            said = text_of(await told(ada, channel))
            assert f"Guildhall {VERSION}" in said
            assert "1 game is running" in said
            assert f"<t:{int(START)}:R>" in said
            assert "named no pages" in said
        assert "1 partie en cours" in text_of(await told(hall.person("Benoît"), TABLE))


async def test_it_leads_to_privacy_and_terms_as_the_application_names_them(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        application = hall.discord.world.application
        application.privacy, application.terms = "https://a.example/p", "https://a.example/t"
        hall.bot._application = await hall.bot.application_info()
        answer = await told(hall.person("Ada"), TABLE)
        ways = {button["label"]: button["url"] for button in buttons(answer)}
        assert ways == {"Privacy": "https://a.example/p", "Terms of use": "https://a.example/t"}
        assert "named no pages" not in text_of(answer)
