"""The rules of every game, pure: no Discord, no clock, no files written."""
