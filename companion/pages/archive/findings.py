"""The findings of a look back, in words."""

from collections.abc import Mapping, Sequence

from companion.i18n import Words, mark
from companion.narration import bundle_names, event_text, tile_name
from companion.opponent.review import DRAWING, WHOLE, Decision, Lot, Review, Turn, share, shares
from companion.rules.actions import (
    REACH_INTO_BAG,
    Action,
    Bid,
    Choice,
    Discard,
    EndGods,
    Invoke,
    Pass,
    ReachIntoBag,
    UseGod,
)
from companion.rules.events import AuctionBegan, EpochEnded
from companion.rules.model import Game
from companion.rules.records.record import read_entry
from companion.rules.records.timeline import Timeline
from companion.rules.tiles import bundle


def percent(chance: int) -> int:
    """Return a chance out of ten thousand as a whole per cent; only certainty is all or nothing."""
    return share(_HUNDRED * chance / WHOLE, _HUNDRED)


def percents(chances: Sequence[int]) -> tuple[int, ...]:
    """Return everybody's chances out of ten thousand in per cent that add up to a hundred."""
    return shares([chance / WHOLE for chance in chances], _HUNDRED)


_HUNDRED = 100


def points(tenths: int) -> str:
    """Return tenths of a point as whole points."""
    return str(round(tenths / 10)).replace("-", "\N{MINUS SIGN}")


def told(decision: Decision, played: Timeline, words: Words) -> str:
    """Return what somebody chose, and what would have been better, by how much."""
    before = played.game_after(decision.number - 1)
    tiles, name = _tiles(before, words), before.setup.players[decision.seat]
    chosen, best = _read(decision.chosen.action), _read(decision.best.action)
    sentence, without_tiles = _DEEDS[type(chosen)]
    facts = {"tiles": tiles, "centre": before.centre, **_facts(chosen, before, words)}
    return words.say(
        "{deed}. {better} wins {best} games in 100 instead of {chosen}.",
        deed=words.say(sentence if tiles else without_tiles, name=name, **facts),
        better=words.say(_BETTER[type(best)], **_facts(best, before, words)),
        best=percent(decision.best.chance),
        chosen=percent(decision.chosen.chance),
    )


def moment_told(moment: Decision | Turn, played: Timeline, words: Words) -> str:
    """Return what turned the game: a choice, or what came out of the bag and what that began."""
    if isinstance(moment, Decision):
        return told(moment, played, words)
    drawn, *following = played.steps[moment.number - 1].events
    said = event_text(drawn, played.start.setup, words)
    tiles = _tiles(played.game_after(moment.number - 1), words)
    if tiles and any(isinstance(event, AuctionBegan) for event in following):
        said = f"{said} ({tiles})"
    ends = (event for event in following if isinstance(event, EpochEnded))
    for event in ends:
        said = words.end(said, event_text(event, played.start.setup, words))
    return words.end(said)


def changes(moment: Decision | Turn, played: Timeline) -> tuple[str, ...]:
    """Return whose chances what was drawn changed most, and at whose cost or for whose good."""
    if isinstance(moment, Decision):
        return ()
    names = played.start.setup.players
    was, now = percents(moment.before), percents(moment.after)
    gained = [after - before for before, after in zip(moment.before, moment.after, strict=True)]
    most = moment.seat
    other = (max if gained[most] < 0 else min)(range(len(gained)), key=gained.__getitem__)
    return tuple(
        f"{names[seat]} {was[seat]} → {now[seat]}\N{NO-BREAK SPACE}%" for seat in (most, other)
    )


def _tiles(game: Game, words: Words) -> str:
    """Return what lies on the auction track; nothing where nothing does."""
    return bundle_names(bundle([tile for tile in game.track if tile is not None]), words)


_DEEDS: Mapping[type, tuple[str, str]] = {
    ReachIntoBag: (
        mark("{name} drew a tile with {tiles} on the track"),
        mark("{name} drew a tile and left sun {centre} in the centre"),
    ),
    Invoke: (
        mark("{name} invoked Ra for {tiles}"),
        mark("{name} invoked Ra for sun {centre} alone"),
    ),
    Bid: (mark("{name} bid {sun} for {tiles}"), mark("{name} bid {sun} for sun {centre} alone")),
    Pass: (mark("{name} passed on {tiles}"), mark("{name} passed on sun {centre}")),
    UseGod: (mark("{name} used a God tile and took {tile}"),) * 2,
    EndGods: (mark("{name} uses no more God tiles"),) * 2,
    Discard: (mark("{name} discarded {lost}"),) * 2,
}
"""What is said of a choice while tiles can be won, and while only the sun in the centre can."""

_BETTER: Mapping[type, str] = {
    ReachIntoBag: mark("Drawing a tile"),
    Invoke: mark("Invoking Ra"),
    Bid: mark("Bidding {sun}"),
    Pass: mark("Passing"),
    UseGod: mark("A God tile for {tile}"),
    EndGods: mark("No more God tiles"),
    Discard: mark("Discarding {lost}"),
}


def _facts(choice: Choice, before: Game, words: Words) -> dict[str, object]:
    """Return what sentences about a choice need besides the name."""
    match choice:
        case Bid(sun):
            return {"sun": sun}
        case UseGod(space):
            tile = before.track[space]
            return {} if tile is None else {"tile": tile_name(tile, words)}
        case Discard(lost):
            return {"lost": bundle_names(bundle(lost), words)}
        case _:
            return {}


def _read(line: str) -> Choice:
    """Return what a line of a look back says that somebody chose.

    Raises:
        TypeError: It is none.
    """
    if line == DRAWING:
        return REACH_INTO_BAG
    said = read_entry(line.encode())
    if not isinstance(said, Action):
        raise TypeError(line)
    return said


def lot_head(lot: Lot, played: Timeline, words: Words) -> str:
    """Return who took a lot, with which sun."""
    if lot.winner is None:
        return words.say("nobody")
    name = played.start.setup.players[lot.winner]
    return words.say("{name} with {sun}", name=name, sun=lot.paid)


def lot_remark(lot: Lot, found: Review, words: Words) -> str:
    """Return what is remarkable about a lot; usually nothing."""
    if lot.winner is None:
        return words.say("unsold")
    figure = points(lot.profit)
    if lot == found.best_buy():
        return words.say("best buy: {points}", points=f"+{figure}")
    return words.say("priciest: {points}", points=figure) if lot == found.dearest() else ""
