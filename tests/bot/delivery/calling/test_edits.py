"""Changes are carried out with their picture, however Discord takes it, or given up in time."""

import asyncio
from io import BytesIO
from types import SimpleNamespace
from unittest.mock import patch

import aiohttp
import discord
import pytest
from aiohttp.payload import BytesIOPayload
from discord.http import Route
from structlog.testing import capture_logs

from bot.delivery.calling import edits
from bot.delivery.calling.edits import (
    Form,
    attachment_id,
    carried_out,
    edit_at_once,
    edited,
    in_time,
    look_of,
    pictures_alone,
)
from bot.delivery.known.posts import Look, Looks
from bot.delivery.rendering.rendering import Rendered
from bot.delivery.wire.faults import TooLong
from bot.screens.parts import button, container, display, gallery, paragraph, rows
from bot.screens.screen import Screen
from bot.store.records.people import Attachment
from images import Picture
from tests.bot.delivery.calls_noted import Sent
from tests.bot.delivery.refusals import error, invalid, serving, without_a_body
from tests.bot.turns import turns

KEPT = Attachment(900, "hand.png", "key", "A hand")
UPLOADED = Picture(b"png", "A hand", 1, 1)
HELD = 10**18
"""The id that Discord gives to what is uploaded."""


def rendered(picture):
    """A screen with a picture, kept or to be uploaded; None: in words."""
    shown = None if picture is None else gallery("hand.png", picture.alt)
    frame = container(paragraph("Your hand"), shown)
    look = Look(b"hand", None if picture is None else "key", 4)
    return Rendered(Screen(frame, picture, "hand.png"), look)


class Discord:
    """Refuses what it was told to refuse, one call after the other; then takes everything."""

    def __init__(self, *refusals):
        self.refusals = list(refusals)
        self.pictures = []

    async def __call__(self, screen):
        self.pictures.append(screen.picture)
        if self.refusals:
            raise self.refusals.pop(0)
        if screen.picture is None:
            return Sent(1, [screen.frame])
        held = screen.picture.id if isinstance(screen.picture, Attachment) else HELD
        return Sent(1, [screen.frame], {"hand.png": held})


async def render_again(pictured):
    return rendered(UPLOADED if pictured else None)


def keeps(looks):
    """Whether pictures are still kept."""
    looks.keep(7, look_of(Sent(7, (), {"hand.png": 900}), rendered(KEPT)))
    return looks.look(7).picture is not None


async def test_a_kept_picture_stays_the_one_that_is_held():
    discord_, looks = Discord(), Looks()
    look = await carried_out(discord_, rendered(KEPT), render_again, looks)
    assert discord_.pictures == [KEPT]
    assert look.picture == KEPT
    assert keeps(looks)


async def test_an_uploaded_picture_can_be_kept_from_then_on():
    look = await carried_out(Discord(), rendered(UPLOADED), render_again, Looks())
    assert look.picture == Attachment(HELD, "hand.png", "key", "A hand", 1, 1)


async def test_where_keeping_is_refused_the_same_edit_uploads_and_nothing_is_kept_any_more():
    discord_, looks = Discord(error(50035)), Looks()
    looks.keep(5, look_of(Sent(5, (), {"hand.png": 900}), rendered(KEPT)))
    look = await carried_out(discord_, rendered(KEPT), render_again, looks)
    assert discord_.pictures == [KEPT, UPLOADED]
    assert look.same(rendered(UPLOADED).look)
    assert looks.look(5).picture is None
    assert not keeps(looks)


async def test_a_refusal_while_another_call_changes_the_message_says_nothing_against_keeping():
    discord_, looks = Discord(error(50035)), Looks()
    with looks.change(5), looks.change(5) as change:
        look = await carried_out(discord_, rendered(KEPT), render_again, looks, change)
    assert discord_.pictures == [KEPT, UPLOADED]
    assert look.picture == Attachment(HELD, "hand.png", "key", "A hand", 1, 1)
    assert keeps(looks)


@pytest.mark.parametrize(("living", "warned"), [(1, True), (2, False)])
async def test_the_log_says_that_pictures_are_uploaded_only_where_they_are_from_now_on(
    living, warned
):
    looks = Looks(lambda: living)
    with capture_logs() as logged:
        await carried_out(Discord(error(50035)), rendered(KEPT), render_again, looks)
    assert keeps(looks) is not warned
    assert any("uploads its picture" in entry["event"] for entry in logged) is warned


@pytest.mark.parametrize("again", [error(50035), error(0, 500), OSError()])
async def test_a_second_try_that_fails_too_says_nothing_against_keeping(again):
    discord_, looks = Discord(error(50035), again), Looks()
    with pytest.raises(type(again)) as raised:
        await carried_out(discord_, rendered(KEPT), render_again, looks)
    assert raised.value is again
    assert len(discord_.pictures) == 2
    assert keeps(looks)


@pytest.mark.parametrize("code", [50083, 160005, 40060])
async def test_what_is_refused_for_another_reason_is_not_drawn_and_sent_again(code):
    discord_ = Discord(error(code))
    with pytest.raises(discord.HTTPException) as raised:
        await carried_out(discord_, rendered(KEPT), render_again, Looks())
    assert raised.value.code == code
    assert discord_.pictures == [KEPT]


@pytest.mark.parametrize(
    "refusal",
    [
        *(without_a_body(413), error(40005), error(20009), error(400001), error(40004, 403)),
        invalid("attachments.0.filename", "no"),
        invalid("components.0.items.0.media.url", "The referenced attachment was not found"),
    ],
)
async def test_a_picture_that_discord_does_not_take_is_said_in_words_and_the_log_says_why(refusal):
    discord_, looks = Discord(refusal), Looks()
    with capture_logs() as logged:
        look = await carried_out(discord_, rendered(UPLOADED), render_again, looks)
    (entry,) = logged
    assert entry["code"] == (refusal.code or refusal.status)
    assert discord_.pictures == [UPLOADED, None]
    assert look.picture is None
    assert look.key is None
    assert keeps(looks)


async def test_what_is_too_large_though_kept_is_said_in_words_too():
    discord_, looks = Discord(without_a_body(413)), Looks()
    await carried_out(discord_, rendered(KEPT), render_again, looks)
    assert discord_.pictures == [KEPT, None]
    assert keeps(looks)


async def test_a_picture_that_is_neither_kept_nor_taken_is_said_in_words():
    discord_, looks = Discord(error(50035), error(400001)), Looks()
    await carried_out(discord_, rendered(KEPT), render_again, looks)
    assert discord_.pictures == [KEPT, UPLOADED, None]
    assert keeps(looks)


async def test_words_that_are_refused_too_are_raised():
    again = error(20009)
    discord_ = Discord(error(20009), again)
    with pytest.raises(discord.HTTPException) as raised:
        await carried_out(discord_, rendered(UPLOADED), render_again, Looks())
    assert raised.value is again
    assert discord_.pictures == [UPLOADED, None]


@pytest.mark.parametrize("screen", [KEPT, UPLOADED, None])
@pytest.mark.parametrize(
    "other", [error(10008, 404), error(50001, 403), error(0, 500), error(0, 429), OSError()]
)
async def test_whatever_else_goes_wrong_is_raised(screen, other):
    discord_, looks = Discord(other), Looks()
    with pytest.raises(type(other)) as raised:
        await carried_out(discord_, rendered(screen), render_again, looks)
    assert raised.value is other
    assert discord_.pictures == [screen]
    assert keeps(looks)


@pytest.mark.parametrize(
    ("screen", "refusal"),
    [
        *((UPLOADED, error(50035)), (None, error(50035)), (None, without_a_body(413))),
        (UPLOADED, invalid("components.0.label", "Must be 80 or fewer in length.")),
    ],
)
async def test_a_refusal_that_no_other_picture_helps_against_is_raised(screen, refusal):
    discord_, looks = Discord(refusal), Looks()
    with pytest.raises(discord.HTTPException):
        await carried_out(discord_, rendered(screen), render_again, looks)
    assert len(discord_.pictures) == 1
    assert keeps(looks)


async def test_what_can_not_be_rendered_anew_is_tried_once():
    discord_ = Discord(error(50035))
    with pytest.raises(discord.HTTPException):
        await carried_out(discord_, rendered(KEPT), None, Looks())
    assert discord_.pictures == [KEPT]


async def test_what_can_not_be_rendered_anew_has_its_picture_described_where_discord_takes_none():
    shown = []

    async def call(screen):
        shown.append([part.get("content") for part in screen.frame["components"]])
        return await discord_(screen)

    discord_ = Discord(error(400001))
    look = await carried_out(call, rendered(UPLOADED), None, Looks())
    assert shown == [["Your hand", None], ["Your hand", "A hand"]]
    assert (look.picture, look.known) == (None, False)


def test_a_look_holds_the_attachment_that_the_gallery_names():
    shown = rendered(UPLOADED)
    message = Sent(1, [shown.screen.frame], {"hand.png": 77})
    message.attachments = []
    assert look_of(message, shown).picture == Attachment(77, "hand.png", "key", "A hand", 1, 1)


def test_a_look_holds_the_attachment_of_the_pictures_name_where_the_gallery_tells_none():
    shown = rendered(UPLOADED)
    message = Sent(1, (), {"other.png": 76, "hand.png": 77})
    assert look_of(message, shown).picture == Attachment(77, "hand.png", "key", "A hand", 1, 1)


@pytest.mark.parametrize("message", [Sent(1), Sent(1, (), {"other.png": 76})])
def test_a_picture_that_discord_says_it_does_not_hold_is_not_kept(message):
    assert look_of(message, rendered(KEPT)).picture is None


def test_where_discord_says_nothing_what_was_named_is_still_held():
    assert look_of(None, rendered(KEPT)).picture == KEPT


@pytest.mark.parametrize("message", [None, Sent(1), Sent(1, (), {"other.png": 76})])
def test_an_upload_without_an_attachments_id_is_not_kept(message):
    assert look_of(message, rendered(UPLOADED)).picture is None
    assert look_of(message, rendered(UPLOADED)).same(rendered(UPLOADED).look)


def test_a_screen_in_words_keeps_no_picture():
    assert look_of(Sent(1, (), {"hand.png": 77}), rendered(None)).picture is None


def test_an_edit_names_every_picture_that_stays():
    (kept,) = edited(rendered(KEPT).screen)["attachments"]
    assert kept.to_dict() == {"id": "900", "filename": "hand.png"}
    (uploaded,) = edited(rendered(UPLOADED).screen)["attachments"]
    assert isinstance(uploaded, discord.File)
    assert edited(rendered(None).screen)["attachments"] == []


@pytest.fixture
def hasty(monkeypatch):
    """Nobody waits for a call."""
    monkeypatch.setattr(edits, "CALL_TIMEOUT", 0)


class Late:
    """Counts how often it was told."""

    def __init__(self):
        self.told = 0

    def __call__(self, _):
        self.told += 1


class Hanging:
    """A call that ends when it is let go, with a failure if there is one."""

    def __init__(self, failure=None):
        self.let_go = asyncio.Event()
        self.failure = failure
        self.cancelled = False

    async def call(self):
        try:
            await self.let_go.wait()
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        if self.failure is not None:
            raise self.failure
        return "done"


async def test_a_call_in_time_gives_what_it_gives():
    late, hanging = Late(), Hanging()
    hanging.let_go.set()
    assert await in_time(hanging.call(), late) == "done"
    with pytest.raises(OSError, match="broken"):
        await in_time(broken(), late)
    await turns()
    assert late.told == 0


async def broken():
    raise OSError("broken")


@pytest.mark.parametrize("failure", [None, error(0, 500), OSError("broken")])
async def test_a_call_that_hangs_is_given_up_and_its_end_is_heard_of(hasty, failure):
    late, hanging = Late(), Hanging(failure)
    with pytest.raises(TooLong):
        await in_time(hanging.call(), late)
    await turns()
    assert late.told == 0
    assert not hanging.cancelled
    hanging.let_go.set()
    await turns()
    assert late.told == 1


async def test_who_is_stopped_while_waiting_stops_the_call():
    late, hanging = Late(), Hanging()
    waiting = asyncio.create_task(in_time(hanging.call(), late))
    await turns()
    waiting.cancel()
    await asyncio.wait({waiting})
    await turns()
    assert waiting.cancelled()
    assert hanging.cancelled
    assert late.told == 0


def test_discord_is_given_ten_seconds():
    assert edits.CALL_TIMEOUT == 10


def test_of_a_changed_message_nothing_is_made_but_its_picture():
    shown = gallery("hand.png", "A hand")
    shown["items"][0]["media"]["attachment_id"] = str(HELD)
    frame = container(paragraph("Your hand"), shown, *rows([button("Nobles", "pick:1:2:nobles")]))
    message = Sent(1, [])
    pictures_alone(message, [display("The operator's line"), frame])
    ((only,),) = [container.children for container in message.components]
    assert isinstance(only, discord.MediaGalleryComponent)
    assert attachment_id(message, "hand.png") == HELD
    pictures_alone(message, rows([button("Nobles", "pick:1:2:nobles")]))
    assert message.components == []


async def test_an_upload_is_one_piece_with_what_is_said_and_every_file():
    form = Form(quote_fields=False)
    form.add_field("payload_json", '{"content": "é"}')
    form.add_field("files[0]", BytesIO(b"drawn"), filename='a "hand".png', content_type="image/png")
    sent = form()
    kind, _, boundary = sent.content_type.partition("; boundary=")
    assert kind == "multipart/form-data"
    assert (
        await sent.as_bytes()
        == (
            f"--{boundary}\r\n"
            'Content-Disposition: form-data; name="payload_json"\r\n'
            "\r\n"
            '{"content": "é"}\r\n'
            f"--{boundary}\r\n"
            'Content-Disposition: form-data; name="files[0]"; filename="a \\"hand\\".png"\r\n'
            "Content-Type: image/png\r\n"
            "\r\n"
            "drawn\r\n"
            f"--{boundary}--\r\n"
        ).encode()
    )


async def test_a_large_upload_is_written_piece_by_piece():
    form = Form()
    form.add_field("files[0]", BytesIO(bytes(1_100_000)), filename="film.webp")
    sent = form()
    assert isinstance(sent, BytesIOPayload)
    assert sent.size > 1_100_000


def said(status, body):
    return {"status": status, "body": body, "headers": {"Content-Type": "application/json"}}


@pytest.fixture
async def answering():
    """A server that plays Discord, and a press that can be answered there."""
    async with serving() as discord_, aiohttp.ClientSession() as session:
        http = SimpleNamespace(proxy=None, proxy_auth=None)
        pressed = SimpleNamespace(id=1, token="a/b", _session=session)
        pressed._state = SimpleNamespace(http=http)
        discord_.response = discord.InteractionResponse(pressed)
        with patch.object(Route, "BASE", f"{discord_.url}/api/v10"):
            yield discord_


async def test_an_answer_that_uploads_nothing_is_given_once(answering):
    answering.answer = {"status": 204}
    await edit_at_once(answering.response, Screen({"components": []}))
    assert answering.response.is_done()
    with pytest.raises(discord.InteractionResponded):
        await edit_at_once(answering.response, Screen({"components": []}))
    assert answering.paths == ["/api/v10/interactions/1/a%2Fb/callback"]


@pytest.mark.parametrize(
    ("status", "error"),
    [(400, discord.HTTPException), (403, discord.Forbidden), (404, discord.NotFound)],
)
async def test_its_refusal_is_told_like_any_of_discords(answering, status, error):
    answering.answer = said(status, b'{"code": 10062, "message": "no"}')
    with pytest.raises(error) as refused:
        await edit_at_once(answering.response, Screen({"components": []}))
    assert (refused.value.status, refused.value.code) == (status, 10062)
    assert not answering.response.is_done()


async def test_a_limit_that_says_how_long_it_is_is_waited_for(answering):
    answering.answer = {"status": 204}
    answering.answers = [said(429, b'{"retry_after": 0.01}')]
    await edit_at_once(answering.response, Screen({"components": []}))
    assert answering.calls == 2


async def test_a_limit_that_does_not_say_how_long_it_is_is_told(answering):
    answering.answer = said(429, b'{"code": 0, "message": "no"}')
    with pytest.raises(discord.HTTPException) as refused:
        await edit_at_once(answering.response, Screen({"components": []}))
    assert (refused.value.status, answering.calls) == (429, 1)
