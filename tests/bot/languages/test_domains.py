"""Domains read from files: whose a key is, what is refused, and which domain is at fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.languages import BrokenCatalogue, owner, read
from tests.bot.catalogues import LANGUAGES, paths


def put(folder: Path, name: str, *keys: str) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.po"
    entries = "\n".join(f'msgid "{key}"\nmsgstr "said"\n' for key in keys)
    path.write_text(f'msgid ""\nmsgstr "Language: en"\n\n{entries}', encoding="utf-8")
    return path


def refused(*files: Path) -> BrokenCatalogue:
    with pytest.raises(BrokenCatalogue) as broken:
        read(files)
    return broken.value


@pytest.mark.parametrize(
    ("key", "domain"),
    [
        ("london.picture.title", "london"),
        ("game.london.name", "london"),
        ("london", "london"),
        ("londoner.name", "guildhall"),
        ("lobby.london", "guildhall"),
        ("game.paris.name", "guildhall"),
        ("games.london", "guildhall"),
        ("apology", "guildhall"),
    ],
)
def test_the_prefix_of_a_key_is_its_domain(key: str, domain: str) -> None:
    assert owner(key, {"guildes", "london"}) == domain


def test_a_file_is_the_domain_of_its_name(tmp_path: Path) -> None:
    own, chess = put(tmp_path, "guildhall", "apology"), put(tmp_path, "chess", "game.chess.name")
    domains = read((own, chess))
    assert {name: dict(domain.single) for name, domain in domains.items()} == {
        "guildhall": {"apology": "said"},
        "chess": {"game.chess.name": "said"},
    }


def test_a_games_key_among_the_bots_is_refused(tmp_path: Path) -> None:
    own = put(tmp_path, "guildhall", "apology", "chess.pawn")
    broken = refused(own, put(tmp_path, "chess", "game.chess.name"))
    assert str(broken) == "chess.pawn stands in guildhall.po, not in chess.po"


@pytest.mark.parametrize(
    ("key", "home"), [("apology", "guildhall"), ("game.go.name", "go"), ("go.stone", "go")]
)
def test_a_key_of_another_in_a_games_file_is_refused(tmp_path: Path, key: str, home: str) -> None:
    own, go = put(tmp_path, "guildhall", "board.over"), put(tmp_path, "go", "go.board")
    broken = refused(own, go, put(tmp_path, "chess", "chess.pawn", key))
    assert str(broken) == f"{key} stands in chess.po, not in {home}.po"
    assert broken.domain == "chess"


def test_a_game_that_is_called_like_a_part_of_the_bot_is_refused(tmp_path: Path) -> None:
    own = put(tmp_path, "guildhall", "board.over")
    broken = refused(own, put(tmp_path, "board", "game.board.name"))
    assert str(broken) == "board.over stands in guildhall.po, not in board.po"
    assert broken.domain == "board"


@pytest.mark.parametrize("name", ["guildhall", "chess"])
def test_two_files_of_one_domain_are_refused(tmp_path: Path, name: str) -> None:
    own, chess = put(tmp_path, "guildhall", "apology"), put(tmp_path, "chess", "chess.pawn")
    again = put(tmp_path / "other", name)
    broken = refused(own, chess, again)
    assert str(broken) == f"{again}: there is a domain {name} already"
    assert broken.domain == name


@pytest.mark.parametrize(
    "content",
    [
        b"msgid chess",
        b'msgid "chess.pawn"\nmsgstr "\xff"\n',
        b'msgid ""\nmsgstr "Language: en\\nPlural-Forms: nplurals=2; plural=(n +);\\n"\n',
    ],
    ids=["no catalogue", "not UTF-8", "no plural"],
)
def test_a_file_that_is_not_understood_is_named(tmp_path: Path, content: bytes) -> None:
    own, chess = put(tmp_path, "guildhall", "apology"), tmp_path / "chess.po"
    chess.write_bytes(content)
    broken = refused(own, chess)
    assert str(broken).startswith(f"{chess}: ")
    assert broken.domain == "chess"


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    assert str(tmp_path / "chess.po") in str(refused(tmp_path / "chess.po"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_files_are_domains(language: str) -> None:
    assert "london.picture.title" in read(paths(language))["london"].single


def test_what_is_broken_into_lines_marked_or_empty_is_read_as_gettext_reads_it(
    tmp_path: Path,
) -> None:
    file = tmp_path / "chess.po"
    file.write_text(
        'msgid ""\nmsgstr ""\n"Language: cs\\n"\n'
        '"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n>=2 && n<=4 ? 1 : 2);\\n"\n\n'
        '# said by nobody\n#, fuzzy, c-format\nmsgid "chess.draw"\nmsgstr "Hm"\n\n'
        'msgid "chess.pawn"\nmsgstr ""\n"A \\"pawn\\"\\n"\n"goes on"\n\n'
        'msgid "chess.king"\nmsgstr ""\n\n'
        'msgid "chess.pawns"\nmsgid_plural "chess.pawns"\n'
        'msgstr[0] "one"\nmsgstr[1] "few"\nmsgstr[2] "many"\n\n'
        '#~ msgid "chess.clock"\n#~ msgstr "Tick"\n',
        encoding="utf-8",
    )
    chess = read((file,))["chess"]
    assert dict(chess.single) == {"chess.pawn": 'A "pawn"\ngoes on'}
    assert [chess.plural["chess.pawns"](n) for n in (1, 3, 5)] == ["one", "few", "many"]
