"""What may be told as remarkable at the end: said in every language, of seats that are there."""

from __future__ import annotations

from bot.games import Box
from bot.languages import Languages
from bot.sessions.table.table import AnyGame
from bot.testing.playing import playthrough
from bot.testing.seatings import Seating
from bot.testing.suite.catalogues import outside
from bot.testing.suite.words import sentences
from engine.parts.awards import MOST, awarded
from engine.text import Seat, text


def test_awards_have_names_of_their_own(game: AnyGame) -> None:
    names = [award.name for award in game.awards]
    assert len(names) == len(set(names))


def test_awards_name_a_seat_and_are_three_at_most(table: Seating) -> None:
    played = playthrough(table)
    events = [event for move in played.played for event in move.events]
    found = awarded(table.game.name, table.game.awards, table.game.feats(played.states[-1]), events)
    assert len(found) <= MOST
    for said in found:
        player, number = said.args["player"], said.args["n"]
        assert isinstance(player, Seat)
        assert player.number in range(table.seats)
        assert isinstance(number, int)
        assert number > 0


def test_awards_are_said_in_every_language(box: Box, language: str) -> None:
    words = Languages.load(games=outside(box)).words(language, ["Ada"])
    for award in box.game.awards:
        for number in (1, 2):
            key = f"{box.game.name}.award.{award.name}"
            said = words(text(key, player=Seat(0), n=number, of="Nobles"))
            assert "Ada" in said
            assert str(number) in said


def test_what_awards_go_by_is_told_in_the_game(box: Box) -> None:
    known = sentences("en", box)
    told = {key for award in box.game.awards for key in award.told}
    assert told - set(known) == set()
