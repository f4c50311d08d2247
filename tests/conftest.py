"""The plugin that packages run over their games, for the house's own."""

pytest_plugins = ("bot.testing.plugin",)
collect_ignore = ["example_game"]
