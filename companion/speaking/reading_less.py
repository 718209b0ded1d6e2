"""A table of which not everything is told, read aloud: what is known, and nothing else."""

from collections.abc import Iterator

from companion import telling
from companion.rules.actions import LANE_SLOTS, Level
from companion.rules.editions import Suns
from companion.rules.ledger import Ledger, Wait
from companion.rules.levels import at_level
from companion.speaking.asked import suns
from companion.words import Words


def known_table(ledger: Ledger, words: Words) -> Iterator[str]:
    """Yield the epoch, the Ra track, the tracks and each player, as far as they are known.

    Points are never in it (R-INF-2); while only points are kept, nothing else is followed.
    """
    if ledger.level is Level.SCORE_ONLY and ledger.stage is Wait.TURN:
        ledger = at_level(ledger, Level.LIGHT)
    if ledger.stage is Wait.OVER:
        return
    if ledger.epoch is not None:
        yield telling.epoch_name(ledger.epoch, ledger.setup, words)
    if ledger.ra_count is not None:
        limit = ledger.setup.ra_limit
        yield words.say("Ra track: {count} of {limit}", count=ledger.ra_count, limit=limit)
    if ledger.is_counted and ledger.lane_tiles is not None:
        yield words.say(
            "Auction track {count} of {slots}", count=ledger.lane_tiles, slots=LANE_SLOTS
        )
    if ledger.centre is not None:
        yield words.say("In the centre: sun {sun}", sun=ledger.centre)
    for seat in ledger.setup.seats:
        yield from _player(ledger.name(seat), ledger.hands[seat].up, ledger.hands[seat].down, words)


def _player(name: str, up: Suns | None, down: Suns | None, words: Words) -> Iterator[str]:
    if up is None:
        yield words.say("{name}: suns not known", name=name)
    elif up:
        yield words.say("{name}: suns {suns}", name=name, suns=suns(up))
    else:
        yield words.say("{name}: no suns to bid", name=name)
    if down:
        yield words.say("Face down: {suns}", suns=suns(down))
