"""Which pictures are the same: drawn once for all who wait for them, and for nobody else."""

import asyncio

import pytest

from bot.delivery.drawing.drawing import Drawing, Urgency
from bot.delivery.rendering.renderer import Renderer
from bot.delivery.rendering.rendering import Wanted
from bot.sessions.play.playing import Marks
from bot.store.records.people import Person
from bot.testing.playing import act_for
from bot.time import TableTime
from images.pictures import Picture
from tests.bot.delivery.desk import ADA, BEN, CLEO, desk
from tests.bot.turns import turns
from tests.whole.house import LANGUAGES, SKETCHES


class Easel:
    """An artist who says in a picture whose it is, and holds all until let go."""

    def __init__(self):
        self.drawn = []
        self.let_go = asyncio.Event()

    async def draw(self, order):
        await self.let_go.wait()
        whose = (order.kind, order.view.viewer, order.words.language)
        self.drawn.append(whose)
        return Picture(b"", repr(whose), 1, 1)

    async def close(self):
        self.let_go.set()


@pytest.fixture
async def bot(tmp_path):
    async with desk(tmp_path) as opened:
        yield opened


async def drawn(bot, *renderings):
    """What was drawn when all of these were asked for at once, and what each shows."""
    easel = Easel()
    drawing = Drawing(SKETCHES, easel)
    renderer = Renderer(drawing, LANGUAGES, TableTime(bot.clock), bot.services.people, Marks())
    rendered = [asyncio.ensure_future(rendering(renderer)) for rendering in renderings]
    await turns()
    easel.let_go.set()
    shown = [(await one).screen.picture.alt for one in rendered]
    await drawing.close()
    return sorted(easel.drawn), shown


def apart(bot):
    """A renderer that no other message of the bot uses."""
    drawing = Drawing(SKETCHES, Easel())
    return Renderer(drawing, LANGUAGES, TableTime(bot.clock), bot.services.people, Marks())


def reader(locale):
    return Person(99, "Somebody", locale, None, dm_open=True)


def hand(table, seat, locale="en-US", urgency=Urgency.MESSAGE):
    return lambda renderer: renderer.hand(reader(locale), table, seat, Wanted(urgency=urgency))


async def test_a_hand_that_is_wanted_twice_at_a_time_is_drawn_once(bot):
    table = await bot.game(ADA, BEN, CLEO)
    orders, _ = await drawn(bot, hand(table, 0), hand(table, 0, urgency=Urgency.ANSWER))
    assert orders == [("hand", 0, "en")]


async def test_each_seat_and_language_and_game_has_a_picture_of_its_own(bot):
    table, other = await bot.game(ADA, BEN, CLEO), await bot.game(ADA, BEN, CLEO, channel=2)
    wanted = (hand(table, 0), hand(table, 1), hand(table, 0, "fr"), hand(other, 0))
    orders, shown = await drawn(bot, *wanted)
    whose = [("hand", 0, "en"), ("hand", 1, "en"), ("hand", 0, "fr"), ("hand", 0, "en")]
    assert orders == sorted(whose)
    assert shown == [repr(one) for one in whose]


async def test_a_choice_that_may_be_changed_makes_no_hand_s_view_anew(bot, monkeypatch):
    table = await bot.game(ADA, BEN, CLEO)
    renderer = apart(bot)
    viewed, view = [], table.game.view
    monkeypatch.setattr(
        table.game, "view", lambda state, seat: viewed.append(seat) or view(state, seat)
    )

    async def said(table, renderer=renderer):
        return (await renderer.hand(reader("en-US"), table, 0, Wanted(pictured=False))).screen.frame

    def chosen(table, seat):
        prompt = table.prompt(seat)
        picks = [option.id for option in prompt.options][: prompt.most]
        return act_for(bot.services.playing, table.record.id, seat, prompt.step, picks)

    before = await said(table)
    after = await chosen(table, 0)
    viewed.clear()
    assert await said(after) != before  # what was chosen, and who is awaited
    after = await chosen(after, 1)
    viewed.clear()
    fewer = await said(after)
    assert 0 not in viewed
    assert await said(after, apart(bot)) == fewer
    after = await chosen(after, 2)
    viewed.clear()
    await said(after)
    assert viewed.count(0) == 1  # the next step
