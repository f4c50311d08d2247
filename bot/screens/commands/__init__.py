"""What a command of no one table shows: settings, records, rules, lists, the bot itself."""
