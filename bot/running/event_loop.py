"""The loop that the bot runs on: uvloop where there is one; a press costs a tenth less on it."""

import sys

if sys.platform == "win32":
    from asyncio import run
else:
    from uvloop import run

__all__ = ["run"]
