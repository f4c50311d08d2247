"""The history as it is read: since one's last choice first, then back to the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.languages import Languages
from bot.screens.parts import LONGEST_TEXT
from bot.screens.play.history import briefly, history
from bot.sessions.table.log import Happening
from engine.game import Event
from engine.text import Seat, Text, text
from tests.bot.sessions.house import ADA, BEN, CLEO, rooms

WORDS = Languages.load().words("en", ["Ada", "Ben", "Cleo"])


@pytest.fixture
async def table(tmp_path: Path):
    async with rooms(tmp_path) as hall:
        yield await hall.game(ADA, BEN, CLEO)


def told(number: int, seat: int | None = None) -> Event:
    """A line that can be told from others."""
    return Event(text("guildes.event.count", ballot=number), seat)


def happened(*ones: tuple[int, int | None]) -> tuple[Happening, ...]:
    """In which round who chose; each tells its number."""
    return tuple(
        Happening(number, seat, (told(at),), number) for at, (number, seat) in enumerate(ones)
    )


def lines(screen) -> list[str]:
    return screen.frame["components"][0]["content"].splitlines()


def count(number: int) -> str:
    return f"- Count of ballot {number}."


def test_what_came_since_ones_last_choice_is_first_then_the_rounds_newest_first(table) -> None:
    ones = happened((1, None), (1, 0), (1, 1), (2, 0), (2, 1), (3, 2))
    assert lines(history(table, ones, 1, WORDS))[1:] == [
        "**Since your last choice**",
        *(count(5), count(4)),
        *("", "**Ballot 2**"),
        count(3),
        *("", "**Ballot 1**"),
        *(count(2), count(1), count(0)),
    ]


def test_what_the_last_choice_of_a_round_begins_stands_in_the_next(table) -> None:
    begun = Event(text("guildes.event.count", ballot=9), begins=True)
    ones = (*happened((1, None)), Happening(1, 0, (told(1), begun, told(2)), 2))
    shown = lines(history(table, ones, None, WORDS))[1:]
    assert shown == ["**Ballot 2**", count(2), count(9), "", "**Ballot 1**", count(1), count(0)]


def test_what_names_the_next_round_stands_in_it(table) -> None:
    plays = Event(text("london.told.turn", round=2, player=Seat(1)))
    ones = (*happened((1, None)), Happening(1, 0, (told(1), plays), 2))
    shown = lines(history(table, ones, None, WORDS))[1:]
    assert shown[:2] == ["**Ballot 2**", "- Round 2: Ben plays."]
    assert shown[3:] == ["**Ballot 1**", count(1), count(0)]


def test_whoever_has_not_chosen_yet_begins_with_the_latest_round(table) -> None:
    ones = happened((1, None), (1, 0), (2, 1))
    for viewer in (2, None):
        shown = lines(history(table, ones, viewer, WORDS))
        assert shown[1:] == ["**Ballot 2**", count(2), "", "**Ballot 1**", count(1), count(0)]


def test_that_nothing_has_happened_since_is_said(table) -> None:
    ones = (*happened((1, None)), Happening(1, 0, (), 1))
    assert lines(history(table, ones, 0, WORDS))[1:3] == [
        "**Since your last choice**",
        "Nothing has happened yet.",
    ]


def test_others_secrets_are_not_shown(table) -> None:
    ones = (Happening(1, None, (told(1), told(2, seat=0), told(3, seat=1)), 1),)
    assert [line for line in lines(history(table, ones, 1, WORDS)) if line.startswith("- ")] == [
        count(3),
        count(1),
    ]
    assert count(3) not in lines(history(table, ones, None, WORDS))


def test_all_of_a_long_game_stands_on_pages_that_can_be_turned(table) -> None:
    ones = happened((1, None), *((number // 40 + 1, number % 3) for number in range(400)))
    seen: list[str] = []
    page = 0
    while True:
        screen = history(table, ones, 0, WORDS, page)
        shown = lines(screen)
        assert len("\n".join(shown)) <= LONGEST_TEXT
        assert shown[1].startswith("**")
        seen += [line for line in shown if line.startswith("- ")]
        presses = [
            part["custom_id"]
            for row in screen.frame["components"][1:]
            for part in row["components"]
        ]
        session = table.record.id
        newer, older = (f"look:{session}:history:{page + step}" for step in (-1, 1))
        assert presses[:1] == ([newer] if page else [older])
        if older not in presses:
            break
        page += 1
    assert page > 2
    assert sorted(seen) == sorted(count(number) for number in range(401))


def test_a_page_beyond_the_last_is_the_last(table) -> None:
    ones = happened((1, None), (1, 0))
    assert lines(history(table, ones, 0, WORDS, 99)) == lines(history(table, ones, 0, WORDS))


def test_a_game_whose_log_says_nothing_shows_what_was_told_lately(table) -> None:
    shown = lines(history(table, None, 0, WORDS))
    assert "earlier rules" in shown[1]
    assert len(shown) > 2


def test_a_page_has_fifteen_lines(table) -> None:
    ones = happened(*((1, None) for _ in range(20)))
    pages = [lines(history(table, ones, None, WORDS, page)) for page in (0, 1)]
    assert [sum(line.startswith("- ") for line in page) for page in pages] == [15, 5]
    assert pages[0][2] == count(19)
    assert pages[1][-2] == count(0)


def test_a_page_of_long_lines_fits_a_phone_too(table) -> None:
    """Of 844 css px, title, buttons and what is around leave 668: nine times three lines of 21.75
    below a heading."""
    won = tuple(text("guildes.event.votes_of", player=Seat(seat), votes=20) for seat in range(3))
    long = text("guildes.event.votes_won", ballot=1, each=3 * won)
    ones = tuple(Happening(1, None, (Event(long),), 1) for _ in range(20))
    shown = lines(history(table, ones, None, WORDS))
    assert sum(line.startswith("- ") for line in shown) == 9


def test_in_brief_ones_own_stands_though_it_came_first(table) -> None:
    won = [text("guildes.event.votes", player=Seat(seat), n=12, total=120) for seat in range(3)]
    many = [*won, *[told(1).text] * 4]
    assert "Ada" in "".join(briefly(many, [], 0, WORDS, 3))
    assert "Ada" not in "".join(briefly(many, [], 1, WORDS, 3))
    assert len("".join(briefly(many, [], 0, WORDS, 3))) <= 120
    assert not briefly(many, [], 0, WORDS, 3)[0].startswith("-# …")


def test_in_brief_a_line_with_a_part_of_ones_own_stands_before_a_newer_one_without(table) -> None:
    red, blue, yellow = (
        text(
            "majority.event.paid",
            colour=text(f"majority.colour.{colour}"),
            earned=tuple(
                text(
                    "majority.earned",
                    seat=Seat(seat),
                    gold=text("game.majority.score", n=2),
                    power=9,
                )
                for seat in seats
            ),
        )
        for colour, seats in (("red", (0, 1)), ("blue", (1, 2)), ("yellow", (1, 2)))
    )
    assert "red" in briefly([red, blue, yellow], [], 0, WORDS, 3)[0]
    assert "yellow" in briefly([red, blue, yellow], [], 1, WORDS, 3)[0]


def test_what_is_told_in_brief_neither_begins_nor_ends_like_something_cut(table) -> None:
    """The history has the rest."""
    many = [text("guildes.event.votes", player=Seat(1), n=n, total=120) for n in range(20)]
    for told_ in (many, many[:1]):
        [said] = briefly(told_, [], None, WORDS, 3)
        assert not said.startswith("-# …")
        assert not said.endswith("…")


def test_in_brief_what_happened_stands_in_its_order(table) -> None:
    """La Cité: who led, then the next player, then one's own card."""
    plays = [
        text(f"corrompue.event.{key}", seat=Seat(seat), card=text("corrompue.card.milice", value=n))
        for key, seat, n in (("leads", 1, 6), ("plays", 2, 8), ("plays", 0, 1))
    ]
    [said] = briefly(plays, [], 0, WORDS, 3)
    assert said == "-# Ben leads Milice 6. Cleo plays Milice 8. You play Milice 1."


def test_nothing_told_is_nothing_in_brief(table) -> None:
    assert briefly([], [], 0, WORDS, 3) == []


def test_in_brief_what_struck_ones_own_cards_stands_before_what_names_everybody(table) -> None:
    def cards(key: str, *seats: int) -> tuple[Text, ...]:
        ten = text("majority.card.blue", power=10)
        return tuple(text(f"majority.{key}", seat=Seat(seat), card=ten) for seat in seats)

    everybody = text("majority.event.turn", turn=2, turns=4, cards=cards("played", 0, 1, 2))
    killed = text("majority.event.assassination", seat=Seat(2), cards=cards("owned", 0, 1))
    later = [text("corrompue.event.plays", seat=Seat(1), card=cards("played", 2)[0])] * 4
    said = "".join(briefly([everybody, killed, *later], [], 0, WORDS, 3))
    assert said.startswith("-# Cleo’s assassination kills your blue 10")
    assert "Card 2" not in said


def test_in_brief_ones_own_loss_comes_first_and_is_said_to_you(table) -> None:
    nobles, marchands = text("guildes.guild.nobles"), text("guildes.guild.marchands")
    swap = {"given": marchands, "taken": nobles}
    lost = text("guildes.event.trick.exchange", player=Seat(1), one=Seat(0), other=Seat(2), **swap)
    others = [text("guildes.event.trick.protection", player=Seat(seat)) for seat in (1, 2)] * 2
    [said] = briefly([*others, lost, *others], [], 0, WORDS, 3)
    assert said.startswith("-# Ben exchanges your Marchands for Cleo’s Nobles. …")
    [said] = briefly([lost], [], 1, WORDS, 3)
    assert said == "-# You exchange Ada’s Marchands for Cleo’s Nobles."
    [said] = briefly([lost], [], None, WORDS, 3)
    assert said == "-# Ben exchanges Ada’s Marchands for Cleo’s Nobles."


def test_in_brief_of_guilds_of_london_one_is_you_too(table) -> None:
    drapers = text("london.place.tile", tile=text("london.tile.drapers"), cell="E2")
    wins = text("london.told.wins", player=Seat(0), place=drapers)
    replaced = text("london.told.replaces", player=Seat(1), other=Seat(0), n=2)
    [said] = briefly([wins, replaced], [], 0, WORDS, 3)
    assert said == "-# You win Drapers (E2). Ben replaces 2 of your liverymen with neutrals."
    [said] = briefly([wins, replaced], [], 1, WORDS, 3)
    assert said == "-# Ada wins Drapers (E2). You replace 2 liverymen of Ada with neutrals."


def test_in_brief_what_has_no_room_is_marked_wherever_it_stood(table) -> None:
    many = [text("guildes.event.votes", player=Seat(1), n=n, total=120) for n in range(9)]
    mine = text("guildes.event.votes", player=Seat(0), n=3, total=120)
    [said] = briefly([mine, *many], [], 0, WORDS, 3)
    assert " … " in said
    assert "Ada" in said.split(" … ", 1)[0]


def test_in_brief_a_shorter_event_is_told_where_the_newest_of_others_has_no_room(table) -> None:
    drapers = text("london.place.tile", tile=text("london.tile.drapers"), cell="E2")
    wins = text("london.told.wins", player=Seat(1), place=drapers)
    deeds = tuple(text("london.film.also", n=1, target=f"E{n}") for n in range(30))
    turn = text("london.film.turn", player=Seat(2), deeds=deeds)
    assert briefly([wins, turn], [], 0, WORDS, 3, lines=1) == ["-# Ben wins Drapers (E2)."]
    [said] = briefly([turn], [], 0, WORDS, 3, lines=1)
    assert said.startswith("-# Cleo 1 → E0")
