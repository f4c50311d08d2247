"""The validator takes what Discord takes and refuses what it refuses."""

import pytest

from tests.openapi import Invalid, validate
from tests.openapi.rules import unnamed_mentions

MESSAGES = "/channels/1/messages"
CALLBACK = "/interactions/1/token/callback"


def button(**changes):
    return {"type": 2, "style": 1, "label": "Keep", "custom_id": "keep"} | changes


def row(*components):
    return {"type": 1, "components": list(components)}


def select(options, **changes):
    menu = {"type": 3, "custom_id": "cards", "options": options}
    return menu | changes


def option(value):
    return {"label": value, "value": value}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("POST", MESSAGES, {"content": "Hello", "tts": False}),
        ("POST", "/api/v10" + MESSAGES, {"components": [row(button())]}),
        ("POST", "http://127.0.0.1:80/api/v10" + MESSAGES + "?a=1", {"content": "Hello"}),
        ("POST", MESSAGES, {"flags": 1 << 15, "components": [{"type": 10, "content": "Hi"}]}),
        ("POST", MESSAGES, {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}),
        ("POST", "/users/@me/channels", {"recipient_id": 5}),
        ("POST", CALLBACK, {"type": 4, "data": {"content": "Hello", "flags": 64}}),
        ("POST", CALLBACK, {"type": 6}),
        ("PATCH", "/webhooks/1/token/messages/@original", {"content": None, "embeds": []}),
        ("GET", "/users/@me", None),
        ("DELETE", MESSAGES + "/5", None),
    ],
)
def test_right_requests_pass(method, path, body):
    validate(method, path, body)


@pytest.mark.parametrize(
    ("method", "path", "body", "fault"),
    [
        ("POST", "/guilds/1/bans", {}, "no route"),
        ("PUT", MESSAGES, {}, "no route"),
        ("POST", MESSAGES, {"content": "x" * 2001}, "2000"),
        ("POST", MESSAGES, {"components": [row(button(custom_id=None))]}, "no custom_id"),
        ("POST", MESSAGES, {"components": [row(button(), button())]}, "twice"),
        ("POST", MESSAGES, {"components": [row(button(label="x" * 81))]}, "too long"),
        ("POST", MESSAGES, {"components": [row(button(label=None))]}, "neither label nor emoji"),
        ("POST", MESSAGES, {"components": [row(button(style=9))]}, "style"),
        (
            "POST",
            MESSAGES,
            {"components": [row(*[button(custom_id=str(i)) for i in range(6)])]},
            "too long",
        ),
        (
            "POST",
            MESSAGES,
            {"components": [row(select([option("a")], max_values=2))]},
            "max_values",
        ),
        ("POST", MESSAGES, {"components": [row(select([option("a"), option("a")]))]}, "one value"),
        (
            "POST",
            MESSAGES,
            {"components": [row(select([option(str(i)) for i in range(26)]))]},
            "too long",
        ),
        ("POST", MESSAGES, {"flags": 1 << 15, "content": "Hi"}, "Components V2"),
        ("POST", MESSAGES, {"components": [{"type": 10, "content": ""}]}, "too short|non-empty"),
        ("POST", MESSAGES, {"components": [{"type": 12, "items": []}]}, "too short|non-empty"),
        ("POST", "/users/@me/channels", {"recipient_id": "Ada"}, "recipient_id"),
        ("POST", CALLBACK, {"type": 4, "data": {"content": 5}}, "content"),
        ("POST", CALLBACK, {"type": 4, "data": {"components": [row(button(label=""))]}}, "neither"),
    ],
)
def test_wrong_requests_are_refused(method, path, body, fault):
    with pytest.raises(Invalid, match=fault):
        validate(method, path, body)


def test_command_needs_descriptions():
    path = "/applications/1/commands"
    command = {"name": "play", "description": "Play", "type": 1, "options": []}
    validate("PUT", path, [command])
    with pytest.raises(Invalid):
        validate("PUT", path, [command | {"name": "x" * 33}])
    with pytest.raises(Invalid):
        validate(
            "PUT", path, [command | {"options": [{"type": 3, "name": "game", "description": ""}]}]
        )


def test_command_description_may_not_be_empty():
    command = {"name": "play", "description": "", "type": 1, "options": []}
    with pytest.raises(Invalid, match="empty"):
        validate("PUT", "/applications/1/commands", [command])


PICTURE = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
STORED = "1240000000000000000"


@pytest.mark.parametrize(
    ("attachments", "files"),
    [
        (None, {0: "a.png"}),
        ([{"id": 0}], {0: "a.png"}),
        ([{"id": "0", "filename": "a.png"}], {0: "upload.png"}),
        ([{"id": STORED, "filename": "a.png"}], {}),
        ([{"id": STORED}, {"id": 0, "filename": "a.png"}], {0: "a.png"}),
    ],
)
def test_named_picture_passes(attachments, files):
    validate(*wrapped({"components": [PICTURE]}, attachments), files)


@pytest.mark.parametrize(
    ("attachments", "files"),
    [
        (None, {}),
        ([], {}),
        (None, {0: "b.png"}),
        ([{"id": 0, "filename": "a.png"}], {}),
        ([{"id": STORED}], {}),
        ([{"id": STORED, "filename": "b.png"}], {}),
    ],
)
def test_picture_that_nothing_in_the_request_names_is_refused(attachments, files):
    with pytest.raises(Invalid, match="names nothing"):
        validate(*wrapped({"components": [PICTURE]}, attachments), files)


def wrapped(data, attachments):
    """A press's answer."""
    if attachments is not None:
        data["attachments"] = attachments
    return "POST", CALLBACK, {"type": 7, "data": data}


def test_picture_in_a_section_in_a_container_is_found():
    thumbnail = {"type": 11, "media": {"url": "attachment://a.png"}}
    section = {"type": 9, "components": [{"type": 10, "content": "x"}], "accessory": thumbnail}
    body = {"flags": 1 << 15, "components": [{"type": 17, "components": [section]}]}
    with pytest.raises(Invalid, match="names nothing"):
        validate("POST", MESSAGES, body)
    validate("POST", MESSAGES, body, {0: "a.png"})


@pytest.mark.parametrize(
    ("path", "body", "faults"),
    [
        (MESSAGES, {"content": "Hi"}, 1),
        (MESSAGES + "/5", {"components": [], "attachments": []}, 1),
        ("/webhooks/1/token/messages/@original", {"components": []}, 1),
        ("/webhooks/1/token", {"content": "Hi", "allowed_mentions": {"parse": []}}, 0),
        (CALLBACK, {"type": 7, "data": {"content": "Hi"}}, 1),
        (CALLBACK, {"type": 4, "data": {"content": "Hi", "allowed_mentions": {}}}, 0),
        (CALLBACK, {"type": 5, "data": {"flags": 64}}, 0),
        (CALLBACK, {"type": 8, "data": {"choices": []}}, 0),
        ("/channels/1", {"name": "Guildes"}, 0),
        (MESSAGES, None, 0),
    ],
)
def test_who_may_be_notified_is_named_with_every_message(path, body, faults):
    assert len(unnamed_mentions(path, body)) == faults
