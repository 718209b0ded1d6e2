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
    Control,
    Prompt,
    choice,
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
    NotWritten,
    Open,
    OpenGroup,
    Peek,
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
from companion.pages.controls import controls, prompt
from companion.pages.page_view import Touch, keycaps
from companion.pages.partial import joining
from companion.pages.reference import rules_card
from companion.pages.reference.rules_card import Card
from companion.pages.status_bar import edge_px, timing
from companion.pages.table import peek, table, tracks, turn
from companion.pages.table.peek import may_peek
from companion.pages.table.player_panel import PlayerPanel, panel
from companion.pages.table.playing import enter_exactly
from companion.pages.table.thing_card import ThingCard
from companion.pages.table.tracks import UNKNOWN, next_ends
from companion.rules.actions import BIDS, DRAWS, INVOKE, TRACK_SPACES, UNSOLD, Level, Unsold, Won
from companion.rules.editions import Seat, Sun
from companion.rules.events import FixedPart
from companion.rules.levels import at_level
from companion.rules.partial import (
    END_EPOCH,
    Entry,
    PartialGame,
    PartialPhase,
    legal_entries,
    suns_each,
    why_not,
)
from companion.rules.problems import Problem, Why
from companion.rules.records.entries import Change, Correct
from companion.rules.tiles import Tile
from companion.ui.chips import chip_rows, chips
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.layout import (
    Bands,
    bands,
    columns,
    cut_foot,
    cut_left,
    left_part,
    middle,
    panel_places,
    rows,
    square,
)
from companion.ui.pieces import SUN_WON, Keycaps, Sign, least_height, paragraph, sun
from companion.ui.prompt_bar import Aside, Question, prompt_bar
from companion.ui.scene import Box, Disc, Rect, Target
from companion.ui.speech import event_texts, question, short_name, weightiest
from companion.ui.style import CENTRED, PLAIN, Piece, Shape, Size, Ui, unscaled
from companion.ui.widgets import Action, action_key, as_large_as_fits

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
        for number in winning:
            yield choice(TakeSun(number), sun=number)
        if END_EPOCH in able:
            yield choice(Enter(END_EPOCH), TELLS[Telling.EPOCH_OVER][0])
        for seat in partial_game.setup.seats:
            lit = bool(winning_suns(partial_game, seat))
            yield tap("Sun", StepSun(seat), player_control(model, seat), lit=lit)
        for name, number in SUN_KEYS.items():
            yield key(name, TakeSun(number), lit=number in winning)
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
            yield tap(TELLS[pick.telling][0], PushDial(), OK, DIAL)
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
        return draw_table(ui, model, self)

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
        return enter_exactly(model, TELLS[self.pick.telling][1])

    def validated(self, model: Model) -> Page | None:
        return None

    def help(self, model: Model) -> Card | None:
        return rules_card.of_partial_table(joining.partial_game_of(model))

    def deadline(self, model: Model) -> float | None:
        seconds = model.preferences.sun_commit_seconds
        if isinstance(self.pick, Stepped) and seconds and self.pick.since < inf:
            return self.pick.since + seconds
        return None

    def on_tick(self, model: Model) -> Update | None:
        due = self.deadline(model)
        return None if due is None or model.now < due else (model, (Dispatch(PushDial()),))


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


TELLS: Mapping[Telling, tuple[str, Entry]] = {
    Telling.RA_TILE: (mark("A Ra tile"), RA_TILE),
    Telling.CALLED: (mark("Ra invoked"), INVOKE),
    Telling.NOBODY: (mark("Nobody"), UNSOLD),
    Telling.EPOCH_OVER: (mark("The epoch is over"), END_EPOCH),
}
"""What says yes, in English words, and the entry that is made then."""


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
    asked = (Pointing(telling) for telling in Telling if TELLS[telling][1] in able)
    return (*(Stepped(sun, inf) for sun in winning_suns(partial_game)), *asked)


def is_at_auction(partial_game: PartialGame) -> bool:
    """Whether the table waits for the result of an auction."""
    return partial_game.stage in (PartialPhase.DRAWN, PartialPhase.CALLED)


def _auction_track(ui: Ui, rect: Rect, partial_game: PartialGame, told: str) -> Iterator[Piece]:
    """Yield the sun in the centre and, beside it, places that are taken and places that are not."""
    is_hot = is_at_auction(partial_game)
    yield tracks.track_ground(ui, rect, ui.theme.gold if is_hot else None)
    inner = rect.inset(ui.px(10, 5))
    wide = ui.px(92) if ui.shape is Shape.TALL else ui.px(148, 80)
    centre, area = cut_left(inner, wide, ui.px(14, 6))
    yield from _centre(ui, centre, partial_game.centre)
    is_told = partial_game.is_counted or is_hot  # draws must be entered for that
    if partial_game.track_tiles is None or not is_told:
        yield from _untold(ui, area, told)
    else:
        yield from _places(ui, area, partial_game.track_tiles, told)
    yield Target(area, Open(Route.FIX))


def _untold(ui: Ui, area: Rect, told: str) -> Iterator[Piece]:
    untold = ui.say("Tiles are not entered here")
    high = 0 if ui.is_big else least_height(ui, untold, area.w)
    lower, upper = cut_foot(area, high)
    yield from as_large_as_fits(ui, upper, told, ui.em(Size.TITLE))
    if high:
        yield from paragraph(ui, lower, untold, Size.LABEL, colour=ui.theme.ink_third)


def _centre(ui: Ui, rect: Rect, number: Sun | None) -> Iterator[Piece]:
    side = min(rect.w, rect.h, ui.px(104, 76))
    spot = square(rect, side)
    if number is None:
        rim = max(2, ui.px(2.5))
        yield Disc(spot, ui.theme.station, border=ui.theme.line, border_px=rim)
        yield ui.line(spot, UNKNOWN, Size.SCORE, ui.theme.ink_third, CENTRED)
    else:
        yield from sun(ui, spot, number, SUN_WON)
    yield Target(rect, GoTo(ThingCard(FixedPart.CENTRE)))


def _places(ui: Ui, area: Rect, tiles: int, told: str) -> Iterator[Piece]:
    upper, lower = rows(area, 2, ui.px(4))
    gap = ui.px(10, 5)
    side = min(upper.h, (upper.w - gap * (TRACK_SPACES - 1)) // TRACK_SPACES, ui.px(72, 44))
    line = left_part(middle(upper, upper.w, side), TRACK_SPACES * side + (TRACK_SPACES - 1) * gap)
    for place, spot in enumerate(columns(line, TRACK_SPACES, gap)):
        taken = place < tiles
        theme, radius = ui.theme, ui.px(12, 8)
        fill, border = (theme.wood, theme.ink_third) if taken else (theme.slot, theme.line)
        yield Box(spot, fill, border=border, border_px=max(1, ui.px(2)), radius=radius)
    yield from paragraph(ui, lower, told, Size.LABEL)


def draw_table(ui: Ui, model: Model, page: PartialTable) -> Iterator[Piece]:
    """Yield the table as far as it is known now."""
    where, asked = bands(ui, edge_px(ui, model)), prompt(model)
    partial_game = joining.partial_game_of(model)
    certain, offered, caps = followed(partial_game), controls(model), keycaps(ui, model)
    yield from _tracks(ui, where, model, certain)
    button = None if asked.seat is None else model.session.buttons[asked.seat]
    name = "" if asked.seat is None else short_name(ui, partial_game.setup.players[asked.seat])
    has_keys = ui.canvas.touch and asks_suns(partial_game) and not ui.is_big
    control, aside = Control.DIAL if page.pick is None else Control.OK, Aside()
    offer = offered.taps.get(control)
    if offer is not None and ui.canvas.touch and (has_keys or page.pick is not None):
        sign = Sign(control, caps.get(offer.message, ""))
        aside = Aside((ui.say(offer.label),), offer.message, sign)
    yield prompt_bar(ui, where.prompt, Question(question(ui, asked), button, name, aside))
    yield from _panels(ui, where, model, page, asked.seat)
    if has_keys:
        keys = _sun_keys(Kit(ui), model, _actions(ui, model, page, caps))
        yield from keys.draw(where.dock)
    else:
        yield chip_rows(ui, where.dock, chips(ui, offered, caps))


def _tracks(ui: Ui, where: Bands, model: Model, partial_game: PartialGame) -> Iterator[Piece]:
    setup = partial_game.setup
    said = (
        None
        if is_at_auction(partial_game)
        else next_ends(ui, partial_game.ra_count, setup.ra_limit)
    )
    caps, played = keycaps(ui, model), timing(model).played
    yield from tracks.sky_above(ui, where.ra_track, partial_game, caps, played, said)
    timeline = model.session.timeline
    event = weightiest(timeline.events) if timeline is not None else None
    told = "" if event is None else event_texts(ui, event, setup)[0]
    yield from _auction_track(ui, where.auction_track, partial_game, told)


def followed(partial_game: PartialGame) -> PartialGame:
    """Return what is certain: while only points are recorded, suns and tracks change unrecorded."""
    is_untold = partial_game.level is Level.SCORE_ONLY and partial_game.stage is PartialPhase.TURN
    return at_level(partial_game, Level.LIGHT) if is_untold else partial_game


def _panels(
    ui: Ui, where: Bands, model: Model, page: PartialTable, asked: Seat | None
) -> Iterator[Piece]:
    partial_game, pick = joining.partial_game_of(model), page.pick
    certain, is_hidden = followed(partial_game), may_peek(model)
    places = panel_places(ui, where.panels, len(certain.hands))
    able = bool(winning_suns(certain))
    focus = whose = None
    if isinstance(pick, Stepped):
        focus = pick.sun
        whose = owner(certain, focus) if pick.seat is None else pick.seat
    stem = where.panels.y - where.prompt.y - where.prompt.h
    for seat, rect in zip(certain.setup.seats, places, strict=True):
        hand = certain.hands[seat]
        suns, spent = hand.suns or (), hand.spent or ()
        is_whole = hand.suns is not None and hand.spent is not None
        missing = max(1, suns_each(certain.setup) - len(suns) - len(spent))
        is_open = partial_game.hands[seat].all_suns is None and partial_game.level is Level.LIGHT
        tiles = hand.tiles if hand.is_sure else None
        shown = PlayerPanel(
            name=certain.name(seat),
            button=model.session.buttons[seat],
            suns=suns,
            spent=spent,
            tiles=tiles or 0,
            is_active=seat == asked,
            can_win=able,
            focus=focus if whose == seat else None,
            has_statue=is_at_auction(certain) and certain.active == seat,
            touch=Touch(  # where their suns lie, or what else is wrong
                fix=GoTo(joining.Joining(joining.Ask.SUNS)) if is_open else Open(Route.FIX),
                mark=GoTo(ThingCard(FixedPart.TILES, seat)),
                peek=Peek(seat) if is_hidden else None,
            ),
            stem=stem if rect.y == where.panels.y else 0,
            unknown=0 if is_whole else missing,
            note="" if tiles else ui.say("Tiles unknown") if tiles is None else ui.say("No tiles"),
        )
        yield panel(ui, rect, shown)


def _actions(ui: Ui, model: Model, page: PartialTable, caps: Keycaps) -> tuple[Action, ...]:
    partial_game = joining.partial_game_of(model)
    able, undo = tellable(partial_game), controls(model).taps[Control.UNDO]
    is_marked = isinstance(page.pick, Pointing)
    if is_at_auction(partial_game):
        sign = Sign(Control.OK, caps.get(Play(UNSOLD), ""))
        first = Action(sign, ui.say("Nobody"), Play(UNSOLD), UNSOLD in able)
    else:
        drawn = DRAWS[Tile.RA]
        sign = Sign(Control.RA, caps.get(Play(drawn), ""))
        first = Action(sign, ui.say("A Ra tile"), Play(drawn), drawn in able)
    sign = Sign(None, caps.get(Enter(END_EPOCH), ""))
    over = Action(sign, ui.say("Epoch over"), Enter(END_EPOCH), is_marked=is_marked)
    sign = Sign(Control.UNDO, caps.get(undo.message, ""))
    return first, over, Action(sign, ui.say(undo.label), undo.message, undo.is_lit)


def _sun_keys(kit: Kit, model: Model, actions: tuple[Action, ...]) -> Widget:
    """Return what is asked, a key for every sun that can be the answer, and three wide ones."""
    suns, gap = winning_suns(joining.partial_game_of(model)), kit.px(4)
    question = kit.say("Which sun is in the centre now?")
    caption = kit.text(question, Size.SMALL, PLAIN, kit.theme.gold)
    keys = [_sun_key(kit, model, number) for number in suns]

    def wide(action: Action) -> Widget:
        return Widget(lambda area: (action_key(kit.ui, area, action),))

    first, over, undo = map(wide, actions)
    if kit.is_tall:
        keys += [NOTHING] * (2 * _IN_A_ROW - len(keys))
        ends = kit.row(first.share(5), over.share(5), undo.share(3), gap=gap)
        caption = caption.fixed(unscaled(kit.ui).line_height(Size.SMALL))
        return kit.column(caption, kit.grid(keys, _IN_A_ROW, gap).share(2), ends, gap=gap)
    across = max(4, len(keys)) if len(keys) <= _ONE_ROW else -(-len(keys) // 2)
    ends = kit.column(first, kit.row(over.share(11), undo.share(5), gap=gap), gap=gap)
    parts = (
        caption.fixed(kit.px(206, 128)),
        kit.grid(keys, across, gap),
        ends.fixed(kit.px(276, 212)),
    )
    return kit.row(*(parts[::-1] if kit.ui.left_handed else parts), gap=gap)


_ONE_ROW, _IN_A_ROW = 6, 8
"""This many suns stand in one row of higher keys; on a high screen in each of two rows."""


def _sun_key(kit: Kit, model: Model, number: Sun) -> Widget:
    seat = owner(joining.partial_game_of(model), number)
    face, colour = kit.sun(number, SUN_WON), kit.theme.line
    if seat is not None:
        button = model.session.buttons[seat]
        sign = kit.px(24, 17)
        face = kit.row(face, NOTHING.fixed(sign * 6 // 10))
        face = kit.layers(face, kit.corner(kit.emblem(button), 0, sign))
        colour = kit.theme.buttons[button]
    inner = kit.middle(kit.pad(face, kit.px(6, 3), kit.px(4, 3)), wide=kit.px(84, 60))
    key = kit.box(inner, fill=kit.theme.panel, border=colour, px=max(2, kit.px(2.5)))
    return kit.touch(key, TakeSun(number))
