"""An epoch has ended: its points, category by category, and on demand why."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion import explaining, telling
from companion.core import revealing
from companion.core.messages import Next
from companion.core.model import Model, Scoring, Secrecy
from companion.rules.editions import Seat
from companion.rules.scoring import Category, categories
from companion.view.explanation import CATEGORY_TILES, Why, explanation
from companion.view.layout import square
from companion.view.look import CENTRED, Look, Piece, Shape, Size
from companion.view.page import frame, heading, what_can_be_done
from companion.view.pieces import paragraph, signed
from companion.view.scene import Picture, Rect, Target
from companion.view.score_table import (
    Head,
    Line,
    ScoreTable,
    label_width,
    score_table,
    table_height,
)
from companion.view.scored import Ended, last_epoch
from companion.view.speech import short_setup
from companion.view.stelae import last_exchange, moved, stelae
from companion.words import mark


def scoring(look: Look, model: Model, page: Scoring) -> Iterator[Piece]:
    """Yield the points of the epoch that has just ended, but no totals while they are hidden."""
    where = frame(look, model)
    found = None if model.timeline is None else last_epoch(model.timeline)
    if found is not None:
        setup = short_setup(look, model.game.setup)
        if page.reasons_for is None:
            yield from heading(look, where, telling.account(found.event, setup, look.canvas.words))
            if page.hidden:
                yield from _revealed(look, where.body, model, found, page)
            else:
                yield from _points(look, where.body, model, found)
        else:
            yield from heading(look, where, "")
            yield from explanation(look, where, _why(look, model, found, page.reasons_for))
    yield from what_can_be_done(look, where.dock, model)


def _why(look: Look, model: Model, ended: Ended, seat: Seat) -> Why:
    score, done = ended.scores[seat], last_exchange(model)
    return Why(
        name=model.game.setup.players[seat],
        button=model.buttons[seat],
        net=None if score is None else score.net,
        reasons=ended.reasons(seat),
        tokens="" if done is None else moved(look, done, seat),
    )


def heads(model: Model) -> tuple[Head, ...]:
    """Return whose columns there are."""
    names = model.game.setup.players
    return tuple(Head(name, button) for name, button in zip(names, model.buttons, strict=True))


def _points(look: Look, rect: Rect, model: Model, ended: Ended) -> Iterator[Piece]:
    is_open = model.agreement.secrecy is Secrecy.OPEN
    is_sealed = model.agreement.secrecy is Secrecy.SEALED
    lines = tuple(category_line(look, category, ended) for category in categories(ended.epoch))
    if is_sealed:
        lines = ()
    net = tuple(None if score is None or is_sealed else score.net for score in ended.scores)
    total = Line(look.say("This epoch"), net)
    if is_open:
        lines = (*lines, total)
        totals = tuple(None if score is None else score.after for score in ended.scores)
        total = Line(look.say("Total"), totals, is_plain=True)
    lock = 0 if is_open else look.either(34, 44 if look.shape is Shape.TALL else 28)
    done = last_exchange(model) if _has_room(look, lines) else None
    row_px = max(_TWO_LINES_PX, look.either(46, 92 if look.shape is Shape.TALL else 48))
    high = 0 if done is None else row_px
    gap = look.either(6, 4) if high else 0
    body = Rect(rect.x, rect.y, rect.w, rect.h - lock - high - gap)
    shown = ScoreTable(heads(model), lines, total)
    yield score_table(look, body, shown)
    if done is not None:
        low = table_height(look, body, shown) + gap
        row = Rect(rect.x, rect.y + low, rect.w, high)
        yield from stelae(look, row, shown.heads, done, label_width(look, body, shown))
    if not is_open:
        text = (
            mark("Points are sealed to the end")
            if is_sealed
            else mark("Total hidden until the end")
        )
        spot = Rect(rect.x, rect.y + rect.h - lock, rect.w, lock)
        yield from _lock(look, spot, look.say(text))


def _revealed(look: Look, rect: Rect, model: Model, ended: Ended, page: Scoring) -> Iterator[Piece]:
    """Yield the categories that are revealed already, and who got least in the latest."""
    every = categories(ended.epoch)
    nobody = (None,) * len(ended.scores)
    lines = [category_line(look, category, ended) for category in every]
    seen = len(every) - page.hidden
    lines = [*lines[:seen], *(replace(line, points=nobody) for line in lines[seen:])]
    latest = revealing.latest(page)
    gains = () if latest is None else _points_of(latest, ended)
    foot = rising(look, model, gains, rect.w)[:2]
    high = look.line_height(Size.LABEL) * 2
    body = Rect(rect.x, rect.y, rect.w, rect.h - high)
    yield score_table(
        look, body, ScoreTable(heads(model), tuple(lines), Line(look.say("This epoch"), nobody))
    )
    for place, text in enumerate(foot):
        each = look.line_height(Size.LABEL)
        row = Rect(rect.x, body.y + body.h + place * each, rect.w, each)
        yield look.line(row, text, Size.LABEL, look.theme.ink, CENTRED)
    yield Target(rect, Next())


def rising(look: Look, model: Model, gains: Sequence[int | None], room: int) -> tuple[str, ...]:
    """Return in lines who got least, and who more and more; none where there are no gains."""
    names = short_setup(look, model.game.setup).players
    told = look.canvas.words.list(
        f"{names[seat]} {signed(gain)}" for seat, gain in revealing.rising(gains)
    )
    return look.wrapped(told, room, Size.LABEL)


_TWO_LINES_PX = 46
"""So much room have two lines of the smallest letters: four tokens beside each other."""

_MOST_LINES = 6
"""With more lines a compact screen has no room for tokens; each stand with the player's reasons."""


def _has_room(look: Look, lines: tuple[Line, ...]) -> bool:
    return look.shape is not Shape.COMPACT or len(lines) <= _MOST_LINES


def category_line(look: Look, category: Category, ended: Ended) -> Line:
    """Return what everybody got in a category."""
    return Line(
        label=look.say(explaining.CATEGORIES[category]),
        points=_points_of(category, ended),
        kinds=CATEGORY_TILES[category],
        has_sun=category is Category.SUNS,
    )


def _points_of(category: Category, ended: Ended) -> tuple[int | None, ...]:
    return tuple(None if score is None else score.points(category) for score in ended.scores)


def _lock(look: Look, rect: Rect, text: str) -> Iterator[Piece]:
    side = look.either(26, 20)
    gap = look.either(18, 10)
    width = min(look.width(text, Size.LABEL), rect.w - side - gap)
    left = rect.x + (rect.w - width - side - gap) // 2
    sign = Rect(left, rect.y, side, rect.h)
    yield Picture(square(sign, side), "ui_lock", tint=look.theme.ink_second)
    words = Rect(left + side + gap, rect.y, width, rect.h)
    yield from paragraph(look, words, text, Size.LABEL, colour=look.theme.ink_second)
