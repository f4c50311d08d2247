"""Upgrades over sockets: whose game can't go on as it was is told why, and goes on when it can."""

import contextlib
import json
import sqlite3

import pytest

from bot.sessions.table import reading
from bot.store.sqlite.store import SqliteStore
from bot.testing.driver import labels, text_of
from engine import games
from engine.london import London
from engine.london.components import SHIPPED, load
from engine.majority import Majority
from tests.engine.london.builders import EARLIER
from tests.whole.house import OTHER_TABLE, TABLE, asked, house, picks_on, reopened

COMPONENTS = "begun with components that I don’t have"
RULES = "begun under rules that I don’t know"
BACK = {COMPONENTS: "un matériel que je n’ai plus", RULES: "des règles que je ne connais plus"}


def other_cards(folder):
    """London with a box in which one building's threshold is another."""
    for file in SHIPPED.glob("*.*"):
        (folder / file.name).write_bytes(file.read_bytes())
    changed = folder / "buildings.toml"
    said = changed.read_text("utf-8")
    changed.write_text(said.replace("threshold = 5", "threshold = 6", 1), "utf-8")
    return London(load(folder))


def other_rules(_):
    """The Majority by rules under which the same seed deals other cards."""

    def begin(seats, options, seed):
        return Majority.begin(seats, options, seed + 1)

    changed = {
        "begin": staticmethod(begin),
        "rules_version": Majority.rules_version + 1,
        "components": games["majority"].components,
    }
    return type("Majority", (Majority,), changed)()


UPGRADES = {COMPONENTS: ("london", other_cards), RULES: ("majority", other_rules)}


@contextlib.contextmanager
def playing(monkeypatch, game):
    """While the program that starts has this game in place of its own."""
    with monkeypatch.context() as patched:
        patched.setattr("bot.testing.house.games", {**games, game.name: game})
        yield


@contextlib.asynccontextmanager
async def upgraded(tmp_path, monkeypatch, why):
    """A game that an upgrade has set apart, another one beside it, and the upgraded house."""
    name, other = UPGRADES[why]
    database = tmp_path / "guildhall.sqlite3"
    (tmp_path / "cards").mkdir()
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara", game=name)
        for _ in range(4):
            await party.play_on()
        beside = await hall.game("Goro", "Ada", "Chiara", channel=OTHER_TABLE)
        kept = party.board, {person: party.hand(person) for person in party.people}
        await hall.bot.close()
        with playing(monkeypatch, other(tmp_path / "cards")):
            async with reopened(hall, database) as later:
                await later.quiet()
                party.house = beside.house = later
                yield later, party, beside, *kept


def edits(hall):
    """How often a message was changed."""
    routes = hall.discord.requests.routes
    return sum(number for route, number in routes.items() if route.startswith("PATCH"))


@pytest.mark.parametrize("why", UPGRADES)
async def test_board_hands_and_games_say_why_at_once(tmp_path, monkeypatch, why):
    async with upgraded(tmp_path, monkeypatch, why) as (_, party, beside, board, hands):
        for message in (board, *hands.values()):
            assert why in text_of(message)
            assert "goes on by itself" in text_of(message)
            assert not picks_on(message)
        goro = party.people[1]
        listed = text_of(goro.response(await goro.command("games", TABLE)))
        assert "set apart" in listed
        assert why in listed
        assert await beside.awaited()
        await beside.play_on()
        assert len(await beside.moves()) == 3


@pytest.mark.parametrize("why", UPGRADES)
async def test_it_is_said_in_french_too(tmp_path, monkeypatch, why):
    async with upgraded(tmp_path, monkeypatch, why) as (_, party, *_):
        goro = party.people[1]
        goro.user.locale = "fr"
        listed = text_of(goro.response(await goro.command("games", TABLE)))
        assert "mise de côté" in listed
        assert BACK[why] in listed
        assert "/abandonner" in listed


@pytest.mark.parametrize("why", UPGRADES)
async def test_it_goes_on_by_itself_when_what_it_needs_is_back(tmp_path, monkeypatch, why):
    async with upgraded(tmp_path, monkeypatch, why) as (later, party, _, board, _hands):
        before = await party.moves()
        await later.bot.close()
        with monkeypatch.context() as patched:
            patched.setattr("bot.testing.house.games", games)
            async with reopened(later, tmp_path / "guildhall.sqlite3") as back:
                await back.quiet()
                party.house = back
                assert party.board.id == board.id
                assert board.attachments
                for person in await party.awaited():
                    assert asked(party.hand(person))
                    assert why not in text_of(party.hand(person))
                await party.play_on()
                assert len(await party.moves()) > len(before)
                assert (await party.moves())[: len(before)] == before


@pytest.mark.parametrize("place", ["board", "hand", "command"])
async def test_its_host_can_end_it_without_a_result(tmp_path, monkeypatch, place):
    async with upgraded(tmp_path, monkeypatch, COMPONENTS) as (later, party, _, board, hands):
        ada, goro, _ = party.people
        assert labels(hands[ada]) == labels(board) == ["End the game"]
        assert labels(hands[goro]) == []
        refused = await goro.press("End the game", board)
        assert "Only the host" in text_of(goro.response(refused))
        if place == "command":
            answered = await ada.command("abandon", TABLE)
        else:
            answered = await ada.press("End the game", board if place == "board" else hands[ada])
        asking = ada.response(answered)
        assert labels(asking) == ["End the game", "Leave it as it is"]
        await ada.press("End the game", asking)
        await later.quiet()
        assert (await later.services.store.outline(1)).status == "abandoned"
        for message in (board, *hands.values()):
            assert "ended without a result" in text_of(message)
            assert labels(message) == []


async def test_its_host_may_leave_it_as_it_is(tmp_path, monkeypatch):
    async with upgraded(tmp_path, monkeypatch, COMPONENTS) as (later, party, _, board, _):
        asking = party.host.response(await party.host.press("End the game", board))
        await party.host.press("Leave it as it is", asking)
        assert "stays set apart" in text_of(asking)
        assert (await later.services.store.outline(1)).live
        assert COMPONENTS in text_of(board)


async def test_another_game_can_be_opened_in_its_channel(tmp_path, monkeypatch):
    async with upgraded(tmp_path, monkeypatch, COMPONENTS) as (_, party, *_):
        opened = await party.host.command("play", TABLE, game="london")
        assert "Join" in labels(party.host.response(opened))


async def test_whoever_wasnt_told_before_a_kill_is_told_by_the_next_start(tmp_path, monkeypatch):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", "Chiara")
        board, hand = party.board, party.hand(party.host)
        await hall.bot.close()
        store = await SqliteStore.open(database)
        await store.set_apart(1, reading.OTHER_COMPONENTS, reading.mark(games["guildes"]))
        await store.close()
        async with reopened(hall, database) as again:
            await again.quiet()
            assert COMPONENTS in text_of(board)
            assert COMPONENTS in text_of(hand)
            await again.bot.close()
            edited = edits(hall)
            async with reopened(again, database) as last:
                await last.quiet()
                assert edits(hall) == edited


async def test_a_game_of_earlier_rules_asks_everybody_anew_and_goes_on(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Goro", game="london")
        await hall.bot.close()
        dump = amid_a_choice()
        with contextlib.closing(sqlite3.connect(database)) as db, db:
            db.execute("UPDATE snapshot SET state = ?, rules_version = 4", (json.dumps(dump),))
            db.execute("UPDATE session SET begun_rules = 4, examined = NULL")
        async with reopened(hall, database) as later:
            await later.quiet()
            party.house = later
            (person,) = await party.awaited()
            assert person is party.people[dump["actor"]]
            prompt = (await party.table()).prompt(dump["actor"])
            assert prompt.step > dump["step"] + dump["substep"]
            assert f":{prompt.step}:" in str(party.hand(person).components)
            before = len(await party.moves())
            await party.play_on()
            assert len(await party.moves()) > before


def amid_a_choice():
    """A dump of London's rules 4 with two seats in which a choice is half made."""
    for found in map(json.loads, EARLIER):
        if (found["rules_version"], found["seats"]) == (4, 2) and found["depths"]:
            return found
    raise LookupError
