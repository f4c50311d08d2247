"""Seats of running games that are offered: accepted, refused, and what becomes of the old hand."""

import pytest

from bot.local.world.guilds import deny_bot
from bot.local.world.permissions import NOTHING, Permission
from bot.people import bold
from bot.testing.driver import labels, selects, text_of
from engine import games
from tests.local.clock import ManualClock
from tests.whole.house import LANGUAGES, TABLE, asked, house, picks_on, reopened
from tests.whole.test_holders import take_seat
from tests.whole.test_invitations import invite, known, managing, start
from tests.whole.test_presses import press_as_it_was


async def choosing(party, person, name):
    """`person` types /replace and chooses the seat of that name; the screen that asks to whom."""
    screen = person.response(await person.command("replace", TABLE))
    await person.choose([name], screen)
    return screen


async def propose(party, by, whom, name="Farah"):
    """Somebody would offer a seat to a person, None: to whoever presses; the answer to that."""
    number = next(seat.seat for seat in (await party.table()).record.seats if seat.name == name)
    screen = await choosing(party, by, name)
    if whom is None:
        pressed = await by.press("Anyone", screen)
    else:
        select = f"holding:{party.session_id}:offer:{number}"
        pressed = await by.choose([str(whom.id)], screen, select)
    await party.house.quiet()
    return by.response(pressed)


async def offer(party, whom, name="Farah"):
    """A seat is offered to a person, None: to whoever presses; the offer in the channel.

    Its player, who was asked first, has agreed.
    """
    await propose(party, party.host, whom, name)
    player = party.house.person(name)
    if player.id != party.host.id:
        await player.press("Give up my seat", player.latest(None))
        await party.house.quiet()
    return await party.host.sees(lambda message: "Take the seat" in labels(message), TABLE)


async def withdrawn_unseen(hall, party):
    """The seat isn't offered any more, and no message says so: the bot was killed."""
    hall.services.delivery.close()
    host = party.host.id
    await hall.services.holders.withdraw(party.session_id, 1, by=host, moderator=False)
    await hall.bot.close()


async def test_whoever_plays_is_asked_before_the_seat_is_offered_and_can_say_no(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Goro", "Chiara", "Dmitri")
        host, chiara, _ = party.people
        answer = await propose(party, host, None, "Chiara")
        assert "so I asked **Chiara** first" in text_of(answer)
        assert "the board says so" in text_of(answer)
        assert labels(answer) == []
        question = chiara.latest(None)
        assert "**Goro** would like to offer your seat" in text_of(question)
        assert "the first who presses" in text_of(question)
        assert (await party.table()).record.offers == ()
        await chiara.press("Keep my seat", question)
        await hall.quiet()
        assert text_of(question) == "You keep your seat."
        assert (await party.table()).record.offers == ()
        assert "**Chiara** keeps their own seat" in text_of(party.board)
        words = LANGUAGES.words("en", ["Goro", "Chiara", "Dmitri"])
        assert words.to(1)((await party.table()).told(1)[-1]) == "You keep your seat."


async def test_a_moderator_may_offer_the_seat_of_whoever_plays_and_that_is_said(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Chiara", "Goro")
        chiara, farah = party.people[1], hall.person("Farah")
        answer = await propose(party, farah, None, "Chiara")
        assert (await party.table()).record.offers == ()
        await farah.press("Offer it anyway", answer)
        await hall.quiet()
        assert [offered.seat for offered in (await party.table()).record.offers] == [1]
        assert "**Farah**, a moderator, offers your seat" in text_of(chiara.latest(None))
        assert labels(chiara.latest(None)) == ["To the board"]
        assert "A moderator offers **Chiara**’s seat" in text_of(party.board)


async def test_who_was_overruled_keeps_the_seat_by_no_older_button(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Chiara", "Goro")
        chiara, farah = party.people[1], hall.person("Farah")
        await propose(party, party.host, None, "Chiara")
        question = chiara.latest(None)
        answer = await propose(party, farah, None, "Chiara")
        await farah.press("Offer it anyway", answer)
        await hall.quiet()
        await chiara.press("Keep my seat", question)
        await chiara.sees("A moderator has your seat offered all the same", None)
        assert [offered.seat for offered in (await party.table()).record.offers] == [1]
        await farah.press("Withdraw the offer", await choosing(party, farah, "Chiara"))
        await hall.quiet()
        assert "A moderator offers" not in text_of(party.board)
        await propose(party, party.host, None, "Chiara")
        await chiara.press("Keep my seat", chiara.latest(None))
        await hall.quiet()
        assert text_of(chiara.latest(None)) == "You keep your seat."


async def test_a_moderator_overrules_whom_the_press_names_and_nobody_who_came_since(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Chiara", "Goro")
        chiara, farah, dora = party.people[1], hall.person("Farah"), hall.person("Dora")
        answer = await propose(party, farah, None, "Chiara")
        offered = await offer(party, None, "Chiara")
        await dora.press("Take the seat", offered)
        await hall.quiet()
        pressed = await farah.press("Offer it anyway", answer)
        await hall.quiet()
        assert (await party.table()).record.offers == ()
        assert "Somebody else plays this seat by now" in text_of(farah.response(pressed))
        assert "offers your seat" not in text_of(dora.latest(None))
        assert chiara.id in (await party.table()).departed()


async def test_the_seat_of_whoever_lets_the_table_wait_is_offered_at_once_and_its_player_told(
    tmp_path,
):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        farah = party.people[1]
        clock.advance(8 * 3600 + 1)
        await propose(party, party.host, None)
        assert [offered.seat for offered in (await party.table()).record.offers] == [1]
        letter = await farah.sees("as the table waits for you", None)
        await farah.press("Keep my seat", letter)
        await hall.quiet()
        assert (await party.table()).record.offers == ()


async def test_whom_no_message_reaches_is_asked_in_the_channel(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        hall.person("Chiara").user.closed_dms = True
        party = await hall.game("Ada", "Chiara", "Goro")
        chiara = party.people[1]
        await propose(party, party.host, None, "Chiara")
        question = await chiara.sees("would like to offer your seat", TABLE)
        assert question.mentions == [chiara.id]
        await party.people[2].press("Keep my seat", question)
        await party.people[2].sees("Only the player of this seat", TABLE)
        chiara.user.locale = "fr"
        await chiara.press("Give up my seat", question)
        await hall.quiet()
        assert "Your seat is offered" in text_of(question)  # everybody reads it there
        await chiara.sees(lambda message: "Take the seat" in labels(message), TABLE)


@pytest.mark.parametrize("game", list(games))
async def test_the_newcomer_plays_on_with_what_the_seat_knows(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro", game=game)
        ada, farah, goro = party.people
        await party.play_on()
        number = (await party.table()).seat_of(farah.id)
        chiara, old = hall.person("Chiara"), party.hand(farah)
        await offer(party, chiara)
        offered = await chiara.sees("offers you the seat of **Farah**", TABLE)
        assert offered.mentions == [chiara.id]
        assert (await party.table()).seat_of(farah.id) == number
        assert old.id in hall.discord.world.messages
        await chiara.press("Take the seat", offered)
        await hall.quiet()
        table = await party.table()
        assert table.people() == tuple(
            {farah.id: chiara.id}.get(seat.user_id, seat.user_id) for seat in table.record.seats
        )
        assert table.seat_of(chiara.id) == number
        words = LANGUAGES.words("en", [bold(seat.name) for seat in table.record.seats])
        assert words.to(number)(table.view(number).headline) in text_of(party.hand(chiara))
        assert old.id not in hall.discord.world.messages
        assert "**Chiara** plays your seat now" in text_of(farah.latest(None))
        assert "**Chiara** takes over from **Farah**" in text_of(party.board)
        assert "Take the seat" not in labels(offered)
        party.people = [ada, chiara, goro]
        await party.play_on()
        await party.finish()
        assert (await party.table()).record.status == "over"


async def test_the_hand_is_shown_to_nobody_before_it_is_accepted(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        chiara = hall.person("Chiara")
        await offer(party, chiara)
        answer = chiara.response(await chiara.command("hand", TABLE))
        assert "You have no seat in this game" in text_of(answer)
        assert not any(asked(message) for message in chiara.messages(None))


async def test_whoever_presses_first_has_the_seat(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        offered = await offer(party, None)
        chiara, dmitri = hall.person("Chiara"), hall.person("Dmitri")
        button = f"holding:{party.session_id}:accept:1"
        await party.people[2].press(button, offered)
        await party.people[2].sees("You have a seat already", TABLE)
        await chiara.press(button, offered)
        await press_as_it_was(dmitri, offered, button)
        await dmitri.sees("This seat isn’t offered to you", TABLE)
        assert (await party.table()).record.seats[1].user_id == chiara.id


async def test_in_the_channel_it_is_said_in_the_tables_language_who_plays_on(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        offered, chiara = await offer(party, None), hall.person("Chiara")
        chiara.user.locale = "fr"
        await chiara.press("Take the seat", offered)
        await hall.quiet()
        assert "**Chiara** takes over from **Farah**" in text_of(offered)


async def test_who_gives_up_a_seat_is_told_of_their_own(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await offer(party, None)
        farah = party.people[1]
        await farah.sees("Your seat is offered. You play until somebody takes it.", None)


async def test_an_offer_is_for_one_person_and_can_be_withdrawn(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        chiara, dmitri = hall.person("Chiara"), hall.person("Dmitri")
        offered = await offer(party, chiara)
        await dmitri.press("Take the seat", offered)
        await dmitri.sees("This seat isn’t offered to you", TABLE)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            screen = await choosing(party, party.host, "Farah")
            await party.host.press("Withdraw the offer", screen)
            await chiara.press("Take the seat", offered)
            await chiara.sees("or not any more", TABLE)
            assert (await party.table()).record.seats[1].user_id == party.people[1].id


async def test_only_the_host_or_a_moderator_offers_seats(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Chiara", "Goro")
        goro, farah = party.people[2], hall.person("Farah")
        refused = goro.response(await goro.command("replace", TABLE))
        assert "Only the host" in text_of(refused)
        moderated = farah.response(await farah.command("replace", TABLE))
        assert selects(moderated)
        nothing = goro.response(await goro.command("replace", "side-table"))
        assert "/play" in text_of(nothing)


async def test_a_seat_is_offered_to_no_bot_nor_to_somebody_seated_or_who_saw_another(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, goro = party.host, party.people[2]
        robot = hall.discord.world.add_user("Robot", bot=True)
        select = f"holding:{party.session_id}:offer:1"
        for user, said in ((robot, "bots can’t play"), (goro, "has a seat in this game already")):
            screen = await choosing(party, ada, "Farah")
            await ada.choose([str(user.id)], screen, select)
            await ada.sees(said, TABLE)
        screen = goro.response(await goro.press("Leave the game", party.hand(goro)))
        await goro.press("Leave the game", screen)
        await hall.quiet()
        screen = await choosing(party, ada, "Farah")
        await ada.choose([str(goro.id)], screen, select)
        await ada.sees("has already seen another hand in this game", TABLE)
        assert (await party.table()).record.offers == ()


async def test_a_lobby_has_other_ways(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro")
        answer = party.host.response(await party.host.command("replace", TABLE))
        assert "hasn’t begun yet" in text_of(answer)


async def test_a_host_who_is_replaced_leaves_that_to_the_next_person_not_to_the_newcomer(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        chiara = hall.person("Chiara")
        screen = await choosing(party, party.host, "Ada")
        await party.host.choose([str(chiara.id)], screen, f"holding:{party.session_id}:offer:0")
        offered = await chiara.sees("offers you the seat of **Ada**", TABLE)
        await chiara.press("Take the seat", offered)
        await hall.quiet()
        assert (await party.table()).record.host_id == party.people[1].id


async def test_an_ephemeral_hand_of_who_was_replaced_is_stripped(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        farah, chiara = party.people[1], hall.person("Chiara")
        whispered = farah.response(await farah.press("My hand", party.board))
        components, option = whispered.components, picks_on(whispered)[0]
        offered = await offer(party, chiara)
        await chiara.press("Take the seat", offered)
        await hall.quiet()
        assert not asked(whispered)
        assert not whispered.attachments
        assert "**Chiara** plays your seat now" in text_of(whispered)
        whispered.components = components
        await press_as_it_was(farah, whispered, option)
        await farah.sees("You aren’t in this game any more", TABLE)
        assert await party.moves() == []


async def test_a_newcomer_with_closed_direct_messages_plays_under_my_hand(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        chiara = hall.person("Chiara")
        chiara.user.closed_dms = True
        await chiara.press("Take the seat", await offer(party, chiara))
        await chiara.sees("I can’t send you direct messages", TABLE)
        await hall.quiet()
        hand = chiara.response(await chiara.press("My hand", party.board))
        await chiara.press(picks_on(hand)[0], hand)
        assert [seat for seat, _ in await party.moves()] == [1]


async def written(party, whom):
    """The private message that offers a person a seat."""
    await offer(party, whom)
    return await whom.sees(lambda message: "Take the seat" in labels(message), None)


SAID = {
    "taken": "isn’t offered to you any more: it is taken",
    "withdrawn": "or the offer was withdrawn",
    "kept": "or the offer was withdrawn",
    "over": "is over: its seats aren’t offered any more",
}


@pytest.mark.parametrize("end", SAID)
async def test_a_private_offer_loses_its_button_with_the_offer(tmp_path, end):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        (chiara,) = await known(hall, "Chiara")
        party = await hall.lobby("Ada", "Farah", "Goro")
        await invite(party, await managing(party), chiara)
        await start(party)
        letter = await written(party, chiara)
        offered = await party.host.sees(lambda message: "Take the seat" in labels(message), TABLE)
        calls = hall.discord.faults.plan(str(letter.id), "delay", times=100)
        match end:
            case "taken":
                dmitri = hall.person("Dmitri")
                await dmitri.press("Take the seat", await offer(party, None))
            case "withdrawn":
                screen = await choosing(party, party.host, "Farah")
                await party.host.press("Withdraw the offer", screen)
            case "kept":
                await hall.services.holders.keep(party.session_id, 1, party.people[1].id)
                await hall.services.delivery.offers.ask_all(party.session_id)
            case "over":
                await party.finish()
        await hall.quiet()
        assert labels(letter) == ["To the board"]
        assert SAID[end] in text_of(letter)
        if end == "taken":  # another offer of the seat has taken its place
            assert offered.id not in hall.discord.world.messages
        else:
            assert "isn’t offered any more" in text_of(offered) or end == "over"
            assert labels(offered) == ["To the board"]
        hall.services.delivery.changed(party.session_id)
        await hall.quiet()
        assert calls.times == 99


async def test_an_offer_to_somebody_ends_when_that_one_takes_another_seat(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        (chiara,) = await known(hall, "Chiara")
        party = await hall.game("Ada", "Farah", "Goro", computers=1)
        letter = await written(party, chiara)
        offered = await party.host.sees(lambda message: "Take the seat" in labels(message), TABLE)
        await take_seat(hall, party, chiara)
        assert (await party.table()).record.offers == ()
        for message in (letter, offered):
            assert labels(message) == ["To the board"]
        assert "You play in the game of **Guildes**" in text_of(letter)


async def test_a_private_offer_loses_its_button_also_after_a_restart(tmp_path, monkeypatch):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        (chiara,) = await known(hall, "Chiara")
        party = await hall.game("Ada", "Farah", "Goro")
        letter = await written(party, chiara)
        await hall.quiet()
        await withdrawn_unseen(hall, party)
        assert "Take the seat" in labels(letter)
        async with reopened(hall, database) as again:
            await again.quiet()
            assert labels(letter) == ["To the board"]
            await again.services.notes.write()
            assert party.session_id not in await again.services.store.lagging()


async def test_a_private_offer_that_is_taken_says_so_itself_and_no_later_word_takes_its_place(
    tmp_path,
):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        (chiara,) = await known(hall, "Chiara")
        party = await hall.game("Ada", "Farah", "Goro")
        letter = await written(party, chiara)
        await chiara.press("Take the seat", letter)
        await hall.quiet()
        assert "**Chiara** takes over from **Farah**" in text_of(letter)
        assert labels(letter) == []


async def test_who_takes_the_seat_by_direct_message_leaves_no_button_in_the_channel(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        (chiara,) = await known(hall, "Chiara")
        party = await hall.game("Ada", "Farah", "Goro")
        letter = await written(party, chiara)
        offered = await party.host.sees(lambda message: "Take the seat" in labels(message), TABLE)
        await chiara.press("Take the seat", letter)
        await hall.quiet()
        assert "**Chiara** takes over from **Farah**" in text_of(letter)
        assert text_of(offered).startswith("The seat isn’t offered any more")
        assert labels(offered) == ["To the board"]


async def test_an_offer_in_the_channel_loses_its_button_also_after_a_restart(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        offered = await offer(party, hall.person("Chiara"))
        await hall.quiet()
        await hall.services.notes.write()
        assert party.session_id not in await hall.services.store.lagging()
        await withdrawn_unseen(hall, party)
        assert "Take the seat" in labels(offered)
        async with reopened(hall, database) as again:
            await again.quiet()
            assert labels(offered) == ["To the board"]


async def test_who_takes_the_seat_in_the_channel_has_no_button_left_by_direct_message(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        (chiara,) = await known(hall, "Chiara")
        party = await hall.game("Ada", "Farah", "Goro")
        letter = await written(party, chiara)
        await chiara.press("Take the seat", chiara.latest(TABLE))
        await hall.quiet()
        assert labels(letter) == ["To the board"]
        assert "You play in the game of **Guildes**" in text_of(letter)


async def test_a_private_offer_stays_while_anybody_may_take_the_seat(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        (chiara,) = await known(hall, "Chiara")
        party = await hall.game("Ada", "Farah", "Goro")
        letter = await written(party, chiara)
        await offer(party, None)
        await chiara.press("Take the seat", letter)
        await hall.quiet()
        assert (await party.table()).seat_of(chiara.id) == 1


async def test_a_later_offer_to_the_same_person_takes_the_place_of_the_last(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        (chiara,) = await known(hall, "Chiara")
        party = await hall.game("Ada", "Farah", "Goro")
        first = await written(party, chiara)
        await offer(party, chiara, "Goro")
        assert first.id not in hall.discord.world.messages
        assert [offered.seat for offered in (await party.table()).record.offers] == [2]
        await chiara.press("Take the seat", chiara.latest(None))
        await hall.quiet()
        assert (await party.table()).seat_of(chiara.id) == 2


async def test_a_private_offer_loses_its_button_when_the_seat_is_offered_to_another(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        chiara, dmitri = await known(hall, "Chiara", "Dmitri")
        party = await hall.game("Ada", "Farah", "Goro")
        letter = await written(party, chiara)
        second = await written(party, dmitri)
        await hall.quiet()
        assert labels(letter) == ["To the board"]
        assert "Take the seat" in labels(second)


async def test_an_offer_that_the_channel_refused_comes_as_soon_as_it_may(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        table = party.host.channel(TABLE)
        await propose(party, party.host, None)
        farah = party.people[1]
        deny_bot(hall.discord.world, table, Permission.SEND_MESSAGES)
        await farah.press("Give up my seat", farah.latest(None))
        await hall.quiet()
        assert not any("Take the seat" in labels(message) for message in party.host.messages(TABLE))
        deny_bot(hall.discord.world, table, NOTHING)
        await party.host.sees(lambda message: "Take the seat" in labels(message), TABLE)


async def test_an_offer_that_the_channel_took_late_loses_its_button_like_any_other(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3", clock=ManualClock()) as hall:
        party = await hall.game("Ada", "Chiara", "Goro")
        ada = party.host
        channel = ada.channel(TABLE)
        screen = await choosing(party, ada, "Ada")
        deny_bot(hall.discord.world, channel, Permission.SEND_MESSAGES)
        await hall.quiet()
        await ada.press("Anyone", screen)
        await hall.quiet()
        assert (await party.table()).record.offers
        deny_bot(hall.discord.world, channel, NOTHING)
        await hall.quiet()
        offered = await ada.sees(lambda message: "Take the seat" in labels(message), TABLE)
        await hall.quiet()
        await ada.press("Withdraw the offer", await choosing(party, ada, "Ada"))
        await hall.quiet()
        assert "Take the seat" not in labels(offered)
