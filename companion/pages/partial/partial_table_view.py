"""Shows the partially recorded table: what is known, who is asked, and what can be entered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion import narration
from companion.core.commands import Control
from companion.core.messages import Enter, GoTo, Open, Peek, Play, Route, TakeSun
from companion.core.model import Model
from companion.pages.controls import controls, prompt
from companion.pages.page_view import Touch, keycaps
from companion.pages.partial import joining, partial_table
from companion.pages.status_bar import edge_px, timing
from companion.pages.table import tracks
from companion.pages.table.peek import may_peek
from companion.pages.table.player_panel import PlayerPanel, far_panel, panel
from companion.pages.table.tracks import UNKNOWN, Sunway, beside_it, next_ends
from companion.rules.actions import DRAWS, TRACK_SPACES, UNSOLD, Level
from companion.rules.editions import Seat, Sun, ra_display
from companion.rules.levels import at_level
from companion.rules.partial import END_EPOCH, PartialGame, PartialPhase, suns_each
from companion.rules.tiles import Tile
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
    shares,
    square,
)
from companion.ui.pieces import (
    SUN_WON,
    Keycaps,
    Sign,
    least_height,
    paragraph,
    shining,
    sky,
    sun,
)
from companion.ui.prompt_bar import Aside, Question, prompt_bar
from companion.ui.scene import Box, Disc, Item, Rect, Target
from companion.ui.speech import event_texts, question, short_name, weightiest
from companion.ui.style import (
    CENTRED,
    NUMBER,
    SMALLEST_PX,
    Piece,
    Shape,
    Size,
    Ui,
    unscaled,
)
from companion.ui.widgets import Action, action_key, as_large_as_fits

if TYPE_CHECKING:
    from companion.pages.partial.partial_table import PartialTable


def _auction_track(ui: Ui, rect: Rect, partial_game: PartialGame, told: str) -> Iterator[Piece]:
    """Yield the sun in the centre and, beside it, places that are taken and places that are not."""
    theme, is_hot = ui.theme, partial_table.is_at_auction(partial_game)
    border, px = (theme.gold, 3) if is_hot else (theme.line, 2)
    radius = ui.px(16, 12)
    yield Box(rect, theme.track, border=border, border_px=max(2, ui.px(px)), radius=radius)
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
    if not told:
        yield from paragraph(ui, area, untold, Size.LABEL, colour=ui.theme.ink_third)
        return
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
    yield Target(rect, GoTo(partial_table.PartialCard()))


def _places(ui: Ui, area: Rect, tiles: int, told: str) -> Iterator[Piece]:
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


def draw_table(ui: Ui, model: Model, page: PartialTable) -> Iterator[Piece]:
    """Yield the table as far as it is known now."""
    where, asked = bands(ui, edge_px(ui, model)), prompt(model)
    partial_game = joining.partial_game_of(model)
    certain, offered, caps = followed(partial_game), controls(model), keycaps(ui, model)
    yield from _tracks(ui, where, model, certain)
    button = None if asked.seat is None else model.session.buttons[asked.seat]
    name = "" if asked.seat is None else short_name(ui, partial_game.setup.players[asked.seat])
    ok, aside = offered.taps.get(Control.OK), Aside()
    if page.pick is not None and ok is not None and ui.canvas.touch:
        sign = Sign(Control.OK, caps.get(ok.message, ""))
        aside = Aside((ui.say(ok.label),), (sign,), ok.message)
    yield prompt_bar(ui, where.prompt, Question(question(ui, asked), button, name, aside))
    yield from _panels(ui, where, model, page, asked.seat)
    if ui.canvas.touch and partial_table.asks_suns(partial_game) and not ui.is_big:
        yield from _sun_keys(ui, where.dock, model, _actions(ui, model, page, caps), caps)
    else:
        yield chip_rows(ui, where.dock, chips(ui, offered, caps))


def _tracks(ui: Ui, where: Bands, model: Model, partial_game: PartialGame) -> Iterator[Piece]:
    setup, is_at_auction = partial_game.setup, partial_table.is_at_auction(partial_game)
    said = None if is_at_auction else next_ends(ui, partial_game.ra_count, setup.ra_limit)
    horizon = where.ra_track.y + where.ra_track.h
    yield sky(ui, horizon, is_red=said is not None, is_day=True)
    name = UNKNOWN
    if partial_game.epoch:
        name = narration.epoch_name(partial_game.epoch, setup, ui.canvas.words)
    sunway = Sunway(
        partial_game.ra_count,
        setup.ra_limit,
        ra_display(setup.edition),
        partial_game.epoch,
    )
    caps, played = keycaps(ui, model), timing(model).played
    beside = beside_it(name, None, controls(model).holds, caps, played)
    yield from tracks.ra_track(ui, where.ra_track, sunway, beside, said)
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
    able = bool(partial_table.winning_suns(certain))
    focus = whose = None
    if isinstance(pick, partial_table.Stepped):
        owner = partial_table.owner(certain, pick.sun)
        focus, whose = pick.sun, owner if pick.seat is None else pick.seat
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
            has_statue=partial_table.is_at_auction(certain) and certain.active == seat,
            touch=Touch(  # where their suns lie, or what else is wrong
                fix=GoTo(joining.Joining(joining.Ask.SUNS)) if is_open else Open(Route.FIX),
                mark=GoTo(partial_table.PartialCard(seat)),
                peek=Peek(seat) if is_hidden else None,
            ),
            stem=stem if rect.y == where.panels.y else 0,
            unknown=0 if is_whole else missing,
            note="" if tiles else ui.say("Tiles unknown") if tiles is None else ui.say("No tiles"),
        )
        yield (far_panel if ui.is_big else panel)(ui, rect, shown)


def _actions(ui: Ui, model: Model, page: PartialTable, caps: Keycaps) -> tuple[Action, ...]:
    partial_game = joining.partial_game_of(model)
    able, undo = partial_table.tellable(partial_game), controls(model).taps[Control.UNDO]
    is_marked = isinstance(page.pick, partial_table.Pointing)
    if partial_table.is_at_auction(partial_game):
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


def _sun_keys(
    ui: Ui, rect: Rect, model: Model, actions: tuple[Action, ...], caps: Keycaps
) -> Iterator[Piece]:
    """Yield what is asked, a key for every sun that can be the answer, and three wide ones."""
    partial_game = joining.partial_game_of(model)
    suns = partial_table.winning_suns(partial_game)
    caption, places, ends = _key_places(ui, rect, len(suns))
    yield from _caption(ui, ui.sided(caption, rect), ui.say("Which sun is in the centre now?"))
    for number, spot in zip(suns, places, strict=False):
        seat, cap = partial_table.owner(partial_game, number), caps.get(TakeSun(number), "")
        button = None if seat is None else model.session.buttons[seat]
        key = cap if len(cap) == 1 else ""  # beside a sun there is no room for two keys
        yield from _sun_key(ui, ui.sided(spot, rect), number, button, key)
    for action, spot in zip(actions, ends, strict=True):
        yield action_key(ui, ui.sided(spot, rect), action)


_ONE_ROW = 6
"""This many suns stand in one row of higher keys."""


def _key_places(ui: Ui, rect: Rect, suns: int) -> tuple[Rect, tuple[Rect, ...], tuple[Rect, ...]]:
    gap = ui.px(4)
    if ui.shape is Shape.TALL:
        top, *middle, end = rows(rect, 4, gap)
        return (
            top,
            tuple(key for row in middle for key in columns(row, 8, gap)),
            shares(end, (5, 4, 3), gap),
        )
    wide = ui.px(276, 212)
    caption = left_part(rect, ui.px(206, 128))
    keys = Rect(caption.x + caption.w + gap, rect.y, rect.w - wide - caption.w - 2 * gap, rect.h)
    lines = 1 if suns <= _ONE_ROW else 2
    number = max(4, suns) if lines == 1 else (suns + 1) // 2
    places = tuple(key for row in rows(keys, lines, gap) for key in columns(row, number, gap))
    upper, lower = rows(Rect(rect.x + rect.w - wide, rect.y, wide, rect.h), 2, gap)
    return caption, places, (upper, *shares(lower, (11, 5), gap))


def _caption(ui: Ui, rect: Rect, question: str) -> Iterator[Piece]:
    lines = ui.wrapped(question, rect.w, Size.SMALL)[: max(1, rect.h // ui.em(Size.SMALL))]
    high = min(round(ui.em(Size.SMALL) * 1.25), rect.h // len(lines))
    places = rows(middle(rect, rect.w, high * len(lines)), len(lines), 0)
    for spot, line in zip(places, lines, strict=True):
        yield ui.line(spot, line, Size.SMALL, ui.theme.gold)


def _sun_key(ui: Ui, rect: Rect, number: Sun, button: int | None, key: str) -> Iterator[Piece]:
    colour = ui.theme.line if button is None else ui.theme.buttons[button]
    yield Box(rect, ui.theme.panel, border=colour, border_px=max(2, ui.px(2.5)),
              radius=ui.px(12, 9))  # fmt: skip
    pad = ui.px(8, 3)
    sign = max(ui.px(24, 17), ui.width(key, Size.SMALL))
    if sign + SMALLEST_PX * 2 + 2 * pad > rect.w:
        ui = unscaled(ui)
        sign = max(ui.px(24, 17), ui.width(key, Size.SMALL))
    most = rect.h - ui.px(8, 6)
    is_tight = rect.w < most + sign + 3 * pad and not key
    over = sign * 4 // 10 if is_tight else 0
    side = min(most, rect.w - sign - 2 * pad + over)
    left = rect.x + (rect.w - side - sign - pad // 2 + over) // 2
    disc = square(Rect(left, rect.y, side, rect.h), side)
    if key:
        yield from _beside_key(ui, disc, number)
    else:
        yield from sun(ui, disc, number, SUN_WON)
    mark = Rect(left + side + pad // 2 - over, rect.y + over, sign, rect.h)
    if key:
        yield ui.line(mark, key, Size.SMALL, ui.theme.gold, CENTRED)
    elif button is not None:
        yield from shining(ui, square(mark, sign), button)
    yield Target(rect, TakeSun(number))


_DISC = 0.75
"""How much of a sun's width its number may fill before it lies on the rays."""

_WIDEST = "16"
"""The widest number on a sun, so that suns of one size look alike."""


def _beside_key(ui: Ui, disc: Rect, number: Sun) -> Iterator[Item]:
    """Yield a sun, or its number alone on gold where the disc is too small for two digits."""
    widest = ui.canvas.type.width(_WIDEST, SMALLEST_PX, NUMBER.weight)
    if widest <= disc.w * _DISC:
        yield from sun(ui, disc, number, SUN_WON)
        return
    yield Box(disc, ui.theme.gold, radius=disc.w // 4)
    yield ui.text(disc, str(number), SMALLEST_PX, ui.theme.on_gold, NUMBER)
