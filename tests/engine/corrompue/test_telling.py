"""What is told, and how long it stays in sight."""

from __future__ import annotations

from bot.sessions.table import story
from engine.corrompue.state import State
from engine.parts.values import InDetail, Outcome
from engine.text import Seat, Text, text
from tests.engine.corrompue.builders import GAME, table

THREE = [
    "noblesse:3 paysan:2 paysan:4",
    "noblesse:9 paysan:3 paysan:5",
    "noblesse:5 milice:4 milice:6",
]
LAST = ["noblesse:3 noblesse:4", "noblesse:8 noblesse:9", "noblesse:5 noblesse:6"]


def in_sight(state: State, *choices: str) -> list[Text]:
    """What the public still reads after these choices, each the picks of whoever is asked first."""
    told: story.Story = ()
    for picks in choices:
        state, events = GAME.play(state, GAME.asked(state)[0], picks.split())
        told = story.go_on(told, events)
    return story.heard_by(told, None)


def keys(said: list[Text]) -> list[str]:
    return [text.key.removeprefix("corrompue.event.") for text in said]


def test_who_takes_which_trick_stays_in_sight_while_the_next_one_is_played() -> None:
    said = in_sight(table(THREE), "noblesse:3", "paysan:3")
    assert keys(said) == ["takes", "leads"]
    cards = said[0].args["cards"]
    assert isinstance(cards, tuple)
    assert len(cards) == 3


def test_who_took_the_trick_is_news_and_the_card_led_after_it_lies_in_sight() -> None:
    """Between a seat's two choices others take the trick and lead."""
    told: story.Story = ()
    state = table(THREE)
    for picks in ("noblesse:3", "paysan:3"):  # seat 1 takes the trick, and leads
        state, events = GAME.play(state, seat := GAME.asked(state)[0], [picks])
        told = story.go_on(told, events, seat)
    ended, begun = story.parted(told, 0, seats=3)
    assert keys([*ended, *begun]) == ["takes"]


def test_whom_the_milice_names_stays_in_sight_while_the_next_one_is_played() -> None:
    said = in_sight(table(THREE, milice=0), "noblesse:3", "seat:2", "milice:4")
    assert keys(said)[:2] == ["interrupts", "leads"]


def test_a_count_stays_in_sight_until_the_next_trick_is_taken() -> None:
    said = keys(in_sight(table(LAST), "noblesse:3", "noblesse:8", "noblesse:5"))
    assert said == ["takes", "count", "tokens", "begins", "culte"]


def test_a_card_that_is_led_ends_no_chapter() -> None:
    state = table(LAST)
    for pick in ("noblesse:3", "noblesse:8", "noblesse:5"):
        state, events = GAME.play(state, GAME.asked(state)[0], [pick])
    told = story.go_on((), events)
    while GAME.view(state, None).headline.key != "corrompue.headline.trick" or not state.plays:
        seat = GAME.asked(state)[0]
        state, events = GAME.play(state, seat, GAME.decode(state, seat, GAME.moves(state, seat)[0]))
        told = story.go_on(told, events)
    assert {"tokens", "culte", "leads"} <= set(keys(story.heard_by(told, None)))


def test_a_count_tells_in_a_line_who_got_which_token_and_how_where_that_is_read_up() -> None:
    won = ["paysan:1 paysan:2", "paysan:3 milice:3", "milice:1 milice:2"]
    told = InDetail()
    state = GAME.played(table(LAST, won=won), 0, ["noblesse:3"], told)
    for seat, pick in ((1, "noblesse:8"), (2, "noblesse:5")):
        state = GAME.played(state, seat, [pick], told)
    [tokens] = [event for event in told if event.text.key == "corrompue.event.tokens"]
    faction, given = "corrompue.faction.{}", "corrompue.given"
    assert tokens.text.args["each"] == (
        text(
            f"{given}_others",
            faction=text(faction.format("noblesse")),
            seats=(Seat(0), Seat(2)),
            greedy=Seat(1),
        ),
        text(given, faction=text(faction.format("paysan")), seats=(Seat(0),)),
        text(given, faction=text(faction.format("milice")), seats=(Seat(2),)),
    )
    counted = [event for event in told if event.text.key == "corrompue.event.counted"]
    assert len(counted) == 3
    assert all(event.detail for event in counted)


def test_the_end_tells_all_tokens_of_each_seat() -> None:
    won = ["paysan:1 paysan:2", "paysan:3 milice:3", "milice:1 milice:2"]
    state = table(LAST, paysan=[3, 0, 0], noblesse=[1, 0, 0], won=won)
    for pick in ("noblesse:3", "noblesse:8", "noblesse:5"):
        state, _ = GAME.play(state, GAME.asked(state)[0], [pick])
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.scores == {0: 4, 1: 0, 2: 0}
    told = [[(each.key, each.args.get("n")) for each in held(said)] for said in scored(outcome)]
    kept = [("corrompue.tokens.paysan", 4), ("corrompue.tokens.noblesse", 2)]
    none = [("corrompue.tokens.paysan", 0), ("corrompue.tokens.noblesse", 0)]
    last = [("corrompue.tokens.paysan", 0), ("corrompue.tokens.noblesse", 1)]
    assert told == [kept, none, [*last, ("corrompue.tokens.milice", None)]]


def scored(outcome: Outcome) -> list[Text]:
    return [outcome.scored[seat] for seat in sorted(outcome.scored)]


def held(said: Text) -> list[Text]:
    each = said.args["each"]
    assert isinstance(each, tuple)
    return [text for text in each if isinstance(text, Text)]
