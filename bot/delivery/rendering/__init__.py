"""What a message should show, with its pictures."""
