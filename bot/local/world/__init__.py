"""What there is: people, guilds, channels, messages; what befalls them, and who hears of it."""
