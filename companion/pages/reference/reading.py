"""Pages to read while the game waits: the overview of the rules, and what would score now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from companion.core.bindings import Binding, Bindings, Prompt, player_control
from companion.core.controls import Control
from companion.core.effects import Update
from companion.core.messages import GoTo, Message, Next, TurnDial
from companion.core.model import Model
from companion.core.page import Page
from companion.core.session import Secrecy
from companion.i18n import mark
from companion.pages import keyboard, scoring
from companion.pages.page_view import (
    PlainPage,
    asked,
    frame,
    heading,
    note,
    what_can_be_done,
)
from companion.pages.reference.guide import LEAVES, leaves
from companion.pages.reference.rules_card_view import beside_pictures, pictures, spoken
from companion.rules.editions import Seat
from companion.rules.model import Game, Phase
from companion.rules.scoring.reasons import reasons
from companion.rules.scoring.scoring import EpochScore, Sheet, categories, score
from companion.ui.layout import cut_foot
from companion.ui.pieces import panel
from companion.ui.scene import Rect
from companion.ui.score_table import ScoreRow, ScoreTable, score_table
from companion.ui.style import Piece, Size, Style
from companion.ui.widgets import paragraphs


class Rules(PlainPage, frozen=True):
    """The overview of the rules, a leaf at a time."""

    leaf: int = 0

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does while the overview is read."""
        earlier = Binding(TurnDial(-1), "Back", is_lit=self.leaf > 0)
        later = Binding(TurnDial(1), "Forward", is_lit=self.leaf < LEAVES - 1)
        taps = {Control.P1: earlier, Control.P2: later, Control.OK: later}
        close = Binding(Next(), "Close")
        closing = dict.fromkeys((Control.UNDO, Control.RA, Control.DIAL), close)
        return Bindings({**taps, **closing}, {}, mark("Browse the rules"))

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("Rules")

    def title(self, look: Style, model: Model) -> str:
        """Return what the leaf is called, and which it is."""
        leaf = leaves(model.session.agreement.options)[self.leaf]
        number = look.say("{number} of {all}", number=self.leaf + 1, all=LEAVES)
        return f"{look.say(leaf.title)}  ({number})"

    def body(self, look: Style, model: Model, room: Rect) -> Iterable[Piece]:
        """Yield a leaf of the overview."""
        leaf = leaves(model.session.agreement.options)[self.leaf]
        yield panel(look, room)
        inner = room.inset(look.either(28, 8))
        yield from pictures(look, inner, leaf.tiles)
        text = beside_pictures(look, inner) if leaf.tiles else inner
        yield paragraphs(look, text, spoken(look, leaf.lines), Size.SCORE)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return keyboard.closing(model)

    def turn(self, model: Model, steps: int) -> Update:
        """Move along what the page offers."""
        return replace(model, page=turned_to(self, steps)), ()

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        return turned_to(self, 0)


class ProjectedScore(Page, frozen=True):
    """What everybody's tiles would score if the epoch ended now."""

    reasons_for: Seat | None = None
    """Whose reasons are shown."""

    def bindings(self, model: Model) -> Bindings:
        """Return what every control does on the page of what scores now."""
        taps = {
            player_control(model, seat): Binding(
                GoTo(ProjectedScore(None if self.reasons_for == seat else seat)), "Why?"
            )
            for seat in model.game.setup.seats
        }
        back = Binding(Next(), "Back")
        return Bindings({**taps, Control.OK: back, Control.RA: back, Control.UNDO: back})

    def prompt(self, model: Model) -> Prompt:
        """Return what is asked."""
        return Prompt("If the epoch ended now")

    def view(self, look: Style, model: Model) -> Iterable[Piece]:
        """Yield what everybody's tiles would bring now; no total that is hidden."""
        where = frame(look, model)
        scores = projected(model.game)
        if self.reasons_for is None:
            yield from heading(look, where, asked(look, model), model)
            yield from _points(look, where.body, model, scores)
        else:
            yield from heading(look, where, "", model)
            seat = self.reasons_for
            given = reasons(projected_sheets(model.game), scores, model.game.epoch)[seat]
            name, button = model.game.setup.players[seat], model.session.buttons[seat]
            why = scoring.Explained(name, button, scores[seat].net, given)
            yield from scoring.explanation(look, where, why)
        yield from what_can_be_done(look, where.dock, model)

    def keys(self, model: Model) -> Mapping[str, Message]:
        """Return what each key does."""
        return {**keyboard.players(model), **keyboard.common(model)}

    def closed(self) -> Page | None:
        """Return the page without anybody's reasons; None: none are shown."""
        return None if self.reasons_for is None else ProjectedScore()

    def opened(self, model: Model) -> Page | None:
        """Return the page as it can be open now; None if it has no place any more."""
        if not can_look_at_worth(model):
            return None
        return self if self.reasons_for in (None, *model.game.setup.seats) else None


def can_look_at_worth(model: Model) -> bool:
    """Whether what tiles are worth may be shown: all are known, and points are not sealed."""
    timeline = model.session.timeline
    if timeline is None or timeline.ledger is not None:
        return False
    is_playing = timeline.game.stage is not Phase.OVER
    return is_playing and model.session.agreement.secrecy is not Secrecy.SEALED


def turned_to(page: Rules, steps: int) -> Rules:
    """Return the leaf this many further on; the last one is the end."""
    return Rules(min(max(0, page.leaf + steps), LEAVES - 1))


def projected_sheets(game: Game) -> tuple[Sheet, ...]:
    """Return what would be scored of each seat."""
    return tuple(
        Sheet(player.tiles, (*player.up, *player.down), player.score) for player in game.players
    )


def projected(game: Game) -> tuple[EpochScore, ...]:
    """Return what every seat would score in this epoch as the table lies now (section 1.9)."""
    options = game.setup.options
    return score(projected_sheets(game), game.epoch, options.two_player_no_penalty)


def _points(
    look: Style, rect: Rect, model: Model, scores: tuple[EpochScore, ...]
) -> Iterator[Piece]:
    every = categories(model.game.epoch)
    lines = tuple(scoring.category_line(look, category, scores) for category in every)
    total = ScoreRow(look.say("This epoch"), tuple(score.net for score in scores))
    if model.session.agreement.secrecy is Secrecy.OPEN:
        lines = (*lines, total)
        total = ScoreRow(look.say("Total"), tuple(score.after for score in scores), is_plain=True)
    below, body = cut_foot(rect, look.either(40, 28))
    yield score_table(look, body, ScoreTable(scoring.heads(model), lines, total))
    yield from note(look, below, look.say("If the epoch ended now"))
