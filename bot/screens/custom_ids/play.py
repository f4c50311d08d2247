"""Presses of those who play, and about who plays what: at a lobby, and in a running game."""

from __future__ import annotations

from enum import StrEnum

from bot.screens.custom_ids.reading import Bits, OfSession

NO_OPTION = "-"
"""Picks nothing, where a prompt allows that."""
OF_GROUP = "="
"""Before the number of a group: the values of its select."""
TICKED = "+"
"""Picks every option that is ticked at first."""
AND = "&"
"""Between options that are picked together."""
THEN = ">"
"""Between choices that are made one after the other."""
ADVISED = "!"
"""Picks what was suggested, for this choice and those that follow in the turn."""


class Pick(OfSession, kind="pick"):
    """A choice; `option` None: the options are the values of the select."""

    step: int
    option: str | None = None


class Sure(OfSession, kind="sure"):
    """That a marked choice counts: the bits of its options, in the order of the prompt."""

    step: int
    options: Bits


class Page(OfSession, kind="page"):
    """Another page of a prompt with many options."""

    step: int
    page: int


class Abandon(OfSession, kind="abandon"):
    """To end a game without a result: "ask" whether really, and the answers "yes" and "no"."""

    answer: str


class Due(OfSession, kind="due"):
    """Something about one's own deadline.

    "more": more time for the choice of this step; "back": the seat that the computer has.
    """

    what: str
    step: int


class Vote(OfSession, kind="vote"):
    """A wish for the whole table: "pause" or "resume"."""

    what: str


class TakingBack(OfSession, kind="takeback"):
    """Something about a choice of the log: "ask" to take it back, "agree", "refuse", "withdraw"."""

    what: str
    number: int


class Suggest(OfSession, kind="suggest"):
    """What a computer would choose at this step; the page of the options that stays in sight."""

    step: int
    page: int = 0


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
