"""Screens by themselves: what stands in labels, placeholders and rankings."""

from dataclasses import replace
from functools import partial

import pytest
from pydantic import TypeAdapter

from bot.languages import Languages
from bot.people import voices
from bot.screens import lobby, reading, wording
from bot.screens.custom_ids import THEN, Browse, Pick, read
from bot.screens.parts import (
    button,
    container,
    even_rows,
    last_rows,
    lines_below,
    paragraph,
    select_option,
    shortened,
    text_lines,
    turn,
)
from bot.screens.play import board, guiding, hand, ways
from bot.screens.play.guiding import Guide, suggested
from bot.screens.play.history import briefly, latest
from bot.screens.play.options import MOST_PARTS, is_brief
from bot.screens.play.prompts import prompt_parts
from bot.screens.review import progress, turning_point
from bot.screens.screen import Part, Screen
from bot.sessions.over.reviews import Reviewable
from bot.sessions.servers import HOUR, MINUTE
from bot.sessions.table import story
from bot.sessions.table.table import Table
from bot.store.records.people import Attachment
from bot.store.records.play import RELAXED, Invitation, Learnt, OpenHands, Pause, Seat, Turn
from bot.store.records.sessions import Session
from engine import games
from engine.bots.advice import Advice, Ranked, Step
from engine.game import Event, Option, Outcome, Prompt, Topic
from engine.guildes.components import GUILDS
from engine.london.telling.names import place
from engine.majority.components import COLOURS
from engine.majority.view import DebateView
from engine.parts.values import Then
from engine.review import Answer, Choice, Owed, Review
from engine.text import Seat as Player
from engine.text import Text, text
from images import Picture
from tests.bot.prompts import prompt_rows
from tests.engine.claims import positions
from tests.engine.london.builders import activate, scene
from tests.engine.london.builders import place as cell

LANGUAGES = Languages.load()
LONDONERS = LANGUAGES.words("en", [*"ABCD"])
NAMES = ("Ada_B", "Blaise", "Cléo", "Denis")
PICTURE = Picture(b"", "A hand", 1, 1)
RESULT = Picture(b"", "The result", 1, 1)


def record(game: str, seats: int) -> Session:
    """A session of so many people."""
    return Session(
        id=1,
        game=game,
        options="{}",
        guild_id=3,
        channel_id=7,
        locale="en",
        host_id=100,
        status="playing",
        seed=1,
        rules_version=1,
        moves=0,
        snapshot=None,
        story="[]",
        changes=0,
        board_message_id=9,
        computers_due=False,
        created_at=0.0,
        updated_at=0.0,
        seats=tuple(Seat(n, 100 + n, NAMES[n], None, None) for n in range(seats)),
    )


def table(game: str, seats: int) -> Table:
    """A game of so many people that has just begun."""
    return Table(record(game, seats), games[game], games[game].setup(seats, seed=1), ())


def asks(*options: Option, least: int = 1, most: int = 1) -> Prompt:
    return Prompt(0, text("guildes.ask.mark.whom", guild="Nobles"), options, least, most)


def parts(screen_or_rows) -> list[dict]:
    """All components inside others."""
    if not isinstance(screen_or_rows, list):
        screen_or_rows = [screen_or_rows.frame]
    found = []
    for part in screen_or_rows:
        beside = [part["accessory"]] if "accessory" in part else []
        found += [part, *parts(part.get("components", [])), *beside]
    return found


def labels(screen_or_rows) -> list[str]:
    return [part["label"] for part in parts(screen_or_rows) if "label" in part]


def content(screen) -> str:
    return "\n".join(part["content"] for part in parts(screen) if "content" in part)


def test_a_hand_names_the_game_once_where_its_thread_is_called_by_it():
    hall = table("guildes", 3)
    own = hall.having(own_thread=True)
    titles = [
        content(hand.Hand(each, each.view(1), voices(LANGUAGES, "en", each.record)).screen())
        for each in (hall, own)
    ]
    named = [title.splitlines()[0] for title in titles]
    assert named == ["### Guildes · <#7>", "### <#7>"]


def test_names_are_bold_in_texts_and_plain_on_buttons():
    of_ada = text("guildes.ask.exchange.given", one=Player(0))
    prompt = Prompt(0, of_ada, (Option("ada", of_ada),))
    hall = table("guildes", 3)
    view = hall.view(1).model_copy(update={"prompt": prompt})
    screen = hand.Hand(hall, view, voices(LANGUAGES, "en", hall.record), picture=PICTURE).screen()
    assert "**Ada\\_B**" in content(screen)
    assert [label for label in labels(screen) if "Ada_B" in label]
    assert not [label for label in labels(screen) if "*" in label or "\\" in label]


@pytest.mark.parametrize(
    ("least", "most", "said"),
    [(2, 2, "Choose 2"), (0, 2, "Choose up to 2"), (1, 3, "Choose 1 to 3")],
)
def test_a_select_says_how_many(least, most, said):
    options = [Option(f"o{n}", text("hand.none")) for n in range(8)]
    rows = prompt_rows(1, asks(*options, least=least, most=most), LANGUAGES.words("en"))
    assert [part["placeholder"] for part in parts(rows) if "placeholder" in part] == [said]


def grouped(groups, each=2):
    return asks(
        *(
            Option(
                f"{group}.{n}",
                text("hand.of", game="use", number=n),
                group=text("hand.of", game=group, number=0),
            )
            for group in groups
            for n in range(each)
        ),
        Option("end", text("london.pick.end"), role="confirm"),
    )


def test_several_discards_of_la_cite_are_one_menu():
    rules = games["corrompue"]
    state = rules.setup(3, seed=1)
    while not any(prompt.least > 1 for prompt in rules.prompts(state).values()):
        seat = rules.asked(state)[0]
        state, _ = rules.play(state, seat, rules.decode(state, seat, rules.moves(state, seat)[0]))
    prompt = next(prompt for prompt in rules.prompts(state).values() if prompt.least > 1)
    menus = [
        part for part in parts(prompt_rows(7, prompt, LANGUAGES.words("en"))) if part["type"] == 3
    ]
    assert [(menu["min_values"], menu["max_values"]) for menu in menus] == [(prompt.least,) * 2]
    assert len(menus[0]["options"]) == len(prompt.options)


def test_what_a_menu_s_line_has_no_room_for_goes_on_below_it():
    effect = " ".join(f"word{n}" for n in range(25))
    option = select_option(effect, "one", default=False, detail="and more")
    first, below = option["label"], option["description"]
    assert len(first) <= 100
    assert f"{first.removesuffix(' …')} {below.removeprefix('… ')}" == f"{effect} and more"
    short = select_option("short", "two", default=False)
    assert short == {"label": "short", "value": "two", "default": False}


def test_each_group_of_options_is_a_menu_that_says_what_it_is():
    words = LANGUAGES.words("en")
    rows = prompt_rows(7, grouped("ab", each=10), words)
    menus = [part for part in parts(rows) if part["type"] == 3]
    assert [menu["custom_id"] for menu in menus] == ["pick:7:0:=0", "pick:7:0:=1"]
    assert [[o["value"] for o in menu["options"]] for menu in menus] == [
        [f"{group}.{n}" for n in range(10)] for group in "ab"
    ]
    assert [menu["placeholder"] for menu in menus] == [
        words(text("hand.of", game=g, number=0)) for g in "ab"
    ]
    assert Pick(7, 0, "=1").picks(["b.0"]) == [("b.0",)]


def test_many_groups_stand_on_several_pages_and_a_large_one_in_several_menus():
    words, prompt = LANGUAGES.words("en"), grouped("abcdefghijk", each=26)
    offered = []
    for page in range(2):
        menus = [part for part in parts(prompt_rows(7, prompt, words, page)) if part["type"] == 3]
        assert len(menus) <= 11
        offered += [option["value"] for menu in menus for option in menu["options"]]
    assert offered == [option.id for option in prompt.options if option.role == "choice"]


def test_groups_share_a_menu_rather_than_stand_on_a_second_page():
    words = LANGUAGES.words("en")
    rows = prompt_rows(7, grouped("abcdefghijklm", each=4), words)
    menus = [part for part in parts(rows) if part["type"] == 3]
    assert len(menus) == 11
    assert sum(len(menu["options"]) for menu in menus) == 13 * 4
    shared = next(menu for menu in menus if len(menu["options"]) > 4)
    groups = [words(text("hand.of", game=game, number=0)) for game in "abcdefghijklm"]
    assert shared["placeholder"] == " · ".join(g for g in groups if g in shared["placeholder"])
    assert all(option["label"].startswith(tuple(groups)) for option in shared["options"])


def test_what_stands_by_itself_among_groups_is_a_button():
    words, prompt = LANGUAGES.words("en"), grouped("ab", each=10)
    alone = Option("alone", text("hand.confirm"))
    rows = prompt_rows(7, replace(prompt, options=(alone, *prompt.options)), words)
    shown = [part["type"] for part in parts(rows) if part["type"] != 1]
    assert shown[:3] == [2, 3, 3]


def test_few_options_are_buttons_in_groups_too():
    words = LANGUAGES.words("en")
    rows = prompt_rows(7, grouped("ab"), words)
    assert [part["type"] for part in parts(rows) if part["type"] != 1] == [2] * 5
    groups = [words(text("hand.of", game=game, number=0)) for game in "ab"]
    uses = [words(text("hand.of", game="use", number=n)) for n in range(2)]
    assert labels(rows)[:4] == [f"{group} · {use}" for group in groups for use in uses]


def test_a_second_use_of_a_thing_is_named_without_it_where_nothing_else_has_such_a_use():
    words = LANGUAGES.words("en")
    shown = prompt_rows(7, asks(*(likely(*one) for one in (("a", 1), ("a", 2), ("b", 1)))), words)
    assert labels(shown) == [
        words(text("hand.use_of", thing=text("hand.of", game=group, number=0), use=use))
        if named
        else words(use)
        for group, use, named in (
            ("a", text("hand.of", game="use", number=1), True),
            ("a", text("hand.of", game="use", number=2), False),
            ("b", text("hand.of", game="use", number=1), True),
        )
    ]


def likely(group: str, number: int, *then: Then, alone: bool = True) -> Option:
    """One of a group that is likely enough for a button."""
    use = text("hand.of", game="use", number=number)
    name = text("hand.of", game=group, number=0)
    return Option(f"{group}.{number}", use, group=name, alone=alone, then=then)


def test_the_likely_ones_of_a_group_are_buttons_and_the_others_its_menu():
    made = [likely(group, number, alone=number < 2) for group in "ab" for number in range(10)]
    shown = prompt_rows(7, asks(*made), LANGUAGES.words("en"))
    pressed = [part for part in parts(shown) if part["type"] == 2]
    assert [part["custom_id"] for part in pressed] == [
        f"pick:7:0:{g}.{n}" for g in "ab" for n in "01"
    ]
    menus = [part for part in parts(shown) if part["type"] == 3]
    listed = [[value["value"] for value in menu["options"]] for menu in menus]
    assert listed == [[f"{group}.{number}" for number in range(2, 10)] for group in "ab"]


def test_where_not_all_find_room_as_buttons_what_follows_is_given_up_before_what_is_likely():
    """Two further choices by a menu still save presses, one doesn't."""
    short, long = (Then(text("hand.confirm"), (("x",),) * number) for number in (1, 2))
    made = [likely("a", number, short, long) for number in range(14)]
    shown = prompt_rows(7, asks(*made, likely("b", 0, alone=False)), LANGUAGES.words("en"))
    pressed, menus = ([part for part in parts(shown) if part["type"] == kind] for kind in (2, 3))
    ids = [part["custom_id"].removeprefix("pick:7:0:") for part in pressed]
    assert ids == ["a.0", "a.0>x", *(f"a.{number}" for number in range(1, 14))]
    values = [value["value"] for menu in menus for value in menu["options"]]
    assert values == [*(f"a.{number}>x>x" for number in range(14)), "b.0"]
    assert Pick(7, 0, "=0").picks(["a.1>x>x"]) == [("a.1",), ("x",), ("x",)]


def test_uses_of_the_only_thing_are_named_without_it():
    words = LANGUAGES.words("en")
    shown = labels(prompt_rows(7, grouped("a", each=9), words))
    assert shown[:9] == [words(text("hand.of", game="use", number=n)) for n in range(9)]
    (menu,) = [
        part for part in parts(prompt_rows(7, grouped("a", each=20), words)) if part["type"] == 3
    ]
    assert menu["placeholder"] == words(text("hand.of", game="a", number=0))


def a_guild(number: int, **about) -> Option:
    guild = GUILDS[number]
    return Option(guild, text(f"guildes.guild.{guild}"), "guild:1", **about)


def test_what_is_one_choice_with_a_text_has_its_button_beside_the_text():
    words, worth = LANGUAGES.words("en"), text("guildes.trick.protection.rule")
    guilds = [a_guild(number, detail=worth) for number in (1, 2)]
    shown = prompt_rows(
        7,
        asks(*guilds, a_guild(3), Option("back", text("london.pick.back"), role="back")),
        words,
        signs={"guild:1": {"id": "5"}},
    )
    *sections, left, others = shown
    for guild, one in zip(guilds, sections, strict=True):
        assert one["type"] == 9
        assert [part["content"] for part in one["components"]] == [words(worth)]
        assert one["accessory"]["label"] == words(guild.text)
        assert one["accessory"]["emoji"] == {"id": "5"}
    assert labels([left]) == [words(a_guild(3).text)]
    assert labels([others]) == [words(text("london.pick.back"))]
    screen = Screen(container(*shown))
    assert labels(screen.ways.to_components()) == labels(shown)
    assert "emoji" not in str(screen.unsigned.frame)


def test_beside_a_line_alone_buttons_of_texts_stand_in_rows_of_five():
    worth = text("guildes.trick.protection.rule")
    shown = prompt_rows(
        7, asks(*(a_guild(n, detail=worth) for n in range(1, 8))), LANGUAGES.words("en")
    )
    assert [part["type"] for part in shown] == [9] * 7
    rows = Screen(container(*shown)).ways.to_components()
    assert [len(row["components"]) for row in rows] == [5, 2]
    assert labels(rows) == labels(shown)


def test_beside_a_long_name_a_phone_has_no_room_for_a_text_so_its_number_leads_to_it():
    worth = text("guildes.trick.protection.rule")
    cards = [Option(f"mayor:{m}", text(f"london.mayor.{m}"), detail=worth) for m in ("m05", "m11")]
    words = LANGUAGES.words("en")
    shown = prompt_rows(7, asks(*cards), words)
    assert [part["components"][0]["content"] for part in shown] == [
        f"**1. Patron of the Crown**\n-# {words(worth)}",
        f"**2. Cheapside**\n-# {words(worth)}",
    ]
    assert [part["accessory"]["label"] for part in shown] == ["1", "2"]


def test_of_many_choices_a_message_holds_some_texts():
    worth = text("guildes.trick.protection.rule")
    shown = prompt_rows(
        7, asks(*(a_guild(n, detail=worth) for n in range(1, 9))), LANGUAGES.words("en")
    )
    assert [part["type"] for part in shown] == [9] * 7 + [1]
    assert len(labels(shown)) == 8


def as_pick(part: Part) -> Pick:
    """The choice that a component makes."""
    press = read(part["custom_id"])
    assert isinstance(press, Pick)
    return press


def picked(button: Part) -> list[tuple[str, ...]]:
    """What a button picks, choice by choice."""
    return as_pick(button).picks([])


def test_a_few_ways_to_choose_several_are_a_press_each_whatever_the_copy():
    made = [Option(f"card:{n}", text("hand.of", game="card", number=n), "card:1") for n in (1, 2)]
    made += [Option(f"card:{n}", text("hand.of", game="card", number=n)) for n in (3, 4)]
    rows = prompt_rows(7, asks(*made, least=2, most=2), LANGUAGES.words("en"))
    buttons = [part for part in parts(rows) if part["type"] == 2]
    assert [picked(part) for part in buttons] == [
        [("card:1", "card:2")],
        [("card:1", "card:3")],
        [("card:1", "card:4")],
        [("card:3", "card:4")],
    ]


def test_a_menu_of_many_pairs_asks_for_a_pair():
    made = [Option(f"card:{n}", text("hand.of", game="card", number=n)) for n in range(5)]
    rows = prompt_rows(7, asks(*made, least=2, most=2), LANGUAGES.words("en"))
    assert [part["placeholder"] for part in parts(rows) if "placeholder" in part] == [
        "Choose a pair"
    ]


def test_what_usually_follows_is_a_button_after_the_choice_alone():
    usual = Then(text("hand.confirm"), (("b", "b:2"), ("end",)))
    option = Option("a", text("hand.of", game="a", number=0), "card:1", then=(usual,))
    signs = {"card:1": {"id": "1", "name": "one"}}
    rows = prompt_rows(7, asks(option), LANGUAGES.words("en"), 0, signs)
    buttons = [part for part in parts(rows) if part["type"] == 2]
    assert [picked(part) for part in buttons] == [[("a",)], [("a",), ("b", "b:2"), ("end",)]]
    assert [part["emoji"] for part in buttons] == [signs["card:1"]] * 2


def test_what_no_button_could_say_whole_is_chosen_one_by_one():
    usual = Then(text("hand.of", game="long " * 20, number=0), (("b",),))
    rows = prompt_rows(
        7, asks(Option("a", text("hand.none"), then=(usual,))), LANGUAGES.words("en")
    )
    assert [part["custom_id"] for part in parts(rows) if part["type"] == 2] == ["pick:7:0:a"]


def test_a_shared_place_has_the_same_number_twice():
    hall = table("majority", 4)
    outcome = Outcome(places=((1, 3), (0, 2)), scores={0: 31, 1: 55, 2: 31, 3: 55})
    view = hall.view(None).model_copy(update={"outcome": outcome})
    lines = board.ranking(hall.record, view, LANGUAGES.words("en", NAMES))
    assert lines == [
        "1\\. Blaise · 55 gold",
        "1\\. Denis · 55 gold",
        "3\\. Ada_B · 31 gold",
        "3\\. Cléo · 31 gold",
    ]


def test_partners_have_one_place_together():
    hall = table("majority", 4)
    seats = tuple(replace(seat, party=seat.seat % 2) for seat in hall.record.seats)
    record = replace(hall.record, seats=seats)
    outcome = Outcome(places=((1, 3), (0, 2)), scores={0: 31, 1: 55, 2: 31, 3: 55})
    view = hall.view(None).model_copy(update={"outcome": outcome})
    assert board.ranking(record, view, LANGUAGES.words("en", NAMES)) == [
        "1\\. Blaise, Denis · 55 gold",
        "2\\. Ada_B, Cléo · 31 gold",
    ]


@pytest.mark.parametrize(
    ("places", "seat", "said"),
    [
        (((1, 3), (0, 2)), 3, "your party has won!\nYour party has place 1 of 2, with 55 gold."),
        (
            ((1, 3), (0, 2)),
            2,
            "won by Blaise and Denis.\nYour party has place 2 of 2, with 31 gold.",
        ),
        (((0, 1, 2, 3),), 2, "you share the victory!\nYour party has place 1 of 2, with 31 gold."),
    ],
)
def test_each_partner_is_told_the_place_of_the_party(places, seat, said):
    hall = table("majority", 4)
    seats = tuple(replace(seat, party=seat.seat % 2) for seat in hall.record.seats)
    hall = replace(hall, record=replace(hall.record, seats=seats))
    outcome = Outcome(places=places, scores={0: 31, 1: 55, 2: 31, 3: 55})
    view = hall.view(seat).model_copy(update={"outcome": outcome})
    shown = hand.over(hall, view, LANGUAGES.words("en", NAMES), picture=RESULT)
    assert said in content(shown)


def ended_against(strength, game, seats=3, **shown):
    """A game that the last seat's computer has won before Ada, with the others behind."""
    hall = table(game, seats)
    *people, one = hall.record.seats
    computer = replace(one, user_id=None, strength=strength)
    last = seats - 1
    outcome = Outcome(places=((last,), *((seat,) for seat in range(last))), scores={})
    view = hall.view(None)
    if "players" in shown:
        changed = zip(view.players, shown["players"], strict=True)
        shown["players"] = tuple(one.model_copy(update=as_it_is) for one, as_it_is in changed)
    view = view.model_copy(update={"outcome": outcome, **shown})
    return replace(hall.record, seats=(*people, computer)), view


def why(record, view, language="en"):
    words = LANGUAGES.words(language, NAMES)
    return [words(said) for said in board.decided(record, view)]


def ballot(*votes):
    """Votes by guild, all but these none."""
    rows = table("guildes", 3).view(None).guilds
    return tuple({row.guild: of.get(row.guild, 0) for row in rows} for of in votes)


COUNTS = (
    ballot({"nobles": 8}, {}, {"nobles": 3, "paysans": 4}),
    ballot({"paysans": 1}, {"paysans": 20}, {"nobles": 5, "paysans": 6}),
)
DEBATES = (
    DebateView(totals={}, gold={c: (2, 0, 12 if c == "red" else 1) for c in COLOURS}),
    DebateView(totals={}, gold={c: (9 if c == "red" else 0, 0, 5) for c in COLOURS}),
)


@pytest.mark.parametrize(
    ("game", "shown", "kind", "winner", "ada"),
    [
        ("guildes", {"counts": COUNTS}, "Paysans", 10, 1),
        # Red 17 to 11; every other colour 6 to 2.
        ("majority", {"debates": DEBATES}, "red", 17, 11),
        (
            "corrompue",
            {"players": [{"paysan": 3, "noblesse": 4}, {}, {"paysan": 3, "noblesse": 1}]},
            "Noblesse",
            1,
            4,
        ),
        # Two rounds of three seats: one's own turn, first, second, plantation.
        (
            "london",
            {"points": (9, 0, 0, 0, *[0] * 4, 4, 7, 0, 0, 0, 2, 0, 0, *[0] * 4, 1, 6, 2, 0)},
            "first on a tile",
            13,
            2,
        ),
    ],
)
def test_where_an_easy_computer_has_won_the_largest_difference_is_told(
    game, shown, kind, winner, ada
):
    seen = ended_against("easy", game, **shown)
    ours = f"({NAMES[2]} {winner}, {NAMES[0]} {ada})"
    assert why(*seen) == [f"What made the difference: {kind} {ours}."]
    assert why(*seen, "fr")[0].endswith(f"{ours}.")
    assert why(*ended_against("normal", game, **shown)) == []


def test_nothing_is_told_of_a_victory_that_a_person_shares_or_that_nothing_explains():
    record, view = ended_against("easy", "guildes", counts=COUNTS)
    shared = Outcome(places=((0, 2), (1,)), scores={})
    assert why(record, view.model_copy(update={"outcome": shared})) == []
    assert why(record, view.model_copy(update={"counts": ()})) == []
    alike = (ballot({"nobles": 3}, {}, {"nobles": 3}),)
    assert why(record, view.model_copy(update={"counts": alike})) == []


def test_a_party_is_held_against_a_party():
    debate = DebateView(totals={}, gold={c: (1, 4, 2, 3 if c == "red" else 0) for c in COLOURS})
    record, view = ended_against("easy", "majority", seats=4, debates=(debate,))
    seats = [replace(seat, party=seat.seat % 2) for seat in record.seats]
    seats[1] = replace(seats[1], user_id=None, strength="easy")
    record = replace(record, seats=tuple(seats))
    view = view.model_copy(update={"outcome": Outcome(places=((1, 3), (0, 2)), scores={})})
    (said,) = why(record, view)
    assert said == "What made the difference: red (Blaise and Denis 7, Ada_B and Cléo 3)."


def test_a_paused_game_waits_for_nobody_and_tells_who_paused_it():
    hall = table("guildes", 3)
    paused = replace(hall, record=replace(hall.record, pause=Pause(at=1.0)))
    words = LANGUAGES.words("en", NAMES)
    said = content(board.board(paused, paused.view(None), words))
    assert "goes on when more than half of its players want it to" in said
    assert "Waiting for" not in said


def test_of_a_long_count_ones_own_result_comes_first_and_isnt_cut_off():
    own = text("guildes.told.any", player=Player(1))
    others = [text(f"guildes.told.{number}", player=Player(0)) for number in range(10)]
    assert latest([own, *others], 1, 8, 4) == [own, *others[-7:]]
    assert latest([own, *others], None, 8, 4) == others[-8:]
    assert latest([*others, own], 1, 8, 4) == [*others[-7:], own]


def test_a_ranking_says_all_that_a_seat_has():
    hall = table("corrompue", 3)
    tokens = {seat: text("corrompue.tokens.noblesse", n=seat + 1) for seat in range(3)}
    outcome = Outcome(places=((0,), (1, 2)), scores=dict.fromkeys(range(3), 0), scored=tokens)
    view = hall.view(1).model_copy(update={"outcome": outcome})
    lines = board.ranking(hall.record, view, LANGUAGES.words("en", NAMES))
    assert lines[1] == "2\\. Blaise · 2 Noblesse tokens"
    last = hand.over(hall, view, LANGUAGES.words("en", NAMES), picture=RESULT)
    assert "with 2 Noblesse tokens." in content(last)


def test_computers_are_waited_for_only_where_no_person_is():
    hall = table("guildes", 3)
    *people, one = hall.record.seats
    computer = replace(one, user_id=None, strength="easy")
    hall = replace(hall, record=replace(hall.record, seats=(*people, computer)))
    view = hall.view(0)
    assert view.awaited == (0, 1, 2)
    assert hall.owing(view) == (0, 1)
    assert hall.owing(view.model_copy(update={"awaited": (2,)})) == (2,)


def test_what_was_remarkable_stands_again_once_hands_are_open_or_stay_closed():
    hall = table("guildes", 3)
    outcome = Outcome(places=((0,), (1,), (2,)), scores={0: 3, 1: 2, 2: 1})
    view = hall.view(None).model_copy(update={"outcome": outcome})
    remarkable = '[{"key": "hand.no_picture"}]'
    said = {}
    for state in ("asked", "open", "closed"):
        record = replace(hall.record, status="over", awards=remarkable, open_hands=OpenHands(state))
        ended = replace(hall, record=record)
        said[state] = content(board.result(ended, view, LANGUAGES.words("en", NAMES)))
    assert ["🏅" in one for one in said.values()] == [False, True, True]
    assert "All hands are open" in said["open"]


def test_who_is_waited_for_stands_with_the_time_that_is_left():
    hall = table("guildes", 3)
    people = [f"<@{seat.user_id}>" for seat in hall.record.seats]
    shown = board.board(hall, hall.view(None), LANGUAGES.words("en", NAMES), due={0: 60, 1: 60})
    assert f"Waiting for {people[0]}, {people[1]} (ends <t:60:R>), {people[2]}" in content(shown)


def test_news_have_two_lines_and_what_begins_one_of_them_if_there_is_any_left():
    words = LANGUAGES.words("en", ("Ada", "Bo", "Cy"))
    laid = [text("guildes.event.lays", player=Player(n), card="Nobles") for n in range(3)]
    begun = [text("guildes.event.ballot", ballot=2)]

    def votes(*each):
        won = tuple(
            text("guildes.event.votes_of", player=Player(n), votes=one)
            for n, one in enumerate(each)
        )
        return text("guildes.event.votes_won", ballot=1, each=won)

    ended, begins = briefly([*laid, votes(7, 8)], begun, 1, words, 3)
    assert ended == "-# Votes in ballot 1: Ada 7 and you 8."  # 36 letters of 47
    assert begins == "-# Ballot 2 begins."
    [ended] = briefly([*laid, votes(1234, 12345, 123456)], begun, 1, words, 3)
    assert ended == "-# Votes in ballot 1: Ada 1,234, you 12,345 and Cy 123,456."  # two lines
    [newest] = briefly(laid, [], None, words, 3)
    assert newest == "-# Ada lays Nobles. Bo lays Nobles. Cy lays Nobles."


def test_what_a_results_picture_shows_is_not_said_below_it():
    hall = table("majority", 4)
    view = hall.view(None).model_copy(
        update={"outcome": Outcome(places=((1,), (0, 2, 3)), scores=dict.fromkeys(range(4), 5))}
    )
    words = LANGUAGES.words("en", NAMES)
    assert "Blaise · 5 gold" not in content(board.result(hall, view, words, picture=RESULT))
    assert "1\\. Blaise · 5 gold" in content(board.result(hall, view, words))


def test_a_result_tells_of_as_much_as_six_lines_of_a_phone_hold():
    hall = table("majority", 4)
    long = text("majority.event.won", winners=tuple(map(Player, range(4))), gold="x" * 40)
    kept = TypeAdapter(tuple[Text, ...]).dump_json((long,) * 3).decode()
    shown = board.result(
        replace(hall, record=replace(hall.record, awards=kept)),
        hall.view(None),
        LANGUAGES.words("en", NAMES),
        picture=RESULT,
    )
    assert content(shown).count("🏅") == 1  # three lines each, below two


def test_a_result_that_has_much_to_say_of_why_has_no_room_for_more(monkeypatch):
    hall = table("majority", 4)
    long = text("majority.event.won", winners=tuple(map(Player, range(4))), gold="x" * 140)
    monkeypatch.setattr(board, "decided", lambda *_: (long,))
    kept = TypeAdapter(tuple[Text, ...]).dump_json((long,)).decode()
    told = replace(hall, record=replace(hall.record, awards=kept))
    shown = board.result(told, hall.view(None), LANGUAGES.words("en", NAMES), picture=RESULT)
    assert "🏅" not in content(shown)


def over(places, scores, seat):
    """What a seat's own message says at the end of a game of The Majority."""
    hall = table("majority", 4)
    outcome = Outcome(places=places, scores=dict(enumerate(scores)))
    view = hall.view(seat).model_copy(update={"outcome": outcome})
    return hand.over(hall, view, LANGUAGES.words("en", NAMES), picture=RESULT)


@pytest.mark.parametrize(
    ("seat", "said"),
    [
        (1, "you share the victory!\nPlace 1 of 4, with 55 gold."),
        (3, "you share the victory!\nPlace 1 of 4, with 55 gold."),
        (0, "won by Blaise and Denis.\nPlace 3 of 4, with 31 gold."),
        (2, "won by Blaise and Denis.\nPlace 4 of 4, with 30 gold."),
    ],
)
def test_the_end_of_a_game_tells_place_and_score(seat, said):
    assert said in content(over(((1, 3), (0,), (2,)), (31, 55, 30, 55), seat))


@pytest.mark.parametrize("places", [(), ((), (1, 3), (0,), (2,))])
def test_the_end_of_a_game_that_nobody_won_tells_the_score_alone(places):
    """Where nobody is first, the last of four would be fifth."""
    said = content(over(places, (31, 55, 30, 55), 2))
    assert "nobody has won.\nYou have 30 gold." in said
    assert "Place" not in said


@pytest.mark.parametrize("others", [(), ((2,), (0, 1))])
def test_a_ranking_says_that_nobody_has_won_and_numbers_nobody(others):
    hall = table("guildes", 3)
    outcome = Outcome(places=[(), *others] if others else (), scores={0: 3, 1: 3, 2: 5})
    view = hall.view(None).model_copy(update={"outcome": outcome})
    words = LANGUAGES.words("en", NAMES)
    assert content(board.told_result(hall, view, words)).endswith(
        ": The game is over: nobody has won."
    )
    said, *ranked = board.ranking(hall.record, view, words)
    assert said == "The game is over: nobody has won."
    names = [words.name(seat) for seat in (2, 0, 1)]
    assert [line.split(" · ")[0] for line in ranked] == (names if others else [])


def test_the_end_of_a_game_shows_the_results_picture():
    (shown,) = [part for part in parts(over(((0,), (1, 2, 3)), (9, 1, 1, 1), 0)) if "items" in part]
    assert shown["items"][0]["description"] == "The result"


def lobby_of(game, seated, *, made=lobby.lobby, **changes):
    """A lobby of so many people, as it was opened; `made`: which of its screens."""
    usual = {"status": "lobby", "speed": RELAXED, **changes}
    opened = replace(record(game, seated), **usual)
    return made(opened, games[game], LANGUAGES.words("en", NAMES))


def test_a_lobby_lists_only_what_is_chosen_otherwise_than_usual():
    assert "**" not in content(lobby_of("guildes", 3))
    chosen = {"options": '{"events": true}', "takebacks": False, "suggestions": True, "speed": None}
    said = content(lobby_of("guildes", 3, **chosen))
    listed = [line.split(":")[0] for line in said.split("\n") if "**" in line]
    assert listed == ["-# Events", "-# Take-backs", "-# Suggestions", "-# Speed"]


def test_what_the_picture_of_a_lobby_shows_is_not_said_below_it():
    opened = replace(record("guildes", 2), status="lobby", speed=RELAXED)
    words = LANGUAGES.words("en", NAMES)
    shown = lobby.lobby(opened, games["guildes"], words, picture=PICTURE)
    assert "Blaise" not in content(shown)
    assert "1 more player needed" in content(shown)
    assert len(content(shown).split("\n")) <= 6
    assert "Blaise" in content(lobby.lobby(opened, games["guildes"], words))


def test_joining_and_starting_stand_apart():
    *_, rule, last = lobby_of("guildes", 3).frame["components"]
    assert rule["type"] == 14
    assert labels([last]) == ["Start", "Cancel"]


def test_the_picture_of_a_lobby_has_a_place_for_every_seat():
    kept = (Invitation(500, "Zoë", kept=True),)
    shown = lobby_of("majority", 2, made=lobby.shown, invitations=kept)
    assert [(place.name, place.kept) for place in shown.places] == [
        ("Ada_B", False),
        ("Blaise", False),
        ("Zoë", True),
        ("", False),
    ]
    assert shown.places[0].note == "host"
    assert "A seat is kept for Zoë." in shown.said


def test_variants_that_make_no_difference_are_not_shown():
    kept = tuple(Invitation(500 + n, f"Friend {n}", kept=True) for n in range(2))
    for screen, shown in (
        (lobby_of("corrompue", 2, made=in_words), False),
        (lobby_of("corrompue", 3, made=in_words), False),
        (lobby_of("corrompue", 4, made=in_words), True),
        (lobby_of("corrompue", 2, made=in_words, invitations=kept), True),
    ):
        assert ("Deal with four players" in content(screen)) == shown


def in_words(record, game, words, **_):
    """Of a table that speaks French."""
    return lobby.in_words(record, game, words, "Français")


def test_parties_are_chosen_only_where_there_are_any():
    for seated in (1, 2, 3):
        assert "Party A" not in labels(lobby_of("majority", seated))
        assert "party" not in content(lobby_of("majority", seated))
    assert "Party A" in labels(lobby_of("majority", 4))


def test_a_lobby_in_words_says_the_tables_language_whoever_reads_it():
    assert "Language: **Français**" in content(lobby_of("guildes", 1, made=in_words))
    opened = replace(record("guildes", 1), status="lobby", locale="fr")
    french = in_words(opened, games["guildes"], LANGUAGES.words("fr", NAMES))
    assert "Langue\u00a0: **Français**" in content(french)


@pytest.mark.parametrize("name", games)
def test_a_lobby_in_words_says_what_can_be_taken_back_in_its_game(name):
    words = LANGUAGES.words("en", NAMES)
    said = words(text(f"game.{name}.takebacks"))
    shown = content(lobby_of(name, 2, made=in_words))
    assert "Take-backs: **allowed**" in shown
    assert f"-# Take-backs: {said}" in shown


def test_at_a_full_table_no_computer_can_be_added():
    for seated, added in ((3, 3), (4, 0)):
        opened = replace(record("majority", seated), status="lobby")
        screen = lobby.computers(opened, games["majority"], LANGUAGES.words("en", NAMES))
        assert sum(label.startswith("Add: ") for label in labels(screen)) == added


def test_the_last_seats_that_are_kept_leave_none_to_join():
    kept = tuple(Invitation(500 + n, f"Friend {n}", kept=True) for n in range(2))
    screen = lobby_of("majority", 2, invitations=kept)
    pressable = [part["label"] for part in parts(screen) if part.get("disabled") is False]
    assert "I’m in" in pressable
    assert "Join" not in pressable
    assert "seats free" not in content(screen)


def test_a_full_lobby_has_no_button_to_join():
    assert "Join" in labels(lobby_of("majority", 3))
    assert "Join" not in labels(lobby_of("majority", 4))


def test_beside_its_choice_a_hand_has_one_row():
    hall = table("guildes", 3)
    shown = hand.Hand(
        hall, hall.view(0), voices(LANGUAGES, "en", hall.record), picture=PICTURE
    ).screen()
    *_, last = [part for part in parts(shown) if part["type"] == 1]
    assert labels([last]) == ["History", "More…"]
    others = [part for part in parts(shown) if part.get("custom_id", "pick:")[:5] != "pick:"]
    assert len(others) == 2


def test_a_turns_own_buttons_share_the_rows_of_ways_to_all_else_that_need_two():
    """“More…” had a row to itself in a lesson of London, below two others."""
    choices, ways, own = (
        [button(label, "") for label in said]
        for said in (
            ("Skip", "Undo turn"),
            ("Suggest", "Why?", "Take back", "More…"),
            ("Suggest", "Take back", "More…"),
        )
    )
    (together,) = last_rows(choices, ways)
    assert [len(each["components"]) for each in even_rows(together)] == [3, 3]
    assert last_rows(choices, own) == [choices, own]


def test_a_view_of_many_words_is_read_in_pages():
    described = [f"{n} " + "word " * 100 for n in range(20)]
    words, turned = LANGUAGES.words("en", NAMES), partial(Browse, 1, "own")
    pages = [reading.paged("london", described, words, turned, page) for page in range(4)]
    assert all(len(content(page)) <= 4000 for page in pages)
    for n in range(20):
        assert sum(f"\n{n} word" in f"\n{content(page)}" for page in pages[:3]) == 1
    assert [labels(page) for page in pages[:3]] == [
        ["More (1/3)"],
        ["Back", "More (2/3)"],
        ["Back"],
    ]
    assert content(pages[3]) == content(pages[0])
    buttons = [part["custom_id"] for page in pages[:3] for part in parts(page) if "label" in part]
    assert buttons == ["look:1:own:1", *("look:1:own:0", "look:1:own:2"), "look:1:own:1"]


def test_a_view_of_few_words_has_no_pages():
    turned = partial(Browse, 1, "own")
    screen = reading.paged("guildes", ["Short."], LANGUAGES.words("en"), turned)
    assert labels(screen) == []


def test_everything_is_taken_or_nothing_with_a_press_each():
    ticked = [Option(f"o{n}", text("hand.none"), ticked=True) for n in range(2)]
    rows = prompt_rows(1, asks(*ticked, least=0, most=2), LANGUAGES.words("en"))
    assert labels(rows)[-2:] == ["All", "None"]


def test_what_a_question_adds_stands_below_it():
    hall = table("london", 2)
    asked = text("london.ask.negotiate", place="Weavers", n=1, there="Bo 2")
    prompt = Prompt(0, asked, (Option("none", text("london.pick.replace_none")),))
    view = hall.view(0).model_copy(update={"prompt": prompt})
    screen = hand.Hand(hall, view, voices(LANGUAGES, "en", hall.record), picture=PICTURE).screen()
    assert "use your neutral?\nWeavers: Bo 2" in content(screen)
    told = Guide(advice=("a reason",), advised=Advice(("none",), text("hand.none")))
    suggested = hand.Hand(
        hall, view, voices(LANGUAGES, "en", hall.record), picture=PICTURE, guide=told
    ).screen()
    assert "Weavers: Bo 2" in content(suggested)  # the reason speaks of them


@pytest.mark.parametrize(
    ("ask", "most", "said"),
    [(text("london.ask.excess", n=3), 3, "### Discard 3 cards"), (text("london.ask.play"), 1, "")],
)
def test_advice_stands_for_the_question_but_where_several_are_chosen(ask, most, said):
    """Those that a computer would choose could as well be those to keep."""
    hall = table("london", 2)
    options = [Option(f"card:{n}", text("hand.none"), brief=text("hand.none")) for n in range(4)]
    prompt = Prompt(0, ask, tuple(options), most, most)
    view = hall.view(0).model_copy(update={"prompt": prompt})
    spoken, guide = voices(LANGUAGES, "en", hall.record), Guide(advice=("So.",))
    shown = content(hand.Hand(hall, view, spoken, picture=PICTURE, guide=guide).screen())
    assert "So." in shown
    assert said in shown
    assert ("Play a card" in shown) is False


@pytest.mark.parametrize(
    ("game", "said"), [("majority", "3 or 4 players"), ("guildes", "3 to 6 players")]
)
def test_a_lobby_says_for_how_many_players_the_game_is(game, said):
    opened = replace(record(game, 1), status="lobby")
    assert said in content(lobby.lobby(opened, games[game], LANGUAGES.words("en", NAMES)))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("guildes", "About 30 to 45 minutes without a break · easy to learn"),
        ("majority", "About 45 to 60 minutes without a break · takes some planning"),
        ("london", "About 60 to 90 minutes without a break · a lot to think about"),
    ],
)
def test_a_lobby_says_time_and_weight(game, said):
    opened = replace(record(game, 1), status="lobby")
    assert said in content(lobby.lobby(opened, games[game], LANGUAGES.words("en", NAMES)))


def test_of_a_game_that_says_neither_a_lobby_says_nothing():
    class Silent(type(games["guildes"])):
        playing = None

    opened = replace(record("guildes", 1), status="lobby")
    shown = content(lobby.lobby(opened, Silent(), LANGUAGES.words("en", NAMES)))
    assert "minutes" not in shown
    assert "3 to 6 players" in shown


def test_a_seat_that_the_computer_has_is_a_computers_until_its_player_is_back():
    from_home = record("guildes", 3)
    away = replace(from_home, turns=(Turn(1, away=True), Turn(2)))
    assert [voices(LANGUAGES, "en", from_home).picture.role(seat) for seat in range(3)] == [
        None
    ] * 3
    roles = [voices(LANGUAGES, "en", away).picture.role(seat) for seat in range(3)]
    assert roles == [None, "computer, for now", None]


@pytest.mark.parametrize(("gold", "said"), [(1, "1 pièce d’or"), (2, "2 pièces d’or")])
def test_one_piece_of_gold_is_one_in_french(gold, said):
    words = LANGUAGES.words("fr", NAMES)
    worth = text("game.majority.score", n=gold)
    for key in ("majority.picture.won", "majority.picture.won_by_token", "majority.event.won"):
        assert said in words(text(key, n=1, winners=(Player(0),), gold=worth))
    party = text("majority.picture.party.0")
    assert said in words(text("majority.picture.party_gold", party=party, gold=worth))


@pytest.mark.parametrize(
    ("left", "said"),
    [
        (24 * HOUR - 1.5, "1 day"),
        (23 * HOUR - 31, "22 hours and 59 minutes"),
        (10 * MINUTE - 0.4, "10 minutes"),
        (20, "1 minute"),
    ],
)
def test_a_push_tells_the_nearest_minute(left, said):
    words = LANGUAGES.words("en")
    assert turn(record("guildes", 3), words, left).endswith(f"your turn, {said} left")


def test_what_can_be_asked_about_is_cut_by_kind():
    ids = [*(f"card:{n}" for n in range(20)), *(f"tile:{n}" for n in range(20)), "order"]
    ids += [f"other:{n}" for n in range(30)]
    offered = [Topic(one, text("hand.which"), ()) for one in ids]
    screen = wording.topics(1, offered, None, voices(LANGUAGES, "en", record("guildes", 3)))
    menus = [part for part in parts(screen) if part["type"] == 3]
    values = [[option["value"] for option in menu["options"]] for menu in menus]
    assert values == [ids[:20], ids[20:41], ids[41:66], ids[66:]]
    assert len({menu["custom_id"] for menu in menus}) == 4


def test_two_menus_of_the_same_kind_are_told_apart_by_what_they_begin_and_end_with():
    named = [(f"card:{n}", text("hand.select_number", n=n + 2), "hand.all") for n in range(40)]
    named.append(("order", text("hand.which"), "hand.rest"))
    offered = [Topic(one, title, (), text(kind)) for one, title, kind in named]
    screen = wording.topics(1, offered, None, voices(LANGUAGES, "en", record("guildes", 3)))
    called = [part["placeholder"] for part in parts(screen) if part["type"] == 3]
    assert len(called) == len(set(called)) == 2


def test_signs_are_explained_in_a_beginners_hand_and_to_the_whole_table():
    beginning = replace(record("guildes", 3), beginners=(101, 999))

    def explained(one: Session) -> list[bool]:
        return [voices(LANGUAGES, "fr", one, at).picture.learning for at in (None, 0, 1, 2)]

    assert explained(beginning) == [True, False, True, False]
    assert explained(replace(beginning, beginners=(999,))) == [False] * 4
    assert explained(replace(record("guildes", 3), lesson=Learnt())) == [True] * 4


def test_a_name_with_a_full_stop_ends_no_sentence():
    said = "**Dr. A. Da** leads. Lay a card! Why? It pays."
    assert guiding.sentences(said) == ["**Dr. A. Da** leads.", "Lay a card!", "Why?", "It pays."]


def test_what_only_a_menu_would_hold_with_what_follows_is_chosen_one_by_one():
    usual = Then(text("hand.confirm"), (("end",),))
    made = [Option(f"o{n}", text("hand.of", game="o", number=n), then=(usual,)) for n in range(10)]
    words = LANGUAGES.words("en")
    assert len(labels(prompt_rows(7, asks(*made[:9]), words))) == 18
    assert len(labels(prompt_rows(7, asks(*made), words))) == 10


def test_what_is_suggested_has_the_name_of_the_button_that_makes_all_of_it():
    paid = Then(text("hand.confirm"), (("b", "c"),))
    effect = Option("a", text("hand.none"), group=text("hand.of", game="a", number=0), then=(paid,))
    prompt, words = asks(effect), LANGUAGES.words("en")
    later = tuple(Step(prompt, picks) for picks in (("c", "b"), ("a",)))
    said, steps = guiding.suggested(Advice(("a",), text("hand.none"), then=later), prompt, words)
    assert steps == 3
    assert words(paid.text) in said[0]
    assert len(said) == 3  # what is suggested, why, and what comes after the payment
    alone, _ = guiding.suggested(Advice(("a",), text("hand.none"), then=later[1:]), prompt, words)
    assert words(paid.text) not in alone[0]


def of_guilds(*numbers: int, answered: tuple[str, ...] | None = None, number: int = 1) -> Prompt:
    """A prompt for cards of these guilds; of a second copy the id says so."""
    options, found = [], []
    for at in numbers:
        guild = GUILDS[at]
        name = f"{guild}:2" if guild in found else guild
        found.append(guild)
        options.append(Option(name, text(f"guildes.guild.{guild}"), f"guild:{guild}"))
    ask = text("guildes.ask.lay", n=number)
    return Prompt(0, ask, tuple(options), number, number, answered)


def labels_of(prompt: Prompt) -> list[str]:
    """Of the buttons, or of the lines of the only menu."""
    found = parts(prompt_rows(7, prompt, LANGUAGES.words("en")))
    (menu,) = [part for part in found if "options" in part] or [None]
    offered = [part for part in found if "label" in part] if menu is None else menu["options"]
    return [one["label"] for one in offered]


def test_two_alike_are_a_button_that_counts_them_and_the_chosen_pair_is_ticked():
    first, second = (LANGUAGES.words("en")(text(f"guildes.guild.{GUILDS[at]}")) for at in (0, 1))
    prompt = of_guilds(0, 0, 1, number=2)
    assert labels_of(prompt) == [f"2 × {first}", f"{first} + {second}"]
    chosen = of_guilds(0, 0, 1, answered=(GUILDS[0], f"{GUILDS[0]}:2"), number=2)
    assert labels_of(chosen) == [f"✓ 2 × {first}", f"{first} + {second}"]


@pytest.mark.parametrize(("letters", "told"), [(40, True), (80, False)])
def test_where_reasons_are_long_the_next_best_is_only_named(letters, told):
    prompt = of_guilds(0, 1)
    first, second = (option.id for option in prompt.options)
    reasons = [text("guildes.pick.seat", player=letter * letters) for letter in "ab"]
    advice = Advice((first,), reasons[0], second=((second,), reasons[1]))
    words = LANGUAGES.words("en", NAMES)
    (*_, last), _ = suggested(advice, prompt, words)
    assert last.startswith(f"-# Next best: **{words(text(f'guildes.guild.{second}'))}**")
    assert ("b" * letters in last) is told


def test_what_was_played_out_has_two_choices_with_what_they_are_worth_and_makes_one():
    prompt, words = of_guilds(0, 1), LANGUAGES.words("en")
    first, second = (option.id for option in prompt.options)
    best = (Ranked((second,), 61), Ranked((first,), 55))
    said, steps = suggested(Advice((second,), None, best), prompt, words)
    names = [words(text(f"guildes.guild.{GUILDS[at]}")) for at in (1, 0)]
    told = zip(names, ("61", "55"), said[2:], strict=True)
    assert all(name in line and worth in line for name, worth, line in told)
    assert steps == 1


def test_many_pairs_are_a_menu():
    shown = parts(prompt_rows(7, of_guilds(0, 0, 1, 1, 2, 3, number=2), LANGUAGES.words("en")))
    (menu,) = [part for part in shown if "options" in part]
    assert len(menu["options"]) == 8  # two pairs alike, six of four guilds
    assert menu["options"][0]["value"] == f"{GUILDS[0]}&{GUILDS[0]}:2"
    assert Pick(7, 0).picks([menu["options"][0]["value"]]) == [(GUILDS[0], f"{GUILDS[0]}:2")]


def test_eleven_cards_are_a_menu_and_ten_are_buttons_of_fewest_lines_on_a_phone():
    eleven = parts(prompt_rows(7, of_guilds(*range(11)), LANGUAGES.words("en")))
    assert [len(part["options"]) for part in eleven if "options" in part] == [11]
    ten = parts(prompt_rows(7, of_guilds(*range(10)), LANGUAGES.words("en")))
    assert not any("options" in part for part in ten)
    eight = prompt_rows(7, of_guilds(*range(8)), LANGUAGES.words("en"))
    assert not any("options" in part for part in parts(eight))
    # Two fit beside each other: rows of five and three would have a line more.
    assert [len(row["components"]) for row in eight] == [4, 4]


def brief(number: int, *, wide: str = "", **about: object) -> Option:
    """One that a picture explains by its number."""
    said = text("london.brief.effect", number=f"{number}{wide}")
    group = text("hand.of", game=str(number), number=0)
    return Option(f"card:{number}.effect", group, group=group, alone=True, brief=said, **about)


def pressable(prompt: Prompt, *, pictured: bool = True) -> list[list[str]]:
    """The labels of the buttons, line by line."""
    shown = prompt_rows(7, prompt, LANGUAGES.words("en"), pictured=pictured)
    return [[part["label"] for part in row["components"] if part["type"] == 2] for row in shown]


def test_below_a_picture_buttons_are_brief_and_beside_each_other():
    prompt = asks(*(brief(number) for number in range(1, 7)))
    assert pressable(prompt) == [["1★", "2★", "3★", "4★", "5★"], ["6★"]]
    long = pressable(prompt, pictured=False)
    assert all("★" not in label for line in long for label in line)


def kinds() -> list[Option]:
    """Uses of two kinds, of which four lines of buttons don't hold all."""
    one, other = (text("hand.of", game=kind, number=0) for kind in "ab")
    wide = "0" * 25  # one beside the other takes more than a phone has
    made = [brief(number, wide=wide, menu=one, rank=-number) for number in range(1, 9)]
    group = text("hand.of", game="9", number=0)
    return [*made, Option("card:9.b2", text("hand.none"), group=group, menu=other)]


def test_the_likeliest_have_the_room_and_all_others_a_page_for_each_kind():
    prompt, words = asks(*kinds()), LANGUAGES.words("en")
    tabs = [words(text("hand.of", game=kind, number=0)) for kind in "ab"]
    assert pressable(prompt) == [*([f"{number}{'0' * 25}★"] for number in (5, 6, 7, 8)), tabs]
    pages = [prompt_rows(7, prompt, words, page, pictured=True) for page in (1, 2)]
    shown = [
        {part.get("custom_id", "").split(":", 3)[-1] for part in parts(page)} for page in pages
    ]
    assert "card:9.b2" not in shown[0]
    assert "card:9.b2" in shown[1]
    for page, other in zip(pages, reversed(tabs), strict=True):
        assert [words(text("hand.likeliest")), other] in (labels(page)[-2:], labels(page)[:-3:-1])


def test_no_page_of_a_kind_has_more_parts_than_a_message_has_room_for():
    one, other = (text("hand.of", game=kind, number=0) for kind in "ab")
    made = [brief(number, menu=one, rank=number) for number in range(1, 60)]
    grouped = [replace(each, group=made[at // 8].group) for at, each in enumerate(made)]
    prompt = asks(*grouped, *(brief(number, menu=other) for number in range(60, 90)))
    for page in (1, 2):
        shown = prompt_rows(7, prompt, LANGUAGES.words("en"), page, pictured=True)
        assert len(parts(shown)) <= MOST_PARTS, page


def test_the_first_page_has_no_more_parts_than_a_message_has_room_for():
    kinds = [text("hand.of", game=kind, number=0) for kind in "abc"]
    made = [
        Option(f"o{number}", text("london.brief.card", number=number), menu=kinds[number % 3])
        for number in range(60)
    ]
    short = [replace(one, alone=True, brief=one.text) for one in made]
    shown = prompt_rows(7, asks(*short), LANGUAGES.words("en"), pictured=True)
    assert len(parts(shown)) <= MOST_PARTS


def learner_pages(prompt: Prompt) -> dict[int, list]:
    """By number every page that who learns can come to."""
    shown: dict[int, list] = {}
    ways = {0}
    while left := ways - shown.keys():
        page = min(left)
        made, beside = prompt_parts(7, prompt, LONDONERS, page, pictured=True, learns=True)
        rows = shown[page] = made + even_rows(beside)
        ids = [part.get("custom_id", "").split(":") for part in parts(rows)]
        ways |= {int(found[-1]) for found in ids if found[0] == "page"}
    return shown


def chosen_by(rows: list) -> set[str]:
    """The first choice of each button and line of a menu."""
    found = [part["custom_id"].split(":", 3)[-1] for part in parts(rows) if "label" in part]
    found += [line["value"] for part in parts(rows) for line in part.get("options", ())]
    return {each.split(THEN)[0] for each in found}


def test_who_learns_finds_kinds_in_words_and_brief_buttons_a_page_behind():
    """Whatever is asked in a turn of Guilds of London: nothing is lost on the way."""
    learned = 0
    for position in positions(games["london"], 200):
        prompt = position.view.prompt
        if prompt.ask.key != "london.ask.play" or len(pages := learner_pages(prompt)) == 1:
            continue
        learned += 1
        choices = [one for one in prompt.options if one.role == "choice"]
        begins = {LONDONERS(text(f"{one.menu.key}.begin")) for one in choices}
        shortcuts = LONDONERS(text("hand.shortcuts"))
        others = {LONDONERS(one.text) for one in prompt.options if one.role != "choice"}
        assert {*labels(pages[0])} - others == {*begins, shortcuts}
        *by_kind, signs = [pages[at] for at in sorted(pages) if at]
        assert set.union(*map(chosen_by, by_kind)) >= {one.id for one in choices}
        assert not [label for page in by_kind for label in labels(page) if "★" in label]
        assert any("→" in label or "★" in label for label in labels(signs))
        legend, signed = signs[0]["content"], "".join(labels(signs))
        for sign, key in ((" pay ", "paid"), ("→", "move"), (", end", "and_end")):
            explained = LONDONERS(text(f"london.signs.{key}")) in legend
            assert explained == (sign in signed) or key == "move", (sign, legend)
        for page in (*by_kind, signs):
            assert LONDONERS(text("hand.back_to")) in labels(page)
    assert learned > 20


def test_few_signs_that_are_words_need_not_be_learned():
    """Where all stands in words, or all is of one kind, nothing is a page behind."""
    prompt, words = asks(brief(1), brief(2)), LANGUAGES.words("en")
    assert prompt_rows(7, prompt, words, pictured=True, learns=True) == prompt_rows(
        7, prompt, words, pictured=True
    )


def test_a_button_that_chooses_more_as_well_has_no_sign():
    """It would leave less room for other shortcuts."""
    more = Then(text("london.brief.recruit"), (("b",),), text("london.brief.recruit"))
    one = Option("a", text("hand.none"), card="card:1", then=(more,), brief=text("hand.none"))
    shown = parts(
        prompt_rows(
            7, asks(one), LANGUAGES.words("en"), signs={"card:1": {"id": "5"}}, pictured=True
        )
    )
    assert [part.get("emoji") for part in shown if "label" in part] == [{"id": "5"}, None]


@pytest.mark.parametrize("language", ["en", "fr"])
def test_ways_to_all_else_are_one_row_below_a_turns_own_buttons(language):
    """A whole game of Guilds of London in which all is suggested and may be taken back."""
    rules, found = games["london"], 0
    record_ = replace(record("london", 2), suggestions=True)
    for position in positions(rules, 200):
        prompt, view = position.view.prompt, position.view
        if prompt is None or not is_brief(prompt) or prompt.most > 1:
            continue
        hall = Table(record_, rules, position.state, ())
        shown = hand.Hand(
            hall, view, voices(LANGUAGES, language, record_), picture=PICTURE
        ).screen()
        *_, own, foot = [
            [part["custom_id"].split(":")[0] for part in held["components"]]
            for held in parts(shown)
            if held["type"] == 1 and "label" in held["components"][0]
        ]
        assert foot[-2:] == ["suggest", "show"]
        others = any(option.role != "choice" for option in prompt.options)
        if others and "pick" not in foot:
            assert set(own) == {"pick"}
            found += 1
    assert found


def test_bold_letters_are_wider_than_others():
    """As a browser shows it at 390 px: three lines, the last of one word."""
    said = (
        "-# then **Quarter day · move to A4 5/5**, **Muster × 2 · move to A5 1/5, and again with"
        " Muster**, **End turn**"
    )
    assert text_lines(said) == 3
    assert text_lines(said.replace("**", "")) == 2


def test_in_words_advice_takes_two_lines_of_likely_choices():
    rules, record_, fewer = games["london"], record("london", 2), set()
    for position in positions(rules, 100):
        prompt, view = position.view.prompt, position.view
        if prompt is None or not is_brief(prompt) or prompt.most > 1:
            continue
        hall, spoken = Table(record_, rules, position.state, ()), voices(LANGUAGES, "en", record_)
        plain, advised = (
            hand.Hand(hall, view, spoken, said=("Your cards.",), guide=guide).screen()
            for guide in (Guide(), Guide(advice=("That.", "-# So.")))
        )
        fewer.add(_chosen_rows(plain) - _chosen_rows(advised))
    assert max(fewer) == 2


def _chosen_rows(shown) -> int:
    rows = [part["components"] for part in parts(shown) if part["type"] == 1]
    return sum(row[0].get("custom_id", "").startswith("pick:") for row in rows)


def test_a_sole_part_that_may_be_declined_is_two_buttons():
    part = Option("part:0", text("hand.confirm"), ticked=True)
    prompt, words = asks(part, least=0), LANGUAGES.words("en")
    shown = prompt_rows(7, prompt, words)
    assert labels(shown) == [words(text("hand.confirm")), words(text("hand.button.none"))]
    assert not [one for one in parts(shown) if "options" in one]


def test_below_a_picture_a_turn_that_is_suggested_goes_on_in_a_line_of_signs():
    said = text("hand.of", game="Alms", number=0)
    effect = Option("a", text("hand.none"), group=said, brief=text("london.brief.effect", number=3))
    tile = Option("b2", text("hand.none"), brief=text("london.brief.cell", cell="B2"))
    end = Option("end", text("london.pick.end"), role="confirm")
    words, first = LANGUAGES.words("en"), asks(effect, end)
    later = (Step(first, ("a",)), Step(asks(tile), ("b2",)), Step(first, ("end",)))
    advice = Advice(("a",), text("hand.none"), then=later)
    (chosen, _, *rest), _ = guiding.suggested(advice, first, words, pictured=True)
    assert f"{words(said)}: 3★" in chosen
    assert rest == ["-# then **3★** (B2), **End turn**"]


def test_of_a_turn_too_long_for_its_lines_a_press_makes_what_is_told_up_to_the_end_of_a_card():
    effect = Option("a", text("hand.none"), brief=text("london.brief.effect", number=3))
    card = asks(replace(effect, group=text("hand.of", game="Alms", number=0)))
    tile = asks(Option("b2", text("hand.none"), brief=text("london.brief.cell", cell="B2")))
    later = [Step(*step) for step in ((card, ("a",)), (tile, ("b2",)), (tile, ("b2",)))] * 40
    advice = Advice(("a",), text("hand.none"), then=tuple(later))
    (*_, said), steps = guiding.suggested(advice, card, LANGUAGES.words("en"), pictured=True)
    assert text_lines(said) == 6
    assert said == f"-# then {', '.join(said.count('3★') * ['**3★** (B2, B2)'])}"
    assert steps == 1 + 3 * said.count("3★")
    press = ways.suggest(
        replace(record("london", 4), suggestions=True), card, LANGUAGES.words("en"), 0, steps
    )
    assert [as_pick(one).advised for one in press] == [steps]


@pytest.mark.parametrize("crowded", [0, 2])
@pytest.mark.parametrize("language", ["en", "fr"])
def test_what_is_advised_is_a_button_of_the_first_page(language, crowded):
    """Whatever is asked in Guilds of London, with what follows it where that has a button."""
    words, menus = LANGUAGES.words(language, [*"ABCD"]), 0
    for position in positions(games["london"], 300):
        prompt, advice = position.view.prompt, position.advice
        if not is_brief(prompt) or prompt.most > 1 or prompt.least == 0:
            continue
        shown = prompt_rows(
            7, guiding.foremost(prompt, advice), words, pictured=True, crowded=crowded
        )
        menus += any("options" in one for one in parts(shown))
        pressed = [one["custom_id"] for one in parts(shown) if "custom_id" in one]
        (pick,) = advice.picks
        assert any(one.split(":", 3)[-1].split(THEN)[0] == pick for one in pressed), prompt.ask
    assert menus


def test_what_is_left_of_one_kind_is_a_menu_below_the_likeliest():
    *made, rest = kinds()
    left = [replace(rest, menu=made[0].menu), *made[:3]]
    shown = prompt_rows(7, asks(*made, left[0]), LANGUAGES.words("en"), pictured=True)
    (menu,) = shown[-1]["components"]
    listed = [option["value"] for option in menu["options"]]
    assert listed == [*(f"card:{number}.effect" for number in (1, 2, 3, 4)), "card:9.b2"]


def test_what_follows_is_a_line_of_the_menu_where_the_option_alone_is_no_button():
    wide = "0" * 25
    paid = Then(text("hand.none"), (("card:2",),), text("london.brief.card", number=2), rank=9)
    made = [brief(number, wide=wide) for number in range(1, 5)]
    group = text("hand.of", game="5", number=0)
    late = Option("card:5.effect", group, group=group, then=(paid,))
    shown = prompt_rows(7, asks(*made, late), LANGUAGES.words("en"), pictured=True)
    (menu,) = shown[-1]["components"]
    assert [option["value"] for option in menu["options"]] == [
        f"card:5.effect{THEN}card:2",
        "card:5.effect",
    ]


def test_what_follows_a_choice_that_is_a_button_is_no_line_of_the_menu():
    wide = "0" * 25
    paid = Then(text("hand.none"), (("card:2",),), text("london.brief.card", number=2), rank=9)
    first, *made = (brief(number, wide=wide) for number in range(1, 5))
    group = text("hand.of", game="5", number=0)
    late = Option("card:5.effect", group, group=group)
    prompt = asks(replace(first, then=(paid,)), *made, late)
    *buttons, last = prompt_rows(7, prompt, LANGUAGES.words("en"), pictured=True)
    (menu,) = last["components"]
    assert len(labels(buttons)) == 4
    assert [option["value"] for option in menu["options"]] == ["card:5.effect"]


@pytest.mark.parametrize(
    ("seconds", "about"),
    [
        (None, ""),
        (2.0, "It takes about 10 seconds more."),
        (84.0, "It takes about 80 seconds more."),
        (95.0, "It takes about 2 minutes more."),
    ],
)
def test_how_long_a_review_takes_is_said_as_soon_as_its_pace_is_known(seconds, about) -> None:
    found = Reviewable(
        record("guildes", 3), games["guildes"], 100, (), Review(seat=0, result=0, total=45), None
    )
    said = str(progress(found, LANGUAGES.words("en"), seconds, tell=False).frame)
    assert "0 of 45" in said
    assert about in said
    assert ("It takes" in said) == bool(about)


@pytest.mark.parametrize(("better", "said"), [(503, "no better one"), (510, "perhaps better: 51%")])
def test_a_whole_turn_is_held_against_one_that_is_a_point_better_at_least(better, said) -> None:
    game = games["guildes"]
    view = game.view(game.setup(3, seed=1), 0)
    picks = [(option.id,) for option in view.prompt.options]
    answers = tuple(
        Answer(picks=picks[number], chance=chance, low=chance, high=chance, worlds=9)
        for number, chance in enumerate((500, better))
    )
    turn = Choice(entry=1, round=1, cost=0, answers=answers, turn=1)
    choice = turn.model_copy(update={"cost": better - 500 + 10})
    review = Review(seat=0, result=0, total=1, choices=(choice,), turns=(turn,))
    owed = Owed(1, 1, view, picks[0], turn=1)
    found = Reviewable(record("guildes", 3), game, 100, (owed,), review, None)
    shown = turning_point(found, 1, 0, voices(LANGUAGES, "en", found.record), said=())
    assert f"Your whole turn: 50% to win; {said}" in str(shown.frame).replace("another, ", "")


def test_a_speed_is_its_name_and_below_it_what_happens_when():
    """A phone cuts a select's label after some 40 letters."""
    live, *_, untimed = lobby.known_speeds("none", LANGUAGES.words("en", ()))
    assert live["label"] == "live"
    assert live["description"] == "reminder after 2 minutes, computer’s choice after 10 minutes"
    assert (untimed["label"], untimed["default"], "description" in untimed) == (
        "no clock",
        True,
        False,
    )


def test_below_a_picture_there_are_as_many_lines_of_buttons_as_a_phone_has_room_for():
    """844 px, of which 48 are around all, 341 as wide as high a picture, 51 each line's."""
    assert lines_below(Picture(b"", "", 1080, 1080), [paragraph("-# A line."), None]) == 8
    assert lines_below(Picture(b"", "", 1080, 1500), [paragraph("-# A line."), None]) == 5
    sent = Attachment(1, "hand.png", "key", "", 1080, 1080)
    unknown = Attachment(1, "hand.png", "key", "")
    assert lines_below(sent, ()) == 8
    assert lines_below(unknown, ()) == 7


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_hand_in_a_negotiation_has_room_for_who_has_won_the_tile_before(language):
    pawns, neutrals = {"B3": [1, 1, 2, 1]}, [0, 2, 0, 0]
    town = scene(4, tiles={"B2": "masons", "B3": "haberdashers"}, pawns=pawns, neutrals=neutrals)
    state = activate(town)
    won = text("london.told.wins", player=Player(2), place=place(state, cell("B2")))
    hall = replace(table("london", 4), state=state, story=story.go_on((), [Event(won)]))
    view, spoken = hall.view(1), voices(LANGUAGES, language, hall.record)
    assert view.prompt.ask.key == "london.ask.negotiate"
    said = content(hand.Hand(hall, view, spoken).screen())
    assert f"-# {spoken.message(won)}" in said
    assert spoken.message(view.headline) in said


def test_of_too_many_lines_whole_ones_stay():
    said = "\n".join(f"- [Game](https://discord.com/channels/1/{number})" for number in range(9))
    (*kept, end) = shortened(said, 200).splitlines()
    assert kept == said.splitlines()[:4]
    assert end == "…"
    assert shortened(said.replace("\n", " "), 200) == said.replace("\n", " ")[:199].rstrip() + "…"
