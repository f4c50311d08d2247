"""What a seat, or the public, may know of a game of Guildes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from engine.values import Options, View

Phase = Literal["draft", "redistribution", "laying", "tricks", "over"]


class GuildesOptions(Options):
    """The switches of Guildes."""

    tie_break: Literal["milice", "shared"] = Field(
        "milice", description="who wins a tie: most Milice cards laid, or all tied players"
    )
    events: bool = Field(False, description="the text of each ballot's event card applies")
    tricks: bool = Field(False, description="everyone gets a dirty trick in each ballot")


class GuildRow(BaseModel):
    """A guild in play: `votes` by rank, first rank first; for the Milice, votes per card."""

    model_config = ConfigDict(frozen=True)

    guild: str
    copies: int
    votes: tuple[int, ...]
    per_card: bool


class PlayerView(BaseModel):
    """One player as everybody sees them."""

    model_config = ConfigDict(frozen=True)

    tableau: Mapping[str, int]
    """Laid face-up cards by guild, every guild in play, zeros included."""
    face_down: int
    marks: Mapping[str, int]
    """+1/-1 laid on this tableau for this count, by guild (variant tricks)."""
    hand: int
    """Cards in hand: kept in the draft, not laid yet."""
    pack: int
    """Cards of the pack this player is choosing from."""
    votes: tuple[int, ...]
    """Votes of each ballot counted so far."""
    trick: str | None
    """Trick of this ballot, "protection" to "mark_alchimistes"; None without the variant."""
    trick_state: Literal["held", "played", "declined"] | None
    """"played" as soon as nothing can take it back (salvage: when the cards are drawn)."""


class GuildesView(View):
    """See `View`; guild ids are those of components.toml."""

    options: GuildesOptions
    guilds: tuple[GuildRow, ...]
    ballot: int
    """1 to 3."""
    phase: Phase
    turn: int
    """Pick of the draft, or lap of the laying, from 1."""
    turns: int
    lay: int
    """Cards that everyone lays in this lap; 0 outside the laying."""
    direction: Literal["left", "right"]
    """Where packs travel; left is the next seat."""
    event: str
    """The event card of this ballot; its text applies if `options.events`."""
    events_before: tuple[str, ...]
    first_seat: int | None
    """Who began this lap, when cards are laid in turn."""
    players: tuple[PlayerView, ...]
    counts: tuple[tuple[Mapping[str, int], ...], ...]
    """For each ballot counted: per seat, votes by guild."""
    discarded: int
    pack: tuple[str, ...]
    """The viewer's pack, in the table's order; empty outside the draft and for the public."""
    hand: tuple[str, ...]
    """The viewer's kept cards."""
    own_face_down: tuple[str, ...]
    """The viewer's laid card that is still face down."""
    drawn: tuple[str, ...] = ()
    """What the viewer drew from the discard pile and has to lay one of (trick salvage)."""
    chosen: tuple[str, ...] = ()
    """The viewer's answers so far in the trick that is being played."""
