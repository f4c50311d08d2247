"""Games through upgrades: exactly as they were, or set apart until what they need is back."""

import contextlib
import json
import sqlite3

import pytest

from bot import VERSION
from bot.sessions.play.takebacks import Takebacks
from bot.sessions.refusals import CantGoBack, Stale, Unreadable, why_apart
from bot.sessions.table import reading
from bot.sessions.table.reading import (
    ANOTHER_GAME,
    NO_GAME,
    NOTED_EVERY,
    OTHER_COMPONENTS,
    OTHER_RULES,
    digest,
)
from bot.store.records.play import Begun
from engine import Lazy, games
from engine.text import text
from tests.bot.sessions.house import ADA, BEN, CLEO, person, rooms
from tests.bot.sessions.upgrades import (
    NOW,
    asked_otherwise,
    before_counts,
    dealt_otherwise,
    dumped_otherwise,
    guildes,
    keeping_counts,
)
from tests.local.clock import START

MOVES = 2 * NOTED_EVERY + 5


@pytest.fixture
async def hall(tmp_path):
    async with rooms(tmp_path) as opened:
        yield opened


@pytest.fixture
async def played(hall):
    """The table of a game in the middle, a few moves after a digest was noted."""
    session_id = (await hall.game(ADA, BEN, CLEO)).record.id
    return await hall.play(session_id, MOVES)


def dump(table):
    """The state as this release dumps it."""
    return games["guildes"].dump(table.state)


def test_a_row_that_is_longer_now_says_what_it_said_before():
    before = '{"rules_version": 1, "rows": [[1, 2], [3]]}'
    assert reading.contains('{"rules_version": 2, "rows": [[1, 2, [0, 4]], [3]]}', before)
    for other in ("[[1, 2, 0]]", "[[1, 2], [3], [4]]", "[[1, 9, 2], [3]]", "[[1], [3]]", "3"):
        assert not reading.contains(f'{{"rules_version": 2, "rows": {other}}}', before)


def test_a_game_with_a_variant_more_says_what_it_said_before():
    before = '{"rules_version": 1, "options": {"events": true, "banned": []}}'
    now = '{"rules_version": 2, "options": {"events": %s, "banned": %s, "last_double": false}}'
    assert reading.contains(now % ("true", "[]"), before)
    assert not reading.contains(now % ("false", "[]"), before)
    assert not reading.contains(now % ("true", "[1]"), before)
    assert not reading.contains('{"options": {"events": true}}', before)


async def examined(hall):
    """What of its sessions a start tells anew."""
    return [
        session_id
        for session_id in await hall.examination.due()
        if await hall.examination.examine(session_id)
    ]


async def reason(hall, session_id=1):
    """Why the session is set apart."""
    return (await hall.store.outline(session_id)).set_apart


def change(hall, *statements, **values):
    """Change the database behind everybody's back."""
    with contextlib.closing(sqlite3.connect(hall.store.path)) as db, db:
        for statement in statements:
            db.execute(statement, values)
    hall.sessions.forget(1)


@pytest.fixture
def logged(monkeypatch):
    """What reading warns of: its words and reasons."""
    said = []

    class Log:
        def warning(self, event, session, reason):
            said.append(f"{event}: {reason}")

        def info(self, event, session):
            pass

    monkeypatch.setattr(reading, "_log", Log())
    return said


async def goes_on(hall, before):
    """Whether the very same game can be played on."""
    after = await hall.sessions.table(before.record.id)
    assert dump(after) == dump(before)
    assert after.story == before.story
    moved = await hall.play(before.record.id, NOTED_EVERY)
    assert moved.record.moves == before.record.moves + NOTED_EVERY


# What is noted


async def test_digests_of_every_twentieth_state_stand_in_the_log(hall):
    table = await hall.game(ADA, BEN, CLEO)
    expected = {}
    for number in range(1, MOVES + 1):
        table = await hall.play(table.record.id, 1)
        if number in (20, 40):
            expected[number] = digest(NOW, dump(table))
    log = await hall.store.moves(table.record.id)
    assert {move.number: move.digest for move in log if move.digest} == expected


async def test_a_game_remembers_with_what_it_was_begun(hall, played):
    begun = Begun(VERSION, NOW, games["guildes"].components)
    assert played.record.begun == begun
    later = hall.restarted(guildes(rules_version=NOW + 1))
    assert (await later.sessions.table(1)).record.begun == begun


# Components


async def test_a_game_with_other_components_is_set_apart_and_back_when_they_are(hall, played):
    other = hall.restarted(guildes(components="another box"))
    assert await examined(other) == [1]
    assert await reason(hall) == OTHER_COMPONENTS
    with pytest.raises(Unreadable):
        await other.sessions.table(1)
    again = hall.restarted(guildes(components="another box"))
    assert await examined(again) == []
    back = hall.restarted()
    assert await examined(back) == [1]
    await goes_on(back, played)


async def test_whoever_is_faster_than_the_examination_meets_the_same(hall, played):
    other = hall.restarted(guildes(components="another box"))
    with pytest.raises(Unreadable):
        await other.plays.act(1, ADA, 0, [])
    assert await reason(hall) == OTHER_COMPONENTS
    assert await examined(other) == []


async def test_lobbies_and_other_games_know_nothing_of_it(hall, played):
    lobby = await hall.lobby(ADA, BEN, channel=2)
    majority = (await hall.game(ADA, BEN, CLEO, game="majority", channel=3)).record.id
    other = hall.restarted(guildes(components="another box"))
    assert await examined(other) == [1]
    await other.lobbies.join(lobby, person(CLEO))
    begun = await other.lobbies.start(lobby, ADA, moderator=False)
    assert begun.record.begun.components == "another box"
    await other.play(majority, 3)


# Rules


async def test_rules_that_make_no_difference_to_a_game_are_taken_over(hall, played):
    later = hall.restarted(guildes(rules_version=NOW + 1))
    assert await examined(later) == []
    record = await hall.store.session(1)
    assert (record.rules_version, record.set_apart) == (NOW + 1, None)
    await goes_on(later, played)
    last = hall.restarted(guildes(rules_version=NOW + 1))
    change(hall, "UPDATE snapshot SET state = NULL")
    assert (await last.sessions.table(1)).record.moves == MOVES + NOTED_EVERY


async def test_a_game_that_other_rules_make_another_is_set_apart_until_they_are_back(hall, played):
    other = hall.restarted(dealt_otherwise(rules_version=NOW + 1))
    assert await examined(other) == [1]
    assert await reason(hall) == OTHER_RULES
    back = hall.restarted()
    assert await examined(back) == [1]
    await goes_on(back, played)


async def test_moves_since_the_last_digest_must_come_out_the_same_too(hall, played):
    behind = await hall.game(ADA, BEN, CLEO, channel=2)
    behind = await hall.play(behind.record.id, MOVES - 1)
    change(hall, "UPDATE snapshot SET state = :state WHERE session_id = 1", state=dump(behind))
    other = hall.restarted(guildes(rules_version=NOW + 1))
    assert await examined(other) == [1]
    assert await reason(hall, 1) == OTHER_RULES
    assert await reason(hall, 2) is None


async def test_without_its_last_state_a_game_isnt_known_to_go_on_by_other_rules(hall, played):
    change(hall, "UPDATE snapshot SET state = NULL")
    other = hall.restarted(guildes(rules_version=NOW + 1))
    assert await examined(other) == [1]
    assert await reason(hall) == OTHER_RULES
    back = hall.restarted()
    assert await examined(back) == [1]
    await goes_on(back, played)


async def test_a_dump_of_another_shape_is_no_other_game_where_the_rules_say_so(hall, played):
    unsaid = hall.restarted(dumped_otherwise(rules_version=NOW + 1))
    assert await examined(unsaid) == [1]
    assert await reason(hall) == OTHER_RULES
    said = hall.restarted(dumped_otherwise(rules_version=NOW + 1, rules_since=NOW))
    assert await examined(said) == [1]
    await goes_on(said, played)
    change(hall, "UPDATE snapshot SET state = NULL")
    again = hall.restarted(dumped_otherwise(rules_version=NOW + 1, rules_since=NOW))
    assert (await again.sessions.table(1)).record.moves == MOVES + NOTED_EVERY


async def test_rules_older_than_those_a_game_was_played_by_prove_themselves_too(hall):
    later = hall.restarted(dealt_otherwise(rules_version=NOW + 1))
    session_id = (await later.game(ADA, BEN, CLEO)).record.id
    await later.play(session_id, MOVES)
    now = hall.restarted(guildes(rules_since=NOW - 1))
    assert await examined(now) == [session_id]
    assert await reason(hall) == OTHER_RULES


# Snapshots that kept less


async def counted_before(hall):
    """The id of a game of the release before, in its second ballot; and its table."""
    before = hall.restarted(before_counts())
    session_id = (await before.game(ADA, BEN, CLEO)).record.id
    table = await before.sessions.table(session_id)
    while table.view(None).ballot < 2:
        table = await before.play(session_id, 1)
    return await before.play(session_id, 2)


async def test_what_a_snapshot_didnt_keep_yet_comes_from_the_log(hall):
    before = await counted_before(hall)
    later = hall.restarted(keeping_counts())
    assert await examined(later) == []
    after = await later.sessions.table(before.record.id)
    assert [len(ballot) for ballot in after.view(None).counted] == [3]
    assert after.view(None).counts == before.view(None).counts
    assert (after.story, after.owed()) == (before.story, before.owed())
    record = await hall.store.session(before.record.id)
    assert (record.rules_version, record.changes) == (NOW, before.record.changes)
    await later.play(before.record.id, NOTED_EVERY)


async def test_a_game_whose_log_doesnt_say_it_goes_on_with_what_it_has(hall):
    before = await counted_before(hall)
    later = hall.restarted(dealt_otherwise(rules_since=NOW - 1, snapshots_since=NOW - 1))
    await examined(later)
    after = await later.sessions.table(before.record.id)
    assert await reason(hall, before.record.id) is None
    assert after.view(None).counted == ((),)
    assert after.view(None).counts == before.view(None).counts
    moved = await later.play(before.record.id, NOTED_EVERY)
    assert moved.record.moves == before.record.moves + NOTED_EVERY


async def test_a_log_that_gives_another_game_doesnt_take_the_place_of_its_snapshot(hall):
    before = await counted_before(hall)
    state = json.loads(before.record.snapshot)
    state["deck"] = state["deck"][::-1]
    change(hall, "UPDATE snapshot SET state = :state", state=json.dumps(state))
    after = await hall.restarted(keeping_counts()).sessions.table(before.record.id)
    assert list(after.state.deck) == state["deck"]


# Snapshots of earlier rules


async def test_a_snapshot_of_earlier_rules_plays_on_and_the_log_file_says_once_that_its_log_doesnt(
    hall, played, logged
):
    later = hall.restarted(asked_otherwise())
    assert await examined(later) == [1]
    assert logged == [f"snapshot plays on without its log: {OTHER_RULES}"]
    record = await hall.store.session(1)
    assert (record.rules_version, record.set_apart) == (NOW + 1, None)
    assert json.loads(record.snapshot)["rules_version"] == NOW + 1
    before = json.loads(dump(played)) | {"step": played.state.step + 1}
    assert json.loads(dump(await later.sessions.table(1))) == before
    await later.play(1, NOTED_EVERY)
    again = hall.restarted(asked_otherwise())
    assert await examined(again) == []
    assert (await again.play(1, 1)).record.moves == MOVES + NOTED_EVERY + 1
    assert len(logged) == 1


async def test_digests_of_a_game_taken_over_are_noted_under_the_rules_that_hold_now(hall, played):
    later = hall.restarted(asked_otherwise())
    table = await later.play(1, 3 * NOTED_EVERY - MOVES)
    noted = [move.digest for move in await hall.store.moves(1) if move.digest]
    assert [digest.partition(":")[0] for digest in noted] == [str(NOW), str(NOW), str(NOW + 1)]
    assert noted[-1] == digest(NOW + 1, later.sessions._games["guildes"].dump(table.state))


async def test_a_game_taken_over_is_set_apart_once_its_snapshot_is_lost(hall, played):
    await hall.restarted(asked_otherwise()).play(1, NOTED_EVERY)
    change(hall, "UPDATE snapshot SET state = NULL")
    with pytest.raises(Unreadable):
        await hall.restarted(asked_otherwise()).sessions.table(1)
    assert await reason(hall) is not None


async def test_a_snapshot_of_rules_before_those_that_can_be_loaded_is_set_apart(hall, played):
    later = hall.restarted(asked_otherwise(rules_version=NOW + 2, snapshots_since=NOW + 1))
    assert await examined(later) == [1]
    assert await reason(hall) == OTHER_RULES
    able = hall.restarted(asked_otherwise(rules_version=NOW + 2))
    assert await examined(able) == [1]
    assert await reason(hall) is None
    await able.play(1, 1)


async def test_a_snapshot_of_later_rules_is_not_loaded(hall, played):
    await hall.restarted(asked_otherwise()).play(1, 1)
    assert await examined(hall.restarted(guildes(snapshots_since=1))) == [1]
    assert await reason(hall) == OTHER_RULES


async def test_what_was_asked_under_earlier_rules_is_shown_anew_and_old_presses_are_stale(
    hall, played
):
    later = hall.restarted(asked_otherwise())
    table = await later.sessions.table(1)
    record = await hall.store.session(1)
    assert table.record.changes == record.changes == played.record.changes + 1
    assert 1 in await hall.store.lagging()
    owed = played.owed()
    seat = min(owed)
    with pytest.raises(Stale):
        later.sessions.prompt(table, seat, owed[seat])
    assert later.sessions.prompt(table, seat, owed[seat] + 1)


async def test_whoever_owed_a_choice_under_earlier_rules_keeps_the_deadline(hall, played):
    later = hall.restarted(asked_otherwise(), at=START + 1_000)
    table = await later.sessions.table(1)
    before = {turn.seat: turn for turn in played.record.turns}
    assert any(turn.step is not None for turn in before.values())
    for turns in (table.record.turns, (await hall.store.session(1)).turns):
        for turn in turns:
            assert turn.step == table.owed().get(turn.seat)
            assert turn.due_at == before[turn.seat].due_at


async def test_what_was_chosen_under_earlier_rules_cant_be_taken_back(hall, played):
    changeable = {choice.seat for choice in played.record.retractable}
    user_id = next(seat.user_id for seat in played.record.seats if seat.seat not in changeable)
    now = hall.restarted(asked_otherwise())
    takebacks = Takebacks(hall.store, now.sessions, now.plays)
    with pytest.raises(CantGoBack):
        await takebacks.ask(1, user_id, MOVES)
    assert (await now.sessions.table(1)).record.moves == MOVES


# The log


async def test_a_log_that_gives_another_state_is_no_game(hall, played):
    change(
        hall,
        "UPDATE move SET digest = '2:0123456789abcdef' WHERE number = 40",
        "UPDATE snapshot SET state = NULL",
    )
    with pytest.raises(Unreadable):
        await hall.sessions.table(1)
    assert await reason(hall) == ANOTHER_GAME


async def test_a_snapshot_plays_on_where_the_log_stumbles_and_the_log_file_says_so(
    hall, played, monkeypatch, logged
):
    change(hall, """UPDATE move SET picks = '["secret"]' WHERE number = 3""")
    monkeypatch.setattr(reading, "VERSION", "9.9.9")
    later = hall.restarted()
    assert await examined(later) == []
    assert len(logged) == 1
    assert logged[0].startswith("snapshot plays on without its log: its log can't be read")
    assert "secret" not in logged[0]
    await goes_on(later, played)
    assert await examined(hall.restarted()) == []
    assert len(logged) == 1


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE move SET digest = '2:0123456789abcdef' WHERE number = 40",
        "DELETE FROM move WHERE number = 45",
    ],
)
async def test_a_snapshot_plays_on_where_the_log_isnt_as_it_was(
    hall, played, monkeypatch, logged, harm
):
    change(hall, harm)
    monkeypatch.setattr(reading, "VERSION", "9.9.9")
    later = hall.restarted()
    assert await examined(later) == []
    assert [said.partition(":")[0] for said in logged] == ["snapshot plays on without its log"]
    await goes_on(later, played)


async def test_a_snapshot_that_is_another_state_than_the_logs_last_plays_on(
    hall, played, monkeypatch, logged
):
    elsewhere = (await hall.game(ADA, BEN, CLEO, channel=2)).record.id
    other = await hall.play(elsewhere, MOVES - 1)
    change(hall, "UPDATE snapshot SET state = :state WHERE session_id = 1", state=dump(other))
    monkeypatch.setattr(reading, "VERSION", "9.9.9")
    later = hall.restarted()
    assert await examined(later) == []
    assert logged == [f"snapshot plays on without its log: {ANOTHER_GAME}"]
    assert dump(await later.sessions.table(1)) == dump(other)


async def test_without_story_and_log_the_snapshot_plays_on_in_silence(hall, played):
    change(hall, "UPDATE snapshot SET story = '['", "UPDATE move SET picks = '[]'")
    table = await hall.sessions.table(1)
    assert dump(table) == dump(played)
    assert table.story == ()
    assert (await hall.store.session(1)).story == "[]"


# The examination


async def test_every_game_is_examined_once_by_each_release(hall, played, monkeypatch):
    await hall.game(ADA, BEN, CLEO, game="majority", channel=2)
    assert await hall.restarted().examination.due() == []
    monkeypatch.setattr(reading, "VERSION", "9.9.9")
    later = hall.restarted()
    assert await later.examination.due() == [1, 2]
    assert await examined(later) == []
    assert await hall.restarted().examination.due() == []


async def test_games_that_nobody_plays_are_not_even_loaded(hall, played):
    made = []

    def make(name):
        made.append(name)
        return games[name]

    hall.examination._games = Lazy(make, games)
    await hall.examination.due()
    assert made == ["guildes"]


async def test_a_damaged_game_is_tried_again_by_another_release(hall, played, monkeypatch):
    change(hall, "UPDATE snapshot SET state = NULL", "UPDATE move SET picks = '[7]'")
    with pytest.raises(Unreadable):
        await hall.sessions.table(1)
    assert await hall.restarted().examination.due() == []
    monkeypatch.setattr(reading, "VERSION", "9.9.9")
    later = hall.restarted()
    assert await later.examination.due() == [1]
    assert await examined(later) == []
    assert await hall.restarted().examination.due() == []


async def test_a_game_that_was_installed_no_more_is_back(hall, played):
    without = hall.restarted(without="guildes")
    assert await examined(without) == [1]
    assert await reason(hall) == NO_GAME
    assert await examined(hall.restarted(without="guildes")) == []
    back = hall.restarted()
    assert await examined(back) == [1]
    await goes_on(back, played)


async def test_a_game_whose_channel_has_another_one_waits_for_it(hall, played):
    await examined(hall.restarted(guildes(components="another box")))
    other = await hall.lobby(BEN)
    for _ in range(2):
        assert await examined(hall.restarted()) == []
        assert await reason(hall) == OTHER_COMPONENTS
    await hall.lobbies.cancel(other, BEN, moderator=False)
    back = hall.restarted()
    assert await examined(back) == [1]
    await goes_on(back, played)


async def test_what_was_ended_while_it_was_set_apart_stays_ended(hall, played):
    other = hall.restarted(guildes(components="another box"))
    await examined(other)
    await other.sessions.abandon(1)
    assert why_apart(await hall.store.outline(1)) == text("refused.status.abandoned")
    back = hall.restarted()
    assert await examined(back) == []
    assert (await back.sessions.table(1)).record.status == "abandoned"


async def test_deadlines_stand_still_while_a_game_is_set_apart(hall, played):
    before = {turn.seat: turn.due_at for turn in played.record.turns if turn.step is not None}
    other = hall.restarted(guildes(components="another box"), at=START + 1_000)
    assert await examined(other) == [1]
    assert await hall.store.due_turns(START + 10**6) == []
    back = hall.restarted(at=START + 5_000)
    assert await examined(back) == [1]
    turns = (await back.sessions.table(1)).record.turns
    after = {turn.seat: turn.due_at for turn in turns if turn.step is not None}
    assert before
    assert after == {seat: due_at + 4_000 for seat, due_at in before.items()}


# Games that were begun before anything was noted


@pytest.fixture
async def begun_before(hall, played):
    change(
        hall,
        "UPDATE session SET begun_with = NULL, begun_rules = NULL, components = NULL,"
        " examined = NULL",
        "UPDATE move SET digest = NULL",
    )
    return played


async def test_a_game_begun_before_goes_on_by_the_rules_that_hold_now(hall, begun_before):
    later = hall.restarted(dumped_otherwise(rules_version=NOW + 1))
    assert await examined(later) == []
    await goes_on(later, begun_before)


async def test_a_game_begun_before_whose_log_doesnt_fit_these_rules_is_set_apart(
    hall, begun_before
):
    later = hall.restarted(dealt_otherwise(rules_version=NOW + 1))
    assert await examined(later) == [1]
    assert await reason(hall) == OTHER_RULES


async def test_a_game_begun_before_is_played_with_what_it_first_met(hall, begun_before):
    first = hall.restarted(guildes(components="first box"))
    assert await examined(first) == []
    second = hall.restarted(guildes(components="second box"))
    assert await examined(second) == [1]
    assert await reason(hall) == OTHER_COMPONENTS
