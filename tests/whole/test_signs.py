"""Signs on buttons: the application's own emojis, of which a game is never in need."""

from bot.delivery.drawing.drawing import Drawing
from bot.running.client import Guildhall
from bot.running.start_up import carry_up
from bot.testing.sketches import DrawnHere
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


async def test_a_start_draws_no_signs_that_discord_has(tmp_path, monkeypatch):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, drawn=pictures) as hall:
        await signed(hall)
        await hall.bot.close()
        drawn, asked = [], []
        draw, ask = DrawnHere.draw, Guildhall.fetch_application_emojis

        async def told(artist, order):
            drawn.append(order)
            return await draw(artist, order)

        async def asking(bot):
            asked.append(bot)
            return await ask(bot)

        monkeypatch.setattr(DrawnHere, "draw", told)
        monkeypatch.setattr(Guildhall, "fetch_application_emojis", asking)
        async with reopened(hall, database, drawn=pictures) as again:
            await signed(again)
            assert (drawn, len(asked)) == ([], 1)
            party = await again.game("Ada", "Farah", "Goro")
            assert all(name.startswith("guildes_") for name in signs(party.hand(party.host)))


async def test_signs_are_drawn_again_where_discord_lacks_them_or_pillow_is_another(
    tmp_path, monkeypatch
):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, drawn=pictures) as hall:
        await signed(hall)
        brought = {emoji.name for emoji in hall.discord.world.emojis.values()}
        await hall.bot.close()
        hall.discord.world.emojis.clear()
        async with reopened(hall, database, drawn=pictures) as again:
            await signed(again)
            assert {emoji.name for emoji in hall.discord.world.emojis.values()} == brought
            await again.bot.close()
        monkeypatch.setattr("bot.running.start_up.metadata.version", "{}".format)
        drawn, draw = [], Drawing.draw

        async def told(drawing, order, *how):
            if order.kind == "signs":
                drawn.append(order.game)
            return await draw(drawing, order, *how)

        monkeypatch.setattr(Drawing, "draw", told)
        async with reopened(hall, database, drawn=pictures) as again:
            await signed(again)
            assert set(drawn) == set(again.services.games)


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


async def test_a_limit_on_emojis_costs_time_and_no_sign(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3", drawn=pictures) as hall:
        await signed(hall)
        services, wanted = hall.services, dict(hall.services.renderer.signs)
        hall.discord.world.emojis.clear()
        hall.discord.faults.plan(r"POST /applications/.*/emojis", "limit", seconds=600, skip=3)
        found, waited = {}, []

        async def pause(seconds):
            waited.append((seconds, sum(map(len, found.values()))))

        await carry_up(
            *(hall.bot, services.drawing, services.store, services.games, found),
            makes=True,
            pause=pause,
        )
        assert {game: set(cards) for game, cards in found.items()} == {
            game: set(cards) for game, cards in wanted.items()
        }
        ((seconds, known),) = waited
        assert seconds >= 600
        assert known >= 3
