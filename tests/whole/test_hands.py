"""Hands: in direct messages or under "My hand", found again when lost, free while tokens live."""

import pytest

from bot.local.acts.messages import delete
from bot.testing.driver import alt_texts, buttons, text_of
from tests.local.clock import ManualClock
from tests.whole.house import OTHER_TABLE, TABLE, asked, house, pick_anything, picks_on

QUARTER = 15 * 60


@pytest.mark.parametrize("closed", ["closed_dms", "unopened_dms"])
async def test_a_whole_ballot_under_my_hand_with_closed_direct_messages(tmp_path, closed):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        goro = hall.person("Goro")
        setattr(goro.user, closed, True)  # the second: also 400/50007 where they are to be opened
        party = await hall.lobby("Ada", "Farah", "Goro")
        await goro.sees("can’t send you direct messages", TABLE)
        await party.host.press("Start", party.board)
        await hall.quiet()
        ada, farah, _ = party.people
        hand = goro.response(await goro.press("My hand", party.board))
        assert hand.seen_by == goro.id
        for step in range(6):
            for person in (ada, farah):
                await person.press("pick:", party.hand(person))
            assert asked(hand)
            await goro.press("pick:", hand)
            await hall.quiet()
            assert len(await party.moves()) == 3 * (step + 1)
        assert not goro.channel(None).messages


async def test_an_ephemeral_hand_follows_the_game_while_its_token_lives(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        hand = ada.response(await ada.press("My hand", party.board))
        await ada.press("pick:", hand)
        await farah.press("pick:", party.hand(farah))
        await hall.quiet()
        assert "Waiting for **Goro**" in text_of(hand)
        await goro.press("pick:", party.hand(goro))
        await hall.quiet()
        assert asked(hand)
        assert "selection 2 of" in text_of(hand)
        clock.advance(QUARTER + 1)
        for person in party.people:
            await person.press("pick:", party.hand(person))
        await hall.quiet()
        stands = text_of(hand)
        assert "selection 2 of" in stands  # dead: nothing can change it but a press
        pressed = await ada.press(picks_on(hand)[0], hand)
        assert ada.response(pressed).id == hand.id
        assert "selection 3 of" in text_of(hand)


async def test_a_choice_under_my_hand_is_seen_in_the_direct_message_too(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada = party.host
        hand = ada.response(await ada.press("My hand", party.board))
        await ada.press("pick:", hand)
        await hall.quiet()
        assert "Kept:" in text_of(party.hand(ada))


async def test_a_deleted_hand_is_sent_again(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada = party.host
        lost = party.hand(ada)
        delete(hall.discord.world, lost)
        await party.house.services.delivery.settled()
        hand = ada.response(await ada.press("My hand", party.board))
        await ada.press("pick:", hand)
        for person in party.people[1:]:
            await person.press("pick:", party.hand(person))
        await hall.quiet()
        found = party.hand(ada)
        assert found.id != lost.id
        assert "selection 2 of" in text_of(found)
        await ada.press("pick:", found)
        assert "Kept:" in text_of(found)
        assert len(ada.messages(None)) == 1


async def test_a_hand_is_edited_as_the_bot_once_its_token_is_dead(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await party.play_on()
        clock.advance(QUARTER + 1)
        await party.play_on()
        for person in party.people:
            assert "selection 3 of" in text_of(party.hand(person))


async def test_a_token_that_discord_refuses_is_given_up_for_the_bots_own(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await party.play_on()
        world = hall.discord.world
        for interaction in world.interactions.values():
            interaction.created -= QUARTER + 60  # Discord's clock is ahead of ours
        await party.play_on()
        for person in party.people:
            assert "selection 3 of" in text_of(party.hand(person))


async def test_direct_messages_closed_in_the_middle_stop_nothing(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        goro = party.people[2]
        delete(hall.discord.world, party.hand(goro))
        goro.user.closed_dms = True
        hand = goro.response(await goro.press("My hand", party.board))
        await goro.press("pick:", hand)
        await party.play_on()
        person = await hall.services.people.find(goro.id)
        assert not person.dm_open
        assert "selection 2 of" in text_of(hand)
        before = hall.discord.requests.statuses[403]
        await goro.press("pick:", hand)
        await party.play_on()
        assert hall.discord.requests.statuses[403] == before  # not tried again


@pytest.mark.parametrize(("command", "where"), [("hand", TABLE), ("games", None)])
async def test_direct_messages_that_are_open_again_get_the_hand(tmp_path, command, where):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        goro = hall.person("Goro")
        goro.user.closed_dms = True
        party = await hall.game("Ada", "Farah", "Goro")
        goro.user.closed_dms = False
        await goro.command(command, where)
        await pick_anything(party.host, party.hand(party.host))
        await hall.quiet()
        assert asked(goro.messages(None)[-1])


async def test_in_a_slow_game_the_next_hand_comes_as_a_new_message(tmp_path):
    clock = ManualClock()
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        before = {person.id: party.hand(person).id for person in party.people}
        clock.advance(2 * 3600)
        await party.play_on()
        for person in party.people:
            messages = person.messages(None)
            assert "selection 2 of" in text_of(messages[-1])
            assert len(messages) == 1  # the old one is gone
        last = party.people[-1]  # pressed last, and so edited through the press
        assert {p.id for p in party.people if party.hand(p).id == before[p.id]} >= {last.id}


async def test_a_press_on_an_old_hand_makes_it_the_hand_again(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, old = party.host, party.hand(party.host)
        await hall.services.posts.forget(party.session_id, "hand", ada.id)
        hall.services.delivery.changed(party.session_id)
        await hall.quiet()
        new = party.hand(ada)
        assert new.id != old.id
        await ada.press("pick:", old)
        await hall.quiet()
        assert [message.id for message in ada.messages(None)] == [old.id]
        for person in party.people[1:]:
            await person.press("pick:", party.hand(person))
        await hall.quiet()
        assert "selection 2 of" in text_of(old)


async def test_the_text_of_a_hand_holds_the_pack_and_that_of_the_board_does_not(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada = party.host
        own = text_of(ada.response(await ada.press("Text", party.hand(ada))))
        hanna = hall.person("Hanna")
        public = text_of(hanna.response(await hanna.press("Text", party.board)))
        assert own != public
        pack = [b["label"] for b in buttons(party.hand(ada)) if "pick:" in b.get("custom_id", "")]
        assert pack
        assert all(label in own for label in pack)
        rules = text_of(ada.response(await ada.press("Rules", party.hand(ada))))
        assert "in short" in rules


async def test_the_end_shows_place_score_and_the_results_picture(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Benoît", "Goro")
        await party.finish()
        table = await party.table()
        outcome = table.game.outcome(table.state)
        for person in party.people:
            hand, seat = party.hand(person), table.seat_of(person.id)
            better = [tied for tied in outcome.places if seat not in tied]
            better = better[: [seat in tied for tied in outcome.places].index(True)]
            assert f"Place {1 + sum(map(len, better))} " in text_of(hand)
            assert f" {outcome.scores[seat]} " in text_of(hand)
            assert alt_texts(hand) == ["A result"]


async def test_of_several_hands_each_is_named_by_its_channel_and_who_else_plays(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        one = await hall.game("Ada", "Farah", "Goro")
        link = "[Hanna](https://x.io)"
        other = await hall.lobby("Ada", link, channel=OTHER_TABLE, game="majority")
        ada = one.host
        asks = ada.response(await ada.command("hand", None))
        said = text_of(asks)
        table, there = ada.channel(TABLE).id, ada.channel(OTHER_TABLE).id
        assert f"(table {one.session_id}) · <#{table}> · **Farah**, **Goro**" in said
        assert f"(table {other.session_id}) · <#{there}> · **\\[Hanna\\](https\\://x.io)**" in said
        await ada.press(f"Guildes (table {one.session_id})", asks)
        assert asked(ada.latest(None))
