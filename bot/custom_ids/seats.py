"""Presses about who plays, and what: at a lobby, and in a running game."""

from __future__ import annotations

from enum import StrEnum

from bot.custom_ids.reading import OfSession


class Action(StrEnum):
    """What is asked for at a lobby; in brackets what its button carries as a value."""

    JOIN = "join"
    IN = "in"
    """To join, as its button calls it for those whose seats are kept."""
    LEAVE = "leave"
    PARTY = "party"
    """[its number, or "draw"]"""
    START = "start"
    ALONE = "alone"
    """To begin at once, with as few computers as the game needs."""
    CANCEL = "cancel"
    CLOSE = "close"
    """To cancel, after it was asked whether really."""
    KEEP = "keep"

    COMPUTERS = "computers"
    """To be shown those seated, and to seat others."""
    ADD = "add"
    """[a strength]"""
    COMPUTER = "computer"
    """[the computer's name]; a select: another strength, or `REMOVE`."""

    OPTIONS = "options"
    """To be shown the variants and the language."""
    SPEED = "speed"
    """A select: how long a choice may take."""
    SPANS = "spans"
    """A form for a speed of one's own."""
    TAKEBACKS = "takebacks"
    """A select: whether choices may be taken back."""
    SUGGESTIONS = "suggestions"
    """A select: whether players may ask what a computer would choose."""
    SET = "set"
    """[the option]; a select."""
    LANGUAGE = "language"
    """A select."""

    MANAGE = "manage"
    """To be shown who is invited, and what else the host can do."""
    INVITE = "invite"
    """A select of people."""
    INVITED_ONLY = "private"
    """["on" or "off"]"""
    TAKE_BACK = "take"
    """A select of those seated or invited."""
    MOVE = "move"
    """To a thread."""

    AGAIN = "again"
    """[nothing, or "thread"] at the end of a game."""
    OPEN = "open"
    """[a game] to open a table of it in this channel, as `/play` does."""
    THREAD = "thread"
    """[a game] to open it in a thread, as the channel is busy with this session."""


REMOVE = "remove"
"""In a computer's select, beside the strengths."""


class Lobby(OfSession, kind="lobby"):
    """Something done at a lobby; what a select has chosen comes beside it."""

    action: Action
    value: str | None = None


class Change(StrEnum):
    """What is asked for about the seats of a running game; in brackets the button's value."""

    LEAVE = "leave"
    """To be asked whether really."""
    LEAVE_NOW = "gone"
    STAY = "stay"
    COMPUTERS = "computers"
    """To be shown the seats that computers play."""
    TAKE = "take"
    """[the seat's number] of a computer."""

    REPLACE = "replace"
    """A select of a seat, to be offered to somebody."""
    OFFER = "offer"
    """[the seat's number]; a select of one person."""
    OFFER_ALL = "all"
    """[the seat's number] to whoever presses."""
    OVERRULE = "overrule"
    """[the seat's number and for whom] by a moderator, though its player was asked first."""
    AGREE = "agree"
    """[the same] by the seat's player."""
    KEEP = "keep"
    """[the seat's number] by its player."""
    WITHDRAW = "withdraw"
    """[the seat's number]"""
    STAND_IN = "stand_in"
    """[the seat's number] of somebody who has left the server, for a computer."""
    ACCEPT = "accept"
    """[the seat's number]"""


class Holding(OfSession, kind="holding"):
    """A change of who plays a seat of a running game."""

    change: Change
    value: str | None = None
