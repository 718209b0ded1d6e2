"""What players hold fills their panels: the more room, the larger, and nothing on anything else."""

from msgspec.structs import replace

from companion.core.messages import Message
from companion.core.preferences import Preferences, TextSize
from companion.ui.scene import Picture, Scene, Text
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, at_table, shown


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


@for_each(players=(3, 4, 5), size=((800, 480), (1280, 720), (480, 800)))
def test_suns_in_large_print_are_read_in_their_order(players: int, size: tuple[int, int]) -> None:
    table = at_table(players)
    drawn = shown(replace(table, preferences=Preferences(text_size=TextSize.PRINT)), size)
    low = size[1] * 2 // 5
    for player in table.game.players:
        discs = [item for item in drawn.items
                 if isinstance(item, Text) and item.key is not None and item.rect.y > low
                 and item.text in {str(sun) for sun in player.suns}]  # fmt: skip
        assert len(discs) == len(player.suns)
        rows = sorted(discs, key=lambda item: (item.rect.y // (size[1] // 20), item.rect.x))
        assert [int(item.text) for item in rows] == sorted(player.suns)
