"""A program that forks tables, so that a test can kill them one after the other.

It reads one line for each: the arguments of ``ra-companion`` as JSON. It forks, and says ``dead``
and how when the child is no more; the child says ``pid N`` and then what ``ra-companion`` says. All
modules are loaded before, so that a child plays at once.
"""

import json
import os
import sys

import companion.app.program  # noqa: F401 - loaded for the children
from companion.cli.commands import main
from companion.pages.registry import load_all


def say(text: str) -> None:
    """Tell the parent, at once and in one piece."""
    os.write(1, text.encode() + b"\n")


def obey() -> None:
    """Give birth until there are no more commands."""
    load_all()
    for line in sys.stdin.buffer:
        if not os.fork():
            say(f"pid {os.getpid()}")
            os._exit(main(json.loads(line)))
        _, ended = os.wait()
        say(f"\ndead {os.waitstatus_to_exitcode(ended)}")


if __name__ == "__main__":
    obey()
