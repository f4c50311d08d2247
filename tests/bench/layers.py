"""What is done for a press, and where in the house."""

from __future__ import annotations

from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[2]
NOT_OURS = "discord.py, aiohttp, Python"
LAYERS = {
    "gateway and interaction": (
        *("cogs/", "bot/screens/custom_ids.py", "bot/running/telling.py"),
        *(f"bot/running/{name}" for name in ("client", "commands", "gateway", "start_up")),
    ),
    "finding": ("bot/people.py", "bot/delivery/known/", "bot/time.py", "bot/running/services.py"),
    "rules": ("engine/",),
    "session": ("bot/sessions/",),
    "store": ("bot/store/",),
    "screen": ("bot/screens/", "bot/languages/", "bot/delivery/rendering/"),
    "answer": ("bot/delivery/delivery.py", "bot/delivery/calling/"),
    "follow-up": (
        "bot/delivery/",
        "bot/delivery/drawing/",
        "bot/thinking",
        *(f"bot/running/{name}" for name in ("deadlines", "forgetting", "hearing")),
        "images/",
    ),
}
"""What is done for a press, and where; of two that fit, the first. Bare discord.py: see `press`."""


@cache
def layer_of(path: str) -> str:
    """The layer to which a file belongs; NOT_OURS for a library's."""
    if not path.startswith(f"{ROOT}/") or ".venv" in path:
        return NOT_OURS
    place = path.removeprefix(f"{ROOT}/")
    return next((layer for layer, where in LAYERS.items() if place.startswith(where)), "elsewhere")
