"""The look back at a saved game, stored with the index: computed once, and no loss if deleted."""

from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.journal.index import index
from companion.journal.lines import GameId
from companion.opponent.review import Review
from companion.rules.records.timeline import Timeline


def kept(data: Path, game: GameId, timeline: Timeline) -> Review | None:
    """Return what was found last time, if it is about exactly these entries."""
    written = index.review(data, game)
    if written is None:
        return None
    try:
        found = msgspec.msgpack.decode(written, type=Review)
    except msgspec.DecodeError:
        return None
    if [moment.seq for moment in found.moments] != [moment.seq for moment in timeline.moments]:
        return None
    return replace(found, players=timeline.start.setup.players)


def keep(data: Path, game: GameId, found: Review) -> None:
    """Keep what was found, without names: a forgotten name must be nowhere."""
    nameless = replace(found, players=())
    index.keep_review(data, game, msgspec.msgpack.encode(nameless))
