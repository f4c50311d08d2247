"""The rules of every game."""
