"""Whole games through a simulated Discord."""
