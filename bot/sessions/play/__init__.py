"""What people do at a table: each is checked, committed, and only then told."""
