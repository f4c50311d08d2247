"""Simultaneous choices: confirmed at once, changeable until the last is in, told to nobody."""

import asyncio
import re

from bot.local.world import events
from bot.testing.driver import buttons, labels, text_of
from tests.local.clock import ManualClock
from tests.whole.house import TABLE, house, pick_anything, picks_on


async def test_a_choice_is_confirmed_on_the_pressed_message(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        hand = party.hand(party.host)
        label = next(b["label"] for b in buttons(hand) if b.get("custom_id") == picks_on(hand)[2])
        pressed = await party.host.press(picks_on(hand)[2], hand)
        assert party.host.response(pressed).id == hand.id
        assert f"Kept: {label}" in text_of(hand)
        assert "Waiting for **Farah** and **Goro**" in text_of(hand)
        assert f"✓ {label}" in labels(hand)


async def test_a_choice_can_be_changed_until_the_last_one_is_in(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        hand = party.hand(ada)
        first, second, *_ = picks_on(hand)
        await ada.press(first, hand)
        await farah.press("pick:", party.hand(farah))
        await ada.press(second, hand)
        await goro.press("pick:", party.hand(goro))
        await hall.quiet()
        moves = await party.moves()
        assert [seat for seat, _ in moves] == [0, 1, 0, 2]
        assert moves[2][1][0] == second.rpartition(":")[2]
        kept = (await party.table()).view(0)
        assert second.rpartition(":")[2].partition(".")[0] in kept.model_dump_json()
        refused = await ada.press(picks_on(hand)[0], hand)  # the next step's buttons by now
        assert ada.response(refused).id == hand.id
        assert len(await party.moves()) == 5


def awaited_on(board) -> list[str]:
    """The mentions in the line that says who is awaited."""
    line = next(line for line in text_of(board).splitlines() if "Waiting for" in line)
    return re.findall(r"<@\d+>", line)


async def seen_by_others(tmp_path, name, choice):
    """All that others and the public could see while Ada chooses."""
    tmp_path.joinpath(name).mkdir()
    clock = ManualClock()
    async with house(tmp_path / name / "guildhall.sqlite3", clock=clock) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        await farah.press("pick:", party.hand(farah))
        await hall.quiet()
        seen = []

        def hear(event):
            match event:
                case events.MessageCreated(message) | events.MessageEdited(message):
                    if message.channel != ada.channel(None).id:
                        names = {ada.id: "ada", farah.id: "farah", goro.id: "goro"}
                        where = hall.discord.world.channels[message.channel]
                        pictures = [(a.description, a.data) for a in message.attachments]
                        seen.append(
                            (names.get(where.recipient, where.name), text_of(message), pictures)
                        )

        hall.discord.world.listeners.append(hear)
        hand = party.hand(ada)
        for option in choice:
            await ada.press(picks_on(hand)[option], hand)
            await hall.quiet()
        return sorted(set(map(repr, seen)))


async def test_others_learn_neither_what_was_chosen_nor_that_it_was_changed(tmp_path):
    once = await seen_by_others(tmp_path, "once", [0])
    assert once  # that she has chosen is no secret
    assert once == await seen_by_others(tmp_path, "another", [3])
    assert once == await seen_by_others(tmp_path, "changed", [1, 0, 4])


async def test_hands_of_others_count_down_while_their_tokens_live(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro", "Hanna")
        ada, farah, goro, hanna = party.people
        await ada.press("pick:", party.hand(ada))
        for person, left in ((farah, "**Goro** and **Hanna**"), (goro, "**Hanna**")):
            await person.press("pick:", party.hand(person))
            await hall.quiet()
            assert f"Waiting for {left}" in text_of(party.hand(ada))
        assert "Kept" not in text_of(party.hand(hanna))


async def test_everybody_presses_at_once(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro", "Hanna", "Dmitri", "Chiara")
        for _ in range(4):
            await asyncio.gather(
                *(pick_anything(person, party.hand(person)) for person in party.people)
            )
            await hall.quiet()
        moves = await party.moves()
        assert len(moves) == 24
        assert all({seat for seat, _ in moves[i : i + 6]} == set(range(6)) for i in (0, 6, 12, 18))


async def test_doubled_presses_count_once(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        for _ in range(3):
            for person in party.people:
                hand = party.hand(person)
                option = picks_on(hand)[0]
                await asyncio.gather(*(person.press(option, hand) for _ in range(3)))
            await hall.quiet()
        assert len(await party.moves()) == 9


async def test_different_options_pressed_at_once_leave_the_message_as_the_choice_stands(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, hand = party.host, party.hand(party.host)
        await asyncio.gather(*(ada.press(option, hand) for option in picks_on(hand)[:6]))
        await hall.quiet()
        chosen = (await party.table()).view(0).prompt.answered[0]
        ticked = next(b for b in buttons(hand) if (b.get("label") or "").startswith("✓"))
        assert ticked["custom_id"].rpartition(":")[2] == chosen


async def test_the_board_says_who_is_awaited_and_mentions_only_them(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        await ada.press("pick:", party.hand(ada))
        await hall.quiet()
        assert awaited_on(party.board) == [farah.mention, goro.mention]
        assert sorted(party.board.mentions) == sorted([farah.id, goro.id])
        assert ada.latest(TABLE).id == party.board.id
