"""Where a process runs, so that one beside it can tell for sure that it has ended.

A connection that is lost proves nothing: its process may be frozen, or cut off. But the kernel
knows of its own processes. Who runs elsewhere, or in another container, is waited for.
"""

from __future__ import annotations

import os
from pathlib import Path

_BOOT = Path("/proc/sys/kernel/random/boot_id")
_NAMESPACE = Path("/proc/self/ns/pid")
_STATE, _STARTED = 0, 19
"""In a process's `stat`, after its name (proc_pid_stat(5))."""
_ENDED = ("Z", "X")


def here() -> str | None:
    """The place of this process: system, namespace, number and start; None where none is told."""
    try:
        boot, namespace = _system()
        return f"{boot} {namespace} {os.getpid()} {_stat(os.getpid())[_STARTED]}"
    except (OSError, IndexError):
        return None


def has_ended(place: str | None) -> bool:
    """Whether the process of that place is surely gone, for good."""
    if place is None:
        return False
    boot, namespace, number, started = place.split(" ")
    try:
        # A namespace whose number was given away again has ended with all its processes.
        if _system() != (boot, namespace):
            return False
        os.kill(int(number), 0)
        stat = _stat(int(number))
        return stat[_STARTED] != started or stat[_STATE] in _ENDED
    except ProcessLookupError:
        return True
    except (OSError, IndexError):
        return False


def _system() -> tuple[str, str]:
    return _BOOT.read_text().strip(), str(_NAMESPACE.readlink())


def _stat(number: int) -> list[str]:
    """A process's state and times; its name, which may hold anything, ends with a bracket."""
    return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
