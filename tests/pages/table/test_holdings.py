"""What players hold fills their panels: the more room, the larger, and nothing on anything else."""

from collections import Counter
from collections.abc import Iterable

from msgspec.structs import replace

from companion.core.messages import Message
from companion.core.model import Preferences, TextSize
from companion.i18n.catalogues import words as in_language
from companion.i18n.languages import LANGUAGES
from companion.pages.render import scene
from companion.pages.scoring.finale import podium
from companion.pages.table.player_panel import lay_out, tiles_held
from companion.rules.editions import SUN_GROUPS
from companion.rules.tiles import FAMILIES, Family, Tile, bundle
from companion.ui.pieces import TILE_PICTURES
from companion.ui.scene import Item, Picture, Rect, Scene, Text
from companion.ui.style import Canvas, assembled, ui_on
from tests.together import for_each
from tests.view.gallery import NAMES, PAGES, TYPE, at_table, shown


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


def pictured(items: Iterable[Item], below: int) -> Counter[str]:
    """Return how often each kind of tile is pictured in what players hold."""
    pictures = (item for item in items if isinstance(item, Picture) and item.rect.y > below)
    return Counter(each.name for each in pictures)


HELD = {
    TILE_PICTURES[kind]
    for kind in (
        *(Tile.GOD, Tile.GOLD, Tile.PHARAOH, Tile.NILE, Tile.FLOOD),
        *FAMILIES[Family.CIVILISATION],
        *FAMILIES[Family.MONUMENT],
    )
}


@for_each(
    page=("auction", "bid"), players=(2, 3, 4, 5), size=((800, 480), (1024, 600), (1280, 720))
)
def test_at_an_auction_everybody_is_seen_to_have_or_to_lack_every_kind_of_tile(
    page: str, players: int, size: tuple[int, int]
) -> None:
    found = pictured(shown(PAGES[page](players, NAMES), size).items, size[1] * 2 // 5)
    assert {found[kind] for kind in HELD} == {players}


@for_each(7, language=LANGUAGES, players=(3, 4, 5), size=((800, 480), (1024, 600), (1280, 720)))
def test_who_has_no_higher_sun_reads_so_whole_and_is_seen_to_have_every_kind_of_tile(
    language: str, players: int, size: tuple[int, int]
) -> None:
    words = in_language(language)
    highest = max(SUN_GROUPS[players][1])
    lead = f'auction A1 by "{NAMES[0]}" best "{NAMES[1]}" {highest}'
    model = at_table(players, lead).with_preferences(language=language)
    drawn = scene(model, Canvas(size=size, type=TYPE, words=words))
    told = "".join(each.text for each in drawn.items if isinstance(each, Text))
    assert words.say("no higher sun").replace(" ", "") in told.replace(" ", "")
    found = pictured(drawn.items, size[1] * 2 // 5)
    assert {found[kind] for kind in HELD} == {players}


def test_where_collections_are_numbers_they_are_of_what_scores_different_kinds() -> None:
    ui = ui_on(Canvas(size=(800, 480), type=TYPE), Preferences())
    area = Rect(0, 0, 150, 60)
    held = bundle((Tile.ART, Tile.ART, Tile.RELIGION, Tile.TEMPLE, Tile.TEMPLE, Tile.TEMPLE))
    found = lay_out(ui, area, 0)
    assert found.grid is None
    numbers = [each for each in tiles_held(ui, found, held, 1.0) if isinstance(each, Text)]
    assert [each.text for each in numbers if each.rect.y >= found.collected.y] == ["2", "1"]


@for_each(players=(2, 3, 4, 5))
def test_the_picture_to_keep_shows_which_tiles_everybody_kept(players: int) -> None:
    model = PAGES["winner"](players, NAMES)
    ui = ui_on(Canvas(size=(1280, 720), type=TYPE), model.preferences)
    found = pictured(assembled(podium(ui, model)).items, ui.px(400))
    assert {found[kind] for kind in HELD} == {players}


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
