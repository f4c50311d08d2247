"""The rules of Guilds of London."""

from engine.london.game import London

__all__ = ["London"]
