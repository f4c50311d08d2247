"""The plugin that packages run over their games, for the house's own."""

import pytest

import bot.operator.lean  # noqa: F401 - as the program does
from bot.running import compiled
from bot.testing import plugin

collect_ignore = ["example_game"]


def pytest_configure(config: pytest.Config) -> None:
    """Where the house is installed, pytest has found the plugin by itself."""
    if compiled.running():
        raise pytest.UsageError("tests put doubles in the place of rules: make as-written")
    if not config.pluginmanager.is_registered(plugin):
        config.pluginmanager.register(plugin, "guildhall.testing")
