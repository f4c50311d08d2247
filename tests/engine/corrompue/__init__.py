"""La Cité corrompue."""
