"""The language files: complete, alike in every language, and with all that the code says."""

from __future__ import annotations

import re
import shutil
from collections import Counter, defaultdict
from pathlib import Path

import pytest

from bot.games import wanted_texts
from bot.languages import LOCALES, Languages
from bot.screens.play.guiding import MOST_SENTENCES, sentences
from bot.testing import texts
from engine import games
from engine.text import Seat, Text, text
from tests.bot.catalogues import LANGUAGES, files, messages, paths, unlike_english, uses, written

KEY = re.compile(r"[a-z0-9_-]+(\.[a-z0-9_-]+)*")

LONGEST_HELP = 80
PHONE = 30
"""Letters of a button that a narrow phone shows."""

each_language = pytest.mark.parametrize("language", LANGUAGES)


def test_english_and_french_are_there() -> None:
    assert {"en", "fr"} <= set(LANGUAGES)
    assert Languages.load().tags == tuple(LANGUAGES)


@each_language
def test_the_headers_name_the_language_and_its_plurals(language: str) -> None:
    plurals = {catalogue.plural_forms for catalogue in files(language).values()}
    assert len(plurals) == 1
    for catalogue in files(language).values():
        assert catalogue.locale_identifier == language


@each_language
def test_no_text_is_empty_fuzzy_or_obsolete(language: str) -> None:
    assert [key for one in files(language).values() for key in texts.unfinished(one)] == []


@each_language
def test_plural_forms_are_complete(language: str) -> None:
    assert [key for one in files(language).values() for key in texts.wrong_plurals(one)] == []


@each_language
def test_there_is_one_file_a_game_and_one_for_the_bot(language: str) -> None:
    assert set(files(language)) == {"guildhall", *games}


@each_language
def test_every_key_is_plain_and_stands_once(language: str) -> None:
    times = Counter(key for _, key in written(language))
    assert set(times) == set(messages(language))
    assert [key for key, number in times.items() if number > 1 or not KEY.fullmatch(key)] == []


@each_language
def test_every_key_stands_in_the_file_of_its_game(language: str) -> None:
    strays = [f"{domain}: {key}" for domain, key in written(language) if domain != home(key)]
    assert strays == []


@each_language
def test_the_same_keys_stand_in_the_same_files_in_every_language(language: str) -> None:
    assert unlike_english(language) == []


def test_another_language_is_one_folder(tmp_path: Path) -> None:
    languages = Languages.load(with_german(tmp_path))
    assert languages.tags == ("de", *LANGUAGES)
    assert languages.pick("de") == "de"
    words = languages.words("de", ["Ada", "Blaise"])
    assert words.language == "de"
    for name in games:
        assert words(text(f"game.{name}.name")) == f"Deutsch {name}"
    assert unlike_english("de", tmp_path) == []


def test_what_another_language_lacks_or_has_too_many_is_told(tmp_path: Path) -> None:
    with_german(tmp_path)
    for path in paths("de", tmp_path):
        if path.stem == "london":
            path.unlink()
        if path.stem == "guildhall":
            entry = 'msgid "abandon.yes"\n'
            content = path.read_text(encoding="utf-8")
            assert entry in content
            path.write_text(content.replace(entry, 'msgid "abandon.ja"\n'), encoding="utf-8")
    told = unlike_english("de", tmp_path)
    london = [entry for entry in told if entry.startswith("london: ")]
    assert {"london: game.london.name", "london: game.london.pitch"} <= set(london)
    assert set(told) - set(london) == {"guildhall: abandon.ja", "guildhall: abandon.yes"}


def home(key: str) -> str:
    """Where a key must stand; a "game." that names no game has no home."""
    first, *rest = key.split(".")
    if first == "game":
        return rest[0] if rest and rest[0] in games else "no game's"
    return first if first in games else "guildhall"


def with_german(folder: Path) -> Path:
    """A copy of the language files, and English ones besides as if they were German."""
    shutil.copytree(LOCALES, folder, dirs_exist_ok=True)
    shutil.copytree(LOCALES / "en", folder / "de")
    for path in paths("de", folder):
        content = path.read_text(encoding="utf-8").replace("Language: en", "Language: de")
        name = re.compile(rf'(msgid "game.{path.stem}.name"\nmsgstr) ".*"')
        path.write_text(name.sub(rf'\1 "Deutsch {path.stem}"', content), encoding="utf-8")
    return folder


@each_language
def test_every_form_has_the_same_arguments_in_every_language(language: str) -> None:
    assert texts.other_arguments(messages(language), messages("en")) == []


@each_language
def test_every_text_can_be_said(language: str) -> None:
    words = Languages.load().words(language)
    for key, message in messages(language).items():
        given = dict.fromkeys(texts.wanted(message) - {"n"}, "Ada")
        assert words(text(key, n=2, **given))
        assert words(text(key, n=1, **given))


@each_language
def test_every_text_that_the_code_names_is_there(language: str) -> None:
    missing, used = [], defaultdict(list)
    for folder, use in uses():
        used[folder].append(use)
    for folder, its_uses in used.items():
        # The code of a game has its own texts and the bot's, not those of another game.
        domains = {"guildhall", folder} if folder in games else set(files(language))
        known = texts.messages(*(files(language)[domain] for domain in sorted(domains)))
        missing += texts.missing(its_uses, known)
    assert missing == []


@each_language
def test_every_text_that_the_code_names_gets_its_arguments(language: str) -> None:
    assert texts.lacking([use for _, use in uses()], messages(language)) == []


@each_language
def test_every_game_and_variant_is_named_and_explained(language: str) -> None:
    wanted = frozenset().union(*map(wanted_texts, games.values()))
    assert wanted - set(messages(language)) == set()


@each_language
def test_apostrophes_and_quotation_marks_are_typographic(language: str) -> None:
    assert texts.straight(messages(language)) == []


def test_french_has_no_break_spaces_where_french_wants_them() -> None:
    assert texts.tight(messages("fr")) == [], "U+00A0 stands before : ; ! ? and within « »"


@each_language
def test_commands_are_called_as_they_are_typed_in_that_language(language: str) -> None:
    words = Languages.load().words(language)
    names = {words(text(key)) for key in messages(language) if COMMAND.fullmatch(key)}
    assert len(names) > 10
    said = [form for one in messages(language).values() for form in texts.forms(one)]
    typed = {name for form in said for name in re.findall(r"(?<![\w/{}])/([^\W\d_][\w-]+)", form)}
    assert typed - names == set()


COMMAND = re.compile(r"command\.[a-z-]+\.name")


SIDES = re.compile(
    r"(next|previous) player|player before|neighbour’|a neighbour|clockwise|to the (left|right)"
    r"|joueur (suivant|précédent|avant)|un voisin|votre voisin|vers la (gauche|droite)"
)
"""How somebody is told of without a name."""


@each_language
def test_players_are_told_of_by_name_but_in_the_rules(language: str) -> None:
    found = [
        key
        for key, message in messages(language).items()
        if SIDES.search(" ".join(texts.forms(message)))
    ]
    assert [key for key in found if ".rule" not in key] == []


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("at least as many liverymen", "no master counts", "not with two players")),
        ("fr", ("au moins autant de membres", "maîtres n’y comptent pas", "pas à deux joueurs")),
    ],
)
def test_london_in_short_keeps_to_its_rules(language: str, said: tuple[str, ...]) -> None:
    rules = Languages.load().words(language)(text("game.london.rules"))
    assert [words for words in said if words not in rules] == []


LONGEST_SEEN = 38
"""Characters of a button's label that a phone shows, as Discord's design guide says."""


@each_language
def test_mayors_cards_can_be_read_on_their_buttons(language: str) -> None:
    words = Languages.load().words(language)
    keys = [key for key in messages(language) if key.startswith("london.mayor.")]
    assert len(keys) == 21
    assert [key for key in keys if len(words(text(key))) > LONGEST_SEEN] == []


def test_a_reason_is_a_sentence_of_its_own_in_french() -> None:
    """It begins with a capital, which nothing has after a colon."""
    said = [form for one in messages("fr").values() for form in texts.forms(one)]
    assert any("{reason}" in form for form in said)
    assert [form for form in said if re.search(r":\s*\{reason\}", form)] == []


@each_language
def test_a_line_of_help_has_two_lines_of_a_phone_at_most(language: str) -> None:
    """So many letters stay two in the widest letters that a phone may have."""
    words = Languages.load().words(language, ["Berthe"])
    begin = tuple(f"{game}.help." for game in games)
    helps = {key: one for key, one in messages(language).items() if key.startswith(begin)}
    assert len(helps) > 2 * len(games)
    for key, one in helps.items():
        for form in texts.forms(one):
            said = " ".join(sentences(re.sub(r"{\w+}", "Berthe", form))[:MOST_SENTENCES])
            line = words(text("help.line", said=said)).replace("**", "")
            assert len(line) <= LONGEST_HELP, (key, line)


@each_language
def test_what_an_option_means_is_a_sentence(language: str) -> None:
    meant = [one for key, one in messages(language).items() if re.search(r"\.option\..*help$", key)]
    assert meant
    assert [said for one in meant for said in texts.forms(one) if not said.endswith(".")] == []


@each_language
def test_no_text_asks_a_player_to_run_a_program(language: str) -> None:
    said = [form for one in messages(language).values() for form in texts.forms(one)]
    assert [form for form in said if "python" in form.lower()] == []


@each_language
def test_whose_hand_is_seen_is_not_said_where_another_one_may_look_at_it(language: str) -> None:
    """Once all hands are open, everybody's is drawn and told with the same words."""
    keys = ("picture.hand", "picture.say.hand")
    shown = [one for key, one in messages(language).items() if key.endswith(keys)]
    assert shown
    said = [form for one in shown for form in texts.forms(one)]
    assert [form for form in said if "your" in form.lower() or "votre" in form.lower()] == []


@each_language
def test_a_line_that_heads_others_ends_in_a_colon(language: str) -> None:
    """By that it is known, and goes where nothing of what follows has room (`wording`)."""
    words = Languages.load().words(language)
    keys = ("guildes.picture.say.rows", "majority.picture.say.colours", "london.picture.say.around")
    assert [key for key in keys if not words(text(key)).endswith(":")] == []


@each_language
def test_what_the_milice_token_s_holder_can_press_fits_on_a_phone(language: str) -> None:
    words = Languages.load().words(language, ["Élodie"])
    keys = ("corrompue.answer.keep", "corrompue.answer.keep_event")
    assert all(len(words(text(key))) <= PHONE for key in keys)


@each_language
def test_who_names_themself_with_the_milice_token_is_told_of_one_player(language: str) -> None:
    said = text("corrompue.event.interrupts", seat=Seat(0), named=Seat(0), cards="Culte 3")
    assert "Ada" not in Languages.load().words(language, ["Ada"]).to(0)(said)


@pytest.mark.parametrize(
    ("language", "key", "number", "others"),
    [
        ("en", "corrompue.reason.leads_low", "unseen", {"faction": "Paysan", "n": 1}),
        ("fr", "corrompue.reason.leads_low", "unseen", {"faction": "Paysan", "n": 1}),
        ("en", "corrompue.reason.leads_high", "unseen", {"faction": "Paysan", "n": 1}),
        ("fr", "corrompue.reason.leads_high", "unseen", {"faction": "Paysan", "n": 1}),
        ("en", "guildes.reason.nearer", "votes", {"guild": "Artisans", "n": 2}),
    ],
)
def test_a_number_that_chooses_no_plural_has_no_noun_after_it(
    language: str, key: str, number: str, others: dict[str, str | int]
) -> None:
    said = Languages.load().words(language)(text(key, **others, **{number: 31}))
    assert re.search(r"\b31[.,;]", said)


@each_language
def test_one_more_of_a_guild_is_a_card(language: str) -> None:
    """A guild's name is its members'."""
    words = Languages.load().words(language)
    one, two = (words(text("guildes.reason.nearer", n=n, guild="Nobles", votes=6)) for n in (1, 2))
    assert one.replace("1", "2") != two


def test_a_lesson_repeats_a_choice_of_everything_as_a_sentence() -> None:
    words = Languages.load().words("en")
    said = words(text("london.lesson.chose", picks=words(text("london.pick.always"))))
    assert said == "You chose: Always take everything."
    assert words(text("london.lesson.chose", picks="To move…")) == "You chose: To move…"
    said = words(text("london.lesson.discarded", picks=words(text("london.pick.spare"))))
    assert said == "Discarded: Always what I need least."


@pytest.mark.parametrize("language", ["en", "fr"])
def test_no_text_speaks_of_what_the_bot_is_made_of(language: str) -> None:
    assert [key for key, said in messages(language).items() if "Python" in str(said.string)] == []


def test_a_lesson_says_in_english_what_the_factions_are() -> None:
    said = Languages.load().words("en")(text("corrompue.lesson.goal"))
    assert all(name in said for name in ("peasants", "nobility", "militia", "cult"))


@each_language
@pytest.mark.parametrize(
    ("said", "who"),
    [
        (text("majority.topic.gold", n=3), "player"),
        (text("corrompue.topic.tokens", noblesse=1, paysan=2), "player"),
        (text("look.player"), "player"),
        (text("majority.picture.won_by_token", n=2, gold="9"), "winners"),
        (text("london.picture.won_tie", n=1, points=60, cards=4, others=3), "winners"),
        (text("london.told.elected"), "winners"),
    ],
)
def test_whoever_asks_or_has_won_is_you(language: str, said: Text, who: str) -> None:
    words = Languages.load().words(language, ["Ada", "Berthe"])
    seats = Seat(0) if who == "player" else (Seat(0), Seat(1))
    told = text(said.key, **said.args, **{who: seats})
    assert "Ada" in words(told)
    assert "Ada" not in words.to(0)(told)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Paysan for Ada and you"), ("fr", "Paysan pour Ada et vous")]
)
def test_whoever_reads_is_you_also_in_a_list(language: str, said: str) -> None:
    words = Languages.load().words(language, ["Ada", "Berthe", "Odon"])
    given = text(
        "corrompue.given", faction=text("corrompue.faction.paysan"), seats=(Seat(0), Seat(1))
    )
    assert words.to(1)(given) == said
    assert "Berthe" in words(given)
    assert "Berthe" in words.to(2)(given)
