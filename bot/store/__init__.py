"""The store: sessions, seats, moves, messages and people in one SQLite file."""
