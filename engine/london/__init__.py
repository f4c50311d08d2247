"""The rules of Guilds of London."""

from engine.london.game import London
from engine.london.view import LondonOptions, LondonView

__all__ = ["London", "LondonOptions", "LondonView"]
