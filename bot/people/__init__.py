"""Who plays: names, languages, records."""
