"""Tables of invited people, seats that are kept, and seats that are taken back."""

import pytest

from bot.sessions.play.lobby import MOST_INVITED
from bot.sessions.refusals import (
    ChannelBusy,
    NobodyNew,
    NobodyThere,
    NotALobby,
    NotHostNorModerator,
    NotInvited,
    NotSeated,
    SeatsKept,
    TooManyInvited,
    UnknownOption,
    WrongNumber,
)
from bot.store.records.play import Invitation, Seat
from tests.bot.sessions.house import ADA, BEN, CLEO, DORA, NAMES, person, rooms

COMPUTERS = ("Berthe", "Odon", "Mahaut", "Thibault", "Aliénor", "Renaud")


@pytest.fixture
async def hall(tmp_path):
    async with rooms(tmp_path) as opened:
        yield opened


def asked(*people):
    return [Invitation(user_id, NAMES[user_id], kept=False) for user_id in people]


async def private(hall, *people):
    """A lobby of these people that nobody else may join uninvited."""
    session_id = await hall.lobby(*people)
    await hall.lobbies.set_invited_only(session_id, ADA, invited_only=True, moderator=False)
    return session_id


async def again(hall, *people, computers=(), host=ADA):
    """A lobby opened by the host after a game of these people and computers; its record."""
    session_id = await hall.lobby(*people)
    for strength in computers:
        await hall.lobbies.add_computer(session_id, people[0], COMPUTERS, strength)
    await hall.lobbies.set_option(session_id, people[0], "events", "true")
    await hall.lobbies.choose(session_id, people[0], locale="fr")
    await hall.lobbies.start(session_id, people[0], moderator=False)
    await hall.sessions.abandon(session_id)
    return await hall.lobbies.open_again(session_id, person(host), 1)


def outsider():
    return Seat(0, 99, "Zoe", None, None)


def kept(record):
    return {invitation.user_id for invitation in record.kept}


def seated(record):
    return [seat.user_id for seat in record.seats]


async def test_only_invited_people_join_a_table_of_invited_people(hall):
    session_id = await private(hall, ADA)
    with pytest.raises(NotInvited):
        await hall.lobbies.join(session_id, person(BEN))
    _, new = await hall.lobbies.invite(session_id, ADA, asked(BEN), moderator=False)
    assert [invitation.user_id for invitation in new] == [BEN]
    assert seated(await hall.lobbies.join(session_id, person(BEN))) == [ADA, BEN]
    await hall.lobbies.leave(session_id, BEN)
    assert seated(await hall.lobbies.join(session_id, person(BEN))) == [ADA, BEN]
    await hall.lobbies.set_invited_only(session_id, ADA, invited_only=False, moderator=False)
    assert seated(await hall.lobbies.join(session_id, person(CLEO))) == [ADA, BEN, CLEO]


async def test_who_is_invited_or_seated_already_is_not_asked_twice(hall):
    session_id = await hall.lobby(ADA, BEN)
    await hall.lobbies.invite(session_id, ADA, asked(CLEO), moderator=False)
    record, new = await hall.lobbies.invite(
        session_id, ADA, asked(ADA, BEN, CLEO, DORA), moderator=False
    )
    assert [invitation.user_id for invitation in new] == [DORA]
    assert [invitation.user_id for invitation in record.invitations] == [CLEO, DORA]
    with pytest.raises(NobodyNew):
        await hall.lobbies.invite(session_id, ADA, asked(BEN, DORA), moderator=False)


async def test_invitations_have_an_end(hall):
    session_id = await hall.lobby(ADA)
    crowd = [Invitation(1000 + n, f"Guest {n}", kept=False) for n in range(MOST_INVITED + 1)]
    await hall.lobbies.invite(session_id, ADA, crowd[:MOST_INVITED], moderator=False)
    with pytest.raises(TooManyInvited):
        await hall.lobbies.invite(session_id, ADA, crowd, moderator=False)
    assert len((await hall.store.session(session_id)).invitations) == MOST_INVITED


async def test_invitations_are_for_the_host_or_a_moderator_and_a_lobby(hall):
    session_id = await hall.lobby(ADA, BEN, CLEO)
    lobbies = hall.lobbies
    for by in (BEN, DORA):
        with pytest.raises(NotHostNorModerator):
            await lobbies.invite(session_id, by, asked(DORA), moderator=False)
        with pytest.raises(NotHostNorModerator):
            await lobbies.set_invited_only(session_id, by, invited_only=True, moderator=False)
        with pytest.raises(NotHostNorModerator):
            await lobbies.take_back(session_id, by, CLEO, moderator=False)
    await lobbies.invite(session_id, BEN, asked(DORA), moderator=True)
    await lobbies.start(session_id, ADA, moderator=False)
    with pytest.raises(NotALobby):
        await lobbies.invite(session_id, ADA, asked(DORA), moderator=False)
    with pytest.raises(NotALobby):
        await lobbies.set_invited_only(session_id, ADA, invited_only=True, moderator=False)
    with pytest.raises(NotALobby):
        await lobbies.take_back(session_id, ADA, BEN, moderator=False)


async def test_who_is_removed_from_a_private_table_needs_another_invitation(hall):
    session_id = await private(hall, ADA)
    await hall.lobbies.invite(session_id, ADA, asked(BEN), moderator=False)
    await hall.lobbies.join(session_id, person(BEN))
    record = await hall.lobbies.take_back(session_id, ADA, BEN, moderator=False)
    assert seated(record) == [ADA]
    with pytest.raises(NotInvited):
        await hall.lobbies.join(session_id, person(BEN))
    with pytest.raises(NobodyThere):
        await hall.lobbies.take_back(session_id, ADA, BEN, moderator=False)


async def test_an_invitation_can_be_withdrawn(hall):
    session_id = await private(hall, ADA)
    await hall.lobbies.invite(session_id, ADA, asked(BEN), moderator=False)
    await hall.lobbies.take_back(session_id, ADA, BEN, moderator=False)
    with pytest.raises(NotInvited):
        await hall.lobbies.join(session_id, person(BEN))


async def test_nobody_takes_the_seat_of_the_host_away(hall):
    session_id = await hall.lobby(ADA, BEN)
    for by in (ADA, BEN):
        with pytest.raises(UnknownOption):
            await hall.lobbies.take_back(session_id, by, ADA, moderator=True)


async def test_playing_again_keeps_seats_and_brings_computers_options_and_language_back(hall):
    record = await again(hall, ADA, BEN, CLEO, computers=("easy", "hard"), host=CLEO)
    assert record.host_id == CLEO
    assert seated(record) == [CLEO, None, None]
    assert [seat.strength for seat in record.seats] == [None, "easy", "hard"]
    assert kept(record) == {ADA, BEN}
    assert record.locale == "fr"
    assert (await hall.sessions.table(record.id)).options.events


async def test_only_who_played_opens_the_table_again_and_only_in_a_free_channel(hall):
    record = await again(hall, ADA, BEN, CLEO)
    ended = record.id - 1
    with pytest.raises(NotSeated):
        await hall.lobbies.open_again(ended, person(DORA), 2)
    with pytest.raises(ChannelBusy):
        await hall.lobbies.open_again(ended, person(BEN), 1)
    elsewhere = await hall.lobbies.open_again(ended, person(BEN), 2, own_thread=True)
    assert (elsewhere.channel_id, elsewhere.own_thread) == (2, True)


async def test_a_kept_seat_is_for_its_person_alone(hall):
    record = await again(hall, ADA, BEN, CLEO)
    for _ in range(3):
        await hall.lobbies.add_computer(record.id, ADA, COMPUTERS, "easy")
    with pytest.raises(SeatsKept):
        await hall.lobbies.add_computer(record.id, ADA, COMPUTERS, "easy")
    record = await hall.lobbies.join(record.id, person(DORA))  # a computer makes room
    assert (seated(record), kept(record)) == ([ADA, None, None, DORA], {BEN, CLEO})
    for user_id in (BEN, CLEO):
        record = await hall.lobbies.join(record.id, person(user_id))
    assert (seated(record), kept(record)) == ([ADA, None, None, DORA, BEN, CLEO], set())


async def test_outsiders_find_no_seat_where_the_last_ones_are_kept(hall):
    people = (ADA, BEN, CLEO, DORA)
    session_id = await hall.lobby(*people, game="majority")
    await hall.lobbies.start(session_id, ADA, moderator=False)
    await hall.sessions.abandon(session_id)
    record = await hall.lobbies.open_again(session_id, person(ADA), 1)
    with pytest.raises(SeatsKept):
        await hall.lobbies.join(record.id, outsider())
    await hall.lobbies.take_back(record.id, ADA, BEN, moderator=False)
    assert seated(await hall.lobbies.join(record.id, outsider())) == [ADA, 99]
    with pytest.raises(SeatsKept):
        await hall.lobbies.join(record.id, person(BEN))


async def test_a_kept_seat_can_be_given_up_by_its_person(hall):
    record = await again(hall, ADA, BEN, CLEO)
    assert kept(await hall.lobbies.leave(record.id, BEN)) == {CLEO}
    with pytest.raises(NotSeated):
        await hall.lobbies.leave(record.id, BEN)


async def test_the_game_starts_without_those_who_are_missing(hall):
    record = await again(hall, ADA, BEN, CLEO, DORA)
    await hall.lobbies.join(record.id, person(BEN))
    with pytest.raises(WrongNumber):
        await hall.lobbies.start(record.id, ADA, moderator=False)
    await hall.lobbies.join(record.id, person(DORA))
    table = await hall.lobbies.start(record.id, ADA, moderator=False)
    assert seated(table.record) == [ADA, BEN, DORA]


async def test_a_private_table_is_private_again(hall):
    session_id = await private(hall, ADA, BEN)
    await hall.lobbies.invite(session_id, ADA, asked(CLEO, DORA), moderator=False)
    await hall.lobbies.join(session_id, person(CLEO))
    await hall.lobbies.start(session_id, ADA, moderator=False)
    await hall.sessions.abandon(session_id)
    record = await hall.lobbies.open_again(session_id, person(ADA), 1)
    assert record.invited_only
    assert kept(record) == {BEN, CLEO}
    with pytest.raises(NotInvited):
        await hall.lobbies.join(record.id, outsider())
    assert seated(await hall.lobbies.join(record.id, person(DORA))) == [ADA, DORA]


async def test_invitations_of_an_open_table_end_with_its_game(hall):
    session_id = await hall.lobby(ADA, BEN, CLEO)
    await hall.lobbies.invite(session_id, ADA, asked(DORA), moderator=False)
    await hall.lobbies.start(session_id, ADA, moderator=False)
    await hall.sessions.abandon(session_id)
    record = await hall.lobbies.open_again(session_id, person(ADA), 1)
    assert {invitation.user_id for invitation in record.invitations} == {BEN, CLEO}
