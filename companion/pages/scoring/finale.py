"""The end: places are revealed from last to first, the crown last; the breakdown stays."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from string import ascii_lowercase, digits
from typing import ClassVar

from msgspec.structs import replace

from companion import narration
from companion.core.commands import (
    OK,
    PLAYER_CONTROLS,
    RA,
    UNDO,
    Command,
    Control,
    Prompt,
    hold,
    key,
    player_control,
    tap,
)
from companion.core.effects import Cue, Sound, Update
from companion.core.messages import GoTo, Leave, Next, Open, Rematch, Route, TakeBack
from companion.core.model import Model
from companion.core.page import Page
from companion.i18n import Words
from companion.narration import aloud
from companion.pages import registry
from companion.pages.controls import controls, prompt
from companion.pages.motion import things
from companion.pages.page_view import TITLE, asked, dock, frame, heading, keycaps, titled
from companion.pages.points import Explained, PointsPage, epochs
from companion.pages.reference.rules_card import FINALE, Card
from companion.pages.scoring import epoch as scoring_epoch
from companion.pages.scoring import race
from companion.pages.scoring.pyramids import PAPYRUS
from companion.pages.status_bar import edge_px
from companion.pages.table import table
from companion.pages.table.player_panel import lay_out, sun_cells, tiles_held
from companion.rules.editions import Seat
from companion.rules.events import EpochEnded, EpochTallied
from companion.rules.model import LAST_EPOCH, Player
from companion.rules.records.timeline import Result, Timeline
from companion.rules.scoring.reasons import TieBreak
from companion.ui.animation import Move, RenderedPage, Slide, frame_start
from companion.ui.chips import chip_rows, chips
from companion.ui.layout import PageAreas, columns, cut_foot, cut_top, middle, page_areas, stacked
from companion.ui.pieces import SUN_UP, SUN_WON, sky, sun
from companion.ui.scene import (
    Animated,
    Box,
    Colour,
    Disc,
    Item,
    Picture,
    Polygon,
    Rays,
    Rect,
    Sky,
    Target,
    Weight,
    keyed,
    loud,
)
from companion.ui.score_table import score_table, seat_columns
from companion.ui.speech import short_setup
from companion.ui.style import CENTRED, NUMBER, SMALLEST_PX, Piece, Shape, Size, Ui
from companion.ui.theme import ON_BUTTON, between
from companion.ui.widgets import NameTag, corner, in_a_row, signed_name, tag_width

BAR_SECONDS = 0.9
"""How long a bar rises."""

CROWN_SECONDS = 1.2
"""How long the crown takes to its owner; presses in this time only end its way."""


class Finale(PointsPage, frozen=True):
    """The end: places are revealed from last to first, the crown last; the breakdown stays."""

    is_result: ClassVar[bool] = True

    is_reveal: ClassVar[bool] = True

    revealed: int = 0
    """How many players have been revealed; beyond the last one the breakdown is shown."""
    rising: int = 0
    """How many bars rise now; their numbers and places are told when they have stopped."""
    since: float | None = None
    """When what moves began, in seconds of the monotonic clock; None: all is still."""
    epoch: int = LAST_EPOCH
    """The epoch of the reasons."""

    @classmethod
    def from_route(cls, model: Model, *_: object) -> Finale:
        """Return the result, with all places revealed."""
        return cls(len(model.game.players))

    def commands(self, model: Model) -> Iterator[Command]:
        players = len(model.game.players)
        if winner(model) is None:
            yield from _without_a_winner(model, self)
        elif self.since is not None:
            yield from _finishing()
        elif self.revealed < players:
            result = GoTo(Finale(players))
            yield tap("Reveal", Next(), OK, RA)
            yield hold("Result", result, RA, keys="end")
            yield hold("Result", result, OK, keys="tab", silent=True)
            yield tap("Back", GoTo(scoring_epoch.EpochScores()), UNDO)
        elif self.revealed > players + 1:
            yield from race.on_leaf(model)
        elif self.revealed == players:
            yield tap("Points", GoTo(Finale(players + 1)), OK)
            yield tap("Undo", TakeBack(), UNDO)
            yield from race.of_the_end(model)
            yield from _next_game(is_fix_silent=False)
        else:
            yield tap("By category", GoTo(Finale(players + race.BY_CATEGORY)), OK)
            yield tap("Back", GoTo(Finale(players)), UNDO)
            yield from self.asking_by_epoch(model)
            yield from _next_game(is_fix_silent=True)  # so that History has room

    def prompt(self, model: Model) -> Prompt:
        if winner(model) is None:
            return Prompt("The game is over; the winner is unknown")
        if self.revealed < len(model.game.players):
            return Prompt("Who wears the crown?")
        return Prompt("Thank you for playing")

    def asking_by_epoch(self, model: Model) -> Iterator[Command]:
        """Yield the reasons of the last epoch for each button, then of the one before."""
        for seat in model.game.setup.seats:
            epochs = _explained_epochs(model.session.timeline, seat)
            if not epochs:
                continue
            own = self.epoch if self.reasons_for == seat else LAST_EPOCH + 1
            earlier = next((epoch for epoch in epochs if epoch < own), None)
            after = Finale(self.revealed)
            if earlier is not None:
                after = replace(self, reasons_for=seat, epoch=earlier)
            yield tap("Why?", GoTo(after), player_control(model, seat))

    def points(self, ui: Ui, model: Model) -> Iterable[Piece]:
        where = frame(ui, model)
        everybody = len(model.game.players)
        if self.revealed == everybody:
            lines = 3 if ui.shape is Shape.TALL else 2  # every next thing is one press
            where = page_areas(ui, edge_px(ui, model), lines)
        if winner(model) is None:
            yield from _breakdown(ui, where, model)
            return
        if more := race.RESULT_PAGES.get(self.revealed - everybody):
            yield from more(ui, model)
            return
        if self.revealed < everybody or self.since is not None:
            yield from _podium(ui, where, model, self)
            unnamed = () if self.since is None else _UNNAMED
            yield from dock(ui, where.dock, model, unnamed)
            whole = Rect(0, 0, *ui.canvas.size)
            yield Target(where.body if self.since is None else whole, Next())
        elif self.revealed == everybody:
            yield from _podium(ui, where, model, self)
            yield Target(where.body, GoTo(Finale(everybody + 1)))
            first, rest = chips(ui, controls(model), keycaps(ui, model))
            is_tall = ui.shape is Shape.TALL  # its rows are broken where they are full
            yield chip_rows(ui, where.dock, ((*first, *rest),) if is_tall else (first, rest))
        else:
            yield from _breakdown(ui, where, model)

    def why(self, model: Model, seat: Seat, words: Words) -> Explained | None:
        timeline = model.session.timeline
        ended = () if timeline is None else epochs(timeline)
        found = next((each for each in ended if each.epoch == self.epoch), None)
        if found is None:
            return None
        setup, button = model.game.setup, model.session.buttons[seat]
        why = found.why(seat, setup.players, button, words)
        return replace(why, epoch=narration.epoch_name(self.epoch, setup, words))

    def motion(self, ui: Ui, before: RenderedPage, after: RenderedPage) -> Iterable[Move]:
        is_reveal = isinstance(before.model.page, Finale | scoring_epoch.EpochScores)
        if self.since is None or not is_reveal:
            return
        now, old = frame_start(after.model.now), things(before, Animated.BAR)
        rising = [items for seat, items in things(after, Animated.BAR).items() if seat not in old]
        for items in rising:
            yield Slide(items, (0, items[0].rect.h), now, BAR_SECONDS)
        if rising:
            yield from _before_them(after, now, BAR_SECONDS)
        crown = things(after, Animated.CROWN).get(0)
        if crown is not None and not things(before, Animated.CROWN):
            seconds = CROWN_SECONDS
            yield Slide(crown, (0, crown[0].rect.h), now, seconds)
            for items in things(after, Animated.BAR).values():
                yield Slide(items, (0, 0), now, seconds)
            yield from _before_them(after, now, seconds)

    @property
    def is_still(self) -> bool:
        return self.since is None

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        why = super().said_aloud(model, words)
        return why or places_revealed(model, self.revealed - 1, self.revealed, words)

    def validated(self, model: Model) -> Page | None:
        timeline = model.session.timeline
        if timeline is None or timeline.result is None:
            return None
        if winner(model) is None:
            return Finale(reasons_for=self.reasons_for, epoch=self.epoch)
        return race.leaf(model, self)

    def deadline(self, model: Model) -> float | None:
        if self.since is None or winner(model) is None:
            return None
        return self.since + (BAR_SECONDS if self.rising else CROWN_SECONDS)

    def on_tick(self, model: Model) -> Update | None:
        due = self.deadline(model)
        if due is None or model.now < due:
            return None
        if not self.rising:
            return replace(model, page=replace(self, since=None)), ()
        told = self.revealed + self.rising
        if told == len(model.game.players):
            return replace(model, page=Finale(told, since=model.now)), (Sound(Cue.WIN),)
        is_next = told < before_the_crown(model)
        after = Finale(told, rising=1, since=model.now) if is_next else Finale(told)
        return replace(model, page=after), (Sound(Cue.REVEAL),)

    def next_page(self, model: Model) -> Update | None:
        """Finish the motion; else let the last two rise, one of whom gets the crown."""
        players, others = len(model.game.players), before_the_crown(model)
        if winner(model) is None:
            return None
        if self.since is not None:
            is_crown = self.revealed + self.rising > others
            cue = () if not self.rising else (Sound(Cue.WIN if is_crown else Cue.REVEAL),)
            return replace(model, page=Finale(players if is_crown else others)), cue
        if self.revealed >= players:
            return None
        if model.preferences.reduce_motion:
            return replace(model, page=Finale(players)), (Sound(Cue.WIN),)
        left = players - self.revealed
        return replace(model, page=Finale(self.revealed, rising=left, since=model.now)), ()

    def parent(self) -> Page | None:
        if self.reasons_for is None:
            return None
        return replace(self, reasons_for=None, epoch=LAST_EPOCH)

    def help(self, model: Model) -> Card | None:
        return FINALE


def result_of(model: Model) -> Result:
    """Return how the game on the table ended.

    Raises:
        LookupError: No game on the table is over.
    """
    result = None if model.session.timeline is None else model.session.timeline.result
    if result is None:
        raise LookupError("no game is over")
    return result


def winner(model: Model) -> Seat | None:
    """Return who has won the game that is over; None if too little is known."""
    ranking = result_of(model).ranking
    return None if ranking is None else ranking.seats[0]


def places(model: Model) -> Page:
    """Return the page on which the places begin to be revealed, or what is asked to know them."""
    if winner(model) is None:
        return registry.found(Route.JOINING, model) or Finale()
    first = before_the_crown(model)
    if not first or model.preferences.reduce_motion:
        return Finale(first)
    return Finale(rising=1, since=model.now)


def before_the_crown(model: Model) -> int:
    """Return how many places are told before somebody asks for the crown: all but two."""
    return max(0, len(model.game.players) - 2)


def _before_them(after: RenderedPage, now: float, seconds: float) -> Iterator[Move]:
    """Yield the ground out of which they rise, which stays where it is."""
    plinths = things(after, Animated.PLINTH)
    for number in sorted(plinths, reverse=True):
        yield Slide(plinths[number], (0, 0), now, seconds)


def places_revealed(model: Model, before: int, now: int, words: Words) -> Iterator[str]:
    """Yield the places of the ``now`` that are known without those known before, the last first."""
    result, names = result_of(model), model.game.setup.players
    order = () if result.ranking is None else result.ranking.seats
    if not now or not order:
        yield aloud.asked(prompt(model), words)
        return
    place = max(1, len(order) - now + 1)
    for each in range(max(place, len(order) - before), place - 1, -1):
        seat = order[each - 1]
        yield aloud.placed(each, names[seat], result.points[seat] or 0, words)
    if place == 1:
        yield words.say("{name} wins the game", name=names[order[0]])
        for tied in result.ties:
            yield _tie_break(result, tied, names, words)


_UNNAMED = (*PLAYER_CONTROLS, Control.RA, Control.UNDO, Control.DIAL)
"""What finishes a movement as OK does, without a word about it."""


def _finishing() -> Iterator[Command]:
    yield tap("Skip", Next(), *_UNNAMED, silent=True)
    yield tap("Skip", Next(), OK)
    yield key((*_ANY_KEY, *ascii_lowercase, *digits), Next())


_ANY_KEY = "space", "escape", "tab", "end", "left", "right", "up", "down"


def _explained_epochs(timeline: Timeline | None, seat: Seat) -> tuple[int, ...]:
    """Return the epochs whose points of this seat are known and can be asked for, last first."""
    steps = () if timeline is None else timeline.steps
    return tuple(
        event.epoch
        for step in reversed(steps)
        for event in step.events
        if isinstance(event, EpochEnded | EpochTallied) and event.scores[seat] is not None
    )


def _next_game(*, is_fix_silent: bool) -> Iterator[Command]:
    yield tap("Rematch", Rematch(), RA)
    yield hold("History", Open(Route.HISTORY), UNDO, keys=HISTORY_KEY)
    yield table.fix(is_silent=is_fix_silent)


def _without_a_winner(model: Model, page: Finale) -> Iterator[Command]:
    """Yield what can be done where nobody knows who has won: what is missing can be said."""
    asked = registry.found(Route.JOINING, model)
    if asked is None:
        yield tap("Leave", Leave(), OK)
    else:
        yield tap("Fill in", GoTo(asked), OK)
        yield hold("Leave", Leave(), RA)
    yield tap("Undo", TakeBack(), UNDO)
    yield from page.asking_by_epoch(model)
    yield from _next_game(is_fix_silent=False)


HISTORY_KEY = "h"
"""After a game: looking through it."""


def podium(ui: Ui, model: Model, day: str = "") -> Iterator[Piece]:
    """Yield everybody's pyramid and what they kept, or what is known: a picture to keep."""
    where = frame(ui, model)
    foot = Rect(where.body.x, 0, where.body.w, ui.px(34))
    foot = foot._replace(y=ui.canvas.size[1] - foot.h)
    body = Rect(where.body.x, where.body.y, where.body.w, foot.y - where.body.y)
    if winner(model) is None:
        yield sky(ui, where.title.y + where.title.h)
        yield from titled(ui, where.title, asked(ui, model))
        yield score_table(ui, body, race.totals(ui, model))
    else:
        kept, body = cut_foot(body, ui.px(178), ui.px(8))
        place = PageAreas(where.title, body, Rect(body.x, kept.y, body.w, 0))
        players = model.game.players
        yield from _podium(ui, place, model, Finale(len(players)))
        for player, spot in zip(players, columns(kept, len(players), ui.px(20)), strict=True):
            yield from _kept(ui, spot, player)
    yield ui.line(foot, day, Size.LABEL, ui.theme.ink_second, CENTRED)


def _kept(ui: Ui, rect: Rect, player: Player) -> Iterator[Item]:
    suns, inner = (*player.suns, *player.spent), rect.inset(ui.px(6))
    yield Box(rect, ui.theme.panel, radius=ui.px(12))
    found = lay_out(ui, inner, len(suns))
    yield from tiles_held(ui, found, player.tiles, 1.0)
    for number, (_, spot) in zip(suns, sun_cells(ui, found, len(suns)), strict=True):
        yield from sun(ui, spot, number, SUN_UP)


def _breakdown(ui: Ui, where: PageAreas, model: Model) -> Iterator[Piece]:
    """Yield what every epoch brought; a finger asks on somebody's numbers."""
    yield Target(where.body, GoTo(Finale(len(model.game.players))))
    title = ui.say("Score breakdown") if winner(model) is not None else asked(ui, model)
    yield from heading(ui, where, title, model)
    shown, taps = race.totals(ui, model), controls(model).taps
    yield score_table(ui, where.body, shown)
    for button, spot in zip(
        model.session.buttons, seat_columns(ui, where.body, shown), strict=True
    ):
        offer = taps.get(PLAYER_CONTROLS[button])
        if offer is not None:
            yield Target(spot, offer.message)
    has_columns = ui.canvas.touch and not ui.canvas.letters
    yield from dock(ui, where.dock, model, PLAYER_CONTROLS if has_columns else ())


def _podium(ui: Ui, where: PageAreas, model: Model, page: Finale) -> Iterator[Piece]:
    """Yield everybody's pyramid; of those that still rise, neither points nor place."""
    top, ground = edge_px(ui, model), where.dock.y - ui.px(8)
    result, players = result_of(model), model.game.players
    order = result.ranking.seats if result.ranking else ()
    everybody = page.revealed == len(players)
    told = order if everybody else order[len(order) - page.revealed :]
    risen = order[max(0, len(order) - page.revealed - page.rising) :]
    foot = ground - _number_px(ui) - _name_px(ui) - ui.px(12)
    aside = where.title.x + where.title.w - corner(ui, top).x + ui.px(12, 8)
    said = Rect(where.title.x + aside, top, where.title.w - 2 * aside, 0)
    lines = _foot(ui, model, said.w) if everybody else ()
    high = ui.px(84, 58 if ui.shape is Shape.TALL else 50)
    said = said._replace(h=high + len(lines) * ui.line_height(Size.LABEL))
    low = top + said.h + ui.px(10, 4)
    field = Rect(where.body.x, low, where.body.w, foot - low)
    columns_of = columns(field, len(players), ui.px(20, 8))
    most, pyramids = max(1, *(points or 0 for points in result.points)), list[Rect]()
    for points, column in zip(result.points, columns_of, strict=True):
        share = max(_LOWEST, (points or 0) / most)
        high = round(min(column.h * 0.96, column.w * _STEEP) * share)
        pyramids.append(Rect(column.x, column.y + column.h - high, column.w, high))
    if everybody and order:
        disc = _behind(field, pyramids[order[0]])
        yield _dawn(ui, foot, disc)
        yield from keyed(Animated.CROWN, 0, (Picture(disc, SUN_WON),))
    else:
        yield sky(ui, foot)
    for seat in risen:
        place = order.index(seat) + 1
        drawn = _pyramid(ui, pyramids[seat], place if seat in told else None)
        yield from keyed(Animated.BAR, seat, drawn)
    width, height = ui.canvas.size
    below = Rect(0, foot, width, height - foot)
    yield from keyed(Animated.PLINTH, len(players), (Box(below, ui.theme.ground),))
    for seat, column in zip(model.game.setup.seats, columns_of, strict=True):
        plinth = _plinth(ui, column, model, seat, is_told=seat in told)
        yield from keyed(Animated.PLINTH, seat, plinth)
    yield from _headline(ui, said, _said(ui, model, page), lines, is_won=everybody)


def _headline(
    ui: Ui, rect: Rect, text: str, lines: Sequence[str], *, is_won: bool
) -> Iterator[Piece]:
    """Yield the winner on a sheet of papyrus, and below it the tie-break."""
    if not is_won:
        yield from titled(ui, rect, text)
        return
    px, pad = min(rect.h, ui.share(12)), _sheet_pad(ui)
    wide = max(
        ui.width_at(text, px, TITLE.weight), *(ui.width(each, Size.LABEL) for each in lines), 0
    )
    papyrus = middle(rect, min(rect.w, round(wide) + 2 * pad), rect.h - 2 * ui.px(8, 4))
    yield Box(papyrus, PAPYRUS, border=between(PAPYRUS, ON_BUTTON, 0.35),
              border_px=max(1, ui.px(2)), radius=ui.px(8, 5))  # fmt: skip
    row, below = cut_top(papyrus, papyrus.h - len(lines) * ui.line_height(Size.LABEL))
    inner = row.inset(ui.px(10), 0)
    yield ui.text(inner, text, min(row.h, px), ON_BUTTON, TITLE)
    for line, spot in zip(
        lines, stacked(below, (1,) * len(lines), 0) if lines else (), strict=True
    ):
        yield ui.line(spot.inset(ui.px(10), 0), line, Size.LABEL, ON_BUTTON, CENTRED)


def _said(ui: Ui, model: Model, page: Finale) -> str:
    ranking, names = (result_of(model).ranking, short_setup(ui, model.game.setup).players)
    order = ranking.seats if ranking else ()
    if page.revealed == len(order):
        return ui.say("{name} wins the game", name=names[order[0]])
    if not page.revealed:
        return asked(ui, model)
    place = len(order) - page.revealed
    return ui.say("Place {place}: {name}", place=place + 1, name=names[order[place]])


def _foot(ui: Ui, model: Model, width: int) -> tuple[str, ...]:
    """Return the tie-break, in even lines on a sheet of this width."""
    names, words = short_setup(ui, model.game.setup).players, ui.canvas.words
    room, px = width - 2 * _sheet_pad(ui), ui.em(Size.LABEL)
    result = result_of(model)
    return tuple(
        line
        for tied in result.ties
        for line in ui.canvas.type.even(
            _together(_tie_break(result, tied, names, words), tied, names),
            *(room, px, Weight.BOLD, words.language),
        )
    )


def _tie_break(result: Result, tied: TieBreak, names: Sequence[str], words: Words) -> str:
    """Return what broke a tie, after its places if it is not the first that it decided."""
    said = narration.tie_break(tied, names, words)
    seats = result.ranking.seats if result.ranking else ()
    first = 1 + seats.index(tied.order[0][0]) if seats else 1
    last = first + len(tied.order) - 1
    return said if first == 1 else words.state(f"{first}\N{EN DASH}{last}", said)


def _together(sentence: str, tied: TieBreak, names: Sequence[str]) -> str:
    """Return the sentence in which no line ends between a name and its sun."""
    for seat, number in tied.order:
        whole = f"{names[seat]} {number}"
        sentence = sentence.replace(whole, whole.replace(" ", "\N{NO-BREAK SPACE}"))
    return sentence


def _sheet_pad(ui: Ui) -> int:
    return ui.px(30, 14)


_LOWEST = 0.2
"""How high a pyramid is at least, as a share of the highest: also one of no points is seen."""


_STEEP = 3.2
"""How high a pyramid is at most for its width."""


def _behind(field: Rect, pyramid: Rect) -> Rect:
    side = round(min(field.h * 0.8, pyramid.w * 1.3))
    return Rect(pyramid.x + round(pyramid.w * _APEX) - side // 2,
                max(field.y, pyramid.y + pyramid.h // 3 - side // 2), side, side)  # fmt: skip


def _dawn(ui: Ui, horizon: int, disc: Rect) -> Sky:
    """Return the sky in which the sun has risen behind the highest pyramid."""
    x, y = disc.x + disc.w // 2, disc.y + disc.h // 2
    colour = ui.theme.gold if ui.theme.is_dark else ui.theme.panel
    return replace(sky(ui, horizon, is_red=True), rays=Rays(x, y, colour), stars=False)


_APEX, _EDGE = 0.45, 0.66
"""Where its top is and where the edge between light and shade stands, as shares of its width."""

_CAP = 0.2
"""How much of its height is the capstone."""

_STONE: Colour = (226, 190, 122)

_CAPS: Mapping[int, Colour] = {1: (255, 205, 66), 2: (214, 222, 232), 3: (214, 138, 86)}
"""Capstones of gold, silver and copper; from the fourth place on of plain stone."""

_PLAIN: Colour = (200, 182, 148)


def _pyramid(ui: Ui, rect: Rect, place: int | None) -> Iterator[Item]:
    """Yield a pyramid with its courses and, once the place is told, its capstone."""
    shade = between(_STONE, (60, 24, 10), 0.62)
    yield Polygon(rect, ((_APEX, 0), (1, 1), (0, 1)), _STONE, border=ON_BUTTON, border_px=1)
    yield Polygon(rect, ((_APEX, 0), (1, 1), (_EDGE, 1)), shade)
    number = max(3, rect.h // ui.px(30, 20))
    thin = max(1, ui.px(1.5)) / max(1, rect.h)
    for course in range(1, number):
        at = course / number
        ends = _APEX * (1 - at), _APEX + (1 - _APEX) * at
        corners = ((ends[0], at), (ends[1], at), (ends[1], at + thin), (ends[0], at + thin))
        yield Polygon(rect, corners, between(_STONE, shade, 0.55))
    if place is None:
        return
    colour, foot = _CAPS.get(place, _PLAIN), _CAP
    left, edge, right = (_APEX + (end - _APEX) * foot for end in (0, _EDGE, 1))
    yield Polygon(rect, ((_APEX, 0), (edge, foot), (left, foot)), colour)
    yield Polygon(rect, ((_APEX, 0), (right, foot), (edge, foot)), between(colour, (0, 0, 0), 0.3))
    side = max(SMALLEST_PX + 4, min(ui.px(48, 32), rect.h * 6 // 10, rect.w // 2))
    low = rect.y + rect.h - side - max(2, ui.px(4))
    disc = Rect(rect.x + round(rect.w * (_APEX + _EDGE) / 2) - side // 2, low, side, side)
    yield Disc(disc, colour, border=ON_BUTTON, border_px=max(1, ui.px(2)))
    yield ui.text(disc, str(place), max(SMALLEST_PX, side * 7 // 10), ON_BUTTON, NUMBER)


def _plinth(ui: Ui, column: Rect, model: Model, seat: Seat, *, is_told: bool) -> Iterator[Item]:
    """Yield whose pyramid it is, and their points once they are revealed."""
    button = model.session.buttons[seat]
    top = column.y + column.h + ui.px(3)
    name = Rect(column.x, top, column.w, _name_px(ui))
    yield Box(name, ui.theme.buttons[button], radius=name.h // 3)
    names = short_setup(ui, model.game.setup).players
    tags = tuple(map(NameTag, names, model.session.buttons))
    is_stacked = any(tag_width(ui, tag, ui.least_px) > name.w for tag in tags)
    _, px = in_a_row(ui, tags, name.w, _far(ui, Size.NAME))
    px = name.h // 2 if is_stacked else px
    yield from signed_name(ui, name, tags[seat], px, is_stacked=is_stacked)
    number = Rect(column.x, name.y + name.h, column.w, _number_px(ui))
    if not is_told:
        yield ui.text(number, "?", number.h * 9 // 10, ui.theme.ink_third, NUMBER)
        return
    points = str(result_of(model).points[seat])
    px = _far(ui, Size.DISPLAY)
    yield loud(ui.text(number.inset(ui.px(4), 0), points, px, ui.theme.ink, NUMBER))


def _far(ui: Ui, size: Size) -> int:
    """Return letters that are read across the table: points 1/8 of the height, names 1/14."""
    part = 8 if size is Size.DISPLAY else 14
    return max(ui.em(size), ui.share(part))


def _name_px(ui: Ui) -> int:
    return round(_far(ui, Size.NAME) * 1.25)


def _number_px(ui: Ui) -> int:
    return round(_far(ui, Size.DISPLAY) * _LINE)


_LINE = 0.98
"""How high a line of large numbers is at least, in ems."""
