"""Lobbies: seats, hosts, variants, parties."""

import pytest

from bot.screens.play.board import sides_of
from bot.sessions.holding import opposite
from bot.sessions.refusals import (
    AlreadySeated,
    ChannelBusy,
    NoComputer,
    NotALobby,
    NotHost,
    NotHostNorModerator,
    NotSeated,
    PartyFull,
    TableFull,
    UnknownOption,
    WrongNumber,
)
from bot.store.records.play import Seat
from engine import games
from tests.bot.sessions.house import ADA, BEN, CLEO, DORA, person, rooms

COMPUTERS = ("Berthe", "Odon", "Mahaut", "Thibault", "Aliénor", "Renaud")
PARTNERS = next(name for name, game in games.items() if game.parties(max(game.seats)))


def strengths(record):
    return {seat.name: seat.strength for seat in record.seats if seat.user_id is None}


@pytest.fixture
async def hall(tmp_path):
    async with rooms(tmp_path) as opened:
        yield opened


async def test_one_session_a_channel(hall):
    first = await hall.lobby(ADA)
    with pytest.raises(ChannelBusy) as busy:
        await hall.lobby(BEN)
    assert busy.value.session.id == first


async def test_seats_close_up_when_somebody_leaves(hall):
    session_id = await hall.lobby(ADA, BEN, CLEO)
    record = await hall.lobbies.leave(session_id, BEN)
    assert [(seat.seat, seat.user_id) for seat in record.seats] == [(0, ADA), (1, CLEO)]
    with pytest.raises(NotSeated):
        await hall.lobbies.leave(session_id, BEN)


async def test_the_next_person_is_host_and_without_people_the_lobby_closes(hall):
    session_id = await hall.lobby(ADA, BEN)
    await hall.lobbies.add_computer(session_id, ADA, COMPUTERS, "easy")
    record = await hall.lobbies.leave(session_id, ADA)
    assert record.host_id == BEN
    record = await hall.lobbies.leave(session_id, BEN)
    assert record.status == "abandoned"
    with pytest.raises(NotALobby):
        await hall.lobbies.join(session_id, person(CLEO))


async def test_a_person_has_one_seat(hall):
    session_id = await hall.lobby(ADA)
    with pytest.raises(AlreadySeated):
        await hall.lobbies.join(session_id, person(ADA))


async def test_a_full_table_takes_a_person_only_for_a_computer(hall):
    session_id = await hall.lobby(ADA)
    for _ in range(5):
        await hall.lobbies.add_computer(session_id, ADA, COMPUTERS, "easy")
    with pytest.raises(TableFull):
        await hall.lobbies.add_computer(session_id, ADA, COMPUTERS, "easy")
    record = await hall.lobbies.join(session_id, person(BEN))
    assert [seat.user_id for seat in record.seats] == [ADA, None, None, None, None, BEN]


async def test_each_computer_is_changed_and_removed_by_itself(hall):
    session_id = await hall.lobby(ADA, BEN)
    for strength in ("easy", "hard"):
        await hall.lobbies.add_computer(session_id, BEN, COMPUTERS, strength)
    record = await hall.lobbies.set_strength(session_id, BEN, "Berthe", "normal")
    assert strengths(record) == {"Berthe": "normal", "Odon": "hard"}
    record = await hall.lobbies.remove_computer(session_id, BEN, "Berthe")
    assert strengths(record) == {"Odon": "hard"}
    assert [seat.seat for seat in record.seats] == [0, 1, 2]


async def test_a_computer_that_has_gone_or_a_strength_that_is_none_is_refused(hall):
    session_id = await hall.lobby(ADA)
    await hall.lobbies.add_computer(session_id, ADA, COMPUTERS, "easy")
    for strength in ("", "perfect"):
        with pytest.raises(UnknownOption):
            await hall.lobbies.add_computer(session_id, ADA, COMPUTERS, strength)
        with pytest.raises(UnknownOption):
            await hall.lobbies.set_strength(session_id, ADA, "Berthe", strength)
    for name in ("Odon", "Ada"):
        with pytest.raises(NoComputer):
            await hall.lobbies.remove_computer(session_id, ADA, name)
        with pytest.raises(NoComputer):
            await hall.lobbies.set_strength(session_id, ADA, name, "hard")


async def test_only_who_is_seated_changes_computers(hall):
    session_id = await hall.lobby(ADA)
    await hall.lobbies.add_computer(session_id, ADA, COMPUTERS, "easy")
    with pytest.raises(NotSeated):
        await hall.lobbies.add_computer(session_id, BEN, COMPUTERS, "easy")
    with pytest.raises(NotSeated):
        await hall.lobbies.set_strength(session_id, BEN, "Berthe", "hard")
    with pytest.raises(NotSeated):
        await hall.lobbies.remove_computer(session_id, BEN, "Berthe")


async def test_variants_are_the_hosts_and_must_exist(hall):
    session_id = await hall.lobby(ADA, BEN)
    with pytest.raises(NotHost):
        await hall.lobbies.set_option(session_id, BEN, "events", "true")
    for name, value in (("events", "perhaps"), ("nothing", "true"), ("tie_break", "dice")):
        with pytest.raises(UnknownOption):
            await hall.lobbies.set_option(session_id, ADA, name, value)
    await hall.lobbies.set_option(session_id, ADA, "events", "true")
    assert (await hall.sessions.table(session_id)).options.events


async def test_the_language_is_the_hosts(hall):
    session_id = await hall.lobby(ADA, BEN)
    with pytest.raises(NotHost):
        await hall.lobbies.choose(session_id, BEN, locale="fr")
    assert (await hall.lobbies.choose(session_id, ADA, locale="fr")).locale == "fr"


async def test_start_is_for_the_host_and_the_right_number(hall):
    session_id = await hall.lobby(ADA, BEN)
    with pytest.raises(NotHostNorModerator):
        await hall.lobbies.start(session_id, BEN, moderator=False)
    with pytest.raises(WrongNumber):
        await hall.lobbies.start(session_id, ADA, moderator=False)
    await hall.lobbies.join(session_id, person(CLEO))
    table = await hall.lobbies.start(session_id, BEN, moderator=True)
    assert table.started
    with pytest.raises(NotALobby):
        await hall.lobbies.start(session_id, ADA, moderator=False)


async def test_partners_sit_where_the_game_wants_them(hall):
    session_id = await hall.lobby(ADA, BEN, CLEO, DORA, game=PARTNERS)
    for user_id, party in ((ADA, 0), (BEN, 0), (CLEO, None), (DORA, 1)):
        await hall.lobbies.set_party(session_id, user_id, party)
    with pytest.raises(PartyFull):
        await hall.lobbies.set_party(session_id, CLEO, 0)
    with pytest.raises(UnknownOption):
        await hall.lobbies.set_party(session_id, CLEO, 7)
    table = await hall.lobbies.start(session_id, ADA, moderator=False)
    first, second = table.game.parties(4)
    assert {table.record.seats[seat].user_id for seat in first} == {ADA, BEN}
    assert {table.record.seats[seat].user_id for seat in second} == {CLEO, DORA}


async def test_who_chose_a_party_before_somebody_left_has_no_partner_among_three(hall):
    session_id = await hall.lobby(ADA, BEN, CLEO, DORA, game=PARTNERS)
    for user_id in (ADA, BEN):
        await hall.lobbies.set_party(session_id, user_id, 0)
    await hall.lobbies.leave(session_id, DORA)
    record = (await hall.lobbies.start(session_id, ADA)).record
    assert sides_of(record) == ((0,), (1,), (2,))


def test_who_finds_a_party_full_that_has_grown_smaller_is_drawn_to_another():
    """Three of six chose it, and two of the others left."""
    chosen = [(ADA, 0), (BEN, 0), (CLEO, 0), (DORA, 2)]
    seats = tuple(
        Seat(number, user_id, "", None, party) for number, (user_id, party) in enumerate(chosen)
    )
    seated = opposite(seats, ((0, 2), (1, 3)), seed=1)
    assert [seat.party for seat in seated] == [0, 1, 0, 1]
    assert {seated[0].user_id, seated[2].user_id} == {ADA, BEN}
    assert {seated[1].user_id, seated[3].user_id} == {CLEO, DORA}


async def test_who_chose_no_party_is_drawn_the_same_way_from_the_same_seed(hall):
    drawn = []
    for channel in (1, 2):
        table = await hall.game(ADA, BEN, CLEO, DORA, game=PARTNERS, channel=channel)
        drawn.append([seat.user_id for seat in table.record.seats])
    assert drawn[0] == drawn[1]
    assert sorted(drawn[0]) == [ADA, BEN, CLEO, DORA]
