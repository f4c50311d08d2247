"""Time: the clock, time as it passes at a table, quiet hours, patience."""
