"""`python -m tests.compiled`: compile the rules, hold them to those as written, note that."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

from tests.compiled import proof

if __name__ == "__main__":
    if shutil.which("cc") is None:
        sys.exit("no C compiler: nothing is compiled here")
    found = proof.of_these()
    done = pytest.main(["-n", "0", "-k", "not changed", str(Path(__file__).parent)])
    if done == 0:
        proof.FILE.write_text(f"{found}\n", "utf-8")
    sys.exit(done)
