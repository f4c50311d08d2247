"""The rules by their chapters, and what flows through them."""
