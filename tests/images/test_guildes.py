"""Guildes in pictures, from the emptiest table to the fullest."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from io import BytesIO

import pytest
from PIL import Image

from bot.testing.names import LONGEST_NAMES
from engine import games
from engine.guildes.options import GuildesOptions
from engine.parts.values import Outcome
from engine.text import text
from images import pictures, viewed
from images.furniture import people
from images.furniture.ornaments import arrow
from images.guildes import parts
from images.guildes.spoken import way
from images.guildes.theme import THEME
from images.paint import canvas as lettered
from images.paint import theme
from images.paint.canvas import Canvas
from images.paint.layout import Box
from images.paint.lettering import line
from images.paint.theme import WIDTH
from images.words import LONGEST
from tests.images.seen import all_written, groups, ink
from tests.images.speech import Heard, Speech
from tests.images.views import (
    DEALT,
    FIFTEEN_LETTERS,
    PLAIN_NAMES,
    counted_view,
    draft_prompt,
    full_view,
    guild_rows,
    guildes_view,
    middle_view,
    over_view,
    player,
)

GUILDES = pictures["guildes"]
SEATS = (3, 4, 5, 6)
LANGUAGES = ("en", "fr")
ENGLISH = Speech("en", PLAIN_NAMES)


def longest(language, seats):
    """Everyone has the longest name and is a computer."""
    return Speech(language, LONGEST_NAMES, range(seats))


def pack_of(seats):
    """As many different cards as are dealt."""
    return tuple(row.guild for row in reversed(guild_rows(seats)))[: DEALT[seats]]


def assert_sound(picture):
    image = Image.open(BytesIO(picture.png))
    image.load()
    assert image.format == "PNG"
    assert image.mode == "P"
    assert image.size == (picture.width, picture.height) == (WIDTH, picture.height)
    assert len(picture.png) <= 120_000
    assert picture.cut == ()
    assert 0 < len(picture.alt) <= LONGEST


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
@pytest.mark.parametrize("view", [guildes_view, middle_view, full_view, over_view])
def test_the_board_holds_everything_with_the_longest_names(view, seats, language):
    assert_sound(GUILDES.board(view(seats), longest(language, seats)))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_hand_holds_the_largest_pack_and_an_empty_one(seats, language):
    words = longest(language, seats)
    pack = pack_of(seats)
    prompt = draft_prompt(0, pack, (pack[0],))
    assert_sound(GUILDES.hand(guildes_view(seats, 0, pack=pack, prompt=prompt), words))
    assert_sound(GUILDES.hand(middle_view(seats, 1, pack=pack[:2], hand=pack), words))
    assert_sound(GUILDES.hand(full_view(seats, 1, hand=pack, own_face_down=pack[:1]), words))
    assert_sound(GUILDES.hand(over_view(seats, 2), words))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", SEATS)
def test_the_result_holds_everyone_and_every_ballot(seats, language):
    assert_sound(GUILDES.result(over_view(seats), longest(language, seats)))


@pytest.mark.parametrize("seats", SEATS)
def test_a_game_with_both_variants_is_drawn_at_every_prompt(seats):
    game = games["guildes"]
    state = game.setup(seats, game.Options(events=True, tricks=True), seed=seats)
    seen = set()
    while prompts := game.prompts(state):
        prompt = next(p for p in prompts.values() if p.answered is None)
        view = game.view(state, prompt.seat)
        if prompt.ask.key not in seen:
            seen.add(prompt.ask.key)
            for language in LANGUAGES:
                assert_sound(GUILDES.hand(view, longest(language, seats)))
                assert_sound(GUILDES.board(view, longest(language, seats)))
                assert all(GUILDES.describe(view, longest(language, seats)))
        state, _ = game.play(state, prompt.seat, [o.id for o in prompt.options[-prompt.least :]])
    assert len(seen) >= 3
    assert_sound(GUILDES.result(game.view(state, None), longest("fr", seats)))


def test_packs_travel_by_name():
    """Between two who sit side by side in the picture, as its arrow points."""
    game, seen = games["guildes"], set()
    for seed in range(4):
        state = game.setup(4, seed=seed)
        view = game.view(state, None)
        first, second = {"left": (0, 1), "right": (1, 0)}[view.direction]
        said = f"{PLAIN_NAMES[first]}’s pack goes to {PLAIN_NAMES[second]}, and so on."
        assert said in " ".join(GUILDES.describe(view, ENGLISH))
        brief = f"Packs: {PLAIN_NAMES[first]} to {PLAIN_NAMES[second]}, and so on"
        assert ENGLISH(viewed.travel_brief(view, 4, way(view))) == brief
        own = " ".join(GUILDES.describe(game.view(state, 0), ENGLISH))
        to = PLAIN_NAMES[{"left": 1, "right": 3}[view.direction]]
        assert f"Your pack goes to {to}." in own
        seen.add(view.direction)
    assert seen == {"left", "right"}


def test_alt_text_begins_with_where_the_game_stands():
    alt = GUILDES.board(middle_view(4), ENGLISH).alt
    assert alt.startswith("Ballot ")
    assert "Waiting for Chloé and Dmitri." in alt[:256]
    assert "Votes: Dmitri 28 (+31 now), Ana 23 (+28 now), Chloé 18" in alt[:256]


def test_alt_text_of_the_hand_names_the_pack():
    pack = ("artisans", "nobles", "nobles")
    view = guildes_view(4, 0, pack=pack, prompt=draft_prompt(0, pack, ("nobles",)))
    alt = GUILDES.hand(view, ENGLISH).alt
    assert "You have chosen Nobles." in alt
    assert "The pack: Artisans 1 and Nobles 2." in alt[:256]


def test_alt_text_says_the_event_and_who_holds_which_trick():
    """As both pictures show them."""
    game = games["guildes"]
    state = game.setup(3, game.Options(events=True, tricks=True), seed=3)
    view = game.view(state, 1)
    event = ENGLISH(text(f"guildes.event_card.{view.event}"))
    said = f"Event: {event}. {ENGLISH(view.event_rule)}"
    tricks = [ENGLISH(text(f"guildes.trick.{player.trick}")) for player in view.players]
    board, hand = GUILDES.board(view, ENGLISH).alt, GUILDES.hand(view, ENGLISH).alt
    assert said in board
    held = zip(PLAIN_NAMES, tricks, strict=False)
    assert all(f"{name} “{trick}”" in board for name, trick in held)
    assert f"{said} Your dirty trick: {tricks[1]}." in hand


def test_alt_text_of_the_result_names_the_winner_first():
    alt = GUILDES.result(over_view(4), ENGLISH).alt
    assert alt.startswith("Ana wins the election with 116 votes.")


def test_the_text_tells_all_that_lies_open():
    text = "\n".join(GUILDES.describe(full_view(6), ENGLISH))
    for expected in (
        "Ties ignored",
        "Waiting for Ana and Farid.",
        "Marks for this count: Nobles +1 and Prêtres −1.",
        "1 card face down.",
        "4 cards in hand.",
        "Dirty trick, used: Exchange.",
        "Votes of Ana: 20 + 28 = 48.",
        "Count of ballot 2.",
        "Milice 3 per card",
    ):
        assert expected in text


def test_the_text_tells_own_cards_to_their_owner_alone():
    own = GUILDES.describe(full_view(4, 1, hand=("milice",), own_face_down=("nobles",)), ENGLISH)
    public = GUILDES.describe(full_view(4), ENGLISH)
    assert "Hand: Milice 1." in "\n".join(own)
    assert "Your face-down cards: Nobles 1." in "\n".join(own)
    assert "Your" not in "\n".join(public)


def test_marks_count_but_never_below_none():
    view = guildes_view(
        3,
        players=(
            player({"nobles": 2}, 3, marks={"nobles": 1}),
            player({"nobles": 3}, 3),
            player({}, 3, marks={"nobles": -1}),
        ),
    )
    nobles = next(row for row in view.guilds if row.guild == "nobles")
    assert [view.players[seat].effective("nobles") for seat in range(3)] == [3, 3, 0]
    assert view.leaders(nobles) == (0, 1)


def test_while_ties_are_ignored_the_next_player_leads():
    tied = tuple(player({"artisans": number}, 3) for number in (2, 2, 1))
    view = guildes_view(3, players=tied, event="ties_ignored")
    artisans = next(row for row in view.guilds if row.guild == "artisans")
    assert view.leaders(artisans) == (0, 1)
    applies = view.model_copy(update={"options": view.options.model_copy(update={"events": True})})
    assert applies.leaders(artisans) == (2,)


def test_nobody_leads_the_militia_that_scores_by_card():
    view = guildes_view(3, players=tuple(player({"milice": n}, 3) for n in (3, 1, 0)))
    assert view.leaders(view.guilds[-1]) == ()


def test_a_hand_is_drawn_for_a_seat_only():
    with pytest.raises(ValueError, match="seat"):
        GUILDES.hand(guildes_view(4), ENGLISH)


def test_a_result_is_drawn_when_the_game_is_over():
    with pytest.raises(ValueError, match="over"):
        GUILDES.result(guildes_view(4), ENGLISH)


@pytest.mark.parametrize(
    ("milice", "places", "said"),
    [
        ((3, 1, 2), [[0], [2], [1]], "Ana wins the tie at 40 votes by the Milice, 3 to 2"),
        (
            (3, 1, 3),
            [[0, 2], [1]],
            "Ana and Chloé share the victory at 40 votes by the Milice, 3 to 1",
        ),
        ((3, 3, 3), [[0, 1, 2]], "Ana, Bertrand, and Chloé win the election together"),
    ],
)
def test_of_a_tie_that_the_milice_has_broken_a_result_says_so(milice, places, said):
    """Guildes, end: most Milice cards laid, then shared."""
    ended = over_view(
        3,
        players=tuple(player({"milice": number}, 3, votes=(0, 0, 40)) for number in milice),
        outcome=Outcome(places=places, scores=dict.fromkeys(range(3), 40)),
    )
    assert GUILDES.result(ended, ENGLISH).alt.startswith(said)
    for language in LANGUAGES:
        assert_sound(GUILDES.result(ended, Speech(language, LONGEST_NAMES, range(3))))


def test_while_nobody_has_laid_a_card_the_board_shows_who_has_chosen_and_no_guild():
    words = Heard("en", PLAIN_NAMES)
    assert_sound(GUILDES.board(guildes_view(3, awaited=(0, 2)), words))
    assert {"picture.status.choosing", "picture.status.chosen"} <= words.keys
    assert not any(key.startswith("guildes.guild.") for key in words.keys)
    assert "picture.votes" not in words.keys


def test_a_guild_of_which_nothing_lies_has_no_row():
    words = Heard("en", PLAIN_NAMES)
    players = (player({"nobles": 1}, 3), player({}, 3), player({}, 3, marks={"milice": 1}))
    assert_sound(GUILDES.board(guildes_view(3, players=players), words))
    guilds = {key for key in words.keys if key.startswith("guildes.guild.")}
    assert guilds == {"guildes.guild.nobles", "guildes.guild.milice"}


def test_what_lies_open_tells_what_the_ballot_would_bring_now():
    """Artisans bring 7, then 4 from the second ballot on; each Milice 3."""
    laid = ({"artisans": 2}, {"artisans": 1, "milice": 1}, {})
    view = guildes_view(3, players=tuple(player(cards, 3, face_down=1) for cards in laid))
    assert view.due() == (7, 3, 0)
    assert view.model_copy(update={"ballot": 2}).due() == (7, 7, 0)


def test_where_ties_are_ignored_those_who_are_tied_would_get_nothing():
    tied = tuple(player({"nobles": 1}, 3) for _ in range(3))
    view = guildes_view(3, players=tied, event="ties_ignored", ballot=3)
    assert view.due() == (7, 7, 7)  # 12 + 6 + 3, shared
    events = view.options.model_copy(update={"events": True})
    assert view.model_copy(update={"options": events}).due() == (0, 0, 0)


def test_a_count_that_is_news_says_nothing_of_the_next_one():
    now, news = Heard("en", PLAIN_NAMES), Heard("en", PLAIN_NAMES)
    assert_sound(GUILDES.board(middle_view(4), now))
    assert_sound(GUILDES.board(counted_view(4), news))
    assert "picture.due" in now.keys - news.keys


def test_what_a_ballot_would_bring_now_is_said_as_well_as_drawn():
    players = (player({"nobles": 2}, 3), player({"milice": 1}, 3), player({}, 3))
    laying = guildes_view(3, players=players, phase="laying", awaited=(0,))
    # The Nobles' first rank is worth 12, the Milice 3 a card.
    said = GUILDES.board(laying, ENGLISH).alt
    assert "Votes: Ana 0 (+12 now), Bertrand 0 (+3 now), and Chloé 0." in said


def test_a_hand_says_nothing_of_guilds_that_nobody_has():
    pack = ("artisans", "nobles")
    first = guildes_view(3, 0, pack=pack, prompt=draft_prompt(0, pack, None))
    kept = first.model_copy(update={"hand": ("milice",)})
    words, later = Heard("en", PLAIN_NAMES), Heard("en", PLAIN_NAMES)
    assert GUILDES.hand(first, words).height < GUILDES.hand(kept, later).height
    assert not {"guildes.picture.section.own", "guildes.picture.section.kept"} & words.keys
    assert "guildes.picture.section.kept" in later.keys


def test_crowns_are_explained_where_there_are_some():
    alone, tied = Heard("en", PLAIN_NAMES), Heard("en", PLAIN_NAMES)
    for words, second in ((alone, {}), (tied, {"nobles": 1})):
        players = (player({"nobles": 1}, 3), player(second, 3), player({}, 3))
        GUILDES.board(guildes_view(3, players=players), words)
    assert {"guildes.picture.legend.leads"} == {k for k in alone.keys - tied.keys if "lead" in k}
    assert "guildes.picture.legend.shares" in tied.keys - alone.keys


def test_tied_votes_have_the_crown_of_a_shared_lead():
    alone, tied = Heard("en", PLAIN_NAMES), Heard("en", PLAIN_NAMES)
    for words, second in ((alone, 9), (tied, 10)):
        votes = ((10,), (second,), (0,))
        players = tuple(player({"milice": 1}, 3, votes=each) for each in votes)
        GUILDES.board(guildes_view(3, players=players), words)
    lead = {"guildes.picture.legend.leads", "guildes.picture.legend.shares"}
    assert alone.keys & lead == {"guildes.picture.legend.leads"}
    assert tied.keys & lead == {"guildes.picture.legend.shares"}
    gold = []
    for shared in (False, True):
        canvas = Canvas(Image.new("RGB", (200, 60), THEME.cloth))
        people.total(canvas, Box(0, 0, 200, 60), THEME, 10, first=True, shared=shared)
        gold.append(ink(canvas.drawn().image, [theme.GOLD_LIGHT]).histogram()[255])
    assert gold[1] < gold[0]


@pytest.mark.parametrize(("ballot", "later"), [(1, True), (2, True), (3, False)])
def test_votes_of_later_ballots_are_explained_while_there_is_a_later_one(ballot, later):
    for viewer, draw in ((None, GUILDES.board), (0, GUILDES.hand)):
        words = Heard("en", PLAIN_NAMES)
        players = tuple(player({"nobles": 1}, 3) for _ in range(3))
        draw(guildes_view(3, viewer, players=players, ballot=ballot), words)
        assert ("guildes.picture.legend.later" in words.keys) == later


@pytest.mark.parametrize("states", [("held",), ("held", "played"), ("declined", "played")])
def test_what_the_seals_of_dirty_tricks_mean_is_explained(states):
    view = full_view(3)
    players = tuple(
        replace(one, trick_state=states[seat % len(states)])
        for seat, one in enumerate(view.players)
    )
    for ballot, laid in ((view, players), (counted_view(3, options=view.options), players)):
        words = Heard("en", PLAIN_NAMES)
        GUILDES.board(ballot.model_copy(update={"players": laid}), words)
        told = {key for key in words.keys if key.startswith("guildes.picture.legend.trick.")}
        assert told == {f"guildes.picture.legend.trick.{state}" for state in states}


@pytest.mark.parametrize(("phase", "shown"), [("draft", 1), ("laying", 0), ("tricks", 0)])
def test_the_events_arrow_is_there_only_while_packs_are_passed(phase, shown, monkeypatch):
    """The one in red; the other, above, stands beside the names."""
    drawn, board = [], import_module("images.guildes.board")
    monkeypatch.setattr(
        board, "arrow", lambda *about, **way: drawn.append(about) or arrow(*about, **way)
    )
    view = guildes_view(4, options=GuildesOptions(events=True), phase=phase)
    assert_sound(GUILDES.board(view, ENGLISH))
    assert [colour for _, _, colour in drawn].count(THEME.rubric) == shown


def test_a_hand_tells_who_learns_the_game_what_the_event_and_the_own_trick_do():
    """Their names stand in every hand; the rules of both are read with the legends alone."""
    own = player({}, pack=9, seats=4, trick="exchange", trick_state="held")
    others = (player({}, pack=9, seats=4),) * 3
    options = GuildesOptions(events=True, tricks=True)
    view = guildes_view(4, 0, pack=pack_of(4), players=(own, *others), options=options)
    rules = {"guildes.event_card.in_turn.rule", "guildes.trick.exchange.rule"}
    learning, knowing = (Heard("en", PLAIN_NAMES, learning=each) for each in (True, False))
    explained, bare = GUILDES.hand(view, learning), GUILDES.hand(view, knowing)
    assert rules <= learning.keys
    assert not rules & knowing.keys
    assert explained.cut == bare.cut == ()


TRICKS = (
    *("protection", "exchange", "sacrifice", "salvage", "second_thoughts"),
    *("mark_alchimistes", "mark_chevaliers", "mark_nobles", "mark_pretres"),
)


@pytest.mark.parametrize("state", ["held", "played"])
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("trick", TRICKS)
def test_a_tricks_name_is_whole_and_within_its_slip(trick, language, state, monkeypatch):
    board = import_module("images.guildes.board")
    words, lines = Speech(language, PLAIN_NAMES)(text(f"guildes.trick.{trick}")), []
    monkeypatch.setattr(lettered, "line", lambda *said: lines.append(said[0]) or line(*said))
    board._slip.cache_clear()
    narrowest = people.columns(190, 6)[0].w
    drawn = board._slip((narrowest, 124), "A", words, state)
    assert " ".join(lines) == words
    image = parts.colours().expanded(drawn.image).crop((0, 42, narrowest, 120))
    left, _, right, _ = ink(image, (theme.INK,)).getbbox()
    assert min(left, narrowest - right) >= 6  # its gold edge is 3 px wide


@pytest.mark.parametrize("seats", SEATS)
def test_the_plates_of_a_result_stand_apart(seats):
    """Where everybody has as many votes in every ballot, there is a plate in every cell."""
    result = import_module("images.guildes.result")
    view = over_view(seats, counts=(tuple({"nobles": 12} for _ in range(seats)),) * 3)
    nobles = next(row for row in view.guilds if row.guild == "nobles")
    lanes = people.columns(190, seats)
    width = lanes[-1].right - lanes[0].x
    image = Image.new("RGB", (width, 50), THEME.paper)
    result._guild(Canvas(image), Box(0, 0, width, 50), view, nobles, list(range(seats)))
    assert len(groups(image.crop((0, 0, width, 48)), (THEME.paper,), 5)) == 3 * seats


@pytest.mark.parametrize("seats", SEATS)
def test_what_is_due_is_said_beside_each_sum_or_once_where_these_are_close(seats):
    words = Heard("fr", PLAIN_NAMES)
    assert_sound(GUILDES.board(middle_view(seats), words))
    said = {"picture.due", "picture.votes_due"} & words.keys
    assert said == ({"picture.due"} if seats <= 4 else {"picture.votes_due"})


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("direction", ["left", "right"])
@pytest.mark.parametrize("seats", SEATS)
def test_where_packs_travel_fits_the_head_with_ordinary_names(seats, direction, language):
    view = guildes_view(seats, direction=direction)
    for shift in range(len(FIFTEEN_LETTERS)):
        words = Speech(language, FIFTEEN_LETTERS[shift:] + FIFTEEN_LETTERS[:shift])
        with all_written() as written:
            GUILDES.board(view, words)
        said = words(viewed.travel_brief(view, seats, way(view)))
        assert [one.fitted.cut for one in written if one.words == said] == [False]
