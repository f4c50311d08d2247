"""structlog without rich: it loads that for tracebacks, which no log of ours shows, and 4 MB go.

Imported before anything that imports structlog; where that is loaded, it is too late and no matter.
"""

import sys

if "structlog" not in sys.modules and "rich" not in sys.modules:
    sys.modules["rich"] = None  # type: ignore[assignment]  # what can't be imported
    import structlog  # noqa: F401

    del sys.modules["rich"]
