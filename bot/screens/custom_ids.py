"""What buttons and selects carry: each kind of press is declared once, with its fields.

A field's type is read as the kind is declared: so annotations are values here, and no text that
would have to be compiled at every start.
"""

from collections.abc import Callable, Sequence
from dataclasses import MISSING, dataclass, fields
from enum import StrEnum
from functools import partial
from operator import call
from typing import (
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeAlias,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import discord

from engine.text import by_fields, frozen

LONGEST_BITS = 60
LARGEST_ID = 2**63 - 1
"""The store's numbers end there, and Discord's as well."""
PUBLIC = "-"
"""No seat's view of a game that is over: the public's."""


@frozen
class _Form:
    """How a field is written, and read: that raises ValueError for whatever we don't write."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


def number(value: str) -> int | None:
    """The id or number as we write it; None for whatever else, of which `int` would take more."""
    try:
        return _number(value)
    except ValueError:
        return None


def _number(digits: str) -> int:
    if digits.isascii() and digits.isdecimal() and len(digits) <= len(str(LARGEST_ID)):
        found = int(digits)
        if found <= LARGEST_ID:
            return found
    raise ValueError("no number of ours")


def _bits(digits: str) -> int:
    if len(digits) > LONGEST_BITS or not set(digits) <= set("0123456789abcdef"):
        raise ValueError("no bits of ours")
    return int(digits, 16)


def _one_of(known: tuple[str, ...], part: str) -> str:
    if part not in known:
        raise ValueError("none of our words")
    return part


def _word(part: str) -> str:
    if ":" in part:
        raise ValueError("more than a word")
    return part


Bits: TypeAlias = Annotated[int, _Form("{:x}".format, _bits)]
"""In hexadecimal."""
Seen: TypeAlias = Annotated[
    int | None,
    _Form(
        lambda seat: PUBLIC if seat is None else str(seat),
        lambda part: None if part == PUBLIC else _number(part),
    ),
]
"""As which seat; None: as the public."""


def _form(hint: Any) -> _Form:  # noqa: ANN401  (whatever a field is)
    """How a field of this type is written; a last word that may lack is all that comes."""
    if own := getattr(hint, "__metadata__", ()):
        form: _Form = own[0]
        return form
    if isinstance(hint, type) and issubclass(hint, StrEnum):
        return _Form(str, hint)
    if get_origin(hint) is Literal:
        return _Form(str, partial(_one_of, get_args(hint)))
    return {int: _Form(str, _number), str: _Form(str, _word)}.get(hint, _Form(str, str))


@dataclass_transform(frozen_default=True)
class Press:
    """A press of a button or select, by its `kind`.

    Its custom_id is the kind and the fields, in order, with colons between them; a last field is
    left out where it has its default. Messages stay for months with what is written here today.
    """

    kinds: ClassVar[dict[str, type["Press"]]] = {}
    kind: ClassVar[str]
    _written: ClassVar[tuple[tuple[str, Callable[[Any], str]], ...]]
    _readers: ClassVar[tuple[Callable[[str], Any], ...]]
    _left_out: ClassVar[tuple[Any, ...]]
    """The default of the last field, if there is one."""

    def __init_subclass__(cls, kind: str = "") -> None:
        by_fields(dataclass(eq=False, repr=False)(cls))  # as `frozen`: each button makes one
        hints = get_type_hints(cls, include_extras=True)
        own = fields(cls)  # type: ignore[arg-type]  # mypy takes the decorator's word, but here
        forms = {field.name: _form(hints[field.name]) for field in own}
        cls._written = tuple((name, form.write) for name, form in forms.items())
        cls._readers = tuple(form.read for form in forms.values())
        cls._left_out = tuple(field.default for field in own if field.default is not MISSING)
        if kind:
            cls.kind = kind
            cls.kinds[kind] = cls

    def __str__(self) -> str:
        parts, value = [self.kind], None
        for name, write in self._written:
            value = getattr(self, name)
            parts.append(write(value))
        if value in self._left_out:
            parts.pop()
        return ":".join(parts)


class OfSession(Press):
    """A press about a session."""

    session: int

    @property
    def by_letter(self) -> bool:
        """Whether it may answer a direct message to somebody who isn't of the game, or any more."""
        return False


# -- of those who play, and about who plays what ---------------------------------------------

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
"""Before a number: picks so much of what was suggested, this choice first."""


class Pick(OfSession, kind="pick"):
    """A choice; `option` None: the options are the values of the select."""

    step: int
    option: str | None = None

    def picks(self, values: Sequence[str]) -> list[tuple[str, ...]]:
        """The picks of each choice that it makes with these values, in their order.

        `TICKED` goes by the prompt.
        """
        option = self.option
        if option is None or option.startswith(OF_GROUP):
            option = AND.join(values) or NO_OPTION
        if option == NO_OPTION:
            return [()]
        return [tuple(choice.split(AND)) for choice in option.split(THEN)]

    @property
    def advised(self) -> int:
        """How many choices it makes as they were suggested; 0: it makes one of its own."""
        if self.option is None or not self.option.startswith(ADVISED):
            return 0
        suggested = self.option.removeprefix(ADVISED)
        return int(suggested) if suggested.isdecimal() else 1


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

    "more": more time for the choice of this step; "back": the seat that the computer has. `left`:
    how often one could have more when the button was made; 0 where that isn't known.
    """

    what: str
    step: int
    left: int = 0


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
    BEGIN = "begin"
    """To start, after it was asked whether without who is invited."""
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
REALLY = "really"
"""The value of a lobby's LEAVE that answers whether really to."""


CALLED = "called"
"""In a mention of whom a seat is for."""


class Lobby(OfSession, kind="lobby"):
    """Something done at a lobby; what a select has chosen comes beside it.

    `value` of "in": `CALLED` where the channel mentions whom a seat is for.
    """

    action: Action
    value: str | None = None

    @property
    def by_letter(self) -> bool:
        """As an invitation does."""
        return True


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

    @property
    def by_letter(self) -> bool:
        """As an offer does."""
        return self.change in (Change.ACCEPT, Change.KEEP, Change.AGREE)


# -- of those who look at something, or set something -----------------------------------------


class Show(OfSession, kind="show"):
    """Something to look at: "hand", "text", "history", "rules", "topics", "closer", "bg_stats".

    "topic": the value of a select. "more": all else that can be done. "why": all that is said of
    a choice to who learns the game.
    """

    what: str


class Browse(OfSession, kind="look"):
    """Something further to look at, in the message that is pressed.

    "topic" and "closer": the value of a select; `part` tells the selects of a message apart.
    "own" and "public": `part` is the page of a view in words; "history", "rules": that of these.
    """

    what: str
    part: int


class Record(Press, kind="record"):
    """Records of the server: "stats" of a person or the "board" of a game, for everybody.

    "game": the leaderboard of another game; the value of a select.
    """

    what: str
    value: str | None = None


class OpeningHands(OfSession, kind="hands"):
    """About opening all hands of a game that is over: "ask", "agree", "refuse"."""

    what: str


class Watch(OfSession, kind="watch"):
    """To look on: "start" in a new message, "renew" in the pressed one; "text": in words."""

    what: str


TEXT, SCRIPT = "text", "script"
"""A step in words, and what a film says; before the number of a page, that one."""


class Replaying(OfSession, kind="replay"):
    """A game that is over at a step, as this seat saw it, or the public.

    "open" in a new message; "first", "back", "on", "last" in the pressed one. "round" and "hand":
    the value of a select is the step or the seat instead. "text": the view in words, with a number
    its page; "script": what the film says, likewise. "film" and "save": the whole game in another
    shape.
    """

    way: str
    step: int
    seat: Seen


class Reviewing(OfSession, kind="review"):
    """What one's own choices cost in a game that is over.

    "open" in a new message; "back", and "turn" to the turning point of this number, in the pressed
    one. "whole": the whole turn that this turning point belongs to. "text": its hand in words,
    "text1" another page of that. "tell": say when it is done. "help": what the numbers mean.
    "share": what everybody would see, "post": everybody does.
    """

    what: str
    number: int


class Trying(OfSession, kind="try"):
    """The turning point `turn` of one's own review, in an imagined world of this number.

    `what`: "begin", or the number of the session that is tried already, and ends for it.
    """

    what: str
    turn: int
    world: int = 0


class Rules(Press, kind="rules"):
    """A page of a game's rules, at no table, from 1; 0: the first, in a new message."""

    game: str
    page: int


class Listed(Press, kind="games"):
    """Something done in a list of games: "watch" the one that a select names."""

    what: str


class Learn(Press, kind="learn"):
    """A game's lesson, in the direct messages of whoever presses."""

    game: str


class Setting(Press, kind="setting"):
    """A person's own setting; without `value` its value is the select's, or a form's.

    `value`: what it is set to, or what its form begins with.
    """

    name: str
    value: str | None = None


class Own(Press, kind="own"):
    """What is to become of all that is stored of whoever presses: "forget" or "keep" it."""

    what: str


class Operate(Press, kind="admin"):
    """That the operator is sure: to "end" the game of this number, or to "block" the server."""

    what: Literal["end", "block"]
    id: int


class ServerSetting(Press, kind="server"):
    """A setting of the server in which it is pressed, or "page": all of them."""

    name: str


# -- read from what Discord sends -------------------------------------------------------------


def read(custom_id: str) -> Press | None:
    """The press that a custom_id stands for; None if it is none of ours."""
    kind = Press.kinds.get(custom_id.partition(":")[0])
    if kind is None:
        return None
    fields = len(kind._readers)  # noqa: SLF001  (the other side of `__str__`)
    parts = custom_id.split(":", fields)[1:]
    if len(parts) + len(kind._left_out) < fields:  # noqa: SLF001
        return None
    try:
        return kind(*map(call, kind._readers, parts))  # noqa: SLF001
    except ValueError:
        return None


def filled_in(interaction: discord.Interaction) -> dict[str, str]:
    """The texts of a form that was handed in, by custom_id."""
    data: Any = interaction.data or {}
    texts: dict[str, str] = {}
    for held in data.get("components") or []:
        for field in [*(held.get("components") or []), held.get("component") or {}]:
            if isinstance(field.get("value"), str):
                texts[str(field.get("custom_id"))] = field["value"]
    return texts


def chosen(interaction: discord.Interaction) -> list[str]:
    """The values of a select."""
    data: Any = interaction.data or {}
    values = data.get("values")
    return [str(value) for value in values] if isinstance(values, list) else []


def chosen_first(interaction: discord.Interaction) -> str:
    """The first value of a select; empty if there is none."""
    return next(iter(chosen(interaction)), "")
