"""Actions of the game: played, taken back, brought back; and tiles of which all are out.

The table is right, so a tile too many blocks nothing: it is said, and entered again it is laid.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from companion.core.commands import BUTTONS
from companion.core.effects import (
    Cue,
    Dispatch,
    OpenBook,
    Sound,
    Update,
    WithdrawBook,
    WriteEntry,
    refused,
    saying,
)
from companion.core.messages import Play, Route
from companion.core.model import (
    NOTICE_SECONDS,
    Agreement,
    Guest,
    Model,
    TakenBack,
    seats_of_the_table,
    without_game,
)
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.pages import registry
from companion.pages.registry import at_rest, page, route_at_rest
from companion.pages.table import seat as table_seat
from companion.pages.table import table
from companion.rules.actions import END_GODS, Action, Draw
from companion.rules.corrections.fixing import Fix
from companion.rules.editions import RA_LIMITS, Edition, NoPenalty, Options, Setup, Split
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
from companion.rules.legal import can_draw, left_with_suns, legal_actions
from companion.rules.model import Auction, AuctionCause, Game, Phase
from companion.rules.names import visible
from companion.rules.problems import IllegalAction
from companion.rules.records.entries import Entry, Redo, SetLevel, Undo
from companion.rules.records.timeline import Step, Timeline, Undoable, begin, enter
from companion.rules.tiles import Tile


def play_or_ask(model: Model, action: Action) -> Update:
    """Play an action, whatever page is open; a tile that is out needs entering twice."""
    if isinstance(action, Draw) and is_missing(model, action.tile):
        return drawn(model, action.tile)
    return play(model, action)


def is_missing(model: Model, tile: Tile) -> bool:
    """Whether a tile could be drawn now, but none of its kind is in the bag any more."""
    timeline = model.session.timeline
    if timeline is None or timeline.partial_game is not None:
        return False
    game = timeline.game
    return game.stage is Phase.TURN and can_draw(game) and not game.bag & tile.mask


def enter_exactly(model: Model, entry: Entry) -> Update:
    """Make this entry and nothing else, whatever page is open and whatever is half chosen."""
    match entry:
        case Undo() | Redo():
            return undo(model, entry)
        case action:
            return _played(model, action)


def play(model: Model, action: Action, tag: str = "") -> Update:
    """Play an action of the game on the table; a drawn tile may have been read by its tag.

    A god turn in which nothing is left to take ends by itself.
    """
    played, effects = _played(model, action, tag)
    is_played = played.session.timeline is not model.session.timeline
    if is_played and _is_last_god(played.game):
        return played, (*effects, Dispatch(Play(END_GODS)))
    return played, effects


def _is_last_god(game: Game) -> bool:
    return game.stage is Phase.GODS and legal_actions(game) == (END_GODS,)


def is_ended_by_itself(steps: Sequence[Step]) -> bool:
    """Whether the last step ended a turn by itself, as a God tile left nothing to take."""
    return len(steps) > 1 and steps[-1].action == END_GODS and _is_last_god(steps[-2].game)


def last_entered(steps: Sequence[Step]) -> Step | None:
    """Return what somebody did last; None at the start. No turn that ended by itself is that."""
    return steps[-2 if is_ended_by_itself(steps) else -1] if steps else None


def _played(model: Model, action: Undoable, tag: str = "") -> Update:
    after = _entered(model, action, tag)
    if not isinstance(after, Timeline):
        return after
    played = model.with_session(timeline=after).with_screen(acted_at=model.now, notice=None)
    played = replace(played, page=page_after(played, is_new=True))
    if isinstance(action, SetLevel) and after.partial_game is not None:
        played = table_seat.with_less(played)
    return played, (WriteEntry(action, tag), *map(Sound, _cues(after)))


def route_after(timeline: Timeline) -> Route:
    """Return which page shows what the last action did."""
    partial_game = timeline.partial_game
    if any(isinstance(event, EpochEnded | EpochTallied) for event in timeline.events):
        return Route.EPOCH
    if partial_game is not None and any(isinstance(event, EpochOver) for event in timeline.events):
        return Route.JOINING if partial_game.epoch is None else Route.TALLY
    return route_at_rest(timeline)


def page_after(model: Model, *, is_new: bool = False) -> Page:
    """Return the page that shows what the last action did; new points begin to be laid."""
    if model.session.timeline is None:
        return model.page
    route = route_after(model.session.timeline)
    return page(route, model, model.now) if is_new and route is Route.EPOCH else page(route, model)


def _entered(model: Model, entry: Entry, tag: str = "") -> Timeline | Update:
    """Return the timeline with the entry, or what becomes of the model when it is refused."""
    if model.session.timeline is None:
        return refused(model, Notice(Notes.NOT_NOW))
    try:
        return enter(model.session.timeline, entry, tag)
    except IllegalAction as why:
        return refused(model, why.problem)


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


def _cues(after: Timeline) -> tuple[Cue, ...]:
    """Return the sounds of what happened: of the weightiest of it, and that one more Ra ends it."""
    events = after.events
    ra = any(isinstance(event, TileDrawn) and event.tile is Tile.RA for event in events)
    usual: tuple[Cue, ...] = (Cue.RA if ra else Cue.DRAW,)
    for kind, cues in _CUES:
        if any(isinstance(event, kind) for event in events):
            usual = cues
            break
    came = ra or any(isinstance(event, RaTileDrawn) for event in events)
    is_last = (after.partial_game or after.game).ra_count == after.start.setup.ra_limit - 1
    return (*usual, Cue.LAST_RA) if came and is_last and Cue.RA in usual else usual


def undo(model: Model, entry: Undo | Redo) -> Update:
    """Take back the last actions, or bring back those that were taken back last."""
    again = isinstance(entry, Redo)
    after = _entered(model, entry)
    if not isinstance(after, Timeline):
        return after
    events = after.events if again else after.undone[-1].events
    acted = model.with_session(timeline=after).with_screen(acted_at=model.now)
    shown = page_after(acted) if again else at_rest(acted)
    said = saying(replace(acted, page=shown), TakenBack(events, again))
    return said, (WriteEntry(entry), Sound(Cue.UNDO))


def drawn(model: Model, tile: Tile) -> Update:
    """Say that all of these tiles are out; entered again while that is said, it is laid."""
    if is_said(model, tile):
        return enter_exactly(model, as_it_lies(model.game, tile))
    return missing(model, tile)


def is_said(model: Model, tile: Tile) -> bool:
    """Whether the screen says that all of these tiles are out."""
    screen = model.screen
    return screen.notice == _all_out(tile) and model.now < screen.notice_at + NOTICE_SECONDS


def missing(model: Model, tile: Tile) -> Update:
    """Say that all tiles of a kind are out, and what to do."""
    return refused(model, _all_out(tile))


def _all_out(tile: Tile) -> Notice:
    return Notice(Notes.ALL_OUT, {"copies": tile.copies, "tile": tile})


def as_it_lies(game: Game, tile: Tile) -> Fix:
    """Return the fix that lays one more tile on its track, as the player in turn has done."""
    if tile is Tile.RA:
        auction = Auction(game.active, AuctionCause.RA_DRAWN)
        return Fix(ra_count=game.ra_count + 1, stage=auction)
    space = game.track.index(None)
    track = (*game.track[:space], tile, *game.track[space + 1 :])
    return Fix(track=track, active=left_with_suns(game.players, game.active))


def fitting(agreement: Agreement, players: int, given: Options | None = None) -> Agreement:
    """Return the agreement without what does not fit this many players (D-01, R-SCO-5).

    Every game that begins gets its agreement here.

    Args:
        agreement: What is proposed at this table.
        players: How many play.
        given: The options of a game that was set up already, such as that of a record.
    """
    options = of_another_game(agreement, players).options
    if given is not None:
        options = given
    elif players != min(RA_LIMITS):
        options = replace(options, two_player_split=None, two_player_no_penalty=NoPenalty.OFF)
    elif options.edition is Edition.ALEA_1999 and options.two_player_split is None:
        options = replace(options, two_player_split=Split.RAZZIA)
    return replace(agreement, options=options)


def of_another_game(agreement: Agreement, players: int) -> Agreement:
    """Return what was agreed on without the suns dealt then, and without a limit for others.

    How many spaces a board's Ra track has depends on the number of players.
    """
    options = agreement.options
    is_other = options.suns is not None and len(options.suns) != players
    limit = None if is_other else options.ra_limit
    return replace(agreement, options=replace(options, suns=None, ra_limit=limit))


def with_machines(model: Model, guests: tuple[Guest, ...]) -> tuple[Guest, ...]:
    """Return those who have joined and the seats that the table plays, by their buttons.

    Seats that it plays already stay where they are.
    """
    agreed = model.session.agreement
    people = tuple(guest for guest in guests if guest.is_person)
    taken = {guest.button for guest in people}
    own = [guest.button for guest in guests if not guest.is_person]
    free = [button for button in dict.fromkeys((*own, *range(BUTTONS))) if button not in taken]
    number = seats_of_the_table(agreed, len(people))
    given = {guest.name for guest in people}
    names = [name for name in model.preferences.machine_names if name not in given]
    machines = tuple(
        Guest(button, name, agreed.strength)
        for button, name in zip(free[:number], names, strict=False)
    )
    return tuple(sorted((*people, *machines), key=lambda guest: guest.button))


def as_played(agreement: Agreement, guests: tuple[Guest, ...]) -> Agreement:
    """Return the agreement that the table plays as many seats as among these, and as well."""
    strengths = [guest.strength for guest in guests if guest.strength is not None]
    strength = strengths[0] if strengths else agreement.strength
    return replace(agreement, machines=len(strengths), strength=strength)


def brought(
    model: Model, game_setup: Setup, guests: tuple[Guest, ...], agreement: Agreement
) -> Update:
    """Bring a game to the table in which nothing has happened."""
    timeline = begin(game_setup)
    people = (guest for guest in guests if guest.is_person)
    names = tuple(guest.name for guest in people if visible(guest.name))
    known = tuple(dict.fromkeys((*names, *model.session.known_names)))
    at_table = replace(
        without_game(model)
        .with_session(
            timeline=timeline,
            buttons=tuple(guest.button for guest in guests),
            agreement=replace(agreement, is_first=False),
            is_first=agreement.is_first,
            last_guests=guests,
            known_names=known,
        )
        .with_screen(acted_at=model.now, notice=None),
        page=table.Table(),
    )
    return at_table, (OpenBook(timeline, guests, agreement),)


def is_untouched(timeline: Timeline | None) -> bool:
    """Whether nothing has happened in a game since it began but that its level was agreed."""
    return (
        timeline is not None
        and not timeline.undone
        and timeline.seq == len(timeline.steps)
        and is_bare(timeline)
    )


def is_bare(timeline: Timeline) -> bool:
    """Whether nothing stands in a game but that its level was agreed."""
    return all(isinstance(step.action, SetLevel) for step in timeline.steps)


def taken_back(model: Model) -> Update:
    """Lead back to the suns of a game in which nothing stands; its journal goes.

    Who joins a game has dealt no suns, and sits down again.
    """
    timeline = model.session.timeline
    if timeline is None or not is_bare(timeline):
        return model, ()
    guests, suns = model.session.last_guests, timeline.start.setup.suns
    if len(guests) != len(suns):  # their names have been forgotten meanwhile
        guests = tuple(map(Guest, model.session.buttons))
    is_by_hand = model.session.agreement.dealt_by_hand
    page = registry.page(Route.DEALING, model, guests, suns, 0 if is_by_hand else None)
    said = [each.action for each in timeline.steps if isinstance(each.action, SetLevel)]
    if any(each.is_unknown for each in said):
        page = registry.page(Route.SEATING, model, guests)
    agreement = replace(model.session.agreement, is_first=model.session.is_first)
    cleared = without_game(model).with_session(agreement=agreement)
    return replace(cleared.with_screen(notice=None), page=page), (WithdrawBook(),)
