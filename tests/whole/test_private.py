"""The private screens of a lobby follow it, and end with it."""

from __future__ import annotations

import pytest

from bot.testing.driver import buttons, labels, selects, text_of
from tests.local.clock import ManualClock
from tests.whole.house import TABLE, house, reopened

SCREENS = ("Computers", "Options", "Table")
BEGUN = "the game has begun"
MINUTE = 60.0


async def opened(party, person=None):
    """All three screens, as somebody who may see them has them."""
    person = person or party.host
    return [person.response(await person.press(name, party.board)) for name in SCREENS]


def is_ended(screen, said) -> bool:
    left = [b for b in buttons(screen) if not b.get("url")]
    return said in text_of(screen) and not left and not selects(screen)


async def test_at_the_start_they_go_as_the_board_says_it(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", "Chiara")
        screens = await opened(party)
        await party.host.press("Start", party.board)
        await hall.quiet()
        assert not {screen.id for screen in screens} & set(hall.discord.world.messages)


async def test_when_the_table_is_closed_they_go(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada")
        screens = await opened(party)
        await party.host.press("Cancel", party.board)
        await hall.quiet()
        assert not {screen.id for screen in screens} & set(hall.discord.world.messages)


async def test_when_the_table_moves_they_show_the_way(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro")
        screens = await opened(party)
        await party.host.press("Move to a thread", screens[2])
        await hall.quiet()
        thread = (await party.table()).record.channel_id
        for screen in screens:
            assert is_ended(screen, f"<#{thread}>")


async def test_what_others_change_shows_in_them(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro", computers=1)
        ada, goro = party.people
        own, other = [
            person.response(await person.press("Computers", party.board)) for person in (ada, goro)
        ]
        await ada.press("Add: hard", own)
        await hall.quiet()
        assert len(selects(other)) == len(selects(own)) == 2


async def test_who_joins_and_leaves_on_the_board_shows_in_the_hosts_screen(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Goro")
        screen = party.host.response(await party.host.press("Table", party.board))
        chiara = hall.person("Chiara")
        for button, seated in (("Join", {"Goro", "Chiara"}), ("Leave", {"Goro"})):
            await chiara.press(button, party.board)
            await hall.quiet()
            (kept,) = [one for one in selects(screen) if "options" in one]
            named = {option["label"].partition(":")[0] for option in kept["options"]}
            assert named == seated


@pytest.mark.parametrize("way", ["late", "restart"])
@pytest.mark.parametrize("befalls", ["Start", "Cancel"])
async def test_a_press_on_a_stale_one_is_answered_by_its_end(tmp_path, way, befalls):
    database, clock = tmp_path / "guildhall.sqlite3", ManualClock()
    async with house(database, clock=clock) as hall:
        party = await hall.lobby("Ada", "Goro", "Chiara")
        screens = await opened(party)
        if way == "late":
            clock.advance(20 * MINUTE)
            await press_all(hall, party, screens, befalls)
            return
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            await press_all(again, party, screens, befalls)


async def press_all(hall, party, screens, befalls):
    ada = party.host
    before = (await party.table()).record.speed
    await ada.press(befalls, party.board)
    if befalls == "Cancel":
        really = await ada.sees("other players have a seat", TABLE)
        await ada.press(f"lobby:{party.session_id}:close", really)
    await hall.quiet()
    said = BEGUN if befalls == "Start" else "it was closed before the game began"
    computers, options, table = screens
    number = len(ada.messages(TABLE))
    assert "Add: easy" in labels(computers)
    await ada.press("Add: easy", computers)
    await ada.choose(["live"], options, f"lobby:{party.session_id}:speed")
    await ada.press("Only invited people", table)
    for screen in screens:
        assert is_ended(screen, said)
    # Each was answered in its own place.
    assert len(ada.messages(TABLE)) == number
    assert (await party.table()).record.speed == before


async def test_a_press_on_one_of_a_table_that_has_moved_shows_the_way(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.lobby("Ada", "Goro")
        ada = party.host
        computers, options, table = await opened(party)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            await ada.press("Move to a thread", table)
            await again.quiet()
            record = (await party.table()).record
            await ada.press("Add: easy", computers)
            await ada.choose(["live"], options, f"lobby:{party.session_id}:speed")
            await again.quiet()
            for screen in (computers, options, table):
                assert is_ended(screen, f"<#{record.channel_id}>")
            after = (await party.table()).record
            assert (after.seats, after.speed) == (record.seats, record.speed)
