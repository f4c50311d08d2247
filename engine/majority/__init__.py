"""The rules of The Majority."""

from engine.majority.game import Majority
from engine.majority.options import MajorityOptions

__all__ = ["Majority", "MajorityOptions"]
