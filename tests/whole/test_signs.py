"""Signs on buttons: the application's own emojis, of which a game is never in need."""

from images import pictures
from tests.whole.house import house, reopened


async def signed(hall):
    """Once the signs are where they belong."""
    await hall.quiet()
    if hall.bot.signing is not None:
        await hall.bot.signing


def signs(message) -> list[str | None]:
    """The names of the emojis on what chooses."""
    shown = []
    for row in message.components[0]["components"]:
        for part in row.get("components", []):
            if part.get("custom_id", "").startswith("pick:"):
                shown.append((part.get("emoji") or {}).get("name"))
    return shown


async def test_cards_carry_their_signs_and_they_are_brought_to_discord_once(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, drawn=pictures) as hall:
        await signed(hall)
        brought = dict(hall.discord.world.emojis)
        assert {emoji.name.rpartition("_")[0] for emoji in brought.values()} == {
            "guildes",
            "majority",
            "corrompue",
            "london",
        }
        party = await hall.game("Ada", "Farah", "Goro")
        assert signs(party.hand(party.host))
        assert all(name.startswith("guildes_") for name in signs(party.hand(party.host)))
        await hall.bot.close()
        async with reopened(hall, database, drawn=pictures) as again:
            await signed(again)
            assert hall.discord.world.emojis == brought


async def test_a_sign_that_was_taken_away_costs_the_signs_alone(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3", drawn=pictures) as hall:
        await signed(hall)
        hall.discord.world.emojis.clear()
        party = await hall.game("Ada", "Farah", "Goro")
        for person in party.people:
            assert set(signs(party.hand(person))) == {None}
        await party.play_on()
        assert len(await party.moves()) == 3


async def test_without_emojis_buttons_have_their_texts(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await signed(hall)
        party = await hall.game("Ada", "Farah", "Goro")
        assert set(signs(party.hand(party.host))) == {None}
