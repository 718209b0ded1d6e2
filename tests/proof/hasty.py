"""The program with one promise broken: it shows what is not yet saved. Only for the controls.

``python -m tests.proof.hasty run …`` is ``ra-companion run …`` whose writer says *done* at once and
writes a little later.
"""

import sys
import time

from companion.cli.commands import main
from companion.journal.lines import Event, Head, Stamp, line_at
from companion.journal.writer import Writer, Written

_LATE_SECONDS = 0.02

_SOMEWHERE = Head(0, 0, "")

_submit, _answer = Writer.submit, Writer._answer  # noqa: SLF001 - the promise is broken here


def submit(writer: Writer, event: Event, stamp: Stamp) -> None:
    """Say that it is written, then have it written."""
    writer._answers.put(Written(line_at(_SOMEWHERE, event, stamp)))  # noqa: SLF001 - the same
    _submit(writer, event, stamp)
    writer._wake()  # noqa: SLF001 - the same


def answer(writer: Writer, order: object) -> None:
    """Write late, and tell nobody."""
    time.sleep(_LATE_SECONDS)
    writer._write(order)  # type: ignore[arg-type]  # noqa: SLF001 - the same
    with writer._changed:  # noqa: SLF001 - the same
        writer._waiting.popleft()  # noqa: SLF001 - the same


if __name__ == "__main__":
    Writer.submit, Writer._answer = submit, answer  # type: ignore[assignment, method-assign]  # noqa: SLF001
    sys.exit(main(sys.argv[1:]))
