"""How many calls of the bot's own a game costs, and that Discord's limits are kept."""

from bot.local import Limits
from tests.local.clock import ManualClock
from tests.whole.house import house

MOST_A_CHOICE = 0.30


async def test_a_whole_game_of_four_people_pressing_steadily(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        hall.discord.requests.kinds.clear()
        party = await hall.game("Ada", "Farah", "Goro", "Hanna")
        while await party.awaited():
            await party.play_on(lambda options: options[len(options) // 2])
            clock.advance(10)
        calls, choices = hall.discord.requests.kinds["bot"], len(await party.moves())
        assert choices > 100
        assert calls / choices <= MOST_A_CHOICE


async def test_where_everybody_answers_after_an_hour_a_choice_costs_a_new_hand_and_a_new_board(
    tmp_path,
):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        hall.discord.requests.kinds.clear()
        for _ in range(4):
            clock.advance(60 * 60)
            await hall.quiet()
            await party.play_on()
        # A step: a hand sent and one deleted for each, a board sent and one taken away.
        assert hall.discord.requests.kinds["bot"] <= 4 * (3 * 2 + 2)


async def test_discords_own_limits_are_never_met(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3", Limits(), paced=True) as hall:
        party = await hall.game("Ada", "Farah", "Goro", computers=1)
        for _ in range(4):
            await party.play_on()
        assert hall.discord.requests.statuses[429] == 0
