"""Where on Discord: refused by a channel, a server or the bot's permissions."""

from __future__ import annotations

from collections.abc import Sequence

from bot.sessions.refusals import Refused
from bot.store.records.sessions import Session
from engine.text import text


class ChannelBusy(Refused):
    """The channel has a live session already: `session`."""

    def __init__(self, session: Session) -> None:
        super().__init__(text("refused.channel_busy"))
        self.session = session


class ChannelNotWanted(Refused):
    """The server wants games in other channels: these."""

    def __init__(self, channels: Sequence[int]) -> None:
        where = ", ".join(f"<#{channel_id}>" for channel_id in channels)
        super().__init__(text("refused.channel_not_wanted", where=where))


class ThreadsNotWanted(Refused):
    """The server wants no threads made for tables."""

    def __init__(self) -> None:
        super().__init__(text("refused.threads_not_wanted"))


class NoDirectMessages(Refused):
    """Discord lets nothing reach the person."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_direct_messages"))


class ServerOnly(Refused):
    """A game needs a channel of a server."""

    def __init__(self) -> None:
        super().__init__(text("refused.server_only"))


class CommandChanged(Refused):
    """The command was typed as another version of the bot had it."""

    def __init__(self) -> None:
        super().__init__(text("refused.command_changed"))


class NoThreads(Refused):
    """This channel can have no threads."""

    def __init__(self) -> None:
        super().__init__(text("refused.no_threads"))


class TooManyThreads(Refused):
    """The server has as many open threads as Discord allows."""

    def __init__(self) -> None:
        super().__init__(text("refused.too_many_threads"))


class TableMoved(Refused):
    """The table is in another channel by now: `session`."""

    def __init__(self, session: Session) -> None:
        super().__init__(text("refused.table_moved"))
        self.session = session


class CantTell(Refused):
    """The bot lacks permissions in a channel where it should tell something."""

    def __init__(self, channel_id: int, names: Sequence[str]) -> None:
        lacking = tuple(text(f"permission.{name}") for name in names)
        super().__init__(text("refused.cant_tell", names=lacking, where=f"<#{channel_id}>"))


class InTimeOut(Refused):
    """A moderator has the bot only look on in this server, `until` a time."""

    def __init__(self, until: str) -> None:
        super().__init__(text("refused.timed_out", until=until))


class NoPermission(Refused):
    """The bot lacks permissions in this channel."""

    def __init__(self, names: Sequence[str]) -> None:
        lacking = tuple(text(f"permission.{name}") for name in names)
        super().__init__(text("refused.permissions", names=lacking))
