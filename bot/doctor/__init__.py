"""`python -m bot doctor`: whether everything outside is as a first game needs it."""
