"""Correcting an earlier entry: what it may have been, and what to do if that upsets a later one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby, takewhile
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion import narration
from companion.core.commands import (
    DIAL,
    OK,
    RA,
    SUN_KEYS,
    UNDO,
    Command,
    Prompt,
    key,
    named_tiles,
    tap,
    turning,
)
from companion.core.effects import Dispatch, Update, do, refused
from companion.core.messages import Enter, GoTo, Next, Open, Route
from companion.core.model import Model
from companion.core.notices import Notes, Notice
from companion.core.page import Page
from companion.i18n import Sentences, Words, mark
from companion.pages.controls import FIX_KEY
from companion.pages.corrections.fix_strip import player_sign
from companion.pages.corrections.ways import owner
from companion.pages.page_view import PlainPage
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
from companion.rules.tiles import Tile, counts
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.pieces import SUN_WON, Sign, badge, badge_width
from companion.ui.scene import Rect
from companion.ui.style import QUIET, Shape

_OF_AN_AUCTION = (Bid, Pass, Won, Unsold)


class FixEntry(PlainPage, frozen=True):
    """An earlier entry is being corrected, or one that no longer fits because of that."""

    has_lines: ClassVar[bool] = True

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
        """Return the page about the entry of a number; True: one before it is missing."""
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
        lot = drawn_for(model.session.timeline, self)
        for name, kind in named_tiles(model.preferences.tile_keys).items():
            if kind in ways:
                yield key(name, do(FixEntry.choose, ways[kind]))
            elif kind in lot:
                yield key(name, GoTo(FixEntry(lot[kind])))
        suns = {
            option.action.sun: place
            for kind in (Bid, Won)  # what won counts
            for place, option in enumerate(options)
            if isinstance(option.action, kind)
        }
        for name, number in SUN_KEYS.items():
            if number in suns:
                yield key(name, do(FixEntry.choose, suns[number]))
        yield tap("Confirm", do(FixEntry.choose, self.way), OK, DIAL, lit=bool(options))
        yield tap("Back", Open(Route.HISTORY, (self._number(model),)), UNDO)
        yield tap("Close", Next(), RA)
        yield key(FIX_KEY, Next())
        yield turning("Choose")

    def choose(self, model: Model, way: int) -> Update:
        """Go on with the correction in one of the ways that are open."""
        timeline = model.session.timeline
        options = remedies(timeline, self)
        if timeline is None or way >= len(options):
            return refused(model, Notice(Notes.NOT_NOW))
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

    def said_aloud(self, model: Model, words: Words) -> Iterator[str]:
        options = remedies(model.session.timeline, self)
        if options:
            option = options[self.way % len(options)]
            yield _in_words(option, words, is_plain=self.is_missing or option.kind is self.asked)

    def turn(self, model: Model, steps: int) -> Update:
        count = len(remedies(model.session.timeline, self))
        way = (self.way + steps) % count if count else 0
        return replace(model, page=replace(self, way=way)), ()

    def validated(self, model: Model) -> Page | None:
        timeline = model.session.timeline
        is_there = timeline is not None and step_of(timeline, self) is not None
        return self if is_there else None

    def widget(self, kit: Kit, model: Model) -> Widget:
        timeline = model.session.timeline
        step = None if timeline is None else step_of(timeline, self)
        if timeline is None or step is None:
            return NOTHING
        keys = self._keys(kit, model, timeline)
        if kit.is_tall:
            return kit.column(self._entry(kit, model, step), keys.share(4), gap=kit.px(8))
        return kit.row(
            self._entry(kit, model, step).fixed(kit.px(320, 190)), keys, gap=kit.px(20, 8)
        )

    def _entry(self, kit: Kit, model: Model, step: Step) -> Widget:
        words = kit.ui.canvas.words
        ends = (event for event in step.events if isinstance(event, LotWon | NobodyBid))
        event = next(ends, step.events[0] if step.events else None)
        told = "" if event is None else narration.event_text(event, model.game.setup, words)
        said = kit.key(kit.pad(kit.text(told), kit.px(12, 3), kit.px(12, 6)))
        if self.why is None:
            lot = drawn_for(model.session.timeline, self)
            parts = said, self._lot(kit, lot) if lot else NOTHING
            return (
                kit.row(*parts, gap=kit.px(8)) if kit.is_tall else kit.column(*parts, gap=kit.px(6))
            )
        why = kit.text(narration.refusal(self.why, words), style=QUIET)
        return kit.column(said, why, gap=kit.px(6))

    def _lot(self, kit: Kit, lot: Mapping[Tile, Seq]) -> Widget:
        """Return a key for each tile that was won, which may be the one that was wrong."""
        keys = []
        for tile, seq in lot.items():
            message = GoTo(FixEntry(seq))
            shown = kit.pad(kit.tile(tile), kit.px(6), kit.px(6))
            keys.append(kit.key(shown, _letter(kit, kit.caps.get(message, "")), message=message))
        return kit.grid(keys, min(len(keys), 4), kit.px(8, 4))

    def _keys(self, kit: Kit, model: Model, timeline: Timeline) -> Widget:
        options, lies, gap = remedies(timeline, self), table_before(timeline, self), kit.px(8, 4)
        has_results = any(isinstance(option.action, Won) for option in options)

        def across(option: Option) -> int:
            if self._said(kit, option):
                return 1 if option.kind in _LONG else _SAID
            return (_SUNS if has_results else _TILES)[kit.ui.shape]

        rows = []
        for most, places in groupby(range(len(options)), key=lambda place: across(options[place])):
            keys = []
            for place in places:
                message = do(FixEntry.choose, place)
                shown = self._shown(kit, model, options[place], lies, has_results=has_results)
                key = kit.key(shown, _letter(kit, kit.caps.get(message, "")))
                keys.append(kit.pressed(key, message, is_pointed=place == self.way))
            lines = -(-len(keys) // most)
            high = lines if has_results or most <= _SAID else 2 * lines
            rows.append(kit.grid(keys, -(-len(keys) // lines), gap).share(high))
        return kit.column(*rows, gap=gap)

    def _said(self, kit: Kit, option: Option) -> str:
        """Return a way to go on in words; nothing for what is shown as suns or tiles."""
        action = option.action
        is_asked = option.kind is self.asked and isinstance(action, Draw)
        if is_asked or isinstance(action, Discard | Won | Bid):
            return ""
        return _in_words(option, kit.ui.canvas.words, is_plain=self.is_missing)

    def _shown(
        self, kit: Kit, model: Model, option: Option, lies: Game | PartialGame, *, has_results: bool
    ) -> Widget:
        """Return one way to go on: a sun, tiles as pictures, anything else in words."""
        action, said = option.action, self._said(kit, option)
        if isinstance(action, Won | Bid):
            return _sun(kit, model, lies, action, has_results=has_results)
        if said or not isinstance(action, Draw | Discard):
            return kit.pad(kit.text(said), kit.px(12, 8), kit.px(4))
        kinds = action.tiles if isinstance(action, Discard) else (action.tile,)
        return kit.pad(kit.row(*map(kit.tile, kinds), gap=kit.px(4)), kit.px(4))


class OptionKind(Sentences):
    """What can be done with an entry besides changing it."""

    INSTEAD = "it was: {what}"
    """It was another action."""
    BEFORE = "Added: {what}"
    """Something happened before it that nobody entered."""
    NEVER = "this did not happen"
    STOP = "stop here: undo everything after"
    LEAVE = "keep the history; correct the position now"


_LONG = (OptionKind.STOP, OptionKind.LEAVE)
"""What is said in many words."""

_TILES = {Shape.FULL: 8, Shape.COMPACT: 8, Shape.TALL: 6}
_SUNS = {Shape.FULL: 6, Shape.COMPACT: 5, Shape.TALL: 4}
"""How many stand side by side at most; below suns stands more."""

_SAID = 2
"""The same of sentences."""


class Option(msgspec.Struct, frozen=True):
    """One way to go on with the correction."""

    kind: OptionKind
    action: Action | None = None
    """For the first two: what it was, or what was not entered."""


def _in_words(option: Option, words: Words, *, is_plain: bool) -> str:
    """Return a way to go on in words; plain where the question says what becomes of it."""
    what = "?" if option.action is None else narration.action_text(option.action, words)
    return what if is_plain else words.say(option.kind.value, what=what)


def step_of(timeline: Timeline, page: FixEntry) -> Step | None:
    """Return the first action that the entry stands for; None if it cannot be asked about.

    Any entry may no longer fit, also one that cannot be corrected.
    """
    for step in timeline.steps:
        is_askable = page.why is not None or not isinstance(step.action, UNCORRECTABLE)
        if step.seq == page.seq and is_askable:
            return step
    return None


def drawn_for(timeline: Timeline | None, page: FixEntry) -> Mapping[Tile, Seq]:
    """Return each kind of tile that was won, with the entry that drew it last.

    Empty where no tile was, or where they are not entered.
    """
    step = None if timeline is None or page.is_missing else step_of(timeline, page)
    if timeline is None or step is None or page.why is not None:
        return {}
    won = next((each.lot for each in step.events if isinstance(each, LotWon)), 0)
    before = takewhile(lambda each: each.seq != page.seq, timeline.steps)
    drawn = {each.action.tile: each.seq for each in before if isinstance(each.action, Draw)}
    return {tile: drawn[tile] for tile in counts(won) if tile in drawn}


def table_before(timeline: Timeline, page: FixEntry) -> Game | PartialGame:
    """Return the table on which the entry is asked about, with all that was decided so far."""
    changes = {Seq(change.seq): change.to for change in page.changes}
    until = page.seq
    if added := _added_before_it(timeline, page):
        changes[Seq(page.seq)], until = added, page.seq + 1
    again = played_again(timeline.start, timeline.steps, changes, until)
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
    if isinstance(lies, PartialGame):
        is_interrupted = lies.stage is not PartialPhase.TURN
    else:
        is_interrupted = isinstance(lies.stage, Auction | Discarding)
    is_of_auction = isinstance(said, _OF_AN_AUCTION)
    if is_interrupted and not is_of_auction:
        yield from (Option(OptionKind.BEFORE, action) for action in instead)
    yield Option(OptionKind.NEVER)
    if is_of_auction or not is_interrupted:
        yield from (Option(OptionKind.INSTEAD, action) for action in instead)


def _others(lies: Game | PartialGame, said: object) -> tuple[Action, ...]:
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
            others = (change for change in page.changes if change.seq != page.seq)
            changes = (*others, Change(page.seq, (*_added_before_it(timeline, page), *meant)))
            changes = (*changes, *_auction_that_never_was(timeline, page, option))
    correct = Correct(changes)
    try:
        enter(timeline, correct)
    except Misfit as misfit:
        return FixEntry(misfit.seq, changes, misfit.why)
    except IllegalAction:
        return None
    return correct


def _added_before_it(timeline: Timeline, page: FixEntry) -> tuple[Action, ...]:
    """Return what was added before the first entry of a game, if that no longer fits after it.

    Nothing is before it in the record, so it stands there itself, as the last of its change.
    """
    if _before(timeline, page):
        return ()
    said = next((change.to for change in page.changes if change.seq == page.seq), ())
    return said[:-1]


def _before(timeline: Timeline, page: FixEntry) -> list[Seq]:
    """Return the entries before this one that can be corrected."""
    earlier = takewhile(lambda step: step.seq != page.seq, timeline.steps)
    return [step.seq for step in earlier if not isinstance(step.action, UNCORRECTABLE)]


def _inserted(
    timeline: Timeline, page: FixEntry, missing: tuple[Action, ...]
) -> tuple[Change, ...]:
    """Return the changes with what nobody entered.

    It is said with the entry before this one; before the first, with that itself.
    """
    done = _before(timeline, page)
    last = done[-1] if done else page.seq
    said = tuple(
        step.action
        for step in timeline.steps
        if step.seq == last and not isinstance(step.action, UNCORRECTABLE)
    )
    changes: dict[int, tuple[Action, ...]] = {change.seq: change.to for change in page.changes}
    entered = changes.get(last, said)
    place = len(entered) if done else len(_added_before_it(timeline, page))
    changes[last] = (*entered[:place], *missing, *entered[place:])
    return tuple(Change(seq, to) for seq, to in changes.items())


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


def _sun(
    kit: Kit, model: Model, lies: Game | PartialGame, action: Won | Bid, *, has_results: bool
) -> Widget:
    """Return a sun in the colour of whose it is, and whether it won or was only bid.

    That is said where there is both.
    """
    hands = lies.hands if isinstance(lies, PartialGame) else lies.players
    seat, disc = owner(hands, action.sun), kit.sun(action.sun, SUN_WON)
    has_won = mark("won with") if isinstance(action, Won) else mark("only bid")
    caption = kit.say(has_won) if has_results else ""
    if seat is None:
        return kit.pad(
            kit.column(disc.share(4), kit.text(caption).share(3)), kit.px(3, 1), kit.px(5)
        )
    colour = kit.theme.buttons[model.session.buttons[seat]]
    side = kit.px(44, 30)
    sign = Widget(lambda area: player_sign(kit.ui, area, model, seat))
    signs = kit.row(disc, kit.middle(sign, side, side), gap=kit.px(4))
    inner = kit.column(signs.share(4), kit.text(caption).share(3))
    return kit.box(kit.pad(inner, kit.px(5)), border=colour, px=max(3, kit.px(4)))


def _letter(kit: Kit, key: str) -> Widget:
    """Return the key of a tile, in the corner that its picture leaves free.

    Only a letter has room there; that Enter confirms stands below.
    """
    if len(key) != 1:
        return NOTHING
    ui, high, edge = kit.ui, kit.px(30, 20), kit.px(4)
    wide = badge_width(ui, high, key)
    return Widget(
        lambda area: badge(ui, Rect(area.x + edge, area.y + edge, wide, high), Sign(None, key))
    )
