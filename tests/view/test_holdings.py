"""What players hold fills their panels: the more room, the larger, and nothing on anything else."""

from itertools import combinations

from companion.core.messages import Message
from companion.core.preferences import Preferences
from companion.pages.table.holdings import lay_out, sun_cells, tiles_held
from companion.rules.tiles import NO_TILES
from companion.ui.scene import Picture, Rect, Scene, Text
from companion.ui.style import Canvas, style
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, SIZES, TYPE, at_table, shown


def suns(drawn: Scene[Message]) -> list[int]:
    """Return how wide the suns of the players are, in pixels."""
    low = drawn.size[1] * 2 // 5
    discs = (item for item in drawn.items if isinstance(item, Picture))
    found = (each for each in discs if each.name in {"sun_up", "sun_down"} and each.rect.y > low)
    return [each.rect.w for each in found]


def numbers(drawn: Scene[Message]) -> list[int]:
    """Return the heights of the numbers of Pharaohs and the like, in pixels."""
    low = drawn.size[1] * 2 // 5
    high = drawn.size[1] * 4 // 5
    texts = (item for item in drawn.items if isinstance(item, Text) and item.text.isdigit())
    return [each.px for each in texts if low < each.rect.y < high and each.key is None]


@for_each(size=((800, 480), (1280, 720), (1920, 1080), (480, 800)))
def test_two_players_have_larger_suns_and_numbers_than_five(size: tuple[int, int]) -> None:
    two, five = (shown(at_table(players, active=1), size) for players in (2, 5))
    assert min(suns(two)) >= 1.25 * min(suns(five))
    assert max(numbers(two)) >= 1.1 * max(numbers(five))


@for_each(size=((800, 480), (1280, 720), (1920, 1080)), players=(2, 3, 4, 5))
def test_suns_fill_the_panels_where_tiles_are_not_recorded(
    size: tuple[int, int], players: int
) -> None:
    full, light = (shown(PAGES[page](players, NAMES), size) for page in ("turn", "light"))
    assert min(suns(light)) >= min(suns(full))
    assert min(suns(light)) >= size[1] / 10


@for_each(size=SIZES, wide=(0.12, 0.18, 0.3, 0.48, 0.9), high=(0.15, 0.24, 0.5))
def test_nothing_that_a_player_holds_lies_on_anything_else(
    size: tuple[int, int], wide: float, high: float
) -> None:
    look = style(Canvas(size=size, type=TYPE), Preferences())
    room = Rect(7, 11, int(size[0] * wide), int(size[1] * high))
    for number in (3, 4):
        found = lay_out(look, room, number)
        discs = [disc for _, disc in sun_cells(look, found, number)]
        items = tiles_held(look, found, NO_TILES, 1.0)
        pictures = [item.rect for item in items if isinstance(item, Picture)]
        everything = [*discs, *pictures]
        assert len(discs) == number
        assert all(lies_in(each, room) for each in everything)
        assert [pair for pair in combinations(everything, 2) if overlap(*pair)] == []


def lies_in(rect: Rect, room: Rect) -> bool:
    """Whether a rectangle lies in another, but for a pixel."""
    across = room.x - 1 <= rect.x and rect.x + rect.w <= room.x + room.w + 1
    return across and room.y - 1 <= rect.y and rect.y + rect.h <= room.y + room.h + 1


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two rectangles share more than a line of pixels."""
    wide = min(one.x + one.w, other.x + other.w) - max(one.x, other.x)
    high = min(one.y + one.h, other.y + other.h) - max(one.y, other.y)
    return min(wide, high) > 1
