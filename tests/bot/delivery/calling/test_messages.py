"""The calls themselves: as the bot or through a press, at their turn, with the newest state."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from types import SimpleNamespace

import discord
import pytest

from bot.delivery.calling import edits
from bot.delivery.calling.messages import EDITABLE_FOR, Messages, nonce
from bot.delivery.known.posts import Look, Looks, digest
from bot.delivery.rendering.rendering import Rendered, Rendering
from bot.delivery.wire.caution import Pace, Priority
from bot.delivery.wire.coalesced import Background
from bot.delivery.wire.faults import TooLong
from bot.screens.parts import button, container, gallery, paragraph, row
from bot.screens.screen import Screen
from bot.store.errors import NotOurs
from bot.store.records.people import Attachment
from images import Picture
from tests.bot.delivery.calls_noted import Wire
from tests.bot.delivery.known.test_tokens import tokens_of
from tests.bot.delivery.refusals import error, without_a_body
from tests.bot.turns import turns
from tests.local.clock import START, ManualClock

TABLE = 1
AGAIN_AND_AGAIN = 20


@dataclass
class Easel:
    """Renders a line of words and, if wanted, a picture that stays the same.

    `meanwhile`: what happens while it is drawn, for so many times that it is never up to date.
    """

    said: str = "first"
    pictured: bool = False
    changes: int = 0
    rendered: int = 0
    meanwhile: Callable[[], None] | None = None
    push: str = ""
    mentions: tuple[int, ...] = ()
    table: object = field(default_factory=SimpleNamespace)

    def change(self, said):
        self.said, self.table = said, SimpleNamespace()
        self.changes += 1

    def rendering(self):
        return Rendering(self._table, self._rendered)

    async def _table(self):
        return self.table

    async def _rendered(self, table, wanted):
        self.rendered += 1
        said, changes = self.said, self.changes
        if self.meanwhile is not None and self.rendered < AGAIN_AND_AGAIN:
            self.meanwhile()
        picture = None
        if self.pictured and wanted.pictured:
            held = None if wanted.before is None else wanted.before.picture
            picture = held or Picture(b"png", "A hand", 1, 1)
        shown = None if picture is None else gallery("hand.png", picture.alt)
        ways = row(button("Press", "press"))
        frame = container(paragraph(said), shown, ways)
        screen = Screen(frame, picture, "hand.png", self.mentions, push=self.push)
        key = None if picture is None else "key"
        return Rendered(screen, Look(digest(screen), key, changes))


class Meanwhile:
    """The pace of channels, at whose turns something may happen once."""

    def __init__(self):
        self.happens = None

    async def turn(self, channel_id):
        happens, self.happens = self.happens, None
        if happens is not None:
            happens()


class Post:
    """Messages over a wire, with one call a second."""

    def __init__(self):
        self.clock = ManualClock()
        self.wire = Wire(self.clock)
        self.looks = Looks()
        self.tokens = tokens_of(self.clock.now, webhook=self.wire.webhook)
        self.meanwhile = Meanwhile()
        self.late = []

        async def sleep(seconds):
            self.clock.advance(seconds)

        paces = (Pace(1, 1, self.clock.now, sleep), self.meanwhile)
        about = self.tokens, self.looks, self.clock.now
        self.messages = Messages(self.wire, paces, *about, Background())

    async def send(self, easel, *about):
        message_id, _ = await self.messages.send(
            TABLE, easel.rendering(), Priority.BOARD, nonce=nonce(*about), silent=False
        )
        self.clock.advance(10)
        self.wire.calls.clear()
        return message_id

    async def edit(self, message_id, easel):
        def late(_):
            self.late.append(message_id)

        return await self.messages.edit(TABLE, message_id, easel.rendering(), Priority.BOARD, late)

    def press(self, message_id):
        self.tokens.keep(message_id, self.wire.token(message_id, TABLE))

    def made(self):
        return [(call.what, call.by) for call in self.wire.calls]


@pytest.fixture
def post():
    return Post()


def test_the_same_message_has_the_same_nonce_and_another_has_another():
    assert nonce("hand", 1, 2) == nonce("hand", 1, 2)
    assert len({nonce("hand", 1, 2), nonce("hand", 12), nonce("board", 1, 2)}) == 3


def test_a_nonce_fits():
    assert len(nonce("hand", 10**12, 10**18, 10**6)) <= 25


async def test_what_was_sent_is_known(post):
    easel = Easel()
    message_id = await post.send(easel)
    assert post.looks.known(message_id)
    look, overtaken = await post.edit(message_id, easel)
    assert look.changes == 0
    assert not overtaken
    assert post.made() == []


async def test_a_change_that_comes_while_a_turn_is_awaited_is_what_is_shown(post):
    easel = Easel()
    message_id = await post.send(easel)
    easel.change("second")
    post.meanwhile.happens = lambda: easel.change("third")
    look, _ = await post.edit(message_id, easel)
    assert [call.text for call in post.wire.calls] == ["third"]
    assert look.changes == 2


async def test_a_turn_that_came_too_early_costs_no_call(post):
    easel = Easel()
    message_id = await post.send(easel)
    easel.change("second")
    before = post.clock.now()
    post.meanwhile.happens = lambda: easel.change("third")
    await post.edit(message_id, easel)
    assert post.clock.now() == before


async def test_a_message_outdated_before_its_turn_is_sent_as_it_is_by_then(post):
    easel = Easel()
    post.meanwhile.happens = lambda: easel.change("second")
    before = post.clock.now()
    await post.messages.send(TABLE, easel.rendering(), Priority.BOARD, nonce="n", silent=True)
    (call,) = post.wire.calls
    assert call.text == "second"
    assert (call.given["nonce"], call.given["silent"]) == ("n", True)
    assert post.clock.now() == before


@pytest.mark.parametrize("by_press", [False, True])
async def test_what_changes_faster_than_it_is_drawn_goes_out_as_it_was_drawn_anew(post, by_press):
    easel = Easel()
    message_id = await post.send(easel)
    if by_press:
        post.press(message_id)
    easel.change("second")
    easel.meanwhile = lambda: easel.change(f"{easel.changes + 1}")
    before = easel.rendered
    look, overtaken = await post.edit(message_id, easel)
    assert [call.text for call in post.wire.calls] == ["2"]
    assert (look.changes, overtaken) == (2, False)
    assert easel.rendered == before + 2


async def test_what_changes_faster_than_it_is_drawn_is_sent_as_it_was_drawn_anew(post):
    easel = Easel()
    easel.meanwhile = lambda: easel.change(f"{easel.changes + 1}")
    before = post.clock.now()
    _, look = await post.messages.send(
        TABLE, easel.rendering(), Priority.BOARD, nonce="n", silent=True
    )
    assert [call.text for call in post.wire.calls] == ["1"]
    assert (look.changes, easel.rendered) == (1, 2)
    assert post.clock.now() == before


async def test_a_message_that_others_keep_changing_is_edited_all_the_same_and_in_doubt(post):
    easel = Easel(pictured=True)
    message_id = await post.send(easel)

    def edited_by_an_answer():
        with post.looks.change(message_id) as other:
            other.look = Look(b"other", "key", easel.changes)

    easel.change("second")
    easel.meanwhile = edited_by_an_answer
    _, overtaken = await post.edit(message_id, easel)
    assert post.made() == [("edit", "bot")]
    assert overtaken
    assert post.looks.doubtful(message_id)


async def test_what_was_undone_while_a_turn_was_awaited_costs_no_edit(post):
    easel = Easel()
    message_id = await post.send(easel)
    easel.change("second")
    post.meanwhile.happens = lambda: easel.change("first")
    await post.edit(message_id, easel)
    assert post.made() == []


async def test_an_unchanged_picture_is_kept_by_its_id(post):
    easel = Easel(pictured=True)
    message_id = await post.send(easel)
    held = post.looks.look(message_id).picture.id
    easel.change("second")
    look, _ = await post.edit(message_id, easel)
    (call,) = post.wire.calls
    assert (call.uploads, call.kept) == (0, [held])
    assert look.picture == Attachment(held, "hand.png", "key", "A hand", 1, 1)


async def test_where_discord_refuses_to_keep_a_picture_it_is_uploaded_for_good(post):
    easel = Easel(pictured=True)
    message_id = await post.send(easel)
    easel.change("second")
    post.wire.fails("edit", error(50035))
    look, overtaken = await post.edit(message_id, easel)
    assert [call.uploads for call in post.wire.calls] == [0, 1]
    assert (look.changes, overtaken) == (1, False)
    for said in ("third", "fourth"):
        post.wire.calls.clear()
        easel.change(said)
        await post.edit(message_id, easel)
        assert [(call.uploads, call.kept) for call in post.wire.calls] == [(1, [])]


async def test_what_is_sent_and_too_large_is_sent_in_words(post):
    easel = Easel(pictured=True)
    post.wire.fails("send", without_a_body(413))
    message_id, look = await post.messages.send(
        TABLE, easel.rendering(), Priority.BOARD, nonce="n", silent=True
    )
    assert [call.uploads for call in post.wire.calls] == [1, 0]
    assert {call.given["nonce"] for call in post.wire.calls} == {"n"}
    assert look.picture is None
    assert post.looks.look(message_id) == look


async def test_a_press_lets_its_message_be_edited_for_free(post):
    easel = Easel()
    message_id = await post.send(easel)
    post.press(message_id)
    easel.change("second")
    before = post.clock.now()
    for said in ("second", "third", "fourth"):
        easel.change(said)
        await post.edit(message_id, easel)
    assert post.made() == [("edit", "token")] * 3
    assert post.clock.now() == before


@pytest.mark.parametrize("dead", [error(10015, 404), error(50027, 401), error(10062, 404)])
async def test_a_dead_token_is_not_tried_again(post, dead):
    easel = Easel()
    message_id = await post.send(easel)
    post.press(message_id)
    post.wire.fails("edit", dead, by="token")
    for said in ("second", "third"):
        easel.change(said)
        post.clock.advance(10)
        await post.edit(message_id, easel)
    assert post.made() == [("edit", "token"), ("edit", "bot"), ("edit", "bot")]


@pytest.mark.parametrize("failure", [error(0, 500), OSError("broken"), error(10008, 404)])
async def test_what_a_token_is_not_to_blame_for_is_raised_and_the_token_stays(post, failure):
    easel = Easel()
    message_id = await post.send(easel)
    post.press(message_id)
    post.wire.fails("edit", failure)
    easel.change("second")
    with pytest.raises(type(failure)):
        await post.edit(message_id, easel)
    assert post.made() == [("edit", "token")]
    assert post.looks.doubtful(message_id)
    await post.edit(message_id, easel)
    assert post.made() == [("edit", "token")] * 2


async def test_a_call_that_hangs_is_given_up_and_leaves_the_message_in_doubt(post, monkeypatch):
    easel = Easel()
    message_id = await post.send(easel)
    easel.change("second")
    let_go = post.wire.hangs("edit")
    with monkeypatch.context() as hasty:
        hasty.setattr(edits, "CALL_TIMEOUT", 0)
        with pytest.raises(TooLong):
            await post.edit(message_id, easel)
    assert post.looks.doubtful(message_id)
    assert post.late == []
    let_go.set()
    post.clock.advance(10)
    easel.change("third")
    await post.edit(message_id, easel)
    assert post.late == [message_id]


async def test_of_two_edits_at_once_nobody_knows_which_came_last(post):
    easel = Easel()
    message_id = await post.send(easel)
    post.press(message_id)
    easel.change("second")

    carry_out = post.wire.carry_out

    async def slowly(call):
        with post.looks.change(message_id) as other:
            other.look = Look(b"other", None, 9)
        return await carry_out(call)

    post.wire.carry_out = slowly
    _, overtaken = await post.edit(message_id, easel)
    assert overtaken
    assert post.looks.doubtful(message_id)


def test_a_message_is_too_old_after_the_best_part_of_an_hour_but_for_a_press(post):
    sent = discord.utils.time_snowflake(datetime.fromtimestamp(START, UTC))
    post.clock.advance(EDITABLE_FOR - 1)
    assert not post.messages.too_old(sent)
    post.clock.advance(2)
    assert post.messages.too_old(sent)
    post.press(sent)
    assert not post.messages.too_old(sent)
    assert EDITABLE_FOR < 3600


async def test_a_message_goes_through_its_press_for_free(post):
    easel = Easel()
    message_id = await post.send(easel)
    post.press(message_id)
    await post.messages.delete(TABLE, message_id)
    assert post.made() == [("delete", "token")]
    assert not post.looks.known(message_id)
    assert not post.messages.free(message_id)


async def test_a_message_that_its_press_can_not_delete_is_deleted_as_the_bot(post):
    message_id = await post.send(Easel())
    post.press(message_id)
    post.wire.fails("delete", error(50027, 401), by="token")
    await post.messages.delete(TABLE, message_id)
    assert post.made() == [("delete", "token"), ("delete", "bot")]
    assert message_id not in post.wire.messages


async def test_a_message_that_is_gone_already_needs_no_deleting(post):
    await post.messages.delete(TABLE, 5)
    assert post.made() == [("delete", "bot")]


@pytest.mark.parametrize("about", ["first", "second"], ids=["taken for the same", "another"])
async def test_a_message_that_comes_after_it_was_given_up_is_taken_away(post, monkeypatch, about):
    let_go = post.wire.hangs("send")
    with monkeypatch.context() as hasty:
        hasty.setattr(edits, "CALL_TIMEOUT", 0)
        with pytest.raises(TooLong):
            await post.send(Easel(), "first")
    easel = Easel()
    easel.change("second")
    second = await post.send(easel, about)
    let_go.set()
    await turns()
    post.clock.advance(10)
    await turns()
    assert list(post.wire.messages) == [second]


async def noticed(post, easel, said="n", *, silent=False):
    """Send it; its id and look, with the calls that took."""
    sent = await post.messages.send(
        TABLE, easel.rendering(), Priority.BOARD, nonce=said, silent=silent
    )
    return *sent, post.wire.calls


async def test_what_is_to_be_noticed_is_a_line_first_and_its_screen_at_once(post):
    easel = Easel(pictured=True, push="Guildes: your turn", mentions=(11, 12))
    message_id, look, (line, screen) = await noticed(post, easel)
    assert line.given["content"] == "<@11> <@12> Guildes: your turn"
    assert [one.id for one in line.given["allowed_mentions"].users] == [11, 12]
    assert not line.given["view"].has_components_v2()
    (buttons,) = line.given["view"].to_components()
    assert [one["custom_id"] for one in buttons["components"]] == ["press"]
    assert (screen.what, screen.message_id) == ("edit", message_id)
    assert screen.given["content"] is None
    assert screen.given["view"].has_components_v2()
    assert (line.uploads, screen.uploads) == (0, 1)
    assert post.looks.look(message_id) == look
    assert look.picture is not None


async def test_in_silence_the_screen_is_sent_as_it_is(post):
    _, _, (call,) = await noticed(post, Easel(push="Guildes: your turn"), silent=True)
    assert "content" not in call.given
    assert call.given["view"].has_components_v2()


@pytest.mark.parametrize("failure", [error(0, 500), error(50035), OSError("broken")])
async def test_a_line_that_does_not_become_its_screen_stands_and_the_next_edit_mends_it(
    post, failure
):
    easel = Easel(push="Guildes: your turn")
    post.wire.fails("edit", failure)
    message_id, look, _ = await noticed(post, easel)
    assert not look.known
    assert not post.looks.known(message_id)
    post.wire.calls.clear()
    await post.edit(message_id, easel)
    (call,) = post.wire.calls
    assert (call.given["content"], call.text) == (None, "first")


async def broken_off(post):
    """A screen whose line was sent, and the line's id; nothing came after it."""
    easel = Easel(push="Guildes: your turn")
    post.wire.fails("edit", NotOurs(1))
    with pytest.raises(NotOurs):
        await noticed(post, easel)
    (sent,) = post.wire.messages
    return easel, sent


async def test_a_line_that_was_sent_before_a_kill_becomes_the_screen_after_it(post):
    easel, killed = await broken_off(post)
    post.looks.forget(killed)  # which a start knows nothing of
    message_id, look, calls = await noticed(post, easel)
    assert message_id == killed
    assert look.known
    assert calls[-1].text == "first"


async def test_a_line_that_was_sent_and_is_on_no_disk_yet_is_not_sent_again(post):
    easel, sent = await broken_off(post)
    post.wire.calls.clear()
    message_id, look, calls = await noticed(post, easel)
    assert (message_id, look.known, calls) == (sent, False, [])
    post.looks.placed(sent)
    _, look, calls = await noticed(post, easel)
    assert [call.what for call in calls] == ["send", "edit"]
    assert look.known


async def test_channels_are_named_in_a_line_without_what_might_be_more_than_a_name(post):
    names = {7: "great-table", 8: "a [link](https://b.c)", 9: "Guildes: [TAG] Ada", 10: "<@1>"}
    post.wire.get_channel = lambda number: SimpleNamespace(name=names[number])
    shown_as = {7: "great-table", 8: "a link(https//b.c)", 9: "Guildes: TAG Ada", 10: "@1"}
    for number, shown in shown_as.items():
        post.wire.calls.clear()
        easel = Easel(push=f"Guildes in <#{number}>: your turn")
        _, _, calls = await noticed(post, easel, f"n{number}")
        assert calls[0].given["content"] == f"Guildes in #{shown}: your turn"


async def test_a_channel_that_isnt_known_here_is_asked_of_discord(post):
    post.wire.get_channel = lambda _: None
    _, _, calls = await noticed(post, Easel(push="Guildes in <#7>: your turn"))
    assert calls[0].given["content"] == "Guildes in #channel-7: your turn"


async def test_what_was_taken_away_is_sent_by_another_nonce(post):
    first, _, _ = await noticed(post, Easel(), "n")
    await post.messages.delete(TABLE, first)
    second, _, _ = await noticed(post, Easel(), "n")
    assert list(post.wire.messages) == [second]
    # And so that the repeated call is harmless still.
    assert (await noticed(post, Easel(), "n"))[0] == second


async def test_no_more_than_some_nonces_are_tried(post):
    post.wire.fails("send", error(10008, 404), times=100)
    with pytest.raises(discord.HTTPException):
        await noticed(post, Easel())
    assert len(post.wire.made("send")) == 4


async def test_whether_somebody_is_in_a_server_is_asked_at_its_turn(post):
    before = post.clock.now()
    assert [await post.messages.is_member(5, user) for user in (1, 2, 3)] == [True] * 3
    assert post.clock.now() - before == pytest.approx(2)  # one call a second


async def test_who_is_not_in_a_server_any_more_is_told_from_a_failure(post):
    post.wire.fails("ask", error(10007, 404))
    assert not await post.messages.is_member(5, 1)
    post.wire.fails("ask", error(50001, 403))
    with pytest.raises(discord.Forbidden):
        await post.messages.is_member(5, 1)
