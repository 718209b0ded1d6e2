"""Which page can be open now: what was asked for, or the one to which others lead back."""

from msgspec.structs import replace

from companion.core import adding_up, at_light, looking_back, putting_right
from companion.core.correcting import Correcting
from companion.core.counting import Counting, Reckoned
from companion.core.gathering import Gathering
from companion.core.history import length
from companion.core.joining import Joining
from companion.core.light_table import LightTable
from companion.core.mending import Mending
from companion.core.menu import entries
from companion.core.model import (
    Agreeing,
    AtTable,
    Dealing,
    Finale,
    History,
    Menu,
    Model,
    Page,
    Scoring,
    Seating,
    Secrecy,
    Stopping,
    Welcome,
)
from companion.core.options import rows
from companion.core.playing import at_rest, page_after
from companion.core.reading import readable
from companion.core.rebuilt import Rebuilding
from companion.rules.editions import Seat
from companion.rules.model import Phase

FEWEST_PLAYERS = 2
"""R-SET-1."""


def home(model: Model) -> Page:
    """Return the page to which others lead back."""
    if model.timeline is None:
        return Welcome()
    if model.revealing is not None and not isinstance(model.page, Scoring | Finale):
        return model.revealing
    return at_rest(model.timeline)


def stood(before: Model, after: Model) -> Model:
    """Return the model that knows where a scoring or the reveal stood when a page hid it.

    It is forgotten when the game goes on, or something of it is taken back.
    """
    if after.timeline is not before.timeline or isinstance(after.page, AtTable | LightTable):
        return after if after.revealing is None else replace(after, revealing=None)
    if isinstance(before.page, Scoring | Finale) and not isinstance(after.page, Scoring | Finale):
        return replace(after, revealing=before.page)
    return after


def opened(model: Model, page: Page) -> Page:  # noqa: C901, PLR0911, PLR0912 - a line for each page
    """Return this page, or the one that leads on where it has no place any more.

    What was touched may have been on a picture that the program has left meanwhile.
    """
    match page:
        case Welcome() | Seating() | Agreeing() | Dealing() if model.timeline is not None:
            return home(model)
        case Agreeing(guests, row):
            return replace(page, row=row % len(rows(model.agreement, len(guests))))
        case Menu(row):
            return Menu(row % len(entries(model)))
        case History() | Scoring() if model.timeline is None:
            return home(model)
        case History(at):
            return History(min(max(0, at), length(model)))
        case Scoring(seat) if not _is_scored(model) or seat not in (None, *model.game.setup.seats):
            return home(model)
        case Scoring() if model.agreement.secrecy is Secrecy.SEALED:
            return Scoring()
        case Scoring(seat):
            return Scoring(seat)
        case Finale() if _is_over(model):
            return looking_back.leaf(model, page)
        case Finale() | AtTable() | LightTable():
            return home(model)
        case Stopping() if model.timeline is None or model.game.stage is Phase.OVER:
            return home(model)
        case Joining(seat=seat) if not _is_asked(model, seat):
            return home(model)
        case Mending() | Correcting() | Rebuilding():
            return putting_right.opened(model, page) or home(model)
        case Counting() | Gathering() | Reckoned():
            return adding_up.opened(model, page) or home(model)
        case _:
            return readable(model, page) or home(model)


def _is_asked(model: Model, seat: Seat | None) -> bool:
    """Whether there is a game of which not everything is told, and this player in it."""
    return at_light.is_at_light(model) and seat in (None, *model.game.setup.seats)


def _is_over(model: Model) -> bool:
    """Whether a game is over of which everything is known."""
    is_known = model.timeline is not None and not at_light.is_at_light(model)
    return is_known and model.game.stage is Phase.OVER


def _is_scored(model: Model) -> bool:
    """Whether the last action ended an epoch."""
    return model.timeline is not None and isinstance(page_after(model.timeline), Scoring)
