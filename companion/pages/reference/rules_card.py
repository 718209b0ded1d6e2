"""The rules card: what the rules say about what is being decided now, and what each choice costs.

A card has three to six sentences. It lies over the table until the next press, which counts as
usual: no press is spent on putting the card away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import unique
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from companion.core.model import Model
from companion.i18n import Sentences
from companion.pages.reference.guide import GuideLine, Rule, moves_on
from companion.rules.actions import Level
from companion.rules.editions import Seat
from companion.rules.legal import (
    can_draw,
    god_targets,
    has_god,
    remaining_losses,
    tiles_to_give_up,
)
from companion.rules.model import LAST_EPOCH, Auction, AuctionCause, Discarding, Game, Phase
from companion.rules.partial.game import PartialGame, PartialPhase
from companion.rules.problems import Fact
from companion.rules.tiles import FAMILIES, Family, Tile, count

if TYPE_CHECKING:
    from companion.pages.table.auction import Heard

MOST_SENTENCES = 6
"""More is not read in the middle of a game."""

MOST_TILES = 4


class Card(msgspec.Struct, frozen=True):
    """What lies over the table."""

    lines: tuple[GuideLine, ...]
    tiles: tuple[Tile, ...] = ()
    """What it is about."""
    by_keys: tuple[GuideLine, ...] = ()
    """What is said besides to people at a keyboard."""


@unique
class Cost(Sentences):
    """What a choice costs or brings on this table; the value is the English sentence."""

    DRAW = "Draw: a Ra tile starts an auction; on the Ra track now: {ra} of {limit}."
    DRAW_EIGHTH = "Draw: this fills the last free space of the auction track."
    DRAW_LAST_RA = "Draw: one more Ra tile ends the epoch; tiles lost with it: {number}."
    CALL = "Invoke Ra: you must bid if nobody else does."
    CALL_ALONE = "Invoke Ra: nobody else has a face-up sun, so you must bid."
    CALL_FULL = "Invoke Ra: everybody may pass, but then all eight tiles leave the game."
    USE_GOD = "Use a God tile: it takes one tile; God tiles left afterwards: {number}."
    STAKE = "The winner gets all tiles and, for the next epoch, sun {sun}."
    STAKE_SUN = "The auction track is empty, so only sun {sun} can be won."

    WHOSE_TURN = "If it is somebody else's turn, tap their name or push the dial."

    GODS_LEFT = "God tiles left: {number}; each scores 2 points when the epoch ends."
    END_GODS = "Done: ends your turn."
    NO_GOD = "Back: no God tile is used, and it is still your turn."

    TO_BEAT = "{player} leads with {sun}; only a higher sun can win."
    PASSED = "Passed: {players}."
    MUST_BID = "{player} invoked Ra and nobody has bid: any sun will do, but a pass will not."
    BID = "{player} is next; face-up suns left after a win: {number}."
    BID_LAST_OF_ALL = "{player} is next; a win takes the last face-up sun and ends the epoch."
    LOT_STRIKES = "Disasters among the tiles strike the winner at once: {number}."
    ALL_STAYS = "Pass: if nobody bids, everything stays where it is."
    ALL_LEAVES = "Pass: if nobody bids, all eight tiles leave the game."
    CALLER_MUST = "Pass: if nobody bids, {player} must."
    LEADER_WINS = "Pass: {player} has bid {sun} and wins if nobody bids more."

    GIVE_UP = "Tiles you still have to discard: {number}."
    KINDS_LEFT = "Different kinds you have left: {number}."

    STILL_COUNTS = "What scores in every epoch scores now too."
    NO_CENTRE = "The sun in the centre counts for nobody."
    ANY_SUN = "It does not matter whether a sun is face up or face down."

    SEATS = "You sit in the order of the buttons, clockwise."
    EDITION = "The edition decides the names and how Ra tiles are counted."
    TRACK_LENGTH = "Count the Ra track spaces on your board; the last one ends the epoch."
    WHO_DEALS = "The screen deals the suns, or you enter who has which group."
    SECRECY = "Points stay face down; agree on who may see them before the end."
    ONE_GROUP_EACH = "No two players have the same group."
    LOOK_BACK = "Looking back changes nothing."
    GO_ON = "Resuming from an earlier moment undoes everything after it."
    CAN_RETURN = "You can redo it until you do something else."

    SUN_KEYS = "Type the number of a sun: 13 is 1, then 3."


@unique
class KnownFact(Sentences):
    """What people enter of a game, and what they need not; the value is the English sentence."""

    TELL = "Enter every Ra tile, and which sun is in the centre after an auction."
    WHOSE_SUN = "No need to say who won: everybody knows whose sun that was."
    THE_REST = "All other tiles lie on the table and are counted once the epoch is over."
    ON_RA_TRACK = "Ra tiles on the Ra track: {ra} of {limit}."
    CENTRE = "The winner gets all tiles and sun {sun}; the winning sun stays in the centre."
    POINTS_ONLY = "Enter nothing until the epoch is over; then count all tiles."
    MORE_OR_LESS = "The menu lets you enter more or less of the game."
    LEFT_OUT = "Skip what nobody knows; it stays unknown."
    LATER = "Anything unknown or entered wrongly can be entered later."
    COUNT = "Count what everybody has before anything is put away."
    MARKED = "Impossible numbers are marked, with the player's name."


def card(model: Model) -> Card | None:
    """Return the card for what is being decided now; None where nothing is."""
    return model.page.help(model)


def _card(*said: GuideLine | Rule | Cost | KnownFact, tiles: tuple[Tile, ...] = ()) -> Card:
    lines = (each if isinstance(each, GuideLine) else GuideLine(each.value) for each in said)
    return Card(tuple(lines)[:MOST_SENTENCES], tiles[:MOST_TILES])


_SUNS_TYPED = (GuideLine(Cost.SUN_KEYS.value),)


def _with(cost: Cost, **facts: Fact) -> GuideLine:
    """Return a fact of the table."""
    return GuideLine(cost.value, facts)


def _choice(cost: Cost, **facts: Fact) -> GuideLine:
    """Return what a choice costs or brings."""
    return GuideLine(cost.value, facts, is_choice=True)


def of_table(
    game: Game,
    now: Heard | None = None,
    chosen: tuple[Tile, ...] = (),
    *,
    is_taking: bool = False,
) -> Card:
    """Return the card for the table.

    Args:
        game: The game on it.
        now: What was called in the auction that runs.
        chosen: The tiles chosen to be lost.
        is_taking: Whether a tile is pointed at that a god may take.
    """
    match game.stage:
        case Auction() as auction:
            return _auction(game, now, auction)
        case Discarding() as disaster:
            return _disaster(game, disaster, chosen)
        case Phase.GODS:
            return _gods(game, Cost.END_GODS)
        case Phase.OVER:
            return FINALE
        case Phase.TURN:
            return _gods(game, Cost.NO_GOD) if is_taking else _turn(game)


def _turn(game: Game) -> Card:
    """Say what drawing, a god and calling Ra bring (R-TRN-2, R-TRN-4, R-DRW-2)."""
    room = can_draw(game)
    able = has_god(game.players[game.active]) and bool(god_targets(game.track))
    alone = sum(bool(player.suns) for player in game.players) == 1
    track = tuple(tile for tile in game.track if tile is not None)
    calling = Cost.CALL_ALONE if alone else Cost.CALL
    gods = count(game.players[game.active].tiles, Tile.GOD)
    return _card(
        Rule.ONE_ACTION if room else Rule.FULL_TRACK,
        *(_drawing(game, len(track)) if room else ()),
        *((_choice(Cost.USE_GOD, number=gods - 1),) if able else ()),
        _choice(calling if room else Cost.CALL_FULL),
        _stake(game),
        Cost.WHOSE_TURN,
        tiles=(Tile.RA, *((Tile.GOD,) if able else ()), *_disasters(game)),
    )


def _drawing(game: Game, tiles: int) -> Iterator[GuideLine]:
    if game.ra_count + 1 == game.ra_limit:
        yield _choice(Cost.DRAW_LAST_RA, number=tiles)
    else:
        yield _choice(Cost.DRAW, ra=game.ra_count, limit=game.ra_limit)
    if tiles + 1 == len(game.track):
        yield _choice(Cost.DRAW_EIGHTH)


def _stake(game: Game) -> GuideLine:
    """Say what an auction is for (R-AUC-4, R-AUC-5)."""
    is_empty = all(tile is None for tile in game.track)
    return _with(Cost.STAKE_SUN if is_empty else Cost.STAKE, sun=game.centre)


def _disasters(game: Game) -> tuple[Tile, ...]:
    return tuple(kind for kind in FAMILIES[Family.DISASTER] if kind in game.track)


def _gods(game: Game, ending: Cost) -> Card:
    """Say what a god brings, and what it costs to use it (R-GOD-1 … R-GOD-6)."""
    gods = count(game.players[game.active].tiles, Tile.GOD)
    return _card(
        Rule.GOD_BUYS,
        Rule.GOD_AND_DISASTER if _disasters(game) else Rule.GOD_LEAVES_GAP,
        Rule.GODS_IN_A_ROW,
        _choice(Cost.GODS_LEFT, number=gods),
        _choice(ending),
        tiles=(Tile.GOD, *_disasters(game)),
    )


def _auction(game: Game, now: Heard | None, auction: Auction) -> Card:
    """Say what has to be beaten, what is won, and what passing means (section 1.6)."""
    if now is None:
        return _card(Rule.RA_PLAYER, Rule.ONE_BID, Rule.HIGHER, tiles=(Tile.RA,))
    disasters = _disasters(game)
    number = sum(tile in disasters for tile in game.track)
    names = game.setup.players
    passed = ", ".join(names[seat] for seat in game.setup.seats if seat in now.passed)
    must = now.is_forced and set(now.asked) <= {auction.ra_player}
    said = _card(
        _to_beat(now, must=must),
        _with(Cost.PASSED, players=passed) if passed else GuideLine(Rule.ONE_BID.value),
        _stake(game),
        *((_with(Cost.LOT_STRIKES, number=number),) if disasters else ()),
        *((_bidding(game, now.asked[0]),) if now.asked else ()),
        *(() if must else (_passing(now),)),
        tiles=(Tile.RA, *disasters),
    )
    return replace(said, by_keys=_SUNS_TYPED)


def _to_beat(now: Heard, *, must: bool) -> GuideLine:
    """Say who leads, or who must bid; before the first bid, who bids last."""
    names, lead = now.game.setup.players, now.leader
    if lead is not None and lead.sun is not None:
        return _with(Cost.TO_BEAT, player=names[lead.seat], sun=lead.sun)
    if must:
        return _with(Cost.MUST_BID, player=names[now.auction.ra_player])
    return GuideLine(Rule.RA_PLAYER.value)


def _bidding(game: Game, seat: Seat) -> GuideLine:
    """Say what winning costs whoever is asked next: a sun less (R-TRN-1, R-EPE-1)."""
    own, name = len(game.players[seat].suns), game.setup.players[seat]
    if sum(len(player.suns) for player in game.players) == 1:
        return _choice(Cost.BID_LAST_OF_ALL, player=name)
    return _choice(Cost.BID, player=name, number=own - 1)


def _passing(now: Heard) -> GuideLine:
    names, lead = now.game.setup.players, now.leader
    if lead is not None and lead.sun is not None:
        return _choice(Cost.LEADER_WINS, player=names[lead.seat], sun=lead.sun)
    if now.auction.cause is AuctionCause.INVOKED:
        return _choice(Cost.CALLER_MUST, player=names[now.auction.ra_player])
    full = now.auction.cause is AuctionCause.TRACK_FULL
    return _choice(Cost.ALL_LEAVES if full else Cost.ALL_STAYS)


def _disaster(game: Game, disaster: Discarding, chosen: tuple[Tile, ...]) -> Card:
    """Say what must go and what it was worth (R-DIS-1)."""
    left = remaining_losses(game, disaster, chosen)
    owned = sum(number for _, number in left) + len(chosen)
    must = min(tiles_to_give_up(disaster), owned) - len(chosen)
    unrest = disaster.family is Family.CIVILISATION
    worth = (Rule.CIVILISATIONS,) if unrest else (Rule.DIFFERENT_MONUMENTS, Rule.EQUAL_MONUMENTS)
    return _card(
        Rule.UNREST if unrest else Rule.EARTHQUAKE,
        Rule.LOST_LEAVE,
        _choice(Cost.GIVE_UP, number=must),
        _choice(Cost.KINDS_LEFT, number=sum(number > 0 for _, number in left)),
        *worth,
        tiles=(disaster.tile, *(tile for tile, number in left if number)),
    )


_EVERY_EPOCH = (Rule.GODS_AND_GOLD, Rule.PHARAOHS, Rule.RIVER, Rule.CIVILISATIONS)

_SCORED = (Tile.GOD, Tile.PHARAOH, Tile.FLOOD, Tile.ART)

_AT_THE_END = (
    Rule.DIFFERENT_MONUMENTS,
    Rule.EQUAL_MONUMENTS,
    Rule.MONUMENTS_COUNT_TWICE,
    Rule.SUM_OF_SUNS,
    Rule.NEVER_BELOW_ZERO,
)

_MONUMENTS = (Tile.PYRAMID, Tile.SPHINX, Tile.TEMPLE)


def of_epoch(model: Model) -> Card:
    """Say what is scored, and what stays (section 1.9, R-EPE-3)."""
    if model.game.stage is Phase.OVER:
        return _card(Cost.STILL_COUNTS, *_AT_THE_END, tiles=_MONUMENTS)
    return _card(*_EVERY_EPOCH, Rule.KEPT, Rule.SUNS_TURNED, tiles=_SCORED)


def of_tally(epoch: int) -> Card:
    """Say what counts (section 1.9, R-EPE-3)."""
    if epoch == LAST_EPOCH:
        return _card(KnownFact.COUNT, *_AT_THE_END, tiles=_MONUMENTS)
    return _COUNTED


_COUNTED = _card(KnownFact.COUNT, *_EVERY_EPOCH, KnownFact.MARKED, tiles=_SCORED)

_POINTS_ONLY = _card(
    KnownFact.POINTS_ONLY,
    Rule.RA_ENDS_EPOCH,
    Rule.SUNS_END_EPOCH,
    KnownFact.MORE_OR_LESS,
    tiles=(Tile.RA,),
)

_BIDDING = (Rule.RA_PLAYER, Rule.ONE_BID, Rule.HIGHER)

_WAITING: Mapping[PartialPhase, tuple[Rule | KnownFact, ...]] = {
    PartialPhase.TURN: (
        KnownFact.TELL,
        KnownFact.WHOSE_SUN,
        KnownFact.THE_REST,
        KnownFact.MORE_OR_LESS,
    ),
    PartialPhase.DRAWN: (*_BIDDING, Rule.AFTER_RA_TILE),
    PartialPhase.CALLED: (*_BIDDING, Rule.AFTER_CALL),
}


def of_partial_table(model: Model) -> Card | None:
    """Return the card for a partially recorded table."""
    partial_game = None if model.session.timeline is None else model.session.timeline.partial_game
    if partial_game is None:
        return None
    is_scored = partial_game.level is Level.SCORE_ONLY
    if is_scored and partial_game.stage is PartialPhase.TURN:
        return _POINTS_ONLY
    if partial_game.stage is PartialPhase.TALLY:
        return _COUNTED
    if partial_game.stage is PartialPhase.OVER:
        return _card(Rule.MOST_POINTS, Rule.TIE, Rule.NEVER_BELOW_ZERO)
    found = _card(*_WAITING[partial_game.stage], *_known(partial_game), tiles=(Tile.RA,))
    return found if is_scored else replace(found, by_keys=_SUNS_TYPED)


def _known(partial_game: PartialGame) -> Iterator[GuideLine]:
    """Yield what is known of the Ra track and of the centre."""
    if partial_game.ra_count is not None:
        facts: dict[str, Fact] = {"ra": partial_game.ra_count, "limit": partial_game.setup.ra_limit}
        yield GuideLine(KnownFact.ON_RA_TRACK.value, facts)
    if partial_game.centre is not None:
        yield GuideLine(KnownFact.CENTRE.value, {"sun": partial_game.centre})


JOINING = _card(KnownFact.LEFT_OUT, KnownFact.LATER, KnownFact.MORE_OR_LESS, tiles=(Tile.RA,))
"""Where questions are asked about a game that began without the screen."""

WELCOME = _card(
    Rule.AIM, Rule.SUNS_BID, Rule.MOST_POINTS, Rule.PLAYERS, tiles=(Tile.RA, Tile.PYRAMID)
)

SEATING = _card(Rule.PLAYERS, Cost.SEATS, Rule.START_POINTS, Rule.GROUPS, Rule.STARTER)

LAYING_OUT = _card(Rule.AIM, Rule.SUNS_BID, Rule.GROUPS, Rule.STARTER, tiles=(Tile.RA,))

FINALE = _card(Rule.MOST_POINTS, Rule.TIE, Cost.ANY_SUN, Cost.NO_CENTRE)
"""Who wins (R-END-1, R-END-2)."""

HISTORY = _card(Cost.LOOK_BACK, Cost.GO_ON, Cost.CAN_RETURN)


def of_agreeing(model: Model) -> Card:
    """Return the card for the options."""
    return _card(
        Cost.EDITION,
        Cost.TRACK_LENGTH,
        moves_on(model.session.agreement.options.edition),
        Cost.WHO_DEALS,
        Cost.SECRECY,
        tiles=(Tile.RA,),
    )


def of_dealing(*, is_by_hand: bool) -> Card:
    """Return the card for suns, dealt by the screen or by hand."""
    said = _card(Rule.GROUPS, Cost.ONE_GROUP_EACH, Rule.FIRST_CENTRE, Rule.STARTER)
    return replace(said, by_keys=_SUNS_TYPED) if is_by_hand else said
