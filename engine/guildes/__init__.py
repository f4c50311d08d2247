"""The rules of Guildes."""

from engine.guildes.game import Guildes

__all__ = ["Guildes"]
