"""/admin: what whoever runs the bot does in its direct messages, and nobody else."""

from __future__ import annotations

import asyncio

import pytest

from bot import VERSION
from bot.local.rules.commands import NoSuchCommand
from bot.local.world.guilds import invite_bot, remove_bot
from bot.testing.driver import buttons, labels, text_of
from tests.whole.house import OTHER_TABLE, TABLE, asked, house
from tests.whole.test_presses import press_as_it_was

NOTICE = "Maintenance at eight"


@pytest.fixture
async def hall(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as opened:
        yield opened


def operator(hall):
    """Whose the application is."""
    owner = hall.discord.world.guild.owner
    return hall.person(hall.discord.world.users[owner].name)


async def told(person, what=None, about=None):
    """What the command answers, to that person alone."""
    options = {name: value for name, value in (("what", what), ("about", about)) if value}
    answer = person.response(await person.command("admin", None, **options))
    assert answer.seen_by == person.id
    return text_of(answer)


async def sure(person, what, about):
    """What it says once the operator has said yes; before that, nothing has happened."""
    asks = person.response(await person.command("admin", None, what=what, about=about))
    (yes,) = labels(asks)
    await person.press(yes, asks)
    assert labels(asks) == []
    return text_of(asks)


async def leaving(hall):
    left = asyncio.ensure_future(hall.bot.wait_for("guild_remove", timeout=10))
    await asyncio.sleep(0)
    return left


async def test_it_tells_how_the_bot_is_and_nothing_that_happens_in_a_game(hall):
    party = await hall.game("Ada", "Goro", "Chiara")
    await hall.lobby("Dmitri", channel=OTHER_TABLE)
    said = await told(operator(hall))
    assert f"Guildhall {VERSION}" in said
    assert "I am in 1 server." in said
    assert "Running games: 1 · open tables: 1 · set apart: 0" in said
    server = f"server **{hall.discord.world.guild.name}** (`{hall.discord.world.guild.id}`)"
    assert f"`{party.session_id}` Guildes: running, {server}" in said
    assert f"Guildes: an open table, {server}" in said
    assert not any(name in said for name in ("Ada", "Goro", "Chiara", "Dmitri"))


async def test_it_tells_where_a_game_is_played_that_has_no_server_or_one_it_has_left(hall):
    world = hall.discord.world
    await hall.lobby("Dmitri")
    await hall.person("Goro").command("learn", None, game="guildes")
    gone = await leaving(hall)
    remove_bot(world, world.guild)
    await gone
    said = await told(operator(hall))
    assert f"Guildes: an open table, server `{world.guild.id}`" in said
    assert "Guildes: running, in direct messages" in said


async def test_a_notice_stands_on_every_board_until_it_is_taken_away(hall):
    party = await hall.game("Ada", "Goro", "Chiara")
    lobby = await hall.lobby("Dmitri", channel=OTHER_TABLE)
    assert "within a few seconds" in await told(operator(hall), "notice", f" {NOTICE}  ")
    await hall.services.errands.settled()
    await hall.quiet()
    for board in (party.board, lobby.board):
        assert f"🔧 {NOTICE}" in text_of(board)
    assert f"On all boards: {NOTICE}" in await told(operator(hall))
    assert "no board shows a notice" in await told(operator(hall), "notice")
    await hall.services.errands.settled()
    await hall.quiet()
    for board in (party.board, lobby.board):
        assert NOTICE not in text_of(board)
    assert "300 characters at most, not 301" in await told(operator(hall), "notice", "x" * 301)


async def test_a_game_is_ended_without_a_result(hall):
    party = await hall.game("Ada", "Goro", "Chiara")
    said = await sure(operator(hall), "end", str(party.session_id))
    assert f"Game {party.session_id} is ended" in said
    await hall.services.errands.settled()
    await hall.quiet()
    await party.host.sees("ended without a result", TABLE)
    for person in party.people:
        assert not asked(person.messages(None)[-1])
    again = await told(operator(hall), "end", str(party.session_id))
    assert "ended without a result" in again
    assert "No game has this number" in await told(operator(hall), "end", "99")


async def test_a_blocked_server_is_left_again_and_told_so_until_it_may_invite_the_bot(hall):
    world = hall.discord.world
    boss, server = operator(hall), str(world.guild.id)
    left = await leaving(hall)
    answer = await sure(boss, "block", server)
    assert f"Server {server} is blocked" in answer
    await left
    left = await leaving(hall)
    invite_bot(world)
    await left
    await boss.sees("The person who runs this bot doesn’t want it in this server", TABLE)
    assert await hall.services.store.blocked() == [world.guild.id]
    await hall.services.store.unblock(world.guild.id)
    joined = asyncio.ensure_future(hall.bot.wait_for("guild_join", timeout=10))
    await asyncio.sleep(0)
    invite_bot(world)
    await joined
    await hall.quiet()
    assert hall.bot.get_guild(world.guild.id) is not None


@pytest.mark.parametrize("what", ["end", "block"])
async def test_it_asks_once_before_it_ends_a_game_or_blocks_a_server(hall, what):
    party = await hall.game("Ada", "Goro", "Chiara")
    guild, boss = hall.discord.world.guild, operator(hall)
    about = str(party.session_id if what == "end" else guild.id)
    said = await told(boss, what, about)
    assert f"server **{guild.name}** (`{guild.id}`)" in said
    assert said.count("?") == 1
    await hall.services.errands.settled()
    assert (await party.table()).record.status == "playing"
    assert await hall.services.store.blocked() == []


@pytest.mark.parametrize("what", ["end", "block"])
async def test_nobody_else_says_yes_for_the_operator(hall, what):
    party = await hall.game("Goro", "Ada", "Chiara")
    boss, about = operator(hall), str(party.session_id if what == "end" else 2**60)
    asked_of_boss = boss.response(await boss.command("admin", None, what=what, about=about))
    (yes,) = buttons(asked_of_boss)
    forged = await press_as_it_was(party.host, party.hand(party.host), yes["custom_id"])
    assert "Only the person who runs this bot" in text_of(party.host.response(forged))
    assert await hall.services.store.errands() == []


async def test_a_server_is_unblocked(hall):
    boss = operator(hall)
    await hall.services.store.block(123)
    assert "Blocked servers: `123`" in await told(boss)
    assert "may invite me again" in await told(boss, "unblock", "123")
    assert await hall.services.store.blocked() == []
    assert "isn’t blocked" in await told(boss, "unblock", "123")


async def test_a_games_number_blocks_no_server(hall):
    party = await hall.game("Ada", "Goro", "Chiara")
    assert "Type the number" in await told(operator(hall), "block", str(party.session_id))
    assert await hall.services.store.blocked() == []


@pytest.mark.parametrize("what", ["end", "block", "unblock"])
@pytest.mark.parametrize("number", [None, "the first", "0", "-1", "²", "٣", str(2**63)])
async def test_what_is_no_number_is_refused(hall, what, number):
    await hall.game("Ada", "Goro", "Chiara")
    assert "Type the number" in await told(operator(hall), what, number)
    assert await hall.services.store.blocked() == []
    assert [one.status for one in await hall.services.store.outlines()] == ["playing"]


@pytest.mark.parametrize("what", [None, "notice", "end", "block", "unblock"])
async def test_nobody_else_may(hall, what):
    party = await hall.game("Goro", "Ada", "Chiara")
    goro = party.host
    assert goro.id != operator(hall).id
    said = await told(goro, what, str(party.session_id))
    assert said == "Only the person who runs this bot can do that."
    assert await hall.services.store.errands() == []
    assert "Seule la personne qui fait tourner" in await told(hall.person("Benoît"), what, "1")


async def test_no_server_is_offered_it(hall):
    with pytest.raises(NoSuchCommand):
        await operator(hall).command("admin", TABLE)


async def test_of_a_team_who_looks_after_the_application_may(hall):
    world = hall.discord.world
    people = {name: hall.person(name) for name in ("Chiara", "Dmitri", "Farah", "Goro")}
    world.application.team = {
        people["Chiara"].id: ("admin", True),
        people["Dmitri"].id: ("developer", True),
        people["Farah"].id: ("developer", False),
        people["Goro"].id: ("read_only", True),
    }
    may = [name for name, person in people.items() if VERSION in await told(person)]
    assert may == ["Chiara", "Dmitri"]
    assert "Only the person who runs" in await told(operator(hall))
