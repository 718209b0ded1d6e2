"""Points, their reasons and what happened in a game, in a player's words."""

from collections.abc import Callable, Mapping, Sequence

from companion.core.commands import Control
from companion.i18n import Words, mark
from companion.rules import model
from companion.rules.actions import (
    Action,
    Bid,
    Discard,
    Draw,
    EndGods,
    Invoke,
    Level,
    Pass,
    Unsold,
    UseGod,
    Won,
)
from companion.rules.components import RA_FIGURE, SUN
from companion.rules.editions import Edition, EpochNames, Setup, Sun, epoch_names
from companion.rules.events import (
    AuctionBegan,
    BidMade,
    Cause,
    DisasterStruck,
    EpochBegan,
    EpochEnded,
    EpochOpened,
    EpochOver,
    EpochTallied,
    Event,
    Fixed,
    FixedPart,
    GameDecided,
    GameEnded,
    GodsEnded,
    GodUsed,
    LevelSet,
    LotWon,
    NobodyBid,
    NobodyWon,
    PartialEvent,
    Passed,
    PastCorrected,
    RaCalled,
    RaInvoked,
    RaTileDrawn,
    SunWon,
    TileDrawn,
    TileLaid,
)
from companion.rules.model import Auction, Phase
from companion.rules.problems import Fact, Problem
from companion.rules.scoring.reasons import ScoreReason, TieBreak
from companion.rules.scoring.scoring import Category
from companion.rules.tiles import BY_ID, Tile, Tiles, bundle, counts

CATEGORIES: Mapping[Category, str] = {
    Category.GODS: mark("Gods"),
    Category.GOLD: mark("Gold"),
    Category.PHARAOHS: mark("Pharaohs"),
    Category.RIVER: mark("River"),
    Category.CIVILISATIONS: mark("Civilizations"),
    Category.MONUMENTS_DIVERSITY: mark("Different monuments"),
    Category.MONUMENTS_QUANTITY: mark("Identical monuments"),
    Category.SUNS: mark("Suns"),
}
"""What is scored, as it is called beside its points."""


def reason(given: ScoreReason, words: Words) -> str:
    """Return why a player got the points of a category, in a few words."""
    tiles = bundle_names(given.tiles, words)
    return words.say(given.because.value, tiles=tiles, **given.facts)


def tie_break(tied: TieBreak, names: Sequence[str], words: Words) -> str:
    """Return what broke the tie between equal points (R-END-2)."""
    order = words.list(f"{names[seat]} {sun}" for seat, sun in tied.order)
    return words.tell(
        "{number} point each, so the highest sun decides: {order}",
        "{number} points each, so the highest sun decides: {order}",
        tied.points,
        order=order,
    )


_KINGDOMS = (mark("Old Kingdom"), mark("Middle Kingdom"), mark("New Kingdom"))

_EPOCHS = (mark("First epoch"), mark("Second epoch"), mark("Third epoch"))


def tile_name(tile: Tile, words: Words) -> str:
    """Return what the rulebook calls this tile."""
    return words.say(tile.english)


def thing_name(thing: str, words: Words, edition: Edition = Edition.C25) -> str:
    """Return what the edition calls a thing that a tag can be on, see ``rules.components``."""
    if thing == RA_FIGURE:
        return words.say("Ra statue") if edition is Edition.C25 else words.say("Ra figure")
    if thing.startswith(SUN):
        return words.say("Sun {number}", number=thing.removeprefix(SUN))
    return tile_name(BY_ID[thing], words)


def control_name(control: str, words: Words) -> str:
    """Return what people call a part of the panel, given its name in a fact."""
    return words.say(BUTTONS[control])


BUTTONS: Mapping[str, str] = {
    Control.P1: mark("the first player"),
    Control.P2: mark("the second player"),
    Control.P3: mark("the third player"),
    Control.P4: mark("the fourth player"),
    Control.P5: mark("the fifth player"),
    Control.RA: mark("Ra"),
    Control.OK: mark("OK"),
    Control.UNDO: mark("Undo"),
    Control.DIAL: mark("the dial"),
}
"""Whose each button is, by its name in the settings."""


def fact_name(key: str, fact: Fact, words: Words) -> Fact:
    """Return a fact of a sentence as people call it."""
    if isinstance(fact, Tile):
        return tile_name(fact, words)
    name = _NAMES.get(key)
    return fact if name is None else name(str(fact), words)


_NAMES: Mapping[str, Callable[[str, Words], str]] = {"button": control_name, "thing": thing_name}
"""Facts that have names of their own, by what sentences call them."""


def epoch_name(epoch: int, setup: Setup, words: Words) -> str:
    """Return what this edition calls the epoch, 1 to 3 (D-40)."""
    return words.say(epoch_word(epoch, setup))


def epoch_word(epoch: int, setup: Setup) -> str:
    """Return the same in English."""
    kingdoms = epoch_names(setup.edition) is EpochNames.KINGDOMS
    return (_KINGDOMS if kingdoms else _EPOCHS)[epoch - 1]


def refusal(problem: Problem, words: Words) -> str:
    """Return what is wrong, as a sentence that begins with a capital letter."""
    said = words.say(problem.sentence.value, **_in_words(problem.facts, words))
    return said[:1].upper() + said[1:]


def _in_words(facts: Mapping[str, Fact], words: Words) -> dict[str, object]:
    return {
        key: tile_name(fact, words) if isinstance(fact, Tile) else fact
        for key, fact in facts.items()
    }


def bundle_names(tiles: Tiles, words: Words) -> str:
    """Return the tiles of a bundle in words, such as "2 Pharaohs, Flood"."""
    return words.list(
        tile_name(tile, words)
        if number == 1
        else words.say(
            "{number} {tile}",
            number=number,
            tile=words.tell(tile.english, tile.english_many, number),
        )
        for tile, number in counts(tiles).items()
    )


def event_text(event: Event, setup: Setup, words: Words) -> str:  # noqa: C901, PLR0911, PLR0912 - a table
    """Return what happened, in one sentence."""
    names = setup.players
    match event:
        case TileDrawn(seat, tile):
            return words.say("{name} drew {tile}", name=names[seat], tile=tile_name(tile, words))
        case RaInvoked(seat):
            return words.say("{name} invoked Ra", name=names[seat])
        case AuctionBegan(seat, reason):
            return words.say(_AUCTIONS[reason], name=names[seat])
        case BidMade(seat, sun):
            return words.say("{name} bid {sun}", name=names[seat], sun=sun)
        case Passed(seat):
            return words.say("{name} passed", name=names[seat])
        case LotWon():
            return _lot_won(event, names[event.seat], words)
        case NobodyBid(removed):
            if removed:
                return words.say("Nobody bid: all eight tiles leave the game")
            return words.say("Nobody bid: everything stays where it is")
        case GodUsed(seat, tile):
            return words.say(
                "{name} used a God tile and took {tile}",
                name=names[seat],
                tile=tile_name(tile, words),
            )
        case GodsEnded(seat):
            return words.say("{name} uses no more God tiles", name=names[seat])
        case DisasterStruck():
            return _disaster(event, names[event.seat], words)
        case EpochEnded(epoch, cause):
            return words.say(ENDS[cause], epoch=epoch_name(epoch, setup, words))
        case EpochBegan(epoch, seat):
            return words.say(
                "{epoch} begins; {name} has the highest sun",
                epoch=epoch_name(epoch, setup, words),
                name=names[seat],
            )
        case GameEnded(ranking):
            return words.say("{name} wins the game", name=names[ranking.seats[0]])
        case Fixed():
            return _fixed(event, setup, words)
        case LevelSet() | RaTileDrawn() | TileLaid() | RaCalled() | SunWon() | NobodyWon():
            return _at_lower_level(event, setup, words)
        case EpochOver() | EpochTallied() | EpochOpened() | GameDecided():
            return _at_lower_level(event, setup, words)
        case PastCorrected(_, said, meant) if said and said == meant[: len(said)]:
            return words.say("Added: {what}", what=_action_texts(meant[len(said) :], words))
        case PastCorrected(_, said, meant) if said and said == meant[-len(said) :]:
            return words.say("Added: {what}", what=_action_texts(meant[: -len(said)], words))
        case PastCorrected(_, said, meant):
            return words.say(
                "Corrected: {now} (was {was})",
                now=_action_texts(meant, words),
                was=_action_texts(said, words),
            )


def joint_passes(events: Sequence[Event], setup: Setup, words: Words) -> str | None:
    """Return the passes that one press let several players say; None if it was anything else."""
    passes = [event for event in events if isinstance(event, Passed)]
    if len(passes) < max(2, len(events)):
        return None
    names = words.list(setup.players[event.seat] for event in passes)
    return words.say("{names} passed", names=names)


_AUCTIONS = {
    model.AuctionCause.RA_DRAWN: mark("A Ra tile: auction! {name} bids last"),
    model.AuctionCause.TRACK_FULL: mark("Auction, the track is full: {name} bids last"),
    model.AuctionCause.INVOKED: mark("Auction: {name} bids last, and must bid if nobody else does"),
}

ENDS = {
    Cause.SUNS: mark("{epoch} is over: all suns are spent"),
    Cause.RA_TRACK: mark("{epoch} is over: the Ra track is full"),
}


def _lot_won(won: LotWon, name: str, words: Words) -> str:
    said = words.say("{name} took sun {sun} with {paid}", name=name, paid=won.paid, sun=won.sun)
    return words.state(said, bundle_names(won.lot, words)) if won.lot else said


def _disaster(struck: DisasterStruck, name: str, words: Words) -> str:
    disaster = tile_name(struck.disaster, words)
    if not struck.lost:
        return words.say("{disaster}: {name} has nothing to lose", disaster=disaster, name=name)
    return words.say(
        "{disaster}: {name} loses {tiles}",
        disaster=disaster,
        name=name,
        tiles=bundle_names(struck.lost, words),
    )


def _at_lower_level(  # noqa: C901, PLR0911 - a table, one line for each kind
    event: PartialEvent | LevelSet, setup: Setup, words: Words
) -> str:
    match event:
        case TileLaid(tile=tile):
            return words.say("Drawn: {tile}", tile=tile_name(tile, words))
        case RaTileDrawn():
            return words.say("A Ra tile")
        case RaCalled():
            return words.say("Ra invoked")
        case SunWon(seat, paid, sun):
            return _sun_won(None if seat is None else setup.players[seat], paid, sun, words)
        case NobodyWon():
            return words.say("Nobody won the auction")
        case EpochOver(cause=cause):
            return words.say(_ENDS_UNTOLD[cause])
        case EpochTallied(epoch):
            return words.say("{epoch} is scored", epoch=epoch_name(epoch, setup, words))
        case EpochOpened(epoch):
            return words.say("{epoch} begins", epoch=epoch_name(epoch, setup, words))
        case GameDecided(ranking):
            if ranking is None:
                return words.say("The game is over; the winner is unknown")
            return words.say("{name} wins the game", name=setup.players[ranking.seats[0]])
        case LevelSet(level):
            return words.state(words.say("From now on"), words.say(_LEVELS[level]))


_ENDS_UNTOLD = {
    Cause.SUNS: mark("The epoch is over: all suns are spent"),
    Cause.RA_TRACK: mark("The epoch is over: the Ra track is full"),
    None: mark("The epoch is over"),
}

_LEVELS = {
    Level.FULL: mark("every tile"),
    Level.LIGHT: mark("Ra tiles and auctions"),
    Level.SCORE_ONLY: mark("only points"),
}


def _sun_won(name: str | None, paid: Sun, sun: Sun | None, words: Words) -> str:
    facts = {"name": name, "paid": paid, "sun": sun}
    if name is None:
        return words.say("Sun {paid} is in the centre", **facts)
    if sun is None:
        return words.say("{name} won all tiles on the auction track with sun {paid}", **facts)
    return words.say("{name} took sun {sun} with {paid}", **facts)


def action_text(action: Action, words: Words) -> str:
    """Return what was entered, in a few words that need no name beside them."""
    match action:
        case Draw(tile):
            return tile_name(tile, words)
        case Invoke():
            return words.say("Ra invoked")
        case UseGod(space):
            return words.say("God tile for space {slot}", slot=space + 1)
        case EndGods():
            return words.say("done with God tiles")
        case Bid(sun):
            return words.say("bid {sun}", sun=sun)
        case Pass():
            return words.say("pass")
        case Won(sun):
            return words.say("won with {sun}", sun=sun)
        case Unsold():
            return words.say("nobody bid")
        case Discard(tiles):
            return words.say("discarded: {tiles}", tiles=bundle_names(bundle(tiles), words))


def _action_texts(actions: tuple[Action, ...], words: Words) -> str:
    return words.list(action_text(action, words) for action in actions) or words.say("nothing")


def _fixed(fix: Fixed, setup: Setup, words: Words) -> str:
    """Return what was corrected, but no points, as tokens are face down (R-INF-2)."""
    name = "" if fix.seat is None else setup.players[fix.seat]
    if fix.part is FixedPart.STAGE:
        return words.say("Fixed. {what}", what=_stage(fix, name, setup, words))
    what = words.say(_MATTERS[fix.part], name=name, number=(fix.space or 0) + 1)
    if fix.part is FixedPart.SCORE:
        return words.say("Fixed. {what}", what=what)
    was, now = (_laid(fix.part, each, setup, words) for each in (fix.was, fix.now))
    return words.say("Fixed. {what}: {now} (was {was})", what=what, now=now, was=was)


_MATTERS = {
    FixedPart.SPACE: mark("Space {number}"),
    FixedPart.RA_TRACK: mark("Ra track"),
    FixedPart.CENTRE: mark("Centre"),
    FixedPart.EPOCH: mark("Epoch"),
    FixedPart.ACTIVE: mark("Turn"),
    FixedPart.SUNS: mark("{name}, suns face up"),
    FixedPart.SPENT: mark("{name}, suns face down"),
    FixedPart.TILES: mark("{name}, tiles"),
    FixedPart.SCORE: mark("{name}, points"),
    FixedPart.TRACK: mark("Auction track"),
}


def _stage(fix: Fixed, name: str, setup: Setup, words: Words) -> str:
    if isinstance(fix.now, Auction):
        caller = setup.players[fix.now.ra_player]
        return words.say("Ra invoked: {name}", name=caller)
    if fix.now is Phase.GODS:
        return words.say("Uses God tiles: {name}", name=name)
    return words.state(words.say("Turn"), name)


def _laid(part: FixedPart, laid: object, setup: Setup, words: Words) -> str:
    match laid:
        case Tile():
            return tile_name(laid, words)
        case tuple():
            return " ".join(str(sun) for sun in sorted(laid)) or words.say("none")
        case int() if part is FixedPart.TILES:
            return bundle_names(laid, words) or words.say("none")
        case int() if part is FixedPart.ACTIVE:
            return setup.players[laid]
        case int() if part is FixedPart.EPOCH:
            return epoch_name(laid, setup, words)
        case None if part is FixedPart.SPACE:
            return words.say("none")
        case None:
            return words.say("unknown")
        case _:
            return str(laid)
