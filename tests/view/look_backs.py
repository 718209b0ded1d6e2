"""The look backs at the games of the gallery.

They are kept in a file, since they take minutes also where the engine is compiled:
``python -m tests.view.make_look_backs`` makes them anew.
"""

from functools import cache
from pathlib import Path

import msgspec

from companion.opponent.review import Review
from companion.rules.records.timeline import Timeline
from tests.statistics.evenings import timeline

FILE = Path(__file__).with_suffix(".json")


def game(players: int) -> Timeline:
    """Return the game of so many players that is looked back at."""
    return timeline(players, 3)


@cache
def look_back(players: int) -> Review:
    """Return the look back at it."""
    found = msgspec.json.decode(FILE.read_bytes(), type=dict[int, Review])[players]
    entries = tuple(step.seq for step in game(players).steps)
    assert found.entries == entries, "another game: make the look backs anew"
    return found
