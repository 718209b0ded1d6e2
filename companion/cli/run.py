"""``ra-companion run``: opens the table."""

import gc

from companion.app.run_options import RunOptions
from companion.cli.terminal import keep_log, load

ABOUT = """\
Open the table: the whole game on a screen, entered with buttons, keys or touch.

Everything is saved to disk before it is shown.
"""

EXAMPLES = """\
Examples:
  ra-companion run --simulate                         try it on any computer
  ra-companion run --headless --script evening.txt    run a script without a window
"""

Options = RunOptions


def run(options: RunOptions) -> int:
    """Open the table, and return the exit status once it is put away.

    Raises:
        OSError: The system refuses something that the table cannot do without.
    """
    keep_log("WARNING" if options.quiet else "INFO")
    gc.disable()  # what is loaded is no garbage; once all is there the table enables it
    try:
        status: int = load("companion.app.program").run(options)
    finally:
        gc.enable()
    return status
