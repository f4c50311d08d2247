"""`python -m tests.bench [name ...]`: every figure beside its target, or those of some modules."""

from __future__ import annotations

import argparse
from importlib import import_module

from rich.console import Console

MODULES = (
    *("engine", "images", "memory", "store", "kept", "press", "way", "startup"),
    *("games", "load", "thinking", "tricks", "processes", "choosing", "review", "weight"),
)
WIDTH = 110


def main() -> None:
    """Run the chosen modules one after the other, so that none disturbs another."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="name", help=", ".join(MODULES))
    names = parser.parse_args().names or MODULES
    for unknown in set(names) - set(MODULES):
        parser.error(f"there is no {unknown}; choose of {', '.join(MODULES)}")
    console = Console()
    if not console.is_terminal:
        console = Console(width=WIDTH)
    for name in names:
        console.rule(name)
        import_module(f"tests.bench.{name}").run(console)


if __name__ == "__main__":
    main()
