"""What people and the bot do: messages, threads, interactions, and what a client can."""
