"""How the program loads: imported before anything else.

structlog comes without rich, which it loads for tracebacks that no log of ours shows: 4 MB go.
pydantic looks for no plugins, for which it reads all that is installed. The collector of circles
is held back from the first module on: while all is loaded it found nothing 200 times.
"""

import gc
import os
import sys
from typing import Final

COLLECT_AFTER: Final = (10_000, 20, 20)
"""Objects made before the collector looks for circles: Python's own 700 cost a tenth of the CPU."""

gc.set_threshold(*COLLECT_AFTER)
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

# Where structlog is loaded already, it is too late and no matter.
if "structlog" not in sys.modules and "rich" not in sys.modules:
    sys.modules["rich"] = None  # type: ignore[assignment]  # what can't be imported
    import structlog  # noqa: F401

    del sys.modules["rich"]
