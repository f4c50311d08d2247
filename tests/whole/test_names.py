"""Whatever somebody is called is a name: it mentions nobody, leads nowhere, turns nothing."""

from __future__ import annotations

import re

import orjson

from bot.local.browser.markdown import html
from bot.local.rules.components import TEXT_DISPLAY, walk
from bot.people import bold, plain
from bot.testing import house as testing
from bot.testing.driver import alt_texts, text_of
from tests.whole.house import SKETCHES, TABLE, check

MENTIONS = "<@100> </play:1> @everyone"
TURNS = "\u202eemoH\u202c\u200b"
LEADS = "<#10> <t:0:R> [in](https://a.b)"
FROM_THE_RIGHT = "דניאל"

_TURNED = re.compile("[\u200b\u200e\u200f\u202a-\u202e\u2066\u2067]")
_MADE = re.compile(
    r'data-user="100"|data-channel="10"|data-unix="0"|href="https://a\.b|>@everyone|>/play'
)


def test_a_name_that_reads_from_the_right_stands_by_itself():
    assert plain(FROM_THE_RIGHT) == f"\u2068{FROM_THE_RIGHT}\u2069"
    assert bold(FROM_THE_RIGHT) == f"**\u2068{FROM_THE_RIGHT}\u2069**"
    assert plain("Ada Łé 山田 🎲") == "Ada Łé 山田 🎲"


def test_what_nobody_sees_sets_no_name_apart():
    for name in ("Ada", " Ada\u3164", "A\u200bda", "\u202aAda\u202c", "Ada\u2069", "\ufeffAda\n"):
        assert plain(name) == "Ada"
    assert plain("Ada\u2003  Lovelace") == "Ada Lovelace"
    assert plain("\u202e\u2800") == "?"


def test_families_of_emojis_stay_together():
    assert plain("👩\u200d👧") == "👩\u200d👧"


def test_markup_in_a_name_is_written_out():
    assert bold("a_b*c~`|\\") == r"**a\_b\*c\~\`\|\\**"
    assert bold("<@1> <:e:1>") == r"**\<\@1\> \<\:e\:1\>**"


async def test_no_message_makes_anything_of_a_name(tmp_path):
    sent = []

    def inspect(seen):
        check(seen)
        sent.append(seen)

    database = tmp_path / "guildhall.sqlite3"
    async with testing.house(database, drawn=SKETCHES, inspect=inspect) as hall:
        lobby = await hall.lobby(TURNS, MENTIONS, LEADS)
        host, guest, onlooker = *lobby.people[:2], hall.person(FROM_THE_RIGHT)
        await host.press("Table", lobby.board)
        await host.press(f"lobby:{lobby.session_id}:start", lobby.board)
        await hall.quiet()
        await onlooker.press("Open it in a thread", await _answer(onlooker, "play", game="guildes"))
        await hall.quiet()
        listed = await _answer(onlooker, "games")
        await onlooker.choose([str(lobby.session_id)], listed)
        await _answer(host, "replace")
        await _answer(host, "hand")
        await lobby.finish()
        await hall.quiet()
        names = (TURNS, MENTIONS, LEADS)  # who was remarkable, as far as lines reach
        assert any(bold(name) in text_of(lobby.board) for name in names)
        stats = await _answer(onlooker, "stats", player=guest.id)
        assert bold(MENTIONS) in text_of(stats)
        assert plain(MENTIONS) in alt_texts(stats)[0]
        assert plain(LEADS) in alt_texts(await _answer(onlooker, "leaderboard"))[0]
        completed = await onlooker.complete("replay", "game", "", TABLE)
        assert plain(TURNS) in completed[0]["name"]
        await _answer(host, "replay", game=str(lobby.session_id))
        world = hall.discord.world
    said = [
        part["content"]
        for seen in sent
        for part in walk(_components(seen.body))
        if part["type"] == TEXT_DISPLAY
    ]
    assert [text for text in said if _MADE.search(html(text, world))] == []
    assert [seen.path for seen in sent if _TURNED.search(orjson.dumps(seen.body).decode())] == []
    opened = [seen.body["name"] for seen in sent if seen.path.endswith("/threads")]
    assert [plain(FROM_THE_RIGHT) in name for name in opened] == [True]


async def _answer(person, command, **options):
    return person.response(await person.command(command, TABLE, **options))


def _components(body):
    body = body if isinstance(body, dict) else {}
    return (body.get("data") or body).get("components") or []


async def test_who_is_called_otherwise_by_now_is_called_so_from_the_next_press_there(tmp_path):
    async with testing.house(tmp_path / "guildhall.sqlite3", drawn=SKETCHES) as hall:
        party = await hall.game("Ada", "Farah", "Goro")
        ada, farah, goro = party.people
        farah.user.name, goro.user.name = "Fatima", "Gen"
        await farah.press("Rules", party.hand(farah))
        await goro.press("Rules", party.board)
        await hall.quiet()
        seats = (await party.table()).record.seats
        assert [seat.name for seat in seats] == ["Ada", "Farah", "Gen"]
        assert "**Gen**" in text_of(ada.response(await ada.press("Text", party.board)))
