"""What the contract's documents show by example is so."""

from __future__ import annotations

import doctest
from importlib import import_module

import pytest

MODULES = ("engine.game", "engine.log", "engine.text", "engine.parts.values")
"""Those that an author of games reads; none of them is compiled."""


@pytest.mark.parametrize("module", MODULES)
def test_every_example_is_true(module):
    found = doctest.testmod(import_module(module), optionflags=doctest.ELLIPSIS)
    assert found.attempted
    assert not found.failed
