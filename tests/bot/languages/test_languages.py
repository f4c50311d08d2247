"""How texts are said, on catalogues made here; the real ones are in test_catalogues."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

from bot.languages import BrokenCatalogue, Languages, MissingText, Words
from engine.text import Seat, Text, text

HEADER = """
msgid ""
msgstr ""
"Language: {language}\\n"
"Plural-Forms: nplurals=2; plural=({plural});\\n"
"Content-Type: text/plain; charset=utf-8\\n"

"""
ENGLISH = """
msgid "ask.cards"
msgid_plural "ask.cards"
msgstr[0] "Keep one card"
msgstr[1] "Keep {n} cards"

msgid "won"
msgstr "{winner} wins with {guilds}"

msgid "won.by"
msgstr "{winners} share the win"

msgid "guild.nobles"
msgstr "Nobles"

msgid "guild.milice"
msgstr "Milice"

msgid "count"
msgstr "{votes} votes"

msgid "braces"
msgstr "{{{name}}}"

msgid "list.and"
msgstr "{before} and {item}"

msgid "list.of_lists"
msgstr "{before}; {item}"

msgid "list.comma"
msgstr "{before}, {item}"

msgid "number.thousands"
msgstr "{before},{after}"

msgid "hand"
msgstr "The hand of {player}, that {player} holds"
"""
FRENCH = """
msgid "hand"
msgstr "La main de {player}, que {player} tient"

msgid "ask.cards"
msgid_plural "ask.cards"
msgstr[0] "Gardez une carte"
msgstr[1] "Gardez {n} cartes"

msgid "won.by"
msgstr "Victoire partagée : {winners}"

msgid "count"
msgstr "{votes} voix"

msgid "list.and"
msgstr "{before} et {item}"

msgid "number.thousands"
msgstr "{before} {after}"
"""


CHESS = """
msgid "game.chess.name"
msgstr "Chess"

msgid "chess.pawns"
msgid_plural "chess.pawns"
msgstr[0] "one pawn"
msgstr[1] "{n} pawns"
"""
CHESS_IN_FRENCH = """
msgid "game.chess.name"
msgstr "Échecs"
"""


def put(folder: Path, language: str, name: str, content: str) -> None:
    directory = folder / language / "LC_MESSAGES"
    directory.mkdir(parents=True, exist_ok=True)
    plural = "n != 1" if language == "en" else "n > 1"
    header = HEADER.format(language=language, plural=plural)
    (directory / name).write_text(header + content, encoding="utf-8")


@pytest.fixture
def bots_own(tmp_path: Path) -> Path:
    folder = tmp_path / "own"
    put(folder, "en", "guildhall.po", ENGLISH)
    put(folder, "fr", "guildhall.po", FRENCH)
    return folder


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """The folder of a package with a game, in English only."""
    folder = tmp_path / "outside"
    put(folder, "en", "chess.po", CHESS)
    return folder


@pytest.fixture
def languages(bots_own: Path) -> Languages:
    return Languages.load(bots_own)


@pytest.fixture
def english(languages: Languages) -> Words:
    return languages.words("en", ["Ada", "Blaise", "Chen"])


@pytest.fixture
def french(languages: Languages) -> Words:
    return languages.words("fr", {0: "Ada", 2: "Chen"})


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("fr", "fr"),
        ("fr-CA", "fr"),
        ("FR", "fr"),
        ("en-GB", "en"),
        ("en-US", "en"),
        ("de", "en"),
        ("zh-TW", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_the_language_nearest_to_a_locale_is_picked(
    languages: Languages, locale: str | None, language: str
) -> None:
    assert languages.pick(locale) == language


def test_a_regions_own_language_comes_first(tmp_path: Path) -> None:
    for language in ("en", "pt", "pt_BR"):
        put(tmp_path, language, "guildhall.po", ENGLISH)
    languages = Languages.load(tmp_path)
    assert languages.tags == ("en", "pt", "pt_BR")
    assert languages.pick("pt-BR") == "pt_BR"
    assert languages.pick("pt-PT") == "pt"


def test_n_chooses_the_plural_of_the_language(english: Words, french: Words) -> None:
    assert english(text("ask.cards", n=1)) == "Keep one card"
    assert english(text("ask.cards", n=0)) == "Keep 0 cards"
    assert french(text("ask.cards", n=0)) == "Gardez une carte"
    assert french(text("ask.cards", n=2)) == "Gardez 2 cartes"


def test_numbers_are_written_as_in_the_language(english: Words, french: Words) -> None:
    assert english(text("count", votes=12345)) == "12,345 votes"
    assert french(text("count", votes=12345)) == "12\u202f345 voix"
    assert english(text("count", votes=-3)) == "-3 votes"


def test_seats_and_texts_are_said_within_a_text(english: Words) -> None:
    said = english(text("won", winner=Seat(1), guilds=text("guild.nobles")))
    assert said == "Blaise wins with Nobles"


def test_lists_in_a_list_are_set_apart(english: Words) -> None:
    nobles, milice = text("guild.nobles"), text("guild.milice")
    pairs = tuple(text("won", winner=Seat(seat), guilds=(nobles, milice)) for seat in (0, 1))
    assert english(text("won", winner="Nobody", guilds=pairs)) == (
        "Nobody wins with Ada wins with Nobles and Milice; Blaise wins with Nobles and Milice"
    )


def test_several_texts_or_seats_make_a_list(english: Words, french: Words) -> None:
    guilds = (text("guild.nobles"), text("guild.milice"))
    assert (
        english(text("won", winner="Nobody", guilds=guilds)) == "Nobody wins with Nobles and Milice"
    )
    winners = (Seat(0), Seat(1), Seat(2))
    assert english(text("won.by", winners=winners)) == "Ada, Blaise and Chen share the win"
    two = (Seat(0), Seat(2))
    assert french(text("won.by", winners=two)) == "Victoire partagée : Ada et Chen"
    assert english(text("won.by", winners=(Seat(2),))) == "Chen share the win"


def test_braces_in_a_name_are_only_a_name(languages: Languages) -> None:
    words = languages.words("en", ["{n}"])
    assert words(text("won.by", winners=(Seat(0),))) == "{n} share the win"
    assert words(text("braces", name="x")) == "{x}"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Élodie", "La main d’Élodie, qu’Élodie tient"),
        ("**Ada**", "La main d’**Ada**, qu’**Ada** tient"),
        ("Berthe", "La main de Berthe, que Berthe tient"),
        ("8 ans", "La main de 8 ans, que 8 ans tient"),
    ],
)
def test_french_elides_before_a_name(french: Words, name: str, said: str) -> None:
    assert french(text("hand", player=name)) == said


def test_english_elides_nothing(english: Words) -> None:
    assert english(text("hand", player="Ada")) == "The hand of Ada, that Ada holds"


def test_a_missing_key_is_named(french: Words) -> None:
    with pytest.raises(MissingText) as missing:
        french(text("guild.nobles"))
    assert missing.value.key == "guild.nobles"
    assert str(missing.value) == "guild.nobles"


def test_a_missing_argument_is_named(english: Words) -> None:
    with pytest.raises(MissingText) as missing:
        english(text("won", winner=Seat(0)))
    assert str(missing.value) == "won: {guilds}"
    with pytest.raises(MissingText) as missing:
        english(text("ask.cards"))
    assert str(missing.value) == "ask.cards: {n}"


def test_names_roles_and_language_are_those_of_the_seats(languages: Languages) -> None:
    words = languages.words("fr", ["Ada", "Tin"], [None, "ordinateur"])
    assert (words.language, words.name(1), words.role(1)) == ("fr", "Tin", "ordinateur")
    assert words.role(0) is None
    assert languages.words("en", ["Ada"]).role(0) is None


def test_every_game_says_its_own_texts(tmp_path: Path) -> None:
    put(tmp_path, "en", "guildhall.po", ENGLISH)
    put(tmp_path, "en", "chess.po", CHESS)
    words = Languages.load(tmp_path).words("en")
    assert words(text("game.chess.name")) == "Chess"
    assert words(text("chess.pawns", n=1)) == "one pawn"
    assert words(text("ask.cards", n=1)) == "Keep one card"


def test_a_language_without_texts_of_the_bot_is_refused(tmp_path: Path) -> None:
    put(tmp_path, "en", "guildhall.po", ENGLISH)
    put(tmp_path, "fr", "chess.po", CHESS)
    with pytest.raises(BrokenCatalogue, match=r"fr/LC_MESSAGES/guildhall\.po") as broken:
        Languages.load(tmp_path)
    assert broken.value.domain == "guildhall"


def test_a_game_from_outside_brings_a_folder_of_its_own(outside: Path, bots_own: Path) -> None:
    put(outside, "fr", "chess.po", CHESS_IN_FRENCH)
    languages = Languages.load(bots_own, {"chess": outside})
    assert languages.words("en")(text("game.chess.name")) == "Chess"
    assert languages.words("fr")(text("game.chess.name")) == "Échecs"
    assert languages.words("fr")(text("won.by", winners="Ada")) == "Victoire partagée : Ada"


def test_only_a_games_own_file_is_taken_of_its_folder(outside: Path, bots_own: Path) -> None:
    put(outside, "en", "guildhall.po", 'msgid "won.by"\nmsgstr "Nobody wins"\n')
    languages = Languages.load(bots_own, {"chess": outside})
    assert languages.words("en")(text("won.by", winners="Ada")) == "Ada share the win"


def test_the_bots_folder_says_which_languages_there_are(outside: Path, bots_own: Path) -> None:
    put(outside, "de", "chess.po", CHESS)
    assert Languages.load(bots_own, {"chess": outside}).tags == ("en", "fr")


def test_what_a_game_lacks_in_a_language_is_said_in_english(outside: Path, bots_own: Path) -> None:
    french = Languages.load(bots_own, {"chess": outside}).words("fr")
    assert french(text("game.chess.name")) == "Chess"
    # With the plural of English: French has the singular for none.
    assert french(text("chess.pawns", n=0)) == "0 pawns"
    assert french(text("ask.cards", n=0)) == "Gardez une carte"


def test_what_the_bots_folder_lacks_of_a_game_is_said_in_english(bots_own: Path) -> None:
    put(bots_own, "en", "chess.po", CHESS)
    assert Languages.load(bots_own).words("fr")(text("game.chess.name")) == "Chess"


def test_a_game_from_outside_without_english_is_refused(tmp_path: Path, bots_own: Path) -> None:
    folder = tmp_path / "french"
    put(folder, "fr", "chess.po", CHESS_IN_FRENCH)
    with pytest.raises(BrokenCatalogue, match=r"french/en/LC_MESSAGES/chess\.po") as broken:
        Languages.load(bots_own, {"chess": folder})
    assert broken.value.domain == "chess"


def test_words_of_a_game_from_outside_are_the_same_in_another_process(
    outside: Path, bots_own: Path
) -> None:
    words = Languages.load(bots_own, {"chess": outside}).words("fr", ("Ada",))
    there: Words = pickle.loads(pickle.dumps(words))  # noqa: S301 - made here
    assert there(text("chess.pawns", n=3)) == "3 pawns"


def test_words_are_the_same_in_another_process() -> None:
    french = Languages.load().words("fr", ("Ada", "Blaise"), (None, "ordinateur"))
    there: Words = pickle.loads(pickle.dumps(french))  # noqa: S301 - made here
    assert (there.language, there.name(0), there.role(1)) == ("fr", "Ada", "ordinateur")
    said = text("guildes.picture.title")
    assert there(said) == french(said)


def test_a_bold_name_in_bold_words_is_bold_once(tmp_path: Path) -> None:
    folder = tmp_path / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    written = HEADER.format(language="en", plural="n != 1") + ENGLISH
    written += 'msgid "choice"\nmsgstr "A computer’s choice: **{picks}**."\n'
    (folder / "guildhall.po").write_text(written, encoding="utf-8")
    words = Languages.load(tmp_path).words("en", ("**Ada**",))
    picks = (text("braces", name=Seat(0)), text("guild.nobles"))
    assert words(text("choice", picks=picks)) == "A computer’s choice: **{Ada} and Nobles**."


SAID_TO_YOU = """
msgid "list.you"
msgstr "you"

#, you
msgid "gold"
msgstr "{player} {gold}"

#, you
msgid "waiting"
msgstr "Waiting for {players}."

msgid "holds"
msgstr "{player} holds the token."

msgid "holds.you.player"
msgstr "You hold the token."

msgid "wins"
msgstr "{winners} win."

msgid "wins.you.winners"
msgstr "{winners} win!"
"""


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (text("gold", player=Seat(1), gold=3), "you 3"),
        (text("gold", player=Seat(0), gold=3), "Ada 3"),
        (text("waiting", players=(Seat(0), Seat(1))), "Waiting for Ada and you."),
        (text("holds", player=Seat(1)), "You hold the token."),
        (text("wins", winners=(Seat(1), Seat(2))), "You and Chen win!"),
        (text("wins", winners=(Seat(0), Seat(2))), "Ada and Chen win."),
    ],
)
def test_who_reads_of_themselves_is_you(tmp_path: Path, said: Text, expected: str) -> None:
    written = HEADER.format(language="en", plural="n != 1") + ENGLISH + SAID_TO_YOU
    folder = tmp_path / "en" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    (folder / "guildhall.po").write_text(written, encoding="utf-8")
    words = Languages.load(tmp_path).words("en", ("Ada", "Blaise", "Chen"))
    assert words.to(1)(said) == expected
