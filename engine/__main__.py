"""`python -m engine`."""

import gc

from engine.tools.commands import main

# Games are played by the thousand, and hardly anything of one refers to itself.
gc.set_threshold(10_000, 20, 20)

if __name__ == "__main__":
    main()
