"""How the program loads: imported before anything else.

structlog comes without rich, which it loads for tracebacks that no log of ours shows: 4 MB go; and
without greenlet, which tests alone install.
pydantic looks for no plugins, for which it reads all that is installed. The collector of circles
rests until all is loaded (`settled`); afterwards the client has it look where nobody waits. Pillow
waits until something is drawn here: what is said of a picture stands in modules that draw, and 4 MB
stay. aiohttp's server waits until somebody wants the page of metrics, and 1.5 MB stay; its client
reads the system's certificates once, beside all else that is loaded, and not again for connections
that check none, which nobody makes.
"""

import gc
import os
import ssl
import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from threading import Thread
from types import ModuleType
from typing import Final

COLLECT_AFTER: Final = (1_000_000, 20, 20)
"""Objects made before the collector looks for circles though somebody waits.

Python's own 700 cost a tenth of the CPU. With 10,000 it found next to nothing while four hundred
tables were played, and each look took a tenth of a second, in which nobody was answered.
"""

gc.disable()
gc.set_threshold(*COLLECT_AFTER)
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")

# Where structlog is loaded already, it is too late and no matter.
if "structlog" not in sys.modules and "rich" not in sys.modules:
    kept_out = {"rich", "greenlet"} - sys.modules.keys()
    sys.modules |= dict.fromkeys(kept_out)  # type: ignore[arg-type]  # what can't be imported
    import structlog  # noqa: F401

    for name in kept_out:
        del sys.modules[name]


class _AtFirstUse(MetaPathFinder):
    """Finds these modules as others are found; what they hold is loaded at their first use."""

    names: Final = {"PIL.Image", "PIL.ImageDraw", "PIL.ImageFont", "aiohttp.web", "idna"}

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Where the module is, if it is one of ours."""
        found = PathFinder.find_spec(fullname, path, target) if fullname in self.names else None
        if found is not None and found.loader is not None:
            found.loader = LazyLoader(found.loader)
        return found


sys.meta_path.insert(0, _AtFirstUse())


_reading: Final[list[Thread]] = []


def _where_checked(context: ssl.SSLContext) -> None:
    """Have a context read the system's certificates, if it checks any, until all is loaded."""
    if context.verify_mode is not ssl.CERT_NONE:
        read = super(ssl.SSLContext, context).set_default_verify_paths
        _reading.append(Thread(target=read, daemon=True))
        _reading[-1].start()


ssl.SSLContext.set_default_verify_paths = _where_checked  # type: ignore[assignment,method-assign]
import aiohttp.connector  # noqa: E402, F401

del ssl.SSLContext.set_default_verify_paths


def settled() -> None:
    """All is loaded: what there is stays, and the collector need not look through it."""
    while _reading:
        _reading.pop().join()
    gc.freeze()
    gc.enable()
