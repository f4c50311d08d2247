"""The gateway: sessions of shards, and what each hears."""
