"""The rules of Guildes."""
