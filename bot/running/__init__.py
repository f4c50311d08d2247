"""The program as it runs: start, connection to Discord, commands, health, `doctor`."""
