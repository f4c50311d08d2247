"""Requests that no client of Discord's sends are answered in words, and no game goes on by them."""

from __future__ import annotations

from itertools import cycle, product

import pytest

from bot.local.acts.interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, start
from bot.local.acts.messages import delete
from bot.local.world.guilds import invite_bot
from bot.local.world.permissions import MODERATOR, Permission
from bot.local.world.records import Overwrite
from bot.screens.custom_ids import Action, Change
from bot.testing.driver import seats_of, text_of
from tests.whole.house import OTHER_TABLE, TABLE, house
from tests.whole.test_whatever_comes import answered, said_to, tables, unfailing

__all__ = ["unfailing"]

BEYOND = str(2**63)
"""No number of SQLite's, nor of Discord's."""

ABOUT_A_SESSION = (
    *("pick:{}:1", "pick:{}:1:0", "pick:{}:{n}", "sure:{}:1:1", "sure:{}:1:f", "page:{}:1:{n}"),
    *("show:{}:{w}", "look:{}:{w}:0", "look:{}:own:{n}", "abandon:{}:yes", "abandon:{}:{w}"),
    *("due:{}:more:{n}", "due:{}:{w}:1", "vote:{}:pause", "vote:{}:{w}", "takeback:{}:ask:{n}"),
    *("takeback:{}:{w}:1", "hands:{}:agree", "hands:{}:{w}", "watch:{}:start", "watch:{}:text"),
    *("watch:{}:{w}", "replay:{}:on:{n}:-", "replay:{}:film:0:-", "replay:{}:save:0:{n}"),
    *("replay:{}:text{n}:0:-", "replay:{}:{w}:0:0", "suggest:{}:{n}", "suggest:{}:1:{n}"),
    *(f"lobby:{{}}:{action}" for action in Action),
    *(f"lobby:{{}}:{action}:{{n}}" for action in Action),
    *(f"holding:{{}}:{change}" for change in Change),
    *(f"holding:{{}}:{change}:{{n}}" for change in Change),
)
ABOUT_NONE = (
    *("learn:guildes", "learn:{w}", "games:watch", "games:{w}", "setting:quiet", "setting:hours"),
    *("setting:tell", "setting:confirm", "setting:words", "setting:help", "setting:page"),
    *("setting:{w}", "server:page", "server:channels", "server:results", "server:speed"),
    *("server:threads", "server:{w}", "record:stats:{n}", "record:board:{w}", "record:game"),
    *("record:{w}", "own:keep", "own:{w}", "{w}", ""),
)
NUMBERS = ("0", "7", BEYOND, "9" * 18, "٣", "-1")
WORDS = ("hand", "topic", "closer", "rules", "text", "own", "\x00", "é" * 20)
VALUES = ([BEYOND], ["0"], [], ["x", {"a": 1}], "guildes", [None], ["guildes"], {"0": "0"})
FIELDS = (
    [],
    [{"type": 1, "components": [{"type": 4, "custom_id": "hours", "value": "24-99"}]}],
    [{"type": 18, "component": {"type": 4, "custom_id": "hours", "value": 5}}],
    [{"type": 1, "components": None}, {"component": None}],
)
TYPED = ("", "x", BEYOND, "9" * 30, 5, -1, 1.5, True, None, ["x"], {"a": 1})


async def moves_of(parties):
    """What has been chosen at each table."""
    return [await party.moves() for party in parties]


def custom_ids(parties, times=3):
    """Every kind of press, with hostile fields, about each table and one that isn't there."""
    sessions = cycle([*(str(party.session_id) for party in parties), "0", BEYOND])
    numbers, words = cycle(NUMBERS), cycle(WORDS)
    for pattern, _ in product((*ABOUT_A_SESSION, *ABOUT_NONE), range(times)):
        yield pattern.format(next(sessions), n=next(numbers), w=next(words))[:100]


@pytest.mark.parametrize("kind", [COMPONENT, MODAL_SUBMIT])
async def test_a_stranger_who_forges_presses_and_forms_is_answered_and_changes_no_game(
    tmp_path, kind
):
    async with tables(tmp_path) as (hall, parties):
        hanna, before, sorry = hall.person("Hanna"), await moves_of(parties), []
        values, fields = cycle(VALUES), cycle(FIELDS)
        boards = cycle([party.board for party in parties])
        for custom_id in custom_ids(parties):
            data = {"custom_id": custom_id, "component_type": 3, "values": next(values)}
            if kind == MODAL_SUBMIT:
                data |= {"components": next(fields)}
            board = next(boards)
            channel = hanna.world.channels[board.channel]
            started = await answered(hall, hanna, kind, channel, data, board)
            if "Sorry" in said_to(hall, started):
                sorry.append(data)
        assert sorry == []
        assert await moves_of(parties) == before


async def test_options_that_no_client_sends_are_answered(tmp_path):
    async with tables(tmp_path) as (hall, parties):
        ada, before, sorry = parties[0].host, await moves_of(parties), []
        for command in hall.bot.tree.get_commands():
            for option, value, kind in product(command.parameters, TYPED, (COMMAND, AUTOCOMPLETE)):
                typed = {"name": option.name, "type": option.type.value, "value": value}
                typed["focused"] = kind == AUTOCOMPLETE
                data = {"id": "1", "name": command.name, "type": 1, "options": [typed]}
                started = await answered(hall, ada, kind, ada.channel(TABLE), data)
                if "Sorry" in said_to(hall, started):
                    sorry.append(data)
                assert kind == COMMAND or started.choices is not None
        assert sorry == []
        assert await moves_of(parties) == before


async def test_whatever_is_pressed_on_a_message_that_is_gone_is_answered_in_words(tmp_path):
    async with tables(tmp_path) as (hall, parties):
        ada, world = parties[0].host, hall.discord.world
        for custom_id, values in zip(custom_ids(parties, 1), cycle(VALUES), strict=False):
            opened = await ada.command("settings", TABLE)
            message, place = ada.response(opened), ada.channel(TABLE)
            data = {"custom_id": custom_id, "component_type": 3, "values": values}
            started = start(world, COMPONENT, ada.user, place, data, message)
            delete(world, message)
            await hall.witness.answered(started)
            await hall.quiet()
            told = max(ada.messages(TABLE) + ada.messages(None), key=lambda said: said.id)
            assert told.id > started.id or started.modal, data
            assert "Sorry" not in text_of(told), data


ELSEWHERE = "another-table"
UNKNOWN = "I don’t know of any game here"


async def moderating(hall, name, *, everywhere):
    """Somebody who moderates a server of their own, or a channel beside the table; a message
    of ours there."""
    world, person = hall.discord.world, hall.person(name)
    if everywhere:
        guild = world.add_guild("Elsewhere")
        role = world.add_role("Mods", MODERATOR, guild=guild)
        channel = world.add_channel(ELSEWHERE, guild=guild)
        invite_bot(world, guild)
        person.user.roles.append(role.id)
    else:
        channel = world.add_channel(ELSEWHERE)
        channel.overwrites.append(Overwrite(person.id, 1, allow=Permission.MANAGE_MESSAGES))
    return person, person.response(await person.command("help", channel.id))


async def forged(hall, person, custom_id, message):
    """What somebody is answered who presses that on a message where it doesn't stand."""
    channel = hall.discord.world.channels[message.channel]
    data = {"custom_id": custom_id, "component_type": 2}
    return said_to(hall, await answered(hall, person, COMPONENT, channel, data, message))


async def test_whoever_moderates_elsewhere_moderates_no_table_here(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        session, farah = party.session_id, party.people[1]
        for everywhere in (True, False):
            eve, message = await moderating(hall, f"Eve {everywhere}", everywhere=everywhere)
            presses = ("holding:{}:all:1", f"holding:{{}}:overrule:1~{farah.id}", "abandon:{}:yes")
            for press in presses:
                await forged(hall, eve, press.format(session), message)
            record = (await party.table()).record
            assert (record.status, record.offers) == ("playing", ())


async def test_from_another_server_nobody_sees_a_game_or_takes_a_seat_in_it(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", computers=1)
        eve, message = await moderating(hall, "Eve", everywhere=True)
        presses = ("watch:{}:start", "show:{}:text", "show:{}:history", "look:{}:public:0")
        for press in (*presses, "holding:{}:take:2", "replay:{}:open:0:-"):
            assert UNKNOWN in await forged(hall, eve, press.format(party.session_id), message)
        assert (await party.table()).record.seats[2].user_id is None


async def test_a_board_in_another_channel_becomes_no_board_of_this_table(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        other = await hall.lobby("Hanna", channel=OTHER_TABLE)
        there, before = other.board, (await party.table()).record.board_message_id
        said = await forged(hall, party.host, f"vote:{party.session_id}:pause", there)
        await hall.quiet()
        record = (await party.table()).record
        assert (record.board_message_id, record.pause.at) == (before, None)
        assert "somewhere else" in said
        assert "Hanna (host)" in seats_of(there)
