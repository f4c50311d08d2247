"""What lies in the box, as files: their vocabulary, their steps, and how they are read."""

from engine.london.components.loading import (
    SHIPPED,
    Card,
    ComponentError,
    Components,
    Guild,
    Mayor,
    ScoreLine,
    load,
)

__all__ = ["SHIPPED", "Card", "ComponentError", "Components", "Guild", "Mayor", "ScoreLine", "load"]
