"""`python -m engine`."""

from engine.tools.commands import main

if __name__ == "__main__":
    main()
