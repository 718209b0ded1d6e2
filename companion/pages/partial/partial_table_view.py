"""Shows the partially recorded table: what is known, who is asked, and what can be entered."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from companion import narration
from companion.core.commands import Bindings
from companion.core.controls import Control
from companion.core.messages import Enter, GoTo, Message, Open, Peek, Play, Route, TakeSun
from companion.core.model import Model
from companion.pages.controls import controls, prompt
from companion.pages.page_view import Name, Touch, header, keycaps, lit_header, touches
from companion.pages.partial import joining, partial_table
from companion.pages.partial.sun_keys import Strip, SunKey, strip
from companion.pages.playing_time import Timing, timing
from companion.pages.status_bar import edge_px
from companion.pages.table import player_panel, ra_track
from companion.pages.table.headline import next_ends
from companion.pages.table.holdings import lay_out, sun_cells, tiles_held
from companion.pages.table.peek import may_peek
from companion.pages.table.player_panel import (
    body_room,
    far_counts,
    far_head_px,
    far_parts,
    ground,
    head_px,
)
from companion.pages.table.ra_track import UNKNOWN, Sunway, beside_it
from companion.rules.actions import TRACK_SPACES, UNSOLD, Level
from companion.rules.editions import Seat, Sun, Suns, ra_display
from companion.rules.levels import at_level
from companion.rules.partial import END_EPOCH, PartialGame, PartialPhase, suns_each
from companion.rules.records.timeline import Step
from companion.rules.tiles import Tiles
from companion.ui.chips import chip_rows, chips
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
    stacked,
)
from companion.ui.pieces import (
    NO_KEYCAPS,
    SUN_DOWN,
    SUN_UP,
    SUN_WON,
    Keycaps,
    Sign,
    focus_ring,
    least_height,
    paragraph,
    sky,
    sun,
)
from companion.ui.prompt_bar import Aside, Question, prompt_bar
from companion.ui.scene import Box, Disc, Item, Rect, Target
from companion.ui.speech import event_texts, question, short_name, weightiest
from companion.ui.style import CENTRED, TOUCH_PX, Piece, Shape, Size, Ui, cached
from companion.ui.widgets import Action, as_large_as_fits

if TYPE_CHECKING:
    from companion.pages.partial.partial_table import PartialTable


class PartialTrack(msgspec.Struct, frozen=True):
    """What is known of the auction track."""

    centre: Sun | None
    tiles: int | None
    """How many tiles lie there; None if nobody tells draws."""
    told: str = ""
    """What has just happened."""
    is_hot: bool = False
    """Whether it is being fought for."""
    centre_message: Message | None = None
    """What a touch on the sun means."""
    tiles_message: Message | None = None
    """What a touch beside it means."""


@cached
def partial_track(ui: Ui, rect: Rect, shown: PartialTrack) -> Iterator[Piece]:
    """Yield the sun in the centre and, beside it, places that are taken and places that are not."""
    theme = ui.theme
    border, px = (theme.gold, 3) if shown.is_hot else (theme.line, 2)
    radius = ui.px(16, 12)
    yield Box(rect, theme.track, border=border, border_px=max(2, ui.px(px)), radius=radius)
    inner = rect.inset(ui.px(10, 5))
    wide = ui.px(92) if ui.shape is Shape.TALL else ui.px(148, 80)
    centre, area = cut_left(inner, wide, ui.px(14, 6))
    yield from _centre(ui, centre, shown)
    if shown.tiles is None:
        yield from _untold(ui, area, shown.told)
    else:
        yield from _places(ui, area, shown.tiles, shown.told)
    if shown.tiles_message is not None:
        yield Target(area, shown.tiles_message)


def _untold(ui: Ui, area: Rect, told: str) -> Iterator[Piece]:
    """Yield what happened, large, and below it that tiles are not entered here."""
    untold = ui.say("Tiles are not entered here")
    if not told:
        yield from paragraph(ui, area, untold, Size.LABEL, colour=ui.theme.ink_third)
        return
    high = 0 if ui.is_big else least_height(ui, untold, area.w)
    lower, upper = cut_foot(area, high)
    yield from as_large_as_fits(ui, upper, told, ui.em(Size.TITLE))
    if high:
        yield from paragraph(ui, lower, untold, Size.LABEL, colour=ui.theme.ink_third)


def _centre(ui: Ui, rect: Rect, shown: PartialTrack) -> Iterator[Piece]:
    side = min(rect.w, rect.h, ui.px(104, 76))
    spot = square(rect, side)
    if shown.centre is None:
        rim = max(2, ui.px(2.5))
        yield Disc(spot, ui.theme.station, border=ui.theme.line, border_px=rim)
        yield ui.line(spot, UNKNOWN, Size.SCORE, ui.theme.ink_third, CENTRED)
    else:
        yield from sun(ui, spot, shown.centre, SUN_WON)
    if shown.centre_message is not None:
        yield Target(rect, shown.centre_message)


def _places(ui: Ui, area: Rect, tiles: int, told: str) -> Iterator[Piece]:
    """Yield eight small places, this many of them taken, and what happened under them."""
    upper, lower = rows(area, 2, ui.px(4)) if told else (area, area)
    gap = ui.px(10, 5)
    side = min(upper.h, (upper.w - gap * (TRACK_SPACES - 1)) // TRACK_SPACES, ui.px(72, 44))
    line = left_part(middle(upper, upper.w, side), TRACK_SPACES * side + (TRACK_SPACES - 1) * gap)
    for place, spot in enumerate(columns(line, TRACK_SPACES, gap)):
        taken = place < tiles
        theme, radius = ui.theme, ui.px(12, 8)
        fill, border = (theme.wood, theme.ink_third) if taken else (theme.slot, theme.line)
        yield Box(spot, fill, border=border, border_px=max(1, ui.px(2)), radius=radius)
    if told:
        yield from paragraph(ui, lower, told, Size.LABEL)


class KnownTable(NamedTuple):
    """What is known of the table: now, or at a point of its history."""

    partial_game: PartialGame
    buttons: tuple[int, ...]
    steps: Sequence[Step]
    """The actions that led here."""
    offered: Bindings
    caps: Keycaps = NO_KEYCAPS
    pick: partial_table.Stepped | partial_table.Pointing | None = None
    may_peek: bool = False
    timing: Timing = Timing()
    """What is seen of the time that the game takes."""
    is_live: bool = True
    """Whether people play on it, or only look."""


def draw_table(ui: Ui, model: Model, page: PartialTable) -> Iterator[Piece]:
    """Yield the table as far as it is known now."""
    timeline = model.session.timeline
    known = KnownTable(
        partial_game=joining.partial_game_of(model),
        buttons=model.session.buttons,
        steps=timeline.steps if timeline else (),
        offered=controls(model),
        caps=keycaps(ui, model),
        pick=page.pick,
        may_peek=may_peek(model),
        timing=timing(model),
    )
    where = bands(ui, edge_px(ui, model))
    yield from upper(ui, where, known)
    asked = prompt(model)
    button = None if asked.seat is None else model.session.buttons[asked.seat]
    names = known.partial_game.setup.players
    name = "" if asked.seat is None else short_name(ui, names[asked.seat])
    bar = Question(question(ui, asked), button, name, _aside(ui, known))
    yield prompt_bar(ui, where.prompt, bar)
    yield from panels(ui, where, known, asked.seat)
    yield from _dock(ui, where.dock, known)


def upper(ui: Ui, where: Bands, known: KnownTable) -> Iterator[Piece]:
    """Yield the sky, the Ra track, and what is known of the auction track."""
    partial_game = followed(known.partial_game)
    setup = partial_game.setup
    is_live = known.is_live and not partial_table.is_at_auction(partial_game)
    said = next_ends(ui, partial_game.ra_count, setup.ra_limit) if is_live else None
    horizon = where.ra_track.y + where.ra_track.h
    yield sky(ui, horizon, is_red=said is not None, is_day=True)
    name = UNKNOWN
    if partial_game.epoch:
        name = narration.epoch_name(partial_game.epoch, setup, ui.canvas.words)
    sunway = Sunway(
        partial_game.ra_count, setup.ra_limit, ra_display(setup.edition), partial_game.epoch
    )
    beside = beside_it(name, None, known.offered.holds, known.caps, known.timing.played)
    yield from ra_track.track(ui, where.ra_track, sunway, beside, said)
    fix = Open(Route.FIX) if known.is_live else None
    track = PartialTrack(
        centre=partial_game.centre,
        tiles=_tiles_on_track(partial_game),
        told=_happened(ui, known) if known.is_live else "",
        is_hot=partial_table.is_at_auction(partial_game),
        centre_message=GoTo(partial_table.PartialCard()) if known.is_live else None,
        tiles_message=fix,
    )
    yield partial_track(ui, where.auction_track, track)


def followed(partial_game: PartialGame) -> PartialGame:
    """Return what is certain: while only points are recorded, suns and tracks change unrecorded."""
    is_untold = partial_game.level is Level.SCORE_ONLY and partial_game.stage is PartialPhase.TURN
    return at_level(partial_game, Level.LIGHT) if is_untold else partial_game


def _tiles_on_track(partial_game: PartialGame) -> int | None:
    """Return how many tiles are certainly on the auction track; draws must be entered for that."""
    return (
        partial_game.track_tiles
        if partial_game.is_counted or partial_table.is_at_auction(partial_game)
        else None
    )


def _happened(ui: Ui, known: KnownTable) -> str:
    """Return what the last entry did."""
    event = weightiest(known.steps[-1].events) if known.steps else None
    return "" if event is None else event_texts(ui, event, known.partial_game.setup)[0]


def _aside(ui: Ui, known: KnownTable) -> Aside:
    """Return what OK does to what is pointed at."""
    ok = known.offered.taps.get(Control.OK)
    if known.pick is None or ok is None or not ui.canvas.touch:
        return Aside()
    sign = Sign(Control.OK, known.caps.get(ok.message, ""))
    return Aside((ui.say(ok.label),), (sign,), ok.message)


def panels(ui: Ui, where: Bands, known: KnownTable, asked: Seat | None) -> Iterator[Piece]:
    """Yield a panel for every player, as far as they are known."""
    partial_game = followed(known.partial_game)
    places = panel_places(ui, where.panels, len(partial_game.hands))
    stem = where.panels.y - where.prompt.y - where.prompt.h
    able = known.is_live and bool(partial_table.winning_suns(partial_game))
    for seat in partial_game.setup.seats:
        hand = partial_game.hands[seat]
        is_beside = places[seat].y == where.panels.y and seat == asked and known.is_live
        has_statue = partial_table.is_at_auction(partial_game) and partial_game.active == seat
        shown = PartialPanel(
            suns=hand.suns,
            spent=hand.spent,
            each=suns_each(partial_game.setup),
            tiles=hand.tiles if hand.is_sure else None,
            focus=_focus(partial_game, known, seat),
            is_playable=able,
        )
        name = Name(partial_game.name(seat), known.buttons[seat], has_statue, known.may_peek)
        touch = Touch(
            fix=_fix(known.partial_game, seat) if known.is_live else None,
            mark=GoTo(partial_table.PartialCard(seat)) if known.is_live else None,
            peek=Peek(seat) if known.may_peek else None,
        )
        under = stem if is_beside else 0
        yield from partial_panel(
            ui, places[seat], name, shown, touch, is_asked=seat == asked, stem=under
        )


def _fix(partial_game: PartialGame, seat: Seat) -> Message:
    """Return what a touch on a player means: to say where suns lie, or what lies otherwise."""
    is_unknown = partial_game.hands[seat].all_suns is None and partial_game.level is Level.LIGHT
    return GoTo(joining.Joining(joining.Ask.SUNS)) if is_unknown else Open(Route.FIX)


def _focus(partial_game: PartialGame, known: KnownTable, seat: Seat) -> Sun | None:
    pick = known.pick
    if not isinstance(pick, partial_table.Stepped):
        return None
    whose = partial_table.owner(partial_game, pick.sun) if pick.seat is None else pick.seat
    return pick.sun if whose == seat else None


def _dock(ui: Ui, rect: Rect, known: KnownTable) -> Iterator[Piece]:
    """Yield a key for every sun that may lie in the centre, or what each control does."""
    if ui.canvas.touch and partial_table.asks_suns(known.partial_game) and not ui.is_big:
        yield strip(ui, rect, _strip(ui, known))
        return
    choosing, rest = chips(ui, known.offered, known.caps)
    yield chip_rows(ui, rect, (choosing, rest))


def _strip(ui: Ui, known: KnownTable) -> Strip:
    partial_game, able, caps = (
        known.partial_game,
        partial_table.tellable(known.partial_game),
        known.caps,
    )
    undo = known.offered.taps[Control.UNDO]
    if partial_table.is_at_auction(partial_game):
        sign = Sign(Control.OK, caps.get(Play(UNSOLD), ""))
        first = Action(sign, ui.say("Nobody"), Play(UNSOLD), UNSOLD in able)
    else:
        sign = Sign(Control.RA, caps.get(Play(partial_table.RA_TILE), ""))
        first = Action(
            sign, ui.say("A Ra tile"), Play(partial_table.RA_TILE), partial_table.RA_TILE in able
        )
    ending, is_marked = Enter(END_EPOCH), isinstance(known.pick, partial_table.Pointing)
    sign = Sign(None, caps.get(ending, ""))
    over = Action(sign, ui.say("Epoch over"), ending, is_marked=is_marked)
    sign = Sign(Control.UNDO, caps.get(undo.message, ""))
    back = Action(sign, ui.say(undo.label), undo.message, undo.is_lit)
    asked = ui.say("Which sun is in the centre now?")
    return Strip(asked, tuple(_keys(known)), (first, over, back))


def _keys(known: KnownTable) -> Iterator[SunKey]:
    partial_game = known.partial_game
    for each in partial_table.winning_suns(partial_game):
        seat = partial_table.owner(partial_game, each)
        button = None if seat is None else known.buttons[seat]
        cap = known.caps.get(TakeSun(each), "")
        key = cap if len(cap) == 1 else ""  # beside a sun there is no room for two keys
        yield SunKey(each, button, TakeSun(each), key)


class PartialPanel(msgspec.Struct, frozen=True):
    """What is known of one player, but for points, which lie face down."""

    suns: Suns | None
    spent: Suns | None
    each: int
    """How many suns everybody has."""
    tiles: Tiles | None
    """None if they are not known."""
    focus: Sun | None = None
    """The sun that is pointed at."""
    is_playable: bool = False
    """Whether these suns can be entered as having won."""

    @property
    def places(self) -> int:
        """How many suns the player has; at least one more than known if not all are."""
        known = len(self.suns or ()) + len(self.spent or ())
        is_whole = self.suns is not None and self.spent is not None
        return known if is_whole else max(self.each, known + 1)


def partial_panel(  # noqa: PLR0913 - what lies there, whose it is, and whether they are asked
    ui: Ui,
    rect: Rect,
    name: Name,
    shown: PartialPanel,
    touch: Touch,
    *,
    is_asked: bool,
    stem: int = 0,
) -> Iterator[Piece]:
    """Yield the panel of a player: its name apart, as that changes with every turn."""
    head = far_head_px(ui, rect) if ui.is_big else head_px(ui, rect)
    yield from touches(ui, rect, head, touch)
    yield _body(ui, rect, head, shown)
    row = Rect(rect.x, rect.y, rect.w, head)
    yield lit_header(ui, row, name, stem) if is_asked else header(ui, row, name)


@cached
def _body(ui: Ui, rect: Rect, head: int, shown: PartialPanel) -> Iterator[Piece]:
    """Yield suns and tiles; suns alone, and so much larger, where there are no tiles to be seen."""
    number = shown.places
    if ui.is_big:
        spots, tallies = far_parts(ui, rect, number, is_counted=bool(shown.tiles))
        yield from ground(ui, rect, None)
        yield from _suns(ui, _alone(spots, number), shown)
        if tallies is not None and shown.tiles:
            yield from far_counts(ui, tallies, shown.tiles, 1.0)
        return
    area = body_room(ui, rect, head)
    if shown.tiles:
        found = lay_out(ui, area, number)
        yield from ground(ui, rect, found.rule)
        yield from tiles_held(ui, found, shown.tiles, 1.0)
        yield from _suns(ui, sun_cells(ui, found, number), shown)
        return
    text = ui.say("Tiles unknown") if shown.tiles is None else ui.say("No tiles")
    high = least_height(ui, text, area.w)
    area = area._replace(h=area.h - ui.px(4))
    suns, said = stacked(area, (area.h - high, high), 0)
    yield from ground(ui, rect, None)
    yield from _suns(ui, _alone(suns, number), shown)
    yield from paragraph(ui, said, text, Size.SMALL, CENTRED, colour=ui.theme.ink_third)


def _alone(rect: Rect, number: int) -> tuple[tuple[Rect, Rect], ...]:
    """Return this many places of suns, as large as there is room, with what is touched for each."""
    return tuple((spot, spot) for spot in player_panel.places(rect, number))


def _suns(ui: Ui, cells: Sequence[tuple[Rect, Rect]], shown: PartialPanel) -> Iterator[Piece]:
    """Yield a place for every sun of the player, with a question mark where it is not known."""
    suns, spent = shown.suns or (), shown.spent or ()
    known = [*((number, True) for number in suns), *((number, False) for number in spent)]
    for place, (cell, spot) in enumerate(cells):
        if place >= len(known):
            yield from _unknown(ui, spot)
            continue
        number, is_up = known[place]
        yield from sun(ui, spot, number, SUN_UP if is_up else SUN_DOWN)
        if number == shown.focus:
            yield focus_ring(ui, spot, spot.w // 2)
        if is_up and shown.is_playable:
            yield Target(middle(cell, cell.w, max(cell.h, TOUCH_PX)), TakeSun(number))


def _unknown(ui: Ui, spot: Rect) -> Iterator[Item]:
    inner = spot.inset(max(2, spot.w // 10))
    rim = max(2, ui.px(2))
    yield Disc(inner, ui.theme.station, border=ui.theme.line, border_px=rim)
    px = max(ui.em(Size.NAME), spot.w // 2)
    yield ui.text(inner, UNKNOWN, px, ui.theme.ink_third, CENTRED)
