"""Every figure can be asked for: what it is measured by still stands where its module looks."""

from __future__ import annotations

from importlib import import_module

import pytest

from tests.bench.__main__ import MODULES


@pytest.mark.parametrize("name", MODULES)
def test_every_module_of_the_bench_loads_and_can_be_run(name: str) -> None:
    try:
        module = import_module(f"tests.bench.{name}")
    except ModuleNotFoundError as missing:
        if (missing.name or "").split(".")[0] in {"bot", "engine", "images", "tests"}:
            raise
        pytest.skip(f"{missing.name} is installed for the bench alone")
    assert callable(module.run)
