"""Which page can be open now: what was asked for, or the one to which others lead back."""

from __future__ import annotations

from msgspec.structs import replace

from companion.core.model import Model, Secrecy
from companion.core.page import Page
from companion.pages import (
    corrections,
    menu,
    new_game,
    partial,
    reference,
    score_sheet,
    scoring,
    table,
)
from companion.rules.editions import Seat
from companion.rules.model import Phase

FEWEST_PLAYERS = 2
"""R-SET-1."""


def home(model: Model) -> Page:
    """Return the page to which others lead back."""
    if model.timeline is None:
        return new_game.Welcome()
    if model.revealing is not None and not isinstance(
        model.page, scoring.EpochScores | scoring.Finale
    ):
        return model.revealing
    return table.at_rest(model.timeline)


def remember_reveal(before: Model, after: Model) -> Model:
    """Return the model that knows where a scoring or the reveal stood when a page hid it.

    It is forgotten when the game goes on, or something of it is taken back.
    """
    if after.timeline is not before.timeline or isinstance(
        after.page, table.Table | partial.PartialTable
    ):
        return after if after.revealing is None else replace(after, revealing=None)
    if isinstance(before.page, scoring.EpochScores | scoring.Finale) and not isinstance(
        after.page, scoring.EpochScores | scoring.Finale
    ):
        return replace(after, revealing=before.page)
    return after


def opened(model: Model, page: Page) -> Page:  # noqa: C901, PLR0911, PLR0912 - a line for each page
    """Return this page, or the one that leads on where it has no place any more.

    What was touched may have been on a picture that the program has left meanwhile.
    """
    match page:
        case (
            new_game.Welcome() | new_game.Seating() | new_game.OptionsPage() | new_game.Dealing()
        ) if model.timeline is not None:
            return home(model)
        case new_game.OptionsPage(guests, row):
            return replace(page, row=row % len(new_game.rows(model.agreement, len(guests))))
        case menu.Menu(row):
            return menu.Menu(row % len(menu.entries(model)))
        case table.History() | scoring.EpochScores() if model.timeline is None:
            return home(model)
        case table.History(at):
            return table.History(min(max(0, at), table.length(model)))
        case scoring.EpochScores(seat) if not _is_scored(model) or seat not in (
            None,
            *model.game.setup.seats,
        ):
            return home(model)
        case scoring.EpochScores() if model.agreement.secrecy is Secrecy.SEALED:
            return scoring.EpochScores()
        case scoring.EpochScores(seat):
            return scoring.EpochScores(seat)
        case scoring.Finale() if _is_over(model):
            return scoring.race.leaf(model, page)
        case scoring.Finale() | table.Table() | partial.PartialTable():
            return home(model)
        case table.EndEarly() if model.timeline is None or model.game.stage is Phase.OVER:
            return home(model)
        case partial.Joining(seat=seat) if not _is_asked(model, seat):
            return home(model)
        case corrections.FixPanel() | corrections.FixEntry() | corrections.Rebuild():
            return corrections.corrections.opened(model, page) or home(model)
        case score_sheet.SheetTally() | score_sheet.SheetSetup() | score_sheet.SheetResult():
            return score_sheet.score_sheet.opened(model, page) or home(model)
        case _:
            return reference.readable(model, page) or home(model)


def _is_asked(model: Model, seat: Seat | None) -> bool:
    """Whether there is a game of which not everything is told, and this player in it."""
    return partial.partial_table.is_at_light(model) and seat in (None, *model.game.setup.seats)


def _is_over(model: Model) -> bool:
    """Whether a game is over of which everything is known."""
    is_known = model.timeline is not None and not partial.partial_table.is_at_light(model)
    return is_known and model.game.stage is Phase.OVER


def _is_scored(model: Model) -> bool:
    """Whether the last action ended an epoch."""
    return model.timeline is not None and isinstance(
        table.page_after(model.timeline), scoring.EpochScores
    )
