"""The routes that answer interactions; their token is in the path, the bot's own isn't needed."""

from typing import Any

from bot.local.acts.interactions import (
    UPDATE,
    delete_response,
    edit_response,
    follow_up,
    live,
    message_of,
    respond,
)
from bot.local.payloads.messages import callback_payload, message_payload
from bot.local.rest.api import Call, Route, TooMany
from bot.local.rules import errors
from bot.local.world.records import Interaction, Message

Wire = dict[str, Any]


def callback(call: Call) -> Wire | None:
    """The first response; described in the answer with with_response=1."""
    body = call.json or {}
    kind = body.get("type")
    if not isinstance(kind, int):
        raise errors.required("type")
    data = call.body_of(body.get("data") or {}, "data", replaces=kind == UPDATE)
    interaction = call.id("interaction_id")
    message = respond(call.world, interaction, call.params["token"], kind, data)
    if call.query.get("with_response") not in ("1", "true"):
        return None
    return callback_payload(call.world, call.world.interactions[interaction], message, call.urls)


def _interaction(call: Call) -> Interaction:
    return live(call.world, call.id("application_id"), call.params["token"])


def _message_id(call: Call) -> int | None:
    return None if call.params["message_id"] == "@original" else call.id("message_id")


def _sent(call: Call, message: Message) -> Wire:
    return message_payload(call.world, message, call.urls)


def create(call: Call) -> Wire:
    """A further message; raises TooMany."""
    interaction = _interaction(call)
    limited = call.limiter.follow_up(interaction.channel)
    if limited is not None:
        raise TooMany(limited)
    return _sent(call, follow_up(call.world, interaction, call.body()))


def read(call: Call) -> Wire:
    """A message made by this token, or the original response."""
    return _sent(call, message_of(call.world, _interaction(call), _message_id(call)))


def update(call: Call) -> Wire:
    """Edit it."""
    interaction, message = _interaction(call), _message_id(call)
    return _sent(call, edit_response(call.world, interaction, message, call.body()))


def remove(call: Call) -> None:
    """Delete it."""
    delete_response(call.world, _interaction(call), _message_id(call))


_MESSAGE = "/webhooks/{application_id}/{token}/messages/{message_id}"
WEBHOOK_ROUTES = [
    Route("POST", "/interactions/{interaction_id}/{token}/callback", callback, "interaction"),
    Route("POST", "/webhooks/{application_id}/{token}", create, "interaction"),
    Route("GET", _MESSAGE, read, "interaction"),
    Route("PATCH", _MESSAGE, update, "interaction"),
    Route("DELETE", _MESSAGE, remove, "interaction"),
]
