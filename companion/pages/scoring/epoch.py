"""An epoch has been scored: its points by category, and what to do before the next."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import ClassVar

from msgspec.structs import replace

from companion import narration
from companion.core.commands import OK, RA, UNDO, Command, tap
from companion.core.effects import Cue, Sound, Update, do
from companion.core.messages import GoTo, Message, Next, Route, TakeBack
from companion.core.model import Model, Secrecy
from companion.core.page import Page
from companion.i18n import Words, mark
from companion.narration.aloud import gains
from companion.pages.motion import things
from companion.pages.page_view import PlainPage, back_corner, dock, frame, heading
from companion.pages.points import Ended, Explained, PointsPage, heads, last_epoch
from companion.pages.reference import rules_card
from companion.pages.reference.rules_card import Card
from companion.pages.scoring import finale, pyramids
from companion.pages.status_bar import edge_px
from companion.pages.table import peek as table_peek
from companion.pages.table import settled, table
from companion.pages.table.playing import route_after
from companion.rules.editions import Edition, RaDisplay, Seat, ra_display
from companion.rules.events import Cause, EpochEnded, EpochTallied, Fixed, FixedPart, LotWon
from companion.rules.model import Phase
from companion.rules.records.timeline import Timeline
from companion.rules.scoring.scoring import Category, categories
from companion.rules.scoring.tokens import VALUES, Exchange, Tokens, exchanges
from companion.rules.tiles import DISASTERS, KEPT, KINDS, Tile
from companion.ui.animation import Move, RenderedPage, Slide, frame_start
from companion.ui.kit import NOTHING, Kit, Widget
from companion.ui.layout import Bands, bands, cut_foot, cut_top, side_by_side, square, stacked
from companion.ui.layout import PageAreas as Areas
from companion.ui.pieces import SUN_DOWN, boat, paragraph, signed, sky, tile
from companion.ui.scene import Animated, Item, Picture, Rect, Weight
from companion.ui.score_table import ScoreRow, ScoreTable, score_table
from companion.ui.speech import short_name, short_setup
from companion.ui.style import CENTRED, NUMBER, Piece, Shape, Size, Ui
from companion.ui.theme import SUN_NUMBER
from companion.ui.widgets import as_large_as_fits, corner

COURSE_SECONDS = 0.35
"""How long the stones of a course take to their place; a press meanwhile only ends that."""

DEAF_SECONDS = 0.5
"""How long presses are ignored after an epoch has ended, so that the last one skips nothing."""


class EpochScores(PointsPage, frozen=True):
    """An epoch has just been scored: OK lays course after course, for everybody at once."""

    is_reveal: ClassVar[bool] = True
    asks: ClassVar[str] = mark("Take or return your points, then continue")

    steady: ClassVar[Message | None] = Next()

    hidden: int = 0
    """How many courses are not laid yet."""
    since: float = -inf
    """When the last course was laid, in seconds of the monotonic clock."""

    @classmethod
    def from_route(cls, model: Model, *given: object) -> Page:
        """Return the points; given when the epoch ended (monotonic seconds), how they begin.

        A lot that was won with the last sun is taken first.
        """
        ended = next((each for each in given if isinstance(each, float)), None)
        if ended is None:
            return cls()
        return LastLot(ended) if _has_last_lot(model) else cls.begun(model, ended)

    @classmethod
    def begun(cls, model: Model, ended: float) -> EpochScores:
        """Return the first course; where points are sealed or unknown there is none to wait for."""
        found = last_epoch(model.session.timeline)
        is_known = found is not None and any(score is not None for score in found.scores)
        if not is_known or model.session.agreement.secrecy is Secrecy.SEALED:
            return cls(since=ended)
        return cls(hidden=max(0, len(counted(model)) - 1), since=ended)

    def commands(self, model: Model) -> Iterator[Command]:
        """Yield what can be done: OK and Ra go on; while courses are laid, Undo takes one back."""
        every = counted(model)
        if self.hidden:
            yield tap("Next", Next(), OK)
            yield tap("Show all", do(EpochScores.lay, self.hidden), RA)
        else:
            yield tap("Next", Next(), OK, RA)
        if 0 < self.hidden < len(every) - 1:
            yield tap("One step back", do(EpochScores.take_back), UNDO)
        else:
            yield tap("Undo", TakeBack(), UNDO)
        if not self.hidden and model.session.agreement.secrecy is not Secrecy.SEALED:
            yield from self.asking(model.session.buttons)
            yield table.fix()
        yield from table_peek.commands(model)

    def laid(self, model: Model) -> tuple[Category, ...]:
        """Return the categories that everybody sees."""
        every = counted(model)
        return every[: len(every) - self.hidden]

    def lay(self, model: Model, courses: int) -> Update:
        """Lay so many courses for everybody; a press while stones move only ends that."""
        is_first = self.hidden == len(counted(model)) - 1
        if is_first and model.now < self.since + DEAF_SECONDS:
            return model, ()
        if model.now < self.since + COURSE_SECONDS:
            return replace(model, page=replace(self, since=-inf)), ()
        laid = replace(self, hidden=max(0, self.hidden - courses), since=model.now)
        return replace(model, page=laid), (Sound(Cue.REVEAL),)

    def take_back(self, model: Model) -> Update:
        """Take the last course back."""
        most = len(counted(model)) - 1
        return replace(model, page=EpochScores(hidden=min(most, self.hidden + 1))), ()

    def points(self, ui: Ui, model: Model) -> Iterable[Piece]:
        where, found = frame(ui, model), last_epoch(model.session.timeline)
        if found is not None and model.session.agreement.secrecy is Secrecy.SEALED:
            yield from heading(ui, where, _account(ui, model, found), model)
            yield from _sealed(ui, where.body, model)
        elif found is not None:
            yield from _pyramids(ui, where, model, found, self)
        yield from dock(ui, where.dock, model, steady=self.steady)

    def why(self, model: Model, seat: Seat, words: Words) -> Explained | None:
        found, done = last_epoch(model.session.timeline), last_exchange(model)
        if found is None:
            return None
        why = found.why(seat, model.game.setup.players, model.session.buttons[seat], words)
        return replace(why, tokens="" if done is None else moved(done, seat))

    def motion(self, ui: Ui, before: RenderedPage, after: RenderedPage) -> Iterable[Move]:
        if self.since != after.model.now or not isinstance(before.model.page, EpochScores):
            return
        now, old = frame_start(after.model.now), things(before, Animated.SEGMENT)
        for number, items in things(after, Animated.SEGMENT).items():
            if number not in old:
                yield Slide(items, (0, -_FALL * items[0].rect.h), now, COURSE_SECONDS)

    @property
    def is_still(self) -> bool:
        """Whether somebody has pressed while stones moved: then they are at their place."""
        return self.since == -inf

    def validated(self, model: Model) -> Page | None:
        """Return the page if the last action ended an epoch; sealed, it shows nobody's reasons."""
        timeline = model.session.timeline
        if timeline is None or route_after(timeline) is not Route.EPOCH:
            return None
        if self.reasons_for not in (None, *model.game.setup.seats):
            return None
        is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
        if is_sealed:
            return EpochScores()
        most = max(0, len(counted(model)) - 1)
        return EpochScores(min(self.hidden, most), reasons_for=self.reasons_for)

    def next_page(self, model: Model) -> Update | None:
        """Lay the next course; after all say what hands do, or at the end who came in where."""
        if self.hidden:
            return self.lay(model, 1)
        if model.now < self.since + DEAF_SECONDS:
            return model, ()
        if model.game.stage is Phase.OVER:
            return replace(model, page=finale.places(model)), ()
        return replace(model, page=HandsNow()), ()

    def help(self, model: Model) -> Card | None:
        return rules_card.of_epoch(model)


_FALL = 2
"""From how far above a course comes, in its heights."""


def counted(model: Model) -> tuple[Category, ...]:
    """Return what was counted at the end of the epoch that the last action ended (section 1.9).

    What brought nobody anything is among them: people hear why, and that it was not forgotten.
    """
    timeline = model.session.timeline
    if timeline is None:
        return ()
    ended = (each for each in timeline.events if isinstance(each, EpochEnded | EpochTallied))
    return next((categories(event.epoch) for event in ended), ())


def rising(gains: Sequence[int | None]) -> tuple[tuple[Seat, int], ...]:
    """Return who got how much, if known, from the lowest up; of equals in clockwise order."""
    known = ((Seat(seat), gain) for seat, gain in enumerate(gains) if gain is not None)
    return tuple(sorted(known, key=lambda each: each[1]))


def epoch_revealed(model: Model, laid: Sequence[Category], words: Words) -> Iterator[str]:
    """Yield what these categories brought; after the last of all, the whole epoch."""
    found, names = last_epoch(model.session.timeline), model.game.setup.players
    if found is None:
        return
    for category in laid:
        points = [None if score is None else score.points(category) for score in found.scores]
        told = words.list(f"{names[seat]} {gain}" for seat, gain in rising(points))
        yield words.state(words.say(narration.CATEGORIES[category]), told)
    if isinstance(found.event, EpochEnded) and laid[-1] is counted(model)[-1]:
        yield from gains_told(found.event, model, words)


def gains_told(ended: EpochEnded, model: Model, words: Words) -> Iterator[str]:
    """Yield what an epoch brought each player, as far as this table may know it (R-INF-2)."""
    secrecy, known = model.session.agreement.secrecy, last_exchange(model) is not None
    yield from gains(ended, model.game.setup, secrecy, words, knows_totals=known)


class LastLot(Page, frozen=True):
    """The last sun of an epoch has won its lot: what hands do with it before points are laid."""

    has_track: ClassVar[bool] = True
    is_reveal: ClassVar[bool] = True
    asks: ClassVar[str] = mark("The epoch is over: all suns are spent")

    ended: float = -inf
    """When the epoch ended, in seconds of the monotonic clock."""

    def commands(self, model: Model) -> Iterator[Command]:
        yield tap("Next", Next(), OK, RA)
        yield tap("Undo", TakeBack(), UNDO)
        yield from table_peek.commands(model)
        yield table.fix()

    def view(self, ui: Ui, model: Model) -> Iterable[Piece]:
        where = bands(ui, edge_px(ui, model))
        yield from settled.last_of_epoch(ui, where, model)
        yield from dock(ui, where.dock, model)

    def notice_area(self, ui: Ui, model: Model, where: Bands) -> Rect | None:
        return where.prompt

    def validated(self, model: Model) -> Page | None:
        return self if _has_last_lot(model) else None

    def next_page(self, model: Model) -> Update | None:
        return replace(model, page=EpochScores.begun(model, self.ended)), ()

    def help(self, model: Model) -> Card | None:
        return rules_card.of_epoch(model)


def _has_last_lot(model: Model) -> bool:
    timeline = model.session.timeline
    if timeline is None or route_after(timeline) is not Route.EPOCH:
        return False
    return any(isinstance(event, LotWon) for event in timeline.events)


class HandsNow(PlainPage, frozen=True):
    """Between two epochs: what to do on the table (R-EPE-3, R-SCO-4)."""

    is_reveal: ClassVar[bool] = True

    asks: ClassVar[str] = mark("Before the next epoch")

    def commands(self, model: Model) -> Iterator[Command]:
        yield tap("Next epoch", Next(), OK, RA)
        if model.session.agreement.secrecy is Secrecy.SEALED:
            yield tap("Undo", TakeBack(), UNDO)
        else:
            yield tap("Back", GoTo(EpochScores()), UNDO)
        yield from table_peek.commands(model)
        yield table.fix()

    def said_aloud(self, model: Model, words: Words) -> Iterable[str]:
        yield words.say(self.asks)
        away = ra_tiles_away(model.game.setup.edition)
        for each in (discarding(model.session.timeline), _TURN_SUNS, away):
            yield words.say(each)
        done, game = last_exchange(model), model.game
        if done is not None:
            for name, move in zip(game.setup.players, done.moves, strict=True):
                yield words.state(name, _tokens_aloud(move, words))
            if done.is_short:
                yield words.say(_CHANGE)
        if _is_starter_known(model):
            starts = words.say(STARTS, name=game.setup.players[game.active])
            yield f"{starts} {max(game.players[game.active].suns)}"

    def widget(self, kit: Kit, model: Model) -> Widget:
        gap = kit.px(14, 6)
        together = _together(kit, model, gap).share(1.25 if kit.is_tall else 1)
        starter = _starter(kit, model).fixed(kit.ui.share(14))
        return kit.column(together, _everybody(kit, model, gap), starter, gap=gap)

    def validated(self, model: Model) -> Page | None:
        is_there = counted(model) and model.game.stage is not Phase.OVER
        return self if is_there else None

    def help(self, model: Model) -> Card | None:
        return rules_card.of_epoch(model)


def _account(ui: Ui, model: Model, ended: Ended) -> str:
    setup = short_setup(ui, model.game.setup)
    return narration.event_text(ended.event, setup, ui.canvas.words)


def _pyramids(
    ui: Ui, where: Areas, model: Model, ended: Ended, page: EpochScores
) -> Iterator[Piece]:
    """Yield the pyramids as far as they are laid; the picture is that of their stones at rest."""
    every, laid = counted(model), page.laid(model)
    is_open = model.session.agreement.secrecy is Secrecy.OPEN and not page.hidden
    is_hidden = not is_open and model.game.stage is not Phase.OVER and not page.hidden
    horizon = where.dock.y - ui.px(8)
    spot, field = cut_foot(where.body, _lock_px(ui) if is_hidden else 0)
    whys = [ended.reasons(Seat(seat)) for seat in model.game.setup.seats]
    stacks = tuple(
        pyramids.Stack(
            head,
            tuple(None if score is None else score.points(each) for each in laid),
            tuple(reason for reason in why if reason.category in laid),
            score.after if is_open and score is not None else None,
        )
        for head, score, why in zip(heads(model), ended.scores, whys, strict=True)
    )
    ends = [
        [None if score is None else score.points(each) for each in every] for score in ended.scores
    ]
    area, is_told = where.title.inset(ui.px(4)), len(laid) in (1, len(every))
    if is_told and ui.shape is Shape.TALL:
        _, field = cut_top(field, where.title.h)
    built = tuple(pyramids.pyramids(ui, field, every, stacks, ends))
    if laid:
        yield sky(ui, horizon)
        if is_told:  # why they are counted, as far down as the sky is empty
            free = min(piece.rect.y for piece in built if isinstance(piece, Item)) - ui.px(8, 4)
            high = min(free - area.y, 2 * where.title.h)
            told, area = stacked(area._replace(h=max(area.h, high)), (1, 1.4), 0)
            aside = told.x + told.w - corner(ui, 0).x + ui.px(8)
            px = min(ui.em(Size.TITLE), told.h * 8 // 10)
            account = _account(ui, model, ended)
            yield from as_large_as_fits(ui, told.inset(aside, 0), account, px, CENTRED)
        yield from pyramids.title(ui, area, every, laid[-1])
        yield from back_corner(ui, model)
    else:
        yield from heading(ui, where, _account(ui, model, ended), model, horizon)
    yield from built
    if is_hidden:
        yield from _lock(ui, spot, ui.say("Total hidden until the end"))


def _sealed(ui: Ui, rect: Rect, model: Model) -> Iterator[Piece]:
    nobody = ScoreRow(ui.say("This epoch"), (None,) * len(model.game.players))
    spot, body = cut_foot(rect, _lock_px(ui))
    yield score_table(ui, body, ScoreTable(heads(model), (), nobody))
    yield from _lock(
        ui, spot, ui.canvas.words.state(ui.say("Points"), ui.say("sealed until the end"))
    )


def _lock_px(ui: Ui) -> int:
    return ui.px(34, 44 if ui.shape is Shape.TALL else 28)


def _lock(ui: Ui, rect: Rect, text: str) -> Iterator[Piece]:
    side = ui.px(26, 20)
    gap = ui.px(18, 10)
    width = min(ui.width(text, Size.LABEL), rect.w - side - gap)
    sign, words = side_by_side(rect, (side, side), gap, width)
    yield Picture(sign, "ui_lock", tint=ui.theme.ink_second)
    yield from paragraph(ui, words, text, Size.LABEL, colour=ui.theme.ink_second)


STILL = "\N{EN DASH}"
"""No token moves."""


def last_exchange(model: Model) -> Exchange | None:
    """Return what moves after the epoch that was scored last, if it is known and may be shown.

    What everybody holds follows from what the epochs brought, which all have seen. Once points were
    told, it would tell a total that is hidden (R-INF-2).
    """
    timeline, secrecy = model.session.timeline, model.session.agreement.secrecy
    if timeline is None or secrecy is Secrecy.SEALED:
        return None
    if secrecy is not Secrecy.OPEN and _were_points_told(timeline):
        return None
    done = exchanges(timeline)
    return done[-1] if done else None


def _were_points_told(timeline: Timeline) -> bool:
    events = (event for step in timeline.steps for event in step.events)
    return any(isinstance(event, Fixed) and event.part is FixedPart.SCORE for event in events)


def moved(done: Exchange, seat: int) -> str:
    """Return what one player takes, with a plus, and gives back, with a minus."""
    return " ".join(_signs(done.moves[seat])) or STILL


def _signs(move: Tokens) -> Iterator[str]:
    """Yield a sign for each value, the largest first: all that is given back comes first."""
    changed = [(number, value) for value, number in zip(VALUES, move, strict=True) if number]
    for number, value in sorted(changed, key=lambda each: (each[0] > 0, -each[1])):
        times = f"{abs(number)}\N{MULTIPLICATION SIGN}" if abs(number) > 1 else ""
        sign = signed(number)[0]
        yield f"{sign}{times}{value}"


DISCARDED = tuple(kind for kind in KINDS if not (KEPT | DISASTERS | Tile.RA.mask) & kind.mask)
"""What everybody puts back into the box after an epoch (R-EPE-3)."""


_TURN_SUNS = mark("Turn all suns face up")


def _together(kit: Kit, model: Model, gap: int) -> Widget:
    half, wide = (len(DISCARDED) + 1) // 2, kit.ui.share(9)
    tiles = kit.grid([*map(kit.tile, DISCARDED)], half, kit.px(10, 5))
    turned, edition = NOTHING, model.game.setup.edition
    number = max((max(player.suns) for player in model.game.players if player.suns), default=None)
    if number is not None:
        arrow = kit.large("\N{RIGHTWARDS ARROW}", kit.ui.share(12), NUMBER, kit.theme.gold)
        down, up = kit.sun(number, SUN_DOWN), kit.sun(number)
        turned = kit.row(down.share(0.8), arrow.share(0.5), up, gap=kit.px(4))
    is_boat = ra_display(edition) is RaDisplay.BOAT
    away = Widget(lambda area: _boat(kit.ui, area) if is_boat else _ra_tiles(area))
    discarded = kit.middle(tiles, wide=half * wide)
    first = _pictured(kit, discarded, kit.say(discarding(model.session.timeline)))
    second = _pictured(kit, turned, kit.say(_TURN_SUNS))
    third = _pictured(kit, away, kit.say(ra_tiles_away(edition)))
    if kit.is_tall:
        return kit.column(first, kit.row(second, third, gap=gap), gap=gap)
    return kit.row(first.share(1.6), second.share(0.9), third.share(1.2), gap=gap)


def _pictured(kit: Kit, picture: Widget, caption: str) -> Widget:
    words = kit.large(caption, kit.ui.share(20), CENTRED)
    inner = kit.column(picture, words.fixed(2 * kit.ui.line_height(Size.LABEL)))
    return kit.panel(kit.pad(inner, kit.px(12, 6)), radius=kit.px(16, 10))


def _boat(ui: Ui, area: Rect) -> Iterator[Piece]:
    return boat(ui, square(area, min(area.h, area.w // 2)))


def _ra_tiles(area: Rect) -> Iterator[Item]:
    first = square(area, min(area.h, area.w // 2))
    for step in (-1, 0, 1):
        yield tile(first._replace(x=first.x + step * (first.w // 2)), Tile.RA)


def discarding(timeline: Timeline | None) -> str:
    """Return that tiles are discarded, with those of the auction track if they are (R-EPE-2)."""
    events = () if timeline is None else timeline.events
    causes = (event.cause for event in events if isinstance(event, EpochEnded))
    if Cause.RA_TRACK in causes:
        return mark("Discard these and the auction track, keep the rest")
    return mark("Discard these, keep the rest")


def ra_tiles_away(edition: Edition) -> str:
    """Return what is done with Ra tiles, and with the boat where there is one (R-EPE-3)."""
    if ra_display(edition) is RaDisplay.BOAT:
        return mark("Boat to the start, Ra tiles into the box")
    return mark("Ra tiles into the box")


def _everybody(kit: Kit, model: Model, gap: int) -> Widget:
    timeline, done = model.session.timeline, last_exchange(model)
    ended = None if timeline is None else last_epoch(timeline)
    is_sealed = model.session.agreement.secrecy is Secrecy.SEALED
    is_narrow = kit.ui.canvas.size[0] < len(model.game.players) * kit.ui.share(2.8)
    cards = []
    for seat, head in enumerate(heads(model)):
        score = None if ended is None or is_sealed else ended.scores[seat]
        colour, tokens = kit.theme.buttons[head.button], NOTHING
        gained = "?" if score is None else signed(score.net)
        tag = replace(head, points=gained)
        named = kit.signed_name(tag, kit.ui.share(16), is_stacked=is_narrow)
        top = kit.box(named, fill=colour, radius=kit.px(14, 9))
        if done is not None:
            tokens = _tokens(kit, done.moves[seat], is_narrow=is_narrow)
        below = kit.pad(tokens, kit.px(10, 2), kit.px(10, 4))
        if kit.is_tall or not is_narrow:
            top = top.fixed(kit.ui.share(10.6) * (2 if is_narrow else 1))
        rim, radius = kit.px(4, 2), kit.px(16, 10)
        inner = kit.column(top, below)
        cards.append(kit.box(inner, fill=kit.theme.panel, border=colour, px=rim, radius=radius))
    if done is None or not done.is_short:
        return kit.row(*cards, gap=gap)
    change = kit.line(kit.say(_CHANGE))
    return kit.column(kit.row(*cards, gap=gap), change.fixed(kit.ui.line_height(Size.LABEL)))


def _tokens(kit: Kit, move: Tokens, *, is_narrow: bool) -> Widget:
    groups, has_both = [], min(move) < 0 < max(move)
    for sign, word, colour in (
        (-1, kit.say("gives"), kit.theme.bad),
        (1, kit.say("takes"), kit.theme.good),
    ):
        moved_so = [(number * sign, value) for value, number in zip(VALUES, move, strict=True)]
        tokens = [(number, value) for number, value in reversed(moved_so) if number > 0]
        if not is_narrow and sum(number for number, _ in tokens) <= _MOST_LAID_OUT:
            tokens = [(1, value) for number, value in tokens for _ in range(number)]
        if tokens:
            steles = kit.row(*(_stele(kit, *each) for each in tokens), gap=kit.px(6))
            is_short = is_narrow and (has_both or kit.is_tall)
            said = word if is_short else f"{signed(sign)[0]} {word}"
            below = kit.line(said, colour=colour).fixed(kit.ui.line_height(Size.SMALL))
            groups.append(kit.column(steles, below))
    if not groups:
        return kit.text(kit.say("takes nothing"), colour=kit.theme.ink_second)
    return kit.turned(*groups, gap=kit.px(24, 3))


def _tokens_aloud(move: Tokens, words: Words) -> str:
    found = []
    for sign, word in ((-1, words.say("gives")), (1, words.say("takes"))):
        tokens = zip(reversed(VALUES), reversed(move), strict=True)
        values = [str(value) for value, number in tokens for _ in range(number * sign)]
        if values:
            found.append(f"{word} {words.list(values)}")
    return words.list(found) if found else words.say("takes nothing")


_MOST_LAID_OUT = 3


def _stele(kit: Kit, number: int, value: int) -> Widget:
    told = str(value) if number == 1 else f"{number}\N{MULTIPLICATION SIGN}{value}"
    words = kit.pad(kit.large(told, kit.ui.share(13.5), NUMBER, SUN_NUMBER), 2)
    token = kit.box(words, fill=(232, 198, 150), border=SUN_NUMBER, px=max(1, kit.px(2)))
    return kit.middle(token, kit.ui.share(6), kit.ui.share(7))


_CHANGE = mark("Make change from the box")

STARTS = mark("{name} starts, with sun")
"""Behind it the sun is shown."""


def _is_starter_known(model: Model) -> bool:
    return model.partial_game is None and bool(model.game.players[model.game.active].suns)


def _starter(kit: Kit, model: Model) -> Widget:
    """Return who begins the next epoch and by which sun, where that is known (R-EPE-5)."""
    game = model.game
    if not _is_starter_known(model):
        return NOTHING
    words = kit.say(STARTS, name=short_name(kit.ui, game.setup.players[game.active]))
    px, side = kit.ui.share(20), kit.ui.share(14)
    sign = kit.pad(kit.emblem(model.session.buttons[game.active]), side // 6)
    said = kit.large(words, px).fixed(round(kit.ui.width_at(words, px, Weight.BOLD)) + 1)
    disc = kit.sun(max(game.players[game.active].suns))
    return kit.row(NOTHING, sign.fixed(side), said, disc.fixed(side), NOTHING, gap=kit.px(14, 8))
