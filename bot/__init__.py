"""The process: settings, sessions, store, delivery to Discord, languages, the local table."""

VERSION = "0.4.0"
