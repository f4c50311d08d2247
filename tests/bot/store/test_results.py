"""Results: kept with the move that ends a game, with who chose, and rated in order."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.store.ratings import ANCHORS, Rated, Rating, after
from bot.store.records.play import COMPUTER, Move, Seat, Turn
from bot.store.records.sessions import Outcome, Session
from bot.store.sqlite.store import SqliteStore
from bot.store.store import Store
from tests.bot.store.builders import begun, changed, committed, new_lobby

ADA, BEN, TIN = 100, 101, None
SERVER = 3
ADA_WINS = Outcome(places=[[0], [1], [2]], scores={0: 30, 1: 20, 2: 10})
BEN_WINS = Outcome(places=[[1], [0], [2]], scores={0: 10, 1: 40, 2: 5})


def seat(number: int, user_id: int | None) -> Seat:
    name = {ADA: "Ada", BEN: "Ben", TIN: "Tin"}[user_id]
    return Seat(number, user_id, name, "normal" if user_id is None else None, None)


SEATS = (seat(0, ADA), seat(1, BEN), seat(2, TIN))


async def game(
    store: Store, *, guild_id: int | None = SERVER, channel_id: int = 7, kind: str = "guildes"
) -> Session:
    opened = await store.create_session(
        new_lobby(game=kind, guild_id=guild_id, channel_id=channel_id, seats=SEATS[:1])
    )
    return await store.change(opened, begun(opened, seats=SEATS))


async def log(
    store: Store, session_id: int, move: Move, ended: Outcome | None = None, *turns: Turn
) -> None:
    """A move, and what it has ended."""
    status = "playing" if ended is None else "over"
    awards = "[]" if ended is None else ended.awards
    await committed(store, session_id, move, ended, status=status, awards=awards, turns=turns)


async def play(
    store: Store, session: Session, by: dict[int, list[int | None]], ended: Outcome, *turns: Turn
) -> None:
    """The choices of each seat by who made them, the last of them the game's end."""
    choices = [(number, who) for number in by for who in by[number]]
    for number, (chosen_in, who) in enumerate(choices, start=1):
        last = number == len(choices)
        move = Move(number, chosen_in, ("artisans",), chosen_by=who)
        await log(store, session.id, move, ended if last else None, *turns)


OWN = {0: [ADA, ADA], 1: [BEN, BEN], 2: [COMPUTER, COMPUTER]}


async def ratings(store: Store, user_id: int, of: str | None = None) -> list[Rating | None]:
    found = await store.standings(SERVER, user_id=user_id)
    return [standing.rating for standing in found if of in (None, standing.game)]


async def test_places_scores_and_who_chose_are_kept_with_the_last_move(store: Store):
    first = await game(store)
    await play(store, first, {0: [ADA, COMPUTER], 1: [BEN], 2: [COMPUTER]}, ADA_WINS)
    ada, ben = await store.standings(SERVER)
    assert (ada.user_id, ada.place, ada.score, ada.choices, ada.own) == (ADA, 1, 30, 2, 1)
    assert (ben.user_id, ben.place, ben.score, ben.choices, ben.own) == (BEN, 2, 20, 1, 1)
    assert (ada.game, ada.session_id, ada.present) == ("guildes", first.id, True)


async def test_a_move_that_is_not_the_last_leaves_no_result(store: Store):
    running = await game(store)
    await log(store, running.id, Move(1, 0, ("artisans",), chosen_by=ADA))
    assert await store.standings(SERVER) == []
    assert await store.uncounted() == []


async def test_shared_places_have_one_number_and_nobody_is_first_where_nobody_won(store: Store):
    await play(store, await game(store), OWN, Outcome([[0, 1], [2]], {0: 1, 1: 1, 2: 0}))
    nobody = Outcome([[], [1], [0, 2]], {0: 1, 1: 2, 2: 1})
    await play(store, await game(store), OWN, nobody)
    places = [(each.user_id, each.place) for each in await store.standings(SERVER)]
    assert places == [(ADA, 1), (BEN, 1), (ADA, 3), (BEN, 2)]


async def test_partners_have_one_place(store: Store):
    ended = Outcome([[1], [0, 2]], {0: 1, 1: 2, 2: 1}, parties=[(0, 2), (1,)])
    await play(store, await game(store), OWN, ended)
    ended = Outcome([[0, 2], [1]], {0: 2, 1: 1, 2: 2}, parties=[(0, 2), (1,)])
    await play(store, await game(store), OWN, ended)
    places = [(each.user_id, each.place) for each in await store.standings(SERVER)]
    assert places == [(ADA, 2), (BEN, 1), (ADA, 1), (BEN, 2)]


async def test_choices_that_were_taken_back_count_for_nobody(store: Store):
    session = await game(store)
    for move in (
        Move(1, 0, ("artisans",), chosen_by=COMPUTER),
        Move(2, 0, (), back_to=1),
        Move(3, 0, ("nobles",), chosen_by=ADA),
    ):
        await log(store, session.id, move)
    await log(store, session.id, Move(4, 1, ("nobles",), chosen_by=BEN), ADA_WINS)
    ada = (await store.standings(SERVER, user_id=ADA))[0]
    assert (ada.choices, ada.own) == (1, 1)


async def test_choices_of_older_releases_are_thought_the_players_own(store: Store):
    await play(store, await game(store), {0: [None, ADA], 1: [None], 2: [None]}, ADA_WINS)
    shares = [(each.choices, each.own) for each in await store.standings(SERVER)]
    assert shares == [(2, 2), (1, 1)]


async def test_whose_seat_the_computer_had_in_the_end_gains_nothing(store: Store):
    away = Turn(0, step=1, due_at=float("inf"), away=True)
    await play(store, await game(store), OWN, ADA_WINS, away)
    ada = (await store.standings(SERVER, user_id=ADA))[0]
    assert (ada.present, ada.counts, ada.rating) == (False, False, Rating())


async def test_whoever_left_the_seat_to_a_computer_stands_there_without_a_gain(store: Store):
    session = await game(store)
    await log(store, session.id, Move(1, 0, ("nobles",), chosen_by=ADA))
    left = Seat(0, None, "Odon", "normal", None)
    seats = (left, *session.seats[1:])
    await changed(store, session.id, seats=seats, host_id=BEN, computers_due=True)
    await log(store, session.id, Move(2, 0, ("nobles",), chosen_by=COMPUTER))
    await log(store, session.id, Move(3, 1, ("nobles",), chosen_by=BEN), ADA_WINS)
    ada = (await store.standings(SERVER, user_id=ADA))[0]
    assert (ada.own, ada.choices, ada.present, ada.rating) == (1, 2, False, Rating())


@pytest.mark.parametrize(("own", "counts"), [(2, True), (1, False)])
async def test_a_game_is_ones_own_with_half_of_the_choices(store: Store, own: int, counts: bool):
    by = [ADA] * own + [COMPUTER] * (4 - own)
    await play(store, await game(store), {0: by, 1: [BEN], 2: [COMPUTER]}, ADA_WINS)
    assert (await store.standings(SERVER, user_id=ADA))[0].counts is counts


async def test_ratings_go_on_from_the_game_before(store: Store):
    await play(store, await game(store), OWN, ADA_WINS)
    await play(store, await game(store), OWN, ADA_WINS)
    normal = ANCHORS["normal"]
    ada, ben = Rating(), Rating()
    expected = []
    for _ in range(2):
        ada, ben, _ = after([Rated(0, 1, ada), Rated(1, 2, ben), Rated(2, 3, normal)])
        expected.append((ada, ben))
    assert await ratings(store, ADA) == [pair[0] for pair in expected]
    assert await ratings(store, BEN) == [pair[1] for pair in expected]


async def test_ratings_are_by_game_and_server(store: Store):
    await play(store, await game(store), OWN, ADA_WINS)
    await play(store, await game(store, kind="london"), OWN, ADA_WINS)
    await play(store, await game(store, guild_id=4), OWN, ADA_WINS)
    first, second = await ratings(store, ADA)
    assert first == second
    assert await ratings(store, ADA, "london") == [first]
    assert [each.rating for each in await store.standings(4, user_id=ADA)] == [first]


async def test_partners_are_rated_as_one_team(store: Store):
    ended = Outcome([[0, 1], [2]], {0: 9, 1: 9, 2: 3}, parties=[[0, 1], [2]])
    await play(store, await game(store), OWN, ended)
    assert await ratings(store, ADA) == await ratings(store, BEN)


async def test_a_game_that_counts_nowhere_leaves_no_standings(store: Store):
    nowhere = Outcome([[0], [1], [2]], {0: 1, 1: 1, 2: 1}, counts=False)
    await play(store, await game(store), OWN, nowhere)
    assert await store.standings(SERVER) == []
    assert await store.uncounted() == []


async def test_results_made_up_for_come_before_the_ratings_of_later_games(tmp_path: Path):
    """A game that was over before results were kept is rated first, however late it is counted."""
    clock = iter(range(1_000, 2_000))
    store = await SqliteStore.open(tmp_path / "late.sqlite3", clock=lambda: float(next(clock)))
    old = await game(store)
    await log(store, old.id, Move(1, 0, ("nobles",)), ADA_WINS)
    await uncount(store)
    await play(store, await game(store), OWN, Outcome([[1], [0], [2]], {0: 1, 1: 2, 2: 0}))
    assert await ratings(store, ADA) == [None]
    assert await store.uncounted() == [old.id]
    await store.count(old.id, ADA_WINS)
    normal = ANCHORS["normal"]
    ada, ben, _ = after([Rated(0, 1, Rating()), Rated(1, 2, Rating()), Rated(2, 3, normal)])
    later, _, _ = after([Rated(0, 2, ada), Rated(1, 1, ben), Rated(2, 3, normal)])
    assert await ratings(store, ADA) == [ada, later]
    assert await store.uncounted() == []
    await store.close()


async def uncount(store: Store) -> None:
    """As the migration leaves games that were over before."""
    for statement in (
        "DELETE FROM standing",
        "UPDATE result SET counted = FALSE, rated = FALSE, awards = '[]'",
    ):
        await store._write(lambda db, said: db.execute(said), statement)


async def test_a_result_is_kept_once(store: Store):
    session = await game(store)
    await play(store, session, OWN, ADA_WINS)
    before = await store.standings(SERVER)
    await store.count(session.id, Outcome([[1], [0], [2]], {0: 1, 1: 2, 2: 0}))
    assert await store.standings(SERVER) == before


async def test_awards_come_with_the_session(store: Store):
    session = await game(store)
    assert session.awards == "[]"
    ended = Outcome(ADA_WINS.places, ADA_WINS.scores, awards='["award"]')
    await play(store, session, OWN, ended)
    again = await store.session(session.id)
    assert again is not None
    assert again.awards == '["award"]'


async def rated_after(folder: Path, *times: float) -> list[Rating]:
    """Ada's ratings after each of three games that ended one after the other, by such clocks."""
    shown, found = [times[0]], []
    store = await SqliteStore.open(folder / f"{times[1]}.sqlite3", clock=lambda: shown[-1])
    for now, outcome in zip(times, (ADA_WINS, BEN_WINS, ADA_WINS), strict=True):
        shown.append(now)
        await play(store, await game(store), OWN, outcome)
        found.append((await ratings(store, ADA))[-1])
    await store.close()
    return found


async def test_a_game_that_ended_by_an_earlier_clock_counts_like_any_other(tmp_path: Path) -> None:
    assert await rated_after(tmp_path, 1_000, 990, 1_020) == await rated_after(
        tmp_path, 1_000, 1_010, 1_020
    )
