"""Tests; the tree mirrors the code."""
