"""What does this do? is answered from one's own view, or from the public one."""

from types import SimpleNamespace

import pytest

from bot.screens.custom_ids import Show
from cogs import looks
from cogs.presses import Context
from tests.bot.delivery.desk import ADA, BEN, DORA, TABLE, desk
from tests.bot.delivery.presses import Press


@pytest.fixture
async def bot(tmp_path):
    async with desk(tmp_path) as opened:
        yield opened


async def answered(bot, session_id, user_id, *chosen):
    """What somebody is shown who asks what this does, or about a topic."""
    board = await bot.board(session_id)
    press = Press(bot.wire, user_id, board.message_id, channel_id=TABLE, guild_id=1)
    press.client = SimpleNamespace(services=bot.services)
    if chosen:
        press.data = {"values": list(chosen)}
    await looks.show(Context(press), Show(session_id, "topics"))
    return press.answers[-1].given["view"].to_components()[0]


async def offered(bot, session_id, user_id):
    """The topics that somebody may choose from, in order."""
    frame = await answered(bot, session_id, user_id)
    menus = [row["components"][0] for row in frame["components"] if "components" in row]
    return [option["value"] for menu in menus for option in menu["options"]]


@pytest.mark.parametrize("user_id", [ADA, BEN])
async def test_ones_own_cards_come_first(bot, user_id):
    await bot.meet(ADA, BEN)
    table = await bot.game(ADA, BEN, game="london")
    await bot.show(table.record.id)
    own = table.view(table.seat_of(user_id)).hand
    first = [f"card:{code}" for code in dict.fromkeys(own)]
    assert first
    assert (await offered(bot, table.record.id, user_id))[: len(first)] == first


async def test_who_is_not_at_the_table_is_told_of_nobodys_cards(bot):
    await bot.meet(ADA, BEN)
    table = await bot.game(ADA, BEN, game="london")
    await bot.show(table.record.id)
    public = [topic.id for topic in table.game.topics(table.view(None))]
    seen = await offered(bot, table.record.id, DORA)
    assert not seen[0].startswith("card:")
    assert seen == public[: len(seen)]


async def test_whoever_asks_about_the_own_seat_is_you(bot):
    await bot.meet(ADA, BEN)
    table = await bot.game(ADA, BEN, game="london")
    await bot.show(table.record.id)
    own = f"player:{table.seat_of(ADA)}"
    said = str(await answered(bot, table.record.id, ADA, own))
    assert "What do you have?" in said
    assert "You have 0 VP." in said
    assert "You have" not in str(await answered(bot, table.record.id, BEN, own))
