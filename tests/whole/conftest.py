"""Logs as the program writes them, without what merely happens."""

from bot.running.operator.logs import set_up_logs

set_up_logs("WARNING")
