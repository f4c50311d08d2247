"""Whole games over sockets: from /play to the result, with restarts and all that is on the way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bot.games import Box
from bot.languages import Languages
from bot.local.world.records import Message
from bot.screens.custom_ids import PUBLIC
from bot.testing.driver import Person, alt_texts, buttons, selects, text_of
from bot.testing.house import TABLE, House, Party, house, reopened
from bot.testing.picking import asked
from bot.testing.seatings import values
from bot.testing.sketches import sketches_of
from bot.testing.suite.catalogues import outside
from bot.testing.suite.pictures import pictures
from engine.parts.rng import Rng
from engine.saved import proved, read
from engine.text import text
from images import MODULES
from images.paint.theme import WIDTH

NAMES = ("Ada", "Benoît", "Chiara", "Dmitri", "Élodie", "Farah", "Goro", "Hanna")
ROUNDS = 4


@asynccontextmanager
async def hall_of(database: Path, box: Box, **how: Any) -> AsyncIterator[House]:
    """A house that has the game; its pictures take no time."""
    async with house(database, boxes=from_outside(box), drawn=sketches_of([box]), **how) as hall:
        yield hall


def from_outside(box: Box) -> list[Box]:
    return [] if box.game.name in MODULES else [box]


async def begun(hall: House, box: Box, seats: int) -> Party:
    """A game of people and as many computers; one person is host to all."""
    people = min(len(NAMES), max(1, seats // 2))
    names = NAMES[:people]
    return await hall.game(*names, computers=seats - people, game=box.game.name)


def ids(message: Message) -> list[str]:
    """What can be pressed or chosen on a message."""
    return [str(part.get("custom_id")) for part in (*buttons(message), *selects(message))]


def assert_over(party: Party) -> None:
    """The board shows the result and offers another game; nobody is asked any more."""
    assert f"lobby:{party.session_id}:again" in ids(party.board)
    for person in party.people:
        assert not asked(party.hand(person))


@pytest.mark.asyncio
async def test_people_and_computers_play_from_lobby_to_result(
    tmp_path: Path, party_of: tuple[Box, int]
) -> None:
    box, seats = party_of
    async with hall_of(tmp_path / "guildhall.sqlite3", box) as hall:
        party = await begun(hall, box, seats)
        rng = Rng(seats)
        for _ in range(ROUNDS):
            await party.play_on(rng.choice)
        await party.finish()
        assert (await party.table()).record.status == "over"
        assert_over(party)


@pytest.mark.asyncio
async def test_a_game_is_played_to_its_end_by_presses_alone(tmp_path: Path, box: Box) -> None:
    async with hall_of(tmp_path / "guildhall.sqlite3", box) as hall:
        party = await hall.game(*NAMES[: min(box.game.seats)], game=box.game.name)
        await party.play_out()
        assert_over(party)
        moves = await party.moves()
        assert {seat for seat, _ in moves} == set(range(min(box.game.seats)))


@pytest.mark.asyncio
async def test_a_game_goes_on_after_a_restart(tmp_path: Path, box: Box) -> None:
    database = tmp_path / "guildhall.sqlite3"
    async with hall_of(database, box) as hall:
        party = await hall.game(*NAMES[: min(box.game.seats)], game=box.game.name)
        await party.play_on()
        before, view = await party.moves(), (await party.table()).view(0)
        await hall.bot.close()
        async with reopened(
            hall, database, boxes=from_outside(box), drawn=sketches_of([box])
        ) as again:
            party.house = again
            assert await party.moves() == before
            assert (await party.table()).view(0) == view
            await party.play_on()
            assert (await party.moves())[: len(before)] == before
            assert len(await party.moves()) > len(before)
            await party.finish()
            assert_over(party)


@pytest.mark.asyncio
async def test_every_variant_can_be_chosen_in_the_lobby(tmp_path: Path, box: Box) -> None:
    fields = box.game.Options.model_fields
    wanted = {name: values(field)[-1] for name, field in fields.items()}
    async with hall_of(tmp_path / "guildhall.sqlite3", box) as hall:
        people, most = NAMES[: max(box.game.seats)], max(box.game.seats)
        party = await hall.lobby(*people, computers=most - len(people), game=box.game.name)
        lobby = f"lobby:{party.session_id}"
        screen = party.host.response(await party.host.press(f"{lobby}:options", party.board))
        offered = [one for one in fields if f"{lobby}:set:{one}" in ids(screen)]
        for option in offered:
            await party.host.choose([str(wanted[option]).lower()], screen, f"{lobby}:set:{option}")
        applies = {one for one in fields if box.game.applies(one, max(box.game.seats))}
        assert set(offered) == applies
        await party.host.press(f"{lobby}:start", party.board)
        await hall.quiet()
        chosen = (await party.table()).options.model_dump()
        assert {one: chosen[one] for one in offered} == {one: wanted[one] for one in offered}
        await party.finish()
        assert_over(party)


@pytest.mark.asyncio
async def test_the_table_speaks_the_language_that_its_host_chooses(
    tmp_path: Path, box: Box, language: str
) -> None:
    words = Languages.load(games=outside(box)).words(language)
    name = words(text(f"game.{box.game.name}.name"))
    async with hall_of(tmp_path / "guildhall.sqlite3", box) as hall:
        party = await hall.lobby(*NAMES[: min(box.game.seats)], game=box.game.name)
        lobby = f"lobby:{party.session_id}"
        screen = party.host.response(await party.host.press(f"{lobby}:options", party.board))
        other = next(tag for tag in hall.services.languages.tags if tag != language)
        for tag in (other, language):
            await party.host.choose([tag], screen, f"{lobby}:language")
        await hall.quiet()
        assert words(text(f"game.{box.game.name}.pitch")) in text_of(party.board)
        await party.host.press(f"{lobby}:start", party.board)
        await hall.quiet()
        assert text_of(party.board).startswith(f"### {name}")


@pytest.mark.asyncio
async def test_rules_topics_and_the_board_in_words_are_shown(tmp_path: Path, box: Box) -> None:
    async with hall_of(tmp_path / "guildhall.sqlite3", box) as hall:
        party = await hall.game(*NAMES[: min(box.game.seats)], game=box.game.name)
        table = await party.table()
        show = f"show:{party.session_id}"
        for what in ("rules", "text", *(["topics"] if table.has_topics else [])):
            assert f"{show}:{what}" in ids(await party.host.more(party.board))
            shown = party.host.response(await party.host.press(f"{show}:{what}", party.board))
            assert text_of(shown)
            assert shown.seen_by == party.host.id
        if table.has_topics:
            (first, *_) = selects(shown)
            before = text_of(shown)
            await party.host.choose([first["options"][0]["value"]], shown, first["custom_id"])
            assert text_of(shown) != before


@pytest.mark.asyncio
async def test_pictures_stand_on_board_and_hand(tmp_path: Path, box: Box) -> None:
    drawn = {**sketches_of([box]), box.game.name: pictures(box)}
    async with house(tmp_path / "guildhall.sqlite3", boxes=from_outside(box), drawn=drawn) as hall:
        party = await hall.game(*NAMES[: min(box.game.seats)], game=box.game.name)
        for message in (party.board, *(party.hand(person) for person in party.people)):
            assert message.attachments[0].size is not None
            assert message.attachments[0].size[0] == WIDTH
            assert alt_texts(message)[0]


@pytest.mark.asyncio
async def test_a_table_opens_in_a_thread_beside_a_busy_channel(tmp_path: Path, box: Box) -> None:
    async with hall_of(tmp_path / "guildhall.sqlite3", box) as hall:
        first = await hall.lobby(NAMES[0], game=box.game.name)
        guest = hall.person(NAMES[1])
        offered = guest.response(await guest.command("play", TABLE, game=box.game.name))
        await guest.press(f"lobby:{first.session_id}:thread:{box.game.name}", offered)
        await hall.quiet()
        (thread,) = [
            channel
            for channel in hall.discord.world.channels.values()
            if channel.owner == hall.discord.world.bot.id and channel.parent is not None
        ]
        record = await hall.services.store.live_session_in(thread.id)
        assert record is not None
        assert record.game == box.game.name


@pytest.mark.asyncio
async def test_play_offers_the_game_by_its_name_in_every_language(tmp_path: Path, box: Box) -> None:
    languages = Languages.load(games=outside(box))
    names = {
        tag: languages.words(tag)(text(f"game.{box.game.name}.name")) for tag in languages.tags
    }
    async with hall_of(tmp_path / "guildhall.sqlite3", box) as hall:
        commands = hall.discord.world.commands.values()
        (play,) = [command for command in commands if command["name"] == "play"]
        choices = {choice["value"]: choice for choice in play["options"][0]["choices"]}
        offered = choices[box.game.name]
        assert offered["name"] == names["en"]
        assert offered["name_localizations"]["fr"] == names["fr"]


@pytest.mark.asyncio
async def test_a_game_is_watched_and_seen_again_in_both_languages(tmp_path: Path, box: Box) -> None:
    async with hall_of(tmp_path / "guildhall.sqlite3", box) as hall:
        party = await hall.game(*NAMES[: min(box.game.seats)], game=box.game.name)
        onlookers = [hall.person("Hanna"), hall.person("Élodie")]
        for person in onlookers:
            await person.press(f"watch:{party.session_id}:start", party.board)
        await party.finish()
        await party.host.press(f"hands:{party.session_id}:ask", party.board)
        for person in party.people[1:]:
            await person.press(f"hands:{party.session_id}:agree", party.board)
        await hall.quiet()
        for person in onlookers:
            watched = person.latest(TABLE)
            await person.press(f"replay:{party.session_id}:open", watched)
            await hall.quiet()
            await leafed_through(person, person.latest(TABLE), party.session_id)


async def leafed_through(person: Person, shown: Message, session_id: int) -> None:
    """Every round of a replay, each with everybody's hand, and its end."""
    prefix = f"replay:{session_id}"
    rounds = [menu for menu in selects(shown) if f"{prefix}:round" in menu["custom_id"]]
    for begin in [option["value"] for menu in rounds for option in menu["options"]] or ["0"]:
        if rounds:
            await person.choose([begin], shown, menu_of(shown, f"{prefix}:round"))
        hands = menu_of(shown, f"{prefix}:hand")
        for seat in [option["value"] for option in offered_in(shown, hands)]:
            await person.choose([seat], shown, menu_of(shown, f"{prefix}:hand"))
            assert alt_texts(shown)[0].startswith("A board" if seat == PUBLIC else "A hand")
        await person.choose([PUBLIC], shown, menu_of(shown, f"{prefix}:hand"))
    await person.press(f"{prefix}:last", shown)
    assert alt_texts(shown) == ["A result"]


def menu_of(shown: Message, prefix: str) -> str:
    """The custom_id of the select that begins so."""
    return next(str(m["custom_id"]) for m in selects(shown) if m["custom_id"].startswith(prefix))


def offered_in(shown: Message, menu: str) -> list[dict[str, Any]]:
    """What a select offers."""
    offered: list[dict[str, Any]] = next(
        m["options"] for m in selects(shown) if m["custom_id"] == menu
    )
    return offered


@pytest.mark.asyncio
async def test_a_saved_game_proves_its_end(tmp_path: Path, box: Box) -> None:
    async with hall_of(tmp_path / "guildhall.sqlite3", box) as hall:
        party = await hall.game(*NAMES[: min(box.game.seats)], game=box.game.name)
        await party.finish()
        await party.host.press(f"replay:{party.session_id}:open", party.board)
        await hall.quiet()
        shown = party.host.latest(TABLE)
        saved = party.host.response(
            await party.host.press(f"replay:{party.session_id}:save", shown)
        )
        moments = proved(read(saved.attachments[0].data), box.game)
        table = await party.table()
        assert table.game.dump(moments[-1].state) == table.game.dump(table.state)
