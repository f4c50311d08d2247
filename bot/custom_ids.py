"""What buttons and selects carry: the names of presses, made and read in one place.

pick:<session>:<step>[:<option>]   a choice; without option, or with one that begins with
                                   `OF_GROUP`, the values of a select
sure:<session>:<step>:<options>    that a marked choice counts; options in bits, hexadecimal
page:<session>:<step>:<page>       another page of a long prompt
show:<session>:<what>              hand, text, history, rules, topics, closer, bg_stats;
                                   topic: the value of a select
look:<session>:<what>:<part>       another topic, place, or page of a text
lobby:<session>:<action>[:<value>] one of `Action`
holding:<session>:<change>[:<value>]
                                   one of `Change`, in a running game
abandon:<session>:<answer>         ask; yes or no
due:<session>:<what>:<step>        about one's own deadline: more, back
vote:<session>:<what>              pause or resume
takeback:<session>:<what>:<number> of the choice: ask, agree, refuse, withdraw
hands:<session>:<what>             to open them at the end: ask, agree, refuse
watch:<session>:<what>             start, renew, text
replay:<session>:<way>:<step>:<seat>
                                   of a game that is over; seat `PUBLIC`: the board
games:<what>                       of the list of games; the values of a select
record:<what>[:<value>]            stats or board to be shown to everybody; game: another, a select
suggest:<session>:<step>[:<page>]  what a computer would choose, asked on a page of the options
learn:<game>                       its lesson, in direct messages
own:<what>                         one's own data: forget or keep it
setting:<name>                     one's own setting; the values of a select
server:<name>                      a setting of the server, for its managers; likewise
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import discord

NO_OPTION = "-"
"""Picks nothing, where a prompt allows that."""
OF_GROUP = "="
"""Before the number of a group: the values of its select."""
LONGEST_NUMBER = 18
"""Digits; the store's numbers end there."""
LONGEST_BITS = 60
TICKED = "+"
"""Picks every option that is ticked at first."""
PUBLIC = "-"
"""No seat's view of a game that is over: the public's."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A choice; `option` None: the options are the values of the select."""

    session: int
    step: int
    option: str | None

    def __str__(self) -> str:
        tail = "" if self.option is None else f":{self.option}"
        return f"pick:{self.session}:{self.step}{tail}"


@dataclass(frozen=True, slots=True)
class Sure:
    """That a marked choice counts: the bits of its options, in the order of the prompt."""

    session: int
    step: int
    options: int

    def __str__(self) -> str:
        return f"sure:{self.session}:{self.step}:{self.options:x}"


@dataclass(frozen=True, slots=True)
class Page:
    """Another page of a prompt with many options."""

    session: int
    step: int
    page: int

    def __str__(self) -> str:
        return f"page:{self.session}:{self.step}:{self.page}"


@dataclass(frozen=True, slots=True)
class Show:
    """Something to look at: "hand", "text", "history", "rules", "topics", "closer", "bg_stats".

    "topic": the value of a select.
    """

    session: int
    what: str

    def __str__(self) -> str:
        return f"show:{self.session}:{self.what}"


@dataclass(frozen=True, slots=True)
class Browse:
    """Something further to look at, in the message that is pressed.

    "topic" and "closer": the value of a select; `part` tells the selects of a message apart.
    "own" and "public": `part` is the page of a view in words; "history", "rules": that of these.
    """

    session: int
    what: str
    part: int

    def __str__(self) -> str:
        return f"look:{self.session}:{self.what}:{self.part}"


class Action(StrEnum):
    """What is asked for at a lobby; in brackets what its button carries as a value."""

    JOIN = "join"
    IN = "in"
    """To join, as its button calls it for those whose seats are kept."""
    LEAVE = "leave"
    PARTY = "party"
    """[its number, or "draw"]"""
    START = "start"
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
    THREAD = "thread"
    """[a game] to open it in a thread, as the channel is busy with this session."""


REMOVE = "remove"
"""In a computer's select, beside the strengths."""


@dataclass(frozen=True, slots=True)
class Lobby:
    """Something done at a lobby; what a select has chosen comes beside it."""

    session: int
    action: Action
    value: str | None = None

    def __str__(self) -> str:
        tail = "" if self.value is None else f":{self.value}"
        return f"lobby:{self.session}:{self.action}{tail}"


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
    WITHDRAW = "withdraw"
    """[the seat's number]"""
    STAND_IN = "stand_in"
    """[the seat's number] of somebody who has left the server, for a computer."""
    ACCEPT = "accept"
    """[the seat's number]"""


@dataclass(frozen=True, slots=True)
class Holding:
    """A change of who plays a seat of a running game."""

    session: int
    change: Change
    value: str | None = None

    def __str__(self) -> str:
        tail = "" if self.value is None else f":{self.value}"
        return f"holding:{self.session}:{self.change}{tail}"


@dataclass(frozen=True, slots=True)
class Abandon:
    """To end a game without a result: "ask" whether really, and the answers "yes" and "no"."""

    session: int
    answer: str

    def __str__(self) -> str:
        return f"abandon:{self.session}:{self.answer}"


@dataclass(frozen=True, slots=True)
class Due:
    """Something about one's own deadline.

    "more": more time for the choice of this step; "back": the seat that the computer has.
    """

    session: int
    what: str
    step: int

    def __str__(self) -> str:
        return f"due:{self.session}:{self.what}:{self.step}"


@dataclass(frozen=True, slots=True)
class Setting:
    """A person's own setting; its value is the select's."""

    name: str

    def __str__(self) -> str:
        return f"setting:{self.name}"


@dataclass(frozen=True, slots=True)
class Record:
    """Records of the server: "stats" of a person or the "board" of a game, for everybody.

    "game": the leaderboard of another game; the value of a select.
    """

    what: str
    value: str | None = None

    def __str__(self) -> str:
        tail = "" if self.value is None else f":{self.value}"
        return f"record:{self.what}{tail}"


@dataclass(frozen=True, slots=True)
class Own:
    """What is to become of all that is stored of whoever presses: "forget" or "keep" it."""

    what: str

    def __str__(self) -> str:
        return f"own:{self.what}"


@dataclass(frozen=True, slots=True)
class ServerSetting:
    """A setting of the server in which it is pressed, or "page": all of them."""

    name: str

    def __str__(self) -> str:
        return f"server:{self.name}"


@dataclass(frozen=True, slots=True)
class Vote:
    """A wish for the whole table: "pause" or "resume"."""

    session: int
    what: str

    def __str__(self) -> str:
        return f"vote:{self.session}:{self.what}"


@dataclass(frozen=True, slots=True)
class TakingBack:
    """Something about a choice of the log: "ask" to take it back, "agree", "refuse", "withdraw"."""

    session: int
    what: str
    number: int

    def __str__(self) -> str:
        return f"takeback:{self.session}:{self.what}:{self.number}"


@dataclass(frozen=True, slots=True)
class OpeningHands:
    """About opening all hands of a game that is over: "ask", "agree", "refuse"."""

    session: int
    what: str

    def __str__(self) -> str:
        return f"hands:{self.session}:{self.what}"


@dataclass(frozen=True, slots=True)
class Watch:
    """To look on: "start" in a new message, "renew" in the pressed one; "text": in words."""

    session: int
    what: str

    def __str__(self) -> str:
        return f"watch:{self.session}:{self.what}"


@dataclass(frozen=True, slots=True)
class Replaying:
    """A game that is over at a step, as this seat saw it, or the public.

    "open" in a new message; "first", "back", "on", "last" in the pressed one. "round" and "hand":
    the value of a select is the step or the seat instead. "text": the view in words, with a number
    its page. "film" and "save": the whole game in another shape.
    """

    session: int
    way: str
    step: int = 0
    seat: int | None = None

    def __str__(self) -> str:
        seat = PUBLIC if self.seat is None else self.seat
        return f"replay:{self.session}:{self.way}:{self.step}:{seat}"


@dataclass(frozen=True, slots=True)
class Listed:
    """Something done in a list of games: "watch" the one that a select names."""

    what: str

    def __str__(self) -> str:
        return f"games:{self.what}"


@dataclass(frozen=True, slots=True)
class Suggest:
    """What a computer would choose at this step; the page of the options that stays in sight."""

    session: int
    step: int
    page: int = 0

    def __str__(self) -> str:
        page = f":{self.page}" if self.page else ""
        return f"suggest:{self.session}:{self.step}{page}"


@dataclass(frozen=True, slots=True)
class Learn:
    """A game's lesson, in the direct messages of whoever presses."""

    game: str

    def __str__(self) -> str:
        return f"learn:{self.game}"


_ACTIONS = frozenset(Action)
_CHANGES = frozenset(Change)

Press = (
    Pick
    | Sure
    | Page
    | Show
    | Browse
    | Lobby
    | Holding
    | Abandon
    | Due
    | Vote
    | TakingBack
    | OpeningHands
    | Watch
    | Replaying
    | Listed
    | Suggest
    | Learn
    | Setting
    | ServerSetting
    | Own
    | Record
)


def read(custom_id: str) -> Press | None:  # noqa: C901, PLR0911, PLR0912  (one for each kind)
    """The press that a custom_id stands for; None if it is none of ours."""
    kind, *parts = custom_id.split(":", 3)
    try:
        match kind, parts:
            case "pick", [session, step, *option]:
                return Pick(_number(session), _number(step), option[0] if option else None)
            case "sure", [session, step, options]:
                return Sure(_number(session), _number(step), _bits(options))
            case "page", [session, step, page]:
                return Page(_number(session), _number(step), _number(page))
            case "show", [session, what]:
                return Show(_number(session), what)
            case "look", [session, what, part]:
                return Browse(_number(session), what, _number(part))
            case "lobby", [session, action, *value] if action in _ACTIONS:
                return Lobby(_number(session), Action(action), value[0] if value else None)
            case "holding", [session, change, *value] if change in _CHANGES:
                return Holding(_number(session), Change(change), value[0] if value else None)
            case "abandon", [session, answer]:
                return Abandon(_number(session), answer)
            case "due", [session, what, step]:
                return Due(_number(session), what, _number(step))
            case "vote", [session, what]:
                return Vote(_number(session), what)
            case "takeback", [session, what, number]:
                return TakingBack(_number(session), what, _number(number))
            case "hands", [session, what]:
                return OpeningHands(_number(session), what)
            case "watch", [session, what]:
                return Watch(_number(session), what)
            case "replay", [session, way, place]:
                step, _, seat = place.partition(":")
                viewer = None if seat == PUBLIC else _number(seat)
                return Replaying(_number(session), way, _number(step), viewer)
            case "games", [what]:
                return Listed(what)
            case "suggest", [session, step]:
                return Suggest(_number(session), _number(step))
            case "suggest", [session, step, page]:
                return Suggest(_number(session), _number(step), _number(page))
            case "learn", [game]:
                return Learn(game)
            case "setting", [name]:
                return Setting(name)
            case "record", [what, *value] if len(value) < 2:
                return Record(what, value[0] if value else None)
            case "own", [what]:
                return Own(what)
            case "server", [name]:
                return ServerSetting(name)
    except ValueError:
        pass
    return None


def _number(digits: str) -> int:
    """The number as we write it; raises ValueError for whatever else `int` would take."""
    if not digits.isascii() or not digits.isdecimal() or len(digits) > LONGEST_NUMBER:
        raise ValueError("no number of ours")
    return int(digits)


def _bits(digits: str) -> int:
    """The bits of `Sure`, as we write them; raises ValueError."""
    if len(digits) > LONGEST_BITS or not set(digits) <= set("0123456789abcdef"):
        raise ValueError("no bits of ours")
    return int(digits, 16)


def filled_in(interaction: discord.Interaction) -> dict[str, str]:
    """The texts of a form that was handed in, by custom_id."""
    data: Any = interaction.data or {}
    texts: dict[str, str] = {}
    for held in data.get("components") or []:
        for field in [*(held.get("components") or []), held.get("component") or {}]:
            if isinstance(field.get("value"), str):
                texts[str(field.get("custom_id"))] = field["value"]
    return texts


def carried(interaction: discord.Interaction) -> tuple[str, list[str]]:
    """The custom_id of a pressed component, and the values of a select."""
    data: dict[str, object] = dict(interaction.data or {})
    values = data.get("values", [])
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    return str(data.get("custom_id", "")), chosen
