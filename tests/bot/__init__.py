"""Tests of the process: store, settings, languages, sessions, delivery."""
