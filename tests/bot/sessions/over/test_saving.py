"""Games in files: what is whole is read and proved, whatever else is refused in a line."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path
from typing import Any

import orjson
import pytest

from bot.sessions.over.replays import saved
from bot.store.records.play import Move, Seat
from bot.testing.playing import playthrough
from bot.testing.seatings import Seating
from engine.__main__ import main
from engine.log import moments
from engine.saved import lines, proved, read
from tests.bot.screens.test_screens import LANGUAGES, record
from tests.conformance.golden import golden_tables

GOLDEN = list(golden_tables())
NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil", "Farah")
SEATS = tuple(Seat(n, 1000 + n, name, None, None) for n, name in enumerate(NAMES))


def file_of(table: Seating, seed: int, moves: list[Move] | None = None) -> bytes:
    """A golden game as the bot saves it."""
    through, game = playthrough(table, seed), table.game
    log = moves or [
        Move(number, played.seat, played.picks)
        for number, played in enumerate(through.played, start=1)
    ]
    options = table.options.model_dump_json()
    session = replace(record(game.name, 2), options=options, seed=seed, seats=SEATS[: table.seats])
    words = LANGUAGES.words("en", NAMES)
    return saved(session, game, log, moments(game, through.start, log), words)


def guildes() -> bytes:
    """One of them."""
    return next(file_of(table, seed) for table, seed in GOLDEN if table.game.name == "guildes")


def forged(data: bytes, **fields: Any) -> bytes:
    """The file with other fields, and a checksum that fits them."""
    held = orjson.loads(data) | fields
    held.pop("checksum")
    written = orjson.dumps(held, option=orjson.OPT_SORT_KEYS)
    return orjson.dumps(held | {"checksum": blake2b(written, digest_size=16).hexdigest()})


def changed(data: bytes, **fields: Any) -> bytes:
    """The file with other fields, and the checksum that it had."""
    return orjson.dumps(orjson.loads(data) | fields)


def other_moves(data: bytes) -> bytes:
    """The same game but for somebody's last pick."""
    moves = orjson.loads(data)["moves"]
    return forged(data, moves=moves[:-1])


def another_pick(data: bytes) -> bytes:
    moves = orjson.loads(data)["moves"]
    moves[0]["picks"] = ["nothing"]
    return forged(data, moves=moves)


def another_winner(data: bytes) -> bytes:
    end = orjson.loads(data)["end"]
    return forged(data, end=end | {"places": end["places"][::-1]})


def another_state(data: bytes) -> bytes:
    end = orjson.loads(data)["end"]
    return forged(data, end=end | {"digest": end["digest"][:-1] + "x"})


def back_to_nowhere(data: bytes) -> bytes:
    moves = orjson.loads(data)["moves"]
    return forged(data, moves=[*moves, {"seat": 0, "picks": [], "back_to": 9_999, "told": []}])


def told_to_nobody(data: bytes) -> bytes:
    return forged(data, opening=[{"text": "Hello", "seat": 9}])


REFUSED: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "cut off": (lambda data: data[:-100], "no JSON"),
    "something else": (lambda _: b'{"a": 1}', "no game saved by Guildhall"),
    "a list": (lambda _: b"[1]", "no game saved by Guildhall"),
    "of a later Guildhall": (lambda data: changed(data, guildhall_game=2), "file of version 2"),
    "one letter changed": (lambda data: changed(data, title="Guilds"), "checksum"),
    "another seed": (lambda data: forged(data, seed="999"), "damaged or changed"),
    "no seed": (lambda data: forged(data, seed="minus one"), "no game begins like that"),
    "a negative seed": (lambda data: forged(data, seed="-1"), "no game begins like that"),
    "too many seats": (
        lambda data: forged(data, seats=[{"name": "A", "computer": None}] * 9),
        "no game begins like that",
    ),
    "an unknown option": (lambda data: forged(data, options={"x": 1}), "no game begins like that"),
    "a field too many": (lambda data: forged(data, cheat=True), "cheat makes no sense"),
    "a move missing": (other_moves, "moves don't end the game"),
    "an illegal move": (another_pick, "can't be played"),
    "another winner": (another_winner, "another end"),
    "another last state": (another_state, "another end"),
    "a rewind to nowhere": (back_to_nowhere, "goes back to nowhere"),
    "something told to nobody": (told_to_nobody, "tells something to nobody"),
    "an unknown game": (lambda data: forged(data, game="tarot"), "no game 'tarot' here"),
    "other rules": (lambda data: forged(data, rules_version=0), "by version 0 of the rules"),
    "other components": (lambda data: forged(data, components="x"), "other components"),
}


@pytest.mark.parametrize(("table", "seed"), GOLDEN, ids=[str(table) for table, _ in GOLDEN])
def test_a_golden_game_in_a_file_proves_its_end(
    table: Seating, seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = file_of(table, seed)
    through, game = playthrough(table, seed), table.game
    last = proved(read(data), game)[-1].state
    assert game.dump(last) == game.dump(through.played[-1].state)
    file = tmp_path / "game.json"
    file.write_bytes(data)
    main(["replay", str(file)])
    printed = capsys.readouterr().out.splitlines()
    assert printed[-1].startswith(f"Proved: {len(through.played)} moves")
    first = through.played[0]
    assert f"1. {NAMES[first.seat]}: {' '.join(first.picks)}" in printed
    outcome = game.outcome(last)
    assert outcome is not None
    winner = outcome.places[0][0]
    assert f"1. {NAMES[winner]}: {outcome.scores[winner]}" in printed


@pytest.mark.parametrize(
    ("name", "seats", "places", "said"),
    [
        ("majority", 4, ((1, 3), (0, 2)), ["1. Ben", "1. Dora", "2. Ada", "2. Cleo"]),
        ("corrompue", 2, ((), (0, 1)), ["2. Ada", "2. Ben"]),
        ("guildes", 3, ((2,), (0, 1)), ["1. Cleo", "2. Ada", "2. Ben"]),
    ],
)
def test_partners_have_one_place_and_where_nobody_has_won_nobody_the_first(
    name: str, seats: int, places: tuple[tuple[int, ...], ...], said: list[str]
) -> None:
    table, seed = next((t, seed) for t, seed in GOLDEN if (t.game.name, t.seats) == (name, seats))
    found = read(file_of(table, seed))
    last = proved(found, table.game)[-1]
    ended = found.model_copy(update={"end": found.end.model_copy(update={"places": places})})
    told = [*lines(ended, table.game, last)][-seats:]
    assert [line.partition(":")[0] for line in told] == said


@pytest.mark.parametrize("what", REFUSED)
def test_a_file_that_is_not_what_it_says_is_refused(
    what: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    change, said = REFUSED[what]
    file = tmp_path / "game.json"
    file.write_bytes(change(guildes()))
    with pytest.raises(SystemExit) as ended:
        main(["replay", str(file)])
    printed = capsys.readouterr()
    assert ended.value.code == 2
    assert printed.out == ""
    assert said in printed.err
    assert len(printed.err.splitlines()) == 1


def test_a_file_that_is_not_there_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["replay", str(tmp_path / "nothing.json")])
    assert "No such file" in capsys.readouterr().err


def test_what_was_taken_back_is_in_the_file_and_not_in_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    table, seed = next((t, seed) for t, seed in GOLDEN if t.game.name == "corrompue")
    through, game = playthrough(table, seed), table.game
    first = through.played[0]
    assert not game.revealed(through.start, first.state, first.seat)
    log = [Move(1, first.seat, first.picks), Move(2, first.seat, (), back_to=1)]
    log += [
        Move(number, played.seat, played.picks)
        for number, played in enumerate(through.played, start=3)
    ]
    data = file_of(table, seed, log)
    assert [move["back_to"] for move in orjson.loads(data)["moves"][:3]] == [None, 1, None]
    assert "takes" in orjson.loads(data)["moves"][1]["told"][0]["text"]
    file = tmp_path / "game.json"
    file.write_bytes(data)
    main(["replay", str(file)])
    printed = capsys.readouterr().out
    moves = printed.split("\n\n")[1]
    assert not any(line.startswith(("1. ", "2. ")) for line in moves.splitlines())
    assert f"3. {NAMES[first.seat]}: {' '.join(first.picks)}" in printed
    assert "(1 taken back)" in printed


def test_control_characters_of_a_file_do_not_reach_the_terminal(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(forged(guildes(), title="\x1b[2JGuildes\u202e"))
    main(["replay", str(file)])
    assert capsys.readouterr().out.startswith("[2JGuildes: ")


def test_a_file_holds_no_ids_of_people() -> None:
    data = guildes().decode()
    assert not any(str(seat.user_id) in data for seat in SEATS)
