"""The house's own games are held to what every game must do."""

from bot.testing.suite import *  # noqa: F403 - the tests
from tests.boxes import BOXES  # noqa: F401 - what they are run over
