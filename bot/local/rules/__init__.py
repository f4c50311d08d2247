"""What Discord refuses, of what a bot sends and a person hands in, and how much of it."""
