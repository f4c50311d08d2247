"""`python -m engine review`: a table or JSON, and one clear line for what can't be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.__main__ import main
from engine.review import Review
from engine.saved import written
from tests.engine.review.builders import LITTLE, file_of, played


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("engine.review.reading.reviewed.__defaults__", ((), LITTLE, 10**9))
    path = tmp_path / "game.json"
    path.write_bytes(written(file_of(*played("majority", 3))))
    return path


def test_a_review_is_printed_and_adds_up(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["review", str(file), "--seat", "2"])
    printed = capsys.readouterr().out
    assert "at the beginning" in printed
    assert printed.rstrip().endswith((": 0.0", ": 100.0", ": 50.0"))


def test_a_review_is_given_as_json(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["review", str(file), "--seat", "2", "--json"])
    review = Review.model_validate_json(capsys.readouterr().out)
    assert (review.seat, len(review.choices)) == (1, review.total)


@pytest.mark.parametrize(
    ("name", "seat", "said"),
    [("game.json", "4", "no seat 4"), ("no.json", "1", "No such file"), ("game.json", "0", "'0'")],
)
def test_what_cannot_be_read_gets_one_line(
    file: Path, capsys: pytest.CaptureFixture[str], name: str, seat: str, said: str
) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["review", str(file.with_name(name)), "--seat", seat])
    assert stopped.value.code == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert said in line
