"""Correcting an earlier entry: what it may have been, and what to do if that upsets a later one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import takewhile

import msgspec
from msgspec.structs import replace

from companion import narration
from companion.core.commands import RA, Command, Prompt, key, tap
from companion.core.controls import SUN_KEYS, named_tiles
from companion.core.effects import Dispatch, Update, do
from companion.core.messages import Enter, GoTo, Message, Next, Open, Route
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import Sentences
from companion.pages.corrections.choosing import choosing, grid, player_sign
from companion.pages.corrections.ways import owner
from companion.pages.page_view import PlainPage, keycaps
from companion.rules.actions import (
    DRAWS,
    UNSOLD,
    Action,
    Bid,
    Discard,
    Draw,
    Invoke,
    Pass,
    Unsold,
    Won,
)
from companion.rules.events import LotWon, NobodyBid
from companion.rules.legal import legal_actions
from companion.rules.model import Auction, Discarding, Game
from companion.rules.partial import EndEpoch, PartialGame, PartialPhase, TallyEpoch, legal_entries
from companion.rules.problems import IllegalAction, Problem
from companion.rules.records.entries import Change, Correct
from companion.rules.records.timeline import (
    UNCORRECTABLE,
    Misfit,
    Seq,
    Step,
    Timeline,
    enter,
    played_again,
)
from companion.rules.tiles import Tile
from companion.ui.layout import columns, cut_left, square, stacked
from companion.ui.pieces import (
    SUN_WON,
    Sign,
    badge,
    badge_width,
    focus_ring,
    key_ground,
    paragraph,
    sun,
    tile,
)
from companion.ui.scene import Box, Rect, Target
from companion.ui.style import CENTRED, QUIET, Piece, Shape, Size, Ui, unscaled

_OF_AN_AUCTION = (Bid, Pass, Won, Unsold)


class FixEntry(PlainPage, frozen=True):
    """An earlier entry is being corrected, or one that no longer fits because of that."""

    seq: int
    """Which entry is asked about, by the number it was made with."""
    changes: tuple[Change, ...] = ()
    """What has been decided so far."""
    why: Problem | None = None
    """Why an entry no longer fits, by the rules."""
    way: int = 0
    """Which way out is pointed at."""
    is_missing: bool = False
    """Whether it is right, and somebody's turn before it was not entered."""

    @classmethod
    def from_route(cls, model: Model, *given: object) -> FixEntry | None:  # noqa: ARG003
        """Return the page about an entry.

        Args:
            model: The program.
            given: By which number it was made, and True if it is right and one before it is not
                there.
        """
        match given:
            case (int(seq), *more):
                return cls(seq, is_missing=True in more)
            case _:
                return None

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done; a tile's key says that this was drawn, a sun's that it won."""
        options = remedies(model.session.timeline, self)
        ways = {
            option.action.tile: place
            for place, option in enumerate(options)
            if option.kind is self.asked and isinstance(option.action, Draw)
        }
        for name, kind in named_tiles(model.preferences.tile_keys).items():
            if kind in ways:
                yield key(name, do(FixEntry.choose, ways[kind]))
        suns = {
            option.action.sun: place
            for kind in (Bid, Won)  # what won counts
            for place, option in enumerate(options)
            if isinstance(option.action, kind)
        }
        for name, number in SUN_KEYS.items():
            if number in suns:
                yield key(name, do(FixEntry.choose, suns[number]))
        yield from choosing(do(FixEntry.choose, self.way), self._back(model))
        yield tap("Back", Next(), RA)

    def choose(self, model: Model, way: int) -> Update:
        """Go on with the correction in one of the ways that are open."""
        timeline = model.session.timeline
        options = remedies(timeline, self)
        if timeline is None or way >= len(options):
            return model, ()
        match decided(timeline, self, options[way]):
            case None:
                return model, (Dispatch(Open(Route.FIX)),)
            case FixEntry() as asked_next:
                return model, (Dispatch(GoTo(asked_next)),)
            case Correct() as correct:
                return model, (Dispatch(Enter(correct)),)

    @property
    def asked(self) -> OptionKind:
        """What the page asks for: a tile alone means that."""
        return OptionKind.BEFORE if self.is_missing else OptionKind.INSTEAD

    def _back(self, model: Model) -> Message:
        return Open(Route.HISTORY, (self._number(model),))

    def _number(self, model: Model) -> int:
        """Return which entry it is, counted as everywhere that people see; 0 if it is gone.

        The record also counts what was taken back.
        """
        steps = model.session.timeline.steps if model.session.timeline else ()
        there = (at for at, step in enumerate(steps, start=1) if step.seq == self.seq)
        return next(there, 0)

    def prompt(self, model: Model) -> Prompt:
        if self.is_missing:
            return Prompt("Add before this")
        number = {"entry": self._number(model)}
        if self.why is None:
            return Prompt("Entry {entry} was wrong: what was it?", number)
        return Prompt("Entry {entry} no longer fits: what next?", number)

    def turn(self, model: Model, steps: int) -> Update:
        count = len(remedies(model.session.timeline, self))
        way = (self.way + steps) % count if count else 0
        return replace(model, page=replace(self, way=way)), ()

    def validated(self, model: Model) -> Page | None:
        timeline = model.session.timeline
        is_there = timeline is not None and step_of(timeline, self) is not None
        return self if is_there else None

    def body(self, ui: Ui, model: Model, area: Rect) -> Iterator[Piece]:
        """Yield the entry on the left, why it is asked about, and every way to go on."""
        timeline = model.session.timeline
        step = None if timeline is None else step_of(timeline, self)
        if timeline is None or step is None:
            return
        if ui.shape is Shape.TALL:
            said, told = stacked(area, (1, 4), ui.px(8))
        else:
            said, told = cut_left(area, ui.px(320, 190), ui.px(20, 8))
        yield from _entry(ui, said, step, self, model)
        options, lies = remedies(timeline, self), table_before(timeline, self)
        caps = keycaps(ui, model)
        words = [_in_words(ui, option, self) for option in options]
        captions = {_of_sun(ui, option.action, options) for option in options} - {""}
        least = max((unscaled(ui).width(each, Size.LABEL) for each in captions), default=0)
        spots = grid(ui, told, words, least + 2 * ui.px(5) if least else 0)
        for place, (spot, option) in enumerate(zip(spots, options, strict=True)):
            yield key_ground(ui, spot)
            if isinstance(option.action, Won | Bid):
                caption = _of_sun(ui, option.action, options)
                yield from _with_a_sun(ui, spot, model, lies, option.action, caption)
            else:
                yield from _cure(ui, spot.inset(ui.px(4)), option, self)
            yield from _letter(ui, spot, caps.get(do(FixEntry.choose, place), ""))
            yield Target(spot, do(FixEntry.choose, place))
            if place == self.way:
                yield focus_ring(ui, spot, ui.px(12, 9))


class OptionKind(Sentences):
    """What can be done with an entry besides changing it."""

    INSTEAD = "it was: {what}"
    """It was another action."""
    BEFORE = "Added: {what}"
    """Something happened before it that nobody entered."""
    NEVER = "this did not happen"
    STOP = "stop here: undo everything after"
    LEAVE = "keep the history; correct the position now"


class Option(msgspec.Struct, frozen=True):
    """One way to go on with the correction."""

    kind: OptionKind
    action: Action | None = None
    """For the first two: what it was, or what was not entered."""


def step_of(timeline: Timeline, page: FixEntry) -> Step | None:
    """Return the first action that the entry stands for; None if it cannot be asked about.

    Any entry may no longer fit, also one that cannot be corrected.
    """
    for step in timeline.steps:
        is_askable = page.why is not None or not isinstance(step.action, UNCORRECTABLE)
        if step.seq == page.seq and is_askable:
            return step
    return None


def table_before(timeline: Timeline, page: FixEntry) -> Game | PartialGame:
    """Return the table on which the entry is asked about, with all that was decided so far."""
    changes = {Seq(change.seq): change.to for change in page.changes}
    again = played_again(timeline.start, timeline.steps, changes, page.seq)
    if not again:
        return timeline.start
    return again[-1].partial_game or again[-1].game


def remedies(timeline: Timeline | None, page: FixEntry) -> tuple[Option, ...]:
    """Return every way to go on, the likeliest first; none without a game that has the entry."""
    step = None if timeline is None else step_of(timeline, page)
    if timeline is None or step is None:
        return ()
    calls = _calls(timeline, page)
    if calls:
        return tuple(_results(table_before(timeline, FixEntry(calls[0].seq)), step))
    return tuple(_remedies(table_before(timeline, page), step, page))


def _calls(timeline: Timeline, page: FixEntry) -> tuple[Step, ...]:
    """Return every bid and pass of the auction that the entry decided, if it is asked who won.

    People see one line of it, as if the auction had been entered as a whole.
    """
    step = step_of(timeline, page)
    if step is None or page.why is not None or page.is_missing:
        return ()
    if not any(isinstance(event, LotWon | NobodyBid) for event in step.events):
        return ()
    before = list(takewhile(lambda each: each is not step, timeline.steps))
    calls = [*takewhile(lambda each: isinstance(each.action, Bid | Pass), (step, *before[::-1]))]
    others = {each.seq for each in timeline.steps if each not in calls}
    return () if others & {each.seq for each in calls} else tuple(calls[::-1])


def _results(lies: Game | PartialGame, step: Step) -> Iterator[Option]:
    """Yield how else the auction can have ended."""
    won: set[Action] = {Won(each.sun) for each in step.events if isinstance(each, LotWon)}
    for action in _able(lies, UNSOLD):
        if isinstance(action, Won | Unsold) and action not in (won or {UNSOLD}):
            yield Option(OptionKind.INSTEAD, action)


def _remedies(lies: Game | PartialGame, step: Step, page: FixEntry) -> Iterator[Option]:
    if page.is_missing:
        able = _able(lies, step.action)
        turns = (action for action in able if isinstance(action, Draw | Invoke))
        yield from (Option(OptionKind.BEFORE, action) for action in turns)
        return
    if page.why is None:
        yield from (Option(OptionKind.INSTEAD, action) for action in _others(lies, step.action))
        yield Option(OptionKind.NEVER)
        return
    if not isinstance(step.action, UNCORRECTABLE):
        yield from _fixes(lies, step.action)
    yield Option(OptionKind.STOP)
    yield Option(OptionKind.LEAVE)


def _fixes(lies: Game | PartialGame, said: object) -> Iterator[Option]:
    """Yield how what no longer fits may fit again."""
    instead = _others(lies, said)
    is_interrupted = _is_interrupted(lies)
    is_of_auction = isinstance(said, _OF_AN_AUCTION)
    if is_interrupted and not is_of_auction:
        yield from (Option(OptionKind.BEFORE, action) for action in instead)
    yield Option(OptionKind.NEVER)
    if is_of_auction or not is_interrupted:
        yield from (Option(OptionKind.INSTEAD, action) for action in instead)


def _is_interrupted(lies: Game | PartialGame) -> bool:
    """Whether an auction or a disaster waits for its end."""
    if isinstance(lies, PartialGame):
        return lies.stage is not PartialPhase.TURN
    return isinstance(lies.stage, Auction | Discarding)


def _others(lies: Game | PartialGame, said: object) -> tuple[Action, ...]:
    """Return what else can be done on this table."""
    return tuple(action for action in _able(lies, said) if action != said)


def _able(lies: Game | PartialGame, said: object) -> tuple[Action, ...]:
    """Return what can be done on this table; short forms of an auction come first."""
    able = _told(lies, said) if isinstance(lies, PartialGame) else legal_actions(lies)
    return tuple(sorted(able, key=lambda action: _order(action, said)))


def _told(partial_game: PartialGame, said: object) -> Iterator[Action]:
    """Yield what else people may have told; kinds of tiles only where they tell them."""
    tells_kinds = isinstance(said, Draw) and said.tile is not Tile.RA
    for entry in legal_entries(partial_game):
        is_kind = isinstance(entry, Draw) and entry.tile is not Tile.RA
        if not isinstance(entry, EndEpoch | TallyEpoch) and (tells_kinds or not is_kind):
            yield entry


def _order(action: Action, said: object) -> tuple[bool, bool, bool]:
    """Return what comes first: the same kind of action, then how an auction ended as a whole."""
    return type(action) is not type(said), action != UNSOLD, not isinstance(action, Won)


def decided(timeline: Timeline, page: FixEntry, option: Option) -> Correct | FixEntry | None:
    """Return the correction if everything fits with this cure; else the next entry to ask about.

    None if the past is left as it was.
    """
    meant = () if option.action is None else (option.action,)
    match option.kind:
        case OptionKind.LEAVE:
            return None
        case OptionKind.STOP:
            return Correct(page.changes, page.seq)
        case OptionKind.BEFORE:
            changes = _inserted(timeline, page, meant)
        case _ if calls := _calls(timeline, page):
            changes = (
                *page.changes,
                *(Change(each.seq, meant if each is calls[0] else ()) for each in calls),
            )
        case _:
            changes = (*page.changes, Change(page.seq, meant))
            changes = (*changes, *_auction_that_never_was(timeline, page, option))
    correct = Correct(changes)
    try:
        enter(timeline, correct)
    except Misfit as misfit:
        return FixEntry(misfit.seq, changes, misfit.why)
    except IllegalAction:
        return None
    return correct


def _inserted(
    timeline: Timeline, page: FixEntry, missing: tuple[Action, ...]
) -> tuple[Change, ...]:
    """Return the changes with what nobody entered.

    It is said with the entry before this one; before the first, with that itself.
    """
    done = _done(timeline, page)
    last = done[-1][0] if done else page.seq
    said = tuple(
        step.action
        for step in timeline.steps
        if step.seq == last and not isinstance(step.action, UNCORRECTABLE)
    )
    changes: dict[int, tuple[Action, ...]] = {change.seq: change.to for change in page.changes}
    entered = changes.get(last, said)
    changes[last] = (*entered, *missing) if done else (*missing, *entered)
    return tuple(Change(seq, to) for seq, to in changes.items())


def _done(timeline: Timeline, page: FixEntry) -> list[tuple[Seq, Action]]:
    """Return what was done before the entry that is asked about."""
    earlier = takewhile(lambda step: step.seq != page.seq, timeline.steps)
    return [
        (step.seq, step.action) for step in earlier if not isinstance(step.action, UNCORRECTABLE)
    ]


def _auction_that_never_was(timeline: Timeline, page: FixEntry, option: Option) -> Iterator[Change]:
    """Yield what goes with a Ra tile that was none: its auction, if nobody won anything (E-104)."""
    seqs = [step.seq for step in timeline.steps]
    step = step_of(timeline, page)
    was_ra = step is not None and step.action == DRAWS[Tile.RA]
    if not was_ra or option.action == DRAWS[Tile.RA] or page.seq not in seqs:
        return
    last = max(place for place, seq in enumerate(seqs) if seq == page.seq)
    for later in timeline.steps[last + 1 :]:
        if not isinstance(later.action, Pass | Unsold):
            return
        yield Change(later.seq, ())


def _entry(ui: Ui, area: Rect, step: Step, page: FixEntry, model: Model) -> Iterator[Piece]:
    """Yield what was entered, and what the rules have against it now."""
    words, setup = ui.canvas.words, model.game.setup
    said, why = stacked(area, (1, 1), ui.px(6))
    yield key_ground(ui, said)
    inner = said.inset(ui.px(12, 3), ui.px(12, 6))
    ends = (event for event in step.events if isinstance(event, LotWon | NobodyBid))
    event = next(ends, step.events[0] if step.events else None)
    told = "" if event is None else narration.event_text(event, setup, words)
    yield from paragraph(ui, inner, told, Size.LABEL, CENTRED)
    if page.why is not None:
        yield from paragraph(ui, why, narration.refusal(page.why, words), Size.LABEL, QUIET)


def _with_a_sun(  # noqa: PLR0913, PLR0917 - whose sun on which table, and what is said of it
    ui: Ui, spot: Rect, model: Model, lies: Game | PartialGame, action: Won | Bid, caption: str
) -> Iterator[Piece]:
    """Yield a sun in the colour of whose it is, and below it whether it won or was only bid."""
    hands = lies.hands if isinstance(lies, PartialGame) else lies.players
    seat = owner(hands, action.sun)
    if seat is not None:
        colour = ui.theme.buttons[model.session.buttons[seat]]
        yield Box(spot, border=colour, border_px=max(3, ui.px(4)), radius=ui.px(12, 9))
    above, below = stacked(spot.inset(ui.px(5)), (3, 2), 0)
    signs = (above,) if seat is None else columns(above, 2, ui.px(4))
    yield from sun(ui, signs[0], action.sun, SUN_WON)
    if seat is not None:
        sign = min(signs[1].h, signs[1].w, ui.px(44, 30))
        yield from player_sign(ui, square(signs[1], sign), model, seat)
    yield from paragraph(ui, below, caption, Size.LABEL, CENTRED)


def _of_sun(ui: Ui, action: Action | None, options: Sequence[Option]) -> str:
    """Return what is said of a sun: bids are told apart from what won, where there is both."""
    if not any(isinstance(option.action, Won) for option in options):
        return ""
    if isinstance(action, Won):
        return ui.say("won with")
    return ui.say("only bid") if isinstance(action, Bid) else ""


def _letter(ui: Ui, spot: Rect, key: str) -> Iterator[Piece]:
    """Yield the key of a tile, in the corner that its picture leaves free.

    Only a letter has room there; that Enter confirms stands below.
    """
    if len(key) == 1:
        high = ui.px(30, 20)
        wide = badge_width(ui, high, key)
        cap = Rect(spot.x + ui.px(4), spot.y + ui.px(4), wide, high)
        yield from badge(ui, cap, Sign(None, key))


def _in_words(ui: Ui, option: Option, page: FixEntry) -> str:
    """Return a way to go on in words; nothing for what is shown as suns or tiles."""
    if _is_pictured(option, page):
        return ""
    what = "?" if option.action is None else narration.action_text(option.action, ui.canvas.words)
    return what if page.is_missing else ui.say(option.kind.value, what=what)


def _is_pictured(option: Option, page: FixEntry) -> bool:
    """Whether a way to go on is shown as suns or tiles: a tile alone is what is asked for."""
    is_asked = option.kind is page.asked and isinstance(option.action, Draw)
    return is_asked or isinstance(option.action, Discard | Won | Bid)


def _cure(ui: Ui, rect: Rect, option: Option, page: FixEntry) -> Iterator[Piece]:
    """Yield one way to go on: tiles as pictures, anything else in words."""
    action = option.action
    if isinstance(action, Discard | Draw) and _is_pictured(option, page):
        kinds = action.tiles if isinstance(action, Discard) else (action.tile,)
        for kind, spot in zip(kinds, columns(rect, len(kinds), ui.px(4)), strict=True):
            yield tile(square(spot, min(spot.w, spot.h)), kind)
        return
    said = _in_words(ui, option, page)
    near = rect.inset(ui.px(8, 6), 0)  # off the border, unless that costs a line
    costs = len(ui.wrapped(said, near.w, Size.SMALL)) > len(ui.wrapped(said, rect.w, Size.SMALL))
    yield from paragraph(ui, rect if costs else near, said, Size.LABEL, CENTRED)
