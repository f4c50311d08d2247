"""`python -m bot` as it is, at another Discord: `python -m tests.bench.pointed URL`.

DISCORD_TOKEN and DATABASE come from the environment, as always.
"""

from __future__ import annotations

import sys

from bot.__main__ import main
from tests.bench.apart import point_at

if __name__ == "__main__":
    point_at(sys.argv[1])
    sys.exit(main([]))
