"""Sessions: lobbies, running games, what was told."""
