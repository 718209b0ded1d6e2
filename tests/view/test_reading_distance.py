"""Letters from where people sit: what is loud from across the table, all else from beside it.

The display lists of every page are measured. What views mark as loud (``Text.is_loud``) stands at
a 14th of the screen's height, everything else at a 30th. A page that is new is measured by itself.
"""

from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from types import MappingProxyType

import pytest
from msgspec.structs import replace

from companion.core import messages
from companion.core.model import Model, TextSize
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.controls import prompt
from companion.pages.menu.menu import Menu
from companion.pages.page_view import keycaps
from companion.pages.render import scene
from companion.rules.actions import DRAWS, INVOKE
from companion.rules.editions import Sun
from companion.rules.tiles import KINDS, Tile
from companion.ui.pieces import TILE_PICTURES
from companion.ui.scene import (
    Animated,
    Box,
    Colour,
    Disc,
    Item,
    Picture,
    Polygon,
    Scene,
    Sky,
    Text,
    words,
)
from companion.ui.style import Canvas, ui_on
from companion.ui.theme import CONTRAST, between
from tests.core.desk import a_desk
from tests.together import for_each, some
from tests.ui.test_theme import SUN, contrast
from tests.view.gallery import (
    AT_TABLE,
    LONG_NAMES,
    NAMES,
    PAGES,
    SIZES,
    TYPE,
    at_table,
    offered,
    shown,
)
from tests.view.ink import SIGNS, ink, looked_at
from tests.view.test_touch import NOT_FOR_FINGERS

LOUD, READ = 14, 30
"""Parts of the height."""

_PICTURE = "the small picture of the table as it was, which nobody has to read"

EXCEPTIONS: Mapping[str, str] = MappingProxyType(
    {
        "history": _PICTURE,
        "light looked back at": _PICTURE,
        "replay": _PICTURE,
        "replay of an unfinished game": _PICTURE,
        "table of a swing": _PICTURE,
    }
)
"""Pages on which something may be smaller than a 30th, and what: it shrinks rather than goes."""

LANDSCAPE = tuple(size for size in SIZES if size[0] > size[1])
"""Screens from 800×480 on; on a high one the headline breaks into two lines."""


def height(size: tuple[int, int]) -> float:
    """Return the height that a screen gives to a picture: of 5:4 to 3:2 as if it were 16:9."""
    low, high = sorted(size)
    return min(low, high * 9 / 16) if high < low * 1.51 else low


def is_sign(text: Text) -> bool:
    """Whether this is the letter of a key or the name of a button, which has a shape, too."""
    return text.text in SIGNS or len(text.text) == 1


def letters(model: Model, size: tuple[int, int], language: str, *, keys: bool) -> Iterator[Text]:
    """Yield every text that can be seen."""
    canvas = Canvas(size=size, type=TYPE, words=in_language(language), letters=keys)
    yield from (text for text, _ in looked_at(scene(model, canvas)).texts)


def quiet(model: Model, size: tuple[int, int], language: str) -> tuple[int, list[str]]:
    """Return how many loud texts there are, and those that are too small."""
    loud = [text for text in letters(model, size, language, keys=False) if text.is_loud]
    return len(loud), not_loud(loud, size)


def not_loud(loud: Iterable[Text], size: tuple[int, int]) -> list[str]:
    """Return those of the loud texts that are too small."""
    least = int(height(size) / LOUD)
    return [f"{text.text} {text.px} px" for text in loud if text.is_loud and text.px < least]


LOUDEST = ("auction", "forced", "last Ra", "discard", "winner")


@for_each(7, page=LOUDEST, language=LANGUAGES, size=LANDSCAPE)
def test_ra_its_end_a_disaster_and_the_winner_are_loud(
    page: str, language: str, size: tuple[int, int]
) -> None:
    assert quiet(PAGES[page](4, NAMES), size, language)[0] > 0


ASKED = ("turn", "turn with a god", "full track", "empty track", "god", "gods", "laid tiles",
         "last place", "lot", "last Ra", "first game", "long asked", "light counted")  # fmt: skip


@pytest.mark.parametrize("names", [NAMES, (*LONG_NAMES[:4], NAMES[4])])
@for_each(case=some(product(ASKED, LANGUAGES, LANDSCAPE), 19))
def test_who_is_asked_and_how_many_ra_tiles_have_come_are_loud(
    case: tuple[str, str, tuple[int, int]], names: tuple[str, ...]
) -> None:
    page, language, size = case
    model = PAGES[page](5, names)
    loud = [text for text in letters(model, size, language, keys=False) if text.is_loud]
    heard = [text.text for text in loud]
    seat = prompt(model).seat
    assert seat is not None
    first = model.game.setup.players[seat].strip()[:3]
    assert any(text.startswith(first) for text in heard), heard
    assert any(str(model.game.ra_count) in text for text in heard), heard
    assert not_loud(loud, size) == []


@for_each(7, language=LANGUAGES, size=LANDSCAPE)
def test_who_won_a_lot_is_loud(language: str, size: tuple[int, int]) -> None:
    desk = a_desk(4)
    desk.take(messages.Enter(DRAWS[Tile.GOLD]))
    desk.take(messages.Enter(DRAWS[Tile.RA]))
    desk.take(messages.TakeSun(Sun(8)))
    desk.take(messages.SettleAuction())
    number, small = quiet(desk.model, size, language)
    assert number > 0
    assert small == []


# What stands out from what it is written on; test_every_page.py asks it of every text.


AAA = 7.0
"""WCAG 2.2, 1.4.6; large letters would need only 4.5."""

INACTIVE = 3.0
"""WCAG asks nothing of what cannot be done now; it is fainter, and can still be read."""

USED_SUN = (0x2A, 0x2E, 0x4A)

_PICTURES = {"sun_up": SUN, "sun_win": SUN, "sun_down": USED_SUN}
"""What lies in the middle of the pictures that are written on."""


def ground(items: tuple[Item, ...], x: float, y: float) -> Colour:
    """Return the colour of the uppermost of the items at a point."""
    colour: Colour = (0, 0, 0)
    veils = []
    for top in reversed(items):
        found, opacity = _colour(top, y)
        if found is None or not top.rect.contains(x, y):
            continue
        if opacity == 1:
            colour = found
            break
        veils.append((found, opacity))
    for veil, opacity in reversed(veils):
        colour = between(colour, veil, opacity)
    return colour


def _colour(item: Item, y: float) -> tuple[Colour | None, float]:
    match item:
        case Box(rect=rect, fill=fill, bottom=bottom, opacity=opacity) if fill and bottom:
            return between(fill, bottom, (y - rect.y) / rect.h), opacity
        case Box(fill=fill, opacity=opacity):
            return fill, opacity
        case Disc(fill=fill, opacity=opacity) | Polygon(fill=fill, opacity=opacity):
            return fill, opacity
        case Picture(name=name, opacity=opacity):
            return _PICTURES.get(name), opacity
        case Sky(bands=bands, ground=below, horizon=horizon):
            return (below if y >= horizon else bands[int(y * len(bands) / horizon)]), 1.0
        case Text():
            return None, 1.0


def faint(scene: Scene[messages.Message]) -> Iterator[str]:
    """Yield the texts that stand out too little."""
    for place, item in enumerate(scene.items):
        if not isinstance(item, Text) or not item.text:
            continue
        where = ink(item)
        under = ground(scene.items[:place], where.x + where.w / 2, where.y + where.h / 2)
        seen = between(under, item.colour, item.opacity)
        if contrast(seen, under) < (AAA if item.opacity == 1 else INACTIVE):
            yield f"{item.text} {item.colour} on {under}: {contrast(seen, under):.1f}"


def test_what_a_player_has_none_of_is_seen_in_high_contrast() -> None:
    model = at_table(3, active=1)
    model = replace(model, preferences=replace(model.preferences, theme="contrast"))
    kinds = {TILE_PICTURES[kind] for kind in (Tile.GOD, Tile.GOLD, Tile.FLOOD)}
    drawn = [
        item for item in shown(model).items if isinstance(item, Picture) and item.name in kinds
    ]
    assert min(item.opacity for item in drawn) >= CONTRAST.faintest


# The table for people who sit far away, and for left hands: larger, mirrored, and nothing lost.


AFAR = ((800, 480), (1024, 600), (1280, 720), (1920, 1080), (480, 800))

DRAWN = {messages.Play(draw) for draw in DRAWS.values()}
"""Tiles are reached through their groups, in two taps."""

WAYS: Mapping[str, Mapping[str, object]] = {
    "large print": {"text_size": TextSize.PRINT},
    "left hands": {"left_handed": True},
}


def preferring(model: Model, *wanted: str) -> Model:
    """Return the program of people who prefer this."""
    for way in wanted:
        model = replace(model, preferences=replace(model.preferences, **WAYS[way]))
    return model


def number_px(drawn: Scene[messages.Message]) -> list[int]:
    """Return the heights of the numbers on the panels, the largest first."""
    low = drawn.size[1] * 2 // 5
    texts = [item for item in drawn.items if isinstance(item, Text) and item.text.isdigit()]
    return sorted((text.px for text in texts if text.rect.y > low), reverse=True)


@pytest.mark.parametrize("players", [3, 5])
def test_numbers_are_much_larger_from_afar(players: int) -> None:
    size = (1920, 1080)
    near, far = (
        number_px(shown(preferring(at_table(players, active=1), *ways), size))
        for ways in ((), ("large print",))
    )
    assert max(far) >= 1.5 * max(near)
    assert max(far) * 0.277 >= 16, "16 minutes of arc at 2 m on 24 inches need about 13 mm of em"


def height_of(drawn: Scene[messages.Message], wanted: str) -> int:
    """Return the height of a text's letters in pixels."""
    return next(item.px for item in drawn.items if isinstance(item, Text) and wanted in item.text)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
def test_the_menu_is_larger_from_afar_and_nothing_small_stands_beside_a_question(
    size: tuple[int, int],
) -> None:
    menu, desk = PAGES["menu"](3, NAMES), a_desk(3)
    near, far = (shown(preferring(menu, *ways), size) for ways in ((), ("large print",)))
    for line in ("History", "Colours", "Rules", "End the game"):
        assert height_of(far, line) > height_of(near, line)
    desk.take(messages.Play(INVOKE))
    said = words(shown(preferring(desk.model, "large print"), size))
    assert "bids last" not in " ".join(said)


def ra_px(drawn: Scene[messages.Message], model: Model) -> int:
    """Return the height of the number of Ra tiles in pixels."""
    count, limit = str(model.game.ra_count), f"/{model.game.ra_limit}"
    return max(
        item.px
        for item in drawn.items
        if isinstance(item, Text)
        and item.is_loud
        and (item.text == count or item.text.endswith(count + limit))
    )


@for_each(size=AFAR, players=(2, 3, 4, 5))
def test_suns_the_question_and_the_count_of_ra_are_still_larger_from_afar(
    size: tuple[int, int], players: int
) -> None:
    model = at_table(players, active=1)
    near, far = (shown(preferring(model, *ways), size) for ways in ((), ("large print",)))
    is_wide = size[0] > size[1]
    larger = 1.35 if is_wide else 1.3
    for hand in (each.suns for each in model.game.players):
        for disc in hand:
            assert sun_px(far, disc) >= larger * sun_px(near, disc)
            assert not is_wide or sun_px(far, disc) >= size[1] / 14
    assert ra_px(far, model) >= (1.1 if is_wide else 1) * ra_px(near, model)
    if is_wide:
        assert ra_px(near, model) >= size[1] // 14
        assert height_of(far, "Marek: draw") >= size[1] / 14


def tile_px(drawn: Scene[messages.Message]) -> list[int]:
    """Return how wide the tiles on the auction track are, in pixels."""
    tiles = [each for each in drawn.items if isinstance(each, Picture) and each.key is not None]
    return [each.rect.w for each in tiles if each.key is not None and each.key[0] is Animated.TILE]


@for_each(page=("turn", "auction", "bid", "full track", "god"), size=AFAR, players=(2, 5))
def test_the_tiles_on_the_auction_track_are_larger_from_afar(
    page: str, size: tuple[int, int], players: int
) -> None:
    model = PAGES[page](players, NAMES)
    near, far = tile_px(shown(model, size)), tile_px(shown(preferring(model, "large print"), size))
    assert near
    assert len(near) == len(far)
    assert min(far) >= 1.05 * max(near)


@for_each(text_size=TextSize, size=AFAR, players=(2, 5))
def test_who_passes_is_told_with_the_whole_name_of_a_key(
    text_size: TextSize, size: tuple[int, int], players: int
) -> None:
    model = PAGES["auction"](players, NAMES).with_preferences(text_size=text_size)
    drawn = shown(model, size, letters=True)
    caps = keycaps(ui_on(Canvas(size=size, type=TYPE, letters=True), model.preferences), model)
    for seat in model.game.setup.seats:
        (place,) = [each.rect for each in drawn.targets if each.message == messages.CallPass(seat)]
        written = [
            item.text
            for item in drawn.items
            if isinstance(item, Text) and place.contains(*item.rect[:2]) and item.text
        ]
        assert written == [caps[messages.CallPass(seat)]]


def sun_px(drawn: Scene[messages.Message], disc: int) -> int:
    """Return the height of a sun's number in pixels."""
    return next(
        item.px
        for item in drawn.items
        if isinstance(item, Text) and item.key == (Animated.SUN, disc)
    )


@for_each(page=AT_TABLE)
def test_fingers_can_do_from_the_big_table_all_that_buttons_can(page: str) -> None:
    model = preferring(PAGES[page](5, NAMES), "large print")
    touched = {target.message for target in shown(model, (1280, 720)).targets}
    everything = {each for each in offered(model) if not isinstance(each, NOT_FOR_FINGERS)}
    near = {target.message for target in shown(PAGES[page](5, NAMES), (1280, 720)).targets}
    fixing = messages.Open(messages.Route.FIX)
    assert fixing in {entry.message for entry in Menu().entries(model)}
    assert everything & near - {fixing} - DRAWN <= touched


def test_keys_are_mirrored_for_left_hands_and_mean_the_same() -> None:
    model = at_table(3, active=1)
    right, left = shown(model), shown(preferring(model, "left hands"))
    assert {target.message for target in right.targets} == {each.message for each in left.targets}
    for kind in KINDS:
        message = messages.Play(DRAWS[kind])
        (one,) = [each.rect for each in right.targets if each.message == message]
        (other,) = [each.rect for each in left.targets if each.message == message]
        assert one.x + one.w + other.x == right.size[0]
        assert (one.y, one.w, one.h) == (other.y, other.w, other.h)
