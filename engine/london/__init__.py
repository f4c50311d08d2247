"""The rules of Guilds of London."""

from engine.london.game import London
from engine.london.options import LondonOptions
from engine.london.view import LondonView

__all__ = ["London", "LondonOptions", "LondonView"]
