"""Fixes: how the table really is where the screen is wrong."""

from collections.abc import Collection, Iterator

import msgspec
from msgspec.structs import replace

from companion.rules import checks
from companion.rules.editions import Seat, Setup, Sun, Suns
from companion.rules.events import Cause, Event, Fixed, FixedPart, GameEnded
from companion.rules.legal import can_draw, left_with_suns
from companion.rules.model import (
    Auction,
    AuctionCause,
    AuctionTrack,
    Discarding,
    Game,
    Phase,
    Player,
)
from companion.rules.play import Played, carry_out, end_epoch, final_ranking
from companion.rules.problems import IllegalAction, Problem, Why
from companion.rules.tiles import KINDS, NO_TILES, Tile, Tiles, bundle, count, counts

MOST_OF_A_KIND = 30
"""No box holds more tiles of one kind."""


class HandFix(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is in front of one player; what is not given stays as it is."""

    seat: Seat
    suns: Suns | None = None
    spent: Suns | None = None
    tiles: Tiles | None = None
    """All of them."""
    score: int | None = None
    """Points in scoring tokens."""
    some_tiles: tuple[tuple[Tile, int], ...] = ()
    """How many there are of some kinds; so the others still follow from earlier entries."""


class Fix(msgspec.Struct, frozen=True, omit_defaults=True):
    """How things are on the table; what is not given stays as it is."""

    track: AuctionTrack | None = None
    """All eight spaces of the auction track."""
    track_tiles: int | None = None
    """How many tiles are on the auction track, where their kinds are not recorded."""
    ra_count: int | None = None
    """Ra tiles on the Ra track; a full track ends the epoch (R-EPE-2)."""
    centre: Sun | None = None
    active: Seat | None = None
    """Who decides."""
    epoch: int | None = None
    stage: Phase | Auction | None = None
    """The phase: a turn, more gods, or an auction in which nobody has bid yet."""
    hands: tuple[HandFix, ...] = ()


def fixed(game: Game, fix: Fix) -> Played:
    """Return the table as people see it, with one event for everything that was fixed.

    Tiles that appear come from the bag, or else from what had left the game; those that vanish go
    back into the bag: the likeliest slip is one tile mistaken for another. If no player has a
    face-up sun afterwards, or the Ra track is full, the epoch ends as usual.

    Points that are told make an event even if they were known: a refusal would tell a total that
    lies face down (R-INF-2).

    Raises:
        IllegalAction: Such a table cannot be shown, or nothing would change.
    """
    for problem in refusals(game.setup, fix):
        raise IllegalAction(problem)
    if game.stage is Phase.OVER and (fix.stage or fix.epoch is not None):
        raise IllegalAction(Problem(Why.GAME_OVER))
    laid = _laid(game, fix)
    if not any(player.suns or player.spent for player in laid.players):
        raise IllegalAction(Problem(Why.FIX_NO_SUNS))
    laid = replace(laid, **_box(game, laid))
    changes = tuple(_changes(game, laid, fixed_points(fix)))
    after, events = _settled(game, laid, fix)
    turned = tuple(_turned(game, after)) if after.epoch == laid.epoch else ()
    said = (*changes, *turned)
    if not said and not events:
        raise IllegalAction(Problem(Why.NOTHING_TO_FIX))
    return after, (*said, *events)


def fixed_points(fix: Fix) -> frozenset[Seat]:
    """Return the players whose points a fix tells."""
    return frozenset(hand.seat for hand in fix.hands if hand.score is not None)


def refusals(setup: Setup, fix: Fix) -> Iterator[Problem]:
    """Yield everything in a fix that no table could show."""
    yield from _about_seats(setup, fix)
    if fix.stage is Phase.OVER:
        yield Problem(Why.FIX_OVER)
    if fix.epoch is not None:
        yield from checks.epoch(fix.epoch)
    if fix.ra_count is not None:
        yield from checks.ra_track(fix.ra_count, setup.ra_limit)
    for track in (fix.track_tiles, fix.track):
        if track is not None:
            yield from checks.auction_track(track)
    if fix.centre is not None:
        yield from checks.exist(0, [fix.centre])
    for hand in fix.hands:
        if hand.seat in setup.seats:
            yield from _about_hand(setup.players[hand.seat], hand)


def _about_seats(setup: Setup, fix: Fix) -> Iterator[Problem]:
    named = [fix.active, *(hand.seat for hand in fix.hands)]
    if isinstance(fix.stage, Auction):
        named.append(fix.stage.ra_player)
    for seat in named:
        if seat is not None and seat not in setup.seats:
            yield Problem(Why.NO_SUCH_SEAT, {"seat": seat, "players": len(setup.players)})


def _about_hand(name: str, hand: HandFix) -> Iterator[Problem]:
    suns = (*(hand.suns or ()), *(hand.spent or ()))
    yield from checks.once([name], [suns])
    yield from checks.exist(hand.seat, suns)
    told = counts(hand.tiles or NO_TILES) | dict(hand.some_tiles)
    yield from checks.kept(hand.seat, name, told)
    if any(number > MOST_OF_A_KIND for number in told.values()):
        yield Problem(Why.FIX_TOO_MANY, {"name": name, "most": MOST_OF_A_KIND})
    if hand.score is not None:
        yield from checks.points(hand.seat, name, hand.score)


def _laid(game: Game, fix: Fix) -> Game:
    """Return the table with everything where people say it is."""
    players = list(game.players)
    for hand in fix.hands:
        old = players[hand.seat]
        players[hand.seat] = Player(
            old.suns if hand.suns is None else tuple(sorted(hand.suns)),
            old.spent if hand.spent is None else hand.spent,
            tiles_after(old.tiles, hand),
            old.score if hand.score is None else hand.score,
        )
    return replace(
        game,
        players=tuple(players),
        centre=game.centre if fix.centre is None else fix.centre,
        track=game.track if fix.track is None else fix.track,
        epoch=game.epoch if fix.epoch is None else fix.epoch,
        ra_count=game.ra_count if fix.ra_count is None else fix.ra_count,
    )


def tiles_after(before: Tiles, hand: HandFix) -> Tiles:
    """Return a player's tiles as people see them."""
    after = before if hand.tiles is None else hand.tiles
    for tile, number in hand.some_tiles:
        after += (number - count(after, tile)) * tile.one
    return after


def _box(old: Game, new: Game) -> dict[str, Tiles]:
    """Return what is in the bag, and what there is too much of, given these tiles."""
    before, after = _seen(old), _seen(new)
    bag, excess_tiles, gone = old.bag, old.excess_tiles, old.removed
    for tile in KINDS:
        more = count(after, tile) - count(before, tile)
        back = max(0, -more)
        unneeded = min(back, count(excess_tiles, tile))
        excess_tiles -= unneeded * tile.one
        bag += (back - unneeded) * tile.one
        drawn = min(max(0, more), count(bag, tile))
        bag -= drawn * tile.one
        lacking = max(0, more) - drawn
        excess_tiles += max(0, lacking - count(gone, tile)) * tile.one
    return {"bag": bag, "excess_tiles": excess_tiles}


def _seen(game: Game) -> Tiles:
    """Return all tiles on the table."""
    held = sum(player.tiles for player in game.players)
    track = bundle(tile for tile in game.track if tile is not None)
    return held + track + Tile.RA.one * game.ra_count


def _settled(old: Game, laid: Game, fix: Fix) -> Played:
    """Set the phase to one that is possible now."""
    if old.stage is Phase.OVER:
        same = old.players == laid.players
        return laid, () if same else (GameEnded(final_ranking(laid)),)
    if laid.ra_count >= laid.ra_limit:
        return end_epoch(laid, Cause.RA_TRACK)
    if not any(player.suns for player in laid.players):
        return end_epoch(laid, Cause.SUNS)
    if isinstance(laid.stage, Discarding) and fix.stage is None and fix.active is None:
        held = old.players[old.active].tiles == laid.players[laid.active].tiles
        return (laid, ()) if held else carry_out(laid)
    return _waiting(old, laid, fix), ()


def _waiting(old: Game, laid: Game, fix: Fix) -> Game:
    stage = laid.stage if fix.stage is None else fix.stage
    if isinstance(stage, Auction) and laid.players[stage.ra_player].suns:
        return _at_auction(old, laid, fix, stage)
    active = laid.active if fix.active is None else fix.active
    if fix.active is None and isinstance(old.stage, Auction):
        active = left_with_suns(laid.players, old.stage.ra_player)
    if not laid.players[active].suns:
        active = left_with_suns(laid.players, active)
    phase = Phase.GODS if stage is Phase.GODS else Phase.TURN
    return replace(laid, stage=phase, active=active)


def _at_auction(old: Game, laid: Game, fix: Fix, auction: Auction) -> Game:
    """Return the auction; it restarts if the suns contradict its bids."""
    cause = auction.cause
    if cause is not AuctionCause.RA_DRAWN:
        cause = AuctionCause.INVOKED if can_draw(laid) else AuctionCause.TRACK_FULL
    suns_stand = [(player.suns, player.spent) for player in old.players] == [
        (player.suns, player.spent) for player in laid.players
    ]
    if fix.stage is None and fix.active is None and suns_stand and old.centre == laid.centre:
        return replace(laid, stage=replace(auction, cause=cause))
    fresh = Auction(auction.ra_player, cause)
    first = left_with_suns(laid.players, auction.ra_player)
    asked = first if fix.active is None or not laid.players[fix.active].suns else fix.active
    return replace(laid, stage=fresh, active=asked)


def _changes(old: Game, new: Game, told: Collection[Seat]) -> Iterator[Event]:
    """Yield what differs from the screen, and the points that were told."""
    for space, (was, now) in enumerate(zip(old.track, new.track, strict=True)):
        if was != now:
            yield Fixed(FixedPart.SPACE, was, now, space=space)
    if old.ra_count != new.ra_count:
        yield Fixed(FixedPart.RA_TRACK, old.ra_count, new.ra_count)
    if old.centre != new.centre:
        yield Fixed(FixedPart.CENTRE, old.centre, new.centre)
    if old.epoch != new.epoch:
        yield Fixed(FixedPart.EPOCH, old.epoch, new.epoch)
    for seat in old.setup.seats:
        yield from _held(seat, old.players[seat], new.players[seat])
        if seat in told:
            yield Fixed(
                FixedPart.SCORE, old.players[seat].score, new.players[seat].score, seat=seat
            )


def _held(seat: Seat, was: Player, now: Player) -> Iterator[Event]:
    if was.suns != now.suns:
        yield Fixed(FixedPart.SUNS, was.suns, now.suns, seat=seat)
    if was.spent != now.spent:
        yield Fixed(FixedPart.SPENT, was.spent, now.spent, seat=seat)
    if was.tiles != now.tiles:
        yield Fixed(FixedPart.TILES, was.tiles, now.tiles, seat=seat)


def _turned(old: Game, new: Game) -> Iterator[Event]:
    """Yield who decides and the phase, if changed."""
    if old.stage != new.stage:
        yield Fixed(FixedPart.STAGE, old.stage, new.stage, seat=new.active)
    elif old.active != new.active:
        yield Fixed(FixedPart.ACTIVE, old.active, new.active)
