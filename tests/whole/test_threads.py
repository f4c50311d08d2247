"""Tables in threads: opened beside a busy channel, moved there, in forum posts, and named."""

import asyncio
import logging
from dataclasses import replace
from functools import partial
from math import inf

import pytest

from bot.delivery.calling.messages import Messages
from bot.local.acts.archiving import archive, set_locked, unarchive
from bot.local.acts.messages import Body
from bot.local.acts.threads import start_post, start_thread
from bot.local.rules.errors import ApiError, unknown_interaction
from bot.local.world.events import ChannelCreated
from bot.local.world.guilds import close_channel, deny_bot, invite_bot
from bot.local.world.permissions import Permission
from bot.local.world.records import PRIVATE_THREAD, PUBLIC_THREAD
from bot.sessions.play.lobby import Lobbies
from bot.store.store import StoreFailed
from bot.testing.driver import buttons, labels, seats_of, text_of
from bot.testing.house import unseen
from tests.local.clock import ManualClock
from tests.whole.house import TABLE, THREAD, asked, house, pick_anything, reopened
from tests.whole.test_lobby import ways
from tests.whole.test_presses import press_as_it_was
from tests.whole.test_servers import heard

FORUM = "tables-of-their-own"
FULL = "as many open threads as Discord allows"


def threads(hall):
    """The threads that the bot has opened, oldest first."""
    world = hall.discord.world
    return [
        channel
        for channel in world.channels.values()
        if channel.type == PUBLIC_THREAD and channel.owner == world.bot.id
    ]


async def play(person, channel=TABLE, game="guildes"):
    """What the person alone is answered in a busy channel."""
    answer = person.response(await person.command("play", channel, game=game))
    assert answer.seen_by == person.id
    return answer


async def opened_in_thread(hall, person, game="majority"):
    """The thread that the person opens beside a busy channel."""
    await person.press("Open it in a thread", await play(person, game=game))
    await hall.quiet()
    return threads(hall)[-1]


async def ended_in(hall, thread):
    """The session in a thread ends, and its board says so; nobody takes the thread up for that."""
    record = await hall.services.store.live_session_in(thread.id)
    with unseen(hall.services.sessions):
        await hall.services.sessions.abandon(record.id)
    hall.services.delivery.changed(record.id)
    await hall.quiet()
    return record.id


async def test_a_phone_shows_a_thread_by_its_name_whatever_its_host_is_called(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.lobby("Ada")
        host = hall.person("[TAG] *Farah* <3")
        thread = await opened_in_thread(hall, host, "guildes")
        assert "[TAG] *Farah* <3" in thread.name
        said = host.notifications[-1].push
        assert said.startswith(f"You have a seat in Guildes in #{thread.name[:9]}")
        assert "TAG Farah 3" in said


async def test_a_second_table_opens_in_a_thread_of_its_own(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        first = await hall.lobby("Ada")
        goro = hall.person("Goro")
        offered = await play(goro, game="majority")
        assert ways(offered) == [f"{first.board.channel}/{first.board.id}"]
        await goro.press("Open it in a thread", offered)
        await hall.quiet()
        (thread,) = threads(hall)
        assert (thread.name, thread.parent) == ("The Majority · Goro", goro.channel(TABLE).id)
        assert thread.archive_after == 7 * 24 * 60
        assert "1. Goro (host)" in seats_of(goro.latest(thread.id))
        assert f"<#{thread.id}>" in text_of(offered)
        assert "Open it in a thread" not in labels(offered)
        await goro.press("Leave", goro.latest(thread.id))
        await hall.quiet()
        assert await hall.services.store.live_session_in(thread.id) is None
        assert (await first.table()).record.status == "lobby"


async def test_where_a_name_is_refused_the_thread_is_called_after_the_game_alone(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.lobby("Ada")
        hall.discord.world.guild.refused_words = ("goro",)
        thread = await opened_in_thread(hall, hall.person("Goro"))
        assert thread.name == "The Majority"
        refused = hall.discord.requests.statuses[400]
        hall.services.threads.check(await ended_in(hall, thread))
        await hall.quiet()
        assert thread.name == "The Majority"
        assert hall.discord.requests.statuses[400] == refused + 1


async def test_where_a_name_is_refused_later_the_thread_loses_it_with_the_game(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.lobby("Ada")
        thread = await opened_in_thread(hall, hall.person("Goro"))
        hall.discord.world.guild.refused_words = ("goro",)
        hall.services.threads.check(await ended_in(hall, thread))
        await hall.quiet()
        assert thread.name == "The Majority"


async def test_a_press_twice_opens_one_thread(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.lobby("Ada")
        goro = hall.person("Goro")
        offered = await play(goro)
        await asyncio.gather(*(goro.press("Open it in a thread", offered) for _ in range(3)))
        await hall.quiet()
        assert len(threads(hall)) == 1


async def test_from_a_busy_thread_another_one_opens_beside_it(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.lobby("Ada", channel=THREAD)
        goro = hall.person("Goro")
        await goro.press("Open it in a thread", await play(goro, THREAD))
        await hall.quiet()
        (thread,) = threads(hall)
        assert thread.parent == goro.channel(TABLE).id


async def test_without_the_permission_the_answer_says_which(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        goro = hall.person("Goro")
        offered = await play(goro)
        deny_bot(hall.discord.world, goro.channel(TABLE), Permission.CREATE_PUBLIC_THREADS)
        await goro.press("Open it in a thread", offered)
        await goro.sees("permission to create public threads", TABLE)
        await party.host.press("Table", party.board)
        await party.host.press("Move to a thread", party.host.latest(TABLE))
        await party.host.sees("permission to create public threads", TABLE)
        answer = await play(goro)
        assert "permission to create public threads" in text_of(answer)
        assert "Open it in a thread" not in labels(answer)
        assert threads(hall) == []


async def test_a_server_full_of_threads_is_told(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        hall.discord.world.guild.most_threads = 0
        goro = hall.person("Goro")
        await goro.press("Open it in a thread", await play(goro))
        await goro.sees("as many open threads as Discord allows", TABLE)
        await party.host.press("Table", party.board)
        await party.host.press("Move to a thread", party.host.latest(TABLE))
        await party.host.sees("as many open threads as Discord allows", TABLE)
        assert (await party.table()).record.channel_id == goro.channel(TABLE).id


async def test_a_thread_for_which_nothing_can_be_stored_is_put_away(tmp_path, monkeypatch):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.lobby("Ada")
        goro = hall.person("Goro")
        offered = await play(goro)

        async def fails(*args, **kwargs):
            raise StoreFailed("the disk is full")

        monkeypatch.setattr(Lobbies, "open", fails)
        await goro.press("Open it in a thread", offered)
        await goro.sees("can’t be reached", TABLE)
        (thread,) = threads(hall)
        assert thread.archived


async def test_a_table_moves_to_a_thread_before_the_start(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", "Chiara")
        ada, goro, _ = party.people
        old = party.board
        screen = ada.response(await ada.press("Table", old))
        await ada.press("Move to a thread", screen)
        await hall.quiet()
        (thread,) = threads(hall)
        assert thread.name == "Guildes · Ada"
        board = ada.latest(thread.id)
        assert "2. Goro" in seats_of(board)
        assert f"<#{thread.id}>" in text_of(old)
        assert f"<#{thread.id}>" in text_of(screen)
        assert labels(old) == ["To the board"]
        assert f"<#{thread.id}>" in text_of(party.hand(goro))
        await press_as_it_was(goro, old, f"lobby:{party.session_id}:leave")
        late = await goro.sees("somewhere else by now", TABLE)
        assert ways(late) == [f"{thread.id}/{board.id}"]
        assert len((await party.table()).record.seats) == 3
        await hall.person("Hanna").command("play", TABLE, game="guildes")
        assert "1. Hanna" in seats_of(hall.person("Hanna").latest(TABLE))
        await ada.press("Start", board)
        await hall.quiet()
        assert (await party.table()).record.status == "playing"


async def test_only_the_host_or_a_moderator_moves_a_table_and_once(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Dmitri", "Goro")
        dmitri, goro = party.people
        farah = hall.person("Farah")  # a moderator
        board, move = party.board, f"lobby:{party.session_id}:move"
        screen = farah.response(await farah.press("Table", board))
        own = dmitri.response(await dmitri.press("Table", board))
        await press_as_it_was(goro, board, move)
        await goro.sees("host, or a moderator", TABLE)
        assert threads(hall) == []
        await asyncio.gather(
            farah.press("Move to a thread", screen), dmitri.press("Move to a thread", own)
        )
        await hall.quiet()
        (thread,) = threads(hall)
        assert (await party.table()).record.channel_id == thread.id
        again = dmitri.response(await dmitri.press("Table", dmitri.latest(thread.id)))
        assert "Move to a thread" not in labels(again)


async def test_the_thread_says_when_its_game_is_over(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.lobby("Ada")
        benoit = hall.person("Benoît")  # who speaks French
        offered = await play(benoit, game="guildes")
        await benoit.press("lobby:", offered)
        await hall.quiet()
        (thread,) = threads(hall)
        assert thread.name == "Guildes · Benoît"
        record = await hall.services.store.live_session_in(thread.id)
        await hall.services.sessions.table(record.id)
        asking = benoit.response(await benoit.command("abandon", thread.id))
        assert thread.name == "Guildes · Benoît"
        await benoit.press(f"abandon:{record.id}:yes", asking)
        await hall.quiet()
        assert thread.name == "Guildes · Benoît · terminée"
        assert not thread.archived
        await hall.person("Hanna").command("play", thread.id, game="majority")
        await hall.quiet()
        assert thread.name == "The Majority · Hanna"


@pytest.mark.parametrize("hidden", [True, False], ids=["archived", "open"])
async def test_a_thread_whose_game_ended_as_the_bot_stopped_is_named_at_the_next_start(
    tmp_path, hidden
):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        await hall.lobby("Ada")
        thread = await opened_in_thread(hall, hall.person("Goro"))
        await ended_in(hall, thread)
        assert thread.name == "The Majority · Goro"
        await hall.bot.close()
        if hidden:
            archive(hall.discord.world, thread)
        async with reopened(hall, database) as later:
            await later.quiet()
            assert thread.name == "The Majority · Goro · over"
            assert await later.services.store.threads_to_name() == []


async def test_a_thread_that_cannot_be_named_is_left_as_it_is(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.lobby("Ada")
        thread = await opened_in_thread(hall, hall.person("Goro"))
        record = await hall.services.store.live_session_in(thread.id)
        archive(hall.discord.world, thread)
        set_locked(hall.discord.world, thread, locked=True)
        await hall.services.sessions.abandon(record.id)
        await hall.quiet()
        assert thread.name == "The Majority · Goro"
        assert await hall.services.store.threads_to_name() == []


async def test_somebody_elses_thread_keeps_its_name(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", channel=THREAD)
        await party.host.press("Cancel", party.board)
        await hall.quiet()
        assert party.host.channel(THREAD).name == THREAD


async def test_in_a_private_thread_the_bot_plays_once_it_was_added(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        world, ada = hall.discord.world, hall.person("Ada")
        thread = start_thread(world, ada.user, ada.channel(TABLE), "hideout", kind=PRIVATE_THREAD)
        for command in ("play", "learn"):
            refused = ada.response(await ada.command(command, thread.id, game="guildes"))
            assert "not in this private thread" in text_of(refused)
        assert await hall.services.store.live_session_in(thread.id) is None
        thread.members.add(world.bot.id)
        await heard(hall, "thread_create", lambda world: world.emit(ChannelCreated(thread)))
        opened = ada.response(await ada.command("play", thread.id, game="guildes"))
        assert "Ada" in seats_of(opened)


async def test_a_forum_post_is_a_table(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada, goro = hall.person("Ada"), hall.person("Goro")
        body = Body({"content": "Who plays?"}, {})
        post, _ = start_post(hall.discord.world, ada.user, ada.channel(FORUM), "Tonight", body)
        party = await hall.lobby("Ada", "Goro", "Chiara", channel=post.id)
        assert "1. Ada (host)" in seats_of(party.board)
        answer = await play(goro, post.id)
        assert "Open it in a thread" not in labels(answer)
        assert ways(answer) == [f"{post.id}/{party.board.id}"]
        screen = ada.response(await ada.press("Table", party.board))
        assert "Move to a thread" not in labels(screen)
        await press_as_it_was(ada, screen, f"lobby:{party.session_id}:move")
        await ada.sees("no threads in this channel", post.id)
        await ada.press("Start", party.board)
        await hall.quiet()
        assert (await party.table()).record.status == "playing"
        assert post.name == "Tonight"


async def test_play_answered_too_late_still_opens_a_table_that_is_seen(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        hall.discord.faults.refuse("POST .*/callback", unknown_interaction())
        ada.start_command("play", TABLE, game="guildes")
        board = await ada.sees(lambda shown: "1. Ada (host)" in seats_of(shown), TABLE)
        await hall.quiet()
        assert board.interaction is None
        await hall.person("Goro").press("Join", board)
        await hall.quiet()
        assert "2. Goro" in seats_of(board)
        assert len([m for m in ada.messages(TABLE) if buttons(m)]) == 1


async def in_a_post(hall):
    """A game that has just begun in a post of a forum, and the post."""
    ada = hall.person("Ada")
    body = Body({"content": "Who plays?"}, {})
    post, _ = start_post(hall.discord.world, ada.user, ada.channel(FORUM), "Tonight", body)
    party = await hall.game("Ada", "Farah", "Goro", channel=post.id)
    return party, post


async def test_a_press_in_an_archived_thread_counts_and_the_board_stands_below(tmp_path, caplog):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, farah = await hall.lobby("Ada", channel=THREAD), hall.person("Farah")
        board, thread = party.board, farah.channel(THREAD)
        await heard(hall, "raw_thread_update", lambda world: archive(world, thread))
        await farah.press("Join", board)
        told = await farah.sees("replaced by a newer one", THREAD)
        assert told.seen_by == farah.id
        await hall.quiet()
        assert party.board.id != board.id
        assert "Farah" in seats_of(party.board)
        assert not thread.archived
        assert not any("Sorry" in text_of(said) for said in farah.messages(THREAD))
    assert [record for record in caplog.records if record.levelno > logging.INFO] == []


@pytest.mark.parametrize("locked", [False, True])
async def test_a_call_in_an_archived_thread_is_taken_away_unless_that_is_locked(tmp_path, locked):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        hall.person("Goro").user.closed_dms = True
        party = await hall.game("Ada", "Farah", "Goro", channel=THREAD)
        goro, thread = party.people[-1], party.host.channel(THREAD)
        call = goro.latest(THREAD)
        assert goro.mention in text_of(call)
        await goro.press("My hand", call)
        hand = await goro.sees(lambda one: one.seen_by == goro.id and bool(asked(one)), THREAD)
        archive(hall.discord.world, thread, locked=locked)
        await pick_anything(goro, hand)
        await hall.quiet()
        assert (call.id in thread.messages) is thread.archived is locked


async def test_a_post_in_which_a_game_is_played_stays_open(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party, post = await in_a_post(hall)
        archive(hall.discord.world, post)
        await hall.witness.until(lambda: not post.archived, "the post is open again")
        await party.host.press("Rules", party.board)


async def test_a_post_archived_while_the_bot_was_down_is_open_again_after_the_start(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party, post = await in_a_post(hall)
        await hall.bot.close()
        archive(hall.discord.world, post)
        async with reopened(hall, database) as later:
            await later.quiet()
            assert not post.archived
            await party.host.press("Rules", party.board)


async def test_of_posts_archived_while_the_bot_was_down_one_that_hangs_is_looked_for_again(
    tmp_path, monkeypatch
):
    database, asked, found = tmp_path / "guildhall.sqlite3", [], Messages.channel

    async def hangs_once(self, channel_id):
        asked.append(channel_id)
        if len(asked) == 1:
            raise TimeoutError
        return await found(self, channel_id)

    async with house(database) as hall:
        posts = [(await in_a_post(hall))[1] for _ in range(2)]
        await hall.bot.close()
        for post in posts:
            archive(hall.discord.world, post)
        monkeypatch.setattr(Messages, "channel", hangs_once)
        async with reopened(hall, database) as later:
            await later.quiet()
            assert not any(post.archived for post in posts)
    first, other = (post.id for post in posts)
    assert asked == [first, other, first]


async def test_a_post_locked_while_the_bot_was_down_stays_archived(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        _, post = await in_a_post(hall)
        await hall.bot.close()
        archive(hall.discord.world, post, locked=True)
        async with reopened(hall, database) as later:
            await later.quiet()
            assert post.archived


async def test_a_post_that_was_locked_or_whose_game_is_over_stays_archived(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, post = await in_a_post(hall)
        archive(hall.discord.world, post, locked=True)
        await party.host.command("games", TABLE)  # comes after what the bot is told of the post
        await hall.quiet()
        assert post.archived
        archive(hall.discord.world, post, locked=False)
        unarchive(hall.discord.world, post)
        await party.finish()
        archive(hall.discord.world, post)
        await party.host.command("games", TABLE)
        await hall.quiet()
        assert post.archived


@pytest.mark.parametrize(("code", "said"), [(160006, FULL), (160007, FULL), (200001, None)])
async def test_a_refusal_of_a_thread_is_understood(tmp_path, code, said):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        await hall.lobby("Ada")
        goro = hall.person("Goro")
        offered = await play(goro)
        hall.discord.faults.refuse(r"POST .*/threads", ApiError(400, code, "no"))
        hall.discord.faults.refuse(r"PATCH /channels/\d+$", ApiError(400, code, "no"), times=inf)
        await goro.press("Open it in a thread", offered)
        await hall.quiet()
        if said is None:
            (made,) = threads(hall)
            assert made.name == "Guildes"  # by its game alone: the name of a person is blocked
        else:
            assert said in text_of(goro.latest(TABLE))


async def test_the_game_of_an_archived_thread_is_paused_once_its_channel_is_gone(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro", channel=THREAD)
        thread = party.host.channel(THREAD)
        await heard(hall, "raw_thread_update", lambda world: archive(world, thread))
        room = hall.discord.world.channels[thread.parent]
        close_channel(hall.discord.world, room)
        await party.host.sees("The channel of this game is gone", None)
        assert (await party.table()).paused


async def test_two_servers_open_threads_at_the_same_time(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        world, (ada, farah) = hall.discord.world, map(hall.person, ("Ada", "Farah"))
        second = world.add_guild("Another server")
        den = world.add_channel("den", guild=second)
        await heard(hall, "guild_join", lambda world: invite_bot(world, second))
        for guild in (world.guild, second):
            await hall.services.store.change_server(guild.id, partial(replace, threads="always"))
        begun = [ada.start_command("play", TABLE, game="guildes")]
        begun.append(farah.start_command("play", den.id, game="guildes"))
        for one in begun:
            await hall.witness.answered(one)
        await hall.quiet()
        assert len(threads(hall)) == 2
