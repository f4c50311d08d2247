"""Several choices that one press makes: each is checked, kept and taken back by itself."""

from bot.screens.custom_ids import THEN
from bot.testing.driver import labels, text_of
from bot.testing.picking import picks_on
from tests.whole.house import house
from tests.whole.test_learning import set_help
from tests.whole.test_presses import press_as_it_was


async def paying(hall):
    """A game at a moment where an effect is offered with its payment alone, and that button."""
    party = await hall.lobby("Ada", computers=1, game="london")
    await set_help(party.host, "off")  # whoever learns finds brief buttons a page behind
    await party.host.press("Start", party.board)
    await hall.quiet()
    for _ in range(200):
        joined = (pick for pick in picks_on(party.hand(party.host)) if pick.count(THEN) == 1)
        found = [pick for pick in joined if pick.split(THEN)[0].endswith(".effect")]
        found = [pick for pick in found if pick.split(THEN)[1].startswith("card:")]
        if found:
            return party, found[0]
        await party.play_on()
        await hall.quiet()
    raise AssertionError("nobody could pay")


async def test_a_card_and_its_payment_are_one_press_and_two_choices_in_the_log(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, both = await paying(hall)
        before = await party.moves()
        effect, paid = both.split(":", 3)[3].split(THEN)
        await party.host.press(both, party.hand(party.host))
        await hall.quiet()
        made = [(0, (effect,)), (0, tuple(paid.split("&")))]
        assert (await party.moves())[len(before) :][:2] == made


async def test_a_choice_that_no_longer_fits_is_asked_anew_and_the_one_before_it_stands(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, both = await paying(hall)
        before = await party.moves()
        effect = both.split(":", 3)[3].split(THEN)[0]
        await press_as_it_was(
            party.host, party.hand(party.host), f"{both.split(THEN)[0]}{THEN}card:99"
        )
        await hall.quiet()
        assert (await party.moves())[len(before) :] == [(0, (effect,))]
        asked = (await party.table()).prompt(0)
        assert asked.ask.key == "london.ask.pay_card"
        words = hall.services.languages.words("en", ["Ada", "Bo"], [None, None])
        assert words(asked.ask) in text_of(party.hand(party.host))
        back = next(pick for pick in picks_on(party.hand(party.host)) if pick.endswith(":back"))
        await party.host.press(back, party.hand(party.host))
        await hall.quiet()
        assert any(THEN in pick for pick in picks_on(party.hand(party.host)))
        # To go back is no choice that one could take back.
        assert "Take back" not in labels(party.hand(party.host))


async def test_below_brief_buttons_the_words_of_every_card_in_hand_stand_behind_more(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party, _ = await paying(hall)
        hand = party.hand(party.host)
        more = party.host.response(await party.host.press("More…", hand))
        shown = party.host.response(await party.host.press("Text", more))
        words = hall.services.languages.words("en", ["Ada", "Bo"], [None, None])
        view = (await party.table()).view(0)
        assert len(set(view.hand)) > 3
        for code in view.hand:
            assert words(view.printed.cards[code].text) in text_of(shown)
        assert "History" in labels(more)
