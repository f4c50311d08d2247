"""A message is painted anew only when something has changed."""

from types import SimpleNamespace

from bot.delivery.paint import Drawn, Paint, fixed


class Easel:
    """Paints a table's name, and counts."""

    def __init__(self):
        self.table = SimpleNamespace(name="first")
        self.painted = 0

    async def newest_table(self):
        return self.table

    async def paint(self, table, before, *, pictured=True):
        self.painted += 1
        return f"{table.name} after {before}{'' if pictured else ' in words'}"

    def message(self, drawn=None):
        return Paint(self.newest_table, self.paint, drawn)


async def test_nothing_is_painted_twice():
    easel = Easel()
    message = easel.message()
    assert not await message.is_newest(None)
    assert await message.newest(None) == "first after None"
    assert await message.newest(None) == "first after None"
    assert await message.is_newest(None)
    assert easel.painted == 1


async def test_another_table_or_another_look_is_painted_anew():
    easel = Easel()
    message = easel.message()
    await message.newest(None)
    easel.table = SimpleNamespace(name="second")
    assert not await message.is_newest(None)
    assert await message.newest(None) == "second after None"
    assert not await message.is_newest("look")
    assert await message.newest("look") == "second after look"
    assert easel.painted == 3


async def test_what_is_at_hand_is_taken_as_it_is():
    easel = Easel()
    message = easel.message(Drawn(easel.table, "look", "at hand"))
    assert await message.newest("look") == "at hand"
    assert easel.painted == 0


async def test_what_discord_refused_is_painted_anew_from_the_newest_table():
    easel = Easel()
    message = easel.message(Drawn(easel.table, "look", "at hand"))
    easel.table = SimpleNamespace(name="second")
    assert await message.anew(True) == "second after None"
    assert await message.anew(False) == "second after None in words"


async def test_what_is_fixed_stays_as_it_is():
    easel = Easel()
    message = fixed(easel.table, "at hand")
    assert await message.newest(None) == await message.newest("look") == "at hand"
    assert await message.is_newest("look")
    assert not await message.is_newest("another look")
    assert await message.anew(True) == await message.anew(False) == "at hand"
