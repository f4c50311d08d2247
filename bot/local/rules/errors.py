"""The errors of Discord's REST API, with the bodies that it really sends."""

from typing import Any


class ApiError(Exception):
    """A refusal: HTTP status, Discord's code, its message and, for forms, details.

    `retry_after`: seconds, told with a 429."""

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        *,
        errors: dict[str, Any] | None = None,
        retry_after: float = 20.0,
    ) -> None:
        super().__init__(f"{status} ({code}): {message}")
        self.status = status
        self.code = code
        self.message = message
        self.errors = errors
        self.retry_after = retry_after

    def body(self) -> dict[str, Any]:
        """The JSON of the answer."""
        body: dict[str, Any] = {"message": self.message, "code": self.code}
        if self.errors is not None:
            body["errors"] = self.errors
        return body


def invalid_form(path: str, code: str, message: str) -> ApiError:
    """50035 with the fault at a dotted path, e.g. "data.components.0.custom_id"."""
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": message}]}
    for part in reversed([part for part in path.split(".") if part]):
        errors = {part: errors}
    return ApiError(400, 50035, "Invalid Form Body", errors=errors)


def too_long(path: str, most: int) -> ApiError:
    """50035 for a text."""
    return invalid_form(path, "BASE_TYPE_MAX_LENGTH", f"Must be {most} or fewer in length.")


def bad_length(path: str, least: int, most: int) -> ApiError:
    """50035 for a text or list."""
    return invalid_form(
        path, "BASE_TYPE_BAD_LENGTH", f"Must be between {least} and {most} in length."
    )


def required(path: str) -> ApiError:
    """50035 for a field that is missing."""
    return invalid_form(path, "BASE_TYPE_REQUIRED", "This field is required")


def unauthorized() -> ApiError:
    """A wrong token."""
    return ApiError(401, 0, "401: Unauthorized")


def unknown_route() -> ApiError:
    """No such path."""
    return ApiError(404, 0, "404: Not Found")


def unknown_channel() -> ApiError:
    """10003, also for one that was deleted."""
    return ApiError(404, 10003, "Unknown Channel")


def unknown_guild() -> ApiError:
    """10004, also for one that the bot is not in."""
    return ApiError(404, 10004, "Unknown Guild")


def unknown_member() -> ApiError:
    """10007: somebody, but not here."""
    return ApiError(404, 10007, "Unknown Member")


def unknown_message() -> ApiError:
    """10008, also for an ephemeral one."""
    return ApiError(404, 10008, "Unknown Message")


def unknown_user() -> ApiError:
    """10013: nobody has this id."""
    return ApiError(404, 10013, "Unknown User")


def unknown_emoji() -> ApiError:
    """10014."""
    return ApiError(404, 10014, "Unknown Emoji")


def unknown_webhook() -> ApiError:
    """10015: a token of no interaction, or of one not yet answered."""
    return ApiError(404, 10015, "Unknown Webhook")


def unknown_interaction() -> ApiError:
    """10062: unknown or too late."""
    return ApiError(404, 10062, "Unknown interaction")


def opening_too_fast(status: int = 403, retry_after: float = 600.0) -> ApiError:
    """40003, which has been seen with 403 and with 429."""
    message = "You are opening direct messages too fast."
    return ApiError(status, 40003, message, retry_after=retry_after)


def quarantined() -> ApiError:
    """20026: the anti-spam system lets the bot write to nobody to whom it hasn't written yet."""
    said = "Your bot has been flagged by our anti-spam system for abusive behavior."
    return ApiError(403, 20026, said)


def explicit_content() -> ApiError:
    """20009, of a picture, or of a direct message whatever it holds."""
    return ApiError(400, 20009, "Explicit content cannot be sent to the desired recipient(s)")


def sending_disabled() -> ApiError:
    """40004, which passes."""
    return ApiError(400, 40004, "Send messages has been temporarily disabled")


def uploads_limited() -> ApiError:
    """400001, of a guild."""
    return ApiError(400, 400001, "Access to file uploads has been limited for this guild")


def harmful_link() -> ApiError:
    """240000: so a filter thinks."""
    return ApiError(400, 240000, "Message blocked by harmful links filter")


def words_not_allowed(path: str) -> ApiError:
    """50035 for a name, in a guild that everybody can discover."""
    return invalid_form(
        path,
        "INVALID_COMMUNITY_PROPERTY_NAME",
        "Contains words not allowed for servers in Server Discovery.",
    )


def old_message_edits() -> ApiError:
    """30046: too many edits of messages over an hour old."""
    return ApiError(
        429, 30046, "Maximum number of edits to messages older than 1 hour reached. Try again later"
    )


def too_large() -> ApiError:
    """40005, for a file or the whole request."""
    return ApiError(413, 40005, "Request entity too large")


def already_acknowledged() -> ApiError:
    """40060: the interaction has its first response."""
    return ApiError(400, 40060, "Interaction has already been acknowledged.")


def missing_access() -> ApiError:
    """50001: the bot doesn't see the channel."""
    return ApiError(403, 50001, "Missing Access")


def others_message() -> ApiError:
    """50005: only its author edits a message."""
    return ApiError(403, 50005, "Cannot edit a message authored by another user")


def empty_message() -> ApiError:
    """50006: neither text nor anything else."""
    return ApiError(400, 50006, "Cannot send an empty message")


def closed_direct_messages(status: int = 403) -> ApiError:
    """50007: the person takes none from the bot; 400 where they aren't even opened."""
    return ApiError(status, 50007, "Cannot send messages to this user")


def missing_permissions() -> ApiError:
    """50013."""
    return ApiError(403, 50013, "Missing Permissions")


def dead_token() -> ApiError:
    """50027: the interaction is over fifteen minutes old."""
    return ApiError(401, 50027, "Invalid Webhook Token")


def no_shared_guild() -> ApiError:
    """50278: the person shares no guild with the bot any more."""
    return ApiError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")


def archived_thread(status: int = 400) -> ApiError:
    """50083: what an archived thread takes no more; 403 for an interaction in a locked one."""
    return ApiError(status, 50083, "Thread is archived")


def too_many_threads() -> ApiError:
    """160006: the guild has as many active threads as it may."""
    return ApiError(400, 160006, "Maximum number of active threads reached")


def locked_thread() -> ApiError:
    """160005: for moderators only."""
    return ApiError(400, 160005, "Thread is locked")


def not_for_text() -> ApiError:
    """50008: a forum takes posts, not messages."""
    return ApiError(400, 50008, "Cannot send messages in a non-text channel")


def unavailable() -> ApiError:
    """An outage."""
    return ApiError(503, 0, "503: Service Unavailable")


def thread_exists() -> ApiError:
    """160004: one thread a message."""
    return ApiError(400, 160004, "A thread has already been created for this message")


def invalid_json() -> ApiError:
    """50109: the body is no JSON."""
    return ApiError(400, 50109, "The request body contains invalid JSON.")


def wrong_channel_type() -> ApiError:
    """50024: not in a channel of this kind."""
    return ApiError(400, 50024, "Cannot execute action on this channel type")
