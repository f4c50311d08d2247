"""The validator takes what Discord takes and refuses what it refuses."""

import pytest

from tests.openapi import Invalid, validate

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
