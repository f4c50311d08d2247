"""The store in one SQLite file, for one process at a time."""
