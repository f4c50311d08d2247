"""How a request reaches Discord: at what pace, in whose turn, and what a refusal means."""
