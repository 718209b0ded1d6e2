"""The overview of the rules, a leaf at a time, and what everybody's tiles are worth now."""

from collections.abc import Iterator

from companion import explaining
from companion.core.guide import LEAVES, leaves
from companion.core.model import Model, Rules, Secrecy, Worth
from companion.core.worth import projected, projected_sheets
from companion.rules.reasons import reasons
from companion.rules.scoring import Category, EpochScore, categories
from companion.view.card import beside_pictures, pictures
from companion.view.explanation import CATEGORY_TILES, Why, explanation
from companion.view.look import Look, Piece, Size
from companion.view.page import asked, frame, heading, note, what_can_be_done
from companion.view.scene import Box, Rect
from companion.view.score_table import Line, ScoreTable, score_table
from companion.view.scoring import heads
from companion.view.sentences import paragraphs, spoken


def rules(look: Look, model: Model, page: Rules) -> Iterator[Piece]:
    """Yield a leaf of the overview."""
    where = frame(look, model)
    leaf = leaves(model.agreement.options)[page.leaf]
    number = look.say("{number} of {all}", number=page.leaf + 1, all=LEAVES)
    yield from heading(look, where, f"{look.say(leaf.title)}  ({number})")
    body = where.body
    yield Box(body, look.theme.panel, border=look.theme.line, border_px=max(1, look.px(1.5)),
              radius=look.either(14, 10))  # fmt: skip
    room = body.inset(look.either(28, 8))
    yield from pictures(look, room, leaf.tiles)
    text = beside_pictures(look, room) if leaf.tiles else room
    yield paragraphs(look, text, spoken(look, leaf.lines), Size.SCORE)
    yield from what_can_be_done(look, where.dock, model)


def worth(look: Look, model: Model, page: Worth) -> Iterator[Piece]:
    """Yield what everybody's tiles would bring if the epoch ended now; no total that is hidden."""
    where = frame(look, model)
    scores = projected(model.game)
    if page.reasons_for is None:
        yield from heading(look, where, asked(look, model))
        yield from _points(look, where.body, model, scores)
    else:
        yield from heading(look, where, "")
        seat = page.reasons_for
        given = reasons(projected_sheets(model.game), scores, model.game.epoch)[seat]
        name = model.game.setup.players[seat]
        yield from explanation(look, where, Why(name, model.buttons[seat], scores[seat].net, given))
    yield from what_can_be_done(look, where.dock, model)


def _points(
    look: Look, rect: Rect, model: Model, scores: tuple[EpochScore, ...]
) -> Iterator[Piece]:
    lines = tuple(_line(look, category, scores) for category in categories(model.game.epoch))
    total = Line(look.say("This epoch"), tuple(score.net for score in scores))
    if model.agreement.secrecy is Secrecy.OPEN:
        lines = (*lines, total)
        total = Line(look.say("Total"), tuple(score.after for score in scores), is_plain=True)
    foot = look.either(40, 28)
    body = Rect(rect.x, rect.y, rect.w, rect.h - foot)
    yield score_table(look, body, ScoreTable(heads(model), lines, total))
    below = Rect(rect.x, rect.y + rect.h - foot, rect.w, foot)
    yield from note(look, below, look.say("If the epoch ended now"))


def _line(look: Look, category: Category, scores: tuple[EpochScore, ...]) -> Line:
    return Line(
        label=look.say(explaining.CATEGORIES[category]),
        points=tuple(score.points(category) for score in scores),
        kinds=CATEGORY_TILES[category],
        has_sun=category is Category.SUNS,
    )
