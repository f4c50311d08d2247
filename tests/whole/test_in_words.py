"""Whole games without pictures: everything that is needed to choose is read in the hand."""

from __future__ import annotations

import re

import pytest

from bot.store.records.people import Person as Known
from bot.testing.driver import alt_texts, selects, text_of
from bot.testing.reader import Reader, called, plain
from engine import games
from engine.parts.rng import Rng
from engine.text import Text, text
from images import pictures
from tests.tiers import half
from tests.whole.house import SKETCHES, TABLE, Sketches, house, reopened


class Undrawn(Sketches):
    """Sketches of a game of which no hand and no result may be drawn for the reader."""

    def __init__(self, game):
        super().__init__(pictures[game])
        self.hands = 0

    def hand(self, view, words):
        self.hands += 1
        return super().hand(view, words)


# -- what is needed ---------------------------------------------------------------------------


def guildes(view, words):
    """One's cards with what their guilds are worth and who has laid them; votes; tricks.

    Of two cards drawn to lay one of them, these alone.
    """
    yield from guildes_of_cards(view, words)
    yield from guildes_of_players(view, words)


def guildes_of_cards(view, words):
    """The same of cards alone; of a trick, of the guild that it marks."""
    own = view.drawn or [*view.pack, *view.hand, *view.own_face_down]
    if view.phase == "tricks" and not view.drawn:
        own = [(view.players[view.viewer].trick or "").removeprefix("mark_")]
    for row in view.guilds:
        name = words(text(f"guildes.guild.{row.guild}"))
        if row.guild in own:
            worth = "-".join(map(str, row.votes)) + (" per card" if row.per_card else "")
            laid = [
                f"{called(view, words, seat)} {player.effective(row.guild)}"
                for seat, player in enumerate(view.players)
                if player.effective(row.guild)
            ]
            yield f"{name} {worth}: {listed(laid)}." if laid else f"{name} {worth}"
    for held in (view.pack, view.hand):
        for guild in set(held):
            yield f"{words(text(f'guildes.guild.{guild}'))} {held.count(guild)}"


def guildes_of_players(view, words):
    """Votes, tricks and the event."""
    yield from guildes_said_at_length(view, words)
    for seat, player in enumerate(view.players):
        if any(one.total for one in view.players):
            yield f"{called(view, words, seat)} {player.total}"
        if player.trick is not None:
            trick = words(text(f"guildes.trick.{player.trick}"))
            yield (
                f"{called(view, words, seat)} “{trick}”" if player.trick_state == "held" else trick
            )


def guildes_said_at_length(view, words):
    """The event and tricks, as also the text says them."""
    if view.options.events:
        yield words(text(f"guildes.event_card.{view.event}.rule"))
    for player in view.players:
        if player.trick is not None:
            yield words(text(f"guildes.trick.{player.trick}"))


def majority(view, words):
    """One's cards with their effects, what lies open, totals, gold, token, partner."""
    for card in (*view.pack, *view.hand):
        yield named("majority", card.id, words)
        if (does := view.does(card)) is not None:
            yield words(does)
    yield from paid_now(view, words)
    for seat, player in enumerate(view.players):
        if player.laid is not None:
            yield f"{called(view, words, seat)} {named('majority', player.laid.id, words)}"
        for colour in view.colours:
            if player.totals[colour]:
                yield f"{called(view, words, seat)} {player.totals[colour]}"
        if any(one.gold for one in view.players):
            yield f"{called(view, words, seat)} {player.gold}"
    yield (
        "You hold the spy token"
        if view.spy == view.viewer
        else f"{words.name(view.spy)} holds the spy token"
    )
    for party in view.parties:
        yield " and ".join(called(view, words, seat) for seat in party)


def paid_now(view, words):
    """Totals with the gold of a debate held now."""
    for colour, paid in view.payable().items():
        for seat, gold in enumerate(paid):
            if gold:
                yield f"{called(view, words, seat)} {view.players[seat].totals[colour]} (+{gold})"


def corrompue(view, words):
    """One's cards, what is barred and why, the trick, all tokens, cards won."""
    for card in view.hand:
        yield named("corrompue", card.id, words)
        if card.blocked is not None:
            yield words(card.blocked)
    for play in view.plays:
        yield f"{called(view, words, play.seat)} {named('corrompue', play.id, words)}"
    if view.asked is not None and view.phase == "trick":
        yield f"{words(text(f'corrompue.faction.{view.asked}'))} is asked"
    for faction in ("noblesse", "paysan"):
        tokens = [
            f"{called(view, words, s)} {getattr(p, faction)}" for s, p in enumerate(view.players)
        ]
        if any(getattr(p, faction) for p in view.players):
            yield f"{faction.capitalize()} tokens: {listed(tokens)}"
    for seat, player in enumerate(view.players):
        has = "You have" if seat == view.viewer else f"{words.name(seat)} has"
        yield from (f"{has} won" for number in player.won.values() if number)
    if view.milice is not None:
        held = "You" if view.milice == view.viewer else words.name(view.milice)
        yield f"{held} h"  # holds it, or has spent it


def london(view, words):
    """What is asked about: one's cards by name and everyone's points, or the tile of the vote."""
    if view.prompt is not None and view.prompt.ask.key in (
        "london.ask.play",
        "london.ask.pay_card",
    ):
        for code in view.hand:
            yield words(view.printed.cards[code].name)
        for seat, player in enumerate(view.players):
            yield f"{called(view, words, seat)} {player.score} VP"
    for tile in view.tiles:
        if tile.active:
            yield f"({tile.cell})"


def london_known(view, words):
    """One's cards with their effects, what can be chosen, points, whose turn, who stands where."""
    cards, mayors = view.printed.cards, view.printed.mayors
    for code in view.hand:
        yield words(cards[code].name)
        yield words(cards[code].text)
    for mayor in (*view.mayors, *view.looked):
        yield f"{words(mayors[mayor].name)}: {words(mayors[mayor].text)}"
    tiles = {tile.cell: tile for tile in view.tiles}
    for cell in view.choosable:
        face = view.printed.tiles[tiles[cell].id]
        there = sum(tiles[cell].pawns) + tiles[cell].beadle
        yield f"{words(face.name)} ({cell})"
        if tiles[cell].resolved:
            continue
        yield f"{there} of {face.threshold}"
        yield from (words(icon.text) for icon in (*face.first, *face.bonus, *face.second))
    for seat, player in enumerate(view.players):
        yield f"{called(view, words, seat)} {player.score} VP"
        if view.phase != "setup":
            yield f"{player.guildhall} on the Guildhall, {player.supply} in the supply"


NEEDED = {"guildes": guildes, "majority": majority, "corrompue": corrompue, "london": london}
KNOWN = {"london": london_known}


def named(game: str, card: str, words) -> str:
    """A card by its colour or faction, and its number."""
    kind, _, number = card.partition(":")
    key = "power" if game == "majority" else "value"
    return words(Text(f"{game}.card.{kind}", {key: int(number)}))


def listed(parts: list[str]) -> str:
    """A list as English says it."""
    *others, last = parts
    return f"{', '.join(others)} and {last}" if others else last


# -- whole games ------------------------------------------------------------------------------


@pytest.mark.parametrize("name", half(games, 1))
async def test_a_whole_game_is_played_by_text_and_labels(tmp_path, name):
    seats = {"london": 2, "majority": 4}.get(name, 3)
    undrawn = Undrawn(name)
    async with house(tmp_path / "guildhall.sqlite3", drawn={**SKETCHES, name: undrawn}) as hall:
        party = await hall.lobby("Ada", game=name, computers=seats - 1)
        reader = await Reader.at(party, party.host, NEEDED[name], KNOWN.get(name))
        await party.host.press("Start", party.board)
        await hall.quiet()
        rng = Rng(seats)
        while await party.awaited():
            await reader.read()
            await reader.choose(rng)
            await hall.quiet()
        said = plain(text_of(reader.hand))
        places = (await party.table()).view(None).outcome.places
        winners = [(await party.table()).record.seats[seat].name for seat in places[0]]
        assert all(winner in said for winner in winners)
        assert re.search("You win|wins|won by|Nobody has won", said)
        assert alt_texts(reader.hand) == []
        assert undrawn.hands == 0


async def test_who_waits_reads_once_for_whom(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", "Farah", "Goro", game="corrompue")
        readers = [
            await Reader.at(party, person, NEEDED["corrompue"], KNOWN.get("corrompue"))
            for person in party.people
        ]
        await party.host.press("Start", party.board)
        await hall.quiet()
        (awaited,) = await party.awaited()
        waiting = [one for one in readers if one.person is not awaited]
        assert [text_of(one.hand).count("Waiting for") for one in waiting] == [1, 1]


@pytest.mark.parametrize("seed", half(range(2)))
async def test_guildes_with_events_and_tricks_is_played_by_text_and_labels(tmp_path, seed):
    """At the largest table the lines of one's cards leave a phone no room for all else."""
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.lobby("Ada", computers=5)
        for option in ("events", "tricks"):
            await hall.services.lobbies.set_option(party.session_id, party.host.id, option, "true")
        known = guildes_said_at_length
        reader = await Reader.at(party, party.host, guildes_of_cards, known)
        await party.host.press("Start", party.board)
        await hall.quiet()
        rng = Rng(seed)
        while await party.awaited():
            await reader.read()
            await reader.choose(rng)
            await hall.quiet()
        assert (await party.table()).record.status == "over"


# -- single questions, looks, the setting -----------------------------------------------------


async def ask(person, hand, label):
    """What somebody reads who chooses this in the hand's select of questions."""
    (menu,) = [one for one in selects(hand) if one.get("placeholder") == "Ask about…"]
    return person.response(await person.choose([label], hand, menu["custom_id"]))


@pytest.mark.parametrize("name", list(games))
async def test_what_a_player_has_is_asked_in_the_hand(tmp_path, name):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Bo", "Cy", game=name)
        reader = await Reader.at(party, party.host, lambda *_: ())
        answer = await ask(party.host, reader.hand, "What does Bo have?")
        assert answer.seen_by == party.host.id
        assert "Bo" in text_of(answer)
        assert answer.id != reader.hand.id
        assert re.search(r"in hand|in the pack|action cards", text_of(answer))


async def test_what_is_at_a_tile_is_asked_in_the_hand(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", computers=1, game="london")
        reader = await Reader.at(party, party.host, london)
        view = await reader.view()
        tile = next(tile for tile in view.tiles if not tile.resolved)
        words = hall.services.languages.words("en", ["Ada", "Bo"], [None, None])
        face = view.printed.tiles[tile.id]
        title = f"{tile.cell} {words(face.name)}"
        answer = await ask(party.host, reader.hand, "something else…")
        menu = next(
            one
            for one in selects(answer)
            if any(option["label"] == title for option in one["options"])
        )
        await party.host.choose([title], answer, menu["custom_id"])
        assert f"### {title}" in text_of(answer)
        assert f"of {face.threshold}" in text_of(answer)
        assert words(face.first[0].text) in text_of(answer)


async def test_a_closer_look_comes_in_words(tmp_path):
    drawn = {**SKETCHES, "london": pictures["london"]}
    async with house(tmp_path / "guildhall.sqlite3", drawn=drawn) as hall:
        party = await hall.game("Ada", computers=1, game="london")
        reader = await Reader.at(party, party.host, london)
        shown = party.host.response(await party.host.press("show:1:closer", party.board))
        assert shown.attachments == []
        first = text_of(shown)
        assert "First:" in first
        (menu, *_) = selects(shown)
        await party.host.choose([menu["options"][5]["value"]], shown, menu["custom_id"])
        assert text_of(shown) != first
        assert shown.attachments == []
        assert reader.hand.attachments == []


async def test_the_whole_town_can_be_looked_at_when_the_game_is_over(tmp_path):
    drawn = {**SKETCHES, "london": pictures["london"]}
    async with house(tmp_path / "guildhall.sqlite3", drawn=drawn) as hall:
        party = await hall.game("Ada", computers=1, game="london")
        await party.finish()
        more = party.host.response(await party.host.press("More…", party.board))
        shown = party.host.response(await party.host.press("Look closer", more))
        (menu, *_) = selects(shown)
        assert menu["options"][0]["label"] == "The whole city"
        assert menu["options"][0]["default"]
        assert len(shown.attachments) == 1


async def test_pictures_and_words_are_for_each_person_alone(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Bo", "Cy")
        ada, bo, _ = party.people
        assert alt_texts(party.hand(ada))
        await Reader.at(party, ada, guildes)
        assert alt_texts(party.hand(ada)) == []
        assert alt_texts(party.hand(bo))
        assert alt_texts(party.board)
        page = ada.response(await ada.command("settings", TABLE))
        await ada.press("setting:words:off", page)
        await hall.quiet()
        assert alt_texts(party.hand(ada))


async def test_the_hand_shown_in_the_channel_is_in_words_too(tmp_path):
    async with house(tmp_path / "guildhall.sqlite3") as hall:
        party = await hall.game("Ada", "Bo", "Cy")
        await Reader.at(party, party.host, guildes)
        shown = party.host.response(await party.host.press("My hand", party.board))
        assert shown.attachments == []
        assert "The pack:" in text_of(shown)
        await party.host.press("pick:", shown)
        assert "The pack:" in text_of(shown)
        assert shown.attachments == []


async def test_words_stay_after_a_restart(tmp_path):
    database = tmp_path / "guildhall.sqlite3"
    async with house(database) as hall:
        party = await hall.game("Ada", "Bo", "Cy")
        reader = await Reader.at(party, party.host, guildes)
        await hall.bot.close()
        async with reopened(hall, database) as again:
            party.house = again
            await party.play_on()
            await reader.read()
            known = await again.services.store.person(party.host.id)
            assert isinstance(known, Known)
            assert known.in_words


def test_the_pictures_of_every_game_of_the_house_have_a_gist():
    assert all(hasattr(pictures[name], "gist") for name in games)
