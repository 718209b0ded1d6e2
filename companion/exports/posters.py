"""Pictures for other people: the plots of the statistics, and the final table of a game."""

from collections.abc import Iterator
from functools import cache

from companion.catalogues import words
from companion.chronicle import Kept
from companion.core.messages import Message
from companion.core.model import Finale, Model, Preferences
from companion.paths import asset
from companion.screen import stills
from companion.statistics.figures import Figures
from companion.statistics.race import Race
from companion.view import posters
from companion.view.canvas import Canvas
from companion.view.finale import podium
from companion.view.look import Look, assembled, look
from companion.view.plots import category_bars, sun_values
from companion.view.posters import poster
from companion.view.racing import score_race
from companion.view.scene import Scene
from companion.view.score_table import Head
from companion.view.type import Type, type_from


@cache
def measures() -> Type:
    """Return the measures of the program's own fonts."""
    return type_from(asset("fonts", "advances.json").read_bytes())


def png(picture: Scene[Message]) -> bytes:
    """Return a picture as a PNG file."""
    return stills.png(picture, asset(), measures())


def drawing(name: str) -> bytes:
    """Return the SVG text of one of the program's own icons."""
    return asset("icons", f"{name}.svg").read_bytes()


def scenes(
    language: str, figures: Figures, kept: Kept | None, run: Race | None
) -> Iterator[tuple[str, Scene[Message]]]:
    """Yield every plot there is, with the name of its file."""
    looks = _look(language)
    room = posters.body(looks)
    if figures.categories:
        title = looks.say("Points in a game, on average")
        yield "categories", poster(looks, title, category_bars(looks, room, figures.categories))
    if figures.suns:
        title = looks.say("What suns bought, in points")
        yield "suns", poster(looks, title, sun_values(looks, room, figures.suns))
    if kept is not None and run is not None:
        names = kept.timeline.game.setup.players
        heads = tuple(map(Head, names, _buttons(kept)))
        yield "race", poster(looks, looks.say("The race"), score_race(looks, room, run, heads))


def final_table(kept: Kept, language: str) -> Scene[Message]:
    """Return the picture of a finished game's end: everybody's place and points."""
    model = Model(
        page=Finale(len(kept.timeline.game.players)),
        timeline=kept.timeline,
        buttons=_buttons(kept),
        agreement=kept.agreement,
        preferences=Preferences(language=language),
    )
    looks = _look(language)
    return Scene(looks.canvas.size, assembled(podium(looks, model)).items)


def _buttons(kept: Kept) -> tuple[int, ...]:
    players = len(kept.timeline.game.players)
    buttons = tuple(guest.button for guest in kept.guests)
    return buttons if len(buttons) == players else tuple(range(players))


def _look(language: str) -> Look:
    return look(_canvas(language), Preferences(language=language))


@cache
def _canvas(language: str) -> Canvas:
    return Canvas(size=posters.SIZE, type=measures(), words=words(language), touch=False)
