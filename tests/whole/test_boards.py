"""Boards: posted again when lost, stripped when moved, silent channels told of where we can."""

import pytest

from bot.local.acts.interactions import revoke
from bot.local.acts.messages import delete
from bot.local.rules.errors import missing_permissions
from bot.local.world.events import ChannelUpdated
from bot.local.world.guilds import change_role, close_channel, deny_bot, give_roles, time_out
from bot.local.world.permissions import BOT, NOTHING, Permission
from bot.testing.driver import buttons, labels, seats_of, seen_in, text_of
from bot.testing.playing import act_for
from tests.local.clock import ManualClock
from tests.whole.house import (
    OTHER_TABLE,
    TABLE,
    THREAD,
    asked,
    connected,
    house,
    no_post_is_stored,
    reopened,
)

HOUR = 3600


def board_messages(party):
    """The bot's public messages in the party's channel."""
    messages = party.host.channel(party.channel).messages.values()
    return [message for message in messages if message.seen_by is None]


async def test_the_lobby_becomes_the_board_and_the_board_the_result(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah", "Goro")
        lobby = party.board.id
        await party.host.press("Start", party.board)
        await hall.quiet()
        await party.skip_to_last_choice()
        await party.play_out()
        assert [message.id for message in board_messages(party)] == [lobby]


async def test_where_a_game_stands_is_said_in_the_picture_alone(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        assert "selection 1 of" not in text_of(party.board)
        assert "selection 1 of" in seen_in(party.board)


async def test_a_deleted_board_is_posted_again(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        lost = party.board
        delete(hall.discord.world, lost)
        await party.play_on()
        assert party.board.id != lost.id
        assert "selection 2 of" in seen_in(party.board)
        await party.play_on()
        assert "selection 3 of" in seen_in(party.board)
        assert len(board_messages(party)) == 1


async def test_an_old_board_is_posted_afresh_and_the_old_one_taken_away(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        old = party.board.id
        clock.advance(2 * HOUR)
        await party.play_on()
        assert party.board.id != old
        assert [message.id for message in board_messages(party)] == [party.board.id]


async def test_table_brings_the_board_and_strips_the_old_one(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        old = party.board
        await party.people[1].command("table", TABLE)
        await hall.quiet()
        new = party.board
        assert new.id != old.id
        assert new.id == party.host.latest(TABLE).id
        assert not buttons(old)
        assert f"{new.channel}/{new.id}" in text_of(old)
        await party.play_on()
        assert "selection 2 of" in seen_in(new)
        page = await party.host.more(party.hand(party.host))
        link = next(b for b in buttons(page) if b.get("url"))
        assert link["url"].endswith(f"/{new.id}")


async def test_table_without_a_session_says_so(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        answered = ada.response(await ada.command("table", TABLE))
        assert answered.seen_by == ada.id
        assert "/play" in text_of(answered)


async def test_a_board_in_an_archived_thread_is_posted_anew(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro", channel=THREAD)
        hall.services.delivery.boards._messages._tokens._tokens.clear()
        thread = party.host.channel(THREAD)
        thread.archived = True
        await party.play_on()
        assert not thread.archived
        assert "selection 2 of" in seen_in(party.board)


@pytest.mark.parametrize(
    ("archived", "said"), [(False, "is locked"), (True, "archived and locked")]
)
async def test_a_locked_thread_is_told_of_in_the_hands_and_the_game_goes_on(
    tmp_path, archived, said
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro", channel=THREAD)
        hall.services.delivery.boards._messages._tokens._tokens.clear()
        thread = party.host.channel(THREAD)
        thread.archived, thread.locked = archived, True
        hall.discord.world.emit(ChannelUpdated(thread))
        await party.play_on()
        for person in party.people:
            assert said in text_of(party.hand(person))
        await party.play_on()
        assert "selection 3 of" in text_of(party.hand(party.host))


@pytest.mark.parametrize(
    ("denied", "said"),
    [(Permission.VIEW_CHANNEL, "view the channel"), (Permission.ATTACH_FILES, "attach files")],
)
async def test_a_permission_taken_away_is_named_in_the_hands(tmp_path, denied, said):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        clock.advance(2 * HOUR)  # no token lives, and the board is due to be posted afresh
        channel = party.host.channel(TABLE)
        deny_bot(hall.discord.world, channel, denied)
        await party.play_on()
        for person in party.people:
            assert said in text_of(party.hand(person))
            assert asked(party.hand(person))
        refused = hall.discord.requests.statuses[403]
        await party.play_on()
        assert hall.discord.requests.statuses[403] == refused  # not tried over and over
        deny_bot(hall.discord.world, channel, NOTHING)
        await party.host.command("table", TABLE)
        await hall.quiet()
        assert "selection 3 of" in seen_in(party.board)
        assert said not in text_of(party.hand(party.host))


async def shut_out(hall, party, clock):
    """A board that was refused once, though all permissions are there again."""
    clock.advance(2 * HOUR)
    hall.discord.faults.refuse(
        rf"(POST|PATCH) /channels/{party.board.channel}/messages", missing_permissions(), times=2
    )
    await party.play_on()
    assert "selection 2 of" not in seen_in(party.board)
    assert "⚠" in text_of(party.hand(party.host))


async def test_a_refusal_that_passes_is_over_ten_seconds_later_by_itself(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await shut_out(hall, party, clock)
        hall.discord.faults.clear()
        clock.advance(9)
        await hall.quiet()
        assert "selection 2 of" not in seen_in(party.board)
        clock.advance(1)
        await hall.quiet()
        assert "selection 2 of" in seen_in(party.board)
        assert "⚠" not in text_of(party.hand(party.host))


def allow_all_channels(hall):
    world = hall.discord.world
    change_role(world, world.guild.roles[world.bot.roles[0]], BOT)


def give_own_roles(hall):
    give_roles(hall.discord.world, hall.discord.world.bot, hall.discord.world.bot.roles)


def allow_channel(hall):
    table = next(c for c in hall.discord.world.channels.values() if c.name == TABLE)
    deny_bot(hall.discord.world, table, NOTHING)


@pytest.mark.parametrize("allow", [allow_all_channels, give_own_roles, allow_channel])
async def test_what_a_moderator_gives_back_counts_at_once(tmp_path, allow):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await shut_out(hall, party, clock)
        hall.discord.faults.clear()
        allow(hall)
        await hall.witness.until(lambda: "selection 2 of" in seen_in(party.board), "it is tried")


async def test_a_thread_that_is_unlocked_has_its_board_at_once(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro", channel=THREAD)
        clock.advance(HOUR / 2)
        thread = party.host.channel(THREAD)
        thread.locked = True
        hall.discord.world.emit(ChannelUpdated(thread))
        await party.play_on()
        assert "is locked" in text_of(party.hand(party.host))
        thread.locked = False
        hall.discord.world.emit(ChannelUpdated(thread))
        await hall.witness.until(lambda: "selection 2 of" in seen_in(party.board), "it is tried")


async def test_while_a_permission_is_missing_news_of_the_server_cost_no_call(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        clock.advance(2 * HOUR)
        deny_bot(hall.discord.world, party.host.channel(TABLE), Permission.SEND_MESSAGES)
        await party.play_on()
        refused = hall.discord.requests.statuses[403]
        assert refused
        heard = hall.bot.wait_for("guild_role_update", timeout=10)
        allow_all_channels(hall)
        await heard
        await hall.quiet()
        assert hall.discord.requests.statuses[403] == refused


async def test_a_result_that_was_refused_reaches_its_channel(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        channel = party.host.channel(TABLE)
        clock.advance(2 * HOUR)
        deny_bot(hall.discord.world, channel, Permission.SEND_MESSAGES)
        await party.finish()
        clock.advance(780)
        await hall.quiet()
        deny_bot(hall.discord.world, channel, NOTHING)
        await party.host.sees(lambda message: "Play again" in labels(message), TABLE)


async def test_table_shows_the_result_of_the_last_game_for_a_day(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await party.finish()
        old = party.board
        stranger = hall.person("Hanna")
        clock.advance(24 * HOUR - 1)
        await stranger.command("table", TABLE)
        await hall.quiet()
        new = stranger.latest(TABLE)
        assert new.id != old.id
        assert new.seen_by is None
        assert "Play again" in labels(new)
        assert old.id not in hall.discord.world.messages
        clock.advance(1)
        answered = stranger.response(await stranger.command("table", TABLE))
        assert "/play" in text_of(answered)
        elsewhere = stranger.response(await stranger.command("table", OTHER_TABLE))
        assert "/play" in text_of(elsewhere)


async def test_a_time_out_is_named_in_the_hands_with_its_end_and_over_by_then(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        clock.advance(2 * HOUR)  # no token lives, and the board is due to be posted afresh
        time_out(hall.discord.world, hall.discord.world.bot, 3 * HOUR)
        await party.play_on()
        said = f"put me in time-out until <t:{round(clock.now()) + 3 * HOUR}:f>"
        for person in party.people:
            assert said in text_of(party.hand(person))
            assert asked(party.hand(person))
        answered = party.host.response(
            await party.host.command("play", OTHER_TABLE, game="guildes")
        )
        assert said in text_of(answered)
        clock.advance(3 * HOUR)
        await party.host.command("table", TABLE)
        await hall.quiet()
        assert said not in text_of(party.hand(party.host))


async def test_when_a_time_out_ends_the_board_is_there_without_a_word_of_discords(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        clock.advance(2 * HOUR)
        time_out(hall.discord.world, hall.discord.world.bot, 700)
        await party.play_on()
        # Refused at 0, 10, 30, 70, 150, 310 and 630 seconds, and next at 1230.
        for pause in (10, 20, 40, 80, 160, 320):
            clock.advance(pause)
            await hall.quiet()
        assert "selection 2 of" not in seen_in(party.board)
        clock.advance(71)
        await hall.quiet()
        assert "selection 2 of" in seen_in(party.board)


async def test_messages_whose_tokens_die_early_are_up_to_date_all_the_same(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3", clock=ManualClock()) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await party.play_on()
        for interaction in list(hall.discord.world.interactions.values()):
            revoke(hall.discord.world, interaction)
        for person in await party.awaited():
            await act_for(party.house.services.playing, *await choice_of(party, person))
        hall.services.delivery.changed(party.session_id)
        await hall.quiet()
        assert "selection 3 of" in seen_in(party.board)
        for person in party.people:
            assert "selection 3 of" in text_of(party.hand(person))


async def choice_of(party, person):
    """The arguments of the choice that somebody is offered first."""
    table = await party.table()
    seat = table.seat_of(person.id)
    prompt = table.prompt(seat)
    picks = tuple(option.id for option in prompt.options[: max(1, prompt.least)])
    return party.session_id, seat, prompt.step, picks


async def test_play_names_the_permissions_that_are_missing(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        deny_bot(
            hall.discord.world,
            ada.channel(TABLE),
            Permission.SEND_MESSAGES | Permission.ATTACH_FILES,
        )
        answered = ada.response(await ada.command("play", TABLE, game="guildes"))
        assert "send messages and attach files" in text_of(answered)
        assert await hall.services.store.live_session_in(ada.channel(TABLE).id) is None


async def test_in_a_thread_other_permissions_count(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        parent = ada.channel(TABLE)
        deny_bot(hall.discord.world, parent, Permission.SEND_MESSAGES_IN_THREADS)
        answered = ada.response(await ada.command("play", THREAD, game="guildes"))
        assert "send messages in threads" in text_of(answered)
        deny_bot(hall.discord.world, parent, Permission.SEND_MESSAGES)
        await ada.command("play", THREAD, game="guildes")
        assert "Join" in labels(ada.latest(THREAD))


async def test_a_deleted_channel_pauses_the_game_until_table_takes_it_elsewhere(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await party.play_on()
        close_channel(hall.discord.world, party.host.channel(TABLE))
        ada = party.host
        told = await ada.sees("/table in another channel", None)
        await hall.quiet()
        assert not asked(told)
        for person in party.people:
            assert len(person.messages(None)) == 1
            assert "/table in another channel" in text_of(party.hand(person))
        stranger = hall.person("Hanna")
        answered = stranger.response(await stranger.command("table", OTHER_TABLE))
        assert "/play" in text_of(answered)
        await party.people[1].command("table", OTHER_TABLE)
        await hall.quiet()
        party.channel = OTHER_TABLE
        assert "selection 2 of" in seen_in(party.board)
        assert "gone" not in text_of(party.hand(ada))
        await party.play_on()
        assert "selection 3 of" in seen_in(party.board)


async def test_a_game_that_is_ended_after_its_channel_is_gone_is_told_without_a_code(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro", channel=THREAD)
        clock.advance(HOUR)
        close_channel(hall.discord.world, party.host.channel(THREAD))
        for person in party.people:
            await person.sees("gone", None)
        clock.advance(HOUR)
        await hall.services.sessions.abandon(party.session_id)
        await hall.quiet()
        for person in party.people:
            assert person.notifications[-1].push == "Guildes in #?: the game is over"


async def test_no_choice_is_taken_while_the_channel_is_gone_and_none_is_lost(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    clock = ManualClock()
    async with house(database, clock=clock) as hall:
        party = await hall.game("Ada", "Farah", computers=1)
        ada, hand = party.host, party.hand(party.host)
        await ada.press("pick:", hand)
        clock.advance(20 * 60)  # the tokens die
        pressable = hand.components
        await hall.bot.close()
        close_channel(hall.discord.world, ada.channel(TABLE))
        async with reopened(hall, database) as again:
            party.house = again
            await again.quiet()
            moves = await party.moves()
            assert len(moves) == 1
            found = party.hand(ada)
            found.components = pressable  # as a client shows it that has heard of nothing
            await ada.press("pick:", found)
            await again.quiet()
            assert await party.moves() == moves
            await ada.command("table", OTHER_TABLE)
            await again.quiet()
            party.channel = OTHER_TABLE
            await party.play_on()
            assert len(await party.moves()) == 3
            assert "selection 2 of" in seen_in(party.board)


async def test_a_board_that_is_pressed_before_it_is_stored_where_it_stands_is_the_only_one(
    tmp_path, monkeypatch
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        stored = no_post_is_stored(hall, monkeypatch)
        ada, farah = hall.person("Ada"), hall.person("Farah")
        ada.start_command("play", TABLE, game="guildes")
        lobby = await ada.sees(lambda message: "Join" in labels(message), TABLE)
        options = ada.response(await ada.press("Options", lobby))
        await ada.choose(["live"], options, "lobby:1:speed")
        assert [m.id for m in ada.messages(TABLE) if "Join" in labels(m)] == [lobby.id]
        stored.set()
        await hall.quiet()
        standing = [m for m in ada.messages(TABLE) if "Join" in labels(m)]
        assert [m.id for m in standing] == [lobby.id]
        await farah.press("Join", standing[0])
        assert "Farah" in seats_of(standing[0])


async def test_a_restart_posts_no_second_board(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await party.play_on()
        await hall.bot.close()
        before = hall.discord.requests.kinds["bot"]
        async with connected(hall.discord, database) as bot:
            await bot.services.delivery.settled()
            assert len(board_messages(party)) == 1
        # Reading itself, the gateway and the commands; whatever was up to date is left alone.
        assert hall.discord.requests.kinds["bot"] - before <= 4
