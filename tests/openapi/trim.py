"""Cut Discord's OpenAPI description down to what the bot uses: `python -m tests.openapi.trim FILE`.

FILE is specs/openapi.json of https://github.com/discord/discord-api-spec."""

import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
USED = """
get /applications/@me
get /oauth2/applications/@me
get put /applications/{application_id}/commands
get post /applications/{application_id}/emojis
delete /applications/{application_id}/emojis/{emoji_id}
get patch delete /channels/{channel_id}
get post /channels/{channel_id}/messages
get patch delete /channels/{channel_id}/messages/{message_id}
post /channels/{channel_id}/messages/{message_id}/threads
put delete /channels/{channel_id}/thread-members/@me
post /channels/{channel_id}/threads
post /channels/{channel_id}/typing
get /gateway/bot
get /guilds/{guild_id}
get /guilds/{guild_id}/channels
get /guilds/{guild_id}/members/{user_id}
get /guilds/{guild_id}/roles
get /guilds/{guild_id}/threads/active
post /interactions/{interaction_id}/{interaction_token}/callback
get /users/@me
post /users/@me/channels
delete /users/@me/guilds/{guild_id}
get /users/{user_id}
post /webhooks/{webhook_id}/{webhook_token}
get patch delete /webhooks/{webhook_id}/{webhook_token}/messages/@original
get patch delete /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}
"""


def trim(whole: dict[str, Any]) -> dict[str, Any]:
    """By path and method the JSON schemas of the request and of each answer, null where there is
    none, and the schemas named there."""
    paths: dict[str, dict[str, Any]] = {}
    answers: dict[str, dict[str, Any]] = {}
    for line in USED.split("\n")[1:-1]:
        *methods, path = line.split()
        routes = whole["paths"][path]
        paths[path] = {method: _body(routes[method].get("requestBody", {})) for method in methods}
        answers[path] = {method: _answers(routes[method]) for method in methods}
    schemas: dict[str, Any] = {}
    waiting = _named(paths) | _named(answers)
    while waiting:
        name = waiting.pop()
        schemas[name] = _bare(whole["components"]["schemas"][name])
        waiting |= _named(schemas[name]) - set(schemas)
    components = {"schemas": dict(sorted(schemas.items()))}
    return {"paths": paths, "answers": answers, "components": components}


def _answers(route: dict[str, Any]) -> dict[str, Any]:
    """By status, of success alone."""
    good = {status: answer for status, answer in route["responses"].items() if status[0] == "2"}
    return {status: _body(answer) for status, answer in good.items()}


def _body(said: dict[str, Any]) -> dict[str, Any] | None:
    return said.get("content", {}).get("application/json", {}).get("schema")


def _named(schema: Any) -> set[str]:
    if isinstance(schema, dict):
        own = {schema["$ref"].rpartition("/")[2]} if isinstance(schema.get("$ref"), str) else set()
        return own.union(*(_named(part) for part in schema.values()))
    if isinstance(schema, list):
        return set().union(*(_named(part) for part in schema))
    return set()


def _bare(schema: Any) -> Any:
    """Without the words for readers; one of several constants is one of a list of values."""
    if isinstance(schema, dict):
        texts = isinstance(schema.get("description"), str)
        bare = {k: _bare(v) for k, v in schema.items() if k != "description" or not texts}
        one_of = schema.get("oneOf", ())
        if one_of and all(set(one) <= {"title", "description", "const"} for one in one_of):
            bare["enum"] = [one["const"] for one in bare.pop("oneOf")]
        return bare
    return [_bare(part) for part in schema] if isinstance(schema, list) else schema


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[1]).read_text("utf-8"))
    (HERE / "discord.json").write_text(
        json.dumps(trim(given), separators=(",", ":")) + "\n", "utf-8"
    )
