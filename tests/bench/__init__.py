"""Figures beside their references, printed by `make bench`."""
