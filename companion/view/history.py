"""Looking back: the table as it was, and where in the game that is."""

from collections.abc import Iterator, Sequence

from companion.core.controls import controls
from companion.core.history import events_at, game_at, length, moment
from companion.core.messages import GoTo
from companion.core.model import History, Model
from companion.core.rejecting import rejected_at
from companion.rules.events import EpochEnded, EpochTallied
from companion.rules.timeline import Moment, Timeline
from companion.view import light_table
from companion.view.badges import keycaps
from companion.view.edge import edge_px
from companion.view.layout import Bands, bands, columns, stacked
from companion.view.look import NUMBER, TOUCH_PX, Look, Piece, Shape, Size, near
from companion.view.page import what_can_be_done
from companion.view.prompt_bar import Aside, Question, prompt_bar
from companion.view.scene import Box, Disc, Rect, Target
from companion.view.sight import Sight
from companion.view.speech import account, notice, weightiest
from companion.view.stations import NUMERALS
from companion.view.table import panels, upper


def history(look: Look, model: Model, page: History) -> Iterator[Piece]:
    """Yield the table after so many actions, and the way through the game."""
    look, timeline = near(look), model.timeline
    moments = _all_moments(timeline)
    sight = Sight(
        game=game_at(model, page.at),
        buttons=model.buttons,
        moments=moments[: page.at],
        offered=controls(model),
        caps=keycaps(look, model),
        is_live=False,
    )
    where = bands(look, edge_px(look, model))
    above, underneath = _table(look, where, sight, moment(model, page.at))
    yield from above
    yield prompt_bar(look, where.prompt, _what_happened(look, model, page))
    yield from underneath
    parts = (11, 35) if look.shape is Shape.TALL else (1, 1)
    line, below = stacked(where.dock, parts, look.px(4))
    yield from _way(look, line, model, page)
    back = "undo" if look.canvas.letters else "p1"  # the same twice; keys: left beside right
    yield from what_can_be_done(look, below, model, (back,))


def _table(
    look: Look, where: Bands, sight: Sight, found: Moment | None
) -> tuple[Iterator[Piece], Iterator[Piece]]:
    """Return what is above and below the question: all of the table, or what was known of it."""
    ledger = None if found is None else found.ledger
    if ledger is None:
        return upper(look, where, sight), panels(look, where, sight)
    known = light_table.Known(
        ledger, sight.buttons, sight.moments, sight.offered, sight.caps, is_live=False
    )
    below = light_table.panels(look, where, known, ledger.active)
    return light_table.upper(look, where, known), below


def _all_moments(timeline: Timeline | None) -> tuple[Moment, ...]:
    """Return every action, those that were taken back last."""
    return () if timeline is None else (*timeline.moments, *reversed(timeline.undone))


def _what_happened(look: Look, model: Model, page: History) -> Question:
    event = weightiest(events_at(model, page.at))
    setup = model.game.setup
    told = look.say("The beginning") if event is None else account(look, event, setup)[0]
    if refused := rejected_at(model, page.at):
        why = notice(look, refused[-1].why, model)
        told = look.say("{what}. Then a tag was refused: {why}", what=told, why=why)
    number = look.say("{number} of {all}", number=page.at, all=length(model))
    return Question(told, None, Aside((number,)))


def _way(look: Look, rect: Rect, model: Model, page: History) -> Iterator[Piece]:
    """Yield the whole game as a line: how far back one looks, what stands, where epochs ended."""
    theme, timeline = look.theme, model.timeline
    actions = max(1, length(model))
    standing = 0 if timeline is None else len(timeline.moments)
    side = look.either(24, 20)
    room = Rect(rect.x + side, rect.y, rect.w - 2 * side, rect.h)
    thick = look.either(10, 8)
    middle = rect.y + rect.h * 6 // 10
    bar = Rect(room.x, middle - thick // 2, room.w, thick)
    yield Box(bar, theme.line, radius=thick // 2)
    yield Box(_up_to(bar, standing / actions), theme.ink_third, radius=thick // 2)
    yield Box(_up_to(bar, page.at / actions), theme.gold, radius=thick // 2)
    for place, epoch in _ends(_all_moments(timeline)):
        x = bar.x + bar.w * place // actions
        yield Box(Rect(x - 1, middle - thick, max(2, look.px(3)), 2 * thick), theme.ink)
        numeral = Rect(x - look.px(40), rect.y, look.px(36), middle - thick - rect.y)
        yield look.line(numeral, NUMERALS[epoch - 1], Size.SMALL, theme.ink_second, NUMBER)
    x = bar.x + bar.w * page.at // actions
    yield Disc(Rect(x - side // 2, middle - side // 2, side, side), theme.focus,
               border=theme.gold, border_px=max(3, look.px(4)))  # fmt: skip
    yield from _steps(rect, actions)


def _up_to(bar: Rect, share: float) -> Rect:
    return Rect(bar.x, bar.y, max(bar.h, round(bar.w * share)), bar.h)


def _ends(moments: Sequence[Moment]) -> Iterator[tuple[int, int]]:
    """Yield after which actions epochs ended, and which."""
    for place, each in enumerate(moments, start=1):
        for event in each.events:
            if isinstance(event, EpochEnded | EpochTallied):
                yield place, event.epoch


def _steps(rect: Rect, actions: int) -> Iterator[Piece]:
    """Yield places to touch along the line, each wide enough for a finger."""
    number = min(actions + 1, rect.w // TOUCH_PX)
    for step, spot in enumerate(columns(rect, number, 0)):
        yield Target(spot, GoTo(History(round(actions * step / max(1, number - 1)))))
