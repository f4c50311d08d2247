"""Pictures in components: what a request may name, what an edit keeps, how answers tell of them."""

import pytest

from bot.local.acts import actions
from tests.local.rest import V2, button, gallery, png, row, text

NOT_FOUND = "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND"


@pytest.fixture
def table(still):
    return next(c for c in still.world.channels.values() if c.name == "great-table")


@pytest.fixture
async def board(rest, table):
    """A message with one picture, shown by a component."""
    components = [gallery("a.png"), row(button())]
    answer = await rest.send(table, {"a.png": png()}, flags=V2, components=components)
    return rest.message(answer)


@pytest.fixture
def press(still, board):
    ada = next(u for u in still.world.users.values() if u.name == "Ada")
    return lambda: actions.press(still.world, ada, board, "keep")


def shown(message):
    """The attachments that the message's gallery shows, None where one is lost."""
    there = {str(a.id): a.filename for a in message.attachments}
    items = message.components[0]["items"]
    return [there.get(item["media"]["attachment_id"]) for item in items]


def kept(message, **changes):
    attachment = message.attachments[0]
    return {"id": str(attachment.id), "filename": attachment.filename} | changes


def again():
    """The same screen once more."""
    return [gallery("a.png"), row(button())]


async def test_edit_that_names_a_picture_without_keeping_it_is_refused(rest, board):
    refused = await rest.edit(board, components=again())
    assert refused.refused == (400, 50035)
    assert refused.fault("components.0.items.0.media.url") == NOT_FOUND


async def test_edit_that_keeps_a_picture_by_id_alone_may_not_name_it(rest, board):
    by_id = [{"id": str(board.attachments[0].id)}]
    refused = await rest.edit(board, components=again(), attachments=by_id)
    assert refused.fault("components.0.items.0.media.url") == NOT_FOUND


async def test_edit_that_keeps_a_picture_by_id_and_another_filename_may_not_name_it(rest, board):
    renamed = [kept(board, filename="b.png")]
    for name in ("a.png", "b.png"):
        refused = await rest.edit(board, components=[gallery(name)], attachments=renamed)
        assert refused.fault("components.0.items.0.media.url") == NOT_FOUND


async def test_edit_names_a_picture_that_it_keeps_by_id_and_filename(rest, board):
    before = board.attachments[0]
    answer = await rest.edit(board, components=again(), attachments=[kept(board)])
    assert answer.status == 200
    assert board.attachments == [before]
    assert shown(board) == ["a.png"]


async def test_edit_names_a_picture_that_it_uploads(rest, board):
    answer = await rest.edit(
        board, {"a.png": png((8, 8))}, components=again(), attachments=[{"id": 0}]
    )
    assert answer.status == 200
    assert [a.size for a in board.attachments] == [(8, 8)]


async def test_bots_edit_without_attachments_keeps_them(rest, board):
    assert (await rest.edit(board, allowed_mentions={"parse": []})).status == 200
    assert shown(board) == ["a.png"]


async def test_bots_edit_without_attachments_that_names_none_keeps_them_unseen(rest, board):
    answer = await rest.edit(board, components=[text("no picture")])
    assert [a["filename"] for a in answer.body["attachments"]] == ["a.png"]


async def test_edit_that_lists_attachments_drops_the_others(rest, board):
    answer = await rest.edit(
        board, {"b.png": png()}, components=[gallery("b.png")], attachments=[{"id": 0}]
    )
    assert answer.status == 200
    assert [a.filename for a in board.attachments] == ["b.png"]
    assert (await rest.edit(board, components=[text("x")], attachments=[])).status == 200
    assert board.attachments == []


async def test_update_of_the_pressed_message_without_attachments_removes_them(rest, press, board):
    assert (await rest.respond(press(), 7, allowed_mentions={"parse": []})).status == 200
    assert board.attachments == []
    assert shown(board) == [None]


async def test_update_of_the_pressed_message_that_names_an_unlisted_picture_is_refused(rest, press):
    refused = await rest.respond(press(), 7, components=again())
    assert refused.refused == (400, 50035)
    assert refused.fault("data.components.0.items.0.media.url") == NOT_FOUND


async def test_update_of_the_pressed_message_keeps_what_it_lists(rest, press, board):
    answer = await rest.respond(press(), 7, components=again(), attachments=[kept(board)])
    assert answer.status == 200
    assert shown(board) == ["a.png"]


async def test_update_of_the_pressed_message_uploads_in_place_of_what_it_had(rest, press, board):
    answer = await rest.respond(press(), 7, {"a.png": png((8, 8))}, components=again())
    assert answer.status == 200
    assert [a.size for a in board.attachments] == [(8, 8)]


async def test_edit_after_a_deferred_press_keeps_what_it_does_not_speak_of(rest, press, board):
    pressed = press()
    await rest.respond(pressed, 6)
    assert (await rest.edit_response(pressed, allowed_mentions={"parse": []})).status == 200
    assert shown(board) == ["a.png"]


async def test_edit_by_token_needs_the_name_in_the_same_request_too(rest, press, board):
    pressed = press()
    await rest.respond(pressed, 6)
    refused = await rest.edit_response(pressed, components=again())
    assert refused.fault("components.0.items.0.media.url") == NOT_FOUND
    answer = await rest.edit_response(pressed, components=again(), attachments=[kept(board)])
    assert answer.status == 200


async def test_refused_update_leaves_the_pictures_and_is_the_answer(rest, press, board):
    pressed = press()
    await rest.respond(pressed, 7, components=again())
    assert shown(board) == ["a.png"]
    uploaded = {"a.png": png()}
    assert (await rest.respond(pressed, 7, uploaded, components=again())).refused == (400, 40060)
    assert (await rest.edit_response(pressed, files=uploaded, components=again())).status == 200


async def test_media_item_of_an_answer_tells_the_attachment(rest, table, board):
    answer = await rest.ask("GET", f"/channels/{table.id}/messages/{board.id}")
    media = answer.body["components"][0]["items"][0]["media"]
    assert media["attachment_id"] == str(board.attachments[0].id)
    assert media["proxy_url"] == media["url"]
    assert media["url"].startswith("http://")
    assert (media["width"], media["height"], media["content_type"]) == (4, 3, "image/png")


async def test_attachments_of_an_answer_leave_out_what_components_show(rest, table):
    files = {"a.png": png(), "b.png": png()}
    answer = await rest.send(table, files, flags=V2, components=[gallery("a.png")])
    assert [a["filename"] for a in answer.body["attachments"]] == ["b.png"]


async def test_a_file_weighs_up_to_ten_mebibytes(rest, table):
    components, largest = [gallery("a.webp")], 10 * 1024 * 1024
    answer = await rest.send(table, {"a.webp": bytes(largest)}, flags=V2, components=components)
    assert len(rest.message(answer).attachments[0].data) == largest
    refused = await rest.send(
        table, {"a.webp": bytes(largest + 1)}, flags=V2, components=components
    )
    assert refused.refused == (413, 40005)


async def test_alt_text_has_up_to_1024_characters(rest, table):
    thumbnail = {"type": 11, "media": {"url": "attachment://a.png"}, "description": "x" * 1024}
    section = {"type": 9, "components": [text("x")], "accessory": thumbnail}
    components = [gallery("a.png", description="x" * 1024), section]
    answer = await rest.send(table, {"a.png": png()}, flags=V2, components=components)
    assert answer.status == 200


async def test_kept_pictures_refused_by_a_switch_can_still_be_uploaded(still, rest, press, board):
    still.faults.kept_pictures_refused = True
    refused = await rest.edit(board, components=again(), attachments=[kept(board)])
    assert refused.fault("components.0.items.0.media.url") == NOT_FOUND
    pressed = press()
    refused = await rest.respond(pressed, 7, components=again(), attachments=[kept(board)])
    assert refused.fault("data.components.0.items.0.media.url") == NOT_FOUND
    answer = await rest.edit_response(pressed, files={"a.png": png()}, components=again())
    assert answer.status == 200
    still.faults.clear()
    assert (await rest.edit(board, components=again(), attachments=[kept(board)])).status == 200


async def test_uploads_are_counted_in_bytes_by_route(still, rest, table):
    picture = png()
    message = rest.message(await rest.send(table, {"a.png": picture}, content="x"))
    await rest.edit(message, {"a.png": picture}, attachments=[{"id": 0}])
    await rest.edit(message, content="y")
    uploaded = still.requests.uploaded
    assert uploaded["POST /channels/{channel_id}/messages"] == len(picture)
    assert still.requests.uploaded_kb == pytest.approx(2 * len(picture) / 1000)
