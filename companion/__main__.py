"""``python -m companion`` is ``ra-companion``."""

import sys

from companion.cli.commands import main

if __name__ == "__main__":
    sys.exit(main())
