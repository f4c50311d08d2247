"""Every screen within Discord's limits: the largest prompts, the longest names, every language."""

from dataclasses import replace

import pytest
from pydantic import Field, create_model

from bot.games import MOST_OPTIONS, MOST_SEATS
from bot.languages import Languages
from bot.local.acts.uploads import Upload
from bot.local.rest.faults import Seen
from bot.local.rules.components import checked
from bot.local.world.records import COMPONENTS_V2, Attachment
from bot.people import voices
from bot.running.admin import LONGEST_NOTICE
from bot.screens import letters, lobby, parts, people, reading, wording
from bot.screens.custom_ids import Action, Lobby
from bot.screens.lobby import MOST_AT_ONCE
from bot.screens.play import board, hand, holders, ways
from bot.screens.play.guiding import Guide
from bot.sessions.play.lobby import MOST_INVITED
from bot.sessions.table.story import go_on
from bot.sessions.table.table import MOST_VALUES, Table, Trouble
from bot.store.records.people import Person, Server
from bot.store.records.play import Departed, Invitation, Offer, Pause, Seat, Takeback, Turn
from bot.store.records.sessions import Session
from engine import games
from engine.corrompue import Corrompue
from engine.game import Option, Options, Prompt
from engine.parts.rng import Rng
from engine.text import text
from images import Picture, pictures
from tests.bot.prompts import prompt_rows
from tests.tiers import by_turns
from tests.whole.house import check

LANGUAGES = Languages.load()
LONGEST_NAME = "**W" + "_W" * 14 + "*"
"""32 characters, most of which have to be escaped."""
LONG = Picture(b"", "M" * 2_000, 1, 1)
"""A picture that takes too many words to describe."""
TONGUES = {f"tongue-{n}": "A tongue" for n in range(25)}
SAMPLED = 6
"""One moment of so many is looked at."""
GUIDE = Guide(said=("A" * 200, "B" * 200), more=True, advice=("C" * 200,))


def fits(screen):
    """Hold a screen against Discord's description and its further limits, and what is shown where
    Discord takes no picture."""
    _fits(screen)
    if screen.picture is not None:
        _fits(parts.described(screen))


def _fits(screen):
    names = [screen.picture_name] if screen.picture is not None else []
    body = {
        "components": [screen.frame],
        "flags": COMPONENTS_V2,
        "allowed_mentions": screen.allowed_mentions().to_dict(),
    }
    route = "/channels/{channel_id}/messages"
    uploads = {number: Upload(name, b"") for number, name in enumerate(names)}
    check(Seen("POST", "/channels/1/messages", route, "bot", body, uploads))
    files = {name: Attachment(1, name, "image/png", b"", None, (1, 1)) for name in names}
    checked([screen.frame], v2=True, attachments=files, emojis={}, path="components")


def table_of(name, seats, options, state=None, told=(), status="playing"):
    game = games[name]
    people = tuple(Seat(n, 10**18 + n, LONGEST_NAME, None, None) for n in range(seats))
    record = Session(
        id=10**9,
        game=name,
        options=options.model_dump_json(),
        guild_id=10**18,
        channel_id=10**18,
        locale="fr",
        host_id=people[0].user_id,
        status=status,
        seed=1,
        rules_version=1,
        moves=200,
        snapshot=None,
        story="[]",
        changes=200,
        board_message_id=10**18,
        computers_due=False,
        created_at=0.0,
        updated_at=0.0,
        seats=people,
    )
    return Table(record, game, state, go_on((), told))


def largest(game):
    """Options with every variant that can be switched on."""
    switches = {
        name: True for name, field in game.Options.model_fields.items() if field.annotation is bool
    }
    return game.Options(**switches)


@pytest.mark.parametrize(("name", "language"), by_turns(games, LANGUAGES.tags))
def test_boards_and_hands_of_a_whole_game(name, language):
    game, rng = games[name], Rng(5)
    seats, options = max(game.seats), largest(game)
    state = game.setup(seats, options, 5)
    told = list(game.opening(state))
    moment = 0
    while game.outcome(state) is None:
        seat = game.asked(state)[rng.below(len(game.asked(state)))]
        moves = game.moves(state, seat)
        picks = game.decode(state, seat, moves[rng.below(len(moves))])
        if moment % SAMPLED == 0:
            look_at(table_of(name, seats, options, state, told), seat, language)
        state, events = game.play(state, seat, picks)
        told += events
        moment += 1
    table = table_of(name, seats, options, state, told, "over")
    words = voices(LANGUAGES, language, table.record).message
    fits(board.result(table, table.view(None), words, picture=LONG))
    for seat in range(seats):
        fits(hand.over(table, table.view(seat), words, picture=LONG))
        fits(hand.over(table, table.view(seat), words, picture=None))
        said = pictures[name].gist(table.view(seat), words)
        fits(hand.over(table, table.view(seat), words, said=said))


def look_at(table, seat, language):
    """Hold the screens of one moment against the limits."""
    spoken = voices(LANGUAGES, language, table.record)
    view = table.view(seat)
    users = tuple(seat.user_id for seat in table.record.seats)
    due = {seat.seat: 10**12 for seat in table.record.seats}
    for turn in (Turn(0, step=1, missed=2), Turn(0, away=True)):
        turns = tuple(replace(turn, seat=number) for number in due)
        late = replace(table, record=replace(table.record, turns=turns))
        shown = board.board(late, table.view(None), spoken.message, due=due, picture=LONG)
        fits(parts.headed(shown, LONGEST_NOTICE * "N"))
        fits(hand.Hand(late, view, spoken, due=due, picture=LONG).screen())
        fits(hand.Hand(late, view, spoken, due=due, **in_words(table, view, spoken)).screen())
    for viewer in (seat, None):
        fits(ways.more(late, viewer, spoken.message, due=10**12, parts=True))
    address = parts.message_url(None, 10**18, 10**18)
    late_by = letters.Due(at=10**12, left=10.0**9)
    fits(letters.reminder(table, view, spoken.message, 100 * "S", late_by, address))
    fits(letters.reminding_mention(table, view, spoken.message, 10**18, late_by))
    for pause in (Pause(1.0, by_host=True, votes=users), Pause(votes=users)):
        still = replace(table, record=replace(table.record, pause=pause))
        shown = {"due": due, "until": 10**12, "picture": LONG}
        fits(board.board(still, table.view(None), spoken.message, **shown))
        fits(hand.Hand(still, view, spoken, picture=LONG).screen())
        fits(hand.Hand(still, view, spoken, until=10**12, **in_words(table, view, spoken)).screen())
    marked = None if view.prompt is None else (view.prompt.options[0].id,)
    for asker in (view.viewer, (view.viewer + 1) % view.seats):
        asking = replace(table.record, takeback=Takeback(asker, 10**6, 10.0**9))
        asked = replace(table, record=asking)
        shown = {"due": due, "until": 10**12, "picture": LONG}
        fits(board.board(asked, table.view(None), spoken.message, **shown))
        fits(hand.Hand(asked, view, spoken, **shown).screen())
        fits(hand.Hand(fullest(asked), view, spoken, marked=marked, guide=GUIDE, **shown).screen())
        less = {"due": due, "until": 10**12, "marked": marked, "guide": GUIDE}
        told = in_words(table, view, spoken)
        fits(hand.Hand(fullest(asked), view, spoken, **less, **told).screen())
        less = {"due": due, "until": 10**12}
        fits(hand.Hand(asked, view, spoken, **less, **in_words(table, view, spoken)).screen())
    fits(board.board(table, table.view(None), spoken.message, picture=LONG))
    deserted = replace(table, record=with_computers(table.record))
    fits(board.board(deserted, table.view(None), spoken.message, picture=LONG))
    fits(hand.Hand(table, view, spoken, picture=LONG).screen())
    trouble = Trouble(text("board.channel_gone"), pauses=bool(seat % 2))
    fits(hand.Hand(replace(table, trouble=trouble), view, spoken, picture=None).screen())
    topics = table.game.topics(view)
    for topic in topics[:: len(topics) // 4 or 1]:
        fits(wording.topics(table.record.id, topics, topic.id, spoken))


def fullest(table):
    """A table where all that may be said of a turn is said, and suggestions are allowed."""
    turns = tuple(Turn(number, step=1, missed=2) for number in range(len(table.record.seats)))
    return replace(table, record=replace(table.record, turns=turns, suggestions=True))


def in_words(table, view, spoken):
    """What a hand shows without pictures."""
    said = pictures[table.game.name].gist(view, spoken.message)
    return {"said": said, "topics": table.game.topics(view)}


@pytest.mark.parametrize("texts", [8, 9, 10, 12])
def test_of_too_many_parts_the_texts_become_one(texts):
    said = [parts.display(f"line {number}") for number in range(texts)]
    buttons = [parts.button("B", Lobby(10**9, Action.JOIN, str(n))) for n in range(25)]
    frame = parts.container(*said, *parts.rows(buttons))
    fits(parts.Screen(frame))
    shown = [part["content"] for part in frame["components"] if "content" in part]
    assert "\n".join(shown) == "\n".join(part["content"] for part in said)
    assert len(shown) == (texts if texts <= 9 else 1)


@pytest.mark.parametrize("language", LANGUAGES.tags)
@pytest.mark.parametrize("name", list(games))
def test_lobbies(name, language):
    game = games[name]
    for seats in range(1, max(game.seats) + 1):
        table = table_of(name, seats, game.Options(), status="lobby")
        words = voices(LANGUAGES, language, table.record).message
        fits(lobby.closed(table.record, words))
        fits(hand.joined(table, words))
        for crowded in (False, True):
            record = crowded_lobby(table.record, game) if crowded else table.record
            fits(parts.headed(lobby.lobby(record, game, words), LONGEST_NOTICE * "N"))
            fits(lobby.computers(with_computers(record), game, words))
            fits(lobby.options(record, game, words, TONGUES, "tongue-3"))
            fits(lobby.manage(record, words, movable=True))
            fits(lobby.really_cancel(record, seats - 1, words))
            fits(lobby.really_start(record, record.host_id, words))


def test_as_many_variants_as_a_game_may_have_each_of_as_many_values():
    numbers = (int, Field(1, ge=1, le=MOST_VALUES))
    fits(options_of(**{f"option{n}": numbers for n in range(MOST_OPTIONS)}))


def options_of(**fields):
    """The page of variants of a game with these."""

    class Varied(Corrompue):
        Options = create_model("Varied", __base__=Options, **fields)

    record = table_of("corrompue", 3, Varied.Options(), status="lobby").record
    return lobby.options(record, Varied(), lambda said: said.key, TONGUES, "tongue-3")


def test_the_lobby_of_as_many_players_as_a_game_may_have():
    class Many(Corrompue):
        seats = tuple(range(2, MOST_SEATS + 1))

        def parties(self, seats):
            return tuple((seat, seat + 1) for seat in range(0, seats - 1, 2))

    game = Many()
    for seats in (1, MOST_SEATS // 2, MOST_SEATS):
        few = table_of("corrompue", seats, game.Options(), status="lobby").record
        for record in (few, crowded_lobby(few, game)):
            words = voices(LANGUAGES, "fr", record).message
            fits(lobby.lobby(record, game, words))
            fits(lobby.computers(with_computers(record), game, words))
            fits(lobby.manage(record, words, movable=True))


def crowded_lobby(record, game):
    """All other seats kept, and as many invitations as there may be."""
    kept = max(game.seats) - len(record.seats)
    asked = [Invitation(n, LONGEST_NAME, kept=n < kept) for n in range(MOST_INVITED)]
    return replace(record, invited_only=True, own_thread=True, invitations=tuple(asked))


def with_computers(record):
    """Every seat but the host's with a computer."""
    host, *others = record.seats
    computers = [Seat(n, None, f"Computer {n}", "hard", None) for n in range(1, len(others) + 1)]
    return replace(record, seats=(host, *computers))


@pytest.mark.parametrize("language", LANGUAGES.tags)
@pytest.mark.parametrize("name", list(games))
def test_what_is_told_of_a_lobby(name, language):
    game = games[name]
    record = table_of(name, max(game.seats), game.Options(), status="lobby").record
    words = LANGUAGES.words(language)
    people = [10**18 + n for n in range(MOST_AT_ONCE)]
    lacking = ("create_public_threads", "send_messages_in_threads", "attach_files", "embed_links")
    fits(lobby.busy(record, words, Lobby(10**9, Action.THREAD, name), ()))
    fits(lobby.busy(record, words, Lobby(10**9, Action.AGAIN, "thread"), lacking))
    fits(lobby.opened(record, words))
    fits(letters.removed(record, words))
    for kept in (False, True):
        fits(letters.called(record, people, LONGEST_NAME, words, kept=kept))
        fits(letters.invited(record, LONGEST_NAME, words, kept=kept))


@pytest.mark.parametrize("language", LANGUAGES.tags)
@pytest.mark.parametrize("name", list(games))
def test_changes_of_who_plays(name, language):
    game = games[name]
    seats = max(game.seats)
    state = game.setup(seats, game.Options(), 5)
    table = table_of(name, seats, game.Options(), state)
    user_id, other = table.people()[:2]
    gone = replace(
        with_computers(table.record),
        departed=(Departed(other, 1),),
        offers=tuple(Offer(number, None) for number in range(seats)),
    )
    words = voices(LANGUAGES, language, table.record).message
    fits(holders.really_leave(table, words))
    fits(holders.computers(gone, [seat for seat in gone.seats if seat.strength], words))
    fits(holders.departed(replace(table, record=gone), other, words))
    for record in (table.record, gone):
        fits(holders.which(record, words))
        for seat in record.seats:
            fits(holders.to_whom(replace(table, record=record), seat.seat, words))
            fits(holders.gone(record, seat, words, f"<@{user_id}>: "))
            fits(holders.passed_on(seat, seat, words))
            fits(holders.taken(record, seat, words))
            fits(holders.offer(record, seat, user_id, LONGEST_NAME, words))
            fits(holders.offer(record, seat, None, LONGEST_NAME, words))
            fits(holders.replaced(record, seat, words))


def prompt_of(options, least=1, most=1, answered=None):
    made = tuple(
        Option(f"option.{n}", text("hand.of", game="G" * 120, number=n)) for n in range(options)
    )
    return Prompt(0, text("hand.which"), made, least, most, answered, step=10**6)


@pytest.mark.parametrize("language", LANGUAGES.tags)
@pytest.mark.parametrize(
    ("options", "least", "most"),
    [
        *((n, 1, 1) for n in (1, 10, 15, 16, 25, 26, 80)),
        *((10, 0, 10), (21, 2, 21), (25, 25, 25), (1, 0, 1), (26, 4, 4), (80, 0, 80)),
    ],
)
def test_prompts_of_every_size(options, least, most, language):
    words = LANGUAGES.words(language)
    prompt = prompt_of(options, least, most)
    for page in range(5):
        frame = parts.container(*prompt_rows(10**9, prompt, words, page))
        fits(parts.Screen(frame))


@pytest.mark.parametrize("language", LANGUAGES.tags)
@pytest.mark.parametrize("groups", [1, 8, 9, 30])
def test_prompts_in_groups_of_every_size(groups, language):
    made = tuple(
        Option(f"{group}.{n}", text("hand.which"), group=text("hand.of", game="G" * 200, number=1))
        for group in range(groups)
        for n in range(40)
    )
    others = tuple(Option(f"other.{n}", text("hand.which"), role="back") for n in range(4))
    prompt = Prompt(0, text("hand.which"), made + others, step=10**6)
    for page in range(8):
        frame = parts.container(*prompt_rows(10**9, prompt, LANGUAGES.words(language), page))
        fits(parts.Screen(frame))


@pytest.mark.parametrize("language", LANGUAGES.tags)
@pytest.mark.parametrize("name", list(games))
def test_no_button_of_a_choice_is_cut(name, language):
    game, rng, cut = games[name], Rng(7), []
    seats = max(game.seats)
    words = LANGUAGES.words(language, [f"Alexandrine {n}" for n in range(seats)])
    state = game.setup(seats, seed=7)
    while asked := game.asked(state):
        rows = prompt_rows(1, game.prompts(state)[asked[0]], words)
        buttons = [part for row in rows for part in row.get("components", ())]
        cut += [part["label"] for part in buttons if part.get("label", "").endswith("…")]
        moves = game.moves(state, asked[0])
        state, _ = game.play(state, asked[0], game.decode(state, asked[0], rng.choice(moves)))
    assert [label for label in cut if len(label) == parts.LONGEST_LABEL] == []


@pytest.mark.parametrize("language", LANGUAGES.tags)
def test_an_order_of_mayor_s_cards_that_no_button_holds_is_a_menu(language):
    words = LANGUAGES.words(language)
    names = [text(f"london.mayor.{card.id}") for card in games["london"].box.components.mayors]
    longest = sorted(names, key=lambda one: len(words(one)))[-3:]
    said = text("london.pick.arrange", kept=tuple(longest[:1]), under=tuple(longest[1:]))
    prompt = Prompt(0, said, tuple(Option(f"order:{n}", said) for n in range(6)))
    ((menu,),) = [row["components"] for row in prompt_rows(1, prompt, words)]
    for value in menu["options"]:
        label, below = value["label"].removesuffix(" …"), value.get("description", "")
        assert f"{label} {below.removeprefix('… ')}".strip() == words(said)


@pytest.mark.parametrize(("least", "most"), [(1, 1), (4, 4), (0, 80)])
def test_every_option_of_a_long_prompt_stands_on_one_of_its_pages(least, most):
    words, prompt = LANGUAGES.words("en"), prompt_of(80, least, most)
    offered = []
    for page in range(4):
        (select,) = prompt_rows(1, prompt, words, page)[0]["components"]
        offered += [option["value"] for option in select["options"]]
    assert offered == [option.id for option in prompt.options]


@pytest.mark.parametrize("language", LANGUAGES.tags)
def test_settings_and_about(language):
    commands = dict.fromkeys(("play", "learn"), 2**63)
    words = LANGUAGES.words(language)
    address = "https://" + "a" * 500
    fits(reading.about(reading.About(10**6, address, address, commands), games, words))
    fits(reading.about(reading.About(0, None, 2 * address, {}), games, words))
    fits(people.settings(Person(1, "Ada", None, None, dm_open=True), words, manages=True))
    channels = tuple(10**18 + n for n in range(25))
    everything = Server(1, "fr", "live", "players", "never", channels[0], channels)
    for server in (Server(1), everything):
        fits(people.server_settings(server, words, TONGUES))


@pytest.mark.parametrize("language", LANGUAGES.tags)
@pytest.mark.parametrize("name", list(games))
def test_results_told_elsewhere(name, language):
    game, rng = games[name], Rng(5)
    seats, options = max(game.seats), largest(game)
    state = game.setup(seats, options, 5)
    while game.outcome(state) is None:
        seat = game.asked(state)[0]
        moves = game.moves(state, seat)
        state, _ = game.play(state, seat, game.decode(state, seat, rng.choice(moves)))
    table = table_of(name, seats, options, state, status="over")
    words = voices(LANGUAGES, language, table.record).message
    fits(board.told_result(table, table.view(None), words))


@pytest.mark.parametrize("language", LANGUAGES.tags)
def test_who_asks_what_this_is_reads_six_lines_on_a_phone(language):
    screen = reading.about(reading.About(3, None, None, {}), [*games], LANGUAGES.words(language))
    said = [part["content"] for part in screen.frame["components"] if "content" in part]
    lines = [line for paragraph in said for line in paragraph.splitlines()]
    assert sum(map(parts.text_lines, lines)) <= parts.MOST_LINES
