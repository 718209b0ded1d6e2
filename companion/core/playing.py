"""Actions of the game: played, taken back, brought back."""

from msgspec.structs import replace

from companion.core import revealing
from companion.core.counting import of_ledger
from companion.core.effects import Again, Cue, Effect, Record, Sound
from companion.core.joining import Ask, Joining
from companion.core.light_table import LightTable
from companion.core.messages import BringBack, Enter, Play, RestPass, TakeBack
from companion.core.model import AtTable, Finale, Model, Page, Scoring, TakenBack
from companion.core.notices import Notes, Notice
from companion.core.picks import PickDiscard
from companion.rules.actions import END_GODS, PASS, UNSOLD, Action
from companion.rules.entries import Entry, Redo, Undo
from companion.rules.events import (
    BidMade,
    DisasterStruck,
    EpochEnded,
    EpochOver,
    EpochTallied,
    Event,
    GodsEnded,
    GodUsed,
    LevelSet,
    LotWon,
    NobodyBid,
    NobodyWon,
    Passed,
    RaCalled,
    RaInvoked,
    RaTileDrawn,
    SunWon,
    TileDrawn,
)
from companion.rules.ledger import Wait
from companion.rules.legal import is_fresh, legal_actions, must_bid
from companion.rules.model import Auction, Phase, Reason
from companion.rules.refusal import IllegalAction, Refusal
from companion.rules.tallying import decided
from companion.rules.tiles import Tile
from companion.rules.timeline import Deed, Timeline, enter
from companion.rules.why import why_not


def saying(model: Model, said: Refusal | Notice | TakenBack) -> Model:
    """Return the model with something said that goes away by itself."""
    return replace(model, said=said, said_at=model.now)


def refused(model: Model, why: Refusal | Notice) -> tuple[Model, tuple[Effect, ...]]:
    """Return the model as it was, saying why something was not done."""
    return saying(model, why), (Sound(Cue.REFUSED),)


def play_action(model: Model, message: Play) -> tuple[Model, tuple[Effect, ...]]:
    """Play an action, whatever page is open; refuse it with the rules' reason."""
    return play(model, message.action)


def enter_exactly(model: Model, message: Enter) -> tuple[Model, tuple[Effect, ...]]:
    """Make this entry and nothing else, whatever page is open and whatever is half chosen."""
    match message.entry:
        case Undo(actions):
            return _take_back(model, actions)
        case Redo(actions):
            return bring_back(model, BringBack(actions))
        case action:
            return _played(model, action)


def play(model: Model, action: Action, tag: str = "") -> tuple[Model, tuple[Effect, ...]]:
    """Play an action of the game on the table; a drawn tile may have been read by its tag.

    A god turn in which nothing is left to take ends by itself.
    """
    played, effects = _played(model, action, tag)
    is_played = played.timeline is not model.timeline
    if is_played and played.game.stage is Phase.GODS and legal_actions(played.game) == (END_GODS,):
        return played, (*effects, Again(Play(END_GODS)))
    return played, effects


def _played(model: Model, action: Deed, tag: str = "") -> tuple[Model, tuple[Effect, ...]]:
    after = _entered(model, action, tag)
    if not isinstance(after, Timeline):
        return after
    page = revealing.begun(page_after(after), after.events, model.agreement.secrecy)
    played = replace(model, timeline=after, page=page, acted_at=model.now, said=None)
    return played, (Record(action, tag), *map(Sound, _cues(after.events)))


def page_after(timeline: Timeline) -> Page:
    """Return the page that shows what the last action did."""
    ledger = timeline.ledger
    if any(isinstance(event, EpochEnded | EpochTallied) for event in timeline.events):
        return Scoring()
    if ledger is not None and any(isinstance(event, EpochOver) for event in timeline.events):
        unknown = Joining(Ask.EPOCH, ledger.level)
        return unknown if ledger.epoch is None else of_ledger(ledger)
    return at_rest(timeline)


def at_rest(timeline: Timeline) -> Page:
    """Return the page on which this table stays until something happens."""
    ledger, game = timeline.ledger, timeline.game
    if ledger is not None and (ledger.stage is not Wait.OVER or decided(ledger.hands) is None):
        return LightTable()
    return Finale(len(game.players)) if game.stage is Phase.OVER else AtTable()


def _entered(
    model: Model, entry: Entry, tag: str = ""
) -> Timeline | tuple[Model, tuple[Effect, ...]]:
    """Return the timeline with the entry, or what becomes of the model when it is refused."""
    if model.timeline is None:
        return refused(model, Notice(Notes.NOT_NOW))
    try:
        return enter(model.timeline, entry, tag)
    except IllegalAction as why:
        return refused(model, why.refusal)


_CUES: tuple[tuple[type[Event], tuple[Cue, ...]], ...] = (
    (EpochEnded, (Cue.EPOCH,)),
    (DisasterStruck, (Cue.DISASTER,)),
    (LotWon, (Cue.LOT, Cue.SUN)),
    (GodUsed, (Cue.LOT,)),
    (RaInvoked, (Cue.RA,)),
    (BidMade, (Cue.BID,)),
    (Passed, (Cue.PASS,)),
    (NobodyBid, (Cue.PASS,)),
    (GodsEnded, (Cue.PASS,)),
    (EpochOver, (Cue.EPOCH,)),
    (EpochTallied, (Cue.EPOCH,)),
    (SunWon, (Cue.LOT, Cue.SUN)),
    (RaTileDrawn, (Cue.RA,)),
    (RaCalled, (Cue.RA,)),
    (NobodyWon, (Cue.PASS,)),
    (LevelSet, (Cue.PASS,)),
)


def _cues(events: tuple[Event, ...]) -> tuple[Cue, ...]:
    """Return the sounds of what happened: of the weightiest of it."""
    for kind, cues in _CUES:
        if any(isinstance(event, kind) for event in events):
            return cues
    ra = any(isinstance(event, TileDrawn) and event.tile is Tile.RA for event in events)
    return (Cue.RA if ra else Cue.DRAW,)


def take_back(model: Model, message: TakeBack) -> tuple[Model, tuple[Effect, ...]]:
    """Give up what is half chosen; else take back the last actions."""
    page = model.page
    if isinstance(page, AtTable) and page.pick is not None:
        return replace(model, page=AtTable(_less(page.pick))), ()
    return _take_back(model, message.actions)


def _take_back(model: Model, actions: int) -> tuple[Model, tuple[Effect, ...]]:
    timeline = model.timeline
    after = _entered(model, Undo(actions))
    if timeline is None or not isinstance(after, Timeline):
        return after if not isinstance(after, Timeline) else (model, ())
    taken = after.undone[-1].events
    undone = replace(model, timeline=after, page=at_rest(after), acted_at=model.now)
    return saying(undone, TakenBack(taken, again=False)), (
        Record(Undo(actions)),
        Sound(Cue.UNDO),
    )


def _less(pick: object) -> PickDiscard | None:
    """Return the choice with one thing less, or nothing chosen at all."""
    if isinstance(pick, PickDiscard) and len(pick.chosen) > 1:
        return PickDiscard(pick.chosen[:-1])
    return None


def bring_back(model: Model, message: BringBack) -> tuple[Model, tuple[Effect, ...]]:
    """Bring back the last actions that were taken back."""
    after = _entered(model, Redo(message.actions))
    if not isinstance(after, Timeline):
        return after
    redone = replace(model, timeline=after, page=page_after(after), acted_at=model.now)
    return saying(redone, TakenBack(after.events, again=True)), (
        Record(Redo(message.actions)),
        Sound(Cue.UNDO),
    )


def rest_pass(model: Model, _: RestPass) -> tuple[Model, tuple[Effect, ...]]:
    """Let everyone pass who is still to bid; as one entry where nobody has bid or passed yet.

    A player who must bid ends it: the auction then waits for them (section 1.6, A3).
    """
    if model.timeline is None:
        return refused(model, Notice(Notes.NOT_NOW))
    auction = model.game.stage
    if not isinstance(auction, Auction) or must_bid(model.game, auction):
        return refused(model, why_not(model.game, PASS))
    if is_fresh(model.game, auction) and auction.reason is not Reason.INVOKED:
        return play(model, UNSOLD)
    passed, effects = play(model, PASS)
    left = passed.game.stage
    if isinstance(left, Auction) and not must_bid(passed.game, left):
        return passed, (*effects, Again(RestPass()))
    return passed, effects
