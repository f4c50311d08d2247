"""The store, on real files."""
