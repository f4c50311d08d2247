"""Presses that show something, of a game or the server, or set it: one's own, or the server's."""

from __future__ import annotations

from typing import Literal

from bot.screens.custom_ids.reading import Id, OfSession, Press, Seen


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
    one. "whole": the whole turn that this turning point belongs to. "tell": say when it is done.
    "help": what the numbers mean. "share": what everybody would see, "post": everybody does.
    """

    what: str
    number: int


class Trying(OfSession, kind="try"):
    """The turning point `turn` of one's own review, in an imagined world of this number.

    "begin", or "instead" of what one tries already.
    """

    what: Literal["begin", "instead"]
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
    """A person's own setting; its value is the select's. `written`: what its form begins with."""

    name: str
    written: str | None = None


class Own(Press, kind="own"):
    """What is to become of all that is stored of whoever presses: "forget" or "keep" it."""

    what: str


class Operate(Press, kind="admin"):
    """That the operator is sure: to "end" the game of this number, or to "block" the server."""

    what: Literal["end", "block"]
    id: Id


class ServerSetting(Press, kind="server"):
    """A setting of the server in which it is pressed, or "page": all of them."""

    name: str
