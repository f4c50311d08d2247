"""One session in memory, how it is read from the store, and what can be asked of it."""
