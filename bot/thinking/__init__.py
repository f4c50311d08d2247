"""Where hard computers think: processes beside the bot, given views and nothing else."""
