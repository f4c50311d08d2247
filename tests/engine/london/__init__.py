"""Guilds of London."""
