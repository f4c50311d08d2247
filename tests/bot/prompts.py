"""Prompts as a hand shows them, with nothing else beside their buttons."""

from __future__ import annotations

from typing import Any

from bot.screens.parts import even_rows
from bot.screens.play.prompts import prompt_parts
from bot.screens.screen import Part
from engine.game import Prompt
from images.words import Words


def prompt_rows(
    session: int, prompt: Prompt, words: Words, page: int = 0, *rest: Any, **about: Any
) -> list[Part]:
    """What can be pressed of a prompt, as `prompt_parts` has it, its last buttons in rows."""
    made, beside = prompt_parts(session, prompt, words, page, *rest, **about)
    return [row for row in made if "components" in row] + even_rows(beside)
