"""A choice is taken back: at once in one's own turn, else when everybody else agrees."""

from __future__ import annotations

import pytest

from bot.sessions.refusals import Refused, Stale
from bot.sessions.sessions import Locks, Sessions
from bot.sessions.table.log import undecided
from bot.testing.driver import labels, selects, text_of
from engine import games
from tests.bot.store.builders import changed
from tests.local.clock import ManualClock
from tests.whole.house import TABLE, house, picks_on, reopened
from tests.whole.takebacks import (
    ASK,
    TAKE,
    before_a_refusal,
    in_own_turn,
    offered,
    one_is_asked,
    played_until,
    to_be_asked,
)
from tests.whole.test_deadlines import EVERY, HOUR, MINUTE, at_speed, choose, later
from tests.whole.test_holders import leave, take_seat
from tests.whole.test_told import count, since

NAMES = ("Ada", "Farah", "Goro")


@pytest.fixture
def clock():
    return ManualClock()


async def with_tricks(hall, *names, **kwargs):
    """A game of Guildes with dirty tricks, which can be asked back."""
    party = await hall.lobby(*names, **kwargs)
    opened = await party.host.press("Options", party.board)
    options = party.host.response(opened)
    await party.host.choose(["true"], options, f"lobby:{party.session_id}:set:tricks")
    await party.host.press("Start", party.board)
    await hall.quiet()
    return party


async def asking(hall, *names, game="guildes", **kwargs):
    """A game in which somebody has just asked; who, the state before, and the others."""
    if game == "guildes":
        party = await with_tricks(hall, *names, **kwargs)
    else:
        party = await hall.game(*names, game=game, **kwargs)
    asker, before = await played_until(party, to_be_asked)
    assert offered(asker, party) == [ASK]
    await asker.press(ASK, party.hand(asker))
    await hall.quiet()
    return party, asker, before, [person for person in party.people if person != asker]


def chosen_last(table):
    """A seat whose choice can be taken back."""
    return next((choice.seat for choice in table.record.retractable), None)


async def taken_back(party, person):
    """The next player, who is awaited alone, lets somebody take a card back."""
    (follower,) = await party.awaited()
    assert offered(person, party) == [ASK]
    await person.press(ASK, party.hand(person))
    await party.house.quiet()
    await follower.press("Agree", party.hand(follower))
    await party.house.quiet()


async def replayed(party):
    """The game as a fresh look makes it of the log alone."""
    store = party.house.services.store
    version = (await party.table()).game.rules_version
    snapshot = {"snapshot": None, "story": "[]", "rules_version": version}
    await changed(store, party.session_id, seen=False, **snapshot)
    table = await Sessions(store, games, Locks()).table(party.session_id)
    return table.game.dump(table.state), table.story


def without_step(game, dump):
    return game.dump(game.anew(game.load(dump), 0))


@pytest.mark.parametrize("game", ["guildes", "majority", "london"])
async def test_when_all_the_others_agree_the_game_goes_back(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, asker, before, (one, other) = await asking(hall, *NAMES, game=game)
        moves, asked = await party.moves(), await party.table()
        assert "Don’t take it back" in labels(party.hand(asker))
        assert f"**{asker.user.name}** asks to take back their last choice" in text_of(party.board)
        assert f"Still to answer: {one.mention}, {other.mention}" in text_of(party.board)
        await one.press("Agree", party.hand(one))
        await hall.quiet()
        assert await party.moves() == moves
        assert "Agree" not in labels(party.hand(one))
        assert f"Still to answer: {other.mention}" in text_of(party.board)
        await other.press("Agree", party.board)
        await hall.quiet()
        table = await party.table()
        assert await party.moves() == [*moves, (table.seat_of(asker.id), ())]
        rules = table.game
        assert without_step(rules, rules.dump(table.state)) == without_step(rules, before)
        assert f"**{asker.user.name}** takes back their last choice" in text_of(party.board)
        assert "Agree" not in labels(party.board)
        steps = [prompt.step for prompt in rules.prompts(table.state).values()]
        former = [prompt.step for prompt in rules.prompts(asked.state).values()]
        assert min(steps) > max(former)
        assert asker in await party.awaited()
        assert await replayed(party) == (rules.dump(table.state), table.story)
        await choose(party, asker)
        assert len(await party.moves()) == len(moves) + 2


@pytest.mark.parametrize("game", ["guildes", "corrompue", "london"])
async def test_in_ones_own_turn_nobody_is_asked(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        begin = with_tricks(hall, *NAMES) if game == "guildes" else hall.game(*NAMES, game=game)
        party = await begin
        person, before = await played_until(party, in_own_turn)
        table = await party.table()
        assert offered(person, party) == [TAKE]
        await person.press(TAKE, party.hand(person))
        await hall.quiet()
        after = await party.table()
        rules = after.game
        assert without_step(rules, rules.dump(after.state)) == without_step(rules, before)
        assert await party.awaited() == [person]
        assert f"**{person.user.name}** takes back their last choice" in text_of(party.board)
        assert after.record.moves == table.record.moves + 1
        assert await replayed(party) == (rules.dump(after.state), after.story)


async def test_presses_of_what_was_taken_back_are_stale_for_good(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game(*NAMES, game="corrompue")
        (leader,) = await party.awaited()
        while not picks_on(party.hand(leader)):  # ten cards are a menu
            await party.play_on()
            (leader,) = await party.awaited()
        old = picks_on(party.hand(leader))
        for _ in range(3):
            await leader.press(picks_on(party.hand(leader))[0], party.hand(leader))
            await hall.quiet()
            await taken_back(party, leader)
            fresh = picks_on(party.hand(leader))
            assert not set(fresh) & set(old)
            old += fresh
        table = await party.table()
        for custom_id in set(old) - set(picks_on(party.hand(leader))):
            _, _, step, *option = custom_id.split(":", 3)
            with pytest.raises(Stale):
                await hall.services.playing.act(party.session_id, leader.id, int(step), option)
        assert (await party.table()).record.moves == table.record.moves


async def test_who_has_chosen_several_times_goes_back_step_by_step(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game(*NAMES, game="london")
        person, _ = await played_until(party, in_own_turn)
        dumps = []
        for _ in range(4):
            table = await party.table()
            if in_own_turn(table) != table.seat_of(person.id):
                break
            dumps.append(table.game.dump(table.state))
            await person.press(TAKE, party.hand(person))
            await hall.quiet()
        assert len(dumps) == len(set(dumps)) >= 1
        table = await party.table()
        assert await replayed(party) == (table.game.dump(table.state), table.story)


async def test_whoever_refuses_lets_the_choice_stand(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, asker, _, (one, other) = await asking(hall, *NAMES)
        moves = await party.moves()
        number = (await party.table()).record.takeback.number
        await one.press("Agree", party.board)
        await other.press("Refuse", party.hand(other))
        await hall.quiet()
        assert f"**{other.user.name}** doesn’t agree" in text_of(party.board)
        assert await party.moves() == moves
        assert offered(asker, party) == []
        said = await refusal(hall, party, asker, number)
        assert "you can’t ask again" in said
        await party.play_on()
        assert len(await party.moves()) > len(moves)


async def refusal(hall, party, person, number):
    """What somebody is told who presses an old button."""
    with pytest.raises(Refused) as refused:
        await hall.services.takebacks.ask(party.session_id, person.id, number)
    words = hall.services.languages.words("en")
    return words(refused.value.reason)


async def test_the_asker_may_think_better_of_it_and_ask_again(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, asker, _, (one, _) = await asking(hall, *NAMES)
        await asker.press("Don’t take it back", party.hand(asker))
        await hall.quiet()
        assert "Agree" not in labels(party.board)
        assert "Agree" not in labels(party.hand(one))
        assert offered(asker, party) == [ASK]


async def test_the_asker_has_no_say_and_nobody_has_two(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, asker, _, (one, _) = await asking(hall, *NAMES)
        moves = await party.moves()
        for person in (asker, one, one, hall.person("Hanna")):
            await person.press("Agree", party.board)
        await hall.quiet()
        assert await party.moves() == moves
        assert "Agree" in labels(party.board)


async def test_who_isnt_asked_has_no_button_and_on_the_board_a_true_answer(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game(*NAMES, game="corrompue")
        asker, _ = await played_until(party, one_is_asked)
        await asker.press(ASK, party.hand(asker))
        await hall.quiet()
        table = await party.table()
        (asked,) = undecided(table)
        for person in party.people:
            assert ("Agree" in labels(party.hand(person))) == (person.id == asked)
        (other,) = (person for person in party.people if person.id not in (asked, asker.id))
        name = next(seat.name for seat in table.record.seats if seat.user_id == asked)
        await other.press("Agree", party.board)
        await other.sees(f"Only **{name}** can answer: the turn has shown something", TABLE)


async def test_what_isnt_decided_in_time_stands(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party, asker, _, _ = await asking(hall, *NAMES)
        (awaited,) = await party.awaited()
        due = f"<t:{round(clock.now() + 24 * HOUR)}:R>"
        assert f"Time to answer ends {due}" in text_of(party.board)
        assert due in text_of(party.hand(asker))
        await awaited.press(f"due:{party.session_id}:more", party.hand(awaited))
        await hall.quiet()
        await later(hall, clock, 24 * HOUR - MINUTE)
        assert "Agree" in labels(party.board)
        moves = await party.moves()
        await later(hall, clock, MINUTE + EVERY)
        assert "Agree" not in labels(party.board)
        assert "Not everybody agreed to the take-back in time" in text_of(party.board)
        assert offered(asker, party) == []
        assert await party.moves() == moves


async def test_while_the_game_is_paused_the_time_stands_still(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party, _, _, (one, other) = await asking(hall, *NAMES)
        await party.host.command("pause", TABLE)
        await later(hall, clock, 60 * HOUR)
        for person in party.people:
            assert "Agree" not in labels(party.hand(person))
        await party.host.command("resume", TABLE)
        await hall.quiet()
        due = f"<t:{round(clock.now() + 24 * HOUR)}:R>"
        assert f"Time to answer ends {due}" in text_of(party.board)
        moves = await party.moves()
        for person in (one, other):
            await person.press("Agree", party.hand(person))
        await hall.quiet()
        assert len(await party.moves()) == len(moves) + 1


async def test_a_choice_of_somebody_else_ends_the_question(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, asker, _, _ = await asking(hall, *NAMES)
        number = (await party.table()).record.takeback.number
        await party.play_on()
        assert "Agree" not in labels(party.board)
        told = "has gone on: the take-back is dropped."
        assert told in text_of(party.hand(asker))
        said = await refusal(hall, party, asker, number)
        assert "somebody else has chosen since" in said


async def test_what_has_shown_something_hidden_cant_be_taken_back(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game(*NAMES)
        for person in party.people:
            await choose(party, person)
            assert offered(person, party) == []
        said = await refusal(hall, party, party.host, 1)
        assert "something hidden has come out since" in said
        await choose(party, party.host)
        said = await refusal(hall, party, party.host, 4)
        assert "you can still change that choice" in said


def before_a_computer(table):
    """Somebody who may ask, while the table waits for computers alone."""
    waits = bool(table.computers_asked()) and not table.people_asked()
    return to_be_asked(table) if waits else None


async def asking_before_a_computer(hall):
    """A game in which somebody asks while a computer is awaited; who, and the other person."""
    party = await with_tricks(hall, "Ada", "Farah", computers=1)
    asker, _ = await played_until(party, before_a_computer)
    await asker.press(ASK, party.hand(asker))
    await hall.quiet()
    return party, asker, next(person for person in party.people if person != asker)


async def test_computers_agree_and_wait_for_the_others(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, asker, other = await asking_before_a_computer(hall)
        moves = await party.moves()
        assert f"Still to answer: {other.mention}" in text_of(party.board)
        await other.press("Agree", party.board)
        await hall.quiet()
        assert len(await party.moves()) == len(moves) + 1
        assert await party.awaited() == [asker]


@pytest.mark.parametrize("game", ["corrompue", "majority"])
async def test_a_computer_that_is_asked_by_what_it_holds_refuses_and_goes_on(tmp_path, game):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Farah", computers=1, game=game)
        asker, _ = await played_until(party, before_a_refusal)
        moves = await party.moves()
        assert offered(asker, party) == [ASK]
        await asker.press(ASK, party.hand(asker))
        said = "A computer has been asked for its choice already"
        await asker.sees(said, party.hand(asker).channel)
        assert "Agree" not in labels(party.board)
        hall.services.computers.wake(await party.table())
        await hall.quiet()
        after = await party.moves()
        assert after[: len(moves)] == moves
        assert all(picks for _, picks in after[len(moves) - 1 :])


async def test_after_it_was_refused_the_computers_go_on(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party, _, other = await asking_before_a_computer(hall)
        moves = await party.moves()
        await later(hall, clock, HOUR)
        assert await party.moves() == moves
        await other.press("Refuse", party.board)
        await hall.quiet()
        assert len(await party.moves()) > len(moves)


async def test_a_seat_that_the_computer_has_needs_no_answer(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, _, _, (one, other) = await asking(hall, *NAMES)
        moves = await party.moves()
        awaited = await party.awaited()
        gone, stays = (one, other) if one not in awaited else (other, one)
        screen = gone.response(await gone.press("Leave the game", party.hand(gone)))
        await gone.press("Leave the game", screen)
        await hall.quiet()
        assert f"Still to answer: {stays.mention}" in text_of(party.board)
        await stays.press("Agree", party.board)
        await hall.quiet()
        assert len(await party.moves()) == len(moves) + 1


async def test_when_the_last_whose_word_is_missing_leaves_it_is_agreed(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party, _, _, (one, other) = await asking(hall, *NAMES)
        moves = await party.moves()
        awaited = await party.awaited()
        gone, stays = (one, other) if one not in awaited else (other, one)
        await stays.press("Agree", party.board)
        screen = gone.response(await gone.press("Leave the game", party.hand(gone)))
        await gone.press("Leave the game", screen)
        await later(hall, clock, EVERY)
        assert len(await party.moves()) == len(moves) + 1


async def test_who_asks_and_leaves_asks_no_more(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, asker, _, _ = await asking(hall, *NAMES)
        screen = asker.response(await asker.press("Leave the game", party.hand(asker)))
        await asker.press("Leave the game", screen)
        await hall.quiet()
        assert "Agree" not in labels(party.board)


async def test_who_takes_a_seat_takes_back_nothing_that_was_chosen_there_before(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game(*NAMES, game="corrompue")
        asker, _ = await played_until(party, to_be_asked, seed=3)
        hanna = hall.person("Hanna")
        await leave(hall, party, asker)
        await take_seat(hall, party, hanna)
        party.people = [hanna, *(one for one in party.people if one != asker)]
        assert offered(hanna, party) == []
        # Nor once somebody else has gone back to where the seat's choice was the last.
        other, _ = await played_until(party, chosen_last, seed=3)
        await other.press(*offered(other, party), party.hand(other))
        await hall.quiet()
        for one in party.people:
            if "Agree" in labels(party.hand(one)):
                await one.press("Agree", party.hand(one))
        await hall.quiet()
        assert [len(picks) for _, picks in await party.moves()] == [1, 1, 0]
        assert offered(hanna, party) == []


async def test_a_table_can_play_without_takebacks(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby(*NAMES, game="corrompue")
        chosen = party.host.response(await party.host.press("Text", party.board))
        assert "Take-backs: **allowed**" in text_of(chosen)
        assert (
            "-# Take-backs: A card that you played, until the next one lies there: freely"
            in text_of(chosen)
        )
        opened = await party.host.press("Options", party.board)
        options = party.host.response(opened)
        await party.host.choose(["off"], options, f"lobby:{party.session_id}:takebacks")
        await hall.quiet()
        assert "Take-backs: **none**" in text_of(party.board)
        await party.host.press("Start", party.board)
        await hall.quiet()
        (leader,) = await party.awaited()
        await choose(party, leader)
        assert offered(leader, party) == []
        assert "without take-backs" in await refusal(hall, party, leader, 1)


async def test_only_the_host_chooses_that(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby(*NAMES)
        options = party.host.response(await party.host.press("Options", party.board))
        press = f"lobby:{party.session_id}:takebacks"
        options.seen_by = None
        await hall.person("Farah").choose(["off"], options, press)
        assert (await party.table()).record.takebacks


async def test_whoever_is_awaited_again_has_a_fresh_deadline_and_is_reminded(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await at_speed(hall, "live", *NAMES, game="corrompue")
        (leader,) = await party.awaited()
        await later(hall, clock, MINUTE)
        await choose(party, leader)
        await later(hall, clock, MINUTE)
        await taken_back(party, leader)
        due = f"<t:{round(clock.now() + 10 * MINUTE)}:R>"
        assert due in text_of(party.hand(leader))
        assert text_of(party.board).count("<t:") == text_of(party.board).count(due) == 1
        before = count(party.people)
        await later(hall, clock, 2 * MINUTE + EVERY)
        reminded = dict(zip(party.people, since(before, party.people), strict=True))
        assert reminded[leader] >= 1
        assert [n for person, n in reminded.items() if person != leader] == [0, 0]
        moves = len(await party.moves())
        await later(hall, clock, 8 * MINUTE)
        assert len(await party.moves()) > moves
        turns = (await party.table()).record.turns
        assert [turn.missed for turn in turns if turn.seat == party.people.index(leader)] == [1]


async def test_a_restart_keeps_what_is_being_decided(tmp_path, clock):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database, clock=clock) as hall:
        party, asker, _, (one, other) = await asking(hall, *NAMES)
        moves = await party.moves()
        await one.press("Agree", party.board)
        await hall.quiet()
        await hall.bot.close()
        clock.advance(50 * HOUR)
        async with reopened(hall, database) as again:
            party.house = again
            await again.quiet()
            due = f"<t:{round(clock.now() + 24 * HOUR)}:R>"
            await later(again, clock, 0)
            assert due in text_of(party.board)
            await other.press("Agree", party.board)
            await again.quiet()
            assert len(await party.moves()) == len(moves) + 1
            assert asker in await party.awaited()


async def test_a_restart_keeps_the_way_back(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game(*NAMES, game="corrompue")
        (leader,) = await party.awaited()
        await choose(party, leader)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            await taken_back(party, leader)
            assert await party.awaited() == [leader]


async def test_who_is_away_is_told_that_an_answer_is_awaited(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        party = await with_tricks(hall, *NAMES)
        asker, _ = await played_until(party, to_be_asked)
        awaited = await party.awaited()
        (other,) = (each for each in party.people if each != asker and each not in awaited)
        await later(hall, clock, 5 * MINUTE)
        before = count([other])
        await asker.press(ASK, party.hand(asker))
        await hall.quiet()
        assert since(before, [other]) == [1]
        assert "Agree" in labels(party.hand(other))
        listed = text_of(other.response(await other.command("games", None)))
        assert "your answer is awaited" in listed
        listed = text_of(asker.response(await asker.command("games", None)))
        assert "waiting for" in listed


async def test_whom_no_direct_message_reaches_is_called_to_answer(tmp_path, clock):
    async with house(tmp_path / "guildhall.sqlite3", clock=clock) as hall:
        for name in NAMES:
            hall.person(name).user.closed_dms = True
        party = await with_tricks(hall, *NAMES)
        asker, _ = await played_until(party, to_be_asked)
        awaited = await party.awaited()
        (other,) = (each for each in party.people if each != asker and each not in awaited)
        await later(hall, clock, 5 * MINUTE)
        before = count([other, asker])
        own = asker.response(await asker.press("My hand", party.board))
        await asker.press(ASK, own)
        await hall.quiet()
        assert since(before, [other, asker]) == [1, 0]
        await other.press("Agree", other.response(await other.press("My hand", party.board)))
        await awaited[0].press("Agree", party.board)
        await hall.quiet()
        assert await party.awaited() == [asker]


async def test_a_whole_game_with_takebacks_in_french(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby(*NAMES, game="corrompue")
        options = party.host.response(await party.host.press("Options", party.board))
        await party.host.choose(["fr"], options, f"lobby:{party.session_id}:language")
        await party.host.press(f"lobby:{party.session_id}:start", party.board)
        await hall.quiet()
        (leader,) = await party.awaited()
        await choose(party, leader)
        (follower,) = await party.awaited()
        await leader.press("takeback:", party.hand(leader))
        await hall.quiet()
        await follower.press("takeback:1:agree", party.hand(follower))
        await hall.quiet()
        assert f"**{leader.user.name}** revient sur son dernier choix" in text_of(party.board)
        await party.finish()
        table = await party.table()
        assert table.record.status == "over"
        assert await replayed(party) == (table.game.dump(table.state), table.story)


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("guildes", "A dirty trick that you declined"),
        ("majority", "A card that you played openly"),
        ("corrompue", "A card that you played"),
        ("london", "Each step of your own turn"),
    ],
)
async def test_the_options_say_what_can_be_taken_back_in_this_game(tmp_path, game, said):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", game=game)
        shown = party.host.response(await party.host.press("Options", party.board))
        assert f"**Take-backs.** {said}" in text_of(shown)
        (menu,) = (one for one in selects(shown) if one["custom_id"].endswith(":takebacks"))
        assert [option["label"] for option in menu["options"]] == ["allowed", "none"]
