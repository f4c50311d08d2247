"""Killed when something is due, the bot does it once all the same, or not at all."""

import asyncio
import time

import pytest

from bot.local import NO_LIMITS, LocalDiscord
from bot.local.world.guilds import leave
from bot.testing.driver import Witness, text_of
from tests.whole.house import TABLE, asked, picks_on
from tests.whole.test_killed import HANDS, Killable, board, hand, hands_of, press, unanswered_on

MINUTE = 60.0
EVERY = 15.0
REMINDED = "waiting for you"
LEFT = "has left the server"


@pytest.fixture
async def bot(tmp_path):
    async with LocalDiscord(limits=NO_LIMITS) as discord:
        killable = Killable(discord, str(tmp_path / "guildhall.sqlite3"), Witness(discord.world))
        killable.now = time.time()
        discord.api._inspect = killable.inspect
        try:
            yield killable
        finally:
            await killable.dead()
        assert discord.requests.problems == []


async def begin(bot):
    """A live game of three, in which all have chosen but Goro."""
    await bot.start()
    people = ada, farah, goro = [bot.person(name) for name in ("Ada", "Farah", "Goro")]
    await ada.command("play", TABLE, game="guildes")
    lobby = ada.latest(TABLE)
    for person in (farah, goro):
        await person.press("Join", lobby)
    options = ada.response(await ada.press("Options", lobby))
    await ada.choose(["live"], options, "lobby:1:speed")
    await ada.press("Start", lobby)
    for person in people:
        await person.sees(asked, None)
    for person in (ada, farah):
        assert await press(person)
    await bot.later(0)  # when they were told of it is noted before the time goes on
    return people


def said(person, what):
    """The private messages that say so and have nothing to choose."""
    return [m for m in person.messages(None) if what in text_of(m) and not asked(m)]


@pytest.mark.parametrize("carried_out", [True, False])
async def test_killed_between_the_count_of_a_reminder_and_its_sending(bot, carried_out):
    _, _, goro = await begin(bot)
    direct = goro.channel(None).id
    await bot.die_at(f"POST /channels/{direct}/messages", carried_out=carried_out)
    bot.pass_time(2 * MINUTE + EVERY)
    await bot.dies()
    assert bot.query("SELECT reminded FROM turn WHERE seat = 2") == [(1,)]
    await bot.start()
    await bot.later(MINUTE)
    assert len(said(goro, REMINDED)) == carried_out
    await bot.later(3 * MINUTE + EVERY)
    assert len(said(goro, REMINDED)) == carried_out + 1
    await bot.later(2 * MINUTE)
    assert len(said(goro, REMINDED)) == carried_out + 1


@pytest.mark.parametrize("pause", [0.0, 0.005, 0.02, 0.08])
async def test_killed_between_the_deadline_and_the_computers_choice(bot, pause):
    people = await begin(bot)
    await bot.later(9 * MINUTE)
    bot.pass_time(MINUTE + EVERY)
    await asyncio.sleep(pause)  # whatever the instant, what is asserted holds
    await bot.dead()
    assert len(bot.moves()) in (2, 3)
    await bot.start()
    # What passed between the last look at the clock and the death is given away.
    await bot.later(2 * MINUTE)
    assert [seat for seat, _ in bot.moves()].count(2) == 1
    assert bot.query("SELECT missed FROM turn WHERE seat = 2") == [(1,)]
    for person in people:
        await person.sees(unanswered_on, None)
    # The board may wait a little for more to show.
    await bot.later(MINUTE)
    assert "Time was up for **Goro**" in text_of(board(bot))


@pytest.mark.parametrize("carried_out", [True, False])
async def test_killed_when_the_computers_choice_is_shown(bot, carried_out):
    people = await begin(bot)
    await bot.later(9 * MINUTE)
    await bot.die_at("(PATCH|POST) /(channels|webhooks)/.*/messages", carried_out=carried_out)
    bot.pass_time(MINUTE + EVERY)
    await bot.dies()
    assert len(bot.moves()) == 3
    await bot.start()
    await bot.later(MINUTE)
    assert len(bot.moves()) == 3
    for person in people:
        await person.sees(unanswered_on, None)
    assert "Time was up for **Goro**" in text_of(board(bot))


@pytest.mark.parametrize("carried_out", [True, False])
async def test_killed_when_the_host_is_told_that_somebody_has_left(bot, carried_out):
    ada, _, goro = await begin(bot)
    leave(bot.discord.world, goro.user)
    await bot.die_at(f"POST /channels/{ada.channel(None).id}/messages", carried_out=carried_out)
    bot.pass_time(2 * MINUTE + EVERY)
    await bot.dies()
    await bot.start()
    await bot.later(5 * MINUTE)
    assert len(said(ada, LEFT)) == carried_out
    # The board tells him in any case.
    assert f"**Goro** {LEFT}" in text_of(board(bot))


@pytest.mark.parametrize("carried_out", [True, False])
async def test_killed_when_a_hand_in_whose_place_another_was_sent_is_taken_away(bot, carried_out):
    ada, farah, goro = await begin(bot)
    await bot.later(5 * MINUTE)
    before = {hand(person).id for person in (ada, farah)}
    await bot.die_at("DELETE /webhooks/.*", carried_out=carried_out)
    goro.start_press(picks_on(hand(goro))[0], hand(goro))
    await bot.dies()
    await bot.start()
    await bot.later(MINUTE)
    standing = {message.id for person in (ada, farah) for message in hands_of(person)}
    assert len(standing) == 2
    assert not standing & before
    assert standing <= {message_id for (message_id,) in bot.query(HANDS)}
    assert len(bot.moves()) == 3
