"""The store in a database of a real PostgreSQL server."""
