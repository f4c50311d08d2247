"""A running game's messages: the board, the hand, and what can be asked of both."""
