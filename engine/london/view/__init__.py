"""All that a viewer may know, and how it is made of a state."""

from engine.london.numbers.map import Cell, Direction
from engine.london.view.components import (
    CardView,
    Icon,
    MarkerView,
    MayorView,
    Printed,
    SideView,
    TileFace,
)
from engine.london.view.faces import printed
from engine.london.view.making import outcome, view
from engine.london.view.models import (
    LondonView,
    PlayedView,
    PlayerView,
    Progress,
    ScoredMayor,
    TallyView,
    TileView,
)

__all__ = [
    "CardView",
    "Cell",
    "Direction",
    "Icon",
    "LondonView",
    "MarkerView",
    "MayorView",
    "PlayedView",
    "PlayerView",
    "Printed",
    "Progress",
    "ScoredMayor",
    "SideView",
    "TallyView",
    "TileFace",
    "TileView",
    "outcome",
    "printed",
    "view",
]
