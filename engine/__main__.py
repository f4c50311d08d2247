"""`python -m engine`."""

import gc
import signal
import sys

from engine.tools.commands import main

# Games are played by the thousand, and hardly anything of one refers to itself.
gc.set_threshold(10_000, 20, 20)

if __name__ == "__main__":
    if sys.platform != "win32":
        # Once nobody reads on, as after `| head -1`, it ends as other programs do.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    main()
