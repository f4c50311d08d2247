"""Private tables: who is invited and told, who may sit down, and who has to leave."""

import asyncio
from dataclasses import replace

import pytest

from bot.local.acts.archiving import archive
from bot.local.world.guilds import deny_bot
from bot.local.world.permissions import NOTHING, Permission
from bot.testing.driver import labels, seats_of, selects, text_of
from tests.local.clock import ManualClock
from tests.whole.house import TABLE, THREAD, house, reopened
from tests.whole.test_lobby import ways
from tests.whole.test_presses import press_as_it_was

USER_SELECT = 5


async def managing(party, person=None):
    """The private screen of whoever manages the lobby."""
    person = person or party.host
    return person.response(await person.press(f"lobby:{party.session_id}:manage", party.board))


async def invite(party, screen, *people, by=None):
    """Choose people in the screen's select of people."""
    who = by or party.host
    values = [str(person.id) for person in people]
    select = next(s["custom_id"] for s in selects(screen) if ":invite:" in s["custom_id"])
    answered = await who.choose(values, screen, select)
    await party.house.quiet()
    return answered


async def take(party, screen, label):
    """Choose somebody in the select of seats and invitations to be taken back."""
    select = next(s["custom_id"] for s in selects(screen) if ":take:" in s["custom_id"])
    await party.host.choose([label], screen, select)
    await party.house.quiet()


async def start(party, hall=None):
    """Start, though not all who are invited have come."""
    board = party.board
    asked = party.host.response(await party.host.press("Start", board))
    await party.host.press("Start", asked)
    await (hall or party.house).quiet()


def told(person):
    """All that a person was told by direct message."""
    return "\n".join(text_of(message) for message in person.messages(None))


async def known(hall, *names):
    """People who have played before and have gone since."""
    party = await hall.lobby(*names)
    for person in party.people:
        await person.press("Leave", party.board)
    await hall.quiet()
    return party.people


async def test_the_invited_are_mentioned_once_and_told_by_direct_message_if_known(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        (goro,) = await known(hall, "Goro")
        party = await hall.lobby("Ada")
        chiara = hall.person("Chiara")
        screen = await managing(party)
        (select,) = (s for s in selects(screen) if ":invite:" in s["custom_id"])
        assert (select["type"], select["max_values"]) == (USER_SELECT, 10)
        await invite(party, screen, goro, chiara)
        calls = [m for m in goro.messages(TABLE) if m.mentions]
        assert [set(m.mentions) for m in calls] == [{goro.id, chiara.id}]
        assert "**Ada** invites you to a game of **Guildes**" in text_of(calls[0])
        assert ways(calls[0]) == [f"{party.board.channel}/{party.board.id}"]
        assert "**Ada** invites you" in told(goro)
        assert told(chiara) == ""
        assert "Invited: **Chiara**, **Goro**" in text_of(party.board)
        await invite(party, screen, goro)
        await party.host.sees("invited or have a seat already", TABLE)
        assert [m for m in goro.messages(TABLE) if m.mentions] == calls


async def test_whom_the_channel_mentions_joins_there_and_the_mention_goes_with_the_last(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", computers=1)
        goro, chiara = hall.person("Goro"), hall.person("Chiara")
        screen = await managing(party)
        await invite(party, screen, goro)
        await invite(party, screen, chiara)
        (call,) = (m for m in goro.messages(TABLE) if "invites you" in text_of(m))
        assert call.mentions == [chiara.id]
        assert f"<@{chiara.id}>, <@{goro.id}>:" in text_of(call)
        answered = goro.response(await goro.press("Join", call))
        await hall.quiet()
        assert "you have a seat at the table of Guildes" in text_of(answered)
        assert call in goro.messages(TABLE)
        await chiara.press("Join", call)
        await hall.quiet()
        assert "4. Chiara" in seats_of(party.board)
        assert not [m for m in goro.messages(TABLE) if "invites you" in text_of(m)]


async def test_a_mention_goes_also_where_its_thread_was_archived_meanwhile(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, goro = await hall.lobby("Ada", channel=THREAD), hall.person("Goro")
        await invite(party, await managing(party), goro)
        (call,) = (m for m in goro.messages(THREAD) if "invites you" in text_of(m))
        archive(hall.discord.world, goro.channel(THREAD))
        await goro.press("Join", call)
        await hall.quiet()
        assert "Goro" in seats_of(party.board)
        assert call not in goro.messages(THREAD)


async def test_a_mention_goes_as_the_game_begins_also_after_a_restart(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.lobby("Ada", computers=2)
        goro = hall.person("Goro")
        await invite(party, await managing(party), goro)
        await hall.bot.close()
        async with reopened(hall, database) as later:
            assert [m for m in goro.messages(TABLE) if "invites you" in text_of(m)]
            await start(party, later)
            assert not [m for m in goro.messages(TABLE) if "invites you" in text_of(m)]


async def test_only_invited_people_join_a_private_table_also_after_a_restart(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.lobby("Ada")
        ada, goro, chiara = (party.host, hall.person("Goro"), hall.person("Chiara"))
        screen = await managing(party)
        await ada.press("Only invited people", screen)
        await invite(party, screen, goro)
        assert "Only invited people can join." in text_of(party.board)
        await hall.bot.close()
        async with reopened(hall, database) as later:
            await chiara.press("Join", party.board)
            await chiara.sees("its host can invite you", TABLE)
            await goro.press("Join", party.board)
            await later.quiet()
            assert "2. Goro" in seats_of(party.board)
            assert "Invited:" not in text_of(party.board)
            await ada.press("Let everybody join", screen)
            await chiara.press("Join", party.board)
            await later.quiet()
            assert "3. Chiara" in seats_of(party.board)


async def test_the_host_takes_a_seat_back_and_its_person_is_told(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", "Chiara")
        goro = party.people[1]
        screen = await managing(party)
        await take(party, screen, "Goro: remove from the table")
        assert "Goro" not in seats_of(party.board)
        assert "You have a seat" not in told(goro)
        assert "no seat at the table of **Guildes**" in told(goro)
        await goro.press("Join", party.board)
        await hall.quiet()
        assert "3. Goro" in seats_of(party.board)


async def test_an_invitation_is_withdrawn(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        goro = hall.person("Goro")
        screen = await managing(party)
        await party.host.press("Only invited people", screen)
        await invite(party, screen, goro)
        await take(party, screen, "Goro: withdraw the invitation")
        await goro.press("Join", party.board)
        await goro.sees("its host can invite you", TABLE)


async def test_bots_are_not_invited(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        world = hall.discord.world
        robot, goro = world.add_user("Robot", bot=True), hall.person("Goro")
        screen = await managing(party)
        for people in ((robot,), (robot, goro)):
            await invite(party, screen, *people)
        refusals = [m for m in party.host.messages(TABLE) if "bots can’t play" in text_of(m)]
        assert len(refusals) == 2
        invitations = (await party.table()).record.invitations
        assert [invitation.name for invitation in invitations] == ["Goro"]


async def test_managing_is_for_the_host_or_a_moderator(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Dmitri", "Goro", "Chiara")
        goro, farah, hanna = party.people[1], hall.person("Farah"), hall.person("Hanna")
        assert "host, or a moderator" in text_of(await managing(party, goro))
        screen = await managing(party, farah)
        await invite(party, screen, hanna, by=farah)
        assert "Invited: **Hanna**" in text_of(party.board)
        await start(party)
        assert screen not in farah.messages(TABLE)  # the board says it
        await press_as_it_was(farah, party.board, f"lobby:{party.session_id}:private:on")
        await farah.sees("isn’t open any more", TABLE)
        assert not (await party.table()).record.invited_only


async def played(hall, *names, **options):
    """The lobby that the first of these people opens after a game with the others."""
    party = await hall.game(*names, **options)
    await party.finish()
    await party.host.press("Play again", party.board)
    await hall.quiet()
    record = await hall.services.store.live_session_in(party.board.channel)
    return replace(party, session_id=record.id)


async def test_playing_again_keeps_seats_for_who_was_there(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await played(hall, "Ada", "Goro", "Chiara", computers=1)
        _, goro, chiara = party.people
        board = party.board
        assert "1. Ada (host). 2. Berthe (computer, normal)" in seats_of(board)
        assert "Seats are kept for Chiara, Goro" in seats_of(board)
        for person in (goro, chiara):
            assert "a seat is kept for you" in told(person)
        hanna = hall.person("Hanna")
        await hanna.press("Join", board)
        await goro.press("I’m in", board)
        await hall.quiet()
        said = seats_of(board)
        assert "3. Hanna. 4. Goro" in said
        assert "A seat is kept for Chiara" in said
        assert "You have a seat in Guildes" in text_of(party.hand(goro))
        await start(party)
        record = (await party.table()).record
        assert [seat.name for seat in record.seats] == ["Ada", "Berthe", "Hanna", "Goro"]


async def test_a_message_that_a_seat_is_kept_has_the_button_itself_and_ends_with_the_table(
    tmp_path,
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        over = await hall.game("Ada", "Goro", "Chiara")
        await over.finish()
        await over.host.press("Play again", over.board)
        await hall.quiet()
        ada, goro, chiara = over.people
        record = await hall.services.store.live_session_in(over.board.channel)
        goros, chiaras = goro.latest(None), chiara.latest(None)
        assert labels(goros)[0] == "I’m in"
        await hall.services.notes.write()
        assert record.id not in await hall.services.store.lagging()
        await goro.press("I’m in", goros)
        await hall.quiet()
        table = await hall.services.sessions.table(record.id)
        assert [seat.name for seat in table.record.seats] == ["Ada", "Goro"]
        assert "You’re in" in text_of(goros)
        await hall.services.lobbies.cancel(record.id, ada.id, moderator=False)
        await hall.quiet()
        assert labels(chiaras) == ["To the board"]
        assert "was closed before the game began" in text_of(chiaras)


async def test_an_invitation_has_the_button_itself_and_ends_as_the_game_begins(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        goro, hanna = await known(hall, "Goro", "Hanna")
        party = await hall.lobby("Ada", game="majority", computers=1)
        await invite(party, await managing(party), goro, hanna)
        goros, hannas = goro.latest(None), hanna.latest(None)
        assert labels(goros) == labels(hannas) == ["Join", "To the board"]
        await goro.press("Join", goros)
        await hall.quiet()
        people = [seat.user_id for seat in (await party.table()).record.seats]
        assert people.count(goro.id) == 1
        assert "You’re in" in text_of(goros)
        await start(party)
        assert (await party.table()).record.status == "playing"
        assert labels(hannas) == ["To the board"]
        assert "has begun without you" in text_of(hannas)


async def test_play_again_takes_the_kept_seat_where_the_table_is_open_already(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        over = await hall.game("Ada", "Goro", "Chiara")
        await over.finish()
        result, (ada, goro, chiara) = over.board, over.people
        await ada.press("Play again", result)
        await hall.quiet()
        answer = goro.response(await goro.press("Play again", result))
        await hall.quiet()
        record = await hall.services.store.live_session_in(result.channel)
        assert [seat.name for seat in record.seats] == ["Ada", "Goro"]
        assert "You’re in" in text_of(answer)
        assert ways(answer) == [f"{result.channel}/{record.board_message_id}"]
        again = goro.response(await goro.press("Play again", result))
        assert "a game in this channel already" in text_of(again)
        await hall.services.lobbies.add_computer(record.id, ada.id, ("Odon",), "easy")
        await hall.services.lobbies.start(record.id, ada.id, moderator=False)
        late = chiara.response(await chiara.press("Play again", result))
        assert "a game in this channel already" in text_of(late)


async def test_a_kept_seat_is_freed_by_the_host_or_given_up(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await played(hall, "Ada", "Goro", "Chiara", "Dmitri", game="majority")
        _, goro, chiara, dmitri = party.people
        hanna = hall.person("Hanna")
        assert "Join" not in labels(party.board)
        await hanna.press("I’m in", party.board)
        await hanna.sees("kept for others", TABLE)
        await take(party, await managing(party), "Goro: free the kept seat")
        await chiara.press("Leave", party.board)
        awaited = [one.name for one in (await party.table()).record.invitations]
        assert "Chiara" not in awaited  # who says no is asked no more
        assert "Goro" in awaited  # whose host only wanted the seat
        await hall.quiet()
        assert "A seat is kept for Dmitri" in seats_of(party.board)
        for person in (hanna, goro):
            await person.press("Join", party.board)
        await dmitri.press("I’m in", party.board)
        await hall.quiet()
        record = (await party.table()).record
        assert [seat.name for seat in record.seats] == ["Ada", "Hanna", "Goro", "Dmitri"]


async def test_whose_messages_are_closed_is_called_in_the_channel_to_play_again(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        hall.person("Goro").user.closed_dms = True
        party = await played(hall, "Ada", "Goro", "Chiara")
        goro, chiara = party.people[1:]
        called = [m for m in goro.messages(TABLE) if "plays **Guildes** again" in text_of(m)]
        assert [m.mentions for m in called] == [[goro.id]]
        assert "a seat is kept for you" in told(chiara)


async def test_play_again_in_a_busy_channel_offers_a_thread(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        await party.finish()
        old, goro = party.board, party.people[1]
        await hall.person("Hanna").command("play", TABLE, game="majority")
        offered = goro.response(await goro.press("Play again", old))
        await goro.press("Open it in a thread", offered)
        await hall.quiet()
        thread = hall.discord.world.channels[max(hall.discord.world.channels)]
        assert thread.name == "Guildes · Goro"
        assert "Seats are kept for Ada, Chiara" in seats_of(goro.latest(thread.id))


def called(person):
    """How often a person is mentioned at the table."""
    return sum(person.id in message.mentions for message in person.messages(TABLE))


async def forbidden(hall, what, *, at):
    """What the bot may not do at the table, as it has learnt: its own listeners come first."""
    heard = asyncio.Event()

    async def hears(*_):
        heard.set()

    hall.bot.add_listener(hears, "on_guild_channel_update")
    deny_bot(hall.discord.world, at, what)
    async with asyncio.timeout(10):
        await heard.wait()
    hall.bot.remove_listener(hears, "on_guild_channel_update")


@pytest.mark.parametrize("still_invited", [True, False])
async def test_an_invitation_that_the_channel_refused_comes_as_soon_as_it_may(
    tmp_path, still_invited
):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.lobby("Ada")
        chiara, screen = hall.person("Chiara"), await managing(party)
        await forbidden(hall, Permission.SEND_MESSAGES, at=chiara.channel(TABLE))
        await invite(party, screen, chiara)
        assert called(chiara) == 0
        if not still_invited:
            await take(party, party.host.latest(TABLE), "Chiara: withdraw the invitation")
        clock.advance(10)
        await hall.quiet()
        await forbidden(hall, NOTHING, at=chiara.channel(TABLE))
        await hall.quiet()
        assert called(chiara) == still_invited


async def test_start_asks_before_it_begins_without_who_is_invited(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", computers=1)
        chiara = hall.person("Chiara")
        await invite(party, await managing(party), chiara)
        asked = party.host.response(await party.host.press("Start", party.board))
        assert "not here yet: **Chiara**" in text_of(asked)
        await party.host.press("Wait", asked)
        assert (await party.table()).record.status == "lobby"
        asked = party.host.response(await party.host.press("Start", party.board))
        begun = party.host.response(await party.host.press("Start", asked))
        await hall.quiet()
        assert (await party.table()).record.status == "playing"
        assert "The game has begun" in text_of(begun)
        assert party.hand(party.host) is not None


async def test_a_full_table_starts_at_once_whoever_else_is_invited(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", computers=4)
        await invite(party, await managing(party), hall.person("Chiara"))
        await hall.person("Goro").press("Join", party.board)
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert (await party.table()).record.status == "playing"


async def test_an_invited_moderator_who_starts_is_told_that_they_have_no_seat(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", computers=1)
        farah = hall.person("Farah")  # a moderator
        await invite(party, await managing(party), farah)
        asked = farah.response(await farah.press("Start", party.board))
        assert "not here yet: you" in text_of(asked)
        assert (await party.table()).record.status == "lobby"
