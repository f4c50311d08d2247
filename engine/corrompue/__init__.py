"""The rules of La Cité corrompue."""

from engine.corrompue.game import Corrompue
from engine.corrompue.options import CorrompueOptions

__all__ = ["Corrompue", "CorrompueOptions"]
