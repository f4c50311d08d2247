"""What Discord answers when it refuses, for tests."""

from types import SimpleNamespace

import discord


def error(code, status=400, **headers):
    """A refusal with Discord's code; header names with _ for -."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = SimpleNamespace(status=status, reason="", headers=named)
    return discord.HTTPException(response, {"code": code, "message": "no"})


def invalid(path, message):
    """A refusal of what the request says in one place of its form."""
    errors = {"_errors": [{"code": "INVALID", "message": message}]}
    for key in reversed(path.split(".")):
        errors = {key: errors}
    said = {"code": 50035, "message": "Invalid Form Body", "errors": errors}
    return discord.HTTPException(SimpleNamespace(status=400, reason="", headers={}), said)


def without_a_body(status, **headers):
    """An error page, as of Cloudflare."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    response = SimpleNamespace(status=status, reason="", headers=named)
    return discord.HTTPException(response, "<html>")
