"""What the bot must be allowed to do in a channel of a game, and what it lacks there."""

from __future__ import annotations

import discord

from bot.delivery.calling.threads import NEEDED
from bot.delivery.wire.faults import ARCHIVED, LOCKED, Remedy, code_of, remedy
from engine.text import Text, text

_MISSING_ACCESS = 50001


def missing(allowed: discord.Permissions, *, thread: bool) -> tuple[str, ...]:
    """The names of the permissions that the bot needs and lacks."""
    if not allowed.view_channel:
        return ("view_channel",)  # without it the others are not even looked at
    return tuple(name for name in _needed(thread=thread) if not getattr(allowed, name))


def needed_everywhere() -> discord.Permissions:
    """What an invitation of the bot asks for."""
    names = ("view_channel", "send_messages", *NEEDED)
    return discord.Permissions(**dict.fromkeys(names, True))


def missing_in(client: discord.Client, channel_id: int) -> tuple[str, ...] | None:
    """The same for a channel as last heard of.

    None: we don't know the channel. We can't see it, or it is a thread that was archived, or its
    server hasn't been told of yet.
    """
    channel = client.get_channel(channel_id)
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    thread = isinstance(channel, discord.Thread)
    return missing(channel.permissions_for(channel.guild.me), thread=thread)


def closed(thread: discord.Thread) -> Text | None:
    """What to tell players of a thread in which nobody but moderators may write."""
    if not thread.locked:
        return None
    return text("board.archived" if thread.archived else "board.locked")


def shut_out(lacking: tuple[str, ...]) -> Text:
    """What to tell players of a channel where these permissions are missing."""
    return text("board.shut_out", names=tuple(text(f"permission.{name}") for name in lacking))


def timed_out(me: discord.Member | None, now: float) -> int | None:
    """Until when we may only look on in a server, in Unix time; None: we aren't in time-out."""
    until = None if me is None else me.timed_out_until
    return None if until is None or until.timestamp() <= now else round(until.timestamp())


def why(error: Exception, lacking: tuple[str, ...] | None) -> Text:
    """What to tell players of a refusal in a channel where these permissions are missing."""
    code = code_of(error)
    if remedy(error) is Remedy.GIVE_UP:
        return text("board.refused", code=str(code))
    if code == LOCKED:
        return text("board.locked")
    if code == ARCHIVED:
        return text("board.archived")
    if not lacking:
        # Discord says so; what we know of the channel is nothing, or out of date.
        unseen = code == _MISSING_ACCESS
        lacking = ("view_channel",) if unseen else _needed(thread=lacking is None)
    return shut_out(lacking)


def _needed(*, thread: bool) -> tuple[str, ...]:
    sending = "send_messages_in_threads" if thread else "send_messages"
    return (sending, "attach_files", "embed_links")
