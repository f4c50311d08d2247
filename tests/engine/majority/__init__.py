"""The Majority."""
