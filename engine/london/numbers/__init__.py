"""The numbers that the core plays with: places, what is asked, several things as one move."""
