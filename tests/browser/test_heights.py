"""How much of a phone's screen a hand or board takes: title, picture, words and buttons."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from playwright.async_api import Locator, Page

from bot.local.world.records import Message
from bot.store.records.sessions import Session
from bot.testing.driver import buttons, selects
from bot.testing.house import unseen
from bot.testing.playing import act_for
from engine import games
from engine.bots import advise, players
from engine.game import Game, Prompt
from images import pictures
from tests.browser.conftest import PHONE, SCREENSHOTS, picture
from tests.tiers import by_turns, some
from tests.whole.house import TABLE, House, Party, house

pytestmark = [pytest.mark.browser, pytest.mark.timeout(180)]
USERS = {"en": ("Ada", "ada"), "fr": ("Benoît", "benoit")}
COMPUTERS = 2
LEAST_WIDTH = 340
"""Of a hand's picture, whose smallest names are 8 px then."""
LATER = (0, 1, 4, 7)
"""Choices after which a board, or a lesson's hand, is measured."""
BETWEEN_DEBATES = (10, 9, 9)
"""Of one of four in The Majority: 5 or 4 cards kept, one given, 4 turns."""
EACH = 4
"""Choices made between two hands or boards of London that are measured."""
OFTEN = some((8, 4), 0)
"""Of so many choices of a whole game one hand is measured, and one with a suggestion."""
LATE = {2: 60, 4: 48}
"""Choices of one person after which London's town is large, by the players of the game."""
GAMES = ("guildes", "majority", "corrompue", "london")


async def messages(sit, home, username: str) -> Page:
    """Somebody's direct messages on a phone."""
    page = await sit(home.discord, username, PHONE)
    await page.get_by_role("button", name="menu").click()
    await page.locator(".channel", has_text="Guildhall").click()
    return page


async def hand(sit, party: Party, username: str) -> Locator:
    """The hand as a phone shows it."""
    page = await messages(sit, party.house, username)
    return await seen(page, party.hand(party.host).id)


WHOLE = """([id, revision]) => {
    const shown = document.getElementById(id), drawn = shown?.querySelector(".gallery img");
    if (!drawn?.complete || !drawn.naturalWidth || shown.dataset.revision < revision) return null;
    return [drawn.clientWidth, shown.getBoundingClientRect().height];
}"""
"""Of a message at this revision or later: its picture's width, and its height; css px."""
IN_WORDS = """([id, revision]) => {
    const shown = document.getElementById(id);
    return shown?.dataset.revision >= revision ? shown.getBoundingClientRect().height : null;
}"""
"""Of a message without a picture, at this revision or later: its height; css px."""
MANY = {"guildes": 4, "majority": 4, "corrompue": 3, "london": 4}
"""Players of each game where hands are measured."""


async def seen(page: Page, message: int) -> Locator:
    """A message with its pictures."""
    shown = page.locator(f"#message-{message}").first
    await shown.wait_for()
    await page.wait_for_load_state("networkidle")
    return shown


async def begun(
    home: House,
    language: str,
    game: str,
    seats: int,
    *,
    in_words: bool,
    set_to: Mapping[str, str] = MappingProxyType({}),
) -> Party:
    """A first game with suggestions and every variant, against computers; options `set_to` this."""
    party = await home.lobby(USERS[language][0], computers=seats - 1, game=game)
    lobbies, host = home.services.lobbies, party.host
    await lobbies.choose(party.session_id, host.id, suggestions=True)
    variants = dict.fromkeys(("events", "tricks"), "true") if game == "guildes" else {}
    for option, value in {**variants, **set_to}.items():
        await lobbies.set_option(party.session_id, host.id, option, value)
    if in_words:
        chosen = host.response(await host.command("settings", TABLE))
        await host.press("setting:words:on", chosen)
    await host.press(f"lobby:{party.session_id}:start", party.board)
    await home.quiet()
    return party


async def after(press: str | None, party: Party) -> Message:
    """The hand, after this press on it if there is one."""
    if press is not None:
        if press.startswith("page:") and not ways_on(party, press):  # it is on the first page
            (back,) = (way for way in ways_on(party, "page:") if way.endswith(":0"))
            await party.host.press(back, party.hand(party.host))
        await party.host.press(press, party.hand(party.host))
        await party.house.quiet()
    return party.hand(party.host)


def ways_on(party: Party, *kinds: str) -> list[str]:
    """The presses of these kinds that the hand has."""
    ids = [each["custom_id"] for each in buttons(party.hand(party.host))]
    return [each for each in ids if each.startswith(kinds)]


async def check_fits(page: Page, message: Message, name: str, *, in_words: bool = False) -> None:
    """The whole message fits, and its picture is no narrower than it must be; else it is shot."""
    which = [f"message-{message.id}", message.revision]
    found = await page.wait_for_function(IN_WORDS if in_words else WHOLE, arg=which)
    measured = await found.json_value()
    width, height = (LEAST_WIDTH, measured) if in_words else measured
    where = SCREENSHOTS / name
    if width < LEAST_WIDTH or height > PHONE["height"]:
        await page.screenshot(path=where)
    assert width >= LEAST_WIDTH, where
    assert height <= PHONE["height"], where


@pytest.mark.parametrize("each", OFTEN)
@pytest.mark.parametrize(("game", "language"), by_turns(GAMES, list(USERS)))
async def test_every_hand_fits_a_phone_also_with_a_suggestion(game, language, each, sit, tmp_path):
    """In a whole first game with every variant: a line of help and a legend are in it."""
    rules = games[game]
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as home:
        party = await begun(home, language, game, MANY[game], in_words=False)
        page = await messages(sit, home, USERS[language][1])
        made = 0
        while await party.awaited():
            if made % each < 2:
                press = f"suggest:{party.session_id}:" if made % each == 1 else None
                shot = f"whole-{game}-{language}-{made:03}.png"
                await check_fits(page, await after(press, party), shot)
            choices = 1 if made % each == 0 else each - 1
            await advised(party, rules, made, choices)
            made += choices


@pytest.mark.nightly
@pytest.mark.parametrize(("seats", "language"), by_turns((2, 3), list(USERS)))
async def test_every_hand_of_london_fits_a_phone_with_fewer_players(
    seats, language, sit, tmp_path, monkeypatch
):
    """In a whole first game, with three in a later one, which has no legend and no help; also on
    the pages of all choices of a kind, and with a suggestion."""
    if seats > 2:
        monkeypatch.setattr(Session, "teaches", lambda *_: False)
        monkeypatch.setattr(Session, "helps", lambda *_: False)
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as home:
        party = await begun(home, language, "london", seats, in_words=False)
        page = await messages(sit, home, USERS[language][1])
        made = 0
        while await party.awaited():
            for press in (None, *ways_on(party, "page:"), f"suggest:{party.session_id}:"):
                shot = f"london-{seats}-{language}-{made:03}.png"
                await check_fits(page, await after(press, party), shot)
            await advised(party, games["london"], made, EACH)
            made += EACH


@pytest.mark.parametrize(("game", "language"), by_turns(GAMES, list(USERS)))
async def test_what_a_lesson_says_leaves_the_hand_on_the_screen(game, language, sit, tmp_path):
    """The whole message, also with a suggestion; suggestions are followed."""
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as home:
        party = await taught(home, language, game)
        page = await messages(sit, home, USERS[language][1])
        for made in range(max(LATER) + 1):
            await check_lesson(page, party, f"lesson-{game}-{language}-{made:03}.png")
            await advised(party, games[game], made)


async def taught(home: House, language: str, game: str) -> Party:
    """Somebody who has begun the game's lesson."""
    learner = home.person(USERS[language][0])
    await learner.command("learn", TABLE, game=game)
    await home.quiet()
    record = await home.services.store.live_session_in(learner.channel(TABLE).id)
    return Party(home, [learner], TABLE, record.id)


async def check_lesson(page: Page, party: Party, name: str) -> None:
    """Its hand fits, also with a suggestion."""
    for press in (None, f"suggest:{party.session_id}:"):
        await check_fits(page, await after(press, party), name)


@pytest.mark.parametrize("language", USERS)
async def test_a_negotiation_in_london_s_lesson_fits_a_phone(language, sit, tmp_path):
    """Where what happened, why it matters, and who stands there are said."""
    rules = games["london"]
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as home:
        party = await taught(home, language, "london")
        page = await messages(sit, home, USERS[language][1])
        made = 0
        while (asked := await prompt(party)).ask.key != "london.ask.negotiate":
            await advised(party, rules, made)
            made += 1
        assert len(asked.options) > 1
        await check_lesson(page, party, f"negotiation-{language}.png")


@pytest.mark.nightly
@pytest.mark.parametrize("language", USERS)
async def test_every_hand_of_london_s_lesson_fits_a_phone_and_the_board_at_its_end(
    language, sit, tmp_path
):
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as home:
        party = await taught(home, language, "london")
        page = await messages(sit, home, USERS[language][1])
        board = await sit(home.discord, USERS[language][1], PHONE)
        made = 0
        while (await party.table()).record.status == "playing":
            await check_lesson(page, party, f"lesson-london-{language}-{made:03}.png")
            await advised(party, games["london"], made)
            made += 1
        await check_fits(board, party.board, f"lesson-london-{language}-end.png")


async def prompt(party: Party) -> Prompt:
    """What the one person is asked."""
    table = await party.table()
    (seat,) = table.people_asked()
    asked = table.view(seat).prompt
    assert asked is not None
    return asked


async def advised(party: Party, rules: Game[Any, Any, Any], seed: int, choices: int = 1) -> None:
    """Have the one person choose as suggested, so many times; the last time alone is seen."""
    home, left = party.house, choices
    with unseen(home.services.sessions):
        while (asked := (table := await party.table()).people_asked()) or table.computers_asked():
            if asked and left == 1:
                break
            await _chosen(party, rules, (*asked, *table.computers_asked())[0], seed + left - 1)
            left -= bool(asked)
    if asked:
        await _chosen(party, rules, asked[0], seed)
    await home.services.sessions.opened(party.session_id)
    await home.quiet()


async def _chosen(party: Party, rules: Game[Any, Any, Any], seat: int, seed: int) -> None:
    state = (await party.table()).state
    step = rules.prompts(state)[seat].step
    picks = advise(rules, rules.view(state, seat), seed, by_rule=True).picks
    await act_for(party.house.services.playing, party.session_id, seat, step, picks)


@pytest.mark.parametrize(("game", "language"), by_turns(GAMES, list(USERS)))
async def test_a_hand_in_words_fits_a_phone(game, language, sit, tmp_path):
    async with house(tmp_path / "game.sqlite3") as home:
        party = await begun(home, language, game, COMPUTERS + 1, in_words=True)
        page = await messages(sit, home, USERS[language][1])
        for made in range(max(LATER) + 1):
            for press in (None, f"suggest:{party.session_id}:")[: 1 + (made in LATER)]:
                shot = f"words-{game}-{language}-{made}.png"
                await check_fits(page, await after(press, party), shot, in_words=True)
            await advised(party, games[game], made)


@pytest.mark.nightly
@pytest.mark.parametrize("language", USERS)
@pytest.mark.parametrize(
    ("game", "seats"),
    [
        ("guildes", 4),
        ("majority", 4),
        ("corrompue", 3),
        ("london", 2),
        ("london", 3),
        ("london", 4),
    ],
)
async def test_every_hand_in_words_of_a_whole_game_fits_a_phone(
    game, seats, language, sit, tmp_path
):
    """Also with a suggestion, and on the pages of all choices of a kind."""
    async with house(tmp_path / "game.sqlite3") as home:
        party = await begun(home, language, game, seats, in_words=True)
        page = await messages(sit, home, USERS[language][1])
        made = 0
        while await party.awaited():
            for press in (None, *ways_on(party, "page:", "suggest:")):
                shot = f"words-{game}-{seats}-{language}-{made:03}.png"
                await check_fits(page, await after(press, party), shot, in_words=True)
            await advised(party, games[game], made)
            made += 1


@pytest.mark.parametrize(("game", "language"), by_turns(GAMES, list(USERS)))
async def test_a_board_fits_a_phone(game, language, sit, tmp_path):
    """In somebody's first game, where a legend is in its picture."""
    name, username = USERS[language]
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as home:
        party = await home.game(name, computers=COMPUTERS, game=game)
        page = await sit(home.discord, username, PHONE)
        for made in range(max(LATER) + 1):
            if made in LATER:
                board, shot = party.board, f"board-{game}-{language}-{made}"
                await check_fits(page, board, f"{shot}.png")
                await picture(page.locator(f"#message-{board.id}"), shot)
            await party.play_on()


@pytest.mark.parametrize("language", USERS)
async def test_a_board_of_four_fits_a_phone_right_after_each_debate(language, sit, tmp_path):
    """Its gold stands above a table that grows from round to round."""
    name, username = USERS[language]
    rules = games["majority"]
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as home:
        party = await home.game(name, computers=3, game="majority")
        page = await sit(home.discord, username, PHONE)
        for choices in BETWEEN_DEBATES:
            await advised(party, rules, choices, choices)
            assert rules.view((await party.table()).state, None).just_debated()
            await check_fits(page, party.board, f"debate-{language}.png")


@pytest.mark.parametrize(("seats", "language"), by_turns((2, 4), list(USERS)))
async def test_a_board_of_london_fits_a_phone_late_in_a_game(seats, language, sit, tmp_path):
    """Whose town is large, with the votes of an activation, in somebody's first game."""
    rules = games["london"]
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as home:
        party = await begun(home, language, "london", seats, in_words=False)
        page = await sit(home.discord, USERS[language][1], PHONE)
        await advised(party, rules, 0, LATE[seats])
        for made in range(3):
            await check_fits(page, party.board, f"late-london-{seats}-{language}-{made}.png")
            await advised(party, rules, made, EACH)


@pytest.mark.nightly
@pytest.mark.timeout(600)
@pytest.mark.parametrize("language", USERS)
@pytest.mark.parametrize(("seats", "side"), [(2, "ulster"), (3, "random"), (4, "virginia")])
async def test_every_board_of_a_whole_game_of_london_fits_a_phone(
    seats, side, language, sit, tmp_path
):
    rules = games["london"]
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as home:
        party = await begun(
            home, language, "london", seats, in_words=False, set_to={"plantation_side": side}
        )
        page = await sit(home.discord, USERS[language][1], PHONE)
        made = 0
        while await party.awaited():
            await check_fits(page, party.board, f"board-london-{seats}-{language}-{made:03}.png")
            await advised(party, rules, made)
            made += 1


@pytest.mark.parametrize(("game", "language"), by_turns(GAMES, list(USERS)))
async def test_a_result_fits_a_phone_also_while_hands_are_asked(game, language, sit, tmp_path):
    """Of a game that was played well, with all that was remarkable in it."""
    name, username = USERS[language]
    async with house(tmp_path / "game.sqlite3", drawn=pictures) as home:
        party = await home.game(name, "Chiara", computers=COMPUTERS, game=game)
        await party.finish(players["normal"])
        page = await sit(home.discord, username, PHONE)
        for press in (None, f"hands:{party.session_id}:ask"):
            if press is not None:
                await party.host.press(press, party.board)
                await home.quiet()
            await check_fits(page, party.board, f"result-{game}-{language}.png")


CUT = """(face, labels) => labels.filter(label => {
    face.textContent = label;
    return face.scrollWidth > face.clientWidth;
})"""
"""Of a closed select's labels those that it has no room for."""


@pytest.mark.parametrize(("game", "language"), by_turns(GAMES, list(USERS)))
async def test_options_fit_a_phone(game, language, sit, tmp_path):
    """Selects in a column, each wide enough for whatever is chosen; those of computers too."""
    name, username = USERS[language]
    async with house(tmp_path / "game.sqlite3") as home:
        party = await home.lobby(name, computers=1, game=game)
        for what in ("options", "computers"):
            opened = await party.host.press(f"lobby:{party.session_id}:{what}", party.board)
            message = party.host.response(opened)
            page = await sit(home.discord, username, PHONE)
            shown = page.locator(f"#message-{message.id}")
            box = await shown.bounding_box()
            assert box is not None
            assert box["height"] <= PHONE["height"]
            faces = await shown.locator(".select-face .label").all()
            for face, menu in zip(faces, selects(message), strict=True):
                assert await face.evaluate(CUT, [one["label"] for one in menu["options"]]) == []
