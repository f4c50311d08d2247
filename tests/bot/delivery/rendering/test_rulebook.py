"""Pages of rules: the example stands on its own page, drawn once, or in words alone."""

from __future__ import annotations

import asyncio

import pytest

from bot.delivery.drawing.drawing import Drawing
from bot.delivery.rendering.pages import Rulebook
from bot.testing.sketches import DrawnHere
from engine import games
from images import pictures
from images.pictures import Picture
from tests.bot.delivery.desk import ADA, BEN, CLEO, desk
from tests.bot.sessions.house import NAMES
from tests.whole.house import LANGUAGES, SKETCHES


class Easel:
    """An artist who notes what is asked for, and fails if told to."""

    def __init__(self, *, broken: bool = False) -> None:
        self.asked = []
        self.broken = broken

    async def draw(self, order):
        await asyncio.sleep(0)
        self.asked.append((order.kind, order.game, order.words.language))
        if self.broken:
            raise ValueError("no ink")
        return Picture(b"", "an example", 1, 1)

    async def close(self):
        pass


@pytest.fixture
async def bot(tmp_path):
    async with desk(tmp_path) as opened:
        yield opened


def rulebook(easel, drawn=SKETCHES):
    return Rulebook(Drawing(drawn, easel), LANGUAGES)


def example_page(table):
    keys = [page.key for page in table.game.rules(table.players, table.options)]
    return keys.index(pictures[table.game.name].EXAMPLE_PAGE)


def text_of(rendered):
    return "\n".join(
        part["content"] for part in rendered.screen.frame["components"] if "content" in part
    )


@pytest.mark.parametrize("game", games)
async def test_the_example_is_drawn_on_its_own_page_alone(bot, game):
    table = await bot.game(ADA, BEN, CLEO, game=game)
    easel = Easel()
    book = rulebook(easel)
    number = len(table.game.rules(table.players, table.options))
    pages = [await book.page(table, "fr", page) for page in range(number)]
    pictured = [page for page, shown in enumerate(pages) if shown.screen.picture is not None]
    assert pictured == [example_page(table)]
    assert easel.asked == [("example", game, "fr")]


@pytest.mark.parametrize("game", games)
async def test_in_words_the_example_is_told_and_nothing_is_drawn(bot, game):
    table = await bot.game(ADA, BEN, CLEO, game=game)
    easel = Easel()
    page = example_page(table)
    drawn = await rulebook(easel).page(table, "en", page)
    shown = await rulebook(easel).page(table, "en", page, in_words=True)
    assert len(easel.asked) == 1
    assert shown.screen.picture is None
    assert text_of(shown) == text_of(drawn)
    assert "Ana" in text_of(shown)


async def test_an_example_that_can_not_be_drawn_costs_nobody_the_page(bot):
    table = await bot.game(ADA, BEN, CLEO)
    shown = await rulebook(Easel(broken=True)).page(table, "en", example_page(table))
    assert shown.screen.picture is None
    assert "÷" in text_of(shown)


async def test_the_players_of_the_example_are_nobody_at_the_table(bot):
    table = await bot.game(ADA, BEN, CLEO)
    book = Rulebook(Drawing(pictures, DrawnHere(pictures)), LANGUAGES)
    shown = await book.page(table, "en", example_page(table))
    for person in (ADA, BEN, CLEO):
        assert NAMES[person] not in text_of(shown)
        assert NAMES[person] not in shown.screen.picture.alt


async def test_pages_go_round(bot):
    table = await bot.game(ADA, BEN, CLEO)
    book = rulebook(Easel())
    number = len(table.game.rules(table.players, table.options))
    assert text_of(await book.page(table, "en", number)) == text_of(await book.page(table, "en"))
