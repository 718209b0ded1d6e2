"""The table of a partially recorded game: one gesture for each thing that is entered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from math import inf
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.core.commands import (
    DIAL,
    INVOKE_KEY,
    OK,
    RA,
    SUN_KEYS,
    TILE_KEYS,
    UNDO,
    Command,
    Prompt,
    choice,
    finger,
    hold,
    key,
    player_control,
    reached,
    stepped,
    tap,
    turning,
)
from companion.core.effects import Dispatch, Update, refused, saying
from companion.core.messages import (
    BringBack,
    CallPass,
    ChooseLoss,
    Enter,
    GoTo,
    Message,
    Next,
    NotWritten,
    Open,
    OpenGroup,
    Play,
    PushDial,
    Route,
    SettleAuction,
    StepSun,
    StepTogether,
    TakeBack,
    TakeSun,
    UseGods,
)
from companion.core.model import Model, is_partial
from companion.core.notices import Notes, Notice
from companion.core.page import Page, Room
from companion.i18n import Sentences, mark
from companion.pages.page_view import PlainPage
from companion.pages.partial import joining, partial_table_view
from companion.pages.reference import rules_card
from companion.pages.reference.guide import Rule
from companion.pages.reference.rules_card import Card
from companion.pages.table import peek, table, turn
from companion.pages.table.playing import enter_exactly
from companion.rules.actions import BIDS, DRAWS, INVOKE, UNSOLD, Level, Unsold, Won
from companion.rules.editions import Seat, Sun
from companion.rules.partial import (
    END_EPOCH,
    Entry,
    PartialGame,
    PartialPhase,
    legal_entries,
    why_not,
)
from companion.rules.problems import Problem, Why
from companion.rules.records.entries import Change, Correct
from companion.rules.tiles import Tile
from companion.ui.kit import Kit, Widget
from companion.ui.pieces import SUN_DOWN, SUN_UP, SUN_WON
from companion.ui.style import Piece, Size, Ui
from companion.ui.widgets import Spoken, paragraphs

RA_TILE = DRAWS[Tile.RA]

END_KEY = "end"
"""Says that the epoch is over; every letter may be a sun."""


class Telling(Sentences):
    """What the dial can select besides suns; the value is the English question."""

    RA_TILE = "Was a Ra tile drawn?"
    CALLED = "Was Ra invoked?"
    NOBODY = "Nobody won?"
    EPOCH_OVER = "Is the epoch over?"


class Pointing(msgspec.Struct, frozen=True):
    """The dial points at something to tell."""

    telling: Telling


class Stepped(msgspec.Struct, frozen=True):
    """A sun is selected: it may have won, and then lies in the centre now."""

    sun: Sun
    since: float
    """When the last step was made (monotonic seconds); infinite if only OK counts."""
    seat: Seat | None = None
    """Who stepped to it; None: the dial points at it."""


PartialPick = Stepped | Pointing


class PartialTable(Page, frozen=True):
    """The table of a partially recorded game; a choice may be half made."""

    is_table: ClassVar[bool] = True
    has_track: ClassVar[bool] = True

    pick: PartialPick | None = None

    def commands(self, model: Model) -> Iterator[Command]:
        yield from table.always_held()
        yield table.fix()
        found = (*self._told(model), *self._goes_on(model))
        yield from found
        is_choosing = self.pick is not None
        timeline = model.session.timeline
        if is_choosing:
            yield tap("Back", TakeBack(), UNDO)
        else:
            yield tap("Undo", TakeBack(), UNDO, lit=bool(timeline and timeline.steps))
        yield from table.redo(model, found, is_choosing=is_choosing)

    def _told(self, model: Model) -> Iterator[Command]:
        partial_game = joining.partial_game_of(model)
        able = tellable(partial_game)
        if not is_at_auction(partial_game):
            yield from peek.commands(model)
        winning = winning_suns(partial_game)
        for sun in winning:
            yield choice(TakeSun(sun), sun=sun)
        if END_EPOCH in able:
            yield choice(Enter(END_EPOCH), _YES[Telling.EPOCH_OVER])
        for seat in partial_game.setup.seats:
            lit = bool(winning_suns(partial_game, seat))
            yield tap("Sun", StepSun(seat), player_control(model, seat), lit=lit)
        for name, sun in SUN_KEYS.items():
            yield key(name, TakeSun(sun), lit=sun in winning)
        yield from turn.by_dial(model)
        yield from turn.by_keys(model)
        ra = model.preferences.tile_keys.get(Tile.RA, TILE_KEYS[Tile.RA])
        yield tap("", Play(RA_TILE), RA, tile=Tile.RA, lit=RA_TILE in able)
        yield key((TILE_KEYS[Tile.RA], ra), Play(RA_TILE))
        if INVOKE in able:
            yield hold("Invoke Ra", Play(INVOKE), RA)
        yield key(INVOKE_KEY, Play(INVOKE))
        yield key(END_KEY, Enter(END_EPOCH))
        if able:
            yield turning("Choose")

    def _goes_on(self, model: Model) -> Iterator[Command]:
        partial_game, pick = joining.partial_game_of(model), self.pick
        able = tellable(partial_game)
        if isinstance(pick, Stepped):
            yield tap("Confirm", PushDial(), OK, DIAL, sun=pick.sun)
        elif pick is not None:
            yield tap(_YES[pick.telling], PushDial(), OK, DIAL)
        elif is_at_auction(partial_game):
            yield tap("Nobody", Play(UNSOLD), OK, keys="space", lit=UNSOLD in able)
        elif partial_game.level is Level.SCORE_ONLY and END_EPOCH in able:
            yield tap("The epoch is over", Enter(END_EPOCH), OK, keys="space")
        elif partial_game.stage is PartialPhase.TALLY:
            unknown = joining.Joining(joining.Ask.EPOCH)
            counting = GoTo(unknown) if partial_game.epoch is None else Open(Route.TALLY)
            yield tap("Count", counting, OK, keys="space")
        else:
            yield tap("Redo", BringBack(), OK, lit=model.can_bring_back)

    def prompt(self, model: Model) -> Prompt:
        partial_game, pick = joining.partial_game_of(model), self.pick
        if isinstance(pick, Pointing):
            return Prompt(pick.telling.value)
        if isinstance(pick, Stepped):
            seat = owner(partial_game, pick.sun) if pick.seat is None else pick.seat
            if seat is None:
                return Prompt("Is sun {sun} in the centre now?", {"sun": pick.sun})
            return Prompt(
                "{player} wins with {sun}?",
                {"player": partial_game.name(seat), "sun": pick.sun},
                seat,
            )
        if partial_game.level is Level.SCORE_ONLY and partial_game.stage is PartialPhase.TURN:
            return Prompt("Only points are counted. Press OK when the epoch is over")
        if partial_game.stage is PartialPhase.TURN and partial_game.active is not None:
            name = partial_game.name(partial_game.active)
            return Prompt("{name}: Ra tile, or who won?", {"name": name}, partial_game.active)
        return Prompt(_ASKED[partial_game.stage])

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        return partial_table_view.draw_table(ui, model, self)

    def update(self, model: Model, message: Message) -> Update | None:
        return _at(model, None) if isinstance(message, TakeBack) and self.pick else None

    def turn(self, model: Model, steps: int) -> Update:
        found = ring(joining.partial_game_of(model))
        if not found:
            return model, ()
        now = self.pick
        if isinstance(now, Stepped):
            now = Stepped(now.sun, inf)
        return _at(model, reached(found, now, steps))

    def push(self, model: Model) -> Update:
        if isinstance(self.pick, Stepped):
            return _won(model, self.pick.sun, min(self.pick.since, model.now))
        if self.pick is None:
            return model, ()
        return enter_exactly(model, TELLS[self.pick.telling])

    def validated(self, model: Model) -> Page | None:
        return None

    def help(self, model: Model) -> Card | None:
        return rules_card.of_partial_table(model)

    def deadline(self, model: Model) -> float | None:
        seconds = model.preferences.sun_commit_seconds
        if isinstance(self.pick, Stepped) and seconds and self.pick.since < inf:
            return self.pick.since + seconds
        return None

    def on_tick(self, model: Model) -> Update | None:
        due = self.deadline(model)
        return None if due is None or model.now < due else (model, (Dispatch(PushDial()),))


_YES = {
    Telling.RA_TILE: mark("A Ra tile"),
    Telling.CALLED: mark("Ra invoked"),
    Telling.NOBODY: mark("Nobody"),
    Telling.EPOCH_OVER: mark("The epoch is over"),
}


_ASKED = {
    PartialPhase.TURN: mark("Ra tile, or who won?"),
    PartialPhase.DRAWN: mark("Which sun is in the centre now?"),
    PartialPhase.CALLED: mark("Which sun is in the centre now?"),
    PartialPhase.TALLY: mark("The epoch is over: count what everybody has"),
    PartialPhase.OVER: mark("Result"),
}


def _at(model: Model, pick: PartialPick | None) -> Update:
    return replace(model, page=PartialTable(pick)), ()


def _step_sun(model: Model, message: StepSun) -> Update:
    """Step to the next sun that this player can have won with, the lowest first."""
    partial_game, seat = joining.partial_game_of(model), message.seat
    if seat not in partial_game.setup.seats:
        return refused(model, Notice(Notes.NOT_NOW))
    suns = winning_suns(partial_game, seat)
    if not suns and not asks_suns(partial_game):
        return refused(model, why_not(partial_game, INVOKE))
    if not suns:
        return refused(model, Notice(Notes.NO_MORE_SUNS, {"name": partial_game.name(seat)}))
    pick = model.page.pick if isinstance(model.page, PartialTable) else None
    sun = suns[0]
    if isinstance(pick, Stepped) and pick.seat == seat and pick.sun in suns:
        sun = stepped(suns, pick.sun)
    return _at(model, Stepped(sun, model.now, seat))


def asks_suns(partial_game: PartialGame) -> bool:
    """Whether a sun can be the answer: at a turn and at an auction, unless only points are kept."""
    is_playing = partial_game.stage in (PartialPhase.TURN, PartialPhase.DRAWN, PartialPhase.CALLED)
    return is_playing and partial_game.level is not Level.SCORE_ONLY


def _step_together(model: Model, message: StepTogether) -> Update:
    """Say that two players have pressed at once; the first of them has stepped already."""
    names, (first, second) = joining.partial_game_of(model).setup.players, message.seats
    if max(first, second) >= len(names):
        return refused(model, Notice(Notes.NOT_NOW))
    return saying(model, Notice(Notes.TOGETHER, {"name": names[first], "other": names[second]})), ()


TELLS: Mapping[Telling, Entry] = {
    Telling.RA_TILE: RA_TILE,
    Telling.CALLED: INVOKE,
    Telling.NOBODY: UNSOLD,
    Telling.EPOCH_OVER: END_EPOCH,
}
"""The entry that each telling makes."""


def owner(partial_game: PartialGame, sun: Sun) -> Seat | None:
    """Return the seat that is known to have a sun face up."""
    for seat in partial_game.setup.seats:
        if sun in (partial_game.hands[seat].suns or ()):
            return seat
    return None


REOPEN_SECONDS = 5.0
"""So long after a result a higher sun puts it right; later it is another auction's."""


def _won(model: Model, sun: Sun, at: float) -> Update:
    """Tell a sun that has won; a higher one just after another result (seconds) puts that right."""
    timeline = model.session.timeline
    last = timeline.steps[-1] if timeline is not None and timeline.steps else None
    if last is None or not isinstance(last.action, Won | Unsold):
        return enter_exactly(model, Won(sun))
    low = last.action.sun if isinstance(last.action, Won) else 0
    if at < model.screen.acted_at + REOPEN_SECONDS and sun > low:
        entry = Correct((Change(last.seq, (Won(sun),)),))
        after, effects = enter_exactly(model, entry)
        if after.session.timeline is not timeline:
            return saying(after, Notice(Notes.RESULT_CORRECTED, {"sun": sun})), effects
    after, effects = enter_exactly(model, Won(sun))
    if after.session.timeline is timeline:
        return after, effects
    return saying(after, Notice(Notes.ANOTHER_LOT, {"sun": sun})), effects


@lru_cache(maxsize=4)
def tellable(partial_game: PartialGame) -> frozenset[Entry]:
    """Return everything that can be entered now, except tallies."""
    return frozenset(legal_entries(partial_game))


def winning_suns(partial_game: PartialGame, seat: Seat | None = None) -> tuple[Sun, ...]:
    """Return the suns that may lie in the centre now, ascending; of one player, or of anybody.

    A player whose suns nobody has told may have had any that is not known to lie elsewhere.
    """
    able = tuple(sun for sun in BIDS if Won(sun) in tellable(partial_game))
    if seat is None:
        return able
    if seat not in partial_game.setup.seats:
        return ()
    up = partial_game.hands[seat].suns
    return tuple(
        sun for sun in able if (sun in up if up is not None else owner(partial_game, sun) is None)
    )


def _not_here(model: Model, _: Message) -> Update:
    is_scored = joining.partial_game_of(model).level is Level.SCORE_ONLY
    return refused(model, Problem(Why.SCORES_ONLY if is_scored else Why.NOT_AT_LIGHT, {}))


def _follow(_: Model, message: Message, after: Model) -> Update:
    """Let a sun that could not be saved wait for OK: it is not tried again."""
    match after.page:
        case PartialTable(Stepped() as sun) if isinstance(message, NotWritten):
            return replace(after, page=PartialTable(replace(sun, since=inf))), ()
        case _:
            return after, ()


ROOM = Room(
    messages={
        StepSun: _step_sun,
        StepTogether: _step_together,
        TakeSun: lambda model, message: _won(model, message.sun, model.now),
        SettleAuction: lambda model, _: enter_exactly(model, UNSOLD),
        **dict.fromkeys((OpenGroup, CallPass, UseGods, ChooseLoss), _not_here),
    },
    has_them=is_partial,
    follow=_follow,
)
"""What means something else than where every tile is entered, whatever page is open."""


def ring(partial_game: PartialGame) -> tuple[PartialPick, ...]:
    """Return everything that the dial can point at: suns, then what else there is to tell.

    So the first detent to the right is a sun, and the first one to the left the end of the epoch.
    """
    able = tellable(partial_game)
    asked = (Pointing(telling) for telling in Telling if TELLS[telling] in able)
    return (*(Stepped(sun, inf) for sun in winning_suns(partial_game)), *asked)


def is_at_auction(partial_game: PartialGame) -> bool:
    """Whether the table waits for the result of an auction."""
    return partial_game.stage in (PartialPhase.DRAWN, PartialPhase.CALLED)


class PartialCard(PlainPage, frozen=True):
    """The sun in the centre, or a player: the touch itself does nothing."""

    whose: Seat | None = None
    """Whose suns; None: the one in the centre."""

    def commands(self, model: Model) -> Iterator[Command]:
        if self.whose is None and INVOKE in tellable(joining.partial_game_of(model)):
            yield finger("Invoke Ra", Play(INVOKE))
        theirs = None if self.whose is None else turn.marks(model).get(self.whose)
        if theirs is not None:
            yield finger("Their turn", theirs)
        yield finger("Fix", Open(Route.FIX))
        yield finger("Rules", Open(Route.RULES))
        yield tap("Back", Next(), OK, UNDO, RA, DIAL)

    def prompt(self, model: Model) -> Prompt:
        if self.whose is None:
            return Prompt("The sun in the centre")
        return Prompt("What a player has")

    def title(self, ui: Ui, model: Model) -> str:
        if self.whose is None:
            return super().title(ui, model)
        return joining.partial_game_of(model).name(self.whose)

    def widget(self, kit: Kit, model: Model) -> Widget:
        partial_game = joining.partial_game_of(model)
        if self.whose is not None:
            hand = partial_game.hands[self.whose]
            discs = [kit.sun(each, SUN_UP) for each in hand.suns or ()]
            discs += [kit.sun(each, SUN_DOWN) for each in hand.spent or ()]
            inner = kit.row(*discs, gap=kit.px(10, 5)) if discs else kit.note("?")
            return kit.panel(kit.pad(inner, kit.px(24, 8)))
        rules = Rule.WINNER_TAKES_SUN, Rule.SUN_TO_CENTRE
        lines = tuple(Spoken(kit.say(rule.value)) for rule in rules)
        text = Widget(lambda area: (paragraphs(kit.ui, area, lines, Size.SCORE),))
        inner = text
        if partial_game.centre is not None:
            disc = kit.sun(partial_game.centre, SUN_WON).share(0.3)
            inner = kit.row(disc, text, gap=kit.px(24, 10))
        return kit.panel(kit.pad(inner, kit.px(24, 8)))

    def validated(self, model: Model) -> Page | None:
        return self if is_partial(model) else None
