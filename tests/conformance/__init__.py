"""One suite over every registered game, number of players and combination of options."""
