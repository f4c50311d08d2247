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


async def offered(bot, session_id, user_id):
    """The topics that somebody may choose from, in order."""
    board = await bot.board(session_id)
    press = Press(bot.wire, user_id, board.message_id, channel_id=TABLE, guild_id=1)
    press.client = SimpleNamespace(services=bot.services)
    await looks.show(Context(press), Show(session_id, "topics"))
    frame = press.answers[-1].given["view"].to_components()[0]
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
