"""The findings of a look back, in words."""

from collections.abc import Sequence

from companion.i18n import Words
from companion.narration import deed
from companion.opponent.review import DRAWING, WHOLE, Decision, Lot
from companion.rules.actions import Action
from companion.rules.records.record import read_entry


def percent(chance: int) -> int:
    """Return a chance out of ten thousand as a whole per cent; only certainty is all or nothing."""
    if chance in (0, WHOLE):
        return chance * 100 // WHOLE
    return min(99, max(1, round(100 * chance / WHOLE)))


def choice(line: str, words: Words) -> str:
    """Return something that could be chosen, in a few words that need no name beside them."""
    if line == DRAWING:
        return words.say("a tile drawn")
    said = read_entry(line.encode())
    return deed(said, words) if isinstance(said, Action) else line


def better(decision: Decision, names: Sequence[str], words: Words) -> str:
    """Return what would have been better than a choice, and by how much."""
    return words.say(
        "{name}: {chosen}. Better by {percent} points: {best}",
        name=names[decision.seat],
        chosen=choice(decision.chosen.action, words),
        percent=percent(decision.cost),
        best=choice(decision.best.action, words),
    )


def lot_told(lot: Lot, names: Sequence[str], words: Words) -> list[str]:
    """Return who paid too much for a lot, and who let it go; mostly nobody."""
    told = []
    if lot.overpaid:
        told.append(
            words.say(
                "{name} overpaid: passing would have made winning more likely by {percent} points",
                name=names[lot.winner],
                percent=percent(lot.overpaid),
            )
        )
    for seat, bidder in enumerate(lot.bidders):
        if bidder.sun is not None:
            told.append(
                words.say(
                    "{name} let it go: bidding {sun} would have made winning more likely by "
                    "{percent} points",
                    name=names[seat],
                    sun=bidder.sun,
                    percent=percent(bidder.missed),
                )
            )
    return told
