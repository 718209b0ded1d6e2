"""The scoring assistant's answer: the points of the epoch, why, and who has won."""

from collections.abc import Iterator

from companion import explaining, telling
from companion.core import adding_up, counting
from companion.core.counting import Reckoned
from companion.core.messages import GoTo
from companion.core.model import Model
from companion.rules.editions import Seat
from companion.rules.events import EpochTallied, GameDecided
from companion.rules.ledger import Ledger
from companion.rules.reasons import tie_breaks
from companion.rules.scoring import Ranking, categories
from companion.rules.tallying import tallied
from companion.view.counting import menu_key
from companion.view.explanation import Why, explanation
from companion.view.layout import columns
from companion.view.look import CENTRED, Look, Piece, Size
from companion.view.page import frame, heading, what_can_be_done
from companion.view.scene import Rect, Target
from companion.view.score_table import Head, Line, ScoreTable, score_table
from companion.view.scored import Ended, counted_sheets
from companion.view.scoring import category_line
from companion.view.speech import short_setup


def reckoned(look: Look, model: Model, page: Reckoned) -> Iterator[Piece]:
    """Yield the points of everybody, or why one of them has so many."""
    where = frame(look, model)
    count = page.counting
    told = counting.tally(count)
    after, happened = tallied(count.ledger, told)
    event = next(each for each in happened if isinstance(each, EpochTallied))
    ended = Ended(event, counted_sheets(count.ledger, told))
    buttons = adding_up.buttons(model, count)
    if page.reasons_for is None:
        decided = next((each for each in happened if isinstance(each, GameDecided)), event)
        ranked = decided.ranking if isinstance(decided, GameDecided) else None
        setup = short_setup(look, count.ledger.setup)
        yield from heading(look, where, telling.account(decided, setup, look.canvas.words))
        yield from _points(look, where.body, ended, after, ranked)
        lines = columns(where.body, len(buttons), 0)
        for seat, spot in enumerate(lines):
            yield Target(spot, GoTo(Reckoned(count, Seat(seat))))
    else:
        score = ended.scores[page.reasons_for]
        name, button = count.ledger.name(page.reasons_for), buttons[page.reasons_for]
        net = None if score is None else score.net
        why = Why(name, button, net, ended.reasons(page.reasons_for))
        yield from heading(look, where, "")
        yield from explanation(look, where, why)
        yield Target(where.body, GoTo(Reckoned(count)))
    yield from menu_key(look)
    yield from what_can_be_done(look, where.dock, model)


def _points(
    look: Look, room: Rect, ended: Ended, after: Ledger, ranked: Ranking | None
) -> Iterator[Piece]:
    names = after.setup.players
    heads = tuple(Head(name, button) for button, name in enumerate(names))
    lines = [category_line(look, category, ended) for category in categories(ended.epoch)]
    net = tuple(None if score is None else score.net for score in ended.scores)
    lines.append(Line(look.say("This epoch"), net))
    totals = tuple(hand.score for hand in after.hands)
    total = Line(look.say("Total"), totals, is_plain=True)
    foot = tuple(
        line for text in _ties(look, after, ranked)
        for line in look.wrapped(text, room.w, Size.SMALL)
    )  # fmt: skip
    high = look.line_height(Size.SMALL)
    body = Rect(room.x, room.y, room.w, room.h - high * len(foot))
    yield score_table(look, body, ScoreTable(heads, tuple(lines), total))
    for place, text in enumerate(foot):
        row = Rect(room.x, body.y + body.h + place * high, room.w, high)
        yield look.line(row, text, Size.SMALL, look.theme.ink, CENTRED)


def _ties(look: Look, after: Ledger, ranked: Ranking | None) -> Iterator[str]:
    """Yield in words what decided between equal points (R-END-2)."""
    if ranked is None:
        return
    names = short_setup(look, after.setup).players
    totals = [hand.score or 0 for hand in after.hands]
    suns = [hand.suns or () for hand in after.hands]
    for tied in tie_breaks(ranked, totals, suns):
        yield explaining.tie_break(tied, names, look.canvas.words)
