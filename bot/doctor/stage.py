"""What the rehearsal shows: a real board, with a button."""

from __future__ import annotations

from typing import Any

import discord

from bot.delivery.calling.edits import attachment_id, created
from bot.languages.languages import FALLBACK, Languages
from bot.screens.parts.parts import button, container, gallery, paragraph, row
from bot.screens.parts.screen import Screen
from bot.store.records.messages import Attachment
from engine import games
from images import pictures
from images.pictures import Picture

PRESS = "doctor:press"
PICTURE = "board.png"
LINE = "Guildhall: rehearsal"
SEATS = ("Ada", "Ben", "Cleo")


class Stage:
    """Makes one screen after the other; each picture is of another game."""

    def __init__(self) -> None:
        self._words = Languages.load().words(FALLBACK, SEATS)
        self._shown = 0

    def posted(self) -> dict[str, Any]:
        """The arguments of a new message."""
        return created(self.next(), silent=True)

    def noticed(self) -> dict[str, Any]:
        """The same of one that notifies: it begins with a line, which phones show."""
        return created(self.next(), silent=False)

    def next(self, picture: Attachment | None = None) -> Screen:
        """The next screen, with the picture that the message shows already or with a new one."""
        self._shown += 1
        shown: Picture | Attachment = picture or self._board()
        frame = container(
            paragraph("### Guildhall: rehearsal", f"-# step {self._shown}"),
            gallery(PICTURE, shown.alt),
            row(button("Press me", PRESS, discord.ButtonStyle.primary)),
        )
        return Screen(frame, shown, PICTURE, push=LINE)

    def _board(self) -> Picture:
        game = games["guildes"]
        state = game.setup(len(SEATS), game.Options(), self._shown)
        return pictures[game.name].board(game.view(state, None), self._words)


def kept(message: discord.Message | None) -> Attachment | None:
    """The picture that a message shows, to be kept; None if there is none."""
    held = None if message is None else attachment_id(message, PICTURE)
    return None if held is None else Attachment(held, PICTURE, PICTURE, "a board, as before")
