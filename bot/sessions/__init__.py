"""Tables: what they are, and the one way in which each changes."""
