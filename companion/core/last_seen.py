"""Where the tagged tiles of a game went, for whoever packs up and misses one."""

from collections.abc import Mapping

from companion.core.box_check import LastSeen
from companion.core.notices import Notes
from companion.core.tagging import whereabouts
from companion.rules.actions import Draw
from companion.rules.timeline import Timeline


def last_seen(timeline: Timeline | None) -> Mapping[str, LastSeen]:
    """Return for each tag that was drawn with whom it went, and in which epoch.

    A tile of the auction track is won, or thrown away, in the epoch in which it was drawn.
    """
    if timeline is None:
        return {}
    found = {}
    for number, moment in enumerate(timeline.moments, start=1):
        if moment.tag and isinstance(moment.action, Draw):
            where, seat = whereabouts(timeline.moments, number, moment.action.tile)
            is_owned = where is Notes.DRAWN_TO_PLAYER and seat is not None
            name = timeline.start.setup.players[seat] if is_owned and seat is not None else ""
            found[moment.tag] = LastSeen(name, timeline.game_after(number - 1).epoch)
    return found
