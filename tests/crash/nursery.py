"""A program that forks processes to be killed while they write a journal as fast as they can.

At each line it reads, which may be ``new``, it forks, and says ``dead`` when the child is no more.
The child says ``pid N``, then ``confirmed GAME COUNT`` whenever so many lines are safe.
"""

import os
import sys
from pathlib import Path

from companion.journal.book import GameWriter
from companion.journal.claim import claim
from companion.journal.games_dir import new_game, unfinished
from companion.journal.lines import Event, Stamp

STAMP = Stamp(1_767_384_930_000, 61_500, "0a8f5c9e", "script")


def event(number: int) -> Event:
    """The events of every game: each says how many there were before."""
    return {"n": number}


def say(text: str) -> None:
    """Tell the parent, at once and in one piece."""
    os.write(1, text.encode() + b"\n")


def live(data: Path, *, is_new: bool) -> None:
    """Resume or begin a game, and write until killed."""
    ours = claim(data)
    found = unfinished(data, lambda _: False).found
    if found is None or is_new:
        book = GameWriter(ours, new_game(data, STAMP.wall_ms))
    else:
        book = GameWriter.reopen(ours, found.game).book
        say(f"confirmed {book.game} {book.length}")
    while True:
        book.append(event(book.length), STAMP)
        say(f"confirmed {book.game} {book.length}")


def main() -> None:
    """Obey until there are no more commands."""
    for line in sys.stdin:
        if not os.fork():
            say(f"pid {os.getpid()}")
            live(Path(sys.argv[1]), is_new=line.strip() == "new")
        os.wait()
        say("dead")


if __name__ == "__main__":
    main()
