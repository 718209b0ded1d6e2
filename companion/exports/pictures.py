"""Pictures to share: plots and the final table of a game, as PNG."""

from collections.abc import Iterator
from functools import cache

from companion.core.messages import Message
from companion.core.model import Model, Preferences, Session
from companion.i18n.catalogues import words
from companion.journal.game_lines import Kept
from companion.opponent.review import Review
from companion.pages.archive.look_back import LookBack, whole
from companion.pages.new_game.welcome import Welcome
from companion.pages.scoring.finale import Finale, podium
from companion.paths import asset
from companion.rules.records.timeline import Timeline
from companion.screen import painter
from companion.statistics import Figures
from companion.statistics.game import Race
from companion.ui import plots
from companion.ui.plots import (
    category_bars,
    length_columns,
    poster,
    score_race,
    seat_columns,
    sun_columns,
)
from companion.ui.scene import Scene
from companion.ui.style import Canvas, Ui, assembled, ui_on
from companion.ui.text_metrics import Type, type_from
from companion.ui.widgets import NameTag


@cache
def measures() -> Type:
    """Return the measures of the program's own fonts."""
    return type_from(asset("fonts", "advances.json").read_bytes())


def png(picture: Scene[Message]) -> bytes:
    """Return a picture as a PNG file."""
    return painter.png(picture, asset(), measures())


def scenes(
    language: str, figures: Figures, kept: Kept | None, run: Race | None
) -> Iterator[tuple[str, Scene[Message]]]:
    """Yield every plot there is, with the name of its file."""
    ui = _ui(language)
    room = plots.body(ui)
    if figures.categories:
        title = ui.say("Average points")
        yield "categories", poster(ui, title, category_bars(ui, room, figures.categories))
    if figures.suns:
        title = ui.say("Points won with each sun")
        yield "suns", poster(ui, title, sun_columns(ui, room, figures.suns, tells_all=True))
    if figures.seats:
        title = ui.say("Wins by seat")
        yield "seats", poster(ui, title, seat_columns(ui, room, figures.seats, tells_all=True))
    if figures.lengths:
        title = ui.say("Length of games")
        yield "lengths", poster(ui, title, length_columns(ui, room, figures.lengths))
    if kept is not None and run is not None:
        names = kept.timeline.game.setup.players
        heads = tuple(map(NameTag, names, _buttons(kept)))
        yield ("race", poster(ui, ui.say("The race"), score_race(ui, room, run, heads)))


def final_table(kept: Kept, language: str, day: str = "") -> Scene[Message]:
    """Return the picture of a finished game's end: everybody's place and points, tiles and suns.

    Args:
        kept: The game.
        language: Of the words on it.
        day: When it was played, as people read it.
    """
    model = Model(
        page=Finale(len(kept.timeline.game.players)),
        preferences=Preferences(language=language),
        session=Session(timeline=kept.timeline, buttons=_buttons(kept), agreement=kept.agreement),
    )
    ui = _ui(language)
    return Scene(ui.canvas.size, assembled(podium(ui, model, day)).items)


def look_back(
    found: Review, timeline: Timeline, buttons: tuple[int, ...], language: str
) -> Scene[Message]:
    """Return the picture of a look back: everybody's chances to win, and where the game turned."""
    ui = _ui(language)
    page = LookBack(timeline, buttons, Welcome(), found)
    title = ui.say("Chance of winning, in per cent")
    return poster(ui, title, whole(ui, plots.body(ui), page, found))


def of_kept(found: Review, kept: Kept, language: str) -> Scene[Message]:
    """Return the picture of the look back at a kept game."""
    return look_back(found, kept.timeline, _buttons(kept), language)


def _buttons(kept: Kept) -> tuple[int, ...]:
    players = len(kept.timeline.game.players)
    buttons = tuple(guest.button for guest in kept.guests)
    return buttons if len(buttons) == players else tuple(range(players))


def _ui(language: str) -> Ui:
    return ui_on(_canvas(language), Preferences(language=language))


@cache
def _canvas(language: str) -> Canvas:
    return Canvas(size=plots.SIZE, type=measures(), words=words(language), touch=False)
