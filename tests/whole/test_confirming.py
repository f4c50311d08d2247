"""Who wants to be asked before a choice counts: a press marks, Confirm commits."""

from __future__ import annotations

import asyncio

import pytest

from bot.testing.driver import buttons, labels, text_of
from tests.whole.house import OTHER_TABLE, TABLE, asked, house, picks_on, reopened
from tests.whole.test_presses import press_as_it_was


async def confirm(person, value="on"):
    """Set it in /settings; what is shown then."""
    shown = person.response(await person.command("settings", TABLE))
    chosen = await person.press(f"setting:confirm:{value}", shown)
    return person.response(chosen)


async def test_a_press_marks_and_confirm_commits(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada = party.host
        await confirm(ada)
        first, second, *_ = picks_on(party.hand(ada))
        await ada.press(first, party.hand(ada))
        assert await party.moves() == []
        assert "It counts once you confirm it" in text_of(party.hand(ada))
        await ada.press(second, party.hand(ada))
        assert await party.moves() == []
        await ada.press("Confirm", party.hand(ada))
        ((_, picks),) = await party.moves()
        assert picks == (second.rpartition(":")[2],)
        assert "Confirm" not in labels(party.hand(ada))


@pytest.mark.parametrize("game", ["guildes", "london"])
async def test_what_was_suggested_is_confirmed_as_well(tmp_path, game):
    """Of a whole turn its first choice: each is confirmed by itself."""
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", game=game)
        ada = party.host
        await confirm(ada)
        await ada.press("Play against computers", party.board)
        await hall.quiet()
        before = len(await party.moves())
        await ada.press("Suggest", party.hand(ada))
        await hall.quiet()
        await ada.press("Do that", party.hand(ada))
        assert len(await party.moves()) == before
        await ada.press("Confirm", party.hand(ada))
        await hall.quiet()
        assert len(await party.moves()) > before


async def test_who_does_not_ask_for_it_chooses_at_once(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, _ = party.people
        await confirm(ada)
        await farah.press("pick:", party.hand(farah))
        assert len(await party.moves()) == 1
        await confirm(ada, "off")
        await ada.press("pick:", party.hand(ada))
        assert len(await party.moves()) == 2


async def test_what_is_marked_stays_marked_while_others_choose(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, _ = party.people
        await confirm(ada)
        first = picks_on(party.hand(ada))[0]
        await ada.press(first, party.hand(ada))
        await farah.press("pick:", party.hand(farah))
        await hall.quiet()
        assert "Confirm" in labels(party.hand(ada))
        assert len(await party.moves()) == 1
        await ada.press("Confirm", party.hand(ada))
        assert len(await party.moves()) == 2


async def test_a_confirmation_that_was_overtaken_is_refused(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada = party.host
        await confirm(ada)
        await ada.press("pick:", party.hand(ada))
        (sure,) = [b["custom_id"] for b in buttons(party.hand(ada)) if b.get("label") == "Confirm"]
        await confirm(ada, "off")
        for person in party.people:
            await person.press("pick:", party.hand(person))
        moves = await party.moves()
        await press_as_it_was(ada, party.hand(ada), sure)
        assert "came too late and didn’t count" in text_of(party.hand(ada))
        assert await party.moves() == moves


async def test_a_marked_choice_is_confirmed_after_a_restart(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        await confirm(party.host)
        await party.host.press("pick:", party.hand(party.host))
        await hall.bot.close()
        async with reopened(hall, database) as again:
            await party.host.press("Confirm", party.hand(party.host))
            assert len(await again.services.store.moves(party.session_id)) == 1


@pytest.mark.parametrize("game", ["london", "corrompue"])
async def test_computers_wait_for_the_confirmation(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", game=game, computers=2)
        ada = party.host
        await confirm(ada)
        await hall.quiet()
        assert asked(party.hand(ada))
        before = await party.moves()
        await ada.press("pick:", party.hand(ada))
        await hall.quiet()
        assert await party.moves() == before
        await ada.press("Confirm", party.hand(ada))
        await hall.quiet()
        assert len(await party.moves()) > len(before)


async def test_a_setting_that_was_set_while_a_table_opened_stays(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        ada = hall.person("Ada")
        screen = ada.response(await ada.command("settings", OTHER_TABLE))
        opening = hall.discord.faults.plan("POST .*/callback", "delay", seconds=0.5)
        begun = ada.start_command("play", TABLE, game="guildes")
        while opening.times:  # noqa: ASYNC110 - nothing tells of it
            await asyncio.sleep(0)
        await ada.press("setting:confirm:on", screen)
        await hall.witness.answered(begun)
        await hall.quiet()
        assert (await hall.services.store.person(ada.id)).confirms
