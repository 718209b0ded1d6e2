"""Pictures to share: plots and the final table of a game, as SVG or PNG."""

from base64 import b64encode
from collections.abc import Iterator
from functools import cache
from itertools import count
from xml.sax.saxutils import escape, quoteattr

from companion.core.messages import Message
from companion.core.model import Model
from companion.core.preferences import Preferences
from companion.core.session import Session
from companion.i18n.catalogues import words
from companion.journal.game_lines import Kept
from companion.opponent.review import Review
from companion.pages import scoring
from companion.pages.new_game import Welcome
from companion.pages.review import LookBack, whole
from companion.paths import asset
from companion.rules.records.timeline import Timeline
from companion.screen import painter
from companion.statistics import Figures, middle
from companion.statistics.game import Race
from companion.ui import charts
from companion.ui.charts import category_bars, poster, sun_values
from companion.ui.plots import fitting_lengths, length_suns, seat_wins
from companion.ui.scene import Align, Box, Colour, Disc, Item, Picture, Rect, Scene, Sky, Text
from companion.ui.score_table import ColumnHead
from companion.ui.style import Canvas, Style, assembled, style
from companion.ui.text_metrics import Type, type_from


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
    looks = _look(language)
    room = charts.body(looks)
    if figures.categories:
        title = looks.say("Average points per game")
        yield "categories", poster(looks, title, category_bars(looks, room, figures.categories))
    if figures.suns:
        title = looks.say("Points won with each sun")
        yield "suns", poster(looks, title, sun_values(looks, room, figures.suns))
    if figures.seats:
        title = looks.say("Wins by seat")
        yield "seats", poster(looks, title, seat_wins(looks, room, figures.seats, tells_all=True))
    usual = middle(figures.lengths)
    if usual is not None:
        found = fitting_lengths(looks, room, figures.lengths)
        title = looks.say("Length of games")
        yield "lengths", poster(looks, title, length_suns(looks, room, found, usual))
    if kept is not None and run is not None:
        names = kept.timeline.game.setup.players
        heads = tuple(map(ColumnHead, names, _buttons(kept)))
        yield (
            "race",
            poster(looks, looks.say("The race"), scoring.score_race(looks, room, run, heads)),
        )


def final_table(kept: Kept, language: str) -> Scene[Message]:
    """Return the picture of a finished game's end: everybody's place and points."""
    model = Model(
        page=scoring.Finale(len(kept.timeline.game.players)),
        preferences=Preferences(language=language),
        session=Session(timeline=kept.timeline, buttons=_buttons(kept), agreement=kept.agreement),
    )
    looks = _look(language)
    return Scene(looks.canvas.size, assembled(scoring.podium(looks, model)).items)


def look_back(
    found: Review, timeline: Timeline, buttons: tuple[int, ...], language: str
) -> Scene[Message]:
    """Return the picture of a look back: everybody's chances to win, and where the game turned."""
    looks = _look(language)
    page = LookBack(timeline, buttons, Welcome(), found)
    title = looks.say("Chances to win, in per cent")
    return poster(looks, title, whole(looks, charts.body(looks), page, found))


def of_kept(found: Review, kept: Kept, language: str) -> Scene[Message]:
    """Return the picture of the look back at a kept game."""
    return look_back(found, kept.timeline, _buttons(kept), language)


def _buttons(kept: Kept) -> tuple[int, ...]:
    players = len(kept.timeline.game.players)
    buttons = tuple(guest.button for guest in kept.guests)
    return buttons if len(buttons) == players else tuple(range(players))


def _look(language: str) -> Style:
    return style(_canvas(language), Preferences(language=language))


@cache
def _canvas(language: str) -> Canvas:
    return Canvas(size=charts.SIZE, type=measures(), words=words(language), touch=False)


_FAMILY = "'M PLUS 1p', 'Noto Sans', 'DejaVu Sans', sans-serif"

_ANCHORS = {Align.LEFT: "start", Align.CENTRE: "middle", Align.RIGHT: "end"}

_EM = 1000


def svg(scene: Scene[Message]) -> bytes:
    """Return the picture as SVG; the icons are inside it, the letters are the reader's."""
    width, height = scene.size
    numbers = count(1)
    body = "\n".join(line for item in scene.items for line in _drawn(item, numbers))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}"'
        f' viewBox="0 0 {width} {height}" font-family="{_FAMILY}">'
    )
    return f"{head}\n{body}\n</svg>\n".encode()


def _drawn(item: Item, numbers: Iterator[int]) -> Iterator[str]:
    match item:
        case Box():
            yield from _box(item, numbers)
        case Disc(rect, fill, border, border_px, opacity):
            radius = rect.w / 2 - (border_px / 2 if border else 0)
            yield (
                f'<circle cx="{rect.x + rect.w / 2}" cy="{rect.y + rect.h / 2}" r="{radius}"'
                f"{_paint(_fill(fill), border, border_px)}{_faded(opacity)}/>"
            )
        case Picture():
            yield from _picture(item, numbers)
        case Text():
            yield _text(item)
        case Sky():
            yield from _sky(item, numbers)


def _box(box: Box, numbers: Iterator[int]) -> Iterator[str]:
    fill = _fill(box.fill)
    if box.fill is not None and box.bottom is not None:
        name = f"g{next(numbers)}"
        yield _gradient(name, (box.fill, box.bottom))
        fill = f"url(#{name})"
    half = box.border_px / 2 if box.border else 0
    x, y, w, h = (*box.rect,)
    yield (
        f'<rect x="{x + half}" y="{y + half}" width="{max(0, w - 2 * half)}"'
        f' height="{max(0, h - 2 * half)}" rx="{box.radius}"'
        f"{_paint(fill, box.border, box.border_px)}{_faded(box.opacity)}/>"
    )


def _picture(picture: Picture, numbers: Iterator[int]) -> Iterator[str]:
    data = b64encode(asset("icons", f"{picture.name}.svg").read_bytes()).decode()
    place = _place(picture.rect)
    image = f'<image {place} href="data:image/svg+xml;base64,{data}"{_faded(picture.opacity)}/>'
    if picture.tint is None:
        yield image
        return
    name = f"m{next(numbers)}"
    yield f'<mask id="{name}" style="mask-type:alpha">{image}</mask>'
    yield f'<rect {place} fill="{_hex(picture.tint)}" mask="url(#{name})"/>'


def _text(text: Text) -> str:
    x = {Align.LEFT: 0, Align.CENTRE: text.rect.w / 2, Align.RIGHT: text.rect.w}[text.align]
    capital = measures().cap_height * text.px / _EM
    baseline = text.rect.y + (text.rect.h + capital) / 2
    return (
        f'<text x="{text.rect.x + x}" y="{baseline:.1f}" font-size="{text.px}"'
        f' font-weight="{text.weight.value}" text-anchor="{_ANCHORS[text.align]}"'
        f' fill="{_hex(text.colour)}"{_faded(text.opacity)}>{escape(text.text)}</text>'
    )


def _sky(sky: Sky, numbers: Iterator[int]) -> Iterator[str]:
    name = f"g{next(numbers)}"
    yield _gradient(name, sky.bands)
    yield f'<rect {_place(sky.rect)} fill="{_hex(sky.ground)}"/>'
    above = Rect(sky.rect.x, sky.rect.y, sky.rect.w, sky.horizon)
    yield f'<rect {_place(above)} fill="url(#{name})"/>'


def _gradient(name: str, colours: tuple[Colour, ...]) -> str:
    last = max(1, len(colours) - 1)
    stops = "".join(
        f'<stop offset="{place / last:.3f}" stop-color="{_hex(colour)}"/>'
        for place, colour in enumerate(colours)
    )
    return f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1">{stops}</linearGradient>'


def _fill(colour: Colour | None) -> str:
    return "none" if colour is None else _hex(colour)


def _paint(fill: str, border: Colour | None, border_px: int) -> str:
    edge = f' stroke="{_hex(border)}" stroke-width="{border_px}"' if border else ""
    return f' fill="{fill}"{edge}'


def _place(rect: Rect) -> str:
    return " ".join(
        f"{name}={quoteattr(str(value))}"
        for name, value in zip(("x", "y", "width", "height"), rect, strict=True)
    )


def _faded(opacity: float) -> str:
    return "" if opacity >= 1 else f' opacity="{opacity:.3f}"'


def _hex(colour: Colour) -> str:
    return "#" + bytes(colour).hex()
