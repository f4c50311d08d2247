"""The tests: all that the house asks of a game, its texts and its pictures."""

from bot.testing.suite.awards import *  # noqa: F403
from bot.testing.suite.catalogues import *  # noqa: F403
from bot.testing.suite.films import *  # noqa: F403
from bot.testing.suite.learning import *  # noqa: F403
from bot.testing.suite.pictures import *  # noqa: F403
from bot.testing.suite.players import *  # noqa: F403
from bot.testing.suite.prompts import *  # noqa: F403
from bot.testing.suite.properties import *  # noqa: F403
from bot.testing.suite.secrets import *  # noqa: F403
from bot.testing.suite.snapshots import *  # noqa: F403
from bot.testing.suite.topics import *  # noqa: F403
from bot.testing.suite.whole import *  # noqa: F403
from bot.testing.suite.words import *  # noqa: F403
