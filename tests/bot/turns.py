"""Letting tasks go on without waiting for time to pass."""

import asyncio


async def turns(most=5):
    """Let every task go as far as it can."""
    for _ in range(most):
        await asyncio.sleep(0)


class LoopTime:
    """The loop's own time, moved by hand."""

    def __init__(self, monkeypatch):
        self.passed = 0.0
        monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: self.passed)

    async def pass_by(self, seconds):
        self.passed += seconds
        await turns(10)
